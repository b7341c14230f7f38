//! The name of a computer player, as users write it: `casual`, `best:2s`, `tree:1000`.

use crate::arguments::{PLAYING_TIMES, playing_time};
use linstock_base::plural;
use linstock_search::Strategy;
use std::fmt;
use std::time::Duration;

/// How a computer player chooses its search and its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Skill {
    /// A search that is named.
    Named(Strategy),
    /// Few iterations, and sometimes a move that is not the best one found.
    Beginner,
    /// Few iterations.
    Casual,
    /// Many iterations.
    Strong,
    /// As strong as its time allows.
    Best,
    /// As strong as its time allows without what `linstock train` has learned.
    Untrained,
}

impl Skill {
    /// Returns whether it plays with what `linstock train` has learned, if there is something.
    pub(crate) fn uses_training(self) -> bool {
        match self {
            Self::Untrained | Self::Named(Strategy::Random | Strategy::PlainTree) => false,
            Self::Named(_) | Self::Beginner | Self::Casual | Self::Strong | Self::Best => true,
        }
    }
}

/// How long a computer player thinks about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Budget {
    Time(Duration),
    /// Playouts of a tree, or positions of alpha-beta and of best-first search.
    Iterations(u64),
}

/// A computer player that a user has named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlayerSpec {
    pub(crate) skill: Skill,
    /// The limit that was named.
    pub(crate) budget: Option<Budget>,
}

/// The least number of iterations for a level; a smaller one is probably meant as seconds.
const FEW: u64 = 20;
/// The most iterations.
const MOST_ITERATIONS: u64 = 1_000_000_000_000;

/// The names of players, as users write them.
const NAMES: [(&str, Skill); 14] = [
    ("beginner", Skill::Beginner),
    ("casual", Skill::Casual),
    ("strong", Skill::Strong),
    ("best", Skill::Best),
    ("untrained", Skill::Untrained),
    ("random", Skill::Named(Strategy::Random)),
    ("greedy", Skill::Named(Strategy::Greedy)),
    ("tree", Skill::Named(Strategy::Tree)),
    ("rave-tree", Skill::Named(Strategy::RaveTree)),
    ("short-tree", Skill::Named(Strategy::ShortTree)),
    ("alpha-beta", Skill::Named(Strategy::AlphaBeta)),
    ("ubfm", Skill::Named(Strategy::BestFirst)),
    ("wide-tree", Skill::Named(Strategy::WideTree)),
    ("plain-tree", Skill::Named(Strategy::PlainTree)),
];

impl PlayerSpec {
    /// The player where the user names none.
    pub(crate) const USUAL: Self = Self {
        skill: Skill::Casual,
        budget: None,
    };

    /// Makes a player that thinks for a time about each move.
    pub(crate) fn within(skill: Skill, time: Duration) -> Self {
        Self {
            skill,
            budget: Some(Budget::Time(time)),
        }
    }

    /// Makes a player with a search and a number of iterations for each move.
    pub(crate) fn of_search(strategy: Strategy, iterations: u64) -> Self {
        Self {
            skill: Skill::Named(strategy),
            budget: Some(Budget::Iterations(iterations)),
        }
    }

    /// Returns the names of the searches. Players without a search, such as a random one, are not among them.
    pub(crate) fn searches() -> impl Iterator<Item = (&'static str, Strategy)> {
        NAMES.into_iter().filter_map(|(name, skill)| match skill {
            Skill::Named(Strategy::Random | Strategy::Greedy) => None,
            Skill::Named(strategy) => Some((name, strategy)),
            _ => None,
        })
    }

