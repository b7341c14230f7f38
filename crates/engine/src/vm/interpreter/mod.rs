//! Runs programs on the words of a position and returns the masks and numbers they compute.
//!
//! A program is a list of ops without jumps. Each op reads registers that earlier ops wrote, and writes its own. Masks
//! are arrays of `W` words, and the code is compiled once for each width in `ir::layout::WIDTHS`, so that the loops over
//! words have a constant length. `masks.rs` holds the loop over runs of ops, `numbers.rs` the ops that yield numbers,
//! `flood.rs` the flood fill behind `reached`, and `registers.rs` the registers.

mod flood;
mod masks;
mod numbers;
mod registers;
mod two_words;

pub(crate) use registers::{Registers, with_registers};

use crate::ir::CompiledRules;
use crate::ir::instructions::NumOperand;
use crate::ir::program::{Program, Reg, unpack_line};
use crate::vm::fuel::Fuel;
use crate::vm::history::History;
use crate::vm::program_failure::ProgramFailure;
use linstock_model::{Dir, Point};
use smallvec::SmallVec;

/// Runs the copy of the code that was compiled for masks of a certain width: one of `ir::layout::WIDTHS`.
macro_rules! by_width {
    ($width:expr, $words:ident => $body:expr) => {
        by_width!($width, $words, $body, 1 2 3 4 5 8 16 64)
    };
    ($width:expr, $words:ident, $body:expr, $($case:literal)*) => {
        match $width {
            $($case => {
                const $words: usize = $case;
                $body
            })*
            width => unreachable!("no mask has {width} words"),
        }
    };
}
pub(crate) use by_width;

/// The input of a program, in addition to the rules.
#[derive(Clone, Copy)]
pub struct Env<'s> {
    /// The words of the position.
    pub words: &'s [u64],
    /// How often the current position has occurred (`seen` in the rules).
    pub repetitions: u32,
    /// Hashes of earlier positions, to evaluate postconditions of moves.
    pub history: &'s History,
    /// The seat that is `me` in the rules.
    pub me: usize,
    /// The remaining operations of the request.
    pub fuel: &'s Fuel,
}

/// Runs the ops of one program, with masks of `W` words; the registers are passed in.
struct Machine<'r, C: ?Sized, const W: usize> {
    rules: &'r CompiledRules,
    program: &'r Program,
    constants: &'r C,
    env: &'r Env<'r>,
}

impl<'r, C: ?Sized, const W: usize> Machine<'r, C, W> {
    fn new(
        rules: &'r CompiledRules,
        program: &'r Program,
        constants: &'r C,
        env: &'r Env<'r>,
    ) -> Self {
        Self {
            rules,
            program,
            constants,
            env,
        }
    }
}

/// Evaluates a number operand.
///
/// # Errors
/// If a number does not fit, a script fails, or the fuel is used up.
pub fn number(
    rules: &CompiledRules,
    code: NumOperand,
    env: Env<'_>,
) -> Result<i64, ProgramFailure> {
    match code {
        NumOperand::Fixed(n) => Ok(n),
        NumOperand::Any(word, among) => Ok(i64::from(any_of(rules, (word, among), env.words))),
        NumOperand::None(word, among) => Ok(i64::from(!any_of(rules, (word, among), env.words))),
        NumOperand::Word(word) => Ok(env.words[word as usize].cast_signed()),
        NumOperand::Seat(word) => Ok(env.words[word as usize].cast_signed() - 1),
        NumOperand::Program(program) => run_number(rules, program, env),
    }
}

/// Runs a program that yields one number.
fn run_number(rules: &CompiledRules, program: u32, env: Env<'_>) -> Result<i64, ProgramFailure> {
    let program = &rules.programs[program as usize];
    with_registers(|registers| {
        registers.run_all(rules, program, env)?;
        env.fuel.must_last()?;
        Ok(match program.results.first() {
            Some((Reg::Number(reg), _)) => registers.numbers[usize::from(*reg)],
            _ => 0,
        })
    })
}

/// Returns whether a mask of the position (its first word) shares a point with a constant mask.
#[inline(always)]
pub fn any_of(rules: &CompiledRules, (word, among): (u32, u16), words: &[u64]) -> bool {
    let width = rules.layout.width;
    let mask = &words[word as usize..][..width];
    let among = &rules.constants[usize::from(among) * width..][..width];
    // `zip` is not always inlined here, and is then slower than the loop.
    (0..width).any(|at| mask[at] & among[at] != 0)
}

/// Runs a program that yields one mask, and returns its words.
///
/// # Errors
/// As [`number`].
pub fn mask(
    rules: &CompiledRules,
    program: u32,
    env: Env<'_>,
) -> Result<SmallVec<[u64; 8]>, ProgramFailure> {
    let program = &rules.programs[program as usize];
    with_registers(|registers| {
        registers.run_all(rules, program, env)?;
        env.fuel.must_last()?;
        Ok(match program.results.first() {
            Some((Reg::Mask(reg), _)) => {
                SmallVec::from_slice(registers.mask(usize::from(*reg), rules.layout.width))
            }
            _ => SmallVec::from_elem(0, rules.layout.width),
        })
    })
}

/// Returns the point `steps` steps from the rear of a packed formation; `None` off the board, or if the word is no
/// formation: a lane that needs none may hold any word.
pub fn point_on_line(rules: &CompiledRules, word: u64, steps: i32) -> Option<u16> {
    let (rear, dir) = unpack_line(word);
    let board = rules.model().board.as_ref()?;
    let known =
        usize::from(rear) < board.points() && usize::from(dir) < board.topology.directions().len();
    let point = known.then(|| board.along(Point(rear), Dir::at(dir), steps))?;
    point.map(|point| point.0)
}
