//! Why a point is not in a set.

use crate::model::{
    Arg, ArgValue, Dir, Dirs, Domain, FormationId, FormationRef, KindId, Model, Node, Point, RowId,
    SeatId, Set, TagId,
};
use crate::play::explain::Problem;
use crate::play::explain::describe::Explainer;
use crate::play::wording::{self, reasons};
use crate::reference::{has, points_of};
use crate::vm::Fault;

/// What is wrong, or the fault that kept it from being found out.
pub(crate) type Problems = Result<Vec<Problem>, Fault>;

/// A straight way: where it may begin and lead, and what must be between.
struct PathStep<'w> {
    starts: Vec<(Point, Dir)>,
    steps: (u16, u16),
    through: Option<&'w Node<Set>>,
    /// What a point is that lies on it.
    words: String,
}

impl Explainer<'_> {
    /// Returns all that keeps a value out of an argument's domain; nothing if it is in.
    pub(crate) fn domain(&self, arg: &Arg, value: ArgValue) -> Problems {
        match (&arg.domain, value) {
            (Domain::Points(set), ArgValue::Point(point)) => self.set(set, point),
            (Domain::Line(line), ArgValue::Line(rear, dir)) => self.formation(*line, (rear, dir)),
            (Domain::Numbers(least, most), ArgValue::Num(number)) => {
                let (low, high) = (self.plain.num(least)?, self.plain.num(most)?);
                let tags = [least.tags.as_slice(), most.tags.as_slice()].concat();
                let problem =
                    || Problem::state(reasons::out_of_range(number, low, high)).within(&tags);
                Ok(unless((low..=high).contains(&number), problem))
            }
            (
                Domain::Members(_, items),
                ArgValue::Seat(SeatId(at)) | ArgValue::Row(_, RowId(at)),
            ) => self.member(items, at, value),
            (Domain::Zone(zone), ArgValue::Row(_, row)) => {
                let here = self.plain.contents(zone)?;
                let there = here.get(row.index()).is_some_and(|copies| *copies > 0);
                let (what, zone) = (self.value(value), self.zone_name(zone)?);
                let problem =
                    || Problem::state(reasons::not_in_zone(&what, &zone)).within(&arg.tags);
                Ok(unless(there, problem))
            }
            (Domain::Heap(number, zone), ArgValue::Heap(list, word)) => {
                let counts = (list, word);
                self.heap((number, zone), counts, &arg.tags)
            }
            _ => Ok(vec![Problem::form(reasons::condition(None, false))]),
        }
    }

    /// Returns all that keeps a point out of a set; nothing if it is in.
    pub(crate) fn set(&self, node: &Node<Set>, point: Point) -> Problems {
        if self.plain.is_in(point, node)? {
            return Ok(Vec::new());
        }
        let found = match &node.kind {
            Set::And(parts) => {
                let all: Result<Vec<_>, _> =
                    parts.iter().map(|part| self.set(part, point)).collect();
                all?.concat()
            }
            Set::Or(parts)
                if !parts.is_empty() && parts.iter().all(|p| matches!(p.kind, Set::Pieces(..))) =>
            {
                self.none_of(parts, point)?
            }
            Set::Reached(reach) => self.not_reached(reach, point)?,
            Set::Or(parts) => {
                let all: Result<Vec<_>, _> =
                    parts.iter().map(|part| self.set(part, point)).collect();
                alternatives(all?)
            }
            Set::Except(first, second) => {
                let missing = self.set(first, point)?;
                if missing.is_empty() {
                    vec![self.excluded(second, point)?]
                } else {
                    missing
                }
            }
            Set::Where(of, cond) => {
                let missing = self.set(of, point)?;
                if missing.is_empty() {
                    self.with(point).truth(cond, true)?
                } else {
                    missing
                }
            }
            Set::If(cond, yes, no) => {
                self.set(if self.plain.truth(cond)? { yes } else { no }, point)?
            }
            Set::Along {
                from,
                dirs,
                least,
                most,
                through,
            } => {
                let me = usize::from(self.plain.table.me.0);
                let dirs = dirs.get(me).copied().unwrap_or_default();
                let way = self.along((from, dirs), (*least, *most), through.as_deref())?;
                self.cut(&way, point)?
            }
            Set::Ahead {
                line,
                least,
                most,
                through,
            } => {
                let way = PathStep {
                    starts: self.front(*line)?,
                    steps: (*least, *most),
                    through: through.as_deref(),
                    words: format!(
                        "{} ahead of {}",
                        wording::ranged(*least, *most, "point"),
                        self.line(*line)
                    ),
                };
                self.cut(&way, point)?
            }
            _ => vec![self.factor(node, point)?],
        };
        let tags = own_tags(self.plain.model, node);
        Ok(found
            .into_iter()
            .map(|problem| problem.within(&tags))
            .collect())
    }

    /// Says why a point is not in a set that has no parts.
    fn factor(&self, node: &Node<Set>, point: Point) -> Result<Problem, Fault> {
        let here = self.point(point);
        Ok(match &node.kind {
            Set::Pieces(kinds, owner) => {
                let wanted = self.pieces(kinds, owner)?;
                let problem = self.wrong_piece(kinds, &wanted, point);
                problem.within(self.other_kind(point, kinds))
            }
            Set::Empty => {
                let piece = self.stands(point).unwrap_or_default();
                Problem::state(reasons::not_empty(&here, &piece))
            }
            Set::At(place) => Problem::form(reasons::not_same(&here, &self.place(*place))),
            Set::NextTo(of) => self.no_neighbour(of, &here)?,
            Set::Edge(_) => Problem::state(reasons::not_at_edge(&here)),
            _ => Problem::state(reasons::not_among(&here, self.set_name(node)?.as_deref())),
        })
    }

    /// Returns the clauses of what stands on a point, if it is of none of these kinds.
    fn other_kind(&self, point: Point, kinds: &[KindId]) -> &[TagId] {
        let kind = self.plain.table.at(point).map(|piece| piece.kind);
        let other = kind.filter(|kind| !kinds.contains(kind));
        let known = other.and_then(|kind| self.plain.model.kinds.get(usize::from(kind.0)));
        known.map_or(&[], |kind| kind.tags.as_slice())
    }

    fn no_neighbour(&self, of: &Node<Set>, here: &str) -> Result<Problem, Fault> {
        Ok(match &of.kind {
            Set::If(cond, yes, no) => {
                let chosen = if self.plain.truth(cond)? { yes } else { no };
                self.no_neighbour(chosen, here)?.within(&of.tags)
            }
            Set::At(place) => {
                Problem::form(reasons::apart(here, &self.place(*place))).within(&of.tags)
            }
            Set::Line(line) => {
                Problem::form(reasons::apart(here, &self.line(*line))).within(&of.tags)
            }
            Set::Pieces(kinds, owner) => {
                let wanted = self.pieces(kinds, owner)?;
                Problem::state(reasons::not_next_to(here, Some(&wanted))).within(&of.tags)
            }
            Set::Reached(reach) => {
                let from = self.set_name(&reach.from)?;
                Problem::state(reasons::none_reached_beside(here, from.as_deref())).within(&of.tags)
            }
            _ => Problem::state(reasons::not_beside(here, self.set_name(of)?.as_deref()))
                .within(&of.tags),
        })
    }

    /// Says that none of several kinds of piece stands on a point.
    fn none_of(&self, parts: &[Node<Set>], point: Point) -> Problems {
        let (mut wanted, mut all, mut tags) = (Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            if let Set::Pieces(kinds, owner) = &part.kind {
                wanted.push(self.pieces(kinds, owner)?);
                all.extend(kinds);
                tags.extend(own_tags(self.plain.model, part));
            }
        }
        let problem = self.wrong_piece(&all, &wording::listed(&wanted, "or"), point);
        Ok(vec![problem.within(&tags)])
    }

    /// Says that no piece of some kinds stands on a point, and what stands there on their layer.
    fn wrong_piece(&self, kinds: &[KindId], wanted: &str, point: Point) -> Problem {
        let model = self.plain.model;
        let layer = kinds.first().map_or(model.top(), |k| model.layer_of(*k));
        let there = self.plain.table.on(layer, point);
        let there = there.map(|piece| self.piece(piece));
        let text = match there {
            None if model.layers.len() == 1 => {
                let empty = reasons::wrong_piece(&self.point(point), wanted, None);
                format!("{empty}: it is empty")
            }
            there => reasons::wrong_piece(&self.point(point), wanted, there.as_deref()),
        };
        Problem::state(text)
    }

    /// Says that a point is in a set where it must not be.
    pub(crate) fn excluded(&self, node: &Node<Set>, point: Point) -> Result<Problem, Fault> {
        let here = self.point(point);
        let found = match &node.kind {
            Set::Or(parts) => self.part_with(parts, point)?,
            Set::Except(from, _) => Some(self.excluded(from, point)?),
            Set::If(cond, yes, no) => {
                let chosen = if self.plain.truth(cond)? { yes } else { no };
                Some(self.excluded(chosen, point)?)
            }
            Set::Reached(reach) => Some(self.reached_after_all(reach, point)?),
            Set::Along {
                from, dirs, most, ..
            } => self.in_line((from, dirs), i32::from(*most), (node, point))?,
            Set::Pieces(kinds, _) => {
                let layer = kinds.first().map(|k| self.plain.model.layer_of(*k));
                let piece = layer.and_then(|layer| self.plain.table.on(layer, point));
                let piece = piece.map(|piece| self.piece(piece));
                Some(Problem::state(reasons::stands(&here, piece.as_deref())))
            }
            Set::Empty => {
                let stands = self.stands(point);
                Some(Problem::state(reasons::stands(&here, stands.as_deref())))
            }
            _ => None,
        };
        let problem = match found {
            Some(found) => found,
            None => Problem::state(reasons::among(&here, self.set_name(node)?.as_deref())),
        };
        Ok(problem.within(&own_tags(self.plain.model, node)))
    }

    /// Says of the first of several sets that holds a point that it does.
    fn part_with(&self, parts: &[Node<Set>], point: Point) -> Result<Option<Problem>, Fault> {
        for part in parts {
            if self.plain.is_in(point, part)? {
                return self.excluded(part, point).map(Some);
            }
        }
        Ok(None)
    }

    /// Says from where a straight way leads to a point.
    fn in_line(
        &self,
        (from, dirs): (&Node<Set>, &[Dirs]),
        most: i32,
        (node, point): (&Node<Set>, Point),
    ) -> Result<Option<Problem>, Fault> {
        let me = self.plain.table.me.index();
        let dirs = dirs.get(me).copied().unwrap_or_default();
        for start in points_of(&self.plain.set(from)?) {
            let alone = self.plain.only_from(node, start)?;
            if !has(&alone, point) {
                continue;
            }
            for dir in dirs.iter() {
                let on = |n: &i32| self.plain.step(start, dir, *n) == Some(point);
                if let Some(steps) = (1..=most).find(on) {
                    let board = self.plain.model.board.as_ref();
                    let dir = board.map_or("", |b| b.topology.direction_name(dir));
                    let root = self.whose(start);
                    let text = reasons::in_line(&self.point(point), &root, (steps, dir));
                    return Ok(Some(Problem::state(text).within(&from.tags)));
                }
            }
        }
        Ok(None)
    }

    fn along<'w>(
        &self,
        (from, dirs): (&Node<Set>, Dirs),
        (least, most): (u16, u16),
        through: Option<&'w Node<Set>>,
    ) -> Result<PathStep<'w>, Fault> {
        let starts: Vec<_> = points_of(&self.plain.set(from)?).collect();
        let origin = match starts.as_slice() {
            [only] => self.point(*only),
            _ => self.set_name(from)?.unwrap_or_else(|| "there".to_owned()),
        };
        let board = self.plain.model.board.as_ref();
        let longest = board.map_or(0, |b| b.topology.longest_line().saturating_sub(1));
        let far = if most >= longest { u16::MAX } else { most };
        let steps = wording::ranged(least, far, "step");
        Ok(PathStep {
            starts: starts
                .iter()
                .flat_map(|&start| dirs.iter().map(move |dir| (start, dir)))
                .collect(),
            steps: (least, most),
            through,
            words: format!("{steps} {} from {origin}", self.dirs(dirs)),
        })
    }

    fn front(&self, line: FormationRef) -> Result<Vec<(Point, Dir)>, Fault> {
        let front = self.plain.on_line(line, self.plain.reach(line.line))?;
        Ok(match self.plain.arg(line.arg)? {
            ArgValue::Line(_, dir) => front.into_iter().map(|front| (front, dir)).collect(),
            _ => Vec::new(),
        })
    }

    /// Finds where a way to a point is cut; if there is no way at all, the move does not go like this.
    fn cut(&self, way: &PathStep<'_>, point: Point) -> Problems {
        let (least, most) = way.steps;
        for &(start, dir) in &way.starts {
            let range = i32::from(least)..=i32::from(most);
            let mut reached = range.map_while(|n| self.plain.step(start, dir, n).map(|at| (n, at)));
            let Some((steps, _)) = reached.find(|&(_, at)| at == point) else {
                continue;
            };
            let Some(through) = way.through else { continue };
            for between in (1..steps).filter_map(|n| self.plain.step(start, dir, n)) {
                if let Some(problem) = self.set(through, between)?.into_iter().next() {
                    let text = reasons::cut(&self.point(between), &problem.text);
                    return Ok(vec![Problem {
                        form: false,
                        text,
                        ..problem
                    }]);
                }
            }
        }
        Ok(vec![Problem::form(reasons::not_same(
            &self.point(point),
            &way.words,
        ))])
    }

    /// Says why points are no formation.
    fn formation(&self, id: FormationId, (rear, dir): (Point, Dir)) -> Problems {
        let Some(line) = self.plain.model.lines.get(usize::from(id.0)) else {
            return Ok(Vec::new());
        };
        let set = self.plain.set(&line.points)?;
        let points = (0..i32::from(line.length)).filter_map(|n| self.plain.step(rear, dir, n));
        let missing: Vec<_> = points.filter(|&point| !has(&set, point)).collect();
        let front = self
            .plain
            .step(rear, dir, self.plain.reach(id))
            .unwrap_or(rear);
        let ends = format!("{}-{}", self.point(rear), self.point(front));
        let mut found = Vec::new();
        for point in missing {
            found.extend(
                self.set(&line.points, point)?
                    .into_iter()
                    .map(|problem| Problem {
                        text: reasons::no_line(&ends, &line.name, &problem.text),
                        ..problem.within(&line.tags)
                    }),
            );
        }
        Ok(found)
    }
}

