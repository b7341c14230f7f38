//! Cards, dice and tokens as pictures.

use crate::card_names::{BLACK, Suit, rank_of};
use crate::colours::Ink;
use crate::layout::PaperPoint;
use crate::piece::PieceLook;
use crate::shapes::paths;
use crate::svg::{escaped, opened};
use linstock_model::PieceShape;
use std::fmt::Write;
use std::sync::Arc;

/// The width and height of a card.
pub(crate) const CARD: (i32, i32) = (44, 62);
/// The side of a die, a token, a tile and a piece beside the board.
const SQUARE: i32 = 44;
/// The most characters in a line of a card's title.
const LINE: usize = 10;
/// The most characters in a line on a tile or a token.
const SHORT_LINE: usize = 8;
/// The most lines of a title.
const LINES: usize = 3;

/// How a card, a die, a token or a tile looks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardLook {
    /// Its name for people.
    pub title: String,
    /// Whether it is a card, a die, a token or a tile.
    pub shape: PieceShape,
    /// Its suit.
    pub suit: Option<Suit>,
    /// The text in its corner, such as `10` or `Q`; may be empty.
    pub rank: String,
    /// Its number of pips.
    pub pips: Option<u8>,
    /// The text that replaces its title; may be empty.
    pub label: Option<String>,
    /// A shape in its middle.
    pub sign: Option<PieceShape>,
    /// The picture that the rules give, as elements of SVG in a square from 0 to 100.
    pub symbol: Option<Arc<str>>,
    /// Its colours, if the rules give it some.
    pub own: Option<Ink>,
}

/// A thing beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ItemLook {
    /// A card, a die, a token or a tile.
    Card(CardLook),
    /// A piece.
    Piece(Box<PieceLook>),
    /// The back of something hidden.
    Back,
}

impl ItemLook {
    /// Draws the thing alone.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut body = opened((-1, -1), self.padded(), self.title());
        self.draw((0, 0), &mut body);
        body.push_str("</svg>");
        body
    }

    /// Returns the width and height of the picture that [`ItemLook::svg`] draws.
    #[must_use]
    pub fn padded(&self) -> (i32, i32) {
        let (width, height) = self.size();
        (width + 2, height + 2)
    }

    /// Returns its width and height.
    pub(crate) fn size(&self) -> (i32, i32) {
        match self {
            Self::Back => CARD,
            Self::Card(card) if card.shape == PieceShape::Card => CARD,
            Self::Card(_) | Self::Piece(_) => (SQUARE, SQUARE),
        }
    }

    /// Returns its name for people.
    #[must_use]
    pub fn title(&self) -> &str {
        match self {
            Self::Card(card) => &card.title,
            Self::Piece(piece) => &piece.name,
            Self::Back => "",
        }
    }

    /// Draws the thing with its left upper corner at a place.
    pub(crate) fn draw(&self, (x, y): PaperPoint, body: &mut String) {
        match self {
            Self::Piece(piece) => {
                let (x, y) = (x + SQUARE / 2, y + SQUARE / 2);
                add(
                    body,
                    &format!("<g transform=\"translate({x} {y}) scale(1.25)\">"),
                );
                piece.draw((0, 0), body);
                add(body, "</g>\n");
            }
            Self::Card(card) => {
                let title = escaped(&card.title);
                add(
                    body,
                    &format!("<g transform=\"translate({x} {y})\"><title>{title}</title>"),
                );
                card.draw(body);
                add(body, "</g>\n");
            }
            Self::Back => {
                let back = "<rect width=\"44\" height=\"62\" rx=\"5\" fill=\"#fffdf6\" stroke=\"#444\"/><rect x=\"4\" y=\"4\" width=\"36\" height=\"54\" rx=\"3\" fill=\"#4f6d9c\"/><path d=\"M4 14L14 4M4 30L30 4M4 46L40 10M8 58L40 26M24 58L40 42M40 14L30 4M40 30L14 4M40 46L4 10M36 58L4 26M20 58L4 42\" stroke=\"#c9d6ea\" stroke-width=\"1.2\"/>";
                add(
                    body,
                    &format!("<g transform=\"translate({x} {y})\">{back}</g>\n"),
                );
            }
        }
    }
}

impl CardLook {
    fn draw(&self, body: &mut String) {
        let fill = self.own.map_or("#fffdf6", |own| own.fill);
        match self.shape {
            PieceShape::Die => self.die(fill, body),
            PieceShape::Card => self.card(body),
            round => self.round(round, body),
        }
    }

