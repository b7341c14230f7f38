//! `Nf3`, `knight f3`, `exd5`: moves written as the piece that moves and the point where it arrives.

use crate::typed::tokens::{TypedPart, tokens};
use crate::{Actor, ChoiceMade, Session, notation};
use linstock_model::{Model, SeatId};

/// A legal move, by the piece that makes it.
struct PieceMove<'c> {
    choice: &'c ChoiceMade,
    /// The names of the piece: its sign, its name, its title. Lower case.
    names: [String; 3],
    from: String,
    to: String,
    /// What the text says after the points, such as the new piece.
    rest: String,
}

/// Returns the legal moves that a text means as a piece and a point; empty for any other text.
pub(super) fn meant<'c>(
    session: &Session,
    choices: &'c [ChoiceMade],
    text: &str,
) -> Vec<&'c ChoiceMade> {
    let typed = joined(text);
    let is_piece = text.trim_start().starts_with(char::is_uppercase);
    let takes = text.contains(['x', '×', ':']);
    let all = piece_moves(session, choices);
    let is_meant = |mv: &PieceMove<'_>, typed: &str| {
        let is_named = mv.names.iter().any(|name| mv.fits(typed, name));
        is_named || (!is_piece && takes && mv.is_from_column(typed))
    };
    let meant = all
        .iter()
        .filter(|mv| typed.iter().any(|typed| is_meant(mv, typed)));
    meant.map(|mv| mv.choice).collect()
}

/// Returns the legal moves of the pieces of a kind, which is named by its name or its title.
pub(super) fn of_kind<'c>(
    session: &Session,
    choices: &'c [ChoiceMade],
    kind: &str,
) -> Vec<&'c ChoiceMade> {
    let kind = kind.trim().to_lowercase();
    let all = piece_moves(session, choices).into_iter();
    let own = all.filter(|mv| mv.names[1..].contains(&kind));
    own.map(|mv| mv.choice).collect()
}

/// Writes an illegal move of a piece as the game does, if the actor has one piece of this kind. Returns `None` for any
/// other text.
pub(super) fn form(session: &Session, actor: Option<Actor>, text: &str) -> Option<String> {
    let Some(Actor::Player(seat)) = actor.or(session.decider()) else {
        return None;
    };
    joined(text)
        .iter()
        .find_map(|typed| illegal(session, seat, typed))
}

/// Returns what follows the name of a piece at the beginning of a text: `a1-a5` of `Ra1-a5`.
pub(super) fn after_piece<'t>(model: &Model, text: &'t str) -> Option<&'t str> {
    let text = text.trim();
    let kinds = model.kinds.iter();
    let names = kinds.flat_map(|kind| names_of(model, &kind.name));
    let after = names.filter_map(|name| {
        let (start, rest) = text.split_at_checked(name.len())?;
        (!name.is_empty() && start.to_lowercase() == name).then_some(rest)
    });
    after.max_by_key(|rest| text.len() - rest.len())
}

fn illegal(session: &Session, seat: SeatId, typed: &str) -> Option<String> {
    let model = session.model();
    let (name, to) = typed.split_at(typed.find(|c: char| c.is_ascii_digit())?);
    let (last, _) = name.char_indices().next_back()?;
    let (name, column) = name.split_at(last);
    let to = format!("{column}{to}");
    let pieces = session.rules().pieces(session.state());
    let own = pieces.iter().filter(|piece| piece.owner == Some(seat));
    let mut own = own.filter(|piece| names_of(model, &piece.kind).iter().any(|own| own == name));
    let (Some(only), None) = (own.next(), own.next()) else {
        return None;
    };
    let forms = ["-", "x"].map(|sign| format!("{}{sign}{to}", only.point));
    forms
        .into_iter()
        .find(|form| notation::read(model, form).is_ok())
}

impl PieceMove<'_> {
    /// Returns whether a text is the name of the piece, where it comes from if that is written, and where it arrives.
    fn fits(&self, typed: &str, name: &str) -> bool {
        let Some(after) = typed.strip_prefix(name).filter(|_| !name.is_empty()) else {
            return false;
        };
        let (column, row) = column_and_row(&self.from);
        let places = ["", column, row, self.from.as_str()];
        places.iter().any(|place| {
            let after = after
                .strip_prefix(place)
                .and_then(|after| after.strip_prefix(self.to.as_str()));
            after.is_some_and(|rest| self.ends_with(rest))
        })
    }

    /// Returns whether a text is the column of the piece and the point where it arrives, as in `exd5`.
    fn is_from_column(&self, typed: &str) -> bool {
        let (column, _) = column_and_row(&self.from);
        let after = typed
            .strip_prefix(column)
            .and_then(|after| after.strip_prefix(self.to.as_str()));
        after.is_some_and(|rest| self.ends_with(rest))
    }

    fn ends_with(&self, rest: &str) -> bool {
        rest == self.rest || (rest.chars().count() == 1 && self.rest.starts_with(rest))
    }
}

/// Splits the name of a point: `b10` is `b` and `10`.
fn column_and_row(point: &str) -> (&str, &str) {
    point.split_at(
        point
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(point.len()),
    )
}

/// Joins the letters and digits of a text that may be a piece and a point, with and without an `x` between. Leaves out
/// signs, also those for check and mate.
fn joined(text: &str) -> Vec<String> {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    let text: String = letters.flat_map(char::to_lowercase).collect();
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return Vec::new();
    }
    let inside = text.find('x').filter(|at| *at > 0);
    let without = inside.map(|at| format!("{}{}", &text[..at], &text[at + 1..]));
    std::iter::once(text).chain(without).collect()
}

/// Returns the sign, the name and the title of a kind of piece, in lower case.
fn names_of(model: &Model, kind: &str) -> [String; 3] {
    let found = model.kinds.iter().find(|known| known.name == kind);
    let letter = found.map_or_else(String::new, |known| known.letter.to_string());
    [letter, kind.to_owned(), model.title(kind).to_lowercase()]
}

/// Lists the legal moves whose text begins with the point of a piece.
fn piece_moves<'c>(session: &Session, choices: &'c [ChoiceMade]) -> Vec<PieceMove<'c>> {
    let Some(board) = &session.model().board else {
        return Vec::new();
    };
    let pieces = session.rules().pieces(session.state());
    let moves = choices.iter().filter_map(|choice| {
        let parts = tokens(&choice.text);
        let names: Vec<&str> = parts
            .iter()
            .filter_map(|part| match part {
                TypedPart::Name(name) => Some(name.as_str()),
                TypedPart::Sign(_) => None,
            })
            .collect();
        let is_point = |pair: &[&str]| board.find(&pair.concat()).is_some();
        let [first, second, ..] = names[..] else {
            return None;
        };
        let from = [first, second].concat();
        let last = names
            .windows(2)
            .rposition(is_point)
            .filter(|last| *last >= 2)?;
        let piece = pieces.iter().rfind(|piece| piece.point == from)?;
        Some(PieceMove {
            choice,
            names: names_of(session.model(), &piece.kind),
            from,
            to: names[last..last + 2].concat(),
            rest: names[last + 2..].concat(),
        })
    });
    moves.collect()
}
