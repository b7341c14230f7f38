//! The list of all functions that scripts can call. The engine, the check of files and the reference in `docs/scripts.md`
//! use this one list.

use super::{basics, fx, points, pos_functions};
use rhai::Engine;

/// The receiver of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum On {
    /// None: `min(a, b)`.
    Nothing,
    /// The position.
    Pos,
    /// The recorder of changes, `fx`.
    Fx,
    /// A set of points.
    Points,
    /// A list.
    List,
    /// A map.
    Map,
    /// A text.
    Text,
    /// A verdict: the result of `yes()` or `no(…)`.
    Verdict,
}

/// A function that scripts can call.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScriptApiEntry {
    /// Its receiver.
    pub(crate) on: On,
    /// Its name and arguments.
    pub(crate) call: &'static str,
    /// Its result.
    pub(crate) says: &'static str,
    /// Registers it in an engine under a name.
    pub(crate) add: fn(&mut Engine, &str),
}

/// Makes an [`ScriptApiEntry`] from a function.
macro_rules! entry {
    ($on:expr, $call:literal, $says:literal, $function:expr) => {
        $crate::script::api::ScriptApiEntry {
            on: $on,
            call: $call,
            says: $says,
            add: |engine, name| {
                engine.register_fn(name, $function);
            },
        }
    };
}
pub(super) use entry;

impl ScriptApiEntry {
    /// Returns its name.
    pub(crate) fn name(&self) -> &'static str {
        self.call.split('(').next().unwrap_or_default()
    }

    /// Returns the number of its arguments.
    pub(crate) fn args(&self) -> usize {
        let inside = self
            .call
            .split('(')
            .nth(1)
            .unwrap_or_default()
            .trim_end_matches(')');
        inside
            .split(',')
            .filter(|arg| !arg.trim().is_empty())
            .count()
    }

    /// Returns its form, with its receiver.
    pub(crate) fn shown(&self) -> String {
        match self.on {
            On::Nothing => self.call.to_owned(),
            on => format!("{}.{}", on.word(), self.call),
        }
    }

    /// Tells whether it changes its receiver, a list or map.
    pub(crate) fn mutates(&self) -> bool {
        matches!(self.on, On::List | On::Map)
            && matches!(self.name(), "push" | "pop" | "set" | "remove")
    }
}

impl On {
    fn word(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Pos => "pos",
            Self::Fx => "fx",
            Self::Points => "points",
            Self::List => "list",
            Self::Map => "map",
            Self::Text => "text",
            Self::Verdict => "verdict",
        }
    }

    #[cfg(test)]
    fn heading(self) -> &'static str {
        match self {
            Self::Nothing => "On their own",
            Self::Pos => "`pos`: the position, to read",
            Self::Fx => "`fx`: what is to change",
            Self::Points => "Sets of points",
            Self::List => "Lists",
            Self::Map => "Maps",
            Self::Text => "Texts",
            Self::Verdict => "Verdicts",
        }
    }

    #[cfg(test)]
    const ALL: [Self; 8] = [
        Self::Pos,
        Self::Fx,
        Self::Points,
        Self::Nothing,
        Self::Verdict,
        Self::List,
        Self::Map,
        Self::Text,
    ];
}

/// Returns all functions.
pub(super) fn entries() -> impl Iterator<Item = &'static ScriptApiEntry> + Clone {
    let host = pos_functions::ENTRIES
        .iter()
        .chain(&fx::ENTRIES)
        .chain(&points::ENTRIES);
    host.chain(&basics::ENTRIES)
}

/// A function that scripts can call, as people read of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ScriptFunction {
    pub(crate) name: &'static str,
    /// How it is called, with its receiver: `pos.count(kind, player)`.
    pub(crate) form: String,
    /// What it comes to.
    pub(crate) result: &'static str,
    /// What it is called on: `pos`; empty for nothing.
    on: &'static str,
}

impl ScriptFunction {
    /// Tells whether it is called on something.
    pub(crate) fn has_receiver(&self) -> bool {
        !self.on.is_empty()
    }

    /// Returns what it is called on, such as `pos`.
    pub(crate) fn receiver(&self) -> Option<&'static str> {
        self.has_receiver().then_some(self.on)
    }
}

/// Returns all functions, as people read of them.
pub(crate) fn script_functions() -> impl Iterator<Item = ScriptFunction> {
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
    fx::add_to(engine);
    points::add_to(engine);
    basics::add_to(engine);
}

/// Returns the reference of all functions, as in `docs/scripts.md`.
#[cfg(test)]
#[must_use]
pub(crate) fn reference() -> String {
    let mut text = String::new();
    for on in On::ALL {
        text.push_str(&format!(
            "### {}\n\n| call | what it comes to |\n|---|---|\n",
            on.heading()
        ));
        for entry in entries().filter(|e| e.on == on) {
            text.push_str(&format!("| `{}` | {} |\n", entry.shown(), entry.says));
        }
        text.push('\n');
    }
    text
}

/// Returns the limits of scripts, as in `docs/scripts.md`.
#[cfg(test)]
#[must_use]
pub(crate) fn limits_reference() -> String {
    let mut text = "| at most | |\n|---|---|\n".to_owned();
    for (what, most) in super::limits::LIMITS {
        text.push_str(&format!("| {what} | {most} |\n"));
    }
    text
}
