//! Diagnostics: errors and warnings about source texts, used by every layer.
//!
//! ```text
//! Diagnostic::error(span, "unknown piece `canon`").label("no such piece").hint("did you mean `cannon`?")
//! ```

use super::{Sources, Span, Style, render};

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Severity {
    /// The ruleset cannot be used.
    Error,
    /// The ruleset works, but probably not as intended.
    Warning,
}

/// A message about a source text: what is wrong, where, and what to do.
///
/// Messages are in lower case without a full stop. Hints are offers.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Its severity.
    pub severity: Severity,
    /// Its place; `None` if it is about no text, for example a wrong `--set`.
    pub span: Option<Span>,
    /// What is wrong, in the terms of the language.
    pub message: String,
    /// The words under the underlined text; may be empty.
    pub label: String,
    /// Other places that matter, each with a note.
    pub related: Vec<(Span, String)>,
    /// What to do next.
    pub hints: Vec<String>,
}

impl Diagnostic {
    /// Makes an error at `span`.
    pub(crate) fn error(span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            span: Some(span),
            message: message.into(),
            label: String::new(),
            related: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// Makes a warning at `span`.
    pub(crate) fn warning(span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(span, message)
        }
    }

    /// Makes an error without a place.
    pub(crate) fn general(message: impl Into<String>) -> Self {
        Self {
            span: None,
            ..Self::error(Span::default(), message)
        }
    }

    /// Sets the words under the underlined text.
    #[must_use]
    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds a hint.
    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds a hint if there is one.
    #[must_use]
    pub(crate) fn maybe_hint(mut self, hint: Option<String>) -> Self {
        self.hints.extend(hint);
        self
    }

    /// Adds another place that matters.
    #[must_use]
    pub(crate) fn related(mut self, span: Span, note: impl Into<String>) -> Self {
        self.related.push((span, note.into()));
        self
    }
}

/// All diagnostics of a ruleset, without duplicates.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Adds a diagnostic, unless an earlier one has the same place and message.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        let seen = |d: &Diagnostic| d.span == diagnostic.span && d.message == diagnostic.message;
        if !self.0.iter().any(seen) {
            self.0.push(diagnostic);
        }
    }

    /// Returns how many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Keeps the first so many.
    pub(crate) fn truncate(&mut self, most: usize) {
        self.0.truncate(most);
    }

    /// Adds all of `others`.
    pub(crate) fn extend(&mut self, others: impl IntoIterator<Item = Diagnostic>) {
        others.into_iter().for_each(|d| self.push(d));
    }

    /// Tells whether there is an error.
    ///
    /// ```
    /// use linstock::{Choices, Rules, Sources};
    ///
    /// let sources = Sources::from([("a.game", "game a \"A\"\nplayers x, x\n")]);
    /// let found = Rules::load(&sources, &Choices::default()).expect_err("two of one name");
    /// assert!(found.has_errors());
    /// ```
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|d| d.severity == Severity::Error)
    }

    /// Tells whether there is no diagnostic.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let (_, found) = linstock::Rules::check(&sources, &linstock::Choices::default());
    /// assert!(found.is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the diagnostics in the order of the text.
    ///
    /// ```
    /// use linstock::{Choices, Rules, Sources};
    ///
    /// let sources = Sources::from([("a.game", "game a \"A\"\nplayers x, x\n")]);
    /// let found = Rules::load(&sources, &Choices::default()).expect_err("two of one name");
    /// for diagnostic in found.iter() {
    ///     println!("{}", diagnostic.message);
    /// }
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        let mut sorted: Vec<_> = self.0.iter().collect();
        sorted.sort_by_key(|d| d.span);
        sorted.into_iter()
    }

    /// Returns the number of errors.
    ///
    /// ```
    /// use linstock::{Choices, Rules, Sources};
    ///
    /// let sources = Sources::from([("a.game", "game a \"A\"\nplayers x, x\n")]);
    /// let found = Rules::load(&sources, &Choices::default()).expect_err("two of one name");
    /// assert!(found.errors() > 0);
    /// ```
    #[must_use]
    pub fn errors(&self) -> usize {
        self.0
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .count()
    }

    /// Returns `value` if there is no error, else all diagnostics.
    ///
    /// # Errors
    /// All diagnostics, if one of them is an error.
    pub(crate) fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.has_errors() {
            Err(self)
        } else {
            Ok(value)
        }
    }

    /// Renders the diagnostics with their source lines.
    ///
    /// ```
    /// use linstock::{Choices, Rules, Sources};
    ///
    /// let sources = Sources::from([("a.game", "game a \"A\"\nplayers x, x\n")]);
    /// let found = Rules::load(&sources, &Choices::default()).expect_err("two of one name");
    /// let text = found.render(&sources, linstock::Style::Plain);
    /// assert!(text.contains("a.game:2"));
    /// ```
    #[must_use]
    pub fn render(&self, sources: &Sources, style: Style) -> String {
        self.iter()
            .map(|d| render::render(d, sources, style))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
