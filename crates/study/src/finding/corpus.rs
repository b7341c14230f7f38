//! A corpus of positions in which earlier games met something new; later games continue from there, as in fuzzing.

use super::{PlayedStep, TriedLine};
use linstock_play::Chooser;
use linstock_play::Rules;
use rustc_hash::FxHashSet;

/// The size of the corpus.
const PLACES: usize = 400;
/// The number of words of a position in which to look for new values.
const WORDS: usize = 96;

/// The corpus: each position was the first with something new.
#[derive(Default)]
pub(super) struct SearchCorpus {
    /// Everything met so far: statements, endings, kinds of moves, the number of set bits of each word of a position.
    met: FxHashSet<(NewThing, u64)>,
    places: Vec<CorpusEntry>,
}

/// A kind of thing that a game may be the first to meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum NewThing {
    Statement,
    Ending,
    MoveKind,
    Decision,
    /// A word of a position; its number of set bits stands for the number of pieces of a kind, or for the size of a number.
    Word(u32),
}

struct CorpusEntry {
    line: TriedLine,
    /// The number of games that continued from here.
    picked: u32,
}

impl SearchCorpus {
    /// Adds a position to the corpus if a move met something new there.
    pub(super) fn note(
        &mut self,
        rules: &Rules,
        (line, step): (&TriedLine, &PlayedStep),
        chooser: &mut Chooser,
    ) {
        let mut is_new = false;
        for &at in &step.ran {
            is_new |= self.met.insert((NewThing::Statement, at.into()));
        }
        if let Some(end) = line.state.over {
            self.met.insert((NewThing::Ending, end.end.into()));
            return;
        }
        if let Some((_, mv)) = line.plies.last() {
            let kind = rules.move_kind(*mv).index();
            is_new |= self.met.insert((NewThing::MoveKind, kind as u64));
        }
        let decision = rules.decision(&line.state).unwrap_or(0);
        is_new |= self.met.insert((NewThing::Decision, decision.into()));
        let words = step.before.words.iter().zip(&line.state.words);
        for (at, (before, after)) in (0u32..).zip(words).take(WORDS) {
            if before != after {
                let bits = after.count_ones().into();
                is_new |= self.met.insert((NewThing::Word(at), bits));
            }
        }
        if is_new {
            self.keep(line, chooser);
        }
    }

    fn keep(&mut self, line: &TriedLine, chooser: &mut Chooser) {
        let place = CorpusEntry {
            line: line.clone(),
            picked: 0,
        };
        if self.places.len() < PLACES {
            self.places.push(place);
        } else if let Some(at) = chooser.index(PLACES) {
            self.places[at] = place;
        }
    }

    /// Picks the start of a game of up to `longest` moves: the least used of a few random entries.
    pub(super) fn pick(&mut self, longest: usize, chooser: &mut Chooser) -> Option<TriedLine> {
        let tried: Vec<usize> = (0..4)
            .filter_map(|_| chooser.index(self.places.len()))
            .filter(|at| self.places[*at].line.plies.len() < longest)
            .collect();
        let at = tried.into_iter().min_by_key(|at| self.places[*at].picked)?;
        let place = &mut self.places[at];
        place.picked += 1;
        Some(place.line.clone())
    }
}
