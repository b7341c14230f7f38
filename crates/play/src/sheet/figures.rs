//! The sources of figures: those from the rulebook, and the reconstructed ones in full.

use crate::sheet::{SheetBlock, SheetEntryText, SheetWriter, rule_lines};
use linstock_model::Figure;

impl SheetWriter<'_> {
    /// Lists what the rules say about the sources of figures.
    pub(super) fn figures(&self) -> Vec<SheetBlock> {
        let figures = &self.model.sheet.figures;
        if figures.is_empty() {
            return Vec::new();
        }
        let mut blocks = vec![SheetBlock::Text(self.say().figures_about())];
        let say = self.say();
        for figure in figures {
            let (meaning, whole) = match figure.status.as_str() {
                "BOOK" => (say.book(), false),
                "SRC" => (say.src(), true),
                "DER" => (say.der(), false),
                _ => (say.rec(), true),
            };
            let tags = match self.tags(&figure.tags) {
                none if none.is_empty() => none,
                tags => format!(" ({tags})"),
            };
            blocks.push(SheetBlock::Entry(SheetEntryText {
                name: figure.status.clone(),
                text: format!("{}: {meaning}{tags}", figure.what),
                remarks: Vec::new(),
            }));
            if whole {
                blocks.push(SheetBlock::Verbatim(self.whole(figure)));
            }
        }
        blocks
    }

    /// Returns the full text of a figure: a declaration, a line, or an option with its value.
    fn whole(&self, figure: &Figure) -> String {
        let options = self.model.options.iter();
        let mut option = options.filter(|o| figure.what == format!("`option {}`", o.name));
        if let Some(option) = option.next() {
            return format!("{} = {}", option.name, option.value);
        }
        match self.sources.slice(figure.span) {
            name if name.split_whitespace().count() == 1 => {
                rule_lines::at(self.sources, figure.span).text
            }
            whole => rule_lines::dedented(whole.trim_end()),
        }
    }
}
