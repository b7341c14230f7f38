//! Finds endless loops in the rules: no player has a legal move any more, and a round changes nothing.

use crate::vm::executor::Executor;
use crate::vm::position::Fault;

/// The number of decision points without a legal move that may be skipped before the search for a loop begins. Play
/// rarely skips several in a row.
const FREE: u32 = 64;

/// The decision points that were skipped since a run began.
#[derive(Default)]
pub(super) struct PassedOver {
    times: u32,
    /// The instruction of the last one.
    last: u32,
    kept: Option<Moment>,
}

/// The state that determines how a run continues from a skipped decision point.
#[derive(PartialEq)]
struct Moment {
    pc: u32,
    /// The number of positions recorded for `seen`.
    noted: usize,
    words: Vec<u64>,
}

impl PassedOver {
    /// Starts the count at `times`, with no moment kept.
    pub(super) fn after(times: u32) -> Self {
        Self {
            times,
            ..Self::default()
        }
    }

    /// Records a skipped decision point. Returns true if the state equals an earlier one, so that the run never ends.
    ///
    /// The moment to compare with is replaced at the 64th, 128th, 256th time and so on (Brent's cycle detection): so each
    /// cycle is found after at most three times its length.
    fn comes_round(&mut self, pc: u32, noted: usize, words: &[u64]) -> bool {
        self.times = self.times.saturating_add(1);
        self.last = pc;
        if self.times < FREE {
            return false;
        }
        let same = |kept: &Moment| (kept.pc, kept.noted) == (pc, noted) && kept.words == words;
        if self.kept.as_ref().is_some_and(same) {
            return true;
        }
        if self.times.is_power_of_two() {
            self.kept = Some(Moment {
                pc,
                noted,
                words: words.to_vec(),
            });
        }
        false
    }

    /// Returns the last skipped decision point, if many were skipped: a run that uses up its fuel loops there.
    pub(super) fn last_of_many(&self) -> Option<u32> {
        (self.times >= FREE).then_some(self.last)
    }
}

impl Executor<'_> {
    /// Skips a decision point where no player has a legal move.
    #[cold]
    pub(super) fn pass_over(&mut self, pc: u32) -> Result<(), Fault> {
        let noted = self.history.len();
        if self.passed_over.comes_round(pc, noted, self.words) {
            return Err(self.endless(pc));
        }
        Ok(())
    }

    /// Creates the fault of a decision point that recurs for ever without a legal move.
    #[cold]
    pub(super) fn endless(&self, pc: u32) -> Fault {
        let message = "nobody can choose anything any more, and the rules go round for ever; \
             say what happens then, as in `otherwise draw \"nobody can move\"`";
        self.fault(message.to_owned(), pc)
    }
}

#[cfg(test)]
mod tests {
    use super::PassedOver;

    /// Runs through a tail and then a cycle of moments; returns the time at which the cycle is found.
    fn found_at(tail: u64, circle: u64) -> Option<u64> {
        let mut passed = PassedOver::default();
        let moment = |at: u64| {
            if at < tail {
                at
            } else {
                tail + (at - tail) % circle
            }
        };
        (0..10_000).find(|at| passed.comes_round(7, 0, &[moment(*at)]))
    }

    #[test]
    fn every_circle_is_found_and_nothing_else() {
        for (tail, circle) in [(0, 1), (100, 1), (0, 65), (70, 1000), (500, 3)] {
            let found = found_at(tail, circle).expect("it is a circle");
            assert!(
                found <= 3 * (tail + circle).max(64),
                "{tail} {circle}: {found}"
            );
        }
        assert_eq!(found_at(10_000, 1), None);
    }

    #[test]
    fn what_is_noted_for_seen_is_a_change() {
        let mut passed = PassedOver::default();
        assert!(!(0..10_000).any(|noted| passed.comes_round(7, noted, &[1])));
    }
}
