//! `analyse`: the best moves of a position with their reasons.

use crate::arguments::playing_time;
use crate::opponents::{PlayerSpec, Skill, Thinker, line_of, threat_of};
use crate::repl::game::Repl;
use crate::repl::reply::CommandResult;
use crate::shown::Shown;
use linstock_base::plural;
use linstock_engine::vm::Move;
use linstock_model::SeatId;
use linstock_play::Actor;
use linstock_search::{ProvenResult, RatedMove};
use std::fmt::Write as _;
use std::time::Duration;

/// How long a position is analysed.
const POSITION_TIME: Duration = Duration::from_secs(3);
/// How long each position of a game is analysed.
const MOVE_TIME: Duration = Duration::from_millis(300);
/// How many moves are shown.
const MOST_MOVES: usize = 5;
/// Writes a line of play: its first move with what is said about it, and the moves that follow.
pub(super) fn told_line(line: &[String], said: &str) -> String {
    match line {
        [] => String::new(),
        [first] => format!("`{first}`{said}"),
        [first, rest @ ..] => format!("`{first}`{said}; then {}", rest.join(", ")),
    }
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
        let spec = PlayerSpec::within(Skill::Best, time);
        let mut thinker = Thinker::new(spec, self.session.setup().seed).on_all_cores();
        let (_, thought, _) = self.thought(&mut thinker, seat)?;
        let best = thought
            .best()
            .ok_or("nothing to show: no game was found that fits all that was seen")?;
        let mut text = format!(
            "{} to move ({} looked at)\n",
            self.called(Actor::Player(seat)),
            plural(
                usize::try_from(thought.iterations).unwrap_or(usize::MAX),
                "line"
            )
        );
        let hides = self.session.rules().hides_something();
        // The search has tried the best moves most often; its best one stays first.
        let mut shown: Vec<&RatedMove> = thought.moves.iter().take(MOST_MOVES).collect();
        if let [_, others @ ..] = shown.as_mut_slice() {
            others.sort_by(|a, b| b.value.total_cmp(&a.value));
        }
        for (number, rated) in (1..).zip(shown) {
            let _ = writeln!(text, "  {number}. {}", self.rated(rated));
        }
        let best = best.mv;
        if !hides {
            text.push_str(&self.reasons_of(seat, best)?);
        }
        text.push_str(&self.notice_of(&thought));
        Ok(Shown::from(text))
    }

    /// Writes a move with its win share and the expected line.
    fn rated(&self, rated: &RatedMove) -> String {
        let (rules, state) = (self.session.rules(), self.session.state());
        let line = line_of(rules, state, rated);
        let value = match rated.proof {
            Some(ProvenResult::Win) => "wins".to_owned(),
            Some(ProvenResult::Loss) => "loses".to_owned(),
            Some(ProvenResult::Draw) => "draws".to_owned(),
            None => {
                let share = rated.win_share(rules.players().len());
                format!("{:.0} %", share * 100.0)
            }
        };
        told_line(&line, &format!(" {value}"))
    }

    /// Says in the words of the rules what a move does, and what it threatens.
    fn reasons_of(&self, seat: SeatId, mv: Move) -> Result<String, String> {
        let (rules, state) = (self.session.rules(), self.session.state());
        let text = rules.text(state, mv);
        let why = self.session.why(Some(Actor::Player(seat)), &text);
        let why = why.map_err(|refusal| self.told(&refusal))?;
        // Where the rules fail after an answer, nothing is said about threats.
        let threat = threat_of(rules, state, mv).ok().flatten();
        let threat = threat.map_or(String::new(), |threat| format!("{threat}\n"));
        Ok(format!("{}\n{threat}", why.reason.trim_end()))
    }
}
