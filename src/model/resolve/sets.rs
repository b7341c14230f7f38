//! Sets of points.

use super::Resolver;
use super::names::{ArgType, Builtin, Meaning, Region, Scope, name_at};
use super::places::{ahead, clip, counts};
use super::types::{Type, is_word};
use crate::base::Diagnostic;
use crate::model::{KindId, LineRef, MemoryType, Node, Owner, Place, Seat, Set, TagId, Truth};
use crate::syntax::ast::{Expr, ExprKind, LogicOp, Name};

/// What a resolved word or form is, with the clauses of the things it names.
type Found<T> = Option<(T, Vec<TagId>)>;

impl<'a> Resolver<'a> {
    /// Resolves a set of points.
    pub fn set(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Node<Set>> {
        let (kind, tags) = match &e.kind {
            ExprKind::Word(text) => {
                return self.word_set(e, &name_at(text, e.span), scope);
            }
            ExprKind::Owned { owner, kind } => self.owned(owner, kind, scope)?,
            ExprKind::Rank { axis, index } => (Set::Fixed(self.rank(axis, index)?), Vec::new()),
            ExprKind::Braces(items) => {
                let sets: Vec<_> = items.iter().map(|item| self.set(item, scope)).collect();
                (
                    Set::Or(sets.into_iter().collect::<Option<_>>()?),
                    Vec::new(),
                )
            }
            ExprKind::Range(from, to) => (Set::Fixed(self.rectangle(from, to, scope)?), Vec::new()),
            ExprKind::Of { head, of } => return self.of_set(e, (head, of), scope),
            ExprKind::Through { way, set } => return self.through(e, (way, set), scope),
            ExprKind::NextTo(of) => (Set::NextTo(Box::new(self.set(of, scope)?)), Vec::new()),
            ExprKind::EdgeOf(of) => (Set::Edge(Box::new(self.set(of, scope)?)), Vec::new()),
            ExprKind::Logic { left, right, .. } if self.both(left, right, Type::Truth, scope) => {
                return self.mismatch(e, "a set of points", scope);
            }
            ExprKind::Logic { op, left, right } => {
                let (left, right) = (self.set(left, scope), self.set(right, scope));
                (joined(*op, left?, right?), Vec::new())
            }
            ExprKind::If {
                then,
                cond,
                otherwise,
            } => {
                let cond = self.truth(cond, scope);
                let (then, otherwise) = (self.set(then, scope), self.set(otherwise, scope));
                let (cond, then, otherwise) = (cond?, then?, otherwise?);
                if let Truth::Fixed(holds) = cond.kind {
                    let mut chosen = if holds { then } else { otherwise };
                    chosen.tags.extend(cond.tags);
                    return Some(self.outer(e, chosen));
                }
                (
                    Set::If(Box::new(cond), Box::new(then), Box::new(otherwise)),
                    Vec::new(),
                )
            }
            ExprKind::Call { name, args } => {
                let node =
                    self.open_fact(e, (name, args), ("a set of points", scope), |r, e, s| {
                        r.set(e, s)
                    })?;
                return Some(self.outer(e, node));
            }
            _ => return self.mismatch(e, "a set of points", scope),
        };
        Some(self.node(e, tags, kind))
    }

    /// Gives a node resolved elsewhere the clauses and the place of the expression that stands for it.
    pub fn outer<T>(&mut self, e: &Expr, mut node: Node<T>) -> Node<T> {
        let own = self.tags(&e.tags);
        node.tags.splice(0..0, own);
        node.span = e.span;
        node
    }

    fn word_set(&mut self, e: &Expr, name: &Name, scope: &Scope<'_>) -> Option<Node<Set>> {
        let (kind, tags): (Set, Vec<TagId>) = match self.meaning(name, scope)? {
            Meaning::Builtin(Builtin::Own) => {
                (Set::Pieces(self.all_kinds(), Owner::Own), Vec::new())
            }
            Meaning::Builtin(Builtin::Enemy) => {
                (Set::Pieces(self.all_kinds(), Owner::Enemy), Vec::new())
            }
            Meaning::Builtin(Builtin::Empty) => (Set::Empty, Vec::new()),
            Meaning::Builtin(Builtin::Everything) => (
                Set::Fixed(self.board_or_report(e.span)?.every()),
                Vec::new(),
            ),
            Meaning::Builtin(Builtin::Nothing) => {
                (Set::Fixed(self.board_or_report(e.span)?.none()), Vec::new())
            }
            Meaning::Arg(arg, ArgType::Point) => (Set::At(Place::Arg(arg)), Vec::new()),
            Meaning::Arg(arg, ArgType::Line(line)) => {
                (Set::Line(LineRef { arg, line }), Vec::new())
            }
            Meaning::Param(value, caller) => {
                let node = self.set(value, caller)?;
                return Some(self.outer(e, node));
            }
            Meaning::Player(seat) => {
                let seat = Node::plain(e.span, Seat::Fixed(seat));
                (
                    Set::Pieces(self.all_kinds(), Owner::Of(Box::new(seat))),
                    Vec::new(),
                )
            }
            Meaning::Kind(kind) => (Set::Pieces(vec![kind], Owner::Any), self.kind_tags(kind)),
            Meaning::Region(at) => {
                let region = &self.names.regions[at];
                match &region.what {
                    Region::Shared(points) => (Set::Fixed(points.clone()), region.tags.clone()),
                    Region::PerPlayer(_) => {
                        let diagnostic = Diagnostic::error(
                            e.span,
                            format!("`{}` is a region of each player", name.text),
                        )
                        .hint(format!("say whose: `{} of me`", name.text));
                        self.report(diagnostic);
                        return None;
                    }
                }
            }
            Meaning::Memory(memory) if self.memory_is(memory, MemoryType::Points) => {
                let (memory, tags) = self.memory_ref(name, None)?;
                (Set::Memory(memory), tags)
            }
            Meaning::Point(point) => (Set::At(Place::Fixed(point)), Vec::new()),
            Meaning::Fact(_) => {
                let node =
                    self.open_fact(e, (name, &[]), ("a set of points", scope), |r, e, s| {
                        r.set(e, s)
                    })?;
                return Some(self.outer(e, node));
            }
            Meaning::Broken => return None,
            _ => return self.mismatch(e, "a set of points", scope),
        };
        Some(self.node(e, tags, kind))
    }

    pub fn all_kinds(&self) -> Vec<KindId> {
        (0u8..).map(KindId).take(self.names.kinds.len()).collect()
    }

    fn kind_tags(&self, kind: KindId) -> Vec<TagId> {
        self.names.kinds[usize::from(kind.0)].tags.clone()
    }

    /// `own pawn`, `enemy town`, `light soldier`
    pub fn owned(&mut self, owner: &Name, kind: &Name, scope: &Scope<'_>) -> Found<Set> {
        let Some(found) = self.kind(kind) else {
            self.no_piece(owner, kind, scope);
            return None;
        };
        self.names
            .used
            .insert(self.names.kinds[usize::from(found.0)].text.clone());
        let whose = match owner.text.as_str() {
            "own" => Owner::Own,
            "enemy" => Owner::Enemy,
            _ => {
                let Some(seat) = self.player(owner) else {
                    self.no_owner(owner, kind);
                    return None;
                };
                Owner::Of(Box::new(Node::plain(owner.span, Seat::Fixed(seat))))
            }
        };
        Some((Set::Pieces(vec![found], whose), self.kind_tags(found)))
    }

    /// Two names side by side, the second of them no piece.
    fn no_piece(&mut self, owner: &Name, kind: &Name, scope: &Scope<'_>) {
        let whose = |r: &Self, n: &Name| {
            ["own", "enemy"].contains(&n.text.as_str()) || r.player(n).is_some()
        };
        if self.kind(owner).is_some() && whose(self, kind) {
            let span = owner.span.to(kind.span);
            let message = format!(
                "expected an owner and a piece, found `{} {}`",
                owner.text, kind.text
            );
            let diagnostic = Diagnostic::error(span, message).label("the other way round");
            self.report(diagnostic.hint(format!(
                "the owner comes first: `{} {}`",
                kind.text, owner.text
            )));
            return;
        }
        let means_something = !matches!(self.find(kind, scope), None | Some(Meaning::Broken));
        if !means_something || self.is_broken_kind("piece") {
            return self.no_such("piece", kind);
        }
        let message = format!(
            "expected a piece after `{}`, found `{}`",
            owner.text, kind.text
        );
        let diagnostic = Diagnostic::error(kind.span, message).label("this is no piece");
        self.report(diagnostic.hint(format!(
            "two sets are joined by `and`: `{} and {}`",
            owner.text, kind.text
        )));
    }

    /// Something before a piece that is nobody it could belong to.
    fn no_owner(&mut self, owner: &Name, kind: &Name) {
        self.unknowns += 1;
        if self.is_excused("player", owner) {
            return;
        }
        let mut known: Vec<String> = self.names.players.iter().map(|p| p.text.clone()).collect();
        known.extend(["own".to_owned(), "enemy".to_owned()]);
        let known = known.iter().map(String::as_str);
        let message = format!(
            "expected an owner before `{}`, found `{}`",
            kind.text, owner.text
        );
        let diagnostic = Diagnostic::error(owner.span, message)
            .label("whose?")
            .maybe_hint(crate::base::did_you_mean(&owner.text, known.clone()))
            .hint(super::listed("owners", known));
        self.report(diagnostic);
    }

    /// `X of Y` as a set.
    fn of_set(
        &mut self,
        e: &Expr,
        (head, of): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Option<Node<Set>> {
        if let Some((least, most)) = ahead(head) {
            let line = self.formation(of, scope)?;
            let kind = if least == most {
                Set::At(self.on_line(line, i16::try_from(least).unwrap_or(i16::MAX)))
            } else {
                Set::Ahead {
                    line,
                    least: clip(least),
                    most: clip(most),
                    through: None,
                }
            };
            return Some(self.node(e, Vec::new(), kind));
        }
        if ["rear", "front"].iter().any(|w| is_word(head, w)) {
            let place = self.place(e, scope)?;
            return Some(Node {
                tags: place.tags,
                span: place.span,
                kind: Set::At(place.kind),
            });
        }
        if self.type_of(head, scope) == Type::Dirs {
            let dirs = self.dirs(head, scope);
            let from = Box::new(self.set(of, scope)?);
            let (least, most) = counts(head);
            let (least, most) = (clip(least), clip(most).min(self.longest()));
            return Some(self.node(
                e,
                Vec::new(),
                Set::Along {
                    from,
                    dirs: dirs?,
                    least,
                    most,
                    through: None,
                },
            ));
        }
        let ExprKind::Word(text) = &head.kind else {
            return self.mismatch(e, "a set of points", scope);
        };
        let name = name_at(text, head.span);
        let (kind, tags) = match self.meaning(&name, scope)? {
            Meaning::Region(at) => {
                let seat = Box::new(self.seat(of, scope)?);
                let region = &self.names.regions[at];
                match &region.what {
                    Region::PerPlayer(sets) => {
                        (Set::Region(sets.clone(), seat), region.tags.clone())
                    }
                    Region::Shared(_) => {
                        let message = format!("`{text}` is a region of the whole board");
                        let diagnostic =
                            Diagnostic::error(head.span, message).label("nobody's own");
                        self.report(diagnostic.hint("leave out the `of …`"));
                        return None;
                    }
                }
            }
            Meaning::Kind(kind) => {
                let seat = self.seat(of, scope)?;
                (
                    Set::Pieces(vec![kind], Owner::Of(Box::new(seat))),
                    self.kind_tags(kind),
                )
            }
            Meaning::Memory(memory) if self.memory_is(memory, MemoryType::Points) => {
                let seat = self.seat(of, scope)?;
                let (memory, tags) = self.memory_ref(&name, Some(seat))?;
                (Set::Memory(memory), tags)
            }
            Meaning::Broken => return None,
            _ => return self.mismatch(e, "a set of points", scope),
        };
        Some(self.node(e, tags, kind))
    }

    fn through(
        &mut self,
        e: &Expr,
        (way, set): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Option<Node<Set>> {
        let between = self.set(set, scope);
        let mut node = self.set(way, scope)?;
        let between = Some(Box::new(between?));
        match &mut node.kind {
            Set::Along { through, .. } | Set::Ahead { through, .. } => *through = between,
            _ => {
                let diagnostic = Diagnostic::error(
                    e.span,
                    "`through` belongs to a straight way over several points",
                )
                .hint("as in `2 backwards of here through empty`");
                self.report(diagnostic);
                return None;
            }
        }
        Some(self.outer(e, node))
    }

    /// Returns the longest straight way on the board, in steps.
    fn longest(&self) -> u16 {
        self.names
            .board
            .as_ref()
            .map_or(1, |b| b.width.max(b.height).saturating_sub(1).max(1))
    }
}

fn joined(op: LogicOp, left: Node<Set>, right: Node<Set>) -> Set {
    let untagged = |n: &Node<Set>| n.tags.is_empty();
    match (op, left) {
        (
            LogicOp::And,
            Node {
                kind: Set::And(mut all),
                tags,
                ..
            },
        ) if tags.is_empty() => {
            all.push(right);
            Set::And(all)
        }
        (
            LogicOp::Or,
            Node {
                kind: Set::Or(mut all),
                tags,
                ..
            },
        ) if tags.is_empty() && untagged(&right) => {
            all.push(right);
            Set::Or(all)
        }
        (LogicOp::And, left) => Set::And(vec![left, right]),
        (LogicOp::Or, left) => Set::Or(vec![left, right]),
        (LogicOp::Except, left) => Set::Except(Box::new(left), Box::new(right)),
    }
}
