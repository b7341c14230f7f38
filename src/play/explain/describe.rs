//! Names for what the rules speak of: points, pieces, sets, directions, formations, numbers.

use crate::base::Sources;
use crate::model::{
    Arg, ArgId, ArgValue, Dir, Dirs, Domain, Family, FormationId, FormationRef, KindId, Model,
    MoveRule, Owner, Place, Point, SeatId, Sentence, Set, TextPart,
};
use crate::play::explain::Problem;
use crate::play::status_lines;
use crate::play::wording::{self, reasons};
use crate::reference::{
    Evaluator, Proof, SeenDomain, SeenOwner, SeenPlace, SetParts, WithParts, bound, points_of,
};
use crate::vm::{Piece, SpelledPosition};

/// Tells what is wrong, and calls things by their names. It reads proofs, and the table for what stands there.
#[derive(Clone, Copy)]
pub(crate) struct Explainer<'t> {
    pub(crate) model: &'t Model,
    pub(crate) table: &'t SpelledPosition,
    evaluator: Evaluator<'t>,
    args: &'t [Option<ArgValue>],
    pub(super) sources: Option<&'t Sources>,
    rule: Option<&'t MoveRule>,
}

impl<'t> Explainer<'t> {
    /// Makes one for what an evaluator proves, of a move if there is one.
    pub(crate) fn of(
        evaluator: Evaluator<'t>,
        sources: Option<&'t Sources>,
        rule: Option<&'t MoveRule>,
    ) -> Self {
        Self {
            model: evaluator.model,
            table: evaluator.table,
            evaluator,
            args: evaluator.args,
            sources,
            rule,
        }
    }

    /// Makes one that speaks of a candidate of a `where`.
    pub(crate) fn of_candidate(self, it: Point) -> Self {
        let evaluator = Evaluator {
            it: Some(it),
            ..self.evaluator
        };
        Self { evaluator, ..self }
    }

    /// Replaces what was found against something by the reason that the rules give in their own words, if they do; its
    /// clauses are those of what was found first.
    pub(crate) fn in_own_words(
        &self,
        reason: Option<&Sentence>,
        found: Vec<Problem>,
    ) -> Vec<Problem> {
        let said = reason.filter(|_| !found.is_empty());
        let said = said.and_then(|reason| status_lines::sentence(self.evaluator, reason).ok());
        let Some(text) = said else {
            return found;
        };
        let form = found.iter().any(|problem| problem.form);
        let first = found.into_iter().next();
        first.map_or_else(Vec::new, |first| {
            vec![Problem {
                form,
                text,
                own_words: true,
                ..first
            }]
        })
    }

    pub(crate) fn point(&self, point: Point) -> String {
        let board = self.model.board.as_ref();
        board.map_or_else(String::new, |board| board.name(point))
    }

    pub(crate) fn player(&self, seat: Option<SeatId>) -> String {
        let name = seat.and_then(|seat| self.model.players.get(usize::from(seat.0)));
        name.cloned().unwrap_or_else(|| "nobody".to_owned())
    }

    pub(crate) fn piece(&self, piece: Piece) -> String {
        let kind = self.kinds(&[piece.kind]);
        match piece.owner {
            Some(owner) => format!("{} {kind}", self.player(Some(owner))),
            None => kind,
        }
    }

    /// Returns what stands on a point, in words.
    pub(crate) fn stands(&self, point: Point) -> Option<String> {
        self.table.at(point).map(|piece| self.piece(piece))
    }

    /// Returns kinds and owner in words: `enemy king`.
    pub(crate) fn pieces(&self, kinds: &[KindId], owner: &SeenOwner<'_, WithParts>) -> String {
        let what = self.kinds(kinds);
        match owner.owner {
            Owner::Any => what,
            Owner::Own => format!("{} {what}", self.player(Some(self.table.me))),
            Owner::Enemy => format!("enemy {what}"),
            Owner::Of(_) => {
                let of = owner.of.as_ref().and_then(|of| of.value).map(SeatId);
                format!("{} {what}", self.player(of))
            }
        }
    }

    fn kinds(&self, kinds: &[KindId]) -> String {
        let known = &self.model.kinds;
        if kinds.len() == known.len() && kinds.len() > 1 {
            return "piece".to_owned();
        }
        let names = kinds
            .iter()
            .filter_map(|kind| known.get(usize::from(kind.0)));
        wording::listed(
            &names.map(|kind| kind.name.clone()).collect::<Vec<_>>(),
            "or",
        )
    }

