//! The legal moves of a position, kept as sets: lists are made only at the edges.

use super::heaps::{Mixtures, mixtures};
use super::machine::{Env, Failed, Registers, by_width, with_registers};
use super::state::Move;
use crate::base::Span;
use crate::rules::code::Choices;
use crate::rules::op::{Program, Reg};
use crate::rules::{Rules, bits};

/// The legal moves of a position; a buffer that can be filled again and again without allocating.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    registers: Registers,
    /// The register of each bucket's mask.
    buckets: Vec<u16>,
    /// What may be drawn at each bucket that draws a heap; empty if none does.
    mixtures: Vec<Option<Mixtures>>,
    len: u32,
    width: usize,
    ask: u16,
    me: u8,
}

impl Moves {
    /// Returns how many legal moves there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Tells whether there is no legal move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the move at a place of the list; the order is stable but its own.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<Move> {
        let at = u32::try_from(at).ok().filter(|at| *at < self.len)?;
        by_width!(self.width, W => self.find::<W>(at))
    }

    fn find<const W: usize>(&self, mut at: u32) -> Option<Move> {
        let masks = self.registers.masks::<W>();
        for (bucket, reg) in (0..).zip(&self.buckets) {
            let mask = &masks[usize::from(*reg)];
            if let Some(mixtures) = self.drawn(bucket) {
                let count = if ones(mask) == 0 { 0 } else { mixtures.len() };
                if at < count {
                    return Some(self.mv(bucket, at));
                }
                at -= count;
                continue;
            }
            let count = ones(mask);
            if at < count {
                return Some(self.mv(bucket, nth_bit(mask, at)));
            }
            at -= count;
        }
        None
    }

    /// Returns the moves in order.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        (0..).zip(&self.buckets).flat_map(move |(bucket, reg)| {
            let mask = self.registers.mask(*reg, self.width);
            let drawn = self.drawn(bucket).map(|mixtures| {
                let some = mask.iter().any(|w| *w != 0);
                0..if some { mixtures.len() } else { 0 }
            });
            let points = bits(mask).filter(move |_| self.drawn(bucket).is_none());
            let anchors = drawn.into_iter().flatten().chain(points);
            anchors.map(move |anchor| self.mv(bucket, anchor))
        })
    }

    /// Tells whether a move is among them.
    #[must_use]
    pub fn contains(&self, mv: Move) -> bool {
        let Some(reg) = self.buckets.get(usize::from(mv.bucket)) else {
            return false;
        };
        let mask = self.registers.mask(*reg, self.width);
        if (mv.ask, mv.me) != (self.ask, self.me) {
            return false;
        }
        if let Some(mixtures) = self.drawn(mv.bucket) {
            return mv.anchor < mixtures.len() && mask.iter().any(|w| *w != 0);
        }
        let word = mask.get(mv.anchor as usize / 64);
        word.is_some_and(|word| word >> (mv.anchor % 64) & 1 == 1)
    }

    /// Returns what may be drawn at a bucket that draws a heap.
    fn drawn(&self, bucket: u16) -> Option<&Mixtures> {
        self.mixtures.get(usize::from(bucket))?.as_ref()
    }

    fn mv(&self, bucket: u16, anchor: u32) -> Move {
        Move {
            ask: self.ask,
            bucket,
            me: self.me,
            anchor,
        }
    }

    /// Forgets all moves: nobody owes a choice.
    pub(super) fn clear(&mut self) {
        self.buckets.clear();
        self.mixtures.clear();
        self.len = 0;
    }

    /// Fills the buffer with what the player who is `me` there may choose at an ask.
    pub(super) fn fill(&mut self, rules: &Rules, env: Env<'_>, ask: u32) -> Result<(), Failed> {
        self.fill_unsifted(rules, env, ask)?;
        if rules.asks[ask as usize].choices[env.me].leaves {
            // Several buckets may have one mask: each gets a copy of its own.
            for reg in &mut self.buckets {
                *reg = self.registers.copied(*reg, self.width);
            }
            self.sift(rules, env, ask)?;
        }
        Ok(())
    }

    /// Fills the buffer without asking what the moves leave.
    pub(super) fn fill_unsifted(
        &mut self,
        rules: &Rules,
        env: Env<'_>,
        ask: u32,
    ) -> Result<(), Failed> {
        let choices = &rules.asks[ask as usize].choices[env.me];
        let program = &rules.programs[choices.program as usize];
        self.width = rules.layout.width;
        (self.ask, self.me) = (
            u16::try_from(ask).unwrap_or(u16::MAX),
            u8::try_from(env.me).unwrap_or(u8::MAX),
        );
        self.registers.whole(rules, program, env)?;
        self.buckets.clone_from(&choices.masks);
        self.mixtures.clear();
        self.len = by_width!(self.width, W => self.count::<W>());
        if choices.heaps {
            self.draw(rules, choices, env)?;
        }
        Ok(())
    }

    /// Returns the moves of a bucket.
    pub(super) fn in_bucket(&self, bucket: u16) -> Vec<Move> {
        let mask = self
            .registers
            .mask(self.buckets[usize::from(bucket)], self.width);
        bits(mask).map(|anchor| self.mv(bucket, anchor)).collect()
    }

    /// Takes a move out of the list.
    pub(super) fn take_out(&mut self, mv: Move) {
        let reg = self.buckets[usize::from(mv.bucket)];
        let mask = self.registers.mask_mut(reg, self.width);
        mask[mv.anchor as usize / 64] &= !(1 << (mv.anchor % 64));
        self.len -= 1;
    }

    /// Counts what may be drawn, in place of the one bit that says that something may.
    fn draw(&mut self, rules: &Rules, choices: &Choices, env: Env<'_>) -> Result<(), Failed> {
        for (bucket, reg) in choices.buckets.iter().zip(&self.buckets) {
            let any = self
                .registers
                .mask(*reg, self.width)
                .iter()
                .any(|w| *w != 0);
            let drawn = match &bucket.heap {
                Some(heap) if any => Some(few_enough(mixtures(rules, heap, env)?)?),
                Some(_) => Some(Mixtures::default()),
                None => None,
            };
            if let Some(drawn) = &drawn {
                self.len = (self.len - u32::from(any)).saturating_add(drawn.len());
            }
            self.mixtures.push(drawn);
        }
        Ok(())
    }

    fn count<const W: usize>(&self) -> u32 {
        let masks = self.registers.masks::<W>();
        let counts = self
            .buckets
            .iter()
            .map(|reg| ones(&masks[usize::from(*reg)]));
        counts.sum()
    }
}

/// Refuses more mixtures than anybody could choose from.
fn few_enough(mixtures: Mixtures) -> Result<Mixtures, Failed> {
    if mixtures.len() <= MOST_MIXTURES {
        return Ok(mixtures);
    }
    Err(Failed {
        why: format!(
            "there are more than {MOST_MIXTURES} mixtures to choose from; let fewer be drawn at once"
        ),
        span: Span::default(),
    })
}

/// The most mixtures of things that are offered at once.
const MOST_MIXTURES: u32 = 1_000_000;

fn ones<const W: usize>(mask: &[u64; W]) -> u32 {
    mask.iter().map(|word| word.count_ones()).sum()
}

/// Tells whether anything may be chosen at an ask; stops at the first bucket that has something.
pub(super) fn any(rules: &Rules, env: Env<'_>, ask: u32) -> Result<bool, Failed> {
    let choices = &rules.asks[ask as usize].choices[env.me];
    if choices.leaves {
        let mut moves = Moves::default();
        moves.fill(rules, env, ask)?;
        return Ok(!moves.is_empty());
    }
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
