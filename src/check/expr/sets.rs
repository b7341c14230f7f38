//! Sets of points.

use crate::base::{Diagnostic, Span};
use crate::check::Resolver;
use crate::check::expr::builtins::Builtin;
use crate::check::expr::elaborate::{ExpectedType, Resolved, bare, inside};
use crate::check::expr::places::{ahead, clip, counts};
use crate::check::expr::types::{Type, is_word};
use crate::check::names::nouns::Noun;
use crate::check::names::{ArgType, FieldType, Meaning, Region, Scope, name_at};
use crate::check::stmt::optional;
use crate::model::{
    FormationRef, KindId, LayerId, Member, MemoryRef, MemoryType, Node, Owner, Place, Reach, Set,
    TagId, Truth,
};
use crate::syntax::ast::{Expr, ExprKind, LogicOp, Name, Reached};

impl ExpectedType for Set {
    const WORDS: &'static str = "a set of points";

    fn holds(ty: MemoryType) -> bool {
        ty == MemoryType::Points
    }

    fn never(found: Type) -> bool {
        let others = [
            Type::Number,
            Type::Numbers,
            Type::Truth,
            Type::Dirs,
            Type::Seats,
        ];
        others.contains(&found)
    }

    fn remembered(memory: MemoryRef, _span: Span) -> Self {
        Self::Memory(memory)
    }

    fn either(cond: Node<Truth>, then: Node<Self>, otherwise: Node<Self>) -> Resolved<Self> {
        let (then, otherwise) = (Box::new(then), Box::new(otherwise));
        bare(Self::If(Box::new(cond), then, otherwise))
    }

    fn word(
        r: &mut Resolver<'_>,
        meaning: Meaning<'_>,
        (e, name): (&Expr, &Name),
        scope: &Scope<'_>,
    ) -> Resolved<Self> {
        let of_all = |r: &Resolver<'_>, owner| bare(Self::Pieces(r.all_kinds(), owner));
        match meaning {
            Meaning::Builtin(Builtin::Own) => of_all(r, Owner::Own),
            Meaning::Builtin(Builtin::Enemy) => of_all(r, Owner::Enemy),
            Meaning::Builtin(Builtin::Empty) => bare(Self::Empty),
            Meaning::Builtin(Builtin::Everything) => {
                bare(Self::Fixed(r.board_or_report(e.span)?.every()))
            }
            Meaning::Builtin(Builtin::Nothing) => {
                bare(Self::Fixed(r.board_or_report(e.span)?.none()))
            }
            Meaning::Arg(arg, ArgType::Point) => bare(Self::At(Place::Arg(arg))),
            Meaning::Arg(arg, ArgType::Line(line)) => bare(Self::Line(FormationRef { arg, line })),
            Meaning::Player(seat) => {
                let seat = Node::plain(e.span, Member::Fixed(seat.0));
                of_all(r, Owner::Of(Box::new(seat)))
            }
            Meaning::Kind(kind) => Some((Self::Pieces(vec![kind], Owner::Any), r.kind_tags(kind))),
            Meaning::Layer(layer) => bare(Self::Pieces(r.kinds_on(layer), Owner::Any)),
            Meaning::Region(at) => r.shared_region(at, name),
            Meaning::It => bare(Self::At(Place::It)),
            Meaning::Point(point) => bare(Self::At(Place::Fixed(point))),
            _ => r.misread::<Self, _>(e, scope),
        }
    }

