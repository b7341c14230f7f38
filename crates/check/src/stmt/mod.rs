//! Statements: bodies of moves and the sequence of play.

mod asks;
mod endings;
mod kinds;
pub(crate) mod lets;
mod missing_leaves;
mod one_point;
pub(crate) mod placements;
mod points;
mod score;
mod touched;
pub(crate) mod transfers;
pub(super) mod values;

use crate::expr::branches::decided;
use crate::expr::inline::CallExpr;
use crate::names::nouns::Noun;
use crate::names::{Meaning, Scope, name_at};
use crate::report::advice::PIECES_COME;
use crate::report::error_guaranteed::Checked;
use crate::report::unknown::nothing_called;
use crate::resolver::Resolver;
use linstock_base::check_fuel::STATEMENT;
use linstock_base::{Diagnostic, Span, Wanted};
use linstock_model::{
    Ask, DrawingId, Member, MemoryId, MemoryRef, Node, PhaseId, Stmt, StmtKind, TagId, Truth,
};
use linstock_syntax::ast::{
    DeclKind, Expr, ExprKind, Name, Phase, RoundDecl, StmtDecl, StmtDeclKind as Decl,
};

/// A condition after folding.
enum Branch {
    /// The block that these options choose.
    Decided(Vec<Stmt>),
    /// Both branches remain.
    Open(Box<StmtKind>),
}

/// Adds clauses to every `ask` of a block: they explain why it is there.
fn tag_asks(body: &mut [Stmt], tags: &[TagId]) {
    for stmt in body {
        if matches!(stmt.kind, StmtKind::Ask(_)) {
            stmt.tags.extend_from_slice(tags);
        }
        stmt.blocks_mut().for_each(|block| tag_asks(block, tags));
    }
}

impl<'a> Resolver<'a> {
    /// Resolves the sequence of play.
    pub(crate) fn play(&mut self) -> Checked<Vec<Stmt>> {
        let mut plays = self.decls().filter_map(|decl| match &decl.kind {
            DeclKind::Play(body) => Some((decl.span, body)),
            _ => None,
        });
        let first = plays.next();
        let second = plays.next();
        let broken = self.is_broken_kind("play");
        match (first, second) {
            (Some((_, body)), None) => self.block(body, &Scope::default()),
            (Some((_, body)), Some((span, _))) => {
                let diagnostic =
                    Diagnostic::error("E0507", span, "there is already a sequence of play")
                        .label("a second one");
                self.report(diagnostic.hint("put both into one block, one after the other"));
                self.block(body, &Scope::default())
            }
            (None, _) if broken => Err(self.excused(self.game.head)),
            _ => {
                let diagnostic =
                    Diagnostic::error("E0508", self.game.head, "the game has no sequence of play")
                        .hint(
                            "say who is asked for what: play { repeat each player { ask me: … } }",
                        );
                Err(self.error(diagnostic))
            }
        }
    }

    /// Resolves a block of statements.
    pub(crate) fn block(&mut self, body: &[StmtDecl], scope: &Scope<'_>) -> Checked<Vec<Stmt>> {
        let mut complete = Ok(());
        let mut out = Vec::new();
        for (at, stmt) in body.iter().enumerate() {
            let named = match &stmt.kind {
                Decl::Let { name, value } => Some((name, value)),
                _ => None,
            };
            let resolved = match named {
                Some(named) => self.nested(stmt.span, |r| {
                    r.tags(&stmt.tags);
                    r.after_let(stmt.span, named, &body[at + 1..], scope)
                }),
                None => self.stmt(stmt, scope),
            };
            match resolved {
                Ok(resolved) => out.extend(resolved),
                Err(reported) => complete = Err(reported),
            }
            if named.is_some() {
                break;
            }
        }
        complete.map(|()| out)
    }

    /// Resolves a statement; a call of a routine becomes its statements.
    fn stmt(&mut self, stmt: &StmtDecl, scope: &Scope<'_>) -> Checked<Vec<Stmt>> {
        self.nested(stmt.span, |r| {
            r.fuel.spend(STATEMENT);
            r.stmts_of(stmt, scope)
        })
    }

