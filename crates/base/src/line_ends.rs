//! The ends of lines.

/// Returns a text whose lines end in `\n`. A carriage return counts as part of the end if only others stand between it and
/// `\n`: a file that was converted twice has two.
#[must_use]
pub fn unix_line_ends(text: &str) -> String {
    let mut lines = text.split('\n');
    let last = lines.next_back().unwrap_or_default();
    let mut unix = String::with_capacity(text.len());
    for line in lines {
        unix.push_str(line.trim_end_matches('\r'));
        unix.push('\n');
    }
    unix + last
}

/// Writes a name in one line: its control characters are escaped, as in `\u{a}`.
#[must_use]
pub fn one_line(name: &str) -> String {
    let mut line = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_control() {
            line.extend(c.escape_unicode());
        } else {
            line.push(c);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::{one_line, unix_line_ends};

    #[test]
    fn a_name_is_one_line() {
        assert_eq!(one_line("a\nb\u{1b}c \u{e9}"), "a\\u{a}b\\u{1b}c \u{e9}");
    }

    #[test]
    fn lines_end_in_one_way() {
        for (text, expected) in [
            ("", ""),
            ("a\nb", "a\nb"),
            ("a\r\n\r\r\r\nb\r", "a\n\nb\r"),
            ("a\rb\r\n", "a\rb\n"),
        ] {
            assert_eq!(unix_line_ends(text), expected);
        }
    }
}
