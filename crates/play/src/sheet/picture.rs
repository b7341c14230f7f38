//! Boards of positions as scenes, and moves as pairs of them.

use crate::Rules;
use crate::map_view::{Edge, MapScene};
use crate::piece_signs::sign;
use crate::values::{self, shaped_rows};
use crate::{Canvas, Viewer, board_legend, board_text};
use linstock_base::SheetPhrasing;
use linstock_draw::{
    Arrow, BoardLine, Ink, LineKind, PieceFace, PieceLook, PointContent, Scene, beside, ink,
};
use linstock_engine::vm::{Fuel, Move, Piece, Position, SpelledPosition, Turn};
use linstock_model::visit::{Visitor, walk_move};
use linstock_model::{
    ArgValue, Board, KindId, Model, MoveRule, Node, PieceShape, Point, SeatId, Set, Truth, Value,
};

/// The most changed points of a move whose drawing is cut down to them.
const MOST_CHANGED: usize = 8;
/// The most points of a board with drawn lines that a drawing of a move shows whole.
const FEW_POINTS: usize = 30;
/// The points around the changed ones that a drawing of a move shows: more if no arrow shows what happens.
const MARGIN: u8 = 2;
const MARGIN_OF_ARROWS: u8 = 1;
/// The columns of a narrow window.
const NARROW: usize = 60;
/// The most characters in a line of drawings side by side.
const WIDEST: usize = 76;

/// Drawings of a board with a caption.
#[derive(Clone, Debug)]
pub struct SheetDrawing {
    /// The boards, side by side.
    pub scenes: Vec<Scene>,
    /// The same as text.
    pub text: String,
    /// The same as text for a window with few columns.
    pub narrow: String,
    /// The text below the drawings; may be empty.
    pub caption: String,
    /// What the signs of the board mean, for drawings that are not text; may be empty.
    pub legend: String,
    /// Whether it shows a move: the board before it and after it.
    pub of_move: bool,
}

/// Draws a position. Returns `None` for a game without a board.
pub(super) fn of(rules: &Rules, position: &SpelledPosition) -> Option<SheetDrawing> {
    let model = rules.model();
    let board = model.board.as_ref()?;
    let looks = MapScene::of(rules, position, Viewer::Table);
    let none = board.none();
    let seen = (&none, Canvas::default());
    let text = board_text::board((model, board), &looks, position, seen);
    let canvas = Canvas {
        room: (NARROW, 1),
        ..Canvas::default()
    };
    let narrow = board_text::board((model, board), &looks, position, (&none, canvas));
    Some(SheetDrawing {
        scenes: vec![scene(model, board, (position, &looks))],
        text,
        narrow,
        caption: String::new(),
        legend: legend(model, board, &looks),
        of_move: false,
    })
}

/// Explains the signs and the lines of a drawing that is not text.
fn legend(model: &Model, board: &Board, looks: &MapScene) -> String {
    let say = SheetPhrasing(model.sheet.language);
    let lines = lines(model, board, looks);
    let drawn = |kind| lines.iter().any(|line| line.kind == kind);
    let signs = board_legend::signs_in_words(model, board);
    let each = [
        (!signs.is_empty(), signs),
        (drawn(LineKind::Wall), say.drawn_wall()),
        (drawn(LineKind::OpenWay), say.drawn_open_way()),
        (drawn(LineKind::ClosedWay), say.drawn_closed_way()),
        (drawn(LineKind::Link), say.drawn_link()),
    ];
    let shown = each.into_iter().filter(|(is_drawn, _)| *is_drawn);
    shown.map(|(_, text)| text).collect::<Vec<_>>().join(", ")
}

