//! The game at hand, kept on disk while it is played: `play --resume` goes on with it after a kill.
//!
//! Each program has files of its own: `NAME.save`, the game, and `NAME.played`, how it is played. The second is locked as long
//! as the program lives, so that no other one takes the game away.

use crate::command_failure::CommandFailure;
use crate::repl::game::Repl;
use crate::repl::play_args::PlayArgs;
use crate::repl::record::counted;
use crate::ruleset_finder;
use crate::ruleset_loader::{self, Loaded};
use crate::{files, replaced_files};
use linstock_play::{Actor, Refusal, Save, Session};
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::hash::{Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How many games are kept; the oldest go first.
const MOST: usize = 20;

/// How long a program may take from making its files to writing the game.
const BEGUN: Duration = Duration::from_secs(10);

/// How a kept game is played, beside what its save says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct LaunchContext {
    /// The folder that the program was started in: the ruleset's path may begin there.
    folder: PathBuf,
    /// Several share the keyboard: each sees only what he may know.
    hot_seat: bool,
}

/// The files of a kept game, held by this program.
#[derive(Debug)]
struct HeldFiles {
    save: PathBuf,
    played: PathBuf,
    /// The lock lasts as long as this file is open.
    _held: File,
}

impl HeldFiles {
    /// Removes the files.
    fn remove(&self) {
        // What cannot be removed is kept a while longer, and does no harm.
        let _ = fs::remove_file(&self.save);
        let _ = fs::remove_file(&self.played);
    }
}

/// Keeps the game at hand on disk.
#[derive(Debug, Default)]
pub(super) struct Autosave {
    place: Option<HeldFiles>,
    /// What was written last.
    written: Option<u64>,
    /// The user knows that the game is not kept.
    told: bool,
}

impl Autosave {
    /// Writes the game, if it has changed; returns a sentence if that does not work for the first time.
    pub(crate) fn keep(&mut self, repl: &Repl) -> Option<String> {
        let now = fingerprint(&repl.session);
        let begun = repl.session.ply() > 0 || self.place.is_some();
        if self.written == Some(now) || !begun {
            return None;
        }
        match self.write(repl) {
            Ok(()) => {
                self.written = Some(now);
                None
            }
            Err(_) if self.told => None,
            Err(why) => {
                self.told = true;
                Some(format!(
                    "this game is not kept while it is played: {why}; `save FILE` writes it elsewhere"
                ))
            }
        }
    }

    fn write(&mut self, repl: &Repl) -> Result<(), String> {
        if self.place.is_none() {
            self.place = Some(new_files(repl)?);
        }
        let Some(place) = &self.place else {
            return Ok(());
        };
        let text = Save::of(&repl.session).text();
        replaced_files::write_private(&place.save, text.as_bytes())
    }

    /// Tells whether the game is on disk as it stands.
    pub(crate) fn is_kept(&self) -> bool {
        self.place.is_some() && self.written.is_some() && !self.told
    }

    /// Forgets the game: it is over, or nobody goes on with it.
    pub(crate) fn forget(&mut self) {
        if let Some(place) = self.place.take() {
            place.remove();
        }
    }
}

/// Tells games apart by what was played in them.
fn fingerprint(session: &Session) -> u64 {
    let mut hasher = FxHasher::default();
    session.setup().seed.hash(&mut hasher);
    std::sync::Arc::as_ptr(session.rules()).hash(&mut hasher);
    session.hash(linstock_play::Viewer::Table).hash(&mut hasher);
    for ply in session.history() {
        let who = match ply.actor {
            Actor::Player(seat) => Some(seat.0),
            Actor::Chance => None,
        };
        who.hash(&mut hasher);
        ply.text.hash(&mut hasher);
    }
    hasher.finish()
}

/// Returns the folder of kept games.
fn folder() -> Result<PathBuf, String> {
    Ok(files::state_folder()?.join("games"))
}

/// Makes files for a game that nobody else has, and holds them.
fn new_files(repl: &Repl) -> Result<HeldFiles, String> {
    let folder = folder()?;
    files::make_folder(&folder)?;
    tidy(&folder);
    let letter = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
    let name: String = repl.session.model().name.chars().filter(letter).collect();
    let made = tempfile::Builder::new()
        .prefix(&format!("{name}-"))
        .suffix(".played")
        .rand_bytes(8)
        .tempfile_in(&folder);
    let no = |e: &std::io::Error| files::problem("write in", &folder, e);
    let made = made.map_err(|e| no(&e))?;
    hold(made.as_file()).map_err(|e| no(&e))?;
    let circumstances = LaunchContext {
        folder: std::env::current_dir().unwrap_or_default(),
        hot_seat: repl.hot_seat,
    };
    let text = serde_json::to_vec(&circumstances).unwrap_or_default();
    std::io::Write::write_all(&mut made.as_file(), &text).map_err(|e| no(&e))?;
    let (held, played) = made.keep().map_err(|e| no(&e.error))?;
    Ok(HeldFiles {
        save: played.with_extension("save"),
        played,
        _held: held,
    })
}

