//! Symbols: SVG files of a ruleset, reduced to shapes that can do no harm.

use crate::svg::escaped;
use roxmltree::{Document, Node, ParsingOptions};
use std::fmt::{self, Write};

/// The longest file, in bytes.
const LONGEST: usize = 8 << 10;
/// The most elements of a file.
const MOST: usize = 1_000;
/// The deepest nesting of groups.
const DEEPEST: usize = 16;
/// The side of the square into which a symbol is scaled.
const SIDE: f64 = 100.0;
/// The namespace of SVG.
const SVG: &str = "http://www.w3.org/2000/svg";

/// The elements that draw shapes, and the group.
const ELEMENTS: [&str; 8] = [
    "g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon",
];
/// The attributes that these elements may have.
const ATTRIBUTES: [&str; 30] = [
    "d",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "width",
    "height",
    "points",
    "pathLength",
    "fill",
    "fill-rule",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-opacity",
    "opacity",
    "color",
    "transform",
];
/// The elements and attributes that are left out: they draw nothing.
const SILENT_ELEMENTS: [&str; 3] = ["title", "desc", "metadata"];
const SILENT_ATTRIBUTES: [&str; 5] = ["id", "class", "version", "role", "viewBox"];

/// Why a file is no symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SymbolFault {
    /// The file has too many bytes.
    TooLong,
    /// The file has too many elements.
    TooMany,
    /// Groups are nested too deeply.
    TooDeep,
    /// The file is no SVG; the text says why.
    NoSvg(String),
    /// The root has no view box of four numbers.
    NoViewBox,
    /// An element that a symbol may not have.
    Element(String),
    /// An attribute that a symbol may not have, with its value.
    Attribute(String, String),
    /// A text outside a title.
    Text,
}

impl fmt::Display for SymbolFault {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(to, "it has more than {LONGEST} bytes"),
            Self::TooMany => write!(to, "it has more than {MOST} elements"),
            Self::TooDeep => write!(to, "its groups are nested more than {DEEPEST} deep"),
            Self::NoSvg(why) => write!(to, "it is not an SVG file: {why}"),
            Self::NoViewBox => write!(to, "its root has no `viewBox` of four numbers"),
            Self::Element(name) => write!(to, "it contains `<{name}>`"),
            Self::Attribute(name, value) => write!(to, "it contains `{name}=\"{value}\"`"),
            Self::Text => write!(to, "it contains text"),
        }
    }
}

/// Reads an SVG file, and returns its shapes as elements in a square from 0 to 100. The elements contain no script, no style,
/// no text and no reference.
///
/// # Errors
/// Why the file is no symbol.
pub fn symbol_elements(text: &str) -> Result<String, SymbolFault> {
    if text.len() > LONGEST {
        return Err(SymbolFault::TooLong);
    }
    // A tree of more nodes is refused while it is read.
    let options = ParsingOptions {
        allow_dtd: false,
        entity_resolver: None,
        nodes_limit: 8 * u32::try_from(MOST).unwrap_or(u32::MAX),
    };
    let tree = Document::parse_with_options(text, options);
    let tree = tree.map_err(|error| SymbolFault::NoSvg(shortened(&error.to_string())))?;
    let root = tree.root_element();
    if root.tag_name().name() != "svg" || root.tag_name().namespace() != Some(SVG) {
        let name = shortened(root.tag_name().name());
        let why = format!("its root is `<{name}>`, or lacks `xmlns=\"{SVG}\"`");
        return Err(SymbolFault::NoSvg(why));
    }
    if root.descendants().filter(Node::is_element).count() > MOST {
        return Err(SymbolFault::TooMany);
    }
    let mut elements = scaled(root)?;
    write_attributes(root, &["width", "height", "x", "y"], &mut elements)?;
    elements.push('>');
    write_children(root, 0, &mut elements)?;
    elements.push_str("</g></svg>");
    Ok(elements)
}

/// Opens the group that scales the view box into the square.
fn scaled(root: Node<'_, '_>) -> Result<String, SymbolFault> {
    let numbers = root.attribute("viewBox").unwrap_or("");
    let numbers = numbers.split([' ', ',']).filter(|part| !part.is_empty());
    let numbers: Option<Vec<f64>> = numbers.map(|part| part.parse().ok()).collect();
    let Some([left, top, width, height]) = numbers.as_deref() else {
        return Err(SymbolFault::NoViewBox);
    };
    let fits = |number: &f64| number.is_finite() && number.abs() < 1e6;
    let sizes = [width, height].into_iter().all(|size| *size > 1e-3);
    if !sizes || ![left, top, width, height].into_iter().all(fits) {
        return Err(SymbolFault::NoViewBox);
    }
    let scale = SIDE / width.max(*height);
    let (x, y) = (
        (SIDE - width * scale) / 2.0 - left * scale,
        (SIDE - height * scale) / 2.0 - top * scale,
    );
    Ok(format!(
        "<svg width=\"100\" height=\"100\" overflow=\"hidden\"><g transform=\"translate({x:.3} {y:.3}) scale({scale:.5})\""
    ))
}

