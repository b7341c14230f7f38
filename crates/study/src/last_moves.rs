//! The last moves before an event, for messages.

/// The most moves in a message.
const TOLD: usize = 6;

/// Lists the last of some moves, by their texts; `None` if there are no moves.
#[must_use]
pub fn last_moves(texts: &[String]) -> Option<String> {
    let dots = if texts.len() > TOLD { "… " } else { "" };
    let last = &texts[texts.len().saturating_sub(TOLD)..];
    (!last.is_empty()).then(|| format!("{dots}{}", last.join("; ")))
}
