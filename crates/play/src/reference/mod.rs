//! The reference evaluator: evaluates expressions point by point on a [`SpelledPosition`], slow and simple.
//!
//! Tests compare the compiled rules with it, and explanations use it. It has no masks and no caches: it evaluates by
//! walking the expression. There is one walk for each type of expression. It returns values alone ([`Evaluator::truth`],
//! [`Evaluator::set`] …) or a [`Proof`] ([`Evaluator::prove`]) with the same value.

mod board;
mod choices;
mod decided;
#[cfg(test)]
mod every_form;
mod members;
mod numbers;
mod proof;
#[cfg(test)]
mod proof_tests;
#[cfg(test)]
pub(crate) mod sample;
mod seen_ways;
mod sets;
mod statements;
mod straight;
#[cfg(test)]
mod tests;
mod truths;
mod winding;
mod zones;

pub use board::moved;
pub use board::{put, relocate, take};
pub use choices::BoundMove;
pub use decided::Decided;
pub(crate) use decided::{Decisions, decided_parts};
pub use proof::{ConditionPart, NumParts, Proof, SetParts, TruthParts, WithParts};
pub(crate) use proof::{
    Form, MemberParts, ScriptCall, SeenDomain, SeenFormations, SeenLine, SeenLink, SeenMemory,
    SeenOwner, SeenPlace, SeenZone, StraightWays, Whose, WindingWays,
};
pub(crate) use seen_ways::Ray;
pub(crate) use statements::carry_out;
pub use zones::carry;

use crate::reference::proof::Evidence;
use linstock_base::Span;
use linstock_engine::ir::ScriptHost;
use linstock_engine::vm::{Fault, Fuel, SpelledPosition};
use linstock_model::{
    ArgId, ArgValue, Board, Formation, FormationId, FormationRef, Model, Node, Place, Point,
    PointSet, Value,
};

/// The operations of a number or condition, without those of its parts.
const VALUE: usize = 32;
/// The operations of a set, per point of the board.
const SET_POINT: usize = 2;
/// The operations of a step to a neighbour, or along a straight way.
const STEP: usize = 8;
/// The operations of a row of a zone.
const ROW: usize = 2;
/// The operations of a proof that is kept, besides those of a value alone: it takes memory.
const KEPT: usize = 256;

/// A position on which expressions are evaluated, with the arguments bound so far.
#[derive(Clone, Copy)]
pub struct Evaluator<'a> {
    /// The game.
    pub model: &'a Model,
    /// The position; `me` is the acting player.
    pub table: &'a SpelledPosition,
    /// The values of the arguments, by [`ArgId`].
    pub args: &'a [Option<ArgValue>],
    /// The host of the scripts, if the rules have any.
    pub scripts: Option<&'a dyn ScriptHost>,
    /// How often the position has occurred at the current statement, including now.
    pub seen: u32,
    /// The candidate of the current `where`.
    pub it: Option<Point>,
    /// The remaining fuel of the request.
    pub fuel: &'a Fuel,
    /// The counter of the results of conditions, if they are counted.
    pub decided: Option<&'a Decisions>,
}

impl<'a> Evaluator<'a> {
    /// Makes an evaluator without arguments, scripts or earlier positions.
    #[must_use]
    pub fn new(model: &'a Model, table: &'a SpelledPosition, fuel: &'a Fuel) -> Self {
        Self {
            model,
            table,
            args: &[],
            scripts: None,
            seen: 1,
            it: None,
            fuel,
            decided: None,
        }
    }

    /// Proves the value of an expression.
    ///
    /// # Errors
    /// If an argument is missing or a script fails: exactly when the evaluation without a proof fails.
    pub fn prove<F: Form>(&self, node: &'a Node<F>) -> Result<Proof<'a, F>, Fault> {
        F::evaluate(self, node)
    }

    /// Returns the same evaluator with other arguments.
    #[must_use]
    pub fn with<'b>(&self, args: &'b [Option<ArgValue>]) -> Evaluator<'b>
    where
        'a: 'b,
    {
        Evaluator { args, ..*self }
    }

    /// Spends operations of the request on an expression at a place in the text.
    fn spend(&self, operations: usize, span: Span) -> Result<(), Fault> {
        self.fuel.spend(operations);
        self.fuel
            .check(|| span)
            .map_err(|failure| Fault::Script(failure.message, failure.span))
    }

    /// Spends operations on an expression, and those of the memory for its proof if it is kept.
    fn spend_on<E: Evidence>(&self, operations: usize, span: Span) -> Result<(), Fault> {
        let kept = if E::KEEPS { KEPT } else { 0 };
        self.spend(operations.saturating_add(kept), span)
    }

