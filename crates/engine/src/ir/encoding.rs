//! Encodes values as words of a position, and decodes them.
//!
//! A player or a row is stored plus 1, so that 0 means nobody or none. A set of points is a mask.

use linstock_model::{MemoryType, PointSet, RowId, SeatId, Value};

/// A position as scripts receive it: words to read with the [`Layout`](super::Layout).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordsView<'w> {
    /// The words of a position.
    pub words: &'w [u64],
    /// The seat that acts.
    pub me: SeatId,
}

/// Encodes a value in `size` words.
#[must_use]
pub fn words_of(value: &Value, size: usize) -> Vec<u64> {
    let mut words = vec![0; size];
    match value {
        Value::Num(n) => words[0] = n.cast_unsigned(),
        Value::Truth(value) => words[0] = u64::from(*value),
        Value::Seat(seat) => words[0] = seat.map_or(0, |s| u64::from(s.0) + 1),
        Value::Row(_, row) => words[0] = row.map_or(0, |r| u64::from(r.0) + 1),
        Value::Points(points) => points.ones().for_each(|p| words[p / 64] |= 1 << (p % 64)),
        Value::Point(_) | Value::Kind(_) => {}
    }
    words
}

/// Decodes a value; `points` is the number of points of the board.
#[must_use]
pub fn value_of(ty: MemoryType, words: &[u64], points: usize) -> Value {
    let member = || u8::try_from(words[0].cast_signed() - 1).ok();
    match ty {
        MemoryType::Num => Value::Num(words[0].cast_signed()),
        MemoryType::Truth => Value::Truth(words[0] != 0),
        MemoryType::Seat => Value::Seat(member().map(SeatId)),
        MemoryType::Row(list) => Value::Row(list, member().map(RowId)),
        MemoryType::Points => Value::Points(points_of(words, points)),
    }
}

/// Returns the points of a mask; `points` is the number of points of the board.
#[must_use]
pub fn points_of(mask: &[u64], points: usize) -> PointSet {
    let mut set = PointSet::with_capacity(points);
    let on_board = bits(mask).map(|p| p as usize).filter(|p| *p < points);
    on_board.for_each(|p| set.insert(p));
    set
}

/// Returns the indexes of the set bits, in rising order.
pub fn bits(mask: &[u64]) -> impl Iterator<Item = u32> + '_ {
    (0u32..).step_by(64).zip(mask).flat_map(|(base, word)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros();
            (rest != 0).then(|| {
                rest &= rest - 1;
                base + bit
            })
        })
    })
}
