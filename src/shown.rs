//! Text for the terminal: text from outside cannot control the terminal.

use crate::window;
use linstock_base::{Diagnostics, Sources, Style};
use linstock_play::{Canvas, Observation, is_unsafe};
use std::fmt::Write as _;
use std::io::IsTerminal;

/// Text that is safe to print on a terminal. Control characters (except newline and tab), characters that change the
/// direction of text, and invisible characters are escaped, as in `\u{1b}`.
///
/// Only the program's own colours and terminal sequences are not escaped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Shown(String);

impl Shown {
    /// Takes the program's own text, which may hold terminal sequences.
    pub(crate) fn own(text: &'static str) -> Self {
        Self(text.to_owned())
    }

    /// Takes a text with the program's colours. If the uncoloured text holds something to escape, its terminal sequences cannot
    /// be told from the program's, so the text is shown without colours.
    pub(crate) fn coloured(plain: &str, coloured: String) -> Self {
        if plain.chars().any(is_unsafe) {
            Self::from(plain)
        } else {
            Self(coloured)
        }
    }

    /// Draws a view of the game.
    pub(crate) fn drawn(canvas: Canvas, draw: impl Fn(Canvas) -> String) -> Self {
        let style = Style::Plain;
        let plain = draw(Canvas { style, ..canvas });
        match canvas.style {
            Style::Plain => plain.into(),
            Style::Colour => Self::coloured(&plain, draw(canvas)),
        }
    }

    /// Draws the table from an observation.
    pub(crate) fn table(observation: &Observation<'_>, canvas: Canvas) -> Self {
        Self::drawn(canvas, |canvas| observation.text(canvas))
    }

    /// Renders diagnostics with source lines.
    pub(crate) fn rendered(found: &Diagnostics, sources: &Sources, style: Style) -> Self {
        let plain = found.render(sources, Style::Plain);
        match style {
            Style::Plain => plain.into(),
            Style::Colour => Self::coloured(&plain, found.render(sources, style)),
        }
    }

    /// Writes a line of JSON. Characters that would control a terminal become JSON escapes, so programs read the same value.
    pub(crate) fn json(value: &serde_json::Value) -> Self {
        Self(safe_json(value.to_string()) + "\n")
    }

    /// Adds another text.
    #[must_use]
    pub(crate) fn then(mut self, more: impl Into<Self>) -> Self {
        self.0.push_str(&more.into().0);
        self
    }

    /// Ends the text with one end of line.
    pub(crate) fn ended(mut self) -> Self {
        self.0.truncate(self.0.trim_end().len());
        self.0.push('\n');
        self
    }

    /// Breaks lines between words that are longer than a number of columns.
    pub(crate) fn fitted(self, columns: usize) -> Self {
        Self(window::fitted(&self.0, columns))
    }

    /// Returns the text for the terminal.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Shown {
    fn from(text: &str) -> Self {
        if !text.chars().any(is_unsafe) {
            return Self(text.to_owned());
        }
        let mut safe = String::with_capacity(text.len());
        for c in text.chars() {
            if is_unsafe(c) {
                let _ = write!(safe, "{}", c.escape_unicode());
            } else {
                safe.push(c);
            }
        }
        Self(safe)
    }
}

impl From<String> for Shown {
    fn from(text: String) -> Self {
        if text.chars().any(is_unsafe) {
            Self::from(text.as_str())
        } else {
            Self(text)
        }
    }
}

impl From<&String> for Shown {
    fn from(text: &String) -> Self {
        Self::from(text.as_str())
    }
}

/// Writes a path in one line of a message: its name may hold line ends.
pub(super) fn one_line(path: &std::path::Path) -> String {
    linstock_base::one_line(&path.to_string_lossy())
}

/// Escapes characters in JSON that would control a terminal or change how the text around them looks. JSON has such
/// characters unescaped only inside strings, where `\u009b` means the same.
pub(super) fn safe_json(json: String) -> String {
    if is_safe(&json) {
        return json;
    }
    let mut safe = String::with_capacity(json.len());
    for c in json.chars() {
        if is_unsafe(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(safe, "\\u{unit:04x}");
            }
        } else {
            safe.push(c);
        }
    }
    safe
}

/// Returns whether a text can be shown without escapes.
pub(super) fn is_safe(text: &str) -> bool {
    !text.chars().any(is_unsafe)
}

/// Returns whether the terminal knows no escape sequences. These are the terminals for which the line editor leaves reading a
/// line to the system.
pub(super) fn is_dumb() -> bool {
    let terminal = std::env::var("TERM").unwrap_or_default();
    let mut dumb = ["dumb", "cons25", "emacs"].iter();
    dumb.any(|name| name.eq_ignore_ascii_case(&terminal))
}

/// Returns colours if a stream is a terminal that shows them.
pub(super) fn style(stream: &impl IsTerminal) -> Style {
    let request = std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    if request && !is_dumb() && stream.is_terminal() {
        Style::Colour
    } else {
        Style::Plain
    }
}

#[cfg(test)]
mod tests {
    use super::Shown;

    #[test]
    fn what_steers_a_terminal_is_written_out() {
        let shown = |text: &str| Shown::from(text).as_str().to_owned();
        assert_eq!(shown("\u{1b}[31mred\u{7}"), "\\u{1b}[31mred\\u{7}");
        assert_eq!(shown("a\u{9b}2Jb\rc\u{7f}"), "a\\u{9b}2Jb\\u{d}c\\u{7f}");
        assert_eq!(
            shown("\u{202e}abc\u{2066}\u{200b}"),
            "\\u{202e}abc\\u{2066}\\u{200b}"
        );
        for plain in ["one\n\ttwo", "äß…│", "👩\u{200d}🚀", "می\u{200c}خواهم"] {
            assert_eq!(shown(plain), plain);
        }
    }

    #[test]
    fn json_is_read_as_it_was_meant() {
        let value = serde_json::json!({ "a": ["\u{9b}2J\u{202e}\u{7f}\u{e0041}\u{1b}\n"] });
        let shown = Shown::json(&value);
        assert!(super::is_safe(shown.as_str()), "{shown:?}");
        let read: serde_json::Value = serde_json::from_str(shown.as_str()).expect("JSON");
        assert_eq!(read, value);
    }

    #[test]
    fn colours_are_the_programs_own_or_none() {
        let own = Shown::coloured("x", "\u{1b}[1mx\u{1b}[0m".to_owned());
        assert_eq!(own.as_str(), "\u{1b}[1mx\u{1b}[0m");
        let mixed = Shown::coloured("\u{1b}[8mx", "\u{1b}[1m\u{1b}[8mx".to_owned());
        assert_eq!(mixed.as_str(), "\\u{1b}[8mx");
    }
}
