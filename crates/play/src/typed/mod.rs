//! What a person means who types a move in another way than the game writes it: `e2e4` or `h8 to g7` for `h8-g7`.
//!
//! Only programs for people use this: a terminal, a table in a browser. The protocol, scenarios and saves read moves
//! strictly. A text that has the form of a move of the game is never taken for another move.

mod double_moves;
mod piece_moves;
mod tokens;
mod typing_errors;

use crate::cell::cell;
use crate::{Actor, ChoiceMade, Session, notation, split_route};
use linstock_base::similar;
use linstock_model::{Model, TextPart};
use tokens::{Likeness, MoveSign, TypedPart, is_only_longer, likeness, sign_of, tokens};
use typing_errors::typing_errors;

/// What a typed text means in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meant {
    /// This legal move.
    Move(String),
    /// One of these legal moves.
    Several(Vec<String>),
    /// This legal move, if it were written with another sign, and the sign makes a difference in this game.
    OtherSign(String),
    /// No legal move, but a move of the game or a route, written as the game does.
    Form(String),
    /// No legal move; the legal move that is nearest to it, if one is near.
    Nothing(Option<String>),
}

/// Reads what people type in one position. It lists the legal moves once.
#[derive(Clone, Debug)]
pub struct MoveReader {
    session: Session,
    actor: Option<Actor>,
    choices: Vec<ChoiceMade>,
}

impl MoveReader {
    /// Lists the legal moves of an actor; by default those of the first to move.
    #[must_use]
    pub fn new(session: &Session, actor: Option<Actor>) -> Self {
        Self {
            session: session.clone(),
            actor,
            choices: legal(session, actor),
        }
    }

    /// Returns what a text means among the legal moves.
    #[must_use]
    pub fn meant(&self, text: &str) -> Meant {
        let Self {
            session,
            actor,
            choices,
        } = self;
        let typed = tokens(text);
        if typed.is_empty() {
            return Meant::Nothing(None);
        }
        let (mut same, mut short, mut other) = (Vec::new(), Vec::new(), Vec::new());
        let mut without_origin = Vec::new();
        for choice in choices {
            match likeness(&typed, &tokens(&choice.text)) {
                Some(Likeness::Same) => same.push(choice),
                Some(Likeness::Shortened) => short.push(choice),
                Some(Likeness::OtherSign) => other.push(choice),
                None if is_only_longer(&typed, &tokens(&choice.text)) => {
                    without_origin.push(choice);
                }
                None => {}
            }
        }
        let free = !signs_matter(session.model());
        let by_effect = || double_moves::meant(session, choices, text);
        let found = (one_or_several(&same))
            .or_else(|| one_or_several(&short))
            .or_else(|| one_or_several(&other).map(|found| told_apart(found, free)))
            .or_else(|| one_or_several(&without_origin).map(|found| told_apart(found, false)))
            .or_else(|| only_of_column(&typed, choices).map(|mv| Meant::Move(mv.to_owned())))
            .or_else(|| one_or_several(&of_two_numbers(&typed, choices)))
            .or_else(|| one_or_several(&by_effect()))
            .or_else(|| one_or_several(&piece_moves::meant(session, choices, text)));
        let form = || {
            form(session.model(), &typed)
                .or_else(|| double_moves::form(session, *actor, text))
                .or_else(|| piece_moves::form(session, *actor, text))
                .or_else(|| {
                    let points = piece_moves::after_piece(session.model(), text)?;
                    form(session.model(), &tokens(points))
                })
        };
        found.unwrap_or_else(|| match form() {
            Some(form) => Meant::Form(form),
            None => Meant::Nothing(nearest(text, &typed, choices)),
        })
    }

    /// Returns the legal move that is nearest to a text, if one is near.
    #[must_use]
    pub fn nearest(&self, text: &str) -> Option<String> {
        nearest(text, &tokens(text), &self.choices)
    }

