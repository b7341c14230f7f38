//! Finds the words of a position that a number depends on.

use crate::ir::CompiledRules;
use crate::ir::instructions::NumOperand;
use crate::ir::op::{OpRead, WordCount};
use crate::ir::program::InProgram;
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
            let (mut words, mut is_known) = (Vec::new(), true);
            let mut note = |read: OpRead<InProgram>| match read {
                OpRead::Words(first, count) => words.push(range(rules, first, count)),
                OpRead::Other => is_known = false,
                OpRead::Mask(_) | OpRead::Number(_) => {}
            };
            let numbers = program.numbers.iter();
            numbers.for_each(|op| op.each_read(program, &mut note));
            let masks = program.ops.iter();
            masks.for_each(|op| op.each_read(program, &mut note));
            is_known.then_some(words)
        }
    }
}

fn range(rules: &CompiledRules, first: u32, count: WordCount) -> Words {
    match count {
        WordCount::One => words_from(first, 1),
        WordCount::Mask => words_from(first, rules.layout.width),
        WordCount::Points => words_from(first, rules.layout.points),
        WordCount::Unknown => one_of_many(rules, first),
    }
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
