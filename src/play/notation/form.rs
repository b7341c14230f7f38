//! Fits a text to a template, literally and by the names that exist.

use super::name;
use crate::model::{
    ArgValue, Domain, Family, ListId, Model, Move, Num, Point, RowId, SeatId, TextPart,
};

/// Returns what the holes of a template stand for in a tidied text: every way to read it, mostly one or none.
pub(super) fn fits(model: &Model, mv: &Move, input: &str) -> Vec<Named> {
    let mut found = Vec::new();
    let form = Form { model, mv };
    form.fit(&mv.text, input, (&mut Vec::new(), &mut found));
    found
}

/// What holes stand for, each with its name as the list of legal moves writes it.
pub(super) type Named = Vec<(ArgValue, String)>;

type Found<'f> = (&'f mut Named, &'f mut Vec<Named>);

/// The form of a move of a game.
struct Form<'m> {
    model: &'m Model,
    mv: &'m Move,
}

impl Form<'_> {
    fn fit(&self, parts: &[TextPart], input: &str, (holes, found): Found<'_>) {
        let Some((part, rest)) = parts.split_first() else {
            if input.is_empty() {
                found.push(holes.clone());
            }
            return;
        };
        if let TextPart::Literal(letters) = part {
            if let Some(input) = literal(letters, input) {
                self.fit(rest, input, (holes, found));
            }
            return;
        }
        for (value, length) in self.names(part, input) {
            let (taken, input) = input.split_at(length);
            let text = match value {
                ArgValue::Heap(..) => taken.to_owned(),
                _ => name(self.model, value),
            };
            holes.push((value, text));
            self.fit(rest, input, (holes, found));
            holes.pop();
        }
    }

    /// Returns the names that a hole may take off the front of a text, longest first, with their lengths.
    fn names(&self, hole: &TextPart, input: &str) -> Vec<(ArgValue, usize)> {
        let model = self.model;
        match hole {
            TextPart::Literal(_) => Vec::new(),
            TextPart::Place(_) => prefixes(input, |c| c.is_ascii_alphanumeric())
                .filter_map(|name| Some((ArgValue::Point(point(model, name)?), name.len())))
                .collect(),
            TextPart::Num(num) => prefixes(input, |c| c.is_ascii_digit() || c == '-')
                .filter_map(|name| Some((number(name)?, name.len())))
                .filter(|(number, _)| self.exists(num, *number))
                .map(|(number, length)| (ArgValue::Num(number), length))
                .collect(),
            TextPart::Item(family, _) => members(model, *family, input),
            TextPart::Heap(_, list) => heaps(model, *list, input),
        }
    }

    /// Tells whether a number is one of those that can ever stand there.
    fn exists(&self, num: &Num, number: i64) -> bool {
        match num {
            Num::Field(values, _) => values.contains(&number),
            Num::Arg(arg) => match self.mv.args.get(arg.index()).map(|arg| &arg.domain) {
                Some(Domain::Numbers(least, most)) => match (&least.kind, &most.kind) {
                    (Num::Fixed(least), Num::Fixed(most)) => (*least..=*most).contains(&number),
                    _ => true,
                },
                _ => true,
            },
            _ => true,
        }
    }
}

/// Returns the members of a family whose names begin a text, the longest first.
fn members(model: &Model, family: Family, input: &str) -> Vec<(ArgValue, usize)> {
    let all = (0u8..).take(model.members(family));
    let mut named: Vec<_> = all
        .filter_map(|at| {
            let member = model.member(family, at);
            let name = input.get(..member.len())?;
            let value = match family {
                Family::Players => ArgValue::Seat(SeatId(at)),
                Family::Rows(list) => ArgValue::Row(list, RowId(at)),
            };
            (name == member.to_lowercase()).then_some((value, name.len()))
        })
        .collect();
    named.sort_by_key(|(_, length)| std::cmp::Reverse(*length));
    named
}

/// Returns the heaps that names with blanks between them begin a text with, the longest first.
///
/// A list of names that stand in another order, or are too many, is no heap of the game; it is read all the same, so that
/// it is refused as a move that is not legal.
fn heaps(model: &Model, list: ListId, input: &str) -> Vec<(ArgValue, usize)> {
    let rows = &model.list(list).rows;
    let packing = model.packing(list);
    let mut counts = vec![0; rows.len()];
    let mut found = Vec::new();
    let mut length = 0;
    for word in input.split(' ') {
        let Some(at) = rows.iter().position(|row| row.name == word) else {
            break;
        };
        counts[at] += 1;
        length += word.len();
        let stock = model.stock(list);
        let fits = counts.iter().zip(&stock).all(|(count, most)| count <= most);
        let word = packing.as_ref().filter(|_| fits).map_or(u64::MAX, |p| p.pack(&counts));
        found.push((ArgValue::Heap(list, word), length));
        length += 1;
    }
    found.reverse();
    found
}

/// Takes a literal off the front of a tidied text.
///
/// A literal `x` may have blanks around it, and so may every `-` in a literal.
pub(super) fn literal<'i>(letters: &str, input: &'i str) -> Option<&'i str> {
    if letters.trim() == "x" {
        return Some(input.trim_start().strip_prefix('x')?.trim_start());
    }
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

/// Returns the beginnings of a text that are made of such characters, longest first.
fn prefixes(input: &str, such: impl Fn(char) -> bool) -> impl Iterator<Item = &str> {
    let run = input.len() - input.trim_start_matches(such).len();
    (1..=run.min(LONGEST_NAME))
        .rev()
        .filter_map(|end| input.get(..end))
}

/// No name of a point or number is longer.
const LONGEST_NAME: usize = 20;

pub(super) fn point(model: &Model, name: &str) -> Option<Point> {
    model.board.as_ref().and_then(|board| board.find(name))
}

/// Reads a whole number as it is printed: no plus, no leading zeros.
pub(super) fn number(name: &str) -> Option<i64> {
    let number: i64 = name.parse().ok()?;
    (number.to_string() == name).then_some(number)
}
