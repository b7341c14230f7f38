//! Pictures of a board.
use super::ast::Text;
use crate::base::{Diagnostics, FileId, Span};
/// A sign.
pub struct Cell {
    /// sign
    pub sign: char,
    /// span
    pub span: Span,
}
/// Picture.
pub struct Picture {
    /// rows
    pub rows: Vec<Vec<Cell>>,
}
/// parse.
pub fn parse_picture(_f: FileId, t: &Text) -> Result<Picture, Diagnostics> {
    let mut rows = Vec::new();
    for line in t.value.lines() {
        let toks: Vec<&str> = line.split_whitespace().collect();
        if toks.is_empty() || toks[0] == "a" {
            continue;
        }
        let toks = if toks[0].chars().all(|c| c.is_ascii_digit()) {
            &toks[1..]
        } else {
            &toks[..]
        };
        rows.push(
            toks.iter()
                .map(|t2| Cell {
                    sign: t2.chars().next().unwrap(),
                    span: t.span,
                })
                .collect(),
        );
    }
    Ok(Picture { rows })
}
