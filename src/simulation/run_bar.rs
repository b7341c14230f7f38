//! The progress line of a run of random games on a terminal.

use super::limits::Limits;
use crate::progress::shown;
use indicatif::{HumanCount, HumanDuration, HumanFloatCount, ProgressBar, ProgressStyle};
use linstock_study::simulation::real;
use std::time::{Duration, Instant};

/// The number of steps of the bar.
const PARTS: u64 = 1_000;

/// The progress of a run.
#[derive(Debug)]
pub(super) struct RunBar {
    bar: ProgressBar,
    begun: Instant,
    /// How many games have ended.
    games: u64,
    /// How many games to play, if the user gave a number.
    of: Option<u64>,
    /// How long to play, if the user gave a time.
    time: Option<Duration>,
}

impl RunBar {
    /// Begins with an empty line.
    pub(super) fn begin(title: &str, limits: &Limits) -> Self {
        let bar = shown(ProgressBar::new(PARTS));
        let bar = match ProgressStyle::with_template("{prefix}{bar:30} {msg}") {
            Ok(style) => bar.with_style(style).with_prefix(title.to_owned()),
            Err(_) => bar,
        };
        let run = Self {
            bar,
            begun: Instant::now(),
            games: 0,
            of: limits.games_wanted(),
            time: limits.time,
        };
        run.show();
        run
    }

    /// Records that more games have ended.
    pub(super) fn add(&mut self, games: u64) {
        self.games += games;
    }

    /// Shows the current progress.
    pub(super) fn show(&self) {
        let gone = self.begun.elapsed();
        let done = self.share_done(gone);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share of the bar"
        )]
        self.bar.set_position((done * real(PARTS.into())) as u64);
        self.bar.set_message(self.text(gone, done));
    }

    /// Returns the completed share of the run, by the limit that will be reached first.
    fn share_done(&self, gone: Duration) -> f64 {
        let of_games = self
            .of
            .map_or(0.0, |of| real(self.games.into()) / real(of.max(1).into()));
        let of_time = self.time.map_or(0.0, |time| gone.div_duration_f64(time));
        of_games.max(of_time).min(1.0)
    }

    /// Writes how many games have ended, how many end per second, and how long the rest will take.
    fn text(&self, gone: Duration, done: f64) -> String {
        let mut text = HumanCount(self.games).to_string();
        if let Some(of) = self.of {
            text.push_str(&format!(" of {}", HumanCount(of)));
        }
        text.push_str(if self.games == 1 && self.of.is_none() {
            " game"
        } else {
            " games"
        });
        let seconds = gone.as_secs_f64();
        if self.games > 0 && seconds > 0.0 {
            text.push_str(&rate(real(self.games.into()) / seconds));
        }
        let left = Duration::try_from_secs_f64(seconds / done - seconds);
        if let Some(left) = left.ok().filter(|_| done > 0.0) {
            text.push_str(&format!(", {:#} left", HumanDuration(left)));
        }
        text
    }

    /// Removes the line.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// Writes the number of games per second.
fn rate(rate: f64) -> String {
    if rate < 10.0 {
        return format!(", {rate:.1}/s");
    }
    format!(", {:.0}/s", HumanFloatCount(rate))
}

#[cfg(test)]
mod tests {
    use super::RunBar;
    use indicatif::ProgressBar;
    use std::time::{Duration, Instant};

    fn told(games: u64, of: Option<u64>, time: Option<u64>, gone: u64) -> String {
        let run = RunBar {
            bar: ProgressBar::hidden(),
            begun: Instant::now(),
            games,
            of,
            time: time.map(Duration::from_secs),
        };
        let gone = Duration::from_secs(gone);
        run.text(gone, run.share_done(gone))
    }

    #[test]
    fn a_line_tells_what_is_known() {
        assert_eq!(told(0, Some(40), None, 9), "0 of 40 games");
        assert_eq!(
            told(10, Some(40), None, 20),
            "10 of 40 games, 0.5/s, 60s left"
        );
        assert_eq!(told(0, None, Some(10), 4), "0 games, 6s left");
        assert_eq!(told(1, None, Some(10), 5), "1 game, 0.2/s, 5s left");
        assert_eq!(
            told(30_000, Some(1_000_000), Some(4), 1),
            "30,000 of 1,000,000 games, 30,000/s, 3s left"
        );
        assert_eq!(told(7, None, Some(10), 30), "7 games, 0.2/s, 0s left");
    }
}
