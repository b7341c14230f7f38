//! Statements: bodies of moves and the sequence of play.

use super::Resolver;
use super::names::Scope;
use super::names::name_at;
use super::types::is_word;
use crate::base::{Diagnostic, Span};
use crate::model::{
    Ask, AskItem, Asked, DrawingId, Ending, MemoryRef, MoveId, Node, Num, PhaseId, Seat, Stmt,
    StmtKind, Truth,
};
use crate::syntax::ast::{
    AskItem as AskItemDecl, DeclKind, Expr, ExprKind, Name, Phase, Stmt as StmtDecl,
    StmtKind as Decl, Text,
};

impl<'a> Resolver<'a> {
    /// Resolves the sequence of play.
    pub fn play(&mut self) -> Option<Vec<Stmt>> {
        let mut plays = self.decls().filter_map(|(_, span, decl)| match decl {
            DeclKind::Play(body) => Some((span, body)),
            _ => None,
        });
        let first = plays.next();
        let second = plays.next();
        let broken = self.is_broken_kind("play");
        match (first, second) {
            (Some((_, body)), None) => self.block(body, &Scope::default()),
            (Some((_, body)), Some((span, _))) => {
                let diagnostic = Diagnostic::error(span, "there is already a sequence of play")
                    .label("a second one");
                self.report(diagnostic.hint("put both into one block, one after the other"));
                self.block(body, &Scope::default())
            }
            (None, _) if broken => None,
            _ => {
                let diagnostic =
                    Diagnostic::error(self.game.head, "the game has no sequence of play").hint(
                        "say who is asked for what: play { repeat each player { ask me: … } }",
                    );
                self.report(diagnostic);
                None
            }
        }
    }

    /// Resolves what each player scores, if the game keeps score.
    pub fn score(&mut self) -> Option<Option<Node<Num>>> {
        let Some(score) = self.decls().find_map(|(_, _, d)| match d {
            DeclKind::Score(score) => Some(score),
            _ => None,
        }) else {
            return Some(None);
        };
        let me = Expr {
            tags: Vec::new(),
            span: score.player.span,
            kind: ExprKind::Word("me".into()),
        };
        let outer = Scope::default();
        let scope = Scope {
            params: vec![(score.player.text.as_str(), &me)],
            caller: Some(&outer),
            args: Vec::new(),
        };
        self.num(&score.value, &scope).map(Some)
    }

    /// Resolves a block of statements.
    pub fn block(&mut self, body: &[StmtDecl], scope: &Scope<'_>) -> Option<Vec<Stmt>> {
        let mut complete = true;
        let mut out = Vec::new();
        for stmt in body {
            match self.stmt(stmt, scope) {
                Some(resolved) => out.extend(resolved),
                None => complete = false,
            }
        }
        complete.then_some(out)
    }

