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

fn has_article(noun: &str) -> bool {
    ARTICLES.iter().any(|article| noun.starts_with(article))
}

#[cfg(test)]
mod tests {
    use super::with_article;

    #[test]
    fn a_vowel_takes_an() {
        assert_eq!(with_article("gate"), "a gate");
        assert_eq!(with_article("area"), "an area");
        assert_eq!(with_article("an area"), "an area");
    }
}
