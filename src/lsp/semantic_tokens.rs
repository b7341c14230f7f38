//! Semantic highlighting: each word is coloured by the kind of thing it names.

use crate::lsp::places::{Places, number};
use crate::lsp::ruleset::{RulesetView, TextKind, lexemes_of};
use linstock_ide::index::{Noun, Sort, word_of_language};
use linstock_syntax::{LexemeKind, keywords};
use lsp_types::{SemanticToken, SemanticTokens};
use serde_json::{Value, json};
use std::ops::Range;

/// The kinds of tokens, by their names in the protocol.
const KINDS: [&str; 15] = [
    "namespace",
    "class",
    "enum",
    "enumMember",
    "type",
    "parameter",
    "variable",
    "property",
    "function",
    "method",
    "macro",
    "keyword",
    "comment",
    "string",
    "number",
];

const DECLARATION: u32 = 1;
const OF_LANGUAGE: u32 = 2;

/// Returns the kinds and modifiers of tokens.
pub(super) fn legend() -> Value {
    json!({ "tokenTypes": KINDS, "tokenModifiers": ["declaration", "defaultLibrary"] })
}

/// Returns the token kind of a symbol.
fn kind_of(sort: Sort) -> &'static str {
    match sort {
        Sort::Declared(noun) => match noun {
            Noun::Player | Noun::Piece => "class",
            Noun::Layer | Noun::Phase => "namespace",
            Noun::Option | Noun::Memory => "property",
            Noun::Region | Noun::Drawing | Noun::Zone => "variable",
            Noun::Line => "type",
            Noun::List => "enum",
            Noun::Row => "enumMember",
            Noun::Fact | Noun::Routine => "function",
            Noun::Script => "macro",
            Noun::Move => "method",
        },
        Sort::Field => "property",
        Sort::Local => "parameter",
        Sort::Value => "enumMember",
        Sort::Clause => "macro",
        Sort::Ruleset => "namespace",
        Sort::Helper => "function",
        Sort::Variable => "variable",
        Sort::Constant => "enumMember",
    }
}

/// A coloured word: its bytes, kind and modifiers.
struct Coloured {
    bytes: Range<usize>,
    kind: &'static str,
    marks: u32,
}

/// Returns the coloured words of a text.
pub(super) fn tokens(view: &RulesetView, text_kind: TextKind) -> SemanticTokens {
    let text = view.text();
    let keywords = keywords();
    let mut coloured: Vec<Coloured> = Vec::new();
    // Names inside the holes of texts are coloured as names, the rest as text.
    let names: Vec<Coloured> = view
        .index
        .in_file(view.file)
        .map(|found| Coloured {
            bytes: found.span.range(),
            kind: kind_of(view.index.symbol(found.symbol).sort),
            marks: if found.declares { DECLARATION } else { 0 },
        })
        .collect();
    for lexeme in lexemes_of(text, text_kind) {
        let word = text.get(lexeme.bytes.clone()).unwrap_or_default();
        let (kind, marks) = match lexeme.kind {
            LexemeKind::Remark => ("comment", 0),
            LexemeKind::Text => ("string", 0),
            LexemeKind::Number => ("number", 0),
            LexemeKind::Tag => ("macro", 0),
            LexemeKind::Word if text_kind == TextKind::Script => ("keyword", 0),
            LexemeKind::Word if word_of_language(word).is_some() => ("variable", OF_LANGUAGE),
            LexemeKind::Word if keywords.contains(word) => ("keyword", 0),
            _ => continue,
        };
        let bytes = lexeme.bytes;
        coloured.push(Coloured { bytes, kind, marks });
    }
    encode(text, laid_over(coloured, names))
}

/// Puts names on top of the words or texts around them.
fn laid_over(below: Vec<Coloured>, names: Vec<Coloured>) -> Vec<Coloured> {
    let mut all = Vec::new();
    let mut names = names.into_iter().peekable();
    let mut end = 0;
    let mut put = |all: &mut Vec<Coloured>, piece: Coloured| {
        if piece.bytes.start >= end && piece.bytes.start < piece.bytes.end {
            end = piece.bytes.end;
            all.push(piece);
        }
    };
    for token in below {
        let Range { mut start, end } = token.bytes;
        while let Some(name) = names.next_if(|name| name.bytes.start < end) {
            let part = start..name.bytes.start.max(start);
            put(
                &mut all,
                Coloured {
                    bytes: part,
                    ..token
                },
            );
            start = start.max(name.bytes.end);
            put(&mut all, name);
        }
        put(
            &mut all,
            Coloured {
                bytes: start..end,
                ..token
            },
        );
    }
    names.for_each(|name| put(&mut all, name));
    all
}

/// Encodes tokens as the protocol requires: each by its distance from the previous one. No token crosses the end of a line.
fn encode(text: &str, coloured: Vec<Coloured>) -> SemanticTokens {
    let places = Places::new(text);
    let mut data = Vec::new();
    let (mut last_line, mut last_start) = (0, 0);
    for Coloured { bytes, kind, marks } in coloured {
        let lines = places.range(bytes.clone());
        for line in lines.start.line..=lines.end.line {
            let whole = places.line(usize::try_from(line).unwrap_or(usize::MAX));
            let part = whole.start.max(bytes.start)..whole.end.min(bytes.end);
            if part.start >= part.end {
                continue;
            }
            let range = places.range(part);
            let start = range.start.character;
            let delta_start = if line == last_line {
                start - last_start
            } else {
                start
            };
            let token_type = KINDS.iter().position(|known| *known == kind);
            data.push(SemanticToken {
                delta_line: line - last_line,
                delta_start,
                length: range.end.character - start,
                token_type: number(token_type.unwrap_or_default()),
                token_modifiers_bitset: marks,
            });
            (last_line, last_start) = (line, start);
        }
    }
    SemanticTokens {
        result_id: None,
        data,
    }
}
