//! Searches the best attempt at a reading: tries the possible values of the arguments that the text does not name.

use crate::explain::attempt::{Attempt, FORM};
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

/// The most choices of arguments that are tried for the best explanation.
const MOST_TRIES: usize = 20_000;

/// Returns the best attempt at a reading: a legal one if there is one, else the one with the lowest mismatch score.
pub(in crate::explain) fn best<'r>(
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
        broken_off: 0,
        chosen: Vec::new(),
        differs: false,
        shared: None,
    };
    let mut search = AttemptSearch {
        scene,
        rule,
        named: named(rule, reading),
        strict: true,
        tries: 0,
        best: None,
        differs: false,
        shared: None,
    };
    search.offer(blank.clone());
    search.strict = false;
    if search.best.is_none() {
        search.offer(blank.clone());
    }
    let (differs, all) = (search.differs, search.shared.unwrap_or_default());
    let best = search.best.unwrap_or(blank);
    let mut told = best.problems.iter();
    let shared = told.position(|(_, problem)| all.contains(&problem.text));
    // Name another problem only if the choice itself is doubtful.
    let doubtful = best.problems.first().is_some_and(|(line, _)| {
        let mut chosen = best.chosen.iter();
        chosen.any(|(at, _)| at == line)
    });
    Attempt {
        differs,
        shared: shared.filter(|at| differs && (*at == 0 || doubtful)),
        ..best
    }
}

/// Returns the arguments that the text names directly, by index.
fn named(rule: &MoveRule, reading: &Reading) -> Vec<Option<ArgValue>> {
    let mut named = vec![None; rule.args.len()];
    for (part, value) in holes(rule, reading) {
        let arg = match part {
            TextPart::Place(Place::Arg(arg))
            | TextPart::Num(Num::Arg(arg))
            | TextPart::Member(_, Member::Arg(arg))
            | TextPart::Multiset(arg, _) => arg,
            _ => {
                continue;
            }
        };
        if let Some(slot) = named.get_mut(usize::from(arg.0)) {
            *slot = Some(value);
        }
    }
    named
}

/// Returns the holes of a move's text with their values in a reading.
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
    /// Whether two attempts failed for different reasons.
    differs: bool,
    /// The texts of the problems that all attempts have; `None` before the first attempt.
    shared: Option<Vec<String>>,
}

impl<'r> AttemptSearch<'_, '_, 'r> {
    /// Begins with the condition of the offer.
    fn offer(&mut self, mut attempt: Attempt<'r>) {
        if let Some(cond) = &attempt.item.cond {
            let found = self.unmet(self.scene.evaluator.args, cond);
            let tags = attempt.item.tags.clone();
            attempt.note(0, found, &tags);
        }
        self.go(0, attempt);
    }

    /// Continues with a line of the head.
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

    /// Returns the problems that keep a condition from holding with these arguments.
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
                let weight = if arg.reason.is_some() { 1 } else { FORM };
                attempt.broken_off = attempt.broken_off.max(weight);
                attempt.note(at + 1, Ok(problem), &arg.tags);
                // The rest of the form is still checked, as far as it does not depend on this argument.
                self.go(at + 1, attempt);
            }
        }
    }

    /// Returns an attempt with one more argument bound, and with the problems of that argument.
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

    /// Returns the clauses of an argument without those that define its formation.
    fn tags_of(&self, arg: &Arg) -> Vec<TagId> {
        let mut tags = arg.tags.clone();
        if let Domain::Line(line) = arg.domain
            && let Some(known) = self.scene.evaluator.model.lines.get(line.index())
        {
            tags.retain(|tag| !known.tags.contains(tag));
        }
        tags
    }

    /// Returns the candidates for an argument that the text does not name.
    ///
    /// A formation that the text pins down is searched in every place, so that its problems can be explained.
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
        let found: Vec<_> = values.filter(|value| fits(value)).collect();
        match domain {
            Ok(domain) if found.is_empty() => Ok(self.scene.too_short((line, &pins), domain)),
            _ => Ok(found),
        }
    }

    /// Returns the points on a formation that the text names.
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

    /// Checks that an outcome of chance has a positive weight.
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

    /// Checks that the text agrees with the chosen arguments.
    fn check_text(&self, at: usize, attempt: &mut Attempt<'r>) {
        let (model, me) = (self.scene.evaluator.model, self.scene.evaluator.table.me);
        let mv = attempt.reading.mv;
        let same = |(part, value): (&TextPart, ArgValue)| {
            let chosen = notation::value(model, part, &attempt.args, me);
            chosen.is_none_or(|chosen| chosen == value)
        };
        if !holes(self.rule, attempt.reading).all(same) {
            let written = notation::text(model, mv, &attempt.args, me);
            let mut holes = holes(self.rule, attempt.reading);
            let problem = Problem {
                beyond: holes.find_map(|hole| self.scene.beyond_line(hole, &attempt.args)),
                ..Problem::form(self.scene.say().written(&written))
            };
            return attempt.note(at, Ok(vec![problem]), &[]);
        }
        // The notation accepts the items of a multiset in any order.
        let multiset = |part: &TextPart| matches!(part, TextPart::Multiset(..));
        if self.rule.text.iter().any(multiset) && attempt.problems.is_empty() {
            let written = notation::text(model, mv, &attempt.args, me);
            if written != attempt.reading.text {
                let problem = Problem::form(self.scene.say().other_order(&written));
                attempt.note(at, Ok(vec![problem]), &self.rule.tags);
            }
        }
    }

    /// Returns whether the search can drop an attempt: it fails in a strict search, or nothing better can be found.
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
        if !self.strict {
            let texts = attempt.problems.iter().map(|(_, one)| one.text.clone());
            let texts: Vec<String> = texts.collect();
            match &mut self.shared {
                Some(shared) => shared.retain(|text| texts.contains(text)),
                None => self.shared = Some(texts),
            }
        }
        if better && !self.fails(&attempt) {
            self.best = Some(attempt);
        }
    }
}
