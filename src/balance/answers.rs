//! What the figures say about each question.

use super::plan::STRONGER;
use super::report::BalanceReport;
use super::wording::{capitalised, elo, even_share, joined, percent, tenths};
use linstock_base::plural;
use linstock_search::balance::{BalanceTally, Finding, RuleTrial, SampleSums};

/// Variants are equally fair if the shares of the first player differ by less.
const FAIR: f64 = 0.05;
/// With fewer games of a kind of players, nothing is said about them.
const FEW_TRIALS: u64 = 10;
/// With fewer strong games, only large differences are found.
const FEW_GAMES: usize = 100;

fn of_seat(tally: &BalanceTally, seat: usize) -> SampleSums {
    tally.seats.get(seat).copied().unwrap_or_default()
}

/// Returns the kinds of equal players with games: what they are called, and their games.
pub(super) fn played<'r>(report: &'r BalanceReport<'_>) -> Vec<(&'static str, &'r BalanceTally)> {
    let kinds = [
        ("random", &report.random),
        ("weak", &report.weak),
        ("strong", &report.strong),
    ];
    let played = kinds.into_iter().filter(|(_, tally)| tally.games() > 0);
    played.collect()
}

/// Says which share of the points each seat gets.
pub(super) fn seats(report: &BalanceReport<'_>) -> Option<String> {
    let count = report.rules.players().len();
    let mut kinds = played(report);
    kinds.first()?;
    // The points of games that did not end say nothing.
    kinds.retain(|(_, tally)| tally.draws.count > 0);
    let Some((kind, tally)) = kinds.last() else {
        return Some(
            "no game ended within the limit of `--max-plies`, so it is open who is favoured."
                .to_owned(),
        );
    };
    if count > 2 {
        let shares = (0..count).map(|seat| {
            let share = percent(of_seat(tally, seat).share());
            format!("{} {share}", report.player(seat))
        });
        let shares: Vec<String> = shares.collect();
        return Some(format!(
            "in {kind} play, the shares of the points are: {}.",
            joined(&shares)
        ));
    }
    let share = |(kind, tally): &(&str, &BalanceTally)| {
        (
            format!("in {kind} play"),
            percent(of_seat(tally, 0).share()),
        )
    };
    let mut shares = kinds.iter().map(share);
    let (first, of_first) = shares.next()?;
    let others: String = shares
        .map(|(kind, share)| format!("; {kind}, {share}"))
        .collect();
    Some(format!(
        "{first}, {} gets {of_first} of the points{others}.{}",
        report.player(0),
        trend(report)
    ))
}

