//! Expressions to nodes.
//!
//! Two ways of asking are compiled. *Now*: arguments lie in words of the state. *At every anchor at once*: an argument
//! is the anchor moved by a fixed offset, and a condition becomes the set of anchors at which it holds.

use super::super::Layout;
use super::super::dag::{Dag, HeldNode, MaskNode, NumNode, ReachNode, ScriptArg};
use super::super::op::{Caller, NumberOp};
use crate::base::Span;
use crate::model::visit::{Visitor, walk_item, walk_num, walk_set, walk_truth};
use crate::model::{
    ArgId, Board, Comparison, Dir, Dirs, Domain, Family, Item, Items, LayerId, LineId, LineRef,
    ListId, MemoryRef, MemoryType, Model, Move, Node, Num, NumOp, Owner, Place, Point, PointSet,
    Reach, ScriptType, SeatId, Set, TagId, Truth, ValueExpr, ZoneRef,
};

/// Columns to the right and rows up.
pub(super) type Offset = (i32, i32);

/// Tells whether a formation in this direction is looked for as one in the opposite direction.
pub(super) fn is_turned(dir: Dir) -> bool {
    dir as usize >= 4
}

/// What an argument is, while conditions are compiled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Bind {
    /// The anchor, moved.
    Point(Offset),
    /// A formation whose rear is the anchor, moved.
    Line(Offset, Dir),
    /// Always this point.
    FixedPoint(Point),
    /// Always this formation.
    FixedLine(Point, Dir),
    /// Always this number.
    Num(i64),
    /// Always this member of its family.
    Item(u8),
    /// What the argument of a move around this one is: it lies in the state.
    Given,
    /// A heap, drawn anew at each wait.
    Heap,
}

impl Bind {
    /// Tells whether it moves with the anchor.
    pub fn is_anchored(self) -> bool {
        matches!(self, Self::Point(_) | Self::Line(..))
    }
}

/// A condition of one anchor that looks at more than fixed offsets from it: it must be asked point by point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NotPointwise;

pub(super) type Compiled<T> = Result<T, NotPointwise>;

/// A place, as it is compiled.
enum PlaceForm {
    Anchored(Offset),
    Fixed(Option<Point>),
    Now(NumNode),
}

/// Compiles expressions for one player as `me`.
pub(super) struct Exprs<'m, 't> {
    pub model: &'m Model,
    pub layout: &'m Layout,
    pub dag: Dag<'t>,
    pub me: SeatId,
    /// What the arguments are; an argument that is missing here lies in the state, at `frame` and on.
    pub binds: Vec<Bind>,
    /// The word that holds the first argument.
    pub frame: usize,
    /// The rule being compiled: what a script that fails is called by.
    pub rule: Caller,
    /// Where the candidate of the `where` being compiled is, relative to the anchor.
    pub it: Option<Offset>,
    /// Among which points the candidates are, if they are the anchors.
    pub among: Option<MaskNode>,
    /// The rows in which places that move with the anchor lie, while conditions are compiled row by row.
    pub rows: Vec<(ListId, Place, Option<u8>)>,
    /// What holds already where a script is asked: it is asked only then.
    pub guard: Option<NumNode>,
    /// A condition of a `where` on points that cannot be asked of all of them at once.
    pub unasked: Option<Span>,
}

