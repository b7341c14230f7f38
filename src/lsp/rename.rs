//! Renames something everywhere: in the rules, their variants, scenarios and scripts.
//!
//! The changed texts are parsed again before they are offered: a name that would change the meaning of the rules is refused.

use crate::files;
use crate::lsp::places::Places;
use crate::lsp::reply::Refused;
use crate::lsp::ruleset::{RulesetView, TextKind, kind_of, others};
use crate::lsp::script_index;
use crate::open_texts::OpenTexts;
use linstock_base::{CheckFuel, Diagnostics, Severity, Sources, Span};
use linstock_check::Choices;
use linstock_ide::index::{IndexedSymbol, Noun, Occurrence, Sort, SymbolId, word_of_language};
use linstock_play::Rules;
use linstock_script::{same_variables, unread_from};
use linstock_syntax::ast::{DeclKind, EditKind, MoveDecl, RulesFile, TemplatePart};
use linstock_syntax::{keywords, parse_game, parse_scenarios};
use lsp_server::ErrorCode;
use lsp_types::{PrepareRenameResponse, TextEdit, WorkspaceEdit};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// Changes of files, by path: the byte ranges to replace by the new name.
type NewNames = BTreeMap<PathBuf, BTreeSet<(usize, usize)>>;

fn refused(why: impl Into<String>) -> Refused {
    (ErrorCode::RequestFailed, why.into())
}

/// Returns the name at a byte, if it can be renamed.
pub(super) fn prepare(view: &RulesetView, byte: usize) -> Result<PrepareRenameResponse, Refused> {
    let (found, _) = renamed(view, byte)?;
    let name = name_of(view, found.span);
    Ok(PrepareRenameResponse::RangeWithPlaceholder {
        range: view.range(name),
        placeholder: view.sources.slice(name).to_owned(),
    })
}

/// Finds the symbol to rename.
fn renamed(view: &RulesetView, byte: usize) -> Result<(&Occurrence, &IndexedSymbol), Refused> {
    let Some((found, symbol)) = view.at(byte) else {
        return Err(refused("there is no name here that the rules declare"));
    };
    let name = &symbol.text;
    match symbol.sort {
        Sort::Value => Err(refused(format!(
            "`{name}` is a value of an option; change it where it stands"
        ))),
        Sort::Ruleset => Err(refused(format!(
            "`{name}` is the name of a ruleset; its folder and its files are called so, too"
        ))),
        _ => Ok((found, symbol)),
    }
}

/// Returns the span of the name only: without the `@` of a tag.
fn name_of(view: &RulesetView, span: Span) -> Span {
    let at = usize::from(view.sources.slice(span).starts_with('@'));
    Span::new(span.file, span.range().start + at, span.range().end)
}

/// The place of a rename.
pub(super) struct Renaming<'r> {
    /// The ruleset that the text belongs to.
    pub(super) view: &'r RulesetView,
    /// The file of the text.
    pub(super) path: &'r Path,
    /// The texts that are open in the editor.
    pub(super) open: &'r Arc<OpenTexts>,
}

/// Renames the name at a byte of a view.
pub(super) fn rename(at: &Renaming<'_>, byte: usize, new: &str) -> Result<WorkspaceEdit, Refused> {
    let Renaming { view, path, open } = *at;
    let (found, symbol) = renamed(view, byte)?;
    let symbol = symbol.clone();
    let new = &declared_as(symbol.sort, new);
    check_name(view, &symbol, new)?;
    can_be_read(view)?;
    let mut changes = NewNames::new();
    of_symbol(view, found.symbol, &mut changes)?;
    if !symbol.sort.is_of_one_text() {
        of_typed_moves(view, &symbol, &mut changes)?;
        for other in others(view, path, open) {
            can_be_read(&other)?;
            if let Some(same) = other.index.find(symbol.sort, &symbol.text) {
                of_symbol(&other, same, &mut changes)?;
                of_typed_moves(&other, &symbol, &mut changes)?;
            }
        }
    }
    let written = written(&changes, open, &symbol, new)?;
    still_reads(view, &written, new)?;
    still_means(view, &written, new)?;
    edits(&changes, open, &symbol, new)
}

/// Returns a new name as the rules write it: scripts may write the name of a function with `_`.
fn declared_as(sort: Sort, new: &str) -> String {
    match sort {
        Sort::Declared(Noun::Script) => new.replace('_', "-"),
        _ => new.to_owned(),
    }
}

