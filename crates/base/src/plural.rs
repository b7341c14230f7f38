//! Counted nouns in English, for messages.

/// Writes a count with its noun: `1 move`, `2 moves`.
#[must_use]
pub fn plural(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
