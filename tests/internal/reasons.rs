//! Reasons in the rules' own words: which sentence is said, what is filled in, which clauses go with it.

use crate::base::Sources;
use crate::check::Choices;
use crate::ir::Rules;
use crate::model::SeatId;
use crate::play::{Actor, explain::why};
use crate::vm::{Position, Turn};

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

fn game() -> (Rules, Position, Sources) {
    let sources = Sources::from([("pens.game", GAME)]);
    let rules = Rules::load(&sources, &Choices::default())
        .unwrap_or_else(|found| panic!("{}", found.render(&sources, crate::base::Style::Plain)));
    let position = rules.start().expect("it starts");
    (rules, position, sources)
}

fn said(text: &str) -> String {
    let (rules, position, sources) = game();
    assert_eq!(rules.turn(&position), Turn::Players(vec![SeatId(0)]));
    let actor = Actor::Player(SeatId(0));
    let why = why(&rules, &position, (actor, &[]), text, Some(&sources)).expect("readable");
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
            "`b2-b3` is not a legal step: ann has no sheep on b2 [P-2 P-1]",
        ),
        (
            "b1-c1",
            "`b1-c1` is not a legal step: somebody stands on c1 [P-3 P-1]",
        ),
        (
            "b1-b2",
            "`b1-b2` is not a legal step: ann has 3 steps, and more than 3 are needed [P-4 P-1]",
        ),
        (
            "leap b1",
            "`leap b1` is not a legal leap: the sheep on b1 is 2 years old, too young to leap []",
        ),
        (
            "graze d4",
            "`graze d4` is not a legal graze: nothing is free beside a1 []",
        ),
        ("rest", "`rest` is not a legal rest: nobody is tired yet []"),
        (
            "pen narrow",
            "`pen narrow` is not a legal pen: narrow is full []",
        ),
        (
            "tally 7",
            "`tally 7` is not a legal tally: 7 is too many to tally []",
        ),
        (
            "shear c1",
            "`shear c1` is not a legal shear: c1 is young []",
        ),
    ] {
        assert_eq!(said(text), expected);
    }
}
