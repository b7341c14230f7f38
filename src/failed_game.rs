//! Messages about games that the rules could not continue: after which moves they failed, why, and a command that plays
//! these moves again.

use crate::ruleset_loader::Loaded;
use crate::simulation::fault_text;
use linstock_search::{FaultPlace, GameFault};
use linstock_study::last_moves::last_moves;

/// The most moves in a command that plays them again.
const MOST_REPLAYED: usize = 400;

/// Says after which moves the rules failed, and why, with a command that plays these moves again: the end of a sentence, such as
/// "game 3 of seed 7 could not be played on, ".
pub(crate) fn after_which_moves(loaded: &Loaded, failed: &GameFault) -> String {
    let place = match (last_moves(&failed.moves), &failed.place) {
        (Some(last), FaultPlace::InGame) => format!("after {last}"),
        (None, FaultPlace::InGame) => "at its start".to_owned(),
        (last, FaultPlace::InThought(thought)) => {
            let at = last.map_or("at the start".to_owned(), |last| format!("after {last}"));
            match last_moves(thought) {
                Some(thought) => {
                    format!("{at}, while a computer player was thinking about {thought}")
                }
                None => format!("{at}, while a computer player was thinking"),
            }
        }
    };
    let replay = replayed(loaded, failed).unwrap_or_default();
    format!("{place}: {}{replay}", fault_text(loaded, &failed.fault))
}

/// Returns the line with the command that plays all moves again; `None` if there are none, or too many.
fn replayed(loaded: &Loaded, failed: &GameFault) -> Option<String> {
    let (thought, what) = match &failed.place {
        FaultPlace::InThought(thought) if thought.is_empty() => (&[][..], "shows the position"),
        FaultPlace::InThought(thought) => (&thought[..], "shows it"),
        FaultPlace::InGame => (&[][..], "shows it"),
    };
    let moves: Vec<&str> = failed
        .moves
        .iter()
        .chain(thought)
        .map(String::as_str)
        .collect();
    if moves.is_empty() || moves.len() > MOST_REPLAYED {
        return None;
    }
    let (game, flags) = (&loaded.request.game, loaded.request.flags());
    let (game, after) = (in_shell(game), in_shell(&moves.join("; ")));
    Some(format!(
        "\n  `linstock moves {game}{flags} --after {after}` {what}"
    ))
}

/// Writes a word of a command as a shell reads it.
fn in_shell(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "./_-+=:,@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::in_shell;

    #[test]
    fn a_shell_reads_a_word_as_it_was() {
        for (word, written) in [
            ("./games/five", "./games/five"),
            ("a1; b2", "'a1; b2'"),
            ("it's", r"'it'\''s'"),
            ("", "''"),
        ] {
            assert_eq!(in_shell(word), written);
        }
    }
}
