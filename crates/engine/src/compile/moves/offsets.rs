//! Finds where the points of a set can lie: among certain points, or at certain offsets from the anchor.

use crate::compile::expr::{Bind, ExprCompiler, Offset};
use linstock_base::check_fuel::OFFSET;
use linstock_model::visit::Walk;
use linstock_model::{FormationRef, Headings, Node, Place, Set, Truth};
use rustc_hash::FxHashSet;
use std::ops::RangeInclusive;

impl<'m> ExprCompiler<'m, '_> {
    /// Returns a superset of the set's points, for any bindings.
    pub(super) fn possible(&mut self, set: &'m Node<Set>) -> Vec<u64> {
        let join = |a: Vec<u64>, b: Vec<u64>, op: fn(u64, u64) -> u64| {
            a.iter().zip(&b).map(|(a, b)| op(*a, *b)).collect()
        };
        let parts = |e: &mut Self, all: &'m [Node<Set>], op| {
            let parts: Vec<_> = all.iter().map(|part| e.possible(part)).collect();
            parts.into_iter().reduce(|a, b| join(a, b, op))
        };
        let found = match &set.kind {
            Set::And(all) => parts(self, all, |a, b| a & b),
            Set::Or(all) => parts(self, all, |a, b| a | b),
            Set::Except(from, _) | Set::Where(from, _) => Some(self.possible(from)),
            _ => {
                let points = self.set(set).ok();
                points.map(|points| self.graph.bound(points).to_vec())
            }
        };
        found.unwrap_or_else(|| {
            let everything = self.graph.everything();
            self.graph.bound(everything).to_vec()
        })
    }

    /// Lists the offsets at which a point of the set can lie, if the set moves with the anchor.
    pub(crate) fn offsets(&mut self, set: &'m Node<Set>) -> Option<Vec<Offset>> {
        let mut offsets = match &set.kind {
            Set::Fixed(points) if points.is_clear() => Vec::new(),
            Set::And(all) => all
                .iter()
                .filter_map(|s| self.offsets(s))
                .min_by_key(Vec::len)?,
            Set::Or(all) => {
                let parts: Option<Vec<_>> = all.iter().map(|s| self.offsets(s)).collect();
                parts?.concat()
            }
            Set::Except(from, _) | Set::Where(from, _) => self.offsets(from)?,
            Set::If(cond, then, otherwise) => match self.known_truth(cond) {
                Some(true) => self.offsets(then)?,
                Some(false) => self.offsets(otherwise)?,
                None => [self.offsets(then)?, self.offsets(otherwise)?].concat(),
            },
            Set::At(place) => vec![self.anchored(*place)?],
            Set::Line(line) => self.on_line(*line, 0, i32::from(self.line_length(*line)) - 1)?,
            Set::Along {
                from,
                dirs,
                least,
                most,
                ..
            } => self.offsets_along(from, dirs, *least..=*most)?,
            Set::Ahead {
                line, least, most, ..
            } => {
                let front = i32::from(self.line_length(*line)) - 1;
                self.on_line(*line, front + i32::from(*least), front + i32::from(*most))?
            }
            Set::NextTo(of) => self.offsets_next_to(of)?,
            _ => {
                return None;
            }
        };
        self.graph.tables.fuel.spend(OFFSET * offsets.len() as u64);
        let board = self.model.board.as_ref()?;
        offsets.retain(|offset| board.topology.joins_points(*offset));
        let mut met = FxHashSet::default();
        offsets.retain(|offset| met.insert(*offset));
        Some(offsets)
    }

    /// Returns whether [`Self::offsets`] would list the points of a set, without walking along long ways.
    pub(crate) fn has_offsets(&mut self, set: &'m Node<Set>) -> bool {
        match &set.kind {
            Set::And(all) => all.iter().any(|part| self.has_offsets(part)),
            Set::Or(all) => all.iter().all(|part| self.has_offsets(part)),
            Set::Except(from, _) | Set::Where(from, _) => self.has_offsets(from),
            Set::Along { from, dirs, .. } => self.has_offsets(from) && self.leading(dirs).is_ok(),
            _ => self.offsets(set).is_some(),
        }
    }

    /// Lists the offsets of the points at certain numbers of steps from a place.
    fn offsets_along(
        &mut self,
        from: &'m Node<Set>,
        dirs: &'m Headings,
        counts: RangeInclusive<u16>,
    ) -> Option<Vec<Offset>> {
        let starts = self.offsets(from)?;
        let dirs = self.leading(dirs).ok()?;
        let steps = counts.flat_map(|n| dirs.iter().map(move |d| (*d, n)));
        let leads = steps.flat_map(|(d, n)| self.leads(d, i32::from(n)));
        let steps: Vec<Offset> = leads.map(|(by, _)| by).collect();
        let from = |start: Offset| steps.iter().map(move |step| start + *step);
        Some(starts.into_iter().flat_map(from).collect())
    }

    /// Returns the value of a condition, if it is known before the game.
    fn known_truth(&mut self, cond: &'m Node<Truth>) -> Option<bool> {
        if self.is_anchored(|v| cond.walk(v)) {
            return None;
        }
        let cond = self.truth_once(cond).ok()?;
        self.graph.known(cond).map(|known| known != 0)
    }

    /// Lists the offsets of the points one step from a place.
    fn offsets_next_to(&mut self, of: &'m Node<Set>) -> Option<Vec<Offset>> {
        let starts = self.offsets(of)?;
        let board = self.model.board.as_ref()?;
        let steps = board.next.iter().flat_map(|dir| self.leads(dir, 1));
        let steps = steps.map(|(by, _)| Some(by));
        let links = board.links.iter().flat_map(|link| {
            let [a, b] = link.ends;
            [board.topology.between(a, b), board.topology.between(b, a)]
        });
        let steps: Vec<Offset> = steps.chain(links).collect::<Option<_>>()?;
        let from = |start: Offset| steps.iter().map(move |step| start + *step);
        Some(starts.into_iter().flat_map(from).collect())
    }

    fn line_length(&self, line: FormationRef) -> u8 {
        self.model.lines[usize::from(line.line.0)].length
    }

    fn on_line(&self, line: FormationRef, least: i32, most: i32) -> Option<Vec<Offset>> {
        match self.binds.get(usize::from(line.arg.0)) {
            Some(Bind::Line(rear, dir)) => {
                let by = self.times(*dir, 1)?;
                Some((least..=most).map(|n| *rear + by * n).collect())
            }
            _ => None,
        }
    }

    /// Returns the offset of a place from the anchor, if the place moves with it.
    pub(super) fn anchored(&self, place: Place) -> Option<Offset> {
        match place {
            Place::Fixed(_) | Place::Kept(_) => None,
            Place::It => self.it,
            Place::Arg(arg) => match self.binds.get(usize::from(arg.0)) {
                Some(Bind::Point(offset)) => Some(*offset),
                _ => None,
            },
            Place::OnLine(line, step) => self
                .on_line(line, i32::from(step), i32::from(step))
                .and_then(|o| o.first().copied()),
        }
    }
}
