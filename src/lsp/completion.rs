//! Completion: the keywords that the grammar allows at a place, and the names that fit there.

use crate::lsp::completion_items::{item, keyword, named, values};
use crate::lsp::ruleset::{RulesetView, TextKind, kind_of};
use crate::lsp::{part_edits, raw_lines, script_words};
use linstock_ide::index::{IndexedSymbol, Noun, Sort, sorts_of_values, words_of_language};
use linstock_syntax::ast::RulesFile;
use linstock_syntax::{Dialect, Fitting, Lexeme, LexemeKind, fitting, lexemes, opens_expression};
use lsp_types::{CompletionItem, CompletionItemKind};
use std::path::Path;

/// Offers what fits at a byte, in place of the word that ends there.
pub(super) fn complete(view: &RulesetView, byte: usize, kind: TextKind) -> Vec<CompletionItem> {
    if kind == TextKind::Script {
        return script_words::complete(view, byte);
    }
    let dialect = kind.dialect();
    let text = view.text();
    let inside = lexemes(text, dialect).into_iter().find(|lexeme| {
        let quiet = matches!(
            lexeme.kind,
            LexemeKind::Text | LexemeKind::Remark | LexemeKind::Moves
        );
        let within = lexeme.bytes.start < byte && byte < lexeme.bytes.end;
        quiet && (within || (byte == lexeme.bytes.end && lexeme.kind != LexemeKind::Text))
    });
    let inside = inside.map(|lexeme| lexeme.kind);
    let before = text.get(..byte).unwrap_or_default();
    if matches!(inside, None | Some(LexemeKind::Moves))
        && let Some(items) = raw_lines::complete(view, before, dialect)
    {
        return items;
    }
    if inside.is_some() {
        return Vec::new();
    }
    let joins = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let start = before.trim_end_matches(joins).len();
    if before[..start].ends_with('@') {
        return named(view, |symbol| symbol.sort == Sort::Clause);
    }
    let fits = fitting(view.file, text, start, dialect);
    let mut items = if fits.name {
        names(view, &fits, byte)
    } else {
        Vec::new()
    };
    let before: Vec<&str> = fits.before.iter().map(String::as_str).collect();
    let words = fits.words.iter().copied().chain(part_edits::kinds(&before));
    let words = words.filter(|word| keyword_fits(view, &before, word));
    items.extend(words.map(|word| keyword(word, dialect)));
    items
}

/// The keywords that begin an expression for a player.
const OPENING_PLAYERS: [&str; 5] = ["next", "previous", "sole", "best", "script"];

/// Returns whether a keyword that the grammar allows makes sense after the words before it.
fn keyword_fits(view: &RulesetView, before: &[&str], word: &str) -> bool {
    if is_of(view, before).is_some() {
        return word == "not";
    }
    if !opens_expression(word) {
        return true;
    }
    match before {
        [.., "forget"] => false,
        _ if asks_for_player(view, before) => OPENING_PLAYERS.contains(&word),
        _ => true,
    }
}

/// Returns whether a player is expected after some words.
fn asks_for_player(view: &RulesetView, before: &[&str]) -> bool {
    match before {
        [.., "win" | "ask"] | [.., "player", "from"] => true,
        [.., what, "of"] => is_of_players(view, what),
        _ => false,
    }
}

/// The left side of a comparison with `is`, if only names of one sort can follow.
enum IsOf<'t> {
    LastMove,
    Option(&'t str),
}

/// Returns the left side of the comparison before a place.
fn is_of<'t>(view: &RulesetView, before: &[&'t str]) -> Option<IsOf<'t>> {
    let ([.., what, "is"] | [.., what, "is", "not"]) = before else {
        return None;
    };
    let option = view.index.find(Sort::Declared(Noun::Option), what);
    match *what {
        "last" => Some(IsOf::LastMove),
        what => option.map(|_| IsOf::Option(what)),
    }
}

/// Offers the names that fit after the words before.
fn names(view: &RulesetView, fits: &Fitting, byte: usize) -> Vec<CompletionItem> {
    let before: Vec<&str> = fits.before.iter().map(String::as_str).collect();
    let declared = |noun: Noun| named(view, move |symbol| symbol.sort == Sort::Declared(noun));
    if let Some(sorts) = part_edits::fitting(&before) {
        return named(view, |symbol| sorts.contains(&symbol.sort));
    }
    match is_of(view, &before) {
        Some(IsOf::LastMove) => return declared(Noun::Move),
        Some(IsOf::Option(option)) => return values(view, option),
        None => {}
    }
    if names_anew(&before) {
        return Vec::new();
    }
    match before.as_slice() {
        before if asks_for_player(view, before) => players(view, byte),
        [.., "forget"] => declared(Noun::Memory),
        [.., "leave"] | ["given", "at"] => phases(view),
        [.., "script"] => declared(Noun::Script),
        ["set"] | [.., "remove" | "rename", "option"] => declared(Noun::Option),
        ["variant"] => variants(view),
        ["for"] => named(view, |symbol| symbol.sort == Sort::Ruleset),
        [.., "moves", "of"] | [.., "remove" | "rename", "move"] => declared(Noun::Move),
        [.., "remove" | "rename", "fact"] => declared(Noun::Fact),
        [.., "lay"] => named(view, |symbol| {
            matches!(symbol.sort, Sort::Declared(Noun::Drawing | Noun::List))
        }),
        [.., "as" | "given"] => declared(Noun::Player),
        [head @ .., ":" | ","] if fits.words.is_empty() && head.contains(&"ask") => {
            declared(Noun::Move)
        }
        _ => in_expression(view, byte),
    }
}

