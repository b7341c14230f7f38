//! Completion and hints: commands, moves, players, areas, files.

use crate::repl::command_table::{Command, Takes};
use crate::repl::commands::COMMANDS;
use crate::repl::completion_words::CompletionWords;

/// The completions of a line.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Completions {
    /// Candidates that replace the text from this byte on: the text to insert, the text to show.
    Words(usize, Vec<(String, String)>),
    /// A file name.
    File,
}

/// Returns the completions of a line.
pub(crate) fn complete(words: &CompletionWords, typed: &str) -> Completions {
    if let Some((command, start)) = begun_command(typed) {
        let rest = &typed[start..];
        return match command.takes {
            Takes::Moves => moves(words, typed, start + last_part(rest)),
            Takes::Word => matching(typed, start, words_of_game(words)),
            Takes::Point => matching(
                typed,
                start,
                words.points.iter().map(|p| (p.clone(), p.clone())),
            ),
            Takes::Player => matching(
                typed,
                start,
                words.players.iter().map(|p| (p.clone(), p.clone())),
            ),
            Takes::Command => matching(
                typed,
                start,
                COMMANDS.iter().map(|c| (c.name.to_owned(), c.usage())),
            ),
            Takes::File => Completions::File,
            Takes::Nothing | Takes::Number => Completions::Words(start, Vec::new()),
        };
    }
    if let Some((names, start)) = begun_area(words, typed) {
        return matching(typed, start, names.iter().map(|n| (n.clone(), n.clone())));
    }
    let start = last_part(typed);
    let Completions::Words(_, legal) = moves(words, typed, start) else {
        return Completions::File;
    };
    let first = !typed.contains(';');
    let all = COMMANDS
        .iter()
        .filter(|_| first)
        .map(|c| (c.name.to_owned(), c.usage()));
    let areas = words.areas.iter().filter(|_| first);
    let areas = areas.map(|(word, _)| (word.clone(), format!("{word} NAME")));
    matching(typed, start, legal.into_iter().chain(all).chain(areas))
}

/// Lists the words that `what` explains and that completion knows.
fn words_of_game(words: &CompletionWords) -> impl Iterator<Item = (String, String)> {
    words.names.iter().map(|word| (word.clone(), word.clone()))
}

/// Returns what all completions of a line have in common, after what was typed. It chooses none of them.
pub(crate) fn hint(words: &CompletionWords, typed: &str) -> Option<String> {
    let Completions::Words(start, found) = complete(words, typed) else {
        return None;
    };
    let begun = typed.get(start..)?;
    if begun.is_empty() {
        return None;
    }
    let rests = found.iter().map(|(word, _)| word.get(begun.len()..));
    let rests: Option<Vec<&str>> = rests.collect();
    let common = rests?.into_iter().reduce(common_start)?;
    (!common.is_empty()).then(|| common.to_owned())
}

fn common_start<'t>(one: &'t str, other: &str) -> &'t str {
    let alike = one.char_indices().zip(other.chars());
    let alike = alike.take_while(|((_, a), b)| a == b);
    let length = alike.map(|((at, c), _)| at + c.len_utf8()).last();
    &one[..length.unwrap_or(0)]
}

/// Finds the command at the start of a line, and where its argument begins.
fn begun_command(typed: &str) -> Option<(&'static Command, usize)> {
    let lead = typed.len() - typed.trim_start().len();
    let end = lead + typed[lead..].find(char::is_whitespace)?;
    let command = COMMANDS.find(&typed[lead..end])?;
    let rest = &typed[end..];
    Some((command, typed.len() - rest.trim_start().len()))
}

/// Finds the areas for the word at the start of a line, and where the name of the area begins.
fn begun_area<'w>(words: &'w CompletionWords, typed: &str) -> Option<(&'w [String], usize)> {
    let lead = typed.len() - typed.trim_start().len();
    let end = lead + typed[lead..].find(char::is_whitespace)?;
    let word = typed[lead..end].to_lowercase();
    let (_, names) = words.areas.iter().find(|(area, _)| *area == word)?;
    Some((names, typed.len() - typed[end..].trim_start().len()))
}

