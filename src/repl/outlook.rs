//! What `hint` and `analyse` say about how good a move is, and how the game ends after it.

use crate::opponents::{AnswerTime, line_of, shortened_line};
use linstock_base::plural;
use linstock_engine::vm::{Move, Position};
use linstock_model::SeatId;
use linstock_play::Rules;
use linstock_search::{ProvenResult, RatedMove, SearchLimit, Thought, forced_win};
use std::fmt::Write as _;

/// Why there is no hint.
pub(crate) const NO_HINT: &str = "no hint: no game was found that fits all that was seen";
/// The most positions after a move that are looked at for each of several opponents who may win.
const POSITIONS_OF_EACH: u64 = 100_000;
/// A value as close to 1 or -1 may be a forced end.
const NEARLY_SURE: f32 = 0.98;

/// What is known about a move: how good it is, with the line that shows it.
pub(crate) struct Outlook {
    /// What is certain.
    pub(crate) proof: Option<ProvenResult>,
    /// In how many moves of the winner the game ends, if a forced end was found.
    pub(crate) moves: Option<usize>,
    /// The line that follows, beginning with the move.
    pub(crate) line: Vec<String>,
    /// How the line ends, in the words of the rules.
    pub(crate) end: Option<String>,
}

/// A line to an end that one player can force.
struct ForcedLine {
    winner: SeatId,
    /// The moves, beginning with the one that is looked at.
    moves: Vec<Move>,
}

impl Outlook {
    /// Finds out how the best move of a thought ends the game for certain. If another move is found that wins for certain, it becomes the best
    /// one. `None` if there is no move. It takes at most half of the time that is left for the answer.
    pub(crate) fn of_best(
        (rules, position): (&Rules, &Position),
        thought: &mut Thought,
        time: &AnswerTime<'_>,
    ) -> Option<Self> {
        let best = thought.best()?;
        let me = SeatId(best.mv.me);
        let may_win = best.proof != Some(ProvenResult::Loss) && !rules.hides_something();
        let limit = SearchLimit {
            iterations: u64::MAX,
            stop: &time.share(2),
        };
        let win = may_win.then(|| thought.find_forced_win(rules, position, &limit));
        if let Some(moves) = win.flatten() {
            return Some(Self::of_line(
                (rules, position),
                me,
                ForcedLine { winner: me, moves },
            ));
        }
        let best = thought.best()?;
        Some(Self::of((rules, position), best, &time.share(2)))
    }

    /// Finds out how a move ends the game for certain. Where something is hidden, only what the search proved is known.
    pub(crate) fn of(
        (rules, position): (&Rules, &Position),
        rated: &RatedMove,
        is_over: &dyn Fn() -> bool,
    ) -> Self {
        if let Some(forced) = forced_end((rules, position), rated, is_over) {
            return Self::of_line((rules, position), SeatId(rated.mv.me), forced);
        }
        let is_whole = rated.proof.is_some() && !rules.hides_something();
        let (line, end) = match is_whole {
            true => replayed(rules, position, &rated.line),
            false => (line_of(rules, position, rated), None),
        };
        Self {
            proof: rated.proof,
            moves: None,
            line,
            end,
        }
    }

    /// Makes the outlook of a player from a forced line.
    fn of_line(
        (rules, position): (&Rules, &Position),
        me: SeatId,
        ForcedLine { winner, moves }: ForcedLine,
    ) -> Self {
        // A throw of dice has the seat of the player who acts.
        let is_winners = |mv: &&Move| mv.me == winner.0 && !rules.is_chance(u32::from(mv.decision));
        let (line, end) = replayed(rules, position, &moves);
        Self {
            proof: Some(match winner == me {
                true => ProvenResult::Win,
                false => ProvenResult::Loss,
            }),
            moves: Some(moves.iter().filter(is_winners).count().max(1)),
            line,
            end,
        }
    }

    /// Writes the move, a judgement of it, the moves that follow, and how the game ends.
    pub(crate) fn text(&self, said: &str) -> String {
        let mut line = line_text(&self.line, said);
        if let Some(end) = &self.end {
            let _ = write!(line, " ({end})");
        }
        line
    }

    /// Returns the certain result of the move in words; `None` if the result is open.
    pub(crate) fn certain(&self) -> Option<String> {
        let result = self.proof?;
        Some(match (result, self.moves) {
            (ProvenResult::Draw, _) => "leads to a draw for certain".to_owned(),
            (ProvenResult::Win, Some(1)) if self.line.len() == 1 => "wins at once".to_owned(),
            (ProvenResult::Win, Some(moves)) => format!("wins in {}", plural(moves, "move")),
            (ProvenResult::Win, None) => "wins for certain".to_owned(),
            (ProvenResult::Loss, Some(moves)) => format!("loses in {}", plural(moves, "move")),
            (ProvenResult::Loss, None) => "loses for certain".to_owned(),
        })
    }
}

/// Says how good the best move is for the player who plays it.
pub(crate) fn judged(outlook: &Outlook, best: &RatedMove, seats: usize) -> String {
    match (outlook.certain(), best.proof) {
        // A search that proves the loss of its best move has proved that of every move.
        (Some(certain), Some(ProvenResult::Loss)) => format!("{certain}, as every move does"),
        (Some(certain), _) => certain,
        (None, _) => {
            let share = best.win_share(seats) * 100.0;
            format!("is the best move found; its win share is about {share:.0} %")
        }
    }
}

