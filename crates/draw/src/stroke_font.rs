//! A font of strokes, for pictures that must not depend on the fonts of a machine.

use crate::svg::escaped;
use roxmltree::{Document, Node};
use std::fmt::Write;

/// The letters: the width in units, and lines of points. A point is two digits, the column and the row above the lowest. Letters
/// stand on row 2; small ones end at row 6, and capitals at row 8.
#[rustfmt::skip]
const GLYPHS: &[(char, i32, &str)] = &[
    ('A', 4, "022842 1434"), ('B', 4, "02083847463505 3544433202"), ('C', 4, "4738180703123243"), ('D', 4, "02082846442202"),
    ('E', 4, "48080242 0535"), ('F', 4, "480802 0535"), ('G', 4, "47381807031232434525"), ('H', 4, "0208 4248 0545"),
    ('I', 2, "1218 0222 0828"), ('J', 3, "3833221203"), ('K', 4, "0208 480542"), ('L', 4, "080242"), ('M', 6, "0208356862"),
    ('N', 4, "02084248"), ('O', 4, "183847433212030718"), ('P', 4, "02083847463505"), ('Q', 4, "183847433212030718 2442"),
    ('R', 4, "02083847463505 2542"), ('S', 4, "473818070615354443321203"), ('T', 4, "0848 2822"), ('U', 4, "080312324348"),
    ('V', 4, "082248"), ('W', 6, "0812365268"), ('X', 4, "0248 0842"), ('Y', 4, "082548 2522"), ('Z', 4, "08480242"),
    ('a', 3, "3526160503122233 3632"), ('b', 3, "0802 0516263533221203"), ('c', 3, "3526160503122233"),
    ('d', 3, "3832 3526160503122233"), ('e', 3, "043435261605031232"), ('f', 2, "281712 0626"), ('g', 3, "36312010 3526160503122233"),
    ('h', 3, "0802 0516263532"), ('i', 0, "0602 0808"), ('j', 1, "161100 1818"), ('k', 3, "0802 360432"), ('l', 0, "0802"),
    ('m', 4, "0602 05162522 25364542"), ('n', 3, "0602 0516263532"), ('o', 3, "162635332212030516"),
    ('p', 3, "0600 0516263533221203"), ('q', 3, "3630 3526160503122233"), ('r', 2, "0602 051626"), ('s', 3, "3616051424332202"),
    ('t', 2, "181322 0626"), ('u', 3, "0603122233 3632"), ('v', 4, "062246"), ('w', 4, "0612253246"), ('x', 3, "0632 0236"),
    ('y', 3, "0603122233 36312010"), ('z', 3, "06360232"),
    ('0', 3, "182837332212030718"), ('1', 2, "071812 0222"), ('2', 3, "07182837360232"), ('3', 3, "0718283736253433221203 1525"),
    ('4', 3, "22280434"), ('5', 3, "3808052534332202"), ('6', 3, "372818070312223334251504"), ('7', 3, "083812"),
    ('8', 3, "15060718283736251504031222333425"), ('9', 3, "031222333728180706152536"),
    ('.', 0, "0202"), (',', 0, "0301"), (':', 0, "0303 0606"), (';', 0, "0301 0606"), ('!', 0, "0804 0202"),
    ('?', 3, "071828373624 2222"), ('-', 2, "0525"), ('+', 4, "0545 2723"), ('=', 3, "0636 0434"), ('*', 4, "0545 1337 1733"),
    ('/', 3, "0238"), ('(', 1, "18070312"), (')', 1, "08171302"), ('[', 1, "18080212"), (']', 1, "08181202"), ('\'', 0, "0806"),
    ('"', 2, "0806 2826"), ('#', 4, "1218 3238 0444 0646"), ('%', 4, "0248 0808 4242"), ('×', 3, "0336 0633"), ('~', 3, "04152435"),
    ('_', 4, "0141"), ('|', 0, "0900"), ('<', 3, "370532"), ('>', 3, "073502"), ('^', 4, "062846"), ('·', 0, "0505"),
    ('–', 4, "0545"), ('—', 5, "0555"), ('…', 4, "0202 2222 4242"), ('&', 4, "4216172827160403122244"), ('@', 4, "354525163634"),
    ('ß', 3, "020718283725343322"), ('„', 2, "0301 2321"), ('“', 2, "0806 2826"), ('”', 2, "0806 2826"), ('’', 0, "0806"), ('‘', 0, "0806"),
    ('★', 4, "012831046401"),
];
/// The sign for letters that the font does not have.
const UNKNOWN: (i32, &str) = (3, "0208383202");
/// Letters with dots, and the letters under them.
const DOTTED: [(char, char); 6] = [
    ('ä', 'a'),
    ('ö', 'o'),
    ('ü', 'u'),
    ('Ä', 'A'),
    ('Ö', 'O'),
    ('Ü', 'U'),
];
/// The size of a unit, and the distance between letters, as parts of the font size.
const UNIT: f64 = 0.12;
const BETWEEN: f64 = 0.19;
const BLANK: f64 = 0.32;
/// The width of a stroke, and of a bold one, as parts of the font size.
const STROKE: f64 = 0.09;
const BOLD: f64 = 0.14;

