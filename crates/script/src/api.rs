//! The list of all functions that scripts can call. The engine, the check of script files and the reference in
//! `docs/scripts.md` use this list.

use super::api_entry::On;
use super::api_entry::ScriptApiEntry;
use super::{basics, effects, points, pos_functions};
use rhai::Engine;

/// Returns all functions.
pub(super) fn entries() -> impl Iterator<Item = &'static ScriptApiEntry> + Clone {
    let host = pos_functions::ENTRIES
        .iter()
        .chain(&effects::ENTRIES)
        .chain(&points::ENTRIES);
    host.chain(&basics::ENTRIES)
}

/// A function that scripts can call, described for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptFunction {
    /// Its name.
    pub name: &'static str,
    /// Its form, with its receiver: `pos.count(kind, player)`.
    pub form: String,
    /// Its result.
    pub result: &'static str,
    /// Its receiver: `pos`; empty for none.
    on: &'static str,
}

impl ScriptFunction {
    /// Returns whether it has a receiver.
    #[must_use]
    pub fn has_receiver(&self) -> bool {
        !self.on.is_empty()
    }

    /// Returns its receiver, such as `pos`.
    #[must_use]
    pub fn receiver(&self) -> Option<&'static str> {
        self.has_receiver().then_some(self.on)
    }
}

/// Returns all functions, described for people.
pub fn script_functions() -> impl Iterator<Item = ScriptFunction> {
    entries().map(|entry| ScriptFunction {
        name: entry.name(),
        form: entry.shown(),
        result: entry.says,
        on: entry.on.word(),
    })
}

/// Registers all functions in an engine.
pub(super) fn add_to(engine: &mut Engine) {
    for entry in entries() {
        (entry.add)(engine, entry.name());
    }
    pos_functions::add_to(engine);
    effects::add_to(engine);
    points::add_to(engine);
    basics::add_to(engine);
}

/// Returns the reference of all functions for `docs/scripts.md`.
#[must_use]
pub fn reference() -> String {
    let mut text = String::new();
    for on in On::ALL {
        text.push_str(&format!(
            "### {}\n\n| call | meaning |\n|---|---|\n",
            on.heading()
        ));
        for entry in entries().filter(|e| e.on == on) {
            text.push_str(&format!("| `{}` | {} |\n", entry.shown(), entry.says));
        }
        text.push('\n');
    }
    text
}

/// Returns the limits of scripts for `docs/scripts.md`.
#[must_use]
pub fn limits_reference() -> String {
    let mut text = "| at most | |\n|---|---|\n".to_owned();
    for (what, most) in super::limits::LIMITS {
        text.push_str(&format!("| {what} | {most} |\n"));
    }
    text
}
