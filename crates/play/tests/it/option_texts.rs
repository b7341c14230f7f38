//! The sentences of the rule sheets under each value of each option.
//!
//! The tables in `option_texts` say, for each value, which words the sheets must contain and which they must not. For all
//! rulesets, sentences must be whole whatever the options are.

use linstock_base::{Diagnostics, Style};
use linstock_check::Choices;
use linstock_play::Rules;
use linstock_play::sheet::{ExampleFiles, RuleSheet, SheetBlock};
use linstock_testing::games::{BALL, CARDS, COLONY, SETTINGS, Setting, found, odd, one_of};
use std::path::Path;

/// The games with a table.
const GAMES: [Setting; 5] = [
    odd(&["rulesets/cannon/cannon.game"]),
    odd(&[
        "rulesets/cannon-de/cannon-de.game",
        "rulesets/cannon/cannon.game",
    ]),
    odd(&[
        "rulesets/cannon-ball/cannon-ball.game",
        "rulesets/cannon-ball/cannon-ball.rhai",
    ]),
    odd(&[
        "rulesets/cannonball-colony/cannonball-colony.game",
        "rulesets/cannonball-colony/cannonball-colony.rhai",
    ]),
    Setting {
        players: Some(4),
        ..odd(&[
            "rulesets/cannon-buster/cannon-buster.game",
            "rulesets/cannon-buster/cannon-buster.rhai",
        ])
    },
];

/// Words for things that are counted; after `1`, they must be in the singular.
const COUNTED: [&str; 20] = [
    "squares", "points", "steps", "moves", "turns", "men", "pieces", "cards", "rounds", "times",
    "forts", "players", "coins", "tiles", "stones", "boxes", "games", "captures", "dice", "roads",
];

/// An option with a value, each as text.
type Chosen = (String, String);

/// A row of a table.
struct Row {
    /// The options that are set; the last one is the subject of the row.
    set: Vec<Chosen>,
    says: String,
    says_not: String,
}

fn rules(game: Setting, set: &[Chosen]) -> Rules {
    let sources = game.sources();
    let choices = Choices {
        options: set.to_vec(),
        players: game.players,
        ..Choices::default()
    };
    let told = |found: Diagnostics| found.render(&sources, Style::Plain);
    let rules = Rules::load(&sources, &choices);
    rules.unwrap_or_else(|found| panic!("{set:?}: {}", told(found)))
}

/// Returns the sentences of a sheet, without texts of the rules.
fn sentences(sheet: &RuleSheet) -> Vec<String> {
    let blocks = sheet.sections.iter().flat_map(|section| &section.blocks);
    let of_blocks = blocks.flat_map(|block| match block {
        SheetBlock::Text(text) | SheetBlock::Numbered(_, text) | SheetBlock::Example(text) => {
            vec![text.clone()]
        }
        SheetBlock::Entry(entry) => vec![entry.text.clone()],
        SheetBlock::Outline(lines) => lines.iter().map(|line| line.text.clone()).collect(),
        _ => Vec::new(),
    });
    sheet.facts.iter().cloned().chain(of_blocks).collect()
}

/// Makes the sheet for players and the full sheet.
fn sheets(game: Setting, rules: &Rules) -> [Vec<String>; 2] {
    let (sources, files) = (game.sources(), ExampleFiles::default());
    [
        RuleSheet::for_players(rules, &sources, &files),
        RuleSheet::of(rules, &sources, &files),
    ]
    .map(|sheet| sentences(&sheet))
}

fn rows(table: &str) -> Vec<Row> {
    let mut all = Vec::new();
    for line in table.lines().filter(|line| line.starts_with('|')) {
        let inside = line.trim_matches('|').split('|');
        let cells: Vec<String> = inside.map(|cell| cell.trim().replace('`', "")).collect();
        let [set, says, says_not] = &cells[..] else {
            panic!("a row has three cells: {line}");
        };
        if set == "set" || set.starts_with('-') {
            continue;
        }
        let chosen = |one: &str| {
            let (name, value) = one.split_once('=').expect("an option and its value");
            (name.to_owned(), value.to_owned())
        };
        assert!(!says.is_empty(), "a row without words: {line}");
        all.push(Row {
            set: set.split("; ").map(chosen).collect(),
            says: says.clone(),
            says_not: says_not.clone(),
        });
    }
    all
}

