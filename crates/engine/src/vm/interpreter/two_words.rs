//! Shifts two words at once: this halves the operations on boards with 65 to 128 points.

/// Rotates 128 bits, the low word first, to the left by `left` bits; `right` is 64 - `left`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn rotate_two_words([low, high]: [u64; 2], left: u32, right: u32) -> [u64; 2] {
    use safe_arch::{m128i, shl_all_u64_m128i, shr_all_u64_m128i};
    let count = |bits: u32| m128i::from([u64::from(bits), 0]);
    let up = shl_all_u64_m128i(m128i::from([low, high]), count(left));
    let over = shr_all_u64_m128i(m128i::from([high, low]), count(right));
    (up | over).into()
}

/// Rotates 128 bits, the low word first, to the left by `left` bits; `right` is 64 - `left`.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn rotate_two_words([low, high]: [u64; 2], left: u32, right: u32) -> [u64; 2] {
    [
        low.unbounded_shl(left) | high.unbounded_shr(right),
        high.unbounded_shl(left) | low.unbounded_shr(right),
    ]
}

#[cfg(test)]
mod tests {
    use super::rotate_two_words;

    #[test]
    fn two_words_are_rotated_as_one_number() {
        let words = [0x0123_4567_89ab_cdef_u64, 0xfedc_ba98_7654_3211];
        let whole = u128::from(words[1]) << 64 | u128::from(words[0]);
        for left in 0..64 {
            let [low, high] = rotate_two_words(words, left, 64 - left);
            let rotated = u128::from(high) << 64 | u128::from(low);
            assert_eq!(rotated, whole.rotate_left(left), "{left}");
        }
    }
}