/// Locks a file; where the disk knows no locks, it goes without.
fn hold(file: &File) -> std::io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(std::io::ErrorKind::ResourceBusy.into()),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Removes the oldest games that nobody plays, and what is left of games without a save.
fn tidy(folder: &Path) {
    let mut free = 0;
    for (played, written) in by_age(folder) {
        let Some(place) = held(&played) else { continue };
        free += 1;
        let old = written.elapsed().unwrap_or_default() > BEGUN;
        if free >= MOST || (old && !place.save.exists()) {
            place.remove();
        }
    }
}

/// Lists the kept games, the last one first.
fn by_age(folder: &Path) -> Vec<(PathBuf, SystemTime)> {
    let played = files::files_in(folder, "played").unwrap_or_default();
    let written = |path: &Path| fs::metadata(path).and_then(|found| found.modified()).ok();
    let aged = played.into_iter().map(|path| {
        let time = written(&path.with_extension("save")).or_else(|| written(&path));
        (path, time.unwrap_or(SystemTime::UNIX_EPOCH))
    });
    let mut aged: Vec<_> = aged.collect();
    aged.sort_by(|(a, first), (b, second)| second.cmp(first).then(a.cmp(b)));
    aged
}

/// Takes hold of a kept game, if nobody plays it.
fn held(played: &Path) -> Option<HeldFiles> {
    let file = File::open(played).ok()?;
    hold(&file).ok()?;
    Some(HeldFiles {
        save: played.with_extension("save"),
        played: played.to_owned(),
        _held: file,
    })
}

/// A kept game that somebody may go on with.
struct SavedGame {
    place: HeldFiles,
    save: Save,
    hot_seat: bool,
    age: Duration,
}

impl SavedGame {
    /// Reads a kept game.
    fn read((played, written): (PathBuf, SystemTime)) -> Option<Self> {
        let place = held(&played)?;
        let text = files::read(&place.save).ok()?;
        let mut save = Save::read(&text).ok()?;
        let circumstances = files::read(&played).ok();
        let circumstances = circumstances.and_then(|text| serde_json::from_str(&text).ok());
        // Whoever cannot know does not show what may be secret.
        let circumstances = circumstances.unwrap_or(LaunchContext {
            folder: PathBuf::new(),
            hot_seat: true,
        });
        if let Some(source) = &save.source {
            let path = circumstances.folder.join(source.trim_start_matches("./"));
            save.source = Some(path.to_string_lossy().into_owned());
        }
        Some(Self {
            place,
            save,
            hot_seat: circumstances.hot_seat,
            age: written.elapsed().unwrap_or_default(),
        })
    }

    /// Tells whether it is the game that somebody means: its name, or the path of its ruleset.
    fn is(&self, game: &str) -> bool {
        let path = |text: &str| files::whole_path(Path::new(text));
        let source = self.save.source.as_deref();
        game == self.save.game && !ruleset_finder::is_path(game)
            || source.is_some_and(|source| path(source).is_some() && path(source) == path(game))
    }

    /// Says how it is played again under other rules, if that is what hinders it.
    fn may_be_played_again(&self) -> String {
        let Ok(loaded) = ruleset_loader::load_for(&self.save) else {
            return String::new();
        };
        if !self.save.is_of_other_rules(&loaded.rules) {
            return String::new();
        }
        let path = self.place.save.display();
        format!("\n`load! {path}` in a game plays it again under the rules as they are now")
    }

    /// Notes that several share the keyboard from now on. The file is written in place: it holds the lock.
    fn share(&self) -> Result<(), String> {
        let circumstances = LaunchContext {
            folder: PathBuf::from("/"),
            hot_seat: true,
        };
        let text = serde_json::to_vec(&circumstances).unwrap_or_default();
        fs::write(&self.place.played, text)
            .map_err(|e| files::problem("write", &self.place.played, &e))
    }

