//! Tries a reading of a text as a move: which arguments there could be, and what is wrong with each choice of them.

use crate::explain::describe::Explainer;
use crate::explain::problem::Problem;
use crate::explain::sets::Problems;
use crate::explain::situation::Situation;
use crate::notation::{self, Reading};
use crate::reference::{SeenDomain, WithParts};
use linstock_engine::vm::Fault;
use linstock_model::{
    Arg, ArgId, ArgValue, AskItem, Domain, Head, Member, MoveRule, Node, Num, Place, TagId,
    TextPart, Truth,
};
use std::cmp::Reverse;

/// At most so many choices of arguments are looked at for the best explanation.
const MOST_TRIES: usize = 20_000;

/// A reading with all arguments chosen as far as they could be, and all that is wrong with it.
#[derive(Clone, Debug)]
pub(crate) struct Attempt<'r> {
    pub item: &'r AskItem,
    pub reading: &'r Reading,
    pub args: Vec<Option<ArgValue>>,
    /// What is wrong, with how far the attempt had got: 0 for the offer itself, then the lines of the head.
    problems: Vec<(usize, Problem)>,
    /// Whether an argument could not be chosen at all.
    broken_off: bool,
    /// What the text does not name and was chosen among several, each with how far the attempt had got.
    chosen: Vec<(usize, ArgId)>,
    /// Whether other choices fail for another reason.
    differs: bool,
}

/// How many wrong parts of the form it is worth that another piece stands where the move begins: more than one, so that a
/// move of the piece itself is meant, and no more than a formation that cannot be.
const OTHER_PIECE: usize = 2;

/// How bad an attempt is: the fields are compared in their order.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct MismatchScore {
    /// What is wrong with the form.
    form: usize,
    /// How far the attempt had got at the first problem.
    first: Reverse<usize>,
    /// How much is wrong.
    problems: usize,
}

impl Attempt<'_> {
    /// Returns how bad it is: first by what is wrong with the form, then by how soon, then by how much is wrong.
    ///
    /// The piece that stands where a move begins says which move is meant. Where no move of it has this form, what is
    /// wrong besides makes no move nearer than another.
    pub(super) fn score(&self) -> MismatchScore {
        let begins_at = self.reading.holes.first();
        let instead = self.first_problem().and_then(|problem| problem.instead);
        if instead.is_some_and(|at| begins_at == Some(&ArgValue::Point(at))) {
            return MismatchScore {
                form: OTHER_PIECE,
                first: Reverse(usize::MAX),
                problems: 0,
            };
        }
        let form = self
            .problems
            .iter()
            .filter(|(_, problem)| problem.form)
            .count();
        let first = self.problems.first().map_or(usize::MAX, |&(at, _)| at);
        MismatchScore {
            form: form + usize::from(self.broken_off),
            first: Reverse(first),
            problems: self.problems.len(),
        }
    }

    pub(crate) fn first_problem(&self) -> Option<&Problem> {
        self.problems.first().map(|(_, problem)| problem)
    }

    /// Names with what the move was tried: the choice that fails latest, if the others fail for another reason.
    pub(crate) fn tried_with(&self, scene: &Situation<'_>) -> Vec<String> {
        let told = self.problems.first().filter(|(_, first)| !first.form);
        let Some((until, _)) = told.filter(|_| self.differs) else {
            return Vec::new();
        };
        let rule = scene.evaluator.model.mv(self.reading.mv);
        let evaluator = scene.evaluator.with(&self.args);
        let explainer = Explainer::of(evaluator, scene.sources, Some(rule));
        let chosen = self.chosen.iter().filter(|(at, _)| at <= until);
        chosen
            .filter_map(|(_, arg)| explainer.chosen(*arg))
            .collect()
    }

    /// Adds what is wrong at one line of the head.
    fn note(&mut self, at: usize, found: Result<Vec<Problem>, Fault>, tags: &[TagId]) {
        let found = found.unwrap_or_else(|fault| vec![Problem::state(fault.to_string())]);
        self.problems
            .extend(found.into_iter().map(|problem| (at, problem.within(tags))));
    }
}

