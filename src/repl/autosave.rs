//! Autosaves the current game: after a kill, `play --resume` continues it.
//!
//! Each process has its own files: `NAME.save` is the game, `NAME.played` is how it is played. A lock on the second, held
//! until the process ends, keeps other processes from taking over the game.

use crate::command_failure::CommandFailure;
use crate::repl::game::Repl;
use crate::repl::play_args::PlayArgs;
use crate::repl::record::counted;
use crate::ruleset_finder;
use crate::ruleset_loader::{self, Loaded};
use crate::shown::one_line;
use crate::{files, replaced_files};
use linstock_play::{Actor, Refusal, Save, Session};
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::hash::{Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How many games are kept; the oldest are removed first.
const MOST: usize = 20;

/// The longest time that a process may take from creating its files to writing the game.
const BEGUN: Duration = Duration::from_secs(10);

/// How an autosaved game is played, in addition to its save.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct LaunchContext {
    /// The folder in which the program was started: the path of the ruleset may be relative to it.
    folder: PathBuf,
    /// Several players share the keyboard: each sees only what they may know.
    hot_seat: bool,
}

/// The files of an autosaved game, locked by this process.
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
        // A file that cannot be removed is kept longer, which does no harm.
        let _ = fs::remove_file(&self.save);
        let _ = fs::remove_file(&self.played);
    }
}

/// Autosaves the current game.
#[derive(Debug, Default)]
pub(super) struct Autosave {
    place: Option<HeldFiles>,
    /// The fingerprint of the game that was written last.
    written: Option<u64>,
    /// The user was told that the game is not kept.
    told: bool,
}

impl Autosave {
    /// Writes the game if it has changed; returns a sentence the first time that this fails.
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

    /// Returns whether the current state of the game is on disk.
    pub(crate) fn is_kept(&self) -> bool {
        self.place.is_some() && self.written.is_some() && !self.told
    }

    /// Removes the autosave: the game is over, or nobody will continue it.
    pub(crate) fn forget(&mut self) {
        if let Some(place) = self.place.take() {
            place.remove();
        }
    }
}

/// Returns a hash of the moves played, which differs between games.
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

/// Returns the folder of autosaved games.
fn folder() -> Result<PathBuf, String> {
    Ok(files::state_folder()?.join("games"))
}

/// Creates and locks files for a new autosave.
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

/// Locks a file; does nothing where the file system has no locks.
fn hold(file: &File) -> std::io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(std::io::ErrorKind::ResourceBusy.into()),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Removes the oldest games that nobody plays, and files of games without a save.
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

/// Lists the autosaved games by their second files, the latest first. The second file of a damaged game may be missing.
fn by_age(folder: &Path) -> Vec<(PathBuf, SystemTime)> {
    let mut played = files::files_in(folder, "played").unwrap_or_default();
    let saves = files::files_in(folder, "save").unwrap_or_default();
    let second_files = saves.iter().map(|save| save.with_extension("played"));
    played.extend(second_files.filter(|played| played.symlink_metadata().is_err()));
    let written = |path: &Path| fs::metadata(path).and_then(|found| found.modified()).ok();
    let aged = played.into_iter().map(|path| {
        let time = written(&path.with_extension("save")).or_else(|| written(&path));
        (path, time.unwrap_or(SystemTime::UNIX_EPOCH))
    });
    let mut aged: Vec<_> = aged.collect();
    aged.sort_by(|(a, first), (b, second)| second.cmp(first).then(a.cmp(b)));
    aged
}

/// Locks an autosaved game, if nobody plays it.
fn held(played: &Path) -> Option<HeldFiles> {
    let file = File::open(played).ok()?;
    hold(&file).ok()?;
    Some(HeldFiles {
        save: played.with_extension("save"),
        played: played.to_owned(),
        _held: file,
    })
}

/// An autosaved game that can be continued.
struct SavedGame {
    place: HeldFiles,
    save: Save,
    hot_seat: bool,
    age: Duration,
}

impl SavedGame {
    /// Reads an autosaved game.
    fn read(place: HeldFiles, written: SystemTime) -> Result<Self, String> {
        let text = files::read(&place.save)?;
        let mut save = Save::read(&text).map_err(|refusal| refusal.to_string())?;
        let played = &place.played;
        let circumstances = files::read(played).ok();
        let circumstances = circumstances.and_then(|text| serde_json::from_str(&text).ok());
        // If the context is unreadable, assume hot seat.
        let circumstances = circumstances.unwrap_or(LaunchContext {
            folder: PathBuf::new(),
            hot_seat: true,
        });
        if let Some(source) = &save.source {
            let path = circumstances.folder.join(source.trim_start_matches("./"));
            save.source = Some(path.to_string_lossy().into_owned());
        }
        Ok(Self {
            place,
            save,
            hot_seat: circumstances.hot_seat,
            age: written.elapsed().unwrap_or_default(),
        })
    }

    /// Returns whether this is the named game: by its name, or by the path of its ruleset.
    fn is(&self, game: &str) -> bool {
        let path = |text: &str| files::whole_path(Path::new(text));
        let source = self.save.source.as_deref();
        game == self.save.game && !ruleset_finder::is_path(game)
            || source.is_some_and(|source| path(source).is_some() && path(source) == path(game))
    }

    /// Explains how to replay the game under other rules, if the rules keep it from continuing.
    fn may_be_played_again(&self) -> String {
        let Ok(loaded) = ruleset_loader::load_for(&self.save, &[]) else {
            return String::new();
        };
        if !self.save.is_of_other_rules(&loaded.rules) {
            return String::new();
        }
        let path = one_line(&self.place.save);
        format!("\n`load! {path}` in a game plays it again under the rules as they are now")
    }