/// Draws a move: the part of the board that it changes, before and after it. Returns `None` if it changes no piece.
pub(super) fn of_move(
    rules: &Rules,
    of: &(Position, Move),
    caption: String,
) -> Option<SheetDrawing> {
    let (before, mv) = of;
    let model = rules.model();
    let board = model.board.as_ref()?;
    let mut state = before.clone();
    rules.apply_within(&mut state, *mv, &Fuel::default()).ok()?;
    let (before, after) = (rules.spell_out(before), rules.spell_out(&state));
    // The player who moves does not see the secrets of others.
    let looks = |position| MapScene::of(rules, position, Viewer::Seat(SeatId(mv.me)));
    let looks = [looks(&before), looks(&after)];
    let moved = |point: &Point| !before.stack(*point).eq(after.stack(*point));
    // Signs may say how many pieces a point has.
    let recounted = |point: &Point| {
        let signs = looks.each_ref().map(|looks| looks.sign(board, *point));
        before.on_top(point.index()).is_some() && signs[0] != signs[1]
    };
    let points = board.topology.iter();
    let changed: Vec<Point> = points.filter(|at| moved(at) || recounted(at)).collect();
    if changed.is_empty() {
        return None;
    }
    let drawn = |position, looks: &MapScene| scene(model, board, (position, looks));
    let mut scenes = [drawn(&before, &looks[0]), drawn(&after, &looks[1])];
    let named = named(rules, board, of);
    let mut around: Vec<Point> = changed.iter().copied().chain(named).collect();
    let arrows = arrows(&changed, (&before, &after));
    if let ([put], true) = (changed.as_slice(), arrows.is_empty()) {
        around.extend(group(board, &after, *put));
    }
    let margin = match (arrows.is_empty(), rules.args(&of.0, *mv)) {
        (true, (id, _)) => MARGIN + longest_formation(model, model.mv(id)),
        _ => MARGIN_OF_ARROWS,
    };
    let is_small =
        !board.topology.edges().is_empty() && board.topology.iter().count() <= FEW_POINTS;
    for scene in &mut scenes {
        if changed.len() <= MOST_CHANGED && !is_small {
            scene.crop(&around, margin);
        }
    }
    let are_counted = changed.iter().any(recounted);
    let texts = scenes.clone().map(|mut scene| {
        if are_counted {
            scene.write_signs();
        }
        changed.iter().for_each(|point| scene.mark(*point));
        scene.text()
    });
    for point in &changed {
        let ends = |arrow: &Arrow| arrow.from == *point || arrow.to == *point;
        let taken = before.on_top(point.index()).is_some() && arrows.iter().any(|a| a.to == *point);
        if taken || !arrows.iter().any(ends) {
            scenes.iter_mut().for_each(|scene| scene.mark(*point));
        }
    }
    let [first, _] = &mut scenes;
    arrows.into_iter().for_each(|arrow| first.arrow(arrow));
    Some(SheetDrawing {
        scenes: scenes.into(),
        text: joined(&texts),
        narrow: texts.join("\n\n"),
        caption,
        legend: String::new(),
        of_move: true,
    })
}

/// Returns whether a move only puts a piece on an empty point, and the game goes on: it does not show what the piece does there.
pub(super) fn is_plain_put(rules: &Rules, (before, mv): &(Position, Move)) -> bool {
    let Some(board) = rules.model().board.as_ref() else {
        return false;
    };
    let mut state = before.clone();
    let went_on = rules.apply_within(&mut state, *mv, &Fuel::default());
    if went_on.is_err() || rules.turn(&state) == Turn::Over {
        return false;
    }
    let (before, after) = (rules.spell_out(before), rules.spell_out(&state));
    let points = board.topology.iter();
    let mut changed = points.filter(|at| !before.stack(*at).eq(after.stack(*at)));
    let first = changed.next();
    let was_empty = first.is_some_and(|at| before.stack(at).next().is_none());
    was_empty && changed.next().is_none()
}

/// Returns the points that one player's pieces hold together with a point.
fn group(board: &Board, position: &SpelledPosition, from: Point) -> Vec<Point> {
    let owner = |at: Point| position.on_top(at.index()).and_then(|piece| piece.owner);
    let mut group = vec![from];
    if owner(from).is_none() {
        return group;
    }
    let mut at = 0;
    while let Some(point) = group.get(at).copied() {
        at += 1;
        let every = board.topology.every_direction().iter();
        for next in every.filter_map(|dir| board.step(point, dir)) {
            if owner(next) == owner(from) && !group.contains(&next) {
                group.push(next);
            }
        }
    }
    group
}

/// Returns the length of the longest formation of a game if a move asks for formations: they may lie beside the points that
/// the move changes. Otherwise returns 0.
fn longest_formation(model: &Model, mv: &MoveRule) -> u8 {
    let mut asked = FormationAsked(false);
    walk_move(&mut asked, mv);
    let lengths = model.lines.iter().map(|line| line.length);
    lengths.max().filter(|_| asked.0).unwrap_or(0)
}

/// Finds out whether expressions ask for formations.
struct FormationAsked(bool);

impl Visitor for FormationAsked {
    fn set(&mut self, set: &Node<Set>) {
        self.0 |= matches!(set.kind, Set::Line(_) | Set::Ahead { .. });
    }

    fn truth(&mut self, truth: &Node<Truth>) {
        self.0 |= matches!(truth.kind, Truth::SomeLine(_) | Truth::LineIn(..));
    }
}

