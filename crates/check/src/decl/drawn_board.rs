//! Drawn boards: `board """…"""`.

use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_model::{DrawnNet, DrawnStep, Point, Topology};
use linstock_syntax::ast::QuotedText;
use linstock_syntax::{DrawnBoard, DrawnLine, DrawnWay, parse_board_drawing};

impl Resolver<'_> {
    /// Resolves a drawn board.
    pub(crate) fn drawn_board(&mut self, text: &QuotedText) -> Checked<Topology> {
        let drawing = match parse_board_drawing(text.span.file, text) {
            Ok(drawing) => drawing,
            Err(found) => return Err(self.unreadable(text.span, found)),
        };
        let most = usize::from(Topology::LONGEST).pow(2);
        if drawing.points.len() > most {
            let message = format!("a board has at most {most} points");
            return Err(self.error(Diagnostic::error("E0236", text.span, message)));
        }
        if drawing.points.len() > 1 {
            for span in &drawing.lonely {
                let wrong = Diagnostic::warning("E0237", *span, "no line leads to this point");
                self.report(wrong.label("nothing is next to it").hint(
                    "draw a line from it to the next point: `-`, `|`, `/` or `\\`; or remove it",
                ));
            }
        }
        Ok(Topology::drawn(&drawn_net(drawing)))
    }
}

/// Returns the net of a drawing.
fn drawn_net(drawing: DrawnBoard) -> DrawnNet {
    let number = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
    let last = number(drawing.signs.len()) - 1;
    let places = drawing.points.iter();
    let places = places.map(|place| (number(place.column), last - number(place.line)));
    let step = |line: &DrawnLine| {
        let ends = line.ends.map(Point::nth);
        let [Some(from), Some(to)] = ends else {
            return None;
        };
        let towards = match line.way {
            DrawnWay::East => (1, 0),
            DrawnWay::Southeast => (1, -1),
            DrawnWay::South => (0, -1),
            DrawnWay::Northeast => (1, 1),
        };
        let ends = [from, to];
        Some(DrawnStep { ends, towards })
    };
    DrawnNet {
        places: places.collect(),
        steps: drawing.lines.iter().filter_map(step).collect(),
        signs: drawing.signs,
    }
}