    /// Lists the legal moves, at most `most`, that a person may have meant who made a typing error: those with the fewest errors, and among
    /// these the nearest on the board. If there is none, lists the legal move that resembles the text.
    #[must_use]
    pub fn likely_meant(&self, text: &str, most: usize) -> Vec<String> {
        let letters = |text: &str| {
            let letters = text.chars().filter(|c| c.is_alphanumeric());
            letters.flat_map(char::to_lowercase).collect::<String>()
        };
        let (typed, wanted) = (tokens(text), letters(text));
        let mut found: Vec<(usize, u64, &str)> = Vec::new();
        for choice in &self.choices {
            if let Some(errors) = typing_errors(&wanted, &letters(&choice.text)) {
                let apart = apart_on_board(&typed, &tokens(&choice.text));
                found.push((errors, apart.unwrap_or(u64::MAX), &choice.text));
            }
        }
        found.sort();
        let found = found.into_iter().map(|(.., text)| text.to_owned());
        let found: Vec<String> = found.take(most).collect();
        match found.is_empty() {
            true => self.nearest(text).into_iter().take(most).collect(),
            false => found,
        }
    }
}

/// Lists the choices of an actor; by default the first to move.
fn legal(session: &Session, actor: Option<Actor>) -> Vec<ChoiceMade> {
    let actor = actor.or(session.decider());
    let choices = actor.and_then(|actor| session.choices(actor).ok());
    choices.unwrap_or_default()
}

/// Writes a text as the game writes a move or a route with these names; `None` if the game has none of that form.
fn form(model: &Model, typed: &[TypedPart]) -> Option<String> {
    let is_form =
        |text: &String| notation::read(model, text).is_ok() || split_route(model, text).is_some();
    let mut forms = ["-", "x", " "]
        .into_iter()
        .map(|between| written(model, typed, between));
    let with_sign = |sign: MoveSign| {
        let parts = typed.iter().map(|part| match part {
            TypedPart::Sign(_) => TypedPart::Sign(sign),
            TypedPart::Name(name) => TypedPart::Name(name.clone()),
        });
        written(model, &parts.collect::<Vec<_>>(), " ")
    };
    let mut other_signs = [MoveSign::Step, MoveSign::Take].into_iter().map(with_sign);
    forms.find(is_form).or_else(|| other_signs.find(is_form))
}

/// Joins names: a letter and a number that are a point are one, and a missing sign is `between`.
fn written(model: &Model, typed: &[TypedPart], between: &str) -> String {
    let is_point = |name: &str| model.board.as_ref().is_some_and(|b| b.find(name).is_some());
    let (mut text, mut rest) = (String::new(), typed);
    let mut after_name = false;
    while let [first, more @ ..] = rest {
        rest = more;
        let mut name = match first {
            TypedPart::Sign(sign) => {
                text.push_str(sign.written());
                after_name = false;
                continue;
            }
            TypedPart::Name(name) => name.clone(),
        };
        if let [TypedPart::Name(number), after @ ..] = more
            && is_point(&format!("{name}{number}"))
        {
            name.push_str(number);
            rest = after;
        }
        if after_name {
            text.push_str(between);
        }
        text.push_str(&name);
        after_name = true;
    }
    text
}

/// Returns the legal moves of the pieces of a kind: `knight`.
#[must_use]
pub fn moves_of_kind(session: &Session, kind: &str) -> Vec<String> {
    let choices = legal(session, None);
    let own = piece_moves::of_kind(session, &choices, kind);
    own.iter().map(|choice| choice.text.clone()).collect()
}

/// Sorts moves for people by their texts: the rows of a list in the order of the list, and `b9` before `b10`.
pub fn sort_for_people<T>(model: &Model, moves: &mut [T], text: impl Fn(&T) -> &str) {
    let row = |word: &str| {
        let lists = model.lists.iter().enumerate();
        let mut found = lists.filter_map(|(list, rows)| {
            Some((list, rows.rows.iter().position(|row| row.name == word)?))
        });
        found.next()
    };
    let part = |word: &str| match row(word) {
        Some(place) => (Some(place), Vec::new()),
        None => (None, natural(word)),
    };
    moves.sort_by_cached_key(|mv| text(mv).split(' ').map(part).collect::<Vec<_>>());
}

