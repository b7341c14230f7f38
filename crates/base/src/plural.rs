//! Counts in messages: digits in groups, and counted nouns in English.

/// Writes a count with its noun: `1 move`, `2 moves`, `1 000 moves`. A count is any whole number that is not negative; one above
/// `u64::MAX` is written as `u64::MAX`.
///
/// ```
/// assert_eq!(linstock_base::plural(1, "game"), "1 game");
/// assert_eq!(linstock_base::plural(2_000_u64, "game"), "2 000 games");
/// assert_eq!(linstock_base::plural(["a2", "a3"].len(), "move"), "2 moves");
/// ```
#[must_use]
pub fn plural(count: impl TryInto<u64>, what: &str) -> String {
    match count.try_into().unwrap_or(u64::MAX) {
        1 => format!("1 {what}"),
        count => format!("{} {what}s", grouped(count)),
    }
}

/// Writes a number with a blank before every three digits: `4 900`. It takes the same numbers as [`plural`].
#[must_use]
pub fn grouped(number: impl TryInto<u64>) -> String {
    let digits = number.try_into().unwrap_or(u64::MAX).to_string();
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
