//! The base of all layers: source texts, spans, diagnostics, similar names.

mod article;
mod diagnostic;
mod language;
mod limit;
mod phrases;
mod plural;
mod render;
mod similar;
mod source;
pub(crate) mod work;

pub(crate) use article::with_article;
pub use diagnostic::{Diagnostic, Diagnostics, Hint, Severity};
pub(crate) use diagnostic::{Replacement, Wanted};
#[cfg(test)]
pub(crate) use language::check_table;
pub(crate) use language::{Language, Phrased, phrases};
pub(crate) use limit::{Limit, TooMany};
pub(crate) use phrases::Phrase;
pub(crate) use plural::plural;
pub use render::Style;
#[cfg(feature = "cli")]
pub(crate) use render::render_edit;
pub(crate) use similar::{did_you_mean, listed, number_word, similar};
pub use source::{FileId, Source, Sources, Span};
pub(crate) use work::Work;
