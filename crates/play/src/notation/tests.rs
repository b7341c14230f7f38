//! Writing and reading moves of the sample game.

use crate::Rules;
use crate::notation::{read, text};
use crate::reference::Evaluator;
use crate::reference::sample::{game, offered, table};
use linstock_base::Sources;
use linstock_check::Choices;
use linstock_engine::vm::Fuel;
use linstock_model::{ArgValue, Model, MoveId, SeatId};

fn names(model: &Model, input: &str) -> Vec<String> {
    let readings = read(model, input).unwrap_or_else(|e| panic!("{input}: {e}"));
    let spelled = |reading: &crate::notation::Reading| {
        format!("{} {}", model.mv(reading.mv).name, reading.text)
    };
    readings.iter().map(spelled).collect()
}

#[test]
fn what_is_written_can_be_read() {
    let model = game(6);
    let mut table = table(&model, "k.p.p. ...... .pP... PPP... ....P. ..K...");
    for me in [0, 1] {
        table.me = SeatId(me);
        let legal = Evaluator::new(&model, &table, &Fuel::default())
            .legal(&offered(&[0, 1, 2, 3, 4, 5, 6, 7]))
            .expect("no fault");
        assert!(legal.len() > 10);
        for (mv, args) in legal {
            let written = text(&model, mv, &args, table.me);
            let readings = read(&model, &written).expect("readable");
            assert!(
                readings.iter().any(|r| r.mv == mv && r.text == written),
                "{written}"
            );
        }
    }
}

#[test]
fn case_and_blanks_do_not_matter() {
    let model = game(6);
    assert_eq!(
        names(&model, " A2 -A3\t"),
        ["step a2-a3", "retreat a2-a3", "shift a2-a3"]
    );
    assert_eq!(names(&model, "a2 X b3"), ["capture a2xb3"]);
    assert_eq!(names(&model, "x  b3"), ["shot xb3"]);
    assert_eq!(names(&model, "Give   BLACK"), ["give give black"]);
    assert_eq!(names(&model, "bid 12"), ["bid bid 12"]);
    assert_eq!(names(&model, "PASS"), ["pass pass"]);
    let first = read(&model, "a2- a3").map(|readings| readings[0].text.clone());
    assert_eq!(first.as_deref(), Ok("a2-a3"));
}

#[test]
fn the_holes_are_what_the_text_names() {
    let model = game(6);
    let readings = read(&model, "bid 4").expect("readable");
    assert_eq!(
        (readings[0].mv, readings[0].holes.as_slice()),
        (MoveId(5), [ArgValue::Num(4)].as_slice())
    );
    let readings = read(&model, "give white").expect("readable");
    assert_eq!(readings[0].holes, [ArgValue::Seat(SeatId(0))]);
}

#[test]
fn what_cannot_be_read_says_what_was_expected() {
    let model = game(6);
    let message = |input| read(&model, input).expect_err("unreadable").message;
    assert_eq!(
        message("hello"),
        "moves look like `c3-c4`, `c3xc4`, `xc3`, `bid 1` or `give white`"
    );
    assert_eq!(message(""), message("hello"));
    assert_eq!(message("a2--a3"), message("hello"));
    assert_eq!(
        message("a7-a8"),
        "`a7` is not a point of this board (columns a to f, rows 1 to 6)"
    );
    assert_eq!(
        message("xk5"),
        "`k5` is not a point of this board (columns a to f, rows 1 to 6)"
    );
    assert_eq!(
        message("a02-a3"),
        "`a02` is not a point of this board (columns a to f, rows 1 to 6)"
    );
    assert_eq!(message("bid 05"), "`05` is not a plain whole number");
    assert_eq!(message("bid +5"), "moves look like `bid 1`");
    assert_eq!(
        message("bid 99999999999999999999"),
        "`99999999999999999999` is not a plain whole number"
    );
    assert_eq!(
        message("gvie 5"),
        "no move begins with `gvie`; did you mean `give`?"
    );
    assert_eq!(message("bid"), "moves look like `bid 1`");
    assert_eq!(
        message("give wihte"),
        "`wihte` does not play here; did you mean `white`?"
    );
    assert_eq!(
        message("give zoe"),
        "`zoe` does not play here; the players are `white` and `black`"
    );
}

#[test]
fn odd_texts_are_unreadable_and_harmless() {
    let model = game(6);
    let long = "a".repeat(100_000);
    let digits = format!("a{}", "1".repeat(100_000));
    for input in [
        "ä4-a5",
        "x",
        "-",
        "a2-",
        "a2xä3",
        "x x",
        "give ",
        "give ünner",
        "🂡",
        long.as_str(),
        digits.as_str(),
    ] {
        assert!(read(&model, input).is_err(), "{input}");
    }
    assert!(read(&model, &digits).expect_err("unreadable").message.len() < 200);
    let none = Model {
        board: None,
        moves: vec![],
        ..game(6)
    };
    assert_eq!(
        read(&none, "a1").expect_err("unreadable").message,
        "no move can be written in this game"
    );
}

#[test]
fn an_example_names_a_row_that_may_be_chosen() {
    let text = "game shots \"Shots\"\nplayers a, b\nlist card (rank) { ace 1; gun 2; mortar 3 }\n\
        fact heavy = gun..mortar\nremember { fired of card = 0 }\n\
        move fire \"fire {k}\" { k in heavy where fired of k is 0; fired of k = 1 }\n\
        move draw \"draw {k}\" { k in card; fired of k = 2 }\n\
        play { repeat each player { ask me: fire, draw otherwise draw \"all\" } }\n";
    let rules = Rules::load(&Sources::from([("shots.game", text)]), &Choices::default());
    let rules = rules.expect("no mistakes");
    let message = |input| read(rules.model(), input).expect_err("unreadable").message;
    assert_eq!(message("fire"), "moves look like `fire gun`");
    assert_eq!(message("draw"), "moves look like `draw ace`");
}

fn rules(head: &str, written: &str) -> Rules {
    let text = format!(
        "game x \"X\"\nplayers a, b\nremember {{ x = 0 }}\nmove go \"go {written}\" {{ {head}; x = x + 1 }}\n\
         play {{ repeat each player {{ ask me: go; if x > 9 {{ win me }} }} }}\n"
    );
    let rules = Rules::load(
        &Sources::from([("x.game", text.as_str())]),
        &Choices::default(),
    );
    rules.expect("no mistakes")
}

/// Without a separator, the boundary between two names is unknown.
#[test]
fn names_side_by_side_are_not_read_in_every_way() {
    let same = rules("n in 1..99", &"{n}".repeat(40));
    let readings = read(same.model(), &format!("go {}", "11".repeat(40))).expect("readable");
    let holes: Vec<_> = readings.iter().map(|reading| &*reading.holes).collect();
    assert_eq!(holes, [[ArgValue::Num(11); 40]]);
    assert!(read(same.model(), &format!("go {}x", "1".repeat(60))).is_err());
    let heads: Vec<_> = (0..12).map(|at| format!("n-{at} in 1..2")).collect();
    let holes: String = (0..12).map(|at| format!("{{n-{at}}}")).collect();
    let others = rules(&heads.join("; "), &holes);
    assert!(read(others.model(), "go 121212121212").is_ok());
    assert!(read(others.model(), &format!("go {}x", "1".repeat(40))).is_err());
}
