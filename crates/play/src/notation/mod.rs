//! Notation: writes moves as texts, and reads texts as moves. Example: the template `{here}-{there}` writes `a7-a8`.
//!
//! The template of a move is the only grammar, for writing and for reading. The reader ignores case and extra blanks. It
//! decides whether a text has the form of a move, not whether the move is legal.

mod alike;
mod form;
mod names;
mod shared_texts;
mod unreadable;

#[cfg(test)]
mod tests;

use alike::may_be_alike;
pub(crate) use form::NO_MULTISET;
pub use names::name;
pub use shared_texts::{MetTexts, Sharing, of_each_text};
pub(crate) use unreadable::Unreadable;

use crate::move_counts;
use crate::reference::{bound, place_of};
use linstock_model::{
    ArgValue, FiniteDomain, Member, Model, MoveId, MoveRule, Num, Point, RowId, SeatId, TextPart,
};
use names::{filled, joined};
use std::borrow::Cow;

/// One reading of a text: a move, and the values of its holes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The move whose form the text has.
    pub mv: MoveId,
    /// The text as the list of legal moves writes it.
    pub text: String,
    /// The values of the holes from left to right: points, numbers, players, rows, multisets of rows.
    pub holes: Vec<ArgValue>,
}

/// Writes a move: its template with the names of its arguments' values.
///
/// Writes `?` for a hole that depends on more than the arguments and `me`, or is off the board.
#[must_use]
pub fn text(model: &Model, mv: MoveId, args: &[Option<ArgValue>], me: SeatId) -> String {
    let parts = &model.mv(mv).text;
    joined(parts.iter().map(|part| {
        match part {
            TextPart::Literal(letters) => Cow::Borrowed(letters.as_str()),
            hole => value(model, hole, args, me)
                .map_or(Cow::Borrowed("?"), |value| Cow::Owned(name(model, value))),
        }
    }))
}

/// A part of a move's text, for programs in which people build a move part by part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MovePart {
    /// A word of the template.
    Word(String),
    /// A point.
    Point(Point),
    /// The name of another value: a number, a player, a row of a list.
    Item(String),
    /// An item of a multiset. Those of one multiset follow each other; their order means nothing.
    OfMultiset(String),
}

/// Splits a move into its parts, in the order of its text. Leaves out signs such as `-`, and a formation.
#[must_use]
pub fn parts(model: &Model, mv: MoveId, args: &[Option<ArgValue>], me: SeatId) -> Vec<MovePart> {
    let mut parts = Vec::new();
    for part in &model.mv(mv).text {
        match part {
            TextPart::Literal(letters) => {
                let words = letters.split_whitespace();
                let words =
                    words.filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1);
                parts.extend(words.map(|word| MovePart::Word(word.to_owned())));
            }
            hole => match value(model, hole, args, me) {
                Some(ArgValue::Point(point)) => parts.push(MovePart::Point(point)),
                None | Some(ArgValue::Line(..)) => {}
                Some(value) => {
                    let part = match value {
                        ArgValue::Multiset(..) => MovePart::OfMultiset,
                        _ => MovePart::Item,
                    };
                    let names = name(model, value);
                    let names = names.split_whitespace();
                    parts.extend(names.map(|name| part(name.to_owned())));
                }
            },
        }
    }
    parts
}

/// Writes a move with only the names of players, for viewers who may not see the other arguments.
#[must_use]
pub(crate) fn masked(model: &Model, mv: MoveId, args: &[Option<ArgValue>], me: SeatId) -> String {
    let parts = &model.mv(mv).text;
    let word = |part: &TextPart| match part {
        TextPart::Literal(letters) => letters.clone(),
        hole => match value(model, hole, args, me) {
            Some(seat @ ArgValue::Seat(_)) => name(model, seat),
            _ => String::new(),
        },
    };
    let text: String = parts.iter().map(word).collect();
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ")
}

/// Reads a text as every move whose form it fits.
///
/// # Errors
/// If the text fits no form, or contains a name that does not exist. The message says what was expected.
pub fn read(model: &Model, text: &str) -> Result<Vec<Reading>, Unreadable> {
    move_counts::parse();
    let input = tidied(text);
    let all = (0u16..).map(MoveId).zip(&model.moves);
    let readings: Vec<_> = all
        .flat_map(|(mv, rule)| {
            let fits = form::fits(model, rule, &input);
            fits.into_iter().map(move |holes| Reading {
                mv,
                text: filled(&rule.text, &holes),
                holes: holes.into_iter().map(|(value, _)| value).collect(),
            })
        })
        .collect();
    if readings.is_empty() {
        Err(unreadable::explain(model, &input))
    } else {
        Ok(readings)
    }
}

