//! Compiles expressions of the model to nodes of the value graph.
//!
//! Each can be compiled in two ways. *Now*: arguments are in words of the position. *At every anchor at once*
//! (vectorized): an argument is the anchor moved by a fixed offset, and a condition becomes the set of anchors at which
//! it holds. An expression that cannot be vectorized fails with [`NotVectorizable`]; then the move is compiled again,
//! with a template for each point.

mod amounts;
mod anchored;
mod conditions;
mod may_fail;
mod placed_row;
mod reads;
mod sets;
mod such;
mod values;
mod ways;
mod zones;

pub(crate) use may_fail::MayFail;
pub(crate) use reads::KnownExpressions;

use crate::compile::expr::placed_row::PlacedRow;
use crate::compile::value_graph::{MaskNode, NumNode, ValueGraph};
use crate::ir::Layout;
use crate::ir::program::Caller;
use linstock_model::{
    ArgId, Board, Dir, FormationId, FormationRef, Model, Place, Point, PointSet, SeatId, Topology,
    Translation,
};
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// The offset of a point from the anchor.
pub(crate) type Offset = Translation;

/// A translation, and the points to which it leads by steps in some direction; all points to which it leads if `None`.
pub(crate) type Lead = (Offset, Option<Rc<[u64]>>);

/// The binding of an argument, while conditions are compiled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Bind {
    /// The anchor, moved.
    Point(Offset),
    /// A formation whose rear is the anchor, moved.
    Line(Offset, Dir),
    /// A fixed point.
    FixedPoint(Point),
    /// A fixed formation.
    FixedLine(Point, Dir),
    /// A fixed number.
    Num(i64),
    /// A fixed member of the argument's finite domain.
    Member(u8),
    /// The argument of an enclosing move, in a word of the position.
    Inherited,
    /// A multiset, counted anew at each decision point.
    Multiset,
}

impl Bind {
    /// Returns whether the argument moves with the anchor.
    pub(crate) fn is_anchored(self) -> bool {
        matches!(self, Self::Point(_) | Self::Line(..))
    }
}

/// The condition reads more than fixed offsets from the anchor, so it cannot be evaluated for all anchors at once. Also
/// returned once the check has used up its fuel, since nothing can be compiled then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NotVectorizable;

pub(crate) type Compiled<T> = Result<T, NotVectorizable>;

/// A compiled place.
enum PlaceForm {
    Anchored(Offset),
    Fixed(Option<Point>),
    Now(NumNode),
}

/// Compiles expressions for one player as `me`.
pub(crate) struct ExprCompiler<'m, 't> {
    pub model: &'m Model,
    pub layout: &'m Layout,
    pub graph: ValueGraph<'t>,
    pub me: SeatId,
    /// The bindings of the arguments; an argument without one is in the words from `frame` on.
    pub(crate) binds: Vec<Bind>,
    /// The word that holds the first argument.
    pub frame: usize,
    /// The rule being compiled; the failure of a script names it as the caller.
    pub rule: Caller,
    /// The offset of the candidate of the current `where` from the anchor.
    pub it: Option<Offset>,
    /// The candidate, if candidates are evaluated one by one.
    pub(crate) it_at: Option<Point>,
    /// The points that can be candidates, if the candidates are the anchors.
    pub among: Option<MaskNode>,
    /// The assumed rows of places that move with the anchor, while conditions are compiled row by row.
    pub rows: Vec<PlacedRow>,
    /// The condition under which a script is called.
    pub guard: Option<NumNode>,
    /// The condition under which the current expression is needed, in a branch or after `and` and `or`.
    pub taken: Option<NumNode>,
    /// The anchors at which a condition with arithmetic is needed: elsewhere it must not fail.
    pub asked: Option<MaskNode>,
    /// Whether arithmetic was compiled whose result may not exist or not fit.
    pub(crate) joins_unsafely: bool,
    /// Whether the current expression calls no script and cannot fail: then the conditions around it do not matter.
    pub(crate) is_plain: bool,
    /// The cached results for expressions so far.
    pub known: KnownExpressions<'m>,
    /// The empty points, computed when first needed.
    pub empty: Option<MaskNode>,
}

