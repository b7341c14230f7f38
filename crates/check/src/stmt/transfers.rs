//! Transfers of pieces: on the board, between zones, from and to the box.

use crate::expr::one_at_most::is_one_at_most;
use crate::expr::typed::{OfEach, Typed};
use crate::expr::types::{Type, is_word};
use crate::names::Scope;
use crate::report::error_guaranteed::{Checked, ErrorGuaranteed};
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::{
    KindId, Member, Node, Owner, PiecesTaken, Set, Stmt, StmtKind, TagId, ZoneRef,
};
use linstock_syntax::ast::{Expr, ExprKind, StmtDecl};

/// A named piece.
struct TypedPiece {
    kind: KindId,
    /// Its owner, if named.
    owner: Option<Node<Member>>,
    /// Its clauses.
    tags: Vec<TagId>,
}

/// One end of a transfer.
#[derive(Clone)]
enum End {
    /// Outside the game; the span is that of the word.
    Box(Span),
    Typed(Node<Typed>),
}

impl End {
    fn ty(&self) -> Option<Type> {
        match self {
            Self::Box(_) => None,
            Self::Typed(node) => Some(node.kind.ty()),
        }
    }

    fn is_off(&self) -> bool {
        self.ty().is_none_or(|ty| ty == Type::Zone)
    }
}

/// Returns an expression as the rules write it, if it is short.
fn words(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Word(word) => word.clone(),
        ExprKind::Number(number) => number.to_string(),
        ExprKind::Owned { owner, kind } => format!("{} {}", owner.text, kind.text),
        ExprKind::Rank { axis, index } => format!("{} {}", axis.text, words(index)),
        _ => "…".to_owned(),
    }
}

/// Returns whether neither end is a zone.
fn is_on_board(ends: [&Node<Typed>; 2]) -> bool {
    ends.iter().all(|end| end.kind.ty() != Type::Zone)
}

