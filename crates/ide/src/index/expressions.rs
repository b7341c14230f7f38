//! Finds the uses of names in expressions.

use crate::index::{Indexer, Sort};
use linstock_base::Span;
use linstock_check::Noun;
use linstock_syntax::ast::{Binder, Expr, ExprKind, Name, Template, TemplatePart};

impl Indexer {
    pub(super) fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) {
        exprs.into_iter().for_each(|e| self.expr(e));
    }

    pub(super) fn expr(&mut self, e: &Expr) {
        self.tags(&e.tags);
        match &e.kind {
            ExprKind::Word(text) => {
                let start = e.span.range().start;
                self.word(text, Span::new(e.span.file, start, start + text.len()));
            }
            ExprKind::Owned { owner, kind } => {
                self.name(owner);
                self.name(kind);
            }
            ExprKind::Compare { left, right, .. } => {
                self.expr(left);
                match &left.kind {
                    ExprKind::Word(last) if last == "last" => self.moves(right),
                    _ => self.expr(right),
                }
            }
            ExprKind::Reasoned { of, reason } => {
                self.expr(of);
                self.template(reason);
            }
            ExprKind::Call { name, args } => {
                self.uses(Sort::Declared(Noun::Fact), name);
                self.exprs(args);
            }
            ExprKind::Script { name, args } => {
                self.uses(Sort::Declared(Noun::Script), name);
                self.exprs(args);
            }
            ExprKind::Extreme { over, .. } | ExprKind::SomeOver { over, .. } => {
                self.over(e.span, over, []);
            }
            ExprKind::ForEach { of, over } => self.over(e.span, over, [&**of]),
            ExprKind::SumOver { over, value } => self.over(e.span, over, [&**value]),
            ExprKind::Best { over, by, .. } => self.over(e.span, over, by),
            _ => self.exprs(e.parts()),
        }
    }

    /// Records the moves in `last is step`, `last is {step, rest}`.
    fn moves(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Word(text) => {
                let start = e.span.range().start;
                let span = Span::new(e.span.file, start, start + text.len());
                let text = text.clone();
                self.uses(Sort::Declared(Noun::Move), &Name { text, span });
            }
            ExprKind::Braces(parts) => parts.iter().for_each(|part| self.moves(part)),
            _ => self.expr(e),
        }
    }

    /// Visits a binder, and the expressions in which its name is valid.
    fn over<'e>(&mut self, whole: Span, over: &Binder, said: impl IntoIterator<Item = &'e Expr>) {
        let (locals, outer) = (self.locals.len(), self.extent);
        self.expr(&over.set);
        self.extent = whole;
        self.local(&over.name);
        self.extent = outer;
        self.exprs(&over.filter);
        self.exprs(said);
        self.leave(locals);
    }

    pub(super) fn template(&mut self, template: &Template) {
        for part in &template.parts {
            match part {
                TemplatePart::Literal(_) => {}
                TemplatePart::Hole(e) => self.expr(e),
            }
        }
    }
}
