//! Computer players that think about the position of a session.

use crate::opponents::known_rules::{KnownRules, TEST_TIME};
use crate::opponents::player_spec::Skill;
use crate::opponents::stopwatch::Stopwatch;
use crate::opponents::thinker::Thinker;
use linstock_engine::vm::{Fault, Move, Position};
use linstock_model::SeatId;
use linstock_play::{Rules, Session};
use linstock_search::{RatedMove, SeenGame, Thought};
use std::sync::Arc;

/// What computer players know about the rules of a session, once it is needed.
#[derive(Debug, Default)]
pub(crate) struct SessionThinking {
    known: Option<KnownRules>,
    /// Whether the user knows that what was learned in training is not used.
    is_notice_told: bool,
}

impl SessionThinking {
    /// Returns what is known about the rules of a session.
    fn known(&mut self, session: &Session) -> &mut KnownRules {
        let rules = session.rules();
        let is_known = |known: &KnownRules| Arc::ptr_eq(known.rules(), rules);
        let known = self.known.take().filter(is_known);
        let known = known.unwrap_or_else(|| {
            self.is_notice_told = false;
            KnownRules::stored(rules, session.setup())
        });
        self.known.insert(known)
    }

    /// Says once that a player of a skill does not use what was learned in training, if so.
    pub(crate) fn notice(&mut self, session: &Session, skill: Skill) -> Option<String> {
        let notice = self.known(session).notice(skill)?.to_owned();
        let is_told = std::mem::replace(&mut self.is_notice_told, true);
        (!is_told).then_some(notice)
    }

    /// Returns whether nothing must be found out before a player of a skill can think.
    pub(crate) fn is_ready(&mut self, session: &Session, skill: Skill) -> bool {
        self.known(session).is_ready(skill)
    }

    /// Finds out what a player of a skill needs to know, in at most [`PREPARATION_TIME`](super::PREPARATION_TIME).
    ///
    /// # Errors
    /// If the rules fail at the start.
    pub(crate) fn prepare(
        &mut self,
        session: &Session,
        skill: Skill,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Fault> {
        self.known(session).prepare(skill, TEST_TIME, stop)
    }

    /// Lets a computer player think about any position of a session whose rules hide nothing.
    ///
    /// # Errors
    /// If the rules fail.
    pub(crate) fn think_about(
        &mut self,
        (session, position): (&Session, &Position),
        thinker: &mut Thinker,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Thought, Fault> {
        let known = self.known(session);
        Ok(thinker.think(known, (position, None), stop)?.1)
    }

    /// Lets a computer player think about the choice of a seat. It knows only what that player has seen.
    ///
    /// # Errors
    /// If the rules fail.
    pub(crate) fn think(
        &mut self,
        session: &Session,
        (thinker, seat): (&mut Thinker, SeatId),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<(Move, Thought), Fault> {
        let rules = session.rules();
        self.prepare(session, thinker.spec().skill, stop)?;
        let known = self.known(session);
        // What the player has seen is found out within its time.
        let clock = Stopwatch::of_world();
        let seen_game = match rules.hides_something() {
            true => Some(SeenGame::of(session, seat)?),
            false => None,
        };
        let at = (session.state(), seen_game.as_ref());
        thinker.think_since(clock, known, at, stop)
    }
}

/// Returns a sentence about a fault of the rules that a search met.
pub(crate) fn fault_notice(fault: &str) -> String {
    format!("the rules failed while the computer player was thinking: {fault}")
}

/// The most moves of a line that are shown.
const MOST_OF_LINE: usize = 6;

/// The most moves of a line to its end that are shown.
const MOST_OF_WHOLE_LINE: usize = 16;

/// Shortens a line that leads to the end of the game, if it is very long.
pub(crate) fn shortened_line(mut line: Vec<String>) -> Vec<String> {
    if line.len() > MOST_OF_WHOLE_LINE {
        line.truncate(MOST_OF_WHOLE_LINE);
        line.push("…".to_owned());
    }
    line
}

/// Returns the texts of the line that a search expects, up to the first move that is not legal in this very position: where
/// something is hidden, a line was found in another one.
pub(crate) fn line_of(rules: &Rules, position: &Position, rated: &RatedMove) -> Vec<String> {
    let mut position = position.clone();
    let mut line = Vec::new();
    for mv in rated.line.iter().take(MOST_OF_LINE) {
        line.push(rules.text(&position, *mv));
        if rules.apply(&mut position, *mv).is_err() {
            break;
        }
    }
    line
}
