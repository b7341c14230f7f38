//! Notifications: the editor's about its texts, and the server's about diagnostics and code lenses.

use crate::command_failure::CommandFailure;
use crate::deep_stack::deep_thread;
use crate::guard::guarded;
use crate::header::header;
use crate::lsp::arrival::Arrival;
use crate::lsp::checking::{self, ThoroughFindings};
use crate::lsp::documents::Documents;
use crate::lsp::places::{path_of, uri_of};
use crate::lsp::reply::params;
use crate::lsp::ruleset::{TextKind, folder_of, kind_of};
use crate::lsp::server::LanguageServer;
use crate::lsp::slow_checks::{SlowCheck, SlowReport};
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
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl<W: Write> LanguageServer<W> {
    pub(super) fn notification(&mut self, notification: Notification) {
        let value = notification.params;
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Ok(opened) = params::<lsp_types::DidOpenTextDocumentParams>(value) {
                    let text = opened.text_document;
                    let path = self.texts().open(text.uri, text.version, text.text);
                    self.note_change(path.clone());
                    self.want_thorough(path);
                    self.follow_disk();
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Ok(changed) = params::<lsp_types::DidChangeTextDocumentParams>(value) {
                    let text = changed.text_document;
                    let changes = changed.content_changes;
                    if let Some(path) = self.texts().change(&text.uri, text.version, changes) {
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
                    let path = self.texts().close(&closed.text_document.uri);
                    self.note_change(path.clone());
                    self.changed.remove(&path);
                    self.stale.remove(&path);
                    self.mark_stale(&path);
                    self.leave_root(&path);
                    self.follow_disk();
                }
            }
            _ => {}
        }
    }

    /// Returns the open texts, to change them. Requests under way keep the texts that they are about.
    fn texts(&mut self) -> &mut Documents {
        Arc::make_mut(&mut self.documents)
    }

    /// Watches the folders of the open texts.
    fn follow_disk(&mut self) {
        let paths = self.documents.iter().map(|(path, _)| path.clone());
        let paths = paths.filter(|path| path.is_absolute()).collect();
        let open = self.texts().open_texts();
        self.on_disk.follow(&paths, &open, &self.arrivals);
    }

    /// Rechecks the open texts that depend on a file changed by another program.
    pub(super) fn changed_on_disk(&mut self) {
        let open = self.texts().open_texts();
        for path in self.on_disk.changed(&open) {
            self.note_change(path.clone());
            self.want_thorough(path);
        }
    }

    pub(super) fn note_change(&mut self, path: PathBuf) {
        self.changes += 1;
        let folder = folder_of(&path);
        self.found.remove(&folder);
        self.changed_at.insert(folder, self.changes);
        self.changed.insert(path);
    }

    /// Returns the number of the last change in the folder of a text.
    fn changes_of(&self, path: &Path) -> u64 {
        let at = self.changed_at.get(&folder_of(path));
        at.copied().unwrap_or_default()
    }

    /// Checks the changed texts, and shows the findings.
    pub(super) fn check_changed(&mut self) -> Result<(), CommandFailure> {
        for path in std::mem::take(&mut self.changed) {
            self.check(&path)?;
            self.mark_stale(&path);
        }
        self.publish()
    }

    /// Rechecks one of the texts that a change in another may concern; returns whether there was one.
    pub(super) fn check_stale(&mut self) -> Result<bool, CommandFailure> {
        let Some(path) = self.stale.pop_first() else {
            return Ok(false);
        };
        self.check(&path)?;
        self.publish()?;
        Ok(true)
    }

    fn check(&mut self, path: &Path) -> Result<(), CommandFailure> {
        self.stale.remove(path);
        let open = self.texts().open_texts();
        let found = guarded(|| checking::quick(path, &open));
        match found {
            Ok((root, found)) => {
                if checking::may_have_causes(path, &open, &found) {
                    self.want(SlowCheck::Causes, path.to_owned());
                }
                self.leave_root(path);
                self.roots.insert(path.to_owned(), root.clone());
                self.found.insert(root, found);
                Ok(())
            }
            Err(_) => self.log_defect(found),
        }
    }

    /// Forgets which ruleset a text belonged to, and that ruleset's findings if no other text belongs to it.
    fn leave_root(&mut self, path: &Path) {
        if let Some(root) = self.roots.remove(path)
            && !self.roots.values().any(|other| *other == root)
        {
            self.found.remove(&root);
        }
    }

    /// Marks the open rule texts that a change in another text may concern: those of other rulesets in its folder, and
    /// variants anywhere.
    fn mark_stale(&mut self, changed: &Path) {
        if kind_of(changed) == TextKind::Scenarios {
            return;
        }
        let folder = folder_of(changed);
        let root = self.roots.get(changed);
        let others = self.documents.iter().filter(|(path, text)| {
            let is_variant = || header(text).is_some_and(|head| head.keyword == "variant");
            path.as_path() != changed
                && kind_of(path) != TextKind::Scenarios
                && (folder_of(path) == folder || is_variant())
                && (root.is_none() || self.roots.get(*path) != root)
        });
        let others: Vec<PathBuf> = others.map(|(path, _)| path.clone()).collect();
        self.stale.extend(others);
    }

    /// Sends the editor the diagnostics of each file for which they have changed.
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
        for (path, _) in self.documents.iter() {
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
            let Some(uri) = uri else {
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

    /// Begins a thorough check of the ruleset of a text.
    pub(super) fn want_thorough(&mut self, path: PathBuf) {
        self.want(SlowCheck::Thorough(folder_of(&path)), path);
    }

    /// Begins a check for a text, or queues it until the running one is over.
    fn want(&mut self, check: SlowCheck, path: PathBuf) {
        if self.slow.is_put_off(&check, &path) {
            return;
        }
        let change = self.changes_of(&path);
        let (open, arrivals) = (self.texts().open_texts(), self.arrivals.clone());
        let mut report = SlowReport {
            check: check.clone(),
            path,
            change,
            findings: ThoroughFindings::default(),
        };
        let begun = deep_thread().spawn(move || {
            let path = &report.path;
            let findings = guarded(|| match report.check {
                SlowCheck::Thorough(_) => checking::thorough(path, &open),
                SlowCheck::Causes => checking::with_causes(path, &open),
            });
            report.findings = findings.unwrap_or_default();
            // If the server is gone, nobody needs the report.
            let _ = arrivals.send(Arrival::Found(Box::new(report)));
        });
        // If the system cannot create a thread, the results of the slow check are missing.
        if begun.is_ok() {
            self.slow.begin(check);
        }
    }

    pub(super) fn found_slowly(&mut self, report: SlowReport) -> Result<(), CommandFailure> {
        let SlowReport {
            check,
            path,
            change,
            findings,
        } = report;
        let again = self.slow.end(&check);
        let folder = folder_of(&path);
        if let Some(hits) = findings.hits {
            Arc::make_mut(&mut self.hits).insert(folder.clone(), hits);
            self.refresh_lenses()?;
        }
        // A failed check has no findings.
        if change == self.changes_of(&path) && !findings.shown.is_empty() {
            let of = match check {
                SlowCheck::Thorough(_) => folder,
                SlowCheck::Causes => path,
            };
            self.found.insert(of, findings.shown);
        }
        if let Some(path) = again {
            self.want(check, path);
        }
        Ok(())
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