    /// Reads a player.
    ///
    /// # Errors
    /// If the text names no player, or no time and no number.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let text = text.trim().to_lowercase();
        let (name, budget) = match text.split_once(':') {
            Some(("cmd", _)) => {
                return Err("another program (`cmd:`) plays only in `linstock match`".to_owned());
            }
            Some((name, budget)) => (name, Some(read_budget(budget)?)),
            None => (text.as_str(), None),
        };
        let known = NAMES.iter().find(|(known, _)| *known == name);
        match (known, budget) {
            (Some((_, skill)), Some(Budget::Iterations(few @ 1..FEW)))
                if !matches!(skill, Skill::Named(_)) =>
            {
                Err(format!(
                    "{name}:{few} would be {}, but a level needs at least {FEW}; for {}, write {name}:{few}s",
                    plural(few, "iteration"),
                    plural(few, "second")
                ))
            }
            (Some((_, skill)), budget) => Ok(Self {
                skill: *skill,
                budget,
            }),
            (None, _) if name.is_empty() => {
                Err("name a computer player, such as casual or best:2s".to_owned())
            }
            (None, None) if playing_time(name).is_ok() => Err(format!(
                "{name} is a time; write a player before it, such as best:{name}"
            )),
            (None, _) => {
                let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
                Err(format!(
                    "there is no computer player {}; there are {}, each also with a time or a number of iterations: best:2s, tree:1000",
                    linstock_play::quoted(name),
                    names.join(", ")
                ))
            }
        }
    }
}

fn read_budget(text: &str) -> Result<Budget, String> {
    let iterations = text.parse().ok();
    let iterations = iterations.filter(|number| (1..=MOST_ITERATIONS).contains(number));
    let time = || playing_time(text).ok().map(Budget::Time);
    iterations.map(Budget::Iterations).or_else(time).ok_or_else(|| {
        format!(
            "write a time {PLAYING_TIMES} after the colon, such as best:2s, or a whole number of iterations from 1 to {MOST_ITERATIONS}, such as tree:1000"
        )
    })
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = NAMES.iter().find(|(_, skill)| *skill == self.skill);
        f.write_str(named.map_or("", |(name, _)| name))?;
        match self.budget {
            None => Ok(()),
            Some(Budget::Time(time)) => write!(f, ":{}", humantime::format_duration(time)),
            Some(Budget::Iterations(iterations)) => write!(f, ":{iterations}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, PlayerSpec, Skill};
    use linstock_search::Strategy;
    use std::time::Duration;

    #[test]
    fn a_player_has_a_name_and_may_have_a_limit() {
        let read = |text| PlayerSpec::read(text).map(|spec| (spec.skill, spec.budget));
        assert_eq!(read("casual"), Ok((Skill::Casual, None)));
        let two = Budget::Time(Duration::from_secs(2));
        assert_eq!(read("best:2s"), Ok((Skill::Best, Some(two))));
        assert_eq!(read(" Best:2S"), Ok((Skill::Best, Some(two))));
        let tree = Skill::Named(Strategy::Tree);
        assert_eq!(
            read("tree:1000"),
            Ok((tree, Some(Budget::Iterations(1000))))
        );
        for (wrong, hint) in [
            ("", "name a computer player"),
            ("best:2", "write best:2s"),
            ("bset", "there is no computer player"),
            ("best:", "write a time"),
            ("best:soon", "write a time"),
            (
                "best:1",
                "1 iteration, but a level needs at least 20; for 1 second, write best:1s",
            ),
            ("3s", "write a player before it, such as best:3s"),
            ("best:0s", "write a time from 1ms to 365d"),
            ("best:999999999h", "write a time from 1ms to 365d"),
            (
                "best:99999999999999999999",
                "iterations from 1 to 1000000000000",
            ),
            ("tree:0", "iterations from 1 to"),
            ("tree:-1", "a whole number"),
            ("tree:1e9", "a whole number"),
            ("cmd:bot", "`linstock match`"),
        ] {
            let said = PlayerSpec::read(wrong).expect_err(wrong);
            assert!(said.contains(hint), "{wrong}: {said}");
        }
    }

    #[test]
    fn a_player_is_written_as_it_is_read() {
        for text in ["casual", "best:2s", "tree:1000", "random"] {
            let spec = PlayerSpec::read(text).expect("a player");
            assert_eq!(spec.to_string(), text);
        }
    }
}