/// Returns the points that a move names, with those of its formations.
fn named(rules: &Rules, board: &Board, (position, mv): &(Position, Move)) -> Vec<Point> {
    let lengths = rules
        .model()
        .lines
        .iter()
        .map(|line| i32::from(line.length));
    let longest = lengths.max().unwrap_or(0);
    let (_, args) = rules.args(position, *mv);
    let points = |arg: ArgValue| match arg {
        ArgValue::Point(point) => vec![point],
        ArgValue::Line(rear, dir) => (0..longest)
            .filter_map(|steps| board.along(rear, dir, steps))
            .collect(),
        _ => Vec::new(),
    };
    args.into_iter().flatten().flat_map(points).collect()
}

/// Writes two boards side by side, or one below the other if there is no room.
fn joined(texts: &[String]) -> String {
    let text = beside(texts, "=>");
    let widest = text.lines().map(|line| line.chars().count()).max();
    match widest > Some(WIDEST) {
        true => texts.join("\n\n"),
        false => text,
    }
}

/// Finds where pieces moved: from a point that a piece left to one where an equal piece arrived.
fn arrows(changed: &[Point], (before, after): (&SpelledPosition, &SpelledPosition)) -> Vec<Arrow> {
    let gone = |at: Point, from: &SpelledPosition, to: &SpelledPosition| {
        let there: Vec<Piece> = to.stack(at).collect();
        let all = from.stack(at).filter(|piece| !there.contains(piece));
        all.map(|piece| (at, piece)).collect::<Vec<_>>()
    };
    let left = changed.iter().flat_map(|at| gone(*at, before, after));
    let mut came: Vec<(Point, Piece)> = changed
        .iter()
        .flat_map(|at| gone(*at, after, before))
        .collect();
    let mut arrows = Vec::new();
    let mut gone = Vec::new();
    for (from, piece) in left {
        match came.iter().position(|(_, other)| *other == piece) {
            Some(found) => {
                let (to, _) = came.swap_remove(found);
                arrows.push(Arrow { from, to });
            }
            None => gone.push((from, piece)),
        }
    }
    // A piece may become another on its way.
    for (from, piece) in gone.into_iter().filter(|(_, piece)| piece.owner.is_some()) {
        if let Some(found) = came
            .iter()
            .position(|(_, other)| other.owner == piece.owner)
        {
            let (to, _) = came.swap_remove(found);
            if from != to {
                arrows.push(Arrow { from, to });
            }
        }
    }
    arrows
}

/// The colours of the players, as on the table, and the faces of the kinds of piece.
struct Looks {
    inks: Vec<Ink>,
    /// The faces of pieces that nobody owns.
    faces: Vec<PieceFace>,
    /// The faces of each player's pieces.
    own_faces: Vec<Vec<PieceFace>>,
}

impl Looks {
    fn of(model: &Model) -> Self {
        let seats = model.seat_ids();
        let own = |seat| PieceFace::all_of(&model.kinds, &model.sheet.art, seat);
        Self {
            inks: seats.map(|seat| ink(model.colour(seat))).collect(),
            faces: PieceFace::all(&model.kinds, &model.sheet.art),
            own_faces: model.seat_ids().map(own).collect(),
        }
    }

    /// Returns the face of a piece.
    fn face(&self, piece: Piece) -> PieceFace {
        let own = piece
            .owner
            .and_then(|seat| self.own_faces.get(seat.index()));
        own.unwrap_or(&self.faces)[piece.kind.index()].clone()
    }
}

/// Makes the scene of a position.
pub(crate) fn scene(model: &Model, board: &Board, of: (&SpelledPosition, &MapScene)) -> Scene {
    let (position, map) = of;
    let looks = Looks::of(model);
    let content = |point: Point| {
        let pieces = position.stack(point);
        let mut pieces: Vec<PieceLook> = pieces.map(|piece| look(model, &looks, piece)).collect();
        let sign = map.sign(board, point);
        let mark = map.mark(model, board, position, point);
        if let (Some((sign, meaning)), Some(upper)) = (&mark, pieces.last_mut()) {
            *upper = marked(upper.clone(), *sign, meaning);
        }
        PointContent {
            pieces,
            sign: sign.filter(|_| mark.is_none()),
            shape: map.shape(point),
            is_lasting: map.is_lasting(point),
            stack: values::stack(model, position, point),
        }
    };
    let mut contents = vec![PointContent::default(); board.none().len()];
    for point in board.topology.iter() {
        contents[point.index()] = content(point);
    }
    Scene::of(board, &contents, lines(model, board, map))
}

