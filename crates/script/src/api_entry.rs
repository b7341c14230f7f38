//! An entry in the list of functions that scripts can call.

use rhai::Engine;

/// The receiver of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum On {
    /// None: `min(a, b)`.
    Nothing,
    /// The position.
    Pos,
    /// The recorder of changes, `fx`.
    Effects,
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
    pub on: On,
    /// Its name and arguments.
    pub call: &'static str,
    /// Its result.
    pub says: &'static str,
    /// Registers it in an engine under a name.
    pub add: fn(&mut Engine, &str),
}

/// Makes an [`ScriptApiEntry`] from a function.
macro_rules! entry {
    ($on:expr, $call:literal, $says:literal, $function:expr) => {
        $crate::api_entry::ScriptApiEntry {
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

    /// Returns whether it changes its receiver, a list or map.
    pub(crate) fn mutates(&self) -> bool {
        matches!(self.on, On::List | On::Map)
            && matches!(self.name(), "push" | "pop" | "set" | "remove")
    }
}

impl On {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Pos => "pos",
            Self::Effects => "fx",
            Self::Points => "points",
            Self::List => "list",
            Self::Map => "map",
            Self::Text => "text",
            Self::Verdict => "verdict",
        }
    }

    pub(super) fn heading(self) -> &'static str {
        match self {
            Self::Nothing => "Functions without an object",
            Self::Pos => "`pos`: the position, read only",
            Self::Effects => "`fx`: changes to the position",
            Self::Points => "Sets of points",
            Self::List => "Lists",
            Self::Map => "Maps",
            Self::Text => "Texts",
            Self::Verdict => "Verdicts",
        }
    }

    pub(super) const ALL: [Self; 8] = [
        Self::Pos,
        Self::Effects,
        Self::Points,
        Self::Nothing,
        Self::Verdict,
        Self::List,
        Self::Map,
        Self::Text,
    ];
}
