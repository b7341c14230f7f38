//! The levels of games: who plays, which part of the time they get, and for which of them there is no time.

use super::games::last_moment;
use super::plan::STRONGER;
use std::time::{Duration, Instant};

/// Games of one level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GameLevel {
    Random,
    Weak,
    Strong,
    /// One strong player against weak ones.
    Skill,
    /// One weak player may not use a rule.
    Without,
}

/// This many games of each level say something.
const ENOUGH: f64 = 20.0;
/// The time of a whole run, as a multiple of the time of its games.
const WITH_PREPARATIONS: f64 = 1.3;
/// Longer than any run.
const LONGEST_GAME: Duration = Duration::from_secs(400 * 24 * 3600);
/// Times that people write, in seconds, from 10 s to 100 h.
const ROUND_TIMES: [(u64, &str); 14] = [
    (10, "10s"),
    (20, "20s"),
    (30, "30s"),
    (60, "1m"),
    (120, "2m"),
    (300, "5m"),
    (600, "10m"),
    (1_200, "20m"),
    (1_800, "30m"),
    (3_600, "1h"),
    (7_200, "2h"),
    (18_000, "5h"),
    (36_000, "10h"),
    (360_000, "100h"),
];

impl GameLevel {
    /// All levels, in the order in which they are played.
    pub(super) const ALL: [Self; 5] = [
        Self::Random,
        Self::Weak,
        Self::Strong,
        Self::Skill,
        Self::Without,
    ];

    /// Says who plays, after "game" or "games".
    pub(super) fn players(self) -> &'static str {
        match self {
            Self::Random => "between random players",
            Self::Weak => "between weak players",
            Self::Strong => "between strong players",
            Self::Skill => "of a strong player against weak ones",
            Self::Without => "of a player without a rule",
        }
    }

    /// Returns which part of the time its games get.
    pub(super) fn part(self) -> f64 {
        match self {
            Self::Random => 0.05,
            Self::Weak | Self::Skill => 0.15,
            Self::Strong => 0.35,
            Self::Without => 0.3,
        }
    }

    /// Returns when its games end, if those of the first level begin at one time and those of the last one end at another.
    pub(super) fn end(self, (begin, until): (Instant, Instant)) -> Instant {
        let time = until.saturating_duration_since(begin);
        let before = Self::ALL.iter().take_while(|level| **level != self);
        let parts: f64 = before.map(|level| level.part()).sum::<f64>() + self.part();
        begin + time.mul_f64(parts.min(1.0))
    }
}

/// How long games take, approximately.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameTimes {
    /// A game of strong players on one thread.
    pub(super) strong: Duration,
    /// The user has chosen the iterations.
    pub(super) is_fixed: bool,
    pub(super) seats: usize,
    pub(super) threads: usize,
}

impl GameTimes {
    /// Returns how long a game takes on one thread.
    fn of_game(&self, level: GameLevel) -> Duration {
        let weak = self.strong / STRONGER as u32;
        match level {
            GameLevel::Random => Duration::ZERO,
            GameLevel::Strong => self.strong,
            GameLevel::Skill => weak + (self.strong - weak) / self.seats.max(1) as u32,
            GameLevel::Weak | GameLevel::Without => weak,
        }
    }

    /// Returns until when games may begin and until when they may take, if those of the first level begin at one time and those of the
    /// last one end at another. Long games may take time of later levels. Returns `None` if a game surely takes longer than until then; games
    /// for which the user has chosen the iterations are always tried.
    pub(super) fn slot(
        &self,
        level: GameLevel,
        (begin, until): (Instant, Instant),
    ) -> Option<(Instant, Instant)> {
        let end = level.end((begin, until));
        let (now, usual) = (Instant::now(), last_moment(end));
        let game = self.of_game(level).min(LONGEST_GAME);
        let at_last = (now + game * 3 / 2).clamp(usual, usual.max(until));
        let left = at_last.saturating_duration_since(now);
        (self.is_fixed || game <= left * 2).then_some((end, at_last))
    }

    /// Returns a time that is enough for some games of each of these levels, as `--time` reads it; `None` if it is very long. The time
    /// that was played was too short.
    pub(super) fn needed(&self, levels: &[GameLevel], played: Duration) -> Option<&'static str> {
        let needed = levels.iter().map(|level| {
            let game = self.of_game(*level).as_secs_f64() / self.threads.max(1) as f64;
            ENOUGH * game / level.part() * WITH_PREPARATIONS
        });
        let needed = needed.fold(1.5 * played.as_secs_f64(), f64::max);
        let long_enough = ROUND_TIMES
            .iter()
            .find(|(seconds, _)| *seconds as f64 >= needed);
        long_enough.map(|(_, written)| *written)
    }
}

#[cfg(test)]
mod tests {
    use super::{GameLevel, GameTimes};
    use std::time::{Duration, Instant};

    fn times(strong: u64, is_fixed: bool) -> GameTimes {
        GameTimes {
            strong: Duration::from_secs(strong),
            is_fixed,
            seats: 2,
            threads: 2,
        }
    }

    #[test]
    fn games_that_take_too_long_do_not_begin() {
        let run = (Instant::now(), Instant::now() + Duration::from_secs(40));
        // The seconds of a strong game, whether the user has chosen the iterations, and what is played.
        let all = GameLevel::ALL;
        for (strong, is_fixed, played) in [
            (1, false, &all[..]),
            (
                100,
                false,
                &[
                    GameLevel::Random,
                    GameLevel::Weak,
                    GameLevel::Skill,
                    GameLevel::Without,
                ],
            ),
            (100_000, false, &[GameLevel::Random]),
            (100_000, true, &all[..]),
        ] {
            let times = times(strong, is_fixed);
            let levels = all
                .into_iter()
                .filter(|level| times.slot(*level, run).is_some());
            assert_eq!(levels.collect::<Vec<_>>(), played, "{strong} {is_fixed}");
        }
        // A game that is longer than its part may take time of later levels.
        let (end, at_last) = times(40, false)
            .slot(GameLevel::Strong, run)
            .expect("a slot");
        assert!(end < at_last && at_last >= run.1, "{end:?} {at_last:?}");
    }

    #[test]
    fn the_time_that_is_needed_is_a_round_one() {
        for (strong, levels, needed) in [
            (1, &[GameLevel::Strong][..], Some("1m")),
            (8, &[GameLevel::Weak, GameLevel::Without], Some("2m")),
            (8, &[GameLevel::Weak, GameLevel::Strong], Some("5m")),
            (100_000, &[GameLevel::Strong], None),
        ] {
            let found = times(strong, false).needed(levels, Duration::from_secs(10));
            assert_eq!(found, needed, "{strong} {levels:?}");
        }
        // What was too short is not advised, whatever a game takes.
        let found = times(0, false).needed(&[GameLevel::Weak], Duration::from_secs(50));
        assert_eq!(found, Some("2m"));
    }
}
