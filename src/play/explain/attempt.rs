//! Tries a reading of a text as a move: which arguments there could be, and what is wrong with each choice of them.

use crate::model::{
    Arg, ArgId, ArgValue, AskItem, Domain, Head, Member, MoveRule, Num, Place, TagId, TextPart,
};
use crate::play::explain::describe::Explainer;
use crate::play::explain::{Problem, Situation};
use crate::play::notation::{self, Reading};
use crate::play::wording::reasons;
use crate::vm::Fault;
use std::cmp::Reverse;

/// At most so many choices of arguments are looked at for the best explanation.
const MOST_TRIES: usize = 20_000;

/// A reading with all arguments chosen as far as they could be, and all that is wrong with it.
#[derive(Clone, Debug)]
pub(crate) struct Attempt<'r> {
    pub(crate) item: &'r AskItem,
    pub(crate) reading: &'r Reading,
    pub(crate) args: Vec<Option<ArgValue>>,
    /// What is wrong, with how far the attempt had got: 0 for the offer itself, then the lines of the head.
    problems: Vec<(usize, Problem)>,
    /// Whether an argument could not be chosen at all, so that the rest was not looked at.
    broken_off: bool,
}

impl Attempt<'_> {
    /// Returns how bad it is: first by what is wrong with the form, then by how soon, then by how much is wrong.
    pub(crate) fn score(&self) -> (usize, Reverse<usize>, usize) {
        let form = self
            .problems
            .iter()
            .filter(|(_, problem)| problem.form)
            .count();
        let first = self.problems.first().map_or(usize::MAX, |&(at, _)| at);
        (
            form + usize::from(self.broken_off),
            Reverse(first),
            self.problems.len(),
        )
    }

    pub(crate) fn first_problem(&self) -> Option<&Problem> {
        self.problems.first().map(|(_, problem)| problem)
    }

    /// Adds what is wrong at one line of the head.
    fn note(&mut self, at: usize, found: Result<Vec<Problem>, Fault>, tags: &[TagId]) {
        let found = found.unwrap_or_else(|fault| vec![Problem::state(fault.to_string())]);
        self.problems
            .extend(found.into_iter().map(|problem| (at, problem.within(tags))));
    }
}

/// Returns the best attempt at a reading: a legal one if there is one, else the one with the least wrong.
pub(crate) fn best<'r>(
    scene: &Situation<'_>,
    item: &'r AskItem,
    reading: &'r Reading,
) -> Attempt<'r> {
    let rule = scene.plain.model.mv(reading.mv);
    let mut args = vec![None; rule.args.len()];
    let given = args.iter_mut().zip(scene.plain.args).take(rule.given);
    given.for_each(|(arg, value)| *arg = *value);
    let blank = Attempt {
        item,
        reading,
        args,
        problems: Vec::new(),
        broken_off: false,
    };
    let mut search = AttemptSearch {
        scene,
        rule,
        named: named(rule, reading),
        strict: true,
        tries: 0,
        best: None,
    };
    search.offer(blank.clone());
    search.strict = false;
    if search.best.is_none() {
        search.offer(blank.clone());
    }
    search.best.unwrap_or(blank)
}