    fn ink(&self) -> &'static str {
        let own = self.own.map(|own| own.letter);
        let suit = self.suit.map(Suit::colour);
        own.or(suit).unwrap_or(BLACK)
    }

    fn die(&self, fill: &str, body: &mut String) {
        add(
            body,
            &format!(
                "<rect x=\"2\" y=\"2\" width=\"40\" height=\"40\" rx=\"8\" fill=\"{fill}\" stroke=\"#444\" stroke-width=\"1.4\"/>"
            ),
        );
        match self.pips {
            Some(pips @ 1..=9) => {
                let dots = dots(pips)
                    .map(|(x, y)| format!("M{x} {y}h.01"))
                    .collect::<String>();
                let ink = self.ink();
                add(
                    body,
                    &format!(
                        "<path d=\"{dots}\" stroke=\"{ink}\" stroke-width=\"7.5\" stroke-linecap=\"round\"/>"
                    ),
                );
            }
            Some(pips) => self.words((22, 28), &pips.to_string(), 18, body),
            None => self.words((22, 27), self.text(), 14, body),
        }
    }

    fn card(&self, body: &mut String) {
        let own = self.own.map(|own| own.fill);
        add(
            body,
            "<rect width=\"44\" height=\"62\" rx=\"5\" fill=\"#fffdf6\" stroke=\"#444\"/>",
        );
        if let Some(own) = own {
            add(
                body,
                &format!(
                    "<path d=\"M.5 18V5a4.5 4.5 0 0 1 4.5-4.500h34a4.5 4.5 0 0 1 4.5 4.500v13z\" fill=\"{own}\"/>"
                ),
            );
        }
        let corner = self.ink();
        if !self.rank.is_empty() {
            let rank = escaped(&self.rank);
            add(
                body,
                &format!(
                    "<text x=\"4\" y=\"15\" font-size=\"14\" font-weight=\"bold\" text-anchor=\"start\" fill=\"{corner}\">{rank}</text>"
                ),
            );
        }
        let colour = self.suit.map_or(BLACK, Suit::colour);
        match (&self.symbol, self.suit, self.pips, self.sign) {
            (Some(symbol), ..) => add(
                body,
                &format!(
                    "<g transform=\"translate(6 14) scale(.32)\" color=\"{colour}\">{symbol}</g>"
                ),
            ),
            (None, Some(suit), ..) => {
                let path = suit.path();
                add(
                    body,
                    &format!(
                        "<path transform=\"translate(9 23) scale(.45)\" d=\"{path}\" fill=\"{colour}\"/>"
                    ),
                );
                // A label takes the place of the large suit.
                if self.label.is_none() {
                    let large = format!(
                        "<path transform=\"translate(25 39) scale(1.25)\" d=\"{path}\" fill=\"{colour}\"/>"
                    );
                    return add(body, &large);
                }
            }
            (None, None, Some(pips @ 1..=9), _) => {
                let dots = dots(pips)
                    .map(|(x, y)| format!("M{x} {}h.01", y + 9))
                    .collect::<String>();
                add(
                    body,
                    &format!(
                        "<path d=\"{dots}\" stroke=\"{BLACK}\" stroke-width=\"7\" stroke-linecap=\"round\"/>"
                    ),
                );
                return;
            }
            (None, None, _, Some(sign)) => {
                let shape = paths(sign);
                add(
                    body,
                    &format!(
                        "<g transform=\"translate(25 24) scale(.75)\"><path d=\"{}\" fill=\"#d8cdb8\" stroke=\"#333\" stroke-width=\"1.4\" stroke-linejoin=\"round\"/><path d=\"{}\" fill=\"none\" stroke=\"#333\"/></g>",
                        shape.outline, shape.lines
                    ),
                );
            }
            (None, None, _, None) if self.label.is_none() && self.is_rank() => {
                return self.words((24, 46), &self.rank, 26, body);
            }
            (None, None, _, None) => {}
        }
        self.title_lines(body);
    }

    /// Writes the title in the lower part of a card.
    fn title_lines(&self, body: &mut String) {
        let text = self.text();
        if text.chars().count() <= 3 {
            return self.words((22, 46), text, 18, body);
        }
        let lines = broken(text, LINE);
        let top = 58 - 9 * i32::try_from(lines.len()).unwrap_or(1);
        for (at, line) in (1..).zip(&lines) {
            let squeezed = match line.chars().count() > LINE - 1 {
                true => " textLength=\"39\" lengthAdjust=\"spacingAndGlyphs\"",
                false => "",
            };
            let (y, line) = (top + 9 * at, escaped(line));
            add(
                body,
                &format!(
                    "<text x=\"22\" y=\"{y}\" font-size=\"8\" fill=\"{BLACK}\"{squeezed}>{line}</text>"
                ),
            );
        }
    }

    fn round(&self, shape: PieceShape, body: &mut String) {
        let (outline, lines) = (paths(shape).outline, paths(shape).lines);
        let fill = self.own.map_or("#e8c964", |own| own.fill);
        add(
            body,
            &format!(
                "<g transform=\"translate(22 22) scale(1.3)\"><path d=\"{outline}\" fill=\"{fill}\" stroke=\"#5a4a1c\"/><path d=\"{lines}\" fill=\"none\" stroke=\"#5a4a1c\" stroke-width=\".7\"/></g>"
            ),
        );
        let number = if self.rank.is_empty() {
            self.text()
        } else {
            &self.rank
        };
        if let Some(symbol) = &self.symbol {
            return add(
                body,
                &format!("<g transform=\"translate(10 10) scale(.24)\">{symbol}</g>"),
            );
        }
        let lines = broken(number, SHORT_LINE);
        let longest = lines.iter().map(|line| line.chars().count()).max();
        let size = match longest.unwrap_or(0) {
            0..=2 => 18,
            3 => 13,
            4..=6 => 10,
            _ => 8,
        };
        let count = i32::try_from(lines.len()).unwrap_or(1);
        for (line, at) in lines.iter().zip(0..) {
            let y = 22 + size / 3 + (2 * at - count + 1) * size / 2;
            match line.chars().count() > SHORT_LINE {
                true => self.squeezed((22, y), line, size, body),
                false => self.words((22, y), line, size, body),
            }
        }
    }

    fn words(&self, (x, y): PaperPoint, text: &str, size: i32, body: &mut String) {
        let (ink, text) = (self.ink(), escaped(text));
        add(
            body,
            &format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{ink}\">{text}</text>"),
        );
    }

    /// Writes a text as wide as a tile.
    fn squeezed(&self, (x, y): PaperPoint, text: &str, size: i32, body: &mut String) {
        let (ink, text) = (self.ink(), escaped(text));
        add(
            body,
            &format!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{ink}\" textLength=\"34\" lengthAdjust=\"spacingAndGlyphs\">{text}</text>"
            ),
        );
    }

    fn text(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.title)
    }

    /// Returns whether the rank says all that the title says.
    fn is_rank(&self) -> bool {
        !self.rank.is_empty() && rank_of(&self.title).as_deref() == Some(self.rank.as_str())
    }
}

