//! Pieces that go from the board to a zone and out of one, and things that go from zone to zone, in many lanes at once.

use super::field::{AT_ONCE, FewLanes, each_lane, lanes};
use super::strands::{LaneEnd, Strand, StrandRunner};
use super::{Block, LANES};
use crate::ir::instructions::{CargoCode, KindMasks, NumOperand, TransferCode, ZoneCode};

impl StrandRunner<'_> {
    /// Takes pieces of some kinds off the points that are marked, into a zone or out of the game.
    #[inline(always)]
    pub(super) fn take_some(&mut self, at: u32, strand: Strand, words: &mut [Block]) {
        let take = &self.rules.takes[at as usize];
        let to = take.to.as_ref().map(first_word);
        if to == Some(None) {
            return self.end(strand.lanes, LaneEnd::Open(strand.pc));
        }
        let (points, on) = (&*self.points[0], &self.pieces.on);
        for KindMasks { kind, first, end } in &take.kinds {
            let masks = *first as usize..*end as usize;
            for at in 0..LANES / AT_ONCE {
                let (on, mut gone) = (lanes(on, at), [0; AT_ONCE]);
                for mask in words[masks.clone()].chunks_exact_mut(points.len()) {
                    for (word, points) in mask.iter_mut().zip(points) {
                        let (mut left, mut among) = (lanes(word, at), lanes(points, at));
                        for lane in 0..AT_ONCE {
                            among[lane] &= left[lane] & on[lane];
                            left[lane] &= !among[lane];
                            gone[lane] += u64::from(among[lane].count_ones());
                        }
                        word.as_chunks_mut().0[at] = left;
                    }
                }
                if let Some(Some(zone)) = to {
                    add(&mut words[zone + usize::from(*kind)], at, gone);
                }
            }
        }
        self.add(strand.lanes, strand.pc + 1, strand.me);
    }

    /// Tells whether a transfer is one of copies of a row.
    #[inline(always)]
    pub(super) fn moves_copies(&self, at: u32) -> bool {
        matches!(
            self.rules.transfers[at as usize].cargo,
            CargoCode::Copies(..)
        )
    }

    /// Moves copies of a row from one zone to another.
    #[inline(always)]
    pub(super) fn transfer(&mut self, at: u32, strand: Strand, words: &mut [Block]) {
        let TransferCode { from, to, .. } = &self.rules.transfers[at as usize];
        let (Some(here), Some(there)) = (first_word(from), first_word(to)) else {
            return self.end(strand.lanes, LaneEnd::Open(strand.pc));
        };
        let mut done = 0;
        for lane in each_lane(strand.lanes) {
            let (row, number) = (self.numbers[0][lane], self.numbers[1][lane]);
            let number = u64::try_from(number).unwrap_or(0);
            // Where there are too few, nothing is moved, and the executor tells so.
            if let Ok(row) = u32::try_from(row)
                && row < from.rows
                && let Some(left) = words[here + row as usize][lane].checked_sub(number)
            {
                words[here + row as usize][lane] = left;
                words[there + row as usize][lane] += number;
                done |= 1 << lane;
            }
        }
        self.end(strand.lanes & !done, LaneEnd::Open(strand.pc));
        self.add(done, strand.pc + 1, strand.me);
    }

    /// Takes pieces of a kind out of a zone, one for each point that is marked.
    #[inline(always)]
    pub(super) fn draw(&mut self, at: u32, strand: Strand, words: &mut [Block]) {
        let draw = &self.rules.draws[at as usize];
        let Some(zone) = first_word(&draw.zone) else {
            return self.end(strand.lanes, LaneEnd::Open(strand.pc));
        };
        let row = &mut words[zone + usize::from(draw.kind)];
        let (points, on) = (&*self.points[0], &mut self.pieces.on);
        for at in 0..LANES / AT_ONCE {
            let (mut done, mut number) = (lanes(on, at), [0; AT_ONCE]);
            for points in points {
                let points = lanes(points, at);
                for lane in 0..AT_ONCE {
                    number[lane] += u64::from(points[lane].count_ones());
                }
            }
            let mut left = lanes(row, at);
            for lane in 0..AT_ONCE {
                // Where there are too few, nothing is taken, and the executor tells so.
                let enough = left[lane] >= number[lane];
                done[lane] &= 0u64.wrapping_sub(u64::from(enough));
                left[lane] -= number[lane] & done[lane];
            }
            row.as_chunks_mut().0[at] = left;
            on.as_chunks_mut().0[at] = done;
        }
        self.go_on_where_done(strand);
    }
}

/// Returns the first word of a zone whose owner is the same in all lanes; `None` where lanes do not know whose it is.
fn first_word(zone: &ZoneCode) -> Option<usize> {
    match zone.owner {
        NumOperand::Fixed(owner) => {
            let owner = usize::try_from(owner).ok()?;
            Some(zone.word as usize + owner * zone.rows as usize)
        }
        NumOperand::Any(..)
        | NumOperand::None(..)
        | NumOperand::Word(_)
        | NumOperand::Seat(_)
        | NumOperand::Program(_) => None,
    }
}

/// Adds a number in some lanes.
#[inline(always)]
fn add(to: &mut Block, at: usize, more: FewLanes) {
    let mut sum = lanes(to, at);
    for lane in 0..AT_ONCE {
        sum[lane] += more[lane];
    }
    to.as_chunks_mut().0[at] = sum;
}