/// Returns the best attempt at a reading: a legal one if there is one, else the one with the least wrong.
pub(super) fn best<'r>(
    scene: &Situation<'_>,
    item: &'r AskItem,
    reading: &'r Reading,
) -> Attempt<'r> {
    let rule = scene.evaluator.model.mv(reading.mv);
    let mut args = vec![None; rule.args.len()];
    let given = args.iter_mut().zip(scene.evaluator.args).take(rule.given);
    given.for_each(|(arg, value)| *arg = *value);
    let blank = Attempt {
        item,
        reading,
        args,
        problems: Vec::new(),
        broken_off: false,
        chosen: Vec::new(),
        differs: false,
    };
    let mut search = AttemptSearch {
        scene,
        rule,
        named: named(rule, reading),
        strict: true,
        tries: 0,
        best: None,
        differs: false,
    };
    search.offer(blank.clone());
    search.strict = false;
    if search.best.is_none() {
        search.offer(blank.clone());
    }
    let differs = search.differs;
    let best = search.best.unwrap_or(blank);
    Attempt { differs, ..best }
}

/// Returns what the text names outright, by argument.
fn named(rule: &MoveRule, reading: &Reading) -> Vec<Option<ArgValue>> {
    let mut named = vec![None; rule.args.len()];
    for (part, value) in holes(rule, reading) {
        let arg = match part {
            TextPart::Place(Place::Arg(arg))
            | TextPart::Num(Num::Arg(arg))
            | TextPart::Member(_, Member::Arg(arg))
            | TextPart::Multiset(arg, _) => arg,
            TextPart::Literal(_) | TextPart::Place(_) | TextPart::Num(_) | TextPart::Member(..) => {
                continue;
            }
        };
        if let Some(slot) = named.get_mut(usize::from(arg.0)) {
            *slot = Some(value);
        }
    }
    named
}

/// Returns the holes of a move's text with what a reading has there.
fn holes<'m>(
    rule: &'m MoveRule,
    reading: &'m Reading,
) -> impl Iterator<Item = (&'m TextPart, ArgValue)> {
    let holes = rule
        .text
        .iter()
        .filter(|part| !matches!(part, TextPart::Literal(_)));
    holes.zip(reading.holes.iter().copied())
}

struct AttemptSearch<'s, 'a, 'r> {
    scene: &'s Situation<'a>,
    rule: &'a MoveRule,
    named: Vec<Option<ArgValue>>,
    /// Whether the first problem ends an attempt.
    strict: bool,
    tries: usize,
    best: Option<Attempt<'r>>,
    /// Whether two attempts failed for two reasons.
    differs: bool,
}

impl<'r> AttemptSearch<'_, '_, 'r> {
    /// Begins with the condition under which the move is offered.
    fn offer(&mut self, mut attempt: Attempt<'r>) {
        if let Some(cond) = &attempt.item.cond {
            let found = self.unmet(self.scene.evaluator.args, cond);
            let tags = attempt.item.tags.clone();
            attempt.note(0, found, &tags);
        }
        self.go(0, attempt);
    }

    /// Goes on with a line of the head.
    fn go(&mut self, at: usize, mut attempt: Attempt<'r>) {
        if self.is_hopeless(&attempt) {
            return;
        }
        match self.rule.heads.get(at) {
            None => {
                self.tries += 1;
                self.check_text(at + 1, &mut attempt);
                self.check_weight(at + 1, &mut attempt);
                self.keep(attempt);
            }
            Some(Head::When(cond)) => {
                let found = self.unmet(&attempt.args, cond);
                attempt.note(at + 1, found, &[]);
                self.go(at + 1, attempt);
            }
            Some(Head::Arg(arg)) => self.choose(at, *arg, attempt),
        }
    }

    /// Returns all that keeps a condition from holding, these arguments being bound.
    fn unmet(&self, args: &[Option<ArgValue>], cond: &Node<Truth>) -> Problems {
        let proof = self.scene.evaluator.with(args).prove(cond)?;
        self.explainer(args).truth(&proof)
    }

