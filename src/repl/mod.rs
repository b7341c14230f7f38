//! `linstock play`: a game at the keyboard, or from a script on standard input.

mod analysing;
mod answering;
mod autosave;
mod autosaved_repl;
mod board_changes;
mod choice_changes;
mod command_table;
mod commands;
mod comparing;
mod completion;
mod completion_words;
mod computer_players;
mod console;
mod deciding;
mod editor;
mod game;
mod game_analysis;
mod help;
mod hinting;
mod loading;
mod looking_up;
mod move_input;
mod move_reasons;
mod outlook;
mod phrases;
mod play_args;
mod questions;
#[cfg(test)]
mod rated_positions;
mod record;
mod reloading;
mod reply;
mod rules_on_disk;
#[cfg(test)]
mod scripted;
mod seats;
mod setup;
mod taking_back;
mod terminal_mode;
mod trying;
mod understanding;
mod watching;
mod why;

#[cfg(feature = "table")]
pub(crate) use computer_players::BotRequest;
#[cfg(feature = "table")]
pub(crate) use outlook::{NO_HINT, Outlook, judged};
#[cfg(feature = "table")]
pub(crate) use play_args::player_name;

use crate::command_failure::CommandFailure;
use crate::guard::guarded;
use crate::pager::page;
use crate::scenarios::open::{self, OpenedGame};
use crate::shown::Shown;
use crate::shown::style;
use crate::terminal::{print, warn};
use crate::{ruleset_loader, seed};
use autosave::Autosave;
use autosaved_repl::{AutosavedRepl, locked};
use computer_players::ComputerPlayers;
use console::{Console, Input, Pipe};
use editor::TerminalConsole;
use game::{Repl, ScenarioOfGames};
use linstock_base::Style;
use linstock_play::{Actor, Canvas, ChanceMode, Glyphs};
pub(super) use play_args::PlayArgs;
use questions::{Confirmation, agreed};
use reply::Reply;
#[cfg(test)]
pub(crate) use scripted::ScriptedRepl;
use std::io::IsTerminal;
use std::sync::{Arc, Mutex};

/// Returns the help of a command of `linstock play`.
pub(super) fn command_help(name: &str) -> Option<String> {
    let command = commands::COMMANDS.find(name)?;
    Some(command.explained())
}

/// Runs `linstock play`.
pub(super) fn run(args: &PlayArgs) -> Result<(), CommandFailure> {
    let (mut repl, keeper) = match args.resume {
        Some(number) => resumed(args, number)?,
        None => (begun(args)?, Autosave::default()),
    };
    let seated = repl.seat_computers(&args.bots);
    seated.map_err(CommandFailure::Call)?;
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let mut console: Box<dyn Console> = if terminal {
        terminal_mode::restore_at_signals();
        Box::new(TerminalConsole::new(repl.canvas.style == Style::Colour))
    } else {
        let input = std::io::stdin();
        let typed = input.is_terminal();
        Box::new(Pipe::new(input.lock(), typed))
    };
    repl.canvas.room = console.room();
    // A script gets no hint about other games on this machine.
    let kept = console.converses() && args.resume.is_none();
    print(autosave::hint(args).filter(|_| kept).unwrap_or_default())?;
    let asks = args.resume.is_none() && !args.watch;
    if asks && !repl.proposes_shared_keyboard(console.as_mut())? {
        return print("\n");
    }
    let table = Arc::new(Mutex::new(AutosavedRepl { repl, keeper }));
    if let Some(printer) = console.printer().filter(|_| args.watch) {
        watching::begin(&table, printer)?;
    }
    print(locked(&table).repl.greeting())?;
    read_and_answer(&table, console.as_mut())?;
    // A script that was read to its end is done; a person may continue tomorrow, even a game that a script resumed.
    let done = !console.converses() && args.resume.is_none();
    leave(&mut locked(&table), console.as_ref(), done)
}

/// Keeps or removes the autosave when the program ends. `done` means that nobody will continue the game.
fn leave(
    table: &mut AutosavedRepl,
    console: &dyn Console,
    done: bool,
) -> Result<(), CommandFailure> {
    let AutosavedRepl { repl, keeper } = table;
    let over = repl.session.decider().is_none();
    if repl.hot_seat && !over && console.converses() {
        // Nobody else may see the table of the player who sat there last.
        print(Shown::own(console.clear_screen()))?;
    }
    if over || repl.session.ply() == 0 || done {
        keeper.forget();
    } else if console.converses() && keeper.is_kept() {
        print("this game is kept: `linstock play --resume` goes on with it\n")?;
    }
    Ok(())
}

