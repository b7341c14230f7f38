//! Places as editors count them: lines from 0, columns in UTF-16 units; files as URIs.

use lsp_types::{Position, Range, Uri};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;

/// A text, with the bytes at which its lines begin.
pub(super) struct Places<'t> {
    text: &'t str,
    starts: Vec<usize>,
    /// The UTF-16 units before each block of bytes, so that a place in a long line is found without reading the line.
    units: Vec<u32>,
}

/// The bytes of a block.
const BLOCK: usize = 64;

/// Returns the number of UTF-16 units of the characters that begin in some bytes of UTF-8.
fn units_of(bytes: &[u8]) -> u32 {
    let units = bytes.iter().map(|byte| match byte {
        0x80..=0xbf => 0,
        0xf0.. => 2,
        _ => 1,
    });
    units.sum()
}

impl<'t> Places<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let blocks = text.as_bytes().chunks(BLOCK);
        let units = blocks.scan(0, |before: &mut u32, block| {
            let here = *before;
            *before = here.saturating_add(units_of(block));
            Some(here)
        });
        Self {
            text,
            starts: std::iter::once(0).chain(ends).collect(),
            units: units.collect(),
        }
    }

    /// Returns the UTF-16 units before a byte.
    fn units_before(&self, byte: usize) -> u32 {
        let block = byte / BLOCK;
        let rest = &self.text.as_bytes()[block * BLOCK..byte];
        self.units.get(block).map_or_else(
            || self.units.last().copied().unwrap_or_default() + units_of(self.last_block()),
            |before| before + units_of(rest),
        )
    }

    /// Returns the last block of bytes.
    fn last_block(&self) -> &[u8] {
        self.text
            .as_bytes()
            .chunks(BLOCK)
            .next_back()
            .unwrap_or_default()
    }

    /// Returns the place of a byte; of one beyond the end, the end of the text.
    pub(super) fn position(&self, byte: usize) -> Position {
        let byte = floor(self.text, byte);
        let line = self.starts.partition_point(|start| *start <= byte) - 1;
        let before = self.units_before(byte) - self.units_before(self.starts[line]);
        Position::new(number(line), before)
    }

    pub(super) fn range(&self, bytes: std::ops::Range<usize>) -> Range {
        Range::new(self.position(bytes.start), self.position(bytes.end))
    }

    /// Returns the byte of a place; of one beyond its line or the text, the end of that.
    pub(super) fn byte(&self, position: Position) -> usize {
        let line = usize::try_from(position.line).unwrap_or(usize::MAX);
        let Some(&start) = self.starts.get(line) else {
            return self.text.len();
        };
        let rest = &self.text[start..];
        let content = rest.split('\n').next().unwrap_or_default();
        let mut left = usize::try_from(position.character).unwrap_or(usize::MAX);
        let mut byte = start;
        for c in content.chars() {
            if left < c.len_utf16() {
                break;
            }
            left -= c.len_utf16();
            byte += c.len_utf8();
        }
        byte
    }

    /// Returns the bytes of a line, without its end.
    pub(super) fn line(&self, line: usize) -> std::ops::Range<usize> {
        let start = self.starts.get(line).copied().unwrap_or(self.text.len());
        let next = self.starts.get(line + 1).map(|next| next - 1);
        start..next.unwrap_or(self.text.len())
    }
}

/// Returns the last character boundary up to a byte.
fn floor(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The end of the path of an unsaved text, so that it counts as rules.
const UNSAVED: &str = "#.game";

/// Returns the path of a file's URI. Another URI, such as that of an unsaved text, becomes a path as a whole.
pub(super) fn path_of(uri: &Uri) -> PathBuf {
    let scheme = uri.scheme().map(|scheme| scheme.as_str());
    if scheme.is_some_and(|scheme| !scheme.eq_ignore_ascii_case("file")) {
        let named = Path::new(uri.as_str()).extension().is_some();
        let end = if named { "" } else { UNSAVED };
        return PathBuf::from(format!("{}{end}", uri.as_str()));
    }
    let path = uri.path().as_estr().decode().into_string_lossy();
    // `file:///c:/games` is the path `c:/games`.
    let drive = path.get(1..).filter(|rest| {
        let mut letters = rest.chars();
        letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.next() == Some(':')
    });
    PathBuf::from(drive.unwrap_or(&path))
}

/// Returns the URI of a file or of an unsaved text; `None` for a file inside the program.
pub(super) fn uri_of(path: &Path) -> Option<Uri> {
    if !path.is_absolute() {
        let written = path.to_str()?;
        let uri = Uri::from_str(written.strip_suffix(UNSAVED).unwrap_or(written));
        return uri.ok().filter(|uri| uri.scheme().is_some());
    }
    let path = path.to_str()?.replace('\\', "/");
    let mut uri = String::from("file://");
    if !path.starts_with('/') {
        uri.push('/');
    }
    for byte in path.bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
        if plain {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    Uri::from_str(&uri).ok()
}

#[cfg(test)]
mod tests {
    use super::{Places, path_of, uri_of};
    use lsp_types::{Position, Uri};
    use std::path::Path;
    use std::str::FromStr as _;

    #[test]
    fn columns_are_counted_in_utf_16() {
        let text = "zwölf 𝄞 x\nb";
        let places = Places::new(text);
        let x = text.find('x').expect("there");
        assert_eq!(places.position(x), Position::new(0, 9));
        assert_eq!(places.byte(Position::new(0, 9)), x);
        assert_eq!(places.byte(Position::new(1, 0)), text.len() - 1);
        for byte in 0..=text.len() {
            let back = places.byte(places.position(byte));
            assert!(back <= byte && (back == byte || !text.is_char_boundary(byte)));
        }
    }

    #[test]
    fn places_in_long_lines_are_counted_in_blocks() {
        let long = "ä𝄞b\n𝄞".repeat(40);
        let lines = [
            "x".repeat(64),
            "x".repeat(128),
            long,
            String::new(),
            "é".repeat(64),
        ];
        for text in &lines {
            let places = Places::new(text);
            for (byte, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let start = text[..byte].rfind('\n').map_or(0, |at| at + 1);
                let units = text[start..byte].encode_utf16().count();
                let position = places.position(byte);
                assert_eq!(
                    usize::try_from(position.character),
                    Ok(units),
                    "{byte} of {text}"
                );
            }
        }
    }

    #[test]
    fn places_outside_the_text_are_at_its_end() {
        let places = Places::new("ab\ncd");
        assert_eq!(places.byte(Position::new(0, 99)), 2);
        assert_eq!(places.byte(Position::new(99, 0)), 5);
        assert_eq!(places.byte(Position::new(u32::MAX, u32::MAX)), 5);
        assert_eq!(places.position(usize::MAX), Position::new(1, 2));
        // This is half of a surrogate pair.
        assert_eq!(Places::new("𝄞").byte(Position::new(0, 1)), 0);
    }

    #[test]
    fn paths_and_uris_say_the_same() {
        for path in ["/a b/zwölf.game", "/x/y-1.scn", "/p%20q/#.game"] {
            let uri = uri_of(Path::new(path)).expect("a URI");
            assert_eq!(path_of(&uri), Path::new(path), "{}", uri.as_str());
        }
        let drive = Uri::from_str("file:///c%3A/games/x.game").expect("a URI");
        assert_eq!(path_of(&drive), Path::new("c:/games/x.game"));
        let unsaved = Uri::from_str("untitled:Untitled-1").expect("a URI");
        assert_eq!(uri_of(&path_of(&unsaved)), Some(unsaved));
        assert_eq!(uri_of(Path::new("chess/chess.game")), None);
    }
}
