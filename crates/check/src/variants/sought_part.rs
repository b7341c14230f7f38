//! A part of a declaration that a variant names.

use linstock_base::{Diagnostic, FileId, Span, similar};
use linstock_syntax::ast::{Name, PartName, PartNumber, Tag};

/// The most candidates to show.
const MOST_SHOWN: usize = 5;

/// The result of a change; after an error nothing is changed.
pub(super) type Done = Result<(), Box<Diagnostic>>;

/// Returns the error of a change.
pub(super) fn fault(diagnostic: Diagnostic) -> Done {
    Err(Box::new(diagnostic))
}

/// How a part is found: by its name, by its number, or as the only one.
pub(super) struct SoughtPart<'e> {
    /// The word for such parts: `condition`.
    pub(super) what: &'static str,
    /// Its name in the edit.
    pub(super) name: &'e PartName,
    /// The declaration that contains it.
    pub(super) of: &'e Name,
    /// The number of parts that a plain number can name.
    pub(super) numbered: usize,
    /// The text of the game. Additions by other variants are not counted.
    pub(super) game: FileId,
}

impl SoughtPart<'_> {
    /// Returns the place of the part among those that fit; an error if none or several fit. `known` are the names
    /// of all such parts.
    pub(super) fn sole(&self, found: &[Span], known: &[String]) -> Result<Span, Box<Diagnostic>> {
        let wrong = match (found, self.name.number) {
            ([], _) => self.none(known),
            (several, Some(number)) => {
                let counted: Vec<Span> = several
                    .iter()
                    .copied()
                    .filter(|at| self.counts(*at))
                    .collect();
                let at = number.value.checked_sub(1);
                match at.and_then(|at| counted.get(at)) {
                    Some(at) => return Ok(*at),
                    None => self.no_such_number(&counted, number),
                }
            }
            ([only], None) => return Ok(*only),
            (several, None) => self.several(several, known),
        };
        Err(Box::new(wrong))
    }

    fn counts(&self, at: Span) -> bool {
        at.file == self.game || at.file == self.of.span.file
    }

    fn none(&self, known: &[String]) -> Diagnostic {
        let (what, of) = (self.what, &self.of.text);
        match &self.name.tag {
            Some(tag) => {
                let message = format!("no {what} of `{of}` is called `{}`", tag.text);
                Diagnostic::error("E0423", tag.span, message)
                    .maybe_did_you_mean(similar(&tag.text, known.iter().map(String::as_str)))
                    .hint(match known {
                        [] if self.numbered == 0 => format!("no {what} of it has a tag: replace `{of}` as a whole"),
                        [] => format!("no {what} of it has a tag: use a number, as in `{what} 1 of {of}`, or replace `{of}` as a whole"),
                        _ => format!("{what}s of it: {}", known.join(", ")),
                    })
            }
            None => Diagnostic::error("E0424", self.of.span, format!("`{of}` has no {what}")).hint(
                format!("to add a new one, begin with `add`, and end with: to {of}"),
            ),
        }
    }

    fn no_such_number(&self, found: &[Span], number: PartNumber) -> Diagnostic {
        let message = format!(
            "number {} is out of range: {}",
            number.value,
            self.counted(found.len())
        );
        self.each(Diagnostic::error("E0425", number.span, message), found)
            .hint("parts are counted from 1, in the order of the text")
    }

    fn several(&self, found: &[Span], known: &[String]) -> Diagnostic {
        let (what, of) = (self.what, &self.of.text);
        let at = self.name.tag.as_ref().unwrap_or(self.of).span;
        let wrong = self.each(
            Diagnostic::error(
                "E0426",
                at,
                format!("more than one {what} fits: {}", self.counted(found.len())),
            ),
            found,
        );
        match (&self.name.tag, known.first()) {
            (Some(tag), _) => {
                wrong.hint(format!("add its number: {what} 1 of {} of {of}", tag.text))
            }
            (None, Some(first)) => wrong.hint(format!(
                "add its name or its number: {what} {first} of {of}, or {what} 1 of {of}"
            )),
            (None, None) => wrong.hint(format!("add its number: {what} 1 of {of}")),
        }
    }

    /// Returns the number of parts, in words.
    fn counted(&self, count: usize) -> String {
        let (what, of) = (self.what, &self.of.text);
        let (s, are) = if count == 1 { ("", "is") } else { ("s", "are") };
        match &self.name.tag {
            Some(tag) => format!("{count} {what}{s} of `{of}` {are} called `{}`", tag.text),
            None => format!("`{of}` has {count} {what}{s}"),
        }
    }

    fn each(&self, wrong: Diagnostic, found: &[Span]) -> Diagnostic {
        let numbered = (1..).zip(found).take(MOST_SHOWN);
        numbered.fold(wrong, |wrong, (number, span)| {
            wrong.related(*span, format!("{} {number}", self.what))
        })
    }
}

/// Returns whether a tag is among some.
pub(super) fn carries(tags: &[Tag], wanted: &str) -> bool {
    tags.iter().any(|tag| tag.text == wanted)
}
