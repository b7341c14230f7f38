//! The game of an engine. It is changed here; a perspective is needed to look at it.

use crate::guard::{Defect, guarded};
use crate::opponents::{SessionThinking, Thinker};
use crate::protocol::answer::{Answer, FailureAnswer};
use crate::protocol::perspective::{Answered, Perspective};
use crate::protocol::request::{Play, Think};
use linstock_base::Sources;
use linstock_play::Rules;
use linstock_play::{Refusal, Save, Savepoint, Session};
use std::sync::Arc;

/// The game of an engine, if there is one.
#[derive(Debug, Default)]
pub(super) struct EngineGame {
    session: Option<Session>,
    /// A game begun by this request. It replaces the other when the answer is complete.
    begun: Option<Session>,
    /// The state of the game before this request changed it.
    before: Option<Savepoint>,
    /// What computer players know about the rules.
    thinking: SessionThinking,
}

impl EngineGame {
    /// Returns the perspective of a named player or chance; the table's without a name.
    pub(crate) fn seen_by(&self, who: Option<&str>) -> Result<Perspective<'_>, FailureAnswer> {
        Perspective::new(self.session.as_ref().ok_or_else(no_game)?, who)
    }

    /// Replaces the current game by another.
    pub(crate) fn begin(&mut self, session: Session, who: Option<&str>) -> Answered {
        let begun = Perspective::new(&session, who)?.begun();
        self.begun = Some(session);
        Ok(Answer::of(&begun))
    }

    /// Plays moves, all or none.
    pub(crate) fn play(&mut self, plays: Vec<Play>, who: Option<&str>) -> Answered {
        let viewer = self.seen_by(who)?;
        let (orders, careful) = (viewer.orders(plays)?, viewer.is_careful());
        if careful && orders.len() > 1 {
            return Err(one_by_one());
        }
        let from = self.change(who, |session| {
            let from = session.ply();
            session.play(&orders).map(|_| from)
        })?;
        Ok(Answer::of(&self.seen_by(who)?.played(from)))
    }

    /// Lets a computer player think about the choice that the speaker or, for the table, the first player has to make. It
    /// knows only what that player has seen.
    pub(crate) fn think(&mut self, think: &Think, who: Option<&str>) -> Answered {
        let viewer = self.seen_by(who)?;
        let seat = viewer.chooser()?;
        let session = self.session.as_ref().ok_or_else(no_game)?;
        // The seed of the game is the table's secret; each position has its own random numbers.
        let rated_moves = usize::try_from(think.count).unwrap_or(usize::MAX);
        let thinker = Thinker::new(think.player, session.ply() as u64);
        let mut thinker = thinker.on_all_cores().rating_best(rated_moves);
        let thinker = (&mut thinker, seat);
        let thought = self.thinking.think(session, thinker, &|| false);
        let notice = self.thinking.notice(session, think.player.skill);
        let viewer = self.seen_by(who)?;
        match thought {
            Ok((mv, thought)) => viewer.thought((mv, &thought), notice.as_deref(), think.count),
            Err(fault) => Err(viewer.refused(Refusal::of(fault, None))),
        }
    }

    /// Undoes or redoes moves.
    pub(crate) fn step(
        &mut self,
        who: Option<&str>,
        step: impl FnOnce(&mut Session) -> Result<(), Refusal>,
    ) -> Answered {
        self.change(who, step)?;
        Ok(Answer::of(&self.seen_by(who)?.state()))
    }

    fn change<T>(
        &mut self,
        who: Option<&str>,
        change: impl FnOnce(&mut Session) -> Result<T, Refusal>,
    ) -> Result<T, FailureAnswer> {
        self.seen_by(who)?;
        let session = self.session.as_mut().ok_or_else(no_game)?;
        self.before = Some(session.savepoint());
        match change(session) {
            Ok(done) => Ok(done),
            Err(refusal) => Err(self.seen_by(who)?.refused(refusal)),
        }
    }

    /// Returns the rules of the current game, if a save belongs to them.
    pub(crate) fn rules_of(&self, save: &Save) -> Option<(Arc<Rules>, Option<Arc<Sources>>)> {
        let session = self.session.as_ref().filter(|s| save.fits(s))?;
        Some((Arc::clone(session.rules()), session.setup().sources.clone()))
    }

    /// Makes an engine game from a session.
    #[cfg(test)]
    pub(crate) fn with(session: Session) -> Self {
        Self {
            session: Some(session),
            ..Self::default()
        }
    }

    /// Runs a function; if a defect stops it, restores the game.
    pub(crate) fn guarded<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> Result<T, Defect> {
        let done = guarded(|| body(self));
        let begun = self.begun.take();
        match (&done, &mut self.session, self.before.take()) {
            (Ok(_), session, _) => *session = begun.or(session.take()),
            (Err(_), Some(session), Some(before)) => session.roll_back_to(before),
            (Err(_), _, _) => {}
        }
        done
    }
}

/// Refuses several moves of one player in a game with hidden information: a refusal of a later move would reveal what the
/// first brings to light, although none was played.
fn one_by_one() -> FailureAnswer {
    FailureAnswer::new(
        "bad-request",
        "in a game that hides something a player plays one move in each request: whether a second can be played could tell what the \
         first brings to light",
    )
}

fn no_game() -> FailureAnswer {
    FailureAnswer::new(
        "no-game",
        "there is no game yet; begin one with {\"cmd\":\"new\",\"game\":NAME}",
    )
}
