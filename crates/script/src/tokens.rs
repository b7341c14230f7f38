//! The tokens of a script with their places, from Rhai's own lexer, without comments.

use rhai::{Engine, Position, Token};
use std::ops::Range;

/// A token and its place.
#[derive(Clone, Debug)]
pub(super) struct ScriptToken {
    pub(super) token: Token,
    /// Its bytes.
    pub(super) bytes: Range<usize>,
}

/// Splits a script into tokens, up to the first lexical error.
pub(super) fn tokens(text: &str) -> Vec<ScriptToken> {
    read(text).0
}

/// Returns the byte of the first lexical error; `None` if there is none.
#[must_use]
pub fn unread_from(text: &str) -> Option<usize> {
    read(text).1
}

/// Splits a script into tokens; also returns the byte of the first lexical error.
fn read(text: &str) -> (Vec<ScriptToken>, Option<usize>) {
    let engine = Engine::new_raw();
    let texts = [text];
    let (stream, control) = engine.lex(&texts);
    let lines = LineStarts::of(text);
    let mut found: Vec<(Token, usize)> = Vec::new();
    // For each open brace: is it inside a text, as in `${…}`?
    let mut braces: Vec<bool> = Vec::new();
    let mut unread = None;
    for (token, position) in stream {
        match &token {
            Token::EOF => break,
            Token::LexError(_) => {
                unread = lines.byte(position).or(Some(text.len()));
                break;
            }
            Token::LeftBrace | Token::MapStart => {
                let in_text = matches!(found.last(), Some((Token::InterpolatedString(_), _)));
                braces.push(in_text);
            }
            Token::RightBrace => {
                // The lexer needs to know that the text continues.
                control.borrow_mut().is_within_text = braces.pop().unwrap_or_default();
            }
            _ => {}
        }
        // The empty rest of a text after `${…}` has no position; it begins right after the brace.
        let after = found.last().map_or(0, |(_, before)| before + 1);
        let start = lines.byte(position).unwrap_or(after);
        found.push((token, start));
    }
    let ends = found.iter().skip(1).map(|(_, start)| *start);
    let end = unread.unwrap_or(text.len());
    let ends: Vec<usize> = ends.chain([end]).collect();
    let placed = found.into_iter().zip(ends).map(|((token, start), next)| {
        let end = start + length(&token, text.get(start..next).unwrap_or_default());
        ScriptToken {
            token,
            bytes: start..end,
        }
    });
    (placed.collect(), unread)
}

/// Returns the length of a token; `text` goes from its start to the next token.
fn length(token: &Token, text: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    match token {
        Token::IntegerConstant(_) | Token::Identifier(_) => {
            text.find(|c| !is_word(c)).unwrap_or(text.len())
        }
        Token::StringConstant(_) | Token::InterpolatedString(_) | Token::CharConstant(_) => {
            text_length(text)
        }
        _ if token.is_literal() => token.literal_syntax().len(),
        _ => text.trim_end().len(),
    }
}

/// Returns the length of a text with its quotes. The rest of a backtick text after `${…}` has no opening quote.
fn text_length(text: &str) -> usize {
    let (quote, begin) = match text.chars().next() {
        Some(quote @ ('"' | '\'' | '`')) => (quote, 1),
        _ => ('`', 0),
    };
    let mut before = ' ';
    let inside = text[begin..].char_indices().find(|(_, c)| {
        let ends = *c == quote && (quote == '`' || before != '\\');
        before = if before == '\\' { ' ' } else { *c };
        ends
    });
    match inside {
        Some((at, c)) => begin + at + c.len_utf8(),
        None => text.trim_end().len(),
    }
}

/// The starts of the lines of a text.
struct LineStarts<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> LineStarts<'t> {
    fn of(text: &'t str) -> Self {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        Self {
            text,
            starts: [0].into_iter().chain(breaks).collect(),
        }
    }

    /// Returns the byte at a line and column.
    fn byte(&self, position: Position) -> Option<usize> {
        let start = *self.starts.get(position.line()?.checked_sub(1)?)?;
        let column = position.position().unwrap_or(1).saturating_sub(1);
        let rest = self.text.get(start..)?;
        let mut letters = rest.char_indices().map(|(at, _)| at);
        Some(start + letters.nth(column).unwrap_or(rest.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn tokens_are_found_where_they_stand() {
        let text = "fn f(pos) { // no\n  let e = `a ${pos.g(`b ${1}`)} \"c\"`; /* no */ e == \"x\\\"y\" && 1_000 >= '\\'' }\n";
        let found: Vec<&str> = tokens(text)
            .into_iter()
            .map(|token| &text[token.bytes])
            .collect();
        assert_eq!(
            found,
            [
                "fn",
                "f",
                "(",
                "pos",
                ")",
                "{",
                "let",
                "e",
                "=",
                "`a $",
                "{",
                "pos",
                ".",
                "g",
                "(",
                "`b $",
                "{",
                "1",
                "}",
                "`",
                ")",
                "}",
                " \"c\"`",
                ";",
                "e",
                "==",
                "\"x\\\"y\"",
                "&&",
                "1_000",
                ">=",
                "'\\''",
                "}"
            ]
        );
    }
}
