//! The terms that the rules explain, as far as a sheet uses them.

use crate::sheet::{SheetBlock, SheetEntryText, SheetWriter, rule_lines};

impl SheetWriter<'_> {
    /// Lists the terms that the rules explain and that occur in these blocks or in the explanations themselves.
    pub(super) fn terms(&self, blocks: &[&Vec<SheetBlock>]) -> Vec<SheetBlock> {
        let mut said: Vec<String> = blocks
            .iter()
            .flat_map(|b| b.iter().map(rule_text))
            .collect();
        let all: Vec<(&String, String)> = self.explained();
        let mut told = vec![false; all.len()];
        while let Some(text) = said.pop() {
            for ((name, meaning), told) in all.iter().zip(&mut told) {
                if !*told && names_word(&text, name) {
                    *told = true;
                    said.push(meaning.clone());
                }
            }
        }
        let told = all.into_iter().zip(told).filter(|(_, told)| *told);
        let entries: Vec<SheetBlock> = told
            .map(|((name, text), _)| {
                SheetBlock::Entry(SheetEntryText {
                    name: name.clone(),
                    text: format!("`{text}`"),
                    remarks: Vec::new(),
                })
            })
            .collect();
        let about = (!entries.is_empty()).then(|| SheetBlock::Text(self.say().terms_about()));
        about.into_iter().chain(entries).collect()
    }

    /// Returns the terms that the rules explain, with their explanations, each once.
    fn explained(&self) -> Vec<(&String, String)> {
        let mut all: Vec<(&String, String)> = Vec::new();
        for (name, span) in &self.model.sheet.terms {
            let text = rule_lines::at(self.sources, *span).text;
            let text = text.strip_prefix("fact ").unwrap_or(&text);
            if all.iter().all(|(_, known)| known != text) {
                all.push((name, text.to_owned()));
            }
        }
        all
    }
}

/// Returns the words of the rules in a block: the texts in back quotes.
fn rule_text(block: &SheetBlock) -> String {
    let quoted = |text: &str| {
        let parts = text.split('`').skip(1).step_by(2);
        parts.collect::<Vec<_>>().join(" ; ")
    };
    match block {
        SheetBlock::Outline(lines) => quoted_lines(lines.iter().map(|line| quoted(&line.text))),
        SheetBlock::Entry(entry) => {
            let remarks = entry.remarks.iter().flat_map(|(_, lines)| lines);
            quoted_lines(remarks.map(|line| quoted(line)))
        }
        _ => String::new(),
    }
}

fn quoted_lines(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<_>>().join(" ; ")
}

/// Returns whether a text of the rules contains a word.
fn names_word(text: &str, name: &str) -> bool {
    let in_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    text.split(|c| !in_word(c)).any(|word| word == name)
}
