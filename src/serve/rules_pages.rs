//! The rules of tables, as pages.

use crate::{html_page, rule_sheet};
use linstock_play::Session;
use linstock_play::sheet::ExampleFiles;
use linstock_table::RulesPages;

/// Writes rule sheets.
#[derive(Debug)]
pub(super) struct SheetPages;

impl RulesPages for SheetPages {
    fn page(&self, session: &Session, files: &ExampleFiles, style: &str) -> Option<String> {
        rule_sheet::linked_page(session, files, style)
    }

    fn style(&self) -> &'static str {
        html_page::STYLE
    }
}
