//! What is wrong with an attempt at a move.

use linstock_model::{Point, TagId};

/// One thing that is wrong with an attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Problem {
    /// The move does not go like this, whatever stands on the board.
    pub(super) form: bool,
    /// A sentence.
    pub(super) text: String,
    /// The clauses that say so, the nearest first.
    pub(super) tags: Vec<TagId>,
    /// The clauses of what it is about, such as the way to a point that nothing leads to: they are cited after those.
    pub(super) behind: Vec<TagId>,
    /// The options decide it, for the whole game.
    pub(super) settled: bool,
    /// The rules give the sentence, or a script does.
    pub(super) own_words: bool,
    /// The point where another piece of who acts stands than the one that is wanted.
    pub(super) instead: Option<Point>,
}

impl Problem {
    /// A problem with how things stand.
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

    /// A problem with how the move goes.
    pub(super) fn form(text: String) -> Self {
        Self {
            form: true,
            ..Self::state(text)
        }
    }

    /// Adds the clauses of something around it.
    pub(super) fn within(mut self, tags: &[TagId]) -> Self {
        self.tags.extend_from_slice(tags);
        self
    }

    /// Puts the clauses of the sentence itself before those of what it was found by.
    pub(super) fn said_by(mut self, tags: &[TagId]) -> Self {
        self.tags.splice(0..0, tags.iter().copied());
        self
    }

    /// Adds the clauses of what it is about.
    pub(super) fn about(mut self, tags: &[TagId]) -> Self {
        self.behind.extend_from_slice(tags);
        self
    }
}
