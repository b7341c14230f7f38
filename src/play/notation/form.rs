//! Fits a text to a template, literally and by the names that exist.

use crate::model::{ArgValue, Model, Point, TextPart};

/// Returns what the holes of a template stand for in a tidied text: every way to read it, mostly one or none.
pub(super) fn fits(model: &Model, parts: &[TextPart], input: &str) -> Vec<Vec<ArgValue>> {
    let mut found = Vec::new();
    fit(model, parts, input, (&mut Vec::new(), &mut found));
    found
}

type Found<'f> = (&'f mut Vec<ArgValue>, &'f mut Vec<Vec<ArgValue>>);

fn fit(model: &Model, parts: &[TextPart], input: &str, (holes, found): Found<'_>) {
    let Some((part, rest)) = parts.split_first() else {
        if input.is_empty() {
            found.push(holes.clone());
        }
        return;
    };
    if let TextPart::Literal(letters) = part {
        if let Some(input) = literal(letters, input) {
            fit(model, rest, input, (holes, found));
        }
        return;
    }
    for (value, input) in names(model, part, input) {
        holes.push(value);
        fit(model, rest, input, (holes, found));
        holes.pop();
    }
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

/// Returns the names that a hole may take off the front of a text, longest first, with what is left.
fn names<'i>(model: &Model, hole: &TextPart, input: &'i str) -> Vec<(ArgValue, &'i str)> {
    let taken: Vec<_> = match hole {
        TextPart::Literal(_) => Vec::new(),
        TextPart::Place(_) => prefixes(input, |c| c.is_ascii_alphanumeric())
            .filter_map(|name| point(model, name).map(|point| (ArgValue::Point(point), name)))
            .collect(),
        TextPart::Num(_) => prefixes(input, |c| c.is_ascii_digit() || c == '-')
            .filter_map(|name| number(name).map(|number| (ArgValue::Num(number), name)))
            .collect(),
        TextPart::Seat(_) => {
            let players = model.seat_ids().zip(&model.players);
            let mut named: Vec<_> = players
                .filter_map(|(seat, player)| {
                    let name = input.get(..player.len())?;
                    (name == player.to_lowercase()).then_some((ArgValue::Seat(seat), name))
                })
                .collect();
            named.sort_by_key(|(_, name)| std::cmp::Reverse(name.len()));
            named
        }
    };
    taken
        .into_iter()
        .map(|(value, name)| (value, input.get(name.len()..).unwrap_or_default()))
        .collect()
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
