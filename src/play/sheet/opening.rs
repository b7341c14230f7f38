//! How a game begins: the position in which a player chooses first.

use crate::base::Phrase;
use crate::ir::Rules;
use crate::play::sheet::{BoardPicture, SheetBlock, SheetWriter};
use crate::play::{Chooser, Purpose};
use crate::vm::{SpelledPosition, Turn};

/// The seed of the outcomes that are drawn.
const SEED: u64 = 1;
/// The most outcomes of chance before the first choice.
const MOST_OUTCOMES: u64 = 400;

/// The beginning of a game.
pub(super) struct Opening {
    /// The position in which a player chooses first; one outcome of chance, if chance decides before.
    pub(crate) position: SpelledPosition,
    /// Chance changed what stands on the board.
    pub(crate) by_chance: bool,
}

/// Plays what chance decides before the first choice.
pub(super) fn of(rules: &Rules) -> Option<Opening> {
    let mut state = rules.start().ok()?;
    let before = rules.spell_out(&state).pieces;
    for ply in 0..MOST_OUTCOMES {
        if rules.turn(&state) != Turn::Chance {
            break;
        }
        let outcomes = rules.outcomes(&state).ok()?;
        let weights = outcomes.iter().map(|(_, weight)| *weight);
        let picked = Chooser::new(SEED, Purpose::Chance, ply).pick(weights)?;
        rules.apply(&mut state, outcomes.get(picked)?.0).ok()?;
    }
    let position = rules.spell_out(&state);
    Some(Opening {
        by_chance: position.pieces != before,
        position,
    })
}

impl SheetWriter<'_> {
    /// Draws the beginning.
    pub(super) fn set_up(&self) -> Vec<SheetBlock> {
        let Some(opening) = of(self.rules) else {
            return Vec::new();
        };
        let Some(picture) = BoardPicture::of(self.rules, &opening.position) else {
            return Vec::new();
        };
        let chance = opening.by_chance;
        let chance = chance.then(|| self.text(Phrase::DrawnByChance, &[]));
        let picture = SheetBlock::Board(Box::new(picture));
        chance.into_iter().chain([picture]).collect()
    }
}
