//! Answers a line: a command, a place, or moves.

use crate::base::{did_you_mean, similar, with_article};
use crate::front::repl::commands::{
    COMMANDS, Command, CommandResult, OTHER_WORDS, QUIT, Reply, Takes, find,
};
use crate::front::repl::console::Console;
use crate::front::repl::game::Repl;
use crate::front::shown::Shown;
use crate::model::{Model, MoveRule, TextPart};
use crate::play::{described, named_areas, quoted};

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
    let done = match find(word) {
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
        quit: find(word).is_some_and(|c| c.name == QUIT) && rest.is_empty(),
    }
}

/// Describes an area, if a line names one and is not a move.
fn place(repl: &Repl, (line, word): (&str, &str)) -> Option<CommandResult> {
    let model = repl.session.model();
    let word = word.to_lowercase();
    let areas = named_areas(model);
    let (_, names) = areas.into_iter().find(|(area, _)| *area == word)?;
    if crate::play::notation::read(model, line).is_ok() {
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
    let reads = |text| crate::play::notation::read(model, text).is_ok();
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
        .then(|| similar_command(&word.to_lowercase()))
        .flatten()
}

/// Tells whether a word means something in the game: whoever types it does not mean a command.
fn is_word_of_game(model: &Model, word: &str) -> bool {
    let in_text = |mv: &MoveRule| {
        mv.text.iter().any(|part| match part {
            TextPart::Literal(letters) => letters
                .split(|c: char| !c.is_alphabetic())
                .any(|letters| letters.eq_ignore_ascii_case(word)),
            _ => false,
        })
    };
    let mut names = (model.players.iter())
        .chain(model.kinds.iter().map(|kind| &kind.name))
        .chain(model.moves.iter().map(|mv| &mv.name))
        .chain(model.phases.iter())
        .chain(model.zones.iter().map(|zone| &zone.name))
        .chain(model.lists.iter().map(|list| &list.name))
        .chain(
            model
                .lists
                .iter()
                .flat_map(|list| list.rows.iter().map(|row| &row.name)),
        );
    names.any(|name| name == word) || model.moves.iter().any(in_text)
}

/// Returns the command that a word probably stands for: its name in other programs, or a similar name.
fn similar_command(word: &str) -> Option<&'static str> {
    let other = OTHER_WORDS
        .iter()
        .find(|(_, words)| words.contains(&word))
        .map(|(name, _)| *name);
    // A misspelt command is about as long as the command: `pass` is not `as`.
    let as_long = |name: &&str| name.len().abs_diff(word.len()) <= 1;
    other.or_else(|| similar(word, COMMANDS.iter().map(|c| c.name).filter(as_long)))
}

pub(super) fn help(repl: &Repl, name: &str) -> CommandResult {
    let name = name.trim();
    let areas = named_areas(repl.session.model());
    let of_area = |(word, names): &(&str, Vec<&str>)| {
        let example = names.first().map_or("", |name| name);
        let what = with_article(word);
        format!("tell what stands at {what}, such as `{word} {example}`")
    };
    if name.is_empty() {
        let widths = COMMANDS.iter().map(|c| c.usage().chars().count());
        let widest = widths.max().unwrap_or(0);
        let line = |c: &Command| format!("  {:widest$}  {}\n", c.usage(), c.help);
        let mut list: String = COMMANDS.iter().map(line).collect();
        for area in &areas {
            let usage = format!("{} NAME", area.0);
            list.push_str(&format!("  {usage:widest$}  {}\n", of_area(area)));
        }
        return Ok(format!(
            "Type a move as it is written in the game, several with `;` between them, or a command:\n{list}\
             Tab completes, the arrow keys go through earlier lines, Ctrl-C gives a line up.\n"
        )
        .into());
    }
    let area = areas.iter().find(|(word, _)| *word == name);
    match find(name) {
        Some(command) => Ok(format!("{}\n  {}\n", command.usage(), command.help).into()),
        None if area.is_some() => Ok(area.map_or_else(Shown::default, |area| {
            format!("{name} NAME\n  {}\n", of_area(area)).into()
        })),
        None if is_word_of_game(repl.session.model(), &name.to_lowercase()) => Err(format!(
            "{} is a word of the game, not a command: `moves` lists what is legal now, `rules` prints what each move is",
            quoted(name)
        )),
        None => Err(match similar_command(&name.to_lowercase()) {
            Some(near) => format!(
                "there is no command {}; did you mean `{near}`?",
                quoted(name)
            ),
            None => format!(
                "there is no command {}; `help` lists them all",
                quoted(name)
            ),
        }),
    }
}
