//! What may fail where nobody asks for it: all branches are worked out.

use crate::model::visit::Visitor;
use crate::model::{Num, ScriptId};

/// Finds out whether a script is asked, and whether numbers are joined: they may be divided by 0, or the result may not fit.
#[derive(Clone, Copy, Default)]
pub(crate) struct MayFail {
    pub(crate) asks: bool,
    pub(crate) joins: bool,
}

impl Visitor for MayFail {
    fn script(&mut self, _script: ScriptId) {
        self.asks = true;
    }

    fn number(&mut self, number: &Num) {
        self.joins |= matches!(number, Num::Sum(op, ..) if op.may_fail());
    }
}