impl<'m> ExprCompiler<'m, '_> {
    /// Fails once the check has used up its fuel: the result would be discarded.
    fn affordable(&self) -> Compiled<()> {
        match self.graph.tables.fuel.is_used_up() {
            true => Err(NotVectorizable),
            false => Ok(()),
        }
    }

    fn board(&self) -> Option<&'m Board> {
        self.model.board.as_ref()
    }

    /// Returns the topology of the board; a single point in a game without one.
    pub(super) fn topology(&self) -> &'m Topology {
        Topology::of(self.board())
    }

    /// Returns the translations of steps in a direction, each with the points to which it leads; `None` stands for all
    /// points to which the translation leads.
    pub(super) fn leads(&self, dir: Dir, steps: i32) -> SmallVec<[Lead; 1]> {
        if let Some(by) = self.times(dir, steps) {
            return smallvec![(by, None)];
        }
        let leads = self.graph.tables.leads(dir, steps);
        leads
            .iter()
            .map(|(by, to)| (*by, Some(Rc::clone(to))))
            .collect()
    }

    /// Returns the points at a number of steps in a direction from the points of a mask.
    pub(super) fn stepped(&mut self, from: MaskNode, dir: Dir, steps: i32) -> MaskNode {
        let mut all = self.graph.nothing();
        for (by, to) in self.leads(dir, steps) {
            let moved = self.graph.shift(from, by);
            let moved = self.limited_to(moved, to);
            all = self.graph.or(all, moved);
        }
        all
    }

    /// Keeps the points of a mask that are in `among`.
    fn limited_to(&mut self, mask: MaskNode, among: Option<Rc<[u64]>>) -> MaskNode {
        let Some(among) = among else { return mask };
        let among = self.graph.constant(among.to_vec());
        self.graph.and(mask, among)
    }

    /// Returns the translation of a number of steps in a direction, if they move all points alike.
    pub(super) fn times(&self, dir: Dir, steps: i32) -> Option<Offset> {
        Some(self.topology().translation(dir)? * steps)
    }

    /// Returns the direction in which formations of this direction are searched for, if it differs: the opposite
    /// direction, if that comes earlier.
    pub(crate) fn looked_for_as(&self, dir: Dir) -> Option<Dir> {
        self.topology()
            .opposite(dir)
            .filter(|opposite| *opposite < dir)
    }

    fn bind(&self, arg: ArgId) -> Option<Bind> {
        let bind = self.binds.get(usize::from(arg.0)).copied();
        bind.filter(|b| !matches!(b, Bind::Inherited | Bind::Multiset))
    }

    /// Returns the word of the position that holds an argument.
    fn word(&self, arg: ArgId) -> usize {
        self.frame + arg.index()
    }

    /// Returns the number of points of a formation.
    pub(super) fn length(&self, line: FormationId) -> i16 {
        i16::from(self.model.lines[line.index()].length)
    }

    /// Returns the words of a fixed set.
    pub(super) fn words(&self, points: &PointSet) -> Vec<u64> {
        let mut words = vec![0; self.layout.width];
        let size = usize::BITS as usize;
        for (at, block) in points.as_slice().iter().enumerate() {
            let (bit, block) = (at * size, u64::try_from(*block).unwrap_or_default());
            if block != 0 {
                words[bit / 64] |= block << (bit % 64);
            }
        }
        words
    }

    fn place(&mut self, place: Place) -> PlaceForm {
        let board = self.board();
        match place {
            Place::Fixed(point) => PlaceForm::Fixed(Some(point)),
            Place::It => match self.it_at {
                Some(point) => PlaceForm::Fixed(Some(point)),
                None => PlaceForm::Anchored(self.it.unwrap_or_default()),
            },
            Place::Kept(memory) => match self.layout.memory(memory) {
                Some((word, _)) => PlaceForm::Now(self.graph.word(word)),
                None => PlaceForm::Fixed(None),
            },
            Place::Arg(arg) => match self.bind(arg) {
                Some(Bind::Point(offset)) => PlaceForm::Anchored(offset),
                Some(Bind::FixedPoint(point)) => PlaceForm::Fixed(Some(point)),
                Some(_) => PlaceForm::Fixed(None),
                None => PlaceForm::Now(self.graph.word(self.word(arg))),
            },
            Place::OnLine(line, step) => match self.bind(line.arg) {
                Some(Bind::Line(rear, dir)) => match self.times(dir, i32::from(step)) {
                    Some(steps) => PlaceForm::Anchored(rear + steps),
                    // Such a formation is never bound to an anchor.
                    None => PlaceForm::Fixed(None),
                },
                Some(Bind::FixedLine(rear, dir)) => {
                    PlaceForm::Fixed(board.and_then(|b| b.along(rear, dir, i32::from(step))))
                }
                Some(_) => PlaceForm::Fixed(None),
                None => PlaceForm::Now(self.graph.on_line(self.word(line.arg), step)),
            },
        }
    }

    /// Returns a place that does not move with the anchor, as a number; -1 off the board.
    pub(crate) fn place_number(&mut self, place: Place) -> Compiled<NumNode> {
        match self.place(place) {
            PlaceForm::Anchored(_) => Err(NotVectorizable),
            PlaceForm::Fixed(point) => Ok(self.graph.num(point.map_or(-1, |p| i64::from(p.0)))),
            PlaceForm::Now(number) => Ok(number),
        }
    }

    /// Compiles a place that does not move with the anchor, as a set of one point; empty off the board.
    pub(super) fn point(&mut self, place: Place) -> Compiled<MaskNode> {
        let number = self.place_number(place)?;
        Ok(self.graph.bit(number))
    }
}

fn on_line(line: FormationRef, step: i16) -> Place {
    Place::OnLine(line, step)
}
