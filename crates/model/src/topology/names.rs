//! Letters of columns: `a` to `z`, then `aa`.

/// Returns the letters of a column, counted from 0.
pub(in crate::topology) fn column_name(column: i32) -> String {
    let letter = |n: i32| char::from(b'a' + u8::try_from(n % 26).unwrap_or(0));
    // Reserves room for the number of a row.
    let mut name = String::with_capacity(8);
    if let more @ 1.. = column / 26 {
        name.push(letter(more - 1));
    }
    name.push(letter(column));
    name
}

/// Returns the column with these letters, counted from 0.
pub(in crate::topology) fn column_number(letters: &str) -> Option<i32> {
    let number = |b: &u8| i32::from(b - b'a');
    match letters.as_bytes() {
        [one] if one.is_ascii_lowercase() => Some(number(one)),
        [first, second] if first.is_ascii_lowercase() && second.is_ascii_lowercase() => {
            Some((number(first) + 1) * 26 + number(second))
        }
        _ => None,
    }
}
