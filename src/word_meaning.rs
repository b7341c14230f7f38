//! The meanings of the words of the language, for `linstock help WORD` and for editors: from the tables of the grammar and of
//! expressions.

use crate::window;
use linstock_ide::index::{forms_of_expressions, word_of_language, words_of_language};
use linstock_syntax::{Dialect, RESERVED, inner_meaning, keyword_form, keywords};

/// The most forms of expressions that are listed for one word.
const MOST_FORMS: usize = 3;

/// Words that belong to no form of the language, but that people meet in rules: each with its meaning and an example.
static MET_IN_RULES: [(&str, &str, &str); 6] = [
    (
        "goal",
        "the line `goal of game` in `words` says what the players want to reach",
        "words { goal of game \"Reach the other side first.\" }",
    ),
    (
        "author",
        "the line `author of game` in `words` says who made the game",
        "words { author of game \"Ann Example\" }",
    ),
    (
        "publisher",
        "the line `publisher of game` in `words` says who published the game",
        "words { publisher of game \"Example Press\" }",
    ),
    (
        "length",
        "the line `length of game` in `words` says how long a game takes",
        "words { length of game \"20 minutes\" }",
    ),
    ("here", CHOSEN_NAME, CHOSEN_NAMES_IN_MOVE),
    ("there", CHOSEN_NAME, CHOSEN_NAMES_IN_MOVE),
];

const CHOSEN_NAME: &str =
    "no word of the language, but a name that a rule chooses for a point; another name would do";
const CHOSEN_NAMES_IN_MOVE: &str =
    "move step \"{here}-{there}\" { here in own  there in 1 forward of here  here -> there }";

/// One meaning of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum WordMeaning {
    /// It begins a part of the text: "a move looks like: move step …".
    Begins(String),
    /// It has this meaning by itself or in a form.
    Means {
        /// The word, or the form that contains it.
        name: &'static str,
        meaning: &'static str,
        example: &'static str,
    },
}

/// Returns what a word means or begins, its meaning within a line, and the forms of expressions that contain it. Of several
/// words, such as `next to`, returns the forms that begin with them, or else what the first word means.
pub(super) fn word_meanings(word: &str, dialect: Dialect) -> Vec<WordMeaning> {
    let means = |name, (meaning, example)| WordMeaning::Means {
        name,
        meaning,
        example,
    };
    if let Some((first, _)) = word.split_once(' ') {
        let forms = forms_of_expressions(first).filter(|(name, ..)| name.starts_with(word));
        let forms = forms.map(|(name, meaning, example)| means(name, (meaning, example)));
        let all: Vec<WordMeaning> = forms.collect();
        return match all.is_empty() {
            true => word_meanings(first, dialect),
            false => all,
        };
    }
    if let Some(known) = words_of_language().find(|known| *known == word) {
        let meaning = word_of_language(word).map(|meaning| means(known, meaning));
        return meaning.into_iter().collect();
    }
    let opens = keyword_form(word, dialect).map(WordMeaning::Begins);
    let mut all: Vec<WordMeaning> = opens.into_iter().collect();
    // For a word that opens a declaration, list only the forms that begin with it.
    let is_alone = RESERVED.contains(&word) || all.is_empty();
    if is_alone && let Some(known) = keywords().into_iter().find(|known| *known == word) {
        all.extend(inner_meaning(word).map(|meaning| means(known, meaning)));
    }
    let forms = forms_of_expressions(word).take(MOST_FORMS);
    let forms = forms.filter(|(name, ..)| is_alone || name.split(' ').next() == Some(word));
    all.extend(forms.map(|(name, meaning, example)| means(name, (meaning, example))));
    all
}

/// Returns what a word means in rules and in scenarios, with examples; `None` if it is no word of the language.
pub(super) fn explained(word: &str) -> Option<String> {
    let in_rules = word_meanings(word, Dialect::Game);
    let mut in_scenarios = word_meanings(word, Dialect::Scenario);
    in_scenarios.retain(|meaning| !in_rules.contains(meaning));
    let mut text = String::new();
    for (place, meanings) in [("rules", in_rules), ("scenarios", in_scenarios)] {
        if meanings.is_empty() {
            continue;
        }
        text.push_str(&format!("In {place}:\n\n"));
        text.extend(meanings.iter().map(entry));
    }
    if text.is_empty()
        && let Some((name, meaning, example)) = MET_IN_RULES.iter().find(|(met, ..)| *met == word)
    {
        let (name, meaning, example) = (*name, *meaning, *example);
        text = entry(&WordMeaning::Means {
            name,
            meaning,
            example,
        });
    }
    (!text.is_empty()).then(|| text.trim_end().to_owned() + "\n")
}

/// Renders one meaning of a word: a sentence, and its example on a line of its own.
fn entry(meaning: &WordMeaning) -> String {
    let (sentence, example) = match meaning {
        WordMeaning::Begins(form) => match form.split_once(" looks like: ") {
            Some((part, example)) => (format!("It begins {part}."), example),
            None => (form.clone(), ""),
        },
        WordMeaning::Means {
            name,
            meaning,
            example,
        } => (format!("{name}: {meaning}"), *example),
    };
    format!(
        "{}\n    {example}\n\n",
        window::paragraph(&sentence, ("", 0))
    )
}

/// Returns every word that has a meaning.
pub(super) fn known_words() -> impl Iterator<Item = &'static str> {
    let single = keywords().into_iter().filter(|word| !word.contains(' '));
    single.chain(words_of_language())
}

#[cfg(test)]
mod tests {
    use super::{WordMeaning, explained, known_words, word_meanings};
    use linstock_syntax::Dialect;

    #[test]
    fn every_known_word_has_a_meaning() {
        let is_told = |word: &&str| {
            let mut dialects = [Dialect::Game, Dialect::Scenario].into_iter();
            dialects.any(|dialect| !word_meanings(word, dialect).is_empty())
        };
        let untold: Vec<_> = known_words().filter(|word| !is_told(word)).collect();
        assert_eq!(untold, [""; 0]);
        assert_eq!(word_meanings("my-fact", Dialect::Game), []);
        let beside = word_meanings("next to", Dialect::Game);
        assert!(
            matches!(beside[..], [WordMeaning::Means { name, .. }] if name.starts_with("next to"))
        );
    }

    #[test]
    fn a_word_is_explained_with_an_example() {
        let words = ["through", "phase", "empty", "play", "show"];
        let texts = words.map(|word| format!("{word}\n\n{}", explained(word).unwrap_or_default()));
        insta::assert_snapshot!(texts.join("---\n"));
        assert_eq!(explained("my-fact"), None);
        for (word, says) in [
            ("goal", "`goal of game`"),
            ("there", "no word of the language"),
        ] {
            assert!(
                explained(word).is_some_and(|told| told.contains(says)),
                "{word}"
            );
        }
    }
}
