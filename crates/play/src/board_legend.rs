//! The text around a drawn board: the players with their pieces, and what each sign means.

use crate::board_view::BoardDrawing;
use crate::piece_signs::{painted, sign, tinted};
use linstock_base::{Style, phrases};
use linstock_model::{Board, Border, KindId, Model, Point, SeatId, Value};

phrases! {
    /// A phrase of a legend.
    pub(crate) LegendPhrasing {
        board(): "board", "Brett";
        signs(): "signs", "Zeichen";
        on_sign(piece, sign): "{piece} on a point with the sign {`sign`}", "{piece} auf einem Feld mit dem Zeichen {`sign`}";
        row_ends(): "in brackets: the letter of the last point in the row",
            "in Klammern: der Buchstabe des letzten Felds der Zeile";
        columns(): "letters below the board: columns", "Buchstaben unter dem Brett: Spalten";
        layers(names): "on each point, from the left: {names}; `_` is an empty place",
            "auf jedem Feld, von links: {names}; `_` ist ein leerer Platz";
        walls(level, upright): "walls: {level} {upright}", "Mauern: {level} {upright}";
        wall(): "wall", "Mauer";
        open_way(): "open way through a wall", "offener Durchgang";
        closed_way(): "closed way through a wall", "geschlossener Durchgang";
        link(): "link between two points", "Verbindung zweier Felder";
        ways(level, upright, shut): "walls: {level} {upright}, a way through is a gap, or {shut} where it is shut",
            "Mauern: {level} {upright}, ein Durchgang ist eine Lücke, oder {shut}, wo er geschlossen ist";
    }
}

/// Returns the border of the board at which a player sits. Returns `None` if the player's forward direction points to
/// neither.
fn border(board: &Board, seat: SeatId) -> Option<Border> {
    let forward = board.forward.get(usize::from(seat.0)).copied().flatten();
    forward.and_then(|forward| board.topology.border(forward))
}

/// A sign with its meaning: as it is shown, and its width.
struct LegendItem {
    text: String,
    width: usize,
}

impl LegendItem {
    fn plain(text: String) -> Self {
        let width = text.chars().count();
        Self { text, width }
    }

    /// A sign in colour, and its meaning.
    fn coloured(plain: &str, sign: &str, meaning: &str) -> Self {
        Self {
            text: format!("{sign} {meaning}"),
            width: plain.chars().count() + 1 + meaning.chars().count(),
        }
    }
}

/// Puts the sides of the players around the rows of the board, and what the signs mean below.
pub(crate) fn framed(drawing: &BoardDrawing<'_>, rows: Vec<String>) -> Vec<String> {
    let legend = BoardLegend {
        drawing,
        say: LegendPhrasing(drawing.model.sheet.language),
    };
    let seats = || drawing.model.seat_ids();
    let at = |place| seats().filter(move |&s| border(drawing.board, s) == place);
    let side = |seat| legend.side(seat);
    let mut lines: Vec<String> = at(Some(Border::Top)).flat_map(side).collect();
    lines.extend(rows);
    lines.extend(at(Some(Border::Bottom)).flat_map(side));
    // A player without a side of the board and without pieces needs no line.
    let beside = at(None)
        .map(side)
        .filter(|lines| lines.iter().any(|line| line.contains(": ")));
    lines.extend(beside.filter(|_| legend.has_owned()).flatten());
    lines.extend(legend.neutrals());
    lines.extend(legend.layers());
    lines.extend(legend.row_ends());
    lines.extend(legend.signs());
    lines
}

struct BoardLegend<'d> {
    drawing: &'d BoardDrawing<'d>,
    say: LegendPhrasing,
}

