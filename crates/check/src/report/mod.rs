//! Reports about names, unknown ones and unused ones, and the proof that an error was reported.

pub(crate) mod advice;
pub(crate) mod error_guaranteed;
pub(crate) mod repeated_mistakes;
mod reporting;
pub(crate) mod synonyms;
pub(crate) mod unknown;
pub(crate) mod unused;
