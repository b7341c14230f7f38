//! What an editor tells of its texts, and what it is told of them: mistakes, and that lenses have changed.

use crate::front::command_failure::CommandFailure;
use crate::front::deep_stack::deep_thread;
use crate::front::guard::guarded;
use crate::front::lsp::arrival::Arrival;
use crate::front::lsp::checking;
use crate::front::lsp::places::{path_of, uri_of};
use crate::front::lsp::reply::params;
use crate::front::lsp::ruleset::folder_of;
use crate::front::lsp::server::LanguageServer;
use crate::front::lsp::thorough::{CauseReport, ThoroughReport};
use lsp_server::{Notification, Request, RequestId};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument,
    Notification as _, PublishDiagnostics,
};
use lsp_types::request::{CodeLensRefresh, Request as _};
use lsp_types::{Diagnostic, PublishDiagnosticsParams};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

impl<W: Write> LanguageServer<W> {
    pub(super) fn notification(&mut self, notification: Notification) {
        let value = notification.params;
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Ok(opened) = params::<lsp_types::DidOpenTextDocumentParams>(value) {
                    let text = opened.text_document;
                    let path = self.documents.open(text.uri, text.version, text.text);
                    self.note_change(path.clone());
                    self.want_thorough(path);
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Ok(changed) = params::<lsp_types::DidChangeTextDocumentParams>(value) {
                    let text = changed.text_document;
                    let changes = changed.content_changes;
                    if let Some(path) = self.documents.change(&text.uri, text.version, changes) {
                        self.note_change(path);
                    }
                }
            }
            DidSaveTextDocument::METHOD => {
                if let Ok(saved) = params::<lsp_types::DidSaveTextDocumentParams>(value) {
                    let path = path_of(&saved.text_document.uri);
                    self.want_thorough(path);
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Ok(closed) = params::<lsp_types::DidCloseTextDocumentParams>(value) {
                    let path = self.documents.close(&closed.text_document.uri);
                    self.changes += 1;
                    self.changed.remove(&path);
                    self.found.remove(&path);
                }
            }
            _ => {}
        }
    }

    fn note_change(&mut self, path: PathBuf) {
        self.changes += 1;
        self.found.remove(&folder_of(&path));
        self.changed.insert(path);
    }

    /// Checks the texts that were changed, and shows what is found.
    pub(super) fn check_changed(&mut self) -> Result<(), CommandFailure> {
        for path in std::mem::take(&mut self.changed) {
            let open = self.documents.open_texts();
            let found = guarded(|| checking::quick(&path, &open));
            if let Ok(found) = found {
                if checking::may_have_causes(&path, &open, &found) {
                    self.want_causes(path.clone());
                }
                self.found.insert(path, found);
            } else {
                self.log_defect(found)?;
            }
        }
        self.publish()
    }

    /// Tells the editor what is found now of each file of which it knows something else.
    fn publish(&mut self) -> Result<(), CommandFailure> {
        let mut now: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
        for findings in self.found.values() {
            for (path, found) in findings {
                let all = now.entry(path.clone()).or_default();
                let fresh = found.iter().filter(|one| !all.contains(one)).cloned();
                let fresh: Vec<_> = fresh.collect();
                all.extend(fresh);
            }
        }
        for path in self.documents.paths() {
            now.entry(path.clone()).or_default();
        }
        for path in self.shown.keys() {
            now.entry(path.clone()).or_default();
        }
        for (path, diagnostics) in now {
            let open = self.documents.get(&path);
            let version = open.map(|document| document.version);
            let uri = open
                .map(|document| document.uri.clone())
                .or_else(|| uri_of(&path));
            let unchanged = match self.shown.get(&path) {
                Some((known, found)) => *known == version && *found == diagnostics,
                None => version.is_none() && diagnostics.is_empty(),
            };
            if unchanged {
                continue;
            }
            let Some(uri) = uri.filter(|_| version.is_some() || path.is_absolute()) else {
                continue;
            };
            self.shown.insert(path, (version, diagnostics.clone()));
            let params = PublishDiagnosticsParams {
                uri,
                diagnostics,
                version,
            };
            let method = PublishDiagnostics::METHOD.to_owned();
            self.send(&Notification::new(method, params).into())?;
        }
        self.shown
            .retain(|path, (_, all)| !all.is_empty() || self.documents.get(path).is_some());
        Ok(())
    }

    /// Begins a thorough check of the ruleset of a text, or has it done once the one that runs is over.
    fn want_thorough(&mut self, path: PathBuf) {
        let folder = folder_of(&path);
        let checks = self.thorough.entry(folder.clone()).or_default();
        if checks.running {
            checks.again = Some(path);
            return;
        }
        checks.running = true;
        let (open, arrivals, change) = (
            self.documents.open_texts(),
            self.arrivals.clone(),
            self.changes,
        );
        // Where the system has no room for a thread, what only it finds is not told.
        let _ = deep_thread().spawn(move || {
            let findings = guarded(|| checking::thorough(&path, &open)).unwrap_or_default();
            let report = ThoroughReport {
                folder,
                change,
                findings,
            };
            // If the server is gone, nobody wants to know.
            let _ = arrivals.send(Arrival::Found(Box::new(report)));
        });
    }

    pub(super) fn found_thoroughly(
        &mut self,
        report: ThoroughReport,
    ) -> Result<(), CommandFailure> {
        let checks = self.thorough.entry(report.folder.clone()).or_default();
        checks.running = false;
        let again = checks.again.take();
        if report.findings.hits.is_some() {
            checks.hits = report.findings.hits;
            self.refresh_lenses()?;
        }
        if report.change == self.changes {
            self.found.insert(report.folder, report.findings.shown);
        }
        if let Some(path) = again {
            self.want_thorough(path);
        }
        Ok(())
    }

    /// Begins to look which changes of a variant bring about what is wrong, or has it done once the search that runs is over.
    fn want_causes(&mut self, path: PathBuf) {
        if self.causes.running {
            self.causes.again = Some(path);
            return;
        }
        let (open, arrivals, change) = (
            self.documents.open_texts(),
            self.arrivals.clone(),
            self.changes,
        );
        let begun = deep_thread().spawn(move || {
            let found = guarded(|| checking::with_causes(&path, &open)).unwrap_or_default();
            let report = CauseReport {
                path,
                change,
                found,
            };
            // If the server is gone, nobody wants to know.
            let _ = arrivals.send(Arrival::Caused(Box::new(report)));
        });
        // Where the system has no room for a thread, a mistake is told in the text of the game alone.
        self.causes.running = begun.is_ok();
    }

    pub(super) fn found_causes(&mut self, report: CauseReport) {
        self.causes.running = false;
        let again = self.causes.again.take();
        if report.change == self.changes && !report.found.is_empty() {
            self.found.insert(report.path, report.found);
        }
        if let Some(path) = again {
            self.want_causes(path);
        }
    }

    fn refresh_lenses(&mut self) -> Result<(), CommandFailure> {
        if !self.refreshes {
            return Ok(());
        }
        self.requests += 1;
        let id = RequestId::from(format!("linstock-{}", self.requests));
        let method = CodeLensRefresh::METHOD.to_owned();
        self.send(&Request::new(id, method, Value::Null).into())
    }
}
