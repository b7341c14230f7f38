//! `linstock draw`: a position as a picture.

use crate::command_failure::CommandFailure;
use crate::files::ends;
use crate::game_args::GameArgs;
use crate::legal_moves::play_texts;
use crate::replaced_files::{holds_other, write_whole};
use crate::ruleset_loader;
use crate::scenarios::open::{self, OpenedGame};
use crate::shown::one_line;
use crate::terminal::print;
use clap::Args;
use linstock_play::{Actor, ChanceMode, Chooser, Observation, Order, Purpose, Session, Viewer};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct DrawArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Begin where a scenario begins, with its options
    #[arg(long, num_args = 2, value_names = ["SCENARIOS", "TITLE"], conflicts_with_all = ["set", "variants", "players"])]
    scenario: Option<Vec<String>>,
    /// Moves to play first, separated by semicolons, or by spaces if no move of the game contains a space
    #[arg(long, value_name = "MOVES", default_value = "")]
    after: String,
    /// Play this many random moves after these, or up to the end of the game
    #[arg(long, value_name = "N", default_value_t = 0)]
    random: usize,
    /// The seed of the random moves
    #[arg(long, value_name = "N", value_parser = crate::seed::read, default_value = "0")]
    seed: u64,
    /// Draw what this player sees; without it, what everybody sees
    #[arg(long, value_name = "PLAYER")]
    seen_by: Option<String>,
    /// The file to write: board.svg, or board.png; without it, the picture is printed as SVG
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Draws the table with the points marked that the last move changed.
pub(super) fn run(args: &DrawArgs) -> Result<(), CommandFailure> {
    let session = position(args)?;
    let viewer = match &args.seen_by {
        None => Viewer::Onlooker,
        Some(name) => match session.actor(name)? {
            Actor::Player(seat) => Viewer::Seat(seat),
            Actor::Chance => Viewer::Onlooker,
        },
    };
    let picture = Observation::new(&session, viewer).picture();
    let svg = picture.svg(session.rules().title()) + "\n";
    let Some(out) = &args.out else {
        return print(svg);
    };
    let is_png = ends(out, "png");
    if !is_png && !ends(out, "svg") {
        let shown = one_line(out);
        let text = format!("the name of a picture ends in .svg or .png, not `{shown}`");
        return Err(CommandFailure::Call(text));
    }
    let begins: &[u8] = if is_png { b"\x89PNG" } else { b"<svg" };
    if holds_other(out, begins) {
        let shown = one_line(out);
        let text = format!("`{shown}` is there already and is no picture; choose another name");
        return Err(CommandFailure::Call(text));
    }
    let bytes = match is_png {
        true => png(&svg).map_err(CommandFailure::Failed)?,
        false => svg.into_bytes(),
    };
    write_whole(out, &bytes).map_err(CommandFailure::Failed)
}

#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>, String> {
    crate::raster::png(svg)
}

#[cfg(not(feature = "png"))]
fn png(_: &str) -> Result<Vec<u8>, String> {
    let text = "this program was built without PNG; choose a name that ends in .svg";
    Err(text.to_owned())
}

/// Returns the position to draw.
fn position(args: &DrawArgs) -> Result<Session, CommandFailure> {
    let request = args.game.request();
    let OpenedGame { loaded, given } = match args.scenario.as_deref() {
        Some([file, title]) => open::from_file(Some(&request.game), file, title)?,
        _ => OpenedGame {
            loaded: ruleset_loader::load(&request)?,
            given: None,
        },
    };
    let setup = loaded.setup(args.seed, ChanceMode::Manual);
    let mut session = open::begin(loaded.rules, setup, given)?;
    play_texts(&mut session, &args.after)?;
    for at in (0..args.random).map(|at| u64::try_from(at).unwrap_or(0)) {
        let Some(actor) = session.decider() else {
            break;
        };
        let mut choices = session.choices(actor)?;
        let weights = choices.iter().map(|choice| choice.weight);
        let picked = Chooser::new(args.seed, Purpose::Move, at).pick(weights);
        let Some(picked) = picked else { break };
        let order = Order {
            actor: Some(actor),
            text: choices.swap_remove(picked).text,
        };
        session.play(&[order])?;
    }
    Ok(session)
}
