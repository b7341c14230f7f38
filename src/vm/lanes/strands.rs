//! Strands: what follows a move, carried out in many lanes at once.
//!
//! Lanes that stand at one instruction, with one player who acts, are a *strand*. One decoded instruction changes all of
//! them. Where a condition holds in some lanes only, the strand parts; strands that meet again become one. A strand ends at
//! a decision point, with the game, or at an instruction that is left to the executor, which finds the position as the
//! instruction would.

use super::blocks::Blocks;
use super::code::LaneCode;
use super::field::{LaneBits, lanes_of, spread};
use super::histories::LaneHistories;
use super::masks::LaneRegisters;
use super::moves::MadeMoves;
use super::operands::{Operand, operands};
use super::pieces::{PieceBlocks, PutPieces, mark};
use super::rounds::RoundStart;
use super::values::{clear, store};
use super::{Block, LANES, NumberBlock, knows};
use crate::ir::instructions::{Instr, NumOperand, SetOperand};
use crate::ir::{Layout, Rules};
use crate::vm::position::GameEnd;

/// After so many instructions the executor goes on, which knows when rules go round for ever.
const MOST_STEPS: u32 = 20_000;

/// Lanes at one instruction, with one player who acts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strand {
    pub(super) lanes: LaneBits,
    pub(super) pc: u32,
    pub(super) me: usize,
}

/// How some lanes came to the end of what lanes do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LaneEnd {
    /// At a decision point that is left to the caller: the decision and the player.
    Stopped(u32, usize),
    /// The game is over.
    Over(GameEnd),
    /// The executor must go on with this instruction.
    Open(u32),
    /// At the end of the body of a move, where that was asked for: the instruction that follows, and the player who acts.
    Body(u32, usize),
}

/// Carries out instructions in lanes.
#[derive(Debug)]
pub(crate) struct StrandRunner<'r> {
    pub(super) rules: &'r Rules,
    /// The decision points at which strands end, by their numbers.
    deferred: Vec<bool>,
    /// The operands of all instructions, for each player.
    pub(super) operands: Vec<Vec<[Operand; 2]>>,
    /// The programs that lanes know, by their numbers.
    pub(super) codes: Vec<Option<LaneCode>>,
    /// Nothing is remembered of pieces, which they would take along.
    pub(super) plain_pieces: bool,
    pub(super) made: MadeMoves,
    pub(super) registers: LaneRegisters,
    /// What was noted of earlier positions.
    pub(crate) histories: LaneHistories,
    /// Strands end with the body of a move, too.
    pub(super) ends_with_body: bool,
    strands: Vec<Strand>,
    ends: Vec<(LaneBits, LaneEnd)>,
    steps: u32,
    /// The values of the operands of an instruction: where a condition holds, numbers, and points.
    pub(super) holds: LaneBits,
    pub(super) numbers: [NumberBlock; 2],
    pub(super) points: [Blocks; 2],
    pub(super) pieces: PieceBlocks,
}

impl<'r> StrandRunner<'r> {
    /// Makes one for some rules. Strands end at the decision points in `deferred`, by their numbers.
    pub(crate) fn new(rules: &'r Rules, deferred: Vec<bool>) -> Self {
        let mask = || Blocks::new(rules.layout.width);
        let code = |program| knows(rules, program).then(|| LaneCode::of(rules, program));
        let of_all = |code: &Vec<Instr>| code.iter().map(|instr| operands(rules, instr)).collect();
        Self {
            rules,
            deferred,
            operands: rules.code.iter().map(of_all).collect(),
            codes: rules.programs.iter().map(code).collect(),
            plain_pieces: rules.piece_memories.is_empty(),
            made: MadeMoves::new(),
            registers: LaneRegisters::default(),
            histories: LaneHistories::new(),
            ends_with_body: false,
            strands: Vec::new(),
            ends: Vec::new(),
            steps: 0,
            holds: 0,
            numbers: [[0; LANES]; 2],
            points: [mask(), mask()],
            pieces: PieceBlocks::new(),
        }
    }

    /// Returns how many players there are.
    pub(crate) fn seats(&self) -> usize {
        self.rules.code.len()
    }

    /// Returns the number of the template of the last move that a lane has made.
    #[inline]
    pub(crate) fn template_of(&self, lane: usize) -> u64 {
        self.made.templates[lane]
    }

    /// Adds lanes that are to go on from an instruction. `me` is the player who acts.
    #[inline(always)]
    pub(crate) fn add(&mut self, lanes: LaneBits, pc: u32, me: usize) {
        if lanes == 0 {
            return;
        }
        let same = |strand: &&mut Strand| (strand.pc, strand.me) == (pc, me);
        match self.strands.iter_mut().find(same) {
            Some(strand) => strand.lanes |= lanes,
            None => self.strands.push(Strand { lanes, pc, me }),
        }
    }

    /// Adds lanes in which the body of a move is done.
    #[inline(always)]
    pub(super) fn leave_body(&mut self, lanes: LaneBits, to: u32, me: usize) {
        if self.ends_with_body {
            self.end(lanes, LaneEnd::Body(to, me));
        } else {
            self.add(lanes, to, me);
        }
    }

