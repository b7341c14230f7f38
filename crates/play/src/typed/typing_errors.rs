//! Texts that differ by a few typing errors.

/// The longest text that is compared, in characters: the time grows with the square of the length.
const LONGEST: usize = 64;

/// Returns how many letters must be changed, added, left out or exchanged with their neighbour to turn one text into another; `None`
/// if these are too many for typing errors. A text of up to five letters may have one, each further six letters one more, and at most half of
/// the letters may be wrong.
pub(super) fn typing_errors(one: &str, other: &str) -> Option<usize> {
    let (long, short) = (one.chars().count(), other.chars().count());
    let (long, short) = (long.max(short), long.min(short));
    let most = (1 + long / 6).min(long / 2);
    if long > LONGEST || long - short > most {
        return None;
    }
    let errors = strsim::osa_distance(one, other);
    (errors <= most).then_some(errors)
}

#[cfg(test)]
mod tests {
    use super::typing_errors;

    #[test]
    fn a_few_wrong_letters_are_typing_errors() {
        for (one, other, errors) in [
            ("e2e4", "e2e9", Some(1)),
            ("e2e4", "2ee4", Some(1)),
            ("e2e4", "e2e", Some(1)),
            ("e2e4", "e3e5", None),
            ("a1", "z1", Some(1)),
            ("a", "z", None),
            ("placetown", "plaectonw", Some(2)),
            ("e2e4", "qwertz", None),
        ] {
            assert_eq!(typing_errors(one, other), errors, "{one} and {other}");
        }
    }
}