/// Returns where the last of several moves begins. Moves are separated by semicolons.
fn last_part(typed: &str) -> usize {
    let after = typed.rfind(';').map_or(0, |at| at + 1);
    typed.len() - typed[after..].trim_start().len()
}

fn moves(words: &CompletionWords, typed: &str, start: usize) -> Completions {
    matching(
        typed,
        start,
        words.moves.iter().map(|m| (m.clone(), m.clone())),
    )
}

fn matching(typed: &str, start: usize, all: impl Iterator<Item = (String, String)>) -> Completions {
    let begun = typed.get(start..).unwrap_or_default().to_lowercase();
    Completions::Words(
        start,
        all.filter(|(word, _)| word.starts_with(&begun)).collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::{CompletionWords, Completions, complete, hint};

    fn words() -> CompletionWords {
        CompletionWords {
            moves: ["a4-a5", "a4-b5", "b4-b5", "xd7"]
                .map(str::to_owned)
                .to_vec(),
            points: ["a4", "b4"].map(str::to_owned).to_vec(),
            names: ["captain", "a4"].map(str::to_owned).to_vec(),
            players: ["light", "dark"].map(str::to_owned).to_vec(),
            areas: vec![("yard".to_owned(), vec!["y-1".to_owned()])],
        }
    }

    fn completed(typed: &str) -> (usize, Vec<String>) {
        match complete(&words(), typed) {
            Completions::Words(start, found) => {
                (start, found.into_iter().map(|(word, _)| word).collect())
            }
            Completions::File => panic!("a file"),
        }
    }

    #[test]
    fn the_first_word_is_a_command_or_a_move() {
        assert_eq!(completed("un"), (0, vec!["undo".to_owned()]));
        assert_eq!(
            completed("a4"),
            (0, vec!["a4-a5".to_owned(), "a4-b5".to_owned()])
        );
        assert_eq!(completed("  A4-a"), (2, vec!["a4-a5".to_owned()]));
        assert!(completed("").1.len() > 10);
    }

    #[test]
    fn after_a_semicolon_there_are_only_moves() {
        assert_eq!(completed("a4-a5; x"), (7, vec!["xd7".to_owned()]));
        assert_eq!(completed("a4-a5;").1.len(), 4);
    }

    #[test]
    fn commands_complete_what_they_take() {
        assert_eq!(completed("why b"), (4, vec!["b4-b5".to_owned()]));
        assert_eq!(
            completed("moves "),
            (6, vec!["a4".to_owned(), "b4".to_owned()])
        );
        assert_eq!(completed("view d"), (5, vec!["dark".to_owned()]));
        let reloads = ["reload", "reload!"].map(str::to_owned);
        assert_eq!(completed("help reloa"), (5, reloads.to_vec()));
        assert_eq!(completed("what c"), (5, vec!["captain".to_owned()]));
        assert_eq!(completed("undo ").1, Vec::<String>::new());
        assert_eq!(complete(&words(), "save x"), Completions::File);
    }

    #[test]
    fn places_complete_their_names() {
        assert_eq!(completed("ya"), (0, vec!["yard".to_owned()]));
        assert_eq!(completed("Yard y"), (5, vec!["y-1".to_owned()]));
    }

    #[test]
    fn hints_continue_what_was_typed() {
        assert_eq!(hint(&words(), "und"), Some("o".to_owned()));
        assert_eq!(hint(&words(), "x"), Some("d7".to_owned()));
        assert_eq!(hint(&words(), "why a4"), Some("-".to_owned()));
        assert_eq!(hint(&words(), "why a4-a"), Some("5".to_owned()));
        assert_eq!(hint(&words(), ""), None);
        assert_eq!(hint(&words(), "zzz"), None);
        assert_eq!(hint(&words(), "ä"), None);
    }
}
