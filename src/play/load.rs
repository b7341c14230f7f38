//! From source texts to compiled rules: joins parser, checker, scripts and compiler.

use crate::base::{Diagnostic, Diagnostics, Sources};
use crate::check::Choices;
use crate::compile::compile;
use crate::ir::{Rules, ScriptHost};
use crate::script::Scripts;
use std::sync::Arc;

impl Rules {
    /// Loads a ruleset under the given choices: the first text is its root.
    ///
    /// # Errors
    /// Every mistake. A diagnostic without a span is about the choices, not the rules.
    pub fn load(sources: &Sources, choices: &Choices) -> Result<Self, Diagnostics> {
        let (rules, found) = Self::check(sources, choices);
        rules.ok_or(found)
    }

    /// Loads a ruleset and returns all diagnostics, warnings too; the rules are there if none is an error.
    #[must_use]
    pub fn check(sources: &Sources, choices: &Choices) -> (Option<Self>, Diagnostics) {
        let (files, mut found) = crate::check::read(sources);
        let (model, more) = crate::check::check(&files, choices);
        found.extend(more);
        if model.is_none() && !found.has_errors() {
            // A mistake that no stage reported; a general message is better than none.
            found.push(
                Diagnostic::general("something in these rules cannot be understood")
                    .hint("this should have been a better message: please report it"),
            );
        }
        let Some(model) = model.filter(|_| !found.has_errors()) else {
            return (None, found);
        };
        let (scripts, more) = Scripts::load(&model, sources);
        found.extend(more);
        if found.has_errors() {
            return (None, found);
        }
        match compile(model, scripts.map(|s| Arc::new(s) as Arc<dyn ScriptHost>)) {
            Ok(rules) => (Some(rules), found),
            Err(more) => {
                found.extend(more);
                (None, found)
            }
        }
    }
}
