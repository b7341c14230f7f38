//! The clauses that carry a legal move, and those among them that decide it.

use crate::model::{
    Arg, ArgValue, Dir, Dirs, Domain, FormationRef, Head, Node, Point, Set, TagId, Truth,
};
use crate::play::explain::Situation;
use crate::play::explain::attempt::Attempt;
use crate::play::explain::sets::own_tags;
use crate::reference::{Evaluator, points_of};
use crate::vm::Fault;

/// Returns the tags of everything on the way of a legal move: its own, those of its arguments and conditions as far as
/// they hold, those of the offer.
pub(crate) fn by(scene: &Situation<'_>, attempt: &Attempt<'_>) -> Vec<TagId> {
    let mut all = collected(scene, attempt, false);
    all.extend_from_slice(scene.ask_tags);
    all
}

/// Returns the tags of what decides that a move is legal.
///
/// What could not have kept it from being legal decides nothing: a condition that holds whatever happens, a way with
/// nothing on it, the clauses of a kind of piece. That the move is asked for at all decides only where nothing else
/// does.
pub(crate) fn deciding(scene: &Situation<'_>, attempt: &Attempt<'_>) -> Vec<TagId> {
    let found = collected(scene, attempt, true);
    if found.is_empty() {
        scene.ask_tags.to_vec()
    } else {
        found
    }
}

fn collected(scene: &Situation<'_>, attempt: &Attempt<'_>, deciding: bool) -> Vec<TagId> {
    let rule = scene.plain.model.mv(attempt.reading.mv);
    let mut carried = Carried {
        plain: scene.plain.with(&attempt.args),
        tags: rule.tags.clone(),
        deciding,
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
    carried.tags
}

struct Carried<'a> {
    plain: Evaluator<'a>,
    tags: Vec<TagId>,
    /// Whether what decides nothing is left out.
    deciding: bool,
}

type Carrying = Result<(), Fault>;

