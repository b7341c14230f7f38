//! The answers of `linstock balance`: one sentence each, with an interval and a game to look at.

use super::plan::STRONGER;
use super::report::{BalanceReport, ExampleGame};
use linstock_base::plural;
use linstock_search::balance::{BalanceTally, Finding, Interval, SampleSums, difference_within};

/// An answer.
pub(super) struct ReportSentence<'r> {
    pub(super) topic: &'static str,
    pub(super) text: String,
    pub(super) example: Option<&'r ExampleGame>,
}

/// Variants are equally fair if the shares of the first player differ by less.
const FAIR: f64 = 0.05;
/// The squared error of a judge who always says one half.
const NO_KNOWLEDGE: f64 = 0.25;
/// The rate of false answers.
const RATE: f64 = 0.05;
/// The 95 % point of the normal distribution: a 90 % interval goes with two one-sided tests at 5 %.
const Z90: f64 = 1.644_853_626_951_472_7;

/// Returns all answers.
pub(super) fn sentences<'r>(report: &'r BalanceReport<'_>) -> Vec<ReportSentence<'r>> {
    if played(report).is_empty() {
        return vec![ReportSentence {
            topic: "Findings",
            text: "no game has ended, so nothing can be said.".to_owned(),
            example: None,
        }];
    }
    let examples = &report.examples;
    let mut sentences = vec![
        ReportSentence {
            topic: "Seats",
            text: seats(report),
            example: examples.first_wins.as_ref(),
        },
        ReportSentence {
            topic: "Length",
            text: length(report),
            example: examples.usual.as_ref(),
        },
        ReportSentence {
            topic: "Draws",
            text: draws(report),
            example: None,
        },
    ];
    if let Some(text) = tension(report) {
        sentences.push(ReportSentence {
            topic: "Tension",
            text,
            example: examples.tense.as_ref(),
        });
    }
    if report.skill.count > 0 {
        sentences.push(ReportSentence {
            topic: "Skill",
            text: skill(report),
            example: examples.upset.as_ref(),
        });
    }
    for (trial, example) in report.trials.iter().zip(&examples.trials) {
        if trial.points.count == 0 {
            continue;
        }
        let used = trial.used.chosen as f64 / trial.used.offered.max(1) as f64;
        sentences.push(ReportSentence {
            topic: "Rule",
            text: format!(
                "without {} a weak player scores {} against equal players; strong players use it in {:.0} % of the {} \
                 where they have moves of other rules, too.",
                report.rule(trial.rule),
                percent(trial.points.share()),
                used * 100.0,
                plural(trial.used.offered, "decision")
            ),
            example: example.as_ref(),
        });
    }
    if let Some(text) = equivalence(report) {
        sentences.push(ReportSentence {
            topic: "Variant",
            text,
            example: None,
        });
    }
    sentences.push(ReportSentence {
        topic: "Findings",
        text: findings(report),
        example: None,
    });
    sentences
}

/// Writes a share with its interval.
pub(super) fn percent(interval: Interval) -> String {
    format!(
        "{:.1} % ({:.1} to {:.1})",
        interval.mean * 100.0,
        interval.low * 100.0,
        interval.high * 100.0
    )
}

fn of_seat(tally: &BalanceTally, seat: usize) -> SampleSums {
    tally.seats.get(seat).copied().unwrap_or_default()
}

/// Returns the kinds of equal players of whom games have ended: how they are called, and their games.
fn played<'r>(report: &'r BalanceReport<'_>) -> Vec<(&'static str, &'r BalanceTally)> {
    let kinds = [
        ("at random", &report.random),
        ("in weak play", &report.weak),
        ("in strong play", &report.strong),
    ];
    let played = kinds.into_iter().filter(|(_, tally)| tally.games() > 0);
    played.collect()
}

fn seats(report: &BalanceReport<'_>) -> String {
    let count = report.rules.players().len();
    let kinds = played(report);
    if count > 2 {
        let Some((kind, tally)) = kinds.last() else {
            return String::new();
        };
        let shares = (0..count).map(|seat| {
            let share = percent(of_seat(tally, seat).share());
            format!("{} {share}", report.player(seat))
        });
        let shares: Vec<String> = shares.collect();
        return format!("{kind} the shares of the points are {}.", shares.join(", "));
    }
    let shares = kinds
        .iter()
        .map(|(kind, tally)| format!("{} {kind}", percent(of_seat(tally, 0).share())));
    let shares = listed(shares.collect());
    format!("{} scores {shares}{}.", report.player(0), trend(report))
}

/// Says whether strong players in the first seat score otherwise than random ones.
fn trend(report: &BalanceReport<'_>) -> &'static str {
    let [random, strong] = [&report.random, &report.strong].map(|tally| of_seat(tally, 0));
    if random.count == 0 || strong.count == 0 {
        return "";
    }
    let difference = strong.mean() - random.mean();
    let error = strong.error().hypot(random.error());
    match difference {
        difference if difference > Z90 * error => {
            ": the share is higher in strong play than at random"
        }
        difference if difference < -Z90 * error => {
            ": the share is lower in strong play than at random"
        }
        _ => ": no difference between strong and random play is certain",
    }
}

/// Joins parts of a sentence: `a`, `a and b`, `a, b, and c`.
fn listed(parts: Vec<String>) -> String {
    match parts.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first, second] => format!("{first} and {second}"),
        [first @ .., last] => format!("{}, and {last}", first.join(", ")),
    }
}

