//! English articles before nouns: `a gate`, `an area`, `the gate`.

/// A noun that begins with one of these needs no article.
const ARTICLES: [&str; 5] = ["the ", "a ", "an ", "his ", "your "];

/// Returns a noun with `a` or `an` before it, unless it has an article.
#[must_use]
pub fn with_article(noun: &str) -> String {
    if has_article(noun) {
        return noun.to_owned();
    }
    let word = noun.trim_start_matches('`').to_ascii_lowercase();
    let first = word.split([' ', '`']).next();
    let vowel = match first {
        // For a single letter, the name of the letter decides.
        Some(letter) if letter.len() == 1 => "aefhilmnorsx".contains(letter),
        // `use` begins with the sound of `you`.
        _ => word.starts_with(['a', 'e', 'i', 'o', 'u']) && !word.starts_with("use"),
    };
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// Returns a noun with `the` before it, unless it has an article.
pub(crate) fn with_the(noun: &str) -> String {
    match has_article(noun) {
        true => noun.to_owned(),
        false => format!("the {noun}"),
    }
}

/// The endings of German nouns that are usually feminine.
const FEMININE: [&str; 12] = [
    "e", "ung", "heit", "keit", "schaft", "tät", "ion", "ik", "ur", "stadt", "burg", "hand",
];

/// German nouns that end like a feminine one, and are not.
const NOT_FEMININE: [&str; 10] = [
    "bote", "drache", "ende", "gebäude", "hase", "junge", "knabe", "löwe", "matrose", "riese",
];

/// Returns whether the first word of a German noun is feminine, as far as its ending shows it.
fn is_feminine(noun: &str) -> bool {
    let first = noun.split(' ').next().unwrap_or(noun).to_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|ending| first.ends_with(ending));
    ends(&FEMININE) && !ends(&NOT_FEMININE)
}

/// Returns a German noun with `kein`, in the nominative.
pub(crate) fn with_kein(noun: &str) -> String {
    match is_feminine(noun) {
        true => format!("keine {noun}"),
        false => format!("kein {noun}"),
    }
}

/// Returns a German noun with `ein`, in the dative.
pub(crate) fn with_einem(noun: &str) -> String {
    match is_feminine(noun) {
        true => format!("einer {noun}"),
        false => format!("einem {noun}"),
    }
}

fn has_article(noun: &str) -> bool {
    ARTICLES.iter().any(|article| noun.starts_with(article))
}

/// Writes the first letter of a text as a capital.
///
/// ```
/// assert_eq!(linstock_base::capitalized("it is over"), "It is over");
/// ```
#[must_use]
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::{with_article, with_einem, with_kein};

    #[test]
    fn a_vowel_takes_an() {
        assert_eq!(with_article("gate"), "a gate");
        assert_eq!(with_article("area"), "an area");
        assert_eq!(with_article("an area"), "an area");
    }

    #[test]
    fn the_ending_of_a_german_noun_shows_its_gender() {
        assert_eq!(with_kein("Kanone von Weiß"), "keine Kanone von Weiß");
        assert_eq!(with_kein("Soldat"), "kein Soldat");
        assert_eq!(with_kein("Stadt"), "keine Stadt");
        assert_eq!(with_kein("Löwe"), "kein Löwe");
        assert_eq!(with_einem("Figur des Gegners"), "einer Figur des Gegners");
    }
}