    /// Records that several players share the keyboard from now on. The file is written in place because it holds the lock.
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

/// An autosave that nobody plays.
enum KeptGame {
    Whole(Box<SavedGame>),
    /// Its save cannot be read.
    Damaged {
        save: PathBuf,
        why: String,
        age: Duration,
    },
}

impl KeptGame {
    /// Reads an autosaved game. Returns `None` if somebody plays it, or if nothing was written yet.
    fn read((played, written): (PathBuf, SystemTime)) -> Option<Self> {
        let save = played.with_extension("save");
        let age = written.elapsed().unwrap_or_default();
        if played.symlink_metadata().is_err() {
            // A game is removed with its save first.
            save.symlink_metadata().ok()?;
            let why = format!("`{}` is missing", one_line(&played));
            return Some(Self::Damaged { save, why, age });
        }
        let place = held(&played)?;
        // A game without a save has no moves yet.
        save.symlink_metadata().ok()?;
        Some(match SavedGame::read(place, written) {
            Ok(game) => Self::Whole(Box::new(game)),
            Err(why) => Self::Damaged { save, why, age },
        })
    }

    /// Returns whether this is, or may have been, the named game.
    fn is(&self, game: &str) -> bool {
        match self {
            Self::Whole(kept) => kept.is(game),
            Self::Damaged { save, .. } => {
                let file = save.file_name().unwrap_or_default().to_string_lossy();
                let name = file.rsplit_once('-').map_or("", |(name, _)| name);
                ruleset_finder::is_path(game) || name == game
            }
        }
    }

    fn description(&self) -> String {
        match self {
            Self::Whole(game) => game.description(),
            Self::Damaged { save, why, age } => {
                format!(
                    "a damaged game, {} ago: `{}`: {why}",
                    ago(*age),
                    one_line(save)
                )
            }
        }
    }
}

/// Says that a damaged game cannot be continued, and which others can.
fn refused(damaged: &KeptGame, others: &str) -> CommandFailure {
    let told = damaged.description();
    let next = match others {
        "" => "remove the file to be rid of it".to_owned(),
        others => format!("`--resume=N` goes on with one of these:\n{others}"),
    };
    CommandFailure::Failed(format!("cannot go on with {told}\n{next}"))
}

/// A game that is continued.
pub(super) struct Resumed {
    pub(crate) loaded: Loaded,
    pub(crate) session: Session,
    pub(crate) keeper: Autosave,
    pub(crate) hot_seat: bool,
    /// A text that names this game, and the others that could be continued.
    pub(crate) told: String,
}

/// Continues an autosaved game: the last one, or the one with the given number.
pub(super) fn resume(args: &PlayArgs, number: usize) -> Result<Resumed, CommandFailure> {
    let folder = folder().map_err(CommandFailure::Failed)?;
    let all = by_age(&folder).into_iter().filter_map(KeptGame::read);
    let wanted = |kept: &KeptGame| args.game.as_ref().is_none_or(|game| kept.is(game));
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
    let chosen = match all.swap_remove(number - 1) {
        KeptGame::Whole(chosen) => chosen,
        damaged @ KeptGame::Damaged { .. } => return Err(refused(&damaged, &list)),
    };
    let (loaded, session) = begun_again(&chosen.save, &args.names).map_err(|why| {
        let next = match others {
            0 => String::new(),
            _ => format!("\n`--resume=N` goes on with one of these:\n{list}"),
        };
        let told = chosen.description();
        let again = chosen.may_be_played_again();
        CommandFailure::Failed(format!("cannot go on with {told}: {why}{again}{next}"))
    })?;
    let hot_seat = chosen.hot_seat || args.hot_seat;
    Repl::check_shared(hot_seat, &session).map_err(CommandFailure::Failed)?;
    if hot_seat && !chosen.hot_seat {
        // What is hidden now stays hidden when the game is continued again.
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

/// Returns a hint about the last autosaved game of the same rules that can be continued, and about damaged ones after it.
pub(super) fn hint(args: &PlayArgs) -> Option<String> {
    let game = args.game.as_deref()?;
    let all = by_age(&folder().ok()?).into_iter();
    let kept = all.filter_map(KeptGame::read).filter(|kept| kept.is(game));
    let mut told = String::new();
    for (number, kept) in (1..).zip(kept) {
        let description = kept.description();
        match kept {
            KeptGame::Damaged { .. } => {
                told.push_str(&format!(
                    "Linstock cannot go on with {description}; remove the file to be rid of it\n"
                ));
            }
            KeptGame::Whole(_) => {
                // The numbers are those of `--resume`.
                let which = match number {
                    1 => String::new(),
                    number => format!("={number}"),
                };
                return Some(format!(
                    "{told}An older game is kept: {description}. `linstock play {game} --resume{which}` goes on with it.\n"
                ));
            }
        }
    }
    (!told.is_empty()).then_some(told)
}

/// Loads the rules of an autosaved game, and replays it.
fn begun_again(save: &Save, names: &[(String, String)]) -> Result<(Loaded, Session), Refusal> {
    let loaded = ruleset_loader::load_for(save, names)?;
    let sources = Some(loaded.sources.clone());
    let session = save.resume(loaded.rules.clone(), sources)?;
    Ok((loaded, session))
}

/// Lists the games except the chosen one, with their numbers.
fn list(all: &[KeptGame], chosen: usize) -> String {
    let line = |(number, kept): (usize, &KeptGame)| format!("  {number}. {}\n", kept.description());
    let others = (1..).zip(all).filter(|(number, _)| *number != chosen);
    others.map(line).collect()
}

/// Writes how long ago something was.
fn ago(age: Duration) -> String {
    let seconds = age.as_secs();
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
