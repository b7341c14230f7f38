//! Games to look at.

use super::games::NumberedGame;
use super::levels::GameLevel;
use super::report::BalanceGames;
use linstock_engine::vm::{Move, Turn};
use linstock_play::Rules;
use linstock_search::balance::Tension;
use linstock_search::texts_of_line;

/// A game to look at.
#[derive(Clone, Debug)]
pub(super) struct ExampleGame {
    pub(super) level: GameLevel,
    /// Its number among the games of its level, from 0.
    pub(super) number: u64,
    /// What is special about it.
    pub(super) why: String,
    /// Its moves and outcomes of chance.
    pub(super) moves: Vec<String>,
    /// How many outcomes of chance come before the first move of a player.
    pub(super) dealt: usize,
}

/// Games to look at.
#[derive(Clone, Default, Debug)]
pub(super) struct ExampleGames {
    /// The shortest strong game that the first player wins.
    pub(super) first_wins: Option<ExampleGame>,
    /// A strong game of median length.
    pub(super) usual: Option<ExampleGame>,
    /// The strong game with the most changes of the lead.
    pub(super) tense: Option<ExampleGame>,
    /// A game of a strong player who lost against a weak one.
    pub(super) upset: Option<ExampleGame>,
    /// For each trial: a game that the player without the rule has lost, or else any.
    pub(super) trials: Vec<Option<ExampleGame>>,
}

impl ExampleGame {
    fn of(rules: &Rules, level: GameLevel, (played, why): (&NumberedGame, String)) -> Self {
        Self {
            level,
            number: played.number,
            why,
            moves: texts_of_line(rules, &played.game.line),
            dealt: dealt(rules, &played.game.line),
        }
    }

    /// Says which game this is.
    pub(super) fn title(&self) -> String {
        let (players, why) = (self.level.players(), &self.why);
        format!("Game {} {players}, {why}", self.number + 1)
    }
}

/// Returns how many outcomes of chance come before the first move of a player.
fn dealt(rules: &Rules, line: &[Move]) -> usize {
    let Ok(mut position) = rules.start() else {
        return 0;
    };
    let is_chance = |mv: &&Move| {
        matches!(rules.turn(&position), Turn::Chance) && rules.apply(&mut position, **mv).is_ok()
    };
    line.iter().take_while(is_chance).count()
}

/// Finds games to look at.
pub(super) fn examples(
    rules: &Rules,
    games: &BalanceGames,
    tension: Option<&Tension>,
) -> ExampleGames {
    let seats = rules.players().len();
    let first = rules.model().title(&rules.players()[0]);
    let strong = || games.strong.iter();
    let length = |played: &&NumberedGame| (played.game.choices, played.game.line.len());
    let won = strong().filter(|played| played.game.points(0, seats) > 0.99);
    let mut by_length: Vec<&NumberedGame> = strong().collect();
    by_length.sort_by_key(length);
    let tense = tension.and_then(|tension| tension.example);
    let tense = tense.filter(|(_, changes)| *changes > 0);
    let tense = tense.and_then(|(at, _)| games.strong.get(at));
    let upset = games
        .skill
        .iter()
        .find(|played| played.points_in_turn(seats) < 0.5 / seats as f64);
    let of = |level: GameLevel, why: String, found: Option<&NumberedGame>| {
        found.map(|found| ExampleGame::of(rules, level, (found, why)))
    };
    ExampleGames {
        first_wins: of(
            GameLevel::Strong,
            match seats {
                2 => format!("the shortest one that {first} wins"),
                _ => format!("the shortest one that {first} wins alone"),
            },
            won.min_by_key(length),
        ),
        usual: of(
            GameLevel::Strong,
            "one of median length".to_owned(),
            by_length.get(by_length.len() / 2).copied(),
        ),
        tense: of(
            GameLevel::Strong,
            "the one with the most changes of the lead".to_owned(),
            tense,
        ),
        upset: of(
            GameLevel::Skill,
            "one that the strong player loses".to_owned(),
            upset,
        ),
        trials: trial_examples(rules, games),
    }
}

fn trial_examples(rules: &Rules, games: &BalanceGames) -> Vec<Option<ExampleGame>> {
    let seats = rules.players().len();
    let of = |at: usize| {
        let lost =
            |(own, played): &(usize, &NumberedGame)| played.game.points(own % seats, seats) < 0.01;
        let (found, why) = match games.without_rule(at).find(lost) {
            Some((_, found)) => (found, "one that this player loses"),
            None => (games.without_rule(at).next()?.1, "the first one"),
        };
        let why = why.to_owned();
        Some(ExampleGame::of(rules, GameLevel::Without, (found, why)))
    };
    (0..games.tried.len()).map(of).collect()
}
