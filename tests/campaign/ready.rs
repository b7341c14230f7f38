//! What inputs are tried on, made ready once: loaded rules, games, keyboards, runners of scenarios. To load them anew for each
//! input would take nearly all the time.

use crate::program_tests::campaign::corpus::{GAMES, SCENARIOS, SCRIPTED};
use crate::program_tests::campaign::{Finding, play};
use crate::protocol::{Connection, Server};
use crate::reading_scope::ReadingScope;
use crate::repl::ScriptedRepl;
use crate::ruleset_loader::{self, Loaded, RulesetRequest};
use linstock_base::Sources;
use linstock_check::Choices;
use linstock_play::Rules;
use linstock_play::scenario::ScenarioRunner;
use linstock_play::{ChanceMode, Save, Session, Setup};
use std::cell::RefCell;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

/// How a connection to the engine, or a keyboard, finds its game.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenedBy {
    pub(super) game: &'static str,
    pub(super) seed: u8,
    /// Chance is chosen by the lines of the input; at a keyboard: several players share it.
    pub(super) other: bool,
    /// The player to whom a connection is bound.
    pub(super) seat: Option<&'static str>,
}

thread_local! {
    static LOADED: RefCell<BTreeMap<&'static str, Loaded>> = const { RefCell::new(BTreeMap::new()) };
    static RUNNERS: RefCell<BTreeMap<usize, ScenarioRunner>> = const { RefCell::new(BTreeMap::new()) };
    static SCRIPTS: RefCell<BTreeMap<usize, Arc<Rules>>> = const { RefCell::new(BTreeMap::new()) };
    static KEYBOARDS: RefCell<BTreeMap<(&'static str, bool), ScriptedRepl>> = const { RefCell::new(BTreeMap::new()) };
    static SAVES: RefCell<BTreeMap<(usize, u64), Saved>> = const { RefCell::new(BTreeMap::new()) };
    static PLAYED: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

/// The smallest games of the project that load.
pub(super) static SOUND: LazyLock<Vec<Arc<Rules>>> = LazyLock::new(|| {
    let loaded = GAMES
        .iter()
        .map(|game| Rules::load(&sources(&game.files), &Choices::default()));
    loaded
        .filter_map(Result::ok)
        .map(Arc::new)
        .take(12)
        .collect()
});

pub(super) fn sources(files: &[(String, String)]) -> Sources {
    let mut sources = Sources::new();
    for (name, text) in files {
        sources.add(name, text);
    }
    sources
}

/// Returns what was made of a key before, or makes it.
fn kept<K: Ord + Copy, T: Clone>(
    all: &RefCell<BTreeMap<K, T>>,
    key: K,
    make: impl FnOnce() -> Result<T, Finding>,
) -> Result<T, Finding> {
    if let Some(found) = all.borrow().get(&key) {
        return Ok(found.clone());
    }
    let made = make()?;
    all.borrow_mut().insert(key, made.clone());
    Ok(made)
}

fn does_not_load(game: &str) -> Finding {
    Finding::new("a ruleset of the project does not load", game)
}

fn loaded(game: &'static str) -> Result<Loaded, Finding> {
    LOADED.with(|all| {
        kept(all, game, || {
            let request = RulesetRequest {
                game: game.to_owned(),
                ..RulesetRequest::default()
            };
            ruleset_loader::load(&request).map_err(|_| does_not_load(game))
        })
    })
}

/// Returns an engine that holds a game already.
pub(super) fn engine(opening: OpenedBy) -> Result<Server, Finding> {
    let loaded = loaded(opening.game)?;
    let chance = match opening.other {
        true => ChanceMode::Manual,
        false => ChanceMode::Auto,
    };
    let setup = loaded.setup(u64::from(opening.seed), chance);
    let session = Session::begin(loaded.rules, setup)
        .map_err(|refusal| Finding::new("a game does not begin", refusal.to_string()))?;
    let seat = opening.seat.map(str::to_owned);
    let connection = Connection::new(seat, ReadingScope::default())
        .map_err(|refusal| Finding::new("a connection is refused", refusal))?;
    Ok(Server::with(session, connection))
}

/// Returns a keyboard with a new game.
pub(super) fn keyboard(opening: OpenedBy) -> Result<ScriptedRepl, Finding> {
    KEYBOARDS.with_borrow_mut(|all| {
        let key = (opening.game, opening.other);
        if let Entry::Vacant(place) = all.entry(key) {
            let made = ScriptedRepl::begin(opening.game, 0, opening.other);
            place.insert(made.ok_or_else(|| does_not_load(opening.game))?);
        }
        let again = all[&key].again(u64::from(opening.seed));
        again.map_err(|refusal| Finding::new("a game does not begin", refusal.to_string()))
    })
}

/// Returns a runner for the scenario files of one ruleset, by the place of a file in [`SCENARIOS`].
pub(super) fn runner(file: usize) -> Result<ScenarioRunner, Finding> {
    let files = &SCENARIOS[file].files[1..];
    // Files of one ruleset have one runner: the first of them names it.
    let same = |other: &usize| SCENARIOS[*other].files[1..] == *files;
    let first = (0..file).find(same).unwrap_or(file);
    RUNNERS.with(|all| {
        kept(all, first, || {
            ScenarioRunner::new(sources(files)).map_err(|_| does_not_load(&files[0].0))
        })
    })
}

/// Returns the rules of a game with scripts, by its place in [`SCRIPTED`].
pub(super) fn scripted(game: usize) -> Result<Arc<Rules>, Finding> {
    let files = &SCRIPTED[game].files;
    SCRIPTS.with(|all| {
        kept(all, game, || {
            let loaded = Rules::load(&sources(files), &Choices::default());
            loaded.map(Arc::new).map_err(|_| does_not_load(&files[0].0))
        })
    })
}

/// A game with its save; none if its rules do not go so far.
type Saved = Option<(Session, Arc<str>)>;

/// Returns a small game after some moves, and its save.
pub(super) fn saved(game: usize, moves: u64) -> Result<Saved, Finding> {
    SAVES.with(|all| {
        kept(all, (game % SOUND.len(), moves), || {
            let played = played(game, moves)?;
            Ok(played.map(|session| {
                let text = Save::of(&session).text().into();
                (session, text)
            }))
        })
    })
}

/// Plays some moves of a small game.
fn played(game: usize, moves: u64) -> Result<Option<Session>, Finding> {
    let setup = Setup {
        seed: moves,
        ..Setup::default()
    };
    let rules = Arc::clone(&SOUND[game % SOUND.len()]);
    let Some(mut session) = play::usual(Session::begin(rules, setup))? else {
        return Ok(None);
    };
    for number in 0..moves {
        let Some(text) = play::any_choice(&session, number * 7919 + moves)? else {
            break;
        };
        if play::usual(session.play(&[text.as_str().into()]))?.is_none() {
            break;
        }
    }
    Ok(Some(session))
}

/// Tells whether rules of this hash have been played and nothing was found.
pub(super) fn was_played(hash: &str) -> bool {
    PLAYED.with_borrow(|played| played.contains(hash))
}

/// Notes that rules were played and nothing was found.
pub(super) fn note_played(hash: String) {
    PLAYED.with_borrow_mut(|played| played.insert(hash));
}
