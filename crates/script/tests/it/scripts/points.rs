//! Scripts that name points: wherever the rules may have a set of points.

use linstock_base::{Sources, Style};
use linstock_check::Choices;
use linstock_play::Rules;
use linstock_play::{Session, Setup};
use linstock_testing::games::share;
use linstock_testing::side_by_side::compare;
use std::sync::Arc;

/// A set that depends on an argument, one that does not, one that is remembered, one in a condition, and one in a statement.
const GAME: &str = "game knights \"Knights\"
players red, blue
board 5 x 5 { next orthogonal }
piece knight \"n\"
piece flag \"f\" of nobody
remember { reachable = nothing; turns = 0 }
script \"s.rhai\" {
  leaps(at: point) -> points reads nothing
  middle() -> point reads nothing
  around(all: points) -> points reads nothing
  picky(at: point) -> points reads nothing
}
move leap \"{here}-{there}\" {
  here in own knight and script around(own knight) or own knight and empty
  there in empty and script leaps(here)
  when there is not in reachable or here is (script middle())
  here -> there
  reachable = script around(own knight) except script middle()
  turns = turns + count (script around(own knight))
}
move plant \"plant {there}\" {
  there in script picky(c3) and empty
  when some (knight and script around(knight))
  flag: box -> there
}
move clear \"clear\" {
  when some (flag and script around(script middle()))
  flag and script around(script middle()) -> box
}
play {
  red knight: box -> row 1
  blue knight: box -> row 5
  repeat 30 times { each player { ask me: leap, plant, clear } }
}
";

const SCRIPT: &str = "fn leaps(pos, at) {
  let all = pos.none();
  for side in [\"north\", \"south\", \"east\", \"west\"] {
    let far = pos.step(at, side);
    if far != () { far = pos.step(far, side); }
    if far != () {
      for turn in [\"north\", \"south\", \"east\", \"west\"] {
        let end = pos.step(far, turn);
        if end != () && pos.distance(at, end) == 3 && end != pos.step(at, side) { all = all.plus(end); }
      }
    }
  }
  all
}
fn middle(pos) { if pos.at(\"c3\") == () { () } else { \"c3\" } }
fn around(pos, all) { pos.next_to(all).or(all) }
fn picky(pos, at) { if pos.at(at) != () { [\"a3\", \"e3\"] } else { [] } }
";

fn rules(game: &str, script: &str) -> Rules {
    let sources = Sources::from([("knights.game", game), ("s.rhai", script)]);
    let rules = Rules::load(&sources, &Choices::default());
    rules.unwrap_or_else(|found| panic!("{}", found.render(&sources, Style::Plain)))
}

#[test]
fn points_of_scripts_are_the_same_compiled_and_plain() {
    let rules = rules(GAME, SCRIPT);
    let plies = compare(&rules, rules.model(), share(100));
    let plies = plies.unwrap_or_else(|difference| panic!("{difference}"));
    // A few games end early, with a player who can choose nothing.
    let long = plies.iter().filter(|&&plies| plies > 20).count();
    assert!(long * 10 >= plies.len() * 9, "{plies:?}");
}

#[test]
fn a_point_that_a_script_leaves_out_is_told_so() {
    let session = Session::begin(Arc::new(rules(GAME, SCRIPT)), Setup::default());
    let session = session.expect("the game begins");
    let reason = session.why(None, "a1-a3").expect("readable").reason;
    assert_eq!(reason, "`a1-a3` is not legal: `leaps` does not name a3");
    let actor = session.decider().expect("somebody chooses");
    assert_eq!(session.choices(actor).expect("a list").len(), 19);
}

#[test]
fn a_script_is_not_asked_for_points_where_nothing_hangs_on_them() {
    // It fails for any point where no knight of the player stands.
    let script = SCRIPT.replace(
        "let all = pos.none();",
        "if pos.at(at) != \"knight\" || pos.owner(at) != pos.me() { throw `asked of ${at}`; } let all = pos.none();",
    );
    let rules = rules(GAME, &script);
    let plies = compare(&rules, rules.model(), share(30));
    plies.unwrap_or_else(|difference| panic!("{difference}"));
}
