//! Mentions of zones: which one, whose, what goes from one to another.

use crate::base::Diagnostic;
use crate::check::Resolver;
use crate::check::expr::elaborate::Resolved;
use crate::check::expr::types::{Type, is_word};
use crate::check::names::{ArgType, Meaning, Scope, name_at};
use crate::model::{Cargo, Family, ListId, Node, Num, Stmt, StmtKind, TagId, ZoneRef};
use crate::syntax::ast::{Expr, ExprKind, Name, StmtDecl};

impl<'a> Resolver<'a> {
    /// Resolves a zone, with the clauses it carries.
    pub fn zone_ref(&mut self, e: &Expr, scope: &Scope<'_>) -> Resolved<ZoneRef> {
        let (head, of) = match &e.kind {
            ExprKind::Of { head, of } => (&**head, Some(&**of)),
            _ => (e, None),
        };
        let ExprKind::Word(text) = &head.kind else {
            return self.mismatch(e, "a zone", scope);
        };
        let id = match self.meaning(&name_at(text, head.span), scope)? {
            Meaning::Zone(id) => id,
            Meaning::Param(value, caller) if of.is_none() => {
                return self.outside(caller, |r| r.zone_ref(value, caller));
            }
            Meaning::Broken => return None,
            _ => return self.mismatch(e, "a zone", scope),
        };
        let named = &self.names.zones[id.index()];
        let (of_player, mut tags) = (named.what.of_player, named.tags.clone());
        tags.splice(0..0, self.tags(&e.tags));
        match (of_player, of) {
            (true, Some(of)) => {
                let of = Some(Box::new(self.seat(of, scope)?));
                Some((ZoneRef { zone: id, of }, tags))
            }
            (false, None) => Some((ZoneRef { zone: id, of: None }, tags)),
            (true, None) => {
                let diagnostic = Diagnostic::error(e.span, format!("each player has a `{text}`"));
                self.report(diagnostic.hint(format!("say whose: `{text} of me`")));
                None
            }
            (false, Some(_)) => {
                let diagnostic = Diagnostic::error(e.span, format!("there is one `{text}` only"));
                self.report(diagnostic.hint("leave out the `of …`"));
                None
            }
        }
    }

    /// Returns the list of what lies in a zone.
    pub fn list_in(&self, zone: &ZoneRef) -> ListId {
        self.names.zones[zone.zone.index()].what.list
    }

    /// `copies of k in deck`
    pub fn copies(&mut self, (of, zone): (&Expr, &Expr), scope: &Scope<'_>) -> Resolved<Num> {
        let (zone, tags) = self.zone_ref(zone, scope)?;
        let item = self.item(of, Family::Rows(self.list_in(&zone)), scope)?;
        Some((Num::Copies(Box::new(item), zone), tags))
    }

    /// Tells whether a statement moves things from zone to zone.
    pub fn is_between_zones(&mut self, (from, to): (&Expr, &Expr), scope: &Scope<'_>) -> bool {
        let is_zone = |ty| matches!(ty, Type::Zone(_));
        let ends = [from, to].map(|e| is_zone(self.type_of(e, scope)));
        let boxed = [from, to].iter().any(|e| is_word(e, "box"));
        ends == [true, true]
            || ends.contains(&true) && (boxed || !self.is_with_board((from, to), scope))
    }

    /// Tells whether one end of a transfer is a zone of pieces, or the other end is the board.
    fn is_with_board(&mut self, (from, to): (&Expr, &Expr), scope: &Scope<'_>) -> bool {
        let board = |ty| matches!(ty, Type::Place | Type::Set | Type::Kind);
        self.is_of_pieces(from, to, scope)
            || [from, to]
                .into_iter()
                .any(|e| board(self.type_of(e, scope)))
    }

    /// Tells whether a zone at one end of a transfer holds pieces.
    fn is_of_pieces(&mut self, from: &Expr, to: &Expr, scope: &Scope<'_>) -> bool {
        let pieces = self.pieces_list();
        [from, to]
            .into_iter()
            .any(|e| match self.type_of(e, scope) {
                Type::Zone(id) => Some(self.names.zones[id.index()].what.list) == pieces,
                _ => false,
            })
    }

    /// Resolves `k: deck -> hand of me`, `3 coin: bank -> purse of me`, `all: discards -> deck`.
    pub fn zone_transfer(
        &mut self,
        stmt: &StmtDecl,
        (what, from, to): (Option<&Expr>, &Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Option<Vec<Stmt>> {
        let mut tags = self.tags(&stmt.tags);
        if let Some(span) = [from, to]
            .into_iter()
            .find(|e| is_word(e, "box"))
            .map(|e| e.span)
        {
            let diagnostic = Diagnostic::error(span, "what lies in zones never leaves the game");
            self.report(diagnostic.hint("declare a zone for it"));
            return None;
        }
        let (from_zone, to_zone) = (self.zone_ref(from, scope), self.zone_ref(to, scope));
        let Some(what) = what else {
            let diagnostic = Diagnostic::error(stmt.span, "what goes from one zone to the other?");
            self.report(diagnostic.hint("say it before a colon: `all: discards -> deck`"));
            return None;
        };
        let ((from, more), (to, _)) = (from_zone?, to_zone?);
        tags.extend(more);
        let list = self.list_in(&from);
        if list != self.list_in(&to) {
            let diagnostic = Diagnostic::error(stmt.span, "these zones hold different things");
            self.report(diagnostic.hint("a zone takes only rows of its own list"));
            return None;
        }
        let cargo = self.cargo((what, list), scope, &mut tags)?;
        Some(vec![Stmt {
            tags,
            span: stmt.span,
            kind: StmtKind::Transfer(cargo, from, to),
        }])
    }

    fn cargo(
        &mut self,
        (what, list): (&Expr, ListId),
        scope: &Scope<'_>,
        tags: &mut Vec<TagId>,
    ) -> Option<Cargo> {
        if is_word(what, "all") {
            return Some(Cargo::All);
        }
        if let Some(name) = Self::word_name(what)
            && let Some(Meaning::Arg(arg, ArgType::Heap(of))) = self.find(&name, scope)
        {
            return if of == list {
                Some(Cargo::Heap(arg))
            } else {
                self.fail(what.span, "these are of another list")
            };
        }
        let word = |name: &Name| Expr {
            tags: Vec::new(),
            span: name.span,
            kind: ExprKind::Word(name.text.clone()),
        };
        let fixed = |n: i64| Node::plain(what.span, Num::Fixed(n));
        let (item, number) = match &what.kind {
            ExprKind::Counted { least, most, what } if *most == Some(*least) => {
                (self.item(what, Family::Rows(list), scope)?, fixed(*least))
            }
            // `n coin`: so many as a name says.
            ExprKind::Owned { owner, kind } => {
                let number = self.num(&word(owner), scope)?;
                (self.item(&word(kind), Family::Rows(list), scope)?, number)
            }
            _ => (self.item(what, Family::Rows(list), scope)?, fixed(1)),
        };
        tags.extend(&item.tags);
        Some(Cargo::Copies(item, number))
    }
}
