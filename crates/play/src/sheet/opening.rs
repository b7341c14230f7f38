//! The beginning of a game: the position of the first choice of a player.

use crate::Rules;
use crate::memory_view::value_text;
use crate::sheet::{SheetBlock, SheetWriter, picture};
use crate::status_lines;
use crate::{Chooser, Purpose};
use linstock_engine::vm::{Fuel, Position, SpelledPosition, Turn};
use linstock_model::{MemoryType, Model, Point, Value};

/// The seed for drawing the outcomes.
const SEED: u64 = 1;
/// The most outcomes of chance before the first choice.
const MOST_OUTCOMES: u64 = 400;

/// The beginning of a game.
pub(super) struct Opening {
    /// The position of the first choice of a player. If chance decides before, this is one possible outcome.
    pub position: SpelledPosition,
    /// Whether chance changed the pieces on the board.
    pub(crate) by_chance: bool,
    /// Whether chance decided something.
    pub drawn: bool,
}

/// A value of pieces, with their places.
pub(crate) struct PieceValue {
    /// The title of the memory.
    name: String,
    value: Value,
    at: Vec<Point>,
}

impl Opening {
    /// Returns the numbers of the pieces that everybody sees and that differ from their start values.
    pub(crate) fn of_pieces(&self, model: &Model) -> Vec<PieceValue> {
        let mut found: Vec<PieceValue> = Vec::new();
        let memories = model.memories.iter().zip(&self.position.memories);
        let open = memories.filter(|(memory, _)| {
            memory.of_piece && !memory.passing && memory.ty == MemoryType::Num
        });
        for (memory, values) in open {
            for (point, value) in Point::all(values.len()).zip(values) {
                let owner = || {
                    self.position
                        .on_top(point.index())
                        .and_then(|piece| piece.owner)
                };
                let all_see = |seat| memory.is_seen(point.index(), owner, seat);
                if *value == memory.start || !model.seat_ids().all(all_see) {
                    continue;
                }
                let name = model.title(&memory.name);
                let same = |known: &&mut PieceValue| known.name == name && known.value == *value;
                match found.iter_mut().find(same) {
                    Some(known) => known.at.push(point),
                    None => found.push(PieceValue {
                        name: name.to_owned(),
                        value: value.clone(),
                        at: vec![point],
                    }),
                }
            }
        }
        found
    }
}

/// Plays the outcomes of chance before the first choice, from the start of the game, within the fuel of one request.
pub(super) fn of(rules: &Rules, start: &Position) -> Option<Opening> {
    let (mut state, fuel) = (start.clone(), Fuel::default());
    let before = rules.spell_out(&state).pieces;
    let mut drawn = false;
    for ply in 0..MOST_OUTCOMES {
        if rules.turn(&state) != Turn::Chance {
            break;
        }
        drawn = true;
        let outcomes = rules.outcomes_within(&state, &fuel).ok()?;
        let weights = outcomes.iter().map(|(_, weight)| *weight);
        let picked = Chooser::new(SEED, Purpose::Chance, ply).pick(weights)?;
        rules
            .apply_within(&mut state, outcomes.get(picked)?.0, &fuel)
            .ok()?;
    }
    let position = rules.spell_out(&state);
    Some(Opening {
        by_chance: position.pieces != before,
        drawn,
        position,
    })
}

impl SheetWriter<'_> {
    /// Draws the beginning.
    pub(super) fn set_up(&self) -> Vec<SheetBlock> {
        let Some(opening) = self.opening() else {
            return Vec::new();
        };
        let picture = picture::of(self.rules, &opening.position);
        let chance = opening.by_chance && picture.is_some();
        let chance = chance.then(|| SheetBlock::Text(self.say().drawn_by_chance()));
        let picture = picture.map(|picture| SheetBlock::Drawing(Box::new(picture)));
        let table = self.table(opening);
        chance.into_iter().chain(picture).chain(table).collect()
    }

    /// Describes what the table shows beside the board at the start: numbers of the pieces, and the lines of `status`.
    fn table(&self, opening: &Opening) -> Vec<SheetBlock> {
        let model = self.model;
        let points = |points: &[Point]| {
            let board = model.board.as_ref();
            let names = points.iter().filter_map(|at| board.map(|b| b.name(*at)));
            names.collect::<Vec<_>>().join(", ")
        };
        let of_pieces = opening.of_pieces(model);
        let mut lines: Vec<String> = of_pieces
            .iter()
            .map(|of| {
                let value = value_text(model, &of.value);
                self.say().value_at(&value, &of.name, &points(&of.at))
            })
            .collect();
        let players: Vec<String> = model
            .players
            .iter()
            .map(|name| model.title(name).to_owned())
            .collect();
        let status = status_lines::lines(self.rules, &opening.position, false);
        lines.extend(
            status
                .iter()
                .map(|line| line.text(&players).trim_end().to_owned()),
        );
        if lines.is_empty() {
            return Vec::new();
        }
        // If the board is one outcome of chance, the text above it says so.
        let about = match opening.drawn && !opening.by_chance {
            true => SheetBlock::Text(self.say().after_chance()),
            false => SheetBlock::Text(self.say().at_first()),
        };
        vec![about, SheetBlock::Verbatim(lines.join("\n"))]
    }
}
