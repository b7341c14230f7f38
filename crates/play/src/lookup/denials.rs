//! Clauses that forbid what a text names, although the text is no move of the game: `Passing is not allowed` for `pass`.

use crate::explain::Why;
use crate::wording::Phrasing;
use linstock_model::{Model, MoveRule, TagId, TextPart};

/// The number of words at the start of a sentence in which its subject is looked for.
const SUBJECT: usize = 5;

/// Words that deny something, in English and German.
const DENIALS: [&str; 18] = [
    "not", "no", "never", "none", "nothing", "nobody", "cannot", "without", "nicht", "nichts",
    "nie", "niemals", "niemand", "kein", "keine", "keinen", "keiner", "ohne",
];

/// The words for a turn without a move.
const PASSING: [&str; 5] = ["pass", "skip", "passen", "aussetzen", "schieben"];

/// The endings that a word loses before it is compared, the longest first.
const ENDINGS: [&str; 6] = ["ing", "en", "es", "ed", "s", "e"];

/// The shortest stem that is compared.
const SHORTEST: usize = 3;

/// Explains that a text is not a move of the game, if clauses deny what it names. Returns `None` if no clause does.
#[must_use]
pub fn denial(model: &Model, text: &str) -> Option<Why> {
    let clauses = denied_by(model, text);
    (!clauses.is_empty()).then(|| Why {
        legal: false,
        reason: Phrasing(model.sheet.language).no_such_move(text),
        clauses,
        carried: Vec::new(),
    })
}

/// Returns the clauses that deny a text which is not a move of the game. Each word of the text, except for the names of
/// moves, must be in the subject of a sentence that denies something.
fn denied_by(model: &Model, text: &str) -> Vec<TagId> {
    let typed = words(text);
    let verbs: Vec<String> = model.moves.iter().filter_map(first_word).collect();
    let named: Vec<&String> = typed.iter().filter(|word| !verbs.contains(word)).collect();
    if named.is_empty() || named.iter().any(|word| word.chars().count() < SHORTEST) {
        return Vec::new();
    }
    let denies = |sentence: &str| {
        let words = words(sentence);
        let subject = &words[..words.len().min(SUBJECT)];
        let is_subject = |name: &&String| subject.iter().any(|word| same(word, name));
        words.iter().any(|word| DENIALS.contains(&word.as_str())) && named.iter().all(is_subject)
    };
    let entries = model.sheet.entries();
    let found = entries.filter(|entry| entry.text.split(['.', ';']).any(denies));
    found.map(|entry| entry.tag).collect()
}

/// Returns the words of a text in small letters.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

fn first_word(mv: &MoveRule) -> Option<String> {
    match mv.text.first() {
        Some(TextPart::Literal(letters)) => words(letters).into_iter().next(),
        _ => None,
    }
}

/// Returns whether two words are forms of one word, or both mean a turn without a move.
fn same(left: &str, right: &str) -> bool {
    let (left, right) = (stem(left), stem(right));
    let passes = |word: &str| PASSING.iter().any(|known| stem(known) == word);
    left == right || passes(left) && passes(right)
}

fn stem(word: &str) -> &str {
    let shorter = ENDINGS
        .iter()
        .filter_map(|ending| word.strip_suffix(ending));
    let mut stems = shorter.filter(|stem| stem.chars().count() >= SHORTEST);
    stems.next().unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::same;

    #[test]
    fn forms_of_a_word_are_the_same() {
        for (left, right, expected) in [
            ("pass", "passing", true),
            ("passes", "pass", true),
            ("passen", "aussetzen", true),
            ("page", "pages", true),
            ("pass", "past", false),
            ("end", "ends", true),
        ] {
            assert_eq!(same(left, right), expected, "{left} and {right}");
        }
    }
}
