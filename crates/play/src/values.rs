//! Remembered numbers that the rules give a picture: pits and tracks.

use linstock_draw::{LineShape, Pit, ValueBoard, ValuePlace, ink};
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
    let track: Vec<i64> = drawn.places.iter().flatten().flatten().copied().collect();
    let place = |place: i64| match memory.per {
        Some(FiniteDomain::Rows(list)) => {
            let at = usize::try_from(place).ok()?;
            let name = model.list(list).rows.get(at)?.name.clone();
            let (title, seeds) = (model.title(&name).to_owned(), number(values.get(at)?)?);
            Some(ValuePlace::Pit(Pit { name, title, seeds }))
        }
        _ => {
            // A player stands on the greatest number of the track that is not above theirs.
            let is_there = |seat: &SeatId| {
                let own = values.get(seat.index()).and_then(number);
                own.is_some_and(|own| {
                    track.iter().filter(|step| **step <= own).max() == Some(&place)
                })
            };
            let there = model.seat_ids().filter(is_there);
            let players = there.map(|seat| (ink(model.colour(seat)), seat.index()));
            Some(ValuePlace::Step(place, players.collect()))
        }
    };
    let row = |row: &Vec<Option<i64>>| row.iter().map(|at| at.and_then(place)).collect();
    ValueBoard {
        places: drawn.places.iter().map(row).collect(),
        lines: lines(model),
    }
}

/// Returns the lines between numbers: rows of lists with two columns of numbers whose names say a shape, such as ladders.
fn lines(model: &Model) -> Vec<(i64, i64, LineShape)> {
    let number = |value: &Value| match value {
        Value::Num(number) => Some(*number),
        _ => None,
    };
    shaped_rows(model, number)
}

/// Returns the first two values of a kind in rows whose names, or whose list's name, say the shape of a line.
pub(crate) fn shaped_rows<T>(
    model: &Model,
    of: impl Fn(&Value) -> Option<T> + Copy,
) -> Vec<(T, T, LineShape)> {
    let lists = model.lists.iter();
    let rows = lists.flat_map(|list| list.rows.iter().map(|row| (list.name.as_str(), row)));
    let shaped = rows.filter_map(|(list, row)| {
        let names = [row.name.as_str(), list];
        let shape = names.into_iter().find_map(LineShape::of_name)?;
        let mut ends = row.values.iter().filter_map(of);
        Some((ends.next()?, ends.next()?, shape))
    });
    shaped.collect()
}
