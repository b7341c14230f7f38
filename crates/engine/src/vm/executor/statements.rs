//! Carries out one instruction: changes the words of the position, and finds the next instruction.

use super::Executor;
use crate::ir::bits;
use crate::ir::instructions::{Instr, NumOperand, ProgramId, SetOperand};
use crate::vm::position::Fault;

impl Executor<'_> {
    /// Carries out an instruction that [`Executor::run_from`] does not carry out itself, and returns the next one.
    pub(super) fn step(&mut self, instr: &Instr, pc: u32) -> Result<u32, Fault> {
        match *instr {
            Instr::Unless(cond, to) if self.number(cond, pc)? == 0 => return Ok(to),
            Instr::Take(points) => self.take(points, pc)?,
            Instr::Put(word, points) => self.put(word as usize, points, pc)?,
            Instr::PutOf(word, seat, points) => self.put_of(word, seat, points, pc)?,
            Instr::TakeSome(at) => self.take_some(at, pc)?,
            Instr::Draw(at) => self.draw(at, pc)?,
            Instr::Lay(drawing) => self.lay(drawing, pc)?,
            Instr::LayPart(part) => self.lay_part(part, pc)?,
            Instr::Must(cond, message) => self.must(cond, message, pc)?,
            Instr::Store(word, value, holds_seat) => {
                self.store(word as usize, value, holds_seat, pc)?;
            }
            Instr::StoreOf(word, value, holds_seat, seat) => {
                if let Some(seat) = self.seat(seat, pc)? {
                    self.store(word as usize + seat, value, holds_seat, pc)?;
                }
            }
            Instr::StoreEach(word, points, value, holds_seat) => {
                for point in bits(&self.mask(points, pc)?) {
                    self.store((word + point) as usize, value, holds_seat, pc)?;
                }
            }
            Instr::StoreMask(word, program) => self.store_mask(word as usize, program, pc)?,
            Instr::StoreMaskOf(word, program, seat) => {
                self.store_mask_of(word, program, seat, pc)?;
            }
            Instr::Reset(word, (size, copies), start) => {
                for copy in 0..copies {
                    self.reset((word + copy * size) as usize, size as usize, start as usize);
                }
            }
            Instr::ResetOf(word, size, start, seat) => {
                if let Some(seat) = self.seat(seat, pc)? {
                    let word = word as usize + seat * size as usize;
                    self.reset(word, size as usize, start as usize);
                }
            }
            Instr::Round(word, first) => self.begin_round(word as usize, (first, false), pc)?,
            Instr::RoundBack(word, first) => self.begin_round(word as usize, (first, true), pc)?,
            Instr::Cycle(word, first, backwards) => {
                self.begin_round(word as usize, (first, backwards), pc)?;
                self.words[word as usize + 1] = 0;
            }
            Instr::PreviousInRound(word, to) | Instr::NextInRound(word, to) => {
                self.pass_on(matches!(instr, Instr::PreviousInRound(..)));
                if !self.is_round_over(word) {
                    return Ok(to);
                }
            }
            Instr::EndRound(word) => self.end_round(word as usize),
            Instr::CountDown(word, to) => match &mut self.words[word as usize] {
                0 => return Ok(to),
                left => *left -= 1,
            },
            Instr::Clear(word, count) => self.words[word as usize..(word + count) as usize].fill(0),
            Instr::Note => self.record_position(pc),
            Instr::Reveal(decision) => {
                if let Some(body) = self.reveal(decision) {
                    return Ok(body);
                }
            }
            Instr::Transfer(at) => self.transfer(at, pc)?,
            Instr::Script(program) => self.script(program, pc)?,
            // The condition holds, or `run_from` carries out the instruction.
            Instr::Unless(..)
            | Instr::Jump(_)
            | Instr::Move(..)
            | Instr::PassOn(..)
            | Instr::Done(..)
            | Instr::Ask(_)
            | Instr::End(..) => {}
        }
        Ok(pc + 1)
    }

    /// Returns the seat of an operand; `None` for nobody.
    fn seat(&self, seat: NumOperand, pc: u32) -> Result<Option<usize>, Fault> {
        Ok(usize::try_from(self.number(seat, pc)?).ok())
    }

    fn put_of(
        &mut self,
        word: u32,
        seat: NumOperand,
        points: SetOperand,
        pc: u32,
    ) -> Result<(), Fault> {
        let Some(seat) = self.seat(seat, pc)? else {
            return Err(self.fault("nobody owns the piece that is to be put down".into(), pc));
        };
        self.put(word as usize + seat * self.rules.layout.width, points, pc)
    }

    /// Raises a fault with a message of the rules if a condition does not hold.
    fn must(&self, cond: NumOperand, message: u32, pc: u32) -> Result<(), Fault> {
        if self.number(cond, pc)? == 0 {
            return Err(self.fault(self.rules.must_messages[message as usize].clone(), pc));
        }
        Ok(())
    }

    fn store_mask(&mut self, word: usize, program: ProgramId, pc: u32) -> Result<(), Fault> {
        let points = self.mask(program, pc)?;
        self.write(word, &points);
        Ok(())
    }

    fn store_mask_of(
        &mut self,
        word: u32,
        program: ProgramId,
        seat: NumOperand,
        pc: u32,
    ) -> Result<(), Fault> {
        if let Some(seat) = self.seat(seat, pc)? {
            self.store_mask(word as usize + seat * self.rules.layout.width, program, pc)?;
        }
        Ok(())
    }

    /// Writes a number to a word; a seat or row is stored plus 1, so that 0 means nobody.
    fn store(
        &mut self,
        word: usize,
        value: NumOperand,
        holds_seat: bool,
        pc: u32,
    ) -> Result<(), Fault> {
        let value = self.number(value, pc)?;
        self.words[word] = if holds_seat {
            (value + 1).cast_unsigned()
        } else {
            value.cast_unsigned()
        };
        Ok(())
    }

    /// Writes several words.
    pub(super) fn write(&mut self, word: usize, words: &[u64]) {
        self.words[word..word + words.len()].copy_from_slice(words);
    }

    /// Writes the words of a constant: the start value of a memory.
    fn reset(&mut self, word: usize, size: usize, constant: usize) {
        let at = constant * self.rules.layout.width;
        let start = &self.rules.constants[at..at + size];
        self.words[word..word + size].copy_from_slice(start);
    }

    /// Adds the position's hash to the history, and counts the occurrences of the position at this statement.
    pub(super) fn record_position(&mut self, pc: u32) {
        let hash = self.rules.place_hash(self.words, pc);
        self.fuel.spend(self.history.len());
        let earlier = u32::try_from(self.history.occurrences(hash)).unwrap_or(u32::MAX);
        self.repetitions = earlier.saturating_add(1);
        self.history.push(hash);
    }
}