impl<'m> Exprs<'m, '_> {
    fn board(&self) -> Option<&'m Board> {
        self.model.board.as_ref()
    }

    fn bind(&self, arg: ArgId) -> Option<Bind> {
        let bind = self.binds.get(usize::from(arg.0)).copied();
        bind.filter(|b| !matches!(b, Bind::Given | Bind::Heap))
    }

    fn word(&self, arg: ArgId) -> u32 {
        u32::try_from(self.frame + usize::from(arg.0)).unwrap_or(u32::MAX)
    }

    pub fn length(&self, line: LineId) -> i32 {
        i32::from(self.model.lines[usize::from(line.0)].length)
    }

    /// Returns the words of a fixed set.
    pub fn words(&self, points: &PointSet) -> Vec<u64> {
        let mut words = vec![0; self.layout.width];
        for at in points.ones() {
            words[at / 64] |= 1 << (at % 64);
        }
        words
    }

    /// Tells whether an expression reads an argument that moves with the anchor.
    fn is_anchored(&self, walk: impl FnOnce(&mut Anchored<'_>)) -> bool {
        let mut found = Anchored {
            binds: &self.binds,
            it: self.it.is_some(),
            rows: &self.rows,
            found: false,
        };
        walk(&mut found);
        found.found
    }

    // ---- sets, the same for every anchor

    /// Compiles a set that does not move with the anchor.
    pub fn set(&mut self, set: &Node<Set>) -> Compiled<MaskNode> {
        Ok(match &set.kind {
            Set::Fixed(points) => {
                let words = self.words(points);
                self.dag.constant(words)
            }
            Set::Region(sets, seat) => {
                let seat = self.item(&seat.kind)?;
                let words = |points: &PointSet| self.words(points);
                let sets = sets.iter().map(words).collect();
                self.dag.pick(sets, seat)
            }
            Set::Pieces(kinds, owner) => self.pieces(kinds, owner)?,
            Set::Empty => {
                let kinds: Vec<_> = self.model.kinds_on(self.model.top()).collect();
                let occupied = self.pieces(&kinds, &Owner::Any)?;
                self.dag.not(occupied)
            }
            Set::And(all) => {
                let mut points = self.dag.everything();
                for part in all {
                    let part = self.set(part)?;
                    points = self.dag.and(points, part);
                }
                points
            }
            Set::Or(all) => {
                let mut points = self.dag.nothing();
                for part in all {
                    let part = self.set(part)?;
                    points = self.dag.or(points, part);
                }
                points
            }
            Set::Except(from, without) => {
                let (from, without) = (self.set(from)?, self.set(without)?);
                self.dag.and_not(from, without)
            }
            Set::At(place) => self.point(*place)?,
            Set::Line(line) => {
                let mut all = self.dag.nothing();
                for step in 0..self.length(line.line) {
                    let point = self.point(on_line(*line, step))?;
                    all = self.dag.or(all, point);
                }
                all
            }
            Set::Along {
                from,
                dirs,
                least,
                most,
                through,
            } => {
                let from = self.set(from)?;
                let through = match through {
                    Some(through) => Some(self.set(through)?),
                    None => None,
                };
                self.along(from, dirs[usize::from(self.me.0)], (*least, *most), through)
            }
            Set::Ahead {
                line,
                least,
                most,
                through,
            } => self.ahead(*line, (*least, *most), through.as_deref())?,
            Set::NextTo(of) => {
                let of = self.set(of)?;
                self.next_to(of)?
            }
            Set::Edge(of) => {
                let of = self.set(of)?;
                self.edge(of)
            }
            Set::Reached(reach) => self.reached(reach)?,
            Set::Memory(memory) => self.memory_mask(memory)?,
            Set::Where(of, cond) => self.such(of, cond)?,
            Set::If(cond, then, otherwise) => {
                let cond = self.truth(cond)?;
                let (then, otherwise) = (self.set(then)?, self.set(otherwise)?);
                let gate = self.dag.gate(cond);
                let (a, b) = (self.dag.and(gate, then), self.dag.and_not(otherwise, gate));
                self.dag.or(a, b)
            }
        })
    }

    fn pieces(&mut self, kinds: &[crate::model::KindId], owner: &Owner) -> Compiled<MaskNode> {
        let me = self.me;
        let mut all = self.dag.nothing();
        if let Owner::Of(seat) = owner {
            let seat = self.item(&seat.kind)?;
            for kind in kinds {
                let word = self.layout.mask(*kind, Some(SeatId(0)));
                let mask = if self.model.kinds[kind.index()].neutral {
                    self.dag.nothing()
                } else {
                    self.dag.load_of(word, self.layout.width, seat)
                };
                all = self.dag.or(all, mask);
            }
            return Ok(all);
        }
        let meant = |seat: Option<SeatId>| match owner {
            Owner::Any => true,
            Owner::Own => seat == Some(me),
            Owner::Enemy | Owner::Of(_) => seat.is_some_and(|seat| seat != me),
        };
        for seat in self.model.seat_ids().map(Some).chain([None]) {
            for kind in kinds.iter().filter(|_| meant(seat)) {
                if self.model.kinds[kind.index()].neutral == seat.is_none() {
                    let mask = self.dag.load(self.layout.mask(*kind, seat));
                    all = self.dag.or(all, mask);
                }
            }
        }
        Ok(all)
    }

    fn memory_mask(&mut self, memory: &MemoryRef) -> Compiled<MaskNode> {
        let Some((word, width)) = self.layout.memory(memory.memory) else {
            return Ok(self.dag.nothing());
        };
        match &memory.of {
            None => Ok(self.dag.load(word)),
            Some(of) => {
                let seat = self.item(&of.kind)?;
                Ok(self.dag.load_of(word, width, seat))
            }
        }
    }

    fn along(
        &mut self,
        from: MaskNode,
        dirs: Dirs,
        (least, most): (u16, u16),
        through: Option<MaskNode>,
    ) -> MaskNode {
        let mut all = self.dag.nothing();
        for dir in dirs.iter() {
            let mut reached = from;
            for step in 1..=most {
                reached = self.dag.shift(reached, dir.step());
                if step >= least {
                    all = self.dag.or(all, reached);
                }
                if let Some(through) = through {
                    reached = self.dag.and(reached, through);
                }
            }
        }
        all
    }

    fn ahead(
        &mut self,
        line: LineRef,
        (least, most): (u16, u16),
        through: Option<&Node<Set>>,
    ) -> Compiled<MaskNode> {
        let front = self.length(line.line) - 1;
        let between = match through {
            Some(set) => Some(self.set(set)?),
            None => None,
        };
        let mut open = self.dag.everything();
        let mut all = self.dag.nothing();
        for step in 1..=i32::from(most) {
            let point = self.point(on_line(line, front + step))?;
            if step >= i32::from(least) {
                let part = self.dag.and(open, point);
                all = self.dag.or(all, part);
            }
            if let Some(between) = between {
                let free = self.dag.and(between, point);
                let free = self.dag.any(free);
                let gate = self.dag.gate(free);
                open = self.dag.and(open, gate);
            }
        }
        Ok(all)
    }

    fn reached(&mut self, reach: &Reach) -> Compiled<MaskNode> {
        let within = reach.within.as_ref().map(|n| self.num(&n.kind));
        let free = reach.free.as_ref().map(|s| self.set(s));
        let node = ReachNode {
            from: self.set(&reach.from)?,
            over: self.set(&reach.over)?,
            within: within.transpose()?,
            free: free.transpose()?,
            links: self.links()?,
        };
        Ok(self.dag.reach(node))
    }

    /// Compiles the links of the board: both ends, and whether a step can be taken.
    fn links(&mut self) -> Compiled<Vec<(u16, u16, NumNode)>> {
        let mut links = Vec::new();
        for link in self.board().into_iter().flat_map(|board| &board.links) {
            let open = match &link.when {
                Some(when) => self.truth(when)?,
                None => self.dag.num(1),
            };
            if !self.dag.is_zero(open) {
                links.push((link.ends[0].0, link.ends[1].0, open));
            }
        }
        Ok(links)
    }

    /// Compiles the points of a set of which something holds: at all of them at once.
    fn such(&mut self, of: &Node<Set>, cond: &Node<Truth>) -> Compiled<MaskNode> {
        let of = self.set(of)?;
        let before = (self.it.replace((0, 0)), self.among.replace(of));
        let binds = self.binds.clone();
        // Arguments that move with another anchor cannot be asked together with the candidates.
        let mixed = binds.iter().any(|bind| bind.is_anchored()) && {
            self.it = None;
            let mixed = self.is_anchored(|v| walk_truth(v, cond));
            self.it = Some((0, 0));
            mixed
        };
        let holds = if mixed {
            Err(NotPointwise)
        } else {
            self.truth_mask(cond)
        };
        (self.it, self.among) = before;
        if holds.is_err() {
            self.unasked = Some(cond.span);
        }
        let holds = holds?;
        Ok(self.dag.and(of, holds))
    }

    fn next_to(&mut self, of: MaskNode) -> Compiled<MaskNode> {
        let walled = self.board().is_some_and(|b| !b.walls.is_empty());
        let mut near = if walled {
            self.within_walls(of)
        } else {
            self.beside(of)
        };
        for (a, b, open) in self.links()? {
            for (from, to) in [(a, b), (b, a)] {
                let (from, to) = (self.dag.num(i64::from(from)), self.dag.num(i64::from(to)));
                let (has, to) = (self.dag.has(of, from), self.dag.bit(to));
                let has = self.dag.join(NumOp::Min, has, open);
                let gate = self.dag.gate(has);
                let to = self.dag.and(gate, to);
                near = self.dag.or(near, to);
            }
        }
        Ok(near)
    }

    /// The neighbours of some points, as far as no wall is between.
    fn within_walls(&mut self, of: MaskNode) -> MaskNode {
        let mut near = self.dag.nothing();
        for (by, to) in self.dag.steps() {
            let (moved, to) = (self.dag.shift(of, by), self.dag.constant(to));
            let moved = self.dag.and(moved, to);
            near = self.dag.or(near, moved);
        }
        near
    }

    fn beside(&mut self, of: MaskNode) -> MaskNode {
        let next = self.board().map_or(Dirs::default(), |b| b.next);
        if next != Dirs::ALL {
            return self.along(of, next, (1, 1), None);
        }
        // All eight at once: sideways, then that and the points themselves up and down.
        let (east, west) = (self.dag.shift(of, (1, 0)), self.dag.shift(of, (-1, 0)));
        let sideways = self.dag.or(east, west);
        let row = self.dag.or(of, sideways);
        let (up, down) = (self.dag.shift(row, (0, 1)), self.dag.shift(row, (0, -1)));
        let sideways = self.dag.or(sideways, up);
        self.dag.or(sideways, down)
    }

    fn edge(&mut self, of: MaskNode) -> MaskNode {
        let mut inner = of;
        for dir in Dirs::ORTHOGONAL.iter() {
            let moved = self.dag.shift(of, dir.step());
            inner = self.dag.and(inner, moved);
        }
        self.dag.and_not(of, inner)
    }

    /// Returns the points at which a formation has its rear, in one direction.
    pub fn rears(&mut self, line: LineId, dir: Dir) -> Compiled<MaskNode> {
        let last = self.length(line) - 1;
        if is_turned(dir) {
            // The same points, read from the other end.
            let opposite = dir.turned(4);
            let rears = self.rears(line, opposite)?;
            return Ok(self.dag.shift(rears, times(opposite, last)));
        }
        let model = self.model;
        let points = self.set(&model.lines[usize::from(line.0)].points)?;
        let mut rears = points;
        for step in 1..=last {
            let moved = self.dag.shift(points, times(dir, -step));
            rears = self.dag.and(rears, moved);
        }
        Ok(rears)
    }

    /// Returns all directions in which a formation is looked for.
    pub fn line_dirs(&self, line: LineId) -> Dirs {
        self.model.lines[usize::from(line.0)].dirs[usize::from(self.me.0)]
    }

    // ---- places

    fn place(&mut self, place: Place) -> PlaceForm {
        let board = self.board();
        match place {
            Place::Fixed(point) => PlaceForm::Fixed(Some(point)),
            Place::It => PlaceForm::Anchored(self.it.unwrap_or_default()),
            Place::Arg(arg) => match self.bind(arg) {
                Some(Bind::Point(offset)) => PlaceForm::Anchored(offset),
                Some(Bind::FixedPoint(point)) => PlaceForm::Fixed(Some(point)),
                Some(_) => PlaceForm::Fixed(None),
                None => PlaceForm::Now(self.dag.leaf(NumberOp::Load(self.word(arg)))),
            },
            Place::OnLine(line, step) => match self.bind(line.arg) {
                Some(Bind::Line(rear, dir)) => {
                    PlaceForm::Anchored(plus(rear, times(dir, i32::from(step))))
                }
                Some(Bind::FixedLine(rear, dir)) => {
                    PlaceForm::Fixed(board.and_then(|b| b.along(rear, dir, i32::from(step))))
                }
                Some(_) => PlaceForm::Fixed(None),
                None => PlaceForm::Now(self.dag.leaf(NumberOp::OnLine(self.word(line.arg), step))),
            },
        }
    }

    /// Returns a place that does not move with the anchor, as a number; -1 off the board.
    pub fn place_number(&mut self, place: Place) -> Compiled<NumNode> {
        match self.place(place) {
            PlaceForm::Anchored(_) => Err(NotPointwise),
            PlaceForm::Fixed(point) => Ok(self.dag.num(point.map_or(-1, |p| i64::from(p.0)))),
            PlaceForm::Now(number) => Ok(number),
        }
    }

    fn point(&mut self, place: Place) -> Compiled<MaskNode> {
        let number = self.place_number(place)?;
        Ok(self.dag.bit(number))
    }

    // ---- conditions, at every anchor at once

    /// Returns the anchors from which the point at `offset` is in the set.
    pub fn member(&mut self, offset: Offset, set: &Node<Set>) -> Compiled<MaskNode> {
        if !self.is_anchored(|v| walk_set(v, set)) {
            let points = self.set(set)?;
            return Ok(self.dag.shift(points, (-offset.0, -offset.1)));
        }
        match &set.kind {
            Set::And(all) => self.members(all, offset, true),
            Set::Or(all) => self.members(all, offset, false),
            Set::Except(from, without) => {
                let (from, without) = (self.member(offset, from)?, self.member(offset, without)?);
                Ok(self.dag.and_not(from, without))
            }
            Set::Reached(_) => Err(NotPointwise),
            Set::Where(of, cond) => {
                let of = self.member(offset, of)?;
                let before = (self.it.replace(offset), self.among.take());
                let holds = self.truth_mask(cond);
                (self.it, self.among) = before;
                let holds = holds?;
                Ok(self.dag.and(of, holds))
            }
            Set::Region(sets, row) => {
                let Item::RowAt(_, rows, place) = &row.kind else {
                    return Err(NotPointwise);
                };
                self.same_row(offset, sets, (rows, *place))
            }
            Set::If(cond, then, otherwise) => {
                let cond = self.truth_mask(cond)?;
                let (then, otherwise) =
                    (self.member(offset, then)?, self.member(offset, otherwise)?);
                let (a, b) = (self.dag.and(cond, then), self.dag.and_not(otherwise, cond));
                Ok(self.dag.or(a, b))
            }
            Set::At(place) => match self.place(*place) {
                PlaceForm::Anchored(other) => Ok(self.on_board(other == offset, offset)),
                PlaceForm::Fixed(_) | PlaceForm::Now(_) => Err(NotPointwise),
            },
            Set::Line(line) => {
                let length = self.length(line.line);
                self.straight(
                    on_line(*line, 0),
                    Way {
                        offset,
                        least: 0,
                        most: length - 1,
                        through: None,
                    },
                    None,
                )
            }
            Set::Along {
                from,
                dirs,
                least,
                most,
                through,
            } => {
                let Set::At(from) = from.kind else {
                    return Err(NotPointwise);
                };
                let dirs = dirs[usize::from(self.me.0)];
                let way = Way {
                    offset,
                    least: i32::from(*least),
                    most: i32::from(*most),
                    through: through.as_deref(),
                };
                self.straight(from, way, Some(dirs))
            }
            Set::Ahead {
                line,
                least,
                most,
                through,
            } => {
                let front = on_line(*line, self.length(line.line) - 1);
                let way = Way {
                    offset,
                    least: i32::from(*least),
                    most: i32::from(*most),
                    through: through.as_deref(),
                };
                let dir = match self.bind(line.arg) {
                    Some(Bind::Line(_, dir) | Bind::FixedLine(_, dir)) => Dirs::only(dir),
                    _ => return Err(NotPointwise),
                };
                self.straight(front, way, Some(dir))
            }
            Set::NextTo(of) => {
                let Set::At(of) = of.kind else {
                    return Err(NotPointwise);
                };
                self.one_step(of, offset)
            }
            Set::Fixed(_) | Set::Pieces(..) | Set::Empty | Set::Edge(_) | Set::Memory(_) => {
                Err(NotPointwise)
            }
        }
    }

    /// Returns the anchors from which one step leads from a place to the point at `offset`.
    fn one_step(&mut self, from: Place, offset: Offset) -> Compiled<MaskNode> {
        let PlaceForm::Anchored(start) = self.place(from) else {
            return Err(NotPointwise);
        };
        let by = (offset.0 - start.0, offset.1 - start.1);
        let steps = self.dag.steps().into_iter().find(|(step, _)| *step == by);
        let mut anchors = match steps {
            Some((_, to)) => {
                let to = self.dag.constant(to);
                self.dag.shift(to, (-offset.0, -offset.1))
            }
            None => self.dag.nothing(),
        };
        let Some(board) = self.board() else {
            return Ok(anchors);
        };
        for (a, b, open) in self.links()? {
            for (from, to) in [(a, b), (b, a)] {
                let (from, to) = (board.column_row(Point(from)), board.column_row(Point(to)));
                if (to.0 - from.0, to.1 - from.1) == by
                    && let Some(anchor) = board.at(from.0 - start.0, from.1 - start.1)
                {
                    let anchor = self.dag.num(i64::from(anchor.0));
                    let (anchor, gate) = (self.dag.bit(anchor), self.dag.gate(open));
                    let anchor = self.dag.and(anchor, gate);
                    anchors = self.dag.or(anchors, anchor);
                }
            }
        }
        Ok(anchors)
    }

    /// Returns the anchors from which the point at `offset` is one of those of the row in which a place lies.
    fn same_row(
        &mut self,
        offset: Offset,
        sets: &[PointSet],
        (rows, place): (&[Option<u8>], Place),
    ) -> Compiled<MaskNode> {
        let PlaceForm::Anchored(from) = self.place(place) else {
            return Err(NotPointwise);
        };
        let mut anchors = self.dag.nothing();
        for (row, points) in (0u8..).zip(sets) {
            let (here, there) = (self.lying(rows, Some(row), from), self.words(points));
            let there = self.dag.constant(there);
            let there = self.dag.shift(there, (-offset.0, -offset.1));
            let both = self.dag.and(here, there);
            anchors = self.dag.or(anchors, both);
        }
        Ok(anchors)
    }

    /// Returns the anchors from which the point at an offset lies in a row.
    fn lying(&mut self, rows: &[Option<u8>], row: Option<u8>, from: Offset) -> MaskNode {
        let mut words = vec![0; self.layout.width];
        for (at, _) in rows.iter().enumerate().filter(|(_, r)| **r == row) {
            words[at / 64] |= 1 << (at % 64);
        }
        let points = self.dag.constant(words);
        self.dag.shift(points, (-from.0, -from.1))
    }

    fn members(&mut self, all: &[Node<Set>], offset: Offset, both: bool) -> Compiled<MaskNode> {
        let mut anchors = if both {
            self.dag.everything()
        } else {
            self.dag.nothing()
        };
        for part in all {
            let part = self.member(offset, part)?;
            anchors = if both {
                self.dag.and(anchors, part)
            } else {
                self.dag.or(anchors, part)
            };
        }
        Ok(anchors)
    }

    /// Returns the anchors from which the point at `offset` is on the board, or none.
    pub fn on_board(&mut self, holds: bool, offset: Offset) -> MaskNode {
        if !holds {
            return self.dag.nothing();
        }
        let everything = self.dag.everything();
        self.dag.shift(everything, (-offset.0, -offset.1))
    }

    /// Returns the anchors from which a point lies on a straight way from a place; without `dirs`, the way of the
    /// place's own formation.
    fn straight(&mut self, from: Place, way: Way<'_>, dirs: Option<Dirs>) -> Compiled<MaskNode> {
        let PlaceForm::Anchored(start) = self.place(from) else {
            return Err(NotPointwise);
        };
        let dirs = match (dirs, from) {
            (Some(dirs), _) => dirs,
            (None, Place::OnLine(line, _)) => match self.bind(line.arg) {
                Some(Bind::Line(_, dir)) => Dirs::only(dir),
                _ => return Err(NotPointwise),
            },
            (None, _) => return Err(NotPointwise),
        };
        let steps = (way.least..=way.most).flat_map(|n| dirs.iter().map(move |d| (n, d)));
        let found = steps
            .into_iter()
            .find(|&(n, dir)| plus(start, times(dir, n)) == way.offset);
        let Some((steps, dir)) = found else {
            return Ok(self.dag.nothing());
        };
        let (begun, ended) = (self.on_board(true, start), self.on_board(true, way.offset));
        let mut anchors = self.dag.and(begun, ended);
        if let Some(through) = way.through {
            for step in 1..steps {
                let between = self.member(plus(start, times(dir, step)), through)?;
                anchors = self.dag.and(anchors, between);
            }
        }
        Ok(anchors)
    }

    /// Returns the anchors at which a condition holds.
    pub fn truth_mask(&mut self, truth: &Node<Truth>) -> Compiled<MaskNode> {
        if !self.is_anchored(|v| walk_truth(v, truth)) {
            let truth = self.truth(truth)?;
            return Ok(self.dag.gate(truth));
        }
        match &truth.kind {
            Truth::And(all) => {
                let mut anchors = self.dag.everything();
                for part in all {
                    let part = self.truth_mask(part)?;
                    anchors = self.dag.and(anchors, part);
                }
                Ok(anchors)
            }
            Truth::Or(all) => {
                let mut anchors = self.dag.nothing();
                for part in all {
                    let part = self.truth_mask(part)?;
                    anchors = self.dag.or(anchors, part);
                }
                Ok(anchors)
            }
            Truth::Not(inner) => {
                let inner = self.truth_mask(inner)?;
                Ok(self.dag.not(inner))
            }
            Truth::In(place, set) => match self.place(*place) {
                PlaceForm::Anchored(offset) => self.member(offset, set),
                PlaceForm::Fixed(_) | PlaceForm::Now(_) => Err(NotPointwise),
            },
            Truth::LineIn(line, set) => {
                let mut anchors = self.dag.everything();
                for step in 0..self.length(line.line) {
                    let PlaceForm::Anchored(offset) = self.place(on_line(*line, step)) else {
                        return Err(NotPointwise);
                    };
                    let part = self.member(offset, set)?;
                    anchors = self.dag.and(anchors, part);
                }
                Ok(anchors)
            }
            Truth::Compare(how, a, b) => match (&a.kind, &b.kind) {
                (Num::Memory(memory), other) if of_place(memory) => {
                    let number = self.fixed_num(other)?;
                    self.held(memory, (*how, false), number)
                }
                (other, Num::Memory(memory)) if of_place(memory) => {
                    let number = self.fixed_num(other)?;
                    self.held(memory, (*how, true), number)
                }
                _ => self.row_by_row(truth),
            },
            Truth::SameItem(a, b) => match (&a.kind, &b.kind) {
                (Item::Memory(memory), other) | (other, Item::Memory(memory))
                    if of_place(memory) && !self.is_anchored(|v| walk_item(v, other)) =>
                {
                    let number = self.item(other)?;
                    self.held(memory, (Comparison::Equal, false), number)
                }
                _ => self.row_by_row(truth),
            },
            _ => self.row_by_row(truth),
        }
    }

    /// Compiles a number that does not move with the anchor.
    fn fixed_num(&mut self, num: &Num) -> Compiled<NumNode> {
        if self.is_anchored(|v| walk_num(v, num)) {
            return Err(NotPointwise);
        }
        self.num(num)
    }

    /// Returns the anchors from which the piece at a place has a remembered value that compares so with a number.
    fn held(
        &mut self,
        memory: &MemoryRef,
        (how, flipped): (Comparison, bool),
        number: NumNode,
    ) -> Compiled<MaskNode> {
        let Some(Item::At(place)) = memory.of.as_ref().map(|of| &of.kind) else {
            return Err(NotPointwise);
        };
        let PlaceForm::Anchored(offset) = self.place(*place) else {
            return Err(NotPointwise);
        };
        let Some((word, _)) = self.layout.memory(memory.memory) else {
            return Err(NotPointwise);
        };
        let everything = self.dag.everything();
        let at_anchor = self.among.filter(|_| offset == (0, 0));
        let ty = self.model.memories[memory.memory.index()].ty;
        let held = self.dag.held(HeldNode {
            word: u32::try_from(word).unwrap_or(u32::MAX),
            holds_seat: matches!(ty, MemoryType::Seat | MemoryType::Row(_)),
            among: at_anchor.unwrap_or(everything),
            how,
            flipped,
            number,
        });
        Ok(self.dag.shift(held, (-offset.0, -offset.1)))
    }

    /// Compiles a condition that hangs on the row in which a place lies: row by row.
    fn row_by_row(&mut self, truth: &Node<Truth>) -> Compiled<MaskNode> {
        let mut found = FirstRow {
            known: &self.rows,
            binds: &self.binds,
            it: self.it.is_some(),
            found: None,
        };
        walk_truth(&mut found, truth);
        let Some((list, rows, place)) = found.found else {
            return Err(NotPointwise);
        };
        let PlaceForm::Anchored(from) = self.place(place) else {
            return Err(NotPointwise);
        };
        let members = u8::try_from(self.model.list(list).rows.len()).unwrap_or(u8::MAX);
        let mut anchors = self.dag.nothing();
        for row in (0..members).map(Some).chain([None]) {
            let here = self.lying(&rows, row, from);
            if self.dag.is_nothing(here) {
                continue;
            }
            self.rows.push((list, place, row));
            let holds = self.truth_mask(truth);
            self.rows.pop();
            let holds = holds?;
            let part = self.dag.and(here, holds);
            anchors = self.dag.or(anchors, part);
        }
        Ok(anchors)
    }

    // ---- truths, numbers and players, now

    /// Compiles a yes or no.
    pub fn truth(&mut self, truth: &Node<Truth>) -> Compiled<NumNode> {
        Ok(match &truth.kind {
            Truth::Fixed(value) => self.dag.num(i64::from(*value)),
            Truth::And(all) => self.all(all, NumOp::Min, 1)?,
            Truth::Or(all) => self.all(all, NumOp::Max, 0)?,
            Truth::Not(inner) => {
                let inner = self.truth(inner)?;
                self.dag.negate(inner)
            }
            Truth::Some(set) => {
                let set = self.set(set)?;
                self.dag.any(set)
            }
            Truth::Joined(set) => {
                let all = self.set(set)?;
                let reached = ReachNode {
                    from: self.dag.first(all),
                    over: all,
                    within: None,
                    free: None,
                    links: self.links()?,
                };
                let reached = self.dag.reach(reached);
                let left = self.dag.and_not(all, reached);
                let left = self.dag.any(left);
                self.dag.negate(left)
            }
            Truth::SomeLine(line) => {
                let mut any = self.dag.nothing();
                for dir in self.line_dirs(*line).iter() {
                    let rears = self.rears(*line, dir)?;
                    any = self.dag.or(any, rears);
                }
                self.dag.any(any)
            }
            Truth::In(place, set) => {
                let (place, set) = (self.place_number(*place)?, self.set(set)?);
                self.dag.has(set, place)
            }
            Truth::LineIn(line, set) => {
                let set = self.set(set)?;
                let mut all = self.dag.num(1);
                for step in 0..self.length(line.line) {
                    let place = self.place_number(on_line(*line, step))?;
                    let one = self.dag.has(set, place);
                    all = self.dag.join(NumOp::Min, all, one);
                }
                all
            }
            Truth::SameSet(a, b) => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                let (more, less) = (self.dag.and_not(a, b), self.dag.and_not(b, a));
                let differ = self.dag.or(more, less);
                let differ = self.dag.any(differ);
                self.dag.negate(differ)
            }
            Truth::Compare(how, a, b) => {
                let (a, b) = (self.num(&a.kind)?, self.num(&b.kind)?);
                self.dag.compare(*how, a, b)
            }
            Truth::SameItem(a, b) => {
                let (a, b) = (self.item(&a.kind)?, self.item(&b.kind)?);
                self.dag.compare(Comparison::Equal, a, b)
            }
            Truth::LastIs(moves) => {
                let mut any = self.dag.num(0);
                for mv in moves {
                    let one = self.dag.leaf(NumberOp::LastIs(mv.0));
                    any = self.dag.join(NumOp::Max, any, one);
                }
                any
            }
            Truth::Seen(times) => self.dag.leaf(NumberOp::Seen(*times)),
            Truth::Script(script, values) => {
                let args = self.script_args(values)?;
                let by = self.caller(&truth.tags, truth.span);
                self.dag.script(*script, args, (by, self.guard))
            }
        })
    }

    /// Returns who calls a script: a condition, or else the rule being compiled.
    pub fn caller(&self, tags: &[TagId], span: Span) -> Caller {
        Caller {
            tags: [tags, &self.rule.tags].concat(),
            span,
        }
    }

    fn all(&mut self, all: &[Node<Truth>], op: NumOp, start: i64) -> Compiled<NumNode> {
        let mut joined = self.dag.num(start);
        let before = self.guard;
        for part in all {
            let part = self.truth(part);
            // A script behind `and` is asked only where what stands before it holds, one behind `or` where it does not.
            if let Ok(part) = part {
                let open = match op {
                    NumOp::Min => part,
                    _ => self.dag.negate(part),
                };
                let guard = self.guard;
                let guard = guard.map_or(open, |g| self.dag.join(NumOp::Min, g, open));
                self.guard = Some(guard);
            }
            // What is known beforehand decides at once, or not at all.
            match part.map(|part| (part, self.dag.known(part)))? {
                (_, Some(known)) if (known != 0) == (op == NumOp::Max) => {
                    self.guard = before;
                    return Ok(self.dag.num(1 - start));
                }
                (_, Some(_)) => {}
                (part, None) => joined = self.dag.join(op, joined, part),
            }
        }
        self.guard = before;
        Ok(joined)
    }

    /// Compiles a number.
    pub fn num(&mut self, num: &Num) -> Compiled<NumNode> {
        Ok(match num {
            Num::Fixed(n) => self.dag.num(*n),
            Num::Count(set) => {
                let set = self.set(set)?;
                self.dag.count(set)
            }
            Num::CountLines(line) => {
                let mut sum = self.dag.num(0);
                for dir in self.line_dirs(*line).iter() {
                    let rears = self.rears(*line, dir)?;
                    let count = self.dag.count(rears);
                    sum = self.dag.join(NumOp::Add, sum, count);
                }
                sum
            }
            Num::Memory(memory) => self.memory_word(memory, false)?,
            Num::Arg(arg) => match self.bind(*arg) {
                Some(Bind::Num(n)) => self.dag.num(n),
                Some(_) => return Err(NotPointwise),
                None => self.dag.leaf(NumberOp::Load(self.word(*arg))),
            },
            Num::Copies(item, zone) => self.copies(zone, &item.kind)?,
            Num::Size(zone) => self.size(zone)?,
            Num::Field(values, item) => {
                let item = self.item(&item.kind)?;
                self.picked(values, item, 0)
            }
            Num::Element(values, number) => {
                let number = self.num(&number.kind)?;
                self.picked(values, number, 1)
            }
            Num::Sum(op, a, b) => {
                let (a, b) = (self.num(&a.kind)?, self.num(&b.kind)?);
                self.dag.join(*op, a, b)
            }
            Num::If(cond, then, otherwise) => {
                let cond = self.truth(cond)?;
                let (then, otherwise) = (self.num(&then.kind)?, self.num(&otherwise.kind)?);
                self.dag.select(cond, then, otherwise)
            }
            Num::Script(script, values) => {
                let args = self.script_args(values)?;
                let by = self.rule.clone();
                self.dag.script(*script, args, (by, None))
            }
        })
    }

    fn memory_word(&mut self, memory: &MemoryRef, holds_seat: bool) -> Compiled<NumNode> {
        let Some((word, _)) = self.layout.memory(memory.memory) else {
            return Ok(self.dag.num(if holds_seat { -1 } else { 0 }));
        };
        let of = match &memory.of {
            Some(of) => self.item(&of.kind)?,
            None => self.dag.num(0),
        };
        Ok(self.dag.word_of(word, of, holds_seat))
    }

    /// One of some numbers by an index that begins with `first`; 0 if there is none.
    fn picked(&mut self, values: &[i64], index: NumNode, first: i64) -> NumNode {
        let first = self.dag.num(first);
        let index = self.dag.join(NumOp::Sub, index, first);
        self.dag.lookup(values, index, 0)
    }

    /// Compiles how many copies of a row a zone holds.
    pub fn copies(&mut self, zone: &ZoneRef, item: &Item) -> Compiled<NumNode> {
        let (word, rows) = self.layout.zone(zone.zone);
        let row = self.item(item)?;
        let index = self.in_zone(zone, rows, row)?;
        Ok(self.dag.word_of(word, index, false))
    }

    /// Compiles how much a zone holds.
    pub fn size(&mut self, zone: &ZoneRef) -> Compiled<NumNode> {
        let (word, rows) = self.layout.zone(zone.zone);
        let first = self.dag.num(0);
        let first = self.in_zone(zone, rows, first)?;
        let mut size = self.dag.num(0);
        for row in 0..rows {
            let copies = self.dag.word_of(word + row, first, false);
            size = self.dag.join(NumOp::Add, size, copies);
        }
        Ok(size)
    }

    /// Returns which word of a zone's holds a row; below 0 where there is no row or no owner.
    fn in_zone(&mut self, zone: &ZoneRef, rows: usize, row: NumNode) -> Compiled<NumNode> {
        let Some(of) = &zone.of else {
            return Ok(row);
        };
        let owner = self.item(&of.kind)?;
        let (rows, none) = (i64::try_from(rows).unwrap_or(1), self.dag.num(-1));
        let rows = self.dag.num(rows);
        let first = self.dag.join(NumOp::Mul, owner, rows);
        let index = self.dag.join(NumOp::Add, first, row);
        let zero = self.dag.num(0);
        let nowhere = self.dag.compare(Comparison::Less, row, zero);
        Ok(self.dag.select(nowhere, none, index))
    }

    /// Compiles how likely an outcome is: its own weight, times the copies of what it draws from zones.
    pub fn weight(&mut self, mv: &Move) -> Compiled<NumNode> {
        let mut weight = match &mv.weigh {
            Some(weigh) => self.num(&weigh.kind)?,
            None => self.dag.num(1),
        };
        for (at, arg) in mv.args.iter().enumerate() {
            if let Domain::Zone(zone) = &arg.domain {
                let copies = self.copies(zone, &Item::Arg(ArgId::at(at)))?;
                weight = self.dag.join(NumOp::Mul, weight, copies);
            }
        }
        Ok(weight)
    }

    /// Compiles a member of a family by its place, -1 for none.
    pub fn item(&mut self, item: &Item) -> Compiled<NumNode> {
        Ok(match item {
            Item::Me => self.dag.num(i64::from(self.me.0)),
            Item::None => self.dag.num(-1),
            Item::Fixed(at) => self.dag.num(i64::from(*at)),
            Item::Arg(arg) => match self.bind(*arg) {
                Some(Bind::Item(at)) => self.dag.num(i64::from(at)),
                Some(_) => return Err(NotPointwise),
                None => self.dag.leaf(NumberOp::Load(self.word(*arg))),
            },
            Item::Owner(place) => self.owner_at(*place)?,
            Item::At(place) => self.place_number(*place)?,
            Item::Over(_) => return Err(NotPointwise),
            Item::RowAt(list, rows, place) => {
                let known = self.rows.iter().rev();
                let mut known = known.filter(|k| (k.0, k.1) == (*list, *place));
                if let Some((_, _, row)) = known.next() {
                    return Ok(self.dag.num(row.map_or(-1, i64::from)));
                }
                let place = self.place_number(*place)?;
                self.dag.lookup(&members(rows), place, -1)
            }
            Item::Field(_, values, of) => {
                let of = self.item(&of.kind)?;
                self.dag.lookup(&members(values), of, -1)
            }
            Item::Memory(memory) => self.memory_word(memory, true)?,
            Item::Next(of) => {
                let of = self.item(&of.kind)?;
                let seats = i64::try_from(self.model.seats()).unwrap_or(1).max(1);
                self.dag.next_seat(of, seats)
            }
            Item::First(truths) => {
                let mut first = self.dag.num(-1);
                for (at, truth) in truths.iter().enumerate().rev() {
                    let at = i64::try_from(at).unwrap_or(i64::MAX);
                    let (truth, at) = (self.truth(truth)?, self.dag.num(at));
                    first = self.dag.select(truth, at, first);
                }
                first
            }
            Item::Script(script, values) => {
                let args = self.script_args(values)?;
                let by = self.rule.clone();
                self.dag.script(*script, args, (by, None))
            }
            Item::If(cond, then, otherwise) => {
                let cond = self.truth(cond)?;
                let (then, otherwise) = (self.item(&then.kind)?, self.item(&otherwise.kind)?);
                self.dag.select(cond, then, otherwise)
            }
        })
    }

    /// Compiles whose the uppermost piece on a place is that belongs to somebody.
    fn owner_at(&mut self, place: Place) -> Compiled<NumNode> {
        let place = self.place_number(place)?;
        let mut owner = self.dag.num(-1);
        for layer in (0u8..).map(LayerId).take(self.model.layers.len()) {
            let kinds: Vec<_> = self.model.kinds_on(layer).collect();
            for seat in self.model.seat_ids() {
                let his = Node::plain(Span::default(), Item::Fixed(seat.0));
                let pieces = self.pieces(&kinds, &Owner::Of(Box::new(his)))?;
                let (has, seat) = (self.dag.has(pieces, place), self.dag.num(i64::from(seat.0)));
                owner = self.dag.select(has, seat, owner);
            }
        }
        Ok(owner)
    }

    /// Compiles a set of members of a family as a number with a bit for each.
    pub fn items(&mut self, items: &Items) -> Compiled<NumNode> {
        let mut bits = self.dag.num(0);
        for (at, truth) in items.0.iter().enumerate() {
            let truth = self.truth(truth)?;
            let (bit, none) = (self.dag.num(1 << at), self.dag.num(0));
            let bit = self.dag.select(truth, bit, none);
            bits = self.dag.join(NumOp::Add, bits, bit);
        }
        Ok(bits)
    }

    /// Compiles what is handed to a script.
    pub fn script_args(&mut self, values: &[ValueExpr]) -> Compiled<Vec<ScriptArg>> {
        values
            .iter()
            .map(|value| {
                Ok(match value {
                    ValueExpr::Num(n) => ScriptArg::Number(self.num(&n.kind)?, ScriptType::Number),
                    ValueExpr::Truth(t) => ScriptArg::Number(self.truth(t)?, ScriptType::Truth),
                    ValueExpr::Item(family, item) => {
                        let ty = match family {
                            Family::Players => ScriptType::Player,
                            Family::Rows(list) => ScriptType::Row(*list),
                        };
                        ScriptArg::Number(self.item(&item.kind)?, ty)
                    }
                    ValueExpr::Place(p) => {
                        ScriptArg::Number(self.place_number(p.kind)?, ScriptType::Point)
                    }
                    ValueExpr::Set(s) => ScriptArg::Mask(self.set(s)?),
                    ValueExpr::Kind(kind) => ScriptArg::Kind(*kind),
                })
            })
            .collect()
    }
}

