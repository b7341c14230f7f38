//! The moves after which something happened, as messages tell them.

/// So many of the last moves are told.
const TOLD: usize = 6;

/// Tells the last of some moves, by their texts; nothing if there are none.
#[must_use]
pub fn last_moves(texts: &[String]) -> Option<String> {
    let dots = if texts.len() > TOLD { "… " } else { "" };
    let last = &texts[texts.len().saturating_sub(TOLD)..];
    (!last.is_empty()).then(|| format!("{dots}{}", last.join("; ")))
}
