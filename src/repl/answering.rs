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
use linstock_play::{Meant, ParsedMove, Refusal, described, named_areas, quoted};

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
    if line.is_empty() {
        return Reply::default();
    }
    let command = COMMANDS.find(word);
    // A move may have the name of a command. `quit` always works.
    let as_move = command.filter(|command| command.name != QUIT);
    let as_move = as_move.and_then(|_| repl.legal_move(line));
    let done = match (command, as_move) {
        (_, Some(mv)) => repl.play_moves(&[mv], line, console),
        (Some(command), None)
            if command.takes == Takes::Nothing
                && command.args.is_empty()
                && !rest.trim().is_empty() =>
        {
            Err(format!("`{}` takes nothing after it", command.name))
        }
        (Some(command), None) => (command.run)(repl, rest.trim(), console),
        (None, None) => place_or_moves(repl, (line, word, rest.trim()), console),
    };
    Reply {
        text: match done {
            Ok(text) => text,
            Err(trouble) => format!("{}\n", trouble.trim_end()).into(),
        },
        quit: COMMANDS.find(word).is_some_and(|c| c.name == QUIT) && rest.is_empty(),
    }
}

/// Answers a line that begins with no command: describes an area, or plays moves.
fn place_or_moves(
    repl: &mut Repl,
    (line, word, rest): (&str, &str, &str),
    console: &mut dyn Console,
) -> CommandResult {
    let moves = repl.parsed_line(None, line);
    let is_one = !line.contains(';');
    let readable = is_one && moves.iter().all(ParsedMove::is_readable);
    if let Some(answer) = place(repl, (line, word)).filter(|_| !readable) {
        return answer;
    }
    if let Some(told) = word_of_game(repl, line, &moves).filter(|_| is_one) {
        return Ok(told);
    }
    let trouble = match repl.play_moves(&moves, line, console) {
        Ok(shown) => return Ok(shown),
        Err(trouble) => trouble,
    };
    // This also applies to a line of several moves.
    if is_one && !rest.is_empty() && repl.legal_move(rest).is_some() {
        let (word, rest) = (quoted(word), quoted(rest));
        return Err(format!("a move is typed alone, without {word}: {rest}"));
    }
    match near(repl, (line, word)) {
        Some(near) if !readable => {
            let what = quoted(line);
            Err(format!(
                "there is no command or move {what}; did you mean `{near}`?"
            ))
        }
        _ => Err(trouble),
    }
}

/// Says what a word of the game is, if a line is one and no legal move is meant. If it has the form of a move too, adds
/// why that move is not legal.
fn word_of_game(repl: &Repl, line: &str, moves: &[ParsedMove]) -> Option<Shown> {
    let [mv] = moves else {
        return None;
    };
    let told = repl.look_up(line)?;
    if !mv.is_readable() {
        let meant = repl.own_choice()?.reader(None).meant(line);
        let is_meant = !matches!(meant, Meant::Form(_) | Meant::Nothing(_));
        let command = COMMANDS.called_elsewhere(&line.to_lowercase());
        let told = match command {
            Some(command) => told.then(format!("the command is `{command}`\n")),
            None => told,
        };
        return (!is_meant).then_some(told);
    }
    match repl.own_choice()?.legal(mv) {
        Ok(_) => None,
        Err(refusal) => {
            let is_meant = matches!(refusal, Refusal::GameOver(_)) || is_asked(repl, mv);
            Some(match is_meant || !is_point(repl, line) {
                true => Shown::from(format!("{}\n", repl.told(&refusal))).then(told),
                false => told,
            })
        }
    }
}

fn is_point(repl: &Repl, text: &str) -> bool {
    let board = repl.session.model().board.as_ref();
    board.is_some_and(|board| board.find(&text.to_lowercase()).is_some())
}

/// Returns whether a legal move of the same rule as a text exists now.
fn is_asked(repl: &Repl, mv: &ParsedMove) -> bool {
    let (session, model) = (&repl.session, repl.session.model());
    let choices = repl.own_choice().and_then(|own| own.moves().ok());
    let mut choices = choices.into_iter().flatten();
    choices.any(|choice| {
        let rule = session.rules().rule_of(choice.mv());
        let mut readings = mv.readings().iter();
        readings.any(|reading| model.mv(reading.mv).rule == rule)
    })
}

/// Describes an area if a line names one.
fn place(repl: &Repl, (line, word): (&str, &str)) -> Option<CommandResult> {
    let model = repl.session.model();
    let word = word.to_lowercase();
    let areas = named_areas(model);
    let (_, names) = areas.into_iter().find(|(area, _)| *area == word)?;
    let name = line[word.len()..].trim().to_lowercase();
    if name.is_empty() {
        let all = names.join(", ");
        let needed = format!("`{word}` needs a name after it: {all}\n");
        return Some(Ok(match repl.look_up(&word) {
            Some(told) => told.then(needed),
            None => needed.into(),
        }));
    }
    let answer = described(&repl.session, &word, &name);
    Some(answer.map(Shown::from).ok_or_else(|| {
        let near = did_you_mean(&name, names.iter().copied());
        let near = near.unwrap_or_else(|| format!("there are {}", names.join(", ")));
        format!("there is no {word} {}; {near}", quoted(&name))
    }))
}

/// Suggests a command for a word with which no move begins.
fn near(repl: &Repl, (line, word): (&str, &str)) -> Option<&'static str> {
    let model = repl.session.model();
    let begins = |mv: &MoveRule| match mv.text.first() {
        Some(TextPart::Literal(letters)) => {
            let first = letters.split_whitespace().next();
            first.is_some_and(|first| first.eq_ignore_ascii_case(word))
        }
        _ => false,
    };
    let letters = word.chars().all(char::is_alphabetic);
    let meant = !letters
        || is_word_of_game(model, &word.to_lowercase())
        || model.moves.iter().any(begins)
        || (word != line && repl.parsed(None, word).is_readable());
    (!meant)
        .then(|| COMMANDS.similar(&word.to_lowercase()))
        .flatten()
}
