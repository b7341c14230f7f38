//! Matches a text with the template of a move. A hole takes any existing name; everything else must be literal.
//!
//! The search backtracks: if several names fit a hole, it tries the longest first.

use crate::notation::names::name;
use linstock_model::{
    ArgId, ArgValue, Comparison, Domain, FiniteDomain, Head, ListId, Member, Model, MoveRule, Num,
    NumOp, Point, RowId, SeatId, TextPart, Truth, ZoneRef,
};
use std::cell::Cell;

/// The most readings of one text as one move, and the most steps of the search for them. Adjacent numbers without a
/// separator have more readings than can be tried.
const MOST_READINGS: usize = 1_000;
const MOST_STEPS: usize = 20_000;

/// Returns every assignment of values to the holes of a template that yields a normalized text; usually one or none.
pub(super) fn fits(model: &Model, mv: &MoveRule, input: &str) -> Vec<NamedValues> {
    let mut found = Vec::new();
    let left = Cell::new(MOST_STEPS);
    let form = MoveForm { model, mv, left };
    form.fit(&mv.text, input, (&mut Vec::new(), &mut found));
    found
}

/// Returns whether the beginning of a normalized text fits the first part of a template.
pub(super) fn begins(model: &Model, mv: &MoveRule, input: &str) -> bool {
    let left = Cell::new(MOST_STEPS);
    let form = MoveForm { model, mv, left };
    match mv.text.first() {
        None => false,
        Some(TextPart::Literal(letters)) => literal(letters.trim_end(), input).is_some(),
        // A multiset may be empty.
        Some(TextPart::Multiset(..)) => true,
        Some(hole) => !form.names(hole, input).is_empty(),
    }
}

/// The values of holes, each with its name as the list of legal moves writes it.
pub(super) type NamedValues = Vec<(ArgValue, String)>;

type FoundNames<'f> = (&'f mut NamedValues, &'f mut Vec<NamedValues>);

/// The form of a move of a game.
struct MoveForm<'m> {
    model: &'m Model,
    mv: &'m MoveRule,
    /// The number of steps that the search has left.
    left: Cell<usize>,
}

/// Returns whether two holes name the same argument.
fn names_the_same(a: &TextPart, b: &TextPart) -> bool {
    match (a, b) {
        (TextPart::Place(a), TextPart::Place(b)) => a == b,
        (TextPart::Num(Num::Arg(a)), TextPart::Num(Num::Arg(b))) => a == b,
        (TextPart::Member(_, Member::Arg(a)), TextPart::Member(_, Member::Arg(b))) => a == b,
        _ => false,
    }
}

