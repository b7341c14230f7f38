//! `analyse`: the best moves of a position with their reasons, and the mistakes of a game.

use crate::arguments::playing_time;
use crate::opponents::{PlayerSpec, Skill, Thinker, line_of, threat_of};
use crate::progress::SearchProgress;
use crate::repl::game::Repl;
use crate::repl::reply::CommandResult;
use crate::repl::terminal_mode::LongWork;
use crate::shown::Shown;
use linstock_base::plural;
use linstock_engine::vm::{GameEnd, Move, Position};
use linstock_model::SeatId;
use linstock_play::{Actor, Refusal};
use linstock_search::{ProvenResult, RatedMove, Thought};
use std::fmt::Write as _;
use std::time::Duration;

/// How long a position is analysed.
const POSITION_TIME: Duration = Duration::from_secs(3);
/// How long each position of a game is analysed.
const MOVE_TIME: Duration = Duration::from_millis(300);
/// How many moves are shown.
const MOST_MOVES: usize = 5;
/// How much of the win share a mistake and a blunder lose.
const MISTAKE: f32 = 0.15;
const BLUNDER: f32 = 0.3;

/// A move of a game with what a search says about it.
struct JudgedMove {
    ply: usize,
    seat: SeatId,
    text: String,
    /// The win share before and after it.
    shares: [f32; 2],
    better: String,
}

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
        match text.strip_prefix("game") {
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
        for (number, rated) in (1..).zip(thought.moves.iter().take(MOST_MOVES)) {
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

    /// Marks the mistakes of the game so far.
    fn analyse_game(&mut self, time: Duration) -> CommandResult {
        let rules = self.session.rules();
        if rules.hides_something() {
            return Err("`analyse game` needs a game that hides nothing".to_owned());
        }
        if rules.players().len() != 2 {
            return Err("`analyse game` needs a game of two players".to_owned());
        }
        let judged = self.judged_moves(time)?;
        let count = |least: f32| {
            let lost = |judged: &&JudgedMove| judged.shares[0] - judged.shares[1] >= least;
            judged.iter().filter(lost).collect::<Vec<_>>()
        };
        let mut text = String::new();
        for judged in count(MISTAKE) {
            let [before, after] = judged.shares;
            let mark = if before - after >= BLUNDER { "??" } else { "?" };
            let _ = writeln!(
                text,
                "{}. {} `{}`{mark} {:.0} % → {:.0} %; better was {}",
                judged.ply + 1,
                self.called(Actor::Player(judged.seat)),
                judged.text,
                before * 100.0,
                after * 100.0,
                judged.better
            );
        }
        let _ = match (judged.len(), count(MISTAKE).len()) {
            (0, _) => writeln!(text, "no move was played yet"),
            (moves, 0) => writeln!(text, "no mistake in {}", plural(moves, "move")),
            (moves, mistakes) => writeln!(
                text,
                "{} in {}; `??` marks a blunder, after which the player wins {:.0} % fewer of the games, or still fewer",
                plural(mistakes, "mistake"),
                plural(moves, "move"),
                BLUNDER * 100.0
            ),
        };
        Ok(Shown::from(text))
    }

    /// Looks at each position in which a player chose.
    fn judged_moves(&mut self, time: Duration) -> Result<Vec<JudgedMove>, String> {
        let work = LongWork::begin();
        let plies = self.session.ply();
        let line = SearchProgress::showing("analysing (Ctrl-C: stop here)".to_owned());
        let spec = PlayerSpec::within(Skill::Best, time);
        let seed = self.session.setup().seed;
        let mut judged: Vec<JudgedMove> = Vec::new();
        // The share of the player who chose last, in the position after the choice.
        let mut open: Option<JudgedMove> = None;
        for ply in 0..=plies {
            if work.is_stopped() {
                break;
            }
            line.say(format!(
                "analysing move {ply} of {plies} (Ctrl-C: stop here)"
            ));
            let state = self.session.state_at(ply);
            if let Some(end) = state.over {
                if let Some(mut last) = open.take() {
                    last.shares[1] = share_at_end(end, last.seat);
                    judged.push(last);
                }
                break;
            }
            let made = self.session.history().get(ply);
            let mover = self.mover_of(&state, made.map(|made| made.actor));
            let Some(seat) = mover else {
                // Chance changes the share, so the move before it cannot be judged.
                open = None;
                continue;
            };
            let made = made.map(|made| (made.text.clone(), made.mv()));
            let mut thinker = Thinker::new(spec, seed).on_all_cores();
            let thought =
                self.computers
                    .thinking
                    .think_about((&self.session, &state), &mut thinker, &|| work.is_stopped());
            let thought: Thought = thought
                .map_err(|fault| self.told(&Refusal::of(fault, Some(&self.loaded.sources))))?;
            let Some(best) = thought.best() else { continue };
            let share = best.win_share(2);
            if let Some(mut last) = open.take() {
                last.shares[1] = if last.seat == seat {
                    share
                } else {
                    1.0 - share
                };
                judged.push(last);
            }
            if let Some((text, mv)) = made {
                let better = match mv == best.mv {
                    true => String::new(),
                    false => told_line(&line_of(self.session.rules(), &state, best), ""),
                };
                open = Some(JudgedMove {
                    ply,
                    seat,
                    text,
                    shares: [share, share],
                    better,
                });
            }
        }
        // The best move found is no mistake, whatever a longer look says.
        judged.retain_mut(|judged| {
            if judged.better.is_empty() {
                judged.shares[1] = judged.shares[0];
            }
            true
        });
        Ok(judged)
    }
    /// Returns the player who chooses in a position: the one who did choose, or the one to move.
    fn mover_of(&self, state: &Position, chose: Option<Actor>) -> Option<SeatId> {
        let rules = self.session.rules();
        let decision = rules.decision(state)?;
        match chose {
            _ if rules.is_chance(decision) => None,
            Some(Actor::Chance) => None,
            Some(Actor::Player(seat)) => Some(seat),
            None => Some(rules.me(state)),
        }
    }
}

/// Returns the share of a won game that a player has at its end: a half of a draw or a shared win.
fn share_at_end(end: GameEnd, seat: SeatId) -> f32 {
    match end.winners.count_ones() {
        1 if end.winners >> seat.index() & 1 == 1 => 1.0,
        1 => 0.0,
        _ => 0.5,
    }
}
