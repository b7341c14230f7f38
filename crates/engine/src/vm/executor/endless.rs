//! Finds rules that go round for ever: nobody can choose anything any more, and a round changes nothing.

use crate::vm::executor::Executor;
use crate::vm::position::Fault;

/// How many decision points without a choice may be passed over before each is recorded. In play there are few in a row.
const FREE: u32 = 64;

/// What is known of the questions that were passed over since a run began.
#[derive(Default)]
pub(super) struct PassedOver {
    times: u32,
    /// Where the last of them stands.
    last: u32,
    kept: Option<Moment>,
}

/// All that decides how a run goes on from a question that is passed over.
#[derive(PartialEq)]
struct Moment {
    pc: u32,
    /// How many positions were noted for `seen`.
    noted: usize,
    words: Vec<u64>,
}

impl PassedOver {
    /// Begins after so many questions that were passed over; nothing is kept of them.
    pub(super) fn after(times: u32) -> Self {
        Self {
            times,
            ..Self::default()
        }
    }

    /// Notes that a question is passed over; tells whether all was just so at an earlier one, so that the run never ends.
    ///
    /// The moment that is compared is taken anew at the 64th, 128th, 256th time and so on (Brent's way of finding circles):
    /// so each circle is found, after three times its length at the most.
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

    /// Returns where the last question stands, if many were passed over: a run that uses its fuel up goes round there.
    pub(super) fn last_of_many(&self) -> Option<u32> {
        (self.times >= FREE).then_some(self.last)
    }
}

impl Executor<'_> {
    /// Passes over a question to which nobody has an answer.
    #[cold]
    pub(super) fn pass_over(&mut self, pc: u32) -> Result<(), Fault> {
        let noted = self.history.len();
        if self.passed_over.comes_round(pc, noted, self.words) {
            return Err(self.endless(pc));
        }
        Ok(())
    }

    /// Makes the fault of a question that comes again and again, and that nobody can answer.
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

    /// Goes round a circle of so many moments after a tail; returns at which time it was found.
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