/// Splits a text so that its numbers are compared as numbers.
fn natural(text: &str) -> Vec<(u64, String)> {
    let part = |part| match part {
        TypedPart::Name(name) => (name.parse().unwrap_or(0), name),
        TypedPart::Sign(sign) => (0, sign.written().to_owned()),
    };
    tokens(text).into_iter().map(part).collect()
}

/// Returns whether a move's text contains a name: a point, a card, a word.
#[must_use]
pub fn mentions(text: &str, name: &str) -> bool {
    let (text, name) = (tokens(text), tokens(name));
    !name.is_empty() && text.windows(name.len()).any(|part| part == name)
}

/// Returns whether the first point in a move's text is in a column, such as `h`, or in a row, such as `4`.
#[must_use]
pub fn begins_in(text: &str, line: &str) -> bool {
    let text = tokens(text);
    let mut pairs = text.windows(2).filter_map(|pair| match pair {
        [TypedPart::Name(column), TypedPart::Name(row)] if is_number(row) && !is_number(column) => {
            Some((column, row))
        }
        _ => None,
    });
    let first = pairs.next();
    first.is_some_and(|(column, row)| column == line || row == line)
}

fn one_or_several(found: &[&ChoiceMade]) -> Option<Meant> {
    match found {
        [] => None,
        [only] => Some(Meant::Move(only.text.clone())),
        several => Some(Meant::Several(
            several.iter().map(|choice| choice.text.clone()).collect(),
        )),
    }
}

/// Keeps a move that was found under another sign from being played if signs make a difference.
fn told_apart(found: Meant, free: bool) -> Meant {
    match found {
        Meant::Move(mv) if !free => Meant::OtherSign(mv),
        found => found,
    }
}

/// Returns whether the game writes some moves with a sign for a step and others with a sign for taking.
fn signs_matter(model: &Model) -> bool {
    let literals = model.moves.iter().flat_map(|mv| &mv.text);
    let mut signs: Vec<_> = literals
        .filter_map(|part| match part {
            TextPart::Literal(letters) => sign_of(letters.trim()),
            _ => None,
        })
        .collect();
    signs.sort_unstable();
    signs.dedup();
    signs.len() > 1
}

/// Returns the only legal move in a column, which is named by its letter or its number, if each legal move is a point
/// and each column has one of them at most. Where all legal moves begin with the same letters, as `s1` to `s6`, the number
/// is enough.
fn only_of_column<'c>(typed: &[TypedPart], choices: &'c [ChoiceMade]) -> Option<&'c str> {
    let [TypedPart::Name(name)] = typed else {
        return None;
    };
    let parts = |choice: &ChoiceMade| match tokens(&choice.text).as_slice() {
        [TypedPart::Name(column), TypedPart::Name(row)] if is_number(row) && !is_number(column) => {
            Some((column.clone(), row.clone()))
        }
        _ => None,
    };
    let parts: Option<Vec<(String, String)>> = choices.iter().map(parts).collect();
    let (columns, rows): (Vec<String>, Vec<String>) = parts?.into_iter().unzip();
    if columns.iter().all(|column| *column == columns[0]) && is_number(name) {
        let at = rows.iter().position(|row| row == name)?;
        return Some(&choices[at].text);
    }
    let mut distinct = columns.clone();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() != columns.len() {
        return None;
    }
    let letter = column_letter(name).unwrap_or_else(|| name.clone());
    let at = columns.iter().position(|column| *column == letter)?;
    Some(&choices[at].text)
}

/// Returns the legal moves that are a point with two numbers: its column and its row, or its row and its column.
fn of_two_numbers<'c>(typed: &[TypedPart], choices: &'c [ChoiceMade]) -> Vec<&'c ChoiceMade> {
    let [TypedPart::Name(first), TypedPart::Name(second)] = typed else {
        return Vec::new();
    };
    let point = |column: &String, row: &String| {
        let column = column_letter(column)?;
        is_number(row).then(|| [TypedPart::Name(column), TypedPart::Name(row.clone())])
    };
    let mut points = vec![point(first, second), point(second, first)];
    points.dedup();
    let points: Vec<_> = points.into_iter().flatten().collect();
    let is_meant = |choice: &&ChoiceMade| {
        let legal = tokens(&choice.text);
        points.iter().any(|point| legal == point)
    };
    choices.iter().filter(is_meant).collect()
}