/// Returns the lines of a letter with its width.
fn glyph(letter: char) -> (i32, String) {
    if let Some((_, under)) = DOTTED.iter().find(|(dotted, _)| *dotted == letter) {
        let (width, lines) = glyph(*under);
        let row = if under.is_uppercase() { 9 } else { 8 };
        let dots = format!(" 0{row}0{row} {width}{row}{width}{row}");
        return (width, lines + &dots);
    }
    let known = GLYPHS.iter().find(|(known, ..)| *known == letter);
    let (width, lines) = known.map_or(UNKNOWN, |(_, width, lines)| (*width, *lines));
    (width, lines.to_owned())
}

/// Returns the path of a text that begins at a point, and its width.
fn path(text: &str, (x, y): (f64, f64), size: f64) -> (String, f64) {
    let (mut path, mut at) = (String::new(), x);
    for letter in text.chars() {
        if letter.is_whitespace() {
            at += BLANK * size;
            continue;
        }
        let (width, lines) = glyph(letter);
        for line in lines.split(' ') {
            let digits: Vec<f64> = line
                .chars()
                .filter_map(|digit| digit.to_digit(10))
                .map(f64::from)
                .collect();
            for (place, point) in digits.chunks_exact(2).enumerate() {
                let sign = if place == 0 { 'M' } else { 'L' };
                let (px, py) = (
                    at + point[0] * UNIT * size,
                    y - (point[1] - 2.0) * UNIT * size,
                );
                let _ = write!(path, "{sign}{px:.2} {py:.2}");
            }
        }
        at += f64::from(width) * UNIT * size + BETWEEN * size;
    }
    (path, (at - x - BETWEEN * size).max(0.0))
}

/// Rewrites a picture of this crate with its texts as paths: it then looks the same on every machine, with or without fonts.
/// Returns `None` if it is no SVG.
#[must_use]
pub fn texts_as_paths(svg: &str) -> Option<String> {
    let tree = Document::parse(svg).ok()?;
    let mut to = String::with_capacity(2 * svg.len());
    write_element(tree.root_element(), &mut to);
    Some(to)
}

fn write_element(of: Node<'_, '_>, to: &mut String) {
    let name = of.tag_name().name();
    if name == "title" {
        return;
    }
    if name == "text" {
        return write_text(of, to);
    }
    let _ = write!(to, "<{name}");
    if of.parent().is_some_and(|parent| parent.is_root()) {
        to.push_str(" xmlns=\"http://www.w3.org/2000/svg\"");
    }
    write_attributes(of, &[], to);
    to.push('>');
    let children = of.children().filter(Node::is_element);
    children.for_each(|child| write_element(child, to));
    let _ = write!(to, "</{name}>");
}

fn write_attributes(of: Node<'_, '_>, but: &[&str], to: &mut String) {
    let attributes = of.attributes();
    for attribute in attributes.filter(|attribute| !but.contains(&attribute.name())) {
        let value = escaped(attribute.value());
        let _ = write!(to, " {}=\"{value}\"", attribute.name());
    }
}

fn write_text(of: Node<'_, '_>, to: &mut String) {
    let number = |name: &str| of.attribute(name).and_then(|text| text.parse::<f64>().ok());
    let size = number("font-size").unwrap_or(12.0);
    let (x, y) = (number("x").unwrap_or(0.0), number("y").unwrap_or(0.0));
    let text = of.text().unwrap_or_default();
    let (_, width) = path(text, (0.0, 0.0), size);
    // A text that must fit is drawn smaller.
    let size = match number("textLength") {
        Some(length) if width > length => size * length / width,
        _ => size,
    };
    let (_, width) = path(text, (0.0, 0.0), size);
    let left = match of.attribute("text-anchor") {
        Some("start") => x,
        _ => x - width / 2.0,
    };
    let (drawn, _) = path(text, (left, y), size);
    let ink = of.attribute("fill").unwrap_or("#000");
    let bold = if of.has_attribute("font-weight") {
        BOLD
    } else {
        STROKE
    };
    let halo = number("stroke-width").zip(of.attribute("stroke"));
    let mut stroke = |colour: &str, width: f64| {
        let colour = escaped(colour);
        let _ = write!(
            to,
            "<path d=\"{drawn}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width:.2}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
        );
    };
    if let Some((width, colour)) = halo {
        stroke(colour, size * bold + width);
    }
    stroke(ink, size * bold);
}

#[cfg(test)]
mod tests {
    use super::{GLYPHS, path, texts_as_paths};

    #[test]
    fn each_letter_has_points_of_two_digits() {
        for (letter, _, lines) in GLYPHS {
            for line in lines.split(' ') {
                assert!(line.len() % 2 == 0 && line.len() >= 4, "{letter}: {line}");
                assert!(line.chars().all(|digit| digit.is_ascii_digit()), "{letter}");
            }
        }
        let all = ('a'..='z').chain('A'..='Z').chain('0'..='9');
        for letter in all {
            assert!(
                GLYPHS.iter().any(|(known, ..)| *known == letter),
                "{letter}"
            );
        }
    }

    #[test]
    fn texts_become_paths() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"><g><title>x</title><text x=\"5\" y=\"5\" font-size=\"10\" fill=\"#222\">A ü</text></g></svg>";
        let found = texts_as_paths(svg).expect("an SVG");
        assert!(
            !found.contains("<text") && !found.contains("<title"),
            "{found}"
        );
        assert!(found.contains("stroke=\"#222\"") && found.starts_with("<svg xmlns="));
        assert!(path("mm", (0.0, 0.0), 10.0).1 > path("ii", (0.0, 0.0), 10.0).1);
        assert_eq!(texts_as_paths("no picture"), None);
    }
}
