//! Parse errors: from the parser's failure to diagnostics for people.
//!
//! `context` finds where the parser stopped, `general` makes the general message, `expected` names grammar rules in it, and
//! `habits` recognises frequent mistakes. `other_languages` and `other_languages_in_statements` recognise the syntax of other
//! languages. `typo_recovery`, `typo_recovery_in_statements` and `typo_recovery_in_edits` recognise one word in the place of
//! another. `recovery` finds further mistakes after the first.

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
