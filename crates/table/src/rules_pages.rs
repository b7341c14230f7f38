//! The rules of tables as pages of their own. They are written once for rules, and one at a time.

use linstock_play::sheet::ExampleFiles;
use linstock_play::{Rules, Session};
use std::sync::{Arc, Mutex, PoisonError};

/// The most pages that are remembered.
const MOST_KNOWN: usize = 16;

/// Writes the rules of games for people.
pub trait RulesPages: Send + Sync {
    /// Writes the rules of a game as a page in HTML, whose style is at an address; `None` if its texts are not known.
    fn page(&self, session: &Session, files: &ExampleFiles, style: &str) -> Option<String>;

    /// Returns the style of these pages.
    fn style(&self) -> &'static str;
}

/// The pages that were written last, with their rules.
#[derive(Debug, Default)]
pub(crate) struct KnownPages(Mutex<Vec<(Arc<Rules>, Arc<str>)>>);

impl KnownPages {
    /// Returns the page for rules; `write` writes it if it is not known. Others wait meanwhile.
    pub(crate) fn page(
        &self,
        rules: &Arc<Rules>,
        write: impl FnOnce() -> Option<String>,
    ) -> Option<Arc<str>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.iter().find(|(of, _)| Arc::ptr_eq(of, rules));
        if let Some((_, page)) = found {
            return Some(Arc::clone(page));
        }
        let page: Arc<str> = write()?.into();
        if known.len() >= MOST_KNOWN {
            known.remove(0);
        }
        known.push((Arc::clone(rules), Arc::clone(&page)));
        Some(page)
    }
}
