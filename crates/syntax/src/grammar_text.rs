//! The text of the grammar: the words with which a rule may begin, and the alternatives of a rule.

use std::collections::BTreeSet;

const GRAMMAR: &str = include_str!("../../../grammar/game.pest");

/// Returns the body of a rule, between its braces; `None` if there is no such rule.
fn body(rule: &str) -> Option<&'static str> {
    let at = GRAMMAR.find(&format!("\n{rule} "))?;
    let (_, rest) = GRAMMAR[at..].split_once('{')?;
    rest.split_once("}\n").map(|(body, _)| body)
}

/// Returns the alternatives of a rule.
#[cfg(test)]
pub(super) fn alternatives(rule: &str) -> Vec<&'static str> {
    let body = body(rule).unwrap_or_default();
    split_outside_brackets(body).collect()
}

/// Splits a rule at its alternatives, but not inside brackets.
fn split_outside_brackets(body: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let parts = body.split(move |sign| {
        match sign {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        sign == '|' && depth == 0
    });
    parts.map(str::trim)
}

/// Returns the words with which a text that the rule matches may begin.
pub(super) fn opening_words(rule: &str) -> BTreeSet<&'static str> {
    let mut words = BTreeSet::new();
    add_opening_words(rule, &mut words);
    words
}

fn add_opening_words(rule: &str, words: &mut BTreeSet<&'static str>) {
    let is_word = |word: &&str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
    let Some(body) = body(rule) else {
        return;
    };
    if body.trim_start().starts_with(['(', '"']) {
        let first = body.split('~').next().unwrap_or_default();
        words.extend(first.split('"').skip(1).step_by(2).filter(is_word));
        return;
    }
    for alternative in split_outside_brackets(body) {
        let parts = alternative.split('~').map(str::trim);
        // A lookahead consumes nothing.
        for part in parts.filter(|part| !part.starts_with(['!', '&'])) {
            add_opening_words(part.trim_end_matches(['?', '*']), words);
            if !part.ends_with(['?', '*']) {
                break;
            }
        }
    }
}
