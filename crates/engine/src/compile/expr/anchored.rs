//! Finds expressions that move with the anchor, and compiles conditions on the row in which such a place lies.

use crate::compile::expr::placed_row::PlacedRow;
use crate::compile::expr::{Bind, Compiled, ExprCompiler, NotVectorizable, PlaceForm};
use crate::compile::value_graph::MaskNode;
use linstock_model::visit::{Visitor, Walk};
use linstock_model::{ArgId, FormationRef, ListId, Node, Place, Truth};

impl<'m> ExprCompiler<'m, '_> {
    /// Returns whether an expression reads an argument that moves with the anchor.
    pub(crate) fn is_anchored(&self, walk: impl FnOnce(&mut Anchored<'_>)) -> bool {
        let mut found = Anchored {
            binds: &self.binds,
            it: self.it.is_some(),
            rows: &self.rows,
            found: false,
        };
        walk(&mut found);
        found.found
    }

    /// Compiles a condition that depends on the row in which a place lies: row by row.
    pub(crate) fn row_by_row(&mut self, truth: &'m Node<Truth>) -> Compiled<MaskNode> {
        let mut found = FirstRow {
            known: &self.rows,
            binds: &self.binds,
            it: self.it.is_some(),
            found: None,
        };
        truth.walk(&mut found);
        let Some(PlaceInRows { list, rows, place }) = found.found else {
            return Err(NotVectorizable);
        };
        let PlaceForm::Anchored(from) = self.place(place) else {
            return Err(NotVectorizable);
        };
        let mut anchors = self.graph.nothing();
        for (row, points) in self.points_by_row(&rows) {
            let points = self.graph.constant(points);
            let here = self.graph.shift(points, -from);
            if self.graph.is_nothing(here) {
                continue;
            }
            let before = self.asked;
            self.asked = before.map(|asked| self.graph.and(asked, here));
            self.rows.push(PlacedRow { list, place, row });
            let holds = self.truth_mask(truth);
            self.rows.pop();
            self.asked = before;
            let holds = holds?;
            let part = self.graph.and(here, holds);
            anchors = self.graph.or(anchors, part);
        }
        Ok(anchors)
    }

    /// Returns the points of each row that has any, and last the points without a row.
    pub(crate) fn points_by_row(&self, rows: &[Option<u8>]) -> Vec<(Option<u8>, Vec<u64>)> {
        let most = rows.iter().flatten().max();
        let without = most.map_or(0, |most| usize::from(*most) + 1);
        let mut of_rows = vec![Vec::new(); without + 1];
        for (at, row) in rows.iter().enumerate() {
            let words = &mut of_rows[row.map_or(without, usize::from)];
            words.resize(self.layout.width, 0);
            words[at / 64] |= 1 << (at % 64);
        }
        let rows = (0..without).map(|row| u8::try_from(row).ok()).chain([None]);
        let some = rows.zip(of_rows).filter(|(_, words)| !words.is_empty());
        some.collect()
    }
}

/// A place whose row an expression reads.
struct PlaceInRows {
    list: ListId,
    /// The row in which each point lies.
    rows: Vec<Option<u8>>,
    place: Place,
}

/// Finds whether an expression reads an argument that moves with the anchor.
pub(crate) struct Anchored<'b> {
    binds: &'b [Bind],
    it: bool,
    rows: &'b [PlacedRow],
    found: bool,
}

impl Visitor for Anchored<'_> {
    fn arg(&mut self, arg: ArgId) {
        self.found |= self
            .binds
            .get(usize::from(arg.0))
            .is_some_and(|b| b.is_anchored());
    }

    fn it(&mut self) {
        self.found |= self.it;
    }

    fn row_at(&mut self, list: ListId, _rows: &[Option<u8>], place: Place) -> bool {
        !self
            .rows
            .iter()
            .any(|known| (known.list, known.place) == (list, place))
    }
}

/// Finds the first read of the row of a place that moves with the anchor.
struct FirstRow<'b> {
    known: &'b [PlacedRow],
    binds: &'b [Bind],
    it: bool,
    found: Option<PlaceInRows>,
}

impl Visitor for FirstRow<'_> {
    fn row_at(&mut self, list: ListId, rows: &[Option<u8>], place: Place) -> bool {
        let known = self
            .known
            .iter()
            .any(|known| (known.list, known.place) == (list, place));
        let bound = |arg: ArgId| self.binds.get(usize::from(arg.0));
        let anchored = match place {
            Place::Fixed(_) | Place::Kept(_) => false,
            Place::It => self.it,
            Place::Arg(arg) | Place::OnLine(FormationRef { arg, .. }, _) => {
                bound(arg).is_some_and(|b| b.is_anchored())
            }
        };
        if anchored && !known && self.found.is_none() {
            self.found = Some(PlaceInRows {
                list,
                rows: rows.to_vec(),
                place,
            });
        }
        false
    }
}
