//! Lines of rules without what only tags asked for: branches that say the same, and brackets that hold nothing together.
//!
//! A designer writes `(@A-1 home if me is first else @A-2 home)`, so that each player has a clause. Without the tags both
//! branches are `home`.

use crate::play::sheet::rule_lines::split;

/// Returns a line, tidied from the inside to the outside.
pub(super) fn tidied(text: &str) -> String {
    let mut tidy = String::new();
    let mut rest = text;
    while let Some((before, within, after)) = first_group(rest) {
        tidy.push_str(before);
        let within = tidied(within);
        let branch = one_branch(&within);
        let of_call = tidy.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '-');
        if !of_call && (is_whole(branch) || (branch != within && is_name(branch))) {
            tidy.push_str(branch);
        } else {
            tidy.push_str(&format!("({branch})"));
        }
        rest = after;
    }
    tidy + rest
}

/// Splits a text at its first brackets: what is before, within, and behind them.
fn first_group(text: &str) -> Option<(&str, &str, &str)> {
    let (mut opened, mut depth, mut quoted) = (0, 0_usize, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' => {
                if depth == 0 {
                    opened = at;
                }
                depth += 1;
            }
            ')' if depth == 1 => {
                return Some((&text[..opened], &text[opened + 1..at], &text[at + 1..]));
            }
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Returns `a` of `a if … else a`; any other text as it is.
fn one_branch(text: &str) -> &str {
    match (
        split(text, " if ").as_slice(),
        split(text, " else ").as_slice(),
    ) {
        ([then, _], [_, otherwise]) if then == otherwise => then,
        _ => text,
    }
}

/// Tells whether a text is one word, or stands in brackets of its own.
fn is_whole(text: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let bracketed = first_group(text);
    (!text.is_empty() && text.chars().all(word))
        || bracketed.is_some_and(|(before, _, after)| before.is_empty() && after.is_empty())
}

/// Tells whether a text is a name such as `home of me`, in which nothing is joined.
fn is_name(text: &str) -> bool {
    let joins = [
        "and", "or", "except", "not", "if", "else", "through", "where", "is", "in",
    ];
    let name = |word: &str| word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    text.split(' ')
        .all(|word| name(word) && !joins.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::tidied;

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
