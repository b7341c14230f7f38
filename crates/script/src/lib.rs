//! Scripts in Rhai: the sandbox, the functions that scripts can call, the checks before a script runs.
//!
//! This is the only layer that knows Rhai. It implements [`ScriptHost`](linstock_engine::ir::ScriptHost), converts values and
//! words errors.

#![cfg_attr(not(test), warn(clippy::cognitive_complexity, clippy::too_many_lines))]

mod api;
mod api_entry;
mod basics;
mod check;
mod convert;
mod counting;
mod effects;
mod errors;
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

pub use api::{ScriptFunction, script_functions};
pub use api::{limits_reference, reference};
pub use host::Scripts;
pub use lexemes::script_lexemes;
pub use names::{ScriptName, ScriptNameRole, named_in_quotes, script_names};
pub use places::{ScriptPlaceSort, script_places};
pub use tokens::unread_from;
pub use variables::{ScriptVariable, same_variables, script_variables};
