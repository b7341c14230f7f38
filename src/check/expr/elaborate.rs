//! Expressions read as what is wanted where they stand.
//!
//! Each type has words and forms of its own; names of values, facts, remembered values and `A if C else B` are read
//! here, for all types alike.

use crate::base::{Diagnostic, Span};
use crate::check::Resolver;
use crate::check::expr::types::Type;
use crate::check::names::{ArgType, Meaning, Scope, name_at};
use crate::model::{Member, MemoryRef, MemoryType, Node, TagId, Truth};
use crate::syntax::ast::{Expr, ExprKind, Name};

/// What a word or a form is, with the clauses of the things it names; `None` once it is told what is wrong.
pub(crate) type Resolved<T> = Option<(T, Vec<TagId>)>;

/// Something that names nothing with clauses.
pub(crate) fn bare<T>(kind: T) -> Resolved<T> {
    Some((kind, Vec::new()))
}

/// A part that stands for the whole, with its clauses.
pub(crate) fn inside<T>(node: Node<T>) -> Resolved<T> {
    Some((node.kind, node.tags))
}

/// A type that expressions are read as.
pub(crate) trait ExpectedType: Sized {
    /// The type in the words of the language, with its article.
    const WORDS: &'static str;

    /// Tells whether remembered values of a type are of this one.
    fn holds(ty: MemoryType) -> bool;

    /// Tells whether what is of another type is never of this one.
    fn never(found: Type) -> bool;

    /// What to do about an expression of another type.
    fn hint(_found: Type) -> Option<&'static str> {
        None
    }

    /// Makes the value of a remembered one, read at this place.
    fn remembered(memory: MemoryRef, span: Span) -> Self;

    /// Makes one value or the other; `None` if the position cannot decide between values of this type.
    fn either(cond: Node<Truth>, then: Node<Self>, otherwise: Node<Self>) -> Resolved<Self>;

    /// Reads a word that means something of its own for this type.
    fn word(
        r: &mut Resolver<'_>,
        meaning: Meaning<'_>,
        at: (&Expr, &Name),
        scope: &Scope<'_>,
    ) -> Resolved<Self>;

    /// Reads any other expression.
    fn form(r: &mut Resolver<'_>, e: &Expr, scope: &Scope<'_>) -> Resolved<Self>;

    /// Reads a call: of a fact, unless the type has functions of its own.
    fn call(
        r: &mut Resolver<'_>,
        e: &Expr,
        called: (&Name, &[Expr]),
        scope: &Scope<'_>,
    ) -> Resolved<Self> {
        r.open_fact(e, called, scope)
    }
}

impl<'a> Resolver<'a> {
    /// Resolves an expression as what is wanted.
    pub fn read<T: ExpectedType>(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Node<T>> {
        let (kind, tags) = self.nested(e.span, |r| match &e.kind {
            ExprKind::Word(text) => r.word(e, &name_at(text, e.span), scope),
            ExprKind::Call { name, args } => T::call(r, e, (name, args), scope),
            ExprKind::If {
                then,
                cond,
                otherwise,
            } => r.one_or_other(e, (cond, then, otherwise), scope),
            _ => T::form(r, e, scope),
        })?;
        Some(self.node(e, tags, kind))
    }

    fn word<T: ExpectedType>(&mut self, e: &Expr, name: &Name, scope: &Scope<'_>) -> Resolved<T> {
        match self.meaning(name, scope)? {
            Meaning::Param(value, caller) => {
                inside(self.outside(caller, |r| r.read(value, caller))?)
            }
            Meaning::Fact(_) => self.open_fact(e, (name, &[]), scope),
            Meaning::Memory(memory) if T::holds(self.names.memories[memory.index()].what.ty) => {
                let (memory, tags) = self.memory_ref(name, None)?;
                Some((T::remembered(memory, e.span), tags))
            }
            Meaning::Broken | Meaning::Arg(_, ArgType::Broken) => None,
            meaning => T::word(self, meaning, (e, name), scope),
        }
    }

    /// `A if C else B`; under options that decide it, only what is left.
    fn one_or_other<T: ExpectedType>(
        &mut self,
        e: &Expr,
        (cond, then, otherwise): (&Expr, &Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Resolved<T> {
        let cond = self.truth(cond, scope);
        self.one_family(&[then, otherwise], scope)?;
        let holds = decided(cond.as_ref());
        let then = self.unless_dead(holds == Some(false), |r| r.read(then, scope));
        let otherwise = self.unless_dead(holds == Some(true), |r| r.read(otherwise, scope));
        let (cond, then, otherwise) = (cond?, then?, otherwise?);
        if let Truth::Fixed(holds) = cond.kind {
            let mut chosen: Node<T> = if holds { then } else { otherwise };
            chosen.tags.extend(cond.tags);
            return inside(chosen);
        }
        let found = T::either(cond, then, otherwise);
        if found.is_none() {
            let message = format!("the position cannot decide which of them is {}", T::WORDS);
            self.report(
                Diagnostic::error(e.span, message)
                    .hint("put the condition around the statement: if … { … } else { … }"),
            );
        }
        found
    }

    /// Resolves what a condition may rule out for good. That is checked, too; but where the board's size hangs on the same
    /// options, it may name points that only a larger board has.
    pub fn unless_dead<T>(&mut self, dead: bool, work: impl FnOnce(&mut Self) -> T) -> T {
        let board = self
            .names
            .board
            .clone()
            .filter(|_| self.names.sized && dead);
        let Some(board) = board else {
            return work(self);
        };
        if let Some(larger) = &mut self.names.board {
            larger.topology = larger.topology.largest();
        }
        let result = work(self);
        self.names.board = Some(board);
        result
    }

    /// `shifts of me`: what is remembered of a player.
    pub fn remembered_of<T: ExpectedType>(
        &mut self,
        e: &Expr,
        (head, of): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Resolved<T> {
        let ExprKind::Word(text) = &head.kind else {
            return self.misread::<T, _>(e, scope);
        };
        if matches!(self.type_of(e, scope), Type::Zone(_) | Type::Heap(_)) {
            return self.misread::<T, _>(e, scope);
        }
        let name = name_at(text, head.span);
        if self.is_open_field(&name, of, scope) {
            return None;
        }
        let of = self.remembered_member(&name, of, scope)?;
        if matches!(of.kind, Member::Over(_)) {
            let diagnostic = Diagnostic::error(of.span, "of which of these pieces?");
            let diagnostic = diagnostic.label("several points");
            self.report(diagnostic.hint(format!(
                "name one point, or ask for those of which it holds: (… where {} of it is …)",
                name.text
            )));
            return None;
        }
        let (memory, tags) = self.memory_ref(&name, Some(of))?;
        if !T::holds(self.names.memories[memory.memory.index()].what.ty) {
            return self.misread::<T, _>(e, scope);
        }
        Some((T::remembered(memory, e.span), tags))
    }

    /// Reports that an expression is not what is wanted.
    pub fn misread<T: ExpectedType, R>(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<R> {
        self.mistaken(e, (T::WORDS, T::hint), scope)
    }
}

/// Returns what a condition comes to under the options alone.
pub(crate) fn decided(cond: Option<&Node<Truth>>) -> Option<bool> {
    match cond?.kind {
        Truth::Fixed(holds) => Some(holds),
        _ => None,
    }
}
