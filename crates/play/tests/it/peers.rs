//! Games that another program played: `tests/peers` tells how they were recorded.
//!
//! Every move must be legal, as many moves as there must be legal at every ply, they must have the same texts, and the game
//! must end in the same way.

use linstock_base::{Sources, Style};
use linstock_check::Choices;
use linstock_play::Rules;
use linstock_play::{ChanceMode, Order, Session, Setup};
use linstock_testing::games::{share, thorough};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3;

/// In tests that are not thorough, no further game starts after this many compared choices.
const CHOICES: usize = 15_000;

/// A recorded game.
struct RecordedGame<'t> {
    seed: u64,
    moves: Vec<&'t str>,
    counts: Vec<usize>,
    /// Of the texts of all moves that were legal, ply by ply.
    checksum: &'t str,
    result: &'t str,
}

fn root() -> PathBuf {
    Path::new(linstock_testing::PROJECT).into()
}

/// Returns the names of all recorded games.
fn recorded() -> Vec<String> {
    let entries = fs::read_dir(root().join("tests/peers/games")).expect("the folder is there");
    let files = entries.map(|e| e.expect("an entry").path());
    let mut names: Vec<_> = files
        .map(|f| {
            f.file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

/// A text of a ruleset.
struct RulesText {
    name: String,
    text: String,
    /// The variant, if it is one.
    of: Option<String>,
}

/// Reads the texts of a ruleset.
fn rules_texts(folder: &str) -> Vec<RulesText> {
    let entries = fs::read_dir(root().join(folder)).expect("a ruleset");
    let paths = entries.map(|e| e.expect("an entry").path());
    let texts = paths.filter(|path| path.extension().is_some_and(|e| e == "game" || e == "rhai"));
    let texts = texts.map(|path| {
        let name = path.strip_prefix(root()).expect("inside");
        let text = fs::read_to_string(&path).expect("a text");
        let mut lines = text.lines();
        let head = lines.find_map(|line| line.strip_prefix("variant "));
        let of = head.and_then(|head| head.split(' ').next());
        RulesText {
            of: of.map(str::to_owned),
            name: name.display().to_string(),
            text,
        }
    });
    texts.collect()
}

/// Reads the rules and options at the head of a file.
fn rules(head: &str) -> Arc<Rules> {
    let (mut sources, mut choices) = (Sources::new(), Choices::default());
    let variant = head.lines().find_map(|line| line.strip_prefix("variant "));
    choices.variants.extend(variant.map(str::to_owned));
    for line in head.lines() {
        match line.split_once(' ').expect("a word and more") {
            ("#" | "variant", _) => {}
            ("rules", folder) => {
                // The games were recorded under the rules themselves, or under one of the variants beside them.
                let mut texts = rules_texts(folder);
                texts.retain(|text| text.of.is_none() || text.of.as_deref() == variant);
                // The game comes before its variant.
                texts.sort_by_key(|text| text.of.is_some());
                for text in texts {
                    sources.add(text.name, text.text);
                }
            }
            ("set", option) => {
                let (name, value) = option.split_once('=').expect("an option");
                choices.options.push((name.to_owned(), value.to_owned()));
            }
            ("players", count) => choices.players = Some(count.parse().expect("a number")),
            (word, _) => panic!("what is `{word}`?"),
        }
    }
    let rules = Rules::load(&sources, &choices);
    Arc::new(rules.unwrap_or_else(|found| panic!("{}", found.render(&sources, Style::Plain))))
}

fn record(text: &str) -> RecordedGame<'_> {
    let mut lines = text.lines();
    let mut next = || lines.next().expect("four lines");
    let (seed, moves, counts, end) = (next(), next(), next(), next());
    let (checksum, result) = end.split_once(' ').expect("a checksum and a result");
    RecordedGame {
        seed: seed.parse().expect("a number"),
        moves: moves.split("; ").collect(),
        counts: counts
            .split(' ')
            .map(|n| n.parse().expect("a number"))
            .collect(),
        checksum,
        result,
    }
}

/// Plays a recorded game again, and compares it at every ply.
fn replay(name: &str, rules: &Arc<Rules>, game: &RecordedGame<'_>) {
    let setup = Setup {
        chance: ChanceMode::Manual,
        ..Setup::default()
    };
    let mut session = Session::begin(Arc::clone(rules), setup).expect("the session begins");
    let mut checksum = Xxh3::new();
    let at = |ply: usize| {
        format!(
            "{name}, game {}, after {}",
            game.seed,
            game.moves[..ply].join("; ")
        )
    };
    for (ply, (&text, &count)) in game.moves.iter().zip(&game.counts).enumerate() {
        let actor = session
            .decider()
            .unwrap_or_else(|| panic!("{} it is over", at(ply)));
        let choices = session.choices(actor).expect("they can be listed");
        let texts: Vec<_> = choices.into_iter().map(|c| c.text).collect();
        assert_eq!(texts.len(), count, "{}: {texts:?}", at(ply));
        checksum.update(format!("{}\n\n", texts.join("\n")).as_bytes());
        let order = Order {
            actor: Some(actor),
            text: text.to_owned(),
        };
        let played = session.play(&[order]);
        played.unwrap_or_else(|refusal| panic!("{}: {refusal}", at(ply)));
    }
    let whole = at(game.moves.len());
    assert_eq!(
        format!("{:016x}", checksum.digest()),
        game.checksum,
        "{whole}"
    );
    assert_eq!(result(&session, game.result), game.result, "{whole}");
}

/// Returns the result in the words of the record.
fn result(session: &Session, recorded: &str) -> String {
    let (rules, state) = (session.rules(), session.state());
    let Some(outcome) = rules.outcome(state) else {
        return "left".to_owned();
    };
    if recorded.starts_with("scores") {
        let scores = rules.scores(state).into_iter();
        return scores.fold("scores".to_owned(), |text, score| format!("{text} {score}"));
    }
    if outcome.winners.is_empty() {
        return "draw".to_owned();
    }
    let winners = outcome.winners.iter();
    winners.fold("wins".to_owned(), |text, seat| {
        format!("{text} {}", rules.players()[seat.index()])
    })
}

fn replay_all(name: &str) {
    let path = root().join(format!("tests/peers/games/{name}.txt"));
    let text = fs::read_to_string(&path).expect("a record");
    let mut parts = text.split("\ngame ");
    let rules = rules(parts.next().expect("a head"));
    let games: Vec<_> = parts.map(record).collect();
    assert!(!games.is_empty(), "{name}");
    let mut compared = 0;
    for game in &games[..share(games.len())] {
        if compared > CHOICES && !thorough() {
            break;
        }
        replay(name, &rules, game);
        compared += game.counts.iter().sum::<usize>();
    }
}

#[test]
fn it_is_told_what_each_ruleset_is_held_against() {
    let readme = fs::read_to_string(root().join("tests/peers/README.md")).expect("a README");
    let (_, table) = readme.split_once("\n| ruleset |").expect("the table");
    let told = table
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let mut told: Vec<_> = told.map(|(name, _)| name.to_owned()).collect();
    let entries = fs::read_dir(root().join("rulesets")).expect("the rulesets");
    let folders = entries
        .map(|e| e.expect("an entry").path())
        .filter(|path| path.is_dir());
    let mut shipped: Vec<_> = folders
        .map(|path| {
            path.file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    told.sort();
    shipped.sort();
    assert_eq!(told, shipped);
}

/// Makes a test of each recorded game, so that they run side by side.
macro_rules! peers {
    ($($test:ident: $name:literal,)*) => {
        $(#[test]
        fn $test() {
            replay_all($name);
        })*

        #[test]
        fn every_record_is_replayed() {
            assert_eq!(recorded(), [$($name),*]);
        }
    };
}

peers! {
    amazons: "amazons",
    backgammon: "backgammon",
    battleship: "battleship",
    breakthrough: "breakthrough",
    chess: "chess",
    chinese_checkers: "chinese-checkers",
    clobber: "clobber",
    connect_four: "connect-four",
    cribbage: "cribbage",
    dots_and_boxes: "dots-and-boxes",
    english_draughts: "english-draughts",
    fanorona: "fanorona",
    fanorona_forced: "fanorona-forced",
    go: "go",
    gomoku: "gomoku",
    goofspiel: "goofspiel",
    havannah: "havannah",
    hearts: "hearts",
    hex: "hex",
    international_draughts: "international-draughts",
    kalah: "kalah",
    kriegspiel: "kriegspiel",
    kuhn_poker: "kuhn-poker",
    lattaque: "lattaque",
    leduc_poker: "leduc-poker",
    lines_of_action: "lines-of-action",
    nine_mens_morris: "nine-mens-morris",
    oware: "oware",
    pig: "pig",
    reversi: "reversi",
    royal_game_of_ur: "royal-game-of-ur",
    shogi: "shogi",
    xiangqi: "xiangqi",
    y: "y",
    yacht: "yacht",
}
