//! Characters that must not be shown as they are.

/// Returns whether a character controls a terminal, or is invisible and changes how others look: it could reverse the direction of the text.
///
/// The joiners U+200C and U+200D are allowed: some scripts and emoji need them.
#[must_use]
pub fn is_unsafe(c: char) -> bool {
    let unseen = matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
            | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    );
    unseen || (c.is_control() && c != '\n' && c != '\t')
}
