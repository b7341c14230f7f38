//! Statements that a variant adds, replaces or removes.

use crate::base::{FileId, Span};
use crate::check::variants::sought_part::{Done, SoughtPart};
use crate::syntax::ast::{
    PartEdit, PartEditKind, RoundDecl, StmtDecl, StmtDeclKind, StmtName, StmtPlace,
};

/// What is done with the statements that are found.
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
    tags(body, stmt.ask, &mut known);
    let at = sought.sole(&found, &known)?;
    rewrite(body, &|it| it.span == at && is_sought(it, stmt), deed);
    Ok(())
}

/// Changes a block; where it is one endless repetition, the block that each round goes through.
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
    let tag = name.part.tag.as_ref();
    is_of_kind(stmt, name) && tag.is_none_or(|wanted| carries(stmt, name.ask, &wanted.text))
}

/// Tells whether a statement carries a tag; an `ask` carries those of the moves that it offers, and goes by their names, too.
pub(super) fn carries(stmt: &StmtDecl, ask: bool, wanted: &str) -> bool {
    let own = stmt.tags.iter().any(|tag| tag.text == wanted);
    let offers = match &stmt.kind {
        StmtDeclKind::Ask { moves, .. } if ask => moves
            .iter()
            .any(|item| item.name.text == wanted || item.tags.iter().any(|tag| tag.text == wanted)),
        _ => false,
    };
    own || offers
}

/// Finds the outermost statements of which something holds. Several that are written as one count once.
pub(super) fn look(body: &[StmtDecl], fits: &dyn Fn(&StmtDecl) -> bool, found: &mut Vec<Span>) {
    for stmt in body {
        if !fits(stmt) {
            stmt.blocks().for_each(|body| look(body, fits, found));
        } else if found.last() != Some(&stmt.span) {
            found.push(stmt.span);
        }
    }
}

/// Adds the tags of statements.
fn tags(body: &[StmtDecl], ask: bool, known: &mut Vec<String>) {
    for stmt in body {
        if !ask || matches!(stmt.kind, StmtDeclKind::Ask { .. }) {
            let fresh: Vec<_> = stmt.tags.iter().map(|tag| tag.text.clone()).collect();
            known.extend(
                fresh
                    .into_iter()
                    .filter(|tag| !known.contains(tag))
                    .collect::<Vec<_>>(),
            );
        }
        stmt.blocks().for_each(|body| tags(body, ask, known));
    }
}

/// Does something with the statement that is sought; tells whether it was there.
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
