//! The board: from its declaration to its topology, with walls, neighbours (`next to`), each player's `forward`
//! direction, its appearance, and its regions.

use crate::decl::mistakes::{reserved_word, second_one};
use crate::expr::fixed_points::fixed_points;
use crate::names::nouns::Noun;
use crate::names::option_value::OptionValue;
use crate::names::{Named, Names, Region, Scope, name_at};
use crate::report::error_guaranteed::{Checked, ErrorGuaranteed};
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span, similar};
use linstock_model::{Board, HexShape, Look, PointSet, Topology};
use linstock_syntax::ast::{
    BoardDecl, BoardItemKind, BoardShape, DeclKind, Expr, ExprKind, Name, SideRegion, Tag,
};
use std::rc::Rc;

impl<'a> Resolver<'a> {
    /// Resolves the board, if the game has one.
    pub(crate) fn board(&mut self) -> Checked<()> {
        let mut boards = self.decls().filter_map(|decl| match &decl.kind {
            DeclKind::Board(board) => Some((decl.span, board)),
            _ => None,
        });
        let Some((_, decl)) = boards.next() else {
            return Ok(());
        };
        if let Some((span, _)) = boards.next() {
            let hint = "a game has one board: make one of the two";
            self.report(second_one(span, "a board").hint(hint));
        }
        let topology = self.shape(&decl.shape);
        if topology.is_err() {
            self.names.broken_kinds.insert("board".to_owned());
        }
        let board = Board::new(topology?, self.names.players.len());
        self.names.board = Some(Rc::new(board));
        let items = self.board_items(decl);
        if let Err(reported) = items {
            self.told_by("forward", reported);
        }
        items
    }

    /// Resolves the shape of the board.
    fn shape(&mut self, shape: &BoardShape) -> Checked<Topology> {
        let literal = |e: &Expr| matches!(e.kind, ExprKind::Number(_));
        match shape {
            BoardShape::Rows { width, height } => {
                self.names.sized = !(literal(width) && literal(height));
                let (width, height) = (self.side(width), self.side(height));
                Ok(Topology::grid(width?, height?))
            }
            BoardShape::Drawn(text) => self.drawn_board(text),
            BoardShape::Named { name, size } => {
                self.names.sized = !literal(size);
                self.named_shape(name, size)
            }
        }
    }

    /// Resolves `hexagon 5`.
    fn named_shape(&mut self, name: &Name, size: &Expr) -> Checked<Topology> {
        let shape = HexShape::ALL.into_iter().find(|s| s.word() == name.text);
        let Some(shape) = shape else {
            let known = || HexShape::ALL.into_iter().map(HexShape::word);
            let message = format!("no board has the shape `{}`", name.text);
            let diagnostic = Diagnostic::error("E0211", name.span, message)
                .maybe_did_you_mean(similar(&name.text, known()))
                .hint(linstock_base::listed("shapes", known()))
                .hint("columns and rows are written with an `x`: board 8 x 8");
            return Err(self.error(diagnostic));
        };
        let (side, longest) = (self.fixed_num(size)?, shape.longest());
        match u16::try_from(side) {
            Ok(side) if (1..=longest).contains(&side) => Ok(Topology::hexes(shape, side)),
            _ => {
                let diagnostic = wrong_side((size.span, side), shape.word(), longest);
                Err(self.error(diagnostic.hint(format!("as in: board {} 5", shape.word()))))
            }
        }
    }

    fn side(&mut self, e: &Expr) -> Checked<u16> {
        let (length, span) = (self.fixed_num(e)?, e.span);
        let longest = Topology::LONGEST;
        if !(1..=i64::from(longest)).contains(&length) {
            let diagnostic =
                wrong_side((span, length), "board", longest).label("columns come first, then rows");
            let drawn = "draw a longer track between `\"\"\"`, or bend it: board 10 x 10 and a list of its spaces";
            let hint = if length > 0 {
                drawn
            } else {
                "as in: board 8 x 8"
            };
            return Err(self.error(diagnostic.hint(hint)));
        }
        Ok(u16::try_from(length).unwrap_or(longest))
    }

    fn board_items(&mut self, decl: &'a BoardDecl) -> Checked<()> {
        let mut complete = Ok(());
        for item in &decl.items {
            let done = match &item.kind {
                BoardItemKind::Next(dirs) => self.next_to(dirs),
                BoardItemKind::DrawnAs(look) => self.look(look),
                BoardItemKind::Side { player, .. } if self.is_absent(player) => Ok(()),
                BoardItemKind::Side {
                    player, forward, ..
                } => self.forward(player, forward.as_ref()),
                BoardItemKind::Map(picture) => self.map(picture),
                _ => Ok(()),
            };
            complete = complete.and(done);
        }
        complete
    }

