//! The base of all layers: source texts, spans, diagnostics, similar names.

mod diagnostic;
mod language;
mod limit;
mod render;
mod similar;
mod source;
pub(crate) mod work;

pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub(crate) use language::{Language, Phrase};
pub(crate) use limit::{Limit, TooMany};
pub use render::Style;
#[cfg(feature = "cli")]
pub(crate) use render::render_edit;
pub(crate) use similar::{did_you_mean, number_word, similar};
pub use source::{FileId, Source, Sources, Span};
pub(crate) use work::Work;
