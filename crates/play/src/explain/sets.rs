//! Explains why a point is not in a set: takes the proof of the set and returns problems. For `own and next to enemy`, it
//! names the part that the point fails.

use crate::explain::describe::{Explainer, all_pieces};
use crate::explain::problem::{Problem, merged};
use crate::reference::{
    Proof, SeenDomain, SeenLink, SeenPlace, SetParts, WithParts, has, points_of,
};
use crate::wording::reasons::Rest;
use crate::wording::{Phrasing, Unit};
use linstock_engine::vm::Fault;
use linstock_model::{Arg, ArgValue, KindId, Model, Node, Num, Point, RowId, SeatId, Set, TagId};

/// The problems, or the fault that prevented finding them.
pub(crate) type Problems = Result<Vec<Problem>, Fault>;

impl Explainer<'_> {
    /// Returns why a value is not in an argument's domain. Empty if it is.
    pub(super) fn domain(
        &self,
        arg: &Arg,
        domain: &SeenDomain<'_, WithParts>,
        value: ArgValue,
    ) -> Problems {
        let found = self.outside(arg, domain, value)?;
        Ok(self.in_own_words(arg.reason.as_ref(), found))
    }

    fn outside(&self, arg: &Arg, domain: &SeenDomain<'_, WithParts>, value: ArgValue) -> Problems {
        let unfit = || Ok(vec![Problem::form(self.say().condition(None, false))]);
        match domain {
            SeenDomain::Points(set) => match value {
                ArgValue::Point(point) => self.set(set, point),
                _ => unfit(),
            },
            SeenDomain::Line(lines) => {
                let ArgValue::Line(rear, dir) = value else {
                    return unfit();
                };
                self.formation(lines, (rear, dir))
            }
            SeenDomain::Numbers(least, most) => {
                let ArgValue::Num(number) = value else {
                    return unfit();
                };
                Ok(self.out_of_range(number, (least, most)))
            }
            SeenDomain::Members(_, items) => {
                let (ArgValue::Seat(SeatId(at)) | ArgValue::Row(_, RowId(at))) = value else {
                    return unfit();
                };
                self.member(items, at, value)
            }
            SeenDomain::Zone(zone) => {
                let ArgValue::Row(_, row) = value else {
                    return unfit();
                };
                Ok(self.not_in_zone(zone, row, &arg.tags))
            }
            SeenDomain::Multiset(number, zone) => {
                let ArgValue::Multiset(list, word) = value else {
                    return unfit();
                };
                Ok(self.multiset((number, zone), (list, word), &arg.tags))
            }
            SeenDomain::Inherited => unfit(),
        }
    }

    fn out_of_range(
        &self,
        number: i64,
        (least, most): (&Proof<'_, Num>, &Proof<'_, Num>),
    ) -> Vec<Problem> {
        if (least.value..=most.value).contains(&number) {
            return Vec::new();
        }
        let problem = Problem::state(self.say().out_of_range(number, least.value, most.value));
        vec![problem.within(&least.node.tags).within(&most.node.tags)]
    }

    /// Returns why a point is not in a set. Empty if it is.
    pub(super) fn set(&self, proof: &Proof<'_, Set>, point: Point) -> Problems {
        if has(&proof.value, point) {
            return Ok(Vec::new());
        }
        let here = || self.point(point);
        let found = match &*proof.parts {
            SetParts::And(parts) => self.each(parts, point)?.concat(),
            SetParts::Or(parts) if all_pieces(parts) => self.none_of(parts, point),
            SetParts::Or(parts) => alternatives(self.say(), self.each(possible(parts), point)?),
            SetParts::Reached(ways) => self.not_reached(ways, point)?,
            SetParts::Except(first, _) if !has(&first.value, point) => self.set(first, point)?,
            SetParts::Except(_, second) => vec![self.excluded(second, point)],
            SetParts::Where(of, _) if !has(&of.value, point) => self.set(of, point)?,
            SetParts::Where(_, asked) => match asked.iter().find(|(at, _)| *at == point) {
                Some((_, truth)) => self.of_candidate(point).truth(truth)?,
                None => Vec::new(),
            },
            SetParts::If(_, chosen) => self.set(chosen, point)?,
            SetParts::Along(from, ways) => {
                let found = self.cut(ways, point, self.not_along((from, ways), point))?;
                let beyond = self.beyond(ways, point);
                let found = found.into_iter().map(|problem| Problem {
                    beyond: beyond.filter(|_| problem.form),
                    ..problem
                });
                found.collect()
            }
            SetParts::Ahead(line, ways) => {
                let words = self.say().ranged(ways.steps, Unit::Point);
                let words = self.say().ahead_of(&words, &self.line(line.line));
                self.cut(ways, point, self.say().not_there(&here(), &words))?
            }
            SetParts::Pieces(kinds, owner) => vec![self.no_such_piece((kinds, owner), point)],
            SetParts::Empty => {
                let piece = self.stands(point).unwrap_or_default();
                vec![Problem::state(self.say().not_empty(&here(), &piece)).obstacle(&piece)]
            }
            SetParts::At(place) => {
                let text = self.say().not_same(&here(), &self.place(*place));
                vec![Problem::form(text)]
            }
            SetParts::NextTo(of, links) => match self.no_way_between(of, links, point)? {
                Some(shut) => vec![shut],
                None => match self.cut_off_beside(of, point)? {
                    Some(cut) => cut,
                    None => vec![self.no_neighbour(of, &here())],
                },
            },
            SetParts::Script(call) => {
                let name = self.script_name(call.script);
                vec![Problem::state(self.say().script_leaves_out(name, &here()))]
            }
            SetParts::Edge(_) => vec![Problem::state(self.say().not_at_edge(&here()))],
            SetParts::Memory(memory) => {
                let name = self.memory(memory);
                vec![Problem::state(self.say().not_marked(&here(), &name))]
            }
            // The set never contains the point.
            SetParts::Fixed => vec![Problem::form(self.not_among(proof, point))],
            _ => {
                vec![Problem::state(self.not_among(proof, point))]
            }
        };
        let tags = own_tags(self.model, proof.node);
        let found = self.in_own_words(proof.node.reason.as_ref(), found);
        let found = found.into_iter().map(|problem| match proof.node.reason {
            Some(_) => problem.said_by(&tags),
            None => problem.within(&tags),
        });
        Ok(found.collect())
    }

    /// Returns why a point is not in each of several sets.
    fn each<'p, 'm: 'p>(
        &self,
        parts: impl IntoIterator<Item = &'p Proof<'m, Set>>,
        point: Point,
    ) -> Result<Vec<Vec<Problem>>, Fault> {
        let found = parts.into_iter().map(|part| self.set(part, point));
        found.collect()
    }

    /// Explains that a point is not in a set: by the name of the set, or by its points.
    fn not_among(&self, proof: &Proof<'_, Set>, point: Point) -> String {
        let names: Vec<_> = points_of(&proof.value).map(|at| self.point(at)).collect();
        let set = self.set_name(proof);
        self.say()
            .not_among(&self.point(point), set.as_deref(), &names)
    }

    /// Explains that a link between two points is closed, or that there is a wall.
    fn no_way_between(
        &self,
        of: &Proof<'_, Set>,
        links: &[SeenLink<'_, WithParts>],
        to: Point,
    ) -> Result<Option<Problem>, Fault> {
        let SetParts::At(SeenPlace {
            point: Some(from), ..
        }) = &*of.parts
        else {
            return Ok(None);
        };
        let (here, there) = (self.point(*from), self.point(to));
        let joins =
            |link: &&SeenLink<'_, WithParts>| link.ends == [*from, to] || link.ends == [to, *from];
        if let Some(when) = links.iter().find(joins).and_then(|link| link.when.as_ref()) {
            let found = self.truth(when)?;
            let why = found.into_iter().next();
            return Ok(why.map(|why| Problem {
                form: false,
                text: self.say().shut(&here, &there, &why.text),
                ..why
            }));
        }
        let board = self.model.board.as_ref();
        let walled = board.is_some_and(|board| {
            let mut beside = board.next.iter().map(|dir| board.along(*from, dir, 1));
            beside.any(|next| next == Some(to))
        });
        let tags = board.map(|board| board.wall_tags(*from, to));
        let tags = tags.unwrap_or_default();
        // A step past a link, for example diagonally through a gate: the clauses of the wall that are also about the link
        // are nearer.
        let mut beside = links.iter();
        let beside = beside.find(|link| link.ends.contains(from) || link.ends.contains(&to));
        let beside = beside.and_then(|link| link.when.as_ref());
        let is_of_link = |tag: &&TagId| beside.is_some_and(|when| when.node.tags.contains(tag));
        let of_link: Vec<TagId> = tags.iter().filter(is_of_link).copied().collect();
        let problem = Problem::state(self.say().walled(&here, &there));
        Ok(walled.then(|| problem.within(&of_link).within(tags)))
    }

    fn no_neighbour(&self, of: &Proof<'_, Set>, here: &str) -> Problem {
        let problem = match &*of.parts {
            SetParts::If(_, chosen) => self.no_neighbour(chosen, here),
            SetParts::At(place) => Problem::form(self.say().apart(here, &self.place(*place))),
            SetParts::Line(line) => Problem::form(self.say().apart(here, &self.line(line.line))),
            SetParts::Pieces(kinds, owner) => {
                let wanted = self.pieces(kinds, owner);
                Problem::state(self.say().none_beside(&wanted, here))
            }
            SetParts::Reached(ways) => {
                let from = self.starts(&ways.from);
                Problem::state(match from {
                    Some(from) => self.say().no_way_beside_from(here, &from),
                    None => self.say().no_way_beside(here),
                })
            }
            _ => Problem::state(self.say().not_beside(here, self.set_name(of).as_deref())),
        };
        problem.about(&own_tags(self.model, of.node))
    }

    /// Explains that a point is in a set where it must not be.
    pub(crate) fn excluded(&self, proof: &Proof<'_, Set>, point: Point) -> Problem {
        let here = self.point(point);
        let found = match &*proof.parts {
            SetParts::Or(parts) => {
                let first = parts.iter().find(|part| has(&part.value, point));
                first.map(|part| self.excluded(part, point))
            }
            SetParts::Except(from, _) => Some(self.excluded(from, point)),
            SetParts::If(_, chosen) => Some(self.excluded(chosen, point)),
            SetParts::Reached(ways) => Some(self.reached_after_all(ways, point)),
            SetParts::Along(from, ways) => self.in_line((from, ways), point),
            SetParts::Pieces(kinds, owner) => self.stands_there((kinds, owner), point),
            SetParts::Empty => {
                let stands = self.stands(point);
                let text = self.say().stands((&here, Rest::Stands), stands.as_deref());
                Some(Problem::state(text))
            }
            SetParts::Memory(_) => {
                let name = self.set_name(proof);
                name.map(|name| Problem::state(self.say().marked(&here, &name)))
            }
            _ => None,
        };
        let problem = found.unwrap_or_else(|| {
            Problem::state(self.say().among(&here, self.set_name(proof).as_deref()))
        });
        let told = self.in_own_words(proof.node.reason.as_ref(), vec![problem.clone()]);
        let problem = told.into_iter().next().unwrap_or(problem);
        let tags = own_tags(self.model, proof.node);
        match proof.node.reason {
            Some(_) => problem.said_by(&tags),
            None => problem.within(&tags),
        }
    }
}

