//! Players, remembered values and the arguments of scripts.

use super::Resolver;
use super::names::{ArgType, Builtin, Meaning, Names, Scope, name_at};
use super::options::OptionValue;
use super::types::Type;
use crate::base::Diagnostic;
use crate::model::{
    KindId, MemoryId, MemoryRef, MemoryType, Node, ScriptFn, ScriptId, ScriptType, Seat, SeatSet,
    TagId, ValueExpr,
};
use crate::syntax::ast::{DeclKind, Expr, ExprKind, Name, Script, ScriptFn as ScriptFnDecl};

impl<'a> Resolver<'a> {
    /// Resolves a player, or none.
    pub fn seat(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Node<Seat>> {
        let (kind, tags): (Seat, Vec<TagId>) = match &e.kind {
            ExprKind::Word(text) => {
                let name = name_at(text, e.span);
                match self.meaning(&name, scope)? {
                    Meaning::Builtin(Builtin::Me) => (Seat::Me, Vec::new()),
                    Meaning::Builtin(Builtin::Nobody) => (Seat::None, Vec::new()),
                    Meaning::Builtin(Builtin::Opponent) => (self.opponent(e)?, Vec::new()),
                    Meaning::Player(seat) => (
                        Seat::Fixed(seat),
                        self.names.players[usize::from(seat.0)].tags.clone(),
                    ),
                    Meaning::Arg(arg, ArgType::Seat) => (Seat::Arg(arg), Vec::new()),
                    Meaning::Option(at) => match self.names.options[at].what {
                        OptionValue::Seat(seat) => {
                            (Seat::Fixed(seat), self.names.options[at].tags.clone())
                        }
                        OptionValue::Nothing => (Seat::None, self.names.options[at].tags.clone()),
                        _ => return self.mismatch(e, "a player", scope),
                    },
                    Meaning::Memory(memory) if self.memory_is(memory, MemoryType::Seat) => {
                        let (memory, tags) = self.memory_ref(&name, None)?;
                        (Seat::Memory(memory), tags)
                    }
                    Meaning::Param(value, caller) => {
                        let node = self.seat(value, caller)?;
                        return Some(self.outer(e, node));
                    }
                    Meaning::Fact(_) => {
                        let node =
                            self.open_fact(e, (&name, &[]), ("a player", scope), |r, e, s| {
                                r.seat(e, s)
                            })?;
                        return Some(self.outer(e, node));
                    }
                    Meaning::Broken => return None,
                    _ => return self.mismatch(e, "a player", scope),
                }
            }
            ExprKind::NextPlayer(of) => (Seat::Next(Box::new(self.seat(of, scope)?)), Vec::new()),
            ExprKind::Of { head, of } => {
                let ExprKind::Word(text) = &head.kind else {
                    return self.mismatch(e, "a player", scope);
                };
                let of = self.seat(of, scope)?;
                let (memory, tags) = self.memory_ref(&name_at(text, head.span), Some(of))?;
                if !self.memory_is(memory.memory, MemoryType::Seat) {
                    return self.mismatch(e, "a player", scope);
                }
                (Seat::Memory(memory), tags)
            }
            ExprKind::Call { name, args } => {
                let node =
                    self.open_fact(e, (name, args), ("a player", scope), |r, e, s| r.seat(e, s))?;
                return Some(self.outer(e, node));
            }
            _ => return self.mismatch(e, "a player", scope),
        };
        Some(self.node(e, tags, kind))
    }

    fn opponent(&mut self, e: &Expr) -> Option<Seat> {
        if self.names.players.len() == 2 {
            let me = Node::plain(e.span, Seat::Me);
            return Some(Seat::Next(Box::new(me)));
        }
        if self.is_broken_kind("players") {
            return None;
        }
        let diagnostic = Diagnostic::error(e.span, "`opponent` is clear only where two play")
            .hint("say `others`, or `next player after me`");
        self.report(diagnostic);
        None
    }

    /// Resolves a set of players.
    pub fn seats(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Node<SeatSet>> {
        if let ExprKind::Word(text) = &e.kind {
            match self.meaning(&name_at(text, e.span), scope)? {
                Meaning::Builtin(Builtin::Players) => {
                    return Some(self.node(e, Vec::new(), SeatSet::All));
                }
                Meaning::Builtin(Builtin::Others) => {
                    return Some(self.node(e, Vec::new(), SeatSet::Others));
                }
                Meaning::Param(value, caller) => {
                    let node = self.seats(value, caller)?;
                    return Some(self.outer(e, node));
                }
                _ => {}
            }
        }
        let seat = self.seat(e, scope)?;
        Some(Node {
            tags: seat.tags.clone(),
            span: seat.span,
            kind: SeatSet::One(Box::new(seat)),
        })
    }

    /// Tells whether a remembered value is of a type.
    pub fn memory_is(&self, id: MemoryId, ty: MemoryType) -> bool {
        self.names.memories[usize::from(id.0)].what.ty == ty
    }

    /// Resolves a remembered value; `of` says whose.
    pub fn memory_ref(
        &mut self,
        name: &Name,
        of: Option<Node<Seat>>,
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
        let named = &self.names.memories[usize::from(memory.0)];
        let (per_player, tags) = (named.what.per_player, named.tags.clone());
        match (per_player, of) {
            (true, Some(of)) => Some((
                MemoryRef {
                    memory,
                    of: Some(Box::new(of)),
                },
                tags,
            )),
            (false, None) => Some((MemoryRef { memory, of: None }, tags)),
            (true, None) => {
                let message = format!("`{}` is remembered of each player", name.text);
                self.report(
                    Diagnostic::error(name.span, message)
                        .hint(format!("say whose: `{} of me`", name.text)),
                );
                None
            }
            (false, Some(_)) => {
                let message = format!("`{}` is remembered once, not of each player", name.text);
                self.report(Diagnostic::error(name.span, message).hint("leave out the `of …`"));
                None
            }
        }
    }

    /// Resolves the declared script functions.
    pub fn scripts(&mut self) -> Option<Vec<ScriptFn>> {
        let mut complete = true;
        for (_, _, decl) in self.decls() {
            if let DeclKind::Script(script) = decl {
                for function in &script.functions {
                    complete &= self.script_fn(script, function).is_some();
                }
            }
        }
        let scripts = self.names.scripts.iter().map(|s| s.what.clone()).collect();
        complete.then_some(scripts)
    }

    fn script_fn(&mut self, script: &'a Script, decl: &'a ScriptFnDecl) -> Option<()> {
        let params: Vec<_> = decl
            .params
            .iter()
            .map(|(_, ty)| self.script_type(ty))
            .collect();
        let result = decl.result.as_ref().map(|ty| self.script_type(ty));
        let changes = self.changes(&decl.changes);
        let (Some(params), false, Some(changes)) = (
            params.into_iter().collect::<Option<_>>(),
            result == Some(None),
            changes,
        ) else {
            self.names.broken.push(decl.name.text.clone());
            return None;
        };
        let (result, (changes_kinds, changes_memories)) = (result.flatten(), changes);
        let function = ScriptFn {
            name: decl.name.text.clone(),
            file: script.file.value.clone(),
            params,
            result,
            changes_kinds,
            changes_memories,
            tags: self.tags(&decl.tags),
            span: decl.name.span,
        };
        self.declare(
            "script function",
            &decl.name,
            &decl.tags,
            (|n: &mut Names<'a>| &mut n.scripts, function),
        );
        Some(())
    }

    fn script_type(&mut self, name: &Name) -> Option<ScriptType> {
        const TYPES: [(&str, ScriptType); 6] = [
            ("number", ScriptType::Number),
            ("truth", ScriptType::Truth),
            ("player", ScriptType::Player),
            ("point", ScriptType::Point),
            ("points", ScriptType::Points),
            ("kind", ScriptType::Kind),
        ];
        let found = TYPES
            .iter()
            .find(|(n, _)| *n == name.text)
            .map(|(_, ty)| *ty);
        if found.is_none() {
            let known = TYPES.iter().map(|(n, _)| *n);
            let diagnostic =
                Diagnostic::error(name.span, format!("there is no type `{}`", name.text))
                    .maybe_hint(crate::base::did_you_mean(&name.text, known.clone()))
                    .hint(super::listed("types", known));
            self.report(diagnostic);
        }
        found
    }

    fn changes(&mut self, names: &[Name]) -> Option<(Vec<KindId>, Vec<MemoryId>)> {
        let (mut kinds, mut memories) = (Vec::new(), Vec::new());
        for name in names {
            match self.meaning(name, &Scope::default())? {
                Meaning::Kind(kind) => kinds.push(kind),
                Meaning::Memory(memory) => memories.push(memory),
                Meaning::Broken => return None,
                _ => {
                    let message = "a script changes pieces and remembered values only";
                    let diagnostic = Diagnostic::error(name.span, message).label("neither of them");
                    self.report(
                        diagnostic.hint("name pieces and remembered values after `changes`"),
                    );
                    return None;
                }
            }
        }
        Some((kinds, memories))
    }

    /// Resolves a call of a script function.
    pub fn script_call(
        &mut self,
        name: &Name,
        args: &[Expr],
        wanted: Option<ScriptType>,
        scope: &Scope<'_>,
    ) -> Option<(ScriptId, Vec<ValueExpr>)> {
        let Some(at) = self.names.scripts.iter().position(|s| s.text == name.text) else {
            self.no_such("script function", name);
            return None;
        };
        let function = self.names.scripts[at].what.clone();
        if function.params.len() != args.len() {
            self.wrong_count(name, (function.params.len(), args.len()), function.span);
            return None;
        }
        if function.result != wanted {
            let (message, hint) = match wanted {
                Some(_) => (
                    "does not yield what is wanted here",
                    "its result stands after `->`",
                ),
                None => (
                    "yields a value; here it would be lost",
                    "use it in a condition, or let it yield nothing",
                ),
            };
            let message = format!("`{}` {message}", name.text);
            let diagnostic =
                Diagnostic::error(name.span, message).related(function.span, "it is declared here");
            self.report(diagnostic.hint(hint));
            return None;
        }
        let changes = !function.changes_kinds.is_empty() || !function.changes_memories.is_empty();
        if wanted.is_some() && changes {
            let diagnostic =
                Diagnostic::error(name.span, format!("`{}` changes the position", name.text))
                    .related(function.span, "it is declared here")
                    .hint("call it as a statement; a condition may only read");
            self.report(diagnostic);
            return None;
        }
        let values: Vec<_> = args
            .iter()
            .zip(&function.params)
            .map(|(a, ty)| self.value(a, *ty, scope))
            .collect();
        let id = ScriptId(u16::try_from(at).unwrap_or(u16::MAX));
        Some((id, values.into_iter().collect::<Option<_>>()?))
    }

    fn value(&mut self, e: &Expr, ty: ScriptType, scope: &Scope<'_>) -> Option<ValueExpr> {
        Some(match ty {
            ScriptType::Number => ValueExpr::Num(self.num(e, scope)?),
            ScriptType::Truth => ValueExpr::Truth(self.truth(e, scope)?),
            ScriptType::Player => ValueExpr::Seat(self.seat(e, scope)?),
            ScriptType::Point => ValueExpr::Place(self.place(e, scope)?),
            ScriptType::Points => ValueExpr::Set(self.set(e, scope)?),
            ScriptType::Kind => ValueExpr::Kind(self.kind_value(e, scope)?),
        })
    }

    fn kind_value(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<KindId> {
        if let ExprKind::Word(text) = &e.kind
            && let Meaning::Kind(kind) = self.meaning(&name_at(text, e.span), scope)?
        {
            return Some(kind);
        }
        self.mismatch(e, "a piece", scope)
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
            MemoryType::Seat => self.seat(e, scope).map(ValueExpr::Seat),
            MemoryType::Points => self.set(e, scope).map(ValueExpr::Set),
        }
    }

    /// Returns the type under which an expression can be remembered.
    pub fn memory_type_of(&mut self, e: &Expr) -> Option<MemoryType> {
        match self.type_of(e, &Scope::default()) {
            Type::Number => Some(MemoryType::Num),
            Type::Truth => Some(MemoryType::Truth),
            Type::Seat | Type::Nothing => Some(MemoryType::Seat),
            Type::Set | Type::Kind | Type::Place => Some(MemoryType::Points),
            _ => self.mismatch(
                e,
                "a number, a yes or no, a player or a set of points",
                &Scope::default(),
            ),
        }
    }
}
