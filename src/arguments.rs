//! Parsers for arguments of several commands: numbers and times, each with an upper bound.

use std::num::NonZero;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The longest time of a run: one year.
const LONGEST_TIME: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// The shortest time of a run.
const SHORTEST_TIME: Duration = Duration::from_millis(1);

/// Parses a number from 1 to `most`.
pub(super) fn count(
    most: u64,
) -> impl Fn(&str) -> Result<NonZero<u64>, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|n: &NonZero<u64>| n.get() <= most);
        number.ok_or_else(|| format!("write a whole number from 1 to {most}"))
    }
}

/// Parses a whole number within bounds.
pub(super) fn number<N>(
    bounds: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: TryFrom<u64>,
{
    move |text| {
        let number = text.parse().ok().filter(|n| bounds.contains(n));
        let number = number.and_then(|n| N::try_from(n).ok());
        let (least, most) = (bounds.start(), bounds.end());
        number.ok_or_else(|| format!("write a whole number from {least} to {most}"))
    }
}

/// Parses a duration.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).ok();
    let wrong =
        || "write a number and its unit, such as 10s, 5m or 2h; at most 365 days".to_owned();
    // `humantime` accepts a 0 without a unit.
    let told = |time: &Duration| *time <= LONGEST_TIME && text != "0";
    time.filter(told).ok_or_else(wrong)
}

/// Which playing times [`playing_time`] takes, in words.
pub(super) const PLAYING_TIMES: &str = "from 1ms to 365d";

/// Parses a playing time.
pub(super) fn playing_time(text: &str) -> Result<Duration, String> {
    let time = time(text).ok().filter(|time| *time >= SHORTEST_TIME);
    time.ok_or_else(|| format!("write a time {PLAYING_TIMES}, such as 10s, 5m or 2h"))
}

/// Parses line numbers: `310` or `310..325`.
pub(super) fn lines(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim().parse().ok().filter(|line| *line > 0);
    let lines = number(first).zip(number(last));
    let lines = lines.filter(|(first, last)| first <= last);
    lines.map(|(first, last)| first..=last).ok_or_else(|| {
        "write the number of a line, or those of the first and the last one, such as 310..325"
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::{count, lines, number, playing_time, time};

    #[test]
    fn lines_are_one_or_from_one_to_another() {
        assert_eq!(lines("7"), Ok(7..=7));
        assert_eq!(lines("7..12"), Ok(7..=12));
        for wrong in ["0", "12..7", "7..", "..7", "-1", "x", ""] {
            let told = lines(wrong).expect_err(wrong);
            assert!(told.contains("310..325"), "{told}");
        }
    }

    #[test]
    fn numbers_and_times_have_bounds() {
        let read = count(300);
        assert_eq!(read("300").map(u64::from), Ok(300));
        for wrong in ["0", "301", "99999999999999999999", "-1", "x"] {
            let told = read(wrong).expect_err(wrong);
            assert_eq!(told, "write a whole number from 1 to 300");
        }
        assert!(time("365days").is_ok() && time("0s").is_ok());
        for wrong in ["366days", "99999999999years", "10", "soon", "0"] {
            assert!(time(wrong).expect_err(wrong).contains("at most"), "{wrong}");
        }
        assert!(playing_time("1ms").is_ok() && playing_time("365days").is_ok());
        for wrong in [
            "0s",
            "999us",
            "366days",
            "10",
            "soon",
            "-1s",
            "99999999999999999999h",
        ] {
            let told = playing_time(wrong).expect_err(wrong);
            assert_eq!(told, "write a time from 1ms to 365d, such as 10s, 5m or 2h");
        }
        let read = number::<u8>(0..=200);
        assert_eq!((read("0"), read("200")), (Ok(0), Ok(200)));
        for wrong in ["201", "-1", "three", "99999999999999999999"] {
            let told = read(wrong).expect_err(wrong);
            assert_eq!(told, "write a whole number from 0 to 200");
        }
    }
}
