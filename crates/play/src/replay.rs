//! Replays a saved game under other rules than those it was saved under.

use crate::Rules;
use crate::{Order, Refusal, Save, Session, Setup};
use linstock_base::Sources;
use std::sync::Arc;

/// A replayed game.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The game, as far as it was replayed.
    pub session: Session,
    /// The number of replayed plies.
    pub played: usize,
    /// Why the replay stopped early.
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

    /// Replays the moves of the players under other rules, as far as they are legal there. Chance draws again from the
    /// seed of the save, so the same question gets the same outcome.
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
