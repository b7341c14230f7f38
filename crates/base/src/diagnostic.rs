//! Diagnostics: errors and warnings about source texts, used by every layer.
//!
//! ```text
//! Diagnostic::error("E0601", span, "unknown piece `canon`").label("no such piece").hint("did you mean `cannon`?")
//! ```

use super::Span;
use super::plural::grouped;
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use std::fmt;
use std::num::NonZeroU32;

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The ruleset cannot be used.
    Error,
    /// The ruleset works, but probably not as intended.
    Warning,
}

/// The kinds of name that the language allows at a place; places that allow the most kinds come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wanted {
    /// A name that the place only gives a title.
    Titled,
    /// Names of many kinds.
    AnyKind,
    /// Names of two kinds.
    TwoKinds,
    /// Names of one kind. Also the value of a diagnostic that is not about a name.
    OneKind,
}

/// The stable code of a message template, such as `E0123`: `linstock help E0123` explains it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code(u16);

impl Code {
    /// Makes a code from its text: `E` and four digits.
    fn new(text: &'static str) -> Self {
        let digits = text
            .strip_prefix('E')
            .and_then(|digits| digits.parse().ok());
        debug_assert!(digits.is_some() && text.len() == 5, "{text}");
        Self(digits.unwrap_or_default())
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "E{:04}", self.0)
    }
}

/// Advice on a mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Hint {
    /// The advice in words.
    pub text: String,
    /// The edit that the advice proposes, so that no program has to extract it from the words.
    pub replacement: Option<Replacement>,
}

impl Hint {
    fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            replacement: None,
        }
    }
}

/// An edit that would correct a mistake: one text that replaces the text at each of some places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replacement {
    /// The places.
    pub places: Vec<Span>,
    /// The new text.
    pub text: String,
}

/// A message about a source text: what is wrong, where, and what to do.
///
/// Messages are in lower case, without a full stop. Hints are offers.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The code of its message template.
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// The place; `None` if the diagnostic is about no text, for example about a wrong `--set`.
    pub span: Option<Span>,
    /// What is wrong, in the terms of the language.
    pub message: String,
    /// The words under the underlined text; may be empty.
    pub label: String,
    /// Other places that matter, each with a note.
    pub related: Vec<(Span, String)>,
    /// What to do next.
    pub hints: Vec<Hint>,
    /// A hash that is the same for every occurrence of one mistake. The mistake is reported once, with all its places.
    pub cause: Option<NonZeroU32>,
    /// Which names the place allows. If several messages are about one name, the most specific message remains.
    pub wanted: Wanted,
    /// The number of places that are not in `related`.
    pub unshown: u16,
}

