//! Straight ways: directions, how far they go, and how they are joined.
//!
//! `2 north or 1 east` are two ways; `2 (north or east)` is one.

use crate::base::{Diagnostic, Span};
use crate::check::Resolver;
use crate::check::expr::elaborate::Expected;
use crate::check::expr::places::clip;
use crate::check::expr::truths::{all_of, any_of, negated};
use crate::check::expr::typed::{Resolved, Typed, untagged};
use crate::check::names::Scope;
use crate::check::report::reported::Checked;
use crate::model::{Dir, Dirs, Headings, Member, Node, Set, Truth};
use crate::syntax::ast::{Expr, LogicOp};

/// Some ways, each of them over so many steps.
#[derive(Clone, Debug)]
pub(crate) struct Ways(Vec<Way>);

/// Directions, and how far they go: the least and the most steps, one where nothing is said.
#[derive(Clone, Debug)]
struct Way {
    dirs: Headings,
    steps: Option<(i64, i64)>,
}

impl Ways {
    /// One step in each of some directions, for each seat as `me`.
    pub(crate) fn one_step(dirs: Vec<Dirs>) -> Self {
        Self::of(Headings::Known(dirs))
    }

    /// One step in each direction of which something holds.
    pub(crate) fn of(dirs: Headings) -> Self {
        Self(vec![Way { dirs, steps: None }])
    }

    /// The same ways, over so many steps.
    pub(crate) fn over(mut self, steps: (i64, i64)) -> Self {
        self.0.iter_mut().for_each(|way| way.steps = Some(steps));
        self
    }

    /// Tells whether they lead nowhere, whoever is `me`.
    pub(crate) fn is_nowhere(&self) -> bool {
        self.0.iter().all(|way| match &way.dirs {
            Headings::Known(dirs) => dirs.iter().all(|dirs| dirs.is_empty()),
            Headings::Such(truths) => {
                let never = |truth: &Node<Truth>| matches!(truth.kind, Truth::Fixed(false));
                truths.iter().all(never)
            }
        })
    }

    /// Returns their directions, if nothing says how far they go.
    pub(crate) fn without_steps(&self) -> Option<&Headings> {
        match self.0.as_slice() {
            [Way { dirs, steps: None }] => Some(dirs),
            _ => None,
        }
    }

    /// Joins ways like sets: those that go equally far become one.
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

    /// What is left of these ways by all directions of others.
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
    fn join(&mut self, dirs: &Headings, op: LogicOp) {
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

/// Returns a truth for each direction of the board: whether it is meant. `others` are the truths of other directions, in the
/// same order.
fn truths_of(dirs: &Headings, others: &[Node<Truth>]) -> Vec<Node<Truth>> {
    let span = others.first().map(|truth| truth.span).unwrap_or_default();
    match dirs {
        Headings::Known(dirs) => whether_meant(span, dirs, others.len()),
        Headings::Such(truths) => truths.clone(),
    }
}

/// Tells of each of so many directions whether it is meant, whoever is `me`.
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

impl<'a> Resolver<'a> {
    /// One step in a direction.
    pub(crate) fn way_of(&self, dir: Dir) -> Ways {
        let seats = self.names.players.len().max(1);
        Ways::one_step(vec![Dirs::only(dir); seats])
    }

    /// Elaborates directions, for each seat as `me`.
    pub(crate) fn dirs(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<Vec<Dirs>> {
        let ways: Node<Ways> = self.check_as(e, scope)?;
        let span = ways.span;
        let mut ways = ways.kind.0.into_iter();
        let Some(mut all) = ways.next() else {
            return Ok(Vec::new());
        };
        ways.for_each(|way| all.join(&way.dirs, LogicOp::Or));
        match all.dirs {
            Headings::Known(dirs) => Ok(dirs),
            Headings::Such(_) => {
                let diagnostic = Diagnostic::error(span, "these directions may change");
                Err(self.error(diagnostic.hint("name directions here, as in `north or east`")))
            }
        }
    }

    /// `2 north`, `1.. diagonal`; of what is not a direction, so many cannot be said here.
    pub(crate) fn counted(
        &mut self,
        (least, most): (i64, Option<i64>),
        what: &Expr,
        scope: &Scope<'_>,
    ) -> Resolved<Typed> {
        let hint = if self.names_directions(what) {
            Expected::Directions
        } else {
            Expected::Any
        };
        let what = self.elaborate(what, hint, scope)?;
        let what = self.as_directions(what);
        Ok(match what.kind {
            Typed::Directions(ways) => {
                let ways = ways.over((least, most.unwrap_or(i64::MAX)));
                (Typed::Directions(ways), what.tags)
            }
            other => (Typed::Counted(other.ty()), Vec::new()),
        })
    }

    /// `2 backwards of here`
    pub(crate) fn along(
        &mut self,
        ways: Node<Ways>,
        of: &Expr,
        scope: &Scope<'_>,
    ) -> Resolved<Set> {
        let from: Node<Set> = self.check_as(of, scope)?;
        if ways.kind.0.iter().any(|way| way.least() < 1) {
            let diagnostic = Diagnostic::error(ways.span, "a way is at least one step long");
            return Err(self.error(
                diagnostic.hint("for the point itself, say so: `here or 1.. north of here`"),
            ));
        }
        let longest = self.longest();
        let along = |way: Way, from: Node<Set>| Set::Along {
            least: clip(way.least()),
            most: clip(way.most()).min(longest),
            from: Box::new(from),
            dirs: way.dirs,
            through: None,
        };
        let mut ways = ways.kind.0;
        match (ways.pop(), ways.is_empty()) {
            (Some(only), true) => untagged(along(only, from)),
            (last, _) => {
                let all = ways.into_iter().chain(last);
                let all = all.map(|way| Node::plain(of.span, along(way, from.clone())));
                untagged(Set::Or(all.collect()))
            }
        }
    }

    /// Returns the longest straight way on the board, in steps.
    fn longest(&self) -> u16 {
        self.names
            .board
            .as_ref()
            .map_or(1, |b| b.topology.longest_line().saturating_sub(1).max(1))
    }
}

impl Way {
    fn least(&self) -> i64 {
        self.steps.map_or(1, |(least, _)| least)
    }

    fn most(&self) -> i64 {
        self.steps.map_or(1, |(_, most)| most)
    }
}