    fn description(&self) -> String {
        let moves = counted(self.save.move_count());
        let shared = if self.hot_seat {
            ", at a shared keyboard"
        } else {
            ""
        };
        let place = self.save.source.as_ref();
        let place = place.map_or_else(String::new, |path| format!(" in `{path}`"));
        let (game, age) = (&self.save.game, ago(self.age));
        format!("{game}{place}, {moves}{shared}, {age} ago")
    }
}

/// A game that goes on.
pub(super) struct Resumed {
    pub(crate) loaded: Loaded,
    pub(crate) session: Session,
    pub(crate) keeper: Autosave,
    pub(crate) hot_seat: bool,
    /// Which game it is, and which others there are.
    pub(crate) told: String,
}

/// Goes on with a kept game: the last one, or the one of that number.
pub(super) fn resume(args: &PlayArgs, number: usize) -> Result<Resumed, CommandFailure> {
    let folder = folder().map_err(CommandFailure::Failed)?;
    let all = by_age(&folder).into_iter().filter_map(SavedGame::read);
    let wanted = |kept: &SavedGame| args.game.as_ref().is_none_or(|game| kept.is(game));
    let mut all: Vec<_> = all.filter(wanted).collect();
    if number == 0 || number > all.len() {
        let list = list(&all, 0);
        let what = args
            .game
            .as_deref()
            .map_or(String::new(), |game| format!(" of `{game}`"));
        return Err(CommandFailure::Call(if all.is_empty() {
            format!("no game{what} is kept that nobody plays; `linstock play GAME` begins one")
        } else {
            format!("there is no kept game of number {number}:\n{list}")
        }));
    }
    let others = all.len() - 1;
    let list = list(&all, number);
    let chosen = all.swap_remove(number - 1);
    let (loaded, session) = begun_again(&chosen.save).map_err(|why| {
        let next = match others {
            0 => String::new(),
            _ => format!("\n`--resume=N` goes on with one of these:\n{list}"),
        };
        let told = chosen.description();
        let again = chosen.may_be_played_again();
        CommandFailure::Failed(format!("cannot go on with {told}: {why}{again}{next}"))
    })?;
    let hot_seat = chosen.hot_seat || args.hot_seat;
    if hot_seat && !chosen.hot_seat {
        // What is hidden from now on stays hidden when it goes on once more.
        chosen.share().map_err(CommandFailure::Failed)?;
    }
    let told = match others {
        0 => format!("going on with {}\n", chosen.description()),
        _ => format!(
            "going on with {}; `--resume=N` goes on with another:\n{list}",
            chosen.description()
        ),
    };
    Ok(Resumed {
        keeper: Autosave {
            written: Some(fingerprint(&session)),
            place: Some(chosen.place),
            told: false,
        },
        loaded,
        session,
        hot_seat,
        told,
    })
}

/// Says that an older game of the same rules is kept, if one is.
pub(super) fn hint(args: &PlayArgs) -> Option<String> {
    let game = args.game.as_deref()?;
    let all = by_age(&folder().ok()?).into_iter();
    let kept = all.filter_map(SavedGame::read).find(|kept| kept.is(game))?;
    Some(format!(
        "An older game is kept: {}. `linstock play {game} --resume` goes on with it.\n",
        kept.description()
    ))
}

/// Loads the rules of a kept game, and plays it again.
fn begun_again(save: &Save) -> Result<(Loaded, Session), Refusal> {
    let loaded = ruleset_loader::load_for(save)?;
    let sources = Some(loaded.sources.clone());
    let session = save.resume(loaded.rules.clone(), sources)?;
    Ok((loaded, session))
}

/// Lists games but the chosen one, with their numbers.
fn list(all: &[SavedGame], chosen: usize) -> String {
    let line =
        |(number, kept): (usize, &SavedGame)| format!("  {number}. {}\n", kept.description());
    let others = (1..).zip(all).filter(|(number, _)| *number != chosen);
    others.map(line).collect()
}

/// Writes how long ago something was.
fn ago(age: Duration) -> String {
    let seconds = usize::try_from(age.as_secs()).unwrap_or(usize::MAX);
    let (count, what) = match seconds {
        0..60 => (seconds, "second"),
        60..3600 => (seconds / 60, "minute"),
        3600..86400 => (seconds / 3600, "hour"),
        _ => (seconds / 86400, "day"),
    };
    linstock_base::plural(count, what)
}

#[cfg(test)]
mod tests {
    use super::ago;
    use std::time::Duration;

    #[test]
    fn ages_are_told_in_round_numbers() {
        let told = |seconds| ago(Duration::from_secs(seconds));
        assert_eq!(told(1), "1 second");
        assert_eq!(told(3599), "59 minutes");
        assert_eq!(told(86400 * 3), "3 days");
    }
}
