//! The canonical text of expressions: one form for each, in words of the language, such as `(next-to X)`.

use super::text::{Canonical, Text};
use crate::{
    Comparison, FormationRef, Headings, Member, MemberPair, MemberSet, MemoryRef, Num, NumOp,
    Owner, Place, Reach, RowId, Set, Truth, Value, ValueExpr, ZoneRef,
};

impl Canonical for Set {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Fixed(points) => points.write(to),
            Self::Region(sets, of) => to.form("region-of", &[of, sets]),
            Self::Pieces(kinds, owner) => to.form("pieces", &[kinds, owner]),
            Self::Empty => to.words("empty"),
            Self::And(parts) => to.form("and", &[parts]),
            Self::Or(parts) => to.form("or", &[parts]),
            Self::Except(all, but) => to.form("except", &[all, but]),
            Self::At(place) => to.form("at", &[place]),
            Self::Line(line) => to.form("line", &[line]),
            Self::Along {
                from,
                dirs,
                least,
                most,
                through,
            } => to.form("from", &[from, dirs, least, most, through]),
            Self::Ahead {
                line,
                least,
                most,
                through,
            } => to.form("ahead", &[line, least, most, through]),
            Self::NextTo(set) => to.form("next-to", &[set]),
            Self::Reached(reach) => reach.write(to),
            Self::Edge(set) => to.form("edge", &[set]),
            Self::Memory(memory) => memory.write(to),
            Self::If(truth, one, other) => to.form("if", &[truth, one, other]),
            Self::Where(set, truth) => to.form("where", &[set, truth]),
            Self::Script(script, args) => to.form("script", &[script, args]),
        }
    }
}

impl Canonical for Headings {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Known(dirs) => dirs.write(to),
            Self::Such(truths) => to.form("such", &[truths]),
        }
    }
}

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

impl Canonical for Owner {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Any => to.words("any"),
            Self::Own => to.words("own"),
            Self::Enemy => to.words("enemy"),
            Self::Of(player) => to.form("of", &[player]),
        }
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

impl Canonical for Truth {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Fixed(truth) => truth.write(to),
            Self::And(parts) => to.form("and", &[parts]),
            Self::Or(parts) => to.form("or", &[parts]),
            Self::Not(truth) => to.form("not", &[truth]),
            Self::Some(set) => to.form("some", &[set]),
            Self::Joined(set) => to.form("joined", &[set]),
            Self::SomeLine(line) => to.form("some-line", &[line]),
            Self::In(place, set) => to.form("in", &[place, set]),
            Self::LineIn(line, set) => to.form("line-in", &[line, set]),
            Self::SameSet(one, other) => to.form("same-points", &[one, other]),
            Self::Compare(how, one, other) => to.form(how.sign(), &[one, other]),
            Self::SameMember(one, other) => to.form("same-member", &[one, other]),
            Self::LastIs(rules) => to.form("last", &[rules]),
            Self::Seen(times) => to.form("seen", &[times]),
            Self::Script(script, args) => to.form("script", &[script, args]),
        }
    }
}

impl Comparison {
    fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Less => "<",
            Self::AtMost => "<=",
        }
    }
}

impl Canonical for Num {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Fixed(number) => number.write(to),
            Self::Count(set) => to.form("count", &[set]),
            Self::First(set) => to.form("first", &[set]),
            Self::Drawn(arg, list, item) => to.form("drawn", &[arg, list, item]),
            Self::CountLines(line) => to.form("count-lines", &[line]),
            Self::Memory(memory) => memory.write(to),
            Self::Arg(arg) => arg.write(to),
            Self::Copies(row, zone) => to.form("copies", &[row, zone]),
            Self::Size(zone) => to.form("size", &[zone]),
            Self::Field(numbers, row) => to.form("field-of", &[row, numbers]),
            Self::Element(numbers, at) => to.form("element", &[at, numbers]),
            Self::Sum(how, one, other) => to.form(how.sign(), &[one, other]),
            Self::If(truth, one, other) => to.form("if", &[truth, one, other]),
            Self::Script(script, args) => to.form("script", &[script, args]),
        }
    }
}

impl NumOp {
    fn sign(self) -> &'static str {
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

impl Canonical for Member {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Me => to.words("me"),
            Self::None => to.words("none"),
            Self::Fixed(at) => to.form("member", &[at]),
            Self::Arg(arg) => arg.write(to),
            Self::Memory(memory) => memory.write(to),
            Self::Owner(place) => to.form("owner-of", &[place]),
            Self::At(place) => to.form("piece-at", &[place]),
            Self::Over(set) => to.form("pieces-on", &[set]),
            Self::Pair(pair) => {
                let MemberPair {
                    first,
                    second,
                    finite_domains: _,
                    members: _,
                } = &**pair;
                to.form("pair", &[first, second]);
            }
            Self::RowAt(list, rows, place) => to.form("row-at", &[place, list, rows]),
            Self::Field(finite_domain, members, row) => {
                to.form("field-of", &[row, finite_domain, members]);
            }
            Self::Next(member) => to.form("next", &[member]),
            Self::First(truths) => to.form("first", &[truths]),
            Self::If(truth, one, other) => to.form("if", &[truth, one, other]),
            Self::Script(script, args) => to.form("script", &[script, args]),
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

impl Canonical for ValueExpr {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Num(number) => to.form("number", &[number]),
            Self::Truth(truth) => to.form("truth", &[truth]),
            Self::Member(finite_domain, member) => to.form("member-of", &[finite_domain, member]),
            Self::Place(place) => to.form("point", &[place]),
            Self::Set(set) => to.form("points", &[set]),
            Self::Kind(kind) => to.form("kind", &[kind]),
        }
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
