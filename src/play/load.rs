//! From source texts to compiled rules: joins parser, checker, scripts and compiler.

use crate::base::{Diagnostics, Sources};
use crate::check::Choices;
use crate::compile::compile;
use crate::ir::{Rules, ScriptHost};
use crate::script::Scripts;
use std::sync::Arc;

impl Rules {
    /// Loads a ruleset under the given choices: the first text is its root.
    ///
    /// ```
    /// use linstock::{Choices, Rules, Sources, Style};
    ///
    /// let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/hex/hex.game"));
    /// let sources = Sources::from([("hex.game", text)]);
    /// let choices = Choices {
    ///     options: vec![("size".to_owned(), "5".to_owned())],
    ///     ..Choices::default()
    /// };
    /// match Rules::load(&sources, &choices) {
    ///     Ok(rules) => assert_eq!(rules.points().len(), 25),
    ///     Err(found) => eprintln!("{}", found.render(&sources, Style::Colour)),
    /// }
    /// ```
    ///
    /// # Errors
    /// Every mistake. A diagnostic without a span is about the choices, not the rules.
    pub fn load(sources: &Sources, choices: &Choices) -> Result<Self, Diagnostics> {
        let (rules, found) = Self::check(sources, choices);
        rules.ok_or(found)
    }

    /// Loads a ruleset and returns all diagnostics, warnings too; the rules are there if none is an error.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let (rules, found) = linstock::Rules::check(&sources, &linstock::Choices::default());
    /// assert!(rules.is_some() && found.is_empty());
    /// ```
    #[must_use]
    pub fn check(sources: &Sources, choices: &Choices) -> (Option<Self>, Diagnostics) {
        let (files, found) = crate::check::read(sources);
        let (model, mut found) = match crate::check::check(&files, found, choices) {
            Ok(checked) => checked,
            Err(found) => return (None, found),
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