    fn explainer<'t>(&'t self, args: &'t [Option<ArgValue>]) -> Explainer<'t> {
        let evaluator = self.scene.evaluator.with(args);
        Explainer::of(evaluator, self.scene.sources, Some(self.rule))
    }

    fn choose(&mut self, at: usize, id: ArgId, attempt: Attempt<'r>) {
        let index = id.index();
        let rule = self.rule;
        let Some(arg) = rule.args.get(index) else {
            return;
        };
        let evaluator = self.scene.evaluator.with(&attempt.args);
        let domain = evaluator.prove_domain(&arg.domain);
        let values = match self.named[index] {
            Some(value) => Ok(vec![value]),
            None => self.candidates(id, &domain, &attempt),
        };
        match values {
            Ok(values) if !values.is_empty() => {
                let several = values.len() > 1;
                for value in values {
                    let mut next = self.bound((at, id), (&domain, value), &attempt);
                    next.chosen.extend(several.then_some((at + 1, id)));
                    self.go(at + 1, next);
                }
            }
            nothing => {
                let problem = match nothing {
                    Ok(_) => {
                        let explainer = self.explainer(&attempt.args);
                        let problem = explainer
                            .no_choice((arg, domain.as_ref().ok()), &self.pins(id, &attempt));
                        explainer.in_own_words(arg.reason.as_ref(), vec![problem])
                    }
                    Err(fault) => vec![Problem::state(fault.to_string())],
                };
                let mut attempt = attempt.clone();
                attempt.broken_off = true;
                attempt.note(at + 1, Ok(problem), &arg.tags);
                // Whether the rest of the form fits is looked at as far as it does not depend on this argument.
                self.go(at + 1, attempt);
            }
        }
    }

    /// Returns an attempt with one more argument bound, and what is wrong with that.
    fn bound(
        &self,
        (at, id): (usize, ArgId),
        (domain, value): (&Result<SeenDomain<'_, WithParts>, Fault>, ArgValue),
        before: &Attempt<'r>,
    ) -> Attempt<'r> {
        let arg = &self.rule.args[id.index()];
        let mut attempt = before.clone();
        attempt.args[id.index()] = Some(value);
        if let (Some(decided), Ok(SeenDomain::Points(set)), ArgValue::Point(point)) =
            (self.scene.evaluator.decided, domain, value)
        {
            decided.count_point(set, point);
        }
        let tried = match domain {
            Ok(domain) => self.explainer(&attempt.args).domain(arg, domain, value),
            Err(fault) => Err(fault.clone()),
        };
        attempt.note(at + 1, tried, &arg.tags);
        if let Some(filter) = &arg.filter {
            let found = self.unmet(&attempt.args, filter);
            attempt.note(at + 1, found, &self.tags_of(arg));
        }
        attempt
    }

    /// Returns the clauses of an argument without those that say what a formation is.
    fn tags_of(&self, arg: &Arg) -> Vec<TagId> {
        let mut tags = arg.tags.clone();
        if let Domain::Line(line) = arg.domain
            && let Some(known) = self.scene.evaluator.model.lines.get(line.index())
        {
            tags.retain(|tag| !known.tags.contains(tag));
        }
        tags
    }