/// Returns the tags of a set without those of the kinds of piece that it names: they say what such pieces do, not that
/// one must stand there.
pub(crate) fn own_tags(model: &Model, node: &Node<Set>) -> Vec<TagId> {
    let kinds: &[KindId] = match &node.kind {
        Set::Pieces(kinds, _) => kinds,
        _ => &[],
    };
    let known = kinds
        .iter()
        .filter_map(|kind| model.kinds.get(usize::from(kind.0)));
    let of_kinds: Vec<TagId> = known.flat_map(|kind| kind.tags.clone()).collect();
    let own = node.tags.iter().filter(|tag| !of_kinds.contains(tag));
    own.copied().collect()
}

/// Returns what is wrong if all of several alternatives fail: the best one, or two that are equally near.
pub(crate) fn alternatives(all: Vec<Vec<Problem>>) -> Vec<Problem> {
    let score = |found: &Vec<Problem>| {
        (
            found.iter().filter(|problem| problem.form).count(),
            found.len(),
        )
    };
    let Some(best) = all.iter().map(score).min() else {
        return vec![Problem::state(reasons::condition(None, false))];
    };
    let mut near: Vec<_> = all
        .into_iter()
        .filter(|found| score(found) == best)
        .collect();
    if best.1 != 1 || near.len() != 2 {
        return near.swap_remove(0);
    }
    let both = near.concat();
    let texts: Vec<_> = both.iter().map(|problem| problem.text.clone()).collect();
    vec![Problem {
        form: best.0 > 0,
        text: reasons::joined(&texts),
        tags: both.into_iter().flat_map(|problem| problem.tags).collect(),
    }]
}

fn unless(fine: bool, problem: impl FnOnce() -> Problem) -> Vec<Problem> {
    if fine { Vec::new() } else { vec![problem()] }
}
