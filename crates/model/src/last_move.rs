//! Where the rules ask for the last move (`last is …`).

use crate::visit::{Visitor, Walk, walk_asks, walk_what_stands};
use crate::{Model, Node, Truth};

/// Where the rules ask for the last move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LastMoveUse {
    /// Nowhere.
    Never,
    /// Only in statements, which run before the next decision point.
    InStatements,
    /// At a decision point, or where a position is shown.
    WhileChoosing,
}

impl Model {
    /// Returns where the rules ask which move was made last.
    #[must_use]
    pub fn last_move_use(&self) -> LastMoveUse {
        let mut reader = LastMoveReader(false);
        walk_what_stands(&mut reader, self);
        self.bodies().for_each(|body| walk_asks(&mut reader, body));
        if reader.0 {
            return LastMoveUse::WhileChoosing;
        }
        self.bodies().for_each(|body| body.walk(&mut reader));
        if reader.0 {
            LastMoveUse::InStatements
        } else {
            LastMoveUse::Never
        }
    }
}

/// Records whether `last` occurs.
struct LastMoveReader(bool);

impl Visitor for LastMoveReader {
    fn truth(&mut self, truth: &Node<Truth>) {
        self.0 |= matches!(truth.kind, Truth::LastIs(_));
    }

    fn goes_into_reasons(&self) -> bool {
        true
    }
}
