//! Names for the subjects of explanations: points, pieces, sets, directions, formations, numbers.

use crate::explain::problem::{Problem, SaidPart};
use crate::reference::{
    Evaluator, Proof, SeenDomain, SeenOwner, SeenPlace, SetParts, WithParts, bound, points_of,
};
use crate::sentence;
use crate::wording::reasons::HowMany;
use crate::wording::{Phrasing, Unit};
use linstock_base::Sources;
use linstock_engine::vm::{Piece, SpelledPosition};
use linstock_model::{
    Arg, ArgId, ArgValue, Dir, Dirs, Domain, FiniteDomain, Formation, FormationId, FormationRef,
    KindId, Model, MoveRule, Owner, Place, Point, SeatId, Sentence, Set, TextPart,
};

/// Explains problems and names things. It reads proofs, and the position for the pieces on it.
#[derive(Clone, Copy)]
pub(crate) struct Explainer<'t> {
    pub model: &'t Model,
    pub table: &'t SpelledPosition,
    evaluator: Evaluator<'t>,
    args: &'t [Option<ArgValue>],
    pub(super) sources: Option<&'t Sources>,
    rule: Option<&'t MoveRule>,
    /// The explained condition belongs to no player's move: sides go by their names.
    of_nobody: bool,
    /// The arguments have their values already, so conditions on them alone explain nothing.
    of_given: bool,
}

