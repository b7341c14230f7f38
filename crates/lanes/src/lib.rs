//! Lanes: many positions at once, from the list of legal moves to the next decision point.
//!
//! Each word of a position is next to the same word of the other [`LANES`] positions, in a *block* ([`LaneField`]). Positions at
//! one decision point, with the same acting player, need one program. [`LaneLists`] runs it: it decodes each op once and applies
//! it to blocks. The registers have the layout `[register][word][lane]`, so an op is a plain loop over neighbours, which the
//! compiler turns into vector instructions. At run time, `pulp` chooses the copy of the code with the widest instructions of the
//! machine. [`StrandRunner`] makes the moves and runs the instructions after them in the same way.
//!
//! | file | contents |
//! |---|---|
//! | `arch.rs` | the instruction sets for which the code is compiled |
//! | `field.rs`, `blocks.rs` | the positions, sets of lanes, the layout of blocks in memory |
//! | `steps.rs`, `coder.rs`, `fusing.rs`, `pairs.rs`, `double_shifts.rs`, `skippable_ops.rs`, `code.rs` | programs as steps, one for each word of a mask or for two, prepared once, and the steps that can be skipped |
//! | `machine.rs`, `masks.rs` | the inputs of a running program, and the loop over its steps |
//! | `slides.rs`, `flood.rs`, `flood_steps.rs`, `rare.rs`, `numbers.rs` | slides, flood fills, other ops that are not split, numbers |
//! | `ranks.rs`, `counted_lists.rs`, `meetings.rs` | the number of moves of each lane, the n-th move, and moves that meet |
//! | `listed_moves.rs`, `stages.rs`, `recipes.rs`, `chosen_moves.rs`, `moves.rs`, `pieces.rs`, `piece_memories.rs` | the prepared effects of moves on points; the chosen move; how it is made |
//! | `known_pieces.rs`, `sure_stages.rs`, `sure_pieces.rs` | facts about points before a move, and moves that need no search |
//! | `mask_values.rs` | the values of some masks, without a list of moves |
//! | `weights.rs` | the weights of chance's outcomes |
//! | `trials.rs`, `candidates.rs` | moves that are tried out before they are made, and the candidates that turn out legal |
//! | `series.rs` | series of moves, where only moves that begin a longest series are legal |
//! | `histories.rs` | earlier positions, for `seen` |
//! | `strands.rs`, `operands.rs`, `operand_values.rs` | lanes at one instruction, and the operands of instructions |
//! | `instructions.rs`, `values.rs`, `zones.rs`, `rounds.rs` | the instructions after a move, in all lanes that are at them |
//!
//! The executor does what lanes cannot do: [`LanePoint::of`] says which decision points lanes support, [`LaneLists::alone`] in
//! which lanes a number overflowed, and [`LaneEnd::Open`] where the executor must continue. Only the executor reports faults:
//! if an instruction fails in a lane, the lane keeps its state from before that instruction.

#![cfg_attr(not(test), warn(clippy::cognitive_complexity, clippy::too_many_lines))]

mod arch;
mod blocks;
mod candidates;
mod chosen_moves;
mod code;
mod coder;
mod counted_lists;
mod double_shifts;
mod field;
mod flood;
mod flood_steps;
mod fusing;
mod histories;
mod instructions;
mod known_pieces;
mod listed_moves;
mod machine;
mod mask_values;
mod masks;
mod meetings;
mod moves;
mod numbers;
mod operand_values;
mod operands;
mod pairs;
mod piece_memories;
mod pieces;
mod ranks;
mod rare;
mod recipes;
mod rounds;
mod series;
mod skippable_ops;
mod slides;
mod stages;
mod steps;
mod strands;
mod sure_pieces;
mod sure_stages;
mod trials;
mod values;
mod weights;
mod zones;

pub use arch::LaneArch;
pub use candidates::{LegalCandidates, ListedPosition, ListedPositions};
pub use chosen_moves::{DrawnMoves, LaneChoices};
pub use field::{LaneBits, LaneField, each_lane};
pub use histories::LaneHistories;
pub use listed_moves::ListedMove;
pub use mask_values::{LaneMaskValues, LaneMasks};
pub use recipes::{LaneMoves, MoveTemplates, PlannedPoint};
pub use series::LaneSeries;
pub use strands::{LaneEnd, StrandRunner};
pub use trials::{LaneTrials, RefusedCandidates, RolledBackLanes};
pub use weights::LaneWeights;

use blocks::Blocks;
use code::LaneCode;
use field::lanes_of;
use linstock_engine::ir::CompiledRules;
use linstock_engine::ir::instructions::{MoveTemplate, NumOperand, SeatChoices};
use linstock_engine::ir::program::{NumberOp, Op, Program};
use linstock_engine::vm::TemplatePair;
use linstock_engine::vm::arrays::array_of;
use linstock_engine::vm::seat_id;
use machine::LaneMachine;
use masks::LaneRegisters;

