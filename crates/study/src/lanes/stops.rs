//! Stops: decision points with a seat, and the plans of lanes for them.

use linstock_engine::ir::instructions::Instr;
use linstock_engine::ir::program::MaskReg;
use linstock_engine::vm::{Position, TemplatePair};
use linstock_lanes::{LaneMasks, LaneMoves, LanePoint, PlannedPoint};
use linstock_model::SeatId;
use linstock_play::Rules;
use linstock_play::notation::Sharing;

/// All decision points of some rules that lanes can handle, with every seat.
#[derive(Debug)]
pub(crate) struct LaneStops<'r> {
    rules: &'r Rules,
    /// Any position of the rules.
    some: Position,
    /// The plan for each decision point and seat.
    stops: Vec<Option<LaneStop<'r>>>,
    /// The decision points, by index, that lanes can handle for every seat.
    deferred: Vec<bool>,
    /// The instruction of each decision point that has exactly one.
    pcs: Vec<Option<u32>>,
}

/// The number of a decision point with a seat.
pub(crate) type StopNumber = usize;

impl<'r> LaneStops<'r> {
    /// Finds the decision points that lanes can handle. `some` is any position.
    pub(crate) fn of(rules: &'r Rules, some: &Position, sharing: &Sharing) -> Self {
        let mut stops = Self {
            rules,
            some: some.clone(),
            stops: Vec::new(),
            deferred: Vec::new(),
            pcs: Vec::new(),
        };
        for (number, point) in (0u32..).zip(&rules.decision_points) {
            let alone = sharing.is_compared(rules, number as usize);
            let seats = SeatId::all(point.choices.len());
            let found: Vec<_> = seats
                .map(|seat| LaneStop::of(rules, number, seat).filter(|_| !alone))
                .collect();
            stops.deferred.push(found.iter().all(Option::is_some));
            stops.stops.extend(found);
            stops.pcs.push(only_instruction(rules, number));
        }
        stops
    }

    /// Prepares some masks of the stops at which moves are drawn from trees. `masks` returns their registers.
    pub(crate) fn with_masks<'m>(
        mut self,
        masks: impl Fn(u32, SeatId) -> Option<&'m [MaskReg]>,
    ) -> Self {
        for stop in self.stops.iter_mut().flatten() {
            let found = masks(stop.decision, stop.seat);
            stop.masks = found.map(|masks| LaneMasks::of(self.rules, stop.point, masks));
        }
        self
    }

    /// Returns whether there are any.
    pub(crate) fn are_some(&self) -> bool {
        self.deferred.contains(&true)
    }

    /// Returns the decision points that lanes can handle, by index.
    pub(crate) fn deferred(&self) -> &[bool] {
        &self.deferred
    }

    /// Returns the decision points at which games may wait for each other, by index: also those that lanes cannot handle.
    pub(crate) fn waits(&self) -> Vec<bool> {
        self.pcs.iter().map(Option::is_some).collect()
    }

    /// Returns the instruction of a stop at which games may wait.
    pub(crate) fn pc(&self, number: StopNumber) -> Option<u32> {
        self.pcs[number / self.rules.code.len()]
    }

    /// Returns the number of stops, including those that lanes cannot handle.
    pub(crate) fn len(&self) -> usize {
        self.stops.len()
    }

    /// Returns the number of a stop.
    pub(crate) fn number(&self, decision: u32, seat: usize) -> StopNumber {
        decision as usize * self.rules.code.len() + seat
    }

    /// Returns the plan for a stop.
    pub(crate) fn get(&self, number: StopNumber) -> Option<&LaneStop<'r>> {
        self.stops[number].as_ref()
    }

    /// Returns the templates at a stop for which two moves may have the same text; `None` if unknown.
    pub(crate) fn pairs<'s>(
        &self,
        stop: &LaneStop<'_>,
        sharing: &'s Sharing,
    ) -> Option<&'s [TemplatePair]> {
        let any = (self.rules, &self.some);
        let at = (stop.decision as usize, stop.seat);
        sharing.pairs(any, at)
    }
}

/// Returns the instruction of a decision point if it has exactly one. Its index is the same in the code of each seat.
fn only_instruction(rules: &Rules, decision: u32) -> Option<u32> {
    let code = rules.code[0].iter();
    let mut asks = (0..)
        .zip(code)
        .filter(|(_, instr)| **instr == Instr::Ask(decision));
    let (pc, _) = asks.next()?;
    asks.next().is_none().then_some(pc)
}

/// The plan of lanes for a stop.
#[derive(Debug)]
pub(crate) struct LaneStop<'r> {
    pub(crate) point: LanePoint<'r>,
    pub(crate) decision: u32,
    pub(crate) seat: SeatId,
    /// Its instruction, and the next one if there is nothing to choose.
    pub(crate) pc: u32,
    pub(crate) otherwise: u32,
    /// The effects of each template's moves.
    moves: LaneMoves,
    /// If moves are drawn from trees: the masks that the trees test.
    pub(crate) masks: Option<LaneMasks>,
    pub(crate) is_player: bool,
    /// The outcomes of chance have different weights.
    pub(crate) is_weighted: bool,
}

impl<'r> LaneStop<'r> {
    /// Makes the plan for a decision point with a seat; `None` if lanes cannot handle it.
    fn of(rules: &'r Rules, decision: u32, seat: SeatId) -> Option<Self> {
        let point = LanePoint::of(rules, decision as usize, seat.index())?;
        let pc = only_instruction(rules, decision)?;
        Some(Self {
            point,
            decision,
            seat,
            pc,
            otherwise: rules.decision_points[decision as usize].otherwise,
            moves: LaneMoves::of(rules, point),
            masks: None,
            is_player: !rules.is_chance(decision),
            is_weighted: rules.is_weighted(decision),
        })
    }

    /// Returns the decision point with the effects of its moves.
    #[inline]
    pub(crate) fn planned(&self) -> PlannedPoint<'_> {
        PlannedPoint {
            point: self.point,
            moves: &self.moves,
        }
    }
}
