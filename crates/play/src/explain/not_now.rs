//! Explains why a move is not offered now: what is asked instead, and where the rules ask for such a move.

use crate::explain::cited;
use crate::explain::situation::{Situation, Why};
use crate::explain::turn_so_far::Skipped;
use crate::notation::{self, Reading};
use crate::wording::quoted;
use crate::wording::reasons::NotNow;
use linstock_model::visit::{Visitor, Walk};
use linstock_model::{AskItem, MoveRule, RuleId, Stmt, StmtKind, TagId};
use std::collections::BTreeSet;

/// The most clauses of the current question that come before those of the move.
const MOST_BEFORE: usize = 2;

impl Situation<'_> {
    /// Explains what is asked instead.
    pub(super) fn not_now(&self, readings: &[Reading]) -> Why {
        let model = self.evaluator.model;
        let legal = self.evaluator.legal(self.asked).unwrap_or_default();
        let possible: BTreeSet<RuleId> = legal.iter().map(|(mv, _)| model.mv(*mv).rule).collect();
        let (moves, asked) = self.names_of(readings, &possible);
        let example = legal
            .first()
            .map(|(mv, args)| notation::text(model, *mv, args, self.evaluator.table.me));
        let text = readings.first().map_or("", |reading| reading.text.as_str());
        let rules: Vec<_> = readings.iter().map(|r| model.mv(r.mv).rule).collect();
        let places = places(self, &rules);
        let say = self.say();
        let instead = say.asked_instead((&asked, example.as_deref()), self.chance);
        let (relation, clauses) = match self.just_made(&rules, text) {
            Some(made) => (
                NotNow::Again,
                [made.asked.clone(), self.tags_now()].concat(),
            ),
            None => self.relation(&rules, (&possible, &asked), &places),
        };
        Why {
            legal: false,
            reason: say.not_now(text, &moves, &relation, &instead),
            clauses: cited::nearest(clauses),
            carried: Vec::new(),
        }
    }

    /// Returns how the wanted moves are related to the moves that are possible now, with the clauses that say so.
    fn relation(
        &self,
        rules: &[RuleId],
        (possible, asked): (&BTreeSet<RuleId>, &[String]),
        places: &AskPlaces<'_>,
    ) -> (NotNow, Vec<TagId>) {
        let because = |skipped: Skipped| {
            let tags = [&*skipped.tags, self.ask_tags].concat();
            (NotNow::Because(skipped.why), tags)
        };
        if let Some(skipped) = self.skipped(rules, true) {
            return because(skipped);
        }
        let (first, inner) = self.comes_after(rules, possible);
        if !first.is_empty() {
            let first = first.iter().map(|rule| self.first_words(*rule)).collect();
            let mut now = self.tags_now();
            now.truncate(MOST_BEFORE);
            return (NotNow::After(first), [now, inner].concat());
        }
        if let Some(made) = self.was_made(rules)
            && !self.is_repeated(rules)
        {
            let asked = match made.asked.is_empty() {
                true => [&*places.items, &places.around].concat(),
                false => made.asked.clone(),
            };
            return (NotNow::Again, [asked, self.tags_now()].concat());
        }
        if let Some(skipped) = self.skipped(rules, false) {
            return because(skipped);
        }
        if let Some(problem) = self.passed_over(rules) {
            let tags = [&*problem.tags, &places.before, self.ask_tags].concat();
            return (NotNow::Because(problem.text), tags);
        }
        if self.is_last_resort(rules) {
            return (NotNow::LastResort(asked.to_vec()), self.when_asked(places));
        }
        if let Some((chosen, asked)) = self.instead(rules).filter(|_| !self.is_repeated(rules)) {
            let mut own = self.evaluator.model.moves.iter();
            let own = own.find(|mv| rules.contains(&mv.rule));
            let own = own.map_or(&[][..], |mv| mv.tags.as_slice());
            let (first, rest) = own.split_at(own.len().min(1));
            let now = self.ask_tags;
            let (now, _) = now.split_at(now.len().min(1));
            return (NotNow::Instead(chosen), [first, now, &asked, rest].concat());
        }
        (NotNow::Else, self.when_asked(places))
    }

    /// Returns the move that was chosen in place of the wanted ones, with the clauses of that question.
    fn instead(&self, rules: &[RuleId]) -> Option<(String, Vec<TagId>)> {
        if let Some(made) = self.chosen_instead(rules) {
            return Some((made.text.clone(), made.asked.clone()));
        }
        let (begun, asked) = self.begun_instead(rules)?;
        Some((notation::verb_of(begun).to_owned(), asked.to_vec()))
    }

    /// Returns the names of the moves that the text can mean, and of the moves that are possible now: their first words,
    /// or the names of their rules if moves of both kinds begin alike.
    fn names_of(
        &self,
        readings: &[Reading],
        possible: &BTreeSet<RuleId>,
    ) -> (Vec<String>, Vec<String>) {
        let rule = |mv| self.evaluator.model.mv(mv);
        let meant: Vec<_> = readings.iter().map(|reading| rule(reading.mv)).collect();
        let asked = self.asked.iter().map(|item| rule(item.mv));
        let asked: Vec<_> = asked.filter(|mv| possible.contains(&mv.rule)).collect();
        let verbs: Vec<_> = asked.iter().map(|mv| notation::verb_of(mv)).collect();
        let alike = meant
            .iter()
            .any(|mv| verbs.contains(&notation::verb_of(mv)));
        let names = |moves: Vec<&MoveRule>| {
            let names = moves.into_iter().map(|mv| match alike {
                true => self.called(&mv.name),
                false => self.called(notation::verb_of(mv)),
            });
            let mut names: Vec<_> = names.collect();
            names.dedup();
            names
        };
        (names(meant), names(asked))
    }

    /// Returns the first words of a move.
    fn first_words(&self, rule: RuleId) -> String {
        let mut moves = self.evaluator.model.moves.iter();
        let declared = moves.find(|mv| mv.rule == rule);
        declared.map_or_else(String::new, |mv| self.called(notation::verb_of(mv)))
    }

    /// Returns the title of a move, or its name in quotes.
    fn called(&self, name: &str) -> String {
        match self.evaluator.model.title(name) {
            title if title == name => quoted(name),
            title => title.to_owned(),
        }
    }

    /// Returns the clauses of the current question, with those of where the move is asked inserted near the front.
    fn when_asked(&self, places: &AskPlaces<'_>) -> Vec<TagId> {
        let mut now = self.tags_now();
        let place = if self.turn.is_none_or(|turn| turn.made.is_empty()) {
            // Nothing has been chosen in this turn, so later questions were not passed over.
            &places.before
        } else {
            &places.around
        };
        let later = now.split_off(now.len().min(MOST_BEFORE));
        [now.as_slice(), place, later.as_slice()].concat()
    }

    /// Returns the clauses of the current question; if it has none, those of its items; else those of its moves.
    fn tags_now(&self) -> Vec<TagId> {
        let mut now = self.ask_tags.to_vec();
        if now.is_empty() {
            now.extend(self.asked.iter().flat_map(|item| &item.tags));
        }
        if now.is_empty() {
            let moves = self.asked.iter().map(|item| item.mv);
            now.extend(moves.flat_map(|mv| &self.evaluator.model.mv(mv).tags));
        }
        now
    }
}

