//! The command `setup`: begins a game from a position that is drawn, or written as the `given` of a scenario.

use crate::repl::console::{Console, Input};
use crate::repl::game::Repl;
use crate::repl::record::head_of_scenario;
use crate::repl::reply::CommandResult;
use crate::scenarios::open;
use crate::seed;
use crate::shown::Shown;
use crate::terminal::print;
use linstock_base::did_you_mean;
use linstock_play::scenario::ScenarioRunner;
use linstock_play::{ChanceMode, Session, StartPosition, from_picture, numbered_rows};

/// The title of the scenario made from a `given`.
const TITLE: &str = "setup";

/// Reads a position, and begins a game there. After a mistake, keeps the rows drawn before it.
pub(super) fn setup(repl: &mut Repl, console: &mut dyn Console) -> CommandResult {
    let mut drawn = std::mem::take(&mut repl.drawn);
    loop {
        drawn = read(repl, console, drawn)?;
        let why = match begun(repl, console, &drawn) {
            Ok(session) => {
                repl.begin(session, None);
                return Ok(repl.table());
            }
            Err(SetupFailure::GivenUp) => return Err(given_up()),
            Err(SetupFailure::Wrong(why)) => why,
        };
        drawn = typed_rows(repl, &drawn);
        if !console.converses() {
            let next = match drawn.as_str() {
                "" => "`setup` begins again",
                _ => "what you drew is kept, and `setup` goes on with it",
            };
            repl.drawn = drawn;
            let why = why.then(format!("nothing has changed; {next}\n"));
            return Err(why.as_str().to_owned());
        }
        let _ = print(why.ended());
    }
}

/// Why a position was not set up.
enum SetupFailure {
    /// The user cancelled.
    GivenUp,
    /// The input cannot be used.
    Wrong(Shown),
}

impl From<String> for SetupFailure {
    fn from(why: String) -> Self {
        Self::Wrong(Shown::from(why).ended())
    }
}

fn given_up() -> String {
    "set-up given up\nnothing has changed; `setup` begins again".to_owned()
}

/// Returns the rows of a drawing that are kept after a mistake, with their numbers.
fn typed_rows(repl: &Repl, drawn: &str) -> String {
    let picture = match drawn.split("\"\"\"").nth(1) {
        Some(picture) => picture,
        None if is_given(drawn) => "",
        None => drawn,
    };
    numbered_rows(repl.session.model(), picture)
}

fn is_given(text: &str) -> bool {
    text.trim_start().starts_with("given")
}

/// Returns whether all quotes and brackets of a text are closed.
fn is_closed(text: &str) -> bool {
    let outside: String = text.split("\"\"\"").step_by(2).collect();
    let count = |sign: char| outside.chars().filter(|c| *c == sign).count();
    let quotes = text.matches("\"\"\"").count();
    quotes.is_multiple_of(2) && count('{') == count('}')
}

/// Reads lines up to an empty one. A row with a number replaces the earlier row of that number.
fn read(repl: &Repl, console: &mut dyn Console, before: String) -> Result<String, String> {
    let mut prompt = match (before.as_str(), repl.session.model().board.is_some()) {
        ("", true) => "draw the board, top row first, or write `given …` as in a scenario; an empty line ends it, Ctrl-C gives it up\n| ".to_owned(),
        ("", false) => "write `given …` as in a scenario; an empty line ends it, Ctrl-C gives it up\n| ".to_owned(),
        (drawn, _) => format!(
            "this is drawn so far:\n{drawn}a row that begins with its number takes the place of that row; an empty line ends it, Ctrl-C gives it up\n| "
        ),
    };
    let mut text = before.clone();
    loop {
        let Input::Line(typed) = console.read(&prompt, false) else {
            return Err(given_up());
        };
        "| ".clone_into(&mut prompt);
        // Pasted text may have several lines.
        for line in typed.split('\n') {
            if line.trim().is_empty() && is_closed(&text) {
                let rows = !before.is_empty() && !is_given(&text);
                return Ok(match rows {
                    true => numbered_rows(repl.session.model(), &text),
                    false => text,
                });
            }
            if is_given(line) {
                text.clear();
            }
            text.push_str(line);
            text.push('\n');
        }
    }
}

