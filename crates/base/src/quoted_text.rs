//! Quotes within a text of the rules: `\"` stands for `"`, and `\\` for `\`.

/// Returns whether the `"` at a place opens or closes a text: it does not if a `\` escapes it.
#[must_use]
pub fn is_quote(text: &str, at: usize) -> bool {
    let before = text[..at].bytes().rev();
    before.take_while(|byte| *byte == b'\\').count() % 2 == 0
}

/// Returns what a text says, without the signs that escape others.
#[must_use]
pub fn unescaped(written: &str) -> String {
    let mut said = String::with_capacity(written.len());
    let mut signs = written.chars().peekable();
    while let Some(sign) = signs.next() {
        match (sign, signs.peek()) {
            ('\\', Some(&escaped @ ('"' | '\\'))) => {
                said.push(escaped);
                signs.next();
            }
            _ => said.push(sign),
        }
    }
    said
}

/// Returns a text as the rules write it between quotes.
#[must_use]
pub fn escaped(said: &str) -> String {
    said.replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::{escaped, is_quote, unescaped};

    #[test]
    fn a_text_is_escaped_and_read_again() {
        for (said, written) in [
            ("plain", "plain"),
            (r#"the "sea""#, r#"the \"sea\""#),
            (r"a\b", r"a\\b"),
            (r#"\""#, r#"\\\""#),
            ("", ""),
        ] {
            assert_eq!(escaped(said), written);
            assert_eq!(unescaped(written), said);
        }
        assert_eq!(unescaped(r"a\b\"), r"a\b\", "other signs need no escape");
    }

    #[test]
    fn an_escaped_quote_closes_no_text() {
        let text = r#""a\"b\\""#;
        let quotes = text.match_indices('"').map(|(at, _)| at);
        let quotes: Vec<usize> = quotes.filter(|at| is_quote(text, *at)).collect();
        assert_eq!(quotes, [0, text.len() - 1]);
    }
}
