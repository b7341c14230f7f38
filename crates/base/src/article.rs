//! The article before a word: `a gate`, `an area`.

/// Returns a word or several with `a` or `an` before them, unless they have it.
#[must_use]
pub fn with_article(what: &str) -> String {
    match what.starts_with(['a', 'e', 'i', 'o', 'u']) {
        _ if what.starts_with("a ") || what.starts_with("an ") => what.to_owned(),
        true => format!("an {what}"),
        false => format!("a {what}"),
    }
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
