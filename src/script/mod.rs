//! Scripts in Rhai: the sandbox, the functions that scripts can call, the checks before a script runs.
//!
//! The only layer that knows Rhai. It implements [`ScriptHost`](crate::ir::ScriptHost): values are converted and errors are
//! worded here.

mod api;
mod api_entry;
mod basics;
mod check;
mod convert;
mod counting;
mod errors;
mod fx;
mod host;
mod lexemes;
mod limits;
mod load;
mod memo;
mod names;
mod places;
mod points;
mod pos;
mod pos_functions;
mod sandbox;
mod syntax;
mod tokens;
mod type_words;
mod variables;
mod world;

pub(crate) use api::{ScriptFunction, script_functions};
#[cfg(test)]
pub(crate) use api::{limits_reference, reference};
pub(crate) use host::Scripts;
pub(crate) use lexemes::script_lexemes;
pub(crate) use names::{ScriptName, ScriptNameRole, named_in_quotes, script_names};
pub(crate) use places::{ScriptPlaceSort, script_places};
pub(crate) use tokens::unread_from;
pub(crate) use variables::{ScriptVariable, same_variables, script_variables};