    /// Resolves a statement; a call of a routine becomes the routine's statements.
    fn stmt(&mut self, stmt: &StmtDecl, scope: &Scope<'_>) -> Option<Vec<Stmt>> {
        let mut tags = self.tags(&stmt.tags);
        let kind = match &stmt.kind {
            Decl::Transfer { what, from, to } => {
                return self.transfer(stmt, (what.as_ref(), from, to), scope);
            }
            Decl::Lay(name) => {
                let drawing = self.drawing_named(name)?;
                tags.extend(self.names.drawings[usize::from(drawing.0)].tags.clone());
                StmtKind::Lay(drawing)
            }
            Decl::Assign { target, value } => {
                let memory = self.memory_target(target, scope);
                let memory = memory?;
                let ty = self.names.memories[usize::from(memory.memory.0)].what.ty;
                StmtKind::Remember(memory, self.memory_value(value, ty, scope)?)
            }
            Decl::Forget(targets) => return self.forget(stmt, targets, scope),
            Decl::Call { name, args } => return self.open_routine(name, args, scope),
            Decl::Script { name, args } => {
                let (script, values) = self.script_call(name, args, None, scope)?;
                StmtKind::Script(script, values)
            }
            Decl::If {
                cond,
                then,
                otherwise,
            } => {
                let cond = self.truth(cond, scope);
                let (then, otherwise) = (self.block(then, scope), self.block(otherwise, scope));
                let (cond, then, otherwise) = (cond?, then?, otherwise?);
                match cond.kind {
                    Truth::Fixed(true) => return Some(then),
                    Truth::Fixed(false) => return Some(otherwise),
                    _ => StmtKind::If(cond, then, otherwise),
                }
            }
            Decl::Repeat { times, body } => {
                self.repeat(stmt.span, (times.as_ref(), body), scope)?
            }
            Decl::Each { from, filter, body } => {
                let first = Node::plain(stmt.span, Seat::Fixed(crate::model::SeatId(0)));
                let from = from
                    .as_ref()
                    .map_or(Some(first), |from| self.seat(from, scope));
                let filter = filter.as_ref().map(|filter| self.truth(filter, scope));
                let body = self.block(body, scope);
                let filter = match filter {
                    Some(filter) => Some(filter?),
                    None => None,
                };
                StmtKind::Each {
                    from: from?,
                    filter,
                    body: body?,
                }
            }
            Decl::Ask {
                who,
                moves,
                otherwise,
            } => StmtKind::Ask(self.ask((who, moves, otherwise.as_deref()), scope)?),
            Decl::Phase(phase) => self.phase(phase, scope)?,
            Decl::Leave(name) => StmtKind::Leave(self.phase_named(name)?),
            Decl::Win { players, reason } => {
                let winners = self.seats(players, scope)?;
                StmtKind::End(Ending {
                    winners: Some(winners),
                    reason: words(reason.as_ref(), "the game is won"),
                })
            }
            Decl::Draw { reason } => StmtKind::End(Ending {
                winners: None,
                reason: words(reason.as_ref(), "the game is drawn"),
            }),
        };
        Some(vec![Stmt {
            tags,
            span: stmt.span,
            kind,
        }])
    }

