//! Drawings of the rules, placed on the board.

use super::Executor;
use crate::ir::bits;
use crate::ir::instructions::{PlaceCode, SetOperand};
use crate::vm::position::Fault;

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

    /// Turns a drawing, and places its bottom left corner on that of a rectangle.
    pub(crate) fn lay_part(&mut self, part: u32, pc: u32) -> Result<(), Fault> {
        let rules = self.rules;
        let part = &rules.parts[part as usize];
        let which = usize::try_from(self.number(part.which, pc)?).ok();
        let Some(&drawing) = which.and_then(|at| part.drawings.get(at)) else {
            return Err(self.fault("no drawing is named to be laid".into(), pc));
        };
        let turned = self.number(part.turned, pc)?;
        let at = self.points(part.at, pc)?;
        let columns = rules
            .model()
            .board
            .as_ref()
            .map_or(1, |b| u32::from(b.width));
        let corner = |of: fn(u32, u32) -> u32| bits(&at).map(|p| of(p, columns)).min().unwrap_or(0);
        let corner = (
            corner(|p, columns| p % columns).cast_signed(),
            corner(|p, columns| p / columns).cast_signed(),
        );
        let picture = &rules.pictures[drawing as usize];
        for &(cell, word) in &picture.cells {
            let Some((column, row)) = turned_by(turned, cell, picture.size) else {
                let what = format!("a drawing cannot be turned by {turned} degrees");
                return Err(self.fault(what, pc));
            };
            let board = rules.model().board.as_ref();
            let point = board.and_then(|b| b.at(corner.0 + column, corner.1 + row));
            let Some(point) = point else {
                let what = "the drawing goes over the edge of the board";
                return Err(self.fault(what.into(), pc));
            };
            let place = SetOperand::Place(PlaceCode::Fixed(point.0));
            self.put(word as usize, place, pc)?;
        }
        Ok(())
    }
}

/// Returns the column and row of a picture's cell after the picture is turned clockwise; `None` for an angle that is
/// not a multiple of 90 below 360.
fn turned_by(degrees: i64, (column, row): (i32, i32), size: (i32, i32)) -> Option<(i32, i32)> {
    match degrees {
        0 => Some((column, row)),
        90 => Some((row, size.0 - 1 - column)),
        180 => Some((size.0 - 1 - column, size.1 - 1 - row)),
        270 => Some((size.1 - 1 - row, column)),
        _ => None,
    }
}
