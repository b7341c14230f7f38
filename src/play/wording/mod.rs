//! The wording of messages: every sentence about a move that a person reads is made here.

pub(crate) mod reasons;
pub(crate) mod unreadable;

/// The longest name in a message, in characters; longer names are shortened.
const LONGEST: usize = 40;

/// Quotes a name for a message, and shortens it if necessary.
#[must_use]
pub(crate) fn quoted(text: &str) -> String {
    let mut short: String = text
        .chars()
        .filter(|c| !c.is_control())
        .take(LONGEST)
        .collect();
    if text.chars().count() > LONGEST {
        short.push('…');
    }
    format!("`{short}`")
}

/// Returns `a`, `a or b`, `a, b or c`.
pub(crate) fn listed(words: &[String], join: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {join} {last}", first.join(", ")),
    }
}

/// Returns a noun with `a` or `an` before it.
pub(crate) fn one(noun: &str) -> String {
    let word = noun.trim_start_matches('`');
    let first = word.split([' ', '`']).next();
    let vowel = match first {
        // The name of a letter, not its sound.
        Some(letter) if letter.len() == 1 => "aefhilmnorsx".contains(letter),
        // `use` begins as `you` does.
        _ => word.starts_with(['a', 'e', 'i', 'o', 'u']) && !word.starts_with("use"),
    };
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// Returns a number of things.
pub(crate) fn counted(count: i32, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Returns a range of numbers of things; a `most` that no board reaches is left out.
pub(crate) fn ranged(least: u16, most: u16, noun: &str) -> String {
    match (least, most) {
        (least, most) if least == most => counted(i32::from(least), noun),
        (1, ENDLESS..) => format!("any number of {noun}s"),
        (least, ENDLESS..) => format!("at least {}", counted(i32::from(least), noun)),
        (least, most) => format!("{least} to {}", counted(i32::from(most), noun)),
    }
}

/// More points in a row than any board has.
const ENDLESS: u16 = 1000;