    /// Returns what an argument that the text does not name may be bound to.
    ///
    /// A formation that the text pins down is looked for wherever it could stand, so that what it lacks can be told.
    fn candidates(
        &self,
        id: ArgId,
        domain: &Result<SeenDomain<'_, WithParts>, Fault>,
        attempt: &Attempt<'r>,
    ) -> Result<Vec<ArgValue>, Fault> {
        let evaluator = self.scene.evaluator.with(&attempt.args);
        let pins = self.pins(id, attempt);
        let arg = &self.rule.args[id.index()];
        let Domain::Line(line) = arg.domain else {
            return evaluator.values(arg, domain.as_ref().map_err(Fault::clone)?);
        };
        if pins.is_empty() {
            return evaluator.values(arg, domain.as_ref().map_err(Fault::clone)?);
        }
        let mut args = attempt.args.clone();
        let mut fits = |value: &ArgValue| {
            args[id.index()] = Some(*value);
            let evaluator = self.scene.evaluator.with(&args);
            let on = |(place, wanted): &(Place, ArgValue)| {
                let point = evaluator.place(*place).ok().flatten();
                point.map(ArgValue::Point) == Some(*wanted)
            };
            pins.iter().all(on)
        };
        let places = evaluator.line_places(line).into_iter();
        let values = places.map(|(rear, dir)| ArgValue::Line(rear, dir));
        Ok(values.filter(|value| fits(value)).collect())
    }

    /// Returns the places on a formation that the text names.
    fn pins(&self, id: ArgId, attempt: &Attempt<'r>) -> Vec<(Place, ArgValue)> {
        let pin = |(part, value): (&TextPart, ArgValue)| {
            let TextPart::Place(place) = part else {
                return None;
            };
            let pinned = matches!(place, Place::OnLine(line, _) if line.arg == id);
            pinned.then_some((*place, value))
        };
        holes(self.rule, attempt.reading).filter_map(pin).collect()
    }

    /// Makes sure that an outcome of chance is possible.
    fn check_weight(&self, at: usize, attempt: &mut Attempt<'r>) {
        let Some(weigh) = self.rule.weigh.as_ref().filter(|_| self.scene.chance) else {
            return;
        };
        let found = match self.scene.evaluator.with(&attempt.args).num(weigh) {
            Ok(weight @ ..1) => Ok(vec![Problem::state(self.scene.say().weightless(weight))]),
            Ok(_) => Ok(Vec::new()),
            Err(fault) => Err(fault),
        };
        attempt.note(at, found, &weigh.tags);
    }

    /// Makes sure that the text names what was chosen.
    fn check_text(&self, at: usize, attempt: &mut Attempt<'r>) {
        let (model, me) = (self.scene.evaluator.model, self.scene.evaluator.table.me);
        let mv = attempt.reading.mv;
        let same = |(part, value): (&TextPart, ArgValue)| {
            let chosen = notation::value(model, part, &attempt.args, me);
            chosen.is_none_or(|chosen| chosen == value)
        };
        if !holes(self.rule, attempt.reading).all(same) {
            let written = notation::text(model, mv, &attempt.args, me);
            let problem = Problem::form(self.scene.say().written(&written));
            return attempt.note(at, Ok(vec![problem]), &[]);
        }
        // A multiset is read in whatever order its things are named.
        let multiset = |part: &TextPart| matches!(part, TextPart::Multiset(..));
        if self.rule.text.iter().any(multiset) && attempt.problems.is_empty() {
            let written = notation::text(model, mv, &attempt.args, me);
            if written != attempt.reading.text {
                let problem = Problem::form(self.scene.say().other_order(&written));
                attempt.note(at, Ok(vec![problem]), &self.rule.tags);
            }
        }
    }

    /// Tells whether an attempt need not be followed: it fails in a strict search, or there is nothing better to find.
    fn is_hopeless(&self, attempt: &Attempt<'r>) -> bool {
        let done = self
            .best
            .as_ref()
            .is_some_and(|best| best.problems.is_empty());
        done || self.fails(attempt) || (!self.strict && self.tries >= MOST_TRIES)
    }

    fn fails(&self, attempt: &Attempt<'r>) -> bool {
        self.strict && !attempt.problems.is_empty()
    }

    fn keep(&mut self, attempt: Attempt<'r>) {
        let better = self
            .best
            .as_ref()
            .is_none_or(|best| attempt.score() < best.score());
        if let Some(best) = &self.best {
            let text = |one: &Attempt<'r>| one.first_problem().map(|problem| problem.text.clone());
            self.differs = self.differs || text(best) != text(&attempt);
        }
        if better && !self.fails(&attempt) {
            self.best = Some(attempt);
        }
    }
}
