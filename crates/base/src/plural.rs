//! Counts in messages: digits in groups, and counted nouns in English.

/// Writes a count with its noun: `1 move`, `2 moves`, `1 000 moves`.
///
/// ```
/// assert_eq!(linstock_base::plural(1, "game"), "1 game");
/// assert_eq!(linstock_base::plural(2_000, "game"), "2 000 games");
/// ```
#[must_use]
pub fn plural(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{} {what}s", grouped(count as u64)),
    }
}

/// Writes a number with a blank before every three digits: `4 900`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_are_in_groups_of_three() {
        let numbers = [7, 999, 1_000, 1_234_567];
        let texts = ["7", "999", "1 000", "1 234 567"];
        assert_eq!(numbers.map(grouped), texts);
    }
}
