//! The messages for mistakes in variants and scenarios.

use crate::tests::{in_scenarios, in_variant};
use insta::assert_snapshot;

#[test]
fn mistakes_in_variants() {
    assert_snapshot!(in_variant("set first to dark\nset shot-over\nset = no"), @"
    error[E0131]: expected a value after `shot-over`, found the end of the line
     --> v.game:3:14
      |
    3 | set shot-over
      |              ^ here
      |
      = help: a new default looks like: set first dark

    error[E0131]: expected a name after `set`, found `=`
     --> v.game:4:5
      |
    4 | set = no
      |     ^ not expected here
      |
      = help: a new default looks like: set first dark
    ");
    assert_snapshot!(in_variant("replace soldier"), @r##"
    error[E0185]: the kind of part is missing before `soldier`
     --> v.game:2:9
      |
    2 | replace soldier
      |         ^^^^^^^
      |
      = help: as in: replace fact soldier = …, replace move soldier "…" { … }, replace phase soldier { … }
    "##);
    assert_snapshot!(in_variant("rename player dark black"), @"
    error[E0131]: expected `to` after `dark`, found `black`
     --> v.game:2:20
      |
    2 | rename player dark black
      |                    ^^^^^ not expected here
      |
      = help: a renaming looks like: rename player dark to black, light to white
    ");
}

#[test]
fn a_change_that_is_said_otherwise_is_told_how_it_is_said() {
    let table = [
        (
            "add move swim \"{s}\" { s in lake }",
            "leave `add` out, as in a game: move step",
        ),
        (
            "add piece tower \"t\" on top",
            "leave `add` out, as in a game: piece pawn",
        ),
        (
            "add fact near = next to own",
            "leave `add` out, as in a game: fact near(p)",
        ),
        (
            "add remember { turns = 0 }",
            "leave `add` out, as in a game: remember {",
        ),
        ("add move swim to battle", "write `add swim to battle`"),
        (
            "add phase storm { leave storm }",
            "a phase is a statement; to add it, write",
        ),
        (
            "add condition shifts of me < 3 to shift",
            "add when shifts of me < 3 to shift",
        ),
        (
            "add statement shifts of me = 0 to shift",
            "add at end of battle { … }",
        ),
        (
            "add row gold 3 in card",
            "to add a row, write: add row gold 3, 1 to card",
        ),
        ("add swim into battle", "write `add swim to …`"),
        ("replace near = next to own", "as in: replace fact near = …"),
        ("replace move pass with \"pass\" { }", "replace move step"),
        (
            "replace CA-14 of step with everything",
            "write `replace condition CA-14 of … with …`",
        ),
        (
            "replace @CA-14 of step with everything",
            "write `replace condition CA-14 of … with …`",
        ),
        (
            "replace condition CA-14 of step by everything",
            "replace condition CA-14 of step with",
        ),
        ("replace moev pass \"pass\" { }", "did you mean `move`?"),
        ("remove pass", "as in: remove move pass"),
        (
            "remove CA-14 from step",
            "write `remove condition CA-14 of …`",
        ),
        (
            "remove condition CA-14 from step",
            "to remove a condition, write",
        ),
        ("option goal 200", "set goal 200"),
        ("change near = next to own", "did you mean `replace`?"),
        ("delete move pass", "did you mean `remove`?"),
        (
            "insert move pass \"pass\" { }",
            "declare new parts as in a game",
        ),
    ];
    for (edit, hint) in table {
        let told = in_variant(edit);
        assert!(told.contains(hint), "{edit}\n{told}");
        assert_eq!(told.matches("error[").count(), 1, "{edit}\n{told}");
    }
}

#[test]
fn mistakes_in_scenarios() {
    assert_snapshot!(in_scenarios("scenario \"a\"\nplya a1"), @"
    error[E1002]: expected a line of a scenario, found `plya`
     --> s.scn:3:1
      |
    3 | plya a1
      | ^^^^ no line begins with this
      |
      = help: did you mean `play`?
    ");
    assert_snapshot!(in_scenarios("scenario \"a\"\nexpect light wins \"most forts\""), @r##"
    error[E0180]: a text cannot follow `wins`
     --> s.scn:3:19
      |
    3 | expect light wins "most forts"
      |                   ^^^^^^^^^^^^
      |
      = help: the clause that decides may follow: expect white wins because @R-5; the transcript contains the text of the result
    "##);
    assert_snapshot!(in_scenarios("scenario \"a\"\nrefuse a1 because CA-1"), @"
    error[E0131]: expected a tag, found `CA-1`
     --> s.scn:3:19
      |
    3 | refuse a1 because CA-1
      |                   ^^^^ not a tag
      |
      = help: write `@CA-1`
    ");
    assert_snapshot!(in_scenarios("scenario a\nplay b\nexpect x = y\nexpect dark moves"), @r##"
    error[E0131]: expected a text in quotes after `scenario`, found `a`
     --> s.scn:2:10
      |
    2 | scenario a
      |          ^ not expected here
      |
      = help: write a text in quotes: "a"

    error[E0132]: expected `is`, found `=`
     --> s.scn:4:10
      |
    4 | expect x = y
      |          ^ write `is`
      |
      = help: `=` changes a value; compare two values with `is`, as in `x is 3`
    "##);
    assert_snapshot!(in_scenarios("scenario \"a\"\nplay a\ngiven at b, c to move\nfor x"), @r##"
    error[E1003]: this line must be before the first step of its scenario
     --> s.scn:4:1
      |
    4 | given at b, c to move
      | ^^^^^^^^^^^^^^^^^^^^^
      |
      = help: move it up, right under the title

    error[E1055]: a scenario file is for one game
     --> s.scn:5:1
      |
    5 | for x
      | ^^^^^
      |
      = help: write `for` once, at the head of the file
    "##);
    assert_snapshot!(in_scenarios("scenario \"a\"\nmoves a b c\nmoves count x\nmoves are"), @"
    error[E0131]: expected `count`, `from`, `are` or `include`, found `a`
     --> s.scn:3:7
      |
    3 | moves a b c
      |       ^ not expected here
      |
      = help: the list of moves looks like: moves are a8-a7 a8-b7

    error[E0131]: expected a number after `count`, found `x`
     --> s.scn:4:13
      |
    4 | moves count x
      |             ^ not expected here
      |
      = help: the list of moves looks like: moves are a8-a7 a8-b7

    error[E0131]: expected a move as it is written in play after `are`, found the end of the line
     --> s.scn:5:10
      |
    5 | moves are
      |          ^ here
      |
      = help: the list of moves looks like: moves are a8-a7 a8-b7
    ");
    assert_snapshot!(in_scenarios("scenario \"a\"\nas b\nas b take\nrefuse as b\nseen b: x\nseen by b"), @"
    error[E0131]: expected `play` after `b`, found the end of the line
     --> s.scn:3:5
      |
    3 | as b
      |     ^ here
      |
      = help: a player's line of moves looks like: as b play take 3

    error[E0131]: expected `play` after `b`, found `take`
     --> s.scn:4:6
      |
    4 | as b take
      |      ^^^^ not expected here
      |
      = help: a player's line of moves looks like: as b play take 3

    error[E0131]: expected a move as it is written in play after `b`, found the end of the line
     --> s.scn:5:12
      |
    5 | refuse as b
      |            ^ here
      |
      = help: a refusal looks like: refuse d7-d9 because @CA-15

    error[E0131]: expected `by` after `seen`, found `b`
     --> s.scn:6:6
      |
    6 | seen b: x
      |      ^ not expected here
      |
      = help: what a player sees looks like: seen by b: deal a

    error[E0131]: expected `:` after `b`, found the end of the line
     --> s.scn:7:10
      |
    7 | seen by b
      |          ^ here
      |
      = help: what a player sees looks like: seen by b: deal a
    ");
    assert_snapshot!(in_scenarios("scenario \"a\"\nchance are heads\nchance are a = 1/2, b = x, = 1, c = 3/2, d = 1/0"), @"
    error[E0105]: expected an outcome and its probability
     --> s.scn:3:12
      |
    3 | chance are heads
      |            ^^^^^
      |
      = help: for example: heads = 1/2

    error[E0105]: expected an outcome and its probability
     --> s.scn:4:21
      |
    4 | chance are a = 1/2, b = x, = 1, c = 3/2, d = 1/0
      |                     ^^^^^
      |
      = help: for example: heads = 1/2

    error[E0105]: expected an outcome and its probability
     --> s.scn:4:28
      |
    4 | chance are a = 1/2, b = x, = 1, c = 3/2, d = 1/0
      |                            ^^^
      |
      = help: for example: heads = 1/2

    error[E0105]: expected an outcome and its probability
     --> s.scn:4:33
      |
    4 | chance are a = 1/2, b = x, = 1, c = 3/2, d = 1/0
      |                                 ^^^^^^^
      |
      = help: for example: heads = 1/2

    error[E0105]: expected an outcome and its probability
     --> s.scn:4:42
      |
    4 | chance are a = 1/2, b = x, = 1, c = 3/2, d = 1/0
      |                                          ^^^^^^^
      |
      = help: for example: heads = 1/2
    ");
    assert_snapshot!(in_scenarios("scenario \"a\"\ngiven at battle, light to move \"\"\"\n . .\n . .\nmoves are a\nscenario \"b\"\ngiven at b, c to move \"\"\"\n .\n\"\"\""), @r##"
    error[E0102]: this picture has no closing `"""`
     --> s.scn:3:32
      |
    3 | given at battle, light to move """
      |                                ^^^
      |
      = help: a picture ends with `"""` on a line of its own
    "##);
}

#[test]
fn what_must_hold_stands_after_expect() {
    assert_snapshot!(in_scenarios("scenario \"s\"\nscore of white is 8"), @"
    error[E1002]: expected a line of a scenario, found `score`
     --> s.scn:3:1
      |
    3 | score of white is 8
      | ^^^^^ no line begins with this
      |
      = help: write a condition after `expect`: expect score of white is 8
    ");
}
