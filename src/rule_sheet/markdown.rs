//! A rule sheet as Markdown.

use crate::rule_sheet::quoted_words::pieces;
use linstock_play::sheet::{
    OutlineLine, RuleSheet, SheetBlock, SheetEntryText, SheetTable, nested,
};

/// Writes the whole sheet.
pub(super) fn written(sheet: &RuleSheet) -> String {
    let mut text = format!("# {}\n", escaped(&sheet.title));
    if !sheet.facts.is_empty() {
        text.push_str(&format!("\n{}\n", escaped(&sheet.facts.join(" · "))));
    }
    for section in &sheet.sections {
        text.push_str(&format!("\n## {}\n", escaped(&section.title)));
        for block in &section.blocks {
            text.push('\n');
            text.push_str(&self::block(block));
        }
    }
    text
}

fn block(block: &SheetBlock) -> String {
    match block {
        SheetBlock::Heading(title) => format!("### {}\n", inline(title)),
        SheetBlock::Table(table) => self::table(table),
        SheetBlock::Outline(lines) => list(lines, 0),
        SheetBlock::Entry(entry) => self::entry(entry),
        SheetBlock::Verbatim(text) => fenced(text),
        SheetBlock::Drawing(drawing) if drawing.caption.is_empty() => fenced(&drawing.text),
        SheetBlock::Drawing(drawing) => {
            format!("{}\n\n{}", inline(&drawing.caption), fenced(&drawing.text))
        }
        SheetBlock::Text(text) | SheetBlock::Example(text) => format!("{}\n", inline(text)),
        SheetBlock::Numbered(number, text) => format!("{number}. {}\n", inline(text)),
    }
}

/// Writes nested lists.
fn list(lines: &[OutlineLine], depth: usize) -> String {
    let item = |line: &OutlineLine| {
        format!(
            "{}- {}\n",
            "  ".repeat(depth + line.depth),
            inline(&line.text)
        )
    };
    lines.iter().map(item).collect()
}

/// Writes lines unchanged between fences of back quotes: at least three, and more than any run of them in the lines.
fn fenced(text: &str) -> String {
    let runs = text.split(|letter| letter != '`').map(str::len);
    let fence = "`".repeat(runs.max().map_or(3, |longest| 3.max(longest + 1)));
    format!("{fence}text\n{}\n{fence}\n", text.trim_end())
}

fn table(table: &SheetTable) -> String {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| inline(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = vec!["---".to_owned(); table.columns.len()];
    let rows: String = table.rows.iter().map(|cells| row(cells)).collect();
    format!("{}| {} |\n{rows}", row(&table.columns), rule.join(" | "))
}

fn entry(entry: &SheetEntryText) -> String {
    let mut text = format!("**{}** {}\n", escaped(&entry.name), inline(&entry.text));
    if !entry.remarks.is_empty() {
        text.push('\n');
    }
    for (label, lines) in &entry.remarks {
        match lines.as_slice() {
            [line] => text.push_str(&format!("- {}: {}\n", inline(label), inline(line))),
            several => {
                text.push_str(&format!(
                    "- {}:\n{}",
                    inline(label),
                    list(&nested(several), 1)
                ));
            }
        }
    }
    text
}

/// Writes a text. Pieces between back quotes stay unchanged, except characters that would end a table cell.
fn inline(text: &str) -> String {
    let piece = |(code, piece): (bool, &str)| match code {
        true => format!("`{}`", piece.replace('|', "\\|")),
        false => escaped(piece),
    };
    pieces(text).map(piece).collect()
}

/// Writes a text with all marks escaped.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\*_<>[]|#`".contains(c) {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::fenced;

    #[test]
    fn a_fence_is_longer_than_any_within() {
        for (text, fence) in [("a ` b", "```"), ("```", "````"), ("x ````` y", "``````")] {
            assert_eq!(fenced(text), format!("{fence}text\n{text}\n{fence}\n"));
        }
    }
}
