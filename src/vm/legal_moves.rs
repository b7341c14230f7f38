//! The legal moves of a position, kept as sets: lists are made only at the edges.

use crate::base::Span;
use crate::ir::instructions::SeatChoices;
use crate::ir::program::{Program, Reg};
use crate::ir::{Rules, bits};
use crate::vm::interpreter::{Env, Failed, Registers, by_width, with_registers};
use crate::vm::multisets::{Mixtures, mixtures};
use crate::vm::position::Move;

/// The legal moves of a position; a buffer that can be filled again and again without allocating.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    registers: Registers,
    buckets: Vec<Listed>,
    /// What may be drawn at each bucket that draws a heap, nothing where its mask is empty; an empty list if none does.
    mixtures: Vec<Option<Mixtures>>,
    width: usize,
    ask: u16,
    me: u8,
}

/// The moves of a bucket.
#[derive(Clone, Copy, Debug)]
struct Listed {
    /// The register of its mask.
    mask: u16,
    /// How many moves there are with those of the buckets before it.
    upto: u32,
}

impl MoveList {
    /// Returns how many legal moves there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.buckets.last().map_or(0, |last| last.upto as usize)
    }

    /// Tells whether there is no legal move.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the move at a place of the list; the order is stable but its own.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<Move> {
        let at = u32::try_from(at).ok()?;
        let bucket = self.buckets.iter().position(|bucket| at < bucket.upto)?;
        let before = self.buckets[..bucket].last().map_or(0, |last| last.upto);
        let mask = self.mask(self.buckets[bucket]);
        let bucket = u16::try_from(bucket).ok()?;
        Some(match self.drawn(bucket) {
            Some(_) => self.mv(bucket, at - before),
            None => self.mv(bucket, nth_bit(mask, at - before)),
        })
    }

    /// Returns the moves in order.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        (0..).zip(&self.buckets).flat_map(move |(bucket, listed)| {
            let drawn = self.drawn(bucket).map(|mixtures| 0..mixtures.len());
            let points = bits(self.mask(*listed)).filter(move |_| self.drawn(bucket).is_none());
            let anchors = drawn.into_iter().flatten().chain(points);
            anchors.map(move |anchor| self.mv(bucket, anchor))
        })
    }

    /// Tells whether a move is among them.
    #[must_use]
    pub fn contains(&self, mv: Move) -> bool {
        let Some(listed) = self.buckets.get(usize::from(mv.bucket)) else {
            return false;
        };
        if (mv.ask, mv.me) != (self.ask, self.me) {
            return false;
        }
        if let Some(mixtures) = self.drawn(mv.bucket) {
            return mv.anchor < mixtures.len();
        }
        let word = self.mask(*listed).get(mv.anchor as usize / 64);
        word.is_some_and(|word| word >> (mv.anchor % 64) & 1 == 1)
    }

    /// Returns what may be drawn at a bucket that draws a heap.
    fn drawn(&self, bucket: u16) -> Option<&Mixtures> {
        self.mixtures.get(usize::from(bucket))?.as_ref()
    }

    fn mask(&self, bucket: Listed) -> &[u64] {
        self.registers.mask(bucket.mask, self.width)
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
    pub(crate) fn clear(&mut self) {
        self.buckets.clear();
        self.mixtures.clear();
    }

    /// Fills the buffer with what the player who is `me` there may choose at an ask.
    pub(crate) fn fill(&mut self, rules: &Rules, env: Env<'_>, ask: u32) -> Result<(), Failed> {
        self.fill_unsifted(rules, env, ask)?;
        if rules.decision_points[ask as usize].choices[env.me].leaves {
            // Several buckets may have one mask: each gets a copy of its own.
            for bucket in &mut self.buckets {
                bucket.mask = self.registers.copied(bucket.mask, self.width);
            }
            self.filter_by_postcondition(rules, env, ask)?;
            self.count();
        }
        Ok(())
    }

    /// Fills the buffer without asking what the moves leave.
    #[inline(always)]
    pub(crate) fn fill_unsifted(
        &mut self,
        rules: &Rules,
        env: Env<'_>,
        ask: u32,
    ) -> Result<(), Failed> {
        let choices = &rules.decision_points[ask as usize].choices[env.me];
        self.width = rules.layout.width;
        (self.ask, self.me) = (
            u16::try_from(ask).unwrap_or(u16::MAX),
            u8::try_from(env.me).unwrap_or(u8::MAX),
        );
        self.clear();
        by_width!(self.width, W => self.fill_wide::<W>(rules, choices, env))
    }

    #[inline(always)]
    fn fill_wide<const W: usize>(
        &mut self,
        rules: &Rules,
        choices: &SeatChoices,
        env: Env<'_>,
    ) -> Result<(), Failed> {
        let program = &rules.programs[choices.program as usize];
        self.registers.whole_wide::<W>(rules, program, env)?;
        let masks = self.registers.masks::<W>();
        let mut upto = 0;
        self.buckets.extend(choices.masks.iter().map(|&mask| {
            upto += ones(&masks[usize::from(mask)]);
            Listed { mask, upto }
        }));
        if choices.heaps {
            self.draw(rules, choices, env)?;
            self.count();
        }
        Ok(())
    }

    /// Returns the moves of a bucket.
    pub(crate) fn in_bucket(&self, bucket: u16) -> Vec<Move> {
        let mask = self.mask(self.buckets[usize::from(bucket)]);
        bits(mask).map(|anchor| self.mv(bucket, anchor)).collect()
    }

    /// Takes a move out of the list, which must be counted again then.
    pub(crate) fn take_out(&mut self, mv: Move) {
        let reg = self.buckets[usize::from(mv.bucket)].mask;
        let mask = self.registers.mask_mut(reg, self.width);
        mask[mv.anchor as usize / 64] &= !(1 << (mv.anchor % 64));
    }

    /// Finds out what may be drawn, in place of the one bit that says that something may.
    fn draw(&mut self, rules: &Rules, choices: &SeatChoices, env: Env<'_>) -> Result<(), Failed> {
        for (bucket, listed) in choices.buckets.iter().zip(&self.buckets) {
            let any = self.mask(*listed).iter().any(|w| *w != 0);
            let drawn = match &bucket.heap {
                Some(heap) if any => Some(few_enough(mixtures(rules, heap, env)?)?),
                Some(_) => Some(Mixtures::default()),
                None => None,
            };
            self.mixtures.push(drawn);
        }
        Ok(())
    }

    /// Counts the moves of each bucket again.
    fn count(&mut self) {
        let mut upto = 0u32;
        for at in 0..self.buckets.len() {
            upto = upto.saturating_add(match self.mixtures.get(at) {
                Some(Some(mixtures)) => mixtures.len(),
                _ => self
                    .mask(self.buckets[at])
                    .iter()
                    .map(|w| w.count_ones())
                    .sum(),
            });
            self.buckets[at].upto = upto;
        }
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
pub(crate) fn any(rules: &Rules, env: Env<'_>, ask: u32) -> Result<bool, Failed> {
    let choices = &rules.decision_points[ask as usize].choices[env.me];
    if choices.leaves {
        let mut moves = MoveList::default();
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
#[inline]
pub(crate) fn env_of(words: &[u64]) -> Env<'_> {
    let me = usize::try_from(words[crate::ir::Layout::ME]).unwrap_or(0);
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
