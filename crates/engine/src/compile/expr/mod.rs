//! Expressions of the model to nodes of the value graph.
//!
//! Each can be compiled in two ways. *Now*: arguments lie in words of the position. *At every anchor at once* (vectorized): an
//! argument is the anchor moved by a fixed offset, and a condition becomes the set of anchors at which it holds. What cannot be
//! vectorized is refused with [`NotVectorizable`]; the move is compiled again then, with a template for each point.

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
use linstock_base::Span;
use linstock_model::{
    ArgId, Board, Dir, FormationId, FormationRef, Model, Place, Point, PointSet, SeatId, Topology,
    Translation,
};
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// Where something is, relative to an anchor.
pub(crate) type Offset = Translation;

/// A translation, and the points to which it leads as steps in some direction do; all to which it leads without them.
pub(crate) type Lead = (Offset, Option<Rc<[u64]>>);

/// What an argument is, while conditions are compiled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Bind {
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
    /// Always this member of its finite domain.
    Member(u8),
    /// What the argument of a move around this one is: it lies in the state.
    Inherited,
    /// A multiset, drawn anew at each wait.
    Multiset,
}

impl Bind {
    /// Tells whether it moves with the anchor.
    pub(crate) fn is_anchored(self) -> bool {
        matches!(self, Self::Point(_) | Self::Line(..))
    }
}

/// A condition that looks at more than fixed offsets from the anchor, so that it cannot be worked out for all anchors at once.
/// Nothing can be worked out any more, either, once the operations of the check are used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NotVectorizable;

pub(crate) type Compiled<T> = Result<T, NotVectorizable>;

/// A place, as it is compiled.
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
    /// What the arguments are; an argument that is missing here lies in the state, at `frame` and on.
    pub(crate) binds: Vec<Bind>,
    /// The word that holds the first argument.
    pub frame: usize,
    /// The rule being compiled: what a script that fails is called by.
    pub rule: Caller,
    /// Where the candidate of the `where` being compiled is, relative to the anchor.
    pub it: Option<Offset>,
    /// Which point the candidate is, where candidates are asked one by one.
    pub(crate) it_at: Option<Point>,
    /// Among which points the candidates are, if they are the anchors.
    pub among: Option<MaskNode>,
    /// The rows in which places that move with the anchor lie, while conditions are compiled row by row.
    pub rows: Vec<PlacedRow>,
    /// What holds already where a script is asked: it is asked only then.
    pub guard: Option<NumNode>,
    /// Where what is compiled is asked for, in the branch of a choice or behind `and` and `or`.
    pub taken: Option<NumNode>,
    /// The anchors at which a condition that joins numbers is asked: elsewhere nothing fails.
    pub asked: Option<MaskNode>,
    /// Numbers were joined whose result may not exist or not fit.
    pub(crate) joins_unsafely: bool,
    /// What is compiled now asks no script, and nothing in it may fail: it does not matter what holds around it.
    pub(crate) is_plain: bool,
    /// What was found out of the expressions so far.
    pub known: KnownExpressions<'m>,
    /// The points where nothing stands, once they were asked for.
    pub empty: Option<MaskNode>,
    /// A condition of a `where` on points that cannot be asked of all of them at once.
    pub(crate) unsupported_where: Option<Span>,
}

impl<'m> ExprCompiler<'m, '_> {
    /// Gives up once the operations of the check are used up: no rules come of what is compiled then.
    fn affordable(&self) -> Compiled<()> {
        match self.graph.tables.fuel.is_used_up() {
            true => Err(NotVectorizable),
            false => Ok(()),
        }
    }

    fn board(&self) -> Option<&'m Board> {
        self.model.board.as_ref()
    }

    /// Returns the topology of the board; that of a single point in a game without one.
    pub(super) fn topology(&self) -> &'m Topology {
        Topology::of(self.board())
    }

    /// Returns what so many steps in a direction are: translations, and the points to which each leads so; without points
    /// where these are all to which the translation leads.
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

    /// Returns the points so many steps in a direction from those of a mask.
    pub(super) fn stepped(&mut self, from: MaskNode, dir: Dir, steps: i32) -> MaskNode {
        let mut all = self.graph.nothing();
        for (by, to) in self.leads(dir, steps) {
            let moved = self.graph.shift(from, by);
            let moved = self.limited_to(moved, to);
            all = self.graph.or(all, moved);
        }
        all
    }

    /// Keeps the points of a mask that are among some.
    fn limited_to(&mut self, mask: MaskNode, among: Option<Rc<[u64]>>) -> MaskNode {
        let Some(among) = among else { return mask };
        let among = self.graph.constant(among.to_vec());
        self.graph.and(mask, among)
    }

    /// Returns so many steps in a direction, where they move all points alike.
    pub(super) fn times(&self, dir: Dir, steps: i32) -> Option<Offset> {
        Some(self.topology().translation(dir)? * steps)
    }

    /// Returns the direction as which formations in this one are looked for, if it is not the same: the opposite one that
    /// comes earlier.
    pub(crate) fn looked_for_as(&self, dir: Dir) -> Option<Dir> {
        self.topology()
            .opposite(dir)
            .filter(|opposite| *opposite < dir)
    }

    fn bind(&self, arg: ArgId) -> Option<Bind> {
        let bind = self.binds.get(usize::from(arg.0)).copied();
        bind.filter(|b| !matches!(b, Bind::Inherited | Bind::Multiset))
    }

    /// Returns the word of the state that holds an argument.
    fn word(&self, arg: ArgId) -> usize {
        self.frame + arg.index()
    }

    /// Returns how many points a formation has.
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

    /// Compiles a place that does not move with the anchor, as a set of one point; of none off the board.
    pub(super) fn point(&mut self, place: Place) -> Compiled<MaskNode> {
        let number = self.place_number(place)?;
        Ok(self.graph.bit(number))
    }
}

fn on_line(line: FormationRef, step: i16) -> Place {
    Place::OnLine(line, step)
}
