//! `linstock play --watch`: reloads the ruleset whenever one of its files changes, during a game.

use crate::command_failure::CommandFailure;
use crate::deep_stack::deep_thread;
use crate::file_watch::FileWatch;
use crate::guard::guarded;
use crate::repl::autosaved_repl::{AutosavedRepl, locked};
use crate::repl::console::{Console, Input, Printer};
use crate::repl::game::Repl;
use crate::repl::reloading::{self, AtIllegalMove};
use crate::repl::rules_on_disk::{FileTexts, RulesOnDisk};
use crate::ruleset_finder;
use crate::scenarios::open::OpenedGame;
use crate::shown::Shown;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// The message at a shared keyboard when a file was saved.
const SAVED: &str = "a file of the rules was saved; `reload` goes on under its rules\n";

/// Rules that were read while a file could still be incomplete.
struct ReadAhead {
    wanted: RulesOnDisk,
    texts: FileTexts,
    /// `None` at a shared keyboard, if the texts equal those of the current game, or if a defect stopped the reading: the
    /// next reading reports it.
    read: Option<Result<OpenedGame, Shown>>,
}

/// Reloads the ruleset in a separate thread whenever one of its files changes. Prints the changes while somebody types.
pub(super) fn begin(
    table: &Arc<Mutex<AutosavedRepl>>,
    mut printer: Printer,
) -> Result<(), CommandFailure> {
    let (files, mut seen) = {
        let held = locked(table);
        (files_of(&held.repl)?, RulesOnDisk::loaded_texts(&held.repl))
    };
    let mut watch = FileWatch::over(&files).map_err(CommandFailure::Failed)?;
    let table = Arc::clone(table);
    let begun = deep_thread().spawn(move || {
        // A file may have been saved after the rules were read, and before it was watched.
        let mut looks = true;
        loop {
            looks |= follow(&mut watch, &table, &mut seen);
            let mut ahead = None;
            let mut prepare = || ahead = Some(read_ahead(&table, &seen, ahead.take()));
            if !watch.looks_while(&mut prepare) && !looks {
                continue;
            }
            looks = false;
            let mut held = locked(&table);
            let wanted = RulesOnDisk::of(&held.repl);
            let now = wanted.texts();
            if now == seen {
                continue;
            }
            // Another game may have been loaded meanwhile, or an option set.
            let ahead = ahead.filter(|ahead| ahead.wanted == wanted && ahead.texts == now);
            seen = now;
            printer(match held.repl.hot_seat {
                // The reader may not be the player at the keyboard: only that player may ask for what `reload` shows.
                true => Shown::from(SAVED),
                false => take_read(&mut held, &wanted, ahead.and_then(|ahead| ahead.read)),
            });
        }
    });
    let unable = |why| CommandFailure::Failed(format!("changes of files cannot be seen: {why}"));
    begun.map(drop).map_err(unable)
}

/// Watches the files of the current game: another one may have been loaded. Returns whether other folders are watched now.
fn follow(watch: &mut FileWatch, table: &Mutex<AutosavedRepl>, seen: &mut FileTexts) -> bool {
    let held = locked(table);
    let is_other = files_of(&held.repl).is_ok_and(|files| watch.follow(&files));
    if is_other {
        *seen = RulesOnDisk::loaded_texts(&held.repl);
    }
    is_other
}

/// Reads the current rules, unless that is done already, so that the players need not wait for it.
fn read_ahead(
    table: &Mutex<AutosavedRepl>,
    seen: &FileTexts,
    done: Option<ReadAhead>,
) -> ReadAhead {
    let (wanted, is_shared) = {
        let held = locked(table);
        (RulesOnDisk::of(&held.repl), held.repl.hot_seat)
    };
    let texts = wanted.texts();
    let known = done.filter(|done| done.wanted == wanted && done.texts == texts);
    known.unwrap_or_else(|| {
        let reads = !is_shared && texts != *seen;
        let read = reads.then(|| guarded(|| wanted.read()).ok()).flatten();
        let read = read.filter(|_| wanted.texts() == texts);
        ReadAhead {
            wanted,
            texts,
            read,
        }
    })
}

/// Continues under the rules that were read. No question can be asked: if a move is illegal now, the old rules stay.
fn take_read(
    table: &mut AutosavedRepl,
    wanted: &RulesOnDisk,
    read: Option<Result<OpenedGame, Shown>>,
) -> Shown {
    let AutosavedRepl { repl, keeper } = table;
    let before = (repl.session.clone(), repl.loaded.clone(), repl.seated);
    let read = guarded(|| {
        let read = read.unwrap_or_else(|| wanted.read());
        reloading::take_read(repl, read, AtIllegalMove::Keep, &mut Nobody)
    });
    let text = match read {
        Ok(Ok(text)) => text,
        Ok(Err(trouble)) => Shown::from(format!("{}\n", trouble.trim_end())),
        Err(defect) => {
            (repl.session, repl.loaded, repl.seated) = before;
            Shown::from(format!("{}\n", defect.message()))
        }
    };
    let trouble = keeper.keep(repl);
    let trouble = trouble.map(|trouble| Shown::from(format!("linstock: {trouble}\n")));
    text.then(trouble.unwrap_or_default())
}

/// Returns the files to watch: those of the ruleset, and the file of the scenario whose position is the start of games.
fn files_of(repl: &Repl) -> Result<Vec<PathBuf>, CommandFailure> {
    let loaded = &repl.loaded;
    let game = &loaded.request.game;
    let variants = loaded.request.choices.variants.iter();
    let own: Vec<_> = variants.filter(|v| ruleset_finder::is_path(v)).collect();
    if !ruleset_finder::is_path(game) && own.is_empty() {
        return Err(CommandFailure::Call(format!(
            "`--watch` needs a ruleset in a folder, and `{game}` is inside the program; \
             `linstock new my-{game} --from {game}` makes a folder, `linstock play ./my-{game} --watch` plays it"
        )));
    }
    let of_rules = match ruleset_finder::is_path(game) {
        true => loaded
            .sources
            .iter()
            .map(|(_, s)| PathBuf::from(&s.path))
            .collect(),
        // The game is inside the program, but its variants are files.
        false => own.into_iter().map(PathBuf::from).collect::<Vec<_>>(),
    };
    let scenario = repl.scenario.iter().map(|s| PathBuf::from(&s.file));
    Ok(of_rules.into_iter().chain(scenario).collect())
}

/// A keyboard where nobody answers questions.
struct Nobody;

impl Console for Nobody {
    fn read(&mut self, _prompt: &str, _remember: bool) -> Input {
        Input::End
    }

    fn wait_for_player(&mut self, _prompt: &str) -> bool {
        false
    }
}
