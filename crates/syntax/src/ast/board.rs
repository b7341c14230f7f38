//! The board, and pictures of it.

use crate::ast::{Binder, Expr, Name, QuotedText, Tag};

/// The board.
#[derive(Clone, Debug)]
pub struct BoardDecl {
    /// Its shape and size.
    pub shape: BoardShape,
    /// The lines of its block.
    pub items: Vec<BoardItem>,
}

/// The shape and size of a board.
#[derive(Clone, Debug)]
pub enum BoardShape {
    /// `8 x 8`
    Rows {
        /// Columns (files), lettered from `a`.
        width: Expr,
        /// Rows (ranks), numbered from 1 at the bottom.
        height: Expr,
    },
    /// `hexagon 5`
    Named {
        /// The word for the shape.
        name: Name,
        /// The number of points along a side, or of all points.
        size: Expr,
    },
    /// `"""…"""`: drawn points and lines.
    Drawn(QuotedText),
}

/// One line of a board's block.
#[derive(Clone, Debug)]
pub struct BoardItem {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// Its kind.
    pub kind: BoardItemKind,
}

/// The kind of a line in a board's block.
#[derive(Clone, Debug)]
pub enum BoardItemKind {
    /// `next orthogonal`: the directions to neighbours (`next to`).
    Next(Expr),
    /// `drawn as points`: the style of drawing (`points`, `squares`, or an option with these values).
    DrawnAs(Expr),
    /// `layers ground, way, top`: a point holds one piece on each layer; the lowest layer first.
    Layers(Vec<Name>),
    /// `region corner = {a1, j1}`
    Region {
        /// Its name.
        name: Name,
        /// Its points.
        points: Expr,
    },
    /// `map """…"""`: a sign for each point.
    Map(QuotedText),
    /// `wall around fort`: no step leads into or out of these points.
    Wall(Expr),
    /// `link g in gate: inner of g to outer of g when …`
    Link(Box<LinkDecl>),
    /// `paint yellow = map "ac"`: the colour of some points.
    Paint {
        /// The colour.
        colour: Name,
        /// The points.
        points: Expr,
    },
    /// `paint white chequered`: the colour of every second square, as on a board for chess.
    Chequered(Name),
    /// A drawn line between two points: `line d1 to f3`.
    Line {
        /// Its first end.
        from: Expr,
        /// Its second end.
        to: Expr,
    },
    /// Lines between neighbours that are not drawn: `no line b5..h5 to b6..h6`.
    NoLine {
        /// The points at one end.
        from: Expr,
        /// The points at the other end.
        to: Expr,
    },
    /// A text in the middle of some points: `label "river" at a5..i6`.
    Label {
        /// The text.
        text: QuotedText,
        /// The points.
        points: Expr,
    },
    /// `show "=" at …`: a sign for empty points.
    Show {
        /// The sign.
        sign: QuotedText,
        /// The points.
        points: Expr,
    },
    /// `light { forward south; home = row 10 }`
    Side {
        /// The player.
        player: Name,
        /// The forward direction, if there is one.
        forward: Option<Name>,
        /// The player's own regions.
        regions: Vec<SideRegion>,
    },
}

/// `home = row 10` within a side: a region of that player's own.
#[derive(Clone, Debug)]
pub struct SideRegion {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// Its name.
    pub name: Name,
    /// The points.
    pub points: Expr,
}

/// A link: a step between two points, in both directions.
#[derive(Clone, Debug)]
pub struct LinkDecl {
    /// The rows; there is a link for each.
    pub over: Option<Binder>,
    /// The first end.
    pub from: Expr,
    /// The second end.
    pub to: Expr,
    /// The condition under which it exists.
    pub when: Option<Expr>,
}

/// A picture that `lay` puts on the board.
#[derive(Clone, Debug)]
pub struct DrawingDecl {
    /// Its name.
    pub name: Name,
    /// The meaning of each sign: sign, expression (`light soldier`).
    pub legend: Vec<(Name, Expr)>,
    /// The picture, top row first; see [`Picture`](crate::Picture) for its reader.
    pub picture: QuotedText,
}
