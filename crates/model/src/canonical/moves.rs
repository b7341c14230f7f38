//! Moves: their arguments with domains, conditions, texts.

use super::declarations::line;
use super::text::{Canonical, Text, With, Word};
use crate::{Arg, Head, Leaves, MoveRule};

impl Canonical for MoveRule {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            name,
            rule: _,
            outcome,
            given,
            text,
            args,
            heads,
            weigh,
            seen,
            leaves,
            warnings: _,
            body,
            tags: _,
            span: _,
        } = self;
        let inside = |to: &mut Text<'_>| {
            line("text", &[text], to);
            line("arguments", &[given, args], to);
            line("conditions", &[heads], to);
            line("weigh", &[weigh], to);
            line("seen", &[seen], to);
            line("leaves", &[leaves], to);
            line("does", &[body], to);
        };
        let by = Word(if *outcome { "chance" } else { "player" });
        line("move", &[name, &by, &With(inside)], to);
    }
}

impl Canonical for Leaves {
    fn write(&self, to: &mut Text<'_>) {
        let Self { cond, supposing } = self;
        to.form("leaves", &[cond, supposing]);
    }
}

impl Canonical for Arg {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            // An argument is written by its index. Only messages use its name.
            name: _,
            domain,
            filter,
            tags: _,
            reason: _,
            span: _,
        } = self;
        line("argument", &[domain, filter], to);
    }
}

impl Canonical for Head {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Arg(arg) => arg.write(to),
            Self::When(truth) => line("when", &[truth], to),
        }
    }
}
