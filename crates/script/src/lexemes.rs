//! The lexemes of a script, for an editor: keywords, numbers, texts, brackets, and comments between them.

use super::tokens::{ScriptToken, tokens};
use linstock_syntax::{Lexeme, LexemeKind};
use rhai::Token;

/// Splits a script into lexemes, up to the first lexical error. Leaves out names: their colour depends on what they name.
#[must_use]
pub fn script_lexemes(text: &str) -> Vec<Lexeme> {
    let mut found = Vec::new();
    let mut end = 0;
    for ScriptToken { token, bytes } in tokens(text) {
        remarks(text, end..bytes.start, &mut found);
        end = bytes.end;
        let kind = match token {
            Token::StringConstant(_) | Token::InterpolatedString(_) | Token::CharConstant(_) => {
                LexemeKind::Text
            }
            Token::IntegerConstant(_) => LexemeKind::Number,
            Token::LeftBrace | Token::LeftParen | Token::LeftBracket | Token::MapStart => {
                LexemeKind::Open
            }
            Token::RightBrace | Token::RightParen | Token::RightBracket => LexemeKind::Close,
            token if token.is_standard_keyword() => LexemeKind::Word,
            _ => continue,
        };
        found.push(Lexeme { kind, bytes });
    }
    remarks(text, end..text.len(), &mut found);
    found
}

/// Finds the comments between two tokens.
fn remarks(text: &str, between: std::ops::Range<usize>, found: &mut Vec<Lexeme>) {
    let mut start = between.start;
    while let Some(rest) = text.get(start..between.end) {
        start += rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        let end = if rest.starts_with("//") {
            rest.find('\n')
        } else if rest.starts_with("/*") {
            rest.find("*/").map(|at| at + "*/".len())
        } else {
            return;
        };
        let length = end.unwrap_or(rest.len());
        found.push(Lexeme {
            kind: LexemeKind::Remark,
            bytes: start..start + rest[..length].trim_end().len(),
        });
        start += length;
    }
}

#[cfg(test)]
mod tests {
    use super::script_lexemes;

    #[test]
    fn words_texts_and_remarks_are_told_from_each_other() {
        let text = "// one\n/* two */ fn f(pos) { let a = #{ b: \"c # d\" }; if a.b == 3 { true } } // end";
        let found = script_lexemes(text).into_iter();
        let found: Vec<_> = found
            .map(|lexeme| format!("{:?} {}", lexeme.kind, &text[lexeme.bytes]))
            .collect();
        assert_eq!(
            found.join(", "),
            "Remark // one, Remark /* two */, Word fn, Open (, Close ), Open {, Word let, Open #{, Text \"c # d\", \
             Close }, Word if, Number 3, Open {, Word true, Close }, Close }, Remark // end"
        );
    }
}