    fn stmts_of(&mut self, stmt: &StmtDecl, scope: &Scope<'_>) -> Checked<Vec<Stmt>> {
        let mut tags = self.tags(&stmt.tags);
        let kind: Checked<StmtKind> = match &stmt.kind {
            Decl::For { over, from, body } => {
                return self.for_each(stmt, (over, from.as_ref()), body, scope);
            }
            // The statements after it are resolved with it: see `block`.
            Decl::Let { .. } => return Ok(Vec::new()),
            Decl::Transfer { what, from, to } => {
                return self.transfer(stmt, what.as_ref(), (from, to), scope);
            }
            Decl::Become { at, what } => return self.becomes(stmt, (at, what), scope),
            Decl::Forget(targets) => return self.forget(stmt, targets, scope),
            Decl::Call { name, args } => {
                let mut body = self.open_routine(CallExpr { name, args }, scope)?;
                if tags.is_empty() {
                    return Ok(body);
                }
                tag_asks(&mut body, &tags);
                // The clauses of the call apply to everything that the routine does.
                let always = Node::plain(stmt.span, Truth::Fixed(true));
                Ok(StmtKind::If(always, body, Vec::new()))
            }
            Decl::If {
                cond,
                then,
                otherwise,
            } => {
                self.is_trial(cond, "an `if` around statements");
                match self.condition(cond, then, otherwise, scope)? {
                    Branch::Decided(block) => return Ok(block),
                    Branch::Open(kind) => Ok(*kind),
                }
            }
            Decl::Lay { name, turned, at } => {
                let (laid, more) = self.lay(name, (turned.as_ref(), at.as_ref()), scope)?;
                tags.extend(more);
                Ok(StmtKind::Lay(laid))
            }
            Decl::Must { cond, message } => {
                self.is_trial(cond, "`must`");
                let cond = self.truth(cond, scope);
                let way_out = r#"leave the braces out, and say in words what must hold"#;
                let message = self.fixed_text(message, "what must hold", way_out)?;
                cond.map(|cond| StmtKind::Must(cond, message))
            }
            Decl::Assign { target, value } => self.assign(target, value, scope),
            Decl::Script { name, args } => {
                let call = self.script_call(CallExpr { name, args }, None, scope);
                call.map(|(script, values)| StmtKind::Script(script, values))
            }
            Decl::Repeat { times, body } => self.repeat(stmt.span, (times.as_ref(), body), scope),
            Decl::Each(round) => self.each(stmt.span, round, scope),
            Decl::Ask {
                who,
                question,
                moves,
                as_often,
                otherwise,
            } => {
                let question = question.as_ref().map(|text| self.question(text, scope));
                let ask = self.ask(who, moves, otherwise, scope);
                let ask = ask.and_then(|ask| self.as_often(ask, *as_often));
                let question = question.transpose();
                ask.and_then(|ask| question.map(|question| StmtKind::Ask(Ask { question, ..ask })))
            }
            Decl::Phase(phase) => self.phase(phase, scope),
            Decl::Leave(name) => self.phase_named(name).map(StmtKind::Leave),
            Decl::Win { players, reason } => self.win(players, reason.as_ref(), scope),
            Decl::Draw { reason } => self.draw(reason.as_ref(), scope),
        };
        let (span, kind) = (stmt.span, kind?);
        Ok(vec![Stmt { tags, span, kind }])
    }

    fn assign(&mut self, target: &Expr, value: &Expr, scope: &Scope<'_>) -> Checked<StmtKind> {
        let memory = self.memory_target(target, scope)?;
        let ty = self.names.memories[memory.memory.index()].what.ty;
        self.fits_unsure(memory.memory, value, scope)?;
        let value = self.memory_value(value, ty, scope)?;
        Ok(StmtKind::Remember(memory, value))
    }

    /// Resolves `if … { … } else { … }`.
    fn condition(
        &mut self,
        cond: &Expr,
        then: &[StmtDecl],
        otherwise: &[StmtDecl],
        scope: &Scope<'_>,
    ) -> Checked<Branch> {
        let cond = self.truth(cond, scope);
        let holds = decided(cond.as_ref().ok());
        let then = self.in_branch(holds == Some(false), |r| r.block(then, scope));
        let otherwise = self.in_branch(holds == Some(true), |r| r.block(otherwise, scope));
        let (cond, then, otherwise) = (cond?, then?, otherwise?);
        Ok(match cond.kind {
            Truth::Fixed(true) => Branch::Decided(then),
            Truth::Fixed(false) => Branch::Decided(otherwise),
            _ => Branch::Open(Box::new(StmtKind::If(cond, then, otherwise))),
        })
    }

    /// Resolves `repeat each player from …`.
    fn each(&mut self, span: Span, round: &RoundDecl, scope: &Scope<'_>) -> Checked<StmtKind> {
        let from = match &round.from {
            Some(from) => self.seat(from, scope),
            None => Ok(Node::plain(span, Member::Fixed(0))),
        };
        let filter = round
            .filter
            .as_ref()
            .map(|filter| self.truth(filter, scope));
        let body = self.block(&round.body, scope);
        let (from, filter, body) = (from?, filter.transpose()?, body?);
        if let Some(filter) = &filter {
            self.warn_of_round_for_nobody(filter);
        }
        if matches!(from.kind, Member::None) {
            let diagnostic = Diagnostic::error("E0509", from.span, "nobody begins this round");
            return Err(self.error(
                diagnostic
                    .hint("name a player, or leave out `from …`: then the first player begins"),
            ));
        }
        if round.endless {
            self.check_waits(span, &body)?;
        }
        Ok(StmtKind::Each {
            endless: round.endless,
            from,
            backwards: round.backwards,
            filter,
            body,
        })
    }

