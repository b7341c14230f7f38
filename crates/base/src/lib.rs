//! The base of all layers: source texts, spans, diagnostics, fuel of a check, suggestions for misspelt names.

#![cfg_attr(not(test), warn(clippy::cognitive_complexity, clippy::too_many_lines))]

mod article;
pub mod check_fuel;
mod diagnostic;
mod language;
mod limit;
mod line_ends;
mod phrases;
mod plural;
mod quoted_text;
mod render;
mod similar;
mod source;

pub use article::{capitalized, with_article};
pub use check_fuel::CheckFuel;
pub use diagnostic::{Code, Diagnostic, Diagnostics, Hint, Severity};
pub use diagnostic::{Replacement, Wanted};
pub use language::{Language, check_phrase, quoted};
pub use limit::{Limit, TooMany};
pub use line_ends::{one_line, unix_line_ends};
pub use phrases::SheetPhrasing;
pub use plural::{grouped, plural};
pub use quoted_text::{escaped, is_quote, unescaped};
pub use render::Style;
pub use render::render_edit;
pub use similar::{did_you_mean, listed, number_word, similar};
pub use source::{FileId, Source, Sources, Span};
