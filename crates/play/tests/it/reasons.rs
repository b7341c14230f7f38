//! Reasons in the rules' own words: which sentence is said, what is filled in, which clauses go with it.

use linstock_base::Sources;
use linstock_check::Choices;
use linstock_engine::vm::Turn;
use linstock_model::SeatId;
use linstock_play::Rules;
use linstock_play::{Actor, ActorAt, explain::why};

const GAME: &str = r#"
game pens "Pens"
players ann, bob
board 4 x 4 {
  ann { forward north; home = row 1 }
  bob { forward south; home = row 4 }
}
piece sheep "s"
list fold { wide; narrow }
remember { steps = 3; tired of player = 0; age of piece = 2 }
fact free(p) = next to p and empty else "nothing is free beside {p}"
@P-1 move step "{here}-{there}" {
  here in @P-2 own sheep else "{me} has no sheep on {here}"
  there in next to here and (@P-3 empty else "somebody stands on {there}") except row 3 else "{there} lies in the ditch"
  @P-4 when steps > 3 or tired of me is 1 else "{me} has {steps} steps, and more than {2 + 1} are needed"
  here -> there
}
move leap "leap {here}" {
  here in own sheep where age of here > 3 else "the sheep on {here} is {age of here} years old, too young to leap"
  here -> box
}
move graze "graze {there}" {
  there in free(a1)
  steps = 2
}
move rest "rest" { steps = 3 }
move pen "pen {f}" {
  f in (fold where it is not narrow else "{it} is full")
  steps = 1
}
move tally "tally {n}" { n in 1..3 else "{n} is too many to tally"; steps = n }
move shear "shear {there}" {
  there in (own sheep where age of it > 5 else "{it} is young")
  steps = 2
}
play {
  ann sheep: box -> row 1
  bob sheep: box -> row 4
  repeat each player {
    ask me: step, leap, graze, rest if steps < 3 else "nobody is tired yet", pen, tally, shear
  }
}
clauses { P-1 "Sheep step."; P-2 "One steps one's own."; P-3 "Onto free points."; P-4 "While there are steps." }
"#;

/// A moor: peat lies below the sheep, a dog guards, and who is tired is only asked to rest.
const MOOR: &str = r#"
game moor "Moor"
players ann, bob
board 4 x 4 {
  layers ground, animals
  next all
}
piece peat "p" on ground
piece sheep "s" on animals
@M-4 piece dog "d" on animals
line flock = 2 own sheep in orthogonal
remember { tired = no }
move step "{here}-{there}" {
  here in @M-1 own sheep
  there in next to here except own
  here -> there
}
move drive "{rear of f}-{1 ahead of f}" {
  f in flock where 1 ahead of f is empty
  rear of f -> 1 ahead of f
}
@M-5 move huddle "huddle {here}" { here in own sheep and next to own dog; tired = yes }
move rest "rest" { tired = no }
move doze "doze" { tired = no }
to turn() { ask me: step, drive, huddle, rest if tired, doze if not tired }
play {
  ann peat: box -> row 2
  ann sheep: box -> {a1, a2}
  ann dog: box -> {d1}
  bob sheep: box -> {d4}
  repeat each player { @M-2 turn() }
}
clauses { M-1 "Sheep step."; M-2 "All take turns."; M-4 "A dog stays."; M-5 "Sheep huddle." }
"#;

fn loaded(text: &str) -> (Rules, Sources) {
    let sources = Sources::from([("pens.game", text)]);
    let rules = Rules::load(&sources, &Choices::default())
        .unwrap_or_else(|found| panic!("{}", found.render(&sources, linstock_base::Style::Plain)));
    (rules, sources)
}

fn said(text: &str) -> String {
    said_in(GAME, text)
}

fn said_in(game: &str, text: &str) -> String {
    let (rules, sources) = loaded(game);
    let position = rules.start().expect("it starts");
    assert_eq!(rules.turn(&position), Turn::Players(vec![SeatId(0)]));
    let actor = Actor::Player(SeatId(0));
    let at = ActorAt::new(&rules, &position, actor);
    let why = why(at, &[], text, Some(&sources)).expect("readable");
    let clauses: Vec<_> = why
        .clauses
        .iter()
        .map(|&tag| rules.model().tag(tag))
        .collect();
    format!("{} [{}]", why.reason, clauses.join(" "))
}

