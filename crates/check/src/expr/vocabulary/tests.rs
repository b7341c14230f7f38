//! Tests that the vocabulary and docs/reference agree: every example is on a page and has its stated type.
//!
//! To rewrite the table: `UPDATE_DOCS=1 cargo test -p linstock-check vocabulary`.

use crate::expr::vocabulary::builtin_words::WORDS;
use crate::expr::vocabulary::forms::{FORMS, form};
use crate::expr::vocabulary::{Entry, Stands};
use crate::names::{ArgType, Scope};
use crate::resolver::Resolver;
use crate::{Choices, pick, variants};
use linstock_base::{CheckFuel, Diagnostics, FileId, Sources};
use linstock_model::{FormationId, ListId, Topology};
use linstock_syntax::ast::{DeclKind, Expr, HeadKind, RulesFile};
use std::rc::Rc;

const PAGE: &str = include_str!("../../../../../docs/reference/words.md");
const REFERENCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference");
const FRAME: &str = include_str!("../../../../testing/src/frame.game");
const BEGIN: &str = "<!-- vocabulary: begin -->\n";
const END: &str = "<!-- vocabulary: end -->\n";

/// Returns the pages of the reference as one text, without the table generated from the vocabulary.
fn reference() -> String {
    let pages = std::fs::read_dir(REFERENCE).expect("the folder");
    let mut pages: Vec<_> = pages.map(|page| page.expect("a page").path()).collect();
    pages.sort();
    let texts = pages.iter().map(|page| {
        let text = std::fs::read_to_string(page).expect("a text");
        match text.split_once(BEGIN) {
            Some((before, rest)) => before.to_owned() + rest.split_once(END).expect("its end").1,
            None => text,
        }
    });
    texts.collect()
}

/// Returns the games in which examples are tried: the frame of the pages' examples, and the games on the pages.
fn samples() -> Vec<String> {
    let pages = reference();
    let own = pages.split("```game\n").skip(1);
    let own = own.filter_map(|rest| rest.split_once("```").map(|(game, _)| game));
    std::iter::once(FRAME)
        .chain(own)
        .map(str::to_owned)
        .collect()
}

fn read(text: &str) -> Vec<RulesFile> {
    let mut sources = Sources::new();
    sources.add("sample.game", text);
    crate::read(&sources, &CheckFuel::default()).0
}

/// Parses an example as an expression; `None` if it is not one.
fn parsed(example: &str) -> Option<Expr> {
    let text = format!("game g \"G\"\nmove tried \"tried\" {{\n  when {example}\n}}\n");
    let file = linstock_syntax::parse_game(FileId::default(), &text, &CheckFuel::default());
    let RulesFile::Game(game) = file.0? else {
        return None;
    };
    let heads = game.decls.into_iter().find_map(|decl| match decl.kind {
        DeclKind::Move(tried) => Some(tried.heads),
        _ => None,
    });
    heads?.into_iter().find_map(|head| match head.kind {
        HeadKind::When(cond) => Some(cond),
        _ => None,
    })
}

/// Returns the types of each example in the words of the language, one per sample in which it has a meaning.
fn types_of(examples: &[&str]) -> Vec<Vec<&'static str>> {
    let parsed: Vec<Option<Expr>> = examples.iter().map(|example| parsed(example)).collect();
    let mut types = vec![Vec::new(); examples.len()];
    for text in samples() {
        let files = read(&text);
        let choices = Choices::default();
        let mut found = Diagnostics::default();
        let Ok((game, over)) = pick(&files, &choices, &mut found) else {
            continue;
        };
        let merged = variants::apply(game, &over, &mut found);
        let mut resolver = Resolver::new(&merged, found, &Rc::default());
        resolver.model(&choices).expect("a sample has no mistakes");
        let scope = scope(&resolver);
        for (example, types) in parsed.iter().zip(&mut types) {
            let inferred = example
                .as_ref()
                .and_then(|e| resolver.try_out(|resolver| resolver.infer(e, &scope)));
            types.extend(inferred.map(|node| node.kind.ty().words()));
        }
    }
    types
}

