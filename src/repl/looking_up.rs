//! Looking a word of the game up: what it is, what stands there, which clauses and which legal moves speak of it.

use crate::repl::game::Repl;
use crate::repl::reply::CommandResult;
use crate::rule_sheet;
use crate::shown::Shown;
use linstock_play::{looked_up, mentions, named_areas, quoted};

/// The most legal moves that are listed.
const MOST_MOVES: usize = 4;

impl Repl {
    /// Says what a word of the game is; `None` if the game does not know it.
    pub(super) fn look_up(&self, word: &str) -> Option<Shown> {
        let word = word.trim();
        let model = self.session.model();
        let is_clause = |tag: &String| tag.eq_ignore_ascii_case(word.trim_start_matches('@'));
        let is_point = model
            .board
            .as_ref()
            .is_some_and(|b| b.find(&word.to_lowercase()).is_some());
        // `B9` is a clause and `b9` a point, where a game has both.
        let is_written_so = model.tags.iter().any(|tag| tag == word);
        if model.tags.iter().any(is_clause)
            && (is_written_so || !is_point)
            && let Ok(clause) = rule_sheet::sheet_or_clause(&self.loaded, word)
        {
            return Some(clause.into());
        }
        let name = self.without_area_word(word);
        let told = looked_up(&self.session, self.viewer(), name)?;
        Some(format!("{told}{}", self.legal_with(name)).into())
    }

    /// Leaves out the word in front of the name of an area: `section s-f`.
    fn without_area_word<'w>(&self, word: &'w str) -> &'w str {
        let areas = named_areas(self.session.model());
        let after = word.split_once(char::is_whitespace).filter(|(area, _)| {
            areas
                .iter()
                .any(|(known, _)| known.eq_ignore_ascii_case(area))
        });
        after.map_or(word, |(_, name)| name.trim())
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
