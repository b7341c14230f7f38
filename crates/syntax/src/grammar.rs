//! The pest grammar of rules and scenarios. Each grammar rule is a value of `Rule`.

/// The parser that pest derives from the grammar.
#[derive(pest_derive::Parser)]
#[grammar = "../../../grammar/game.pest"]
#[grammar = "../../../grammar/scenario.pest"]
pub(super) struct Grammar;
