//! The canonical text of expressions: one form for each, in words of the language, such as `(next-to X)`.

use super::text::{Canonical, Text};
use crate::{
    Comparison, FormationRef, MemberPair, MemberSet, MemoryRef, NumOp, Place, Reach, RowId, Value,
    ZoneRef,
};

impl Canonical for Reach {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            from,
            over,
            within,
            free,
        } = self;
        to.form("reached", &[from, over, within, free]);
    }
}

impl Canonical for FormationRef {
    fn write(&self, to: &mut Text<'_>) {
        let Self { arg, line } = self;
        to.form("line", &[arg, line]);
    }
}

impl Canonical for Place {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Fixed(point) => point.write(to),
            Self::Arg(arg) => arg.write(to),
            Self::OnLine(line, steps) => to.form("on", &[line, steps]),
            Self::It => to.words("it"),
            Self::Kept(memory) => to.form("kept", &[memory]),
        }
    }
}

impl Comparison {
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Less => "<",
            Self::AtMost => "<=",
        }
    }
}

impl NumOp {
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::Max => "most",
            Self::Min => "least",
        }
    }
}

impl Canonical for MemberSet {
    fn write(&self, to: &mut Text<'_>) {
        let Self(truths) = self;
        to.form("members", &[truths]);
    }
}

impl Canonical for MemoryRef {
    fn write(&self, to: &mut Text<'_>) {
        let Self { memory, of } = self;
        to.form("remembered", &[memory, of]);
    }
}

impl Canonical for ZoneRef {
    fn write(&self, to: &mut Text<'_>) {
        let Self { zone, of } = self;
        to.form("zone", &[zone, of]);
    }
}

impl Canonical for Value {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Num(number) => number.write(to),
            Self::Truth(truth) => truth.write(to),
            Self::Seat(seat) => to.form("player", &[seat]),
            Self::Row(list, row) => to.form("row", &[list, &row.map(RowId::index)]),
            Self::Point(point) => to.form("point", &[point]),
            Self::Points(points) => points.write(to),
            Self::Kind(kind) => to.form("kind", &[kind]),
        }
    }
}

impl Canonical for MemberPair {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            first,
            second,
            finite_domains: _,
            members: _,
        } = self;
        to.form("pair", &[first, second]);
    }
}
