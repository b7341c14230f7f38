//! Reports of the resolver, and mistakes that it does not repeat.
//!
//! If a name is known and its declaration is wrong, that is reported at the declaration, and the use has an
//! *excuse* ([`Resolver::excused`]). If it turns out that nothing was reported, the excuse is reported
//! ([`Resolver::finish`]). So the result is a model, or an error with its place.

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

    /// Reports an error that consists of one sentence.
    pub(crate) fn refuse<T>(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> Checked<T> {
        Err(self.error(Diagnostic::error(code, span, message)))
    }

    /// Reports only the first error of a sort.
    pub(crate) fn once(&mut self, sort: &'static str, diagnostic: Diagnostic) -> ErrorGuaranteed {
        if self.names.told.insert(sort) {
            return self.error(diagnostic);
        }
        ErrorGuaranteed::elsewhere()
    }

    /// Marks a sort of mistake as reported: later ones are not reported.
    pub(crate) fn told_by(&mut self, sort: &'static str, _why: ErrorGuaranteed) {
        self.names.told.insert(sort);
    }

    /// Reports too many declarations, once per sort.
    pub(crate) fn too_many(&mut self, why: TooMany, span: Span) -> ErrorGuaranteed {
        let reported = self.once(why.what(), why.at(span));
        self.fits = Err(reported);
        reported
    }

    /// Reports the mistakes in a text within the rules, such as a picture, that cannot be parsed.
    pub(crate) fn unreadable(&mut self, span: Span, found: Diagnostics) -> ErrorGuaranteed {
        let told = found.has_errors();
        self.diagnostics.extend(found);
        if told {
            ErrorGuaranteed::elsewhere()
        } else {
            self.excused(span)
        }
    }

    /// Excuses a use of a name whose declaration is wrong: the mistake is reported there.
    pub(crate) fn excused(&mut self, span: Span) -> ErrorGuaranteed {
        self.first_suppressed.get_or_insert(span);
        ErrorGuaranteed::elsewhere()
    }

    /// Makes a trial: its mistakes are not reported, and it leaves no trace.
    pub(crate) fn try_out<T>(&mut self, body: impl FnOnce(&mut Self) -> Checked<T>) -> Option<T> {
        let before = std::mem::take(&mut self.diagnostics);
        let told = self.names.told.clone();
        let heard = std::mem::replace(&mut self.is_trial, true);
        let (first_suppressed, fits) = (self.first_suppressed, self.fits);
        let found = body(self).ok();
        (self.diagnostics, self.is_trial) = (before, heard);
        self.names.told = told;
        (self.first_suppressed, self.fits) = (first_suppressed, fits);
        found
    }

    /// Returns whether nobody reads the next error: then the slow search for similar names is skipped.
    pub(crate) fn is_unread(&self) -> bool {
        self.is_trial || self.diagnostics.is_full()
    }

    /// Returns the result with the diagnostics. If there is none and no error either, the first excuse is reported.
    pub(crate) fn finish<T>(mut self, made: Checked<T>) -> Result<(T, Diagnostics), Diagnostics> {
        let untold = made.is_err() && !self.diagnostics.has_errors();
        if let Some(span) = self.first_suppressed.filter(|_| untold) {
            let message = "this cannot be used, because its declaration has a mistake";
            let diagnostic = Diagnostic::error("E0679", span, message);
            self.report(diagnostic.hint("correct its declaration, or remove this use"));
        }
        match made {
            Ok(made) if !self.diagnostics.has_errors() => Ok((made, self.diagnostics)),
            Ok(_) | Err(_) => Err(self.diagnostics),
        }
    }
}