/// Says whether strong players in the first seat score otherwise than random ones.
fn trend(report: &BalanceReport<'_>) -> &'static str {
    let has_ended = |tally: &BalanceTally| tally.draws.count > 0;
    if !has_ended(&report.random) || !has_ended(&report.strong) {
        return "";
    }
    let change = of_seat(&report.random, 0).change_to(&of_seat(&report.strong, 0));
    if change.low > 0.0 {
        return " The share is surely higher in strong play than in random play.";
    }
    if change.high < 0.0 {
        return " The share is surely lower in strong play than in random play.";
    }
    " It is open whether the share differs between random and strong play."
}

/// Says how many games are drawn.
pub(super) fn draws(report: &BalanceReport<'_>) -> Option<String> {
    let kinds = played(report);
    let (kind, tally) = kinds
        .iter()
        .rev()
        .find(|(_, tally)| tally.draws.count > 0)?;
    let what = match report.rules.players().len() {
        2 => "are draws",
        _ => "have no sole winner: they are draws, or several players win together",
    };
    Some(format!(
        "{} of the {kind} games {what}.",
        percent(tally.draws.share())
    ))
}

/// Says whether skill matters.
pub(super) fn skill(report: &BalanceReport<'_>) -> Option<String> {
    if report.skill.count == 0 {
        return None;
    }
    let share = report.skill.share();
    let seats = report.rules.players().len();
    let scores = format!(
        "a strong player, who has {STRONGER} times the iterations, gets {} of the points against {}",
        percent(share),
        match seats {
            2 => "a weak one",
            _ => "weak ones",
        }
    );
    if seats != 2 {
        return Some(format!("{scores}; an even share is {}.", even_share(seats)));
    }
    let [low, mean, high] = [share.low, share.mean, share.high].map(|share| report.elo(share));
    if report.skill.count < FEW_TRIALS {
        return Some(format!("{scores}."));
    }
    let worth = match report.skill.only_value() {
        Some(1.0) => format!("at least {} Elo points", elo(low)),
        Some(0.0) => format!("at most {} Elo points", elo(high)),
        _ => format!("{} Elo points ({} to {})", elo(mean), elo(low), elo(high)),
    };
    Some(format!(
        "{scores}. So each doubling of the iterations is worth {worth}."
    ))
}

/// Says how a weak player does without a rule.
pub(super) fn trial(report: &BalanceReport<'_>, trial: &RuleTrial) -> Option<String> {
    if trial.points.count < FEW_TRIALS {
        return None;
    }
    let used = match trial.used.offered {
        0 => String::new(),
        offered => format!(
            " Strong players choose it in {:.0} % of the {} in which another rule has moves, too.",
            trial.used.chosen as f64 / offered as f64 * 100.0,
            plural(offered, "decision")
        ),
    };
    Some(format!(
        "a weak player who may not use {} gets {} of the points against equal players who may.{used}",
        report.rule(trial.rule),
        percent(trial.points.share()),
    ))
}

/// Says how many rules have too few games without them.
pub(super) fn few_trials(report: &BalanceReport<'_>) -> Option<String> {
    let few = report.trials.iter();
    let few = few.filter(|trial| (1..FEW_TRIALS).contains(&trial.points.count));
    match few.count() {
        0 => None,
        rules => Some(format!(
            "there are too few games without {}: at least {FEW_TRIALS} are needed for each. `--json` lists what there is.",
            plural(rules, "rule")
        )),
    }
}

/// Says whether another variant is as fair.
pub(super) fn equivalence(report: &BalanceReport<'_>) -> Option<String> {
    let other = report.other.as_ref()?;
    let (own, theirs) = (of_seat(&report.strong, 0), of_seat(&other.tally, 0));
    if own.count.min(theirs.count) < FEW_TRIALS {
        return Some(format!(
            "it is open whether {} is as fair: at least {FEW_TRIALS} strong games are needed under both rules.",
            other.variant
        ));
    }
    let change = own.change_at_90(&theirs);
    let [mean, low, high] =
        [change.mean, change.low, change.high].map(|number| tenths(number * 100.0));
    let verdict = if change.low > -FAIR && change.high < FAIR {
        "Both games are equally fair, within 5 percentage points."
    } else if change.low > FAIR || change.high < -FAIR {
        "The two games are not equally fair."
    } else {
        "It is open whether both games are equally fair."
    };
    Some(format!(
        "with {}, the share of {} changes by {mean:+.1} percentage points (90 % interval: {low:+.1} to {high:+.1}). {verdict}",
        other.variant,
        report.player(0),
    ))
}

/// Says what is certain.
pub(super) fn findings(report: &BalanceReport<'_>) -> String {
    let games = report.strong.games();
    if games == 0 {
        return "without games between strong players, it is open whether the game is balanced."
            .to_owned();
    }
    if report.strong.draws.count == 0 {
        return "no game between strong players ended, so it is open whether the game is balanced."
            .to_owned();
    }
    if report.findings.is_empty() {
        let few = match games < FEW_GAMES {
            true => format!(
                " With only {} between strong players, small differences cannot show.",
                plural(games, "game")
            ),
            false => String::new(),
        };
        return format!("nothing is surely out of balance.{few}");
    }
    let even = even_share(report.rules.players().len());
    let said = report.findings.iter().map(|finding| match finding {
        Finding::Seat(seat, share) => format!(
            "in strong play, {} gets {} of the points; an even share is {even}",
            report.player(*seat),
            percent(*share)
        ),
        Finding::DeadRule(rule, share) => format!(
            "nobody needs {}: strong players hardly use it, and a weak player without it gets {} of the points",
            report.rule(*rule),
            percent(*share)
        ),
        Finding::DominantRule(rule, share) => format!(
            "{} leaves no choice: strong players nearly always use it, and a weak player without it gets {} of the points",
            report.rule(*rule),
            percent(*share)
        ),
        Finding::HarmfulRule(rule, share) => format!(
            "a weak player who does not use {} gets {} of the points against equal players who do",
            report.rule(*rule),
            percent(*share)
        ),
    });
    let said: Vec<String> = said.map(|said| capitalised(&said)).collect();
    format!("{}.", said.join(". "))
}

/// Says how many games were too long.
pub(super) fn left_out(report: &BalanceReport<'_>) -> Option<String> {
    let were = match report.left_out {
        0 => return None,
        1 => "was",
        _ => "were",
    };
    Some(format!(
        "{} took too long and {were} stopped, so long games are rarer in the figures than they should be.",
        plural(report.left_out, "game")
    ))
}
