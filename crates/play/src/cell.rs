//! The column and the row of a point, from its name.

/// Returns the column and the row of a point from its name: `b10` is `(2, 10)`.
pub(crate) fn cell(name: &str) -> Option<(u32, u32)> {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let letters = &name[..name.len() - digits.len()];
    let column = letters.bytes().try_fold(0u32, |column, letter| {
        column
            .checked_mul(26)?
            .checked_add(u32::from(letter - b'a') + 1)
    });
    let row = digits.parse().ok()?;
    column
        .filter(|column| *column > 0)
        .map(|column| (column, row))
}