    fn next_to(&mut self, dirs: &Expr) -> Checked<()> {
        let span = dirs.span;
        let dirs = self.dirs(dirs, &Scope::default())?;
        let first = dirs.first().copied().unwrap_or_default();
        if dirs.iter().any(|d| *d != first) {
            let diagnostic = Diagnostic::error(
                "E0214",
                span,
                "these directions are not the same for all players",
            )
            .label("differs from player to player")
            .hint("write `orthogonal`, `diagonal`, `all` or compass directions");
            return Err(self.error(diagnostic));
        }
        self.on_board(|board| board.next = first);
        Ok(())
    }

    fn look(&mut self, e: &Expr) -> Checked<()> {
        let ExprKind::Word(word) = &e.kind else {
            return Err(self.wrong_look(e.span, None));
        };
        let name = name_at(word, e.span);
        let option = self
            .names
            .options
            .iter()
            .find(|o| o.text == self.canonical(Noun::Option, &name));
        let word = match option.map(|o| &o.what) {
            Some(OptionValue::Word(value)) => value.clone(),
            _ => word.clone(),
        };
        self.names.used.insert(name.text.clone());
        let look = match word.as_str() {
            "points" => Look::Points,
            "squares" => Look::Squares,
            _ if self.is_broken_kind("options") => return Err(self.excused(e.span)),
            _ => return Err(self.wrong_look(e.span, similar(&word, ["points", "squares"]))),
        };
        self.on_board(|board| board.look = look);
        Ok(())
    }

    fn wrong_look(&mut self, span: Span, meant: Option<&str>) -> ErrorGuaranteed {
        let message = "a board is drawn as `points` or as `squares`";
        let diagnostic = Diagnostic::error("E0215", span, message);
        self.error(
            diagnostic
                .maybe_did_you_mean(meant)
                .hint("write one of these words, or an option with these two values"),
        )
    }

    /// Reports `white { forward = north }`.
    fn forward_as_a_region(&mut self, name: &Name, points: &Expr) -> ErrorGuaranteed {
        let diagnostic = Diagnostic::error("E0217", name.span, "`forward` takes no `=`");
        let hint = match &points.kind {
            ExprKind::Word(direction) => format!("write `forward {direction}`"),
            _ => "write a direction after it: `forward north`".to_owned(),
        };
        self.error(diagnostic.hint(hint))
    }

    fn forward(&mut self, player: &Name, forward: Option<&Name>) -> Checked<()> {
        let seat = self.player_or_report(player)?;
        let Some(name) = forward else { return Ok(()) };
        let Some(dir) = self.topology().direction(&name.text) else {
            let known = || self.topology().directions().iter().copied();
            let diagnostic = Diagnostic::error(
                "E0218",
                name.span,
                format!("`{}` is not a direction", name.text),
            )
            .maybe_did_you_mean(similar(&name.text, known()))
            .hint(linstock_base::listed("directions", known()));
            return Err(self.error(diagnostic));
        };
        let board = self.names.board.as_mut().map(Rc::make_mut);
        let before = board.and_then(|board| board.forward[seat.index()].replace(dir));
        if before.is_some() {
            let message = format!("`{}` has two forward directions", player.text);
            let diagnostic =
                Diagnostic::error("E0219", name.span, message).label("a second direction");
            return Err(
                self.error(diagnostic.hint("give each player one block with one `forward`"))
            );
        }
        Ok(())
    }

    /// Returns whether a player of the game is absent at this number of players.
    fn is_absent(&self, player: &Name) -> bool {
        let name = self.canonical(Noun::Player, player).into_owned();
        self.names.absent.contains(&name)
    }

    /// Finds a player, or reports that no player has this name.
    pub(crate) fn player_or_report(&mut self, name: &Name) -> Checked<linstock_model::SeatId> {
        match self.player(name) {
            Some(seat) => Ok(seat),
            None => Err(self.no_such(Noun::Player, name)),
        }
    }

