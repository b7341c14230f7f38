//! The messages for typical mistakes.

use crate::tests::in_cannon;
use insta::assert_snapshot;

#[test]
fn misspelt_words() {
    assert_snapshot!(in_cannon("move step", "mvoe step"), @r##"
    error[E0118]: expected a declaration, found `mvoe`
      --> cannon.game:53:8
       |
    53 | @CA-12 mvoe step "{here}-{there}" {
       |        ^^^^ no declaration begins like this
       |
       = help: did you mean `move`?
    "##);
    assert_snapshot!(in_cannon("otherwise win", "otherwsie win"), @r##"
    error[E0163]: expected a statement, found `otherwsie`
      --> cannon.game:95:21
       |
    95 |         @CA-23 @B13 otherwsie win opponent "no move to make"
       |                     ^^^^^^^^^ no statement begins like this
       |
       = help: did you mean `otherwise`?
    "##);
    assert_snapshot!(in_cannon("ask me: step, capture", "aks me: step, capture"), @"
    error[E0163]: expected a statement, found `aks`
      --> cannon.game:94:21
       |
    94 |       @CA-11 @CA-21 aks me: step, capture, retreat, shift, shot
       |                     ^^^ no statement begins like this
       |
       = help: did you mean `ask`?
    ");
    assert_snapshot!(in_cannon("repeat each player from", "repeat each plaeyr from"), @"
    error[E0131]: expected `times` after `plaeyr`, found `from`
      --> cannon.game:92:31
       |
    92 |     @CA-10 repeat each plaeyr from first {
       |                               ^^^^ not expected here
       |
       = help: did you mean `player` instead of `plaeyr`?
    ");
    assert_snapshot!(in_cannon("here  in own soldier", "here inn own soldier"), @"
    error[E0131]: expected `:`, `=`, `->` or the end of the line, found `own`
      --> cannon.game:54:12
       |
    54 |   here inn own soldier
       |            ^^^ not expected here
       |
       = help: did you mean `in` instead of `inn`?
    ");
}

#[test]
fn signs_of_other_languages() {
    assert_snapshot!(in_cannon("repetition is threefold", "repetition == threefold"), @r##"
    error[E0132]: expected `is`, found `==`
      --> cannon.game:93:32
       |
    93 |       @CA-26 @B9 if repetition == threefold-draw and seen 3 times { draw "the same position for the third time" }
       |                                ^^ write `is`
       |
       = help: equality is written `is`, as in `x is 3`
    "##);
    assert_snapshot!(in_cannon("last is not shift", "last != shift"), @"
    error[E0132]: expected `is not`, found `!=`
      --> cannon.game:96:20
       |
    96 |       @B10 if last != shift { forget shifts of me, shifted of me }
       |                    ^^ write `is not`
       |
       = help: inequality is written `is not`, as in `x is not 3`
    ");
    assert_snapshot!(in_cannon("here and empty\n", "here && empty\n"), @"
    error[E0132]: expected `and`, found `&&`
      --> cannon.game:55:36
       |
    55 |   there in @CA-14 forwards of here && empty
       |                                    ^^ write `and`
       |
       = help: join two conditions or sets with `and`
    ");
    assert_snapshot!(in_cannon("here and empty\n", "here || empty\n"), @"
    error[E0132]: expected `or`, found `||`
      --> cannon.game:55:36
       |
    55 |   there in @CA-14 forwards of here || empty
       |                                    ^^ write `or`
       |
       = help: join two conditions or sets with `or`
    ");
    assert_snapshot!(in_cannon("there -> box", "there => box"), @"
    error[E0132]: expected `->`, found `=>`
      --> cannon.game:62:9
       |
    62 |   there => box
       |         ^^ write `->`
       |
       = help: to move a piece, write `here -> there`
    ");
    assert_snapshot!(in_cannon("# Cannon by", "// Cannon by"), @"
    error[E0101]: `//` does not begin a comment
     --> cannon.game:1:1
      |
    1 | // Cannon by David E. Whitcher, after the English sheet. A tag stands before what it decides.
      | ^^ not a comment
      |
      = help: a comment begins with `#`
    ");
    assert_snapshot!(in_cannon("{a1, j1, a10, j10}", "[a1, j1]"), @"
    error[E0132]: expected `{`, found `[`
      --> cannon.game:18:19
       |
    18 |   region corner = [a1, j1]
       |                   ^ write `{`
       |
       = help: write a set of points in `{ }`, as in `{a1, j1}`
    ");
}

#[test]
fn names() {
    assert_snapshot!(in_cannon("piece soldier", "piece Soldier"), @r##"
    error[E0134]: `Soldier` is not a name
      --> cannon.game:21:18
       |
    21 | @B14       piece Soldier "s"
       |                  ^^^^^^^
       |
       = help: a name is written in lower case: write `soldier`
    "##);
    assert_snapshot!(in_cannon("piece soldier", "piece foot_soldier"), @r##"
    error[E0134]: `foot_soldier` is not a name
      --> cannon.game:21:18
       |
    21 | @B14       piece foot_soldier "s"
       |                  ^^^^^^^^^^^^
       |
       = help: a name has `-` in place of `_`: write `foot-soldier`
    "##);
    assert_snapshot!(in_cannon("piece soldier", "piece söldner"), @r##"
    error[E0134]: `söldner` is not a name
      --> cannon.game:21:18
       |
    21 | @B14       piece söldner "s"
       |                  ^^^^^^^
       |
       = help: a name consists of the letters a to z, digits and `-`; it cannot contain `ö`
    "##);
    assert_snapshot!(in_cannon("here  in own soldier", "from in own soldier"), @"
    error[E0136]: `from` is a reserved word and cannot be a name
      --> cannon.game:54:3
       |
    54 |   from in own soldier
       |   ^^^^ not a name
       |
       = help: choose another name; the points where a move begins and ends are usually called `here` and `there`: write `here`
    ");
    assert_snapshot!(in_cannon("10 x 10", "10x10"), @"
    error[E0134]: `10x10` is not a name
      --> cannon.game:14:14
       |
    14 | @CA-03 board 10x10 {
       |              ^^^^^
       |
       = help: write the size with blanks: `10 x 10`
    ");
    assert_snapshot!(in_cannon("D = dark soldier", "DD = dark soldier"), @"
    error[E0172]: a sign of a picture is one character, found `DD`
      --> cannon.game:27:3
       |
    27 |   DD = dark soldier
       |   ^^ too long
       |
       = help: a line of the legend looks like: P = white pawn
    ");
}

#[test]
fn something_is_missing() {
    assert_snapshot!(in_cannon("\"Cannon\"", "Cannon"), @r##"
    error[E0131]: expected a text in quotes after `cannon`, found `Cannon`
     --> cannon.game:2:13
      |
    2 | game cannon Cannon
      |             ^^^^^^ not expected here
      |
      = help: write a text in quotes: "Cannon"
    "##);
    assert_snapshot!(in_cannon("\"s\"", "\"s"), @r##"
    error[E0102]: this text has no closing `"`
      --> cannon.game:21:26
       |
    21 | @B14       piece soldier "s
       |                          ^^
       |
       = help: a text ends in the line in which it begins
    "##);
    assert_snapshot!(in_cannon("(forwards or sideways)", "(forwards or sideways"), @"
    error[E0110]: this `(` is never closed
      --> cannon.game:61:19
       |
    61 |   there in @CA-14 (forwards or sideways of here and enemy
       |                   ^
       |
       = help: add `)` where it should end
    ");
    assert_snapshot!(in_cannon("lay start\n", "lay start {\n"), @"
    error[E0110]: this `{` is never closed
      --> cannon.game:87:13
       |
    87 |   lay start {
       |             ^
       |
       = help: add `}` where it should end
    ");
    assert_snapshot!(in_cannon("light, dark", "light dark"), @"
    error[E0131]: expected `,` or the end of the line after `light`, found `dark`
     --> cannon.game:3:29
      |
    3 | @CA-02 @CA-04 players light dark
      |                             ^^^^ not expected here
      |
      = help: separate the parts of a list with `,`
    ");
}

#[test]
fn a_part_of_a_line_is_missing() {
    assert_snapshot!(in_cannon("step, capture, retreat", "step, capture retreat"), @"
    error[E0131]: expected `,` or the end of the line after `capture`, found `retreat`
      --> cannon.game:94:43
       |
    94 |       @CA-11 @CA-21 ask me: step, capture retreat, shift, shot
       |                                           ^^^^^^^ not expected here
       |
       = help: separate the parts of a list with `,`
    ");
    assert_snapshot!(in_cannon("there -> box", "there box"), @"
    error[E0114]: expected `->` or `=`
      --> cannon.game:62:12
       |
    62 |   there box
       |            ^ the statement ends here
       |
       = help: write `here -> there` to move a piece, or `shifts of me = 0` to change a value
    ");
    assert_snapshot!(in_cannon("move step \"{here}-{there}\"", "move step"), @r##"
    error[E0131]: expected a text in quotes after `step`, found `{`
      --> cannon.game:53:18
       |
    53 | @CA-12 move step {
       |                  ^ not expected here
       |
       = help: a move looks like: move step "{here}-{there}" { … }
    "##);
    assert_snapshot!(in_cannon("here  in own soldier\n  there in @CA-14 forwards", "here  in\n  there in @CA-14 forwards"), @"
    error[E0131]: expected a set of points after `in`, found the end of the line
      --> cannon.game:54:11
       |
    54 |   here  in
       |           ^ here
       |
       = help: an argument looks like: here in own pawn where …
    ");
    assert_snapshot!(in_cannon("if no enemy town { win me \"the Town has fallen\" }", "if no enemy town win me \"the Town has fallen\""), @r##"
    error[E0131]: expected `{` after `town`, found `win`
      --> cannon.game:97:49
       |
    97 |       @CA-01 @CA-22 @CA-24 @B8 if no enemy town win me "the Town has fallen"
       |                                                 ^^^ not expected here
       |
       = help: a condition looks like: if no enemy town { win me }
    "##);
    assert_snapshot!(in_cannon("move step \"{here}-{there}\" {", "move step \"{here}-{there}\""), @r##"
    error[E0131]: expected `{` after the text, found the end of the line
      --> cannon.game:53:34
       |
    53 | @CA-12 move step "{here}-{there}"
       |                                  ^ here
       |
       = help: a move looks like: move step "{here}-{there}" { … }
    "##);
    assert_snapshot!(in_cannon("\"{here}-{there}\"", "\"{here}-{}\""), @r##"
    error[E0131]: expected an expression, found nothing
      --> cannon.game:53:27
       |
    53 | @CA-12 move step "{here}-{}" {
       |                           ^ here
       |
       = help: in a text, `{here}` shows the value of `here`
    "##);
    assert_snapshot!(in_cannon("= 0          # shifts", "          # shifts"), @"
    error[E0131]: expected `=` after `player`, found the end of the line
      --> cannon.game:44:25
       |
    44 |   @B10 shifts  of player           # shifts in a row by one cannon …
       |                         ^ here
       |
       = help: a remembered value looks like: shifts of player = 0
    ");
}

#[test]
fn something_is_misplaced() {
    assert_snapshot!(in_cannon("else 1", "otherwise 1"), @"
    error[E0131]: expected `else` after `me`, found `otherwise`
      --> cannon.game:76:58
       |
    76 |   shifts of me  = shifts of me + 1 if c is shifted of me otherwise 1
       |                                                          ^^^^^^^^^ not expected here
       |
       = help: a choice between two values is written `A if CONDITION else B`
    ");
    assert_snapshot!(in_cannon("ask me: step", "ask me; step"), @"
    error[E0131]: expected `:` after the player, found `;`
      --> cannon.game:94:27
       |
    94 |       @CA-11 @CA-21 ask me; step, capture, retreat, shift, shot
       |                           ^
       |
       = help: a question looks like: ask me: step, capture
    ");
    assert_snapshot!(in_cannon("town: box", "town; box"), @"
    error[E0114]: expected `->` or `=`
      --> cannon.game:50:7
       |
    50 |   town; box -> there
       |       ^ the statement ends here
       |
       = help: write `:` between the piece and the place from which it comes: `town: box -> there`
    ");
    assert_snapshot!(in_cannon("seen 3 times", "seen = 3"), @r##"
    error[E0132]: expected `is`, found `=`
      --> cannon.game:93:59
       |
    93 |       @CA-26 @B9 if repetition is threefold-draw and seen = 3 { draw "the same position for the third time" }
       |                                                           ^ write `is`
       |
       = help: `=` changes a value; compare two values with `is`, as in `x is 3`
    "##);
    assert_snapshot!(in_cannon("  there in 2..3 ahead", "  there -> box\n  there in 2..3 ahead"), @"
    error[E0109]: arguments and conditions must come before the first statement
      --> cannon.game:83:3
       |
    83 |   there in 2..3 ahead of c through (@B3 (everything if shot-over else empty)) and enemy
       |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
       |
       = help: move this line up
    ");
    assert_snapshot!(in_cannon("remember {", "ask me: x\nremember {"), @"
    error[E0118]: expected a declaration, found `ask`
      --> cannon.game:43:1
       |
    43 | ask me: x
       | ^^^ no declaration begins like this
       |
       = help: `ask` is a statement: it belongs in the braces of a `move`, of `to` or of `play`
    ");
    assert_snapshot!(in_cannon("@CA-03 board", "@CA_03 board"), @"
    error[E0138]: `@CA_03` is not a tag
      --> cannon.game:14:1
       |
    14 | @CA_03 board 10 x 10 {
       | ^^^^^^
       |
       = help: a tag is `@` and a name in letters, digits and `-`, as in `@CA-12`
    ");
    assert_snapshot!(in_cannon("CA-05 \"The", "@CA-05 \"The"), @r##"
    error[E0139]: the tag `@CA-05` cannot be here
       --> cannon.game:107:3
        |
    107 |   @CA-05 "The soldiers begin as drawn; the sheet's picture is lost."
        |   ^^^^^^
        |
        = help: in the rule sheet, write a tag without its `@`
    "##);
}

#[test]
fn every_mistake_of_a_block_is_told() {
    assert_snapshot!(in_cannon("play {\n", "play {\n  x = y z w\n  if a == b { c d; lay }\n  else { draw draw }\n"), @r##"
    error[E0131]: expected the end of the line after `z`, found `w`
      --> cannon.game:87:11
       |
    87 |   x = y z w
       |           ^ not expected here
       |
       = help: join two sets or conditions with `and`, `or` or `except`; write each statement on its own line

    error[E0132]: expected `is`, found `==`
      --> cannon.game:88:8
       |
    88 |   if a == b { c d; lay }
       |        ^^ write `is`
       |
       = help: equality is written `is`, as in `x is 3`

    error[E0114]: expected `->` or `=`
      --> cannon.game:88:18
       |
    88 |   if a == b { c d; lay }
       |                  ^ the statement ends here
       |
       = help: write `here -> there` to move a piece, or `shifts of me = 0` to change a value

    error[E0131]: expected a name after `lay`, found `}`
      --> cannon.game:88:24
       |
    88 |   if a == b { c d; lay }
       |                        ^ not expected here
       |
       = help: a `lay` statement looks like: lay start

    error[E0131]: expected a text in quotes or the end of the line after `draw`, found `draw`
      --> cannon.game:89:15
       |
    89 |   else { draw draw }
       |               ^^^^ not expected here
       |
       = help: write a text in quotes: "draw"
    "##);
}