fn look(model: &Model, looks: &Looks, piece: Piece) -> PieceLook {
    let kind = &model.kinds[piece.kind.index()];
    let of = |seat: SeatId| Some((looks.inks.get(seat.index()).copied()?, seat.index()));
    PieceLook {
        letter: kind.letter,
        sign: match piece.owner {
            Some(seat) => sign(kind.letter, seat),
            None => kind.letter.to_string(),
        },
        name: model.title(&kind.name).to_owned(),
        kind: piece.kind.index(),
        is_turned: piece.owner.is_some_and(|seat| model.moves_down(seat)),
        face: looks.face(piece),
        owner: piece.owner.and_then(of),
        caption: String::new(),
    }
}

/// Returns a piece that carries a sign and its meaning.
fn marked(piece: PieceLook, sign: char, meaning: &str) -> PieceLook {
    let face = PieceFace {
        shape: PieceShape::Tile,
        base: None,
        label: sign.to_string(),
        ..piece.face
    };
    PieceLook {
        sign: format!("{}{sign}", piece.sign),
        name: meaning.to_owned(),
        caption: meaning.to_owned(),
        face,
        ..piece
    }
}

/// Returns the look of a row that is called like a sign on pieces: the piece with that sign. The game must have only one kind
/// of piece with an owner.
pub(crate) fn marked_look(model: &Model, title: &str, owner: SeatId) -> Option<PieceLook> {
    let board = model.board.as_ref()?;
    let mut kinds = KindId::all(model.kinds.len());
    let kind = kinds.find(|kind| !model.kinds[kind.index()].neutral)?;
    let is_alone = kinds.all(|kind| model.kinds[kind.index()].neutral);
    let shows = board.picture.shows.iter().filter(|shown| shown.private);
    let mut signs = shows.map(|shown| shown.sign).filter(|_| is_alone);
    let is_called =
        |sign: &char| board_legend::meaning(model, board, *sign).as_deref() == Some(title);
    let sign = signs.find(is_called)?;
    let piece = piece_look(
        model,
        Piece {
            kind,
            owner: Some(owner),
        },
    );
    Some(marked(piece, sign, title))
}

/// Returns the look of one piece.
pub(crate) fn piece_look(model: &Model, piece: Piece) -> PieceLook {
    look(model, &Looks::of(model), piece)
}

/// Returns the looks of a kind of piece, one for each owner.
pub(super) fn looks_of(model: &Model, kind: KindId) -> Vec<PieceLook> {
    let looks = Looks::of(model);
    let owners = model.owners_of(kind);
    owners
        .map(|owner| look(model, &looks, Piece { kind, owner }))
        .collect()
}

/// Returns the walls of a board in columns, the ways through them, and the links that need no neighbours.
pub(crate) fn lines(model: &Model, board: &Board, looks: &MapScene) -> Vec<BoardLine> {
    let layout = board.topology.text_layout();
    if layout.canvas.is_some() {
        return Vec::new();
    }
    let mut lines = Vec::new();
    let mut near = Vec::new();
    for row in 0..layout.rows.len() {
        for column in 0..layout.columns.len() {
            for (x, y) in [(column + 1, row), (column, row + 1)] {
                let Some(ends) = layout.at(column, row).zip(layout.at(x, y)) else {
                    continue;
                };
                near.push(ends);
                let kind = match looks.edge(board, ends) {
                    Edge::None => continue,
                    Edge::Wall => LineKind::Wall,
                    Edge::Open => LineKind::OpenWay,
                    Edge::Shut => LineKind::ClosedWay,
                };
                lines.push(BoardLine { ends, kind });
            }
        }
    }
    let links = board.links.iter().map(|link| (link.ends[0], link.ends[1]));
    let far = links.filter(|(a, b)| !near.contains(&(*a, *b)) && !near.contains(&(*b, *a)));
    let kind = LineKind::Link;
    lines.extend(far.map(|ends| BoardLine { ends, kind }));
    lines.extend(shaped_lines(model));
    lines
}

/// Returns the lines between points that rows of lists describe, such as loops; a line that two rows describe is drawn once.
fn shaped_lines(model: &Model) -> Vec<BoardLine> {
    let point = |value: &Value| match value {
        Value::Point(point) => *point,
        Value::Points(points) if points.count_ones(..) == 1 => {
            points.minimum().and_then(Point::nth)
        }
        _ => None,
    };
    let mut lines: Vec<BoardLine> = Vec::new();
    for (from, to, shape) in shaped_rows(model, point) {
        let is_known = |line: &BoardLine| line.ends == (from, to) || line.ends == (to, from);
        if !lines.iter().any(is_known) {
            lines.push(BoardLine {
                ends: (from, to),
                kind: LineKind::Shaped(shape),
            });
        }
    }
    lines
}