/// Refuses a text that is not a name, and a name that exists already.
fn check_name(view: &RulesetView, symbol: &IndexedSymbol, new: &str) -> Result<(), Refused> {
    if !is_name(symbol.sort, new) {
        let like = match symbol.sort {
            Sort::Clause => "CA-12",
            Sort::Helper | Sort::Variable => "small_boat",
            Sort::Constant => "MOST_BOATS",
            _ => "small-boat",
        };
        return Err(refused(format!(
            "`{new}` is no name; one is written like `{like}`"
        )));
    }
    if matches!(symbol.sort, Sort::Variable | Sort::Constant) {
        // Other functions may use the same name. Whether it is free here shows when the script is parsed again.
        return Ok(());
    }
    let is_apart =
        |sort: Sort| sort.is_of_scripts() || matches!(sort, Sort::Clause | Sort::Ruleset);
    let of_language = keywords().contains(new) || word_of_language(new).is_some();
    if !is_apart(symbol.sort) && of_language {
        return Err(refused(format!(
            "`{new}` is a word of the language; choose another name"
        )));
    }
    let mut known = view.index.symbols().map(|(_, known)| known);
    let taken = known.find(|known| {
        let alike = known.sort == symbol.sort || !(is_apart(known.sort) || is_apart(symbol.sort));
        known.text == new && alike
    });
    match taken {
        Some(taken) => Err(refused(format!(
            "there is already a {} `{new}`; choose another name",
            taken.sort.word()
        ))),
        None => Ok(()),
    }
}

/// Returns whether a text can be a name of this sort.
fn is_name(sort: Sort, new: &str) -> bool {
    if matches!(sort, Sort::Variable | Sort::Constant) {
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
        return new.starts_with(|c: char| c.is_ascii_alphabetic()) && new.chars().all(fits);
    }
    let capitals = sort == Sort::Clause;
    let letter = |c: char| c.is_ascii_lowercase() || (capitals && c.is_ascii_uppercase());
    let joint = if sort == Sort::Helper { '_' } else { '-' };
    let mut parts = new.split(joint);
    let fits =
        parts.all(|part| !part.is_empty() && part.chars().all(|c| letter(c) || c.is_ascii_digit()));
    let row = sort == Sort::Declared(Noun::Row) && new.bytes().all(|b| b.is_ascii_digit());
    fits && (row || new.starts_with(letter))
}

/// Refuses if a text cannot be parsed: the name may occur in the part that is not understood.
fn can_be_read(view: &RulesetView) -> Result<(), Refused> {
    for (id, source) in view.sources.iter() {
        let line = match kind_of(Path::new(&source.path)) {
            TextKind::Rules => first_error(&parse_game(id, &source.text, &CheckFuel::default()).1),
            TextKind::Scenarios => first_error(&parse_scenarios(id, &source.text).1),
            TextKind::Script => unread_from(&source.text).map(|at| Span::new(id, at, at)),
        };
        if let Some(span) = line {
            let name = Path::new(&source.path).file_name().unwrap_or_default();
            return Err(refused(format!(
                "`{}` cannot be read in line {}, where the name may stand, too; mend that first",
                name.display(),
                view.sources.line_column(span).0
            )));
        }
    }
    Ok(())
}

fn first_error(found: &Diagnostics) -> Option<Span> {
    let mut errors = found.iter().filter(|one| one.severity == Severity::Error);
    errors.next()?.span
}

/// Collects all occurrences of a name.
fn of_symbol(view: &RulesetView, id: SymbolId, changes: &mut NewNames) -> Result<(), Refused> {
    let IndexedSymbol { sort, text, .. } = view.index.symbol(id);
    for place in view.index.of(id) {
        let span = name_of(view, place.span);
        let path = Path::new(&view.sources.get(span.file).path);
        if view.sources.slice(span) != spelt(path, *sort, text) {
            return Err(refused(format!(
                "`{text}` stands in `{}` in line {}; write that out first",
                view.sources.slice(place.span),
                view.sources.line_column(place.span).0
            )));
        }
        note(view, span, changes);
    }
    Ok(())
}

fn note(view: &RulesetView, span: Span, changes: &mut NewNames) {
    let path = PathBuf::from(&view.sources.get(span.file).path);
    let range = span.range();
    changes
        .entry(path)
        .or_default()
        .insert((range.start, range.end));
}

/// Returns whether a word is not part of a longer one.
fn is_whole(text: &str, at: usize, length: usize) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let before = text.get(..at).and_then(|rest| rest.chars().next_back());
    let after = text.get(at + length..).and_then(|rest| rest.chars().next());
    !before.is_some_and(joins) && !after.is_some_and(joins)
}

/// Collects typed moves in scenarios that contain the name: players, pieces and rows are parts of moves.
fn of_typed_moves(
    view: &RulesetView,
    symbol: &IndexedSymbol,
    changes: &mut NewNames,
) -> Result<(), Refused> {
    if !matches!(
        symbol.sort,
        Sort::Declared(Noun::Player | Noun::Piece | Noun::Row)
    ) {
        return Ok(());
    }
    let mut places = Vec::new();
    for typed in view.index.typed() {
        let text = view.sources.slice(*typed);
        let start = typed.range().start;
        let found = text.match_indices(symbol.text.as_str());
        let whole = found.filter(|(at, found)| is_whole(text, *at, found.len()));
        places.extend(
            whole.map(|(at, found)| Span::new(typed.file, start + at, start + at + found.len())),
        );
    }
    if places.is_empty() {
        return Ok(());
    }
    if let Some(mv) = moves(&view.rules).find(|mv| says(mv, &symbol.text)) {
        return Err(refused(format!(
            "`{}` is also a word in the text of the move `{}`, so that nobody can tell which one scenarios mean; change one of them by hand",
            symbol.text, mv.name.text
        )));
    }
    places
        .into_iter()
        .for_each(|span| note(view, span, changes));
    Ok(())
}

