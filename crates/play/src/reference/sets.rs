//! Evaluates sets of points, with a proof if one is wanted: the parts, and the points of each.

use crate::reference::proof::{
    Evaluated, Evidence, SeenLine, SeenOwner, SetParts, StraightWays, ValueOnly,
};
use crate::reference::seen_ways::Ray;
use crate::reference::{
    Evaluator, Fault, KEPT, SET_POINT, STEP, VALUE, add, has, misfit, points_of,
};
use linstock_model::{
    ArgValue, Axis, Dir, Dirs, Headings, KindId, Node, Owner, Point, PointSet, Reach, ScriptId,
    SeatId, Set, Truth, Value, ValueExpr,
};

/// A set with its parts.
type SetWithParts<'a, E> = Result<(PointSet, SetParts<'a, E>), Fault>;

impl<'a> Evaluator<'a> {
    /// Evaluates a set of points.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn set(&self, node: &Node<Set>) -> Result<PointSet, Fault> {
        Ok(self.walk_set::<ValueOnly>(node)?.value)
    }

    #[allow(
        clippy::too_many_lines,
        reason = "one flat match, an arm for each form"
    )]
    pub(super) fn walk_set<E: Evidence>(
        &self,
        node: &'a Node<Set>,
    ) -> Result<Evaluated<'a, Set, E>, Fault> {
        self.spend_on::<E>(VALUE + SET_POINT * self.table.points, node.span)?;
        let (value, parts) = match &node.kind {
            Set::Fixed(points) => (points.clone(), SetParts::Fixed),
            Set::Region(sets, of) => {
                let of = self.walk_member(of)?;
                (self.region(sets, of.value), SetParts::Region(of))
            }
            Set::Pieces(kinds, owner) => {
                let owner = self.walk_owner(owner)?;
                self.spend(SET_POINT * self.table.pieces.len(), node.span)?;
                (self.pieces(kinds, &owner), SetParts::Pieces(kinds, owner))
            }
            Set::Empty => (self.empty(), SetParts::Empty),
            Set::And(parts) => {
                let parts = self.walk_sets(parts)?;
                let all = self.everything();
                let common = joined(all, &parts, PointSet::intersect_with);
                (common, SetParts::And(parts))
            }
            Set::Or(parts) => {
                let parts = self.walk_sets(parts)?;
                let all = joined(self.nothing(), &parts, PointSet::union_with);
                (all, SetParts::Or(parts))
            }
            Set::Except(first, second) => self.without(first, second)?,
            Set::At(place) => {
                let place = self.seen_place(*place)?;
                (self.of_points(place.point), SetParts::At(place))
            }
            Set::Line(line) => {
                let line = self.seen_line(*line)?;
                (self.of_points(line.points.clone()), SetParts::Line(line))
            }
            Set::Along {
                from,
                dirs,
                least,
                most,
                through,
            } => {
                let through = self.walk_any(through.as_deref())?;
                let from = self.walk_set(from)?;
                let ways = self.along(&from.value, dirs, (*least, *most), through)?;
                self.spend(of_ways(&ways), node.span)?;
                (self.led_to(&ways), SetParts::Along(from, ways))
            }
            Set::Ahead {
                line,
                least,
                most,
                through,
            } => {
                let through = self.walk_any(through.as_deref())?;
                let line = self.seen_line(*line)?;
                let ways = self.ahead(&line, (*least, *most), through)?;
                (self.led_to(&ways), SetParts::Ahead(line, ways))
            }
            Set::Where(of, cond) => self.those(of, cond)?,
            Set::Script(script, args) => self.named(*script, args)?,
            Set::NextTo(of) => {
                let (of, links) = (self.walk_set(of)?, self.walk_links()?);
                let near = of.value.count_ones(..);
                self.spend(self.steps_to_neighbours(near), node.span)?;
                (self.next_to(&of.value, &links), SetParts::NextTo(of, links))
            }
            Set::Edge(of) => {
                let of = self.walk_set(of)?;
                self.spend(STEP * of.value.count_ones(..), node.span)?;
                (self.edge(&of.value), SetParts::Edge(of))
            }
            Set::Reflection(of, axis) => {
                let of = self.walk_set(of)?;
                (self.mirrored(&of.value, *axis), SetParts::Other(of))
            }
            Set::Reached(reach) => {
                let steps = self.steps_to_neighbours(self.table.points);
                self.spend(steps, node.span)?;
                self.reached(reach)?
            }
            Set::Memory(memory) => {
                let memory = self.walk_memory(memory)?;
                (as_points(&memory.value)?, SetParts::Memory(memory))
            }
            Set::If(cond, yes, no) => {
                let cond = self.walk_truth(cond)?;
                let chosen = self.walk_set(if cond.value { yes } else { no })?;
                (chosen.value.clone(), SetParts::If(cond, chosen))
            }
        };
        Ok(Evaluated::of(node, value, parts))
    }

    /// Returns the points that are reached step by step.
    fn reached<E: Evidence>(&self, reach: &'a Reach) -> SetWithParts<'a, E> {
        let ways = self.winding(reach)?;
        Ok((self.near_enough(&ways), SetParts::Reached(ways)))
    }

    /// Returns the points in the answer of a script.
    fn named<E: Evidence>(&self, script: ScriptId, args: &'a [ValueExpr]) -> SetWithParts<'a, E> {
        let call = self.walk_script(script, args)?;
        let value = call.value("points")?;
        let points = if let Value::Point(point) = value {
            self.of_points(point)
        } else {
            as_points(&value)?
        };
        Ok((points, SetParts::Script(call)))
    }

    /// Returns the region of a member of a finite domain.
    fn region(&self, regions: &[PointSet], of: Option<u8>) -> PointSet {
        let region = of.and_then(|at| regions.get(usize::from(at)));
        region.cloned().unwrap_or_else(|| self.nothing())
    }

    fn empty(&self) -> PointSet {
        let top = self.model.top();
        self.such(|point| self.table.on(top, point).is_none())
    }

    fn walk_sets<E: Evidence>(
        &self,
        sets: &'a [Node<Set>],
    ) -> Result<Vec<Evaluated<'a, Set, E>>, Fault> {
        sets.iter().map(|set| self.walk_set(set)).collect()
    }

    pub(super) fn walk_any<E: Evidence>(
        &self,
        set: Option<&'a Node<Set>>,
    ) -> Result<Option<Evaluated<'a, Set, E>>, Fault> {
        set.map(|set| self.walk_set(set)).transpose()
    }

    /// Returns the points of one set that are not in another.
    fn without<E: Evidence>(
        &self,
        first: &'a Node<Set>,
        second: &'a Node<Set>,
    ) -> SetWithParts<'a, E> {
        let (first, second) = (self.walk_set(first)?, self.walk_set(second)?);
        let left = |point| has(&first.value, point) && !has(&second.value, point);
        Ok((self.such(left), SetParts::Except(first, second)))
    }

    /// Returns the points of a set for which a condition holds.
    fn those<E: Evidence>(&self, of: &'a Node<Set>, cond: &'a Node<Truth>) -> SetWithParts<'a, E> {
        let of = self.walk_set(of)?;
        let ask = |point| {
            let it = Some(point);
            Ok((point, Evaluator { it, ..*self }.walk_truth(cond)?))
        };
        let asked: Vec<_> = points_of(&of.value)
            .map(ask)
            .collect::<Result<_, Fault>>()?;
        let found = asked.iter().filter(|(_, truth)| truth.value);
        let found = self.of_points(found.map(|(point, _)| *point));
        Ok((found, SetParts::Where(of, asked)))
    }

    fn walk_owner<E: Evidence>(&self, owner: &'a Owner) -> Result<SeenOwner<'a, E>, Fault> {
        let of = match owner {
            Owner::Of(seat) => Some(self.walk_member(seat)?),
            Owner::Any | Owner::Own | Owner::Enemy => None,
        };
        Ok(SeenOwner { owner, of })
    }

    fn pieces<E: Evidence>(&self, kinds: &[KindId], owner: &SeenOwner<'_, E>) -> PointSet {
        let me = self.table.me;
        let meant = |seat: Option<SeatId>| match owner.owner {
            Owner::Any => true,
            Owner::Own => seat == Some(me),
            Owner::Enemy => seat.is_some_and(|seat| seat != me),
            Owner::Of(_) => {
                let of = owner.of.as_ref().and_then(|of| of.value);
                seat.is_some_and(|seat| of == Some(seat.0))
            }
        };
        let fits = |point| {
            let mut pieces = self.table.stack(point);
            pieces.any(|piece| kinds.contains(&piece.kind) && meant(piece.owner))
        };
        self.such(fits)
    }

    /// Returns the directions in the current position.
    fn headings(&self, headings: &'a Headings) -> Result<Dirs, Fault> {
        match headings {
            Headings::Known(dirs) => Ok(dirs.get(self.seat_index()).copied().unwrap_or_default()),
            Headings::Such(truths) => {
                let mut dirs = Dirs::default();
                for (dir, truth) in (0u8..).map(Dir::at).zip(truths) {
                    if self.truth(truth)? {
                        dirs = dirs.or(Dirs::only(dir));
                    }
                }
                Ok(dirs)
            }
        }
    }

    fn along<E: Evidence>(
        &self,
        from: &PointSet,
        dirs: &'a Headings,
        steps: (u16, u16),
        through: Option<Evaluated<'a, Set, E>>,
    ) -> Result<StraightWays<'a, E>, Fault> {
        let dirs = self.headings(dirs)?;
        let starts = points_of(from).flat_map(|start| dirs.iter().map(move |dir| (start, dir)));
        Ok(self.straight((starts, dirs), steps, through))
    }

    fn ahead<E: Evidence>(
        &self,
        line: &SeenLine,
        steps: (u16, u16),
        through: Option<Evaluated<'a, Set, E>>,
    ) -> Result<StraightWays<'a, E>, Fault> {
        let dir = line_dir(self.arg(line.line.arg)?)?;
        let front = self.on_line(line.line, self.reach(line.line.line))?;
        let start = front.into_iter().map(|front| (front, dir));
        Ok(self.straight((start, Dirs::only(dir)), steps, through))
    }

    fn straight<E: Evidence>(
        &self,
        (starts, dirs): (impl Iterator<Item = (Point, Dir)>, Dirs),
        steps: (u16, u16),
        through: Option<Evaluated<'a, Set, E>>,
    ) -> StraightWays<'a, E> {
        let open = through.as_ref().map(|through| &through.value);
        let rays = starts.map(|start| self.ray(start, steps, open)).collect();
        StraightWays {
            dirs,
            steps,
            through,
            rays,
        }
    }

    /// Returns the points to which straight ways lead.
    fn led_to<E: Evidence>(&self, ways: &StraightWays<'_, E>) -> PointSet {
        self.of_points(ways.rays.iter().flat_map(Ray::reached).copied())
    }

    /// Returns the mirror points of some points.
    fn mirrored(&self, set: &PointSet, axis: Axis) -> PointSet {
        let board = self.board();
        let all = board.and_then(|board| board.topology.reflection(axis));
        let all = all.unwrap_or_default();
        self.of_points(points_of(set).filter_map(|point| all[point.index()]))
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

    pub(super) fn such(&self, fits: impl Fn(Point) -> bool) -> PointSet {
        self.of_points(self.points().filter(|&point| fits(point)))
    }

    pub(super) fn of_points(&self, points: impl IntoIterator<Item = Point>) -> PointSet {
        let mut set = self.nothing();
        points.into_iter().for_each(|point| add(&mut set, point));
        set
    }
}

/// Returns the operations of following straight ways.
fn of_ways<E: Evidence>(ways: &StraightWays<'_, E>) -> usize {
    let steps = ways.rays.iter().map(|ray| ray.points.len() + 1);
    let kept = if E::KEEPS { KEPT * ways.rays.len() } else { 0 };
    STEP * steps.sum::<usize>() + kept
}

fn joined<E: Evidence>(
    mut all: PointSet,
    parts: &[Evaluated<'_, Set, E>],
    join: impl Fn(&mut PointSet, &PointSet),
) -> PointSet {
    parts.iter().for_each(|part| join(&mut all, &part.value));
    all
}

fn as_points(value: &Value) -> Result<PointSet, Fault> {
    match value {
        Value::Points(points) => Ok(points.clone()),
        _ => Err(misfit("a set of points")),
    }
}

fn line_dir(value: ArgValue) -> Result<Dir, Fault> {
    match value {
        ArgValue::Line(_, dir) => Ok(dir),
        _ => Err(misfit("a formation")),
    }
}