/// Asks before the user leaves a game that would be lost: one that is neither autosaved nor saved in its current state.
fn may_leave(repl: &Repl, keeper: &Autosave, console: &mut dyn Console) -> bool {
    let over = repl.session.decider().is_none();
    let lost = repl.session.ply() > 0 && !over && !keeper.is_kept() && !record::is_saved(repl);
    let question = "this game is not saved, and would be lost; leave it? [y/N] ";
    !lost || !console.converses() || agreed(console, question)
}

/// Begins a game.
fn begun(args: &PlayArgs) -> Result<Repl, CommandFailure> {
    let OpenedGame { loaded, given } = match args.scenario.as_deref() {
        Some([file, title]) => open::from_file(args.game.as_deref(), file, title)?,
        _ => OpenedGame {
            loaded: ruleset_loader::load(&args.request())?,
            given: None,
        },
    };
    let seed = args.seed.unwrap_or_else(seed::draw);
    let setup = loaded.setup(seed, ChanceMode::Auto);
    let scenario = match args.scenario.as_deref() {
        Some([file, title]) => Some(ScenarioOfGames {
            file: file.clone(),
            title: title.clone(),
            given: given.clone(),
        }),
        _ => None,
    };
    let session = open::begin(loaded.rules.clone(), setup, given)?;
    Ok(Repl {
        loaded,
        session,
        scenario,
        seed: args.seed,
        practice: args.practice,
        canvas: canvas(args.ascii),
        hot_seat: args.hot_seat,
        seated: None,
        randoms: 0,
        confirmation: Confirmation::default(),
        not_read: false,
        saved_as: None,
        drawn: String::new(),
        computers: ComputerPlayers::default(),
    })
}

/// Continues an autosaved game. A hot-seat game stays one: it holds the players' secrets.
fn resumed(args: &PlayArgs, number: usize) -> Result<(Repl, Autosave), CommandFailure> {
    let kept = autosave::resume(args, number)?;
    print(kept.told)?;
    let repl = Repl {
        loaded: kept.loaded,
        session: kept.session,
        scenario: None,
        seed: None,
        practice: args.practice,
        canvas: canvas(args.ascii),
        hot_seat: kept.hot_seat,
        seated: None,
        randoms: 0,
        confirmation: Confirmation::default(),
        not_read: false,
        saved_as: None,
        drawn: String::new(),
        computers: ComputerPlayers::default(),
    };
    Ok((repl, kept.keeper))
}

fn read_and_answer(
    table: &Mutex<AutosavedRepl>,
    console: &mut dyn Console,
) -> Result<(), CommandFailure> {
    loop {
        let mut held = locked(table);
        computers_play(&mut held)?;
        if !hand_over(&mut held.repl, console)? {
            return print("\n");
        }
        let Repl { hot_seat, .. } = held.repl;
        let prompt = held.repl.prompt();
        if console.converses() {
            console.offer(held.repl.words());
        }
        // While somebody types, the rules may be reloaded.
        drop(held);
        // Secret input must not reappear with the arrow keys.
        let typed = match console.read(&prompt, !hot_seat) {
            Input::Line(typed) => typed,
            Input::Cancelled => continue,
            Input::End => return print("\n"),
        };
        if answer_all(&mut locked(table), &typed, console)? {
            return Ok(());
        }
    }
}

/// Plays the moves of computer players, up to the turn of a person.
fn computers_play(table: &mut AutosavedRepl) -> Result<(), CommandFailure> {
    let AutosavedRepl { repl, keeper } = table;
    let mut has_played = false;
    while let Some(told) = repl.computer_move() {
        // The game is on disk before the move is printed.
        if let Some(trouble) = keeper.keep(repl) {
            warn(format!("linstock: {trouble}"));
        }
        has_played |= told.is_ok();
        print(told.unwrap_or_else(|trouble| format!("{}\n", trouble.trim_end()).into()))?;
    }
    match has_played {
        true => print(Shown::from("\n").then(repl.table())),
        false => Ok(()),
    }
}

