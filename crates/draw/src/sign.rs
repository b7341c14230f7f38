//! The signs of points: usual pictures for common signs, and for the looks that rules give.

use crate::layout::DrawnShape;
use crate::scene::{DrawnPoint, PAPER};
use crate::svg::{tag, text};
use linstock_model::{PieceShape, SignShape};

/// Returns the picture of a look around the middle of a point; empty for none.
fn picture_of(shape: SignShape) -> String {
    match shape {
        SignShape::Flower => {
            let petal = |turn: i32| {
                format!(
                    "<ellipse cy=\"-9\" rx=\"3.6\" ry=\"6.5\" transform=\"rotate({})\"/>",
                    45 * turn
                )
            };
            let petals: String = (0..8).map(petal).collect();
            format!("<g fill=\"#d9b44a\" stroke=\"#8a6a1e\">{petals}<circle r=\"3\"/></g>")
        }
        SignShape::Dot => "<circle r=\"5\" fill=\"#222\"/>".to_owned(),
        SignShape::Gap | SignShape::Plain | SignShape::Ship => String::new(),
    }
}

/// Returns whether a sign counts the pieces of a point. A drawn stack shows their number, so it needs no such sign.
#[must_use]
pub fn counts_pieces(sign: char) -> bool {
    sign.is_ascii_digit() || sign == '+'
}

/// Draws the sign of a point: in its middle if nothing is there, or else beside its middle.
pub(crate) fn draw(spot: &DrawnPoint, outline: DrawnShape, body: &mut String) {
    let Some(sign) = spot.content.sign else {
        return;
    };
    if spot.content.stack.is_some() && counts_pieces(sign) {
        return;
    }
    let (x, y) = spot.at;
    let is_empty = spot.content.pieces.is_empty();
    let is_ground = spot.content.is_lasting || spot.content.shape == Some(SignShape::Ship);
    if is_ground && !is_empty {
        return;
    }
    // The name of a point is in the middle of a hexagon or circle.
    let has_room = matches!(outline, DrawnShape::Square | DrawnShape::Crossing);
    if is_empty {
        let common = || picture(sign).filter(|_| has_room);
        if let Some(picture) = spot.content.shape.map(picture_of).or_else(common) {
            let place = format!("<g transform=\"translate({x} {y})\">{picture}</g>");
            return tag(body, if picture.is_empty() { "" } else { &place });
        }
    }
    if has_room && is_empty {
        if outline == DrawnShape::Crossing {
            let fill = spot.fill;
            let under = format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"{fill}\"/>");
            tag(body, &under);
        }
        return text((x, y + 5), &sign.to_string(), (14, "#444"), body);
    }
    let (x, y) = (x + 13, y + 12);
    let under = format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{PAPER}\" stroke=\"#999\"/>");
    tag(body, &under);
    text((x, y + 4), &sign.to_string(), (11, "#222"), body);
}

/// Returns the picture of a common sign of maps: water, a mark, a bridge.
fn picture(sign: char) -> Option<String> {
    let water = crate::shapes::paths(PieceShape::Water).lines;
    match sign {
        '~' => Some(format!(
            "<path d=\"{water}\" fill=\"none\" stroke=\"#4a8fbf\" stroke-width=\"1.5\"/>"
        )),
        '*' => Some(
            "<path d=\"M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0z\" fill=\"#e3c04d\" stroke=\"#9a7d22\"/>"
                .to_owned(),
        ),
        '=' => Some(
            "<path d=\"M-18-11h36v22h-36z\" fill=\"#c49a6c\" stroke=\"#7a5230\"/><path d=\"M-12-11v22M-6-11v22M0-11v22M6-11v22M12-11v22\" stroke=\"#7a5230\"/>"
                .to_owned(),
        ),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::{PointContent, Scene};
    use linstock_model::{Board, DrawnNet, DrawnStep, HexShape, Point, SignShape, Topology};

    /// Draws a board whose first two points have a sign with a look.
    fn drawn(topology: Topology, shape: SignShape) -> String {
        let board = Board::new(topology, 2);
        let mut contents = vec![PointContent::default(); board.none().len()];
        let points: Vec<Point> = board.topology.iter().take(2).collect();
        for point in points {
            contents[point.index()].sign = Some('*');
            contents[point.index()].shape = Some(shape);
        }
        Scene::of(&board, &contents, Vec::new()).svg("")
    }

    fn net() -> Topology {
        Topology::drawn(&DrawnNet {
            places: vec![(0, 0), (2, 0)],
            steps: vec![DrawnStep {
                ends: [Point(0), Point(1)],
                towards: (1, 0),
            }],
            signs: vec![" - ".chars().collect()],
        })
    }

    #[test]
    fn looks_of_signs_are_drawn_on_boards_of_all_kinds() {
        let boards: [fn() -> Topology; 3] = [
            || Topology::grid(3, 2),
            || Topology::hexes(HexShape::Rhombus, 3),
            net,
        ];
        for board in boards {
            let flowers = drawn(board(), SignShape::Flower);
            assert_eq!(flowers.matches("<ellipse").count(), 16, "{flowers}");
            // The hull has two parts, each with a half of the way between them.
            let ship = drawn(board(), SignShape::Ship);
            assert_eq!(ship.matches("stroke-width=\"30\"").count(), 2, "{ship}");
            for svg in [flowers, ship, drawn(board(), SignShape::Plain)] {
                assert!(!svg.contains(">*<"), "{svg}");
            }
        }
    }
}
