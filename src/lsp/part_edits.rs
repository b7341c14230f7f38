//! Names that fit where a variant changes a declaration or a part of it: `replace move`, `add … to`, `remove condition … of`.

use linstock_ide::index::{Noun, Sort};

const MOVES: &[Sort] = &[Sort::Declared(Noun::Move)];
const LISTS: &[Sort] = &[Sort::Declared(Noun::List)];
const CONDITIONED: &[Sort] = &[Sort::Declared(Noun::Move), Sort::Declared(Noun::Fact)];
/// The sorts that a variant may rename, replace or remove.
const ALL_DECLARED: [[Sort; 1]; 13] = [
    [Sort::Declared(Noun::Player)],
    [Sort::Declared(Noun::Piece)],
    [Sort::Declared(Noun::Move)],
    [Sort::Declared(Noun::Option)],
    [Sort::Declared(Noun::Fact)],
    [Sort::Declared(Noun::Line)],
    [Sort::Declared(Noun::Phase)],
    [Sort::Declared(Noun::Region)],
    [Sort::Declared(Noun::List)],
    [Sort::Declared(Noun::Zone)],
    [Sort::Declared(Noun::Drawing)],
    [Sort::Declared(Noun::Routine)],
    [Sort::Declared(Noun::Memory)],
];
const CLAUSES: &[Sort] = &[Sort::Clause];
const PHASES: &[Sort] = &[Sort::Declared(Noun::Phase)];
const BODIES: &[Sort] = &[
    Sort::Declared(Noun::Phase),
    Sort::Declared(Noun::Move),
    Sort::Declared(Noun::Routine),
];

/// Returns the sorts of names that may follow these words of an edit; `None` where they are not an edit.
pub(super) fn fitting(before: &[&str]) -> Option<&'static [Sort]> {
    let words = untagged(before);
    Some(match words {
        // Here follows a new name, or the word for the kind of declaration.
        ["rename", .., "to"] | ["rename" | "replace"] => &[],
        ["remove"] => MOVES,
        ["rename" | "replace" | "remove", kind] | ["rename", kind, .., ","]
            if Noun::called(kind).is_some() =>
        {
            return Noun::called(kind).and_then(sole);
        }
        ["add", "row", .., ","] => return None,
        ["add"] | ["add", .., ","] => MOVES,
        ["add", "row", .., "to"] | ["replace" | "remove", "row", _, "of"] => LISTS,
        [
            "add",
            "when" | "weigh" | "leaves" | "seen" | "warn",
            ..,
            "to",
        ] => MOVES,
        ["add", "at", _, "of"]
        | ["add", "before" | "after", .., "of"]
        | ["replace" | "remove", "statement" | "ask", .., "of"] => BODIES,
        ["add", "before" | "after"]
        | ["add", "before" | "after", "statement" | "ask"]
        | ["replace" | "remove", "condition" | "statement" | "ask"]
        | ["add", .., "to", "ask"] => CLAUSES,
        ["replace" | "remove", "condition", .., "of"] => CONDITIONED,
        ["add", .., "to"]
        | ["remove", _, "from"]
        | ["add", .., "to", "ask", _, "of"]
        | ["add", .., "to", "ask", _, "of", _, "of"]
        | ["remove", _, "from", "ask", .., "of"] => PHASES,
        _ => return None,
    })
}

/// Returns the words for what a variant may rename or remove, after these words of an edit.
pub(super) fn kinds(before: &[&str]) -> Vec<&'static str> {
    let renamed = Noun::RENAMED.map(Noun::word);
    match untagged(before) {
        ["rename"] => renamed.to_vec(),
        ["remove"] => [&renamed[..], &["list", "zone", "drawing", "to", "remember"]].concat(),
        _ => Vec::new(),
    }
}

fn untagged<'b, 't>(before: &'b [&'t str]) -> &'b [&'t str] {
    let tags = before.iter().take_while(|word| word.starts_with('@'));
    before.get(tags.count()..).unwrap_or_default()
}

/// Returns the sort of names that a noun declares.
fn sole(noun: Noun) -> Option<&'static [Sort]> {
    ALL_DECLARED
        .iter()
        .find(|sorts| sorts[0] == Sort::Declared(noun))
        .map(|sorts| &sorts[..])
}

#[cfg(test)]
mod tests {
    use super::{BODIES, CLAUSES, CONDITIONED, LISTS, MOVES, PHASES, fitting, sole};
    use linstock_ide::index::Noun;

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
            ("add after statement", Some(CLAUSES)),
            ("add after statement 2 of X-1 of", Some(BODIES)),
            ("add pass to ask 2 of X-1 of", Some(PHASES)),
            ("remove pass from", Some(PHASES)),
            ("add row crown 60 ,", None),
            ("replace move", Some(MOVES)),
            ("@X-1 replace list", Some(LISTS)),
            ("rename player", sole(Noun::Player)),
            ("rename player dark to", Some(&[])),
            ("rename player dark to black ,", sole(Noun::Player)),
            ("remove", Some(MOVES)),
            ("remove region", sole(Noun::Region)),
            ("remove to", sole(Noun::Routine)),
            ("fact near = next to", None),
        ];
        for (text, fits) in table {
            let words: Vec<&str> = text.split(' ').collect();
            assert_eq!(fitting(&words), fits, "{text}");
        }
    }
}
