//! The legend beside the picture of a board: what its signs, its lines and the pieces of nobody mean.

use crate::board_legend::{LegendPhrasing, explained_signs};
use crate::map_view::MapScene;
use crate::sheet::picture::{lines, piece_look};
use linstock_draw::{LegendSample, LineKind, SideFigure, ValueBoard, ValuePlace, counts_pieces};
use linstock_engine::vm::Piece;
use linstock_model::{Board, FigureShape, KindId, Model, Point, Set, ShownSign};

/// The most entries that need no legend.
const FEW: usize = 3;

/// Makes the legend of a board; `None` if the board has only a few signs.
pub(crate) fn legend(model: &Model, board: &Board, looks: &MapScene) -> Option<ValueBoard> {
    let mut entries = signs(model, board);
    entries.extend(borders(model, board, looks));
    let kinds = KindId::all(model.kinds.len());
    let neutral = kinds.filter(|kind| model.kinds[kind.index()].neutral);
    entries.extend(neutral.map(|kind| {
        let look = piece_look(model, Piece { kind, owner: None });
        let title = model.title(&model.kinds[kind.index()].name);
        (LegendSample::Piece(Box::new(look)), title.to_owned())
    }));
    if entries.len() <= FEW {
        return None;
    }
    let place = |(sample, meaning): &(LegendSample, String)| {
        let figure = SideFigure::Legend(sample.clone(), meaning.clone());
        Some(ValuePlace::Figure(figure))
    };
    Some(ValueBoard {
        places: entries.iter().map(|entry| vec![place(entry)]).collect(),
        lines: Vec::new(),
    })
}

/// Lists the signs of points. A sign that belongs to pieces, counts them or only helps boards as text needs no entry.
fn signs(model: &Model, board: &Board) -> Vec<(LegendSample, String)> {
    let picture = &board.picture;
    let is_stacked =
        (model.sheet.art.figures.iter()).any(|drawn| drawn.shape == FigureShape::Stack);
    let entry = |(signs, meaning): (Vec<char>, String)| {
        let shows = || {
            picture
                .shows
                .iter()
                .filter(|shown| signs.contains(&shown.sign))
        };
        let is_unseen = |shown: &ShownSign| shown.private || shown.shape.is_some();
        let first = *signs.first()?;
        if shows().any(is_unseen) || (is_stacked && counts_pieces(first)) {
            return None;
        }
        let of_map = (0..).zip(picture.map.iter().flatten());
        let of_map = of_map.filter(|(_, sign)| signs.contains(sign));
        let fixed = shows().filter_map(|shown| match &shown.points.kind {
            Set::Fixed(points) => Some(points.ones()),
            _ => None,
        });
        let points = of_map.map(|(at, _)| at).chain(fixed.flatten());
        let points = points.filter_map(Point::nth);
        Some((LegendSample::of_points(board, points, first), meaning))
    };
    let explained = explained_signs(model, board).into_iter();
    explained.filter_map(entry).collect()
}

/// Lists the kinds of lines between points.
fn borders(model: &Model, board: &Board, looks: &MapScene) -> Vec<(LegendSample, String)> {
    let say = LegendPhrasing(model.sheet.language);
    let lines = lines(model, board, looks);
    let is_drawn = |kind: LineKind| lines.iter().any(|line| line.kind == kind);
    let has_ways = is_drawn(LineKind::OpenWay) || is_drawn(LineKind::ClosedWay);
    let each = [
        (is_drawn(LineKind::Wall), LineKind::Wall, say.wall()),
        (has_ways, LineKind::OpenWay, say.open_way()),
        (has_ways, LineKind::ClosedWay, say.closed_way()),
        (is_drawn(LineKind::Link), LineKind::Link, say.link()),
    ];
    let shown = each.into_iter().filter(|(is_shown, ..)| *is_shown);
    shown
        .map(|(_, kind, text)| (LegendSample::Line(kind), text))
        .collect()
}
