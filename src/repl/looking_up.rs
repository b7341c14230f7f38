//! Looking a word of the game up: what it is, what stands there, which clauses and which legal moves speak of it.

use crate::repl::game::Repl;
use crate::repl::reply::CommandResult;
use crate::rule_sheet;
use crate::shown::Shown;
use linstock_play::{WordAnswer, mentions, quoted, word_answer};

/// The most legal moves that are listed.
const MOST_MOVES: usize = 4;

impl Repl {
    /// Says what a word of the game is; `None` if the game does not know it.
    pub(super) fn look_up(&self, word: &str) -> Option<Shown> {
        let files = rule_sheet::example_files(&self.loaded);
        let answer = word_answer(&self.session, self.viewer(), (word, &files))?;
        Some(match answer {
            WordAnswer::Clause(entry) => rule_sheet::entry(&entry).into(),
            WordAnswer::Meaning { name, text } => {
                format!("{text}{}", self.legal_with(&name)).into()
            }
        })
    }

    /// Lists the legal moves that name something.
    fn legal_with(&self, name: &str) -> String {
        let moves = self.listed().unwrap_or_default();
        let found: Vec<&String> = moves.iter().filter(|mv| mentions(mv, name)).collect();
        if found.is_empty() {
            return String::new();
        }
        let first: Vec<String> = found.iter().take(MOST_MOVES).map(|mv| quoted(mv)).collect();
        let more = if found.len() > MOST_MOVES {
            ", …"
        } else {
            ""
        };
        let say = self.say();
        format!(
            "  {}\n",
            say.legal_with(found.len(), &(first.join(", ") + more))
        )
    }
}

/// Answers `what WORD`.
pub(super) fn what(repl: &Repl, word: &str) -> CommandResult {
    if word.is_empty() {
        return Err(
            "`what` needs a word of the game: a point, a piece, a card, a clause".to_owned(),
        );
    }
    let unknown = || repl.say().unknown_word(word);
    repl.look_up(word).ok_or_else(unknown)
}
