//! Compiles conditions, numbers, players and rows of the current position: each becomes a node of the value graph that is
//! evaluated once for the whole position, not for each point.

use crate::compile::expr::{Bind, Compiled, ExprCompiler, NotVectorizable, on_line};
use crate::compile::value_graph::{NumNode, ReachNode, ScriptArg};
use crate::ir::program::Caller;
use linstock_base::Span;
use linstock_model::{
    ArgId, Comparison, FiniteDomain, LayerId, Member, MemberPair, MemberSet, MemoryRef, Node, Num,
    NumOp, Place, RuleId, ScriptType, TagId, Truth, ValueExpr,
};

impl<'m> ExprCompiler<'m, '_> {
    /// Compiles a condition to 1 or 0.
    pub(crate) fn truth(&mut self, truth: &'m Node<Truth>) -> Compiled<NumNode> {
        self.affordable()?;
        Ok(match &truth.kind {
            Truth::Fixed(value) => self.graph.num(i64::from(*value)),
            Truth::And(all) => self.all(all, NumOp::Min, 1)?,
            Truth::Or(all) => self.all(all, NumOp::Max, 0)?,
            Truth::Not(inner) => {
                let inner = self.truth(inner)?;
                self.graph.negate(inner)
            }
            Truth::Some(set) => {
                let set = self.set(set)?;
                self.graph.any(set)
            }
            Truth::Joined(set) => {
                let all = self.set(set)?;
                let reached = ReachNode {
                    from: self.graph.first(all),
                    over: all,
                    within: None,
                    free: None,
                    links: self.links()?,
                };
                let reached = self.graph.reach(reached);
                let left = self.graph.and_not(all, reached);
                let left = self.graph.any(left);
                self.graph.negate(left)
            }
            Truth::SomeLine(line) => {
                let mut any = self.graph.nothing();
                for dir in self.line_dirs(*line).iter() {
                    let rears = self.rears(*line, dir)?;
                    any = self.graph.or(any, rears);
                }
                self.graph.any(any)
            }
            Truth::In(place, set) => {
                let (place, set) = (self.place_number(*place)?, self.set(set)?);
                self.graph.has(set, place)
            }
            Truth::LineIn(line, set) => {
                let set = self.set(set)?;
                let mut all = self.graph.num(1);
                for step in 0..self.length(line.line) {
                    let place = self.place_number(on_line(*line, step))?;
                    let one = self.graph.has(set, place);
                    all = self.graph.join(NumOp::Min, all, one);
                }
                all
            }
            Truth::SameSet(a, b) => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                let (more, less) = (self.graph.and_not(a, b), self.graph.and_not(b, a));
                let differ = self.graph.or(more, less);
                let differ = self.graph.any(differ);
                self.graph.negate(differ)
            }
            Truth::Compare(how, a, b) => {
                let (a, b) = (self.num(&a.kind)?, self.num(&b.kind)?);
                self.graph.compare(*how, a, b)
            }
            Truth::SameMember(a, b) => {
                let (a, b) = (self.item(&a.kind)?, self.item(&b.kind)?);
                self.graph.compare(Comparison::Equal, a, b)
            }
            Truth::LastIs(moves) => self.last_is(moves),
            Truth::Seen(times) => self.graph.seen(*times),
            Truth::Script(script, values) => {
                let args = self.script_args(values)?;
                let by = self.caller(&truth.tags, truth.span);
                self.graph.script(*script, args, (by, self.guard))
            }
        })
    }

    /// Returns whether the last move has one of these rules.
    fn last_is(&mut self, moves: &[RuleId]) -> NumNode {
        let mut any = self.graph.num(0);
        let Some(word) = self.layout.last_move else {
            return any;
        };
        let last = self.graph.word(word);
        for mv in moves {
            let made = self.graph.num(i64::from(mv.0) + 1);
            let one = self.graph.compare(Comparison::Equal, last, made);
            any = self.graph.join(NumOp::Max, any, one);
        }
        any
    }

    /// Returns the caller of a script in a condition: the condition's clauses, then the rule's, and the condition's place.
    pub(crate) fn caller(&self, tags: &[TagId], span: Span) -> Caller {
        Caller {
            tags: [tags, &self.rule.tags].concat(),
            span,
        }
    }

    fn all(&mut self, all: &'m [Node<Truth>], op: NumOp, start: i64) -> Compiled<NumNode> {
        let mut joined = self.graph.num(start);
        let (before, taken) = (self.guard, self.taken);
        for part in all {
            let part = self.truth(part);
            // A script after `and` is called only if the parts before it hold, a script after `or` only if they do not.
            if let Ok(part) = part
                && !self.is_plain
            {
                let open = match op {
                    NumOp::Min => part,
                    _ => self.graph.negate(part),
                };
                let guard = self.guard;
                let guard = guard.map_or(open, |g| self.graph.join(NumOp::Min, g, open));
                self.guard = Some(guard);
                self.taken = Some(self.both_taken(open));
            }
            // A constant part either decides the result or can be left out.
            match part.map(|part| (part, self.graph.known(part)))? {
                (_, Some(known)) if (known != 0) == (op == NumOp::Max) => {
                    (self.guard, self.taken) = (before, taken);
                    return Ok(self.graph.num(1 - start));
                }
                (_, Some(_)) => {}
                (part, None) => joined = self.graph.join(op, joined, part),
            }
        }
        (self.guard, self.taken) = (before, taken);
        Ok(joined)
    }

    /// Compiles both branches of a conditional, each under its condition.
    pub(crate) fn branches<T>(
        &mut self,
        cond: NumNode,
        then: impl FnOnce(&mut Self) -> Compiled<T>,
        otherwise: impl FnOnce(&mut Self) -> Compiled<T>,
    ) -> Compiled<(T, T)> {
        if self.is_plain {
            return Ok((then(self)?, otherwise(self)?));
        }
        let before = self.taken;
        self.taken = Some(self.both_taken(cond));
        let then = then(self);
        self.taken = before;
        let not = self.graph.negate(cond);
        self.taken = Some(self.both_taken(not));
        let otherwise = otherwise(self);
        self.taken = before;
        Ok((then?, otherwise?))
    }

    /// Returns the condition under which a nested branch is taken.
    pub(crate) fn both_taken(&mut self, cond: NumNode) -> NumNode {
        let around = self.taken;
        around.map_or(cond, |around| self.graph.join(NumOp::Min, around, cond))
    }

    /// Returns the operands for arithmetic, replaced by 0 if the result is not needed: all branches are evaluated, and a
    /// branch that is not taken must not fail.
    pub(super) fn where_taken(
        &mut self,
        op: NumOp,
        (a, b): (NumNode, NumNode),
    ) -> (NumNode, NumNode) {
        let fits = match self.graph.known(b) {
            Some(by) if op.divides() => by != 0 && by != -1,
            None if op.divides() => false,
            _ => self.graph.always_fits(op, a, b),
        };
        if fits || !op.may_fail() {
            return (a, b);
        }
        self.joins_unsafely = true;
        let Some(taken) = self.taken else {
            return (a, b);
        };
        if op.divides() {
            // Divide by 1 if the result is not needed.
            let one = self.graph.num(1);
            return (a, self.graph.select(taken, b, one));
        }
        let zero = self.graph.num(0);
        let mut held = |number| match self.graph.known(number) {
            Some(_) => number,
            None => self.graph.select(taken, number, zero),
        };
        (held(a), held(b))
    }

    /// Compiles a number.
    pub(crate) fn num(&mut self, num: &'m Num) -> Compiled<NumNode> {
        self.affordable()?;
        Ok(match num {
            Num::Fixed(n) => self.graph.num(*n),
            Num::Count(set) => {
                let set = self.set(set)?;
                self.graph.count(set)
            }
            Num::First(set) => {
                let set = self.set(set)?;
                self.graph.first_number(set)
            }
            Num::CountLines(line) => {
                let mut sum = self.graph.num(0);
                for dir in self.line_dirs(*line).iter() {
                    let rears = self.rears(*line, dir)?;
                    let count = self.graph.count(rears);
                    sum = self.graph.join(NumOp::Add, sum, count);
                }
                sum
            }
            Num::Memory(memory) => self.memory_word(memory, false)?,
            Num::Arg(arg) => match self.bind(*arg) {
                Some(Bind::Num(n)) => self.graph.num(n),
                Some(_) => return Err(NotVectorizable),
                None => self.graph.word(self.word(*arg)),
            },
            Num::Drawn(arg, list, item) => self.drawn(*arg, *list, &item.kind)?,
            Num::Copies(item, zone) => self.copies(zone, &item.kind)?,
            Num::Size(zone) => self.size(zone)?,
            Num::Field(values, item) => {
                let item = self.item(&item.kind)?;
                self.picked(values, item, 0)
            }
            Num::Element(values, number) => {
                let number = self.num(&number.kind)?;
                self.picked(values, number, 1)
            }
            Num::Sum(op, a, b) => {
                let (a, b) = (self.num(&a.kind)?, self.num(&b.kind)?);
                let (a, b) = self.where_taken(*op, (a, b));
                self.graph.join(*op, a, b)
            }
            Num::If(cond, then, otherwise) => {
                let cond = self.truth(cond)?;
                let (then, otherwise) =
                    self.branches(cond, |e| e.num(&then.kind), |e| e.num(&otherwise.kind))?;
                self.graph.select(cond, then, otherwise)
            }
            Num::Script(script, values) => {
                let args = self.script_args(values)?;
                let by = self.rule.clone();
                self.graph.script(*script, args, (by, None))
            }
        })
    }

    fn memory_word(&mut self, memory: &'m MemoryRef, holds_seat: bool) -> Compiled<NumNode> {
        let Some((word, _)) = self.layout.memory(memory.memory) else {
            return Ok(self.graph.num(if holds_seat { -1 } else { 0 }));
        };
        let of = match &memory.of {
            Some(of) => self.item(&of.kind)?,
            None => self.graph.num(0),
        };
        Ok(self.graph.word_of(word, of, holds_seat))
    }

    /// Returns one of some numbers by an index that begins with `first`; 0 for an index outside.
    fn picked(&mut self, values: &[i64], index: NumNode, first: i64) -> NumNode {
        let first = self.graph.num(first);
        let index = self.graph.join(NumOp::Sub, index, first);
        self.graph.lookup(values, index, 0)
    }

    /// Compiles a member of a finite domain to its index, -1 for none.
    pub(crate) fn item(&mut self, item: &'m Member) -> Compiled<NumNode> {
        Ok(match item {
            Member::Me => self.graph.num(i64::from(self.me.0)),
            Member::None => self.graph.num(-1),
            Member::Fixed(at) => self.graph.num(i64::from(*at)),
            Member::Arg(arg) => self.bound_member(*arg)?,
            Member::Owner(place) => self.owner_at(*place)?,
            Member::At(place) => self.place_number(*place)?,
            Member::Over(set) => {
                let set = self.set(set)?;
                self.graph.first_number(set)
            }
            Member::Pair(pair) => self.pair(pair)?,
            Member::RowAt(list, rows, place) => {
                let known = self.rows.iter().rev();
                let mut known = known.filter(|k| (k.list, k.place) == (*list, *place));
                if let Some(known) = known.next() {
                    return Ok(self.graph.num(known.row.map_or(-1, i64::from)));
                }
                let place = self.place_number(*place)?;
                self.graph.lookup(&members(rows), place, -1)
            }
            Member::Field(_, values, of) => {
                let of = self.item(&of.kind)?;
                self.graph.lookup(&members(values), of, -1)
            }
            Member::Memory(memory) => self.memory_word(memory, true)?,
            Member::Next(of) => {
                let of = self.item(&of.kind)?;
                let seats = i64::try_from(self.model.seats()).unwrap_or(1).max(1);
                self.graph.next_seat(of, seats)
            }
            Member::First(truths) => {
                let mut first = self.graph.num(-1);
                for (at, truth) in truths.iter().enumerate().rev() {
                    let at = i64::try_from(at).unwrap_or(i64::MAX);
                    let (truth, at) = (self.truth(truth)?, self.graph.num(at));
                    first = self.graph.select(truth, at, first);
                }
                first
            }
            Member::Script(script, values) => {
                let args = self.script_args(values)?;
                let by = self.rule.clone();
                self.graph.script(*script, args, (by, None))
            }
            Member::If(cond, then, otherwise) => {
                let cond = self.truth(cond)?;
                let (then, otherwise) =
                    self.branches(cond, |e| e.item(&then.kind), |e| e.item(&otherwise.kind))?;
                self.graph.select(cond, then, otherwise)
            }
        })
    }

    /// Compiles the member that an argument is bound to.
    pub(super) fn bound_member(&mut self, arg: ArgId) -> Compiled<NumNode> {
        match self.bind(arg) {
            Some(Bind::Member(at)) => Ok(self.graph.num(i64::from(at))),
            Some(_) => Err(NotVectorizable),
            None => Ok(self.graph.word(self.word(arg))),
        }
    }

    /// Compiles the index of a pair of members in a memory of pairs; -1 if one of them is none.
    fn pair(&mut self, pair: &'m MemberPair) -> Compiled<NumNode> {
        let (first, second) = (self.item(&pair.first.kind)?, self.item(&pair.second.kind)?);
        let members = i64::try_from(pair.members).unwrap_or(1);
        let (zero, none, members) = (
            self.graph.num(0),
            self.graph.num(-1),
            self.graph.num(members),
        );
        let before = self.graph.join(NumOp::Mul, first, members);
        let index = self.graph.join(NumOp::Add, before, second);
        let least = self.graph.join(NumOp::Min, first, second);
        let nobody = self.graph.compare(Comparison::Less, least, zero);
        Ok(self.graph.select(nobody, none, index))
    }

    /// Compiles the owner of the uppermost owned piece on a place.
    fn owner_at(&mut self, place: Place) -> Compiled<NumNode> {
        let place = self.place_number(place)?;
        let mut owner = self.graph.num(-1);
        for layer in (0u8..).map(LayerId).take(self.model.layers.len()) {
            let kinds: Vec<_> = self.model.kinds_on(layer).collect();
            for seat in self.model.seat_ids() {
                let seat = self.graph.num(i64::from(seat.0));
                let pieces = self.pieces_of(&kinds, seat);
                let has = self.graph.has(pieces, place);
                owner = self.graph.select(has, seat, owner);
            }
        }
        Ok(owner)
    }

    /// Compiles a set of members of a finite domain as a number with a bit for each.
    pub(crate) fn items(&mut self, items: &'m MemberSet) -> Compiled<NumNode> {
        let mut bits = self.graph.num(0);
        for (at, truth) in items.0.iter().enumerate() {
            let truth = self.truth(truth)?;
            let (bit, none) = (self.graph.num(1 << at), self.graph.num(0));
            let bit = self.graph.select(truth, bit, none);
            bits = self.graph.join(NumOp::Add, bits, bit);
        }
        Ok(bits)
    }

    /// Compiles the arguments of a script.
    pub(crate) fn script_args(&mut self, values: &'m [ValueExpr]) -> Compiled<Vec<ScriptArg>> {
        values
            .iter()
            .map(|value| {
                Ok(match value {
                    ValueExpr::Num(n) => ScriptArg::Number(self.num(&n.kind)?, ScriptType::Number),
                    ValueExpr::Truth(t) => ScriptArg::Number(self.truth(t)?, ScriptType::Truth),
                    ValueExpr::Member(finite_domain, item) => {
                        let ty = match finite_domain {
                            FiniteDomain::Players => ScriptType::Player,
                            FiniteDomain::Rows(list) => ScriptType::Row(*list),
                        };
                        ScriptArg::Number(self.item(&item.kind)?, ty)
                    }
                    ValueExpr::Place(p) => {
                        ScriptArg::Number(self.place_number(p.kind)?, ScriptType::Point)
                    }
                    ValueExpr::Set(s) => ScriptArg::Mask(self.set(s)?),
                    ValueExpr::Kind(kind) => ScriptArg::Kind(*kind),
                })
            })
            .collect()
    }
}

/// Returns members of a finite domain as numbers, -1 for none.
fn members(members: &[Option<u8>]) -> Vec<i64> {
    members.iter().map(|m| m.map_or(-1, i64::from)).collect()
}
