//! The board, and pictures of it.

use crate::syntax::ast::{Binder, Expr, Name, QuotedText, Tag};

/// The board.
#[derive(Clone, Debug)]
pub struct BoardDecl {
    /// Columns (files), lettered from `a`.
    pub width: Expr,
    /// Rows (ranks), numbered from 1 at the bottom.
    pub height: Expr,
    /// What is said of it.
    pub items: Vec<BoardItem>,
}

/// One line of a board's block.
#[derive(Clone, Debug)]
pub struct BoardItem {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// What it says.
    pub kind: BoardItemKind,
}

/// What a line of a board's block says.
#[derive(Clone, Debug)]
pub enum BoardItemKind {
    /// `next orthogonal`: what `next to` goes by.
    Next(Expr),
    /// `drawn as points`: how a person sees it (`points` or `squares`, or an option with these values).
    DrawnAs(Expr),
    /// `layers ground, way, top`: a point holds one piece on each, the lowest first.
    Layers(Vec<Name>),
    /// `region corner = {a1, j1}`
    Region {
        /// Its name.
        name: Name,
        /// Its points.
        points: Expr,
    },
    /// `map """…"""`: a sign a point.
    Map(QuotedText),
    /// `wall around fort`: no step leads in or out.
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
    /// `show "=" at …`: a sign on points where nothing stands.
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
        /// The direction in which he goes, if he has one.
        forward: Option<Name>,
        /// His own regions: tags, name, points.
        regions: Vec<(Vec<Tag>, Name, Expr)>,
    },
}

/// A step that leads from one point to another and back.
#[derive(Clone, Debug)]
pub struct LinkDecl {
    /// One for each of some rows.
    pub over: Option<Binder>,
    /// The one end.
    pub from: Expr,
    /// The other.
    pub to: Expr,
    /// Only if this holds.
    pub when: Option<Expr>,
}

/// A picture that `lay` puts on the board.
#[derive(Clone, Debug)]
pub struct DrawingDecl {
    /// Its name.
    pub name: Name,
    /// What each sign stands for: sign, expression (`light soldier`).
    pub legend: Vec<(Name, Expr)>,
    /// The picture, top row first; see [`Picture`](crate::syntax::Picture) for its reader.
    pub picture: QuotedText,
}
