//! Compiles numbers of copies in zones, and of copies drawn from them.

use crate::compile::expr::{Bind, Compiled, ExprCompiler, NotVectorizable};
use crate::compile::value_graph::NumNode;
use linstock_model::{ArgId, Comparison, Domain, ListId, Member, MoveRule, NumOp, ZoneRef};

/// The maximal number of copies of a row in a zone: at the start a zone holds fewer than 2^32, and things only move
/// between a few thousand zones.
const MOST_AT_ANY_TIME: i64 = 1 << 48;

impl<'m> ExprCompiler<'m, '_> {
    /// Compiles the number of copies of a row in a zone.
    pub(crate) fn copies(&mut self, zone: &'m ZoneRef, item: &'m Member) -> Compiled<NumNode> {
        let row = self.item(item)?;
        self.copies_of(zone, row)
    }

    /// Compiles the number of copies in a zone of a row that is a number node.
    pub(crate) fn copies_of(&mut self, zone: &'m ZoneRef, row: NumNode) -> Compiled<NumNode> {
        let (word, rows) = self.layout.zone(zone.zone);
        let index = self.in_zone(zone, rows, row)?;
        Ok(self.copies_at(word, index))
    }

    /// Compiles the number of copies of a row that an argument draws. The argument's word holds them packed.
    pub(super) fn drawn(
        &mut self,
        arg: ArgId,
        list: ListId,
        item: &'m Member,
    ) -> Compiled<NumNode> {
        let packing = self.model.packing(list).ok_or(NotVectorizable)?;
        // During the choice, the argument has no word yet.
        if matches!(self.binds.get(arg.index()), Some(Bind::Multiset)) {
            return Err(NotVectorizable);
        }
        let word = self.graph.word(self.frame + arg.index());
        let mut of_row = |bits: (u32, u32)| match bits {
            (_, 0) => Ok(self.graph.num(0)),
            (at @ ..63, bits @ ..63) => {
                let (below, size) = (self.graph.num(1 << at), self.graph.num(1 << bits));
                let rest = self.graph.join(NumOp::Div, word, below);
                Ok(self.graph.join(NumOp::Rem, rest, size))
            }
            // The highest bit only.
            (63, 1) => {
                let zero = self.graph.num(0);
                Ok(self.graph.compare(Comparison::Less, word, zero))
            }
            _ => Err(NotVectorizable),
        };
        if let Member::Fixed(row) = item {
            let bits = packing.bits().nth(usize::from(*row));
            return of_row(bits.ok_or(NotVectorizable)?);
        }
        let copies: Vec<NumNode> = packing.bits().map(&mut of_row).collect::<Compiled<_>>()?;
        let (row, mut all) = (self.item(item)?, self.graph.num(0));
        for (at, copies) in (0..).zip(copies) {
            let this = self.graph.num(at);
            let is_this = self.graph.compare(Comparison::Equal, row, this);
            all = self.graph.select(is_this, copies, all);
        }
        Ok(all)
    }

    /// Compiles the number of copies in a zone.
    pub(crate) fn size(&mut self, zone: &'m ZoneRef) -> Compiled<NumNode> {
        let (word, rows) = self.layout.zone(zone.zone);
        let first = self.graph.num(0);
        let first = self.in_zone(zone, rows, first)?;
        let mut size = self.graph.num(0);
        for row in 0..rows {
            let copies = self.copies_at(word + row, first);
            size = self.graph.join(NumOp::Add, size, copies);
        }
        Ok(size)
    }

    /// Returns the number of copies in one word of a zone.
    fn copies_at(&mut self, word: usize, index: NumNode) -> NumNode {
        let copies = self.graph.word_of(word, index, false);
        self.graph.never_above(copies, MOST_AT_ANY_TIME);
        copies
    }

    /// Returns the index of the word of a zone that holds a row; below 0 if there is no row or no owner.
    fn in_zone(&mut self, zone: &'m ZoneRef, rows: usize, row: NumNode) -> Compiled<NumNode> {
        let Some(of) = &zone.of else {
            return Ok(row);
        };
        let owner = self.item(&of.kind)?;
        let (rows, none) = (i64::try_from(rows).unwrap_or(1), self.graph.num(-1));
        let rows = self.graph.num(rows);
        let first = self.graph.join(NumOp::Mul, owner, rows);
        let index = self.graph.join(NumOp::Add, first, row);
        let zero = self.graph.num(0);
        let nowhere = self.graph.compare(Comparison::Less, row, zero);
        Ok(self.graph.select(nowhere, none, index))
    }

    /// Compiles the weight of an outcome: its own weight, times the copies of the rows that it draws from zones.
    pub(crate) fn weight(&mut self, mv: &'m MoveRule) -> Compiled<NumNode> {
        let mut weight = match &mv.weigh {
            Some(weigh) => self.num(&weigh.kind)?,
            None => self.graph.num(1),
        };
        for (id, arg) in ArgId::all(mv.args.len()).zip(&mv.args) {
            if let Domain::Zone(zone) = &arg.domain {
                let row = self.bound_member(id)?;
                let copies = self.copies_of(zone, row)?;
                weight = self.graph.join(NumOp::Mul, weight, copies);
            }
        }
        Ok(weight)
    }
}