/// Returns what the text names outright, by argument.
fn named(rule: &MoveRule, reading: &Reading) -> Vec<Option<ArgValue>> {
    let mut named = vec![None; rule.args.len()];
    for (part, value) in holes(rule, reading) {
        let arg = match part {
            TextPart::Place(Place::Arg(arg))
            | TextPart::Num(Num::Arg(arg))
            | TextPart::Member(_, Member::Arg(arg))
            | TextPart::Heap(arg, _) => arg,
            _ => continue,
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
}

impl<'r> AttemptSearch<'_, '_, 'r> {
    /// Begins with the condition under which the move is offered.
    fn offer(&mut self, mut attempt: Attempt<'r>) {
        if let Some(cond) = &attempt.item.cond {
            let found =
                Explainer::of(self.scene, self.scene.plain.args, self.rule).truth(cond, true);
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
                let found = Explainer::of(self.scene, &attempt.args, self.rule).truth(cond, true);
                attempt.note(at + 1, found, &[]);
                self.go(at + 1, attempt);
            }
            Some(Head::Arg(arg)) => self.choose(at, *arg, attempt),
        }
    }

    fn choose(&mut self, at: usize, id: ArgId, attempt: Attempt<'r>) {
        let index = usize::from(id.0);
        let Some(arg) = self.rule.args.get(index) else {
            return;
        };
        let values = match self.named[index] {
            Some(value) => Ok(vec![value]),
            None => self.candidates(id, arg, &attempt),
        };
        let (values, fault) = match values {
            Ok(values) => (values, None),
            Err(fault) => (Vec::new(), Some(fault)),
        };
        if values.is_empty() {
            let problem = fault.map_or_else(
                || {
                    Explainer::of(self.scene, &attempt.args, self.rule)
                        .no_choice(arg, &self.pins(id, &attempt))
                },
                |fault| Problem::state(fault.to_string()),
            );
            let mut attempt = attempt;
            attempt.broken_off = true;
            attempt.note(at + 1, Ok(vec![problem]), &arg.tags);
            self.tries += 1;
            return self.keep(attempt);
        }
        for value in values {
            let mut attempt = attempt.clone();
            let tried = Explainer::of(self.scene, &attempt.args, self.rule).domain(arg, value);
            attempt.note(at + 1, tried, &arg.tags);
            attempt.args[index] = Some(value);
            if let Some(filter) = &arg.filter {
                let found = Explainer::of(self.scene, &attempt.args, self.rule).truth(filter, true);
                attempt.note(at + 1, found, &arg.tags);
            }
            self.go(at + 1, attempt);
        }
    }

    /// Returns what an argument that the text does not name may be bound to.
    ///
    /// A formation that the text pins down is looked for wherever it could stand, so that what it lacks can be told.
    fn candidates(
        &self,
        id: ArgId,
        arg: &Arg,
        attempt: &Attempt<'r>,
    ) -> Result<Vec<ArgValue>, Fault> {
        let plain = self.scene.plain.with(&attempt.args);
        let pins = self.pins(id, attempt);
        let Domain::Line(line) = arg.domain else {
            return plain.domain(arg);
        };
        if pins.is_empty() {
            return plain.domain(arg);
        }
        let mut args = attempt.args.clone();
        let mut fits = |value: &ArgValue| {
            args[usize::from(id.0)] = Some(*value);
            let plain = self.scene.plain.with(&args);
            let on = |&(place, value): &(Place, ArgValue)| {
                plain.place(place).ok().flatten().map(ArgValue::Point) == Some(value)
            };
            pins.iter().all(on)
        };
        let places = plain.line_places(line).into_iter();
        let values = places.map(|(rear, dir)| ArgValue::Line(rear, dir));
        Ok(values.filter(|value| fits(value)).collect())
    }

    /// Returns the places on a formation that the text names.
    fn pins(&self, id: ArgId, attempt: &Attempt<'r>) -> Vec<(Place, ArgValue)> {
        let pin = |(part, value): (&TextPart, ArgValue)| match part {
            TextPart::Place(place @ Place::OnLine(line, _)) if line.arg == id => {
                Some((*place, value))
            }
            _ => None,
        };
        holes(self.rule, attempt.reading).filter_map(pin).collect()
    }

    /// Makes sure that an outcome of chance is possible.
    fn check_weight(&self, at: usize, attempt: &mut Attempt<'r>) {
        let Some(weigh) = self.rule.weigh.as_ref().filter(|_| self.scene.chance) else {
            return;
        };
        let found = match self.scene.plain.with(&attempt.args).num(weigh) {
            Ok(weight @ ..1) => Ok(vec![Problem::state(reasons::weightless(weight))]),
            Ok(_) => Ok(Vec::new()),
            Err(fault) => Err(fault),
        };
        attempt.note(at, found, &weigh.tags);
    }

    /// Makes sure that the text names what was chosen.
    fn check_text(&self, at: usize, attempt: &mut Attempt<'r>) {
        let (model, me) = (self.scene.plain.model, self.scene.plain.table.me);
        let mv = attempt.reading.mv;
        let same = |(part, value): (&TextPart, ArgValue)| {
            let chosen = notation::value(model, part, &attempt.args, me);
            chosen.is_none_or(|chosen| chosen == value)
        };
        if !holes(self.rule, attempt.reading).all(same) {
            let written = notation::text(model, mv, &attempt.args, me);
            let problem = Problem::form(reasons::written(&written));
            return attempt.note(at, Ok(vec![problem]), &[]);
        }
        // A heap is read in whatever order its things are named.
        let heap = |part: &TextPart| matches!(part, TextPart::Heap(..));
        if self.rule.text.iter().any(heap) && attempt.problems.is_empty() {
            let written = notation::text(model, mv, &attempt.args, me);
            if written != attempt.reading.text {
                let problem = Problem::form(reasons::other_order(&written));
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
        if better && !self.fails(&attempt) {
            self.best = Some(attempt);
        }
    }
}