impl BoardLegend<'_> {
    fn model(&self) -> &Model {
        self.drawing.model
    }

    fn style(&self) -> Style {
        self.drawing.canvas.style
    }

    /// Returns whether any kind of piece has owners.
    fn has_owned(&self) -> bool {
        self.model().kinds.iter().any(|kind| !kind.neutral)
    }

    /// Writes a label and items, in as many lines as the canvas needs.
    fn in_lines(&self, label: (&str, String), items: Vec<LegendItem>) -> Vec<String> {
        let pad = " ".repeat(self.drawing.label + 2);
        let (plain, shown) = label;
        // A player without pieces still has a side of the board.
        let colon = if items.is_empty() { "" } else { ":" };
        let mut lines = vec![format!("{pad}{shown}{colon}")];
        let mut width = pad.len() + plain.chars().count() + 1;
        let last = items.len().saturating_sub(1);
        for (at, item) in items.into_iter().enumerate() {
            let comma = if at == last { "" } else { "," };
            if width + 1 + item.width + comma.len() > self.drawing.canvas.room.0 && at > 0 {
                lines.push(format!("{pad} "));
                width = pad.len() + 1;
            }
            if let Some(line) = lines.last_mut() {
                line.push_str(&format!(" {}{comma}", item.text));
            }
            width += 1 + item.width + comma.len();
        }
        lines
    }

    /// Lists a player's name and pieces: `light: S soldier, T town`.
    fn side(&self, seat: SeatId) -> Vec<String> {
        let model = self.model();
        let kinds = (0u8..).map(KindId).zip(&model.kinds);
        let kinds = kinds.filter(|(id, kind)| !kind.neutral && self.may_have(seat, *id));
        let pieces = kinds.map(|(_, kind)| {
            let meaning = model.title(&kind.name);
            LegendItem::plain(format!("{} {meaning}", sign(kind.letter, seat)))
        });
        let name = model.title(&model.players[seat.index()]);
        let shown = painted(model, name, seat, self.style());
        self.in_lines((name, shown), pieces.collect())
    }

    /// Returns whether a player has pieces of a kind on the board, or nobody has. A board as people type it has all kinds.
    fn may_have(&self, seat: SeatId, kind: KindId) -> bool {
        if !self.drawing.canvas.has_lines() {
            return true;
        }
        let pieces = self.drawing.table.pieces.iter().flatten();
        let mut owners = pieces.filter(|piece| piece.kind == kind).peekable();
        owners.peek().is_none() || owners.any(|piece| piece.owner == Some(seat))
    }

    /// Lists the neutral pieces: `board: . grass, = road`.
    fn neutrals(&self) -> Vec<String> {
        let model = self.model();
        let kinds = (0u8..).map(KindId).zip(&model.kinds);
        let neutral = kinds.filter(|(_, kind)| kind.neutral);
        let items: Vec<_> = neutral
            .map(|(id, kind)| {
                let plain = kind.letter.to_string();
                let sign = tinted(&plain, id, self.style());
                LegendItem::coloured(&plain, &sign, model.title(&kind.name))
            })
            .collect();
        let label = self.say.board();
        self.unless_empty(&label, items)
    }

    fn unless_empty(&self, label: &str, items: Vec<LegendItem>) -> Vec<String> {
        match items.is_empty() {
            true => Vec::new(),
            false => self.in_lines((label, label.to_owned()), items),
        }
    }

    /// Says in which order the pieces of a point stand, if the board has layers.
    fn layers(&self) -> Option<String> {
        let layers = &self.model().layers;
        let titles: Vec<&str> = layers.iter().map(|name| self.model().title(name)).collect();
        let pad = " ".repeat(self.drawing.label + 2);
        let order = || self.say.layers(&titles.join(", "));
        let is_explained = layers.len() > 1 && self.drawing.canvas.has_lines();
        is_explained.then(|| format!("{pad}{}", order()))
    }

    /// Explains the letters at the ends of slanted rows.
    fn row_ends(&self) -> Option<String> {
        let canvas = self.drawing.text.canvas.as_ref()?;
        let has_letters = canvas.lines.iter().any(|line| !line.tail.is_empty());
        let pad = " ".repeat(self.drawing.label + 2);
        let is_explained = has_letters && self.drawing.canvas.has_lines();
        is_explained.then(|| format!("{pad}{}", self.say.row_ends()))
    }

    /// Explains the signs of the map, and those that the rules show.
    fn signs(&self) -> Vec<String> {
        if !self.drawing.canvas.has_lines() {
            return Vec::new();
        }
        let explained = explained_signs(self.model(), self.drawing.board);
        let mut items: Vec<LegendItem> = explained
            .iter()
            .map(|(signs, meaning)| {
                let plain = format!("`{}`", in_ranges(signs));
                let first = signs.first().and_then(|sign| self.drawing.colour_of(*sign));
                let shown = self.drawing.coloured_sign(&plain, first);
                LegendItem::coloured(&plain, &shown, meaning)
            })
            .collect();
        items.extend(self.example().map(LegendItem::plain));
        let columns = &self.drawing.text.columns;
        let twice = |(signs, _): &(Vec<char>, String)| {
            let mut signs = signs.iter();
            signs.any(|sign| columns.contains(&sign.to_string()))
        };
        if explained.iter().any(twice) {
            items.push(LegendItem::plain(self.say.columns()));
        }
        let label = self.say.signs();
        self.unless_empty(&label, items)
    }

    /// Explains how a piece and the sign of its point look together, if the board has both: `M0` man on a point with the sign `0`.
    fn example(&self) -> Option<String> {
        let (piece, place) = self.drawing.piece_on_sign()?;
        let kind = &self.model().kinds[piece.kind.index()];
        let width = self.drawing.piece_width();
        let drawn = sign(kind.letter, piece.owner?);
        let title = self.model().title(&kind.name);
        let meaning = self.say.on_sign(title, &place.to_string());
        Some(format!("`{drawn:width$}{place}` {meaning}"))
    }
}