/// Begins a game in the position that a text describes.
fn begun(repl: &Repl, console: &mut dyn Console, text: &str) -> Result<Session, SetupFailure> {
    let given = if is_given(text) {
        written(repl, text)?
    } else {
        drawn(repl, console, text)?
    };
    let setup = repl
        .loaded
        .setup(repl.seed.unwrap_or_else(seed::draw), ChanceMode::Auto);
    let session = open::begin(repl.loaded.rules.clone(), setup, given);
    session.map_err(|e| e.to_string().into())
}

/// Reads the `given` of a scenario.
fn written(repl: &Repl, text: &str) -> Result<Option<StartPosition>, SetupFailure> {
    let sources = repl.loaded.sources.as_ref().clone();
    let file = head_of_scenario(repl, TITLE) + text;
    let wrong = |found: &linstock_base::Diagnostics, sources: &linstock_base::Sources| {
        SetupFailure::Wrong(Shown::rendered(found, sources, repl.canvas.style))
    };
    let mut runner = match ScenarioRunner::new(sources.clone()) {
        Ok(runner) => runner,
        Err(found) => return Err(wrong(&found, &sources)),
    };
    let opened = runner.open((TITLE, &file), TITLE);
    let opened = opened.map_err(|cannot| wrong(&cannot.found, &cannot.sources))?;
    Ok(opened.given)
}

/// Reads a drawing, and asks for the player to move and the phase.
fn drawn(
    repl: &Repl,
    console: &mut dyn Console,
    picture: &str,
) -> Result<Option<StartPosition>, SetupFailure> {
    let model = repl.session.model();
    let table = from_picture(model, picture)?;
    let who = one_of(console, "who moves?", &model.players)?;
    let to_move = model
        .seat(&who)
        .ok_or_else(|| format!("nobody is called `{who}`"))?;
    let phase = one_of(console, "in which phase?", &model.phases)?;
    Ok(Some(StartPosition {
        phase,
        to_move,
        table,
        text: None,
    }))
}

/// Asks for one of several names, and asks again after a wrong answer if a person reads the questions. A single name is taken
/// without a question; without names, the result is an empty text.
fn one_of(
    console: &mut dyn Console,
    question: &str,
    names: &[String],
) -> Result<String, SetupFailure> {
    match names {
        [] => return Ok(String::new()),
        [one] => return Ok(one.clone()),
        _ => {}
    }
    let mut question = format!("{question} ({}) ", names.join(", "));
    loop {
        let Input::Line(answer) = console.read(&question, false) else {
            return Err(SetupFailure::GivenUp);
        };
        let answer = answer.trim().to_lowercase();
        if names.contains(&answer) {
            return Ok(answer);
        }
        let near = did_you_mean(&answer, names.iter().map(String::as_str));
        let near = near.unwrap_or_else(|| format!("the answer is one of {}", names.join(", ")));
        let wrong = format!("there is no `{answer}` here; {near}");
        if !console.converses() {
            return Err(wrong.into());
        }
        question = format!("{wrong} ");
    }
}

#[cfg(test)]
mod tests {
    use super::is_closed;

    #[test]
    fn a_given_ends_where_its_quotes_and_brackets_are_closed() {
        for (text, closed) in [
            ("given a to move", true),
            ("given a to move \"\"\"\n {", false),
            ("given a to move \"\"\"\n { \"\"\" { x = 1", false),
            ("given a to move \"\"\"\n { \"\"\" { x = 1 }", true),
        ] {
            assert_eq!(is_closed(text), closed, "{text}");
        }
    }
}
