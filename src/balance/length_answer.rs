//! What the figures say about the length of games.

use super::answers::played;
use super::report::BalanceReport;
use super::wording::joined;
use linstock_base::{grouped, plural};
use linstock_search::balance::BalanceTally;

/// Says how long games are.
pub(super) fn length(report: &BalanceReport<'_>) -> Option<String> {
    let mut kinds = played(report);
    // Random games say little about the length, so they count only if there are no others.
    if kinds.len() > 1 {
        kinds.retain(|(kind, _)| *kind != "random");
    }
    kinds.first()?;
    let mut lengths: Vec<(Vec<String>, String)> = Vec::new();
    for (kind, tally) in &kinds {
        let (kind, length) = (format!("in {kind} play"), length_of(tally));
        match lengths.last_mut().filter(|(_, last)| *last == length) {
            Some((alike, _)) => alike.push(kind),
            None => lengths.push((vec![kind], length)),
        }
    }
    let lengths = lengths
        .iter()
        .map(|(kinds, length)| format!("{}, {length}", joined(kinds)));
    let lengths = lengths.collect::<Vec<_>>().join("; ");
    let chance = match report.rules.has_chance() {
        true => " Outcomes of chance, such as rolls and deals, do not count as moves.",
        false => "",
    };
    let limit = match kinds.iter().any(|(_, tally)| tally.unfinished > 0) {
        true => " `--max-plies` sets the limit of moves and outcomes of chance.",
        false => "",
    };
    Some(format!("{lengths}.{chance}{limit}"))
}

/// Says how long games of one kind are. Games that reached the limit are longer than any other.
fn length_of(tally: &BalanceTally) -> String {
    let lengths = &tally.choices;
    let stopped = match tally.unfinished as usize {
        0 => String::new(),
        all if all == lengths.games() => {
            return "each game reaches the limit and is stopped there".to_owned();
        }
        count => format!(
            " ({} of {} reached the limit and {} stopped there)",
            grouped(count),
            plural(lengths.games(), "game"),
            if count == 1 { "was" } else { "were" }
        ),
    };
    let stopped_from = 1.0 - tally.unfinished as f64 / lengths.games() as f64;
    let [least, short, long, longer, most] =
        [0.0, 0.25, 0.75, 0.9, 1.0].map(|share| lengths.at(share));
    let middle = if least == most {
        match lengths.games() {
            1 => format!("the only game has {}", plural(least, "move")),
            _ => format!("each game has {}", plural(least, "move")),
        }
    } else if stopped_from < 0.75 {
        format!("three quarters of the games have {short} moves or more")
    } else if short == long {
        format!(
            "at least half of the games have exactly {}",
            plural(long, "move")
        )
    } else {
        format!("half of the games have {short} to {long} moves")
    };
    let longest = match longer > long && stopped_from >= 0.9 {
        true => format!(", and one in ten has {longer} or more"),
        false => String::new(),
    };
    format!("{middle}{longest}{stopped}")
}

#[cfg(test)]
mod tests {
    use super::length_of;
    use linstock_search::balance::BalanceTally;

    #[test]
    fn lengths_are_said_for_all_games_for_most_or_for_half_of_them() {
        // The moves of players in each game, how many games reached the limit, and the sentence.
        for (lengths, unfinished, said) in [
            (&[10; 20][..], 0, "each game has 10 moves"),
            (&[1], 0, "the only game has 1 move"),
            (
                &[7, 9, 9, 9, 9],
                0,
                "at least half of the games have exactly 9 moves",
            ),
            (
                &[5, 6, 7, 8, 9],
                0,
                "half of the games have 6 to 8 moves, and one in ten has 9 or more",
            ),
            (
                &[5, 6, 7, 8, 8],
                1,
                "half of the games have 6 to 8 moves (1 of 5 games reached the limit and was stopped there)",
            ),
            (
                &[5, 6, 8, 8, 8],
                3,
                "three quarters of the games have 6 moves or more (3 of 5 games reached the limit and were stopped there)",
            ),
            (
                &[8, 8],
                2,
                "each game reaches the limit and is stopped there",
            ),
        ] {
            let mut tally = BalanceTally {
                unfinished,
                ..BalanceTally::default()
            };
            for length in lengths {
                tally.choices.add(*length);
            }
            assert_eq!(length_of(&tally), said);
        }
    }
}
