//! The operands of the instructions that lanes support.

use linstock_engine::ir::CompiledRules;
use linstock_engine::ir::instructions::{CargoCode, Instr, NumOperand, SetOperand};
use linstock_engine::ir::words_read::{are_apart, words_from, words_read};

/// An operand that is computed in all lanes before an instruction runs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    /// Nothing.
    None,
    /// A number.
    Number(NumOperand),
    /// A condition: a number that is not 0.
    Truth(NumOperand),
    /// A set of points.
    Points(SetOperand),
}

/// Returns whether storing a number for points cannot change the number. `word` is the first word that the store may write.
pub(super) fn stays_while_stored(rules: &CompiledRules, word: u32, number: NumOperand) -> bool {
    let written = words_from(word, rules.layout.points);
    let read = words_read(rules, number);
    read.is_some_and(|read| read.iter().all(|read| are_apart(read, &written)))
}

/// Returns the operands of an instruction; none for instructions that lanes leave to the executor.
#[inline(always)]
pub(super) fn operands(rules: &CompiledRules, instr: &Instr) -> [Operand; 2] {
    match *instr {
        Instr::Unless(cond, _) | Instr::Must(cond, _) => [Operand::Truth(cond), Operand::None],
        Instr::Take(points) | Instr::Put(_, points) => [Operand::Points(points), Operand::None],
        Instr::TakeSome(at) => {
            let points = rules.takes[at as usize].points;
            [Operand::Points(points), Operand::None]
        }
        Instr::Draw(at) => {
            let points = rules.draws[at as usize].points;
            [Operand::Points(points), Operand::None]
        }
        Instr::Transfer(at) => match rules.transfers[at as usize].cargo {
            CargoCode::Copies(row, number) => [Operand::Number(row), Operand::Number(number)],
            CargoCode::All | CargoCode::Multiset(_) => [Operand::None, Operand::None],
        },
        Instr::Round(_, first) | Instr::RoundBack(_, first) | Instr::Cycle(_, first, _) => {
            [Operand::Number(first), Operand::None]
        }
        Instr::ResetOf(.., seat) => [Operand::Number(seat), Operand::None],
        Instr::Store(_, value, _) => [Operand::Number(value), Operand::None],
        Instr::StoreOf(_, value, _, seat) => [Operand::Number(value), Operand::Number(seat)],
        Instr::StoreMask(_, program) => {
            [Operand::Points(SetOperand::Program(program)), Operand::None]
        }
        Instr::StoreMaskOf(_, program, number) => [
            Operand::Points(SetOperand::Program(program)),
            Operand::Number(number),
        ],
        Instr::StoreEach(word, program, number, _) if stays_while_stored(rules, word, number) => [
            Operand::Points(SetOperand::Program(program)),
            Operand::Number(number),
        ],
        Instr::PutOf(_, seat, points) => [Operand::Points(points), Operand::Number(seat)],
        Instr::Ask(_)
        | Instr::Reveal(_)
        | Instr::Jump(_)
        | Instr::Move(..)
        | Instr::Lay(_)
        | Instr::LayPart(_)
        // Storing may change the value itself.
        | Instr::StoreEach(..)
        | Instr::Reset(..)
        | Instr::PassOn(..)
        | Instr::PreviousInRound(..)
        | Instr::NextInRound(..)
        | Instr::EndRound(_)
        | Instr::CountDown(..)
        | Instr::Clear(..)
        | Instr::Done(..)
        | Instr::Note
        | Instr::Script(_)
        | Instr::End(..) => [Operand::None, Operand::None],
    }
}
