//! Texts to be replaced for readers that do not occur in the rules.

use linstock_base::{Diagnostic, Sources};
use linstock_model::{Model, UnmatchedText};

/// Warns of each text that is neither a sentence of the rules nor a condition as written there.
pub(crate) fn unmatched_texts(model: &Model, sources: &Sources) -> Vec<Diagnostic> {
    let open = &model.sheet.unmatched;
    if open.is_empty() {
        return Vec::new();
    }
    let rules: Vec<String> = sources
        .iter()
        .map(|(_, source)| on_one_line(&source.text))
        .collect();
    let unmatched = open
        .iter()
        .filter(|unmatched| !rules.iter().any(|text| says(text, &unmatched.text)));
    unmatched.map(warning).collect()
}

fn warning(unmatched: &UnmatchedText) -> Diagnostic {
    Diagnostic::warning(
        "E0832",
        unmatched.span,
        "the rules do not contain this text",
    )
    .maybe_did_you_mean(unmatched.near.as_deref())
    .hint("copy it from the rules, with its braces")
}

/// Returns the text of rules without line breaks and tags.
fn on_one_line(text: &str) -> String {
    let words = text.split_whitespace();
    let words: Vec<&str> = words.filter(|word| !word.starts_with('@')).collect();
    words.join(" ")
}

/// Returns whether a text occurs in the rules, other than in quotes.
fn says(rules: &str, text: &str) -> bool {
    let mut places = rules.match_indices(text);
    places.any(|(at, _)| !rules[..at].ends_with('"'))
}

#[cfg(test)]
mod tests {
    use super::{on_one_line, says};

    #[test]
    fn a_condition_is_found_whatever_its_lines_and_tags() {
        let rules = on_one_line("if @A a > 0\n  and b { } words { \"c > 0\" \"x\" }");
        assert!(says(&rules, "a > 0 and b"));
        assert!(!says(&rules, "c > 0"));
    }
}