/// Returns the parts that can contain a point. An option may make a part empty, and a way may have no start.
fn possible<'p, 'm>(parts: &'p [Proof<'m, Set>]) -> Vec<&'p Proof<'m, Set>> {
    let never = |part: &&Proof<'m, Set>| {
        matches!(&*part.parts, SetParts::Fixed) && points_of(&part.value).next().is_none()
    };
    let (never, possible): (Vec<_>, Vec<_>) = parts.iter().partition(never);
    let (begun, idle): (Vec<_>, Vec<_>) = possible.into_iter().partition(|part| begins(part));
    [begun, idle, never]
        .into_iter()
        .find(|parts| !parts.is_empty())
        .unwrap_or_default()
}

/// Returns whether a set of ways has any start. For example, the ways of a bishop have none on a rook's point.
fn begins(set: &Proof<'_, Set>) -> bool {
    match &*set.parts {
        SetParts::Along(from, _) | SetParts::NextTo(from, _) => {
            points_of(&from.value).next().is_some() && begins(from)
        }
        SetParts::And(parts) => parts.iter().all(begins),
        SetParts::Or(parts) => parts.iter().any(begins),
        SetParts::Except(of, _) | SetParts::Where(of, _) | SetParts::If(_, of) => begins(of),
        _ => true,
    }
}

