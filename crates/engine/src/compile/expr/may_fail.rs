//! Finds parts of expressions that may fail although their result is not needed.
//!
//! A program has no jumps, so it evaluates all parts of a condition: in `n > 0 and 6 / n is 2`, it divides for `n` = 0,
//! too. The compiler lets such a part fail only if all parts before it hold.

use linstock_model::visit::Visitor;
use linstock_model::{Num, ScriptId};

/// Finds whether an expression calls a script, and whether it has arithmetic that may fail: a division by 0, or a result
/// that does not fit.
#[derive(Clone, Copy, Default)]
pub(crate) struct MayFail {
    /// Whether it calls a script.
    pub asks: bool,
    /// Whether it has arithmetic that may fail.
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
