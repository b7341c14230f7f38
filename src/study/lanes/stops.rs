//! Where positions stand: decision points with a seat, and what lanes know of them.

use crate::ir::Rules;
use crate::ir::instructions::Instr;
use crate::model::SeatId;
use crate::play::notation::Sharing;
use crate::vm::Position;
use crate::vm::lanes::{LaneMoves, LanePoint, MeetingPair, PlannedPoint};
use std::sync::OnceLock;

/// The decision points of some rules that lanes know, each with every seat.
#[derive(Debug)]
pub(in crate::study) struct LaneStops<'r> {
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
pub(in crate::study) type StopNumber = usize;

impl<'r> LaneStops<'r> {
    /// Finds the decision points that can be done in lanes. `some` is any position.
    pub(in crate::study) fn of(rules: &'r Rules, some: &Position, sharing: &Sharing) -> Self {
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

    /// Tells whether there are any.
    pub(in crate::study) fn are_some(&self) -> bool {
        self.deferred.contains(&true)
    }

    /// Returns the decision points that are done in lanes, by their numbers.
    pub(in crate::study) fn deferred(&self) -> &[bool] {
        &self.deferred
    }

    /// Returns the decision points at which games may wait for each other, by their numbers: also those that lanes do not know.
    pub(in crate::study) fn waits(&self) -> Vec<bool> {
        self.pcs.iter().map(Option::is_some).collect()
    }

    /// Returns the instruction of a decision point with a seat at which games may wait.
    pub(in crate::study) fn pc(&self, number: StopNumber) -> Option<u32> {
        self.pcs[number / self.rules.code.len()]
    }

    /// Returns how many decision points with a seat there are, with those that lanes do not know.
    pub(in crate::study) fn len(&self) -> usize {
        self.stops.len()
    }

    /// Returns the number of a decision point with a seat.
    pub(in crate::study) fn number(&self, decision: u32, seat: usize) -> StopNumber {
        decision as usize * self.rules.code.len() + seat
    }

    /// Returns what lanes know at a decision point with a seat.
    pub(in crate::study) fn get(&self, number: StopNumber) -> Option<&LaneStop<'r>> {
        self.stops[number].as_ref()
    }

    /// Returns of which templates at a stop two moves may share a text; `None` if that is not known.
    pub(in crate::study) fn pairs<'s>(
        &self,
        stop: &'s LaneStop<'_>,
        sharing: &Sharing,
    ) -> Option<&'s [MeetingPair]> {
        let any = (self.rules, &self.some);
        let at = (stop.decision as usize, stop.seat);
        let pairs = stop.pairs.get_or_init(|| sharing.pairs(any, at));
        pairs.as_deref()
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
pub(in crate::study) struct LaneStop<'r> {
    pub(in crate::study) point: LanePoint<'r>,
    pub(in crate::study) decision: u32,
    pub(in crate::study) seat: SeatId,
    /// Its instruction, and the one that follows where nothing can be chosen.
    pub(in crate::study) pc: u32,
    pub(in crate::study) otherwise: u32,
    /// What the moves of each template do.
    moves: LaneMoves,
    /// Of which templates two moves may share a text, once somebody came here.
    pairs: OnceLock<Option<Vec<MeetingPair>>>,
    pub(in crate::study) is_player: bool,
    /// Outcomes of chance are not all as likely.
    pub(in crate::study) is_weighted: bool,
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
            pairs: OnceLock::new(),
            is_player: !rules.is_chance(decision),
            is_weighted: rules.is_weighted(decision),
        })
    }

    /// Returns the decision point with what its moves do.
    #[inline]
    pub(in crate::study) fn planned(&self) -> PlannedPoint<'_> {
        PlannedPoint {
            point: self.point,
            moves: &self.moves,
        }
    }
}
