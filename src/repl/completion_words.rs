//! The words that can be typed in a position.

/// The words that can be typed in the current position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct CompletionWords {
    /// The legal moves, sorted.
    pub(crate) moves: Vec<String>,
    /// The points with which legal moves begin.
    pub(crate) points: Vec<String>,
    /// Words of the game that can be looked up.
    pub(crate) names: Vec<String>,
    /// The players.
    pub(crate) players: Vec<String>,
    /// The words for areas, each with the names of its areas.
    pub(crate) areas: Vec<(String, Vec<String>)>,
}

/// Returns the point at the start of a move's text.
pub(crate) fn leading_point(text: &str) -> Option<String> {
    let letters = text.len()
        - text
            .trim_start_matches(|c: char| c.is_ascii_lowercase())
            .len();
    let rest = &text[letters..];
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    (letters > 0 && digits > 0).then(|| text[..letters + digits].to_owned())
}
