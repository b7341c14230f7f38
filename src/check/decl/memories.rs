//! Remembered values: how they are declared, and mentions of them.

use crate::base::Diagnostic;
use crate::check::Resolver;
use crate::check::decl::board::fixed_points;
use crate::check::expr::types::Type;
use crate::check::names::nouns::Noun;
use crate::check::names::{Meaning, MemoryName, Names, Scope};
use crate::model::{
    Family, ListId, Member, Memory, MemoryRef, MemoryType, Node, Num, RowId, SeatId, TagId, Truth,
    Value, ValueExpr,
};
use crate::syntax::ast::{DeclKind, Expr, ExprKind, MemoryDecl, Name};

impl<'a> Resolver<'a> {
    /// Resolves the remembered values.
    pub fn memories(&mut self) -> Option<Vec<Memory>> {
        let mut memories = Vec::new();
        let mut complete = true;
        for (_, _, decl) in self.decls() {
            let DeclKind::Remember(list) = decl else {
                continue;
            };
            for memory in list {
                let resolved = self.memory(memory);
                complete &= resolved.is_some();
                if resolved.is_none() {
                    self.names.broken.push(memory.name.text.clone());
                }
                memories.extend(resolved);
            }
        }
        complete.then_some(memories)
    }

    fn memory(&mut self, decl: &'a MemoryDecl) -> Option<Memory> {
        let of_piece = decl.of.as_ref().is_some_and(|of| of.text == "piece");
        let per = match &decl.of {
            Some(of) if of_piece => {
                self.board_or_report(of.span)?;
                None
            }
            None => None,
            Some(of) => Some(self.remembered_for(of)?),
        };
        let ty = match &decl.ty {
            Some(ty) => self.declared_type(ty)?,
            None => self.memory_type_of(&decl.start)?,
        };
        let value = self.memory_value(&decl.start, ty, &Scope::default())?;
        let Some(start) = self.fixed_value(&value) else {
            let message = "expected a value that is known before the game begins";
            let diagnostic =
                Diagnostic::error(decl.start.span, message).label("depends on the position");
            self.report(diagnostic.hint(
                "begin with a number, `yes`, `no`, `none`, a player, `nothing` or named points",
            ));
            return None;
        };
        let (per, among) = per.unzip();
        let what = MemoryName { per, of_piece, ty };
        self.declare(
            Noun::Memory,
            &decl.name,
            &decl.tags,
            (|n: &mut Names<'a>| &mut n.memories, what),
        );
        let named = self.names.memories.last()?;
        Some(Memory {
            name: named.text.clone(),
            per,
            of_piece,
            among: among.unwrap_or(1),
            ty,
            start,
            live: true,
            tags: named.tags.clone(),
        })
    }

    /// Resolves whose value is meant: a player, or a row of the list for which it is remembered.
    pub fn remembered_member(
        &mut self,
        name: &Name,
        of: &Expr,
        scope: &Scope<'_>,
    ) -> Option<Node<Member>> {
        match self.meaning(name, &Scope::default())? {
            Meaning::Memory(id) => {
                let MemoryName { per, of_piece, .. } = self.names.memories[id.index()].what;
                if of_piece
                    && matches!(
                        self.type_of(of, scope),
                        Type::Set | Type::Kind | Type::Formation
                    )
                {
                    let set = self.set(of, scope)?;
                    return Some(self.node(of, Vec::new(), Member::Over(Box::new(set))));
                }
                if of_piece {
                    let place = self.place(of, scope)?;
                    return Some(self.node(of, place.tags, Member::At(place.kind)));
                }
                self.item(of, per.unwrap_or(Family::Players), scope)
            }
            Meaning::Broken => None,
            _ => {
                let message = format!("`{}` is not remembered", name.text);
                let diagnostic = Diagnostic::error(name.span, message);
                self.report(
                    diagnostic.hint("remembered values are declared in a block: remember { … }"),
                );
                None
            }
        }
    }

    /// Resolves a remembered value; `of` says whose.
    pub fn memory_ref(
        &mut self,
        name: &Name,
        of: Option<Node<Member>>,
    ) -> Option<(MemoryRef, Vec<TagId>)> {
        let Some(Meaning::Memory(memory)) = self.meaning(name, &Scope::default()) else {
            if !self.names.broken.contains(&name.text)
                && self.find(name, &Scope::default()).is_some()
            {
                let diagnostic =
                    Diagnostic::error(name.span, format!("`{}` is not remembered", name.text))
                        .hint("remembered values are declared in a block: remember { … }");
                self.report(diagnostic);
            }
            return None;
        };
        let named = &self.names.memories[memory.index()];
        let (MemoryName { per, of_piece, .. }, tags) = (named.what, named.tags.clone());
        match (per.is_some() || of_piece, of) {
            (true, Some(of)) => Some((
                MemoryRef {
                    memory,
                    of: Some(Box::new(of)),
                },
                tags,
            )),
            (false, None) => Some((MemoryRef { memory, of: None }, tags)),
            (true, None) => {
                let (each, hint) = match per {
                    None => {
                        let hint =
                            format!("say of which, by where it stands: `{} of here`", name.text);
                        ("piece".to_owned(), hint)
                    }
                    Some(Family::Rows(list)) => {
                        let list = &self.names.lists[list.index()];
                        let row = list.what.rows.first().map_or("", |r| r.name.as_str());
                        let each = format!("row of `{}`", list.text);
                        (each, format!("say of which: `{} of {row}`", name.text))
                    }
                    _ => (
                        "player".to_owned(),
                        format!("say whose: `{} of me`", name.text),
                    ),
                };
                let message = format!("`{}` is remembered of each {each}", name.text);
                self.report(Diagnostic::error(name.span, message).hint(hint));
                None
            }
            (false, Some(_)) => {
                let message = format!("`{}` is remembered once, not of each player", name.text);
                self.report(Diagnostic::error(name.span, message).hint("leave out the `of …`"));
                None
            }
        }
    }

    /// Resolves an expression of a remembered value's type.
    pub fn memory_value(
        &mut self,
        e: &Expr,
        ty: MemoryType,
        scope: &Scope<'_>,
    ) -> Option<ValueExpr> {
        match ty {
            MemoryType::Num => self.num(e, scope).map(ValueExpr::Num),
            MemoryType::Truth => self.truth(e, scope).map(ValueExpr::Truth),
            MemoryType::Seat => {
                let seat = self.seat(e, scope)?;
                Some(ValueExpr::Member(Family::Players, seat))
            }
            MemoryType::Row(list) => {
                let row = self.item(e, Family::Rows(list), scope)?;
                Some(ValueExpr::Member(Family::Rows(list), row))
            }
            MemoryType::Points => self.set(e, scope).map(ValueExpr::Set),
        }
    }

    /// Returns the type under which an expression can be remembered.
    pub fn memory_type_of(&mut self, e: &Expr) -> Option<MemoryType> {
        match self.type_of(e, &Scope::default()) {
            Type::Number => Some(MemoryType::Num),
            Type::Truth => Some(MemoryType::Truth),
            Type::Seat | Type::Nothing => Some(MemoryType::Seat),
            Type::Row(list) => Some(MemoryType::Row(list)),
            Type::Set | Type::Kind | Type::Place => Some(MemoryType::Points),
            _ => self.mismatch(
                e,
                "a number, a yes or no, a player, a row of a list or a set of points",
                &Scope::default(),
            ),
        }
    }

    /// `of player`, `of card`, `of pirate` where `pirate` is a fact that names some rows: the family, and which of it.
    fn remembered_for(&mut self, of: &Name) -> Option<(Family, u64)> {
        if of.text == "player" {
            return Some((Family::Players, u64::MAX));
        }
        let e = Expr {
            tags: Vec::new(),
            span: of.span,
            kind: ExprKind::Word(of.text.clone()),
        };
        let scope = Scope::default();
        let known = self.find(of, &scope).is_some();
        if let Some(family) = self.family_of(&e, &scope).filter(|_| known) {
            let members = self.items(&e, &scope)?.kind.0;
            let is = |truth: &Node<Truth>| match truth.kind {
                Truth::Fixed(is) => Some(u64::from(is)),
                _ => None,
            };
            let bits: Option<Vec<u64>> = members.iter().map(is).collect();
            if let Some(bits) = bits {
                let among = (0..).zip(bits).map(|(at, is): (u32, u64)| is << at);
                return Some((family, among.sum()));
            }
        }
        let message = "a value is remembered once a game, or `of player`, `of piece`, or of the rows of a list";
        let diagnostic = Diagnostic::error(of.span, message);
        self.report(diagnostic.label("not remembered of this").hint(
            "write `of player`, `of piece` or `of` and the name of a list, or leave the `of …` out",
        ));
        None
    }

    /// `leader = none : card`
    fn declared_type(&mut self, ty: &Name) -> Option<MemoryType> {
        if ty.text == "player" {
            return Some(MemoryType::Seat);
        }
        let found = ListId::find(&self.names.lists, |list| list.text == ty.text);
        if found.is_none() {
            self.no_such(Noun::List, ty);
        }
        found.map(MemoryType::Row)
    }

    fn fixed_value(&self, value: &ValueExpr) -> Option<Value> {
        match value {
            ValueExpr::Num(Node {
                kind: Num::Fixed(n),
                ..
            }) => Some(Value::Num(*n)),
            ValueExpr::Truth(Node {
                kind: Truth::Fixed(t),
                ..
            }) => Some(Value::Truth(*t)),
            ValueExpr::Member(family, item) => {
                let at = match item.kind {
                    Member::Fixed(at) => Some(at),
                    Member::None => None,
                    _ => return None,
                };
                Some(match family {
                    Family::Rows(list) => Value::Row(*list, at.map(RowId)),
                    Family::Players => Value::Seat(at.map(SeatId)),
                })
            }
            ValueExpr::Set(set) => fixed_points(self.names.board.as_ref()?, set).map(Value::Points),
            _ => None,
        }
    }
}
