//! Finds out what may fail where nobody asks for it.
//!
//! A program has no jumps, so it works out all parts of a condition: in `n > 0 and 6 / n is 2` the division, too, where `n` is 0. The
//! compiler lets such parts fail only where all before them holds.

use linstock_model::visit::Visitor;
use linstock_model::{Num, ScriptId};

/// Finds out whether a script is asked, and whether numbers are joined: they may be divided by 0, or the result may not fit.
#[derive(Clone, Copy, Default)]
pub(crate) struct MayFail {
    /// A script is asked.
    pub asks: bool,
    /// Numbers are joined in a way that may fail.
    pub joins: bool,
}

impl Visitor for MayFail {
    fn script(&mut self, _script: ScriptId) {
        self.asks = true;
    }

    fn number(&mut self, number: &Num) {
        self.joins |= matches!(number, Num::Sum(op, ..) if op.may_fail());
    }
}
