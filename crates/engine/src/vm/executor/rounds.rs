//! Loops over the players.
//!
//! A loop takes two words of the position: the player who acted before it, and the player who began it.

use super::Executor;
use crate::ir::Layout;
use crate::ir::instructions::NumOperand;
use crate::vm::position::Fault;

impl Executor<'_> {
    /// Begins a loop: the first player acts. A backward loop begins with the player before the first.
    pub(super) fn begin_round(
        &mut self,
        word: usize,
        (first, backwards): (NumOperand, bool),
        pc: u32,
    ) -> Result<(), Fault> {
        let first = self.number(first, pc)?;
        let Ok(first) = u64::try_from(first) else {
            return Err(self.fault("nobody is named: who is to act here is `none`".into(), pc));
        };
        self.words[word] = self.words[Layout::ME];
        let seats = self.rules.code.len() as u64;
        let first = if backwards {
            (first + seats - 1) % seats
        } else {
            first
        };
        self.words[word + 1] = first;
        self.words[Layout::ME] = first;
        Ok(())
    }

    /// Passes the turn to the next player, or backwards to the previous one.
    #[inline]
    pub(super) fn pass_on(&mut self, backwards: bool) {
        let seats = self.rules.code.len();
        let next = match (self.me(), backwards) {
            (0, true) => seats - 1,
            (me, true) => me - 1,
            (me, false) if me + 1 == seats => 0,
            (me, false) => me + 1,
        };
        self.words[Layout::ME] = next as u64;
    }

    /// Returns whether the player who began the loop acts again.
    pub(super) fn is_round_over(&self, word: u32) -> bool {
        self.words[Layout::ME] == self.words[word as usize + 1]
    }

    /// Ends a loop: the player who acted before it acts again.
    pub(super) fn end_round(&mut self, word: usize) {
        self.words[Layout::ME] = self.words[word];
        self.words[word..word + 2].fill(0);
    }
}
