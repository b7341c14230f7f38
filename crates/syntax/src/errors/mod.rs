//! Parse errors: from the parser's failure to diagnostics for people.
//!
//! `context` tells where the parser stopped, `general` makes the general message, `expected` names grammar rules in it, `habits` recognises frequent mistakes,
//! `foreign` and `foreign_statements` what is written as in other languages, `slips`, `slips_of_statements` and `slips_of_edits` a word in the place of another, and `recovery`
//! finds further mistakes after the first.

pub(crate) mod context;
pub(crate) mod expected;
pub(crate) mod general;
pub(crate) mod habits;
pub(crate) mod other_languages;
pub(crate) mod other_languages_in_statements;
pub(crate) mod recovery;
mod typo;
pub(crate) mod typo_recovery;
mod typo_recovery_in_edits;
mod typo_recovery_in_statements;