/// Writes a move with its items in the order of the list of legal moves. Returns `None` if they already have that order.
pub(crate) fn in_order(model: &Model, reading: &Reading) -> Option<String> {
    let too_many = |hole: &ArgValue| matches!(hole, ArgValue::Multiset(_, NO_MULTISET));
    if reading.holes.iter().any(too_many) {
        return None;
    }
    let ordered = with_holes(model, reading.mv, &reading.holes);
    (ordered != reading.text).then_some(ordered)
}

/// Returns whether the beginning of a text fits the beginning of a move. If not, the text is not a move.
#[must_use]
pub fn may_begin_move(model: &Model, text: &str) -> bool {
    let input = tidied(text);
    let mut moves = model.moves.iter();
    moves.any(|rule| form::begins(model, rule, &input))
}

/// Writes the text of a move with these values in its holes, from left to right.
#[must_use]
pub fn with_holes(model: &Model, mv: MoveId, holes: &[ArgValue]) -> String {
    let mut holes = holes.iter();
    joined(model.mv(mv).text.iter().map(|part| {
        match part {
            TextPart::Literal(letters) => Cow::Borrowed(letters.as_str()),
            _ => Cow::Owned(
                holes
                    .next()
                    .map_or_else(String::new, |value| name(model, *value)),
            ),
        }
    }))
}

/// Returns whether a move's text begins with a point or a word as a whole.
#[must_use]
pub fn begins_with(text: &str, from: &str) -> bool {
    let rest = text.strip_prefix(from);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns the public part of a move: the first word of its text, or the name of its rule if the text begins with a hole.
#[must_use]
pub fn verb<'m>(model: &'m Model, text: &str) -> &'m str {
    let reading = read(model, text)
        .ok()
        .and_then(|all| all.into_iter().next());
    reading.map_or("", |reading| verb_of(model.mv(reading.mv)))
}

/// Returns the first word of a move's text, or else the name of its rule.
#[must_use]
pub(crate) fn verb_of(rule: &MoveRule) -> &str {
    let word = match rule.text.first() {
        Some(TextPart::Literal(letters)) => letters.split(' ').next().unwrap_or_default(),
        _ => "",
    };
    if word.len() > 1 { word } else { &rule.name }
}

/// Evaluates a hole of a text from the arguments and `me`. Returns `None` if it depends on more.
pub(super) fn value(
    model: &Model,
    hole: &TextPart,
    args: &[Option<ArgValue>],
    me: SeatId,
) -> Option<ArgValue> {
    match hole {
        TextPart::Place(place) => place_of(model, args, *place)
            .ok()
            .flatten()
            .map(ArgValue::Point),
        TextPart::Num(Num::Fixed(number)) => Some(ArgValue::Num(*number)),
        TextPart::Num(Num::Arg(arg)) | TextPart::Multiset(arg, _) => bound(args, *arg).ok(),
        TextPart::Num(Num::Field(values, item)) => {
            let at = member_at(model, (FiniteDomain::Players, &item.kind), args, me)?;
            values.get(usize::from(at)).copied().map(ArgValue::Num)
        }
        TextPart::Member(finite_domain, member) => {
            member_at(model, (*finite_domain, member), args, me).map(|at| match finite_domain {
                FiniteDomain::Players => ArgValue::Seat(SeatId(at)),
                FiniteDomain::Rows(list) => ArgValue::Row(*list, RowId(at)),
            })
        }
        TextPart::Literal(_) | TextPart::Num(_) => None,
    }
}

/// Evaluates the member that a hole names, from the arguments and `me`. Returns `None` if it depends on more.
fn member_at(
    model: &Model,
    (finite_domain, member): (FiniteDomain, &Member),
    args: &[Option<ArgValue>],
    me: SeatId,
) -> Option<u8> {
    match member {
        Member::Me => Some(me.0),
        Member::Fixed(at) => Some(*at),
        Member::Arg(arg) => match bound(args, *arg).ok()? {
            ArgValue::Row(_, RowId(at)) | ArgValue::Seat(SeatId(at)) => Some(at),
            _ => None,
        },
        Member::Next(before) => {
            let before = member_at(model, (finite_domain, &before.kind), args, me)?;
            let next = usize::from(before) + 1;
            u8::try_from(next % model.seats().max(1)).ok()
        }
        Member::Field(finite_domain, values, of) => {
            let of = member_at(model, (*finite_domain, &of.kind), args, me)?;
            values.get(usize::from(of)).copied().flatten()
        }
        _ => None,
    }
}

/// Returns a text in lower case, with single blanks between words and none around.
fn tidied(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}
