//! Pictures of one page: what several of them contain is written once.

use std::collections::HashMap;
use std::fmt::Write;

/// The shortest part that is shared, in bytes; a reference to it takes about half.
const SHORTEST: usize = 80;

/// The parts that the pictures of a page share.
#[derive(Debug, Default)]
pub struct PictureParts {
    /// The number of each part.
    known: HashMap<String, usize>,
    parts: String,
}

impl PictureParts {
    /// Returns a picture of this crate with references to shared parts.
    #[must_use]
    pub fn picture(&mut self, svg: &str) -> String {
        let mut written = String::new();
        // The number of groups that are open in the current element.
        let (mut element, mut depth) = (String::new(), 0);
        for line in svg.lines() {
            let opens = line.matches("<g>").count() + line.matches("<g ").count();
            let is_frame = line.starts_with("<svg") || line.ends_with("</svg>") || is_shift(line);
            if element.is_empty() && (is_frame || line == "</g>") {
                written.push_str(line);
                continue;
            }
            depth = (depth + opens).saturating_sub(line.matches("</g>").count());
            element.push_str(line);
            if depth == 0 {
                self.add(&element, &mut written);
                element.clear();
            }
        }
        written + &element
    }

    /// Returns an element that must come before the pictures. It takes no room.
    #[must_use]
    pub fn definitions(&self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\" font-family=\"Helvetica, Arial, sans-serif\" text-anchor=\"middle\"><defs>{}</defs></svg>",
            self.parts
        )
    }

    /// Writes an element, or a reference to an equal one at its place.
    fn add(&mut self, element: &str, written: &mut String) {
        let (place, inner) = placed(element).unwrap_or(("0 0", element));
        if inner.len() < SHORTEST {
            return written.push_str(element);
        }
        let number = match self.known.get(inner) {
            Some(number) => *number,
            None => {
                let number = self.known.len();
                self.known.insert(inner.to_owned(), number);
                // Writing to a string does not fail.
                let _ = write!(self.parts, "<g id=\"s{number}\">{inner}</g>");
                number
            }
        };
        let (x, y) = place.split_once(' ').unwrap_or(("0", "0"));
        let _ = match (x, y) {
            ("0", "0") => write!(written, "<use href=\"#s{number}\"/>"),
            _ => write!(written, "<use href=\"#s{number}\" x=\"{x}\" y=\"{y}\"/>"),
        };
    }
}

/// Returns the place and the content of an element that is a shifted group.
fn placed(element: &str) -> Option<(&str, &str)> {
    let rest = element.strip_prefix("<g transform=\"translate(")?;
    let (place, rest) = rest.split_once(")\">")?;
    Some((place, rest.strip_suffix("</g>")?))
}

/// Returns whether a line only begins a shifted group.
fn is_shift(line: &str) -> bool {
    let rest = line.strip_prefix("<g transform=\"translate(");
    rest.is_some_and(|rest| rest.find(")\">").is_some_and(|at| at + 3 == rest.len()))
}

#[cfg(test)]
mod tests {
    use super::PictureParts;

    #[test]
    fn equal_parts_are_written_once() {
        let piece = |x: i32| {
            let path = "M0 0h10v10h-10z".repeat(8);
            format!("<g transform=\"translate({x} 5)\"><title>king</title><path d=\"{path}\"/></g>")
        };
        let svg = |body: &str| format!("<svg viewBox=\"0 0 9 9\">\n{body}\n</svg>");
        let mut shared = PictureParts::default();
        let table = format!(
            "<g transform=\"translate(1 2)\">\n{}\n</g>\n<path d=\"M1 1h2\"/>",
            piece(1)
        );
        assert_eq!(
            shared.picture(&svg(&table)),
            "<svg viewBox=\"0 0 9 9\"><g transform=\"translate(1 2)\"><use href=\"#s0\" x=\"1\" y=\"5\"/></g><path d=\"M1 1h2\"/></svg>"
        );
        assert_eq!(
            shared.picture(&svg(&piece(30))),
            "<svg viewBox=\"0 0 9 9\"><use href=\"#s0\" x=\"30\" y=\"5\"/></svg>"
        );
        assert_eq!(shared.definitions().matches("<title>").count(), 1);
        // A group of several lines is one part.
        let ground = format!(
            "<g><path d=\"{0}\"/>\n<path d=\"{0}\"/>\n</g>",
            "M1 1h2".repeat(9)
        );
        let once = shared.picture(&svg(&ground));
        assert_eq!(once, "<svg viewBox=\"0 0 9 9\"><use href=\"#s1\"/></svg>");
        assert_eq!(once, shared.picture(&svg(&ground)));
    }
}