/// A straight way on which a point at an offset is looked for.
struct Way<'e> {
    offset: Offset,
    least: i32,
    most: i32,
    through: Option<&'e Node<Set>>,
}

/// Finds out whether an argument is read that moves with the anchor.
struct Anchored<'b> {
    binds: &'b [Bind],
    it: bool,
    rows: &'b [(ListId, Place, Option<u8>)],
    found: bool,
}

impl Visitor for Anchored<'_> {
    fn arg(&mut self, arg: ArgId) {
        self.found |= self
            .binds
            .get(usize::from(arg.0))
            .is_some_and(|b| b.is_anchored());
    }

    fn it(&mut self) {
        self.found |= self.it;
    }

    fn row_at(&mut self, list: ListId, _rows: &[Option<u8>], place: Place) -> bool {
        !self
            .rows
            .iter()
            .any(|known| (known.0, known.1) == (list, place))
    }
}

/// Tells whether something is remembered of the piece at a place.
fn of_place(memory: &MemoryRef) -> bool {
    memory
        .of
        .as_ref()
        .is_some_and(|of| matches!(of.kind, Item::At(_)))
}

/// Members of a family as numbers, -1 for none.
fn members(members: &[Option<u8>]) -> Vec<i64> {
    members.iter().map(|m| m.map_or(-1, i64::from)).collect()
}

