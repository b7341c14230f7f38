//! Remembered numbers that the rules give a picture: pits and tracks.

use crate::sheet::picture::piece_look;
use linstock_draw::{FigureBar, LineShape, Pit, SideFigure, ValueBoard, ValuePlace, ink};
use linstock_engine::vm::{Piece, SpelledPosition};
use linstock_model::{DrawnValues, FigureShape, FiniteDomain, Model, Point, SeatId, Value};

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

/// Draws the remembered numbers that are figures: all dice together, and then each other number.
pub(crate) fn figures(model: &Model, position: &SpelledPosition) -> Vec<ValueBoard> {
    let (mut dice, mut others) = (Vec::new(), Vec::new());
    for drawn in &model.sheet.art.figures {
        let memory = &model.memories[drawn.memory.index()];
        let title = || model.title(&memory.name).to_owned();
        let values = position.memories[drawn.memory.index()].iter();
        let numbers = values.map(|value| match value {
            Value::Num(number) => *number,
            _ => 0,
        });
        let of_seats = model.seat_ids().zip(numbers.clone());
        match drawn.shape {
            FigureShape::Stack => {}
            FigureShape::Die => {
                let number = numbers.clone().next().unwrap_or(0);
                dice.push(SideFigure::Die(title(), number));
            }
            FigureShape::Pieces(kind) => {
                let looks = of_seats.map(|(seat, number)| {
                    let owner = Some(seat).filter(|_| !model.kinds[kind.index()].neutral);
                    (piece_look(model, Piece { kind, owner }), number)
                });
                others.push(vec![SideFigure::Pieces(title(), looks.collect())]);
            }
            FigureShape::Bar(most) => {
                let bars = of_seats.map(|(seat, value)| {
                    SideFigure::Bar(FigureBar {
                        title: model.title(&model.players[seat.index()]).to_owned(),
                        ink: ink(model.colour(seat)),
                        value,
                        most,
                    })
                });
                others.push(bars.collect());
            }
        }
    }
    let place = |figure| Some(ValuePlace::Figure(figure));
    let board = |places| ValueBoard {
        places,
        lines: Vec::new(),
    };
    let row = dice.into_iter().map(place).collect::<Vec<_>>();
    let dice = Some(vec![row]).filter(|rows| !rows[0].is_empty());
    let others = others.into_iter().map(|figures: Vec<SideFigure>| {
        let rows = figures.into_iter().map(|figure| vec![place(figure)]);
        rows.collect()
    });
    dice.into_iter().chain(others).map(board).collect()
}

/// Returns the number of pieces for which the piece on a point stands, if the rules draw it as a stack.
pub(crate) fn stack(model: &Model, position: &SpelledPosition, point: Point) -> Option<i64> {
    let mut figures = model.sheet.art.figures.iter();
    let drawn = figures.find(|drawn| drawn.shape == FigureShape::Stack)?;
    position.stack(point).next()?;
    match position.memories[drawn.memory.index()].get(point.index())? {
        Value::Num(number) => Some(*number),
        _ => None,
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