    /// Returns a place by its point, or by what it would be.
    pub(crate) fn place(&self, seen: SeenPlace) -> String {
        if let Some(point) = seen.point {
            return self.point(point);
        }
        match seen.place {
            Place::OnLine(line, steps) => {
                let beyond = i32::from(steps) - self.reach(line.line);
                format!(
                    "{} ahead of {}",
                    wording::counted(beyond, "point"),
                    self.line(line)
                )
            }
            Place::Fixed(_) | Place::Arg(_) | Place::It => "the place".to_owned(),
        }
    }

    /// Returns the number of steps from the rear of a formation to its front.
    fn reach(&self, line: FormationId) -> i32 {
        let known = self.model.lines.get(line.index());
        known.map_or(0, |line| i32::from(line.length) - 1)
    }

    /// Returns a formation by its ends, or as any of its sort if the text does not say which one is meant.
    pub(crate) fn line(&self, line: FormationRef) -> String {
        let name = self.line_name(line);
        match self.ends(line).filter(|_| self.is_pinned(line.arg)) {
            Some((rear, front)) => format!("the {name} {}", self.between(rear, front)),
            None => format!("any {name}"),
        }
    }

    /// Returns a bound formation by its rear and front.
    pub(crate) fn line_ends(&self, line: FormationRef) -> String {
        let ends = self.ends(line);
        ends.map_or_else(String::new, |(rear, front)| self.between(rear, front))
    }

    /// Returns the rear and the front of a formation, if it is bound.
    fn ends(&self, line: FormationRef) -> Option<(Point, Point)> {
        let Ok(ArgValue::Line(rear, dir)) = bound(self.args, line.arg) else {
            return None;
        };
        let front = self.step(rear, dir, self.reach(line.line));
        Some((rear, front.unwrap_or(rear)))
    }

    /// Returns what was chosen for an argument that the text does not name: a piece or a formation by its points.
    pub(crate) fn chosen(&self, arg: ArgId) -> Option<String> {
        match bound(self.args, arg).ok()? {
            ArgValue::Point(point) => Some(self.whose(point)),
            ArgValue::Line(..) => {
                let Domain::Line(line) = self.argument(arg)?.domain else {
                    return None;
                };
                let line = FormationRef { line, arg };
                Some(format!(
                    "the {} {}",
                    self.line_name(line),
                    self.line_ends(line)
                ))
            }
            ArgValue::Num(_) | ArgValue::Seat(_) | ArgValue::Row(..) | ArgValue::Heap(..) => None,
        }
    }

    /// Returns the ends of something as its name: `d7-d9`.
    pub(crate) fn between(&self, rear: Point, front: Point) -> String {
        format!("{}-{}", self.point(rear), self.point(front))
    }

    /// Returns the point so many steps away.
    pub(crate) fn step(&self, from: Point, dir: Dir, count: i32) -> Option<Point> {
        self.model.board.as_ref()?.along(from, dir, count)
    }

    pub(crate) fn line_name(&self, line: FormationRef) -> String {
        let known = self.model.lines.get(usize::from(line.line.0));
        known.map_or_else(String::new, |line| line.name.clone())
    }

    /// Tells whether the move's text names a point of a formation.
    fn is_pinned(&self, arg: ArgId) -> bool {
        let pins = |part: &TextPart| matches!(part, TextPart::Place(Place::OnLine(line, _)) if line.arg == arg);
        self.rule.is_some_and(|rule| rule.text.iter().any(pins))
    }

