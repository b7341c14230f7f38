//! The names in a script: its functions, and in quotes the names that the rules declare.

use super::api;
use super::api_entry::{On, ScriptApiEntry};
use super::tokens::{ScriptToken, tokens};
use linstock_check::Noun;
use linstock_check::Sort;
use rhai::Token;
use std::ops::Range;

/// A name in a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptName {
    /// The name.
    pub text: String,
    /// Its bytes, without quotes.
    pub bytes: Range<usize>,
    /// Its role.
    pub role: ScriptNameRole,
}

/// The role of a name in a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptNameRole {
    /// The definition of a function; with the bytes of the whole definition.
    Definition(Range<usize>),
    /// A call of a function without a receiver.
    Call,
    /// A name that the rules declare; with its possible sorts, the likeliest first.
    Text(&'static [Sort]),
}

/// The possible sorts of a quoted text in an unknown place.
const ANY: &[Sort] = &[
    Sort::Declared(Noun::Player),
    Sort::Declared(Noun::Piece),
    Sort::Declared(Noun::Row),
    Sort::Value,
    Sort::Declared(Noun::Zone),
    Sort::Declared(Noun::List),
    Sort::Declared(Noun::Memory),
    Sort::Declared(Noun::Option),
    Sort::Field,
    Sort::Clause,
];

/// Finds the names in a script, up to the first lexical error.
#[must_use]
pub fn script_names(text: &str) -> Vec<ScriptName> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match &token.token {
            Token::Identifier(name) if is_next(&tokens, at, &Token::LeftParen) => {
                let role = match before(&tokens, at) {
                    Some(Token::Fn) => ScriptNameRole::Definition(definition(&tokens, at)),
                    Some(Token::Period | Token::Elvis) => continue,
                    _ => ScriptNameRole::Call,
                };
                let (text, bytes) = (name.to_string(), token.bytes.clone());
                found.push(ScriptName { text, bytes, role });
            }
            Token::StringConstant(_) => found.extend(in_quotes(text, &tokens, at)),
            _ => {}
        }
    }
    found
}

/// Returns the possible sorts of a name in quotes that would open at the end of a text.
#[must_use]
pub fn named_in_quotes(before: &str) -> &'static [Sort] {
    let tokens = tokens(before);
    sorts(&tokens, tokens.len())
}

fn before(tokens: &[ScriptToken], at: usize) -> Option<&Token> {
    Some(&tokens.get(at.checked_sub(1)?)?.token)
}

fn is_next(tokens: &[ScriptToken], at: usize, wanted: &Token) -> bool {
    tokens.get(at + 1).is_some_and(|next| next.token == *wanted)
}

/// Returns the bytes of a function's definition; `name` is the token of its name.
fn definition(tokens: &[ScriptToken], name: usize) -> Range<usize> {
    let mut open = 0_usize;
    let rest = tokens.get(name..).unwrap_or_default().iter();
    let last = rest.clone().find(|token| {
        match token.token {
            Token::LeftBrace | Token::MapStart => open += 1,
            Token::RightBrace => open = open.saturating_sub(1),
            _ => return false,
        }
        open == 0
    });
    let end = last.or(rest.last()).map_or(0, |token| token.bytes.end);
    tokens[name.saturating_sub(1)].bytes.start..end
}

/// Returns the name in a quoted text, or both names of a pair such as `ann of silk`.
fn in_quotes(text: &str, tokens: &[ScriptToken], at: usize) -> Vec<ScriptName> {
    let bytes = &tokens[at].bytes;
    let inside = bytes.start + 1..bytes.end.saturating_sub(1);
    let Some(written) = text.get(inside.clone()) else {
        return Vec::new();
    };
    let sorts = sorts(tokens, at);
    let mut start = inside.start;
    let parts = written.split(" of ").map(|part| {
        let bytes = start..start + part.len();
        start = bytes.end + " of ".len();
        ScriptName {
            text: part.to_owned(),
            bytes,
            role: ScriptNameRole::Text(sorts),
        }
    });
    parts.filter(|part| !part.text.is_empty()).collect()
}

/// Returns the possible sorts of a quoted name at a token, by its place among the arguments of a function.
fn sorts(tokens: &[ScriptToken], at: usize) -> &'static [Sort] {
    let Some((opening, place)) = argument(tokens, at) else {
        return ANY;
    };
    let Some(ScriptToken {
        token: Token::Identifier(function),
        ..
    }) = opening.checked_sub(1).and_then(|name| tokens.get(name))
    else {
        return ANY;
    };
    let method = matches!(before(tokens, opening - 1), Some(Token::Period));
    let of = match opening.checked_sub(3).and_then(|of| tokens.get(of)) {
        Some(ScriptToken {
            token: Token::Identifier(of),
            ..
        }) if method => of.as_str(),
        _ => "",
    };
    let known = api::entries().filter(|entry| {
        entry.name() == function.as_str()
            && (entry.on != On::Nothing) == method
            && entry.args() > place
    });
    let exact = known.clone().filter(|entry| entry.on.word() == of);
    let known: Vec<_> = match exact.clone().next() {
        Some(_) => exact.collect(),
        None => known.collect(),
    };
    match known.as_slice() {
        [first, rest @ ..] if rest.iter().all(|entry| entry.on == first.on) => {
            sorts_of(first, place)
        }
        _ => ANY,
    }
}

