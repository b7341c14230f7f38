//! Directions, for each seat as `me`: `forward` leads north for one player and south for another.

use crate::expr::context::Expected;
use crate::expr::members::same_member;
use crate::expr::truth_folding::any_of;
use crate::expr::typed::{Resolved, Typed};
use crate::expr::types::Type;
use crate::expr::ways::{Ways, whether_meant};
use crate::names::{ListName, Named, RowName, Scope};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_model::{
    Dir, Dirs, FiniteDomain, Headings, ListId, Member, MemberSet, Node, RowId, Topology, Truth,
};
use linstock_syntax::ast::{Expr, ExprKind};

/// The name of the list of directions, for rules that take a direction as a value.
pub(crate) const DIRECTIONS: &str = "direction";

impl<'a> Resolver<'a> {
    /// Reports a relative direction for a player who has no forward direction.
    pub(crate) fn check_forward(&mut self, e: &Expr, dirs: &[Dirs]) -> Checked<()> {
        let Some(at) = dirs.iter().position(|d| d.is_empty()) else {
            return Ok(());
        };
        let player = self
            .names
            .players
            .get(at)
            .map(|p| p.text.clone())
            .unwrap_or_default();
        if self.is_broken_kind("board") || self.is_broken_kind("players") {
            return Err(self.excused(e.span));
        }
        let example = self.topology().directions().first().copied();
        let example = example.unwrap_or_default();
        let diagnostic = Diagnostic::error(
            "E0611",
            e.span,
            format!("`{player}` has no forward direction"),
        )
        .hint(format!(
            "declare it in the block of the board: {player} {{ forward {example} }}"
        ));
        Err(self.once("forward", diagnostic))
    }

    /// Returns the directions that a word names, for each seat as `me`; `None` if it names none.
    pub(crate) fn directions(&self, word: &str) -> Option<Vec<Dirs>> {
        let topology = self.topology();
        if let Some(dirs) = topology.group(word) {
            return Some(vec![dirs; self.names.players.len().max(1)]);
        }
        if !topology.is_relative(word) {
            return None;
        }
        // Without a board no direction leads anywhere; the use of the directions reports that.
        let seats = self.names.board.iter().flat_map(|board| &board.forward);
        let relative = |forward: &Option<Dir>| {
            let dirs = forward.and_then(|forward| topology.relative(word, forward));
            dirs.unwrap_or_default()
        };
        Some(seats.map(relative).collect())
    }

    /// Returns the topology of the board; in a game without one, that of a single point.
    pub(crate) fn topology(&self) -> &Topology {
        Topology::of(self.names.board.as_deref())
    }

    /// Returns whether an expression consists of direction names alone; a player may have such a name, too.
    pub(crate) fn names_directions(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Word(text) => self.topology().direction(text).is_some(),
            ExprKind::Counted { what, .. } => self.names_directions(what),
            ExprKind::Of { head, .. } => match &head.kind {
                ExprKind::Word(text) => text == "opposite" || self.topology().is_relative(text),
                _ => false,
            },
            ExprKind::Logic { left, right, .. } => {
                self.names_directions(left) && self.names_directions(right)
            }
            ExprKind::Braces(parts) => {
                !parts.is_empty() && parts.iter().all(|part| self.names_directions(part))
            }
            _ => false,
        }
    }
}

/// Directions as values: to choose, remember or compare them, the rules use the rows of a list.
impl<'a> Resolver<'a> {
    /// Returns the list whose rows are the directions of the board; its first use creates it.
    pub(crate) fn directions_list(&mut self) -> Checked<ListId> {
        if let Some(list) = self.known_directions_list() {
            return Ok(list);
        }
        let span = self.game.head;
        let row = |name: &&str| RowName {
            name: (*name).to_owned(),
            span,
            tags: Vec::new(),
            values: Vec::new(),
        };
        let rows = self.topology().directions().iter().map(row).collect();
        let what = ListName {
            fields: Vec::new(),
            types: Vec::new(),
            shown: None,
            rows,
            of_pieces: false,
            of_directions: true,
        };
        let named = Named {
            text: DIRECTIONS.to_owned(),
            span,
            tags: Vec::new(),
            what,
        };
        let made = ListId::LIMIT.push(&mut self.names.lists, named);
        made.map(ListId).map_err(|why| self.too_many(why, span))
    }

