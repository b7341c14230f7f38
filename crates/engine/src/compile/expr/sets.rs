//! Compiles sets of points that are the same for every anchor to masks. `own and next to enemy` is the intersection of
//! two masks.

use crate::compile::expr::{Compiled, ExprCompiler, on_line};
use crate::compile::value_graph::{LinkNode, MaskNode, NumNode, ReachNode, SlideNode};
use linstock_model::{
    Axis, Dir, Dirs, FormationId, FormationRef, KindId, MemoryRef, Node, NumOp, Owner, PointSet,
    Reach, SeatId, Set,
};

/// Ways of at least this many steps become one `Slide` op.
const FEWEST_FUSED: u16 = 3;

impl<'m> ExprCompiler<'m, '_> {
    /// Compiles a set that does not move with the anchor.
    #[allow(
        clippy::too_many_lines,
        reason = "one flat match, an arm for each form"
    )]
    pub(crate) fn set(&mut self, set: &'m Node<Set>) -> Compiled<MaskNode> {
        self.affordable()?;
        Ok(match &set.kind {
            Set::Fixed(points) => {
                let words = self.words(points);
                self.graph.constant(words)
            }
            Set::Region(sets, seat) => {
                let seat = self.item(&seat.kind)?;
                let words = |points: &PointSet| self.words(points);
                match self.graph.known(seat) {
                    Some(at) => {
                        let set = usize::try_from(at).ok().and_then(|at| sets.get(at));
                        match set.map(words) {
                            Some(set) => self.graph.constant(set),
                            None => self.graph.nothing(),
                        }
                    }
                    None => {
                        let sets = sets.iter().map(words).collect();
                        self.graph.pick(sets, seat)
                    }
                }
            }
            Set::Pieces(kinds, owner) => self.pieces(kinds, owner)?,
            Set::Empty => self.empty()?,
            Set::And(all) => {
                let mut points = self.graph.everything();
                for part in all {
                    let part = self.set(part)?;
                    points = self.graph.and(points, part);
                }
                points
            }
            Set::Or(all) => {
                let mut points = self.graph.nothing();
                for part in all {
                    let part = self.set(part)?;
                    points = self.graph.or(points, part);
                }
                points
            }
            Set::Except(from, without) => {
                let (from, without) = (self.set(from)?, self.set(without)?);
                self.graph.and_not(from, without)
            }
            Set::At(place) => self.point(*place)?,
            Set::Line(line) => {
                let mut all = self.graph.nothing();
                for step in 0..self.length(line.line) {
                    let point = self.point(on_line(*line, step))?;
                    all = self.graph.or(all, point);
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
                let dirs = self.headings(dirs)?;
                self.along_such(from, &dirs, (*least, *most), through)?
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
                self.edge(of)?
            }
            Set::Reflection(of, axis) => {
                let of = self.set(of)?;
                self.mirrored(of, *axis)
            }
            Set::Reached(reach) => self.reached(reach)?,
            Set::Memory(memory) => self.memory_mask(memory)?,
            Set::Where(of, cond) => self.such(of, cond)?,
            Set::Script(script, values) => {
                let args = self.script_args(values)?;
                let by = self.caller(&set.tags, set.span);
                self.graph.script_points(*script, args, (by, self.guard))
            }
            Set::If(cond, then, otherwise) => {
                let cond = self.truth(cond)?;
                let (then, otherwise) =
                    self.branches(cond, |e| e.set(then), |e| e.set(otherwise))?;
                let gate = self.graph.gate(cond);
                let (a, b) = (
                    self.graph.and(gate, then),
                    self.graph.and_not(otherwise, gate),
                );
                self.graph.or(a, b)
            }
        })
    }

    /// Returns the empty points.
    pub(crate) fn empty(&mut self) -> Compiled<MaskNode> {
        if let Some(known) = self.empty {
            return Ok(known);
        }
        let kinds: Vec<_> = self.model.kinds_on(self.model.top()).collect();
        let occupied = self.pieces(&kinds, &Owner::Any)?;
        let empty = self.graph.not(occupied);
        Ok(*self.empty.insert(empty))
    }

    pub(crate) fn pieces(&mut self, kinds: &[KindId], owner: &'m Owner) -> Compiled<MaskNode> {
        let me = self.me;
        if let Owner::Of(seat) = owner {
            let seat = self.item(&seat.kind)?;
            return Ok(self.pieces_of(kinds, seat));
        }
        let mut all = self.graph.nothing();
        let meant = |seat: Option<SeatId>| match owner {
            Owner::Any => true,
            Owner::Own => seat == Some(me),
            Owner::Enemy | Owner::Of(_) => seat.is_some_and(|seat| seat != me),
        };
        for seat in self.model.seat_ids().map(Some).chain([None]) {
            for kind in kinds.iter().filter(|_| meant(seat)) {
                if self.model.kinds[kind.index()].neutral == seat.is_none() {
                    let mask = self.graph.load(self.layout.mask(*kind, seat));
                    all = self.graph.or(all, mask);
                }
            }
        }
        Ok(all)
    }

    /// Returns the pieces of a player whose seat is a number node.
    pub(crate) fn pieces_of(&mut self, kinds: &[KindId], seat: NumNode) -> MaskNode {
        let mut all = self.graph.nothing();
        for kind in kinds {
            let word = self.layout.mask(*kind, Some(SeatId(0)));
            let mask = if self.model.kinds[kind.index()].neutral {
                self.graph.nothing()
            } else {
                self.graph.load_of(word, self.layout.width, seat)
            };
            all = self.graph.or(all, mask);
        }
        all
    }

    fn memory_mask(&mut self, memory: &'m MemoryRef) -> Compiled<MaskNode> {
        let Some((word, width)) = self.layout.memory(memory.memory) else {
            return Ok(self.graph.nothing());
        };
        match &memory.of {
            None => Ok(self.graph.load(word)),
            Some(of) => {
                let seat = self.item(&of.kind)?;
                Ok(self.graph.load_of(word, width, seat))
            }
        }
    }

    pub(crate) fn along(
        &mut self,
        from: MaskNode,
        dirs: Dirs,
        (least, most): (u16, u16),
        through: Option<MaskNode>,
    ) -> Compiled<MaskNode> {
        let mut all = self.graph.nothing();
        for dir in dirs.iter() {
            if let (1, FEWEST_FUSED.., Some(by)) = (least, most, self.times(dir, 1)) {
                let ways = SlideNode {
                    from,
                    through,
                    by,
                    steps: most,
                };
                let ways = self.graph.slide(ways);
                all = self.graph.or(all, ways);
                continue;
            }
            let mut reached = from;
            for step in 1..=most {
                reached = self.stepped(reached, dir, 1);
                if step >= least {
                    all = self.graph.or(all, reached);
                }
                if let Some(through) = through {
                    reached = self.graph.and(reached, through);
                }
            }
        }
        Ok(all)
    }

    fn ahead(
        &mut self,
        line: FormationRef,
        (least, most): (u16, u16),
        through: Option<&'m Node<Set>>,
    ) -> Compiled<MaskNode> {
        let front = self.length(line.line) - 1;
        let between = match through {
            Some(set) => Some(self.set(set)?),
            None => None,
        };
        let mut open = self.graph.everything();
        let mut all = self.graph.nothing();
        // A way is no longer than the board.
        for (place, step) in (front..).skip(1).zip(1..=most) {
            let point = self.point(on_line(line, place))?;
            if step >= least {
                let part = self.graph.and(open, point);
                all = self.graph.or(all, part);
            }
            if let Some(between) = between {
                let free = self.graph.and(between, point);
                let free = self.graph.any(free);
                let gate = self.graph.gate(free);
                open = self.graph.and(open, gate);
            }
        }
        Ok(all)
    }

    fn reached(&mut self, reach: &'m Reach) -> Compiled<MaskNode> {
        let within = reach.within.as_ref().map(|n| self.num(&n.kind));
        let free = reach.free.as_ref().map(|s| self.set(s));
        let node = ReachNode {
            from: self.set(&reach.from)?,
            over: self.set(&reach.over)?,
            within: within.transpose()?,
            free: free.transpose()?,
            links: self.links()?,
        };
        Ok(self.graph.reach(node))
    }

    /// Compiles the links of the board: both ends, and whether a step can be taken.
    pub(crate) fn links(&mut self) -> Compiled<Vec<LinkNode>> {
        let mut links = Vec::new();
        for link in self.board().into_iter().flat_map(|board| &board.links) {
            let open = match &link.when {
                Some(when) => self.truth_once(when)?,
                None => self.graph.num(1),
            };
            if !self.graph.is_zero(open) {
                let ends = link.ends.map(|end| end.0);
                links.push(LinkNode { ends, open });
            }
        }
        Ok(links)
    }

    pub(crate) fn next_to(&mut self, of: MaskNode) -> Compiled<MaskNode> {
        let walled = self.board().is_some_and(|b| !b.walls.is_empty());
        let mut near = if walled {
            self.within_walls(of)?
        } else {
            self.beside(of)?
        };
        for link in self.links()? {
            let ([a, b], open) = (link.ends, link.open);
            for (from, to) in [(a, b), (b, a)] {
                let (from, to) = (
                    self.graph.num(i64::from(from)),
                    self.graph.num(i64::from(to)),
                );
                let (has, to) = (self.graph.has(of, from), self.graph.bit(to));
                let has = self.graph.join(NumOp::Min, has, open);
                let gate = self.graph.gate(has);
                let to = self.graph.and(gate, to);
                near = self.graph.or(near, to);
            }
        }
        Ok(near)
    }

    /// Returns the neighbours of some points that no wall separates from them.
    fn within_walls(&mut self, of: MaskNode) -> Compiled<MaskNode> {
        let mut near = self.graph.nothing();
        for (by, to) in self.graph.steps() {
            let (moved, to) = (self.graph.shift(of, by), self.graph.constant(to));
            let moved = self.graph.and(moved, to);
            near = self.graph.or(near, moved);
        }
        Ok(near)
    }

    fn beside(&mut self, of: MaskNode) -> Compiled<MaskNode> {
        let next = self.board().map_or(Dirs::default(), |b| b.next);
        let Some([sideways, upright]) = self.topology().factors(next) else {
            return self.along(of, next, (1, 1), None);
        };
        // Shift sideways first, then shift the whole row up and down.
        let [east, west] = sideways.map(|by| self.graph.shift(of, by));
        let sideways = self.graph.or(east, west);
        let row = self.graph.or(of, sideways);
        let [up, down] = upright.map(|by| self.graph.shift(row, by));
        let sideways = self.graph.or(sideways, up);
        Ok(self.graph.or(sideways, down))
    }

    /// Returns the mirror points of some points.
    fn mirrored(&mut self, of: MaskNode, axis: Axis) -> MaskNode {
        let mirrored = self.topology().reflection(axis).unwrap_or_default();
        let images = mirrored
            .iter()
            .map(|point| point.map_or(-1, |point| i64::from(point.0)));
        self.graph.permuted(of, images.collect())
    }

    fn edge(&mut self, of: MaskNode) -> Compiled<MaskNode> {
        let mut inner = of;
        for dir in self.topology().sides().iter() {
            let moved = self.stepped(of, dir, 1);
            inner = self.graph.and(inner, moved);
        }
        Ok(self.graph.and_not(of, inner))
    }

    /// Returns the points that are the rear of a formation in one direction.
    pub(crate) fn rears(&mut self, line: FormationId, dir: Dir) -> Compiled<MaskNode> {
        let last = i32::from(self.length(line)) - 1;
        if let Some(opposite) = self.looked_for_as(dir) {
            // The same formations, read from the other end.
            let rears = self.rears(line, opposite)?;
            return Ok(self.stepped(rears, opposite, last));
        }
        let model = self.model;
        let points = self.set(&model.lines[usize::from(line.0)].points)?;
        let mut rears = points;
        for step in 1..=last {
            let moved = self.stepped(points, dir, -step);
            rears = self.graph.and(rears, moved);
        }
        Ok(rears)
    }

    /// Returns all directions in which a formation is searched for.
    pub(crate) fn line_dirs(&self, line: FormationId) -> Dirs {
        self.model.lines[usize::from(line.0)].dirs[usize::from(self.me.0)]
    }
}