    /// Adds lanes that have come to an end.
    #[inline(always)]
    pub(super) fn end(&mut self, lanes: LaneBits, end: LaneEnd) {
        if lanes != 0 {
            self.ends.push((lanes, end));
        }
    }

    /// Returns how lanes have ended since this was asked, one end after the other.
    pub(crate) fn next_end(&mut self) -> Option<(LaneBits, LaneEnd)> {
        self.ends.pop()
    }

    /// Carries out instructions, the first one first: so strands that part meet again.
    #[inline(always)]
    pub(super) fn go_on(&mut self, words: &mut [Block]) {
        self.steps = 0;
        while let Some(first) = self.first() {
            let strand = self.take_out(first);
            self.steps += 1;
            let instr = &self.rules.code[strand.me][strand.pc as usize];
            match self.evaluate(strand, words) {
                Some(lanes) if self.steps <= MOST_STEPS => {
                    self.step(instr, Strand { lanes, ..strand }, words);
                }
                _ => self.end(strand.lanes, LaneEnd::Open(strand.pc)),
            }
        }
    }

    /// Takes a strand out, word by word: what was just written is not read at once in other pieces.
    #[inline(always)]
    fn take_out(&mut self, at: usize) -> Strand {
        let Strand { lanes, pc, me } = self.strands[at];
        if let Some(last) = self.strands.pop()
            && let Some(place) = self.strands.get_mut(at)
        {
            *place = last;
        }
        Strand { lanes, pc, me }
    }

    /// Returns the place of the strand with the lowest instruction.
    #[inline(always)]
    fn first(&self) -> Option<usize> {
        // In a loop of its own: `min_by_key` would not be inlined.
        let (mut first, mut key) = (None, (u32::MAX, usize::MAX));
        for (at, strand) in self.strands.iter().enumerate() {
            if (strand.pc, strand.me) < key {
                (first, key) = (Some(at), (strand.pc, strand.me));
            }
        }
        first
    }

    /// Tells whether lanes are waiting to go on.
    pub(super) fn has_strands(&self) -> bool {
        !self.strands.is_empty()
    }

    /// Carries out one instruction, whose operands are known.
    #[inline(always)]
    fn step(&mut self, instr: &Instr, strand: Strand, words: &mut [Block]) {
        let Strand { lanes, pc, me } = strand;
        spread(lanes, &mut self.pieces.on);
        let on = &self.pieces.on;
        let next = |runner: &mut Self| runner.add(lanes, pc + 1, me);
        match *instr {
            Instr::Ask(decision) if self.deferred[decision as usize] => {
                self.end(lanes, LaneEnd::Stopped(decision, me));
            }
            Instr::Jump(to) => self.add(lanes, to, me),
            Instr::Unless(_, to) => {
                self.add(lanes & self.holds, pc + 1, me);
                self.add(lanes & !self.holds, to, me);
            }
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
                store(&mut words[Layout::ME], &[me as u64; LANES], &self.pieces.on);
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
            Instr::Must(..) => {
                self.end(lanes & !self.holds, LaneEnd::Open(pc));
                self.add(lanes & self.holds, pc + 1, me);
            }
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

    /// Lets lanes go on to the next instruction where this one was done; elsewhere the executor tells why not.
    #[inline(always)]
    pub(super) fn go_on_where_done(&mut self, Strand { lanes, pc, me }: Strand) {
        let done = lanes & lanes_of(&self.pieces.on);
        self.end(lanes & !done, LaneEnd::Open(pc));
        self.add(done, pc + 1, me);
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
            store(&mut words[last], &[0; LANES], &self.pieces.on);
        }
        self.end(lanes, LaneEnd::Over(end));
    }

    /// Takes pieces off the points that are marked.
    #[inline(always)]
    pub(super) fn take_marked(&mut self, words: &mut [Block]) {
        self.pieces.take(&self.rules.layout, words, &self.points[0]);
        self.forget_pieces(words);
    }

    /// Moves a piece between the points that are marked.
    #[inline(always)]
    pub(super) fn relocate_marked(&mut self, words: &mut [Block]) {
        let path = (&*self.points[0], &*self.points[1]);
        self.pieces.relocate(&self.rules.layout, words, path);
        self.carry_memories(words);
    }

    /// Puts pieces on the points that are marked, by the first word of their mask. Unless `any`, there must be a point.
    #[inline(always)]
    pub(super) fn put_marked(&mut self, words: &mut [Block], (word, any): (u32, bool)) {
        let put = PutPieces {
            word: word as usize,
            points: &self.points[0],
            may_be_none: any,
        };
        self.pieces.put(&self.rules.layout, words, put);
    }

    /// As `put_marked`, for the pieces of the player whose number was worked out, and goes on where that is done.
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
                spread(own & strand.lanes, &mut self.pieces.on);
                self.put_marked(words, (word, any));
                done |= lanes_of(&self.pieces.on);
            }
        }
        spread(done, &mut self.pieces.on);
        self.go_on_where_done(strand);
    }
}