/// Returns whether a name of a new declaration is expected.
fn names_anew(before: &[&str]) -> bool {
    const NAMED: [&str; 9] = [
        "fact", "move", "to", "piece", "line", "list", "zone", "drawing", "phase",
    ];
    let mut words = before.iter().filter(|word| !word.starts_with('@'));
    matches!((words.next(), words.next()), (Some(word), None) if NAMED.contains(word))
}

/// Returns whether a name is a value remembered for each player.
fn is_of_players(view: &RulesetView, name: &str) -> bool {
    let found = view.index.find(Sort::Declared(Noun::Memory), name);
    let whole = found.and_then(|id| view.index.symbol(id).whole);
    let written = whole.map_or("", |whole| view.sources.slice(whole));
    let mut words = written.split_whitespace().skip_while(|word| *word != name);
    words.nth(1) == Some("of") && words.next() == Some("player")
}

/// The words for a player.
const PLAYERS: [&str; 4] = ["me", "opponent", "chance", "none"];
/// The sorts of names that may mean a player.
const NAMES_OF_PLAYERS: [Sort; 4] = [
    Sort::Declared(Noun::Player),
    Sort::Declared(Noun::Option),
    Sort::Declared(Noun::Memory),
    Sort::Declared(Noun::Fact),
];

/// Offers the players, and other names that may mean one.
fn players(view: &RulesetView, byte: usize) -> Vec<CompletionItem> {
    offered(view, byte, &NAMES_OF_PLAYERS, &PLAYERS)
}

/// Offers the phases, even those in a sequence of play that cannot be parsed while it is being written.
fn phases(view: &RulesetView) -> Vec<CompletionItem> {
    let sort = Sort::Declared(Noun::Phase);
    let mut items = named(view, |symbol| symbol.sort == sort);
    let rules = view
        .sources
        .iter()
        .filter(|(_, source)| kind_of(Path::new(&source.path)) == TextKind::Rules);
    for (_, source) in rules {
        let words = lexemes(&source.text, Dialect::Game);
        for pair in words.windows(2) {
            let [opens, name] = pair else { continue };
            let text = |lexeme: &Lexeme| source.text.get(lexeme.bytes.clone()).unwrap_or_default();
            let known = |name: &str| items.iter().any(|item| item.label == name);
            if text(opens) == "phase" && name.kind == LexemeKind::Word && !known(text(name)) {
                items.push(item(text(name), sort, None));
            }
        }
    }
    items
}

/// Offers the variants of the game.
fn variants(view: &RulesetView) -> Vec<CompletionItem> {
    let is_variant = |name: &str| {
        let mut files = view.rules.iter();
        files.any(|file| matches!(file.as_ref(), RulesFile::Variant(one) if one.name.text == name))
    };
    named(view, |symbol| {
        symbol.sort == Sort::Ruleset && is_variant(&symbol.text)
    })
}

fn in_expression(view: &RulesetView, byte: usize) -> Vec<CompletionItem> {
    let words: Vec<_> = words_of_language().collect();
    let routines = [Sort::Declared(Noun::Routine)];
    let sorts = [sorts_of_values(), &routines].concat();
    offered(view, byte, &sorts, &words)
}

/// Offers names of some sorts, local names that are visible here, and words of the language.
fn offered(view: &RulesetView, byte: usize, sorts: &[Sort], words: &[&str]) -> Vec<CompletionItem> {
    let here = |symbol: &IndexedSymbol| {
        let extent = symbol.whole.filter(|whole| whole.file == view.file);
        // An unfinished declaration may end before the cursor.
        extent.is_some_and(|whole| whole.range().start <= byte && byte <= whole.range().end + 1)
    };
    let mut items = named(view, |symbol| match symbol.sort {
        Sort::Local => here(symbol),
        sort => sorts.contains(&sort),
    });
    items.extend(written_before(view, byte));
    items.extend(words.iter().map(|word| CompletionItem {
        label: (*word).to_owned(),
        kind: Some(CompletionItemKind::CONSTANT),
        sort_text: Some(format!("1{word}")),
        ..CompletionItem::default()
    }));
    items.sort_by(|a, b| a.label.cmp(&b.label));
    items.dedup_by(|a, b| a.label == b.label);
    items
}

/// Offers the names in the head of a declaration that cannot be parsed yet: the first word of each of its lines before `in`,
/// and the names in brackets after its own.
fn written_before(view: &RulesetView, byte: usize) -> Vec<CompletionItem> {
    let text = view.text().get(..byte).unwrap_or_default();
    let begins = |line: &str| line.starts_with(|c: char| c.is_ascii_lowercase() || c == '@');
    let mut lines: Vec<&str> = Vec::new();
    for line in text.lines().rev().take(60) {
        lines.push(line);
        if begins(line) {
            break;
        }
    }
    let mut names = Vec::new();
    for line in lines {
        let mut words = line
            .split_whitespace()
            .filter(|word| !word.starts_with('@'));
        match (words.next(), words.next(), words.next()) {
            (Some("let"), Some(name), _)
            | (Some(name), Some("in"), _)
            | (Some("for"), Some(name), Some("in")) => names.push(name),
            _ => {}
        }
        if begins(line)
            && let Some((_, rest)) = line.split_once('(')
        {
            let inside = rest.split(')').next().unwrap_or_default();
            names.extend(inside.split(',').map(str::trim));
        }
    }
    let is_name = |name: &&str| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    let items = names
        .into_iter()
        .filter(is_name)
        .map(|name| CompletionItem {
            label: name.to_owned(),
            kind: Some(CompletionItemKind::VARIABLE),
            sort_text: Some(format!("0{name}")),
            ..CompletionItem::default()
        });
    items.collect()
}