    fn memory_target(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<MemoryRef> {
        match &e.kind {
            ExprKind::Word(text) => {
                let name = name_at(text, e.span);
                self.memory_ref(&name, None).map(|(memory, _)| memory)
            }
            ExprKind::Of { head, of } => {
                let ExprKind::Word(text) = &head.kind else {
                    return self.not_remembered(e);
                };
                let of = self.seat(of, scope);
                let name = name_at(text, head.span);
                self.memory_ref(&name, Some(of?)).map(|(memory, _)| memory)
            }
            _ => self.not_remembered(e),
        }
    }

    fn not_remembered<T>(&mut self, e: &Expr) -> Option<T> {
        let diagnostic = Diagnostic::error(e.span, "expected a remembered value");
        self.report(
            diagnostic.hint("as in `shifts of me = 0`; values are declared in `remember { … }`"),
        );
        None
    }

    fn forget(
        &mut self,
        stmt: &StmtDecl,
        targets: &[Expr],
        scope: &Scope<'_>,
    ) -> Option<Vec<Stmt>> {
        let tags = self.tags(&stmt.tags);
        let mut out = Vec::new();
        for target in targets {
            // Without `of`, what is remembered of each player is forgotten of all.
            let whole = match &target.kind {
                ExprKind::Word(text) => self.names.memories.iter().position(|m| m.text == *text),
                _ => None,
            };
            let memory = match whole {
                Some(at) => MemoryRef {
                    memory: crate::model::MemoryId(u16::try_from(at).ok()?),
                    of: None,
                },
                None => self.memory_target(target, scope)?,
            };
            out.push(Stmt {
                tags: tags.clone(),
                span: stmt.span,
                kind: StmtKind::Forget(memory),
            });
        }
        Some(out)
    }

    fn repeat(
        &mut self,
        span: Span,
        (times, body): (Option<&Expr>, &[StmtDecl]),
        scope: &Scope<'_>,
    ) -> Option<StmtKind> {
        let times = times.map(|t| self.num(t, scope));
        let body = self.block(body, scope);
        let times = match times {
            Some(times) => Some(times?),
            None => None,
        };
        let body = body?;
        if times.is_none() && !waits(&body) {
            let diagnostic =
                Diagnostic::error(span, "this would repeat for ever without asking anybody")
                    .hint("ask for something in it, or say how often: repeat 3 times { … }");
            self.report(diagnostic);
            return None;
        }
        Some(StmtKind::Repeat(times, body))
    }

    fn ask(
        &mut self,
        (who, moves, otherwise): (&Expr, &[AskItemDecl], Option<&StmtDecl>),
        scope: &Scope<'_>,
    ) -> Option<Ask> {
        let asked = if is_word(who, "chance") {
            Some(Asked::Chance)
        } else {
            match self.seat(who, scope) {
                Some(Node { kind: Seat::Me, .. }) => Some(Asked::Me),
                Some(_) => {
                    let diagnostic =
                        Diagnostic::error(who.span, "only `me` and `chance` are asked")
                            .hint("let each player be `me` in turn: each player { ask me: … }");
                    self.report(diagnostic);
                    None
                }
                None => None,
            }
        };
        let items: Vec<_> = moves
            .iter()
            .map(|item| self.ask_item(item, scope))
            .collect();
        let otherwise = match otherwise {
            Some(stmt) => self.stmt(stmt, scope)?,
            None => Vec::new(),
        };
        let items = items.into_iter().collect::<Option<_>>()?;
        Some(Ask {
            who: asked?,
            items,
            otherwise,
        })
    }

    fn ask_item(&mut self, item: &AskItemDecl, scope: &Scope<'_>) -> Option<AskItem> {
        if let Some(arg) = item.args.first() {
            let diagnostic = Diagnostic::error(arg.span, "a move takes no values from its `ask`")
                .hint("draw it as an argument of the move instead: NAME in SET");
            self.report(diagnostic);
            return None;
        }
        let at = self.move_or_report(&item.name)?;
        self.names.asked.insert(at);
        let cond = match &item.cond {
            Some(cond) => Some(self.truth(cond, scope)?),
            None => None,
        };
        let tags = self.tags(&item.tags);
        Some(AskItem {
            tags,
            mv: MoveId(u16::try_from(at).unwrap_or(u16::MAX)),
            cond,
        })
    }

    fn phase(&mut self, phase: &Phase, scope: &Scope<'_>) -> Option<StmtKind> {
        let id = self.phase_named(&phase.name)?;
        let body = self.block(&phase.body, scope);
        Some(StmtKind::Phase(id, body?))
    }

    fn phase_named(&mut self, name: &Name) -> Option<PhaseId> {
        let text = self.canonical("phase", name);
        let found = self.names.phases.iter().position(|p| *p == text);
        if found.is_none() {
            self.no_such("phase", name);
        }
        found.and_then(|at| u8::try_from(at).ok()).map(PhaseId)
    }

    fn drawing_named(&mut self, name: &Name) -> Option<DrawingId> {
        let found = self.names.drawings.iter().position(|d| d.text == name.text);
        if found.is_none() {
            self.no_such("drawing", name);
        }
        found.and_then(|at| u8::try_from(at).ok()).map(DrawingId)
    }
}

fn words(reason: Option<&Text>, otherwise: &str) -> String {
    reason.map_or(otherwise, |r| r.value.as_str()).to_owned()
}

/// Tells whether a block can wait for somebody, or end the game or the phase it is in.
fn waits(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Ask(_) | StmtKind::Leave(_) | StmtKind::End(_) => true,
        _ => stmt.blocks().any(|body| waits(body)),
    })
}
