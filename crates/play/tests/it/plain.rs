//! The plain interpreter against figures and games from elsewhere.

use linstock_base::Sources;
use linstock_check::Choices;
use linstock_engine::vm::{Fault, MoveList};
use linstock_model::{Model, SeatId};
use linstock_play::Rules;
use linstock_testing::games::{SETTINGS, model};
use linstock_testing::plain::{Over, PlainGame, PlainTurn};

/// Counts the sequences of `depth` moves.
fn perft(game: &PlainGame<'_>, depth: usize) -> usize {
    let legal = game.legal();
    if depth <= 1 {
        return legal.len();
    }
    let after = |text: &String| {
        let mut next = game.clone();
        next.play(text).expect("legal");
        perft(&next, depth - 1)
    };
    legal.iter().map(after).sum()
}

#[test]
fn the_first_moves_are_as_many_as_the_rule_sheet_says() {
    for setting in [SETTINGS[0], SETTINGS[1], SETTINGS[5]] {
        let model = setting.model();
        let game = PlainGame::start(&model).expect("no fault");
        let counts = [1, 2, 3].map(|depth| perft(&game, depth));
        assert_eq!(counts, [8, 64, 2656], "{setting:?}");
    }
}

/// Plays moves parted by blanks and returns the end.
fn played(model: &Model, moves: &str) -> Option<Over> {
    let mut game = PlainGame::start(model).expect("no fault");
    for mv in moves.split_whitespace() {
        game.play(mv)
            .unwrap_or_else(|fault| panic!("{mv}: {fault}; legal: {:?}", game.legal()));
    }
    assert_eq!(game.over().is_some(), game.turn() == PlainTurn::Over);
    game.over().cloned()
}

#[test]
fn games_end_where_their_rules_say() {
    let tic_tac_toe = SETTINGS[8].model();
    let end = played(&tic_tac_toe, "a1 b1 a2 b2")
        .is_none()
        .then(|| played(&tic_tac_toe, "a1 b1 a2 b2 a3"));
    let won = |winners: &[u8], reason: &str| Over {
        winners: winners.iter().copied().map(SeatId).collect(),
        reason: reason.to_owned(),
    };
    assert_eq!(end.flatten(), Some(won(&[0], "three in a row")));
    let full = played(&tic_tac_toe, "a1 b1 c1 a2 b2 a3 c2 c3 b3");
    assert_eq!(full, Some(won(&[], "the board is full")));
}

