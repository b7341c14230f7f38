//! Lists the ways of binding a move's arguments: each to the anchor moved by an offset, or to a fixed value.

use crate::compile::expr::{Bind, ExprCompiler, Offset};
use linstock_model::{Domain, MoveRule, Node, Num, Point, RowId, Truth};

/// The maximal number of ways of one move.
const MOST_WAYS: usize = 10_000;

/// The maximal number of words of the masks of all ways of one move: a way costs more on a large board.
const MOST_WORDS: usize = 65_536;

impl<'m> ExprCompiler<'m, '_> {
    /// Lists all ways of binding a move's arguments; `pinned` binds every point to each point of the board in turn.
    pub(super) fn ways(
        &mut self,
        mv: &'m MoveRule,
        pinned: bool,
    ) -> Result<Vec<Vec<Bind>>, String> {
        let most = MOST_WAYS.min(MOST_WORDS / self.layout.width);
        let mut ways = vec![vec![Bind::Inherited; mv.given]];
        for arg in mv.args.iter().skip(mv.given) {
            let mut longer = Vec::new();
            for way in ways {
                self.binds = way;
                let choices = self.choices(&arg.domain, pinned);
                for bind in choices {
                    self.binds.push(bind);
                    if !arg.filter.as_ref().is_some_and(|filter| self.never(filter)) {
                        longer.push(self.binds.clone());
                    }
                    self.binds.pop();
                }
                if longer.len() > most {
                    return Err(format!(
                        "there are more than {most} ways of choosing its arguments"
                    ));
                }
            }
            ways = longer;
        }
        Ok(ways)
    }

    /// Returns whether a condition cannot hold in any position under the current bindings.
    fn never(&mut self, cond: &'m Node<Truth>) -> bool {
        let holds = self.truth_mask(cond);
        holds.is_ok_and(|holds| self.graph.is_nothing(holds))
    }

    /// Lists the possible bindings of the next argument.
    fn choices(&mut self, domain: &'m Domain, pinned: bool) -> Vec<Bind> {
        let free = !pinned && !self.binds.iter().any(|b| b.is_anchored());
        let board = self.model.board.as_ref();
        let points = || board.into_iter().flat_map(|board| board.topology.iter());
        match domain {
            Domain::Points(set) => match self.offsets(set) {
                Some(offsets) => offsets.into_iter().map(Bind::Point).collect(),
                None if free => vec![Bind::Point(Offset::NONE)],
                None => {
                    let possible = self.possible(set);
                    let fits = |p: &Point| possible[p.index() / 64] >> (p.index() % 64) & 1 == 1;
                    points().filter(fits).map(Bind::FixedPoint).collect()
                }
            },
            Domain::Line(line) => {
                let dirs = self.line_dirs(*line);
                let alike = |dir| self.topology().translation(dir).is_some();
                if free && dirs.iter().all(alike) {
                    return dirs.iter().map(|d| Bind::Line(Offset::NONE, d)).collect();
                }
                points()
                    .flat_map(|p| dirs.iter().map(move |d| Bind::FixedLine(p, d)))
                    .collect()
            }
            Domain::Numbers(least, most) => match (&least.kind, &most.kind) {
                (Num::Fixed(least), Num::Fixed(most)) => (*least..=*most).map(Bind::Num).collect(),
                _ => Vec::new(),
            },
            Domain::Members(_, members) => self.possible_members(&members.kind.0),
            Domain::Zone(zone) => {
                let rows = self.model.list(self.model.zone(zone.zone).list).rows.len();
                RowId::all(rows).map(|row| Bind::Member(row.0)).collect()
            }
            Domain::Multiset(..) => vec![Bind::Multiset],
            Domain::Inherited(_) => vec![Bind::Inherited],
        }
    }

    /// Lists the members of a finite domain that a set can contain.
    fn possible_members(&mut self, members: &'m [Node<Truth>]) -> Vec<Bind> {
        let mut meant = Vec::new();
        for (RowId(at), truth) in RowId::all(members.len()).zip(members) {
            let never = self.truth_once(truth).is_ok_and(|t| self.graph.is_zero(t));
            if !never {
                meant.push(Bind::Member(at));
            }
        }
        meant
    }
}
