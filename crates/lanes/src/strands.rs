//! Strands: the instructions after a move, run in many lanes at once.
//!
//! A *strand* is a set of lanes at one instruction, with the same acting player. One decoded instruction changes all of them.
//! If a condition holds only in some lanes, the strand splits; strands that meet again are joined. A strand ends at a decision
//! point, at the end of the game, or at an instruction for the executor, which finds the position unchanged by that
//! instruction.

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

/// Lanes at one instruction, with the same acting player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strand {
    pub(super) lanes: LaneBits,
    pub(super) pc: u32,
    pub(super) me: usize,
}

/// The reason why lanes stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaneEnd {
    /// A decision point that is left to the caller: its number, and the player.
    Stopped(u32, usize),
    /// The game ended.
    Over(GameEnd),
    /// The executor must continue with this instruction.
    Open(u32),
    /// The end of the body of a move, if `ends_with_body` is set: the next instruction, and the acting player.
    Body(u32, usize),
}

/// Runs instructions in lanes.
#[derive(Debug)]
pub struct StrandRunner<'r> {
    pub(super) rules: &'r CompiledRules,
    /// For each decision point, whether strands end there.
    pub(super) deferred: Vec<bool>,
    /// The operands of all instructions, for each player.
    pub(super) operands: Vec<Vec<[Operand; 2]>>,
    /// The prepared programs that lanes support, by number.
    pub(super) codes: Vec<Option<LaneCode>>,
    /// Whether no value is remembered of pieces, which would have to move with them.
    pub(super) plain_pieces: bool,
    pub(super) made: MadeMoves,
    pub(super) registers: LaneRegisters,
    /// The earlier positions that were recorded.
    pub histories: LaneHistories,
    /// Whether strands also end at the end of a move's body.
    pub(super) ends_with_body: bool,
    strands: Vec<Strand>,
    ends: Vec<(LaneBits, LaneEnd)>,
    /// The values of an instruction's operands: the lanes where a condition holds, numbers, and points.
    pub(super) holds: LaneBits,
    pub(super) numbers: [NumberBlock; 2],
    pub(super) points: [Blocks; 2],
    /// All ones in the lanes where an instruction runs. If it fails in a lane, the lane is cleared.
    pub(super) on: Block,
}

impl<'r> StrandRunner<'r> {
    /// Makes a runner. `deferred` says for each decision point whether strands end there.
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

    /// Returns the number of players.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.rules.code.len()
    }

    /// Returns the template's number of each lane's last move.
    #[inline]
    #[must_use]
    pub fn templates(&self) -> &[u32; LANES] {
        &self.made.templates
    }

    /// Adds lanes that continue at an instruction. `me` is the acting player.
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

    /// Adds lanes at the end of a move's body.
    #[inline(always)]
    pub(super) fn leave_body(&mut self, lanes: LaneBits, to: u32, me: usize) {
        if self.ends_with_body {
            self.end(lanes, LaneEnd::Body(to, me));
        } else {
            self.add(lanes, to, me);
        }
    }

    /// Adds lanes that stopped.
    #[inline(always)]
    pub(super) fn end(&mut self, lanes: LaneBits, end: LaneEnd) {
        if lanes != 0 {
            self.ends.push((lanes, end));
        }
    }

    /// Removes and returns the next group of lanes that stopped.
    pub fn next_end(&mut self) -> Option<(LaneBits, LaneEnd)> {
        self.ends.pop()
    }

    /// Removes a strand, word by word: reading recent writes in pieces of another size would stall.
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

    /// Returns the index of the strand with the lowest instruction.
    #[inline(always)]
    pub(super) fn first(&self) -> Option<usize> {
        // A loop, because `min_by_key` would not be inlined.
        let (mut first, mut key) = (None, (u32::MAX, usize::MAX));
        for (at, strand) in self.strands.iter().enumerate() {
            if (strand.pc, strand.me) < key {
                (first, key) = (Some(at), (strand.pc, strand.me));
            }
        }
        first
    }

    /// Returns whether lanes are waiting to continue.
    #[must_use]
    pub fn has_strands(&self) -> bool {
        !self.strands.is_empty()
    }

    /// Continues at the next instruction in the lanes where this one succeeded. In the others, the executor reports the failure.
    #[inline(always)]
    pub(super) fn go_on_where_done(&mut self, Strand { lanes, pc, me }: Strand) {
        let done = lanes & lanes_of(&self.on);
        self.end(lanes & !done, LaneEnd::Open(pc));
        self.add(done, pc + 1, me);
    }
}
