//! Remembered numbers that the rules give a picture: pits and tracks.

use linstock_draw::{Pit, ValueBoard, ValuePlace, ink};
use linstock_engine::vm::SpelledPosition;
use linstock_model::{DrawnValues, FiniteDomain, Model, SeatId, Value};

/// Draws remembered numbers at their places.
pub(crate) fn board(model: &Model, position: &SpelledPosition, drawn: &DrawnValues) -> ValueBoard {
    let memory = &model.memories[drawn.memory.index()];
    let values = &position.memories[drawn.memory.index()];
    let number = |value: &Value| match value {
        Value::Num(number) => Some(*number),
        _ => None,
    };
    let place = |place: i64| match memory.per {
        Some(FiniteDomain::Rows(list)) => {
            let at = usize::try_from(place).ok()?;
            let name = model.list(list).rows.get(at)?.name.clone();
            let (title, seeds) = (model.title(&name).to_owned(), number(values.get(at)?)?);
            Some(ValuePlace::Pit(Pit { name, title, seeds }))
        }
        _ => {
            let is_there = |seat: &SeatId| values.get(seat.index()).and_then(number) == Some(place);
            let there = model.seat_ids().filter(is_there);
            let players = there.map(|seat| (ink(model.colour(seat)), seat.index()));
            Some(ValuePlace::Step(place, players.collect()))
        }
    };
    let row = |row: &Vec<Option<i64>>| row.iter().map(|at| at.and_then(place)).collect();
    ValueBoard {
        places: drawn.places.iter().map(row).collect(),
    }
}
