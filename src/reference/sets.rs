//! Sets of points and formations.

use crate::model::{
    ArgValue, Board, Dir, Dirs, FormationId, FormationRef, KindId, Node, Owner, Point, PointSet,
    Reach, SeatId, Set, Truth, Value,
};
use crate::reference::{Evaluator, Fault, add, has, misfit, points_of};
use std::collections::VecDeque;

/// A straight way: how far it goes and what must be between.
struct StraightWay {
    least: i32,
    most: i32,
    through: Option<PointSet>,
}

impl Evaluator<'_> {
    /// Works out a set of points.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn set(&self, node: &Node<Set>) -> Result<PointSet, Fault> {
        match &node.kind {
            Set::Fixed(points) => Ok(points.clone()),
            Set::Region(sets, of) => {
                let region = self.item(of)?.and_then(|at| sets.get(usize::from(at)));
                Ok(region.cloned().unwrap_or_else(|| self.nothing()))
            }
            Set::Pieces(kinds, owner) => self.pieces(kinds, owner),
            Set::Empty => {
                let top = self.model.top();
                Ok(self.such(|point| self.table.on(top, point).is_none()))
            }
            Set::And(parts) => self.joined(parts, self.everything(), PointSet::intersect_with),
            Set::Or(parts) => self.joined(parts, self.nothing(), PointSet::union_with),
            Set::Except(first, second) => {
                let (first, second) = (self.set(first)?, self.set(second)?);
                Ok(self.such(|point| has(&first, point) && !has(&second, point)))
            }
            Set::At(place) => Ok(self.of_points(self.place(*place)?)),
            Set::Line(line) => Ok(self.of_points(self.line_points(*line)?)),
            Set::Along {
                from,
                dirs,
                least,
                most,
                through,
            } => self.along(from, dirs, (*least, *most), through.as_deref()),
            Set::Ahead {
                line,
                least,
                most,
                through,
            } => self.ahead(*line, (*least, *most), through.as_deref()),
            Set::Where(of, cond) => {
                let mut found = self.nothing();
                for point in points_of(&self.set(of)?) {
                    let it = Some(point);
                    if (Evaluator { it, ..*self }).truth(cond)? {
                        add(&mut found, point);
                    }
                }
                Ok(found)
            }
            Set::NextTo(of) => self.next_to(&self.set(of)?),
            Set::Edge(of) => Ok(self.edge(&self.set(of)?)),
            Set::Reached(reach) => self.reached(reach),
            Set::Memory(memory) => match self.memory(memory)? {
                Value::Points(points) => Ok(points),
                _ => Err(misfit("a set of points")),
            },
            Set::If(cond, yes, no) => self.either(cond, yes, no),
        }
    }

    /// Returns the formations that stand on the board, by rear point and direction.
    ///
    /// # Errors
    /// If a script fails.
    pub fn lines(&self, id: FormationId) -> Result<Vec<(Point, Dir)>, Fault> {
        let Some(line) = self.line(id) else {
            return Ok(Vec::new());
        };
        let points = self.set(&line.points)?;
        let whole = |&(rear, dir): &(Point, Dir)| {
            (0..i32::from(line.length)).all(|n| {
                self.step(rear, dir, n)
                    .is_some_and(|point| has(&points, point))
            })
        };
        Ok(self.line_places(id).into_iter().filter(whole).collect())
    }

    /// Returns the places where a formation could stand, whatever stands there now: rear points and directions.
    #[must_use]
    pub fn line_places(&self, id: FormationId) -> Vec<(Point, Dir)> {
        let Some(line) = self.line(id) else {
            return Vec::new();
        };
        let dirs = line
            .dirs
            .get(self.seat_index())
            .copied()
            .unwrap_or_default();
        let all = self
            .points()
            .flat_map(|rear| dirs.iter().map(move |dir| (rear, dir)));
        all.filter(|&(rear, dir)| self.step(rear, dir, self.reach(id)).is_some())
            .collect()
    }

    /// Returns the points of a bound formation, from rear to front.
    ///
    /// # Errors
    /// If the formation is not bound.
    pub fn line_points(&self, line: FormationRef) -> Result<Vec<Point>, Fault> {
        let all: Result<Vec<_>, _> = (0..=self.reach(line.line))
            .map(|n| self.on_line(line, n))
            .collect();
        Ok(all?.into_iter().flatten().collect())
    }

    /// Returns the test for whose pieces are meant.
    fn owns(&self, owner: &Owner) -> Result<impl Fn(Option<SeatId>) -> bool + use<>, Fault> {
        let me = self.table.me;
        let of = match owner {
            Owner::Of(seat) => self.seat(seat)?,
            _ => None,
        };
        let (any, enemy) = (matches!(owner, Owner::Any), matches!(owner, Owner::Enemy));
        let whose = if matches!(owner, Owner::Own) {
            Some(me)
        } else {
            of
        };
        Ok(move |seat: Option<SeatId>| match seat {
            _ if any => true,
            Some(seat) if enemy => seat != me,
            Some(seat) => whose == Some(seat),
            None => false,
        })
    }

    fn pieces(&self, kinds: &[KindId], owner: &Owner) -> Result<PointSet, Fault> {
        let meant = self.owns(owner)?;
        let fits = |point| {
            let mut pieces = self.table.stack(point);
            pieces.any(|piece| kinds.contains(&piece.kind) && meant(piece.owner))
        };
        Ok(self.such(fits))
    }

    fn either(
        &self,
        cond: &Node<Truth>,
        yes: &Node<Set>,
        no: &Node<Set>,
    ) -> Result<PointSet, Fault> {
        if self.truth(cond)? {
            self.set(yes)
        } else {
            self.set(no)
        }
    }

    fn joined(
        &self,
        parts: &[Node<Set>],
        start: PointSet,
        join: impl Fn(&mut PointSet, &PointSet),
    ) -> Result<PointSet, Fault> {
        let mut all = start;
        for part in parts {
            join(&mut all, &self.set(part)?);
        }
        Ok(all)
    }

    fn along(
        &self,
        from: &Node<Set>,
        dirs: &[Dirs],
        steps: (u16, u16),
        through: Option<&Node<Set>>,
    ) -> Result<PointSet, Fault> {
        let way = self.way(steps, through)?;
        let dirs = dirs.get(self.seat_index()).copied().unwrap_or_default();
        let mut reached = self.nothing();
        for start in points_of(&self.set(from)?) {
            for dir in dirs.iter() {
                self.walk(start, dir, &way)
                    .for_each(|point| add(&mut reached, point));
            }
        }
        Ok(reached)
    }

    /// Returns where straight ways lead from one of their starts alone.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn only_from(&self, node: &Node<Set>, start: Point) -> Result<PointSet, Fault> {
        let Set::Along {
            dirs,
            least,
            most,
            through,
            ..
        } = &node.kind
        else {
            return Ok(self.nothing());
        };
        let way = self.way((*least, *most), through.as_deref())?;
        let dirs = dirs.get(self.seat_index()).copied().unwrap_or_default();
        let walks = dirs.iter().flat_map(|dir| self.walk(start, dir, &way));
        Ok(self.of_points(walks))
    }

    fn ahead(
        &self,
        line: FormationRef,
        steps: (u16, u16),
        through: Option<&Node<Set>>,
    ) -> Result<PointSet, Fault> {
        let way = self.way(steps, through)?;
        let ArgValue::Line(_, dir) = self.arg(line.arg)? else {
            return Err(misfit("a formation"));
        };
        let front = self.on_line(line, self.reach(line.line))?;
        Ok(self.of_points(
            front
                .into_iter()
                .flat_map(|front| self.walk(front, dir, &way)),
        ))
    }

    fn way(
        &self,
        (least, most): (u16, u16),
        through: Option<&Node<Set>>,
    ) -> Result<StraightWay, Fault> {
        Ok(StraightWay {
            least: i32::from(least),
            most: i32::from(most),
            through: through.map(|through| self.set(through)).transpose()?,
        })
    }

    /// Returns where a straight way leads from one point in one direction.
    fn walk<'s>(
        &'s self,
        start: Point,
        dir: Dir,
        way: &'s StraightWay,
    ) -> impl Iterator<Item = Point> + 's {
        let open = move |n: i32| {
            (1..n).all(|between| {
                let point = self.step(start, dir, between);
                point.is_some_and(|point| {
                    way.through
                        .as_ref()
                        .is_none_or(|through| has(through, point))
                })
            })
        };
        (way.least..=way.most)
            .map_while(move |n| self.step(start, dir, n).map(|point| (n, point)))
            .filter(move |&(n, _)| open(n))
            .map(|(_, point)| point)
    }

    fn next_to(&self, set: &PointSet) -> Result<PointSet, Fault> {
        let links = self.links()?;
        let near = points_of(set).flat_map(|point| self.neighbours(point, &links));
        Ok(self.of_points(near))
    }

    /// Returns the links of the board that are open.
    fn links(&self) -> Result<Vec<[Point; 2]>, Fault> {
        let mut open = Vec::new();
        for link in self.board().into_iter().flat_map(|board| &board.links) {
            let holds = link
                .when
                .as_ref()
                .map_or(Ok(true), |when| self.truth(when))?;
            open.extend(holds.then_some(link.ends));
        }
        Ok(open)
    }

    /// Returns where one step leads from a point: past no wall, or by a link.
    fn neighbours(&self, point: Point, links: &[[Point; 2]]) -> Vec<Point> {
        let board = self.board().into_iter();
        let beside = board.flat_map(|b| b.next.iter().filter_map(move |dir| b.step(point, dir)));
        let linked = links.iter().filter_map(|[a, b]| match point {
            _ if point == *a => Some(*b),
            _ if point == *b => Some(*a),
            _ => None,
        });
        beside.chain(linked).collect()
    }

    /// Goes step by step, the cheapest step first: what costs nothing goes to the front of those still open.
    fn reached(&self, reach: &Reach) -> Result<PointSet, Fault> {
        let within = reach.within.as_ref().map(|n| self.num(n)).transpose()?;
        let (from, over) = (self.set(&reach.from)?, self.set(&reach.over)?);
        let free = reach.free.as_ref().map(|s| self.set(s)).transpose()?;
        let steps = self.steps((&from, &over), free.as_ref())?;
        let near = |steps: &i64| within.is_none_or(|most| *steps <= most);
        let far = |point: &Point| steps[point.index()].as_ref().is_some_and(near);
        Ok(self.of_points(self.points().filter(far)))
    }

    /// Returns how many steps lead to each point from the nearest of some, over others, where those into the points of
    /// `free` count nothing; nothing for one to which no way leads.
    ///
    /// # Errors
    /// If a script that decides about a link fails.
    pub fn steps(
        &self,
        (from, over): (&PointSet, &PointSet),
        free: Option<&PointSet>,
    ) -> Result<Vec<Option<i64>>, Fault> {
        let links = self.links()?;
        let mut steps = vec![None; self.board().map_or(0, Board::points)];
        let mut open: VecDeque<(Point, i64)> = points_of(from).map(|p| (p, 0)).collect();
        while let Some((point, far)) = open.pop_front() {
            if steps[point.index()].is_some() {
                continue;
            }
            steps[point.index()] = Some(far);
            let near = self.neighbours(point, &links).into_iter();
            for to in near.filter(|to| has(over, *to)) {
                if free.is_some_and(|free| has(free, to)) {
                    open.push_front((to, far));
                } else {
                    open.push_back((to, far + 1));
                }
            }
        }
        Ok(steps)
    }

    /// Tells whether a set is in one piece.
    pub(crate) fn is_joined(&self, set: &PointSet) -> Result<bool, Fault> {
        let Some(first) = points_of(set).next() else {
            return Ok(true);
        };
        let links = self.links()?;
        let (mut found, mut open) = (self.of_points([first]), vec![first]);
        while let Some(point) = open.pop() {
            for to in self.neighbours(point, &links) {
                if has(set, to) && !has(&found, to) {
                    add(&mut found, to);
                    open.push(to);
                }
            }
        }
        Ok(found == *set)
    }

    fn edge(&self, set: &PointSet) -> PointSet {
        let sides = self.board().map(|board| board.topology.sides());
        let sides = sides.unwrap_or_default();
        let open = |point: Point| {
            let side = |dir| self.step(point, dir, 1).is_some_and(|next| has(set, next));
            !sides.iter().all(side)
        };
        self.such(|point| has(set, point) && open(point))
    }

    /// Returns the point so many steps away.
    pub(crate) fn step(&self, from: Point, dir: Dir, count: i32) -> Option<Point> {
        self.board().and_then(|board| board.along(from, dir, count))
    }

    fn such(&self, fits: impl Fn(Point) -> bool) -> PointSet {
        self.of_points(self.points().filter(|&point| fits(point)))
    }

    fn of_points(&self, points: impl IntoIterator<Item = Point>) -> PointSet {
        let mut set = self.nothing();
        points.into_iter().for_each(|point| add(&mut set, point));
        set
    }
}
