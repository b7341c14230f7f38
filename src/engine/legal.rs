//! The legal moves of a position, kept as sets: lists are made only at the edges.

use super::machine::{Env, Failed, Registers, with_registers};
use super::state::{Move, State};
use crate::rules::Rules;
use crate::rules::code::Choices;
use crate::rules::op::{Program, Reg};

/// The legal moves of a position; a buffer that can be filled again and again without allocating.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    registers: Registers,
    /// For each bucket: its mask, and how many moves lie before its end.
    buckets: Vec<(u16, u32)>,
    width: usize,
    ask: u16,
    me: u8,
}

impl Moves {
    /// Returns how many legal moves there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.buckets.last().map_or(0, |(_, end)| *end as usize)
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
        let bucket = self.buckets.iter().position(|(_, end)| at < *end)?;
        let before = if bucket == 0 {
            0
        } else {
            self.buckets[bucket - 1].1
        };
        let mask = self.registers.mask(self.buckets[bucket].0, self.width);
        self.mv(bucket, nth_bit(mask, at - before))
    }

    /// Returns the moves in order.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.buckets
            .iter()
            .enumerate()
            .flat_map(move |(bucket, (reg, _))| {
                let mask = self.registers.mask(*reg, self.width);
                bits(mask).filter_map(move |anchor| self.mv(bucket, anchor))
            })
    }

    /// Tells whether a move is among them.
    #[must_use]
    pub fn contains(&self, mv: Move) -> bool {
        let Some((reg, _)) = self.buckets.get(usize::from(mv.bucket)) else {
            return false;
        };
        let mask = self.registers.mask(*reg, self.width);
        let word = mask.get(mv.anchor as usize / 64).copied().unwrap_or(0);
        mv.ask == self.ask && mv.me == self.me && word >> (mv.anchor % 64) & 1 == 1
    }

    fn mv(&self, bucket: usize, anchor: u32) -> Option<Move> {
        let bucket = u16::try_from(bucket).ok()?;
        Some(Move {
            ask: self.ask,
            bucket,
            me: self.me,
            anchor,
        })
    }

    /// Forgets all moves: nobody owes a choice.
    pub(super) fn clear(&mut self) {
        self.buckets.clear();
    }

    /// Fills the buffer with what may be chosen at an ask.
    pub(super) fn fill(&mut self, rules: &Rules, state: &State, ask: u32) -> Result<(), Failed> {
        let env = env_of(state);
        let choices = &rules.asks[ask as usize].choices[env.me];
        let program = &rules.programs[choices.program as usize];
        self.width = rules.layout.width;
        (self.ask, self.me) = (
            u16::try_from(ask).unwrap_or(u16::MAX),
            u8::try_from(env.me).unwrap_or(u8::MAX),
        );
        self.registers.whole(rules, program, env)?;
        self.buckets.clear();
        let mut end = 0;
        for (reg, _) in &program.results {
            let Reg::Mask(reg) = *reg else { continue };
            end += self
                .registers
                .mask(reg, self.width)
                .iter()
                .map(|w| w.count_ones())
                .sum::<u32>();
            self.buckets.push((reg, end));
        }
        Ok(())
    }
}

/// Tells whether anything may be chosen at an ask; stops at the first bucket that has something.
pub(super) fn any(rules: &Rules, state: &State, choices: &Choices) -> Result<bool, Failed> {
    let program: &Program = &rules.programs[choices.program as usize];
    let (width, env) = (rules.layout.width, env_of(state));
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
pub(super) fn env_of(state: &State) -> Env<'_> {
    let me = usize::try_from(state.words[crate::rules::Layout::ME]).unwrap_or(0);
    Env {
        words: &state.words,
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
