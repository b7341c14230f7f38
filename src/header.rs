//! Reads the first words of a `.game` file (`game NAME`, `variant NAME of GAME`) without parsing the file.

/// The first words of a `.game` file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Header {
    /// `game` or `variant`, or another word.
    pub(crate) keyword: String,
    /// The name.
    pub(crate) name: String,
    /// The base game of a variant.
    pub(crate) of: Option<String>,
}

/// Reads the first words of a `.game` file, skipping comments and tags.
pub(super) fn header(text: &str) -> Option<Header> {
    let words = leading_words(text);
    let word = |index: usize| words.get(index).map(|(_, word)| (*word).to_owned());
    Some(Header {
        keyword: word(0)?,
        name: word(1)?,
        of: word(2).filter(|w| w == "of").and_then(|_| word(3)),
    })
}

/// Returns the first four words of a rule text with their byte offsets, skipping comments and tags.
pub(super) fn leading_words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or(line);
        // Some editors for Windows write a byte order mark; it counts as a blank here, as in the rules. So does the sign that
        // separates declarations.
        let blank = |c: char| c.is_whitespace() || matches!(c, '\u{feff}' | ';');
        let filled = code.split(blank).filter(|w| !w.is_empty());
        // A text may stand right after a name.
        let filled = filled.flat_map(|word| {
            let (name, text) = word.split_at(word.find('"').unwrap_or(word.len()));
            [name, text].into_iter().filter(|part| !part.is_empty())
        });
        // A line may be very long.
        for word in filled.filter(|w| !w.starts_with('@')).take(4) {
            words.push((start + word.as_ptr().addr() - line.as_ptr().addr(), word));
        }
        if words.len() >= 4 {
            break;
        }
        start += line.len();
    }
    words.truncate(4);
    words
}

#[cfg(test)]
mod tests {
    use super::{Header, header};

    #[test]
    fn a_header_is_found_past_comments_and_tags() {
        let text = "# a variant\n\n@X-1 variant long # of what\n  of cannon \"Long\"\n";
        let expected = Header {
            keyword: "variant".to_owned(),
            name: "long".to_owned(),
            of: Some("cannon".to_owned()),
        };
        assert_eq!(header(text), Some(expected));
        assert_eq!(header("game x \"X\"").and_then(|h| h.of), None);
        assert_eq!(header("\u{feff}game x \"X\"\r\n"), header("game x \"X\""));
        assert_eq!(header("# nothing"), None);
    }

    #[test]
    fn blanks_and_semicolons_do_not_change_a_header() {
        let plain = header("variant long of cannon \"Long\"");
        for text in [
            ";variant long of cannon \"Long\"",
            "; variant long of cannon \"Long\"",
            ";;\n;\tvariant long of cannon\"Long\"",
            "@X-1;variant long of cannon;",
            "variant long # of what\r\r\n of cannon\"Long\"; remove fact x",
        ] {
            assert_eq!(header(text), plain, "{text}");
        }
    }
}
