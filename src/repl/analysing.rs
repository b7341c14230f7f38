//! `analyse`: the best moves of a position with their reasons.

use crate::arguments::playing_time;
use crate::opponents::AnswerTime;
use crate::repl::game::Repl;
use crate::repl::move_reasons::effects_text;
use crate::repl::outlook::Outlook;
use crate::repl::reply::CommandResult;
use crate::shown::Shown;
use linstock_base::plural;
use linstock_play::Actor;
use linstock_search::{ENOUGH_VISITS, ProvenResult, RatedMove, Thought};
use std::fmt::Write as _;
use std::time::Duration;

/// How long a position is analysed.
const POSITION_TIME: Duration = Duration::from_secs(3);
/// How long each position of a game is analysed.
const MOVE_TIME: Duration = Duration::from_millis(300);
/// How many moves are shown.
const MOST_MOVES: usize = 5;

/// The moves of a thought that are shown.
struct ShownMoves<'t> {
    /// The move that would be played comes first; the others follow in the order of their win shares.
    moves: Vec<&'t RatedMove>,
    /// How many moves are left out because they were tried too seldom.
    seldom: usize,
}

impl<'t> ShownMoves<'t> {
    fn of(thought: &'t Thought) -> Self {
        // Where players choose at once, the visits are probabilities. Other searches than trees rate each move by itself.
        let says_something = |rated: &&RatedMove| {
            let is_counted = rated.mean.is_some() && !thought.is_mixed && rated.proof.is_none();
            !is_counted || rated.visits >= ENOUGH_VISITS
        };
        let others = thought.moves.iter().skip(1);
        let mut moves: Vec<&RatedMove> = others.filter(says_something).collect();
        let seldom = thought.moves.len().saturating_sub(moves.len() + 1);
        moves.sort_by(|a, b| b.value.total_cmp(&a.value));
        moves.truncate(MOST_MOVES - 1);
        moves.splice(0..0, thought.best());
        Self { moves, seldom }
    }

    /// Says how many moves are left out.
    fn left_out(&self) -> String {
        match (self.seldom, self.moves.len()) {
            (0, _) => String::new(),
            (1, 1) => format!(
                "{} too seldom to compare it with this one; a longer analysis helps\n",
                was_tried(1)
            ),
            (seldom, 1) => format!(
                "{} too seldom to compare them with this one; a longer analysis helps\n",
                was_tried(seldom)
            ),
            (seldom, _) => format!("{} too seldom to say anything\n", was_tried(seldom)),
        }
    }
}

/// Says that a number of other moves were tried.
fn was_tried(count: usize) -> String {
    let were = if count == 1 { "was" } else { "were" };
    format!("{} {were} tried", plural(count, "other move"))
}

impl Repl {
    /// Analyses the position, or the game so far: `analyse`, `analyse 10s`, `analyse game`, `analyse game 1s`.
    pub(super) fn analyse(&mut self, text: &str) -> CommandResult {
        let time = |text: &str, usual| match text.trim() {
            "" => Ok(usual),
            text => playing_time(text),
        };
        // `games` is a slip of the same.
        match text.strip_prefix("games").or(text.strip_prefix("game")) {
            Some(rest) => self.analyse_game(time(rest, MOVE_TIME)?),
            None => self.analyse_position(time(text, POSITION_TIME)?),
        }
    }

    fn analyse_position(&mut self, time: Duration) -> CommandResult {
        if let Some(closed) = self.closed_choice() {
            return Err(closed.to_owned());
        }
        let Some(Actor::Player(seat)) = self.session.decider() else {
            return Err("there is nothing to choose; `analyse game` looks for mistakes".to_owned());
        };
        self.answered((seat, MOST_MOVES, time), |repl, mut thought, time| {
            let rules = &**repl.session.rules();
            let outlook = Outlook::of_best((rules, repl.session.state()), &mut thought, time);
            let Some(outlook) = outlook else {
                return Err(
                    "nothing to show: no game was found that fits all that was seen".into(),
                );
            };
            let mut text = format!(
                "{} to move ({} looked at)\n",
                repl.called(Actor::Player(seat)),
                plural(thought.iterations, "line")
            );
            text.push_str(&repl.shown_moves(&thought, outlook, time));
            text.push_str(&repl.notice_of(&thought));
            Ok(Shown::from(text))
        })
    }

    /// Lists the moves of a thought that are shown, the best one first with its outlook, and says what that one does.
    fn shown_moves(&self, thought: &Thought, outlook: Outlook, time: &AnswerTime<'_>) -> String {
        let (rules, state) = (&**self.session.rules(), self.session.state());
        let shown = ShownMoves::of(thought);
        let mut outlooks = vec![outlook];
        let shares = u32::try_from(2 * shown.moves.len()).unwrap_or(u32::MAX);
        for rated in shown.moves.iter().skip(1) {
            outlooks.push(Outlook::of((rules, state), rated, &time.share(shares)));
        }
        let mut listed: Vec<(&RatedMove, Outlook)> =
            shown.moves.iter().copied().zip(outlooks).collect();
        // The search after a move may find a win for certain that the search before it did not.
        let wins = |outlook: &Outlook| outlook.proof == Some(ProvenResult::Win);
        if let Some(at) = listed.iter().position(|(_, outlook)| wins(outlook)) {
            listed[..=at].rotate_right(1);
        }
        let Some((best, of_best)) = listed.first() else {
            return String::new();
        };
        let share = |rated: &RatedMove| (rated.win_share(rules.players().len()) * 100.0).round();
        let mut text = String::new();
        for (number, (rated, outlook)) in (1..).zip(&listed) {
            let mut said = match outlook.certain() {
                Some(certain) => format!(" {certain}"),
                None => format!(" {:.0} %", share(rated)),
            };
            if outlook.proof.is_none() && share(rated) > share(best) {
                said.push_str(", but tried less often");
            }
            let _ = writeln!(text, "  {number}. {}", outlook.text(&said));
        }
        if !wins(of_best) {
            text.push_str(&shown.left_out());
        }
        if !rules.hides_something() {
            text.push_str(&effects_text(
                rules,
                (state, best.mv),
                of_best,
                &time.share(1),
            ));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::ShownMoves;
    use linstock_engine::vm::Move;
    use linstock_search::{ProvenResult, RatedMove, Thought};

    fn rated(anchor: u32, value: f32, visits: u32, proof: Option<ProvenResult>) -> RatedMove {
        let mv = Move {
            decision: 0,
            template: 0,
            me: 0,
            anchor,
        };
        RatedMove {
            mv,
            value,
            mean: Some(value),
            visits,
            proof,
            line: vec![mv],
        }
    }

    #[test]
    fn the_best_move_is_first_and_the_others_follow_by_their_win_shares() {
        let moves = vec![
            rated(1, 0.1, 400, None),
            rated(2, -0.2, 200, None),
            rated(3, 0.2, 100, None),
            rated(4, 0.9, 5, None),
            rated(5, -1.0, 2, Some(ProvenResult::Loss)),
            rated(6, 0.0, 30, None),
        ];
        let thought = Thought {
            moves,
            ..Thought::default()
        };
        let shown = ShownMoves::of(&thought);
        let anchors: Vec<_> = shown.moves.iter().map(|rated| rated.mv.anchor).collect();
        assert_eq!(anchors, [1, 3, 6, 2, 5]);
        let said = "1 other move was tried too seldom to say anything\n";
        assert_eq!(shown.left_out(), said);
    }
}