/// Returns the bracket that opens the argument list in which a token is a whole argument, and the argument's index.
fn argument(tokens: &[ScriptToken], at: usize) -> Option<(usize, usize)> {
    let next = tokens.get(at + 1).map(|next| &next.token);
    if !matches!(next, None | Some(Token::Comma | Token::RightParen)) {
        return None;
    }
    if !matches!(before(tokens, at)?, Token::Comma | Token::LeftParen) {
        return None;
    }
    let (mut closed, mut place) = (0_usize, 0);
    for (back, token) in tokens.get(..at)?.iter().enumerate().rev() {
        match token.token {
            Token::RightParen | Token::RightBracket | Token::RightBrace => closed += 1,
            Token::LeftParen if closed == 0 => return Some((back, place)),
            Token::LeftBracket | Token::LeftBrace | Token::MapStart if closed == 0 => return None,
            Token::LeftParen | Token::LeftBracket | Token::LeftBrace | Token::MapStart => {
                closed -= 1;
            }
            Token::Comma if closed == 0 => place += 1,
            _ => {}
        }
    }
    None
}

/// Returns the possible sorts of an argument of a function.
fn sorts_of(entry: &ScriptApiEntry, place: usize) -> &'static [Sort] {
    let inside = entry.call.split(['(', ')']).nth(1).unwrap_or_default();
    match inside.split(", ").nth(place).unwrap_or_default() {
        "name" if entry.name() == "option" => &[Sort::Declared(Noun::Option)],
        "name" => &[Sort::Declared(Noun::Memory)],
        "kind" => &[Sort::Declared(Noun::Piece)],
        "row" => &[Sort::Declared(Noun::Row), Sort::Declared(Noun::Piece)],
        "zone" | "from" | "to" => &[Sort::Declared(Noun::Zone)],
        "list" => &[Sort::Declared(Noun::List)],
        "field" => &[Sort::Field],
        "clause" => &[Sort::Clause],
        // A memory of a piece is addressed by a point.
        "player" | "of" => &[
            Sort::Declared(Noun::Player),
            Sort::Declared(Noun::Row),
            Sort::Declared(Noun::Piece),
        ],
        "point" | "points" | "direction" | "letter" | "number" | "reason" => &[],
        _ => ANY,
    }
}

#[cfg(test)]
mod tests {
    use super::{ScriptNameRole, named_in_quotes, script_names};
    use linstock_check::Noun;
    use linstock_check::Sort;

    #[test]
    fn names_are_found_with_what_they_may_name() {
        let text = "// \"no\" f(1)\nfn f(pos) { pos.own(\"man\").and(g(pos, \"x\")); pos.remembered(\"tally\", \"ann of silk\") }\n\
                    fn g(p, x) { m.set(\"k\", 1); `${pos.option(\"look\")}`; [\"north\"] }";
        let told = script_names(text).into_iter().map(|name| {
            assert_eq!(text[name.bytes.clone()], name.text);
            match name.role {
                ScriptNameRole::Definition(whole) => format!("fn {}: {}", name.text, whole.len()),
                ScriptNameRole::Call => format!("{}()", name.text),
                ScriptNameRole::Text(sorts) => format!("{} {}", name.text, sorts.len()),
            }
        });
        let told: Vec<_> = told.collect();
        assert_eq!(
            told,
            [
                "fn f: 85", "man 1", "g()", "x 10", "tally 1", "ann 3", "silk 3", "fn g: 64",
                "k 10", "look 1", "north 10"
            ]
        );
    }

    #[test]
    fn what_quotes_would_name_hangs_on_what_stands_before() {
        let one = |noun| vec![Sort::Declared(noun)];
        let table = [
            ("fn f(pos) { pos.own(", one(Noun::Piece)),
            ("fn f(pos) { pos.value(\"a\", ", one(Noun::List)),
            ("fn f(pos, fx) { fx.set(", one(Noun::Memory)),
            ("fn f(pos) { no(", vec![Sort::Clause]),
            ("fn f(pos) { pos.step(", vec![]),
        ];
        for (text, sorts) in table {
            assert_eq!(named_in_quotes(text), sorts, "{text}");
        }
        assert!(named_in_quotes("fn f(pos) { let x = ").len() > 5);
    }
}
