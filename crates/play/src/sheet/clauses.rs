//! Clauses and readings: their texts, the options that decide them, the rules that carry them, and their examples.

use crate::sheet::rule_lines::{self, RuleLine};
use crate::sheet::{SheetBlock, SheetEntryText, SheetWriter};
use linstock_base::CheckFuel;
use linstock_model::{GameOption, SheetEntry, TagId};
use linstock_syntax::ast::RulesFile;

/// The most rules that are quoted below a clause.
const MOST_RULES: usize = 4;
/// Declarations that are not quoted, because other sections show their content.
const TOLD_ELSEWHERE: [&str; 3] = ["options", "clauses", "readings"];

impl SheetWriter<'_> {
    /// Lists the clauses below their headings.
    pub(super) fn clauses(&self) -> Vec<SheetBlock> {
        self.entries(&self.model.sheet.clauses)
    }

    /// Lists the readings with their current values.
    pub(super) fn readings(&self) -> Vec<SheetBlock> {
        let entries = self.entries(&self.model.sheet.readings);
        let about = (!entries.is_empty()).then(|| SheetBlock::Text(self.say().readings_about()));
        about.into_iter().chain(entries).collect()
    }

    fn entries(&self, entries: &[SheetEntry]) -> Vec<SheetBlock> {
        let mut blocks = Vec::new();
        let mut heading: Option<&String> = None;
        for entry in entries {
            if entry.heading.as_ref() != heading {
                heading = entry.heading.as_ref();
                blocks.extend(heading.cloned().map(SheetBlock::Heading));
            }
            blocks.push(SheetBlock::Entry(self.entry(entry)));
        }
        blocks
    }

    fn entry(&self, entry: &SheetEntry) -> SheetEntryText {
        let mut remarks = self.decided(entry);
        let lines = self.rule_lines(entry.tag);
        let mut rules: Vec<String> = lines.iter().take(MOST_RULES).map(quoted).collect();
        if lines.len() > MOST_RULES {
            rules.push(self.say().more(lines.len() - MOST_RULES));
        }
        if !rules.is_empty() {
            remarks.push((self.say().rule(), rules));
        }
        remarks.extend(self.example(entry));
        SheetEntryText {
            name: self.model.tag(entry.tag).to_owned(),
            text: match entry.text.is_empty() {
                true => self.say().without_effect(),
                false => entry.text.clone(),
            },
            remarks,
        }
    }

    /// Explains why a clause is not played, and how the options that decide it are set.
    fn decided(&self, entry: &SheetEntry) -> Vec<(String, Vec<String>)> {
        let unplayed = entry.unplayed.iter();
        let unplayed = unplayed.map(|why| (self.say().not_played(), vec![why.clone()]));
        let options = self.model.options.iter();
        let options = options.filter(|o| o.tags.contains(&entry.tag));
        unplayed.chain(options.map(|o| self.set(o))).collect()
    }

    fn set(&self, option: &GameOption) -> (String, Vec<String>) {
        let GameOption {
            name,
            value,
            default,
            doc,
            ..
        } = option;
        // The text of a yes-or-no option describes the `yes`.
        let refused = value == "no" && option.choices.split(" | ").any(|choice| choice == "yes");
        let say = self.say();
        let label = match value == default {
            true => say.as_set(),
            false => say.but_here(),
        };
        let line = match (value == default, refused) {
            (true, false) => say.option_is(name, value, doc),
            (true, true) => say.option_is_no(name, doc),
            (false, false) => say.option_is_not(name, value, default, doc),
            (false, true) => say.option_is_no_more(name, doc),
        };
        (label, vec![line])
    }

    /// Returns the lines of the rules that carry a tag, each once.
    fn rule_lines(&self, tag: TagId) -> Vec<RuleLine> {
        let carriers = self.model.sheet.carriers.iter();
        let spans = carriers.filter(|(carried, _)| *carried == tag);
        let mut lines: Vec<RuleLine> = Vec::new();
        for (_, span) in spans {
            let line = rule_lines::at(self.sources, *span);
            let within = line.within.as_deref().unwrap_or_default();
            let told = TOLD_ELSEWHERE
                .iter()
                .any(|head| within == *head || within == format!("replace {head}"));
            if !told && !lines.contains(&line) && !line.text.is_empty() {
                lines.push(line);
            }
        }
        lines
    }

    fn example(&self, entry: &SheetEntry) -> Option<(String, Vec<String>)> {
        let decides = |o: &&GameOption| entry.hangs_on.contains(&o.name);
        let (deciding, others): (Vec<_>, Vec<_>) = self.model.options.iter().partition(decides);
        let tag = self.model.tag(entry.tag);
        let (title, file) = self.examples.of_clause(tag, (&deciding, &others))?;
        let text = match self.for_players {
            true => title.to_owned(),
            false => self.say().in_file(title, file),
        };
        Some((self.say().example(), vec![text]))
    }

    /// Describes one clause, with the whole text of the declarations that carry it.
    pub(super) fn clause_in_full(&self, name: &str) -> Option<SheetEntryText> {
        let wanted = name.to_uppercase();
        let model = self.model;
        let mut entries = model.sheet.entries();
        if let Some(entry) = entries.find(|e| model.tag(e.tag).to_uppercase() == wanted) {
            let mut told = self.entry(entry);
            let rules = self.whole_rules(entry.tag);
            let remarks = told.remarks.iter_mut();
            for (label, lines) in remarks {
                if *label == self.say().rule() {
                    lines.clone_from(&rules);
                }
            }
            return Some(told);
        }
        let at = model.tags.iter().position(|t| t.to_uppercase() == wanted)?;
        let tag = TagId(u16::try_from(at).ok()?);
        Some(SheetEntryText {
            name: model.tag(tag).to_owned(),
            text: String::new(),
            remarks: vec![(self.say().rule(), self.whole_rules(tag))],
        })
    }

    /// Describes one clause without the text of the rules, if it has a text of its own.
    pub(super) fn clause_in_words(&self, name: &str) -> Option<SheetEntryText> {
        let mut told = self.clause_in_full(name)?;
        if !told.text.is_empty() {
            let rule = self.say().rule();
            told.remarks.retain(|(label, _)| *label != rule);
        }
        Some(told)
    }

    fn whole_rules(&self, tag: TagId) -> Vec<String> {
        let lines = self.rule_lines(tag);
        let whole = |line: &RuleLine| match line.whole.as_str() {
            "" => quoted(line),
            whole => format!("{}\n{whole}", line.place),
        };
        lines.iter().map(whole).collect()
    }

    /// Lists the options with their values.
    pub(super) fn options(&self) -> Vec<SheetBlock> {
        let rows: Vec<Vec<String>> = self.model.options.iter().map(|o| self.option(o)).collect();
        if rows.is_empty() {
            return Vec::new();
        }
        let say = self.say();
        let columns = vec![
            say.option(),
            say.value(),
            say.may_be(),
            say.decides(),
            say.clauses_column(),
        ];
        vec![SheetBlock::table(columns, rows)]
    }

    /// Lists the variants that come with the rules.
    pub(super) fn variants(&self) -> Vec<SheetBlock> {
        let (files, _) = linstock_check::read(self.sources, &CheckFuel::default());
        let rows = files.iter().filter_map(|file| match file {
            RulesFile::Variant(one) if one.of.text == self.model.name => {
                Some(vec![one.name.text.clone(), one.title.value.clone()])
            }
            RulesFile::Variant(_) | RulesFile::Game(_) => None,
        });
        let rows: Vec<_> = rows.collect();
        if rows.is_empty() {
            return Vec::new();
        }
        let columns = vec![self.say().variant(), self.say().variant_title()];
        vec![
            SheetBlock::table(columns, rows),
            SheetBlock::Text(self.say().how_variants()),
        ]
    }

    fn option(&self, option: &GameOption) -> Vec<String> {
        let value = if option.value == option.default {
            option.value.clone()
        } else {
            let default = self.say().default(&option.default);
            format!("{} {default}", option.value)
        };
        vec![
            option.name.clone(),
            value,
            option.choices.clone(),
            option.doc.clone(),
            self.tags(&option.tags),
        ]
    }
}

/// Writes a line of the rules with its place.
fn quoted(line: &RuleLine) -> String {
    match &line.within {
        Some(within) => format!("{}  {within}: `{}`", line.place, line.text),
        None => format!("{}  `{}`", line.place, line.text),
    }
}
