//! Compiles comparisons of numbers that vary with the anchor: values of pieces, counts of points around it, and sums of these.
//!
//! A comparison is rearranged: the value of a piece on one side, the terms that do not vary on the other. The other
//! varying terms are split by value: each value comes with the mask of the anchors where the term has it.

use crate::compile::expr::{Compiled, ExprCompiler, NotVectorizable, Offset, PlaceForm};
use crate::compile::value_graph::{FilterNode, MaskNode, NumNode};
use linstock_model::visit::Walk;
use linstock_model::{Comparison, Member, MemoryRef, MemoryType, NO_NUMBER, Node, Num, NumOp, Set};
use std::collections::BTreeMap;

/// The maximal number of distinct values: with more points around the anchor, evaluation point by point is cheaper.
const MOST_AMOUNTS: usize = 17;

/// The possible values of a number, each with the anchors at which the number has it.
type Amounts = BTreeMap<i64, MaskNode>;

/// A number, and whether it is subtracted.
type Term<'e> = (&'e Num, bool);

/// The terms of a difference.
#[derive(Default)]
struct Terms<'e> {
    /// The value of a piece on a place that moves with the anchor.
    held: Option<(&'e MemoryRef, bool)>,
    /// The other terms that vary with the anchor.
    moving: Vec<Term<'e>>,
    /// The terms that do not vary.
    fixed: Vec<Term<'e>>,
}

