//! English numbers of things, for messages.

/// Writes a number of things: `1 move`, `2 moves`.
#[must_use]
pub fn plural(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
