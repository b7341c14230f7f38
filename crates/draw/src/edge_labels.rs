//! The labels beside a board of hexagons: the number of each row, and the letters of each line across the rows.

use crate::layout::PaperPoint;
use linstock_model::{Board, Point};

/// How far the number of a row is from the middle of the first hexagon of the row.
const BESIDE: i32 = 34;
/// The share of a step, in percent, by which the letters of a line are beyond its lowest hexagon.
const BEYOND: i32 = 80;
/// The least distance of the middles of two labels.
const APART: i32 = 20;
/// The least distance of a label from the middle of a hexagon.
const CLEAR: i32 = 28;

/// Returns the labels of a board whose points have names such as `c11`, with the middle of each label; `None` if the names are
/// different, or if two labels would be in the same place.
pub(crate) fn of(
    board: &Board,
    middles: &[Option<PaperPoint>],
) -> Option<Vec<(PaperPoint, String)>> {
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    for (point, at) in Point::all(middles.len()).zip(middles) {
        let Some(at) = *at else { continue };
        let name = board.name(point);
        let digits = name.find(|c: char| c.is_ascii_digit())?;
        let (letters, number) = name.split_at(digits);
        let is_plain = !letters.is_empty() && number.chars().all(|c| c.is_ascii_digit());
        if !is_plain {
            return None;
        }
        add(&mut lines, letters, at);
        add(&mut rows, number, at);
    }
    let mut labels = Vec::new();
    for (number, places) in rows {
        let (x, y) = places.iter().copied().min()?;
        if places.iter().any(|at| at.1 != y) {
            return None;
        }
        labels.push(((x - BESIDE, y), number));
    }
    let steps: Vec<Option<(PaperPoint, PaperPoint)>> = lines
        .iter()
        .map(|(_, places)| lowest_step(places))
        .collect();
    let usual = steps.iter().flatten().next()?.1;
    for ((letters, places), step) in lines.into_iter().zip(steps) {
        let ((x, y), (dx, dy)) = step.or_else(|| Some((*places.first()?, usual)))?;
        labels.push(((x + dx * BEYOND / 100, y + dy * BEYOND / 100), letters));
    }
    are_apart(&labels, middles).then_some(labels)
}

/// Adds a place to the group with a name.
fn add(groups: &mut Vec<(String, Vec<PaperPoint>)>, name: &str, at: PaperPoint) {
    match groups.iter_mut().find(|(other, _)| other == name) {
        Some((_, places)) => places.push(at),
        None => groups.push((name.to_owned(), vec![at])),
    }
}

/// Returns the lowest of some places, and the step to it from the place above.
fn lowest_step(places: &[PaperPoint]) -> Option<(PaperPoint, PaperPoint)> {
    let mut down = places.to_vec();
    down.sort_by_key(|at| -at.1);
    let (low, above) = (*down.first()?, *down.get(1)?);
    Some((low, (low.0 - above.0, low.1 - above.1)))
}

/// Returns whether no label hides another one or a hexagon.
fn are_apart(labels: &[(PaperPoint, String)], middles: &[Option<PaperPoint>]) -> bool {
    let is_near = |a: PaperPoint, b: PaperPoint, least: i32| {
        let (dx, dy) = (a.0 - b.0, a.1 - b.1);
        dx * dx + dy * dy < least * least
    };
    let near_label = labels.iter().enumerate().any(|(at, (one, _))| {
        labels[..at]
            .iter()
            .any(|(other, _)| is_near(*one, *other, APART))
    });
    let near_point = labels.iter().any(|(label, _)| {
        middles
            .iter()
            .flatten()
            .any(|middle| is_near(*label, *middle, CLEAR))
    });
    !near_label && !near_point
}

#[cfg(test)]
mod tests {
    use super::{BESIDE, of};
    use crate::layout::{PaperPoint, PointLayout};
    use linstock_model::{Board, HexShape, Point, Topology};

    fn labels(shape: HexShape, side: u16) -> Option<Vec<String>> {
        let board = Board::new(Topology::hexes(shape, side), 2);
        let places = PointLayout::of(&board, &board.topology.text_layout());
        let found = of(&board, &places.middles)?;
        Some(found.into_iter().map(|(_, label)| label).collect())
    }

    #[test]
    fn rows_and_lines_of_hexagons_have_labels() {
        let all = ["1", "2", "3", "a", "b", "c"].map(String::from);
        for shape in [HexShape::Rhombus, HexShape::Triangle] {
            let mut found = labels(shape, 3).expect("labels");
            found.sort();
            assert_eq!(found, all, "{shape:?}");
        }
        let hexagon = labels(HexShape::Hexagon, 3).expect("labels");
        assert_eq!(hexagon.len(), 10, "{hexagon:?}");
    }

    /// Returns the labels with their places, and the places of the points whose names match.
    fn placed(shape: HexShape) -> Vec<(PaperPoint, String, Vec<PaperPoint>)> {
        let board = Board::new(Topology::hexes(shape, 3), 2);
        let places = PointLayout::of(&board, &board.topology.text_layout());
        let points = |label: &str| {
            let of_label = Point::all(places.middles.len()).filter(|point| {
                let name = board.name(*point);
                let digits = name.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
                let (letters, number) = name.split_at(digits);
                letters == label || number == label
            });
            let at = of_label.filter_map(|point| places.middles[point.index()]);
            at.collect::<Vec<_>>()
        };
        let found = of(&board, &places.middles).expect("labels").into_iter();
        found
            .map(|(at, label)| {
                let points = points(&label);
                (at, label, points)
            })
            .collect()
    }

    #[test]
    fn numbers_are_left_of_their_rows_and_letters_beyond_their_lines() {
        for shape in [HexShape::Rhombus, HexShape::Triangle, HexShape::Hexagon] {
            for ((x, y), label, mut points) in placed(shape) {
                if label.starts_with(|c: char| c.is_ascii_digit()) {
                    let first = points.iter().min().expect("a point");
                    assert_eq!((x, y), (first.0 - BESIDE, first.1), "{shape:?} {label}");
                    continue;
                }
                points.sort_by_key(|at| -at.1);
                let low = points[0];
                assert!(y > low.1, "{shape:?} {label}");
                if let Some(above) = points.get(1) {
                    let line = (low.0 - above.0, low.1 - above.1);
                    let to = (x - low.0, y - low.1);
                    let aside = line.0 * to.1 - line.1 * to.0;
                    // The share of a step is rounded.
                    assert!(
                        aside.abs() <= line.0.abs() + line.1.abs(),
                        "{shape:?} {label}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_star_has_no_room_for_labels() {
        assert_eq!(labels(HexShape::Star, 3), None);
    }
}