impl MoveForm<'_> {
    fn fit(&self, parts: &[TextPart], input: &str, (holes, found): FoundNames<'_>) {
        let Some(left) = self.left.get().checked_sub(1) else {
            return;
        };
        self.left.set(left);
        let Some((part, rest)) = parts.split_first() else {
            if input.is_empty() && found.len() < MOST_READINGS {
                found.push(holes.clone());
            }
            return;
        };
        if let Some((list, others)) = self.without_multiset(parts) {
            holes.push((ArgValue::Multiset(list, 0), String::new()));
            self.fit(&others, input, (holes, found));
            holes.pop();
        }
        if let TextPart::Literal(letters) = part {
            if let Some(input) = literal(letters, input) {
                self.fit(rest, input, (holes, found));
            }
            return;
        }
        let known = self.known(holes);
        let fits = |taken: &Taken<'_>| known.is_none_or(|value| value == taken.value);
        for taken in self.names(part, input).into_iter().filter(fits) {
            holes.push((taken.value, taken.name));
            self.fit(rest, taken.rest, (holes, found));
            holes.pop();
        }
    }

    /// Returns the value of the next hole, if an earlier hole names the same argument.
    fn known(&self, holes: &NamedValues) -> Option<ArgValue> {
        let all = self.mv.text.iter();
        let all = all.filter(|part| !matches!(part, TextPart::Literal(_)));
        let mut before = all.clone().take(holes.len());
        let next = all.clone().nth(holes.len())?;
        let at = before.position(|hole| names_the_same(hole, next))?;
        holes.get(at).map(|(value, _)| *value)
    }

    /// Returns a template without its first multiset, which may have a literal before it, if the multiset can be empty.
    /// Keeps one of the blanks around it.
    fn without_multiset(&self, parts: &[TextPart]) -> Option<(ListId, Vec<TextPart>)> {
        let (before, arg, list, after) = match parts {
            [
                TextPart::Literal(before),
                TextPart::Multiset(arg, list),
                after @ ..,
            ] => (before.as_str(), *arg, *list, after),
            [TextPart::Multiset(arg, list), after @ ..] => ("", *arg, *list, after),
            _ => return None,
        };
        if least_drawn(self.mv, arg) > 0 {
            return None;
        }
        let mut letters = before.to_owned();
        let mut rest = after;
        if let [TextPart::Literal(behind), others @ ..] = after {
            let blank = letters.is_empty() || letters.ends_with(' ');
            letters.push_str(if blank { behind.trim_start() } else { behind });
            rest = others;
        }
        if rest.is_empty() {
            letters.truncate(letters.trim_end().len());
        }
        let first = std::iter::once(TextPart::Literal(letters));
        Some((list, first.chain(rest.iter().cloned()).collect()))
    }

    /// Returns the values that a hole can take at the front of a text, the longest first, each with its name and the rest
    /// of the text.
    fn names<'i>(&self, hole: &TextPart, input: &'i str) -> Vec<Taken<'i>> {
        let model = self.model;
        let named = |value: ArgValue, name_text: &str| {
            let rest = input.get(name_text.len()..).unwrap_or_default();
            Taken {
                value,
                name: name(model, value),
                rest,
            }
        };
        match hole {
            TextPart::Literal(_) => Vec::new(),
            TextPart::Place(_) => prefixes(input, |c| c.is_ascii_alphanumeric())
                .filter_map(|name| Some(named(ArgValue::Point(point(model, name)?), name)))
                .collect(),
            TextPart::Num(num) => prefixes(input, |c| c.is_ascii_digit() || c == '-')
                .filter_map(|name| Some((number(name)?, name)))
                .filter(|(number, _)| self.exists(num, *number))
                .map(|(number, name)| named(ArgValue::Num(number), name))
                .collect(),
            TextPart::Member(finite_domain, _) => members(model, *finite_domain, input),
            TextPart::Multiset(_, list) => {
                let last = matches!(self.mv.text.last(), Some(TextPart::Multiset(..)));
                multisets(model, *list, input, last)
            }
        }
    }

    /// Returns whether a member of a finite domain is possible in the hole.
    fn may_be(&self, item: &Member, at: usize) -> bool {
        let Member::Arg(arg) = item else { return true };
        match self.mv.args.get(arg.index()).map(|arg| &arg.domain) {
            Some(Domain::Members(_, items)) => {
                let truth = items.kind.0.get(at).map(|truth| &truth.kind);
                !matches!(truth, None | Some(Truth::Fixed(false)))
            }
            _ => true,
        }
    }

    /// Returns whether a number is possible in the hole.
    fn exists(&self, num: &Num, number: i64) -> bool {
        match num {
            Num::Field(values, item) => {
                let all = (0..).zip(values).filter(|(_, value)| **value == number);
                all.into_iter().any(|(at, _)| self.may_be(&item.kind, at))
            }
            // A die has only the faces in its range.
            Num::Arg(arg) if self.mv.outcome => {
                match self.mv.args.get(arg.index()).map(|arg| &arg.domain) {
                    Some(Domain::Numbers(least, most)) => match (&least.kind, &most.kind) {
                        (Num::Fixed(least), Num::Fixed(most)) => (*least..=*most).contains(&number),
                        _ => true,
                    },
                    _ => true,
                }
            }
            _ => true,
        }
    }
}

/// Returns the smallest number of copies that an argument draws, as far as the rules alone determine it.
fn least_drawn(mv: &MoveRule, arg: ArgId) -> i64 {
    match mv.args.get(arg.index()).map(|arg| &arg.domain) {
        Some(Domain::Multiset(number, _)) => least(mv, &number.kind),
        _ => 1,
    }
}

/// Returns a lower bound of an amount, for any position in which the move may be chosen.
fn least(mv: &MoveRule, number: &Num) -> i64 {
    match number {
        Num::Fixed(number) => *number,
        Num::Field(values, _) => values.iter().copied().min().unwrap_or(0),
        Num::Sum(NumOp::Min, a, b) => least(mv, &a.kind).min(least(mv, &b.kind)),
        Num::Sum(NumOp::Max, a, b) => least(mv, &a.kind).max(least(mv, &b.kind)),
        Num::Arg(arg) => match mv.args.get(arg.index()).map(|arg| &arg.domain) {
            Some(Domain::Numbers(from, _)) => least(mv, &from.kind),
            _ => 0,
        },
        Num::Size(zone) => {
            let conditions = mv.heads.iter().filter_map(|head| match head {
                Head::When(cond) => Some(&cond.kind),
                Head::Arg(_) => None,
            });
            i64::from(conditions.into_iter().any(|cond| holds_some(cond, zone)))
        }
        _ => 0,
    }
}

/// Returns whether a condition says that a zone is not empty.
fn holds_some(cond: &Truth, zone: &ZoneRef) -> bool {
    match cond {
        Truth::And(all) => all.iter().any(|cond| holds_some(&cond.kind, zone)),
        Truth::Compare(Comparison::Less, none, size) => match (&none.kind, &size.kind) {
            (Num::Fixed(0), Num::Size(there)) => there.zone == zone.zone,
            _ => false,
        },
        _ => false,
    }
}

