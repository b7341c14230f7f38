//! Parse errors: from the parser's failure to diagnostics for people.
//!
//! `context` tells where the parser stopped, `general` makes the general message, `expected` names grammar rules in it, `habits` recognises frequent mistakes,
//! `foreign` and `foreign_statements` what is written as in other languages, `slips`, `slips_of_statements` and `slips_of_edits` a word in the place of another, and `recovery`
//! finds further mistakes after the first.

pub(crate) mod context;
pub(crate) mod expected;
pub(crate) mod foreign;
pub(crate) mod foreign_statements;
pub(crate) mod general;
pub(crate) mod habits;
pub(crate) mod recovery;
mod slip;
pub(crate) mod slips;
mod slips_of_edits;
mod slips_of_statements;
