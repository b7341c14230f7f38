//! Answers a line: a command, a place, or moves.

use crate::repl::command_table::Takes;
use crate::repl::commands::{COMMANDS, QUIT};
use crate::repl::console::Console;
use crate::repl::game::Repl;
use crate::repl::help::is_word_of_game;
use crate::repl::reply::{CommandResult, Reply};
use crate::shown::Shown;
use linstock_base::did_you_mean;
use linstock_model::{MoveRule, TextPart};
use linstock_play::{described, named_areas, quoted};

/// Answers a line: a command or moves.
pub(super) fn answer(repl: &mut Repl, line: &str, console: &mut dyn Console) -> Reply {
    let Some(line) = repl.confirmation.receive(line.trim()) else {
        return Reply {
            text: "nothing was played\n".to_owned().into(),
            quit: false,
        };
    };
    let line = line.as_str();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let word = if word == "?" { "help" } else { word };
    let done = match COMMANDS.find(word) {
        _ if line.is_empty() => return Reply::default(),
        // A game may call a move as a command is called. To leave is always possible.
        Some(command) if command.name != QUIT && repl.is_legal(line) => repl.play(line, console),
        Some(command)
            if command.takes == Takes::Nothing
                && command.args.is_empty()
                && !rest.trim().is_empty() =>
        {
            Err(format!("`{}` takes nothing after it", command.name))
        }
        Some(command) => (command.run)(repl, rest.trim(), console),
        None => match place(repl, (line, word)) {
            Some(answer) => answer,
            // A line of several moves is one, too.
            None if !line.contains(';') && repl.is_legal(rest.trim()) && !repl.is_legal(line) => {
                Err(format!(
                    "a move is typed alone, without {}: {}",
                    quoted(word),
                    quoted(rest.trim())
                ))
            }
            None => repl.play(line, console).map_err(|trouble| {
                let near = near(repl, (line, word)).map(|near| {
                    let what = quoted(line);
                    format!("there is no command or move {what}; did you mean `{near}`?")
                });
                near.unwrap_or(trouble)
            }),
        },
    };
    Reply {
        text: match done {
            Ok(text) => text,
            Err(trouble) => format!("{}\n", trouble.trim_end()).into(),
        },
        quit: COMMANDS.find(word).is_some_and(|c| c.name == QUIT) && rest.is_empty(),
    }
}

/// Describes an area, if a line names one and is not a move.
fn place(repl: &Repl, (line, word): (&str, &str)) -> Option<CommandResult> {
    let model = repl.session.model();
    let word = word.to_lowercase();
    let areas = named_areas(model);
    let (_, names) = areas.into_iter().find(|(area, _)| *area == word)?;
    if linstock_play::notation::read(model, line).is_ok() {
        return None;
    }
    let name = line[word.len()..].trim().to_lowercase();
    if name.is_empty() {
        let all = names.join(", ");
        return Some(Err(format!("`{word}` needs a name after it: {all}")));
    }
    let answer = described(&repl.session, &word, &name);
    Some(answer.map(Shown::from).ok_or_else(|| {
        let near = did_you_mean(&name, names.iter().copied());
        let near = near.unwrap_or_else(|| format!("there are {}", names.join(", ")));
        format!("there is no {word} {}; {near}", quoted(&name))
    }))
}

/// Suggests a command for a word that no move begins with.
fn near(repl: &Repl, (line, word): (&str, &str)) -> Option<&'static str> {
    let model = repl.session.model();
    let reads = |text| linstock_play::notation::read(model, text).is_ok();
    let begins = |mv: &MoveRule| match mv.text.first() {
        Some(TextPart::Literal(letters)) => {
            let first = letters.split_whitespace().next();
            first.is_some_and(|first| first.eq_ignore_ascii_case(word))
        }
        _ => false,
    };
    let readable = reads(line) || reads(word) || model.moves.iter().any(begins);
    let letters = word.chars().all(char::is_alphabetic);
    (letters && !readable && !is_word_of_game(model, &word.to_lowercase()))
        .then(|| COMMANDS.similar(&word.to_lowercase()))
        .flatten()
}
