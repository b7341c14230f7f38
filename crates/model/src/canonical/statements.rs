//! Statements: one line for each, such as `(ask me …)`.

use super::text::{Canonical, Text};
use crate::{Ask, AskItem, Ending, PlacementPart, Stmt, TextPart};

impl Canonical for Stmt {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            tags: _,
            span: _,
            kind,
        } = self;
        kind.write(to);
    }
}

impl Canonical for PlacementPart {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            drawings,
            which,
            turned,
            at,
        } = self;
        to.form("turned", &[drawings, which, turned, at]);
    }
}

impl Canonical for Ask {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            who,
            question: _,
            items,
            as_often,
            otherwise,
        } = self;
        if *as_often {
            to.line("ask-as-often", &[who, items, otherwise]);
        } else {
            to.line("ask", &[who, items, otherwise]);
        }
    }
}

/// A move on offer is written by its index: one declared move can be several moves.
impl Canonical for AskItem {
    fn write(&self, to: &mut Text<'_>) {
        let Self { tags: _, mv, cond } = self;
        to.form("offer", &[&mv.index(), &to.model.mv(*mv).name, cond]);
    }
}

impl Canonical for Ending {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            winners,
            reason,
            said,
        } = self;
        if said.iter().all(|part| matches!(part, TextPart::Literal(_))) {
            to.line("end", &[winners, reason]);
        } else {
            to.line("end", &[winners, &&**said]);
        }
    }
}
