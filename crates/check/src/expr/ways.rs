//! Straight ways: directions, how far they go, and how they are joined.
//!
//! `2 north or 1 east` are two ways; `2 (north or east)` is one.

use crate::expr::truth_folding::{all_of, any_of, negated};
use linstock_base::Span;
use linstock_model::{Dir, Dirs, Headings, Member, Node, Truth};
use linstock_syntax::ast::LogicOp;

/// Several ways, each with its number of steps.
#[derive(Clone, Debug)]
pub(crate) struct Ways(pub(super) Vec<Way>);

/// Directions with their fewest and most steps; one step if no number is given.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) dirs: Headings,
    steps: Option<(i64, i64)>,
}

impl Ways {
    /// Makes one step in each of some directions, for each seat as `me`.
    pub(crate) fn one_step(dirs: Vec<Dirs>) -> Self {
        Self::of(Headings::Known(dirs))
    }

    /// Makes one step in each of the directions.
    pub(crate) fn of(dirs: Headings) -> Self {
        Self(vec![Way { dirs, steps: None }])
    }

    /// Sets the number of steps.
    pub(crate) fn over(mut self, steps: (i64, i64)) -> Self {
        self.0.iter_mut().for_each(|way| way.steps = Some(steps));
        self
    }

    /// Returns whether they contain no direction for any seat as `me`.
    pub(crate) fn is_nowhere(&self) -> bool {
        self.0.iter().all(|way| match &way.dirs {
            Headings::Known(dirs) => dirs.iter().all(|dirs| dirs.is_empty()),
            Headings::Such(truths) => {
                let never = |truth: &Node<Truth>| matches!(truth.kind, Truth::Fixed(false));
                truths.iter().all(never)
            }
        })
    }

    /// Returns their directions, if no number of steps is given.
    pub(crate) fn without_steps(&self) -> Option<&Headings> {
        match self.0.as_slice() {
            [Way { dirs, steps: None }] => Some(dirs),
            _ => None,
        }
    }

    /// Joins ways as sets: those with the same steps become one.
    pub(crate) fn joined(op: LogicOp, left: Self, right: Self) -> Self {
        match op {
            LogicOp::Or => right.0.into_iter().fold(left, Self::or),
            LogicOp::And | LogicOp::Except => left.filtered(&right, op),
        }
    }

    fn or(mut self, way: Way) -> Self {
        match self.0.iter_mut().find(|known| known.steps == way.steps) {
            Some(known) => known.join(&way.dirs, LogicOp::Or),
            None => self.0.push(way),
        }
        self
    }

    /// Intersects these ways with the directions of others, or subtracts them.
    fn filtered(mut self, others: &Self, op: LogicOp) -> Self {
        let Some((first, more)) = others.0.split_first() else {
            return self;
        };
        let mut all = first.clone();
        for way in more {
            all.join(&way.dirs, LogicOp::Or);
        }
        for way in &mut self.0 {
            way.join(&all.dirs, op);
            way.steps = way.steps.or(all.steps);
        }
        self
    }
}

impl Way {
    /// Returns the fewest steps.
    pub(super) fn least(&self) -> i64 {
        self.steps.map_or(1, |(least, _)| least)
    }

    /// Returns the most steps.
    pub(super) fn most(&self) -> i64 {
        self.steps.map_or(1, |(_, most)| most)
    }

    /// Joins two sets of directions.
    pub(super) fn join(&mut self, dirs: &Headings, op: LogicOp) {
        match (&mut self.dirs, dirs) {
            (Headings::Known(known), Headings::Known(dirs)) => {
                let join = match op {
                    LogicOp::Or => Dirs::or,
                    LogicOp::And => Dirs::and,
                    LogicOp::Except => Dirs::except,
                };
                let pairs = known.iter_mut().zip(dirs);
                pairs.for_each(|(a, b)| *a = join(*a, *b));
            }
            (Headings::Such(truths), dirs) => {
                let others = truths_of(dirs, truths);
                let pairs = truths.iter_mut().zip(others);
                pairs.for_each(|(a, b)| *a = joined(op, a.clone(), b));
            }
            (known, Headings::Such(others)) => {
                let truths = truths_of(known, others).into_iter().zip(others.clone());
                let all = truths.map(|(a, b)| joined(op, a, b));
                *known = Headings::Such(all.collect());
            }
        }
    }
}

/// Returns a truth for each direction of the board: is it in the set? `others` holds such truths of other
/// directions, in the same order.
fn truths_of(dirs: &Headings, others: &[Node<Truth>]) -> Vec<Node<Truth>> {
    let span = others.first().map(|truth| truth.span).unwrap_or_default();
    match dirs {
        Headings::Known(dirs) => whether_meant(span, dirs, others.len()),
        Headings::Such(truths) => truths.clone(),
    }
}

/// Returns a truth for each of the first `count` directions: is it in the set, for the acting seat?
pub(crate) fn whether_meant(span: Span, dirs: &[Dirs], count: usize) -> Vec<Node<Truth>> {
    let plain = |kind| Node::plain(span, kind);
    let all = (0u8..).map(Dir::at).take(count);
    let meant = all.map(|dir| {
        let by_seat: Vec<bool> = dirs.iter().map(|d| d.has_all(Dirs::only(dir))).collect();
        if by_seat.iter().all(|meant| *meant) {
            return plain(Truth::Fixed(true));
        }
        let seats = (0u8..).zip(by_seat).filter(|(_, meant)| *meant);
        any_of(
            span,
            seats.map(|(seat, _)| {
                let [me, seat] = [Member::Me, Member::Fixed(seat)];
                let [me, seat] = [me, seat].map(|kind| Box::new(Node::plain(span, kind)));
                plain(Truth::SameMember(me, seat))
            }),
        )
    });
    meant.collect()
}

fn joined(op: LogicOp, a: Node<Truth>, b: Node<Truth>) -> Node<Truth> {
    let span = a.span;
    match op {
        LogicOp::Or => any_of(span, [a, b]),
        LogicOp::And => all_of(span, [a, b]),
        LogicOp::Except => {
            let not = Node::plain(b.span, negated(b));
            all_of(span, [a, not])
        }
    }
}
