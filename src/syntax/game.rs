//! Files of games and variants, part by part, and expressions alone.

use super::ast::{Decl, DeclKind, Edit, EditKind, Expr, File, Game, Name, Text, Variant};
use super::build::{Builder, FileHead};
use super::explain;
use super::lexical::{self, Laid, Piece};
use super::parser::{self, Pair, Part, Rule};
use super::token::{Dialect, Kind};
use crate::base::{Diagnostic, Diagnostics, FileId, Span};

/// Reads a `.game` file: a game or a variant, with everything that is wrong with it.
///
/// There is a tree unless the file has no head at all; what could not be read stands in it as
/// [`DeclKind::Broken`].
#[must_use]
pub fn parse_game(file: FileId, text: &str) -> (Option<File>, Diagnostics) {
    let mut found = Diagnostics::default();
    let Some(laid) = lexical::lay_out(file, text, Dialect::Game, &mut found) else {
        return (None, found);
    };
    let mut reader = Reader {
        file,
        laid: &laid,
        found,
    };
    let tree = reader.file();
    (tree, reader.found)
}

/// Reads an expression alone.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse_expr(file: FileId, text: &str) -> Result<Expr, Diagnostics> {
    let mut found = Diagnostics::default();
    let Some(laid) = lexical::lay_out(file, text, Dialect::Game, &mut found) else {
        return Err(found);
    };
    if laid.pieces.iter().any(|p| p.broken) {
        return Err(found);
    }
    let mut reader = Reader {
        file,
        laid: &laid,
        found,
    };
    let part = Part {
        file,
        start: 0,
        text: &laid.text,
    };
    let expr = reader.read(Rule::one_expression, part, Builder::expr);
    match expr {
        Some(expr) => reader.found.into_result(expr),
        None => Err(reader.found),
    }
}

struct Reader<'t> {
    file: FileId,
    laid: &'t Laid,
    found: Diagnostics,
}

impl<'t> Reader<'t> {
    fn part(&self, piece: &Piece) -> Part<'t> {
        let text = self.laid.text.get(piece.bytes.clone()).unwrap_or_default();
        Part {
            file: self.file,
            start: piece.bytes.start,
            text,
        }
    }

    /// Parses a part and builds its node; what is wrong is noted.
    fn read<T>(&mut self, rule: Rule, part: Part<'t>, build: fn(&mut Builder<'t>, Pair<'t>) -> Option<T>) -> Option<T> {
        let pair = match parser::parse(rule, part.text) {
            Ok(pair) => pair,
            Err(failure) => {
                self.found.extend(explain::explain(&failure, part));
                return None;
            }
        };
        let mut builder = Builder::new(part);
        let node = build(&mut builder, pair);
        self.found.extend(builder.found);
        node
    }

    fn file(&mut self) -> Option<File> {
        let mut pieces = self.laid.pieces.iter();
        let head = pieces.next().and_then(|piece| self.head(piece));
        let Some(head) = head else {
            if self.found.is_empty() {
                let message = "a file begins with `game` or `variant`";
                self.found.push(Diagnostic::error(Span::new(self.file, 0, 0), message));
            }
            return None;
        };
        Some(match head {
            FileHead::Game(name, title) => {
                let decls = pieces.map(|piece| self.declaration(piece)).collect();
                File::Game(Game { name, title, decls })
            }
            FileHead::Variant(name, of, title) => {
                let edits = pieces.map(|piece| self.edit(piece)).collect();
                File::Variant(Variant { name, of, title, edits })
            }
        })
    }

    fn head(&mut self, piece: &Piece) -> Option<FileHead> {
        if piece.broken {
            return None;
        }
        self.read(Rule::one_head, self.part(piece), Builder::head_of_file)
    }

    fn declaration(&mut self, piece: &Piece) -> Decl {
        let decl = (!piece.broken).then(|| self.read(Rule::one_declaration, self.part(piece), Builder::declaration));
        decl.flatten().unwrap_or_else(|| self.broken(piece))
    }

    fn edit(&mut self, piece: &Piece) -> Edit {
        let edit = (!piece.broken).then(|| self.read(Rule::one_edit, self.part(piece), Builder::edit));
        edit.flatten().unwrap_or_else(|| {
            let decl = self.broken(piece);
            Edit {
                tags: Vec::new(),
                span: decl.span,
                kind: EditKind::Add(decl),
            }
        })
    }

    /// What is left of a declaration that could not be read: its keyword and the names it would have declared.
    fn broken(&self, piece: &Piece) -> Decl {
        let kind = DeclKind::Broken {
            keyword: String::new(),
            names: Vec::new(),
        };
        Decl {
            tags: Vec::new(),
            span: self.part(piece).span(0..piece.bytes.len()),
            kind,
        }
    }
}
