//! A problem of an attempt at a move.

use linstock_model::{Point, TagId};

/// One problem of an attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Problem {
    /// The move never has this form, in any position.
    pub(super) form: bool,
    /// A sentence.
    pub(super) text: String,
    /// The clauses that say so, the nearest first.
    pub(super) tags: Vec<TagId>,
    /// The clauses of its subject, such as those of a way that does not reach a point. They are cited after `tags`.
    pub(super) behind: Vec<TagId>,
    /// The options decide it for the whole game.
    pub(super) settled: bool,
    /// The sentence comes from the rules or from a script.
    pub(super) own_words: bool,
    /// The point where the acting player has another piece than the wanted one.
    pub(super) instead: Option<Point>,
}

impl Problem {
    /// Makes a problem of the position.
    pub(super) fn state(text: String) -> Self {
        Self {
            form: false,
            text,
            tags: Vec::new(),
            behind: Vec::new(),
            settled: false,
            own_words: false,
            instead: None,
        }
    }

    /// Makes a problem of the form of the move.
    pub(super) fn form(text: String) -> Self {
        Self {
            form: true,
            ..Self::state(text)
        }
    }

    /// Adds the clauses of the rule around it.
    pub(super) fn within(mut self, tags: &[TagId]) -> Self {
        self.tags.extend_from_slice(tags);
        self
    }

    /// Puts the clauses of the sentence before the others.
    pub(super) fn said_by(mut self, tags: &[TagId]) -> Self {
        self.tags.splice(0..0, tags.iter().copied());
        self
    }

    /// Adds the clauses of the subject.
    pub(super) fn about(mut self, tags: &[TagId]) -> Self {
        self.behind.extend_from_slice(tags);
        self
    }
}
