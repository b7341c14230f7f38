//! Transfers between the board and zones, and from zone to zone, in many lanes at once.

use super::field::{AT_ONCE, FewLanes, each_lane, lanes, no_vectorize_barrier, set_lanes};
use super::strands::{LaneEnd, Strand, StrandRunner};
use super::{Block, LANES};
use linstock_engine::ir::instructions::{CargoCode, KindMasks, NumOperand, TransferCode, ZoneCode};

impl StrandRunner<'_> {
    /// Removes pieces of some kinds from the marked points, into a zone or out of the game.
    #[inline(always)]
    pub(super) fn take_some(&mut self, at: u32, strand: Strand, words: &mut [Block]) {
        let take = &self.rules.takes[at as usize];
        let to = take.to.as_ref().map(first_word);
        if to == Some(None) {
            return self.end(strand.lanes, LaneEnd::Open(strand.pc));
        }
        let (points, on) = (&*self.points[0], &self.on);
        for KindMasks { kind, first, end } in &take.kinds {
            let masks = *first as usize..*end as usize;
            for at in 0..LANES / AT_ONCE {
                let (on, mut gone) = (lanes(on, at), [0; AT_ONCE]);
                for mask in words[masks.clone()].chunks_exact_mut(points.len()) {
                    for word in 0..points.len() {
                        no_vectorize_barrier();
                        let mut left = lanes(&mask[word], at);
                        let mut among = lanes(&points[word], at);
                        for lane in 0..AT_ONCE {
                            among[lane] &= left[lane] & on[lane];
                            left[lane] &= !among[lane];
                            gone[lane] += u64::from(among[lane].count_ones());
                        }
                        set_lanes(&mut mask[word], at, left);
                    }
                }
                if let Some(Some(zone)) = to {
                    add(&mut words[zone + usize::from(*kind)], at, gone);
                }
            }
        }
        self.add(strand.lanes, strand.pc + 1, strand.me);
    }

    /// Moves copies of a row, or the whole contents, from one zone to another.
    #[inline(always)]
    pub(super) fn transfer(&mut self, at: u32, strand: Strand, words: &mut [Block]) {
        let TransferCode { cargo, from, to } = &self.rules.transfers[at as usize];
        let mut done = 0;
        for lane in each_lane(strand.lanes) {
            let zones = first_word_in(from, lane, words).zip(first_word_in(to, lane, words));
            let Some((here, there)) = zones else { continue };
            let moved = match cargo {
                CargoCode::Copies(..) => {
                    let copies = (self.numbers[0][lane], self.numbers[1][lane]);
                    move_copies(
                        copies,
                        from.rows,
                        &mut LaneWords { words, lane },
                        (here, there),
                    )
                }
                CargoCode::All => {
                    for row in 0..from.rows as usize {
                        let number = std::mem::take(&mut words[here + row][lane]);
                        words[there + row][lane] += number;
                    }
                    true
                }
                CargoCode::Multiset(_) => false,
            };
            done |= u64::from(moved) << lane;
        }
        self.end(strand.lanes & !done, LaneEnd::Open(strand.pc));
        self.add(done, strand.pc + 1, strand.me);
    }

    /// Takes pieces of a kind out of a zone, one for each marked point.
    #[inline(always)]
    pub(super) fn draw(&mut self, at: u32, strand: Strand, words: &mut [Block]) {
        let draw = &self.rules.draws[at as usize];
        let Some(zone) = first_word(&draw.zone) else {
            return self.end(strand.lanes, LaneEnd::Open(strand.pc));
        };
        let row = &mut words[zone + usize::from(draw.kind)];
        let (points, on) = (&*self.points[0], &mut self.on);
        for at in 0..LANES / AT_ONCE {
            let (mut done, mut number) = (lanes(on, at), [0; AT_ONCE]);
            for points in points {
                no_vectorize_barrier();
                let points = lanes(points, at);
                for lane in 0..AT_ONCE {
                    number[lane] += u64::from(points[lane].count_ones());
                }
            }
            let mut left = lanes(row, at);
            for lane in 0..AT_ONCE {
                // If there are too few, nothing is taken, and the executor reports it.
                let enough = left[lane] >= number[lane];
                done[lane] &= 0u64.wrapping_sub(u64::from(enough));
                left[lane] -= number[lane] & done[lane];
            }
            set_lanes(row, at, left);
            set_lanes(on, at, done);
        }
        self.go_on_where_done(strand);
    }
}

/// Returns the first word of a zone whose owner is the same in all lanes; `None` if lanes do not support the owner.
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

/// Returns the first word of a zone in one lane; `None` if it has no owner, or lanes do not support the owner.
#[inline(always)]
fn first_word_in(zone: &ZoneCode, lane: usize, words: &[Block]) -> Option<usize> {
    let owner = match zone.owner {
        NumOperand::Fixed(owner) => owner,
        NumOperand::Word(word) => words[word as usize][lane].cast_signed(),
        NumOperand::Seat(word) => words[word as usize][lane].cast_signed() - 1,
        NumOperand::Any(..) | NumOperand::None(..) | NumOperand::Program(_) => return None,
    };
    Some(zone.word as usize + usize::try_from(owner).ok()? * zone.rows as usize)
}

/// Moves copies of a row from one zone to another; the zones are given by their first words. If there are too few, nothing is
/// moved, and the executor reports it.
#[inline(always)]
fn move_copies(
    (row, number): (i64, i64),
    rows: u32,
    LaneWords { words, lane }: &mut LaneWords<'_>,
    (here, there): (usize, usize),
) -> bool {
    let number = u64::try_from(number).unwrap_or(0);
    let Some(row) = usize::try_from(row).ok().filter(|row| *row < rows as usize) else {
        return false;
    };
    let Some(left) = words[here + row][*lane].checked_sub(number) else {
        return false;
    };
    words[here + row][*lane] = left;
    words[there + row][*lane] += number;
    true
}

/// The words of the position in one lane.
struct LaneWords<'w> {
    words: &'w mut [Block],
    lane: usize,
}

/// Adds numbers in one group of lanes.
#[inline(always)]
fn add(to: &mut Block, at: usize, more: FewLanes) {
    let mut sum = lanes(to, at);
    for lane in 0..AT_ONCE {
        sum[lane] += more[lane];
    }
    set_lanes(to, at, sum);
}
