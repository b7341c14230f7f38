//! Which kind of input comes next: by count in a short run, by time in a long one.

use crate::program_tests::campaign::figures::Figures;
use crate::program_tests::campaign::inputs::Kind;
use std::time::{Duration, Instant};

/// In which order the kinds of inputs take turns.
#[derive(Clone, Copy, Debug)]
pub(super) enum TurnOrder {
    /// The number of inputs of each kind in a row, repeated: the same inputs on every machine.
    Rounds(&'static [(Kind, usize)]),
    /// Each kind gets its share of the time ([`Kind::share`]), so that of the cheap ones many are tried.
    Shares,
}

/// How long one kind is tried before another has its turn, where time is shared.
const TURN: Duration = Duration::from_millis(100);

/// Says which kind has its turn.
#[derive(Debug)]
pub(super) struct Turns {
    order: TurnOrder,
    number: usize,
    at_work: Option<(Kind, Instant)>,
}

impl Turns {
    pub(super) fn new(order: TurnOrder) -> Self {
        Self {
            order,
            number: 0,
            at_work: None,
        }
    }

    /// Returns the kind of the next input, and whether its turn begins with it.
    pub(super) fn next(&mut self, figures: &Figures) -> (Kind, bool) {
        let round = match self.order {
            TurnOrder::Rounds(round) => round,
            TurnOrder::Shares => return self.share(figures),
        };
        let kind = nth(self.number, round);
        self.number += 1;
        (kind, false)
    }

    /// Goes on with the kind at work until its turn is over; then the kind that had the least of its share so far comes.
    fn share(&mut self, figures: &Figures) -> (Kind, bool) {
        if let Some((kind, since)) = self.at_work
            && since.elapsed() < TURN
        {
            return (kind, false);
        }
        let had = |kind: &&Kind| figures.time_of(**kind) / kind.share();
        let least = Kind::ALL.iter().min_by_key(had);
        let kind = least.copied().unwrap_or(Kind::EditedRules);
        self.at_work = Some((kind, Instant::now()));
        (kind, true)
    }
}

/// Returns the kind of an input by its number.
fn nth(number: usize, round: &[(Kind, usize)]) -> Kind {
    let all = round.iter().map(|(_, count)| count).sum::<usize>().max(1);
    let mut at = number % all;
    for (kind, count) in round {
        if at < *count {
            return *kind;
        }
        at -= count;
    }
    Kind::EditedRules
}
