//! Lanes: many positions at once, from the list of legal moves to the next decision point.
//!
//! Each word of a position lies next to the same word of [`LANES`] others, in a *block* ([`LaneField`]). Positions at one
//! decision point, with one player to choose, need one program. [`LaneLists`] runs it: each op is decoded once, and works on
//! blocks. The registers lie as `[register][word][lane]`, so that an op is a plain loop over neighbours, which the compiler
//! turns into vector instructions. `pulp` chooses at run time the copy of the code with the widest instructions that the
//! machine has. [`StrandRunner`] makes the moves and goes on in the same way, instruction by instruction.
//!
//! | file | what |
//! |---|---|
//! | `arch.rs` | for which instructions all that is compiled |
//! | `field.rs`, `blocks.rs` | the positions, sets of lanes, how blocks lie in memory |
//! | `steps.rs`, `coder.rs`, `fusing.rs`, `pairs.rs`, `double_shifts.rs`, `skippable_ops.rs`, `code.rs` | programs as steps, one for each word of a mask or for two, worked out once, and what is passed over |
//! | `machine.rs`, `masks.rs` | what a program reads while it runs, and the loop over its steps |
//! | `slides.rs`, `flood.rs`, `flood_steps.rs`, `rare.rs`, `numbers.rs` | slides, flood fills, other ops that are not split, numbers |
//! | `ranks.rs`, `counted_lists.rs`, `meetings.rs` | how many moves each lane has, which is the n-th, and which may share a text |
//! | `listed_moves.rs`, `stages.rs`, `recipes.rs`, `chosen_moves.rs`, `moves.rs`, `pieces.rs`, `piece_memories.rs` | what moves do to points, worked out before; which move is chosen; how it is made |
//! | `known_pieces.rs`, `sure_stages.rs`, `sure_pieces.rs` | what is known of points before a move, and how it is made where nothing need be looked for |
//! | `weights.rs` | how likely each outcome of chance is |
//! | `trials.rs`, `candidates.rs` | moves that are tried out before they are made, and which of all are legal |
//! | `series.rs` | series of moves, where only the longest may be begun |
//! | `histories.rs` | earlier positions, for `seen` |
//! | `strands.rs`, `operands.rs`, `operand_values.rs` | lanes at one instruction, what instructions read, and how that is worked out |
//! | `instructions.rs`, `values.rs`, `zones.rs`, `rounds.rs` | what follows a move: instructions, in all lanes that stand at them |
//!
//! What lanes do not know is left to the rest of the vm: [`LanePoint::of`] says which decision points they know,
//! [`LaneLists::alone`] in which lanes a number overflowed, and [`LaneEnd::Open`] from where the executor must go on. A
//! fault is always the executor's: a lane in which something cannot be done is left as it was before that instruction.

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
pub use chosen_moves::LaneChoices;
pub use field::{LaneBits, LaneField, each_lane};
pub use histories::LaneHistories;
pub use listed_moves::ListedMove;
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

/// How many positions are worked out at once.
pub const LANES: usize = 64;

/// A word of every lane.
type Block = [u64; LANES];
/// A number of every lane.
type NumberBlock = [i64; LANES];
/// A number of moves of every lane. No list has more: there are fewer templates and points.
type CountBlock = [u32; LANES];

/// A decision point and a player, whose legal moves can be worked out in lanes.
#[derive(Clone, Copy, Debug)]
pub struct LanePoint<'r> {
    program: &'r Program,
    /// The number of the program.
    number: usize,
    choices: &'r SeatChoices,
    me: u8,
}

impl<'r> LanePoint<'r> {
    /// Returns the decision point with a player; `None` if lanes do not know something that it needs.
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

    /// Tells whether only those moves are legal here with which a longest series begins. Lanes list all.
    #[must_use]
    pub fn seeks_series(self) -> bool {
        self.choices.as_often
    }

    /// Tells whether moves are tried out here: those that are listed are candidates.
    #[must_use]
    pub fn are_tried_out(self) -> bool {
        self.choices.are_tried_out()
    }

    /// Tells whether something must hold after a move here.
    #[must_use]
    pub fn has_postcondition(self) -> bool {
        self.choices.has_postcondition
    }
}

/// Tells whether a number can be worked out in lanes.
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

/// Tells whether every op of a program can be done in lanes.
fn knows(rules: &CompiledRules, program: &Program) -> bool {
    let number = |op: &NumberOp| match op {
        NumberOp::Script(_) => false,
        NumberOp::Fixed(_)
        | NumberOp::Load(_)
        | NumberOp::LoadSeat(_)
        | NumberOp::LoadOf(..)
        | NumberOp::LoadSeatOf(..)
        | NumberOp::Count(_)
        | NumberOp::First(_)
        | NumberOp::Any(_)
        | NumberOp::Has(..)
        | NumberOp::Join(..)
        | NumberOp::Compare(..)
        | NumberOp::Not(_)
        | NumberOp::Select(..)
        | NumberOp::NextSeat(_)
        | NumberOp::OnLine(..)
        | NumberOp::Seen(_)
        | NumberOp::Lookup(..) => true,
    };
    let mask = |op: &Op| match op {
        Op::Script(_) => false,
        Op::Reach(fill) => {
            let fill = &program.reaches[usize::from(*fill)];
            fill.links.is_empty() && fill.free.is_none()
        }
        Op::Number
        | Op::Const(_)
        | Op::Load(_)
        | Op::LoadOf(..)
        | Op::And(..)
        | Op::Or(..)
        | Op::AndNot(..)
        | Op::Shift(..)
        | Op::AndShift(..)
        | Op::OrShift(..)
        | Op::AnyShift(..)
        | Op::Bit(_)
        | Op::Gate(_)
        | Op::Slide(_)
        | Op::First(_)
        | Op::Pick(..)
        | Op::FilterByValue(_) => true,
    };
    let fits = LaneCode::fits(program, rules.layout.width);
    fits && program.numbers.iter().all(number) && program.ops.iter().all(mask)
}

