//! The clauses that carry a legal move.

use super::Scene;
use super::attempt::Attempt;
use crate::engine::Fault;
use crate::engine::plain::Plain;
use crate::model::{Arg, ArgValue, Domain, Head, Node, Point, Set, TagId, Truth};

/// Returns the tags of a legal move: its own, those of its arguments and conditions as far as they hold, those of the offer.
pub(super) fn by(scene: &Scene<'_>, attempt: &Attempt<'_>) -> Vec<TagId> {
    let rule = scene.plain.model.mv(attempt.reading.mv);
    let mut carried = Carried {
        plain: scene.plain.with(&attempt.args),
        tags: rule.tags.clone(),
    };
    for head in &rule.heads {
        let done = match head {
            Head::When(cond) => carried.truth(cond),
            Head::Arg(id) => {
                let index = usize::from(id.0);
                let bound = rule
                    .args
                    .get(index)
                    .zip(attempt.args.get(index).copied().flatten());
                bound.map_or(Ok(()), |(arg, value)| carried.arg(arg, value))
            }
        };
        // A script that fails here has already let the move pass: the clauses found so far are kept.
        let _ = done;
    }
    carried.tags.extend_from_slice(&attempt.item.tags);
    carried.plain = scene.plain;
    let _ = attempt
        .item
        .cond
        .as_ref()
        .map_or(Ok(()), |cond| carried.truth(cond));
    carried.tags.extend_from_slice(scene.ask_tags);
    carried.tags
}

struct Carried<'a> {
    plain: Plain<'a>,
    tags: Vec<TagId>,
}

type Done = Result<(), Fault>;

impl Carried<'_> {
    fn arg(&mut self, arg: &Arg, value: ArgValue) -> Done {
        self.tags.extend_from_slice(&arg.tags);
        match (&arg.domain, value) {
            (Domain::Points(set), ArgValue::Point(point)) => self.set(set, Some(point))?,
            (Domain::Line(line), _) => {
                if let Some(line) = self.plain.model.lines.get(usize::from(line.0)) {
                    self.tags.extend_from_slice(&line.tags);
                    self.tags.extend_from_slice(&line.points.tags);
                }
            }
            (Domain::Numbers(least, most), _) => {
                self.tags.extend_from_slice(&least.tags);
                self.tags.extend_from_slice(&most.tags);
            }
            (Domain::Seats(seats), _) => self.tags.extend_from_slice(&seats.tags),
            _ => {}
        }
        arg.filter
            .as_ref()
            .map_or(Ok(()), |filter| self.truth(filter))
    }

    /// Goes through the parts of a set that hold a point; without one, through all of them.
    fn set(&mut self, node: &Node<Set>, point: Option<Point>) -> Done {
        self.tags.extend_from_slice(&node.tags);
        match &node.kind {
            Set::And(parts) => parts.iter().try_for_each(|part| self.set(part, point)),
            Set::Or(parts) => parts.iter().try_for_each(|part| {
                let holds = point.map_or(Ok(true), |point| self.plain.is_in(point, part))?;
                if holds { self.set(part, point) } else { Ok(()) }
            }),
            Set::Except(first, _) => self.set(first, point),
            Set::If(cond, yes, no) => {
                let chosen = if self.plain.truth(cond)? { yes } else { no };
                self.set(chosen, point)
            }
            Set::NextTo(of) | Set::Edge(of) => self.set(of, None),
            Set::Along { from, through, .. } => {
                self.set(from, None)?;
                through
                    .as_deref()
                    .map_or(Ok(()), |through| self.set(through, None))
            }
            Set::Ahead { through, .. } => through
                .as_deref()
                .map_or(Ok(()), |through| self.set(through, None)),
            _ => Ok(()),
        }
    }

    /// Goes through the parts of a condition that hold.
    fn truth(&mut self, node: &Node<Truth>) -> Done {
        self.tags.extend_from_slice(&node.tags);
        match &node.kind {
            Truth::And(parts) => parts.iter().try_for_each(|part| self.truth(part)),
            Truth::Or(parts) => parts.iter().try_for_each(|part| {
                if self.plain.truth(part)? {
                    self.truth(part)
                } else {
                    Ok(())
                }
            }),
            Truth::In(place, set) => {
                let point = self.plain.place(*place)?;
                self.set(set, point)
            }
            Truth::Some(set) | Truth::LineIn(_, set) => self.set(set, None),
            _ => Ok(()),
        }
    }
}
