//! A rule sheet as text for a terminal.

use crate::text_table::table;
use crate::window::{columns, paragraph};
use linstock_play::sheet::{
    RuleSheet, SheetBlock, SheetDrawing, SheetEntryText, SheetSection, SheetTable,
};

/// The least width of the column with names.
const LEAST_NAME: usize = 6;
/// The width of the column with the numbers of sentences.
const NUMBER: usize = 4;

/// Writes the whole sheet.
pub(super) fn written(sheet: &RuleSheet) -> String {
    let mut text = format!("{} ({})\n", sheet.title, sheet.name);
    if !sheet.facts.is_empty() {
        text.push_str(&paragraph(&sheet.facts.join(" · "), ("", 0)));
    }
    for section in &sheet.sections {
        text.push_str(&self::section(section));
    }
    text
}

fn section(section: &SheetSection) -> String {
    let mut text = format!("\n{}\n", underlined(&section.title, '='));
    let together = |one: &SheetBlock, next: &SheetBlock| {
        matches!(
            (one, next),
            (SheetBlock::Entry(_), SheetBlock::Entry(_))
                | (
                    SheetBlock::Numbered(..) | SheetBlock::Example(_),
                    SheetBlock::Numbered(..) | SheetBlock::Example(_)
                )
        )
    };
    for blocks in section.blocks.chunk_by(together) {
        text.push('\n');
        text.push_str(&match blocks {
            [SheetBlock::Entry(_), ..] => entries(blocks.iter().filter_map(|block| match block {
                SheetBlock::Entry(entry) => Some(entry),
                _ => None,
            })),
            others => others.iter().map(block).collect(),
        });
    }
    text
}

fn underlined(title: &str, sign: char) -> String {
    let line = sign.to_string().repeat(title.chars().count());
    format!("{title}\n{line}")
}

fn block(block: &SheetBlock) -> String {
    match block {
        SheetBlock::Text(text) => paragraph(text, ("", 0)),
        SheetBlock::Heading(title) => format!("{}\n", underlined(title, '-')),
        SheetBlock::Table(table) => tabled(table),
        SheetBlock::Outline(lines) => lines
            .iter()
            .map(|line| {
                let before = format!("{}- ", "  ".repeat(line.depth));
                paragraph(&line.text, (&before, before.len()))
            })
            .collect(),
        SheetBlock::Entry(entry) => self::entry(entry),
        SheetBlock::Verbatim(text) => indented(text, 4),
        SheetBlock::Drawing(drawing) if drawing.of_move => format!(
            "{}\n{}",
            indented(drawn(drawing, NUMBER), NUMBER),
            paragraph(&drawing.caption, (&" ".repeat(NUMBER), NUMBER))
        ),
        SheetBlock::Drawing(drawing) => format!("{}\n", drawn(drawing, 0).trim_end()),
        SheetBlock::Example(text) => paragraph(text, (&" ".repeat(NUMBER), NUMBER)),
        SheetBlock::Numbered(number, text) => {
            let number = format!("{:<NUMBER$}", format!("{number}. "));
            paragraph(text, (&number, NUMBER))
        }
    }
}

/// Returns the text of a drawing that fits the window beside some blanks.
fn drawn(drawing: &SheetDrawing, blanks: usize) -> &str {
    let widest = drawing.text.lines().map(|line| line.chars().count()).max();
    match columns() {
        Some(columns) if widest > columns.checked_sub(blanks) => &drawing.narrow,
        _ => &drawing.text,
    }
}

fn tabled(sheet: &SheetTable) -> String {
    let columns: Vec<&str> = sheet.columns.iter().map(String::as_str).collect();
    let mut table = table(&columns);
    table.add_rows(&sheet.rows);
    format!("{}\n", table.trim_fmt())
}

/// Writes an entry with its name, and its remarks below it.
pub(crate) fn entry(entry: &SheetEntryText) -> String {
    entries(std::iter::once(entry))
}

fn entries<'e>(entries: impl Iterator<Item = &'e SheetEntryText>) -> String {
    let entries: Vec<&SheetEntryText> = entries.collect();
    let names = entries.iter().map(|entry| entry.name.chars().count());
    let width = names.max().unwrap_or(0).max(LEAST_NAME) + 2;
    let mut text = String::new();
    for entry in entries {
        let name = format!("{:width$}", entry.name);
        text.push_str(&paragraph(&entry.text, (&name, width)));
        for (label, lines) in &entry.remarks {
            for (at, line) in lines.iter().enumerate() {
                let (line, deep) = match at {
                    0 => (format!("{label}: {line}"), 2),
                    _ => (line.clone(), 4),
                };
                let before = " ".repeat(width + deep);
                text.push_str(&if line.contains('\n') {
                    indented(&line, width + deep)
                } else {
                    paragraph(&line, (&before, width + 4))
                });
            }
        }
    }
    text
}

/// Indents lines by a number of blanks.
fn indented(text: &str, blanks: usize) -> String {
    let blanks = " ".repeat(blanks);
    text.lines()
        .map(|line| format!("{blanks}{line}\n"))
        .collect()
}
