//! What variants change within declarations: the rules are those of a variant that writes the whole declaration anew.

use crate::base::Sources;
use crate::check::{Choices, check, read};
use crate::model::canonical;
use std::rc::Rc;

const GAME: &str = r#"game toll "Toll"
players white, black
options { quick yes | no = no "a short game" }
board 5 x 5 {
  white { forward north; far = row 5 }
  black { forward south; far = row 1 }
}
piece pawn "p"
list coin (worth) { penny 1; groat 4 }
zone purse of player { holds each coin; open }
remember { paid of player = 0 }
fact crossed = own pawn and @TO-5 far of me
@TO-1 move step "{here}-{there}" {
  here in own pawn
  there in @TO-2 (forwards or sideways) of here and @TO-3 empty
  @TO-4 when paid of me < 9 else "nothing is left to pay with"
  here -> there
  @TO-6 paid of me = paid of me + worth of penny
}
move rest "rest" { }
move hop "{here}+{there}" {
  here in own pawn
  there in 2 forward of here and empty
  here -> there
}
play {
  white pawn: box -> row 1
  black pawn: box -> row 5
  phase running {
    repeat each player {
      @TO-7 ask me: step, rest if paid of me > 0 otherwise win opponent "no move to make"
      @TO-8 if some crossed or quick { win me "across" }
    }
  }
  phase late {
    each player { ask me: step }
    each player { ask me: step }
  }
}
words { rest "pause"; there of step "an empty point" }
"#;

/// Returns the canonical text of the game with a variant laid over it.
fn rules(edits: &str) -> String {
    let mut sources = Sources::new();
    sources.add("toll.game", GAME);
    sources.add(
        "own.game",
        format!("variant own of toll \"Own\"\n{edits}\n"),
    );
    let choices = Choices {
        variants: vec!["own".to_owned()],
        ..Choices::default()
    };
    let work = Rc::default();
    let (files, found) = read(&sources, &work);
    match check(&files, found, (&choices, &work)) {
        Ok((model, _)) => canonical(&model),
        Err(found) => panic!(
            "{edits}\n{}",
            found.render(&sources, crate::base::Style::Plain)
        ),
    }
}

/// The phase `running` with its question, what is done after it, and what before it.
fn running(before: &str, ask: &str, after: &str) -> String {
    format!("replace phase running {{ repeat each player {{\n{before}\n{ask}\n{after}\n}} }}\n")
}

const ASK: &str =
    r#"ask me: step, rest if paid of me > 0 otherwise win opponent "no move to make""#;
const END: &str = r#"if some crossed or quick { win me "across" }"#;

fn step(there: &str, when: &str, body: &str) -> String {
    format!(
        "replace move step \"{{here}}-{{there}}\" {{\nhere in own pawn\nthere in {there}\n{when}\n{body}\n}}\n"
    )
}

const THERE: &str = "(forwards or sideways) of here and empty";
const WHEN: &str = r#"when paid of me < 9 else "nothing is left to pay with""#;
const BODY: &str = "here -> there\npaid of me = paid of me + worth of penny";

#[test]
fn statements_and_offers_are_changed_where_they_stand() {
    let plain = rules("");
    let table = [
        (
            "add hop to running",
            running("", &ASK.replace(" otherwise", ", hop otherwise"), END),
        ),
        (
            "remove rest from running",
            running("", &ASK.replace(", rest if paid of me > 0", ""), END),
        ),
        (
            "add at end of running { paid of me = 0 }",
            running("", ASK, &format!("{END}\npaid of me = 0")),
        ),
        (
            "add at start of running { paid of me = 0 }",
            running("paid of me = 0", ASK, END),
        ),
        (
            "add before TO-8 of running { paid of me = 0 }",
            running("", ASK, &format!("paid of me = 0\n{END}")),
        ),
        (
            "add after @TO-7 of running { paid of me = 0 }",
            running("", ASK, &format!("paid of me = 0\n{END}")),
        ),
        ("remove statement TO-8 of running", running("", ASK, "")),
        (
            "replace statement TO-8 of running with if quick { draw \"over\" }",
            running("", ASK, "if quick { draw \"over\" }"),
        ),
        (
            "replace ask of running with ask me: rest, hop",
            running("", "ask me: rest, hop", END),
        ),
        (
            "remove statement TO-6 of step",
            step(THERE, WHEN, "here -> there"),
        ),
        (
            "add at end of step { paid of me = 0 }",
            step(THERE, WHEN, &format!("{BODY}\npaid of me = 0")),
        ),
    ];
    for (edit, whole) in table {
        let changed = rules(edit);
        assert_eq!(changed, rules(&whole), "{edit}");
        assert_ne!(changed, plain, "{edit}");
    }
}

#[test]
fn conditions_are_changed_by_their_tags() {
    let plain = rules("");
    let table = [
        ("remove condition TO-4 of step", step(THERE, "", BODY)),
        ("remove condition of step", step(THERE, "", BODY)),
        (
            "replace condition TO-4 of step with when paid of me < 3",
            step(THERE, "when paid of me < 3", BODY),
        ),
        (
            "replace condition TO-4 of step with paid of me < 3",
            step(THERE, "when paid of me < 3", BODY),
        ),
        (
            "replace condition TO-2 of step with forward of here",
            step("forward of here and empty", WHEN, BODY),
        ),
        (
            "remove condition TO-3 of step",
            step("(forwards or sideways) of here", WHEN, BODY),
        ),
        (
            "add when quick to step",
            step(THERE, &format!("{WHEN}\nwhen quick"), BODY),
        ),
        (
            "replace condition TO-5 of crossed with row 3",
            "replace fact crossed = own pawn and row 3".to_owned(),
        ),
    ];
    for (edit, whole) in table {
        let changed = rules(edit);
        assert_eq!(changed, rules(&whole), "{edit}");
        assert_ne!(changed, plain, "{edit}");
    }
}

#[test]
fn rows_are_added_replaced_and_removed() {
    let plain = rules("");
    let coins = |rows: &str| format!("replace list coin (worth) {{ {rows} }}");
    let table = [
        (
            "add row crown 60 to coin",
            coins("penny 1; groat 4; crown 60"),
        ),
        (
            "replace row groat of coin with 5",
            coins("penny 1; groat 5"),
        ),
        ("remove row groat of coin", coins("penny 1")),
    ];
    for (edit, whole) in table {
        let changed = rules(edit);
        assert_eq!(changed, rules(&whole), "{edit}");
        assert_ne!(changed, plain, "{edit}");
    }
}

/// What offers a move that is removed, and the words for it, go with it; an `ask` without moves is what it does otherwise.
#[test]
fn what_speaks_of_a_removed_move_goes_with_it() {
    let without = running(
        "",
        "ask me: step otherwise win opponent \"no move to make\"",
        END,
    );
    assert_eq!(
        rules("remove move rest"),
        rules(&format!("remove move rest\n{without}"))
    );
    let nothing_asked = running("", "win opponent \"no move to make\"", END)
        + "replace phase late { paid of white = 0 }";
    let alone = "remove move rest\nremove move step\nreplace phase late { paid of white = 0 }";
    let whole = format!("remove move rest\nremove move step\n{nothing_asked}");
    assert_eq!(rules(alone), rules(&whole));
}
