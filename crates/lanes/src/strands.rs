//! Strands: what follows a move, carried out in many lanes at once.
//!
//! Lanes that stand at one instruction, with one player who acts, are a *strand*. One decoded instruction changes all of
//! them. Where a condition holds in some lanes only, the strand parts; strands that meet again become one. A strand ends at
//! a decision point, with the game, or at an instruction that is left to the executor, which finds the position as the
//! instruction would.

use super::blocks::Blocks;
use super::chosen_moves::MadeMoves;
use super::code::LaneCode;
use super::field::{LaneBits, lanes_of};
use super::histories::LaneHistories;
use super::masks::LaneRegisters;
use super::operands::{Operand, operands};
use super::{Block, LANES, NumberBlock, knows};
use linstock_engine::ir::CompiledRules;
use linstock_engine::ir::instructions::Instr;
use linstock_engine::vm::position::GameEnd;

/// Lanes at one instruction, with one player who acts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strand {
    pub(super) lanes: LaneBits,
    pub(super) pc: u32,
    pub(super) me: usize,
}

/// How some lanes came to the end of what lanes do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaneEnd {
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
pub struct StrandRunner<'r> {
    pub(super) rules: &'r CompiledRules,
    /// The decision points at which strands end, by their numbers.
    pub(super) deferred: Vec<bool>,
    /// The operands of all instructions, for each player.
    pub(super) operands: Vec<Vec<[Operand; 2]>>,
    /// The programs that lanes know, by their numbers.
    pub(super) codes: Vec<Option<LaneCode>>,
    /// Nothing is remembered of pieces, which they would take along.
    pub(super) plain_pieces: bool,
    pub(super) made: MadeMoves,
    pub(super) registers: LaneRegisters,
    /// What was noted of earlier positions.
    pub histories: LaneHistories,
    /// Strands end with the body of a move, too.
    pub(super) ends_with_body: bool,
    strands: Vec<Strand>,
    ends: Vec<(LaneBits, LaneEnd)>,
    /// The values of the operands of an instruction: where a condition holds, numbers, and points.
    pub(super) holds: LaneBits,
    pub(super) numbers: [NumberBlock; 2],
    pub(super) points: [Blocks; 2],
    /// All ones in the lanes in which an instruction is carried out. Where it cannot be done, this is cleared.
    pub(super) on: Block,
}

impl<'r> StrandRunner<'r> {
    /// Makes one for some rules. Strands end at the decision points in `deferred`, by their numbers.
    pub fn new(rules: &'r CompiledRules, deferred: Vec<bool>) -> Self {
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
            holds: 0,
            numbers: [[0; LANES]; 2],
            points: [mask(), mask()],
            on: [0; LANES],
        }
    }

    /// Returns how many players there are.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.rules.code.len()
    }

    /// Returns the number of the template of the last move that each lane has made.
    #[inline]
    #[must_use]
    pub fn templates(&self) -> &[u32; LANES] {
        &self.made.templates
    }

    /// Adds lanes that are to go on from an instruction. `me` is the player who acts.
    #[inline(always)]
    pub fn add(&mut self, lanes: LaneBits, pc: u32, me: usize) {
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
    pub fn next_end(&mut self) -> Option<(LaneBits, LaneEnd)> {
        self.ends.pop()
    }

    /// Takes a strand out, word by word: what was just written is not read at once in other pieces.
    #[inline(always)]
    pub(super) fn take_out(&mut self, at: usize) -> Strand {
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
    pub(super) fn first(&self) -> Option<usize> {
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
    #[must_use]
    pub fn has_strands(&self) -> bool {
        !self.strands.is_empty()
    }

    /// Lets lanes go on to the next instruction where this one was done; elsewhere the executor tells why not.
    #[inline(always)]
    pub(super) fn go_on_where_done(&mut self, Strand { lanes, pc, me }: Strand) {
        let done = lanes & lanes_of(&self.on);
        self.end(lanes & !done, LaneEnd::Open(pc));
        self.add(done, pc + 1, me);
    }
}