impl Diagnostic {
    /// Makes an error at `span`. Each message template has a code of its own.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self {
            code: Code::new(code),
            severity: Severity::Error,
            span: Some(span),
            message: message.into(),
            label: String::new(),
            related: Vec::new(),
            hints: Vec::new(),
            cause: None,
            wanted: Wanted::OneKind,
            unshown: 0,
        }
    }

    /// Makes a warning at `span`.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, span, message)
        }
    }

    /// Makes an error without a place.
    pub fn general(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            span: None,
            ..Self::error(code, Span::default(), message)
        }
    }

    /// Gives the diagnostic a place, if it has none.
    #[must_use]
    pub fn or_at(mut self, span: Span) -> Self {
        self.span = self.span.or(Some(span));
        self
    }

    /// Sets the words under the underlined text.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(Hint::new(hint));
        self
    }

    /// Adds a hint if there is one.
    #[must_use]
    pub fn maybe_hint(mut self, hint: Option<String>) -> Self {
        self.hints.extend(hint.map(Hint::new));
        self
    }

    /// Adds the hint "did you mean …?", with the edit for the marked place.
    #[must_use]
    pub fn did_you_mean(self, text: &str) -> Self {
        self.maybe_did_you_mean(Some(text))
    }

    /// Adds the hint "did you mean …?", if there is a suggestion.
    #[must_use]
    pub fn maybe_did_you_mean(self, text: Option<&str>) -> Self {
        let span = self.span;
        self.maybe_did_you_mean_at(span, text)
    }

    /// Adds the hint "did you mean …?", if there is a suggestion, with the edit for `span`.
    #[must_use]
    pub fn maybe_did_you_mean_at(self, span: Option<Span>, text: Option<&str>) -> Self {
        let Some(text) = text else { return self };
        let asking = self.hint(format!("did you mean `{text}`?"));
        match span {
            Some(span) => asking.suggest_at(span, text),
            None => asking,
        }
    }

    /// Gives the last hint an edit: it replaces the marked text.
    #[must_use]
    pub fn suggest(self, text: &str) -> Self {
        match self.span {
            Some(span) => self.suggest_at(span, text),
            None => self,
        }
    }

    /// Gives the last hint an edit: it replaces the text at `span`.
    #[must_use]
    pub fn suggest_at(mut self, span: Span, text: &str) -> Self {
        if let Some(hint) = self.hints.last_mut() {
            hint.replacement = Some(Replacement {
                places: vec![span],
                text: text.to_owned(),
            });
        }
        self
    }

    /// Gives the last hint an edit: it inserts a text directly after the marked text.
    #[must_use]
    pub fn suggest_after(self, text: &str) -> Self {
        let end = self.span.map(|span| Span {
            start: span.end,
            ..span
        });
        match end {
            Some(end) => self.suggest_at(end, text),
            None => self,
        }
    }

    /// Marks the diagnostic as one mistake: further diagnostics with this message and name become places of it.
    #[must_use]
    pub fn report_once_for(mut self, name: &str) -> Self {
        let all = format!("{} {name}", self.message);
        let hash = xxhash_rust::xxh3::xxh3_64(all.as_bytes());
        self.cause = u32::try_from(hash >> 32).ok().and_then(NonZeroU32::new);
        self
    }

    /// Marks the diagnostic as one mistake for all places with this unknown name, and says which names the place allows.
    #[must_use]
    pub fn unknown(mut self, name: &str, wanted: Wanted) -> Self {
        let hash = xxhash_rust::xxh3::xxh3_64(name.as_bytes());
        self.cause = u32::try_from(hash >> 32).ok().and_then(NonZeroU32::new);
        self.wanted = wanted;
        self
    }

    /// Returns whether another diagnostic is about the same mistake.
    fn is_same_mistake(&self, other: &Self) -> bool {
        let alike = self.wanted != other.wanted || self.message == other.message;
        self.cause.is_some() && self.cause == other.cause && alike
    }

    /// Adds another place of the same mistake. If it comes before the others in the text, it becomes the first.
    fn also(&mut self, other: Self) {
        let (Some(first), Some(mut place)) = (self.span, other.span) else {
            return;
        };
        match self.wanted.cmp(&other.wanted) {
            Ordering::Less => {
                let known = std::mem::replace(&mut self.hints, other.hints);
                (self.message, self.wanted) = (other.message, other.wanted);
                suggest_also(&mut self.hints, known, |_, _| true);
            }
            Ordering::Equal => {
                let is_known = |hint: &Hint| self.hints.iter().any(|own| own.text == hint.text);
                let (known, fresh): (Vec<_>, Vec<_>) = other.hints.into_iter().partition(is_known);
                suggest_also(&mut self.hints, known, |own, other| own == other);
                let room = MOST_PLACES.saturating_sub(self.hints.len());
                self.hints.extend(fresh.into_iter().take(room));
            }
            Ordering::Greater => suggest_also(&mut self.hints, other.hints, |_, _| true),
        }
        if place < first {
            self.span = Some(place);
            place = first;
        }
        if self.related.len() < MOST_PLACES {
            self.related.push((place, "here, too".to_owned()));
        } else {
            self.unshown = self.unshown.saturating_add(1);
        }
    }

    /// Returns the hints, and a line with the number of places that are not shown.
    #[must_use]
    pub fn advice(&self) -> Vec<String> {
        let more = match self.unshown {
            0 => None,
            1 => Some("there is one more place".to_owned()),
            more => Some(format!("there are {more} more places")),
        };
        let hints = self.hints.iter().map(|hint| hint.text.clone());
        hints.chain(more).collect()
    }

    /// Adds another place that matters.
    #[must_use]
    pub fn related(mut self, span: Span, note: impl Into<String>) -> Self {
        self.related.push((span, note.into()));
        self
    }
}

