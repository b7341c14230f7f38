//! Makes arrays value by value.

/// Makes an array. `std::array::from_fn` is not always inlined if a crate is compiled in several units, and then calls a
/// function for each value: games in lanes took up to 1.7 times as long.
#[inline(always)]
pub fn array_of<T: Copy + Default, const N: usize>(value: impl Fn(usize) -> T) -> [T; N] {
    let mut values = [T::default(); N];
    for (at, to) in values.iter_mut().enumerate() {
        *to = value(at);
    }
    values
}

/// Combines two masks word by word.
#[inline(always)]
pub(super) fn zip<const W: usize>(
    a: &[u64; W],
    b: &[u64; W],
    op: impl Fn(u64, u64) -> u64,
) -> [u64; W] {
    array_of(|at| op(a[at], b[at]))
}
