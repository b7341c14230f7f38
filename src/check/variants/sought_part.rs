//! A part of a declaration that a variant looks for.

use crate::base::{Diagnostic, Span, did_you_mean};
use crate::syntax::ast::Name;

/// What is wrong with a change; nothing is changed then.
pub(super) type Done = Result<(), Box<Diagnostic>>;

/// Returns what could not be done.
pub(super) fn fault(diagnostic: Diagnostic) -> Done {
    Err(Box::new(diagnostic))
}

/// How a part is found: by a tag, or as the only one.
pub(super) struct SoughtPart<'e> {
    /// What it is, in words: `condition`.
    pub(super) what: &'static str,
    /// Its tag.
    pub(super) tag: Option<&'e Name>,
    /// Of what it is a part.
    pub(super) of: &'e Name,
}

impl SoughtPart<'_> {
    /// Says what is wrong if there is not exactly one part.
    pub(super) fn sole(&self, found: &[Span], known: &[String]) -> Done {
        let (what, of) = (self.what, &self.of.text);
        let wrong = match (found, self.tag) {
            ([_], _) => return Ok(()),
            ([], Some(tag)) => {
                let message = format!("no {what} of `{of}` carries @{}", tag.text);
                Diagnostic::error(tag.span, message)
                    .maybe_hint(did_you_mean(&tag.text, known.iter().map(String::as_str)))
                    .hint(match known {
                        [] => format!("no {what} of it has a tag: replace all of `{of}`"),
                        _ => format!("tags there: {}", known.join(", ")),
                    })
            }
            ([], None) => Diagnostic::error(self.of.span, format!("`{of}` has no {what}")).hint(
                format!("to add something new, begin with `add`, and end with: to {of}"),
            ),
            (several, None) => {
                let message = format!("`{of}` has {} {what}s", several.len());
                self.each(Diagnostic::error(self.of.span, message), several)
                    .hint(format!(
                        "say which one by its tag: {what} {} of {of}",
                        example(known)
                    ))
            }
            (several, Some(tag)) => {
                let message = format!("{} {what}s of `{of}` carry @{}", several.len(), tag.text);
                self.each(Diagnostic::error(tag.span, message), several)
                    .hint(format!(
                        "name it by a tag that only one of them carries, or replace all of `{of}`"
                    ))
            }
        };
        fault(wrong)
    }

    fn each(&self, wrong: Diagnostic, found: &[Span]) -> Diagnostic {
        found.iter().take(3).fold(wrong, |wrong, span| {
            wrong.related(*span, format!("a {}", self.what))
        })
    }
}

fn example(known: &[String]) -> &str {
    known.first().map_or("TAG", String::as_str)
}