fn write_children(of: Node<'_, '_>, depth: usize, to: &mut String) -> Result<(), SymbolFault> {
    if depth > DEEPEST {
        return Err(SymbolFault::TooDeep);
    }
    for child in of.children() {
        if child.is_text() && !child.text().unwrap_or("").trim().is_empty() {
            return Err(SymbolFault::Text);
        }
        let name = child.tag_name().name();
        let is_svg = child.tag_name().namespace() == Some(SVG);
        // Drawing programs leave notes in namespaces of their own.
        if !child.is_element() || !is_svg || SILENT_ELEMENTS.contains(&name) {
            continue;
        }
        if !ELEMENTS.contains(&name) {
            return Err(SymbolFault::Element(shortened(name)));
        }
        let _ = write!(to, "<{name}");
        write_attributes(child, &[], to)?;
        to.push('>');
        write_children(child, depth + 1, to)?;
        let _ = write!(to, "</{name}>");
    }
    Ok(())
}

/// Writes the attributes of an element, except some.
fn write_attributes(of: Node<'_, '_>, but: &[&str], to: &mut String) -> Result<(), SymbolFault> {
    for attribute in of.attributes() {
        let name = attribute.name();
        let is_note = attribute.namespace().is_some() && !is_reference(name);
        if is_note || SILENT_ATTRIBUTES.contains(&name) || but.contains(&name) {
            continue;
        }
        let value = attribute.value();
        if attribute.namespace().is_some() || !ATTRIBUTES.contains(&name) || !is_plain(value) {
            return Err(SymbolFault::Attribute(shortened(name), shortened(value)));
        }
        let _ = write!(to, " {name}=\"{}\"", escaped(value));
    }
    Ok(())
}

/// Returns whether an attribute of another namespace refers to something.
fn is_reference(name: &str) -> bool {
    matches!(name, "href" | "base")
}

/// Returns whether a value consists of numbers, names of colours and plain functions: it refers to nothing.
fn is_plain(value: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || " \t\r\n#.,-+()%".contains(c);
    value.chars().all(plain) && !value.to_ascii_lowercase().contains("url")
}

/// Returns the beginning of a text from outside, for a message.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
    if text.chars().count() > 40 {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::{SymbolFault, symbol_elements};

    fn inside(body: &str) -> Result<String, SymbolFault> {
        symbol_elements(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 10 20\">{body}</svg>"
        ))
    }

    #[test]
    fn shapes_are_kept_and_scaled_into_the_square() {
        let found = inside("<title>a & b</title>".replace('&', "and").as_str());
        assert_eq!(
            found.as_deref(),
            Ok(
                "<svg width=\"100\" height=\"100\" overflow=\"hidden\"><g transform=\"translate(25.000 0.000) scale(5.00000)\"></g></svg>"
            )
        );
        let found = inside("<g id=\"x\"><path d=\"M0 0h1z\" fill=\"currentColor\"/></g>");
        assert!(found.is_ok_and(|svg| {
            svg.ends_with("><g><path d=\"M0 0h1z\" fill=\"currentColor\"></path></g></g></svg>")
        }));
    }

    #[test]
    fn what_could_do_harm_is_refused() {
        for body in [
            "<script>alert(1)</script>",
            "<style>*{fill:red}</style>",
            "<foreignObject><p xmlns=\"http://www.w3.org/1999/xhtml\">x</p></foreignObject>",
            "<a href=\"https://evil.example\"><path d=\"M0 0\"/></a>",
            "<image href=\"https://evil.example/a.png\"/>",
            "<use href=\"#x\"/>",
            "<animate attributeName=\"href\"/>",
            "<set attributeName=\"onload\" to=\"x\"/>",
            "<path onload=\"x()\" d=\"M0 0\"/>",
            "<path style=\"fill:url(https://evil.example)\"/>",
            "<path fill=\"url(#a)\"/>",
            "<path fill=\"URL(https://evil.example)\"/>",
            "<path xlink:href=\"https://evil.example\"/>",
            "<path xml:base=\"https://evil.example\"/>",
            "<path d=\"M0 0&quot;/>\"/>",
            "<text>hello</text>",
            "hello",
            "<g><![CDATA[<script>x</script>]]></g>",
            "<linearGradient/>",
            "<path filter=\"x\"/>",
        ] {
            let found = inside(body);
            assert!(found.is_err(), "{body}: {found:?}");
        }
    }

    #[test]
    fn elements_of_other_namespaces_are_left_out() {
        let found = inside("<script xmlns=\"http://www.w3.org/1999/xhtml\">x</script>");
        assert!(found.is_ok_and(|svg| !svg.contains("script")));
    }

    #[test]
    fn files_that_are_too_large_or_no_svg_are_refused() {
        let deep = "<g>".repeat(1_100) + &"</g>".repeat(1_100);
        assert!(matches!(
            inside(&deep),
            Err(SymbolFault::TooMany | SymbolFault::NoSvg(_))
        ));
        let nested = "<g>".repeat(20) + &"</g>".repeat(20);
        assert_eq!(inside(&nested), Err(SymbolFault::TooDeep));
        assert_eq!(inside(&" ".repeat(40_000)), Err(SymbolFault::TooLong));
        assert_eq!(inside(&"<g/>".repeat(1_100)), Err(SymbolFault::TooMany));
        let entity = "<!DOCTYPE svg [<!ENTITY a \"aaaa\">]><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>";
        for text in ["", "<html/>", "<svg viewBox=\"0 0 1 1\"/>", "<svg", entity] {
            assert!(
                matches!(symbol_elements(text), Err(SymbolFault::NoSvg(_))),
                "{text}"
            );
        }
        for view in ["", "0 0 1", "0 0 0 1", "0 0 1 nan", "0 0 inf 1", "a b c d"] {
            let text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{view}\"/>");
            assert_eq!(
                symbol_elements(&text),
                Err(SymbolFault::NoViewBox),
                "{view}"
            );
        }
    }
}
