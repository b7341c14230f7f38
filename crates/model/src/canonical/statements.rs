//! Statements: one line for each, such as `(ask me …)`.

use super::text::{Canonical, Text, Word};
use crate::{
    Ask, AskItem, Asked, Cargo, Ending, PiecesTaken, Placement, PlacementPart, Stmt, StmtKind,
    TextPart,
};

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

impl Canonical for StmtKind {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Move(from, there) => to.line("move", &[from, there]),
            Self::Take(what, set, zone) => to.line("take", &[what, set, zone]),
            Self::Put(kind, owner, set, zone) => to.line("put", &[kind, owner, set, zone]),
            Self::Lay(placement) => to.line("lay", &[placement]),
            Self::Transfer(cargo, from, there) => to.line("transfer", &[cargo, from, there]),
            Self::Remember(memory, value) => to.line("remember", &[memory, value]),
            Self::Forget(memory) => to.line("forget", &[memory]),
            Self::Script(script, args) => to.line("script", &[script, args]),
            Self::If(truth, then, otherwise) => to.line("if", &[truth, then, otherwise]),
            Self::Repeat(times, body) => to.line("repeat", &[times, body]),
            Self::Each {
                from,
                endless,
                backwards,
                filter,
                body,
            } => {
                let rounds = Word(if *endless { "endless" } else { "once" });
                let order = Word(if *backwards { "reversed" } else { "in order" });
                to.line("each-player", &[from, &rounds, &order, filter, body]);
            }
            Self::Ask(ask) => ask.write(to),
            Self::Phase(phase, body) => to.line("phase", &[phase, body]),
            Self::Leave(phase) => to.line("leave", &[phase]),
            Self::Must(truth, words) => to.line("must", &[truth, words]),
            Self::End(ending) => ending.write(to),
        }
    }
}

impl Canonical for PiecesTaken {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Layer(layer) => to.form("layer", &[layer]),
            Self::Kind(kind) => to.form("kind", &[kind]),
        }
    }
}

impl Canonical for Placement {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Whole(drawing) => to.form("drawing", &[drawing]),
            Self::Part(part) => part.write(to),
        }
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

impl Canonical for Cargo {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::All => to.words("all"),
            Self::Copies(row, count) => to.form("copies", &[row, count]),
            Self::Multiset(arg) => arg.write(to),
        }
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

impl Canonical for Asked {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Me => to.words("me"),
            Self::One(who) => to.form("one", &[who]),
            Self::Chance => to.words("chance"),
            Self::Together(members) => to.form("together", &[members]),
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
