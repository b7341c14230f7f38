//! Creates number nodes: yes is 1, no is 0, nobody and nowhere are -1. Folds constants.

use crate::compile::value_graph::{
    CallNode, Mask, MaskNode, NumNode, Number, ScriptArg, ValueGraph,
};
use crate::ir::program::{Caller, first_point};
use linstock_model::{Comparison, NumOp, ScriptId};

impl ValueGraph<'_> {
    /// Returns a constant number.
    pub(crate) fn num(&mut self, n: i64) -> NumNode {
        self.number(Number::Fixed(n))
    }

    /// Returns whether the position has occurred at least this often.
    pub(crate) fn seen(&mut self, times: u32) -> NumNode {
        self.number(Number::Seen(times))
    }

    /// Returns one of several words of the position, by seat; `holds_seat` if the word holds a player.
    pub(crate) fn word_of(&mut self, word: usize, seat: NumNode, holds_seat: bool) -> NumNode {
        let number = match (self.number_fixed(seat).map(usize::try_from), holds_seat) {
            (Some(Ok(seat)), true) => Number::LoadSeat(word + seat),
            (Some(Ok(seat)), false) => Number::Load(word + seat),
            (Some(Err(_)), true) => Number::Fixed(-1),
            (Some(Err(_)), false) => Number::Fixed(0),
            (None, true) => Number::LoadSeatOf(word, seat),
            (None, false) => Number::LoadOf(word, seat),
        };
        self.number(number)
    }

    /// Returns a word of the position.
    pub(crate) fn word(&mut self, word: usize) -> NumNode {
        self.number(Number::Load(word))
    }

    /// Returns the point at a number of steps from the rear of the formation in a word of the position.
    pub(crate) fn on_line(&mut self, word: usize, steps: i16) -> NumNode {
        self.number(Number::OnLine(word, steps))
    }

    /// Returns the number of points of a mask.
    pub(crate) fn count(&mut self, a: MaskNode) -> NumNode {
        match self.fixed(a) {
            Some(words) => {
                let n = words.iter().map(|w| i64::from(w.count_ones())).sum();
                self.num(n)
            }
            None => self.number(Number::Count(a)),
        }
    }

    /// Returns the number of the first point; -1 if there is none.
    pub(crate) fn first_number(&mut self, a: MaskNode) -> NumNode {
        match self.fixed(a) {
            Some(words) => {
                let first = first_point(words.iter().copied());
                self.num(first)
            }
            None => self.number(Number::First(a)),
        }
    }

    /// Returns whether a mask has a point.
    pub(crate) fn any(&mut self, a: MaskNode) -> NumNode {
        let a = self.unmoved(a);
        match self.fixed(a) {
            Some(words) => {
                let some = words.iter().any(|w| *w != 0);
                self.num(i64::from(some))
            }
            None => self.number(Number::Any(a)),
        }
    }

    /// Returns whether the point is in the mask.
    pub(crate) fn has(&mut self, a: MaskNode, point: NumNode) -> NumNode {
        if let (Some(words), Some(point)) = (self.fixed(a), self.number_fixed(point)) {
            let has = usize::try_from(point).is_ok_and(|p| words[p / 64] >> (p % 64) & 1 == 1);
            return self.num(i64::from(has));
        }
        self.number(Number::Has(a, point))
    }

    /// Returns the result of an arithmetic operation.
    pub(crate) fn join(&mut self, op: NumOp, a: NumNode, b: NumNode) -> NumNode {
        if let Some(kept) = self.absorbed(op, a, b).or_else(|| self.absorbed(op, b, a)) {
            return kept;
        }
        if let Some(same) = self.unchanged(op, a, b) {
            return same;
        }
        let fixed = self.number_fixed(a).zip(self.number_fixed(b));
        // A result that does not fit is left to play, where it raises a fault with a place.
        match fixed.and_then(|(x, y)| op.apply(x, y)) {
            Some(joined) => self.num(joined),
            None => self.number(Number::Join(op, a, b)),
        }
    }

    /// Returns the second number if it is 0 or 1 and the operation with the first does not change it.
    fn absorbed(&self, op: NumOp, a: NumNode, b: NumNode) -> Option<NumNode> {
        let changes_nothing = matches!(
            (op, self.number_fixed(a)?),
            (NumOp::Min, 1..) | (NumOp::Max, ..=0)
        );
        (changes_nothing && self.is_truth(b)).then_some(b)
    }

    /// Returns the result if one operand is neutral (adding 0, multiplying by 1), or if 0 is multiplied by an operand
    /// that cannot fail.
    fn unchanged(&self, op: NumOp, a: NumNode, b: NumNode) -> Option<NumNode> {
        let is_read =
            |node: NumNode| matches!(self.numbers[node.0], Number::Load(_) | Number::LoadSeat(_));
        match (op, self.number_fixed(a), self.number_fixed(b)) {
            (NumOp::Add, Some(0), _) | (NumOp::Mul, Some(1), _) => Some(b),
            (NumOp::Add | NumOp::Sub, _, Some(0)) | (NumOp::Mul, _, Some(1)) => Some(a),
            (NumOp::Mul, Some(0), _) if is_read(b) => Some(a),
            (NumOp::Mul, _, Some(0)) if is_read(a) => Some(b),
            _ => None,
        }
    }

    /// Returns whether a number is always 0 or 1.
    pub(crate) fn is_truth(&self, node: NumNode) -> bool {
        self.numbers[node.0].is_truth()
    }

    /// Returns whether a comparison holds.
    pub(crate) fn compare(&mut self, how: Comparison, a: NumNode, b: NumNode) -> NumNode {
        match (self.number_fixed(a), self.number_fixed(b)) {
            (Some(x), Some(y)) => self.num(i64::from(how.holds(x, y))),
            _ => self.number(Number::Compare(how, a, b)),
        }
    }

    /// Returns the negation of a condition.
    pub(crate) fn negate(&mut self, a: NumNode) -> NumNode {
        match self.number_fixed(a) {
            Some(n) => self.num(i64::from(n == 0)),
            None => self.number(Number::Not(a)),
        }
    }

    /// Returns the second number if the first is yes, else the third.
    pub(crate) fn select(&mut self, cond: NumNode, then: NumNode, otherwise: NumNode) -> NumNode {
        match self.number_fixed(cond) {
            Some(0) => otherwise,
            Some(_) => then,
            None => self.number(Number::Select(cond, then, otherwise)),
        }
    }

    /// Returns the next player in seat order, among `seats` players.
    pub(crate) fn next_seat(&mut self, seat: NumNode, seats: i64) -> NumNode {
        match self.number_fixed(seat) {
            Some(n) if n >= 0 => self.num((n + 1) % seats),
            Some(_) => self.num(-1),
            None => self.number(Number::NextSeat(seat)),
        }
    }

    /// Returns one of some numbers by its index; `none` for an index outside.
    pub(crate) fn lookup(&mut self, values: &[i64], at: NumNode, none: i64) -> NumNode {
        if let Some(at) = self.number_fixed(at) {
            let at = usize::try_from(at).ok();
            let value = at.and_then(|at| values.get(at)).copied().unwrap_or(none);
            return self.num(value);
        }
        let values = [values, &[none]].concat();
        self.number(Number::Lookup(values, at))
    }

    /// Returns the points that a script returns; if the guard is 0, the script is not called, and there are none.
    pub(crate) fn script_points(
        &mut self,
        id: ScriptId,
        args: Vec<ScriptArg>,
        by: (Caller, Option<NumNode>),
    ) -> MaskNode {
        let call = self.call(id, args, by);
        self.mask(Mask::Script(call))
    }

    /// Returns the result of a script; if the guard is 0, the script is not called, and the result is 0.
    pub(crate) fn script(
        &mut self,
        id: ScriptId,
        args: Vec<ScriptArg>,
        by: (Caller, Option<NumNode>),
    ) -> NumNode {
        let call = self.call(id, args, by);
        self.number(Number::Script(call))
    }

    /// Returns a call, and records the rule that makes it.
    fn call(
        &mut self,
        script: ScriptId,
        args: Vec<ScriptArg>,
        (caller, guard): (Caller, Option<NumNode>),
    ) -> CallNode {
        let call = CallNode {
            script,
            args,
            guard: guard.filter(|guard| self.number_fixed(*guard).is_none()),
            by: (),
        };
        self.callers.entry(call.clone()).or_insert(caller);
        call
    }
}