/// Explains the signs of a board in one line: `~` river, `f` forest. The text is empty if the board has none.
pub(crate) fn signs_in_words(model: &Model, board: &Board) -> String {
    let explained = explained_signs(model, board);
    let items = explained.iter();
    let items = items.map(|(signs, meaning)| format!("`{}` {meaning}", in_ranges(signs)));
    items.collect::<Vec<_>>().join(", ")
}

/// Returns the signs of points with their meanings; signs with the same meaning are together. Signs without a meaning are
/// left out.
pub(crate) fn explained_signs(model: &Model, board: &Board) -> Vec<(Vec<char>, String)> {
    let picture = &board.picture;
    let mapped = picture.map.iter().flatten().copied();
    let shown = picture.shows.iter().map(|shown| shown.sign);
    let mut known: Vec<char> = Vec::new();
    let mut explained: Vec<(Vec<char>, String)> = Vec::new();
    for sign in mapped.chain(shown) {
        if known.contains(&sign) {
            continue;
        }
        known.push(sign);
        let Some(meaning) = meaning(model, board, sign) else {
            continue;
        };
        match explained.iter_mut().find(|(_, other)| *other == meaning) {
            Some((signs, _)) => signs.push(sign),
            None => explained.push((vec![sign], meaning)),
        }
    }
    explained
}

/// Returns what a sign means: in the words of the rules, or the name of the set that is shown with it, or of the row that
/// has its points.
pub(crate) fn meaning(model: &Model, board: &Board, sign: char) -> Option<String> {
    let mut said = model.sheet.signs.iter().rev();
    if let Some((_, meaning)) = said.find(|(signs, _)| signs.contains(sign)) {
        return Some(meaning.clone());
    }
    let mut shows = board.picture.shows.iter().rev();
    if let Some(shown) = shows.find(|shown| shown.sign == sign) {
        return (shown.name.as_ref()).map(|name| model.title(name).to_owned());
    }
    let map = board.picture.map.as_ref()?;
    let points = || (0..map.len()).filter(|&at| map[at] == sign);
    let is_all = |value: &Value| match value {
        Value::Points(set) => set.ones().eq(points()),
        Value::Point(Some(point)) => points().filter_map(Point::nth).eq([*point]),
        _ => false,
    };
    let mut rows = model.lists.iter().flat_map(|list| &list.rows);
    let row = rows.find(|row| row.values.iter().any(is_all))?;
    Some(model.title(&row.name).to_owned())
}

/// Writes signs, with `a-d` for three or more that follow one another.
fn in_ranges(signs: &[char]) -> String {
    let mut signs = signs.to_vec();
    signs.sort_unstable();
    let follows = |one: &char, next: &char| {
        let plain = one.is_ascii_alphanumeric() && next.is_ascii_alphanumeric();
        plain && u32::from(*one) + 1 == u32::from(*next)
    };
    let mut parts = Vec::new();
    for run in signs.chunk_by(follows) {
        match run {
            [first, _, .., last] => parts.push(format!("{first}-{last}")),
            few => parts.extend(few.iter().map(char::to_string)),
        }
    }
    parts.join(" ")
}
