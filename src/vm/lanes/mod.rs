//! Lanes: the legal moves of many positions at once.
//!
//! Positions at one decision point, with one player to choose, need one program. [`LaneLists`] runs it over up to
//! [`LANES`] of them: each op is decoded once, and works on a *block*, a word of every lane. The registers lie as
//! `[register][word][lane]`, so that an op is a plain loop over neighbours, which the compiler turns into vector
//! instructions. `pulp` chooses at run time the copy of the code with the widest instructions that the machine has.
//!
//! `masks.rs` holds the loop over ops, `rare.rs` the ops that few programs have, one lane at a time, `numbers.rs` the ops
//! that yield numbers, `flood.rs` the flood fill, `ranks.rs` counts the moves of each lane and finds the n-th.
//!
//! `turns.rs` plays the move of a lane and what follows it, which it has worked out before.
//!
//! What lanes cannot do is left to the rest of the vm: [`LanePoint::of`] says which decision points they know, and a lane
//! whose numbers overflow is to be worked out alone.

mod flood;
mod masks;
mod numbers;
mod ranks;
mod rare;
mod turns;

pub(crate) use turns::{TurnEnd, TurnPlan};

use crate::ir::Rules;
use crate::ir::instructions::SeatChoices;
use crate::ir::program::{NumberOp, Op, Program};
use crate::vm::Move;
use crate::vm::seat_id;

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
    decision: u16,
    me: u8,
}

impl<'r> LanePoint<'r> {
    /// Returns the decision point with a player; `None` if lanes do not know something that it needs.
    pub(crate) fn of(rules: &'r Rules, decision: usize, me: usize) -> Option<Self> {
        let point = &rules.decision_points[decision];
        let choices = &point.choices[me];
        let program = &rules.programs[choices.program as usize];
        let alone = rules.counts_choices
            || point.simultaneous.is_some()
            || choices.are_tried_out()
            || choices.draws_multiset
            || choices.scripted;
        let known = !alone && knows(program);
        known.then_some(Self {
            program,
            choices,
            decision: u16::try_from(decision).ok()?,
            me: seat_id(me).0,
        })
    }
}

/// Tells whether every op of a program can be done in lanes.
fn knows(program: &Program) -> bool {
    let number = |op: &NumberOp| !matches!(op, NumberOp::Script(_) | NumberOp::Seen(_));
    let mask = |op: &Op| match op {
        Op::Script(_) => false,
        Op::Reach(fill) => {
            let fill = &program.reaches[usize::from(*fill)];
            fill.links.is_empty() && fill.free.is_none()
        }
        _ => true,
    };
    program.numbers.iter().all(number) && program.ops.iter().all(mask)
}

/// The legal moves of the positions of a group: a buffer that is refilled without allocating.
#[derive(Debug, Default)]
pub(crate) struct LaneLists {
    /// The mask registers: so many blocks for each as a mask has words.
    masks: Vec<Block>,
    numbers: Vec<NumberBlock>,
    /// For each template: the number of moves of this template and all before it.
    ends: Vec<Block>,
    /// The lanes that are to be worked out alone, one bit each.
    alone: u64,
    width: usize,
}

impl LaneLists {
    /// Works the legal moves out. `words` are those of the positions; spare lanes repeat one of them.
    pub(crate) fn fill(&mut self, rules: &Rules, point: LanePoint<'_>, words: &[&[u64]; LANES]) {
        self.width = rules.layout.width;
        self.alone = 0;
        let masks = usize::from(point.program.masks) * self.width;
        if self.masks.len() < masks {
            self.masks.resize(masks, [0; LANES]);
        }
        if self.numbers.len() < point.program.numbers.len() {
            let numbers = point.program.numbers.len();
            self.numbers.resize(numbers, [0; LANES]);
        }
        self.ends.resize(point.choices.masks.len(), [0; LANES]);
        pulp::Arch::new().dispatch(masks::LaneRun {
            rules,
            program: point.program,
            templates: &point.choices.masks,
            words,
            lists: self,
        });
    }

    /// Returns how many moves are legal in a lane.
    pub(crate) fn len(&self, lane: usize) -> usize {
        let last = self.ends.last().map_or(0, |ends| ends[lane]);
        usize::try_from(last).unwrap_or(usize::MAX)
    }

    /// Tells whether a lane is to be worked out alone.
    pub(crate) fn is_alone(&self, lane: usize) -> bool {
        self.alone >> lane & 1 == 1
    }

    /// Finds, for each lane, which template its move has, by the move's index in the lane. Where the index is too large,
    /// the template is too.
    pub(crate) fn templates(&self, at: &Block) -> Block {
        let mut templates = [0; LANES];
        pulp::Arch::new().dispatch(ranks::TemplateSearch {
            ends: &self.ends,
            at,
            templates: &mut templates,
        });
        templates
    }

    /// Returns the move of a lane with an index below [`len`](Self::len), and the number of its template.
    pub(crate) fn get(
        &self,
        point: LanePoint<'_>,
        lane: usize,
        (template, at): (u64, u64),
    ) -> Option<Move> {
        let template = usize::try_from(template).ok()?;
        let reg = usize::from(*point.choices.masks.get(template)?);
        let before = match template {
            0 => 0,
            _ => self.ends[template - 1][lane],
        };
        let mask = &self.masks[reg * self.width..][..self.width];
        Some(Move {
            decision: point.decision,
            template: u16::try_from(template).ok()?,
            me: point.me,
            anchor: ranks::nth_bit(mask, lane, at - before),
        })
    }

    /// Returns a word of the mask of a template in a lane.
    pub(crate) fn template_word(
        &self,
        point: LanePoint<'_>,
        lane: usize,
        (template, word): (u16, usize),
    ) -> u64 {
        let reg = usize::from(point.choices.masks[usize::from(template)]);
        self.masks[reg * self.width + word][lane]
    }
}