    /// Resolves the regions, each of them a fixed set of points.
    pub(crate) fn regions(&mut self) -> Checked<()> {
        let mut complete = Ok(());
        let mut items = Vec::new();
        for decl in self.decls() {
            if let DeclKind::Board(board) = &decl.kind {
                items.extend(&board.items);
            }
        }
        // Shared regions come first, because a player's region may use them.
        for item in &items {
            if let BoardItemKind::Region { name, points } = &item.kind {
                match self.fixed_set(points) {
                    Ok(set) => self.region(name, &item.tags, set),
                    Err(reported) => {
                        let name = self.canonical(Noun::Region, name).into_owned();
                        self.names.broken.push(name);
                        complete = Err(reported);
                    }
                }
            }
        }
        for item in &items {
            if let BoardItemKind::Side {
                player, regions, ..
            } = &item.kind
            {
                for SideRegion { tags, name, points } in regions {
                    if self.is_absent(player) {
                        let done = self.in_branch(true, |r| r.fixed_set(points));
                        complete = complete.and(done.map(|_| ()));
                        continue;
                    }
                    if name.text == "forward" {
                        let reported = self.forward_as_a_region(name, points);
                        self.told_by("forward", reported);
                        complete = Err(reported);
                        continue;
                    }
                    let tags: &'a [Tag] = if tags.is_empty() { &item.tags } else { tags };
                    let done = self.own_region((player, name), tags, points);
                    if done.is_err() {
                        let name = self.canonical(Noun::Region, name).into_owned();
                        self.names.broken.push(name);
                    }
                    complete = complete.and(done);
                }
            }
        }
        complete
    }

    fn region(&mut self, name: &'a Name, tags: &'a [Tag], points: PointSet) {
        self.declare(
            Noun::Region,
            name,
            tags,
            (|n: &mut Names<'a>| &mut n.regions, Region::Shared(points)),
        );
    }

    fn own_region(
        &mut self,
        (player, name): (&Name, &'a Name),
        tags: &'a [Tag],
        points: &Expr,
    ) -> Checked<()> {
        let seat = usize::from(self.player_or_report(player)?.0);
        let points = self.fixed_set(points)?;
        let tags = self.tags(tags);
        let at = self.region_of_players(name)?;
        let region = &mut self.names.regions[at];
        region.tags.extend(tags);
        if let Region::PerPlayer(sets) = &mut region.what {
            sets[seat] = points;
            return Ok(());
        }
        let earlier = region.span;
        let message = format!("`{}` is already a region of the whole board", name.text);
        Err(self.error(
            Diagnostic::error("E0220", earlier, message)
                .label("the same for everybody")
                .related(name.span, "here it belongs to a player")
                .hint("give one of them another name"),
        ))
    }

    /// Finds the per-player region of this name, or enters it.
    fn region_of_players(&mut self, name: &Name) -> Checked<usize> {
        let text = self.canonical(Noun::Region, name).into_owned();
        if crate::expr::vocabulary::is_word_of_language(&text) {
            return Err(self.error(reserved_word(name.span, &text)));
        }
        if let Some(at) = self.names.regions.iter().position(|r| r.text == text) {
            return Ok(at);
        }
        let none = self.board_or_report(name.span)?.none();
        let seats = self.names.players.len();
        self.names.regions.push(Named {
            text,
            span: name.span,
            tags: Vec::new(),
            what: Region::PerPlayer(vec![none; seats]),
        });
        Ok(self.names.regions.len() - 1)
    }

    /// Resolves a set that is the same in every position.
    pub(crate) fn fixed_set(&mut self, e: &Expr) -> Checked<PointSet> {
        let set = self.set(e, &Scope::default())?;
        let board = self.board_or_report(e.span)?;
        fixed_points(&board, &set).ok_or_else(|| {
            let diagnostic =
                Diagnostic::error("E0222", e.span, "expected points that never change")
                    .label("depends on the position")
                    .hint("name the points, as in `{a1, j1}`, `a1..f6`, `row 1 or row 2`");
            self.error(diagnostic)
        })
    }

    /// Returns the board, or reports that there is none.
    pub(crate) fn board_or_report(&mut self, span: Span) -> Checked<Rc<Board>> {
        if let Some(board) = &self.names.board {
            return Ok(Rc::clone(board));
        }
        if self.is_broken_kind("board") {
            return Err(self.excused(span));
        }
        let diagnostic = Diagnostic::error("E0223", span, "this needs a board");
        Err(self.once("board", diagnostic.hint("declare one: board 8 x 8 { }")))
    }
}

/// Makes the error that the side of a board is too short or too long.
fn wrong_side((span, found): (Span, i64), what: &str, longest: u16) -> Diagnostic {
    let message = format!("the side of a {what} is 1 to {longest} points long, found {found}");
    Diagnostic::error("E0212", span, message)
}
