//! Statements about pieces, to instructions: what comes to the board, what leaves it, drawings.

use crate::compile::stmt::{MoveBodies, StmtCompiler, small};
use crate::ir::Piece;
use crate::ir::instructions::{DrawCode, Instr, PartCode, PictureCode, TakeCode};
use crate::model::{
    DrawingId, KindId, Member, Node, PictureCell, PiecesTaken, Placement, Point, SeatId, Set,
    ZoneRef,
};

impl StmtCompiler<'_, '_> {
    /// Compiles what the drawings put down: as masks where they have the board's size, and piece by piece.
    pub fn drawings(&mut self) {
        let board = self.model.board.as_ref();
        for drawing in &self.model.drawings {
            let whole = board.filter(|b| b.topology.extent() == drawing.size);
            let mut lay = Vec::new();
            for (Piece { kind, owner }, word) in self.layout.masks() {
                let mut words = vec![0; self.layout.width];
                let his = |piece: &&(PictureCell, KindId, Option<SeatId>)| {
                    (piece.1, piece.2) == (kind, owner)
                };
                let cells = drawing.pieces.iter().filter(his).map(|piece| piece.0);
                let on_board = |cell| whole?.topology.at_cell(Point(0), cell);
                for at in cells.filter_map(on_board).map(Point::index) {
                    words[at / 64] |= 1 << (at % 64);
                }
                if words.iter().any(|w| *w != 0) {
                    lay.push((small(word), self.tables.constant(words)));
                }
            }
            self.shared.drawings.push(lay);
            let cells = drawing.pieces.iter();
            let cells =
                cells.map(|(cell, kind, owner)| (*cell, small(self.layout.mask(*kind, *owner))));
            self.shared.pictures.push(PictureCode {
                size: drawing.size,
                cells: cells.collect(),
            });
        }
    }

    pub fn put(
        &mut self,
        (kind, owner): (KindId, Option<&Node<Member>>),
        set: &Node<Set>,
        from: Option<&ZoneRef>,
    ) -> MoveBodies {
        let points = self.points(set)?;
        if let Some(zone) = from {
            let zone = self.zone(zone)?;
            let kind = kind.0;
            let at = small(self.shared.draws.len());
            self.shared.draws.push(DrawCode { zone, kind, points });
            self.emit(Instr::Draw(at));
        }
        let fixed = match owner.map(|owner| &owner.kind) {
            None => Ok(None),
            Some(Member::Me) => Ok(Some(self.me)),
            Some(Member::Fixed(seat)) => Ok(Some(SeatId(*seat))),
            Some(owner) => Err(owner),
        };
        let instr = match fixed {
            Ok(owner) => Instr::Put(small(self.layout.mask(kind, owner)), points),
            Err(owner) => Instr::PutOf(
                small(self.layout.mask(kind, Some(SeatId(0)))),
                self.item(owner)?,
                points,
            ),
        };
        self.emit(instr);
        Ok(())
    }

    pub fn take_pieces(
        &mut self,
        what: PiecesTaken,
        set: &Node<Set>,
        to: Option<&ZoneRef>,
    ) -> MoveBodies {
        let points = self.points(set)?;
        if to.is_none() && what == PiecesTaken::Layer(self.model.top()) {
            self.emit(Instr::Take(points));
            return Ok(());
        }
        let kinds: Vec<KindId> = match what {
            PiecesTaken::Kind(kind) => vec![kind],
            PiecesTaken::Layer(layer) => self.model.kinds_on(layer).collect(),
        };
        let masks = kinds.into_iter().map(|kind| {
            let words = self.layout.masks_of(kind);
            (kind.0, small(words.start), small(words.end))
        });
        let kinds = masks.collect();
        let to = match to {
            Some(zone) => Some(self.zone(zone)?),
            None => None,
        };
        let at = small(self.shared.takes.len());
        self.shared.takes.push(TakeCode { kinds, points, to });
        self.emit(Instr::TakeSome(at));
        Ok(())
    }

    pub fn lay(&mut self, laid: &Placement) -> MoveBodies {
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
                self.shared.parts.push(part);
                Instr::LayPart(small(self.shared.parts.len() - 1))
            }
        };
        self.emit(instr);
        Ok(())
    }
}