/// Returns the names for examples: points, a player, and a formation and a row if there are any.
fn scope(resolver: &Resolver<'_>) -> Scope<'static> {
    let mut args = vec![
        ("here", ArgType::Point),
        ("there", ArgType::Point),
        ("p", ArgType::Seat),
    ];
    if !resolver.names.lines.is_empty() {
        args.push(("c", ArgType::Line(FormationId(0))));
    }
    if !resolver.names.lists.is_empty() {
        args.push(("k", ArgType::Row(ListId(0))));
    }
    let args = args
        .into_iter()
        .map(|(name, ty)| (name.to_owned(), ty))
        .collect();
    Scope {
        args,
        ..Scope::default()
    }
}

fn is_among(entry: &Entry, found: &[&str]) -> bool {
    found
        .iter()
        .any(|found| entry.types.iter().any(|ty| ty.words() == *found))
}

#[test]
fn every_example_is_in_the_reference() {
    let reference = reference();
    let words = WORDS.iter().map(|(entry, _)| entry);
    let missing: Vec<_> = words
        .chain(FORMS)
        .filter(|e| !reference.contains(e.example))
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_form_has_an_example_of_its_type() {
    let examples: Vec<&str> = FORMS.iter().map(|entry| entry.example).collect();
    let types = types_of(&examples);
    let wrong = FORMS.iter().zip(types).filter_map(|(entry, found)| {
        let is_form = parsed(entry.example).is_some_and(|e| form(&e.kind).name == entry.name);
        let sound = is_form && is_among(entry, &found);
        (!sound).then_some((entry.example, is_form, found))
    });
    assert_eq!(wrong.collect::<Vec<_>>(), []);
}

#[test]
fn every_word_is_what_it_is_said_to_be() {
    let examples: Vec<&str> = WORDS.iter().map(|(entry, _)| entry.example).collect();
    for ((entry, _), found) in WORDS.iter().zip(types_of(&examples)) {
        assert!(entry.example.contains(entry.name), "{}", entry.name);
        if ["box", "chance"].contains(&entry.name) {
            continue;
        }
        let said = entry.example == entry.name
            || entry.example.starts_with(&format!("{} of ", entry.name))
                && entry.types[0].words() != "directions";
        assert!(!found.is_empty(), "{}", entry.example);
        assert!(
            !said || is_among(entry, &found),
            "{}: {found:?}",
            entry.example
        );
    }
}

#[test]
fn the_words_of_directions_are_those_of_boards() {
    let stands = |stands: Stands| stands == Stands::AsDirection;
    let known = WORDS.iter().filter(|(_, at)| stands(*at));
    let mut known: Vec<&str> = known.map(|(entry, _)| entry.name).collect();
    let mut meant: Vec<&str> = Topology::words().chain(["directions"]).collect();
    known.sort_unstable();
    meant.sort_unstable();
    assert_eq!(known, meant);
}

fn row(entry: &Entry) -> String {
    let types: Vec<&str> = entry.types.iter().map(|ty| ty.words()).collect();
    let cell = |text: &str| text.replace('|', "\\|");
    format!(
        "| `{}` | {} | {} | `{}` |\n",
        cell(entry.name),
        types.join(", "),
        cell(entry.meaning),
        cell(entry.example)
    )
}

fn table(head: &str, entries: impl Iterator<Item = &'static Entry>) -> String {
    let rows: String = entries.map(row).collect();
    format!("\n| {head} | what it is | what it means | example |\n|---|---|---|---|\n{rows}")
}

#[test]
fn the_page_lists_the_vocabulary() {
    let words = table("word", WORDS.iter().map(|(entry, _)| entry));
    let forms = table("form", FORMS.iter());
    let made = format!("{BEGIN}{forms}{words}\n{END}");
    let (before, rest) = PAGE.split_once(BEGIN).expect("the table begins somewhere");
    let (_, after) = rest.split_once(END).expect("the table ends somewhere");
    let whole = format!("{before}{made}{after}");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/words.md");
        std::fs::write(path, &whole).expect("the page can be written");
        return;
    }
    assert!(
        whole == PAGE,
        "run: UPDATE_DOCS=1 cargo test -p linstock-check vocabulary"
    );
}