/// Adds the places of other hints to the hints with the same suggestion.
fn suggest_also(hints: &mut [Hint], others: Vec<Hint>, alike: impl Fn(&str, &str) -> bool) {
    for other in others {
        let mut own = hints.iter_mut().filter(|own| alike(&own.text, &other.text));
        let own = own.find_map(|own| own.replacement.as_mut());
        if let (Some(own), Some(added)) = (own, other.replacement) {
            own.places.extend(added.places);
        }
    }
}

/// The most places of one mistake that are shown after the first.
const MOST_PLACES: usize = 3;

/// The most errors, and the most warnings, that are kept. Further ones are only counted.
const MOST_KEPT: usize = 100;

/// All diagnostics of a ruleset, without duplicates: at most a hundred errors, then at most a hundred warnings.
///
/// Further diagnostics are only counted. In that case, the last diagnostic of that severity gives their number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics {
    errors: Box<Findings>,
    warnings: Box<Findings>,
}

/// Place and hash of the message. Two diagnostics with the same key are duplicates.
type Key = (Option<Span>, u64);

fn key(diagnostic: &Diagnostic) -> Key {
    let message = xxhash_rust::xxh3::xxh3_64(diagnostic.message.as_bytes());
    (diagnostic.span, message)
}

/// The diagnostics of one severity.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Findings {
    kept: Vec<Diagnostic>,
    /// Keys of all diagnostics, also of those that are not kept, so that each is counted once.
    seen: FxHashSet<Key>,
    /// The number of diagnostics that are only counted.
    more: usize,
    /// The diagnostic that gives this number, at the place of the first that is only counted.
    rest: Option<Box<Diagnostic>>,
}

impl Findings {
    fn push(&mut self, diagnostic: Diagnostic) {
        if !self.seen.insert(key(&diagnostic)) {
            return;
        }
        let same = |known: &&mut Diagnostic| known.is_same_mistake(&diagnostic);
        if let Some(known) = self.kept.iter_mut().find(same) {
            known.also(diagnostic);
        } else if self.kept.len() < MOST_KEPT {
            self.kept.push(diagnostic);
        } else {
            self.count(1, diagnostic.span, diagnostic.severity);
        }
    }

    /// Counts diagnostics that are not kept.
    fn count(&mut self, more: usize, span: Option<Span>, severity: Severity) {
        self.more += more;
        let span = self.rest.as_ref().map_or(span, |rest| rest.span);
        self.rest = (self.more > 0).then(|| Box::new(rest(self.more, span, severity)));
    }

    fn extend(&mut self, others: Self) {
        let mut fresh = others.seen;
        for diagnostic in others.kept {
            fresh.remove(&key(&diagnostic));
            self.push(diagnostic);
        }
        if let Some(rest) = others.rest {
            let fresh = fresh
                .into_iter()
                .filter(|key| self.seen.insert(*key))
                .count();
            self.count(fresh, rest.span, rest.severity);
        }
    }

    fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        let mut sorted: Vec<_> = self.kept.iter().collect();
        sorted.sort_by_key(|d| d.span);
        sorted.into_iter().chain(self.rest.as_deref())
    }
}

/// Makes the diagnostic that gives the number of those that are only counted.
fn rest(more: usize, span: Option<Span>, severity: Severity) -> Diagnostic {
    let what = match severity {
        Severity::Error => "mistakes",
        Severity::Warning => "warnings",
    };
    Diagnostic {
        severity,
        span,
        ..Diagnostic::general("E0003", format!("… and {} more {what}", grouped(more)))
    }
    .label("the next one")
    .hint("correct the ones above first: one mistake may cause many")
}

