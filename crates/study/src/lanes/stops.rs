//! Where positions stand: decision points with a seat, and what lanes know of them.

use linstock_engine::ir::instructions::Instr;
use linstock_engine::vm::{Position, TemplatePair};
use linstock_lanes::{LaneMoves, LanePoint, PlannedPoint};
use linstock_model::SeatId;
use linstock_play::Rules;
use linstock_play::notation::Sharing;

/// The decision points of some rules that lanes know, each with every seat.
#[derive(Debug)]
pub(crate) struct LaneStops<'r> {
    rules: &'r Rules,
    /// Any position of the rules.
    some: Position,
    /// For each decision point and seat: what lanes know there.
    stops: Vec<Option<LaneStop<'r>>>,
    /// The decision points that are done in lanes whoever is to choose, by their numbers.
    deferred: Vec<bool>,
    /// For each decision point, its instruction if it has one only.
    pcs: Vec<Option<u32>>,
}

/// The number of a decision point with a seat.
pub(crate) type StopNumber = usize;

impl<'r> LaneStops<'r> {
    /// Finds the decision points that can be done in lanes. `some` is any position.
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

    /// Returns whether there are any.
    pub(crate) fn are_some(&self) -> bool {
        self.deferred.contains(&true)
    }

    /// Returns the decision points that are done in lanes, by their numbers.
    pub(crate) fn deferred(&self) -> &[bool] {
        &self.deferred
    }

    /// Returns the decision points at which games may wait for each other, by their numbers: also those that lanes do not know.
    pub(crate) fn waits(&self) -> Vec<bool> {
        self.pcs.iter().map(Option::is_some).collect()
    }

    /// Returns the instruction of a decision point with a seat at which games may wait.
    pub(crate) fn pc(&self, number: StopNumber) -> Option<u32> {
        self.pcs[number / self.rules.code.len()]
    }

    /// Returns how many decision points with a seat there are, with those that lanes do not know.
    pub(crate) fn len(&self) -> usize {
        self.stops.len()
    }

    /// Returns the number of a decision point with a seat.
    pub(crate) fn number(&self, decision: u32, seat: usize) -> StopNumber {
        decision as usize * self.rules.code.len() + seat
    }

    /// Returns what lanes know at a decision point with a seat.
    pub(crate) fn get(&self, number: StopNumber) -> Option<&LaneStop<'r>> {
        self.stops[number].as_ref()
    }

    /// Returns of which templates at a stop two moves may share a text; `None` if that is not known.
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

/// Returns the instruction of a decision point if it has one only. It has the same number in the code of each seat.
fn only_instruction(rules: &Rules, decision: u32) -> Option<u32> {
    let code = rules.code[0].iter();
    let mut asks = (0..)
        .zip(code)
        .filter(|(_, instr)| **instr == Instr::Ask(decision));
    let (pc, _) = asks.next()?;
    asks.next().is_none().then_some(pc)
}

/// What lanes know at a decision point with a seat.
#[derive(Debug)]
pub(crate) struct LaneStop<'r> {
    pub(crate) point: LanePoint<'r>,
    pub(crate) decision: u32,
    pub(crate) seat: SeatId,
    /// Its instruction, and the one that follows where nothing can be chosen.
    pub(crate) pc: u32,
    pub(crate) otherwise: u32,
    /// What the moves of each template do.
    moves: LaneMoves,
    pub(crate) is_player: bool,
    /// Outcomes of chance are not all as likely.
    pub(crate) is_weighted: bool,
}

impl<'r> LaneStop<'r> {
    /// Returns a decision point with a seat; `None` if lanes do not know it.
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
            is_player: !rules.is_chance(decision),
            is_weighted: rules.is_weighted(decision),
        })
    }

    /// Returns the decision point with what its moves do.
    #[inline]
    pub(crate) fn planned(&self) -> PlannedPoint<'_> {
        PlannedPoint {
            point: self.point,
            moves: &self.moves,
        }
    }
}