impl<'m> ExprCompiler<'m, '_> {
    /// Returns the anchors at which a comparison of two numbers holds.
    pub(super) fn compared(
        &mut self,
        how: Comparison,
        a: &'m Num,
        b: &'m Num,
    ) -> Compiled<MaskNode> {
        let mut terms = Terms::default();
        self.part(a, false, &mut terms)?;
        self.part(b, true, &mut terms)?;
        let Terms {
            held,
            moving,
            fixed,
        } = terms;
        // Whether the fixed terms are on the left.
        let first = fixed.first().is_some_and(|(_, off)| !off);
        let flipped = held.map_or(first, |(_, off)| off);
        let moved = usize::from(held.is_some()) + moving.len();
        if (fixed.len() > 1 || moved > 1) && !fixed.iter().all(|(num, _)| is_calculable(num)) {
            return Err(NotVectorizable);
        }
        let number = self.joined(&fixed, flipped)?;
        let mut amounts = self.always(0);
        for (num, off) in moving {
            let op = if off == flipped {
                NumOp::Add
            } else {
                NumOp::Sub
            };
            let more = self.amounts(num)?;
            amounts = self.all_joined(op, &amounts, &more)?;
        }
        let mut anchors = self.graph.nothing();
        for (amount, at) in amounts {
            let holds = match held {
                Some((memory, _)) => {
                    let number = self.less(number, amount);
                    self.held(memory, (how, flipped), number)?
                }
                None => {
                    let amount = self.graph.num(amount);
                    let holds = match flipped {
                        true => self.graph.compare(how, number, amount),
                        false => self.graph.compare(how, amount, number),
                    };
                    self.graph.gate(holds)
                }
            };
            let holds = self.graph.and(at, holds);
            anchors = self.graph.or(anchors, holds);
        }
        Ok(anchors)
    }

    /// Adds the terms of a number to those of a difference; `off` subtracts the number.
    fn part(&self, num: &'m Num, off: bool, terms: &mut Terms<'m>) -> Compiled<()> {
        match num {
            _ if !self.is_anchored(|v| num.walk(v)) => terms.fixed.push((num, off)),
            Num::Sum(op @ (NumOp::Add | NumOp::Sub), a, b) => {
                self.part(&a.kind, off, terms)?;
                self.part(&b.kind, off != (*op == NumOp::Sub), terms)?;
            }
            Num::Memory(memory) if of_place(memory) => {
                if terms.held.replace((memory, off)).is_some() {
                    return Err(NotVectorizable);
                }
            }
            _ => terms.moving.push((num, off)),
        }
        Ok(())
    }

    /// Compiles the sum of the fixed terms. Subtracts the terms whose `off` equals `flipped`, and adds the others.
    fn joined(&mut self, terms: &[Term<'m>], flipped: bool) -> Compiled<NumNode> {
        self.wherever_asked(|e| e.joined_where_taken(terms, flipped))
    }

    fn joined_where_taken(&mut self, terms: &[Term<'m>], flipped: bool) -> Compiled<NumNode> {
        let (less, more): (Vec<_>, Vec<_>) = terms.iter().partition(|(_, off)| *off == flipped);
        let mut number = None;
        let signed = more.iter().map(|(num, _)| (num, NumOp::Add));
        for (num, op) in signed.chain(less.iter().map(|(num, _)| (num, NumOp::Sub))) {
            let next = self.num(num)?;
            number = Some(match (number, op) {
                (None, NumOp::Add) => next,
                (before, op) => {
                    let before = before.unwrap_or_else(|| self.graph.num(0));
                    let (before, next) = self.where_taken(op, (before, next));
                    self.graph.join(op, before, next)
                }
            });
        }
        Ok(number.unwrap_or_else(|| self.graph.num(0)))
    }

    /// Returns a number minus an amount.
    fn less(&mut self, number: NumNode, amount: i64) -> NumNode {
        if amount == 0 {
            return number;
        }
        let amount = self.graph.num(amount);
        self.graph.join(NumOp::Sub, number, amount)
    }

    fn always(&mut self, number: i64) -> Amounts {
        Amounts::from([(number, self.graph.everything())])
    }

    /// Returns the possible values of a number, each with its anchors.
    fn amounts(&mut self, num: &'m Num) -> Compiled<Amounts> {
        match num {
            Num::If(cond, then, otherwise) => {
                let cond = self.truth_mask(cond)?;
                let mut all = Amounts::new();
                let not = self.graph.not(cond);
                for (num, here) in [(then, cond), (otherwise, not)] {
                    let amounts = self.where_asked(here, |e| e.amounts(&num.kind));
                    for (amount, at) in amounts? {
                        let at = self.graph.and(at, here);
                        self.add(&mut all, amount, at);
                    }
                }
                Ok(all)
            }
            Num::Count(set) => self.count_around(set),
            Num::Sum(op, a, b) => {
                let (a, b) = (self.amounts(&a.kind)?, self.amounts(&b.kind)?);
                self.all_joined(*op, &a, &b)
            }
            _ if !self.is_anchored(|v| num.walk(v)) => {
                let number = self.num(num)?;
                let known = self.graph.known(number).ok_or(NotVectorizable)?;
                Ok(self.always(known))
            }
            _ => Err(NotVectorizable),
        }
    }

    /// Returns the possible counts of a set around the anchor, each with its anchors.
    fn count_around(&mut self, set: &'m Node<Set>) -> Compiled<Amounts> {
        let offsets = self.offsets(set).ok_or(NotVectorizable)?;
        if offsets.len() >= MOST_AMOUNTS {
            return Err(NotVectorizable);
        }
        let mut counts = self.always(0);
        for offset in offsets {
            let inside = self.member(offset, set)?;
            let outside = self.graph.not(inside);
            let one = Amounts::from([(0, outside), (1, inside)]);
            counts = self.all_joined(NumOp::Add, &counts, &one)?;
        }
        Ok(counts)
    }

    fn all_joined(&mut self, op: NumOp, a: &Amounts, b: &Amounts) -> Compiled<Amounts> {
        let mut all = Amounts::new();
        for (a, here) in a {
            for (b, there) in b {
                let joined = op.apply(*a, *b).ok_or(NotVectorizable)?;
                let both = self.graph.and(*here, *there);
                self.add(&mut all, joined, both);
            }
        }
        if all.len() > MOST_AMOUNTS {
            return Err(NotVectorizable);
        }
        Ok(all)
    }

    fn add(&mut self, all: &mut Amounts, amount: i64, at: MaskNode) {
        if self.graph.is_nothing(at) {
            return;
        }
        let at = match all.get(&amount) {
            Some(before) => self.graph.or(*before, at),
            None => at,
        };
        all.insert(amount, at);
    }

    /// Returns the anchors from which the memory of the piece at a place satisfies a comparison with a number.
    pub(super) fn held(
        &mut self,
        memory: &'m MemoryRef,
        (how, flipped): (Comparison, bool),
        number: NumNode,
    ) -> Compiled<MaskNode> {
        let Some(Member::At(place)) = memory.of.as_ref().map(|of| &of.kind) else {
            return Err(NotVectorizable);
        };
        let PlaceForm::Anchored(offset) = self.place(*place) else {
            return Err(NotVectorizable);
        };
        let Some((word, _)) = self.layout.memory(memory.memory) else {
            return Err(NotVectorizable);
        };
        let everything = self.graph.everything();
        let at_anchor = self.among.filter(|_| offset == Offset::NONE);
        let ty = self.model.memories[memory.memory.index()].ty;
        let held = self.graph.held(FilterNode {
            word,
            holds_seat: matches!(ty, MemoryType::Seat | MemoryType::Row(_)),
            among: at_anchor.unwrap_or(everything),
            how,
            flipped,
            number,
        });
        Ok(self.graph.shift(held, -offset))
    }
}

/// Returns whether the memory belongs to the piece at a place.
pub(super) fn of_place(memory: &MemoryRef) -> bool {
    memory
        .of
        .as_ref()
        .is_some_and(|of| matches!(of.kind, Member::At(_)))
}

/// Returns whether a number allows arithmetic: `none` in a list of numbers can only be compared.
fn is_calculable(num: &Num) -> bool {
    match num {
        Num::Fixed(number) => *number != NO_NUMBER,
        Num::Element(numbers, _) => !numbers.contains(&NO_NUMBER),
        Num::If(_, then, otherwise) => is_calculable(&then.kind) && is_calculable(&otherwise.kind),
        _ => true,
    }
}
