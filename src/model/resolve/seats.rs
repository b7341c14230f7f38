//! Players and sets of players.

use super::Resolver;
use super::names::{ArgType, Meaning, Scope, name_at};
use super::options::OptionValue;
use super::types::Type;
use super::wanted::{Found, Wanted, bare};
use super::words::Builtin;
use crate::base::{Diagnostic, Span};
use crate::model::{MemoryRef, MemoryType, Node, Seat, SeatSet, Truth};
use crate::syntax::ast::{Expr, ExprKind, Name};

impl Wanted for Seat {
    const WORDS: &'static str = "a player";
    const MEMORY: MemoryType = MemoryType::Seat;

    fn never(found: Type) -> bool {
        found.is_of_points() || matches!(found, Type::Truth | Type::Number)
    }

    fn hint(found: Type) -> Option<&'static str> {
        (found == Type::Number).then_some("players are called by their names, or `me`")
    }

    fn remembered(memory: MemoryRef, _span: Span) -> Self {
        Self::Memory(memory)
    }

    fn either(_cond: Node<Truth>, _then: Node<Self>, _otherwise: Node<Self>) -> Found<Self> {
        None
    }

    fn word(
        r: &mut Resolver<'_>,
        meaning: Meaning<'_>,
        (e, _): (&Expr, &Name),
        scope: &Scope<'_>,
    ) -> Found<Self> {
        match meaning {
            Meaning::Builtin(Builtin::Me) => bare(Self::Me),
            Meaning::Builtin(Builtin::Nobody) => bare(Self::None),
            Meaning::Builtin(Builtin::Opponent) => bare(r.opponent(e)?),
            Meaning::Player(seat) => {
                let tags = r.names.players[seat.index()].tags.clone();
                Some((Self::Fixed(seat), tags))
            }
            Meaning::Arg(arg, ArgType::Seat) => bare(Self::Arg(arg)),
            Meaning::Option(at) => {
                let seat = match r.names.options[at].what {
                    OptionValue::Seat(seat) => Self::Fixed(seat),
                    OptionValue::Nothing => Self::None,
                    _ => return r.misread::<Self, _>(e, scope),
                };
                Some((seat, r.names.options[at].tags.clone()))
            }
            _ => r.misread::<Self, _>(e, scope),
        }
    }

    fn form(r: &mut Resolver<'_>, e: &Expr, scope: &Scope<'_>) -> Found<Self> {
        match &e.kind {
            ExprKind::NextPlayer(of) => bare(Self::Next(Box::new(r.seat(of, scope)?))),
            ExprKind::Of { head, of } => r.remembered_of(e, (head, of), scope),
            _ => r.misread::<Self, _>(e, scope),
        }
    }
}

impl<'a> Resolver<'a> {
    /// Resolves a player, or none.
    pub fn seat(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Node<Seat>> {
        self.read(e, scope)
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
}