/// Answers each line of the input: pasted text may have several. Returns whether the program ends.
fn answer_all(
    table: &mut AutosavedRepl,
    typed: &str,
    console: &mut dyn Console,
) -> Result<bool, CommandFailure> {
    let AutosavedRepl { repl, keeper } = table;
    repl.canvas.room = console.room();
    let mut lines = typed.split('\n');
    while let Some(line) = lines.next() {
        let before = repl.session.ply();
        let reply = answer(repl, line, console);
        if repl.session.ply() > before {
            repl.computers.go_on();
        }
        // The game is on disk before the answer is printed.
        if let Some(trouble) = keeper.keep(repl) {
            warn(format!("linstock: {trouble}"));
        }
        // A pager leaves its last page on the screen, where the next player may not see it.
        match is_long(line) && console.converses() && !repl.hot_seat {
            true => page(reply.text)?,
            false => print(reply.text)?,
        }
        if reply.quit && may_leave(repl, keeper, console) {
            return Ok(true);
        }
        if repl.handover().is_some() {
            repl.not_read |= lines.next().is_some();
            break;
        }
    }
    Ok(false)
}

/// Returns whether the answer to a line is a text to read, which may be longer than the screen.
fn is_long(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["rules", "help", "?", "clauses", "history", "map"].contains(&word)
}

/// Answers a line. If a defect of the program stops it, restores the game.
fn answer(repl: &mut Repl, line: &str, console: &mut dyn Console) -> Reply {
    let before = (repl.session.clone(), repl.loaded.clone(), repl.seated);
    guarded(|| answering::answer(repl, line, console)).unwrap_or_else(|defect| {
        (repl.session, repl.loaded, repl.seated) = before;
        warn(defect.log_line());
        Reply {
            text: format!("{}\n", defect.message()).into(),
            quit: false,
        }
    })
}

/// Lets the next player sit down at a shared keyboard; returns whether the game goes on.
fn hand_over(repl: &mut Repl, console: &mut dyn Console) -> Result<bool, CommandFailure> {
    let Some(seat) = repl.handover() else {
        return Ok(true);
    };
    // A person who plays alone against computers hides the screen from nobody.
    let hides = !repl.is_alone(seat);
    if hides {
        console.clear_desk();
        print(Shown::own(console.clear_screen()))?;
    }
    let name = repl.called(Actor::Player(seat));
    if std::mem::take(&mut repl.not_read) {
        print(format!(
            "the rest of what was typed was not read: now {name} chooses\n"
        ))?;
    }
    if hides && !console.wait_for_player(&format!("{name}, sit down and press Enter ")) {
        return Ok(false);
    }
    repl.seated = Some(seat);
    print(repl.since_last_turn(seat))?;
    print(repl.table())?;
    Ok(true)
}

/// Chooses colour and box-drawing characters, if the terminal shows them and `--ascii` is absent.
fn canvas(ascii: bool) -> Canvas {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = names
        .iter()
        .filter_map(|n| std::env::var(n).ok())
        .find(|v| !v.is_empty());
    let unicode = locale.is_some_and(|l| {
        let l = l.to_lowercase();
        l.contains("utf-8") || l.contains("utf8")
    });
    let plain = ascii || !std::io::stdout().is_terminal();
    Canvas {
        glyphs: if plain || !unicode {
            Glyphs::Ascii
        } else {
            Glyphs::Unicode
        },
        style: if plain {
            Style::Plain
        } else {
            style(&std::io::stdout())
        },
        ..Canvas::default()
    }
}

#[cfg(test)]
mod tests {
    use super::{PlayArgs, answer, begun};
    use crate::game_args::ChoiceArgs;
    use crate::repl::scripted::Quiet;

    #[test]
    fn a_defect_of_the_program_ends_a_command_and_not_the_game() {
        let args = PlayArgs {
            game: Some("tests/it/fixtures/race".to_owned()),
            choices: ChoiceArgs::default(),
            resume: None,
            scenario: None,
            seed: Some(1),
            practice: false,
            hot_seat: false,
            names: Vec::new(),
            ascii: true,
            watch: false,
            bots: Vec::new(),
        };
        let mut repl = begun(&args).unwrap_or_else(|_| unreachable!("the ruleset is there"));
        // A console with a defect: any question panics.
        let mut broken = Quiet(|| unreachable!("a defect"));
        answer(&mut repl, "random 3", &mut broken);
        let ply = repl.session.ply();
        // An outcome of chance is undone only after a confirmation.
        let reply = answer(&mut repl, "back to 0", &mut broken);
        let text = reply.text.as_str();
        assert!(
            text.starts_with("fault ") && !text.contains("a defect\n"),
            "{text}"
        );
        assert_eq!(repl.session.ply(), ply);
        let reply = answer(&mut repl, "history", &mut broken);
        assert!(
            reply.text.as_str().starts_with("   1. "),
            "{}",
            reply.text.as_str()
        );
    }
}
