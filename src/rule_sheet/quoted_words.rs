//! Words of the rules in a text: they are between back quotes.

/// Splits a text at back quotes: every second piece consists of words of the rules.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = (bool, &str)> {
    let pieces = text.split('`').enumerate();
    pieces.map(|(at, piece)| (at % 2 == 1, piece))
}
