//! Why a move is not asked for now: what is asked instead, and where such a move is asked.

use crate::model::visit::{Visitor, walk_block};
use crate::model::{AskItem, Model, RuleId, Stmt, StmtKind, TagId};
use crate::play::explain::{Situation, Why, cited};
use crate::play::notation::{self, Reading};
use crate::play::wording::{quoted, reasons};

impl Situation<'_> {
    /// Says what is asked instead.
    pub(super) fn not_now(&self, readings: &[Reading]) -> Why {
        let model = self.evaluator.model;
        let name = |mv| quoted(notation::verb_of(model.mv(mv)));
        let mut asked: Vec<_> = self.asked.iter().map(|item| name(item.mv)).collect();
        asked.dedup();
        let mut moves: Vec<_> = readings.iter().map(|reading| name(reading.mv)).collect();
        moves.dedup();
        let legal = self.evaluator.legal(self.asked).unwrap_or_default();
        let example = legal
            .first()
            .map(|(mv, args)| notation::text(model, *mv, args, self.evaluator.table.me));
        let text = readings.first().map_or("", |reading| reading.text.as_str());
        let rules: Vec<_> = readings.iter().map(|r| model.mv(r.mv).rule).collect();
        let places = places(model, &rules);
        // What an item of an `ask` carries says what one may choose. So it decides where that was chosen already.
        let again = rules.iter().any(|rule| self.made.contains(rule)) && !places.0.is_empty();
        let instead = (asked.as_slice(), example.as_deref());
        Why {
            legal: false,
            reason: if again {
                reasons::not_again(text, &moves, instead)
            } else {
                reasons::not_now(text, &moves, instead)
            },
            clauses: cited::nearest(if again {
                [places.0, places.1].concat()
            } else {
                self.when_asked(&places.1)
            }),
            carried: Vec::new(),
        }
    }

    /// Returns the clauses of what is asked instead, and among the first of them those of when a move is asked.
    fn when_asked(&self, place: &[TagId]) -> Vec<TagId> {
        let mut now = self.ask_tags.to_vec();
        if now.is_empty() {
            now.extend(self.asked.iter().flat_map(|item| &item.tags));
        }
        if self.made.is_empty() {
            // The turn begins: nothing was passed over.
            return now;
        }
        let later = now.split_off(now.len().min(2));
        [now.as_slice(), place, later.as_slice()].concat()
    }
}

/// Returns the clauses of the items that offer some moves, and those of the `ask` around these items, if there is but one.
fn places(model: &Model, rules: &[RuleId]) -> (Vec<TagId>, Vec<TagId>) {
    let mut places = AskPlaces {
        model,
        rules,
        items: Vec::new(),
        around: Vec::new(),
        known: 0,
    };
    walk_block(&mut places, &model.play);
    for mv in &model.moves {
        walk_block(&mut places, &mv.body);
    }
    if places.known > 1 {
        places.around.clear();
    }
    (places.items, places.around)
}

struct AskPlaces<'m> {
    model: &'m Model,
    rules: &'m [RuleId],
    items: Vec<TagId>,
    around: Vec<TagId>,
    /// How many there are.
    known: usize,
}

impl Visitor for AskPlaces<'_> {
    fn enters(&mut self, stmt: &Stmt) -> bool {
        if let StmtKind::Ask(ask) = &stmt.kind {
            let meant = |item: &&AskItem| self.rules.contains(&self.model.mv(item.mv).rule);
            let items: Vec<_> = ask.items.iter().filter(meant).collect();
            if !items.is_empty() {
                self.around.extend(&stmt.tags);
                self.known += 1;
            }
            self.items
                .extend(items.into_iter().flat_map(|item| &item.tags));
        }
        true
    }
}