    /// Returns the operations of stepping to the neighbours of each of some points.
    fn steps_to_neighbours(&self, points: usize) -> usize {
        let of_point = self.board().map_or(0, |board| {
            board.next.iter().count() * (STEP + board.walls.len()) + board.links.len()
        });
        points.saturating_mul(of_point)
    }

    /// Returns the point of a place; `None` off the board.
    ///
    /// # Errors
    /// If the place depends on an argument that is not bound, or not to a point or formation.
    pub fn place(&self, place: Place) -> Result<Option<Point>, Fault> {
        match place {
            Place::It => Ok(self.it),
            Place::Kept(memory) => {
                let kept = self.table.memory(memory, self.seat_index());
                let number = usize::try_from(as_number(kept)?);
                Ok(number.ok().and_then(Point::nth))
            }
            Place::Fixed(_) | Place::Arg(_) | Place::OnLine(..) => {
                place_of(self.model, self.args, place)
            }
        }
    }

    /// Returns the point `steps` steps from the rear of a bound formation towards its front.
    ///
    /// # Errors
    /// If the formation is not bound.
    pub(crate) fn on_line(&self, line: FormationRef, steps: i32) -> Result<Option<Point>, Fault> {
        on_line(self.model, self.args, (line, steps))
    }

    /// Returns the value of an argument.
    ///
    /// # Errors
    /// If it is not bound.
    pub fn arg(&self, arg: ArgId) -> Result<ArgValue, Fault> {
        bound(self.args, arg)
    }

    /// Returns the number of steps from the rear of a formation to its front.
    #[must_use]
    pub fn reach(&self, line: FormationId) -> i32 {
        self.line(line).map_or(0, |l| i32::from(l.length) - 1)
    }

    fn line(&self, line: FormationId) -> Option<&'a Formation> {
        self.model.lines.get(line.index())
    }

    fn board(&self) -> Option<&'a Board> {
        self.model.board.as_ref()
    }

    fn nothing(&self) -> PointSet {
        self.board().map_or_else(PointSet::new, Board::none)
    }

    fn everything(&self) -> PointSet {
        self.board().map_or_else(PointSet::new, Board::every)
    }

    fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let board = self.board();
        let points = board.map(|board| board.topology.iter());
        points.into_iter().flatten()
    }

    fn seat_index(&self) -> usize {
        self.table.me.index()
    }
}

/// Returns the point of a place that depends only on arguments; `None` off the board.
///
/// # Errors
/// If the argument is not bound, or not to a point or formation.
pub(crate) fn place_of(
    model: &Model,
    args: &[Option<ArgValue>],
    place: Place,
) -> Result<Option<Point>, Fault> {
    match place {
        Place::Fixed(point) => Ok(Some(point)),
        Place::It | Place::Kept(_) => Err(misfit("a point")),
        Place::Arg(arg) => match bound(args, arg)? {
            ArgValue::Point(point) => Ok(Some(point)),
            _ => Err(misfit("a point")),
        },
        Place::OnLine(line, steps) => on_line(model, args, (line, i32::from(steps))),
    }
}

/// Returns the value of an argument.
///
/// # Errors
/// If it is not bound.
pub fn bound(args: &[Option<ArgValue>], arg: ArgId) -> Result<ArgValue, Fault> {
    let value = args.get(arg.index()).copied().flatten();
    value.ok_or_else(|| Fault::statement("an argument is used before it is chosen"))
}

fn on_line(
    model: &Model,
    args: &[Option<ArgValue>],
    (line, steps): (FormationRef, i32),
) -> Result<Option<Point>, Fault> {
    match bound(args, line.arg)? {
        ArgValue::Line(rear, dir) => {
            Ok(model.board.as_ref().and_then(|b| b.along(rear, dir, steps)))
        }
        _ => Err(misfit("a formation")),
    }
}

/// Returns the points of a set, in order.
pub fn points_of(set: &PointSet) -> impl Iterator<Item = Point> {
    set.ones()
        .filter_map(|index| u16::try_from(index).ok().map(Point))
}

/// Returns whether a point is in a set.
#[must_use]
pub fn has(set: &PointSet, point: Point) -> bool {
    set.contains(point.index())
}

/// Adds a point if the set has room for it.
fn add(set: &mut PointSet, point: Point) {
    if point.index() < set.len() {
        set.insert(point.index());
    }
}

fn misfit(wanted: &str) -> Fault {
    Fault::statement(format!("a value that should be {wanted} is something else"))
}

/// Returns a number; a remembered yes counts as 1, a no as 0.
fn as_number(value: &Value) -> Result<i64, Fault> {
    match value {
        Value::Num(number) => Ok(*number),
        Value::Truth(truth) => Ok(i64::from(*truth)),
        Value::Seat(_) | Value::Row(..) | Value::Point(_) | Value::Points(_) | Value::Kind(_) => {
            Err(misfit("a number"))
        }
    }
}