impl<'a> Resolver<'a> {
    /// Elaborates `here -> there`, `here -> box`, `town: box -> there`, `k: deck -> hand of me`.
    pub(crate) fn transfer(
        &mut self,
        stmt: &StmtDecl,
        what: Option<&Expr>,
        (from, to): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Checked<Vec<Stmt>> {
        let written = (from, to);
        let (from, to) = (self.end(from, scope), self.end(to, scope));
        let (from, to) = (from?, to?);
        let between_zones = self.is_between_zones([&from, &to]);
        match (from, to) {
            (End::Box(span), _) if between_zones => {
                let message = "things cannot come from the box to a zone";
                let hint = "take a piece from the board: `there -> hand of me`; declare what the zone holds at the start: `holds 4 rook`";
                Err(self.error(Diagnostic::error("E0523", span, message).hint(hint)))
            }
            (_, End::Box(span)) if between_zones => {
                let message = "things in a zone cannot leave the game";
                let diagnostic = Diagnostic::error("E0524", span, message);
                Err(self.error(diagnostic.hint("declare a zone where they go instead")))
            }
            (End::Typed(from), End::Typed(to)) if between_zones => {
                self.zone_transfer(stmt, what, (from, to), scope)
            }
            (End::Typed(from), End::Typed(to)) if is_on_board([&from, &to]) => {
                self.goes_to_point(stmt, what, [(written.0, from), (written.1, to)])
            }
            (from, to)
                if let Some(kind) = what.and_then(|what| self.kind_as_value(what, scope)) =>
            {
                self.by_kind(stmt, &kind, |r, word| {
                    let ends = (from.clone(), to.clone());
                    r.with_board((Some(word), ends), scope)
                })
            }
            ends => {
                let mut tags = self.tags(&stmt.tags);
                let (kind, more) = self.with_board((what, ends), scope)?;
                tags.extend(more);
                let span = stmt.span;
                Ok(vec![Stmt { tags, span, kind }])
            }
        }
    }

    fn end(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<End> {
        if is_word(e, "nothing") || is_word(e, "none") {
            let diagnostic = Diagnostic::error("E0525", e.span, "expected a point or the box");
            let hint = "a piece leaves the board by `there -> box`, and comes to it by `white king: box -> there`";
            return Err(self.error(diagnostic.label("this is not a place").hint(hint)));
        }
        if is_word(e, "box") {
            return Ok(End::Box(e.span));
        }
        self.infer(e, scope).map(End::Typed)
    }

    /// Returns whether a statement moves things between zones: one end is a zone, and the other is neither the
    /// board nor a place where pieces come from.
    fn is_between_zones(&self, ends: [&End; 2]) -> bool {
        let types = ends.map(End::ty);
        if types == [Some(Type::Zone); 2] {
            return true;
        }
        let of_board = |ty: &Option<Type>| ty.is_some_and(Type::is_of_points);
        let with_board =
            ends.iter().any(|end| self.holds_pieces(end)) || types.iter().any(of_board);
        types.contains(&Some(Type::Zone)) && (types.contains(&None) || !with_board)
    }

    fn holds_pieces(&self, end: &End) -> bool {
        let zone = match end {
            End::Typed(node) => match &node.kind {
                Typed::Zone(zone) => zone.zone,
                Typed::OfEach(OfEach::Zone(zone)) => *zone,
                _ => return false,
            },
            End::Box(_) => return false,
        };
        let list = self.names.zones[zone.index()].what.list;
        list.is_some() && list == self.pieces_list()
    }

    /// Resolves a transfer to the board, from it, or between two points.
    fn with_board(
        &mut self,
        (what, (from, to)): (Option<&Expr>, (End, End)),
        scope: &Scope<'_>,
    ) -> Checked<(StmtKind, Vec<TagId>)> {
        match (from, to) {
            (from, End::Typed(to)) if from.is_off() => self.bring(what, from, to, scope),
            (End::Typed(from), to) if to.is_off() => self.take(what, from, to, scope),
            // If both are on the board: see `goes_to_point`.
            (End::Typed(from), End::Typed(_)) => {
                Err(self.comes_from_nowhere(from.span, ["town", "there"]))
            }
            (End::Box(span), _) | (_, End::Box(span)) => {
                let diagnostic =
                    Diagnostic::error("E0526", span, "a piece cannot go from the box to the box");
                Err(self.error(diagnostic.hint("name points of the board on one side")))
            }
        }
    }

    /// Resolves `here -> there`: the pieces of one point move to another.
    fn goes_to_point(
        &mut self,
        stmt: &StmtDecl,
        what: Option<&Expr>,
        ends: [(&Expr, Node<Typed>); 2],
    ) -> Checked<Vec<Stmt>> {
        let [(piece, from), (to, _)] = &ends;
        let is_piece = matches!(piece.kind, ExprKind::Owned { .. }) && !is_one_at_most(&from.kind);
        if what.is_none() && (is_piece || from.kind.ty() == Type::Kind) {
            let written = [words(piece), words(to)];
            return Err(self.comes_from_nowhere(piece.span, written.each_ref().map(String::as_str)));
        }
        let tags = self.tags(&stmt.tags);
        self.between_points(ends, |r, [from, to]| match what {
            Some(what) => Err(r.named_in_vain(what)),
            None => {
                let (span, kind) = (stmt.span, StmtKind::Move(from, to));
                Ok(vec![Stmt { tags, span, kind }])
            }
        })
    }

    /// Returns the zone of pieces at the end off the board, with its clauses; no zone for the box.
    fn off(&mut self, end: End) -> Checked<(Option<ZoneRef>, Vec<TagId>)> {
        let node = match end {
            End::Box(_) => return Ok((None, Vec::new())),
            End::Typed(node) => node,
        };
        let zone: Node<ZoneRef> = self.coerce(node)?;
        if self.pieces_list() == Some(self.list_in(&zone.kind)) {
            return Ok((Some(zone.kind), zone.tags));
        }
        let message = "this zone holds no pieces, so none can go between it and the board";
        let diagnostic = Diagnostic::error("E0527", zone.span, message);
        let hint = "declare the pieces that it holds: zone supply { holds 10 pawn; open }";
        Err(self.error(diagnostic.hint(hint)))
    }

    /// Resolves pieces that come to the board.
    fn bring(
        &mut self,
        what: Option<&Expr>,
        from: End,
        to: Node<Typed>,
        scope: &Scope<'_>,
    ) -> Checked<(StmtKind, Vec<TagId>)> {
        let Some(what) = what else {
            let (place, span) = match &from {
                End::Box(span) => ("the box", *span),
                End::Typed(node) => ("the zone", node.span),
            };
            let message = format!("expected the name of the piece that comes from {place}");
            let diagnostic = Diagnostic::error("E0528", span, message);
            let hint = "write it before a colon, as in `town: box -> there`";
            return Err(self.error(diagnostic.hint(hint)));
        };
        let (zone, more) = self.off(from)?;
        let (piece, to) = (self.piece(what, scope), self.coerce(to));
        let (
            TypedPiece {
                kind,
                owner,
                mut tags,
            },
            to,
        ) = (piece?, to?);
        tags.extend(more);
        let of_zone = zone.as_ref().is_some_and(|zone| zone.of.is_some());
        if owner.is_none() && !of_zone && self.outside == Some(what.span.file) {
            self.check_owner_named(kind, what)?;
        }
        let owner = self.owner_of_new((kind, owner), (zone.as_ref(), what.span));
        Ok((StmtKind::Put(kind, owner, to, zone), tags))
    }

    /// Checks that a scenario names the owner of a piece: its reader does not know who `me` is.
    fn check_owner_named(&mut self, kind: KindId, what: &Expr) -> Checked<()> {
        let named = &self.names.kinds[kind.index()];
        if named.what.neutral {
            return Ok(());
        }
        let players = self.names.players.iter().map(|player| &player.text);
        let ways: Vec<_> = players
            .map(|player| format!("`{player} {}: …`", named.text))
            .collect();
        let message = format!("this `{}` needs an owner", named.text);
        let diagnostic = Diagnostic::error("E0529", what.span, message).label("whose?");
        Err(self.error(diagnostic.hint(format!("write {}", ways.join(" or ")))))
    }

    /// Returns the owner of a piece that comes to the board: the named one, else that of its zone, else the acting player.
    fn owner_of_new(
        &mut self,
        (kind, owner): (KindId, Option<Node<Member>>),
        (zone, span): (Option<&ZoneRef>, Span),
    ) -> Option<Node<Member>> {
        if self.names.kinds[kind.index()].what.neutral {
            return None;
        }
        let of_zone = zone.and_then(|zone| zone.of.as_deref().cloned());
        let me = || Node::plain(span, Member::Me);
        Some(owner.or(of_zone).unwrap_or_else(me))
    }

    /// Resolves pieces that leave the board.
    fn take(
        &mut self,
        what: Option<&Expr>,
        from: Node<Typed>,
        to: End,
        scope: &Scope<'_>,
    ) -> Checked<(StmtKind, Vec<TagId>)> {
        let (zone, more) = self.off(to)?;
        let piece = match what {
            Some(what) => Some(self.piece(what, scope)?),
            None => None,
        };
        let from: Node<Set> = self.coerce(from)?;
        let Some(TypedPiece {
            kind,
            owner,
            mut tags,
        }) = piece
        else {
            let top = PiecesTaken::Layer(self.top_layer());
            return Ok((StmtKind::Take(top, from, zone), more));
        };
        tags.extend(more);
        let from = match owner {
            None => from,
            Some(owner) => {
                let his = Set::Pieces(vec![kind], Owner::Of(Box::new(owner)));
                let his = Node::plain(from.span, his);
                Node::plain(from.span, Set::And(vec![from, his]))
            }
        };
        Ok((StmtKind::Take(PiecesTaken::Kind(kind), from, zone), tags))
    }

    /// Reports `town -> there` and `light town -> there`.
    fn comes_from_nowhere(&mut self, piece: Span, [name, to]: [&str; 2]) -> ErrorGuaranteed {
        let diagnostic = Diagnostic::error(
            "E0530",
            piece,
            "expected the place where this piece comes from",
        );
        let hint = format!(
            "a new piece comes from the box: {name}: box -> {to}; a piece on a point goes from that point: here -> {to}; to move the only piece of a kind: for p in {name} {{ p -> {to} }}"
        );
        let mended = format!("{name}: box");
        self.error(diagnostic.hint(hint).suggest(&mended))
    }

    fn named_in_vain(&mut self, what: &Expr) -> ErrorGuaranteed {
        let message = "a piece that goes from point to point is not named";
        let diagnostic = Diagnostic::error("E0531", what.span, message);
        self.error(diagnostic.hint("leave the name out: the piece on the point goes"))
    }

    /// Resolves `town` or `white pawn`.
    fn piece(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<TypedPiece> {
        if let ExprKind::Counted { .. } = &e.kind {
            let diagnostic = Diagnostic::error(
                "E0532",
                e.span,
                "no number stands here: one piece comes to each point",
            )
            .label("a number of pieces");
            let hint = "leave the number out, and name as many points";
            return Err(self.error(diagnostic.hint(hint)));
        }
        let set: Node<Set> = self.check_as(e, scope)?;
        let words = match &set.kind {
            Set::At(_) => "this is a point",
            _ => "this is a set of points",
        };
        if let Set::Pieces(kinds, owner) = set.kind
            && let [kind] = kinds.as_slice()
        {
            let me = || Node::plain(e.span, Member::Me);
            let owner = match owner {
                Owner::Any => None,
                Owner::Own => Some(me()),
                Owner::Of(seat) => Some(*seat),
                Owner::Enemy => {
                    let diagnostic =
                        Diagnostic::error("E0533", e.span, "expected the piece of one player")
                            .label("whose?");
                    let hint = "name the player, as in `white pawn: box -> there`";
                    return Err(self.error(diagnostic.hint(hint)));
                }
            };
            return Ok(TypedPiece {
                kind: *kind,
                owner,
                tags: set.tags,
            });
        }
        let diagnostic =
            Diagnostic::error("E0534", e.span, "expected the name of one piece").label(words);
        Err(self.error(diagnostic.hint(
            "as in `town: box -> there`; to offer a choice, write `k in kinds and {queen, rook}` and `k: box -> there`",
        )))
    }
}
