//! Compiles statements about pieces: putting, taking, moving, and drawings.

use crate::compile::limits::PARTS;
use crate::compile::stmt::{CompiledStmt, StmtCompiler};
use crate::ir::Piece;
use crate::ir::instructions::{DrawCode, Instr, KindMasks, PartCode, PictureCode, TakeCode};
use linstock_base::Diagnostic;
use linstock_model::{
    DrawingId, KindId, Member, Node, PictureSpot, PiecesTaken, Placement, Point, SeatId, Set,
    ZoneRef,
};

impl<'m> StmtCompiler<'m, '_> {
    /// Compiles the pieces of the drawings: as masks for drawings of the board's size, and piece by piece.
    pub(crate) fn drawings(&mut self) -> CompiledStmt {
        let board = self.model.board.as_ref();
        for drawing in &self.model.drawings {
            let whole = board.filter(|b| b.topology.extent() == drawing.size);
            let origin = whole.map(|b| b.topology.origin());
            let mut lay = Vec::new();
            for (Piece { kind, owner }, word) in self.layout.masks() {
                let mut words = vec![0; self.layout.width];
                let his = |piece: &&PictureSpot| (piece.kind, piece.owner) == (kind, owner);
                let cells = drawing.pieces.iter().filter(his).map(|piece| piece.cell);
                let on_board = |cell| whole?.topology.at_cell(origin?, cell);
                for at in cells.filter_map(on_board).map(Point::index) {
                    words[at / 64] |= 1 << (at % 64);
                }
                if words.iter().any(|w| *w != 0) {
                    let constant = self.tables.constant(words);
                    lay.push((self.word(word)?, self.fits(constant)?));
                }
            }
            self.shared.drawings.push(lay);
            let cells = drawing.pieces.iter().map(|piece| {
                let word = self.word(self.layout.mask(piece.kind, piece.owner));
                word.map(|word| (piece.cell, word))
            });
            let cells = cells.collect::<Result<_, _>>()?;
            self.shared.pictures.push(PictureCode {
                size: drawing.size,
                cells,
            });
        }
        Ok(())
    }

    pub(crate) fn put(
        &mut self,
        (kind, owner): (KindId, Option<&'m Node<Member>>),
        set: &'m Node<Set>,
        from: Option<&'m ZoneRef>,
    ) -> CompiledStmt {
        let points = self.points(set)?;
        if let Some(zone) = from {
            let zone = self.zone(zone)?;
            let kind = kind.0;
            let draw = DrawCode { zone, kind, points };
            let at = PARTS.push(&mut self.shared.draws, draw);
            self.emit(Instr::Draw(self.fits(at)?))?;
        }
        let fixed = match owner.map(|owner| &owner.kind) {
            None => Ok(None),
            Some(Member::Me) => Ok(Some(self.me)),
            Some(Member::Fixed(seat)) => Ok(Some(SeatId(*seat))),
            Some(owner) => Err(owner),
        };
        let instr = match fixed {
            Ok(owner) => Instr::Put(self.word(self.layout.mask(kind, owner))?, points),
            Err(owner) => Instr::PutOf(
                self.word(self.layout.mask(kind, Some(SeatId(0))))?,
                self.item(owner)?,
                points,
            ),
        };
        self.emit(instr)?;
        Ok(())
    }

    pub(crate) fn take_pieces(
        &mut self,
        what: PiecesTaken,
        set: &'m Node<Set>,
        to: Option<&'m ZoneRef>,
    ) -> CompiledStmt {
        let points = self.points(set)?;
        if to.is_none() && what == PiecesTaken::Layer(self.model.top()) {
            self.emit(Instr::Take(points))?;
            return Ok(());
        }
        let kinds: Vec<KindId> = match what {
            PiecesTaken::Kind(kind) => vec![kind],
            PiecesTaken::Layer(layer) => self.model.kinds_on(layer).collect(),
        };
        let masks = kinds.into_iter().map(|kind| {
            let words = self.layout.masks_of(kind);
            Ok(KindMasks {
                kind: kind.0,
                first: self.word(words.start)?,
                end: self.word(words.end)?,
            })
        });
        let kinds = masks.collect::<Result<_, Diagnostic>>()?;
        let to = match to {
            Some(zone) => Some(self.zone(zone)?),
            None => None,
        };
        let take = TakeCode { kinds, points, to };
        let at = PARTS.push(&mut self.shared.takes, take);
        self.emit(Instr::TakeSome(self.fits(at)?))?;
        Ok(())
    }

    pub(crate) fn lay(&mut self, laid: &'m Placement) -> CompiledStmt {
        let number = |drawing: &DrawingId| u32::from(drawing.0);
        let instr = match laid {
            Placement::Whole(drawing) => Instr::Lay(number(drawing)),
            Placement::Part(laid) => {
                let part = PartCode {
                    drawings: laid.drawings.iter().map(number).collect(),
                    which: self.item(&laid.which.kind)?,
                    turned: self.number(|e| e.num(&laid.turned.kind))?,
                    at: self.points(&laid.at)?,
                };
                let at = PARTS.push(&mut self.shared.parts, part);
                Instr::LayPart(self.fits(at)?)
            }
        };
        self.emit(instr)?;
        Ok(())
    }
}
