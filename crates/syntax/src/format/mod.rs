//! Writes a text in the one way that all texts are written: indentation by braces, blanks round signs, at most one empty line.
//!
//! Lines stay lines: none is broken, none is joined. What somebody lined up in columns stays so: two blanks or more within a
//! line are kept. Remarks, quoted texts, pictures and moves are not touched. What is written must read as the same tree, or
//! nothing is written.

mod gaps;
mod lines;
mod outline;
#[cfg(test)]
mod tests;

use crate::lexical;
use crate::token::Dialect;
use lines::Writer;
use linstock_base::{CheckFuel, Diagnostic, Diagnostics, FileId, Span};

/// Formats a text: a game, a variant, or a file of scenarios.
///
/// # Errors
/// The mistakes of a text that cannot be read.
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
    // Lines end as on Unix, also those of pictures, which are written as they are.
    let text = &text.replace("\r\n", "\n");
    let Some(split) = lexical::lay_out(file, text, dialect, &mut found) else {
        return Err(found);
    };
    let written = Writer::new(text, &split).write();
    if outline::of(file, text, dialect) == outline::of(file, &written, dialect) {
        return Ok(written);
    }
    let message = "this text would read otherwise once it is formatted, so it stays as it is";
    let fault = Diagnostic::error(Span::new(file, 0, 0), message);
    Err(Diagnostics::from(fault.hint(
        "this is a fault of the formatter: please report it with the text",
    )))
}