/// A value that a hole can take at the front of a text, its name, and the rest of the text.
struct Taken<'i> {
    value: ArgValue,
    name: String,
    rest: &'i str,
}

/// Returns the members of a finite domain whose names are a prefix of the text, the longest first.
fn members<'i>(model: &Model, finite_domain: FiniteDomain, input: &'i str) -> Vec<Taken<'i>> {
    let all = (0u8..).take(model.members(finite_domain));
    let mut named: Vec<_> = all
        .filter_map(|at| {
            let member = model.member(finite_domain, at);
            let rest = dashed(member, input)?;
            let value = match finite_domain {
                FiniteDomain::Players => ArgValue::Seat(SeatId(at)),
                FiniteDomain::Rows(list) => ArgValue::Row(list, RowId(at)),
            };
            Some(Taken {
                value,
                name: member.to_owned(),
                rest,
            })
        })
        .collect();
    named.sort_by_key(|taken| taken.rest.len());
    named
}

/// Returns the multisets of rows that a text begins with, the longest first. If the hole ends the move's text, returns
/// only the longest.
///
/// Also accepts names in a wrong order, and too many of them, so that the move is reported as illegal, not as unreadable.
fn multisets<'i>(model: &Model, list: ListId, input: &'i str, last: bool) -> Vec<Taken<'i>> {
    let (stock, packing) = (model.stock(list), model.packing(list));
    let mut counts = vec![0; stock.len()];
    let mut found: Vec<Taken<'i>> = Vec::new();
    let (mut rest, mut names) = (input, String::new());
    loop {
        let rows = members(model, FiniteDomain::Rows(list), rest).into_iter();
        let whole = |after: &str| after.is_empty() || after.starts_with(' ');
        let next = rows.into_iter().find(|taken| whole(taken.rest));
        let Some(Taken {
            value: ArgValue::Row(_, row),
            name,
            rest: after,
        }) = next
        else {
            break;
        };
        counts[row.index()] += 1;
        if !names.is_empty() {
            names.push(' ');
        }
        names.push_str(&name);
        rest = after.trim_start();
        if last && !rest.is_empty() {
            continue;
        }
        let fits = counts.iter().zip(&stock).all(|(count, most)| count <= most);
        let packed = packing.as_ref().filter(|_| fits);
        let word = packed.map_or(NO_MULTISET, |p| p.pack(&counts));
        found.push(Taken {
            value: ArgValue::Multiset(list, word),
            name: names.clone(),
            rest: after,
        });
        if found.len() == MOST_MULTISETS {
            break;
        }
    }
    found.reverse();
    found
}

/// The packed word for more copies than the game has.
pub(crate) const NO_MULTISET: u64 = u64::MAX;

/// The most prefixes of a text that are tried as a multiset.
const MOST_MULTISETS: usize = 200;

/// Splits a literal off the front of a normalized text.
///
/// A literal `x` may have blanks around it, and so may every `-` in a literal.
pub(super) fn literal<'i>(letters: &str, input: &'i str) -> Option<&'i str> {
    if letters.trim() == "x" {
        return Some(input.trim_start().strip_prefix('x')?.trim_start());
    }
    dashed(letters, input)
}

/// Splits letters off the front of a normalized text. Every `-` in them may have blanks around it.
fn dashed<'i>(letters: &str, input: &'i str) -> Option<&'i str> {
    let letters = letters.to_lowercase();
    let mut pieces = letters.split('-').peekable();
    let mut rest = input;
    let mut first = true;
    while let Some(piece) = pieces.next() {
        let after_dash = if first { piece } else { piece.trim_start() };
        let piece = if pieces.peek().is_some() {
            after_dash.trim_end()
        } else {
            after_dash
        };
        rest = rest.strip_prefix(piece)?;
        if pieces.peek().is_some() {
            rest = rest.trim_start().strip_prefix('-')?.trim_start();
        }
        first = false;
    }
    Some(rest)
}

/// Returns the prefixes of a text that consist of the given characters, the longest first.
fn prefixes(input: &str, such: impl Fn(char) -> bool) -> impl Iterator<Item = &str> {
    let run = input.len() - input.trim_start_matches(such).len();
    (1..=run.min(LONGEST_NAME))
        .rev()
        .filter_map(|end| input.get(..end))
}

/// The longest name of a point or number, in characters.
const LONGEST_NAME: usize = 20;

pub(super) fn point(model: &Model, name: &str) -> Option<Point> {
    model.board.as_ref().and_then(|board| board.find(name))
}

/// Parses a whole number as it is printed: without a plus sign and without leading zeros.
pub(super) fn number(name: &str) -> Option<i64> {
    let number: i64 = name.parse().ok()?;
    (number.to_string() == name).then_some(number)
}
