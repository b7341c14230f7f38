//! What a text is made of: its symbols, what can be folded, and a lens at each clause.

use crate::check::index::{Noun, Sort};
use crate::front::batch::plural;
use crate::front::lsp::places::{Places, number};
use crate::front::lsp::ruleset::RulesetView;
use crate::syntax::{LexemeKind, lexemes};
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

/// Returns what a text declares, each with what stands in it.
pub(super) fn symbols(view: &RulesetView) -> Vec<DocumentSymbol> {
    let mut flat = Vec::new();
    for found in view.index.in_file(view.file).filter(|found| found.declares) {
        let declared = view.index.symbol(found.symbol);
        if matches!(declared.sort, Sort::Local | Sort::Value) {
            continue;
        }
        // The fields of a list are told by their names alone.
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
        // A symbol without a name is refused by editors.
        let title = if title.is_empty() {
            "scenario".to_owned()
        } else {
            title
        };
        flat.push(symbol(title, tags.join(" "), SymbolKind::EVENT, ranges));
    }
    nested(flat)
}

/// Puts each symbol into the one that it stands in.
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

/// Returns what can be folded: brackets, pictures, remarks and scenarios of several lines.
pub(super) fn folds(text: &str, scenarios: bool) -> Vec<FoldingRange> {
    let places = Places::new(text);
    let line = |byte: usize| places.position(byte).line;
    let mut folds = Vec::new();
    let mut fold = |start: u32, end: u32, kind: Option<FoldingRangeKind>| {
        if start < end {
            folds.push(FoldingRange {
                start_line: start,
                end_line: end,
                kind,
                ..FoldingRange::default()
            });
        }
    };
    let mut open = Vec::new();
    let mut remark: Option<(u32, u32)> = None;
    let mut title: Option<u32> = None;
    let mut last = 0;
    for lexeme in lexemes(text, scenarios) {
        let (first, end) = (line(lexeme.bytes.start), line(lexeme.bytes.end));
        let begins = first > last || last == 0;
        let word = text.get(lexeme.bytes).unwrap_or_default();
        if lexeme.kind == LexemeKind::Remark && begins {
            remark = match remark {
                Some((start, before)) if before + 1 == first => Some((start, first)),
                other => {
                    other
                        .into_iter()
                        .for_each(|(a, b)| fold(a, b, Some(FoldingRangeKind::Comment)));
                    Some((first, first))
                }
            };
            last = end;
            continue;
        }
        if scenarios && word == "scenario" && begins {
            if let Some(start) = title {
                fold(start, last, Some(FoldingRangeKind::Region));
            }
            title = Some(first);
        }
        match lexeme.kind {
            LexemeKind::Open => open.push(first),
            LexemeKind::Close => {
                // The line with the bracket that closes stays to be seen.
                let start = open.pop();
                start
                    .into_iter()
                    .for_each(|start| fold(start, first.saturating_sub(1), None));
            }
            LexemeKind::Text => fold(first, end, None),
            LexemeKind::Word
            | LexemeKind::Number
            | LexemeKind::Tag
            | LexemeKind::Moves
            | LexemeKind::Sign
            | LexemeKind::Remark => {}
        }
        last = end;
    }
    remark
        .into_iter()
        .for_each(|(a, b)| fold(a, b, Some(FoldingRangeKind::Comment)));
    title
        .into_iter()
        .for_each(|start| fold(start, last, Some(FoldingRangeKind::Region)));
    folds
}

/// Returns a lens at each clause, which tells how many scenarios hit it.
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
