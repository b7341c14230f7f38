//! Letters of columns: `a` to `z`, then `aa`.

/// Returns the letters of a column from 0.
pub(in crate::model::topology) fn column_name(column: i32) -> String {
    let letter = |n: i32| char::from(b'a' + u8::try_from(n % 26).unwrap_or(0));
    match column / 26 {
        0 => letter(column).to_string(),
        more => String::from_iter([letter(more - 1), letter(column)]),
    }
}

/// Returns the column of its letters, from 0.
pub(in crate::model::topology) fn column_number(letters: &str) -> Option<i32> {
    let number = |b: &u8| i32::from(b - b'a');
    match letters.as_bytes() {
        [one] if one.is_ascii_lowercase() => Some(number(one)),
        [first, second] if first.is_ascii_lowercase() && second.is_ascii_lowercase() => {
            Some((number(first) + 1) * 26 + number(second))
        }
        _ => None,
    }
}