    /// Returns an argument of the move.
    pub(crate) fn argument(&self, arg: ArgId) -> Option<&'t Arg> {
        self.rule?.args.get(arg.index())
    }

    /// Says that nothing can be chosen for an argument that the text does not name.
    pub(crate) fn no_choice(
        &self,
        (arg, domain): (&Arg, Option<&SeenDomain<'_, WithParts>>),
        pins: &[(Place, ArgValue)],
    ) -> Problem {
        let Domain::Line(line) = arg.domain else {
            return self.nothing_fits(arg, domain);
        };
        let Some(known) = self.model.lines.get(usize::from(line.0)) else {
            return Problem::state(reasons::there_is_no("formation"));
        };
        if pins.is_empty() {
            return Problem::state(reasons::there_is_no(&known.name)).within(&known.tags);
        }
        let holes = pins.iter().filter_map(|(place, value)| {
            let (Place::OnLine(line, steps), ArgValue::Point(point)) = (place, value) else {
                return None;
            };
            Some(self.pin(i32::from(*steps), self.reach(line.line), *point))
        });
        Problem::form(reasons::no_line_fits(
            &known.name,
            &holes.collect::<Vec<_>>(),
        ))
        .within(&known.tags)
    }

    /// Says that nothing lies in what an argument is drawn from.
    fn nothing_fits(&self, arg: &Arg, domain: Option<&SeenDomain<'_, WithParts>>) -> Problem {
        match domain {
            Some(SeenDomain::Points(set)) => self.no_point_fits(set),
            Some(SeenDomain::Zone(zone) | SeenDomain::Heap(_, zone)) => {
                let lies: u64 = zone.contents.iter().sum();
                let lies = i64::try_from(lies).unwrap_or(i64::MAX);
                let problem = Problem::state(reasons::holds(&self.zone_name(zone), lies));
                problem.within(&arg.tags)
            }
            Some(SeenDomain::Members(Family::Rows(list), _)) => {
                let list = self.model.list(*list).name.clone();
                Problem::state(reasons::nothing_to_choose(&list))
            }
            Some(SeenDomain::Members(Family::Players, _)) => {
                Problem::state(reasons::nothing_to_choose("player"))
            }
            Some(SeenDomain::Line(_) | SeenDomain::Numbers(..) | SeenDomain::Inherited) | None => {
                Problem::state(reasons::nothing_to_choose("number"))
            }
        }
    }

    /// Says that a set has no point: what its first part lacks, or what keeps a point of that part out.
    fn no_point_fits(&self, set: &Proof<'_, Set>) -> Problem {
        let first = first_part(set);
        match points_of(&first.value).next() {
            Some(near) => {
                let found = self.set(set, near).unwrap_or_default();
                let found = found.into_iter().next();
                let here = self.whose(near);
                found.map_or_else(
                    || Problem::state(reasons::nothing_to_choose("point")),
                    |problem| Problem {
                        text: match problem.own_words {
                            true => problem.text,
                            false => reasons::none_fits(&here, &problem.text),
                        },
                        // The text names nothing of it.
                        form: false,
                        ..problem
                    },
                )
            }
            None => {
                let name = self.set_name(first).filter(|_| self.is_called(first));
                let text = name.map_or_else(
                    || reasons::nothing_to_choose("point"),
                    |name| format!("no {name} stands on the board"),
                );
                Problem::state(text).within(&first.node.tags)
            }
        }
    }

    /// Returns where on a formation a point would be.
    fn pin(&self, steps: i32, reach: i32, point: Point) -> String {
        let point = self.point(point);
        match steps {
            0 => format!("its rear on {point}"),
            front if front == reach => format!("its front on {point}"),
            ahead if ahead > reach => format!(
                "{point} {} ahead of it",
                wording::counted(ahead - reach, "point")
            ),
            inside => format!(
                "{point} {} from its rear",
                wording::counted(inside, "point")
            ),
        }
    }

    /// Returns directions in words, as the player who acts sees them.
    pub(crate) fn dirs(&self, dirs: Dirs) -> String {
        let me = usize::from(self.table.me.0);
        let board = self.model.board.as_ref();
        let forward = board.and_then(|board| board.forward.get(me).copied().flatten());
        let words = board.map(|board| board.topology.in_words(dirs, forward));
        let words: Vec<String> = words.into_iter().flatten().map(str::to_owned).collect();
        wording::listed(&words, "or")
    }
}

/// Returns the set from which the points of a set are taken first.
fn first_part<'p, 'm>(set: &'p Proof<'m, Set>) -> &'p Proof<'m, Set> {
    match &*set.parts {
        SetParts::And(parts) => parts.first().map_or(set, first_part),
        SetParts::Except(first, _) | SetParts::Where(first, _) | SetParts::If(_, first) => {
            first_part(first)
        }
        SetParts::Fixed
        | SetParts::Region(_)
        | SetParts::Pieces(..)
        | SetParts::Empty
        | SetParts::Or(_)
        | SetParts::At(_)
        | SetParts::Line(_)
        | SetParts::Along(..)
        | SetParts::Ahead(..)
        | SetParts::NextTo(..)
        | SetParts::Reached(_)
        | SetParts::Edge(_)
        | SetParts::Memory(_)
        | SetParts::Script(_) => set,
    }
}

/// Tells whether some sets are all of pieces.
pub(crate) fn all_pieces(parts: &[Proof<'_, Set>]) -> bool {
    let pieces = |part: &Proof<'_, Set>| matches!(&*part.parts, SetParts::Pieces(..));
    !parts.is_empty() && parts.iter().all(pieces)
}