    /// Returns the list of directions, if some rule has used it so far.
    pub(crate) fn known_directions_list(&self) -> Option<ListId> {
        ListId::find(&self.names.lists, |list| list.what.of_directions)
    }

    /// Converts a direction value to directions; returns everything else unchanged.
    pub(crate) fn as_directions(&self, mut node: Node<Typed>) -> Node<Typed> {
        let known = self.known_directions_list();
        let truths = match &node.kind {
            Typed::Member(FiniteDomain::Rows(list), member) if Some(*list) == known => {
                let member = Node::plain(node.span, member.clone());
                self.single(FiniteDomain::Rows(*list), &member)
            }
            Typed::Members(FiniteDomain::Rows(list), members) if Some(*list) == known => {
                members.0.clone()
            }
            _ => return node,
        };
        node.kind = Typed::Directions(Ways::of(self.headings(truths)));
        node
    }

    /// Makes directions from a truth for each direction; a constant set, if all truths are fixed.
    fn headings(&self, truths: Vec<Node<Truth>>) -> Headings {
        let mut dirs = Dirs::default();
        for (dir, truth) in (0u8..).map(Dir::at).zip(&truths) {
            match truth.kind {
                Truth::Fixed(true) => dirs = dirs.or(Dirs::only(dir)),
                Truth::Fixed(false) => {}
                _ => return Headings::Such(truths),
            }
        }
        Headings::Known(vec![dirs; self.names.players.len().max(1)])
    }

    /// Converts named directions to one value, or to several; returns everything else unchanged.
    pub(crate) fn as_values(&mut self, mut node: Node<Typed>) -> Checked<Node<Typed>> {
        let Typed::Directions(ways) = &node.kind else {
            return Ok(node);
        };
        let Some(dirs) = ways.without_steps() else {
            let diagnostic =
                Diagnostic::error("E0612", node.span, "a direction cannot have a length here");
            let hint =
                "choose the direction alone, and give the length where you use it: `2 d of here`";
            return Err(self.error(diagnostic.hint(hint)));
        };
        let dirs = dirs.clone();
        let finite_domain = FiniteDomain::Rows(self.directions_list()?);
        let truths = match dirs {
            Headings::Known(dirs) => whether_meant(node.span, &dirs, self.members(finite_domain)),
            Headings::Such(truths) => truths,
        };
        node.kind = Typed::Members(finite_domain, MemberSet(truths));
        Ok(node)
    }

    /// Converts named directions to one value, if they are one direction for each player.
    pub(crate) fn as_one_value(&mut self, node: Node<Typed>) -> Checked<Node<Typed>> {
        let Typed::Directions(ways) = &node.kind else {
            return Ok(node);
        };
        let only = match ways.without_steps() {
            Some(Headings::Known(dirs)) => {
                let mut counts = dirs.iter().map(|dirs| dirs.iter().count());
                counts.all(|count| count == 1)
            }
            _ => false,
        };
        let mut node = match only {
            true => self.as_values(node)?,
            false => return Ok(node),
        };
        if let Typed::Members(finite_domain, MemberSet(truths)) = &node.kind {
            let sure = |truth: &Node<Truth>| matches!(truth.kind, Truth::Fixed(true));
            let member = match truths.iter().position(sure).and_then(RowId::nth) {
                Some(row) => Member::Fixed(row.0),
                None => Member::First(truths.clone()),
            };
            node.kind = Typed::Member(*finite_domain, member);
        }
        Ok(node)
    }