impl Carried<'_> {
    fn arg(&mut self, arg: &Arg, value: ArgValue) -> Carrying {
        self.tags.extend_from_slice(&arg.tags);
        match (&arg.domain, value) {
            (Domain::Points(set), ArgValue::Point(point)) => self.set(set, Some(point))?,
            (Domain::Line(line), _) => {
                if let Some(line) = self.plain.model.lines.get(usize::from(line.0)) {
                    self.tags.extend_from_slice(&line.tags);
                    self.node(&line.points);
                }
            }
            (Domain::Numbers(least, most), _) => {
                self.tags.extend_from_slice(&least.tags);
                self.tags.extend_from_slice(&most.tags);
            }
            (Domain::Members(_, items), _) => self.tags.extend_from_slice(&items.tags),
            (Domain::Heap(number, _), _) => self.tags.extend_from_slice(&number.tags),
            _ => {}
        }
        arg.filter
            .as_ref()
            .map_or(Ok(()), |filter| self.truth(filter))
    }

    /// Takes the tags of a set itself.
    fn node(&mut self, node: &Node<Set>) {
        if self.deciding {
            self.tags.extend(own_tags(self.plain.model, node));
        } else {
            self.tags.extend_from_slice(&node.tags);
        }
    }

    /// Goes through the parts of a set that hold a point; without one, through all of them.
    fn set(&mut self, node: &Node<Set>, point: Option<Point>) -> Carrying {
        if self.deciding && self.is_everything(node) {
            return Ok(());
        }
        self.node(node);
        match &node.kind {
            Set::And(parts) => parts.iter().try_for_each(|part| self.set(part, point)),
            Set::Or(parts) => {
                for part in parts {
                    let holds = point.map_or(Ok(true), |point| self.plain.is_in(point, part))?;
                    if holds {
                        self.set(part, point)?;
                        if self.deciding && point.is_some() {
                            break;
                        }
                    }
                }
                Ok(())
            }
            Set::Except(first, _) => self.set(first, point),
            Set::If(cond, yes, no) => {
                let chosen = if self.plain.truth(cond)? { yes } else { no };
                self.set(chosen, point)
            }
            Set::NextTo(of) | Set::Edge(of) => self.set(of, None),
            Set::Along {
                from,
                dirs,
                most,
                through,
                ..
            } => {
                self.set(from, None)?;
                let starts = self.starts(from, dirs)?;
                self.through(through.as_deref(), (&starts, *most), point)
            }
            Set::Ahead {
                line,
                most,
                through,
                ..
            } => {
                let starts = self.front(*line)?;
                self.through(through.as_deref(), (&starts, *most), point)
            }
            _ => Ok(()),
        }
    }

    fn is_everything(&self, node: &Node<Set>) -> bool {
        let board = self.plain.model.board.as_ref();
        match &node.kind {
            Set::Fixed(points) => board.is_some_and(|b| points.count_ones(..) == b.points()),
            _ => false,
        }
    }

    fn starts(&self, from: &Node<Set>, dirs: &[Dirs]) -> Result<Vec<(Point, Dir)>, Fault> {
        let me = usize::from(self.plain.table.me.0);
        let dirs = dirs.get(me).copied().unwrap_or_default();
        let from = self.plain.set(from)?;
        Ok(points_of(&from)
            .flat_map(|start| dirs.iter().map(move |dir| (start, dir)))
            .collect())
    }

    fn front(&self, line: FormationRef) -> Result<Vec<(Point, Dir)>, Fault> {
        let front = self.plain.on_line(line, self.plain.reach(line.line))?;
        Ok(match self.plain.arg(line.arg)? {
            ArgValue::Line(_, dir) => front.into_iter().map(|front| (front, dir)).collect(),
            _ => Vec::new(),
        })
    }

    /// Takes the tags of what must be on a way. With nothing on it, they decide nothing; that anything may be there
    /// decides only if something is.
    fn through(
        &mut self,
        through: Option<&Node<Set>>,
        (starts, most): (&[(Point, Dir)], u16),
        point: Option<Point>,
    ) -> Carrying {
        let Some(through) = through else {
            return Ok(());
        };
        let (true, Some(point)) = (self.deciding, point) else {
            return self.set(through, None);
        };
        let between = self.between((starts, most), point);
        if self.is_everything(through) {
            let stands = |&at: &Point| self.plain.table.at(at).is_some();
            if between.iter().any(stands) {
                self.tags.extend_from_slice(&through.tags);
            }
            return Ok(());
        }
        between
            .into_iter()
            .try_for_each(|at| self.set(through, Some(at)))
    }

    /// Returns the points between a point and the start from which it is reached.
    fn between(&self, (starts, most): (&[(Point, Dir)], u16), point: Point) -> Vec<Point> {
        for &(start, dir) in starts {
            let way: Vec<_> = (1..=i32::from(most))
                .map_while(|n| self.plain.step(start, dir, n))
                .collect();
            if let Some(at) = way.iter().position(|&at| at == point) {
                return way[..at].to_vec();
            }
        }
        Vec::new()
    }

    /// Goes through the parts of a condition that hold.
    fn truth(&mut self, node: &Node<Truth>) -> Carrying {
        if self.deciding && always(node) {
            return Ok(());
        }
        self.tags.extend_from_slice(&node.tags);
        match &node.kind {
            Truth::And(parts) => parts.iter().try_for_each(|part| self.truth(part)),
            Truth::Or(parts) => {
                for part in parts {
                    if self.plain.truth(part)? {
                        self.truth(part)?;
                        if self.deciding {
                            break;
                        }
                    }
                }
                Ok(())
            }
            Truth::In(place, set) => {
                let point = self.plain.place(*place)?;
                self.set(set, point)
            }
            Truth::Some(set) | Truth::LineIn(_, set) => self.set(set, None),
            _ => Ok(()),
        }
    }
}

/// Tells whether a condition holds whatever happens in the game, as some do under an option.
fn always(node: &Node<Truth>) -> bool {
    match &node.kind {
        Truth::Fixed(holds) => *holds,
        Truth::Or(parts) => parts.iter().any(always),
        Truth::And(parts) => parts.iter().all(always),
        _ => false,
    }
}
