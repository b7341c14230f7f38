//! `linstock play`: a game at the keyboard, or from a script on standard input.

mod commands;
mod completion;
mod console;
mod editor;
mod game;
mod move_input;
mod record;
mod setup;

use crate::base::Style;
use crate::front::cli::{CommandFailure, PlayArgs, print, style};
use crate::front::{ruleset_loader, seed};
use crate::play::{Canvas, ChanceMode, Glyphs, Session};
use console::{Console, Input, Pipe};
use editor::Terminal;
use game::Repl;
use move_input::Confirmation;
use std::io::IsTerminal;

/// `linstock play`
pub(super) fn run(args: &PlayArgs) -> Result<(), CommandFailure> {
    let loaded = ruleset_loader::load(&args.game.request())?;
    let seed = args.seed.unwrap_or_else(seed::draw);
    let session = Session::begin(loaded.rules.clone(), loaded.setup(seed, ChanceMode::Auto))?;
    let mut repl = Repl {
        loaded,
        session,
        seed: args.seed,
        practice: args.practice,
        canvas: canvas(args.ascii),
        hot_seat: args.hot_seat,
        seated: None,
        randoms: 0,
        confirmation: Confirmation::default(),
    };
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let mut console: Box<dyn Console> = if terminal {
        Box::new(Terminal::new(repl.canvas.style == Style::Colour))
    } else {
        Box::new(Pipe::new(std::io::stdin().lock()))
    };
    repl.canvas.room = console.room();
    print(&repl.greeting())?;
    read_and_answer(&mut repl, console.as_mut())
}

fn read_and_answer(repl: &mut Repl, console: &mut dyn Console) -> Result<(), CommandFailure> {
    loop {
        if !hand_over(repl, console)? {
            return print("\n");
        }
        console.offer(repl.words());
        // Secret input must not come back with the arrow keys.
        let line = match console.read(&repl.prompt(), !repl.hot_seat) {
            Input::Line(line) => line,
            Input::Cancelled => continue,
            Input::End => return print("\n"),
        };
        repl.canvas.room = console.room();
        let reply = commands::answer(repl, &line, console);
        print(&reply.text)?;
        if reply.quit {
            return Ok(());
        }
    }
}

/// Lets the next player sit down at a shared keyboard; tells whether the game goes on.
fn hand_over(repl: &mut Repl, console: &mut dyn Console) -> Result<bool, CommandFailure> {
    let Some(seat) = repl.handover() else {
        return Ok(true);
    };
    print(console.curtain())?;
    let name = repl.session.model().players[seat.index()].clone();
    if !console.wait_for_player(&format!("{name}, sit down and press Enter ")) {
        return Ok(false);
    }
    repl.seated = Some(seat);
    print(&repl.table())?;
    Ok(true)
}

/// Chooses colour and box-drawing characters, if the terminal shows them and `--ascii` is absent.
fn canvas(ascii: bool) -> Canvas {
    let out = std::io::stdout();
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = names
        .iter()
        .filter_map(|n| std::env::var(n).ok())
        .find(|v| !v.is_empty());
    let unicode = locale.is_some_and(|l| {
        let l = l.to_lowercase();
        l.contains("utf-8") || l.contains("utf8")
    });
    let plain = ascii || !out.is_terminal();
    Canvas {
        glyphs: if plain || !unicode {
            Glyphs::Ascii
        } else {
            Glyphs::Unicode
        },
        style: if plain { Style::Plain } else { style(&out) },
        ..Canvas::default()
    }
}