impl<'t> Explainer<'t> {
    /// Makes an explainer for the proofs of an evaluator, and of a move if there is one.
    pub(super) fn of(
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
            of_nobody: false,
            of_given: false,
        }
    }

    /// Makes an explainer for a condition that belongs to no player's move.
    pub(super) fn of_nobody(evaluator: Evaluator<'t>, sources: Option<&'t Sources>) -> Self {
        Self {
            of_nobody: true,
            ..Self::of(evaluator, sources, None)
        }
    }

    /// Makes an explainer for a condition whose arguments were chosen before.
    pub(super) fn of_given(self) -> Self {
        Self {
            of_given: true,
            ..self
        }
    }

    /// Returns whether conditions on the arguments alone explain nothing.
    pub(super) fn is_of_given(&self) -> bool {
        self.of_given
    }

    /// Returns the phrases in the language of the game.
    pub(super) fn say(&self) -> Phrasing {
        Phrasing(self.model.sheet.language)
    }

    /// Makes an explainer for a candidate of a `where`.
    pub(crate) fn of_candidate(self, it: Point) -> Self {
        let evaluator = Evaluator {
            it: Some(it),
            ..self.evaluator
        };
        Self { evaluator, ..self }
    }

    /// Replaces the problems by the reason that the rules give in their own words, if any. The clauses are those of the
    /// first problem.
    pub(crate) fn in_own_words(
        &self,
        reason: Option<&Sentence>,
        found: Vec<Problem>,
    ) -> Vec<Problem> {
        let said = reason.filter(|_| !found.is_empty());
        let said = said.and_then(|reason| sentence::parts(self.evaluator, reason).ok());
        let Some(said) = said else {
            return found;
        };
        let text = said
            .iter()
            .map(|(text, _)| text.as_str())
            .collect::<String>();
        let said = said.into_iter().map(|(text, is_value)| match is_value {
            true => SaidPart::Value(text),
            false => SaidPart::Words(text),
        });
        let said: Vec<_> = said.collect();
        let form = found.iter().any(|problem| problem.form);
        let first = found.into_iter().next();
        first.map_or_else(Vec::new, |first| {
            vec![Problem {
                form,
                text,
                own_words: true,
                lacks: None,
                obstacle: None,
                said,
                ..first
            }]
        })
    }

    pub(super) fn point(&self, point: Point) -> String {
        let board = self.model.board.as_ref();
        board.map_or_else(String::new, |board| board.name(point))
    }

    pub(super) fn player(&self, seat: Option<SeatId>) -> String {
        let name = seat.and_then(|seat| self.model.players.get(usize::from(seat.0)));
        name.map_or_else(
            || self.say().nobody(),
            |name| self.model.title(name).to_owned(),
        )
    }

    pub(super) fn piece(&self, piece: Piece) -> String {
        let kind = self.kinds(&[piece.kind]);
        match piece.owner {
            Some(owner) => self.say().piece_of(&self.player(Some(owner)), &kind),
            None => kind,
        }
    }

    /// Returns the name of the piece on a point.
    pub(super) fn stands(&self, point: Point) -> Option<String> {
        self.table.at(point).map(|piece| self.piece(piece))
    }

    /// Returns kinds and owner in words: `enemy king`.
    pub(super) fn pieces(&self, kinds: &[KindId], owner: &SeenOwner<'_, WithParts>) -> String {
        self.pieces_counted(kinds, owner, HowMany::One)
    }

    /// Returns kinds and owner in words, for one piece or for several: `enemy kings`.
    pub(super) fn pieces_counted(
        &self,
        kinds: &[KindId],
        owner: &SeenOwner<'_, WithParts>,
        count: HowMany,
    ) -> String {
        let what = self.kinds_counted(kinds, count);
        match owner.owner {
            Owner::Any => what,
            Owner::Own => {
                let me = self.player(Some(self.table.me));
                self.say().piece_of(&me, &what)
            }
            Owner::Enemy => match self.only_opponent().filter(|_| self.of_nobody) {
                Some(other) => self.say().piece_of(&self.player(Some(other)), &what),
                None => self.say().enemy_piece(&what),
            },
            Owner::Of(_) => {
                let of = owner.of.as_ref().and_then(|of| of.value).map(SeatId);
                self.say().piece_of(&self.player(of), &what)
            }
        }
    }

    /// Returns the other player in a game for two.
    fn only_opponent(&self) -> Option<SeatId> {
        let me = self.table.me.0;
        (self.model.seats() == 2 && me < 2).then(|| SeatId(1 - me))
    }

    fn kinds(&self, kinds: &[KindId]) -> String {
        self.kinds_counted(kinds, HowMany::One)
    }

    fn kinds_counted(&self, kinds: &[KindId], count: HowMany) -> String {
        let known = &self.model.kinds;
        let say = self.say();
        if kinds.len() == known.len() && kinds.len() > 1 {
            return say.in_number(&say.any_piece(), count);
        }
        let known = kinds.iter().filter_map(|kind| known.get(kind.index()));
        let names = known.map(|kind| say.in_number(self.model.title(&kind.name), count));
        self.say().either(&names.collect::<Vec<_>>())
    }

    /// Returns the name of a place: its point, or where it would be off the board.
    pub(super) fn place(&self, seen: SeenPlace) -> String {
        if let Some(point) = seen.point {
            return self.point(point);
        }
        match seen.place {
            Place::OnLine(line, steps) => {
                let beyond = i32::from(steps) - self.reach(line.line);
                let beyond = self.say().counted(beyond.max(0).into(), Unit::Point);
                self.say().ahead_of(&beyond, &self.line(line))
            }
            _ => self.say().the_place(),
        }
    }

    /// Returns the number of steps from the rear of a formation to its front.
    fn reach(&self, line: FormationId) -> i32 {
        let known = self.model.lines.get(line.index());
        known.map_or(0, |line| i32::from(line.length) - 1)
    }

    /// Returns the name of a formation, with its ends if the text says which one is meant.
    pub(super) fn line(&self, line: FormationRef) -> String {
        match self.ends(line).filter(|_| self.is_pinned(line.arg)) {
            Some((rear, front)) => {
                let ends = self.between(rear, front);
                self.say().line_between(&self.line_name(line), &ends)
            }
            None => {
                let known = self.model.lines.get(line.line.index());
                let whose = known.map_or_else(String::new, |known| self.line_title(known));
                self.say().any_line(&whose)
            }
        }
    }

    /// Returns the rear and front of a bound formation as a name.
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

    /// Returns the name of the value chosen for an argument that the text does not name: a piece or a formation by its
    /// points.
    pub(super) fn chosen(&self, arg: ArgId) -> Option<String> {
        match bound(self.args, arg).ok()? {
            ArgValue::Point(point) => Some(self.whose(point)),
            ArgValue::Line(..) => {
                let Domain::Line(line) = self.argument(arg)?.domain else {
                    return None;
                };
                let line = FormationRef { line, arg };
                let name = self.line_name(line);
                Some(self.say().line_between(&name, &self.line_ends(line)))
            }
            _ => None,
        }
    }

    /// Returns two ends as a name: `d7-d9`.
    pub(super) fn between(&self, rear: Point, front: Point) -> String {
        format!("{}-{}", self.point(rear), self.point(front))
    }

    /// Returns the point that is `count` steps away.
    pub(super) fn step(&self, from: Point, dir: Dir, count: i32) -> Option<Point> {
        self.model.board.as_ref()?.along(from, dir, count)
    }

    pub(crate) fn line_name(&self, line: FormationRef) -> String {
        let known = self.model.lines.get(usize::from(line.line.0));
        known.map_or_else(String::new, |line| self.model.title(&line.name).to_owned())
    }

    /// Returns the name of a formation, with its owner if it consists of one player's pieces.
    pub(super) fn line_title(&self, line: &Formation) -> String {
        let name = self.model.title(&line.name);
        let Set::Pieces(_, owner) = &line.points.kind else {
            return name.to_owned();
        };
        match owner {
            Owner::Own => {
                let me = self.player(Some(self.table.me));
                self.say().piece_of(&me, name)
            }
            Owner::Enemy => self.say().enemy_piece(name),
            Owner::Any | Owner::Of(_) => name.to_owned(),
        }
    }

    /// Returns whether the move's text names a point of a formation.
    fn is_pinned(&self, arg: ArgId) -> bool {
        let pins = |part: &TextPart| matches!(part, TextPart::Place(Place::OnLine(line, _)) if line.arg == arg);
        self.rule.is_some_and(|rule| rule.text.iter().any(pins))
    }

    /// Returns an argument of the move.
    pub(super) fn argument(&self, arg: ArgId) -> Option<&'t Arg> {
        self.rule?.args.get(arg.index())
    }

    /// Explains that an argument that the text does not name has no candidate.
    pub(crate) fn no_choice(
        &self,
        (arg, domain): (&Arg, Option<&SeenDomain<'_, WithParts>>),
        pins: &[(Place, ArgValue)],
    ) -> Problem {
        let Domain::Line(line) = arg.domain else {
            return self.nothing_fits(arg, domain);
        };
        let Some(known) = self.model.lines.get(usize::from(line.0)) else {
            return Problem::state(self.say().no_such_point());
        };
        let name = &self.line_title(known);
        if pins.is_empty() {
            return Problem::state(self.say().there_is_no_line(name)).within(&known.tags);
        }
        let ends = pins
            .iter()
            .filter_map(|(place, value)| match (place, value) {
                (Place::OnLine(line, steps), ArgValue::Point(point)) => {
                    let end = *steps == 0 || i32::from(*steps) == self.reach(line.line);
                    end.then(|| self.point(*point))
                }
                _ => None,
            });
        let ends: Vec<String> = ends.collect();
        if let ([rear, front], 2) = (ends.as_slice(), pins.len()) {
            if self.is_reversed(line, pins) {
                let text = self.say().other_way_round(front, rear);
                return Problem::form(text).within(&known.tags);
            }
            let text = self.say().not_the_ends(rear, front, name);
            return Problem::form(text).within(&known.tags);
        }
        let holes = pins.iter().filter_map(|(place, value)| {
            let (Place::OnLine(line, steps), ArgValue::Point(point)) = (place, value) else {
                return None;
            };
            let steps = (i32::from(*steps), self.reach(line.line));
            Some(self.say().pin(steps, &self.point(*point)))
        });
        let holes: Vec<_> = holes.collect();
        Problem::form(self.say().no_line_fits(name, &self.say().all(&holes))).within(&known.tags)
    }

    /// Returns whether the two points that a text names are the ends of a formation in the other order.
    fn is_reversed(&self, line: FormationId, pins: &[(Place, ArgValue)]) -> bool {
        let [(_, ArgValue::Point(first)), (_, ArgValue::Point(second))] = pins else {
            return false;
        };
        let places = self.evaluator.line_places(line).into_iter();
        places.into_iter().any(|(rear, dir)| {
            let front = self.step(rear, dir, self.reach(line));
            rear == *second && front == Some(*first)
        })
    }

    /// Explains that the domain of an argument is empty.
    fn nothing_fits(&self, arg: &Arg, domain: Option<&SeenDomain<'_, WithParts>>) -> Problem {
        match domain {
            Some(SeenDomain::Points(set)) => self.no_point_fits(set),
            Some(SeenDomain::Zone(zone) | SeenDomain::Multiset(_, zone)) => {
                let lies: u64 = zone.contents.iter().sum();
                let lies = i64::try_from(lies).unwrap_or(i64::MAX);
                let problem = Problem::state(self.say().holds(&self.zone_name(zone), lies));
                problem.within(&arg.tags)
            }
            Some(SeenDomain::Members(FiniteDomain::Rows(list), _)) => {
                let list = self.model.title(&self.model.list(*list).name);
                Problem::state(self.say().no_row_to_choose(list))
            }
            Some(SeenDomain::Members(FiniteDomain::Players, _)) => {
                Problem::state(self.say().no_player_to_choose())
            }
            Some(SeenDomain::Line(_) | SeenDomain::Numbers(..) | SeenDomain::Inherited) | None => {
                Problem::state(self.say().no_number_to_choose())
            }
        }
    }

    /// Explains that a set is empty: why its first part is, or what excludes a point of that part.
    fn no_point_fits(&self, set: &Proof<'_, Set>) -> Problem {
        let first = first_part(set);
        match points_of(&first.value).next() {
            Some(near) => {
                let found = self.set(set, near).unwrap_or_default();
                let found = found.into_iter().next();
                let here = self.whose(near);
                found.map_or_else(
                    || Problem::state(self.say().no_point_to_choose()),
                    |problem| Problem {
                        text: match problem.own_words {
                            true => problem.text,
                            false => self.say().none_fits(&here, &problem.text),
                        },
                        // The text names no part of it.
                        form: false,
                        ..problem
                    },
                )
            }
            None => {
                let name = self.set_name(first).filter(|_| self.is_called(first));
                let text = name.map_or_else(
                    || self.say().no_point_to_choose(),
                    |name| self.say().none_on_board(&name),
                );
                Problem::state(text).within(&first.node.tags)
            }
        }
    }

    /// Returns directions in words, as seen by the acting player.
    pub(super) fn dirs(&self, dirs: Dirs) -> String {
        let me = usize::from(self.table.me.0);
        let board = self.model.board.as_ref();
        let forward = board.and_then(|board| board.forward.get(me).copied().flatten());
        let words = board.map(|board| board.topology.in_words(dirs, forward));
        let language = self.model.sheet.language;
        let words = words.into_iter().flatten().map(|word| word.word(language));
        self.say().either(&words.collect::<Vec<_>>())
    }
}

/// Returns the innermost first part of a set, from which its points are taken.
fn first_part<'p, 'm>(set: &'p Proof<'m, Set>) -> &'p Proof<'m, Set> {
    match &*set.parts {
        SetParts::And(parts) => parts.first().map_or(set, first_part),
        SetParts::Except(first, _) | SetParts::Where(first, _) | SetParts::If(_, first) => {
            first_part(first)
        }
        _ => set,
    }
}

/// Returns whether all parts are sets of pieces.
pub(crate) fn all_pieces(parts: &[Proof<'_, Set>]) -> bool {
    let pieces = |part: &Proof<'_, Set>| matches!(&*part.parts, SetParts::Pieces(..));
    !parts.is_empty() && parts.iter().all(pieces)
}
