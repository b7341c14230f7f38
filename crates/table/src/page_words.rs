//! The words of the page and the answers of the table, in each language: `assets/words.json`.

use linstock_base::Language;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::LazyLock;

/// What is said in English and in German, by its key.
type Phrases = BTreeMap<String, [String; 2]>;

#[derive(Deserialize, Default)]
struct PhraseBook {
    /// What the page says: its frame, and its scripts.
    page: Phrases,
    /// What the table answers.
    table: Phrases,
}

static WORDS: LazyLock<PhraseBook> = LazyLock::new(|| {
    // A test reads it.
    serde_json::from_str(include_str!("../assets/words.json")).unwrap_or_default()
});

/// What a table answers, in a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableWords(pub(crate) Language);

impl TableWords {
    /// Returns an answer without arguments.
    pub(crate) fn say(self, key: &str) -> String {
        self.with(key, &[])
    }

    /// Returns an answer with its arguments.
    pub(crate) fn with(self, key: &str, arguments: &[(&str, &dyn Display)]) -> String {
        let said = WORDS.table.get(key);
        said.map_or_else(String::new, |[english, german]| {
            self.0.fill([english, german], arguments)
        })
    }
}

/// Returns a word of the page.
pub(crate) fn page_word(language: Language, key: &str) -> &'static str {
    let said = WORDS.page.get(key);
    said.map_or("", |said| said[language as usize].as_str())
}

/// Returns all words of the page as a JSON object, for its scripts.
pub(crate) fn page_words(language: Language) -> String {
    let words = WORDS.page.iter();
    let words: BTreeMap<&str, &str> = words
        .map(|(key, said)| (key.as_str(), said[language as usize].as_str()))
        .collect();
    // The page has it in an element, which a `<` could end.
    let text = serde_json::to_string(&words).unwrap_or_default();
    text.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::{Phrases, WORDS};
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Returns the quoted texts that follow one of the given marks.
    fn quoted<'t>(text: &'t str, marks: &'t [&str]) -> impl Iterator<Item = &'t str> {
        let after = marks.iter().flat_map(|mark| text.split(mark).skip(1));
        after.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next())
    }

    /// Reads all files of a folder of this crate with an extension.
    fn read(folder: &str, extension: &str, into: &mut String) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let is_other = !path.ends_with("page_words.rs");
            if is_other && path.extension().is_some_and(|found| found == extension) {
                into.push_str(&std::fs::read_to_string(path).expect("a text"));
            }
        }
    }

    fn keys(phrases: &Phrases) -> BTreeSet<&str> {
        phrases.keys().map(String::as_str).collect()
    }

    /// Returns the names in braces.
    fn holes(text: &str) -> BTreeSet<&str> {
        let holes = text.split('{').skip(1);
        holes.filter_map(|hole| hole.split('}').next()).collect()
    }

    #[test]
    fn every_language_has_all_words_with_the_same_arguments() {
        assert!(WORDS.page.len() > 100 && WORDS.table.len() > 30);
        for (key, said) in WORDS.page.iter().chain(&WORDS.table) {
            assert!(said.iter().all(|text| !text.is_empty()), "{key}");
            assert_eq!(holes(&said[0]), holes(&said[1]), "{key}");
        }
    }

    #[test]
    fn words_are_used_and_those_used_are_known() {
        let (mut scripts, mut source) = (String::new(), String::new());
        read("assets", "js", &mut scripts);
        for folder in ["src", "src/table"] {
            read(folder, "rs", &mut source);
        }
        let page = quoted(&scripts, &["say("]).chain(quoted(&source, &["word("]));
        let page: BTreeSet<&str> = page.collect();
        let marks = [".say(", "refusal(", "words().with(", "words.with("];
        let table: BTreeSet<&str> = quoted(&source, &marks).collect();
        assert_eq!(
            table.difference(&keys(&WORDS.table)).count(),
            0,
            "{table:?}"
        );
        let is_unused = |key: &&String| !source.contains(&format!("\"{key}\""));
        let unused: Vec<&String> = WORDS.table.keys().filter(is_unused).collect();
        assert_eq!(unused, Vec::<&String>::new());
        let known = keys(&WORDS.page);
        assert_eq!(
            page.difference(&known).collect::<Vec<_>>(),
            Vec::<&&str>::new()
        );
        // Some keys are put together.
        let begun = ["bye-", "own-wish-", "wish-", "skill-"];
        let made = |key: &&str| begun.iter().any(|begin| key.starts_with(begin));
        let unused: Vec<&str> = known
            .difference(&page)
            .copied()
            .filter(|key| !made(key))
            .collect();
        assert_eq!(unused, Vec::<&str>::new());
    }
}
