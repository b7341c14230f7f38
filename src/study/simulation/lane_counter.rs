//! Counts that lie across lanes: a word holds one bit of the count of each lane. So one more in many lanes takes two or three
//! instructions.

use crate::vm::lanes::LaneBits;

/// How many bits a count has.
const BITS: usize = u32::BITS as usize;

/// A count for each lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneCounter {
    bits: [LaneBits; BITS],
    /// Higher bits than so many are 0 in all lanes.
    used: usize,
}

impl LaneCounter {
    /// All counts are 0.
    pub(super) fn new() -> Self {
        Self {
            bits: [0; BITS],
            used: 0,
        }
    }

    /// Returns the count of a lane.
    pub(super) fn get(&self, lane: usize) -> u32 {
        let bits = self.bits[..self.used].iter().enumerate();
        bits.fold(0, |count, (bit, lanes)| {
            count | ((lanes >> lane & 1) as u32) << bit
        })
    }

    /// Sets the count of a lane.
    pub(super) fn set(&mut self, lane: usize, count: u32) {
        self.used = self.used.max(BITS - count.leading_zeros() as usize);
        for (bit, lanes) in self.bits[..self.used].iter_mut().enumerate() {
            let own = LaneBits::from(count >> bit & 1);
            *lanes = *lanes & !(1 << lane) | own << lane;
        }
    }

    /// Counts one more in some lanes. Behind the largest number comes 0.
    #[inline]
    pub(super) fn add(&mut self, lanes: LaneBits) {
        let mut carried = lanes;
        for (bit, lanes) in self.bits.iter_mut().enumerate() {
            if carried == 0 {
                return;
            }
            self.used = self.used.max(bit + 1);
            (*lanes, carried) = (*lanes ^ carried, *lanes & carried);
        }
    }

    /// Returns the lanes with a count.
    #[inline]
    pub(super) fn lanes_with(&self, count: u32) -> LaneBits {
        if BITS - count.leading_zeros() as usize > self.used {
            return 0;
        }
        let bits = self.bits[..self.used].iter().enumerate();
        let differing =
            bits.map(|(bit, lanes)| lanes ^ 0u64.wrapping_sub((count >> bit & 1).into()));
        !differing.fold(0, |all, lanes| all | lanes)
    }

    /// Returns the lanes whose count is a multiple of a power of two.
    #[inline]
    pub(super) fn lanes_with_multiple_of(&self, power: u64) -> LaneBits {
        let bits = self.bits.iter().take(power.trailing_zeros() as usize);
        !bits.fold(0, |other, lanes| other | lanes)
    }
}

#[cfg(test)]
mod tests {
    use super::LaneCounter;
    use crate::vm::lanes::{LANES, LaneBits};

    #[test]
    fn counts_are_those_of_plain_numbers() {
        let (mut counter, mut plain) = (LaneCounter::new(), [0u32; LANES]);
        for lane in 0..LANES {
            plain[lane] = (lane as u32).wrapping_mul(0x0400_0001).wrapping_sub(3);
            counter.set(lane, plain[lane]);
        }
        for round in 0..300u64 {
            let lanes = round.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            counter.add(lanes);
            for (lane, count) in plain.iter_mut().enumerate() {
                *count = count.wrapping_add((lanes >> lane & 1) as u32);
                assert_eq!(counter.get(lane), *count);
            }
            let lanes_where = |wanted: &dyn Fn(u32) -> bool| -> LaneBits {
                let lanes = plain.iter().enumerate();
                lanes.fold(0, |all, (lane, count)| {
                    all | u64::from(wanted(*count)) << lane
                })
            };
            for count in [plain[3], plain[40], 7] {
                assert_eq!(counter.lanes_with(count), lanes_where(&|own| own == count));
            }
            for power in [1, 2, 128] {
                let found = counter.lanes_with_multiple_of(power);
                assert_eq!(found, lanes_where(&|own| u64::from(own) % power == 0));
            }
        }
    }
}
