//! The content of a text without its layout: two texts with the same outline mean the same.

use crate::grammar::Rule;
use crate::lexical;
use crate::parser::{self, Pair};
use crate::token::Dialect;
use linstock_base::{Diagnostics, FileId, unix_line_ends};
use std::fmt::Write as _;

/// Returns the outline of a text: grammar rules, and the words at the leaves. Leaves out a part that cannot be parsed.
pub(super) fn of(file: FileId, text: &str, dialect: Dialect) -> String {
    let mut found = Diagnostics::default();
    let Some(split) = lexical::lay_out(file, text, dialect, &mut found) else {
        return String::new();
    };
    let entries = match dialect {
        Dialect::Scenario => [Rule::one_title, Rule::one_line, Rule::one_file_line],
        Dialect::Game | Dialect::Expression => {
            [Rule::one_declaration, Rule::one_edit, Rule::one_head]
        }
    };
    let mut outline = String::new();
    for piece in &split.pieces {
        let part = split.text.get(piece.bytes.clone()).unwrap_or_default();
        let read = entries
            .into_iter()
            .find_map(|entry| parser::parse(entry, part).ok());
        if let Some(pair) = read {
            add(&mut outline, pair);
        }
        outline.push('\n');
    }
    outline
}

fn add(outline: &mut String, pair: Pair<'_>) {
    let (rule, text) = (pair.as_rule(), pair.as_str());
    let _ = write!(outline, "{rule:?}(");
    let mut inner = pair.into_inner().peekable();
    if inner.peek().is_none() {
        // Blanks within a keyword of several words, such as `is  not`, have no meaning.
        if matches!(rule, Rule::string | Rule::picture | Rule::ask_question) {
            // The line ends of a picture have no meaning.
            outline.push_str(&unix_line_ends(text));
        } else {
            let words: Vec<_> = text.split_whitespace().collect();
            outline.push_str(&words.join(" "));
        }
    }
    inner.for_each(|part| add(outline, part));
    outline.push(')');
}
