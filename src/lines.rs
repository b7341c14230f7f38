//! Reads lines of bytes up to a maximum length. A longer line is read to its end and dropped.

use std::io::BufRead;

/// One line of input.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum InputLine<'a> {
    /// The line without its end.
    Whole(&'a [u8]),
    /// The line was too long.
    TooLong,
}

/// Reads lines.
pub(super) struct Lines<R> {
    input: R,
    longest: usize,
    line: Vec<u8>,
    /// Whether no line was read yet.
    at_start: bool,
}

/// The mark with which some programs begin a text in UTF-8. It is not part of the first line.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

impl<R: BufRead> Lines<R> {
    /// Makes a reader of lines of up to `longest` bytes.
    pub(crate) fn new(input: R, longest: usize) -> Self {
        Self {
            input,
            longest,
            line: Vec::new(),
            at_start: true,
        }
    }

    /// Returns whether there is another line.
    pub(crate) fn has_more(&mut self) -> bool {
        self.input.fill_buf().is_ok_and(|rest| !rest.is_empty())
    }

    /// Reads the next line; `None` at the end of input. A last line needs no end.
    pub(crate) fn next(&mut self) -> std::io::Result<Option<InputLine<'_>>> {
        self.line = Vec::new();
        let (mut any, mut too_long) = (false, false);
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(e),
            };
            if chunk.is_empty() {
                break;
            }
            any = true;
            let end = chunk.iter().position(|&b| b == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            too_long |= self.line.len() + part.len() > self.longest;
            if too_long {
                self.line = Vec::new();
            } else {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        let begins = std::mem::take(&mut self.at_start);
        let line = self.line.strip_prefix(BYTE_ORDER_MARK).filter(|_| begins);
        Ok(match (any, too_long) {
            (false, _) => None,
            (true, true) => Some(InputLine::TooLong),
            (true, false) => Some(InputLine::Whole(line.unwrap_or(&self.line))),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{InputLine, Lines};
    use std::io::BufReader;

    #[test]
    fn long_lines_are_left_out_whole_and_the_next_is_read() {
        let input = BufReader::with_capacity(3, "abcd\nabcde\n\nxy".as_bytes());
        let mut lines = Lines::new(input, 4);
        assert_eq!(lines.next().expect("read"), Some(InputLine::Whole(b"abcd")));
        assert_eq!(lines.next().expect("read"), Some(InputLine::TooLong));
        assert_eq!(lines.next().expect("read"), Some(InputLine::Whole(b"")));
        assert_eq!(lines.next().expect("read"), Some(InputLine::Whole(b"xy")));
        assert_eq!(lines.next().expect("read"), None);
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_first_line() {
        let mut lines = Lines::new("\u{feff}a\n\u{feff}b".as_bytes(), 9);
        assert_eq!(lines.next().expect("read"), Some(InputLine::Whole(b"a")));
        let second = Some(InputLine::Whole("\u{feff}b".as_bytes()));
        assert_eq!(lines.next().expect("read"), second);
    }
}
