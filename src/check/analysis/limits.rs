//! How much one game may hold, so that checking it ends soon and every number fits where it is kept.

use crate::base::{Diagnostic, Span};
use crate::check::Resolver;
use crate::check::names::{ListName, Named};
use crate::syntax::ast::{DeclKind, MoveDecl};

const MOST_PLAYERS: usize = 64;
const MOST_PIECES: usize = 200;
const MOST_LINES: usize = 200;
const MOST_DRAWINGS: usize = 200;
const MOST_PHASES: usize = 200;
const MOST_MOVES: usize = 4_000;
const MOST_REMEMBERED: usize = 4_000;
const MOST_LISTS: usize = 200;
const MOST_ZONES: usize = 200;
const MOST_ROWS: usize = 64;
const MOST_OTHERS: usize = 10_000;
const MOST_TAGS: usize = 20_000;
const MOST_ARGUMENTS: usize = 64;

/// How deep what is said may lie in each other once it is written out: every stage goes through it by recursion, on a
/// stack of 2 MiB.
pub(crate) const DEEPEST: usize = 300;

/// The most expressions and statements of one game, once what is said of each member of a family is written out.
pub(crate) const MOST_WRITTEN: usize = 2_000_000;

/// The most words of 64 bits that the pieces of a position take.
const MOST_WORDS: usize = 16_384;

impl<'a> Resolver<'a> {
    /// Does something with what stands here, unless that lies too deep in facts, routines and brackets.
    pub fn nested<T>(
        &mut self,
        span: Span,
        work: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        self.written += 1;
        if self.written > MOST_WRITTEN {
            if self.names.told.insert("written") {
                let message = "the rules are too large once everything is written out";
                let diagnostic = Diagnostic::error(span, message)
                    .label("said of each member, for each of others, for each …");
                self.report(
                    diagnostic.hint("let fewer `for`, `sum`, `best` and `where` lie in each other"),
                );
            }
            return None;
        }
        if self.depth == DEEPEST {
            if self.names.told.insert("depth") {
                let message = "this lies too deep in the facts and routines that lead to it";
                let diagnostic = Diagnostic::error(span, message).label(format!(
                    "more than {DEEPEST} steps, all of them written out"
                ));
                self.report(diagnostic.hint("let fewer of them use each other"));
            }
            return None;
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    /// Reports what there is too much of.
    pub fn check_sizes(&mut self) -> bool {
        let names = &self.names;
        let mut found = vec![
            exceeds(&names.players, "players", MOST_PLAYERS),
            exceeds(&names.kinds, "pieces", MOST_PIECES),
            exceeds(&names.lines, "lines", MOST_LINES),
            exceeds(&names.drawings, "drawings", MOST_DRAWINGS),
            exceeds(&names.moves, "moves", MOST_MOVES),
            exceeds(&names.lists, "lists", MOST_LISTS),
            exceeds(&names.zones, "zones", MOST_ZONES),
            exceeds(&names.facts, "facts", MOST_OTHERS),
            exceeds(&names.routines, "routines", MOST_OTHERS),
        ];
        let too_long = |m: &&Named<&MoveDecl>| m.what.heads.len() > MOST_ARGUMENTS;
        found.extend(names.moves.iter().filter(too_long).map(|m| {
            Some(too_many(
                m.span,
                "arguments and conditions of a move",
                MOST_ARGUMENTS,
            ))
        }));
        let too_many_rows = |list: &&Named<ListName>| list.what.rows.len() > MOST_ROWS;
        found.extend(names.lists.iter().filter(too_many_rows).map(|list| {
            let row = &list.what.rows[MOST_ROWS];
            Some(too_many(row.span, "rows of a list", MOST_ROWS))
        }));
        let mut remembered = 0;
        for (_, _, decl) in self.decls() {
            if let DeclKind::Remember(list) = decl {
                remembered += list.len();
                let over = list.last().filter(|_| remembered > MOST_REMEMBERED);
                found.extend(
                    over.map(|m| Some(too_many(m.name.span, "remembered values", MOST_REMEMBERED))),
                );
            }
        }
        if names.phases.len() > MOST_PHASES {
            found.push(Some(too_many(self.game.head, "phases", MOST_PHASES)));
        }
        let found: Vec<Diagnostic> = found.into_iter().flatten().collect();
        let fits = found.is_empty();
        found.into_iter().for_each(|d| self.report(d));
        fits
    }

    /// Reports a position that is too large: so many players with so many pieces on so large a board.
    pub fn check_position(&mut self) -> bool {
        let points = self
            .names
            .board
            .as_ref()
            .map_or(1, crate::model::Board::points);
        let words = points.div_ceil(64) * self.names.players.len() * self.names.kinds.len();
        if words <= MOST_WORDS {
            return true;
        }
        let message = "this is too large a game: its board, players and pieces together do not fit";
        let diagnostic = Diagnostic::error(self.game.head, message).label("too large");
        self.report(diagnostic.hint("make do with fewer kinds of piece, or a smaller board"));
        false
    }

    /// Reports more tags than can be told apart.
    pub fn check_tag_count(&mut self) -> bool {
        let fits = self.tags.len() <= MOST_TAGS;
        if !fits {
            self.report(too_many(self.game.head, "clause tags", MOST_TAGS));
        }
        fits
    }
}

fn exceeds<T>(table: &[Named<T>], what: &str, most: usize) -> Option<Diagnostic> {
    let first = table.get(most)?;
    Some(too_many(first.span, what, most))
}

fn too_many(span: Span, what: &str, most: usize) -> Diagnostic {
    Diagnostic::error(span, format!("there are too many {what}"))
        .label("one too many")
        .hint(format!("there may be {most} at the most"))
}
