//! Statements that a variant adds, replaces or removes.

use crate::variants::sought_part::{Done, SoughtPart, carries};
use linstock_base::{FileId, Span};
use linstock_syntax::ast::{
    PartEdit, PartEditKind, RoundDecl, StmtDecl, StmtDeclKind, StmtName, StmtPlace,
};

/// The edit for the statements that are found.
#[derive(Clone, Copy)]
enum StatementEdit<'e> {
    Before(&'e [StmtDecl]),
    After(&'e [StmtDecl]),
    Replace(&'e [StmtDecl]),
}

/// Changes statements of a block.
pub(super) fn change(body: &mut Vec<StmtDecl>, edit: &PartEdit, game: FileId) -> Done {
    let (stmt, deed) = match &edit.kind {
        PartEditKind::AddStmts { place, body: new } => match place {
            StmtPlace::Start => {
                in_rounds(body, &|body| drop(body.splice(0..0, new.iter().cloned())));
                return Ok(());
            }
            StmtPlace::End => {
                in_rounds(body, &|body| body.extend(new.iter().cloned()));
                return Ok(());
            }
            StmtPlace::Before(stmt) => (stmt, StatementEdit::Before(new)),
            StmtPlace::After(stmt) => (stmt, StatementEdit::After(new)),
        },
        PartEditKind::ReplaceStmt { stmt, with } => (stmt, StatementEdit::Replace(with)),
        PartEditKind::RemoveStmt(stmt) => (stmt, StatementEdit::Replace(&[])),
        _ => return Ok(()),
    };
    let (mut found, mut known, mut all) = (Vec::new(), Vec::new(), Vec::new());
    look(body, &|it| is_sought(it, stmt), &mut found);
    look(body, &|it| is_of_kind(it, stmt), &mut all);
    let sought = SoughtPart {
        what: if stmt.ask { "ask" } else { "statement" },
        name: &stmt.part,
        of: &edit.of,
        numbered: all.len(),
        game,
    };
    tags(body, &|it| is_of_kind(it, stmt), &mut known);
    let at = sought.sole(&found, &known)?;
    rewrite(body, &|it| it.span == at && is_sought(it, stmt), deed);
    Ok(())
}

/// Changes a block; if it consists of one endless loop, the body of that loop.
fn in_rounds(body: &mut Vec<StmtDecl>, change: &dyn Fn(&mut Vec<StmtDecl>)) {
    let is_round = matches!(
        body.as_slice(),
        [StmtDecl {
            kind: StmtDeclKind::Repeat { times: None, .. }
                | StmtDeclKind::Each(RoundDecl { endless: true, .. }),
            ..
        }]
    );
    let only = body.first_mut().filter(|_| is_round);
    if let Some(round) = only.and_then(|only| only.blocks_mut().next()) {
        return in_rounds(round, change);
    }
    change(body);
}

fn is_of_kind(stmt: &StmtDecl, name: &StmtName) -> bool {
    !name.ask || matches!(stmt.kind, StmtDeclKind::Ask { .. })
}

fn is_sought(stmt: &StmtDecl, name: &StmtName) -> bool {
    let goes_by = |wanted: &str| match name.ask {
        true => ask_goes_by(stmt, wanted),
        false => carries(&stmt.tags, wanted),
    };
    let tag = name.part.tag.as_ref();
    is_of_kind(stmt, name) && tag.is_none_or(|wanted| goes_by(&wanted.text))
}

/// Returns whether a word names an `ask`: its own tag, a tag of a move that it offers, or the name of one.
pub(super) fn ask_goes_by(ask: &StmtDecl, wanted: &str) -> bool {
    let offers = match &ask.kind {
        StmtDeclKind::Ask { moves, .. } => moves
            .iter()
            .any(|item| item.name.text == wanted || carries(&item.tags, wanted)),
        _ => false,
    };
    offers || carries(&ask.tags, wanted)
}

/// Finds the outermost statements that fit. Several statements written as one count once.
pub(super) fn look(body: &[StmtDecl], fits: &dyn Fn(&StmtDecl) -> bool, found: &mut Vec<Span>) {
    for stmt in body {
        if !fits(stmt) {
            stmt.blocks().for_each(|body| look(body, fits, found));
        } else if found.last() != Some(&stmt.span) {
            found.push(stmt.span);
        }
    }
}

/// Adds the tags of the statements that fit.
fn tags(body: &[StmtDecl], fits: &dyn Fn(&StmtDecl) -> bool, known: &mut Vec<String>) {
    for stmt in body {
        if fits(stmt) {
            let fresh: Vec<_> = stmt.tags.iter().map(|tag| tag.text.clone()).collect();
            known.extend(
                fresh
                    .into_iter()
                    .filter(|tag| !known.contains(tag))
                    .collect::<Vec<_>>(),
            );
        }
        stmt.blocks().for_each(|body| tags(body, fits, known));
    }
}

/// Edits the sought statement; returns whether it was there.
fn rewrite(
    body: &mut Vec<StmtDecl>,
    fits: &dyn Fn(&StmtDecl) -> bool,
    deed: StatementEdit<'_>,
) -> bool {
    let Some(first) = body.iter().position(fits) else {
        let mut blocks = body.iter_mut().flat_map(StmtDecl::blocks_mut);
        return blocks.any(|body| rewrite(body, fits, deed));
    };
    let span = body[first].span;
    let same = body[first..]
        .iter()
        .take_while(|stmt| stmt.span == span && fits(stmt));
    let end = first + same.count();
    match deed {
        StatementEdit::Before(new) => drop(body.splice(first..first, new.iter().cloned())),
        StatementEdit::After(new) => drop(body.splice(end..end, new.iter().cloned())),
        StatementEdit::Replace(new) => {
            let tags = body[first].tags.clone();
            let mut new = new.to_vec();
            if new.iter().all(|stmt| stmt.tags.is_empty()) {
                new.iter_mut().for_each(|stmt| stmt.tags.clone_from(&tags));
            }
            drop(body.splice(first..end, new));
        }
    }
    true
}
