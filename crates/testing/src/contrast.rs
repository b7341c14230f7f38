//! Texts of pictures that are hard to read on their ground.

use roxmltree::{Document, Node};

/// The least contrast of small texts in the guidelines for accessible pages.
const LEAST: f64 = 4.5;
/// The least contrast of large texts, and the size from which a text is large.
const LEAST_OF_LARGE: f64 = 3.0;
const LARGE: f64 = 18.0;

/// A page around a picture.
#[derive(Clone, Copy, Debug)]
pub struct PageColours {
    /// Its colour.
    pub ground: &'static str,
    /// The colour of its texts.
    pub ink: &'static str,
}

/// A place and a scale in a picture.
#[derive(Clone, Copy)]
struct TextFrame {
    x: f64,
    y: f64,
    scale: f64,
}

/// A filled shape: its left, top, right and bottom edge, and its colour.
struct Filled {
    edges: [f64; 4],
    fill: String,
}

/// Lists the texts of a picture with too little contrast to the shape below their middle, each with the two colours. The ground
/// of a text with a line around its letters is the colour of this line.
///
/// # Panics
/// If the picture is no SVG.
#[must_use]
pub fn faint_texts(svg: &str, page: PageColours) -> Vec<String> {
    let tree = Document::parse(svg).expect("an SVG");
    let mut search = FaintSearch {
        page,
        shapes: Vec::new(),
        faint: Vec::new(),
    };
    let frame = TextFrame {
        x: 0.0,
        y: 0.0,
        scale: 1.0,
    };
    search.element(tree.root_element(), frame, "#000");
    search.faint
}

struct FaintSearch {
    page: PageColours,
    shapes: Vec<Filled>,
    faint: Vec<String>,
}

impl FaintSearch {
    fn element(&mut self, of: Node<'_, '_>, frame: TextFrame, fill: &str) {
        let frame = of
            .attribute("transform")
            .map_or(frame, |text| moved(frame, text));
        let fill = of.attribute("fill").unwrap_or(fill);
        match of.tag_name().name() {
            "text" => return self.text(of, frame, fill),
            "title" => return,
            name => {
                if let Some(edges) = edges(of, name).filter(|_| fill != "none") {
                    let [left, top, right, bottom] = edges;
                    let x = |x: f64| frame.x + frame.scale * x;
                    let y = |y: f64| frame.y + frame.scale * y;
                    self.shapes.push(Filled {
                        edges: [x(left), y(top), x(right), y(bottom)],
                        fill: fill.to_owned(),
                    });
                }
            }
        }
        let children = of.children().filter(Node::is_element);
        children.for_each(|child| self.element(child, frame, fill));
    }

    fn text(&mut self, of: Node<'_, '_>, frame: TextFrame, fill: &str) {
        let text = of.text().unwrap_or_default();
        let size = number(of, "font-size").unwrap_or(12.0);
        let (x, y) = (
            number(of, "x").unwrap_or(0.0),
            number(of, "y").unwrap_or(0.0),
        );
        let letters = f64::from(u32::try_from(text.chars().count()).unwrap_or(0));
        let half = match of.attribute("text-anchor") {
            Some("start") => letters * size * 0.27,
            _ => 0.0,
        };
        let (x, y) = (
            frame.x + frame.scale * (x + half),
            frame.y + frame.scale * (y - 0.35 * size),
        );
        let is_below = |shape: &&Filled| {
            let [left, top, right, bottom] = shape.edges;
            (left..=right).contains(&x) && (top..=bottom).contains(&y)
        };
        let below = self.shapes.iter().rfind(is_below);
        let below = below.map_or(self.page.ground, |shape| shape.fill.as_str());
        let halo = of.attribute("paint-order").and(of.attribute("stroke"));
        let ground = halo.unwrap_or(below);
        let ink = if fill == "currentColor" {
            self.page.ink
        } else {
            fill
        };
        let least = match size * frame.scale >= LARGE {
            true => LEAST_OF_LARGE,
            false => LEAST,
        };
        if let Some(found) = contrast(ink, ground).filter(|found| *found < least) {
            self.faint
                .push(format!("`{text}` {ink} on {ground}: {found:.1}"));
        }
    }
}

fn number(of: Node<'_, '_>, name: &str) -> Option<f64> {
    of.attribute(name)?.parse().ok()
}

