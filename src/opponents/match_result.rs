//! The results of the games of a match.

use crate::failed_game::FaultTally;
use linstock_model::SeatId;
use linstock_search::Utilities;

/// The results of games, as points of the first player: 1 for a win, 0 for a loss, shares of a shared win between.
#[derive(Clone, Debug)]
pub(super) struct MatchResult {
    pub(super) games: usize,
    pub(super) wins: usize,
    pub(super) losses: usize,
    /// Games that reached the limit of plies; they count as drawn.
    pub(super) unfinished: usize,
    /// Games that began with fewer random moves than were asked for, because they would have ended.
    pub(super) short_openings: usize,
    /// Games that the rules could not continue; they count for nobody.
    pub(super) failed: FaultTally,
    pub(super) plies: u64,
    points: f64,
    /// Whole groups of games that begin alike, and the sums of their mean points and of the squares of these.
    groups: usize,
    means: f64,
    squares: f64,
    /// The games and the points in each seat.
    pub(super) by_seat: Vec<(usize, f64)>,
}

impl MatchResult {
    pub(super) fn new(seats: usize) -> Self {
        Self {
            games: 0,
            wins: 0,
            losses: 0,
            unfinished: 0,
            short_openings: 0,
            failed: FaultTally::default(),
            plies: 0,
            points: 0.0,
            groups: 0,
            means: 0.0,
            squares: 0.0,
            by_seat: vec![(0, 0.0); seats],
        }
    }

    /// Adds a game in which the first player had a seat; `utilities` is missing if the game did not end.
    pub(super) fn add(&mut self, seat: usize, plies: u32, utilities: Option<&Utilities>) {
        let seats = self.by_seat.len();
        let id = SeatId(u8::try_from(seat).unwrap_or(u8::MAX));
        let utility = f64::from(utilities.map_or(0.0, |utilities| utilities.of(id)));
        // A win is 1 and a loss is -1 / (seats - 1).
        let least = -1.0 / (seats.max(2) as f64 - 1.0);
        let points = (utility - least) / (1.0 - least);
        self.games += 1;
        self.wins += usize::from(utility > 0.999);
        self.losses += usize::from(utility <= least + 0.001);
        self.unfinished += usize::from(utilities.is_none());
        self.plies += u64::from(plies);
        self.points += points;
        self.by_seat[seat].0 += 1;
        self.by_seat[seat].1 += points;
    }

    /// Makes one group of all games so far, if it is whole: the first player has had each seat once. The games of a part of a group
    /// would count the advantage of a seat as that of a player.
    pub(super) fn end_group(&mut self) {
        let seats = self.by_seat.len();
        if self.games == seats {
            let mean = self.points / seats as f64;
            (self.groups, self.means, self.squares) = (1, mean, mean * mean);
        }
    }

    /// Returns the number of whole groups.
    pub(super) fn groups(&self) -> usize {
        self.groups
    }

    /// Returns the number of games whose group is not whole, because the rules failed in another game of it or the match ended.
    pub(super) fn ungrouped(&self) -> usize {
        self.games - self.groups * self.by_seat.len()
    }

    /// Returns the number of games that [`MatchResult::share`] counts.
    pub(super) fn games_of_share(&self) -> usize {
        match self.groups {
            0 => self.games,
            _ => self.games - self.ungrouped(),
        }
    }

    /// Returns the mean share of the points in a whole group, and the sum of the squares of these shares.
    pub(super) fn sums(&self) -> (f64, f64) {
        (self.means / (self.groups as f64).max(1.0), self.squares)
    }

