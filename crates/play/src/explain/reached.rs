//! Explains why a point is reached or not: networks and distances.

use crate::explain::describe::{Explainer, all_pieces};
use crate::explain::problem::Problem;
use crate::explain::sets::{Problems, own_tags};
use crate::reference::{Proof, SetParts, WindingWays, WithParts};
use crate::wording::Unit;
use linstock_engine::vm::Fault;
use linstock_model::{Point, Set};

impl Explainer<'_> {
    /// Explains why a point is not reached: it is too far, no way leads there, or the way is cut.
    pub(crate) fn not_reached(&self, ways: &WindingWays<'_, WithParts>, point: Point) -> Problems {
        let here = self.point(point);
        if let Some(far) = ways.steps[point.index()] {
            let most = ways.within.as_ref().map_or(far.steps, |most| most.value);
            let steps = self.say().counted(far.steps, Unit::Step);
            let root = self.whose(far.from);
            let text = self.say().too_far(&here, &steps, &root, most);
            return Ok(vec![Problem::state(text)]);
        }
        if let Some((_, found)) = self.cut_off(ways, point)? {
            return Ok(found);
        }
        let over = self.set(&ways.over, point)?;
        if !over.is_empty() {
            return Ok(over);
        }
        let from = self.starts(&ways.from);
        let text = self.say().no_way(&here, from.as_deref());
        Ok(vec![Problem::state(text).about(&ways.over.node.tags)])
    }

    /// Names the points where the ways begin.
    pub(super) fn starts(&self, from: &Proof<'_, Set>) -> Option<String> {
        let name = self.set_name(from)?;
        let pieces = if let SetParts::Or(parts) = &*from.parts {
            all_pieces(parts)
        } else {
            matches!(&*from.parts, SetParts::Pieces(..))
        };
        Some(if pieces {
            self.say().any_of(&name)
        } else {
            name
        })
    }

    /// Explains that a point is reached that must not be: from where, and in how many steps.
    pub(crate) fn reached_after_all(
        &self,
        ways: &WindingWays<'_, WithParts>,
        point: Point,
    ) -> Problem {
        let here = self.point(point);
        let Some(near) = ways.steps[point.index()] else {
            return Problem::state(self.say().among(&here, None));
        };
        let root = self.whose(near.from);
        let problem = match &ways.within {
            Some(most) => {
                let steps = (near.steps, most.value + 1);
                Problem::state(self.say().too_near(&here, &root, steps)).within(&most.node.tags)
            }
            None => Problem::state(self.say().reached(&here, &root)),
        };
        problem
            .about(&own_tags(self.model, ways.over.node))
            .about(&own_tags(self.model, ways.from.node))
    }

    /// Explains where the way to a point is cut, if it leads through points that the rules exclude from the steps.
    fn cut_off(
        &self,
        ways: &WindingWays<'_, WithParts>,
        to: Point,
    ) -> Result<Option<(Point, Vec<Problem>)>, Fault> {
        let board = self.model.board.as_ref();
        let Some(at) = board.and_then(|board| ways.cut(board, to)) else {
            return Ok(None);
        };
        let found = self.set(&ways.over, at)?;
        let told = found.into_iter().map(|problem| Problem {
            text: if at == to {
                problem.text
            } else {
                self.cut_by(at, &problem)
            },
            obstacle: None,
            ..problem
        });
        Ok(Some((at, told.collect())))
    }

    /// Explains where the ways to all neighbours of a point are cut. Returns `None` if no way would lead to one.
    pub(super) fn cut_off_beside(
        &self,
        of: &Proof<'_, Set>,
        point: Point,
    ) -> Result<Option<Vec<Problem>>, Fault> {
        let (SetParts::Reached(ways), Some(board)) = (&*of.parts, &self.model.board) else {
            return Ok(None);
        };
        let beside = board.next.iter();
        for next in beside.filter_map(|dir| board.along(point, dir, 1)) {
            let Some((at, found)) = self.cut_off(ways, next)? else {
                continue;
            };
            let told = found.into_iter().map(|problem| Problem {
                text: match at == next {
                    true => problem.text.clone(),
                    false => self.say().cut_beside(&self.point(next), &problem.text),
                },
                ..problem.about(&own_tags(self.model, of.node))
            });
            return Ok(Some(told.collect()));
        }
        Ok(None)
    }

    /// Names a point by its piece: `your fort on c5`, `red cannon on d3`, `d3`.
    pub(super) fn whose(&self, point: Point) -> String {
        let at = self.point(point);
        let mut stack = self.table.stack(point).rev();
        let Some(piece) = stack.find(|piece| piece.owner.is_some()) else {
            return at;
        };
        let kind = self.model.title(&self.model.kinds[piece.kind.index()].name);
        match piece.owner {
            Some(owner) if owner == self.table.me => self.say().yours_on(kind, &at),
            owner => {
                let piece = self.say().piece_of(&self.player(owner), kind);
                self.say().piece_on(&piece, &at)
            }
        }
    }
}
