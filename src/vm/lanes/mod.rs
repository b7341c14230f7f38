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
//! | `field.rs` | the positions, and sets of lanes |
//! | `masks.rs`, `slides.rs`, `flood.rs`, `rare.rs`, `numbers.rs` | programs: the loop over ops, slides, flood fills, ops that few programs have, numbers |
//! | `ranks.rs`, `meetings.rs` | how many moves each lane has, which is the n-th, and which may share a text |
//! | `recipes.rs`, `moves.rs`, `pieces.rs` | what moves do to points, worked out before and then made |
//! | `trials.rs` | moves that are tried out before they are made |
//! | `histories.rs` | earlier positions, for `seen` |
//! | `strands.rs`, `operands.rs`, `values.rs` | what follows: instructions, in all lanes that stand at them |
//!
//! What lanes do not know is left to the rest of the vm: [`LanePoint::of`] says which decision points they know,
//! [`LaneLists::alone`] in which lanes a number overflowed, and [`LaneEnd::Open`] from where the executor must go on. A
//! fault is always the executor's: a lane in which something cannot be done is left as it was before that instruction.

mod field;
mod flood;
mod histories;
mod masks;
mod meetings;
mod moves;
mod numbers;
mod operands;
mod pieces;
mod ranks;
mod rare;
mod recipes;
mod slides;
mod strands;
mod trials;
mod values;

pub(crate) use field::{LaneBits, LaneField, each_lane};
pub(crate) use meetings::MeetingPair;
pub(crate) use moves::LaneChoices;
pub(crate) use recipes::LaneMoves;
pub(crate) use strands::{LaneEnd, StrandRunner};
pub(crate) use trials::{LaneTrials, PutBack, RefusedCandidates};

use crate::ir::Rules;
use crate::ir::instructions::{MoveTemplate, NumOperand, SeatChoices};
use crate::ir::program::{MaskReg, NumberOp, Op, Program};
use crate::vm::seat_id;
use masks::{LaneMachine, LaneRegisters};

/// How many positions are worked out at once.
pub(crate) const LANES: usize = 32;

/// A word of every lane.
type Block = [u64; LANES];
/// A number of every lane.
type NumberBlock = [i64; LANES];

/// A decision point and a player, whose legal moves can be worked out in lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LanePoint<'r> {
    program: &'r Program,
    choices: &'r SeatChoices,
    me: u8,
}

impl<'r> LanePoint<'r> {
    /// Returns the decision point with a player; `None` if lanes do not know something that it needs.
    pub(crate) fn of(rules: &'r Rules, decision: usize, me: usize) -> Option<Self> {
        let point = &rules.decision_points[decision];
        let choices = &point.choices[me];
        let program = &rules.programs[choices.program as usize];
        let judged_later = |template: &MoveTemplate| {
            let postcondition = template.postcondition;
            postcondition.is_some_and(|code| !code.is_final || !knows_number(rules, code.cond))
        };
        let alone = rules.counts_choices
            || point.simultaneous.is_some()
            || choices.as_often
            || choices.templates.iter().any(judged_later)
            || choices.draws_multiset
            || choices.scripted;
        let known = !alone && knows(program);
        known.then_some(Self {
            program,
            choices,
            me: seat_id(me).0,
        })
    }

    /// Tells whether moves are tried out here: those that are listed are candidates.
    pub(crate) fn tries_out(self) -> bool {
        self.choices.has_postcondition
    }
}

/// Tells whether a number can be worked out in lanes.
fn knows_number(rules: &Rules, number: NumOperand) -> bool {
    match number {
        NumOperand::Program(program) => knows(&rules.programs[program as usize]),
        NumOperand::Fixed(_) | NumOperand::Any(..) | NumOperand::None(..) => true,
    }
}

/// Tells whether every op of a program can be done in lanes.
fn knows(program: &Program) -> bool {
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
    program.numbers.iter().all(number) && program.ops.iter().all(mask)
}

/// The legal moves of all lanes at a decision point, or the candidates where moves are tried out: a buffer that is refilled without allocating.
#[derive(Debug, Default)]
pub(crate) struct LaneLists {
    registers: LaneRegisters,
    /// For each template: the number of moves of all templates before it; then that of all.
    before: Vec<Block>,
    /// The lanes that are to be worked out alone.
    alone: LaneBits,
    width: usize,
}

impl LaneLists {
    /// Works the legal moves out. In lanes that do not stand at the decision point, there may be any.
    pub(crate) fn fill(&mut self, rules: &Rules, point: LanePoint<'_>, field: &LaneField) {
        self.width = rules.layout.width;
        self.registers.fit(point.program, self.width);
        self.before
            .resize(point.choices.masks.len() + 1, [0; LANES]);
        pulp::Arch::new().dispatch(ListRun {
            machine: LaneMachine::new(rules, point.program, &field.words),
            templates: &point.choices.masks,
            lists: self,
        });
    }

    /// Returns how many moves are legal in each lane.
    pub(crate) fn lens(&self) -> Block {
        self.before.last().copied().unwrap_or([0; LANES])
    }

    /// Returns the lanes that are to be worked out alone.
    pub(crate) fn alone(&self) -> LaneBits {
        self.alone
    }

    /// Returns the lanes in which two of the templates of some pairs have moves that meet.
    pub(crate) fn meeting(&self, point: LanePoint<'_>, pairs: &[MeetingPair]) -> LaneBits {
        if pairs.is_empty() {
            return 0;
        }
        let masks = |template: u16| {
            let reg = usize::from(point.choices.masks[usize::from(template)]);
            &self.registers.masks[reg * self.width..][..self.width]
        };
        pulp::Arch::new().dispatch(meetings::MeetingSearch { pairs, masks })
    }

    /// Returns the move of a lane with an index: the number of its template, and its anchor.
    #[cfg(test)]
    pub(crate) fn get(&self, point: LanePoint<'_>, lane: usize, at: u64) -> (u64, u32) {
        let mut templates = [0; LANES];
        ranks::templates(&self.before, &[at; LANES], &mut templates);
        let template = templates[lane] as usize;
        let reg = usize::from(point.choices.masks[template]);
        let mask = &self.registers.masks[reg * self.width..][..self.width];
        let n = at - self.before[template][lane];
        let found = ranks::word_with(mask, lane, n);
        let mut anchors = [found.base; LANES];
        ranks::add_places(&[found.word; LANES], &[found.n; LANES], &mut anchors);
        (
            templates[lane],
            u32::try_from(anchors[lane]).unwrap_or(u32::MAX),
        )
    }
}

/// The list of a decision point, and its moves counted.
struct ListRun<'r> {
    machine: LaneMachine<'r>,
    /// The register of each template's mask.
    templates: &'r [MaskReg],
    lists: &'r mut LaneLists,
}

impl pulp::NullaryFnOnce for ListRun<'_> {
    type Output = ();

    // As in `masks.rs`: all that is hot must be inlined here.
    #[inline(always)]
    fn call(self) {
        let LaneLists {
            registers, before, ..
        } = &mut *self.lists;
        let alone = self.machine.run(registers);
        ranks::count(
            (&registers.masks, self.machine.width),
            self.templates,
            before,
        );
        self.lists.alone = alone;
    }
}