/// Writes a line of play: its first move with what is said about it, and the moves that follow.
pub(crate) fn line_text(line: &[String], said: &str) -> String {
    match line {
        [] => String::new(),
        [first] => format!("`{first}`{said}"),
        [first, rest @ ..] => format!("`{first}`{said}; then {}", rest.join(", ")),
    }
}

/// Looks for a forced end after a move that a search takes for won or lost.
fn forced_end(
    (rules, position): (&Rules, &Position),
    rated: &RatedMove,
    is_over: &dyn Fn() -> bool,
) -> Option<ForcedLine> {
    if rules.hides_something() {
        return None;
    }
    let seat = SeatId(rated.mv.me);
    let wins = match rated.proof {
        Some(ProvenResult::Win) => true,
        Some(ProvenResult::Loss) => false,
        None if rated.value.abs() >= NEARLY_SURE => rated.value > 0.0,
        Some(ProvenResult::Draw) | None => return None,
    };
    let after = rules.play(position, rated.mv).ok()?;
    // With several opponents, a move loses if one of them wins.
    let seats = rules.model().seat_ids();
    let winners: Vec<SeatId> = seats.filter(|winner| (*winner == seat) == wins).collect();
    let limit = SearchLimit {
        iterations: match winners.len() {
            1 => u64::MAX,
            _ => POSITIONS_OF_EACH,
        },
        stop: is_over,
    };
    winners.into_iter().find_map(|winner| {
        let rest = forced_win(rules, &after, winner, &limit)?;
        let moves = std::iter::once(rated.mv).chain(rest).collect();
        Some(ForcedLine { winner, moves })
    })
}

/// Returns the texts of a line, and the rules' reason of the end if it ends the game.
fn replayed(rules: &Rules, position: &Position, line: &[Move]) -> (Vec<String>, Option<String>) {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for mv in line {
        texts.push(rules.text(&position, *mv));
        if rules.apply(&mut position, *mv).is_err() {
            break;
        }
    }
    let end = rules.outcome(&position).map(|outcome| outcome.reason);
    (shortened_line(texts), end)
}

#[cfg(test)]
mod tests {
    use super::Outlook;
    use crate::opponents::AnswerTime;
    use crate::repl::rated_positions::{after, chess, rated};
    use linstock_base::Sources;
    use linstock_check::Choices;
    use linstock_engine::vm::Position;
    use linstock_play::Rules;
    use linstock_search::{ProvenResult, Thought};
    use std::time::Duration;

    #[test]
    fn a_throw_is_no_move_of_the_winner() {
        let text = r#"
game dice "Dice"
players ann, ben
remember { side = 0 }
move roll "roll" { ask chance: face }
move face "{n}" {
  n in 1..6
  side = n
}
play {
  ask ann: roll
  if side >= 1 { win ann "thrown" }
}
"#;
        let sources = Sources::from([("dice.game", text)]);
        let rules = Rules::load(&sources, &Choices::default()).expect("no mistakes");
        let certain = |value| {
            let position = after(&rules, &[]);
            let rated = rated(&rules, &position, "roll", value);
            Outlook::of((&rules, &position), &rated, &|| false).certain()
        };
        assert_eq!(certain(1.0).as_deref(), Some("wins in 1 move"));
        assert_eq!(certain(0.1), None);
    }

    /// Returns a thought about a position of chess in which the second move mates.
    fn blind(rules: &Rules) -> (Position, Thought) {
        let position = after(rules, &["f2-f3", "e7-e5", "g2-g4"]);
        let moves = ["b8-c6", "d8-h4"].map(|text| rated(rules, &position, text, 0.1));
        let thought = Thought {
            moves: moves.to_vec(),
            ..Thought::default()
        };
        (position, thought)
    }

    #[test]
    fn a_certain_win_that_the_search_did_not_prefer_is_the_best_move() {
        let rules = chess();
        let (position, mut thought) = blind(&rules);
        let time = AnswerTime::begin(Duration::from_secs(3600), &|| false);
        let outlook = Outlook::of_best((&rules, &position), &mut thought, &time);
        let certain = outlook.and_then(|outlook| outlook.certain());
        assert_eq!(certain.as_deref(), Some("wins at once"));
        let best = thought.best().expect("a move");
        assert_eq!(rules.text(&position, best.mv), "d8-h4");
        assert_eq!(best.proof, Some(ProvenResult::Win));
    }

    #[test]
    fn nothing_more_is_looked_for_when_the_user_stops_or_the_time_is_over() {
        let rules = chess();
        let (position, thought) = blind(&rules);
        for (time, stops) in [(3600, true), (0, false)] {
            let mut thought = thought.clone();
            let stop = || stops;
            let time = AnswerTime::begin(Duration::from_secs(time), &stop);
            let outlook = Outlook::of_best((&rules, &position), &mut thought, &time);
            assert_eq!(outlook.expect("a move").certain(), None);
            let best = thought.best().expect("a move");
            assert_eq!(rules.text(&position, best.mv), "b8-c6");
        }
    }
}