/// Returns the values of options that no row is about.
fn without_row(game: Setting, rows: &[Row]) -> Vec<String> {
    let rules = rules(game, &[]);
    let options = rules.model().options.iter();
    let values = options.flat_map(|option| option.samples.iter().map(move |value| (option, value)));
    let missing = values.filter(|(option, value)| {
        let is_it = |row: &Row| {
            let last = row.set.last();
            last.is_some_and(|(name, own)| *name == option.name && own == *value)
        };
        !rows.iter().any(is_it)
    });
    missing
        .map(|(option, value)| format!("no row for {}={value}", option.name))
        .collect()
}

/// Returns what the sheets say otherwise than a row.
fn wrong_words(game: Setting, row: &Row) -> Vec<String> {
    let rules = rules(game, &row.set);
    let mut wrong = Vec::new();
    for (sheet, of) in sheets(game, &rules).iter().zip(["players'", "full"]) {
        let says = |words: &str| sheet.iter().any(|text| text.contains(words));
        let set = &row.set;
        // The full sheet shows some values only in its table of options.
        if of == "players'" && !says(&row.says) {
            wrong.push(format!(
                "{set:?}: the {of} sheet does not say: {}",
                row.says
            ));
        }
        if !row.says_not.is_empty() && says(&row.says_not) {
            wrong.push(format!("{set:?}: the {of} sheet says: {}", row.says_not));
        }
    }
    wrong
}

#[test]
fn sheets_follow_each_option() {
    let mut wrong = Vec::new();
    for game in GAMES {
        let path = Path::new(game.files[0]).file_stem().expect("a name");
        let name = path.to_string_lossy();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/option_texts");
        let table = std::fs::read_to_string(folder.join(format!("{name}.md")));
        let rows = rows(&table.unwrap_or_else(|e| panic!("{name}: {e}")));
        let of_rows = rows.iter().step_by(one_of(3));
        let of_rows = of_rows.flat_map(|row| wrong_words(game, row));
        let found = without_row(game, &rows).into_iter().chain(of_rows);
        wrong.extend(found.map(|found| format!("{name}: {found}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns what is wrong with the form of a sentence.
fn fault(text: &str) -> Option<&'static str> {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '/' | '-' | '.' | '–'))
        .filter(|word| !word.is_empty())
        .collect();
    let one = |pair: &[&str]| pair[0] == "1" && COUNTED.contains(&pair[1].trim_end_matches('.'));
    if text.trim().is_empty() {
        Some("it is empty")
    } else if text.contains(['{', '}']) {
        Some("a brace is left")
    } else if text.contains("  ") || text.contains(" .") || text.contains(" ,") {
        Some("a word is missing")
    } else if words.windows(2).any(one) {
        Some("the noun after 1 is in the plural")
    } else {
        None
    }
}

/// Returns the sentences of the clauses and readings under one value of an option that are not whole.
fn broken_sentences(game: Setting, set: Option<Chosen>) -> Vec<String> {
    let choices = Choices {
        options: set.iter().cloned().collect(),
        ..Choices::default()
    };
    // Some values only go together with others.
    let Ok(rules) = Rules::load(&game.sources(), &choices) else {
        return Vec::new();
    };
    let texts = rules.model().sheet.entries().map(|entry| &entry.text);
    // An empty text means that the entry has no effect under these options.
    let texts = texts.filter(|text| !text.is_empty());
    let found = texts.filter_map(|text| Some(format!("{}: {text}", fault(text)?)));
    found
        .map(|found| format!("{} {set:?}: {found}", game.files[0]))
        .collect()
}

#[test]
fn sentences_are_whole_under_each_option() {
    let listed = SETTINGS.iter().chain(&CARDS).chain(&COLONY).chain(&BALL);
    let mut games: Vec<Setting> = Vec::new();
    for game in listed.copied().chain(found()) {
        if games.iter().all(|known| known.files != game.files) {
            games.push(odd(game.files));
        }
    }
    let mut wrong = Vec::new();
    for game in games {
        let options = rules(game, &[]).model().options.clone();
        let values = options.into_iter().flat_map(|option| {
            let samples = option.samples.into_iter();
            let values = samples.filter(move |value| *value != option.default);
            values.map(move |value| (option.name.clone(), value))
        });
        let all = std::iter::once(None).chain(values.map(Some));
        wrong.extend(all.flat_map(|set| broken_sentences(game, set)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
