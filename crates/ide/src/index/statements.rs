//! Finds the declarations and uses of names in statements.

use crate::index::{Indexer, Sort};
use linstock_check::Noun;
use linstock_syntax::ast::{AskItemDecl, RoundDecl, StmtDecl, StmtDeclKind};

impl Indexer {
    /// Visits a block. The names of its `let` statements are in scope up to its end.
    pub(super) fn block(&mut self, block: &[StmtDecl]) {
        let locals = self.locals.len();
        block.iter().for_each(|stmt| self.stmt(stmt));
        self.leave(locals);
    }

    fn stmt(&mut self, stmt: &StmtDecl) {
        self.tags(&stmt.tags);
        match &stmt.kind {
            StmtDeclKind::Transfer { what, from, to } => {
                self.exprs(what);
                self.exprs([from, to]);
            }
            StmtDeclKind::Become { at, what } => self.exprs([at, what]),
            StmtDeclKind::Let { name, value } => {
                self.expr(value);
                self.local(name);
            }
            StmtDeclKind::Lay { name, turned, at } => {
                let drawing = Sort::Declared(Noun::Drawing);
                if self.known.contains_key(&(drawing, name.text.clone())) {
                    self.uses(drawing, name);
                } else {
                    self.name(name);
                }
                self.exprs(turned.iter().chain(at));
            }
            StmtDeclKind::Assign { target, value } => self.exprs([target, value]),
            StmtDeclKind::Forget(what) => self.exprs(what),
            StmtDeclKind::Call { name, args } => {
                self.uses(Sort::Declared(Noun::Routine), name);
                self.exprs(args);
            }
            StmtDeclKind::Script { name, args } => {
                self.uses(Sort::Declared(Noun::Script), name);
                self.exprs(args);
            }
            StmtDeclKind::If { cond, .. } => self.expr(cond),
            StmtDeclKind::Repeat { times, .. } => self.exprs(times),
            StmtDeclKind::Each(RoundDecl { from, filter, .. }) => {
                self.exprs(from.iter().chain(filter));
            }
            StmtDeclKind::For { over, from, body } => {
                let (locals, outer) = (self.locals.len(), self.extent);
                self.expr(&over.set);
                self.exprs(from);
                self.extent = stmt.span;
                self.local(&over.name);
                self.extent = outer;
                self.exprs(&over.filter);
                self.block(body);
                self.leave(locals);
                return;
            }
            StmtDeclKind::Ask {
                who,
                question,
                moves,
                ..
            } => {
                self.expr(who);
                question.iter().for_each(|text| self.template(text));
                moves.iter().for_each(|item| self.ask_item(item));
            }
            StmtDeclKind::Phase(phase) => {
                self.uses(Sort::Declared(Noun::Phase), &phase.name);
            }
            StmtDeclKind::Leave(name) => self.uses(Sort::Declared(Noun::Phase), name),
            StmtDeclKind::Win { players, reason } => {
                self.expr(players);
                reason.iter().for_each(|text| self.template(text));
            }
            StmtDeclKind::Must { cond, .. } => self.expr(cond),
            StmtDeclKind::Draw { reason } => {
                reason.iter().for_each(|text| self.template(text));
            }
        }
        stmt.blocks().for_each(|block| self.block(block));
    }

    pub(super) fn ask_item(&mut self, item: &AskItemDecl) {
        self.tags(&item.tags);
        self.uses(Sort::Declared(Noun::Move), &item.name);
        self.exprs(&item.args);
        self.exprs(&item.cond);
    }

    /// Declares the phases of a block.
    pub(super) fn declare_phases(&mut self, block: &[StmtDecl]) {
        for stmt in block {
            if let StmtDeclKind::Phase(phase) = &stmt.kind {
                let outer = std::mem::replace(&mut self.extent, stmt.span);
                self.declare(Sort::Declared(Noun::Phase), &phase.name, &stmt.tags);
                self.extent = outer;
            }
            stmt.blocks().for_each(|block| self.declare_phases(block));
        }
    }
}