fn length(report: &BalanceReport<'_>) -> String {
    let of = |tally: &BalanceTally| match (tally.length_at(0.25), tally.length_at(0.75)) {
        (short, long) if short == long => plural(long, "move"),
        (short, long) => format!("{short} to {long} moves"),
    };
    let mut kinds = played(report);
    // Random games say little about the length, so they count only if there are no others.
    if kinds.len() > 1 {
        kinds.retain(|(kind, _)| *kind != "at random");
    }
    let unfinished = kinds.iter().map(|(_, tally)| tally.unfinished);
    let unfinished = match unfinished.sum::<u64>() {
        0 => String::new(),
        count => format!(
            " {} reached the limit of moves, so true lengths are longer.",
            plural(count, "game")
        ),
    };
    let lengths = kinds
        .iter()
        .map(|(kind, tally)| format!("{} {kind}", of(tally)));
    let longest = match report.strong.games() {
        0 => String::new(),
        _ => format!(
            "; one in ten strong games takes {} or more",
            plural(report.strong.length_at(0.9), "move")
        ),
    };
    format!(
        "half of the games take {}{longest}.{unfinished}",
        listed(lengths.collect())
    )
}

fn draws(report: &BalanceReport<'_>) -> String {
    let kinds = played(report);
    let Some((kind, tally)) = kinds.last() else {
        return String::new();
    };
    let games = match *kind {
        "in strong play" => "of the strong games".to_owned(),
        kind => format!("of the games {kind}"),
    };
    format!(
        "{} {games} have no sole winner.",
        percent(tally.draws.share())
    )
}

fn tension(report: &BalanceReport<'_>) -> Option<String> {
    let tension = report.tension.as_ref()?;
    if report.strong.games() == 0 {
        return None;
    }
    if tension.lead_changes.count < 10 {
        return Some("too few games were judged.".to_owned());
    }
    let error = tension.error.mean();
    if error >= NO_KNOWLEDGE {
        return Some(format!(
            "the judge cannot tell who is ahead: its squared error is {error:.2}, and {NO_KNOWLEDGE:.2} is that of a judge who knows \
             nothing."
        ));
    }
    let changes = tension.lead_changes.interval();
    let drama = tension.drama.interval();
    Some(format!(
        "the lead changes {:.1} times a game ({:.1} to {:.1}); the winner was on average {:.1} points ({:.1} to {:.1}) of a hundred below \
         one half; in {} of the games the winner was once below a quarter. The judge's squared error is {error:.2} ({NO_KNOWLEDGE:.2} without \
         any knowledge).",
        changes.mean,
        changes.low,
        changes.high,
        drama.mean * 100.0,
        drama.low * 100.0,
        drama.high * 100.0,
        percent(tension.come_backs.share())
    ))
}

fn skill(report: &BalanceReport<'_>) -> String {
    let share = report.skill.share();
    let seats = report.rules.players().len();
    let scores = format!(
        "a player with {STRONGER} times the iterations scores {}",
        percent(share)
    );
    if seats != 2 {
        return format!(
            "{scores}, where equal players score {:.1} %.",
            100.0 / seats as f64
        );
    }
    format!(
        "{scores}: each doubling is worth {:+.0} Elo points ({:+.0} to {:+.0}).",
        report.elo(share.mean),
        report.elo(share.low),
        report.elo(share.high)
    )
}

fn equivalence(report: &BalanceReport<'_>) -> Option<String> {
    let other = report.other.as_ref()?;
    let (own, theirs) = (of_seat(&report.strong, 0), of_seat(&other.tally, 0));
    let difference = theirs.mean() - own.mean();
    let error = own.error().hypot(theirs.error());
    let count = own.count.min(theirs.count);
    let is_equal = difference_within((difference, error), FAIR, count) <= RATE;
    Some(format!(
        "with {} the share of {} changes by {:+.1} points of a hundred ({:+.1} to {:+.1}, 90 %): {}.",
        other.variant,
        report.player(0),
        difference * 100.0,
        (difference - Z90 * error) * 100.0,
        (difference + Z90 * error) * 100.0,
        match is_equal {
            true => "both are equally fair, within 5 points",
            false if (difference.abs() - Z90 * error) > FAIR => "they are not equally fair",
            false => "whether they are equally fair is open",
        }
    ))
}

fn findings(report: &BalanceReport<'_>) -> String {
    if report.strong.games() == 0 {
        return "no game between strong players has ended, so it is open whether the game is balanced in good play.".to_owned();
    }
    if report.findings.is_empty() {
        return "nothing is out of balance for certain.".to_owned();
    }
    let said = report.findings.iter().map(|finding| match finding {
        Finding::Seat(seat, share) => {
            format!("{} scores {} in strong play, which is not even", report.player(*seat), percent(*share))
        }
        Finding::DeadRule(rule, share) => format!(
            "nobody needs {}: strong players hardly use it, and without it a player scores {}",
            report.rule(*rule),
            percent(*share)
        ),
        Finding::DominantRule(rule, share) => format!(
            "{} leaves no choice: strong players nearly always use it, and without it a player scores {}",
            report.rule(*rule),
            percent(*share)
        ),
        Finding::HarmfulRule(rule, share) => format!(
            "weak players score better if they do not use {}: {}",
            report.rule(*rule),
            percent(*share)
        ),
    });
    let said: Vec<String> = said.collect();
    format!("{}.", said.join("; "))
}
