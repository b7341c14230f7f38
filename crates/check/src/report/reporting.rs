//! What a resolver reports, and what it leaves untold.
//!
//! Where a name is known and what it names is broken, the message is told there, and here stands an *excuse*
//! ([`Resolver::excused`]). Should it turn out that nobody told it, the excuse is told ([`Resolver::finish`]). So there is
//! a model, or there is an error with its place.

use crate::report::error_guaranteed::{Checked, ErrorGuaranteed, report_to};
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Diagnostics, Span, TooMany};

impl Resolver<'_> {
    /// Reports an error.
    pub(crate) fn error(&mut self, diagnostic: Diagnostic) -> ErrorGuaranteed {
        let Some(diagnostic) = self.first_told(diagnostic) else {
            return ErrorGuaranteed::elsewhere();
        };
        report_to(&mut self.diagnostics, diagnostic)
    }

    /// Reports an error that needs but a sentence.
    pub(crate) fn refuse<T>(&mut self, span: Span, message: impl Into<String>) -> Checked<T> {
        Err(self.error(Diagnostic::error(span, message)))
    }

    /// Reports an error of which there may be many alike: the first of its sort.
    pub(crate) fn once(&mut self, sort: &'static str, diagnostic: Diagnostic) -> ErrorGuaranteed {
        if self.names.told.insert(sort) {
            return self.error(diagnostic);
        }
        ErrorGuaranteed::elsewhere()
    }

    /// Marks a sort of mistake as reported: later ones are not told.
    pub(crate) fn told_by(&mut self, sort: &'static str, _why: ErrorGuaranteed) {
        self.names.told.insert(sort);
    }

    /// Reports more of something than there may be, once of each sort.
    pub(crate) fn too_many(&mut self, why: TooMany, span: Span) -> ErrorGuaranteed {
        let reported = self.once(why.what(), why.at(span));
        self.fits = Err(reported);
        reported
    }

    /// Reports what is wrong with a text within the rules, as a picture, that cannot be read.
    pub(crate) fn unreadable(&mut self, span: Span, found: Diagnostics) -> ErrorGuaranteed {
        let told = found.has_errors();
        self.diagnostics.extend(found);
        if told {
            ErrorGuaranteed::elsewhere()
        } else {
            self.excused(span)
        }
    }

    /// Something named here is wrong where it is declared, and is reported there.
    pub(crate) fn excused(&mut self, span: Span) -> ErrorGuaranteed {
        self.first_suppressed.get_or_insert(span);
        ErrorGuaranteed::elsewhere()
    }

    /// Tries something out: whatever is wrong with it is not told, and nothing comes of it.
    pub(crate) fn try_out<T>(&mut self, fuel: impl FnOnce(&mut Self) -> Checked<T>) -> Option<T> {
        let before = std::mem::take(&mut self.diagnostics);
        let told = self.names.told.clone();
        let heard = std::mem::replace(&mut self.is_trial, true);
        let (first_suppressed, fits) = (self.first_suppressed, self.fits);
        let found = fuel(self).ok();
        (self.diagnostics, self.is_trial) = (before, heard);
        self.names.told = told;
        (self.first_suppressed, self.fits) = (first_suppressed, fits);
        found
    }

    /// Tells whether nobody reads what the next error says: similar names, which take long to find, are not looked for.
    pub(crate) fn is_unread(&self) -> bool {
        self.is_trial || self.diagnostics.is_full()
    }

    /// Returns what came of it all, with what was found. An excuse that was made for nothing is told: nobody said what is
    /// wrong.
    pub(crate) fn finish<T>(mut self, made: Checked<T>) -> Result<(T, Diagnostics), Diagnostics> {
        let untold = made.is_err() && !self.diagnostics.has_errors();
        if let Some(span) = self.first_suppressed.filter(|_| untold) {
            let message = "this cannot be used: what it names is wrong where it is declared";
            let diagnostic = Diagnostic::error(span, message);
            self.report(diagnostic.hint("look at its declaration, or take this out"));
        }
        match made {
            Ok(made) if !self.diagnostics.has_errors() => Ok((made, self.diagnostics)),
            Ok(_) | Err(_) => Err(self.diagnostics),
        }
    }
}
