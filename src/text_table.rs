//! Tables of text, as commands print them.

use comfy_table::{ContentArrangement, LineStyle, Table, presets};

/// The width of a printed table, in columns.
pub(super) const WIDTH: u16 = 100;

/// Makes an empty table with these columns.
pub(crate) fn table(columns: &[&str]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING.header_separator(LineStyle::none().fill('-').junction('-')))
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(WIDTH)
        .set_header(columns.iter().copied());
    table
}
