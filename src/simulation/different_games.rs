//! How many games of a run are different: a computer player may play one game again and again.

use linstock_base::grouped;

/// The games of a run, and how many of them are different.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DifferentGames {
    pub(crate) games: u64,
    /// `None` if the moves were drawn at random: then nobody counts.
    pub(crate) different: Option<usize>,
}

impl DifferentGames {
    /// Returns whether all games are one game that was played again and again. It says nothing about other games, so figures over
    /// these games have no interval.
    pub(crate) fn is_one(self) -> bool {
        self.different == Some(1) && self.games > 1
    }

    /// Says how many games are different, if some are the same: a sentence with its end of line. `of` follows the word "games", such as
    /// " of cannon".
    pub(crate) fn sentence(self, of: &str) -> String {
        let games = grouped(self.games);
        match self.different {
            Some(_) if self.is_one() => format!(
                "All {games} games{of} are the same game, so nothing is known about other games.\n"
            ),
            Some(different) if (different as u64) < self.games => format!(
                "{} of the {games} games{of} are different; the others repeat these.\n",
                grouped(different)
            ),
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DifferentGames;

    #[test]
    fn games_that_repeat_others_are_named() {
        let all = "All 40 games of hex are the same game, so nothing is known about other games.\n";
        let some = "3 of the 40 games of hex are different; the others repeat these.\n";
        for (games, different, is_one, sentence) in [
            (40, Some(1), true, all),
            (40, Some(3), false, some),
            (40, Some(40), false, ""),
            (40, None, false, ""),
            (1, Some(1), false, ""),
        ] {
            let counted = DifferentGames { games, different };
            assert_eq!(counted.is_one(), is_one);
            assert_eq!(counted.sentence(" of hex"), sentence);
        }
    }
}
