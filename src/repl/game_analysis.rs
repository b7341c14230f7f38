//! `analyse game`: the mistakes of a game.

use crate::opponents::{PlayerSpec, Skill, Thinker, line_of};
use crate::progress::SearchProgress;
use crate::repl::game::Repl;
use crate::repl::outlook::line_text;
use crate::repl::reply::CommandResult;
use crate::repl::terminal_mode::LongWork;
use crate::shown::Shown;
use linstock_base::plural;
use linstock_engine::vm::{GameEnd, Move, Position};
use linstock_model::SeatId;
use linstock_play::{Actor, Refusal};
use linstock_search::{ENOUGH_VISITS, RatedMove, Thought};
use std::fmt::Write as _;
use std::time::Duration;

/// How much of the win share a mistake and a blunder lose.
const MISTAKE: f32 = 0.15;
const BLUNDER: f32 = 0.3;

/// A move of a game that is not the best one found.
struct JudgedMove {
    ply: usize,
    seat: SeatId,
    text: String,
    /// The player's win share after the best move, and after the move that was played.
    shares: [f32; 2],
    better: String,
}

/// A win share that a search found.
#[derive(Clone, Copy, PartialEq, Debug)]
struct FoundShare {
    share: f32,
    /// Its standard error; 0 for a certain result.
    error: f32,
}

impl FoundShare {
    /// The share of a certain result.
    fn certain(share: f32) -> Self {
        Self { share, error: 0.0 }
    }

    /// The share of a move of a thought. The results of a tree vary as games do; other searches are treated alike, with the positions
    /// that they looked at as their games.
    fn of(rated: &RatedMove, thought: &Thought) -> Self {
        let games = match rated.mean {
            Some(_) => u64::from(rated.visits),
            None => thought.iterations,
        };
        Self {
            share: rated.win_share(2),
            error: match rated.proof {
                Some(_) => 0.0,
                None => 0.5 / (games.max(1) as f32).sqrt(),
            },
        }
    }

    /// The share of the other player.
    fn of_other(self) -> Self {
        Self {
            share: 1.0 - self.share,
            ..self
        }
    }
}

/// What two shares say about a move.
#[derive(Clone, Copy, PartialEq, Debug)]
enum MoveVerdict {
    /// It is about as good as the best one.
    Fine,
    /// It lowers the win share by at least [`MISTAKE`].
    Mistake,
    /// It seems to, but the difference may be noise.
    Unclear,
}

/// Compares the share after the best move with that after another one.
fn verdict([best, other]: [FoundShare; 2]) -> MoveVerdict {
    /// The 97.5 % point of the normal distribution.
    const Z: f32 = 1.96;
    let difference = best.share - other.share;
    match difference {
        difference if difference < MISTAKE => MoveVerdict::Fine,
        difference if difference <= Z * best.error.hypot(other.error) => MoveVerdict::Unclear,
        _ => MoveVerdict::Mistake,
    }
}

/// What was found about the moves of a game.
#[derive(Default)]
struct JudgedGame {
    /// How many moves there are, and how many were judged.
    all: usize,
    moves: usize,
    mistakes: Vec<JudgedMove>,
    /// How many moves may be mistakes, but the searches were too short to tell.
    unclear: usize,
    /// Whether the user stopped it.
    is_stopped: bool,
    /// A line about the first fault of the rules that a search met.
    notice: String,
}

impl JudgedMove {
    fn loss(&self) -> f32 {
        self.shares[0] - self.shares[1]
    }
}

/// Judges the moves of a game, with the same time for each search.
struct Judge<'r> {
    repl: &'r mut Repl,
    spec: PlayerSpec,
    work: LongWork,
    /// A line about the first fault of the rules that a search met.
    notice: String,
}

impl Repl {
    /// Marks the mistakes of the game so far.
    pub(super) fn analyse_game(&mut self, time: Duration) -> CommandResult {
        let rules = self.session.rules();
        if rules.hides_something() {
            return Err("`analyse game` needs a game that hides nothing".to_owned());
        }
        if rules.players().len() != 2 {
            return Err("`analyse game` needs a game of two players".to_owned());
        }
        let judge = Judge {
            spec: PlayerSpec::within(Skill::Best, time),
            work: LongWork::begin(),
            notice: String::new(),
            repl: self,
        };
        let judged = judge.game()?;
        let mut text = String::new();
        for one in &judged.mistakes {
            let mark = if one.loss() >= BLUNDER { "??" } else { "?" };
            let [best, own] = one.shares.map(|share| share * 100.0);
            let _ = writeln!(
                text,
                "{}. {} `{}`{mark} {best:.0} % → {own:.0} %; better was {}",
                one.ply + 1,
                self.called(Actor::Player(one.seat)),
                one.text,
                one.better
            );
        }
        text.push_str(&judged.summary());
        text.push_str(&judged.notice);
        Ok(Shown::from(text))
    }
}

impl JudgedGame {
    /// Counts the mistakes, and says what the marks mean.
    fn summary(&self) -> String {
        let moves = match self.is_stopped {
            true => format!("the first {} of {}", self.moves, plural(self.all, "move")),
            false => plural(self.moves, "move"),
        };
        let unclear = match self.unclear {
            0 => String::new(),
            unclear => format!(
                " and {} that may be one (more time can tell, such as `analyse game 5s`)",
                plural(unclear, "move")
            ),
        };
        match (self.moves, self.mistakes.len()) {
            (0, _) if self.is_stopped => "stopped before a move was judged\n".to_owned(),
            (0, _) => "there is no move to judge yet\n".to_owned(),
            (_, 0) => format!("no mistake in {moves}{unclear}\n"),
            (_, mistakes) => format!(
                "{} in {moves}{unclear}; `?` marks a mistake, which lowers the player's win share by {:.0} points or more, `??` a blunder, by {:.0} or more\n",
                plural(mistakes, "mistake"),
                MISTAKE * 100.0,
                BLUNDER * 100.0
            ),
        }
    }
}

