//! The legal moves of a position, kept as sets: lists are made only at the edges.

use super::machine::{Env, Failed, Registers, by_width, with_registers};
use super::state::Move;
use crate::rules::Rules;
use crate::rules::code::Choices;
use crate::rules::op::{Program, Reg};

/// The legal moves of a position; a buffer that can be filled again and again without allocating.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    registers: Registers,
    /// The buckets that have a move.
    buckets: Vec<Filled>,
    width: usize,
    ask: u16,
    me: u8,
}

/// A bucket that has a move.
#[derive(Clone, Copy, Debug, Default)]
struct Filled {
    /// Its number.
    bucket: u16,
    /// The register of its mask.
    mask: u16,
    /// How many moves lie before its end.
    end: u32,
}

impl Moves {
    /// Returns how many legal moves there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.buckets.last().map_or(0, |last| last.end as usize)
    }

    /// Tells whether there is no legal move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the move at a place of the list; the order is stable but its own.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<Move> {
        let at = u32::try_from(at).ok()?;
        let mut before = 0;
        for filled in &self.buckets {
            if at < filled.end {
                return Some(self.mv(*filled, nth_bit(self.mask(*filled), at - before)));
            }
            before = filled.end;
        }
        None
    }

    /// Returns the moves in order.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.buckets
            .iter()
            .flat_map(|filled| bits(self.mask(*filled)).map(|anchor| self.mv(*filled, anchor)))
    }

    /// Tells whether a move is among them.
    #[must_use]
    pub fn contains(&self, mv: Move) -> bool {
        let Some(filled) = self.buckets.iter().find(|f| f.bucket == mv.bucket) else {
            return false;
        };
        let word = self.mask(*filled).get(mv.anchor as usize / 64);
        mv.ask == self.ask
            && mv.me == self.me
            && word.is_some_and(|word| word >> (mv.anchor % 64) & 1 == 1)
    }

    fn mask(&self, filled: Filled) -> &[u64] {
        self.registers.mask(filled.mask, self.width)
    }

    fn mv(&self, filled: Filled, anchor: u32) -> Move {
        Move {
            ask: self.ask,
            bucket: filled.bucket,
            me: self.me,
            anchor,
        }
    }

    /// Forgets all moves: nobody owes a choice.
    pub(super) fn clear(&mut self) {
        self.buckets.clear();
    }

    /// Fills the buffer with what the player who is `me` there may choose at an ask.
    pub(super) fn fill(&mut self, rules: &Rules, env: Env<'_>, ask: u32) -> Result<(), Failed> {
        let choices = &rules.asks[ask as usize].choices[env.me];
        let program = &rules.programs[choices.program as usize];
        self.width = rules.layout.width;
        (self.ask, self.me) = (
            u16::try_from(ask).unwrap_or(u16::MAX),
            u8::try_from(env.me).unwrap_or(u8::MAX),
        );
        self.registers.whole(rules, program, env)?;
        by_width!(self.width, W => self.count::<W>(program));
        Ok(())
    }

    /// Notes the buckets that have moves, and how many.
    fn count<const W: usize>(&mut self, program: &Program) {
        let masks = self.registers.masks::<W>();
        let room = self.buckets.len().max(program.results.len());
        self.buckets.resize(room, Filled::default());
        let (mut filled, mut end) = (0, 0);
        // Without a branch: which buckets have moves cannot be foretold.
        for (bucket, (reg, _)) in (0..).zip(&program.results) {
            let Reg::Mask(mask) = *reg else { continue };
            let words = &masks[usize::from(mask)];
            let count = words.iter().map(|w| w.count_ones()).sum::<u32>();
            end += count;
            self.buckets[filled] = Filled { bucket, mask, end };
            filled += usize::from(count > 0);
        }
        self.buckets.truncate(filled);
    }
}

/// Tells whether anything may be chosen at an ask; stops at the first bucket that has something.
pub(super) fn any(rules: &Rules, env: Env<'_>, choices: &Choices) -> Result<bool, Failed> {
    let program: &Program = &rules.programs[choices.program as usize];
    let width = rules.layout.width;
    with_registers(|registers| {
        registers.begin(program, width);
        for (reg, known) in &program.results {
            // A script that fails must fail when the wait is reached, not later when its moves are listed.
            let to = if choices.scripted {
                program.ops.len()
            } else {
                *known as usize
            };
            registers.run(rules, program, to, env)?;
            if let Reg::Mask(reg) = *reg
                && registers.mask(reg, width).iter().any(|w| *w != 0)
            {
                return Ok(true);
            }
        }
        Ok(false)
    })
}

/// Returns what the programs of an ask read.
pub(super) fn env_of(words: &[u64]) -> Env<'_> {
    let me = usize::try_from(words[crate::rules::Layout::ME]).unwrap_or(0);
    Env {
        words,
        last: None,
        seen: 0,
        me,
    }
}

/// Returns the place of the n-th set bit.
fn nth_bit(mask: &[u64], mut n: u32) -> u32 {
    let mut base = 0;
    for word in mask {
        let ones = word.count_ones();
        if n < ones {
            let mut rest = *word;
            for _ in 0..n {
                rest &= rest - 1;
            }
            return base + rest.trailing_zeros();
        }
        n -= ones;
        base += 64;
    }
    base
}

/// Returns the places of the set bits.
pub(super) fn bits(mask: &[u64]) -> impl Iterator<Item = u32> + '_ {
    (0u32..).step_by(64).zip(mask).flat_map(|(base, word)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros();
            (rest != 0).then(|| {
                rest &= rest - 1;
                base + bit
            })
        })
    })
}
