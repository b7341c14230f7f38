//! Facts without values are written out once: they mean the same wherever they stand, except where they must not.

use linstock_base::{Sources, Style};
use linstock_check::Choices;
use linstock_engine::vm::MoveList;
use linstock_play::Rules;
use std::fmt::Write as _;

/// Checks rules and counts the moves at the start; tells all mistakes if there are some.
fn moves(text: &str, options: &[(&str, &str)]) -> Result<usize, String> {
    let sources = Sources::from([("x.game", text)]);
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let choices = Choices {
        options: options.iter().map(owned).collect(),
        ..Choices::default()
    };
    let rules = Rules::load(&sources, &choices);
    let rules = rules.map_err(|found| found.render(&sources, Style::Plain))?;
    let start = rules.start().expect("it begins");
    let mut moves = MoveList::default();
    rules
        .moves_into(&start, &mut moves)
        .expect("they can be listed");
    Ok(moves.len())
}

/// A branch that the options rule out is read on the largest board.
#[test]
fn a_fact_in_a_branch_that_is_ruled_out_is_not_that_of_the_board() {
    let text = "game x \"X\"\nplayers a, b\noptions { size 3..9 = 4 \"points\" }\nboard size x size\npiece man \"m\"\n\
        fact whole = everything\n\
        move put \"{p}\" { p in (whole and i9 if size is 9 else whole) and whole; man: box -> p }\n\
        play { repeat each player { ask me: put otherwise draw \"full\" } }\n";
    assert_eq!(moves(text, &[]), Ok(16));
    assert_eq!(moves(text, &[("size", "3")]), Ok(9));
    assert_eq!(moves(text, &[("size", "9")]), Ok(1));
}

/// The check reports an expression that is too deep, also if its deep part was written out before at a shallower place.
#[test]
fn a_fact_that_is_known_still_lies_too_deep() {
    let text = |first: &str, last: usize| {
        let mut facts = "fact f0 = empty\n".to_owned();
        for n in 1..=last {
            let _ = writeln!(facts, "fact f{n} = f{} or a1", n - 1);
        }
        format!(
            "game x \"X\"\nplayers a, b\nboard 3 x 3\npiece man \"m\"\n{facts}\
             move put \"{{p}} {{q}}\" {{ p in {first}; q in f{last}; man: box -> p }}\n\
             play {{ repeat each player {{ ask me: put otherwise draw \"full\" }} }}\n"
        )
    };
    assert_eq!(moves(&text("f59", 60), &[]), Ok(81));
    let alone = moves(&text("empty", 159), &[]).expect_err("too deep");
    let after = moves(&text("f80", 159), &[]).expect_err("too deep");
    for told in [alone, after] {
        assert!(told.contains("are nested too deeply"), "{told}");
    }
}
