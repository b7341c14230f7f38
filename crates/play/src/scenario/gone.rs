//! Moves that a variant removes from the game: a scenario may refuse them.

use crate::Rules;
use crate::explain::Why;
use crate::notation;
use linstock_model::TagId;

/// Explains the refusal of a move that the game has, but not with the variant. Returns `None` for any other text.
pub(super) fn refused(base: &Rules, rules: &Rules, text: &str) -> Option<Why> {
    let model = rules.model();
    let readings = notation::read(base.model(), text).ok()?;
    let mut moves = readings.iter().map(|reading| base.model().mv(reading.mv));
    let gone = moves.find(|mv| model.moves.iter().all(|known| known.name != mv.name))?;
    let listed = |tag: &TagId| {
        let name = base.model().tag(*tag);
        TagId::find(&model.tags, |known| known == name)
    };
    Some(Why {
        legal: false,
        reason: format!("there is no move `{}` in these rules", gone.name),
        clauses: gone.tags.iter().filter_map(listed).collect(),
        carried: Vec::new(),
    })
}
