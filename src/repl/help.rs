//! `help`: the list of commands, or one of them.

use crate::repl::command_table::{Command, CommandTable};
use crate::repl::game::Repl;
use crate::repl::reply::CommandResult;
use crate::shown::Shown;
use crate::word_meaning;
use linstock_base::with_article;
use linstock_model::{Model, MoveRule, TextPart};
use linstock_play::{named_areas, quoted};

/// Lists the commands, or explains one.
pub(super) fn help(repl: &Repl, name: &str, commands: &CommandTable) -> CommandResult {
    let name = name.trim();
    let areas = named_areas(repl.session.model());
    let of_area = |(word, names): &(&str, Vec<&str>)| {
        let example = names.first().map_or("", |name| name);
        let what = with_article(word);
        format!("tell what stands at {what}, such as `{word} {example}`")
    };
    if name.is_empty() {
        let widths = commands.iter().map(|c| c.usage().chars().count());
        let widest = widths.max().unwrap_or(0);
        let line = |c: &Command| format!("  {:widest$}  {}\n", c.usage(), c.help);
        let mut list: String = commands.iter().map(line).collect();
        for area in &areas {
            let usage = format!("{} NAME", area.0);
            list.push_str(&format!("  {usage:widest$}  {}\n", of_area(area)));
        }
        return Ok(format!(
            "Type a move as it is written in the game, several with `;` between them, or a command:\n{list}\
             Tab completes, the arrow keys go through earlier lines, Ctrl-C clears the line that you are typing.\n"
        )
        .into());
    }
    let area = areas.iter().find(|(word, _)| *word == name);
    match commands.find(name) {
        Some(command) => Ok(command.explained().into()),
        None if area.is_some() => Ok(area.map_or_else(Shown::default, |area| {
            format!("{name} NAME\n  {}\n", of_area(area)).into()
        })),
        None if is_word_of_game(repl.session.model(), &name.to_lowercase()) => Err(format!(
            "{} is a word of the game, not a command: `moves` lists what is legal now, `rules` prints what each move is",
            quoted(name)
        )),
        None => {
            if let Some(word) = word_meaning::explained(name) {
                let about = format!("{} is a word for writing rules.", quoted(name));
                return Ok(format!("{about}\n\n{word}").into());
            }
            Err(match commands.similar(&name.to_lowercase()) {
                Some(near) => format!(
                    "there is no command {}; did you mean `{near}`?",
                    quoted(name)
                ),
                None => format!(
                    "there is no command {}; `help` lists them all",
                    quoted(name)
                ),
            })
        }
    }
}

/// Returns whether a word means something in the game, so that it is probably not a misspelt command.
pub(super) fn is_word_of_game(model: &Model, word: &str) -> bool {
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