/// Returns the letter of a column that is named by its number.
fn column_letter(number: &str) -> Option<String> {
    match number.parse::<u32>() {
        Ok(number @ 1..=26) => char::from_u32('a' as u32 + number - 1).map(String::from),
        _ => None,
    }
}

fn is_number(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns the legal move that a text resembles most: one that begins with the same point or word, or else one with a
/// similar text. If other moves differ from the text only in their points, returns the one that is nearest on the board.
fn nearest(text: &str, typed: &[TypedPart], choices: &[ChoiceMade]) -> Option<String> {
    let text = text.trim().to_lowercase();
    let begins_alike = |choice: &&ChoiceMade| {
        let legal = tokens(&choice.text);
        let alike = typed.iter().zip(&legal).take_while(|(a, b)| a == b).count();
        let word = matches!(typed.first(), Some(TypedPart::Name(name)) if name.len() > 2);
        alike >= 2 || (alike == 1 && word)
    };
    let from_there: Vec<&str> = (choices.iter().filter(begins_alike))
        .map(|choice| choice.text.as_str())
        .collect();
    let all = || choices.iter().map(|choice| choice.text.as_str());
    let near = similar(&text, from_there.iter().copied())
        .or(from_there.first().copied())
        .or_else(|| similar(&text, all()))?;
    let others: Vec<&str> = match from_there.is_empty() {
        true => all().collect(),
        false => from_there,
    };
    let on_board = others.into_iter().filter_map(|text| {
        let apart = apart_on_board(typed, &tokens(text))?;
        Some((apart, text))
    });
    let nearest = on_board.min_by_key(|(apart, _)| *apart);
    Some(nearest.map_or(near, |(_, text)| text).to_owned())
}

/// Returns how far the points of two texts are apart, as the sum of the squares. Returns `None` if the texts differ in
/// something else.
fn apart_on_board(typed: &[TypedPart], legal: &[TypedPart]) -> Option<u64> {
    let (mut typed, mut legal, mut apart) = (typed, legal, 0u64);
    loop {
        match (typed, legal) {
            ([], []) => return Some(apart),
            ([a, b, typed_rest @ ..], [c, d, legal_rest @ ..])
                if let (Some(from), Some(to)) = (point(a, b), point(c, d)) =>
            {
                let (columns, rows) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
                let [columns, rows] = [columns, rows].map(u64::from);
                apart = columns
                    .saturating_mul(columns)
                    .saturating_add(rows.saturating_mul(rows))
                    .saturating_add(apart);
                (typed, legal) = (typed_rest, legal_rest);
            }
            ([a, typed_rest @ ..], [c, legal_rest @ ..]) if a == c => {
                (typed, legal) = (typed_rest, legal_rest);
            }
            _ => return None,
        }
    }
}

/// Returns the column and the row of a point in two parts of a text.
fn point(column: &TypedPart, row: &TypedPart) -> Option<(u32, u32)> {
    match (column, row) {
        (TypedPart::Name(column), TypedPart::Name(row)) => cell(&format!("{column}{row}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{apart_on_board, tokens};

    #[test]
    fn texts_that_differ_in_their_points_are_apart_on_the_board() {
        for (typed, legal, expected) in [
            ("land f1", "land h1", Some(4)),
            ("land f1", "land l1", Some(36)),
            ("a1-a3", "b1-a2", Some(2)),
            ("a1-a3", "a1-a3", Some(0)),
            ("land f1", "road f1", None),
            ("land f1", "land f1 h1", None),
            ("a1-a3", "a1xa3", None),
        ] {
            let apart = apart_on_board(&tokens(typed), &tokens(legal));
            assert_eq!(apart, expected, "{typed} and {legal}");
        }
    }
}
