//! What may fail where nobody asks for it: all branches are worked out.

use crate::model::visit::Visitor;
use crate::model::{Num, ScriptId};

/// Finds out whether a script is asked, and whether numbers are divided.
#[derive(Clone, Copy, Default)]
pub(crate) struct MayFail {
    pub(crate) asks: bool,
    pub(crate) divides: bool,
}

impl Visitor for MayFail {
    fn script(&mut self, _script: ScriptId) {
        self.asks = true;
    }

    fn number(&mut self, number: &Num) {
        self.divides |= matches!(number, Num::Sum(op, ..) if op.divides());
    }
}
