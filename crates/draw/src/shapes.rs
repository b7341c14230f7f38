//! The shapes of pieces as paths around the middle of a point, about 30 units wide.

use linstock_model::PieceShape;

/// The paths of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ShapePaths {
    /// The outline, filled with the colour of the owner.
    pub(crate) outline: &'static str,
    /// Lines within the outline; may be empty.
    pub(crate) lines: &'static str,
    /// Where a letter stands: the height of its base line below the middle.
    pub(crate) letter: i32,
}

/// Returns the paths of a shape.
#[rustfmt::skip]
pub(crate) const fn paths(shape: PieceShape) -> ShapePaths {
    let (outline, lines, letter) = match shape {
        PieceShape::Disc => (DISC, "", 6),
        PieceShape::Stone => (DISC, "M-8-7a11 11 0 0 1 6-4", 6),
        PieceShape::Man => (DISC, "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0z", 6),
        PieceShape::Crowned => (DISC, "M-7 7v-3l-3-8.5l4.5 3.5l2.5-7.5l3 6.5l3-6.5l2.5 7.5l4.5-3.5l-3 8.5v3z", 6),
        PieceShape::Pawn => ("M0-13.5a5.5 5.5 0 0 1 3.6 9.7c3.5 2 4.4 6.3 4.9 10.3h2.5v6h-22v-6h2.5c.5-4 1.4-8.3 4.9-10.3a5.5 5.5 0 0 1 3.6-9.7z", "M-4.5-3h9M-8 6.5h16", 5),
        PieceShape::Knight => ("M-7.5 13c0-6 4-8 5.5-13l-6 3.5c-2 1-4.5-.5-4-3l5.5-9l-.5-5l4.5 2.5c8 .5 13 7 12.5 24z", "M-6-5.5h1.6M-1.5 0c2-1.5 3-3 3-5M2-10c4 2 6 6 6.5 11", 9),
        PieceShape::Bishop => ("M0-16a2.4 2.4 0 0 1 2 3.8c4.5 3.2 7.5 8 5.5 12.2c-.8 1.8-2 3-3 4l1.5 4.5h4.5v5h-21v-5h4.5l1.5-4.5c-1-1-2.2-2.2-3-4c-2-4.2 1-9 5.5-12.2a2.4 2.4 0 0 1 2-3.8z", "M0-8.5v7M-3-5h6M-4.5 4h9", 6),
        PieceShape::Rook => ("M-11-14h5v4h3.5v-4h5v4h3.5v-4h5v8l-4 3v8l4 4v4h-22v-4l4-4v-8l-4-3z", "M-7-3h14M-7 5h14", 4),
        PieceShape::Queen => ("M-9 13v-5l-4.5-13.5l5.5 6.5l1-12l5 10.5l2-13l2 13l5-10.5l1 12l5.5-6.5l-4.5 13.5v5z", "M-9 8h18", 6),
        PieceShape::King => ("M-1.5-16.5h3v3h3v3h-3v3.2c6-4.5 13-.5 11 5.3c-1 3-3.5 5-5 7.5v7h-15v-7c-1.5-2.5-4-4.5-5-7.5c-2-5.8 5-9.8 11-5.3v-3.2h-3v-3h3z", "M-7.5 5.5c5-1.5 10-1.5 15 0M-7.5 9.5h15M0-7v11", 4),
        PieceShape::Soldier => ("M-5.5-15.5h11v6h2v2h-3a5 5 0 0 1-1.5 4c5 1 7 4 7 9v8h-20v-8c0-5 2-8 7-9a5 5 0 0 1-1.5-4h-3v-2h2z", "M-5.5-9.5h11M-6-1l12 14M6-1l-12 14", 8),
        PieceShape::Cannon => ("M-14 2l20-14.5l5.5 7.5l-6.5 4.2a8 8 0 1 1-13.5 7.5c-4.5 1-7.5-2-5.5-4.7z", "M-1.5-1.5a7 7 0 1 0 .01 0zM-1.5-1.5v14M-8.5 5.5h14M-6.5.5l10 10M3.5.5l-10 10", 9),
        PieceShape::Ship => ("M-15 4h14v-2.5h-9c0-6 4-10 9-12v-4h2v2c6 2 10 8 10 14h-10v2.5h14c-1 5-3 8-6 9h-18c-3-1-5-4-6-9z", "M-1-10.5v12M1-12.5v14M-12 8.5h24", 10),
        PieceShape::Fort => ("M-14-12h4v3h3v-3h4v6h6v-6h4v3h3v-3h4v25h-28z", "M-4 13v-6a4 4 0 0 1 8 0v6M-10-3v4M10-3v4", 4),
        PieceShape::Town => ("M-14 13v-13l6.5-6.5l4.5 4.5v-5l8-8l9 9v19z", "M-3-2v15M-10 3h4M2-3h3M8-3h3M2 4h3M8 13v-8h3v8", 6),
        PieceShape::Elephant => ("M-13 13c-2-5-2-8 0-11c-2-6 1-12 7-13c8-2 17-1 19 8c1 5 .5 10 .5 16h-6v-7h-5v7h-6v-8c-2 2-3 5-6.5 8z", "M-6-5.5h1M-1-10c3 3 3 8 0 10", 7),
        PieceShape::Person => ("M0-15.5a6.5 6.5 0 0 1 3.8 11.8c6 1.2 9.2 5.2 9.2 12.2v4.5h-26v-4.5c0-7 3.2-11 9.2-12.2a6.5 6.5 0 0 1 3.8-11.8z", "M-2.3-10h.01M2.3-10h.01M-2.5-6.2q2.5 1.8 5 0M-5-3.5l5 6l5-6M-7 13v-5M7 13v-5", 8),
        PieceShape::Flag => ("M-9-15h3v2l17 5.5l-17 6.5v14.5h4v1.5h-12v-1.5h5z", "M-6-13v14", -3),
        PieceShape::Bomb => ("M-12 3a12 12 0 0 1 17-10.8l2-3.2l5 3.5l-2 3a12 12 0 1 1-22 7.5z", "M9.5-9.5c1-3 3-4 5-4.5M-7 0a7 7 0 0 1 5-4.5", 8),
        PieceShape::Road => ("M-20-6h14v-14h12v14h14v12h-14v14h-12v-14h-14z", "M0-18v5M0-9v3M0 6v3M0 13v5M-18 0h5M-9 0h3M6 0h3M13 0h5", 5),
        PieceShape::Barrier => ("M-14-9h4v-4h4v4h12v-4h4v4h4v6h-4v4h4v6h-4v6h-4v-6h-12v6h-4v-6h-4v-6h4v-4h-4z", "M-6-3h12M-6 1h12", 5),
        PieceShape::Block => ("M-16-16h32v32h-32z", "M-16-16l32 32M16-16l-32 32", 5),
        PieceShape::Arrow => ("M0-16l11 12h-6v19h-10v-19h-6z", "", 5),
        PieceShape::Tile => ("M-11-14h22a3 3 0 0 1 3 3v22a3 3 0 0 1-3 3h-22a3 3 0 0 1-3-3v-22a3 3 0 0 1 3-3z", "", 6),
        PieceShape::Wedge => ("M0-16l9.5 4l4 27h-27l4-27z", "", 8),
        PieceShape::Card => ("M-9-16h18a2 2 0 0 1 2 2v28a2 2 0 0 1-2 2h-18a2 2 0 0 1-2-2v-28a2 2 0 0 1 2-2z", "", 6),
        PieceShape::Token => ("M-6-14.5h12l8.5 8.5v12l-8.5 8.5h-12l-8.5-8.5v-12z", "M-4.5-11h9l6.5 6.5v9l-6.5 6.5h-9l-6.5-6.5v-9z", 6),
        PieceShape::Die => ("M-10-14h20a4 4 0 0 1 4 4v20a4 4 0 0 1-4 4h-20a4 4 0 0 1-4-4v-20a4 4 0 0 1 4-4z", "M-7-7h.01M7-7h.01M0 0h.01M-7 7h.01M7 7h.01", 6),
        PieceShape::Cross => ("M-13-9l4-4l9 9l9-9l4 4l-9 9l9 9l-4 4l-9-9l-9 9l-4-4l9-9z", "", 5),
        PieceShape::Ring => ("M-11 0a11 11 0 1 1 22 0a11 11 0 1 1-22 0zM-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z", "", 5),
        PieceShape::Grass => ("", "M-9 9l-2-6M-9 9v-7M-9 9l2-6M7-4l-2-6M7-4v-7M7-4l2-6M10 14l-1-5M10 14l2-5", 5),
        PieceShape::Forest => ("M-9 12v-4h-6l6-9h-4l6-10l6 10h-3l3 4l6-13l6 11h-3l5 8h-6v3h-4v-3h-3v3z", "", 8),
        PieceShape::Mountain => ("M-17 12l10-19l6 9l7-14l11 24z", "M-10.5-1l3.5 2l2.5-3M2.5-5l3.5 3l3-4", 9),
        PieceShape::Water => ("", "M-15-7q3.5-5 7.5 0t7.5 0t7.5 0t7.5 0M-15 1q3.5-5 7.5 0t7.5 0t7.5 0t7.5 0M-15 9q3.5-5 7.5 0t7.5 0t7.5 0t7.5 0", 5),
        PieceShape::Bar => ("M-20-3.5h40v7h-40z", "", 5),
        PieceShape::Post => ("M-3.5-20h7v40h-7z", "", 5),
    };
    ShapePaths { outline, lines, letter }
}

/// A circle.
const DISC: &str = "M-15 0a15 15 0 1 0 30 0a15 15 0 1 0-30 0z";

/// Returns the colours of ground and sign of a shape that is part of the land; `None` for others.
pub(crate) const fn land(shape: PieceShape) -> Option<(&'static str, &'static str)> {
    match shape {
        PieceShape::Grass => Some(("#dcecb8", "#9fbf6a")),
        PieceShape::Forest => Some(("#b9d8a0", "#3f7d3a")),
        PieceShape::Mountain => Some(("#d8d0c4", "#8a7f72")),
        PieceShape::Water => Some(("#b5d9ef", "#4a8fbf")),
        _ => None,
    }
}

/// Returns the colour of a neutral piece of this shape that is no part of the land.
pub(crate) const fn material(shape: PieceShape) -> &'static str {
    match shape {
        PieceShape::Road => "#d9b98a",
        PieceShape::Block | PieceShape::Arrow | PieceShape::Bomb => "#6b6b6b",
        PieceShape::Cross => "#c8452f",
        PieceShape::Ring => "#fff",
        PieceShape::Bar | PieceShape::Post => "#444",
        _ => "#e9dfc9",
    }
}
