//! Why a move is not asked for now: what is asked instead, and where such a move is asked.

use crate::explain::cited;
use crate::explain::situation::{Situation, Why};
use crate::notation::{self, Reading};
use crate::wording::quoted;
use linstock_model::visit::{Visitor, walk_block};
use linstock_model::{AskItem, MoveRule, RuleId, Stmt, StmtKind, TagId};
use std::collections::BTreeSet;

/// So many clauses of what is asked now stand before those of the move that is not asked for.
const MOST_BEFORE: usize = 2;

impl Situation<'_> {
    /// Says what is asked instead.
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
        // What an item of an `ask` carries says what one may choose. So it decides where that was chosen already.
        let again = rules.iter().any(|rule| self.made.contains(rule)) && !places.items.is_empty();
        let say = self.say();
        let (first, inner) = self.comes_after(&rules, &possible);
        let first: Vec<_> = first.iter().map(|rule| self.first_words(*rule)).collect();
        let passed_over = self.passed_over(&rules).filter(|_| first.is_empty());
        let instead = say.asked_instead((&asked, example.as_deref()), self.chance);
        Why {
            legal: false,
            reason: if again {
                say.not_again(text, &say.either(&moves), &instead)
            } else {
                let why = passed_over.as_ref().map(|problem| problem.text.as_str());
                say.not_now(text, &moves, (&first, why), &instead)
            },
            clauses: cited::nearest(if again {
                [places.items, places.around].concat()
            } else if let Some(problem) = &passed_over {
                [&*problem.tags, &places.before, self.ask_tags].concat()
            } else if first.is_empty() {
                self.when_asked(&places)
            } else {
                let mut now = self.tags_now();
                now.truncate(MOST_BEFORE);
                [now, inner].concat()
            }),
            carried: Vec::new(),
        }
    }

    /// Returns what the moves that are meant and those that are possible now are called: as they begin, or by their rules'
    /// names if some of both begin alike.
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

    /// Returns with which words a move begins.
    fn first_words(&self, rule: RuleId) -> String {
        let mut moves = self.evaluator.model.moves.iter();
        let declared = moves.find(|mv| mv.rule == rule);
        declared.map_or_else(String::new, |mv| self.called(notation::verb_of(mv)))
    }

    /// Returns the title of a move, or else its name in quotes.
    fn called(&self, name: &str) -> String {
        match self.evaluator.model.title(name) {
            title if title == name => quoted(name),
            title => title.to_owned(),
        }
    }

    /// Returns the clauses of what is asked instead, and among the first of them those of when a move is asked.
    fn when_asked(&self, places: &AskPlaces<'_>) -> Vec<TagId> {
        let mut now = self.tags_now();
        let place = if self.made.is_empty() {
            // Nothing was chosen yet: what comes later was not passed over.
            &places.before
        } else {
            &places.around
        };
        let later = now.split_off(now.len().min(MOST_BEFORE));
        [now.as_slice(), place, later.as_slice()].concat()
    }

    /// Returns the clauses of what is asked now: of the question, or else of what it offers, or else of those moves.
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

/// Looks where some moves are asked.
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
    walk_block(&mut places, &model.play);
    if !places.here {
        // What is asked now is asked within a move: the order of play does not say what was before.
        places.before.clear();
    }
    for mv in &model.moves {
        walk_block(&mut places, &mv.body);
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
    /// Those of the `ask` around these items, if there is but one.
    around: Vec<TagId>,
    /// Those of each `ask` for them that play has gone past to come to what is asked now.
    before: Vec<TagId>,
    /// Whether the walk has come to what is asked now.
    here: bool,
    /// How many there are.
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
