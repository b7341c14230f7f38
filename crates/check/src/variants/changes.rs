//! The changes by variants so far, to report two that change the same thing.

use linstock_base::{Diagnostic, Diagnostics, Span};
use linstock_syntax::ast::QuotedText;

/// All changes so far.
#[derive(Default)]
pub(super) struct VariantChanges(Vec<VariantChange>);

/// Something that a variant replaced, removed or extended.
struct VariantChange {
    /// The thing, such as `move shot` or `condition CA-25 of shift`; `None` for an addition to a whole.
    what: Option<String>,
    /// The declaration or phase that contains it.
    within: Option<String>,
    /// The value of an option.
    value: Option<String>,
    /// The place of the change.
    span: Span,
}

impl VariantChanges {
    /// Records that a whole declaration or phase is replaced or removed.
    pub(super) fn whole(&mut self, key: &str, span: Span, verb: &str, out: &mut Diagnostics) {
        if let Some(earlier) = self.by_another(span, |change| change.what.as_deref() == Some(key)) {
            out.push(two(&format!("`{key}`"), span, earlier));
        }
        let part_of = |within: &str| within == key || key == "play" && within.starts_with("phase ");
        let part = |change: &VariantChange| change.within.as_deref().is_some_and(part_of);
        if let Some(earlier) = self.by_another(span, part) {
            let message =
                format!("this would {verb} `{key}`, which an earlier variant has changed");
            let lost = Diagnostic::error("E0406", span, message)
                .related(earlier, "this change would be lost");
            out.push(lost.hint("name the variants in the other order, or leave one of them out"));
        }
        self.note(Some(key.to_owned()), None, span);
    }

    /// Records that an option is set; two variants may set it to the same value.
    pub(super) fn setting(&mut self, option: &str, value: &QuotedText, out: &mut Diagnostics) {
        let key = format!("option {option}");
        let differs = |change: &VariantChange| {
            let other = change.value.as_ref().filter(|other| **other != value.value);
            change.what.as_deref() == Some(&key) && other.is_some()
        };
        if let Some(earlier) = self.by_another(value.span, differs) {
            out.push(two(&format!("the option `{option}`"), value.span, earlier));
        }
        self.0.push(VariantChange {
            what: Some(key),
            within: None,
            value: Some(value.value.clone()),
            span: value.span,
        });
    }

    /// Records that a part of a declaration or phase is replaced or removed.
    pub(super) fn part(&mut self, part: &str, within: &str, span: Span, out: &mut Diagnostics) {
        if let Some(earlier) = self.by_another(span, |change| change.what.as_deref() == Some(part))
        {
            out.push(two(&format!("the {part}"), span, earlier));
        }
        self.note(Some(part.to_owned()), Some(within.to_owned()), span);
    }

    /// Reports that another variant replaced or removed parts, for an edit that counts parts.
    pub(super) fn count(&self, within: &str, span: Span, out: &mut Diagnostics) {
        let replaced = |change: &VariantChange| {
            change.what.is_some() && change.within.as_deref() == Some(within)
        };
        if let Some(earlier) = self.by_another(span, replaced) {
            let message = format!(
                "an earlier variant has changed `{within}`, so its parts may have other numbers"
            );
            let counted = Diagnostic::error("E0407", span, message).related(earlier, "this change");
            out.push(
                counted.hint("name the variants in the other order, or leave one of them out"),
            );
        }
    }

    /// Records that something is added to a declaration or phase.
    pub(super) fn addition(&mut self, within: &str, span: Span) {
        self.note(None, Some(within.to_owned()), span);
    }

    /// Returns the place where another variant removed something.
    pub(super) fn removed(&self, key: &str, span: Span) -> Option<Span> {
        self.by_another(span, |change| change.what.as_deref() == Some(key))
    }

    /// Returns the place where another variant replaced or removed the whole declaration.
    pub(super) fn whole_of(&self, name: &str, span: Span) -> Option<Span> {
        let is_it = |what: &str| {
            what.split_once(' ')
                .is_some_and(|(_, called)| called == name)
        };
        self.by_another(span, |change| change.what.as_deref().is_some_and(is_it))
    }

    fn note(&mut self, what: Option<String>, within: Option<String>, span: Span) {
        self.0.push(VariantChange {
            what,
            within,
            value: None,
            span,
        });
    }

    /// Finds a change by another variant.
    fn by_another(&self, span: Span, fits: impl Fn(&VariantChange) -> bool) -> Option<Span> {
        let others = self.0.iter().filter(|change| change.span.file != span.file);
        others
            .map(|change| (fits(change), change.span))
            .find(|(fits, _)| *fits)
            .map(|(_, at)| at)
    }
}

fn two(what: &str, span: Span, earlier: Span) -> Diagnostic {
    Diagnostic::error("E0408", span, format!("two variants change {what}"))
        .related(earlier, "the other one is here")
        .hint("leave one of the two variants out")
}