/// Draws a die with a number in a square of 44.
pub(crate) fn die(number: i64) -> String {
    let look = CardLook {
        title: number.to_string(),
        shape: PieceShape::Die,
        suit: None,
        rank: String::new(),
        pips: u8::try_from(number).ok(),
        label: None,
        sign: None,
        symbol: None,
        own: None,
    };
    let mut body = String::new();
    look.draw(&mut body);
    body
}

/// Breaks a title into the lines of a card.
fn broken(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split([' ', '-']).filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.truncate(LINES);
    lines
}

/// Returns the places of pips in a square of 44.
fn dots(pips: u8) -> impl Iterator<Item = PaperPoint> {
    // The nine places row by row, and for each number which of them are filled.
    let patterns: [u16; 9] = [
        0o020, 0o104, 0o124, 0o505, 0o525, 0o555, 0o575, 0o757, 0o777,
    ];
    let pattern = patterns[usize::from(pips.clamp(1, 9)) - 1];
    (0..9)
        .filter(move |at| pattern >> (8 - at) & 1 == 1)
        .map(|at| (12 + 10 * (at % 3), 12 + 10 * (at / 3)))
}

fn add(body: &mut String, text: &str) {
    // Writing to a string does not fail.
    let _ = body.write_str(text);
}

#[cfg(test)]
mod tests {
    use super::{CardLook, ItemLook, Suit, dots, rank_of};
    use crate::card_names::rank_of_number;
    use linstock_model::PieceShape;

    fn card(title: &str) -> CardLook {
        CardLook {
            title: title.to_owned(),
            shape: PieceShape::Card,
            suit: None,
            rank: String::new(),
            pips: None,
            label: None,
            sign: None,
            symbol: None,
            own: None,
        }
    }

    #[test]
    fn a_die_has_as_many_pips_as_its_number() {
        for pips in 1..=9 {
            assert_eq!(dots(pips).count(), usize::from(pips));
        }
        let die = CardLook {
            shape: PieceShape::Die,
            pips: Some(5),
            ..card("five")
        };
        assert_eq!(ItemLook::Card(die).svg().matches("h.01").count(), 5);
    }

    #[test]
    fn ranks_stand_in_the_corner_and_titles_below() {
        assert_eq!(rank_of("queen").as_deref(), Some("Q"));
        assert_eq!(rank_of("merchant"), None);
        assert_eq!(rank_of_number(14), "A");
        let queen = CardLook {
            suit: Suit::find("hearts"),
            rank: "Q".to_owned(),
            ..card("queen of hearts")
        };
        let svg = ItemLook::Card(queen).svg();
        assert!(svg.contains(">Q<") && svg.contains("aria-label=\"queen of hearts\""));
        let hunter = ItemLook::Card(card("treasure-<hunter>")).svg();
        assert!(hunter.contains(">treasure<") && hunter.contains(">&lt;hunter&gt;<"));
    }

    #[test]
    fn a_label_takes_the_place_of_the_large_suit() {
        let star = CardLook {
            suit: Suit::find("hearts"),
            label: Some("*".to_owned()),
            ..card("star")
        };
        let svg = ItemLook::Card(star).svg();
        assert!(svg.contains(">*<") && !svg.contains("scale(1.25)"), "{svg}");
    }
}