    fn memory_target(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<MemoryRef> {
        match &e.kind {
            ExprKind::Word(text) => {
                let name = name_at(text, e.span);
                self.is_no_local(&name, scope)?;
                let found = self.memory_ref(&name, None);
                found.map(|(memory, _)| memory)
            }
            ExprKind::Of { head, of } => {
                let ExprKind::Word(text) = &head.kind else {
                    return self.no_memory(e);
                };
                let name = name_at(text, head.span);
                let of = self.remembered_member(&name, of, scope)?;
                let found = self.memory_ref(&name, Some(of));
                found.map(|(memory, _)| memory)
            }
            _ => self.no_memory(e),
        }
    }

    /// Reports an assignment to an argument, or to a name without a meaning.
    fn is_no_local(&mut self, name: &Name, scope: &Scope<'_>) -> Checked<()> {
        let text = &name.text;
        match self.find(name, scope) {
            Some(Meaning::Arg(..) | Meaning::Param(..) | Meaning::Bound(..)) => {
                let message =
                    format!("`{text}` is chosen or passed in, so it cannot get another value");
                let diagnostic = Diagnostic::error("E0510", name.span, message);
                Err(self.error(diagnostic.hint(
                    "to move a piece, write `there -> box` or `king: box -> there`; a value that changes is declared in `remember { … }`",
                )))
            }
            None if !self.is_excused(Some(Noun::Memory), name) => {
                let diagnostic = nothing_called(name).unknown(text, Wanted::TwoKinds);
                Err(self.error(diagnostic.hint(format!(
                    "choose an argument with `in`: {text} in …; declare a value that changes: remember {{ {text} = 0 }}"
                ))))
            }
            _ => Ok(()),
        }
    }

    fn no_memory<T>(&mut self, e: &Expr) -> Checked<T> {
        let diagnostic = Diagnostic::error("E0512", e.span, "expected a remembered value");
        let hint = match e.kind {
            ExprKind::Owned { .. } => PIECES_COME,
            _ => "as in `shifts of me = 0`; values are declared in `remember { … }`",
        };
        Err(self.error(diagnostic.hint(hint)))
    }

    fn forget(
        &mut self,
        stmt: &StmtDecl,
        targets: &[Expr],
        scope: &Scope<'_>,
    ) -> Checked<Vec<Stmt>> {
        let tags = self.tags(&stmt.tags);
        let mut out = Vec::new();
        for target in targets {
            // Without `of`, the values of all players are forgotten.
            let whole = match &target.kind {
                ExprKind::Word(text) => MemoryId::find(&self.names.memories, |m| m.text == *text),
                _ => None,
            };
            let memory = match whole {
                Some(memory) => MemoryRef { memory, of: None },
                None => self.memory_target(target, scope)?,
            };
            out.push(Stmt {
                tags: tags.clone(),
                span: stmt.span,
                kind: StmtKind::Forget(memory),
            });
        }
        Ok(out)
    }

    fn repeat(
        &mut self,
        span: Span,
        (times, body): (Option<&Expr>, &[StmtDecl]),
        scope: &Scope<'_>,
    ) -> Checked<StmtKind> {
        let times = times.map(|t| self.num(t, scope));
        let body = self.block(body, scope);
        let (times, body) = (times.transpose()?, body?);
        if times.is_none() {
            self.check_waits(span, &body)?;
        }
        Ok(StmtKind::Repeat(times, body))
    }

    fn check_waits(&mut self, span: Span, body: &[Stmt]) -> Checked<()> {
        if stops_play(body) {
            return Ok(());
        }
        let diagnostic = Diagnostic::error("E0513", span, "this repeats forever and asks nobody")
            .hint("ask a player in it, or say how often it repeats: repeat 3 times { … }");
        Err(self.error(diagnostic))
    }

    fn phase(&mut self, phase: &Phase, scope: &Scope<'_>) -> Checked<StmtKind> {
        let id = self.phase_named(&phase.name)?;
        let body = self.block(&phase.body, scope);
        Ok(StmtKind::Phase(id, body?))
    }

    fn phase_named(&mut self, name: &Name) -> Checked<PhaseId> {
        let text = self.canonical(Noun::Phase, name);
        let found = PhaseId::find(&self.names.phases, |phase| *phase == text);
        found.ok_or_else(|| self.no_such(Noun::Phase, name))
    }

    pub(crate) fn drawing_named(&mut self, name: &Name) -> Checked<DrawingId> {
        let found = DrawingId::find(&self.names.drawings, |drawing| drawing.text == name.text);
        found.ok_or_else(|| self.no_such(Noun::Drawing, name))
    }
}

/// Returns whether a block has a decision point, or can end the game or its phase.
fn stops_play(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Ask(_) | StmtKind::Leave(_) | StmtKind::End(_) => true,
        _ => stmt.blocks().any(|body| stops_play(body)),
    })
}
