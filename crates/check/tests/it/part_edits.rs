//! What variants change within declarations: the rules are those of a variant that writes the whole declaration anew.

use linstock_base::Sources;
use linstock_check::{Choices, check, read};
use linstock_model::canonical;
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
move twice "{here}~{there}" {
  here in own pawn where @TO-9 (far of me is empty)
  there in @TO-9 sideways of here and empty
  @TO-9 when paid of me < 5
  when quick
  @TO-9 here -> there
  @TO-9 paid of me = paid of me + 1
  paid of opponent = 0
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
    each player { ask me: step, twice }
    each player { ask me: step }
  }
  phase asking { each player { ask me: step otherwise ask me: rest } }
}
words { rest "pause"; there of step "an empty point" }
"#;

/// Returns the canonical text of the game with a variant laid over it.
fn rules(edits: &str) -> String {
    rules_of(GAME, edits)
}

fn rules_of(game: &str, edits: &str) -> String {
    let mut sources = Sources::new();
    sources.add("toll.game", game);
    sources.add(
        "own.game",
        format!("variant own of toll \"Own\"\n{edits}\n"),
    );
    let choices = Choices {
        variants: vec!["own".to_owned()],
        ..Choices::default()
    };
    let fuel = Rc::default();
    let (files, found) = read(&sources, &fuel);
    match check(&files, found, (&choices, &fuel)) {
        Ok((model, _)) => canonical(&model),
        Err(found) => panic!(
            "{edits}\n{}",
            found.render(&sources, linstock_base::Style::Plain)
        ),
    }
}

/// The phase `running` with its question, what is done after it, and what before it.
fn running(before: &str, ask: &str, after: &str) -> String {
    format!("replace phase running {{ repeat each player {{\n{before}\n{ask}\n{after}\n}} }}\n")
}

const ASK: &str =
    r#"ask me: step, rest if paid of me > 0 otherwise win opponent "no move to make""#;
const NESTED: &str = "each player { ask me: step otherwise ask me: rest }";
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
        (
            "add hop to asking",
            format!(
                "replace phase asking {{ {} }}",
                NESTED.replace("step", "step, hop")
            ),
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

/// The move in which several parts carry one tag.
fn twice(heads: &str, body: &str) -> String {
    format!("replace move twice \"{{here}}~{{there}}\" {{\n{heads}\n{body}\n}}\n")
}

#[test]
fn parts_go_by_numbers_and_lines_by_what_they_choose() {
    let plain = rules("");
    let here = "here in own pawn where far of me is empty";
    let there = "there in sideways of here and empty";
    let (first, second) = ("when paid of me < 5", "when quick");
    let heads = format!("{here}\n{there}\n{first}\n{second}");
    let (goes, pays, takes) = (
        "here -> there",
        "paid of me = paid of me + 1",
        "paid of opponent = 0",
    );
    let body = format!("{goes}\n{pays}\n{takes}");
    let late = |first: &str, second: &str| {
        format!("replace phase late {{ each player {{ {first} }}\neach player {{ {second} }} }}")
    };
    let (both, step) = ("ask me: step, twice", "ask me: step");
    let table = [
        (
            "remove statement 2 of TO-9 of twice",
            twice(&heads, &format!("{goes}\n{takes}")),
        ),
        (
            "replace statement 3 of twice with paid of opponent = 1",
            twice(&heads, &format!("{goes}\n{pays}\npaid of opponent = 1")),
        ),
        (
            "add after 1 of TO-9 of twice { paid of white = 0 }",
            twice(
                &heads,
                &format!("{goes}\npaid of white = 0\n{pays}\n{takes}"),
            ),
        ),
        (
            "add before statement 1 of twice { paid of white = 0 }",
            twice(&heads, &format!("paid of white = 0\n{body}")),
        ),
        (
            "replace condition 2 of TO-9 of twice with forward of here",
            twice(&heads.replace("sideways", "forward"), &body),
        ),
        (
            "replace condition 2 of twice with not quick",
            twice(&heads.replace("when quick", "when not quick"), &body),
        ),
        (
            "remove condition 3 of TO-9 of twice",
            twice(&format!("{here}\n{there}\n{second}"), &body),
        ),
        (
            "replace condition here of twice with here in own pawn and row 1",
            twice(
                &format!("here in own pawn and row 1\n{there}\n{first}\n{second}"),
                &body,
            ),
        ),
        ("add hop to ask 2 of late", late(both, "ask me: step, hop")),
        (
            "remove step from ask 1 of late",
            late("ask me: twice", step),
        ),
        (
            "replace ask 2 of late with ask me: rest",
            late(both, "ask me: rest"),
        ),
        (
            "add before ask 1 of late { paid of me = 0 }",
            late(&format!("paid of me = 0\n{both}"), step),
        ),
    ];
    for (edit, whole) in table {
        let changed = rules(edit);
        assert_eq!(changed, rules(&whole), "{edit}");
        assert_ne!(changed, plain, "{edit}");
    }
}

/// A move may be called like a direction, which goes on to mean what it means.
#[test]
fn a_move_is_called_like_a_direction() {
    let edits = |name: &str| {
        format!(
            "move {name} \"{{here}}={{there}}\" {{ here in own pawn; there in sideways of here and empty; here -> there }}\n\
             add {name} to running\nadd at end of running {{ if last is {name} {{ paid of me = 0 }} }}\n"
        )
    };
    let called_so = rules(&edits("sideways")).replace("\"sideways\"", "\"aside\"");
    assert_eq!(called_so, rules(&edits("aside")));
}

/// What is remembered is replaced one by one, where it stands, or removed.
#[test]
fn remembered_values_get_another_start() {
    let changed = rules("replace remember { paid of player = 2 }");
    let start = "paid of player = 0";
    assert_eq!(
        changed,
        rules_of(&GAME.replace(start, "paid of player = 2"), "")
    );
    assert_ne!(changed, rules(""));
    let unused = GAME.replace(start, "paid of player = 0; spare = 1");
    assert_eq!(rules_of(&unused, "remove remember spare"), rules(""));
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

/// A variant that removes a value need not change the line that hides it.
#[test]
fn a_removed_value_needs_no_hiding() {
    let hidden = "remember { kept = 0 }\nstatus hides kept\nwords {";
    let game = GAME.replacen("words {", hidden, 1);
    assert_eq!(rules_of(&game, "remove remember kept"), rules(""));
}
