//! The outline of a text: its symbols, its folding ranges, and a code lens at each clause.

use crate::lsp::places::{Places, number};
use crate::lsp::ruleset::{RulesetView, TextKind, lexemes_of};
use linstock_base::plural;
use linstock_ide::index::{Noun, Sort};
use linstock_syntax::LexemeKind;
use lsp_types::{CodeLens, Command, DocumentSymbol, FoldingRange, FoldingRangeKind, SymbolKind};
use std::collections::BTreeMap;

fn kind_of(sort: Sort) -> SymbolKind {
    match sort {
        Sort::Declared(noun) => match noun {
            Noun::Player | Noun::Piece => SymbolKind::CLASS,
            Noun::Layer | Noun::Phase => SymbolKind::NAMESPACE,
            Noun::Option | Noun::Memory => SymbolKind::PROPERTY,
            Noun::Region | Noun::Drawing | Noun::Zone => SymbolKind::VARIABLE,
            Noun::Line => SymbolKind::STRUCT,
            Noun::List => SymbolKind::ENUM,
            Noun::Row => SymbolKind::ENUM_MEMBER,
            Noun::Fact | Noun::Routine | Noun::Script => SymbolKind::FUNCTION,
            Noun::Move => SymbolKind::METHOD,
        },
        Sort::Field => SymbolKind::FIELD,
        Sort::Local => SymbolKind::VARIABLE,
        Sort::Value => SymbolKind::ENUM_MEMBER,
        Sort::Clause => SymbolKind::STRING,
        Sort::Ruleset => SymbolKind::MODULE,
        Sort::Helper => SymbolKind::FUNCTION,
        Sort::Variable => SymbolKind::VARIABLE,
        Sort::Constant => SymbolKind::CONSTANT,
    }
}

#[expect(deprecated, reason = "the type has a field that may not be left out")]
fn symbol(
    name: String,
    detail: String,
    kind: SymbolKind,
    (range, selection_range): (lsp_types::Range, lsp_types::Range),
) -> DocumentSymbol {
    DocumentSymbol {
        name,
        detail: Some(detail),
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range,
        children: None,
    }
}

/// Returns the declarations of a text, each with those inside it.
pub(super) fn symbols(view: &RulesetView) -> Vec<DocumentSymbol> {
    let mut flat = Vec::new();
    for found in view.index.in_file(view.file).filter(|found| found.declares) {
        let declared = view.index.symbol(found.symbol);
        if matches!(declared.sort, Sort::Local | Sort::Value | Sort::Variable) {
            continue;
        }
        // For the fields of a list, the name is the whole extent.
        let own = declared.whole.filter(|_| declared.sort != Sort::Field);
        let whole = own.filter(|whole| {
            let (outer, inner) = (whole.range(), found.span.range());
            whole.file == view.file && outer.start <= inner.start && inner.end <= outer.end
        });
        let ranges = (
            view.range(whole.unwrap_or(found.span)),
            view.range(found.span),
        );
        let detail = declared.sort.word().to_owned();
        let kind = kind_of(declared.sort);
        flat.push(symbol(declared.text.clone(), detail, kind, ranges));
    }
    let files = view
        .scenarios
        .iter()
        .filter(|file| file.game.span.file == view.file);
    for scenario in files.flat_map(|file| &file.scenarios) {
        let ranges = (view.range(scenario.span), view.range(scenario.title.span));
        let tags: Vec<_> = scenario.tags.iter().map(|tag| tag.text.as_str()).collect();
        let title = scenario.title.value.clone();
        // Editors refuse a symbol without a name.
        let title = if title.is_empty() {
            "scenario".to_owned()
        } else {
            title
        };
        flat.push(symbol(title, tags.join(" "), SymbolKind::EVENT, ranges));
    }
    nested(flat)
}

