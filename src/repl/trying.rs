//! `try`: shows the position after a line of moves, without changing the game.

use crate::repl::console::Console;
use crate::repl::game::Repl;
use crate::repl::reply::CommandResult;

/// Plays moves on a copy of the game, and shows the table there. Chance is not drawn: the line must name its outcomes, or it
/// would be a way to look ahead.
pub(super) fn try_line(repl: &mut Repl, text: &str, console: &mut dyn Console) -> CommandResult {
    if text.is_empty() {
        return Err("`try` needs a move, or several with `;` between them".to_owned());
    }
    if repl.hot_seat {
        let place = repl.where_hidden();
        return Err(format!(
            "{place} nothing is tried out: it might show what is hidden"
        ));
    }
    let before = repl.session.clone();
    repl.session.choose_outcomes_by_hand();
    let shown = repl.play(text, console);
    let over = repl.session.decider().is_none();
    let result = repl.result();
    let changed = repl.session.ply() != before.ply();
    repl.session = before;
    let shown = shown?;
    if !changed {
        return Ok(shown);
    }
    let shown = if over {
        shown.then("\n").then(result)
    } else {
        shown
    };
    Ok(shown.then(format!("\n{}\n", repl.say().only_tried())))
}