    /// Elaborates `opposite of d`.
    pub(crate) fn opposite_of(&mut self, of: &Expr, scope: &Scope<'_>) -> Resolved<Typed> {
        let found = self.elaborate(of, Expected::Directions, scope)?;
        let named = found.kind.ty() == Type::Directions;
        let found = self.as_values(found)?;
        let Some(finite_domain) = found
            .kind
            .ty()
            .finite_domain()
            .filter(|f| self.is_of_directions(*f))
        else {
            return Err(self.type_mismatch(&found, ("a direction", None)));
        };
        let topology = self.topology();
        let dirs = (0u8..).map(Dir::at).take(self.members(finite_domain));
        let turned: Vec<_> = dirs.map(|dir| topology.opposite(dir)).collect();
        let tags = found.tags.clone();
        let typed = match found.kind {
            Typed::Member(_, Member::Fixed(at)) => {
                let at = turned.get(usize::from(at)).copied().flatten();
                let at = at.map_or(Member::None, |dir| Member::Fixed(dir.index()));
                Typed::Member(finite_domain, at)
            }
            Typed::Member(_, member) => {
                let by_row = turned.iter().map(|dir| dir.map(Dir::index)).collect();
                let of = Box::new(Node::plain(found.span, member));
                Typed::Member(finite_domain, Member::Field(finite_domain, by_row, of))
            }
            Typed::Members(_, MemberSet(truths)) => {
                let whether = |dir: &Option<Dir>| {
                    let from = dir.and_then(|dir| truths.get(usize::from(dir.index())));
                    let never = || Node::plain(found.span, Truth::Fixed(false));
                    from.cloned().unwrap_or_else(never)
                };
                // The opposite of the opposite is the direction itself.
                Typed::Members(
                    finite_domain,
                    MemberSet(turned.iter().map(whether).collect()),
                )
            }
            other => other,
        };
        let turned = Node::plain(found.span, typed);
        match named {
            true => Ok((self.as_directions(turned).kind, tags)),
            false => Ok((turned.kind, tags)),
        }
    }

    /// Returns whether a finite domain is that of the board's directions.
    pub(crate) fn is_of_directions(&self, finite_domain: FiniteDomain) -> bool {
        matches!(finite_domain, FiniteDomain::Rows(list) if Some(list) == self.known_directions_list())
    }

    /// Returns whether a node is one or several direction values.
    pub(crate) fn is_direction(&self, node: &Node<Typed>) -> bool {
        let finite_domain = node.kind.ty().finite_domain();
        finite_domain.is_some_and(|finite_domain| self.is_of_directions(finite_domain))
    }

    /// Elaborates `forward of opponent`: directions as that player sees them; `None` if the part after `of` is not a player.
    pub(crate) fn forward_of(
        &mut self,
        (e, head): (&Expr, &str),
        found: &Node<Typed>,
    ) -> Checked<Option<Ways>> {
        let seat = match &found.kind {
            Typed::Member(FiniteDomain::Players, member) => member.clone(),
            Typed::Player(seat) => Member::Fixed(seat.0),
            _ => return Ok(None),
        };
        let Some(dirs) = self.directions(head) else {
            return Ok(None);
        };
        self.check_forward(e, &dirs)?;
        if let Member::Fixed(at) = seat {
            let his = dirs.get(usize::from(at)).copied().unwrap_or_default();
            return Ok(Some(Ways::one_step(vec![his; dirs.len()])));
        }
        if let Member::Me = seat {
            return Ok(Some(Ways::one_step(dirs)));
        }
        let seat = Node::plain(found.span, seat);
        let count = self.topology().directions().len();
        let all = (0u8..).map(Dir::at).take(count);
        let truths = all.map(|dir| {
            let seats = (0u8..).zip(&dirs);
            let his = seats.filter(|(_, dirs)| dirs.has_all(Dirs::only(dir)));
            let is = his.map(|(at, _)| {
                let at = Node::plain(found.span, Member::Fixed(at));
                Node::plain(found.span, same_member(seat.clone(), at))
            });
            any_of(found.span, is)
        });
        Ok(Some(Ways::of(Headings::Such(truths.collect()))))
    }
}
