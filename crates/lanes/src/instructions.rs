//! Instructions, run in all lanes of a strand.

use super::field::{LaneBits, lanes_of, spread};
use super::pieces::{self, PutPieces, mark};
use super::rounds::RoundStart;
use super::strands::{LaneEnd, Strand, StrandRunner};
use super::values::{clear, store};
use super::{Block, LANES};
use linstock_engine::ir::Layout;
use linstock_engine::ir::instructions::{Instr, NumOperand, SetOperand};
use linstock_engine::vm::position::GameEnd;

/// After this many instructions, the executor continues; it detects rules that loop forever.
const MOST_INSTRUCTIONS: u32 = 20_000;

impl StrandRunner<'_> {
    /// Runs instructions, always for the strand at the first of them, so that strands that split join again.
    #[inline(always)]
    pub(super) fn go_on(&mut self, words: &mut [Block]) {
        let mut done = 0;
        while let Some(first) = self.first() {
            let strand = self.take_out(first);
            done += 1;
            let instr = &self.rules.code[strand.me][strand.pc as usize];
            match self.evaluate(strand, words) {
                Some(lanes) if done <= MOST_INSTRUCTIONS => {
                    self.step(instr, Strand { lanes, ..strand }, words);
                }
                _ => self.end(strand.lanes, LaneEnd::Open(strand.pc)),
            }
        }
    }

    /// Runs one instruction whose operands are known.
    #[inline(always)]
    fn step(&mut self, instr: &Instr, strand: Strand, words: &mut [Block]) {
        let Strand { lanes, pc, me } = strand;
        match *instr {
            Instr::Ask(decision) if self.deferred[decision as usize] => {
                self.end(lanes, LaneEnd::Stopped(decision, me));
            }
            Instr::Jump(to) => self.add(lanes, to, me),
            Instr::Unless(_, to) => {
                self.add(lanes & self.holds, pc + 1, me);
                self.add(lanes & !self.holds, to, me);
            }
            Instr::Must(..) => {
                self.end(lanes & !self.holds, LaneEnd::Open(pc));
                self.add(lanes & self.holds, pc + 1, me);
            }
            _ => {
                spread(lanes, &mut self.on);
                self.change(instr, strand, words);
            }
        }
    }

    /// Runs one instruction that changes positions, in the active lanes.
    #[inline(always)]
    fn change(&mut self, instr: &Instr, strand: Strand, words: &mut [Block]) {
        let Strand { lanes, pc, me } = strand;
        let on = &self.on;
        let next = |runner: &mut Self| runner.add(lanes, pc + 1, me);
        match *instr {
            Instr::Done(word, count, to) => {
                clear(words, (word, count), on);
                self.leave_body(lanes, to, me);
            }
            Instr::Clear(word, count) => {
                clear(words, (word, count), on);
                next(self);
            }
            Instr::PassOn(backwards, to) => {
                let me = self.beside(me, backwards);
                store(&mut words[Layout::ME], &[me as u64; LANES], &self.on);
                self.add(lanes, to, me);
            }
            Instr::NextInRound(word, to) => self.pass(strand, (word, to), false, words),
            Instr::PreviousInRound(word, to) => self.pass(strand, (word, to), true, words),
            Instr::Round(word, _) | Instr::RoundBack(word, _) | Instr::Cycle(word, ..) => {
                let backwards = matches!(*instr, Instr::RoundBack(..) | Instr::Cycle(_, _, true));
                let start = RoundStart {
                    word,
                    backwards,
                    is_cycle: matches!(*instr, Instr::Cycle(..)),
                };
                self.begin_round(strand, start, words);
            }
            Instr::EndRound(word) => self.end_round(strand, word, words),
            Instr::End(end, winners) => match self.winners(winners) {
                Some(winners) => self.finish(GameEnd { end, winners }, lanes, words),
                None => self.end(lanes, LaneEnd::Open(pc)),
            },
            Instr::Move(from, to) => {
                let (from, to) = (self.place(from, words), self.place(to, words));
                mark(&from, &mut self.points[0]);
                mark(&to, &mut self.points[1]);
                self.relocate_marked(words);
                self.go_on_where_done(strand);
            }
            Instr::Take(_) => {
                self.take_marked(words);
                next(self);
            }
            Instr::TakeSome(at) if self.plain_pieces => self.take_some(at, strand, words),
            Instr::Draw(at) => self.draw(at, strand, words),
            Instr::Transfer(at) => self.transfer(at, strand, words),
            Instr::Put(word, points) => {
                let any = matches!(points, SetOperand::Program(_));
                self.put_marked(words, (word, any));
                self.go_on_where_done(strand);
            }
            Instr::PutOf(word, _, points) => {
                let any = matches!(points, SetOperand::Program(_));
                self.put_of(strand, (word, any), words);
            }
            _ => self.step_values(instr, strand, words),
        }
    }

    /// Returns the winners of an ending if they are known, in a game without scores.
    fn winners(&self, winners: Option<NumOperand>) -> Option<u64> {
        let winners = match winners {
            None => 0,
            Some(NumOperand::Fixed(winners)) => winners.cast_unsigned(),
            Some(_) => return None,
        };
        self.rules.scores.is_empty().then_some(winners)
    }

    /// Ends the games of lanes.
    #[inline(always)]
    fn finish(&mut self, end: GameEnd, lanes: LaneBits, words: &mut [Block]) {
        let layout = &self.rules.layout;
        if let Some(last) = layout.last_move.filter(|_| !layout.keeps_last_move) {
            store(&mut words[last], &[0; LANES], &self.on);
        }
        self.end(lanes, LaneEnd::Over(end));
    }

    /// Removes the pieces on the marked points.
    #[inline(always)]
    pub(super) fn take_marked(&mut self, words: &mut [Block]) {
        pieces::take((words, &self.rules.layout), &self.points[0], &self.on);
        self.forget_pieces(words);
    }

    /// Moves a piece between the marked points.
    #[inline(always)]
    pub(super) fn relocate_marked(&mut self, words: &mut [Block]) {
        let path = (&*self.points[0], &*self.points[1]);
        pieces::relocate((words, &self.rules.layout), path, &mut self.on);
        self.carry_memories(words);
    }

    /// Puts pieces on the marked points; `word` is the first word of their mask. Unless `any`, there must be a point.
    #[inline(always)]
    pub(super) fn put_marked(&mut self, words: &mut [Block], (word, any): (u32, bool)) {
        let put = PutPieces {
            word: word as usize,
            points: &self.points[0],
            may_be_none: any,
        };
        pieces::put((words, &self.rules.layout), &put, &mut self.on);
    }

    /// Like `put_marked`, for the player whose number was computed; then continues in the lanes where that succeeded.
    #[inline(always)]
    fn put_of(&mut self, strand: Strand, (word, any): (u32, bool), words: &mut [Block]) {
        let (owners, width) = (self.numbers[1], self.rules.layout.width as u32);
        let mut done = 0;
        for (owner, word) in (0..self.seats()).zip((word..).step_by(width as usize)) {
            let mut own = 0;
            for (lane, number) in owners.iter().enumerate() {
                own |= u64::from(*number == owner as i64) << lane;
            }
            if own & strand.lanes != 0 {
                spread(own & strand.lanes, &mut self.on);
                self.put_marked(words, (word, any));
                done |= lanes_of(&self.on);
            }
        }
        spread(done, &mut self.on);
        self.go_on_where_done(strand);
    }
}