/// Returns the tags of a set without those of its kinds of piece: these say what such pieces do, not that one must be
/// there.
pub(crate) fn own_tags(model: &Model, node: &Node<Set>) -> Vec<TagId> {
    let kinds: &[KindId] = if let Set::Pieces(kinds, _) = &node.kind {
        kinds
    } else {
        &[]
    };
    let known = kinds
        .iter()
        .filter_map(|kind| model.kinds.get(usize::from(kind.0)));
    let of_kinds: Vec<TagId> = known.flat_map(|kind| kind.tags.clone()).collect();
    let own = node.tags.iter().filter(|tag| !of_kinds.contains(tag));
    own.copied().collect()
}

/// Returns the problems if all alternatives fail: those of the best one, or of two that are equally near.
pub(crate) fn alternatives(say: Phrasing, all: Vec<Vec<Problem>>) -> Vec<Problem> {
    let score = |found: &Vec<Problem>| {
        (
            found.iter().filter(|problem| problem.form).count(),
            found.len(),
        )
    };
    let Some(best) = all.iter().map(score).min() else {
        return vec![Problem::state(say.condition(None, false))];
    };
    let mut near: Vec<_> = all
        .into_iter()
        .filter(|found| score(found) == best)
        .collect();
    // Sentences of the rules' authors are preferred to generated ones.
    let said = |found: &Vec<Problem>| found.iter().any(|problem| problem.own_words);
    if near.iter().any(said) {
        near.retain(said);
    }
    // Sentences that differ only in their values are one.
    if best.1 == 1 {
        near = merged(near.concat(), |all| say.all(all))
            .into_iter()
            .map(|problem| vec![problem])
            .collect();
    }
    if best.1 != 1 || near.len() != 2 {
        return near.swap_remove(0);
    }
    let both = near.concat();
    let texts: Vec<_> = both.iter().map(|problem| problem.text.clone()).collect();
    let behind = both.iter().flat_map(|problem| problem.behind.clone());
    vec![Problem {
        form: best.0 > 0,
        text: say.joined(&texts),
        behind: behind.collect(),
        settled: both.iter().all(|problem| problem.settled),
        own_words: both.iter().any(|problem| problem.own_words),
        instead: None,
        lacks: None,
        obstacle: None,
        alone: false,
        beyond: both.iter().filter_map(|problem| problem.beyond).min(),
        said: Vec::new(),
        tags: both.into_iter().flat_map(|problem| problem.tags).collect(),
    }]
}
