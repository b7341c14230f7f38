//! `linstock draw`: the board of a position as a picture.

use crate::command_failure::CommandFailure;
use crate::game_args::GameArgs;
use crate::legal_moves::position_after;
use crate::replaced_files::{holds_other, write_whole};
use crate::shown::one_line;
use crate::terminal::print;
use clap::Args;
use linstock_play::{Observation, Viewer};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct DrawArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Moves to play first, separated by semicolons, or by spaces if no move of the game contains a space
    #[arg(long, value_name = "MOVES", default_value = "")]
    after: String,
    /// The file to write, such as board.svg; without it, the picture is printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Draws the board with the points marked that the last move changed, as everybody sees it.
pub(super) fn run(args: &DrawArgs) -> Result<(), CommandFailure> {
    let session = position_after(&args.game, &args.after)?;
    let observation = Observation::new(&session, Viewer::Onlooker);
    let Some(scene) = observation.drawing() else {
        let text = "this game has no board to draw";
        return Err(CommandFailure::Failed(text.to_owned()));
    };
    let svg = scene.svg(session.rules().title()) + "\n";
    let Some(out) = &args.out else {
        return print(svg);
    };
    if holds_other(out, b"<svg") {
        let shown = one_line(out);
        let text = format!("`{shown}` is there already and is no picture; choose another name");
        return Err(CommandFailure::Call(text));
    }
    write_whole(out, svg.as_bytes()).map_err(CommandFailure::Failed)
}