impl Diagnostics {
    /// Adds a diagnostic, unless an earlier one has the same place and message.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        match diagnostic.severity {
            Severity::Error => self.errors.push(diagnostic),
            Severity::Warning => self.warnings.push(diagnostic),
        }
    }

    /// Adds a related place, with a note, to the diagnostic with this place and message.
    pub fn relate(&mut self, (span, message): (Span, &str), related: (Span, &str)) {
        let mut kept = self.errors.kept.iter_mut().chain(&mut self.warnings.kept);
        let found = kept.find(|found| found.span == Some(span) && found.message == message);
        if let Some(found) = found {
            found.related.push((related.0, related.1.to_owned()));
        }
    }

    /// Adds all of `others`.
    pub fn extend(&mut self, others: impl Into<Self>) {
        let others = others.into();
        self.errors.extend(*others.errors);
        self.warnings.extend(*others.warnings);
    }

    /// Returns the number of all diagnostics, also of those that are not kept.
    #[must_use]
    pub fn count(&self) -> usize {
        self.errors.seen.len() + self.warnings.seen.len()
    }

    /// Returns whether further errors are only counted. Their messages need not be made.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.errors.kept.len() >= MOST_KEPT
    }

    /// Returns whether there is an error.
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
        !self.errors.kept.is_empty()
    }

    /// Returns whether there is no diagnostic.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let (_, found) = linstock::Rules::check(&sources, &linstock::Choices::default());
    /// assert!(found.is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.errors.kept.is_empty() && self.warnings.kept.is_empty()
    }

    /// Returns the errors, then the warnings, both in the order of the text. If there are more than a hundred of one severity,
    /// the last one gives the number of the others.
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
        self.errors.iter().chain(self.warnings.iter())
    }

    /// Returns the number of errors, including those that are only counted.
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
        self.errors.kept.len() + self.errors.more
    }

    /// Returns `value` if there is no error; otherwise all diagnostics.
    ///
    /// # Errors
    /// All diagnostics, if one of them is an error.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.has_errors() {
            Err(self)
        } else {
            Ok(value)
        }
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::from_iter([diagnostic])
    }
}

impl From<Option<Diagnostic>> for Diagnostics {
    fn from(diagnostic: Option<Diagnostic>) -> Self {
        diagnostic.into_iter().collect()
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        let mut all = Self::default();
        diagnostics.into_iter().for_each(|d| all.push(d));
        all
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        let all: Vec<Diagnostic> = self.iter().cloned().collect();
        all.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::{Diagnostic, Diagnostics, Severity, Span};
    use crate::Sources;

    fn many(make: fn(&'static str, Span, String) -> Diagnostic, count: usize) -> Diagnostics {
        let file = Sources::from([("a.game", "")])
            .iter()
            .map(|(id, _)| id)
            .next();
        let file = file.expect("one file");
        let each =
            (0..count).map(|n| make("E0001", Span::new(file, n, n + 1), format!("this is {n}")));
        each.collect()
    }

    #[test]
    fn beyond_a_hundred_they_are_counted() {
        let mut found = many(Diagnostic::warning, 3);
        found.extend(many(Diagnostic::error, 5_000));
        assert_eq!(found.errors(), 5_000);
        let told: Vec<&Diagnostic> = found.iter().collect();
        assert_eq!(told.len(), 100 + 1 + 3);
        assert_eq!(told[100].message, "… and 4 900 more mistakes");
        assert!(told[..=100].iter().all(|d| d.severity == Severity::Error));
        assert_eq!(told[101].message, "this is 0");
    }

    #[test]
    fn what_is_found_twice_counts_once() {
        let mut found = many(Diagnostic::error, 250);
        found.extend(many(Diagnostic::error, 250));
        assert_eq!(found.errors(), 250);
    }
}
