//! Which names fit where a variant changes a part of a declaration: `add … to`, `remove condition … of`.

use crate::check::index::{Noun, Sort};

const MOVES: &[Sort] = &[Sort::Declared(Noun::Move)];
const LISTS: &[Sort] = &[Sort::Declared(Noun::List)];
const CONDITIONED: &[Sort] = &[Sort::Declared(Noun::Move), Sort::Declared(Noun::Fact)];
const CLAUSES: &[Sort] = &[Sort::Clause];
const PHASES: &[Sort] = &[Sort::Declared(Noun::Phase)];
const BODIES: &[Sort] = &[
    Sort::Declared(Noun::Phase),
    Sort::Declared(Noun::Move),
    Sort::Declared(Noun::Routine),
];

/// Tells what is named after these words of an edit; nothing where they are no such edit.
pub(super) fn fitting(before: &[&str]) -> Option<&'static [Sort]> {
    let tags = before.iter().take_while(|word| word.starts_with('@'));
    let words = before.get(tags.count()..).unwrap_or_default();
    Some(match words {
        ["add", "row", .., ","] => return None,
        ["add"] | ["add", .., ","] => MOVES,
        ["add", "row", .., "to"] | ["replace" | "remove", "row", _, "of"] => LISTS,
        [
            "add",
            "when" | "weigh" | "leaves" | "seen" | "warn",
            ..,
            "to",
        ] => MOVES,
        ["add", "at" | "before" | "after", _, "of"]
        | ["replace" | "remove", "statement" | "ask", .., "of"] => BODIES,
        ["add", "before" | "after"]
        | ["replace" | "remove", "condition" | "statement" | "ask"]
        | ["add", .., "to", "ask"] => CLAUSES,
        ["replace" | "remove", "condition", .., "of"] => CONDITIONED,
        ["add", .., "to"]
        | ["remove", _, "from"]
        | ["add", .., "to", "ask", _, "of"]
        | ["remove", _, "from", "ask", _, "of"] => PHASES,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{BODIES, CLAUSES, CONDITIONED, LISTS, MOVES, PHASES, fitting};

    #[test]
    fn what_fits_hangs_on_the_words_before() {
        let table = [
            ("add", Some(MOVES)),
            ("@X-1 add swap to", Some(PHASES)),
            ("add swap if quick to", Some(PHASES)),
            ("add row crown 60 to", Some(LISTS)),
            ("add when quick to", Some(MOVES)),
            ("add at end of", Some(BODIES)),
            ("add before", Some(CLAUSES)),
            ("replace condition", Some(CLAUSES)),
            ("remove condition X-1 of", Some(CONDITIONED)),
            ("remove pass from", Some(PHASES)),
            ("add row crown 60 ,", None),
            ("replace move", None),
            ("fact near = next to", None),
        ];
        for (text, fits) in table {
            let words: Vec<&str> = text.split(' ').collect();
            assert_eq!(fitting(&words), fits, "{text}");
        }
    }
}