    fn form(r: &mut Resolver<'_>, e: &Expr, scope: &Scope<'_>) -> Resolved<Self> {
        match &e.kind {
            ExprKind::Owned { owner, kind } => r.owned(owner, kind, scope),
            ExprKind::Rank { axis, index } => bare(Self::Fixed(r.rank(axis, index)?)),
            ExprKind::Braces(items) => {
                let sets: Vec<_> = items.iter().map(|item| r.set(item, scope)).collect();
                bare(Self::Or(sets.into_iter().collect::<Option<_>>()?))
            }
            ExprKind::Range(from, to) => bare(Self::Fixed(r.rectangle(from, to, scope)?)),
            ExprKind::Of { head, of } => r.set_of(e, (head, of), scope),
            ExprKind::Through { way, set } => r.through(e, (way, set), scope),
            ExprKind::NextTo(of) => bare(Self::NextTo(Box::new(r.set(of, scope)?))),
            ExprKind::EdgeOf(of) => bare(Self::Edge(Box::new(r.set(of, scope)?))),
            ExprKind::Reached(reached) => r.reached(reached, scope),
            ExprKind::Mapped(signs) => r.mapped(signs),
            ExprKind::Where { of, cond } => {
                let of = r.set(of, scope);
                let inner = Scope {
                    it: true,
                    bound: scope
                        .bound
                        .iter()
                        .filter(|(n, ..)| n != "it")
                        .cloned()
                        .collect(),
                    ..scope.clone()
                };
                let cond = r.truth(cond, &inner)?;
                bare(Self::Where(Box::new(of?), Box::new(cond)))
            }
            ExprKind::Logic { left, right, .. } if r.both(left, right, Type::Truth, scope) => {
                r.misread::<Self, _>(e, scope)
            }
            ExprKind::Logic { op, left, right } => {
                let (left, right) = (r.set(left, scope), r.set(right, scope));
                bare(joined(*op, left?, right?))
            }
            _ => r.misread::<Self, _>(e, scope),
        }
    }
}