/// The number of positions that are computed at once.
pub const LANES: usize = 64;

/// One word for every lane.
type Block = [u64; LANES];
/// One number for every lane.
type NumberBlock = [i64; LANES];
/// One number of moves for every lane. No list is longer, because templates and points are fewer.
type CountBlock = [u32; LANES];

/// A decision point and a player, for which lanes can compute the legal moves.
#[derive(Clone, Copy, Debug)]
pub struct LanePoint<'r> {
    program: &'r Program,
    /// The number of the program.
    number: usize,
    choices: &'r SeatChoices,
    me: u8,
}

impl<'r> LanePoint<'r> {
    /// Returns the decision point with a player; `None` if lanes do not support something that it needs.
    pub fn of(rules: &'r CompiledRules, decision: usize, me: usize) -> Option<Self> {
        let point = &rules.decision_points[decision];
        let choices = &point.choices[me];
        let number = choices.program as usize;
        let program = &rules.programs[number];
        let judged_later = |template: &MoveTemplate| {
            let postcondition = template.postcondition;
            postcondition.is_some_and(|code| !code.is_final || !knows_number(rules, code.cond))
        };
        let weighed = |template: &MoveTemplate| {
            let weight = template.weight.filter(|_| point.chance);
            weight.is_some_and(|weight| choices.are_tried_out() || !knows_number(rules, weight))
        };
        let mut templates = choices.templates.iter();
        let alone = rules.counts_choices
            || point.simultaneous.is_some()
            || templates.any(|template| judged_later(template) || weighed(template))
            || choices.draws_multiset
            || choices.scripted;
        let known = !alone && knows(rules, program);
        known.then_some(Self {
            program,
            number,
            choices,
            me: seat_id(me).0,
        })
    }

    /// Returns whether only moves that begin a longest series are legal here. Lanes list all moves.
    #[must_use]
    pub fn seeks_series(self) -> bool {
        self.choices.as_often
    }

    /// Returns whether moves are tried out here. The listed moves are then only candidates.
    #[must_use]
    pub fn are_tried_out(self) -> bool {
        self.choices.are_tried_out()
    }

    /// Returns whether a move has a postcondition here.
    #[must_use]
    pub fn has_postcondition(self) -> bool {
        self.choices.has_postcondition
    }
}

/// Returns whether lanes can compute a number.
fn knows_number(rules: &CompiledRules, number: NumOperand) -> bool {
    match number {
        NumOperand::Program(program) => knows(rules, &rules.programs[program as usize]),
        NumOperand::Fixed(_)
        | NumOperand::Any(..)
        | NumOperand::None(..)
        | NumOperand::Word(_)
        | NumOperand::Seat(_) => true,
    }
}

/// Returns whether lanes can run every op of a program.
fn knows(rules: &CompiledRules, program: &Program) -> bool {
    let number = |op: &NumberOp| !matches!(op, NumberOp::Script(_));
    let mask = |op: &Op| match op {
        Op::Script(_) => false,
        Op::Reach(fill) => {
            let fill = &program.reaches[usize::from(*fill)];
            fill.links.is_empty() && fill.free.is_none()
        }
        _ => true,
    };
    let fits = LaneCode::fits(program, rules.layout.width);
    fits && program.numbers.iter().all(number) && program.ops.iter().all(mask)
}

/// The legal moves of all lanes at a decision point, or the candidates if moves are tried out. The buffer is refilled without
/// allocations.
#[derive(Debug, Default)]
pub struct LaneLists {
    registers: LaneRegisters,
    /// The prepared programs that were needed so far, by number.
    codes: Vec<Option<LaneCode>>,
    /// For each template: the number of moves of all templates before it; at the end, the number of all moves.
    before: Blocks<u32>,
    /// The number of templates, plus one.
    ends: usize,
    /// One block with the number of moves of each lane.
    lens: Blocks,
    filled: FilledLists,
    /// For each template, the first block of its mask among the registers.
    places: Vec<usize>,
    width: usize,
}

impl LaneLists {
    /// Computes the legal moves of some lanes, which must be at the decision point. The lists of other lanes are unspecified.
    pub fn fill(
        &mut self,
        rules: &CompiledRules,
        point: LanePoint<'_>,
        (field, lanes): (&LaneField, LaneBits),
    ) {
        self.prepare(rules, point);
        let Some(code) = &self.codes[point.number] else {
            return;
        };
        self.filled = LaneArch::detect().dispatch(ListRun {
            machine: LaneMachine::new(rules, (point.program, code), &field.words).for_lanes(lanes),
            places: &self.places,
            registers: &mut self.registers,
            before: &mut self.before[..self.ends],
            lens: &mut self.lens[0],
        });
    }

