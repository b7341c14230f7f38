//! A saved game, played again under other rules than it was saved under.

use crate::Rules;
use crate::{Order, Refusal, Save, Session, Setup};
use linstock_base::Sources;
use std::sync::Arc;

/// A game that was played again.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The game, as far as it goes.
    pub session: Session,
    /// How many plies were played.
    pub played: usize,
    /// Why no more were.
    pub stopped: Option<String>,
}

impl Save {
    /// Returns a save of the same moves, with the ruleset of another game.
    #[must_use]
    pub fn moved_to(mut self, setup: &Setup) -> Self {
        self.source.clone_from(&setup.source);
        self.variants.clone_from(&setup.variants);
        self
    }

    /// Plays the moves of the players again under other rules, as far as they are legal there. Chance draws again from the
    /// seed of the save: where the rules ask the same of it, it brings the same.
    ///
    /// # Errors
    /// If the game cannot begin under these rules.
    pub fn play_under(
        &self,
        rules: Arc<Rules>,
        sources: Option<Arc<Sources>>,
    ) -> Result<Replayed, Refusal> {
        let mut session = self.begun(rules, sources).map_err(Refusal::BadSave)?;
        let mut stopped = None;
        for (who, text) in self.chosen() {
            let played = session.actor(who).and_then(|actor| {
                session.play(&[Order {
                    actor: Some(actor),
                    text: text.clone(),
                }])
            });
            if let Err(why) = played {
                stopped = Some(format!("`{who} {text}`: {why}"));
                break;
            }
        }
        Ok(Replayed {
            played: session.ply(),
            session,
            stopped,
        })
    }
}