impl<'a> Resolver<'a> {
    /// Resolves a set of points.
    pub fn set(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Node<Set>> {
        self.read(e, scope)
    }

    /// A region that is nobody's own.
    fn shared_region(&mut self, at: usize, name: &Name) -> Resolved<Set> {
        let region = &self.names.regions[at];
        if let Region::Shared(points) = &region.what {
            return Some((Set::Fixed(points.clone()), region.tags.clone()));
        }
        let message = format!("`{}` is a region of each player", name.text);
        let hint = format!("say whose: `{} of me`", name.text);
        self.report(Diagnostic::error(name.span, message).hint(hint));
        None
    }

    pub fn all_kinds(&self) -> Vec<KindId> {
        (0u8..).map(KindId).take(self.names.kinds.len()).collect()
    }

    fn kinds_on(&self, layer: LayerId) -> Vec<KindId> {
        let on = |kind: &KindId| self.names.kinds[kind.index()].what.layer == layer;
        self.all_kinds().into_iter().filter(on).collect()
    }

    /// `reached from own fort over land within 2 not counting lake`
    fn reached(&mut self, reached: &Reached, scope: &Scope<'_>) -> Resolved<Set> {
        let (from, over) = (
            self.set(&reached.from, scope),
            self.set(&reached.over, scope),
        );
        let within = optional(reached.within.as_ref().map(|n| self.num(n, scope)));
        let free = optional(reached.free.as_ref().map(|s| self.set(s, scope)));
        bare(Set::Reached(Box::new(Reach {
            from: from?,
            over: over?,
            within: within?,
            free: free?,
        })))
    }

    /// Reports an owner of what belongs to nobody.
    pub fn has_owner(&mut self, kind: KindId, span: Span) -> Option<()> {
        let named = &self.names.kinds[kind.index()];
        if !named.what.neutral {
            return Some(());
        }
        let message = format!("`{}` belongs to nobody", named.text);
        let diagnostic = Diagnostic::error(span, message).label("an owner is named");
        let hint = format!("leave the owner out: `{}`", named.text);
        self.report(diagnostic.hint(hint));
        None
    }

    fn kind_tags(&self, kind: KindId) -> Vec<TagId> {
        self.names.kinds[kind.index()].tags.clone()
    }

    /// `own pawn`, `enemy town`, `light soldier`
    pub fn owned(&mut self, owner: &Name, kind: &Name, scope: &Scope<'_>) -> Resolved<Set> {
        let Some(found) = self.kind(kind) else {
            self.no_piece(owner, kind, scope);
            return None;
        };
        self.names
            .used
            .insert(self.names.kinds[found.index()].text.clone());
        let whose = match owner.text.as_str() {
            "own" => Owner::Own,
            "enemy" => Owner::Enemy,
            _ => {
                let Some(seat) = self.player(owner) else {
                    self.no_owner(owner, kind);
                    return None;
                };
                Owner::Of(Box::new(Node::plain(owner.span, Member::Fixed(seat.0))))
            }
        };
        self.has_owner(found, owner.span)?;
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
            return self.no_such(Noun::Piece, kind);
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
        if self.is_excused(Some(Noun::Player), owner) {
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
            .hint(crate::check::listed("owners", known));
        self.report(diagnostic);
    }

    /// `X of Y` as a set: points of a formation's line, points some way off, or what is somebody's.
    fn set_of(&mut self, e: &Expr, (head, of): (&Expr, &Expr), scope: &Scope<'_>) -> Resolved<Set> {
        if let Some(steps) = ahead(head) {
            return self.ahead_of(steps, of, scope);
        }
        if is_word(head, "rear") || is_word(head, "front") {
            let place = self.place(e, scope)?;
            return Some((Set::At(place.kind), place.tags));
        }
        if self.names_directions(head) || self.type_of(head, scope) == Type::Dirs {
            return self.along(head, of, scope);
        }
        let ExprKind::Word(text) = &head.kind else {
            return self.misread::<Set, _>(e, scope);
        };
        let name = name_at(text, head.span);
        if let Type::Row(list) | Type::Rows(list) = self.type_of(of, scope)
            && let Some(FieldType::Points) = self.field_meant(&name, list, scope)
        {
            return self.points_of((&name, of), list, scope);
        }
        if self.is_open_field(&name, of, scope) {
            return None;
        }
        match self.meaning(&name, scope)? {
            Meaning::Region(at) => {
                let seat = self.seat(of, scope)?;
                self.own_region_of(at, &name, seat)
            }
            Meaning::Kind(kind) => {
                let owner = Owner::Of(Box::new(self.seat(of, scope)?));
                self.has_owner(kind, of.span)?;
                Some((Set::Pieces(vec![kind], owner), self.kind_tags(kind)))
            }
            Meaning::Memory(memory) if Set::holds(self.names.memories[memory.index()].what.ty) => {
                self.remembered_of(e, (head, of), scope)
            }
            Meaning::Broken => None,
            _ => self.misread::<Set, _>(e, scope),
        }
    }

    /// `2 ahead of c`, `2..3 ahead of c`
    fn ahead_of(
        &mut self,
        (least, most): (i64, i64),
        of: &Expr,
        scope: &Scope<'_>,
    ) -> Resolved<Set> {
        let line = self.formation(of, scope)?;
        bare(if least == most {
            Set::At(self.on_line(line, i16::try_from(least).unwrap_or(i16::MAX)))
        } else {
            Set::Ahead {
                line,
                least: clip(least),
                most: clip(most),
                through: None,
            }
        })
    }

    /// `2 backwards of here`
    fn along(&mut self, head: &Expr, of: &Expr, scope: &Scope<'_>) -> Resolved<Set> {
        let dirs = self.dirs(head, scope);
        let from = Box::new(self.set(of, scope)?);
        let (least, most) = counts(head);
        if least < 1 {
            let diagnostic = Diagnostic::error(head.span, "a way is at least one step long");
            self.report(
                diagnostic.hint("for the point itself, say so: `here or 1.. north of here`"),
            );
            return None;
        }
        bare(Set::Along {
            from,
            dirs: dirs?,
            least: clip(least),
            most: clip(most).min(self.longest()),
            through: None,
        })
    }

    /// `home of me`
    fn own_region_of(&mut self, at: usize, name: &Name, seat: Node<Member>) -> Resolved<Set> {
        let region = &self.names.regions[at];
        if let Region::PerPlayer(sets) = &region.what {
            let kind = Set::Region(sets.clone(), Box::new(seat));
            return Some((kind, region.tags.clone()));
        }
        let message = format!("`{}` is a region of the whole board", name.text);
        let diagnostic = Diagnostic::error(name.span, message).label("nobody's own");
        self.report(diagnostic.hint("leave out the `of …`"));
        None
    }

    fn through(
        &mut self,
        e: &Expr,
        (way, set): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Resolved<Set> {
        let between = self.set(set, scope);
        let mut node = self.set(way, scope)?;
        let between = Some(Box::new(between?));
        match &mut node.kind {
            Set::Along { through, .. } | Set::Ahead { through, .. } => *through = between,
            _ => {
                let message = "`through` belongs to a straight way over several points";
                self.report(
                    Diagnostic::error(e.span, message)
                        .hint("as in `2 backwards of here through empty`"),
                );
                return None;
            }
        }
        inside(node)
    }

    /// Returns the longest straight way on the board, in steps.
    fn longest(&self) -> u16 {
        self.names
            .board
            .as_ref()
            .map_or(1, |b| b.topology.longest_line().saturating_sub(1).max(1))
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
