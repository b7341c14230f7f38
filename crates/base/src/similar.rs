//! Suggestions for misspelt names, by Jaro-Winkler similarity, and lists of known names.

/// The least similarity of a suggestion, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.8;

/// The length in bytes of the longest name that is compared: the time grows with the square of the length.
const LONGEST: usize = 64;

/// Returns the known name that is most similar to `name`, if one is similar enough.
pub fn similar<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let is_short = |name: &str| name.len() <= LONGEST;
    known
        .into_iter()
        .filter(|k| is_short(name) && is_short(k))
        .map(|k| (strsim::jaro_winkler(name, k), k))
        .filter(|&(score, k)| score >= MIN_SIMILARITY && k != name)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, k)| k)
}

/// Returns the number for a number word, up to twelve.
#[must_use]
pub fn number_word(word: &str) -> Option<usize> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.iter().position(|known| *known == word)
}

/// Returns "did you mean `…`?" for the most similar known name.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    similar(name, known).map(|near| format!("did you mean `{near}`?"))
}

/// Returns "NOUN: a, b, c", or "there are no NOUN".
pub fn listed<'a>(noun: &str, names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    if names.is_empty() {
        format!("there are no {noun}")
    } else {
        format!("{noun}: {}", names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::similar;

    #[test]
    fn near_names_are_offered_and_far_ones_are_not() {
        let known = ["soldier", "town", "cannon"];
        assert_eq!(similar("soldeir", known), Some("soldier"));
        assert_eq!(similar("canon", known), Some("cannon"));
        assert_eq!(similar("bridge", known), None);
    }
}
