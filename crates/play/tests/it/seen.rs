//! `seen`: which place counts a position, in the compiled rules and in the plain interpreter.

use linstock_base::{Sources, Style};
use linstock_check::Choices;
use linstock_play::Rules;
use linstock_testing::plain::PlainGame;
use linstock_testing::side_by_side;

/// A stone that goes to and fro; the sequence of play and the move are the case's.
fn game(body: &str, play: &str) -> Rules {
    let game = format!(
        "
        game circle \"Circle\"
        players a, b
        board 4 x 1 {{ }}
        piece stone \"s\"
        remember {{ rare = 0; often = 0, not counted by seen; again = no, not counted by seen; guest = none : player, not counted by seen }}
        move go \"{{here}}-{{there}}\" {{
          here in stone
          there in next to here and empty
          here -> there
          {body}
        }}
        move stay \"stay\" {{ when not seen 3 times }}
        move wait \"wait\" {{ ask me: stay, go if not seen 2 times }}
        play {{ a stone: box -> a1; {play} }}
        "
    );
    let sources = Sources::from([("circle.game", game)]);
    Rules::load(&sources, &Choices::default())
        .unwrap_or_else(|found| panic!("{}", found.render(&sources, Style::Plain)))
}

/// Plays moves parted by blanks by both, and returns how it ended, or what went wrong.
fn played(rules: &Rules, moves: &str) -> [String; 2] {
    let mut state = rules.start().expect("no fault");
    let mut plain = PlainGame::start(rules.model()).expect("no fault");
    let mut told = [String::new(), String::new()];
    for text in moves.split_whitespace() {
        let mv = rules.find(&state, text).expect("listed");
        told[0] = match mv.map(|mv| rules.apply(&mut state, mv)) {
            Some(Ok(())) => rules
                .outcome(&state)
                .map_or_else(String::new, |end| end.reason),
            Some(Err(fault)) => fault.to_string(),
            None => format!("{text} is not legal"),
        };
        told[1] = match plain.play(text) {
            Ok(()) => plain
                .over()
                .map_or_else(String::new, |end| end.reason.clone()),
            Err(linstock_engine::vm::Fault::Illegal) => format!("{text} is not legal"),
            Err(fault) => fault.to_string(),
        };
    }
    told
}

const TWO_QUESTIONS: &str =
    "repeat { if some (b1 and stone) { ask a: go, wait } else { ask a: wait, go } }";

#[test]
fn a_statement_in_a_move_is_one_place_whichever_question_offers_the_move() {
    let rules = game(
        "if seen 2 times { draw \"the second time\" }",
        "repeat { ask a: go; ask a: go; ask a: go }",
    );
    // b1 comes up in the body of the first question's move, and again in that of the third's.
    assert_eq!(played(&rules, "a1-b1 b1-c1 c1-d1"), ["", ""]);
    assert_eq!(played(&rules, "a1-b1 b1-c1 c1-b1"), ["the second time"; 2]);
    assert_eq!(played(&rules, "a1-b1 b1-a1 a1-b1"), ["the second time"; 2]);
    assert_eq!(
        played(&rules, "a1-b1 b1-c1 c1-d1 d1-c1"),
        ["the second time"; 2]
    );
}

#[test]
fn a_question_in_a_move_is_one_place_whichever_question_offers_the_move() {
    let rules = game("", "repeat { ask a: wait; ask a: wait }");
    assert_eq!(played(&rules, "wait stay wait"), ["", ""]);
    assert_eq!(played(&rules, "wait a1-b1 wait"), ["", ""]);
    // The question within was asked with the stone on a1 before.
    assert_eq!(
        played(&rules, "wait stay wait a1-b1"),
        ["a1-b1 is not legal"; 2]
    );
    assert_eq!(
        played(&rules, "wait stay wait stay wait stay"),
        ["stay is not legal"; 2]
    );
}

#[test]
fn every_statement_that_asks_counts() {
    for (body, said) in [
        (
            "rare = 1 if seen 2 times else 0; if rare is 1 { draw \"rare\" }",
            "rare",
        ),
        ("again = seen 2 times; if again { draw \"again\" }", "again"),
        ("must not seen 2 times \"not twice\"", "not twice"),
        (
            "repeat (1 if seen 2 times else 0) times { draw \"repeated\" }",
            "repeated",
        ),
        (
            "guest = (a if seen 2 times else none); if guest is a { draw \"a guest\" }",
            "a guest",
        ),
        (
            "each player where seen 3 times { draw \"for each\" }",
            "for each",
        ),
        (
            "if no stone { draw \"no\" } else if seen 2 times { draw \"otherwise\" }",
            "otherwise",
        ),
    ] {
        let rules = game(body, "repeat { ask a: go; ask a: go; ask a: go }");
        let [compiled, plain] = played(&rules, "a1-b1 b1-a1 a1-b1");
        let [later, plain_later] = played(&rules, "a1-b1 b1-a1 a1-b1 b1-a1 a1-b1");
        let both = format!("{compiled}|{plain}|{later}|{plain_later}");
        assert!(compiled == plain && later == plain_later, "{body}: {both}");
        assert!(
            later.contains(said) || compiled.contains(said),
            "{body}: {both}"
        );
    }
}

#[test]
fn random_games_that_count_positions_are_the_same() {
    for (body, play) in [
        ("if seen 2 times { often = often + 1 }", TWO_QUESTIONS),
        (
            "rare = 1 if seen 3 times else 0; if seen 5 times { draw \"five\" }",
            TWO_QUESTIONS,
        ),
        (
            "if seen 2 times and rare is 0 { ask a: stay }",
            "repeat each player { ask me: go, wait }",
        ),
    ] {
        let rules = game(body, play);
        let plies = side_by_side::compare(&rules, rules.model(), 10);
        assert!(
            plies.is_ok_and(|plies| plies.iter().sum::<usize>() > 100),
            "{body}"
        );
    }
}

#[test]
fn a_number_that_only_a_picture_shows_tells_no_positions_apart() {
    let game = |look: &str| {
        format!(
            "
            game circle \"Circle\"
            players a, b
            board 4 x 1 {{ }}
            piece stone \"s\"
            remember {{ moved = 0 }}
            move go \"{{here}}-{{there}}\" {{
              here in stone
              there in next to here and empty
              here -> there
              moved = moved + 1
            }}
            play {{ a stone: box -> a1; repeat {{ ask a: go; if seen 2 times {{ draw \"again\" }} }} }}
            {look}
            "
        )
    };
    for look in ["", "look { moved drawn as die }"] {
        let sources = Sources::from([("circle.game", game(look))]);
        let rules = Rules::load(&sources, &Choices::default());
        let rules =
            rules.unwrap_or_else(|found| panic!("{}", found.render(&sources, Style::Plain)));
        let told = played(&rules, "a1-b1 b1-a1 a1-b1");
        assert_eq!(told, ["again"; 2], "{look}");
    }
}