    /// Adds other groups of games.
    pub(super) fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.wins += other.wins;
        self.losses += other.losses;
        self.unfinished += other.unfinished;
        self.short_openings += other.short_openings;
        self.failed.merge(other.failed.clone());
        self.plies += other.plies;
        self.points += other.points;
        self.groups += other.groups;
        self.means += other.means;
        self.squares += other.squares;
        for (own, other) in self.by_seat.iter_mut().zip(&other.by_seat) {
            own.0 += other.0;
            own.1 += other.1;
        }
    }

    /// Names the share of the points so far, with its interval, after `games`, which says how many games there are.
    pub(super) fn so_far(&self, games: &str) -> String {
        if self.games == 0 {
            return games.to_owned();
        }
        let (share, low, high) = self.share();
        format!(
            "{games}, share {:.0} % ({:.0} to {:.0} %)",
            share * 100.0,
            low * 100.0,
            high * 100.0
        )
    }

    /// Returns the share of the points with its 95 % interval. Both count only whole groups, since the games of a part of a group would
    /// count the advantage of a seat as that of a player; the games of a group are not independent, so the interval counts groups.
    /// Without a whole group, the share is that of all games, and nothing is known about it: the interval is 0 to 1.
    pub(super) fn share(&self) -> (f64, f64, f64) {
        /// The 97.5 % point of the normal distribution.
        const Z: f64 = 1.959_963_984_540_054;
        /// The number of groups of independent games that are added to the variance: few groups may be alike by chance.
        const PRIOR_GROUPS: f64 = 5.0;
        if self.groups == 0 {
            return (self.points / self.games.max(1) as f64, 0.0, 1.0);
        }
        let groups = self.groups as f64;
        let (mean, squares) = self.sums();
        // Wilson's interval, with the variance of the shares instead of that of one game. Groups that are all alike count as
        // their games.
        let variance = (squares / groups - mean * mean).max(0.0);
        let of_a_game = (mean * (1.0 - mean)).max(1e-9);
        let of_independent = 1.0 / self.by_seat.len() as f64;
        let spread = (variance / of_a_game).clamp(0.05, 1.0);
        let spread = match variance < 1e-9 {
            true => of_independent,
            false => (groups * spread + PRIOR_GROUPS * of_independent) / (groups + PRIOR_GROUPS),
        };
        let z = Z * Z * spread / groups;
        let middle = (mean + z / 2.0) / (1.0 + z);
        let half = (mean * (1.0 - mean) * z + z * z / 4.0).sqrt() / (1.0 + z);
        // Nothing is beyond all points, or below none: rounding would hide that.
        let low = if mean <= 0.0 { 0.0 } else { middle - half };
        let high = if mean >= 1.0 { 1.0 } else { middle + half };
        (mean, low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::MatchResult;
    use linstock_engine::vm::GameEnd;
    use linstock_search::Utilities;

    /// Returns the result of groups of one game each.
    fn result(wins: u32, losses: u32) -> MatchResult {
        let mut result = MatchResult::new(1);
        for winners in
            std::iter::repeat_n(1, wins as usize).chain(std::iter::repeat_n(2, losses as usize))
        {
            let mut group = MatchResult::new(1);
            let utilities = Utilities::of_end(GameEnd { end: 0, winners }, 2);
            group.add(0, 10, Some(&utilities));
            group.end_group();
            result.merge(&group);
        }
        result
    }

    #[test]
    fn the_interval_is_wilsons() {
        // E. Wilson (1927): 81 of 263 has the interval 0.2553 to 0.3662.
        let (share, low, high) = result(81, 182).share();
        assert!((share - 0.308).abs() < 0.001);
        assert!((low - 0.2553).abs() < 0.0005, "{low}");
        assert!((high - 0.3662).abs() < 0.0005, "{high}");
        let (share, low, high) = result(10, 0).share();
        assert!(share == 1.0 && (0.65..0.75).contains(&low), "{low}");
        assert!(high == 1.0 && result(0, 30).share().1 == 0.0);
    }

    /// Returns the result of groups of at most two games, in which the first player wins those with `true`.
    fn of_groups(groups: &[&[bool]]) -> MatchResult {
        let mut result = MatchResult::new(2);
        for wins in groups {
            let mut group = MatchResult::new(2);
            for (seat, is_won) in wins.iter().enumerate() {
                let winners = if *is_won == (seat == 0) { 1 } else { 2 };
                let utilities = Utilities::of_end(GameEnd { end: 0, winners }, 2);
                group.add(seat, 10, Some(&utilities));
            }
            group.end_group();
            result.merge(&group);
        }
        result
    }

    #[test]
    fn only_whole_groups_count_in_the_share_and_its_interval() {
        let whole: &[bool] = &[true, false];
        let (part, no_game): (&[bool], &[bool]) = (&[true], &[]);
        for (groups, ungrouped) in [
            (&[whole, whole, whole][..], 0),
            // The first player always wins as the first seat. Games whose other game failed do not make it stronger.
            (&[whole, part, whole, no_game, part, whole], 2),
            (&[whole, whole, whole, part], 1),
        ] {
            let result = of_groups(groups);
            let of_whole = of_groups(&[whole; 3]).share();
            assert_eq!(result.share(), of_whole, "{groups:?}");
            assert_eq!(of_whole.0, 0.5);
            assert_eq!((result.groups(), result.ungrouped()), (3, ungrouped));
            assert_eq!(result.games_of_share(), 6);
        }
        // Without a whole group, nothing is known.
        assert_eq!(of_groups(&[part, part]).share(), (1.0, 0.0, 1.0));
    }

    #[test]
    fn the_share_is_within_its_interval() {
        for won in 0..=40 {
            let lost = 40 - won;
            let (won, lost) = (
                vec![&[true, true][..]; won],
                vec![&[false, false][..]; lost],
            );
            let (share, low, high) = of_groups(&[won, lost].concat()).share();
            assert!(
                (0.0..=share).contains(&low) && (share..=1.0).contains(&high),
                "{low} {share} {high}"
            );
        }
    }

    #[test]
    fn few_groups_that_are_nearly_alike_say_little() {
        let (share, low, high) = of_groups(&[&[true, false], &[false, false]]).share();
        assert!(share == 0.25 && low < 0.06 && high > 0.6, "{low} {high}");
    }

    #[test]
    fn games_of_a_group_with_opposite_results_say_little() {
        // If White always wins, the players are equal, and the interval is narrow.
        let mut even = MatchResult::new(2);
        for _ in 0..50 {
            let mut group = MatchResult::new(2);
            for winners in [1, 2] {
                group.add(
                    0,
                    10,
                    Some(&Utilities::of_end(GameEnd { end: 0, winners }, 2)),
                );
            }
            group.end_group();
            even.merge(&group);
        }
        let (share, low, high) = even.share();
        assert!(share == 0.5 && low > 0.39 && high < 0.61);
    }
}