/// The legal moves of all lanes at a decision point, or the candidates where moves are tried out: a buffer that is refilled without allocating.
#[derive(Debug, Default)]
pub struct LaneLists {
    registers: LaneRegisters,
    /// The programs that were needed so far, by their numbers.
    codes: Vec<Option<LaneCode>>,
    /// For each template: the number of moves of all templates before it; then that of all.
    before: Blocks<u32>,
    /// How many templates there are, and one.
    ends: usize,
    /// A block with how many moves each lane has.
    lens: Blocks,
    filled: FilledLists,
    /// For each template, where its mask lies among the registers.
    places: Vec<usize>,
    width: usize,
}

impl LaneLists {
    /// Works the legal moves of some lanes out, which stand at the decision point. In others, there may be any.
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

    /// Makes room for the list of a decision point, and its code where it was not needed yet.
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
        // One more, for lanes that have no moves.
        self.places.extend(places.chain([0]));
    }

    /// Returns how many moves come before each template, and at last how many there are.
    #[inline(always)]
    fn before(&self) -> &[CountBlock] {
        &self.before[..self.ends]
    }

    /// Returns the masks of all templates, as the last list found them.
    #[inline(always)]
    fn masks(&self) -> TemplateMasks<'_> {
        TemplateMasks {
            registers: &self.registers.masks,
            places: &self.places,
            width: self.width,
        }
    }

    /// Returns how many moves are legal in each lane.
    #[must_use]
    pub fn lens(&self) -> Block {
        self.lens[0]
    }

    /// Returns the lanes that are to be worked out alone.
    #[must_use]
    pub fn alone(&self) -> LaneBits {
        self.filled.alone
    }

    /// Returns the lanes that have any moves.
    #[must_use]
    pub fn lanes_with_some(&self) -> LaneBits {
        self.filled.some
    }

    /// Returns the lanes in which two of the templates of some pairs have moves that meet.
    #[must_use]
    pub fn meeting(&self, pairs: &[TemplatePair]) -> LaneBits {
        if pairs.is_empty() {
            return 0;
        }
        let found = self.masks();
        let masks = |template: u16| found.of(usize::from(template));
        LaneArch::detect().dispatch(meetings::MeetingSearch { pairs, masks })
    }

    /// Returns the move of a lane with an index: the number of its template, and its anchor.
    #[must_use]
    pub fn get(&self, lane: usize, at: u64) -> (u64, u32) {
        let (mut templates, mut nth) = ([0; LANES], [0; LANES]);
        ranks::templates(self.before(), &[at; LANES], (&mut templates, &mut nth));
        let mask = self.masks().of(templates[lane] as usize);
        let found = ranks::word_with(mask, lane, nth[lane]);
        let mut anchors = [found.base; LANES];
        ranks::add_places(&[found.word; LANES], &[found.n; LANES], &mut anchors);
        (
            templates[lane].into(),
            u32::try_from(anchors[lane]).unwrap_or(u32::MAX),
        )
    }
}

/// The masks of templates.
#[derive(Clone, Copy)]
struct TemplateMasks<'l> {
    registers: &'l [Block],
    /// Where each lies among them.
    places: &'l [usize],
    width: usize,
}

impl<'l> TemplateMasks<'l> {
    #[inline(always)]
    fn of(&self, template: usize) -> &'l [Block] {
        &self.registers[self.places[template]..][..self.width]
    }

    /// As `of`, where masks have so many words.
    #[inline(always)]
    fn of_width<const WIDTH: usize>(&self, template: usize) -> &'l [Block; WIDTH] {
        let (found, _) = self.registers[self.places[template]..].as_chunks();
        &found[0]
    }
}

/// What is known of lists that were filled.
#[derive(Clone, Copy, Default, Debug)]
struct FilledLists {
    /// The lanes that are to be worked out alone.
    alone: LaneBits,
    /// The lanes that have any moves.
    some: LaneBits,
}

/// The list of a decision point, and its moves counted.
struct ListRun<'r> {
    machine: LaneMachine<'r>,
    /// Where the mask of each template begins among the registers.
    places: &'r [usize],
    registers: &'r mut LaneRegisters,
    before: &'r mut [CountBlock],
    lens: &'r mut Block,
}

impl pulp::NullaryFnOnce for ListRun<'_> {
    type Output = FilledLists;

    // As in `masks.rs`: all that is hot must be inlined here.
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