/// Finds the first row in which a place lies that moves with the anchor.
struct FirstRow<'b> {
    known: &'b [(ListId, Place, Option<u8>)],
    binds: &'b [Bind],
    it: bool,
    found: Option<(ListId, Vec<Option<u8>>, Place)>,
}

impl Visitor for FirstRow<'_> {
    fn row_at(&mut self, list: ListId, rows: &[Option<u8>], place: Place) -> bool {
        let known = self
            .known
            .iter()
            .any(|known| (known.0, known.1) == (list, place));
        let bound = |arg: ArgId| self.binds.get(usize::from(arg.0));
        let anchored = match place {
            Place::Fixed(_) => false,
            Place::It => self.it,
            Place::Arg(arg) | Place::OnLine(LineRef { arg, .. }, _) => {
                bound(arg).is_some_and(|b| b.is_anchored())
            }
        };
        if anchored && !known && self.found.is_none() {
            self.found = Some((list, rows.to_vec(), place));
        }
        false
    }
}

fn on_line(line: LineRef, step: i32) -> Place {
    Place::OnLine(line, i16::try_from(step).unwrap_or(i16::MAX))
}

/// Returns so many steps in a direction.
pub(super) fn times(dir: Dir, steps: i32) -> Offset {
    let (columns, rows) = dir.step();
    (columns * steps, rows * steps)
}

/// Adds two offsets.
pub(super) fn plus(a: Offset, b: Offset) -> Offset {
    (a.0 + b.0, a.1 + b.1)
}