fn moves(rules: &[Rc<RulesFile>]) -> impl Iterator<Item = &MoveDecl> {
    let decls = rules.iter().flat_map(|file| match file.as_ref() {
        RulesFile::Game(game) => game.decls.iter().collect::<Vec<_>>(),
        RulesFile::Variant(variant) => {
            let brought = variant.edits.iter().filter_map(|edit| match &edit.kind {
                EditKind::Replace(decl) | EditKind::Add(decl) => Some(decl),
                _ => None,
            });
            brought.collect()
        }
    });
    decls.filter_map(|decl| match &decl.kind {
        DeclKind::Move(mv) => Some(mv),
        _ => None,
    })
}

/// Returns whether the text of a move has a word outside its braces.
fn says(mv: &MoveDecl, word: &str) -> bool {
    mv.text.parts.iter().any(|part| match part {
        TemplatePart::Literal(text) => {
            let mut found = text.match_indices(word);
            found.any(|(at, found)| is_whole(text, at, found.len()))
        }
        TemplatePart::Hole(_) => false,
    })
}

/// Returns the current text of a file.
fn text_of(path: &Path, open: &OpenTexts) -> Result<String, Refused> {
    if let Some(text) = open.get(path) {
        return Ok(text.to_owned());
    }
    if !path.is_absolute() {
        return Err(refused(format!(
            "`{}` is inside the program; `linstock new` copies a ruleset out",
            path.display()
        )));
    }
    files::read_rules(path).map_err(refused)
}

/// Returns a name as it is written in a file.
fn spelt(path: &Path, sort: Sort, name: &str) -> String {
    match kind_of(path) {
        TextKind::Script => script_index::spelt(sort, name),
        TextKind::Rules | TextKind::Scenarios => name.to_owned(),
    }
}

/// Returns the changed texts.
fn written(
    changes: &NewNames,
    open: &OpenTexts,
    symbol: &IndexedSymbol,
    new: &str,
) -> Result<BTreeMap<String, String>, Refused> {
    let mut all = BTreeMap::new();
    for (path, ranges) in changes {
        let mut text = text_of(path, open)?;
        for (start, end) in ranges.iter().rev() {
            if text.get(*start..*end).is_some() {
                text.replace_range(*start..*end, &spelt(path, symbol.sort, new));
            }
        }
        all.insert(path.to_string_lossy().into_owned(), text);
    }
    Ok(all)
}

/// Refuses a name that would bring a mistake into rules without one.
fn still_reads(
    view: &RulesetView,
    written: &BTreeMap<String, String>,
    new: &str,
) -> Result<(), Refused> {
    let mut after = Sources::new();
    for (_, source) in view.sources.iter() {
        let text = written.get(&source.path).unwrap_or(&source.text);
        after.add(source.path.as_str(), text.as_str());
    }
    let choices = Choices::default();
    let (before, _) = Rules::check(&view.sources, &choices);
    let (rules, found) = Rules::check(&after, &choices);
    match found.iter().next() {
        Some(mistake) if before.is_some() && rules.is_none() => Err(refused(format!(
            "with `{new}` the rules would have a mistake: {}",
            mistake.message
        ))),
        _ => Ok(()),
    }
}

/// Refuses a name that already means something else in the same script.
fn still_means(
    view: &RulesetView,
    written: &BTreeMap<String, String>,
    new: &str,
) -> Result<(), Refused> {
    for (_, source) in view.sources.iter() {
        let after = written.get(&source.path);
        let after = after.filter(|_| kind_of(Path::new(&source.path)) == TextKind::Script);
        if after.is_some_and(|after| !same_variables(&source.text, after)) {
            return Err(refused(format!(
                "`{new}` stands for something else there already; choose another name"
            )));
        }
    }
    Ok(())
}

fn edits(
    changes: &NewNames,
    open: &OpenTexts,
    symbol: &IndexedSymbol,
    new: &str,
) -> Result<WorkspaceEdit, Refused> {
    // The key is a type of the crate `lsp-types`; its contents never change.
    #[expect(clippy::mutable_key_type, reason = "a URI is not changed")]
    let mut all = HashMap::new();
    for (path, ranges) in changes {
        let text = text_of(path, open)?;
        let places = Places::new(&text);
        let uri = crate::lsp::places::uri_of(path);
        let uri = uri.ok_or_else(|| refused(format!("`{}` has no URI", path.display())))?;
        let edit = |(start, end): &(usize, usize)| {
            TextEdit::new(places.range(*start..*end), spelt(path, symbol.sort, new))
        };
        all.insert(uri, ranges.iter().map(edit).collect());
    }
    Ok(WorkspaceEdit::new(all))
}
