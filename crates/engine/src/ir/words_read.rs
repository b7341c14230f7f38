//! Finds the words of a position that a number depends on.

use crate::ir::CompiledRules;
use crate::ir::instructions::NumOperand;
use crate::ir::program::{NumberOp, Op, Program};
use std::ops::Range;

/// A range of words of a position.
pub type Words = Range<usize>;

/// Returns whether two ranges do not overlap.
#[must_use]
pub fn are_apart(these: &Words, those: &Words) -> bool {
    these.end <= those.start || those.end <= these.start
}

/// Returns the words that a number depends on; `None` if it depends on anything else.
pub fn words_read(rules: &CompiledRules, number: NumOperand) -> Option<Vec<Words>> {
    let width = rules.layout.width;
    match number {
        NumOperand::Fixed(_) => Some(Vec::new()),
        NumOperand::Any(word, _) | NumOperand::None(word, _) => Some(vec![words_from(word, width)]),
        NumOperand::Word(word) | NumOperand::Seat(word) => Some(vec![words_from(word, 1)]),
        NumOperand::Program(program) => {
            let program = &rules.programs[program as usize];
            let numbers = program.numbers.iter().map(|op| read_by_number(rules, op));
            let masks = program
                .ops
                .iter()
                .map(|op| read_by_mask(rules, program, *op));
            numbers.chain(masks).collect()
        }
    }
}

fn read_by_number(rules: &CompiledRules, op: &NumberOp) -> Option<Words> {
    Some(match *op {
        NumberOp::Load(word) | NumberOp::LoadSeat(word) | NumberOp::OnLine(word, _) => {
            words_from(word, 1)
        }
        NumberOp::LoadOf(word, _) | NumberOp::LoadSeatOf(word, _) => one_of_many(rules, word),
        NumberOp::Seen(_) | NumberOp::Script(_) => return None,
        NumberOp::Fixed(_)
        | NumberOp::Count(_)
        | NumberOp::First(_)
        | NumberOp::Any(_)
        | NumberOp::Has(..)
        | NumberOp::Join(..)
        | NumberOp::Compare(..)
        | NumberOp::Not(_)
        | NumberOp::Select(..)
        | NumberOp::NextSeat(_)
        | NumberOp::Lookup(..) => 0..0,
    })
}

fn read_by_mask(rules: &CompiledRules, program: &Program, op: Op) -> Option<Words> {
    let width = rules.layout.width;
    Some(match op {
        Op::Load(word) => words_from(word, width),
        Op::LoadOf(word, ..) => one_of_many(rules, word),
        Op::FilterByValue(filter) => {
            let filter = &program.value_filters[usize::from(filter)];
            words_from(filter.word, rules.layout.points)
        }
        Op::Script(_) => return None,
        Op::Number
        | Op::Const(_)
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
        | Op::Reach(_)
        | Op::First(_)
        | Op::Pick(..) => 0..0,
    })
}

/// Returns the words that may hold a value if only its first possible word is known: all words up to the control words.
pub(crate) fn one_of_many(rules: &CompiledRules, first: u32) -> Words {
    first as usize..rules.layout.control.max(first as usize)
}

/// Returns the range of `count` words from `word` on.
#[must_use]
pub fn words_from(word: u32, count: usize) -> Words {
    word as usize..word as usize + count
}
