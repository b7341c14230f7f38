//! Simplifies lines of rules that only tags made longer: merges equal branches, and removes needless brackets.
//!
//! A designer writes `(@A-1 home if me is first else @A-2 home)`, so that each player has a clause. Without the tags,
//! both branches are `home`.

use linstock_base::is_quote;
use linstock_syntax::RESERVED;

/// Returns a simplified line. Works from the innermost brackets outwards.
pub(super) fn tidied(text: &str) -> String {
    let mut tidy = String::new();
    let mut rest = text;
    while let Some(group) = first_group(rest) {
        tidy.push_str(group.before);
        let within = tidied(group.within);
        let branch = one_branch(&within);
        let of_call = tidy.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '-');
        if !of_call && (is_whole(branch) || (branch != within && is_name(branch))) {
            tidy.push_str(branch);
        } else {
            tidy.push_str(&format!("({branch})"));
        }
        rest = group.after;
    }
    tidy + rest
}

/// Splits a text at a word outside brackets and quotes.
pub(super) fn split<'t>(text: &'t str, word: &str) -> Vec<&'t str> {
    let (mut parts, mut from, mut depth, mut quoted) = (Vec::new(), 0, 0_usize, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' if is_quote(text, at) => quoted = !quoted,
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 && !quoted && at >= from && text[at..].starts_with(word) => {
                parts.push(&text[from..at]);
                from = at + word.len();
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

/// A text, split at its first brackets.
struct BracketedText<'t> {
    before: &'t str,
    within: &'t str,
    after: &'t str,
}

/// Splits a text at its first brackets.
fn first_group(text: &str) -> Option<BracketedText<'_>> {
    let (mut opened, mut depth, mut quoted) = (0, 0_usize, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' if is_quote(text, at) => quoted = !quoted,
            _ if quoted => {}
            '(' => {
                if depth == 0 {
                    opened = at;
                }
                depth += 1;
            }
            ')' if depth == 1 => {
                return Some(BracketedText {
                    before: &text[..opened],
                    within: &text[opened + 1..at],
                    after: &text[at + 1..],
                });
            }
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Returns `a` for `a if … else a`, and any other text unchanged.
fn one_branch(text: &str) -> &str {
    match (
        split(text, " if ").as_slice(),
        split(text, " else ").as_slice(),
    ) {
        ([then, _], [_, otherwise]) if then == otherwise => then,
        _ => text,
    }
}

/// Returns whether a text is one word, or is enclosed in brackets.
fn is_whole(text: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let bracketed = first_group(text);
    (!text.is_empty() && text.chars().all(word))
        || bracketed.is_some_and(|group| group.before.is_empty() && group.after.is_empty())
}

/// Returns whether a text is a name such as `home of me`, without operators: its only reserved word is `of`.
fn is_name(text: &str) -> bool {
    let name = |word: &str| word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let joins = |word: &str| word != "of" && RESERVED.contains(&word);
    text.split(' ').all(|word| name(word) && !joins(word))
}

#[cfg(test)]
mod tests {
    use super::tidied;
    use crate::sheet::rule_lines::plain;
    use linstock_base::Sources;
    use linstock_syntax::parse_expr;
    use std::path::Path;

    #[test]
    fn branches_that_say_the_same_are_told_once() {
        let rule = "there in ((home of me if me is first else home of me) else \"no (not\") and (empty if a is b else empty)";
        assert_eq!(
            tidied(rule),
            "there in (home of me else \"no (not\") and empty"
        );
        assert_eq!(tidied("(a if b else c)"), "(a if b else c)");
        assert_eq!(tidied("(a if (x if y else x) else a)"), "a");
    }

    /// Returns the syntax tree of an expression without spans. Returns `None` if the text is not an expression.
    fn tree(text: &str) -> Option<String> {
        let sources = Sources::from([("x", text)]);
        let (file, _) = sources.iter().next()?;
        let tree = format!("{:?}", parse_expr(file, text).ok()?);
        let parts = tree.split("Span {").enumerate();
        let parts = parts.map(|(at, part)| match at {
            0 => part,
            _ => part.split_once('}').map_or(part, |(_, rest)| rest),
        });
        Some(parts.collect())
    }

    #[test]
    fn a_tidied_fact_of_a_shipped_game_is_read_as_before() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulesets");
        let (mut compared, mut tidier) = (0, 0);
        for folder in std::fs::read_dir(root).expect("a folder") {
            let folder = folder.expect("an entry").path();
            let name = folder
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let text = std::fs::read_to_string(folder.join(format!("{name}.game")));
            for line in text
                .unwrap_or_default()
                .lines()
                .filter(|line| line.contains("fact "))
            {
                let line = plain(line);
                let Some((_, fact)) = line.split_once(" = ") else {
                    continue;
                };
                // Tests the text as written, and with each bracket doubled.
                let doubled = fact.replace('(', "((").replace(')', "))");
                for written in [fact, &doubled] {
                    let now = tidied(written);
                    // If two branches were merged, the tree differs.
                    let folded = now.matches(" if ").count() < written.matches(" if ").count();
                    if let (Some(before), false) = (tree(written), folded) {
                        assert_eq!(tree(&now).as_ref(), Some(&before), "{written} / {now}");
                        compared += 1;
                        tidier += usize::from(now != written);
                    }
                }
            }
        }
        assert!(
            compared > 400 && tidier > 100,
            "{compared} facts, {tidier} tidied"
        );
    }

    #[test]
    fn brackets_that_hold_nothing_together_are_gone() {
        assert_eq!(
            tidied("through ((everything if x else empty))"),
            "through (everything if x else empty)"
        );
        assert_eq!(
            tidied("2 d of here through (empty) and (a or b)"),
            "2 d of here through empty and (a or b)"
        );
        assert_eq!(tidied("men(x) and free((a), b)"), "men(x) and free(a, b)");
    }
}