#[test]
fn the_sentence_of_what_decides_is_said() {
    for (text, expected) in [
        (
            "b2-b3",
            "`b2-b3` is not legal: ann has no sheep on b2 [P-2 P-1]",
        ),
        (
            "b1-c1",
            "`b1-c1` is not legal: somebody stands on c1 [P-3 P-1]",
        ),
        (
            "b1-b2",
            "`b1-b2` is not legal: ann has 3 steps, and more than 3 are needed [P-4 P-1]",
        ),
        (
            "leap b1",
            "`leap b1` is not legal: the sheep on b1 is 2 years old, too young to leap []",
        ),
        (
            "graze d4",
            "`graze d4` is not legal: nothing is free beside a1 []",
        ),
        ("rest", "`rest` is not legal: nobody is tired yet []"),
        ("pen narrow", "`pen narrow` is not legal: narrow is full []"),
        (
            "tally 7",
            "`tally 7` is not legal: 7 is too many to tally []",
        ),
        ("shear c1", "`shear c1` is not legal: c1 is young []"),
    ] {
        assert_eq!(said(text), expected);
    }
}

#[test]
fn a_text_of_the_rules_gives_players_their_titles() {
    let titled = format!("{GAME}words {{ ann \"Ann Smith\" }}");
    let reason = said_in(&titled, "b2-b3");
    assert_eq!(
        reason,
        "`b2-b3` is not legal: Ann Smith has no sheep on b2 [P-2 P-1]"
    );
}

#[test]
fn what_is_own_is_told_by_the_piece_and_not_by_the_ground() {
    let expected = "`a1-a2` is not legal (step): an ann sheep stands on a2 [M-2]";
    assert_eq!(said_in(MOOR, "a1-a2"), expected);
}

#[test]
fn the_piece_that_stands_there_says_which_move_is_meant() {
    let expected = "no ann sheep stands on d1: an ann dog stands there [M-4 M-1]";
    for text in ["d1-d3", "d1-b1", "d1-c2"] {
        assert_eq!(
            said_in(MOOR, text),
            format!("`{text}` is not legal (step): {expected}")
        );
    }
}

#[test]
fn clauses_before_a_call_are_those_of_what_is_asked_in_it() {
    assert_eq!(said_in(MOOR, "doze"), "`doze` is legal [M-2]");
}

#[test]
fn what_a_condition_rules_out_is_not_asked() {
    let (rules, _) = loaded(&MOOR.replace(
        "to turn() { ask me: step, drive, huddle,",
        "to turn() { ask me:",
    ));
    let position = rules.start().expect("it starts");
    let at = ActorAt::new(&rules, &position, Actor::Player(SeatId(0)));
    let told = why(at, &[], "a1-b1", None).expect("readable");
    assert!(
        told.reason.ends_with("you can play `doze`"),
        "{}",
        told.reason
    );
}

#[test]
fn the_clauses_of_a_kind_are_not_those_of_what_it_stands_beside() {
    let expected = "`huddle a1` is not legal: no ann dog stands next to a1 [M-5]";
    assert_eq!(said_in(MOOR, "huddle a1"), expected);
}

/// Doors are points of rows: sets, as every value of a row that is a point.
const STREET: &str = r#"
game street "Street"
players ann, bob
board 3 x 3
piece dog "d"
list house (door) { red a1; blue b2 }
move enter "{h}" {
  h in house
  when door of h is empty
  for p in door of h { dog: box -> p }
}
move wait "wait {h}" { h in house; when door of h is not in empty }
move sweep "sweep" { when row 2 is empty }
move mow "mow" { when row 1 is empty }
play { ann dog: box -> a1; repeat each player { ask me: enter, wait, sweep, mow } }
"#;

#[test]
fn a_set_lies_in_another_where_all_its_points_do() {
    let table = [
        ("blue", "`blue` is legal"),
        (
            "red",
            "`red` is not legal: a1 is not empty: an ann dog stands there",
        ),
        ("wait red", "`wait red` is legal"),
        ("sweep", "`sweep` is legal"),
        (
            "mow",
            "`mow` is not legal: a1 is not empty: an ann dog stands there",
        ),
    ];
    for (text, reason) in table {
        assert_eq!(said_in(STREET, text), format!("{reason} []"));
    }
}
