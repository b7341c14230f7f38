//! Compiles statements on memories: storing values, and resetting to the start value.

use crate::compile::stmt::{CompiledStmt, StmtCompiler};
use crate::compile::value_graph::AnyNode;
use crate::ir::instructions::{Instr, NumOperand};
use crate::ir::words_of;
use linstock_base::Diagnostic;
use linstock_model::{Member, MemoryId, MemoryRef, Node, Place, Set, ValueExpr};

/// The words of a memory.
struct MemoryWords {
    /// The first word.
    first: u32,
    /// The number of words of each owner.
    size: usize,
    /// The owner, if it is not known before play.
    whose: Option<NumOperand>,
}

impl<'m> StmtCompiler<'m, '_> {
    /// Returns the words of a memory, and its owner.
    fn memory(&mut self, memory: &'m MemoryRef) -> Result<MemoryWords, Diagnostic> {
        let (first, size) = self.layout.memory(memory.memory).unwrap_or((0, 1));
        let (before, whose) = match memory.of.as_ref().map(|of| &of.kind) {
            None => (0, None),
            Some(Member::Me) => (self.me.index(), None),
            Some(Member::Fixed(at)) => (usize::from(*at), None),
            Some(item) => (0, Some(self.item(item)?)),
        };
        Ok(MemoryWords {
            first: self.word(first + before * size)?,
            size,
            whose,
        })
    }

    /// Stores a value for the pieces on all points of a set; skips points without a piece.
    fn remember_each(
        &mut self,
        id: MemoryId,
        points: PiecesOn<'m>,
        value: (NumOperand, bool),
    ) -> CompiledStmt {
        let Some((word, _)) = self.layout.memory(id) else {
            return Ok(());
        };
        let program = self.built(|e| {
            let points = match points {
                PiecesOn::Set(points) => e.set(points)?,
                PiecesOn::Place(place) => e.point(place)?,
            };
            let empty = e.empty()?;
            Ok(AnyNode::Mask(e.graph.and_not(points, empty)))
        })?;
        let points = self.program(program)?;
        let word = self.word(word)?;
        self.emit(Instr::StoreEach(word, points, value.0, value.1))?;
        Ok(())
    }

    pub(super) fn remember(&mut self, memory: &'m MemoryRef, value: &'m ValueExpr) -> CompiledStmt {
        if let Some(points) = of_pieces(memory) {
            let value = match value {
                ValueExpr::Member(_, item) => (self.item(&item.kind)?, true),
                ValueExpr::Truth(truth) => (self.truth(truth)?, false),
                ValueExpr::Num(num) => (self.number(|e| e.num(&num.kind))?, false),
                ValueExpr::Place(_) | ValueExpr::Set(_) | ValueExpr::Kind(_) => return Ok(()),
            };
            return self.remember_each(memory.memory, points, value);
        }
        let MemoryWords {
            first: word,
            whose: of,
            ..
        } = self.memory(memory)?;
        let instr = match value {
            ValueExpr::Set(set) => {
                let mask = self.mask(set)?;
                of.map_or(Instr::StoreMask(word, mask), |of| {
                    Instr::StoreMaskOf(word, mask, of)
                })
            }
            other => {
                let (program, holds_seat) = match other {
                    ValueExpr::Member(_, item) => (self.item(&item.kind)?, true),
                    ValueExpr::Truth(truth) => (self.truth(truth)?, false),
                    ValueExpr::Num(num) => (self.number(|e| e.num(&num.kind))?, false),
                    ValueExpr::Place(_) | ValueExpr::Set(_) | ValueExpr::Kind(_) => return Ok(()),
                };
                match of {
                    None => Instr::Store(word, program, holds_seat),
                    Some(of) => Instr::StoreOf(word, program, holds_seat, of),
                }
            }
        };
        self.emit(instr)?;
        Ok(())
    }

    pub(super) fn forget(&mut self, memory: &'m MemoryRef) -> CompiledStmt {
        let declared = &self.model.memories[usize::from(memory.memory.0)];
        if let Some(points) = of_pieces(memory) {
            let start = words_of(&declared.start, 1)[0].cast_signed();
            return self.remember_each(memory.memory, points, (NumOperand::Fixed(start), false));
        }
        let MemoryWords {
            first: word,
            size,
            whose: of,
        } = self.memory(memory)?;
        let copies = match memory.of {
            None => self.model.copies(declared),
            Some(_) => 1,
        };
        let start = u32::from(self.start_of(memory.memory, size)?);
        let (size, copies) = (self.word(size)?, self.word(copies)?);
        self.emit(match of {
            None => Instr::Reset(word, (size, copies), start),
            Some(of) => Instr::ResetOf(word, size, start, of),
        })?;
        Ok(())
    }

    /// Returns the constant with the start value of a memory.
    fn start_of(&mut self, id: MemoryId, size: usize) -> Result<u16, Diagnostic> {
        let start = &self.model.memories[usize::from(id.0)].start;
        let words = words_of(start, self.layout.width.max(size));
        let start = self.tables.constant(words);
        self.fits(start)
    }
}

/// The points whose pieces a memory belongs to.
#[derive(Clone, Copy)]
enum PiecesOn<'m> {
    Set(&'m Node<Set>),
    Place(Place),
}

/// Returns the points whose pieces the memory belongs to; `None` if it is no memory of pieces.
fn of_pieces(memory: &MemoryRef) -> Option<PiecesOn<'_>> {
    match &memory.of.as_ref()?.kind {
        Member::Over(points) => Some(PiecesOn::Set(points)),
        Member::At(place) => Some(PiecesOn::Place(*place)),
        _ => None,
    }
}
