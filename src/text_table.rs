//! Tables of text, as commands print them.

use crate::window;
use comfy_table::{ColumnConstraint, ContentArrangement, LineStyle, Table, presets};

/// Makes an empty table with these columns. The texts of the first one, which are names, are never broken.
pub(crate) fn table(columns: &[&str]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING.header_separator(LineStyle::none().fill('-').junction('-')))
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(u16::try_from(window::width()).unwrap_or(u16::MAX))
        .set_header(columns.iter().copied());
    if let Some(names) = table.column_mut(0) {
        names.set_constraint(ColumnConstraint::ContentWidth);
    }
    table
}
