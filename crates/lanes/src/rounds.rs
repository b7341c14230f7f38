//! Loops over the players, in many lanes at once: they change the acting player.

use super::field::{LaneBits, lanes_differing, spread};
use super::strands::{LaneEnd, Strand, StrandRunner};
use super::values::{clear, store};
use super::{Block, LANES};
use linstock_engine::ir::Layout;

/// The start of a loop over the players.
#[derive(Clone, Copy)]
pub(super) struct RoundStart {
    /// The first word of its state.
    pub(super) word: u32,
    /// Whether it runs backwards, beginning with the player before the first.
    pub(super) backwards: bool,
    /// Whether it never ends.
    pub(super) is_cycle: bool,
}

impl StrandRunner<'_> {
    /// Begins a loop over the players. The strand splits by the first player.
    #[inline(always)]
    pub(super) fn begin_round(&mut self, strand: Strand, start: RoundStart, words: &mut [Block]) {
        let (word, seats) = (start.word as usize, self.seats() as i64);
        let (mut first, mut named) = ([0; LANES], 0);
        for (lane, first) in first.iter_mut().enumerate() {
            let number = self.numbers[0][lane];
            named |= u64::from(number >= 0) << lane;
            let number = number + if start.backwards { seats - 1 } else { 0 };
            // Not a division, which is slow in lanes.
            *first = (number - if number >= seats { seats } else { 0 }).cast_unsigned();
        }
        // If nobody is named, the executor reports it.
        self.end(strand.lanes & !named, LaneEnd::Open(strand.pc));
        let lanes = strand.lanes & named;
        spread(lanes, &mut self.on);
        let before = words[Layout::ME];
        store(&mut words[word], &before, &self.on);
        let kept = if start.is_cycle { [0; LANES] } else { first };
        store(&mut words[word + 1], &kept, &self.on);
        self.act((lanes, strand.pc + 1), &first, words);
    }

    /// Ends a loop: the player who acted before it acts again.
    #[inline(always)]
    pub(super) fn end_round(&mut self, strand: Strand, word: u32, words: &mut [Block]) {
        let before = words[word as usize];
        clear(words, (word, 2), &self.on);
        self.act((strand.lanes, strand.pc + 1), &before, words);
    }

    /// Sets the acting player of each lane, and continues at an instruction.
    #[inline(always)]
    fn act(&mut self, (lanes, pc): (LaneBits, u32), players: &Block, words: &mut [Block]) {
        store(&mut words[Layout::ME], players, &self.on);
        for me in 0..self.seats() {
            let own = lanes & !lanes_differing(players, &[me as u64; LANES]);
            self.add(own, pc, me);
        }
    }

    /// Passes the turn in a loop. The strand splits if the loop is over only in some lanes.
    #[inline(always)]
    pub(super) fn pass(
        &mut self,
        Strand { lanes, pc, me }: Strand,
        (word, to): (u32, u32),
        backwards: bool,
        words: &mut [Block],
    ) {
        let me = self.beside(me, backwards);
        store(&mut words[Layout::ME], &[me as u64; LANES], &self.on);
        let first = &words[word as usize + 1];
        let over = lanes & !lanes_differing(first, &[me as u64; LANES]);
        self.add(over, pc + 1, me);
        self.add(lanes & !over, to, me);
    }

    /// Returns the player after `me`, or before.
    pub(super) fn beside(&self, me: usize, backwards: bool) -> usize {
        let seats = self.seats();
        (me + if backwards { seats - 1 } else { 1 }) % seats
    }
}
