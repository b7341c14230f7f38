//! Moves: their arguments with domains, conditions, texts.

use super::declarations::line;
use super::text::{Canonical, Text, With, Word};
use crate::{Arg, Domain, Head, InheritedType, Leaves, MoveRule, TextPart};

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

impl Canonical for TextPart {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Literal(letters) => letters.write(to),
            Self::Place(place) => to.form("place", &[place]),
            Self::Num(number) => to.form("number", &[number]),
            Self::Member(finite_domain, member) => to.form("name", &[finite_domain, member]),
            Self::Multiset(arg, list) => to.form("cards", &[arg, list]),
        }
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

impl Canonical for Domain {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Points(set) => to.form("point-in", &[set]),
            Self::Line(line) => to.form("line", &[line]),
            Self::Numbers(least, most) => to.form("number", &[least, most]),
            Self::Members(finite_domain, members) => to.form("member", &[finite_domain, members]),
            Self::Zone(zone) => to.form("card-in", &[zone]),
            Self::Multiset(count, zone) => to.form("cards-in", &[count, zone]),
            Self::Inherited(ty) => to.form("of-move-around", &[ty]),
        }
    }
}

impl Canonical for InheritedType {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Point => to.words("point"),
            Self::Line(line) => to.form("line", &[line]),
            Self::Number => to.words("number"),
            Self::Member(finite_domain) => to.form("member", &[finite_domain]),
            Self::Multiset(list) => to.form("cards", &[list]),
        }
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
