//! Puts, moves and takes pieces in the words of a position, and updates the memories of these pieces.

use super::Executor;
use crate::ir::bits;
use crate::ir::instructions::{
    KindMasks, MoveTemplate, PieceStep, PlaceCode, PlaceTable, SetOperand,
};
use crate::vm::interpreter::point_on_line;
use crate::vm::position::Fault;
use linstock_model::Point;
use smallvec::SmallVec;
use std::ops::Range;

impl Executor<'_> {
    /// Returns the point of an operand; `None` off the board.
    #[inline(always)]
    pub(crate) fn place(&self, place: PlaceCode) -> Option<usize> {
        match place {
            PlaceCode::Fixed(point) => Some(usize::from(point)),
            PlaceCode::Word(word) => usize::try_from(self.words[word as usize]).ok(),
            PlaceCode::OnLine(word, steps) => {
                point_on_line(self.rules, self.words[word as usize], i32::from(steps))
                    .map(usize::from)
            }
        }
    }

    /// Returns the name of a point, for messages.
    fn name(&self, point: usize) -> String {
        let board = self.rules.model().board.as_ref();
        board
            .zip(u16::try_from(point).ok())
            .map_or_else(String::new, |(b, p)| b.name(Point(p)))
    }

    /// Returns the mask (its first word) of the layer that has a piece on a point.
    #[inline(always)]
    fn mask_at(&self, layer: Range<usize>, point: usize) -> Option<usize> {
        let (word, bit) = (point / 64, point % 64);
        self.rules
            .layout
            .firsts(layer)
            .find(|mask| self.words[mask + word] >> bit & 1 == 1)
    }

    /// Moves a piece of the last layer with its memories to an empty point.
    pub(crate) fn relocate(
        &mut self,
        (from, to): (Option<usize>, Option<usize>),
        pc: u32,
    ) -> Result<(), Fault> {
        let (Some(from), Some(to)) = (from, to) else {
            return Err(self.fault("a piece would go off the board".into(), pc));
        };
        if self.try_relocate(from, to) {
            return Ok(());
        }
        let stands = self.mask_at(self.rules.layout.top(), from).is_some();
        Err(if stands {
            self.occupied(to, pc)
        } else {
            self.nothing_on(from, pc)
        })
    }

    /// Moves a piece of the last layer with its memories, and returns true. If there is no piece or the other point is
    /// occupied, does nothing and returns false.
    #[inline(always)]
    fn try_relocate(&mut self, from: usize, to: usize) -> bool {
        let layout = &self.rules.layout;
        let (mut piece, mut occupied) = (None, 0);
        for mask in layout.firsts(layout.top()) {
            if self.words[mask + from / 64] >> (from % 64) & 1 == 1 {
                piece = Some(mask);
            }
            occupied |= self.words[mask + to / 64];
        }
        let Some(mask) = piece.filter(|_| occupied >> (to % 64) & 1 == 0) else {
            return false;
        };
        self.words[mask + from / 64] &= !(1 << (from % 64));
        self.words[mask + to / 64] |= 1 << (to % 64);
        for &(first, start) in &self.rules.piece_memories {
            self.words[first + to] = std::mem::replace(&mut self.words[first + from], start);
        }
        true
    }

    /// Plays a move whose body consists only of its first steps, up to where the run stops.
    #[inline(always)]
    pub(crate) fn play_by_tables(
        &mut self,
        template: &MoveTemplate,
        anchor: u32,
    ) -> Result<(), Fault> {
        for (step, pc) in &template.start.steps {
            if !self.try_step(*step, anchor) {
                // The instruction reports the reason.
                template.write_args(anchor, self.words);
                return self.run_from(*pc, &mut ());
            }
        }
        self.run_from(template.start.rest, &mut ())
    }

    /// Carries out one of a body's first steps and returns true; if that is not possible, does nothing and returns false.
    #[inline(always)]
    fn try_step(&mut self, step: PieceStep, anchor: u32) -> bool {
        let places = &self.rules.places_by_anchor;
        let place = |table: PlaceTable| match places[table.0 as usize + anchor as usize] {
            PlaceTable::NOWHERE => None,
            point => Some(usize::from(point)),
        };
        match step {
            PieceStep::Take(at) => {
                if let Some(point) = place(at) {
                    self.take_point(point);
                }
                true
            }
            PieceStep::Move(from, to) => match (place(from), place(to)) {
                (Some(from), Some(to)) => self.try_relocate(from, to),
                _ => false,
            },
            PieceStep::Put(word, at) => {
                place(at).is_some_and(|point| self.try_put(word as usize, point))
            }
        }
    }

    /// Puts a piece on a point and returns true; `word` is the first word of its mask. If the point is occupied, does
    /// nothing and returns false.
    fn try_put(&mut self, word: usize, point: usize) -> bool {
        let layer = self.rules.layout.layer_with(word);
        let free = self.mask_at(layer, point).is_none();
        if free {
            self.words[word + point / 64] |= 1 << (point % 64);
        }
        free
    }

    /// Returns whether the last layer has a piece on a point.
    pub(crate) fn is_occupied(&self, point: usize) -> bool {
        self.mask_at(self.rules.layout.top(), point).is_some()
    }

    /// Resets the memories of the pieces that left the last layer of some points.
    fn forget_pieces(&mut self, points: &[u64]) {
        for &(first, start) in &self.rules.piece_memories {
            for point in bits(points) {
                self.words[first + point as usize] = start;
            }
        }
    }

    #[cold]
    fn nothing_on(&self, point: usize, pc: u32) -> Fault {
        self.fault(
            format!(
                "nothing stands on {}, so nothing can go from there",
                self.name(point)
            ),
            pc,
        )
    }

    #[cold]
    fn occupied(&self, point: usize, pc: u32) -> Fault {
        self.fault(
            format!(
                "{} is occupied, so nothing more can come there",
                self.name(point)
            ),
            pc,
        )
    }

    /// Takes all pieces of the last layer off some points.
    pub(crate) fn take(&mut self, points: SetOperand, pc: u32) -> Result<(), Fault> {
        match points {
            SetOperand::Place(place) => self.take_at(place),
            SetOperand::Program(program) => {
                let points = self.mask(program, pc)?;
                self.clear(&points);
            }
        }
        Ok(())
    }

    /// Takes the piece of the last layer off one point; does nothing off the board.
    #[inline(always)]
    pub(crate) fn take_at(&mut self, place: PlaceCode) {
        if let Some(point) = self.place(place) {
            self.take_point(point);
        }
    }

    #[inline(always)]
    fn take_point(&mut self, point: usize) {
        let (word, bit) = (point / 64, point % 64);
        let layout = &self.rules.layout;
        for mask in layout.firsts(layout.top()) {
            self.words[mask + word] &= !(1 << bit);
        }
        for &(first, start) in &self.rules.piece_memories {
            self.words[first + point] = start;
        }
    }

    /// Clears points in every mask of the last layer.
    pub(crate) fn clear(&mut self, points: &[u64]) {
        let layout = &self.rules.layout;
        let pieces = &mut self.words[layout.top()];
        for mask in pieces.chunks_exact_mut(layout.width) {
            for (word, gone) in mask.iter_mut().zip(points) {
                *word &= !gone;
            }
        }
        self.forget_pieces(points);
    }

    /// Puts a piece on each of some points; `word` is the first word of its mask.
    pub(crate) fn put(&mut self, word: usize, points: SetOperand, pc: u32) -> Result<(), Fault> {
        match points {
            SetOperand::Place(place) => {
                let Some(point) = self.place(place) else {
                    return Err(self.fault("a piece would come off the board".into(), pc));
                };
                if !self.try_put(word, point) {
                    return Err(self.occupied(point, pc));
                }
                Ok(())
            }
            SetOperand::Program(program) => {
                let points = self.mask(program, pc)?;
                self.put_all(word, &points, pc)
            }
        }
    }

    /// As `put`, for a mask of points.
    pub(super) fn put_all(&mut self, word: usize, points: &[u64], pc: u32) -> Result<(), Fault> {
        let layer = self.rules.layout.layer_with(word);
        self.fuel.spend(layer.len() * points.len());
        for point in bits(points) {
            if self.mask_at(layer.clone(), point as usize).is_some() {
                return Err(self.occupied(point as usize, pc));
            }
        }
        for (at, more) in points.iter().enumerate() {
            self.words[word + at] |= more;
        }
        Ok(())
    }

    /// Takes pieces of some kinds off the board, into a zone or out of the game.
    pub(crate) fn take_some(&mut self, at: u32, pc: u32) -> Result<(), Fault> {
        let rules = self.rules;
        let take = &rules.takes[at as usize];
        let points = self.points(take.points, pc)?;
        let zone = match &take.to {
            Some(zone) => Some(self.zone(zone, pc)?),
            None => None,
        };
        let top = rules.layout.top();
        let mut forgotten: SmallVec<[u64; 8]> = SmallVec::from_elem(0, rules.layout.width);
        for KindMasks { kind, first, end } in &take.kinds {
            let mut gone = 0;
            let on_top = top.contains(&(*first as usize));
            let masks = &mut self.words[*first as usize..*end as usize];
            self.fuel.spend(masks.len());
            for mask in masks.chunks_exact_mut(rules.layout.width) {
                for ((word, among), forgotten) in mask.iter_mut().zip(&points).zip(&mut forgotten) {
                    *forgotten |= if on_top { *word & among } else { 0 };
                    gone += u64::from((*word & among).count_ones());
                    *word &= !among;
                }
            }
            if let Some(zone) = &zone {
                self.words[zone.start + usize::from(*kind)] += gone;
            }
        }
        self.forget_pieces(&forgotten);
        Ok(())
    }

    /// Takes pieces of a kind out of a zone, one for each point.
    pub(crate) fn draw(&mut self, at: u32, pc: u32) -> Result<(), Fault> {
        let rules = self.rules;
        let draw = &rules.draws[at as usize];
        let points = self.points(draw.points, pc)?;
        let number = points.iter().map(|w| u64::from(w.count_ones())).sum();
        let zone = self.zone(&draw.zone, pc)?;
        self.withdraw((usize::from(draw.kind), number), zone, pc)
    }

    /// Returns the mask of some points.
    pub(super) fn points(&self, points: SetOperand, pc: u32) -> Result<SmallVec<[u64; 8]>, Fault> {
        match points {
            SetOperand::Program(program) => self.mask(program, pc),
            SetOperand::Place(place) => {
                let mut words = SmallVec::from_elem(0, self.rules.layout.width);
                if let Some(point) = self.place(place) {
                    words[point / 64] |= 1 << (point % 64);
                }
                Ok(words)
            }
        }
    }
}
