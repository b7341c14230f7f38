//! Pieces as pictures.

use crate::colours::Ink;
use crate::layout::PaperPoint;
use crate::piece_face::PieceFace;
use crate::scene::CELL;
use crate::shapes::{ShapePaths, land, material, paths};
use crate::svg::{escaped, opened, tag};
use linstock_model::PieceShape;

/// The colour of outlines, and of signs on pieces of nobody.
const LINE: &str = "#222";

/// How a piece looks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceLook {
    /// Its letter.
    pub letter: char,
    /// Its sign in text: the letter in the form of its owner.
    pub sign: String,
    /// Its name.
    pub name: String,
    /// The number of its kind, from 0.
    pub kind: usize,
    /// How its kind looks.
    pub face: PieceFace,
    /// Whether its owner moves down the board, so that what points forward points down.
    pub is_turned: bool,
    /// The colours of its owner, and the owner's number from 0; `None` for a neutral piece.
    pub owner: Option<(Ink, usize)>,
    /// A small text below its label; may be empty.
    pub caption: String,
}

impl PieceLook {
    /// Draws the piece alone.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut body = opened((0, 0), (CELL, CELL), &self.name);
        let ground = self.ground();
        if let Some(fill) = ground {
            let back = format!(
                "<rect width=\"{CELL}\" height=\"{CELL}\" rx=\"4\" fill=\"{fill}\" stroke=\"#777\"/>"
            );
            tag(&mut body, &back);
        }
        self.draw((CELL / 2, CELL / 2), &mut body);
        body.push_str("</svg>");
        body
    }

    /// Returns the colour of the point under the piece, if the piece is part of the board.
    pub(crate) fn ground(&self) -> Option<&'static str> {
        match self.owner {
            Some(_) => None,
            None => self.face.ground(self.kind),
        }
    }

    /// Draws the piece around a point.
    pub(crate) fn draw(&self, at: PaperPoint, body: &mut String) {
        let ShapePaths { outline, lines, .. } = paths(self.face.shape);
        self.draw_as(&(outline.to_owned(), lines.to_owned()), at, body);
    }

    /// Draws the piece around a point, with the paths of its outline and of the lines within.
    pub(crate) fn draw_as(&self, shape: &(String, String), at: PaperPoint, body: &mut String) {
        let ((x, y), name) = (at, escaped(&self.name));
        let open = format!("<g transform=\"translate({x} {y})\"><title>{name}</title>");
        body.push_str(&open);
        match (&self.face.symbol, self.face.base) {
            (Some(symbol), _) => self.symbol(symbol, body),
            (None, Some(base)) => {
                let outline = paths(base).outline;
                self.turned(base, body, |body| self.outline(outline, body));
                self.turned(self.face.shape, body, |body| self.printed(shape, body));
            }
            (None, None) => self.turned(self.face.shape, body, |body| self.shape(shape, body)),
        }
        self.label(body);
        tag(body, "</g>");
    }

    /// Returns the colours of the piece.
    pub(crate) fn ink(&self) -> Ink {
        let of_nobody = || {
            let land = land(self.face.shape);
            let fill = land.map_or(material(self.face.shape), |(_, sign)| sign);
            let letter = if self.face.is_letter { "#444" } else { LINE };
            Ink { fill, letter }
        };
        match (self.owner, self.face.own) {
            // The fill keeps the colour of the owner. The rules give a colour to the lines and the label.
            (Some((ink, _)), Some(own)) => Ink {
                fill: ink.fill,
                letter: own.fill,
            },
            (Some((ink, _)), None) => ink,
            (None, own) => own.unwrap_or_else(of_nobody),
        }
    }

    /// Draws a picture from the ruleset in a ring of the owner's colour.
    fn symbol(&self, symbol: &str, body: &mut String) {
        if self.owner.is_some() {
            let outline = paths(PieceShape::Disc).outline;
            self.outline(outline, body);
        }
        let fill = self.ink().fill;
        body.push_str(&format!(
            "<g transform=\"translate(-12 -12) scale(.24)\" color=\"{fill}\">{symbol}</g>"
        ));
    }

    /// Draws a shape, turned if it shows in which direction the piece moves.
    fn turned(&self, shape: PieceShape, body: &mut String, draw: impl FnOnce(&mut String)) {
        let turns = matches!(shape, PieceShape::Wedge | PieceShape::Arrow);
        if !(turns && self.is_turned) {
            return draw(body);
        }
        body.push_str("<g transform=\"rotate(180)\">");
        draw(body);
        body.push_str("</g>");
    }

    /// Draws the shape as if printed on its base, which has the colour of the owner.
    fn printed(&self, (outline, lines): &(String, String), body: &mut String) {
        let ink = self.ink();
        // A letter is drawn over it.
        let faint = if self.face.label.is_empty() {
            ""
        } else {
            " opacity=\".3\""
        };
        body.push_str(&format!(
            "<g transform=\"scale(.66)\" stroke-width=\"1.9\" stroke-linejoin=\"round\" stroke-linecap=\"round\"{faint}><path d=\"{outline}\" fill=\"{}\"/><path d=\"{lines}\" fill=\"none\" stroke=\"{}\"/></g>",
            ink.letter, ink.fill
        ));
    }

    fn shape(&self, (outline, lines): &(String, String), body: &mut String) {
        let ink = self.ink();
        let is_bare = self.owner.is_none() && self.face.is_letter;
        // A player's piece without an outline lies on a tile, which shows the owner.
        let tile = paths(PieceShape::Tile).outline;
        match outline.as_str() {
            "" if self.owner.is_some() => self.outline(tile, body),
            "" => {}
            outline if !is_bare => self.outline(outline, body),
            _ => {}
        }
        if !lines.is_empty() && self.face.label.chars().count() < 2 {
            let (colour, width) = match (land(self.face.shape), self.face.shape) {
                (Some((_, sign)), PieceShape::Grass | PieceShape::Water) => (sign, "1.5"),
                (Some(_), _) => ("#fff", "1.2"),
                (None, PieceShape::Die) => (ink.letter, "4.5"),
                (None, _) => (ink.letter, "1.3"),
            };
            // A letter stands where lines would cross it.
            let faint = if self.face.label.is_empty() {
                ""
            } else {
                " opacity=\".3\""
            };
            body.push_str(&format!(
                "<path d=\"{lines}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"{faint}/>"
            ));
        }
    }

    /// Fills an outline. Owners differ in the line around it, too, for people who cannot distinguish the colours.
    fn outline(&self, outline: &str, body: &mut String) {
        let fill = self.ink().fill;
        let is_land = self.owner.is_none() && land(self.face.shape).is_some();
        let line = if is_land { "none" } else { LINE };
        let Some((_, seat @ 1..)) = self.owner else {
            let width = if self.owner.is_some() { "1.4" } else { ".8" };
            body.push_str(&format!(
                "<path d=\"{outline}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"/>"
            ));
            return;
        };
        let dashes = match seat {
            1 => "",
            2 => " stroke-dasharray=\"5 3\"",
            3 => " stroke-dasharray=\"1.5 3\"",
            4 => " stroke-dasharray=\"8 3 1.5 3\"",
            5 => " stroke-dasharray=\"16 8\"",
            6 => " stroke-dasharray=\"3 8\"",
            _ => " stroke-dasharray=\"12 5\"",
        };
        body.push_str(&format!(
            "<path d=\"{outline}\" fill=\"{fill}\" stroke=\"{LINE}\" stroke-width=\"3.6\" stroke-linejoin=\"round\"/><path d=\"{outline}\" fill=\"{fill}\" stroke=\"#fff\" stroke-width=\"1.4\"{dashes}/>"
        ));
    }

    /// Writes the caption, as wide as the piece at most.
    fn caption(&self, body: &mut String) {
        if self.caption.is_empty() {
            return;
        }
        let (ink, caption) = (self.ink(), escaped(&self.caption));
        let fits = match self.caption.chars().count() > 6 {
            true => " textLength=\"28\" lengthAdjust=\"spacingAndGlyphs\"",
            false => "",
        };
        body.push_str(&format!(
            "<text y=\"8\" font-size=\"8\" fill=\"{}\"{fits}>{caption}</text>",
            ink.letter
        ));
    }

    fn label(&self, body: &mut String) {
        self.caption(body);
        let label = &self.face.label;
        if label.is_empty() {
            return;
        }
        let size = match label.chars().count() {
            1 => 16,
            2 => 13,
            3 => 10,
            _ => 7,
        };
        let ink = self.ink();
        let down = match self.face.symbol {
            Some(_) => 14,
            None if !self.caption.is_empty() => -1,
            None => paths(self.face.shape).letter - (16 - size) / 3,
        };
        let halo = match (self.face.symbol.is_some(), self.owner) {
            (true, _) => " paint-order=\"stroke\" stroke=\"#fff\" stroke-width=\"2.5\"".to_owned(),
            (false, Some(_)) if !paths(self.face.shape).lines.is_empty() => {
                format!(
                    " paint-order=\"stroke\" stroke=\"{}\" stroke-width=\"2\"",
                    ink.fill
                )
            }
            (false, _) => String::new(),
        };
        let colour = if self.face.symbol.is_some() {
            LINE
        } else {
            ink.letter
        };
        body.push_str(&format!(
            "<text y=\"{down}\" font-size=\"{size}\" fill=\"{colour}\"{halo}>{}</text>",
            escaped(label)
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::PieceLook;
    use crate::colours::ink;
    use crate::piece_face::PieceFace;
    use linstock_model::{PieceShape, PlayerColour};

    /// The most players whose pieces have different outlines.
    const MOST_SEATS: usize = 8;

    /// Returns a picture without its colours.
    fn colourless(svg: &str) -> String {
        let mut parts = svg.split('#');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |all, part| {
            all + part.trim_start_matches(|c: char| c.is_ascii_hexdigit())
        })
    }

    #[test]
    fn pieces_of_different_players_differ_by_more_than_colour() {
        let colours = [PlayerColour::Red, PlayerColour::Blue];
        for shape in PieceShape::words().filter_map(PieceShape::find) {
            let face = PieceFace {
                shape,
                base: None,
                label: String::new(),
                symbol: None,
                own: None,
                is_letter: false,
            };
            let look = |seat: usize| PieceLook {
                letter: 'm',
                sign: "m".to_owned(),
                name: "man".to_owned(),
                kind: 0,
                face: face.clone(),
                is_turned: false,
                owner: Some((ink(colours[seat % 2]), seat)),
                caption: String::new(),
            };
            let mut drawn: Vec<String> = (0..MOST_SEATS)
                .map(|seat| colourless(&look(seat).svg()))
                .collect();
            drawn.sort();
            drawn.dedup();
            assert_eq!(drawn.len(), MOST_SEATS, "{shape:?}");
        }
    }

    #[test]
    fn what_points_forward_turns_on_a_base_too() {
        use PieceShape::{Arrow, Rook, Tile, Wedge};
        let turns = |shape, base, is_turned| {
            let face = PieceFace {
                shape,
                base,
                label: String::new(),
                symbol: None,
                own: None,
                is_letter: false,
            };
            let look = PieceLook {
                letter: 'm',
                sign: "m".to_owned(),
                name: "man".to_owned(),
                kind: 0,
                face,
                is_turned,
                owner: Some((ink(PlayerColour::Red), 0)),
                caption: String::new(),
            };
            look.svg().matches("rotate(180)").count()
        };
        let all = [
            (Arrow, None),
            (Arrow, Some(Tile)),
            (Rook, Some(Wedge)),
            (Rook, Some(Tile)),
        ];
        assert_eq!(
            all.map(|(shape, base)| turns(shape, base, true)),
            [1, 1, 1, 0]
        );
        assert_eq!(all.map(|(shape, base)| turns(shape, base, false)), [0; 4]);
    }
}