/// Returns the frame after `translate(3 4) scale(.5)`.
fn moved(frame: TextFrame, transform: &str) -> TextFrame {
    let mut frame = frame;
    for part in transform.split(')') {
        let Some((name, numbers)) = part.trim().split_once('(') else {
            continue;
        };
        let numbers: Vec<f64> = numbers
            .split([' ', ','])
            .filter_map(|number| number.parse().ok())
            .collect();
        match (name, numbers.as_slice()) {
            ("translate", [x, y]) => {
                frame.x += frame.scale * x;
                frame.y += frame.scale * y;
            }
            ("scale", [by, ..]) => frame.scale *= by,
            _ => {}
        }
    }
    frame
}

/// Returns the edges of a shape.
fn edges(of: Node<'_, '_>, name: &str) -> Option<[f64; 4]> {
    let at = |name: &str| number(of, name).unwrap_or(0.0);
    match name {
        "rect" => Some([
            at("x"),
            at("y"),
            at("x") + at("width"),
            at("y") + at("height"),
        ]),
        "circle" => {
            let (x, y, far) = (at("cx"), at("cy"), at("r"));
            Some([x - far, y - far, x + far, y + far])
        }
        "path" => Some(path_edges(of.attribute("d")?)),
        _ => None,
    }
}

/// Returns the edges of the points of a path.
fn path_edges(path: &str) -> [f64; 4] {
    let (mut x, mut y) = (0.0_f64, 0.0_f64);
    let mut edges = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
    for (command, numbers) in commands(path) {
        let of_each = match command.to_ascii_lowercase() {
            'h' | 'v' => 1,
            'c' => 6,
            's' | 'q' => 4,
            'a' => 7,
            _ => 2,
        };
        for part in numbers.chunks_exact(of_each) {
            let is_relative = command.is_ascii_lowercase();
            let (from_x, from_y) = if is_relative { (x, y) } else { (0.0, 0.0) };
            match command.to_ascii_lowercase() {
                'h' => x = from_x + part[0],
                'v' => y = from_y + part[0],
                _ => (x, y) = (from_x + part[of_each - 2], from_y + part[of_each - 1]),
            }
            edges = [
                edges[0].min(x),
                edges[1].min(y),
                edges[2].max(x),
                edges[3].max(y),
            ];
        }
    }
    edges
}

/// Splits a path into commands with their numbers.
fn commands(path: &str) -> Vec<(char, Vec<f64>)> {
    let mut found: Vec<(char, Vec<f64>)> = Vec::new();
    let mut word = String::new();
    let flush = |word: &mut String, found: &mut Vec<(char, Vec<f64>)>| {
        if let (Ok(number), Some((_, numbers))) = (word.parse(), found.last_mut()) {
            numbers.push(number);
        }
        word.clear();
    };
    for letter in path.chars() {
        match letter {
            'a'..='z' | 'A'..='Z' => {
                flush(&mut word, &mut found);
                found.push((letter, Vec::new()));
            }
            '0'..='9' => word.push(letter),
            '.' if !word.contains('.') => word.push(letter),
            '-' | '.' => {
                flush(&mut word, &mut found);
                word.push(letter);
            }
            _ => flush(&mut word, &mut found),
        }
    }
    flush(&mut word, &mut found);
    found
}

/// Returns the contrast of two colours; `None` if one is no colour in hexadecimal digits.
fn contrast(one: &str, other: &str) -> Option<f64> {
    let (one, other) = (luminance(one)?, luminance(other)?);
    Some((one.max(other) + 0.05) / (one.min(other) + 0.05))
}

fn luminance(colour: &str) -> Option<f64> {
    let digits: Vec<u32> = colour
        .strip_prefix('#')?
        .chars()
        .map(|digit| digit.to_digit(16))
        .collect::<Option<_>>()?;
    let parts: Vec<u32> = match digits.len() {
        3 => digits.iter().map(|digit| digit * 17).collect(),
        _ => digits
            .chunks_exact(2)
            .map(|pair| pair[0] * 16 + pair[1])
            .collect(),
    };
    let light = |part: &u32| {
        let share = f64::from(*part) / 255.0;
        match share <= 0.040_45 {
            true => share / 12.92,
            false => ((share + 0.055) / 1.055).powf(2.4),
        }
    };
    let [red, green, blue] = <[u32; 3]>::try_from(parts).ok()?;
    Some(0.2126 * light(&red) + 0.7152 * light(&green) + 0.0722 * light(&blue))
}
