//! What the rule sheet for players says of small games.

use linstock_base::{Sources, Style};
use linstock_check::Choices;
use linstock_play::Rules;
use linstock_play::sheet::{ExampleFiles, RuleSheet, SheetBlock};

/// Three in a row; a list with a column that only the rules need.
const GAME: &str = r#"
game rows "Rows"
players red, blue

@R-1 board 3 x 3 { drawn as squares }
piece stone "o"
line three = 3 own stone in all directions

@R-4 list token (worth, helper) { small 1, 7; large 2, 8 }
zone bag { holds token by worth; open }
status hides helper

@R-2 move put "{p}" {
  p in empty
  stone: box -> p
}

play {
  repeat each player {
    @R-2 ask me: put otherwise draw "the board is full"
    @R-3 if some three { win me "three in a row" }
    @R-4 if count red stone > 8 { win opponent "three in a row" }
    @R-4 if count blue stone > worth of large { win red "a trick" }
  }
}

clauses {
  R-1 "The board has three by three squares."
  R-2 "A player puts a stone on an empty square."
  R-3 "Three stones in a row win."
  R-4 "There are two tokens."
}
"#;

const SCENARIO: &str = r#"
for rows

scenario "three in a row win" @R-3
play a1; b1; a2; b2; a3
expect over, red wins because @R-3
"#;

fn sheet() -> RuleSheet {
    let sources = Sources::from([("rows.game", GAME)]);
    let rules = Rules::load(&sources, &Choices::default());
    let rules = rules.unwrap_or_else(|found| panic!("{}", found.render(&sources, Style::Plain)));
    let files = ExampleFiles {
        scenarios: vec![("rows.scn".to_owned(), SCENARIO.to_owned())],
        ..ExampleFiles::default()
    };
    RuleSheet::for_players(&rules, &sources, &files)
}

fn blocks(sheet: &RuleSheet, id: &str) -> Vec<SheetBlock> {
    let section = sheet.sections.iter().find(|section| section.id == id);
    section
        .map(|section| section.blocks.clone())
        .unwrap_or_default()
}

#[test]
fn columns_that_only_the_rules_need_are_left_out() {
    let mut blocks = blocks(&sheet(), "components").into_iter();
    let columns = blocks.find_map(|block| match block {
        SheetBlock::Table(table) if table.columns.contains(&"token".to_owned()) => Some(table),
        _ => None,
    });
    let table = columns.expect("the list");
    assert!(table.columns.contains(&"worth".to_owned()), "{table:?}");
    assert!(!table.columns.contains(&"helper".to_owned()), "{table:?}");
    assert!(
        table
            .rows
            .iter()
            .all(|row| row.len() == table.columns.len())
    );
}

#[test]
fn endings_for_one_reason_are_one_sentence() {
    let ends = blocks(&sheet(), "end");
    let lines: Vec<String> = ends
        .into_iter()
        .flat_map(|block| match block {
            SheetBlock::Outline(lines) => lines,
            other => panic!("{other:?}"),
        })
        .map(|line| line.text)
        .collect();
    let expected = [
        "A draw: the board is full.",
        "A player wins: three in a row.",
        "Red wins: a trick.",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn an_example_of_putting_a_piece_shows_what_comes_of_it() {
    let drawing = blocks(&sheet(), "rules").into_iter();
    let mut drawings = drawing.filter_map(|block| match block {
        SheetBlock::Drawing(drawing) => Some(drawing),
        _ => None,
    });
    let drawing = drawings.next().expect("an example");
    assert!(drawing.caption.contains("red plays `a3`"), "{drawing:?}");
    assert!(
        drawing
            .caption
            .ends_with("This ends the game: three in a row.")
    );
    assert!(drawing.text.contains("[O]"), "{}", drawing.text);
}
