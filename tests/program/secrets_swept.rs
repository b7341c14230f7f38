//! Every game of the project that hides something (found by its rules, not by a list): what a player sees, what the engine answers,
//! and what a shared keyboard shows do not depend on anything that this player may not know.

use crate::program_tests::docs::whole_games;
use crate::program_tests::secrets::{Effort, answers, look_by, own_choices, shown};
use crate::repl::ScriptedRepl;
use linstock_model::SeatId;
use linstock_play::{Actor, Session};
use linstock_testing::games::{one_of, thorough};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The least number of games in each part that hide something; with fewer, the search for them is wrong.
const HIDING: usize = 2;

/// How long each game is looked at. A point takes seconds where many moves can be asked about, as in hearts: thorough tests try more games
/// and more players, not longer games.
const EFFORT: Effort = Effort {
    games: 1,
    stride: 3,
    most: 20,
    retold: 1,
    patience: 20,
    alike: true,
};

thread_local! {
    /// The keyboard of the current game.
    static KEYBOARD: RefCell<Option<ScriptedRepl>> = const { RefCell::new(None) };
}

/// A game, by where it stands, and the variant that is laid over it.
type GameWithVariant = (String, Option<String>);

/// Returns the games of the project, and those with a variant that hides something of its own (all variants, where tests try all).
fn varied(pages: &Path) -> Vec<GameWithVariant> {
    let games = games(pages);
    let with_variants = games.iter().flat_map(|game| {
        let variants = variants(Path::new(game)).into_iter();
        variants.map(|variant| (game.clone(), Some(variant)))
    });
    let alone = games.iter().map(|game| (game.clone(), None));
    alone.chain(with_variants).collect()
}

/// Returns the names of the variants in the folder of a game that may hide more than the game does.
fn variants(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten();
    let paths = files.map(|file| file.expect("a file").path());
    let mut names: Vec<String> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "game"))
        .filter_map(|path| {
            let text = fs::read_to_string(&path).expect("read");
            let hides = text.contains("seen by owner") || text.contains("hidden");
            let varies = text.lines().any(|line| line.starts_with("variant "));
            let name = path.file_stem()?.to_str()?.to_owned();
            // An edition is the game of its folder.
            let is_game = folder
                .file_name()
                .is_some_and(|folder| folder == name.as_str());
            (varies && !is_game && (hides || thorough())).then_some(name)
        })
        .collect();
    names.sort();
    names
}

/// Returns where the games of the project stand; those of the docs are written into a folder.
fn games(pages: &Path) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut games: Vec<String> = ["rulesets", "examples"]
        .iter()
        .flat_map(|folder| fs::read_dir(root.join(folder)).expect("the folder is there"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .map(|path| path.display().to_string())
        .collect();
    games.sort();
    for (number, (_, sources)) in whole_games().iter().enumerate() {
        let folder = pages.join(number.to_string());
        fs::create_dir(&folder).expect("made");
        for (_, source) in sources.iter() {
            let path = folder.join(&*source.path);
            fs::write(path, &*source.text).expect("written");
        }
        games.push(folder.join("example.game").display().to_string());
    }
    games
}

/// What a shared keyboard answers to the player to move: every command, with every player, a number and texts of moves.
fn typed(session: &Session, seat: SeatId, texts: &[String]) -> String {
    // At a shared keyboard, anybody may choose for chance.
    if ![Some(Actor::Player(seat)), Some(Actor::Chance)].contains(&session.decider()) {
        return String::new();
    }
    let own = own_choices(session, seat);
    let players = session.model().players.iter().map(String::as_str);
    let other_languages = texts.iter().filter(|text| !own.contains(text));
    let others: Vec<&str> = players
        .chain(["", "1", "to 0", "chance", "over"])
        .chain(other_languages.map(String::as_str))
        .collect();
    let whose: Vec<String> = session
        .model()
        .players
        .iter()
        .flat_map(|player| texts.iter().map(move |text| format!("{player} {text}")))
        .filter(|line| !own.iter().any(|text| line.ends_with(text.as_str())))
        .collect();
    KEYBOARD.with_borrow(|keyboard| {
        let keyboard = keyboard.as_ref().expect("a keyboard");
        let mut said = String::new();
        let mut say = |line: String| {
            let answer = keyboard.said(session.clone(), seat, &line);
            said.push_str(&format!("{line}\n{answer:?}\n"));
        };
        if session.decider() == Some(Actor::Chance) {
            texts.iter().for_each(|text| say(text.clone()));
        }
        for command in ScriptedRepl::harmless_commands() {
            for other in &others {
                say(format!("{command} {other}"));
            }
        }
        for line in whose {
            say(format!("as {line}"));
        }
        let offered = keyboard.offered(session.clone(), seat);
        said.push_str(&format!("{offered:?}"));
        said
    })
}

/// All that is shown: by the library, by the engine, at a shared keyboard. Each other past is made once for all of them.
fn all_shown(session: &Session, seat: SeatId, texts: &[String]) -> String {
    let all = [shown, answers, typed];
    all.map(|shown| shown(session, seat, texts)).concat()
}

/// Looks for leaks in a part of the games, with the fewest players and, where tests try all, with the most; returns how many of them hide
/// something, and in how many of these no past could be told otherwise.
fn sweep(part: (usize, usize)) -> (usize, usize) {
    let pages = tempfile::tempdir().expect("a folder");
    let (mut hiding, mut silent) = (0, BTreeSet::new());
    // Each part loads its own games alone: that takes long where nothing is optimised.
    for (game, variant) in varied(pages.path())
        .into_iter()
        .skip(part.0)
        .step_by(part.1 * one_of(2))
    {
        let named = (game.as_str(), variant.as_deref());
        let least = ScriptedRepl::shared(named, None);
        let least = least.unwrap_or_else(|| panic!("{named:?} begins"));
        if !least.rules().hides_something() {
            continue;
        }
        hiding += 1;
        let (least, most) = least.rules().model().player_counts;
        let most = if thorough() { most } else { least };
        for players in BTreeSet::from([least, most]) {
            let keyboard = ScriptedRepl::shared(named, Some(players)).expect("it begins");
            let rules = keyboard.rules().clone();
            KEYBOARD.set(Some(keyboard));
            let looked = look_by(&rules, EFFORT, all_shown);
            let looked =
                looked.unwrap_or_else(|told| panic!("{named:?}, {players} players: {told}"));
            // Rules with a multiset that nobody sees, and no choice that is hidden, have nothing to tell otherwise.
            if looked.retold == 0 && looked.hidden > 0 {
                silent.insert((game.clone(), variant.clone()));
            }
        }
    }
    (hiding, silent.len())
}

/// Writes a test for each part of the games, so that they run side by side.
macro_rules! sweeps {
    ($($name:ident $part:literal,)*) => {
        const PARTS: usize = [$($part),*].len();
        $(#[test]
        fn $name() {
            let (hiding, silent) = sweep(($part, PARTS));
            let least = if thorough() { HIDING } else { 1 };
            assert!(hiding >= least, "{hiding} games hide something");
            // Where every later move tells of the hidden ones, few pasts can be told otherwise.
            assert!(silent <= 2.max(hiding / 4), "nothing can be told otherwise in {silent} of {hiding} games");
        })*
    };
}

sweeps! {
    no_game_shows_what_one_may_not_know 0,
    no_game_shows_what_one_may_not_know_second_part 1,
    no_game_shows_what_one_may_not_know_third_part 2,
    no_game_shows_what_one_may_not_know_fourth_part 3,
}
