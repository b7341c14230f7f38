//! What is said about a text that cannot be read: what was expected, habits of other languages, going on after a mistake.

pub(crate) mod context;
pub(crate) mod expected;
pub(crate) mod habits;
pub(crate) mod recovery;