    /// Makes room for the list of a decision point, and prepares its code if it is new.
    fn prepare(&mut self, rules: &CompiledRules, point: LanePoint<'_>) {
        self.width = rules.layout.width;
        self.ends = point.choices.masks.len() + 1;
        self.before.fit(self.ends);
        self.lens.fit(1);
        if self.codes.len() <= point.number {
            self.codes.resize_with(point.number + 1, Option::default);
        }
        let code = &mut self.codes[point.number];
        let code = code.get_or_insert_with(|| LaneCode::of(rules, point.program));
        self.registers.fit(code, self.width);
        let places = point.choices.masks.iter().map(|reg| code.place(*reg));
        self.places.clear();
        // One more entry, for lanes without moves.
        self.places.extend(places.chain([0]));
    }

    /// Returns the number of moves before each template; the last entry is the number of all moves.
    #[inline(always)]
    fn before(&self) -> &[CountBlock] {
        &self.before[..self.ends]
    }

    /// Returns the masks of all templates in the last list.
    #[inline(always)]
    fn masks(&self) -> TemplateMasks<'_> {
        TemplateMasks {
            registers: &self.registers.masks,
            places: &self.places,
            width: self.width,
        }
    }

    /// Returns the number of legal moves of each lane.
    #[must_use]
    pub fn lens(&self) -> Block {
        self.lens[0]
    }

    /// Returns the lanes that the vm must compute alone.
    #[must_use]
    pub fn alone(&self) -> LaneBits {
        self.filled.alone
    }

    /// Returns the lanes that have moves.
    #[must_use]
    pub fn lanes_with_some(&self) -> LaneBits {
        self.filled.some
    }

    /// Returns the lanes where the two templates of some pair have moves that meet.
    #[must_use]
    pub fn meeting(&self, pairs: &[TemplatePair]) -> LaneBits {
        if pairs.is_empty() {
            return 0;
        }
        let found = self.masks();
        let masks = |template: u16| found.of(usize::from(template));
        LaneArch::detect().dispatch(meetings::MeetingSearch { pairs, masks })
    }

    /// Returns the moves of some lanes by their indices: for each, the number of its template, and its anchor.
    #[must_use]
    pub fn get(&self, lanes: LaneBits, at: &Block) -> [(u64, u32); LANES] {
        let (mut templates, mut nth) = ([0; LANES], [0; LANES]);
        ranks::templates(self.before(), at, (&mut templates, &mut nth));
        let mut moves = [(0, 0); LANES];
        for lane in each_lane(lanes) {
            let mask = self.masks().of(templates[lane] as usize);
            let found = ranks::word_with(mask, lane, nth[lane]);
            let mut anchors = [found.base; LANES];
            ranks::add_places(&[found.word; LANES], &[found.n; LANES], &mut anchors);
            let anchor = u32::try_from(anchors[lane]).unwrap_or(u32::MAX);
            moves[lane] = (templates[lane].into(), anchor);
        }
        moves
    }
}

/// The masks of templates.
#[derive(Clone, Copy)]
struct TemplateMasks<'l> {
    registers: &'l [Block],
    /// The first block of each mask.
    places: &'l [usize],
    width: usize,
}

impl<'l> TemplateMasks<'l> {
    #[inline(always)]
    fn of(&self, template: usize) -> &'l [Block] {
        &self.registers[self.places[template]..][..self.width]
    }

    /// Like `of`, for masks of a width that is known at compile time.
    #[inline(always)]
    fn of_width<const WIDTH: usize>(&self, template: usize) -> &'l [Block; WIDTH] {
        let (found, _) = self.registers[self.places[template]..].as_chunks();
        &found[0]
    }
}

/// Facts about filled lists.
#[derive(Clone, Copy, Default, Debug)]
struct FilledLists {
    /// The lanes that the vm must compute alone.
    alone: LaneBits,
    /// The lanes that have moves.
    some: LaneBits,
}

/// The computation of a decision point's list and of its numbers of moves.
struct ListRun<'r> {
    machine: LaneMachine<'r>,
    /// The first block of each template's mask among the registers.
    places: &'r [usize],
    registers: &'r mut LaneRegisters,
    before: &'r mut [CountBlock],
    lens: &'r mut Block,
}

impl pulp::NullaryFnOnce for ListRun<'_> {
    type Output = FilledLists;

    // As in `masks.rs`: all hot code must be inlined here.
    #[inline(always)]
    fn call(self) -> FilledLists {
        let Self {
            machine, registers, ..
        } = self;
        let alone = machine.run(registers);
        let masks = &*registers.masks;
        for (at, place) in self.places.iter().enumerate() {
            let mask = &masks[*place..][..machine.width];
            if let Some([before, end]) = self.before.get_mut(at..at + 2) {
                ranks::count((mask, machine.lanes), before, end);
            }
        }
        let ends = &self.before[self.before.len() - 1];
        *self.lens = array_of(|lane| ends[lane].into());
        let some = lanes_of(self.lens);
        FilledLists { alone, some }
    }
}
