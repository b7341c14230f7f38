//! Continues a game from a save, or replays its moves under other rules.

use crate::files;
use crate::repl::console::Console;
use crate::repl::game::Repl;
use crate::repl::questions::agreed;
use crate::repl::record::{counted, named};
use crate::repl::reply::CommandResult;
use crate::ruleset_loader::{self, Loaded};
use crate::shown::Shown;
use linstock_play::{Refusal, Replayed, Save, quoted};
use std::path::PathBuf;

/// A save, and the rules under which it continues.
struct Opened {
    save: Save,
    /// The path of the save.
    place: Option<PathBuf>,
    /// The rules that were loaded for it; `None` if the current rules are the right ones.
    loaded: Option<Loaded>,
}

/// Resumes a game from a save. If it was made under other rules, its moves can be replayed under the current ones.
pub(super) fn load(repl: &mut Repl, file: &str, console: &mut dyn Console) -> CommandResult {
    let opened = opened(repl, named(file, "load")?)?;
    let loaded = opened.loaded.as_ref().unwrap_or(&repl.loaded);
    let sources = Some(loaded.sources.clone());
    let why = match opened.save.resume(loaded.rules.clone(), sources) {
        Ok(session) => {
            Repl::check_shared(repl.hot_seat, &session)?;
            let text = opened.save.text();
            let file_now = opened.place.map(|place| (place, text));
            let head = head(repl, opened.loaded);
            repl.begin(session, file_now);
            return Ok(Shown::from(head).then(repl.table()));
        }
        Err(why) => why,
    };
    if !opened.save.is_of_other_rules(&loaded.rules) {
        return Err(goes_on(&why));
    }
    if !console.converses() {
        let next = format!("`load! {file}` plays its moves again under the rules as they are now");
        return Err(format!("{}\n{next}", goes_on(&why)));
    }
    let question =
        format!("{why}\nplay its moves again, as far as they go, under the rules of now? [y/N] ");
    if !agreed(console, &question) {
        return Ok("nothing was loaded\n".into());
    }
    again(repl, opened)
}

/// Replays the moves of a save under the current version of its own rules if those have changed, and else under the rules of
/// the current game.
pub(super) fn load_again(repl: &mut Repl, file: &str) -> CommandResult {
    let path = named(file, "load!")?;
    let save = Save::read(&files::read(path)?).map_err(|why| goes_on(&why))?;
    let own =
        ruleset_loader::load_for(&save, &repl.loaded.request.names).map_err(|why| goes_on(&why))?;
    let is_changed = save.is_of_other_rules(&own.rules);
    let is_other_game = own.base() != repl.loaded.base();
    let place = None;
    if is_changed || is_other_game {
        let loaded = Some(own);
        return again(
            repl,
            Opened {
                save,
                place,
                loaded,
            },
        );
    }
    let at_hand = Opened {
        save: save.moved_to(repl.session.setup()),
        place,
        loaded: None,
    };
    let told = again(repl, at_hand)?;
    let game = quoted(&repl.loaded.request.game);
    let head = format!("under the rules of {game} as they are played here, ");
    Ok(Shown::from(head).then(told))
}

fn goes_on(why: &Refusal) -> String {
    format!("{why}\nthe game at hand goes on")
}

/// Reads a save, and loads the rules that it names.
fn opened(repl: &Repl, path: &std::path::Path) -> Result<Opened, String> {
    let text = files::read(path)?;
    let save = Save::read(&text).map_err(|why| goes_on(&why))?;
    let loaded = if save.fits(&repl.session) {
        None
    } else {
        Some(
            ruleset_loader::load_for(&save, &repl.loaded.request.names)
                .map_err(|why| goes_on(&why))?,
        )
    };
    let place = files::whole_path(path);
    Ok(Opened {
        save,
        place,
        loaded,
    })
}

/// Takes over the rules of a save, and returns a message about it.
fn head(repl: &mut Repl, loaded: Option<Loaded>) -> String {
    let Some(loaded) = loaded else {
        return String::new();
    };
    repl.loaded = loaded;
    // The scenario from the command line belongs to other rules.
    repl.scenario = None;
    let name = &repl.loaded.request.game;
    format!("`{name}` is played now, with the options of the save\n\n")
}

fn again(repl: &mut Repl, opened: Opened) -> CommandResult {
    let loaded = opened.loaded.as_ref().unwrap_or(&repl.loaded);
    let sources = Some(loaded.sources.clone());
    let again = opened.save.play_under(loaded.rules.clone(), sources);
    let Replayed {
        session,
        played,
        stopped,
    } = again.map_err(|why| goes_on(&why))?;
    Repl::check_shared(repl.hot_seat, &session)?;
    let head = head(repl, opened.loaded);
    let all = counted(opened.save.move_count());
    // The move that stops the replay, and the reason, may be hidden from the player at the keyboard.
    let hushed = repl.hot_seat && session.rules().hides_something();
    let told = match stopped {
        Some(_) if hushed => {
            "its moves were played again, up to one that cannot be played now\n\n".to_owned()
        }
        None => format!("all of its moves were played again ({all})\n\n"),
        Some(why) => format!("{played} of {all} were played again; then: {why}\n\n"),
    };
    // This is another game now: `save` asks before it overwrites the old one.
    repl.begin(session, None);
    Ok(Shown::from(head).then(told).then(repl.table()))
}