/// Finds the questions that offer some moves.
fn places<'s>(scene: &'s Situation<'_>, rules: &'s [RuleId]) -> AskPlaces<'s> {
    let model = scene.evaluator.model;
    let mut places = AskPlaces {
        scene,
        rules,
        items: Vec::new(),
        around: Vec::new(),
        before: Vec::new(),
        here: false,
        known: 0,
    };
    model.play.walk(&mut places);
    if !places.here {
        // The current question is inside a move, so the sequence of play does not show what was before.
        places.before.clear();
    }
    for mv in &model.moves {
        mv.body.walk(&mut places);
    }
    if places.known > 1 {
        places.around.clear();
    }
    places
}

struct AskPlaces<'s> {
    scene: &'s Situation<'s>,
    rules: &'s [RuleId],
    /// The clauses of the items that offer the moves.
    items: Vec<TagId>,
    /// The clauses of the `ask` around these items, if there is only one.
    around: Vec<TagId>,
    /// The clauses of each such `ask` that play has passed before the current question.
    before: Vec<TagId>,
    /// Whether the walk has reached the current question.
    here: bool,
    /// The number of such `ask`s.
    known: usize,
}

impl Visitor for AskPlaces<'_> {
    fn enters(&mut self, stmt: &Stmt) -> bool {
        if let StmtKind::Ask(ask) = &stmt.kind {
            self.here = self.here || self.scene.question().is(ask, &stmt.tags);
            let model = self.scene.evaluator.model;
            let meant = |item: &&AskItem| self.rules.contains(&model.mv(item.mv).rule);
            let items: Vec<_> = ask.items.iter().filter(meant).collect();
            if !items.is_empty() {
                self.around.extend(&stmt.tags);
                self.known += 1;
                if !self.here {
                    self.before.extend(&stmt.tags);
                }
            }
            self.items
                .extend(items.into_iter().flat_map(|item| &item.tags));
        }
        true
    }
}