#[test]
fn a_position_met_for_the_third_time_is_a_draw() {
    let game = "
        game circle \"Circle\"
        players a, b
        options { repetition  threefold-draw | none  \"what it says\" }
        board 1 x 3 { }
        piece stone \"s\"
        move go \"{here}-{there}\" {
          here in own stone
          there in next to here and empty
          here -> there
        }
        play {
          a stone: box -> a1
          b stone: box -> a3
          repeat each player {
            if repetition is threefold-draw and seen 3 times { draw \"again\" }
            ask me: go
          }
        }
    ";
    let sources = Sources::from([("circle.game", game)]);
    let circle = model(&sources, &Choices::default());
    // a moves to and fro; b cannot move while a is beside it, and is passed over.
    assert!(played(&circle, "a1-a2 a2-a1 a3-a2 a2-a3").is_none());
    let end = played(&circle, "a1-a2 a2-a1 a3-a2 a2-a3 a1-a2 a2-a1 a3-a2 a2-a3");
    assert_eq!(end.map(|over| over.reason), Some("again".to_owned()));
}

#[test]
fn values_in_the_text_of_an_end_are_those_of_the_moment() {
    let game = "
        game ends \"Ends\"
        players a, b
        board 3 x 1
        piece stone \"s\"
        list card { ace; king }
        options { most 1..9 = 3 \"stones\" }
        remember { turns = 0; paid of player = 0; best = none : card }
        fact taken(p) = count stone of p
        to finish(n, k) { if n >= most { draw \"{n} of {most}, the last with {k}\" } }
        move go \"{here}:{k}\" {
          here in empty
          k in card
          stone: box -> here
          turns = turns + 1
          if here is b1 { win opponent \"{me} took {here} with {k}: {taken(me)} to {paid of opponent}, {best}\" }
          best = k
          finish(turns, k)
        }
        move pay \"pay\" { paid of me = paid of me + 1 }
        play {
          repeat each player {
            ask me: go, pay
            if paid of me > 1 { win me \"{me} has paid {paid of me}\" }
            if paid of me is 1 and turns is 2 { ask players: pay; win players \"{paid of a} and {paid of b}\" }
          }
        }
    ";
    let sources = Sources::from([("ends.game", game)]);
    let model = model(&sources, &Choices::default());
    let rules = Rules::load(&sources, &Choices::default()).expect("no mistakes");
    for (moves, said) in [
        ("a1:ace b1:king", "b took b1 with king: 1 to 0, ace"),
        ("pay b1:ace", "b took b1 with ace: 1 to 1, none"),
        ("pay pay pay", "a has paid 2"),
        ("a1:ace pay c1:ace pay", "b has paid 2"),
        ("a1:ace c1:king pay pay pay", "2 and 1"),
    ] {
        let plain = played(&model, moves).expect("over").reason;
        let mut state = rules.start().expect("no fault");
        for text in moves.split_whitespace() {
            let mv = rules.find(&state, text).expect("listed").expect("legal");
            rules.apply(&mut state, mv).expect("no fault");
        }
        let outcome = rules.outcome(&state).expect("over");
        assert_eq!((plain.as_str(), outcome.reason.as_str()), (said, said));
    }
}

#[test]
fn loops_phases_and_last_do_what_they_say() {
    let game = "
        game loops \"Loops\"
        players a, b, c
        remember {
          rounds = 0
          turns of player = 0
        }
        move go \"go\" { turns of me = turns of me + 1 }
        move stop \"stop\" { }
        play {
          phase first {
            repeat {
              each player from b where turns of me < 2 {
                ask me: go, stop
                if last is stop { leave first }
              }
              rounds = rounds + 1
            }
          }
          repeat 2 times { each player { ask me: go if rounds < 1, stop } }
          win c \"done\"
        }
    ";
    let sources = Sources::from([("loops.game", game)]);
    let loops = model(&sources, &Choices::default());
    let mut game = PlainGame::start(&loops).expect("no fault");
    let mut turns = Vec::new();
    for mv in [
        "go", "go", "go", "go", "go", "stop", "stop", "stop", "stop", "stop", "stop", "stop",
    ] {
        assert!(game.over().is_none(), "{turns:?}");
        turns.push((game.table.me.0, game.legal().len()));
        game.play(mv).expect("legal");
    }
    let first = [(1, 2), (2, 2), (0, 2), (1, 2), (2, 2), (0, 2)];
    let second = [(0, 1), (1, 1), (2, 1), (0, 1), (1, 1), (2, 1)];
    assert_eq!(turns, [first, second].concat());
    assert_eq!(
        game.over().map(|over| over.winners.clone()),
        Some(vec![SeatId(2)])
    );
    assert_eq!(game.play("stop"), Err(Fault::Illegal));
}

#[test]
fn all_of_a_routine_is_done_where_nothing_can_be_chosen() {
    let game = "
        game idle \"Idle\"
        players a, b
        remember { turns = 0; luck of player = 1 }
        move rest \"rest\" { when luck of me > 0 }
        to both { turns = turns + 1; luck of me = 2 }
        play {
          forget luck of a, luck of b
          luck of a = 0
          ask me: rest otherwise both()
          if turns is 1 and luck of me is 2 { win me \"both\" }
        }
    ";
    let sources = Sources::from([("idle.game", game)]);
    let idle = model(&sources, &Choices::default());
    assert_eq!(
        played(&idle, "").map(|over| over.reason),
        Some("both".to_owned())
    );
}

#[test]
fn a_fault_leaves_the_game_as_it_was() {
    let game = "
        game clash \"Clash\"
        players a, b
        board 2 x 2 { }
        piece stone \"s\"
        move put \"{there}\" {
          there in everything
          stone: box -> a1
          stone: box -> there
        }
        play { repeat each player { ask me: put } }
    ";
    let sources = Sources::from([("clash.game", game)]);
    let clash = model(&sources, &Choices::default());
    let mut game = PlainGame::start(&clash).expect("no fault");
    let before = game.table.clone();
    assert!(matches!(game.play("a1"), Err(Fault::Statement(..))));
    assert_eq!((&game.table, game.legal().len()), (&before, 4));
    assert_eq!(game.play("b2"), Ok(()));
}

#[test]
fn a_fault_is_told_when_the_move_is_played_and_not_when_what_it_leaves_is_tried() {
    let game = "
        game clash \"Clash\"
        players a, b
        board 2 x 1
        piece man \"m\"
        move come \"come\" { leaves some man; man: box -> a1 }
        play { repeat 2 times { each player { ask me: come } } }
    ";
    let sources = Sources::from([("clash.game", game)]);
    let clash = model(&sources, &Choices::default());
    let rules = Rules::load(&sources, &Choices::default()).expect("no mistakes");
    let mut game = PlainGame::start(&clash).expect("no fault");
    let mut position = rules.start().expect("it starts");
    assert_eq!(game.play("come"), Ok(()));
    let come = rules.find(&position, "come").expect("no fault");
    rules
        .apply(&mut position, come.expect("legal"))
        .expect("no fault");
    assert_eq!(game.legal().join(" "), "come");
    let come = rules
        .find(&position, "come")
        .expect("no fault")
        .expect("legal");
    assert!(matches!(game.play("come"), Err(Fault::Statement(..))));
    assert!(rules.apply(&mut position, come).is_err());
}

#[test]
fn a_player_learns_which_move_was_made_last() {
    let game = "
        game passes \"Passes\"
        players a, b
        move go \"go\" { }
        move hold \"hold\" { when last is go }
        move pass \"pass\" { leaves last is pass }
        move roll \"roll\" { }
        move show \"show\" { }
        play {
          each player { ask me: go if last is not pass, hold, pass }
          ask me: go, hold
          ask chance: roll
          ask me: hold, show if last is roll
          ask players: show if last is show, hold
          ask me: go, show if last is show
        }
    ";
    let sources = Sources::from([("passes.game", game)]);
    let passes = model(&sources, &Choices::default());
    let rules = Rules::load(&sources, &Choices::default()).expect("no mistakes");
    let (mut position, mut moves) = (rules.start().expect("it starts"), MoveList::default());
    let mut game = PlainGame::start(&passes).expect("no fault");
    let expected = [
        ("pass", "go pass"),
        ("pass", "pass"),
        ("go", "go"),
        ("roll", "roll"),
        ("show", "show"),
        ("show", "show"),
        ("show", "show"),
        // Of moves that were chosen at once, none was made last.
        ("go", "go"),
    ];
    for (mv, legal) in expected {
        assert_eq!(game.legal().join(" "), legal);
        rules.moves_into(&position, &mut moves).expect("no fault");
        assert_eq!(moves.len(), game.legal().len(), "{legal}");
        let written = rules.find(&position, mv).expect("no fault");
        rules
            .apply(&mut position, written.expect("legal"))
            .expect("legal");
        game.play(mv).expect("legal");
    }
}
