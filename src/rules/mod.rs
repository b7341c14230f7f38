//! The compiled rules: dense ids, tables, masks, move programs.

use crate::model::Model;

/// A game under chosen options, compiled: what positions are played by.
#[derive(Clone, Debug)]
pub struct Rules {
    model: Model,
}

impl Rules {
    /// Returns the checked game that the rules were compiled from.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }
}
