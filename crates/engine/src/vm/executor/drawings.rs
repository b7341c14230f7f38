//! Places drawings of the rules on the board.

use super::Executor;
use crate::ir::bits;
use crate::ir::instructions::{PlaceCode, SetOperand};
use crate::vm::position::Fault;
use linstock_model::Point;

impl Executor<'_> {
    /// Puts all pieces of a drawing of the whole board on their points.
    pub(crate) fn lay(&mut self, drawing: u32, pc: u32) -> Result<(), Fault> {
        let rules = self.rules;
        let width = rules.layout.width;
        for (word, constant) in &rules.drawings[drawing as usize] {
            let at = usize::from(*constant) * width;
            self.put_all(*word as usize, &rules.constants[at..at + width], pc)?;
        }
        Ok(())
    }

    /// Turns a drawing, and aligns its bottom left corner with that of a rectangle.
    pub(crate) fn lay_part(&mut self, part: u32, pc: u32) -> Result<(), Fault> {
        let rules = self.rules;
        let part = &rules.parts[part as usize];
        let which = usize::try_from(self.number(part.which, pc)?).ok();
        let Some(&drawing) = which.and_then(|at| part.drawings.get(at)) else {
            return Err(self.fault("no drawing is named to be laid".into(), pc));
        };
        let turned = self.number(part.turned, pc)?;
        let at = self.points(part.at, pc)?;
        let picture = &rules.pictures[drawing as usize];
        let topology = rules.model().board.as_ref().map(|board| &board.topology);
        let Some((topology, turn)) = topology.and_then(|t| Some((t, t.turn(turned)?))) else {
            let what = format!("a drawing cannot be turned by {turned} degrees");
            return Err(self.fault(what, pc));
        };
        let points = bits(&at).filter_map(|point| Point::nth(point as usize));
        let corner = topology.bottom_left(points);
        for &(cell, word) in &picture.cells {
            let cell = picture.size.turned_cell(cell, turn);
            let Some(point) = topology.at_cell(corner, cell) else {
                let what = "the drawing goes over the edge of the board";
                return Err(self.fault(what.into(), pc));
            };
            let place = SetOperand::Place(PlaceCode::Fixed(point.0));
            self.put(word as usize, place, pc)?;
        }
        Ok(())
    }
}
