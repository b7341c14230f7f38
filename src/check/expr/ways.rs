//! Straight ways: directions, how far they go, and how they are joined.
//!
//! `2 north or 1 east` are two ways; `2 (north or east)` is one.

use crate::base::Diagnostic;
use crate::check::Resolver;
use crate::check::expr::elaborate::Expected;
use crate::check::expr::places::clip;
use crate::check::expr::typed::{Resolved, Typed, untagged};
use crate::check::names::Scope;
use crate::check::report::reported::Checked;
use crate::model::{Dir, Dirs, Node, Set};
use crate::syntax::ast::{Expr, LogicOp};

/// Some ways, each of them over so many steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ways(Vec<Way>);

/// Directions, for each seat as `me`, and how far they go: the least and the most steps, one where nothing is said.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Way {
    dirs: Vec<Dirs>,
    steps: Option<(i64, i64)>,
}

impl Ways {
    /// One step in each of some directions.
    pub(crate) fn one_step(dirs: Vec<Dirs>) -> Self {
        Self(vec![Way { dirs, steps: None }])
    }

    /// The same ways, over so many steps.
    pub(crate) fn over(mut self, steps: (i64, i64)) -> Self {
        self.0.iter_mut().for_each(|way| way.steps = Some(steps));
        self
    }

    /// Tells whether they lead nowhere, whoever is `me`.
    pub(crate) fn is_nowhere(&self) -> bool {
        let mut dirs = self.0.iter().flat_map(|way| &way.dirs);
        dirs.all(|dirs| dirs.is_empty())
    }

    /// Joins ways like sets: those that go equally far become one.
    pub(crate) fn joined(op: LogicOp, left: Self, right: Self) -> Self {
        match op {
            LogicOp::Or => right.0.into_iter().fold(left, Self::or),
            LogicOp::And => left.filtered(&right, |a, b| a.and(b)),
            LogicOp::Except => left.filtered(&right, |a, b| a.except(b)),
        }
    }

    fn or(mut self, way: Way) -> Self {
        match self.0.iter_mut().find(|known| known.steps == way.steps) {
            Some(known) => known.join(&way.dirs, |a, b| a.or(b)),
            None => self.0.push(way),
        }
        self
    }

    /// What is left of these ways by all directions of others.
    fn filtered(mut self, others: &Self, join: fn(Dirs, Dirs) -> Dirs) -> Self {
        let Some((first, more)) = others.0.split_first() else {
            return self;
        };
        let mut all = first.clone();
        for way in more {
            all.join(&way.dirs, |a, b| a.or(b));
        }
        for way in &mut self.0 {
            way.join(&all.dirs, join);
            way.steps = way.steps.or(all.steps);
        }
        self
    }
}

impl Way {
    fn join(&mut self, dirs: &[Dirs], join: impl Fn(Dirs, Dirs) -> Dirs) {
        let pairs = self.dirs.iter_mut().zip(dirs);
        pairs.for_each(|(a, b)| *a = join(*a, *b));
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
        let all = ways.kind.0.into_iter().map(|way| way.dirs);
        let all = all.reduce(|all, dirs| all.into_iter().zip(dirs).map(|(a, b)| a.or(b)).collect());
        Ok(all.unwrap_or_default())
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
        untagged(match what.kind {
            Typed::Directions(ways) => {
                Typed::Directions(ways.over((least, most.unwrap_or(i64::MAX))))
            }
            other => Typed::Counted(other.ty()),
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
