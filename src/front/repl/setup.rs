//! The command `setup`: begins a game from a drawn position.

use crate::base::did_you_mean;
use crate::front::repl::commands::CommandResult;
use crate::front::repl::console::{Console, Input};
use crate::front::repl::game::Repl;
use crate::front::seed;
use crate::play::{ChanceMode, Session, StartPosition, from_picture};

/// Reads a drawing, who moves, and in which phase; then begins there.
pub(super) fn setup(repl: &mut Repl, console: &mut dyn Console) -> CommandResult {
    let model = repl.session.model();
    if model.board.is_none() {
        return Err("this game has no board to draw".to_owned());
    }
    let mut picture = String::new();
    let mut prompt = "draw the board, top row first; an empty line ends it, Ctrl-C gives it up\n| ";
    loop {
        let row = ask(console, prompt)?;
        if row.trim().is_empty() {
            break;
        }
        picture.push_str(&row);
        picture.push('\n');
        prompt = "| ";
    }
    let table = from_picture(model, &picture).map_err(unchanged)?;
    let who = one_of(console, "who moves?", &model.players)?;
    let to_move = model
        .seat(&who)
        .ok_or_else(|| unchanged(format!("nobody is called `{who}`")))?;
    let phase = one_of(console, "in which phase?", &model.phases)?;
    let setup = repl
        .loaded
        .setup(repl.seed.unwrap_or_else(seed::draw), ChanceMode::Auto);
    let given = StartPosition {
        phase,
        to_move,
        table,
    };
    let session = Session::begin_at(repl.loaded.rules.clone(), setup, given);
    repl.begin(session.map_err(|e| unchanged(e.to_string()))?, None);
    Ok(repl.table())
}

fn ask(console: &mut dyn Console, prompt: &str) -> Result<String, String> {
    match console.read(prompt, false) {
        Input::Line(line) => Ok(line),
        Input::Cancelled | Input::End => Err(unchanged("set-up given up".to_owned())),
    }
}

/// Asks for one of several names. A single name is taken without a question; no name gives an empty text.
fn one_of(console: &mut dyn Console, question: &str, names: &[String]) -> Result<String, String> {
    match names {
        [] => return Ok(String::new()),
        [one] => return Ok(one.clone()),
        _ => {}
    }
    let answer = ask(console, &format!("{question} ({}) ", names.join(", ")))?;
    let answer = answer.trim().to_lowercase();
    if names.contains(&answer) {
        return Ok(answer);
    }
    let near = did_you_mean(&answer, names.iter().map(String::as_str));
    let near = near.unwrap_or_else(|| format!("the answer is one of {}", names.join(", ")));
    Err(unchanged(format!("there is no `{answer}` here; {near}")))
}

fn unchanged(what: String) -> String {
    format!("{what}\nnothing has changed; `setup` begins again")
}
