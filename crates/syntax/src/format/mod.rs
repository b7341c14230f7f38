//! Formats a text: indentation by braces, blanks around signs, at most one empty line in a row.
//!
//! No line is broken and no lines are joined. Alignment in columns is kept: two or more blanks within a line stay.
//! Comments, quoted texts, pictures and moves are not changed. If the formatted text does not parse to the same tree,
//! the formatter changes nothing.

mod gaps;
mod lines;
mod outline;
#[cfg(test)]
mod tests;

use crate::lexical;
use crate::token::Dialect;
use lines::Writer;
use linstock_base::{CheckFuel, Diagnostic, Diagnostics, FileId, Span, unix_line_ends};

/// Formats a text: a game, a variant or a scenario file.
///
/// # Errors
/// The diagnostics of a text that cannot be parsed.
pub fn formatted(file: FileId, text: &str, dialect: Dialect) -> Result<String, Diagnostics> {
    let mut found = match dialect {
        Dialect::Scenario => crate::parse_scenarios(file, text).1,
        Dialect::Game | Dialect::Expression => {
            crate::parse_game(file, text, &CheckFuel::default()).1
        }
    };
    if found.has_errors() {
        return Err(found);
    }
    // All line ends become `\n`, also those in pictures, whose text is not changed otherwise.
    let text = &unix_line_ends(text);
    let Some(split) = lexical::lay_out(file, text, dialect, &mut found) else {
        return Err(found);
    };
    let written = Writer::new(text, &split).write();
    if outline::of(file, text, dialect) == outline::of(file, &written, dialect) {
        return Ok(written);
    }
    let message = "formatting would change the meaning of this text, so it was not formatted";
    let fault = Diagnostic::error("E0115", Span::new(file, 0, 0), message);
    Err(Diagnostics::from(fault.hint(
        "this is a bug in the formatter: please report it together with the text",
    )))
}