/// Nests each symbol in the one around it.
fn nested(mut flat: Vec<DocumentSymbol>) -> Vec<DocumentSymbol> {
    flat.sort_by_key(|s| (s.range.start, std::cmp::Reverse(s.range.end)));
    let mut roots: Vec<DocumentSymbol> = Vec::new();
    for inner in flat {
        let holds = |outer: &DocumentSymbol| {
            outer.range.start <= inner.range.start
                && inner.range.end <= outer.range.end
                && outer.range != inner.range
        };
        match roots.last_mut().filter(|outer| holds(outer)) {
            Some(outer) => outer.children.get_or_insert_default().push(inner),
            None => roots.push(inner),
        }
    }
    roots
}

/// Returns the folding ranges: brackets, pictures, remarks and scenarios of several lines.
pub(super) fn folds(text: &str, kind: TextKind) -> Vec<FoldingRange> {
    let places = Places::new(text);
    let line = |byte: usize| places.position(byte).line;
    let mut folds = Folds::default();
    for lexeme in lexemes_of(text, kind) {
        let lines = (line(lexeme.bytes.start), line(lexeme.bytes.end));
        let word = text.get(lexeme.bytes).unwrap_or_default();
        let is_scenario = kind == TextKind::Scenarios && word == "scenario";
        folds.add(lexeme.kind, lines, is_scenario);
    }
    folds.end()
}

/// The folding ranges found so far.
#[derive(Default)]
struct Folds {
    found: Vec<FoldingRange>,
    /// The lines of the open brackets.
    open: Vec<u32>,
    /// The first and last line of the current block of remarks.
    remark: Option<(u32, u32)>,
    /// The line in which the scenario begins.
    scenario: Option<u32>,
    /// The line in which the previous part ends.
    last: u32,
}

impl Folds {
    /// Adds the next part of the text, with its first and last line.
    fn add(&mut self, kind: LexemeKind, (first, end): (u32, u32), is_scenario: bool) {
        let begins = first > self.last || self.last == 0;
        if kind == LexemeKind::Remark && begins {
            self.add_remark(first);
            self.last = end;
            return;
        }
        if is_scenario && begins {
            self.end_scenario();
            self.scenario = Some(first);
        }
        match kind {
            LexemeKind::Open => self.open.push(first),
            LexemeKind::Close => {
                // The line with the closing bracket stays visible.
                if let Some(start) = self.open.pop() {
                    self.fold(start, first.saturating_sub(1), None);
                }
            }
            LexemeKind::Text => self.fold(first, end, None),
            _ => {}
        }
        self.last = end;
    }

    fn add_remark(&mut self, line: u32) {
        match self.remark {
            Some((start, before)) if before + 1 == line => self.remark = Some((start, line)),
            _ => {
                self.end_remark();
                self.remark = Some((line, line));
            }
        }
    }

    fn end_remark(&mut self) {
        if let Some((start, end)) = self.remark.take() {
            self.fold(start, end, Some(FoldingRangeKind::Comment));
        }
    }

    fn end_scenario(&mut self) {
        if let Some(start) = self.scenario.take() {
            self.fold(start, self.last, Some(FoldingRangeKind::Region));
        }
    }

    fn fold(&mut self, start: u32, end: u32, kind: Option<FoldingRangeKind>) {
        if start < end {
            self.found.push(FoldingRange {
                start_line: start,
                end_line: end,
                kind,
                ..FoldingRange::default()
            });
        }
    }

    fn end(mut self) -> Vec<FoldingRange> {
        self.end_remark();
        self.end_scenario();
        self.found
    }
}

/// Returns a code lens at each clause with the number of scenarios that hit it.
pub(super) fn lenses(view: &RulesetView, hits: Option<&BTreeMap<String, usize>>) -> Vec<CodeLens> {
    let Some(hits) = hits else {
        return Vec::new();
    };
    let declared = view.index.in_file(view.file).filter(|found| found.declares);
    let lens = declared.filter_map(|found| {
        let clause = view.index.symbol(found.symbol);
        let count = *hits
            .get(&clause.text)
            .filter(|_| clause.sort == Sort::Clause)?;
        let title = match count {
            0 => "no scenario".to_owned(),
            count => plural(count, "scenario"),
        };
        Some(CodeLens {
            range: view.range(found.span),
            command: Some(Command::new(title, String::new(), None)),
            data: Some(number(count).into()),
        })
    });
    lens.collect()
}
