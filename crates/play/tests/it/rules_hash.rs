//! The hash of rules that a save carries: pinned, and what changes it.

use linstock_base::Sources;
use linstock_check::{check, read};
use linstock_model::canonical;
use linstock_play::save::rules_hash;
use linstock_testing::games::{BALL, CARDS, COLONY, ODD, PARTS, SETTINGS, Setting, odd, one_of};

/// If this snapshot changes, either the rules have changed, and older saves of these games are no longer valid, or the canonical text
/// has. In the second case raise the version of the text: saves use it to decide what can be compared.
#[test]
fn hashes_of_shipped_rules_are_pinned() {
    let examples = [
        odd(&["rulesets/hex/hex.game"]),
        odd(&[
            "rulesets/cannon-ball/cannon-ball.game",
            "rulesets/cannon-ball/cannon-ball.rhai",
        ]),
    ];
    let all = [&SETTINGS[..], &CARDS, &COLONY, &BALL, &examples];
    let pinned: Vec<_> = all.concat().into_iter().map(pinned).collect();
    insta::assert_snapshot!("hashes", pinned.join("\n"));
}

fn pinned(setting: Setting) -> String {
    let rules = setting.rules();
    let mut line = format!("{} {}", rules_hash(&rules), setting.files[0]);
    if let Some(players) = setting.players {
        line.push_str(&format!(", {players} players"));
    }
    for (name, value) in setting.options {
        line.push_str(&format!(", {name} {value}"));
    }
    line
}

#[test]
fn the_text_of_a_small_game_is_as_it_was() {
    let game = odd(&["examples/tic-tac-toe/tic-tac-toe.game"]);
    insta::assert_snapshot!("tic-tac-toe", canonical(&game.model()));
}

/// Returns the canonical text of a game with one of its texts changed; none if it has mistakes then.
fn changed(setting: Setting, text: &str) -> Option<String> {
    let mut sources = Sources::new();
    sources.add(setting.files[0], text.to_owned());
    for (_, other) in setting.sources().iter().skip(1) {
        sources.add(other.path.as_str(), other.text.as_str());
    }
    let fuel = std::rc::Rc::default();
    let (files, found) = read(&sources, &fuel);
    let checked = check(&files, found, (&setting.choices(), &fuel));
    checked.ok().map(|(model, _)| canonical(&model))
}

fn main_text(setting: Setting) -> String {
    let path = format!("{}/{}", linstock_testing::PROJECT, setting.files[0]);
    std::fs::read_to_string(path).expect("a game")
}

/// Returns the text with a comment after each line; pictures are left as they are.
fn with_comments(text: &str) -> String {
    let mut in_picture = false;
    let mut all = "# A comment.\n\n".to_owned();
    for line in text.lines() {
        let quotes = line.matches("\"\"\"").count() % 2 == 1;
        if in_picture || quotes {
            all.push_str(&format!("{line}\n"));
        } else {
            all.push_str(&format!("{line}   # so it is\n"));
        }
        in_picture ^= quotes;
    }
    all + "\n\n"
}

#[test]
fn comments_and_layout_change_nothing() {
    for setting in [&SETTINGS[..], &CARDS, &COLONY, &BALL, &ODD, &PARTS].concat() {
        let text = main_text(setting);
        let before = canonical(setting.rules().model());
        let after = changed(setting, &with_comments(&text)).expect("it has none with comments");
        assert!(after == before, "{setting:?}");
    }
}

#[test]
fn a_look_changes_nothing() {
    let games = [
        (
            odd(&["rulesets/chess/chess.game"]),
            "king shape stone, label \"X\", colour red",
        ),
        (
            odd(&["rulesets/hearts/hearts.game"]),
            "card rank rank; c2 label \"two\"",
        ),
    ];
    for (setting, look) in games {
        let text = main_text(setting);
        let before = canonical(setting.rules().model());
        let after = changed(setting, &format!("{text}\nlook {{ {look} }}\n"));
        assert_eq!(after.as_ref(), Some(&before), "{setting:?}");
    }
}

/// Words that may stand in each other's place.
const EXCHANGES: [(&str, &str); 22] = [
    ("and", "or"),
    ("or", "and"),
    ("own", "enemy"),
    ("enemy", "own"),
    ("north", "south"),
    ("south", "north"),
    ("orthogonal", "diagonal"),
    ("diagonal", "orthogonal"),
    ("forward", "backward"),
    ("backward", "forward"),
    ("yes", "no"),
    ("no", "yes"),
    ("max", "min"),
    ("min", "max"),
    ("some", "no"),
    ("others", "players"),
    ("open", "hidden"),
    ("hidden", "open"),
    ("<", ">"),
    (">", "<"),
    ("+", "-"),
    ("win", "draw"),
];

/// Returns the text with each word or number that stands in rules exchanged, one at a time, and what was exchanged.
fn exchanged(text: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut start = 0;
    let mut options = false;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        options = line.starts_with("options") || options && !line.starts_with('}');
        let code = &line[..line.find(['#', '"', '@']).unwrap_or(line.len())];
        // Colours of the board are no rules.
        let is_look = code.trim_start().starts_with("paint ");
        for (at, word) in words(code).filter(|_| !options && !is_look) {
            let Some(other) = other(word) else { continue };
            let (before, after) = (&text[..start + at], &text[start + at + word.len()..]);
            let what = format!(
                "line {}: `{word}` is `{other}` in `{}`",
                number + 1,
                line.trim()
            );
            all.push((format!("{before}{other}{after}"), what));
        }
        start += line.len();
    }
    all
}

fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let word = |c: char| !c.is_whitespace() && !"(){},;:.".contains(c);
    let mut at = 0;
    code.split(move |c| !word(c)).filter_map(move |part| {
        let start = at;
        at += part.len() + 1;
        (!part.is_empty()).then_some((start, part))
    })
}

fn other(word: &str) -> Option<String> {
    if let Ok(number) = word.parse::<u32>() {
        return Some((number + 1).to_string());
    }
    let exchange = EXCHANGES.iter().find(|(from, _)| *from == word)?;
    Some(exchange.1.to_owned())
}

#[test]
fn each_word_and_number_of_rules_counts() {
    let mut tried = 0;
    let mut same = Vec::new();
    let games = [
        odd(&["examples/breakthrough/breakthrough.game"]),
        odd(&["rulesets/hex/hex.game"]),
        odd(&["tests/it/games/rows.game"]),
        odd(&["tests/it/games/purse.game"]),
        odd(&["tests/it/games/hands.game"]),
        odd(&["tests/it/games/terraces.game"]),
    ];
    for setting in games.into_iter().step_by(one_of(2)) {
        let text = main_text(setting);
        let before = changed(setting, &text).expect("the game has no mistakes");
        for (text, what) in exchanged(&text) {
            let Some(after) = changed(setting, &text) else {
                continue;
            };
            tried += 1;
            if after == before {
                same.push(format!("{}, {what}", setting.files[0]));
            }
        }
    }
    assert!(tried > 300 / one_of(2), "{tried} exchanges were tried");
    assert_eq!(same.join("\n"), "");
}
