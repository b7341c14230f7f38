//! What the figures say about tension.

use super::report::BalanceReport;
use super::wording::{mean, percent, tenths};
use linstock_base::plural;
use linstock_search::balance::{SampleSums, Tension};
use std::ops::RangeInclusive;

/// The squared error of a judge who always says one half.
const NO_KNOWLEDGE: f64 = 0.25;
/// Tension is measured in at least this number of games.
const LEAST_JUDGED: u64 = 10;
/// The bounds of the number of changes of the lead.
pub(super) const LEAD_CHANGES: RangeInclusive<f64> = 0.0..=f64::INFINITY;
/// The bounds of what the share of the later winner lacks to one half.
pub(super) const DRAMA: RangeInclusive<f64> = 0.0..=0.5;

/// Returns whether enough strong games were judged.
pub(super) fn is_judged(report: &BalanceReport<'_>) -> bool {
    let tension = report.tension.as_ref();
    tension.is_some_and(|tension| tension.lead_changes.count >= LEAST_JUDGED)
}

/// Says how the lead changes, and how far behind later winners are.
pub(super) fn tension(report: &BalanceReport<'_>) -> Option<String> {
    let tension = report.tension.as_ref()?;
    if report.strong.games() == 0 {
        return None;
    }
    if !is_judged(report) {
        // The other half fits the judge.
        return Some(format!(
            "there are too few strong games to measure it; {} are needed.",
            2 * LEAST_JUDGED
        ));
    }
    let error = tension.error.mean();
    if error >= NO_KNOWLEDGE {
        return Some(format!(
            "the judge cannot tell who is ahead: its mean squared error is {error:.2}, no better than that of a guess ({NO_KNOWLEDGE:.2})."
        ));
    }
    let hidden = match report.rules.hides_something() {
        true => {
            " The judge sees everything, so this is how tense games are for a spectator who sees what is hidden from the players."
        }
        false => "",
    };
    Some(format!(
        "{} {} The judge is another search; its mean squared error is {error:.2}, and that of a guess is {NO_KNOWLEDGE:.2}.{hidden}",
        lead_changes(&tension.lead_changes),
        come_backs(tension)
    ))
}

fn lead_changes(changes: &SampleSums) -> String {
    if let Some((mean, interval)) = mean(changes, LEAD_CHANGES, 1.0) {
        return format!("the lead changes {mean} times a game {interval}.");
    }
    let games = plural(changes.count, "game");
    match changes.mean() {
        0.0 => format!("the lead does not change in any of the {games}."),
        1.0 => format!("the lead changes exactly once in each of the {games}."),
        times => format!("the lead changes exactly {times:.0} times in each of the {games}."),
    }
}

fn come_backs(tension: &Tension) -> String {
    let games = plural(tension.drama.count, "game");
    if tension.drama.count == 0 {
        return "All of these games are draws.".to_owned();
    }
    let behind = match mean(&tension.drama, DRAMA, 100.0) {
        Some((mean, interval)) => format!(
            "On average over all positions of a game, the winner's expected share is {mean} percentage points {interval} below 50 %; a position in \
             which the winner leads counts as 0."
        ),
        None if tension.drama.mean() == 0.0 => {
            return format!(
                "The winner is not behind at any time in any of the {games} with a winner."
            );
        }
        None => format!(
            "In each of the {games} with a winner, the winner's expected share is on average {:.1} percentage points below 50 %.",
            tenths(tension.drama.mean() * 100.0)
        ),
    };
    format!(
        "{behind} In {} of the games with a winner, the winner could once expect at most 25 % of the points.",
        percent(tension.come_backs.share())
    )
}

#[cfg(test)]
mod tests {
    use super::{come_backs, lead_changes};
    use linstock_search::balance::{SampleSums, Tension};

    fn sample(numbers: &[f64]) -> SampleSums {
        let mut sample = SampleSums::default();
        numbers.iter().for_each(|number| sample.add(*number));
        sample
    }

    #[test]
    fn equal_games_get_a_sentence_and_no_interval() {
        for (numbers, said) in [
            (
                &[0.0; 20][..],
                "the lead does not change in any of the 20 games.",
            ),
            (
                &[1.0; 20],
                "the lead changes exactly once in each of the 20 games.",
            ),
            (
                &[3.0; 20],
                "the lead changes exactly 3 times in each of the 20 games.",
            ),
            (
                &[1.0, 2.0, 3.0, 4.0, 5.0],
                "the lead changes 3.0 times a game (1.1 to 4.9).",
            ),
        ] {
            assert_eq!(lead_changes(&sample(numbers)), said);
        }
        for (drama, come_backs_in, said) in [
            (&[][..], &[][..], "All of these games are draws."),
            (
                &[0.0; 20],
                &[0.0; 20],
                "The winner is not behind at any time in any of the 20 games with a winner.",
            ),
            (
                &[0.25; 20],
                &[1.0; 20],
                "In each of the 20 games with a winner, the winner's expected share is on average 25.0 percentage points below 50 %. In 100.0 % \
                 (83.9 to 100.0) of the games with a winner, the winner could once expect at most 25 % of the points.",
            ),
        ] {
            let tension = Tension {
                drama: sample(drama),
                come_backs: sample(come_backs_in),
                ..Tension::default()
            };
            assert_eq!(come_backs(&tension), said);
        }
    }
}