impl Judge<'_> {
    /// Judges each move that a player chose.
    fn game(mut self) -> Result<JudgedGame, String> {
        let plies = self.repl.session.ply();
        let line = SearchProgress::showing("analysing (Ctrl-C: stop here)".to_owned());
        let mut judged = JudgedGame {
            all: plies,
            ..JudgedGame::default()
        };
        // What was found about the position after the last move, for the next one.
        let mut known: Option<Thought> = None;
        for ply in 0..plies {
            line.say(format!(
                "analysing move {} of {plies} (Ctrl-C: stop here)",
                ply + 1
            ));
            let state = self.repl.session.state_at(ply);
            let made = self.repl.session.history().get(ply);
            let made = made.map(|made| (made.actor, made.mv(), made.text.clone()));
            let Some((Actor::Player(seat), mv, text)) = made else {
                known = None;
                continue;
            };
            let thought = match known.take() {
                Some(thought) => thought,
                None => self.think(&state)?,
            };
            let Some(best) = thought.best() else { continue };
            let shares = match best.mv == mv {
                true => Some([FoundShare::certain(0.0); 2]),
                false => self.compared((&state, seat), (&thought, mv), &mut known)?,
            };
            if self.work.is_stopped() {
                judged.is_stopped = true;
                break;
            }
            let Some(shares) = shares else { continue };
            judged.moves += 1;
            let verdict = verdict(shares);
            judged.unclear += usize::from(verdict == MoveVerdict::Unclear);
            if verdict == MoveVerdict::Mistake {
                let line = line_of(self.repl.session.rules(), &state, best);
                judged.mistakes.push(JudgedMove {
                    ply,
                    seat,
                    text,
                    shares: shares.map(|found| found.share),
                    better: line_text(&line, ""),
                });
            }
        }
        judged.notice = self.notice;
        Ok(judged)
    }

    /// Returns the win shares of a player after the best move and after another one: two searches that look equally far. Before
    /// an event of chance, both come from the search that tried all moves. `None` if that search tried the other move too seldom. `known`
    /// gets what was found after the other move.
    fn compared(
        &mut self,
        (state, seat): (&Position, SeatId),
        (thought, other): (&Thought, Move),
        known: &mut Option<Thought>,
    ) -> Result<Option<[FoundShare; 2]>, String> {
        let Some(best) = thought.best() else {
            return Ok(None);
        };
        let after_best = self.share_after((state, seat), best.mv, &mut None)?;
        let after_other = self.share_after((state, seat), other, known)?;
        if let (Some(best), Some(other)) = (after_best, after_other) {
            return Ok(Some([best, other]));
        }
        let tried = |rated: &&RatedMove| rated.proof.is_some() || rated.visits >= ENOUGH_VISITS;
        let other = thought.moves.iter().find(|rated| rated.mv == other);
        let other = other.filter(tried);
        Ok(other.map(|other| [best, other].map(|rated| FoundShare::of(rated, thought))))
    }

    /// Returns the win share of a player after a move, with what was found there; `None` before an event of chance.
    fn share_after(
        &mut self,
        (state, seat): (&Position, SeatId),
        mv: Move,
        known: &mut Option<Thought>,
    ) -> Result<Option<FoundShare>, String> {
        let rules = self.repl.session.rules();
        let mut after = state.clone();
        rules
            .apply(&mut after, mv)
            .map_err(|fault| self.told(fault))?;
        if let Some(end) = after.over {
            return Ok(Some(FoundShare::certain(share_at_end(end, seat))));
        }
        let is_chance = rules
            .decision(&after)
            .is_none_or(|decision| rules.is_chance(decision));
        if is_chance {
            return Ok(None);
        }
        let mover = rules.me(&after);
        let thought = self.think(&after)?;
        let found = thought.best().map(|best| FoundShare::of(best, &thought));
        *known = Some(thought);
        Ok(found.map(|found| match mover == seat {
            true => found,
            false => found.of_other(),
        }))
    }

    fn think(&mut self, state: &Position) -> Result<Thought, String> {
        let Repl {
            session, computers, ..
        } = &mut *self.repl;
        let mut thinker = Thinker::new(self.spec, session.setup().seed).on_all_cores();
        let work = &self.work;
        let stop = || work.is_stopped();
        let thought = computers
            .thinking
            .think_about((session, state), &mut thinker, &stop);
        let thought = thought.map_err(|fault| self.told(fault))?;
        if self.notice.is_empty() {
            self.notice = self.repl.notice_of(&thought);
        }
        Ok(thought)
    }

    fn told(&self, fault: linstock_engine::vm::Fault) -> String {
        let refusal = Refusal::of(fault, Some(&self.repl.loaded.sources));
        self.repl.told(&refusal)
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

#[cfg(test)]
mod tests {
    use super::{FoundShare, MoveVerdict, verdict};

    #[test]
    fn a_mistake_is_marked_only_where_the_searches_can_tell() {
        let after = |share: f32, games: f32| FoundShare {
            share,
            error: 0.5 / games.sqrt(),
        };
        let of = |games: f32| verdict([after(0.6, games), after(0.4, games)]);
        assert_eq!(of(20.0), MoveVerdict::Unclear);
        assert_eq!(of(200.0), MoveVerdict::Mistake);
        let small = [after(0.6, 1e6), after(0.5, 1e6)];
        assert_eq!(verdict(small), MoveVerdict::Fine);
        let certain = [FoundShare::certain(1.0), FoundShare::certain(0.5)];
        assert_eq!(verdict(certain), MoveVerdict::Mistake);
    }
}
