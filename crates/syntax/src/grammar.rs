//! The grammar of rules and scenarios, as pest reads it: a rule of the grammar is a value of `Rule`.

/// What pest makes of the grammar.
#[derive(pest_derive::Parser)]
#[grammar = "../../../grammar/game.pest"]
#[grammar = "../../../grammar/scenario.pest"]
pub(super) struct Grammar;
