//! The components of a game: the board, the pieces, lists as tables, zones.

use crate::areas::own_signs;
use crate::memory_view::value_text;
use crate::piece_signs::sign;
use crate::sheet::opening::Opening;
use crate::sheet::{SheetBlock, SheetTable, SheetWriter, all_equal, picture};
use linstock_model::{
    Group, KindId, List, ListId, Model, PieceKind, Point, SeatId, Sight, Value, Zone, ZoneId,
};

/// The most points that are listed by their names. More points are described by the signs of the map, if no other points
/// have them.
const FEW_POINTS: usize = 4;
/// The most consecutive names of rows that are listed. For more, only the first and the last are.
const FEW_NAMES: usize = 12;

impl SheetWriter<'_> {
    /// Lists the components.
    pub(super) fn components(&self) -> Vec<SheetBlock> {
        let mut blocks: Vec<SheetBlock> = self.board_in_words().into_iter().collect();
        let mapped = self.model.board.as_ref();
        if mapped.is_some_and(|board| board.picture.map.is_some()) {
            blocks.push(SheetBlock::Text(self.say().map_signs()));
        }
        blocks.extend(self.pieces());
        for (id, list) in ListId::all(self.model.lists.len()).zip(&self.model.lists) {
            if !list.of_pieces && !list.of_directions {
                blocks.extend(self.list(id, list));
            }
        }
        blocks.extend(self.zones());
        blocks
    }

    /// Describes the size of the board.
    pub(super) fn board_in_words(&self) -> Option<SheetBlock> {
        let board = self.model.board.as_ref()?;
        let layout = board.topology.text_layout();
        let points = board.every().count_ones(..);
        Some(match layout.canvas {
            Some(_) => SheetBlock::Text(self.say().board_points(points)),
            None => self.board_size(layout.columns.len(), layout.rows.len()),
        })
    }

    fn board_size(&self, columns: usize, rows: usize) -> SheetBlock {
        let say = self.say();
        let columns = match columns {
            1 => say.one_column(),
            more => say.columns(more),
        };
        let rows = match rows {
            1 => say.one_row(),
            more => say.rows(more),
        };
        SheetBlock::Text(self.say().board_size(&columns, &rows))
    }

    pub(super) fn pieces(&self) -> Option<SheetBlock> {
        let opening = self.opening()?;
        let kinds = KindId::all(self.model.kinds.len()).zip(&self.model.kinds);
        let rows: Vec<Vec<String>> = kinds
            .map(|(id, kind)| {
                vec![
                    self.model.title(&kind.name).to_owned(),
                    self.signs(id, kind, opening),
                    self.at_start(id, opening),
                ]
            })
            .collect();
        let say = self.say();
        let columns = vec![say.piece(), say.sign(), say.at_start()];
        let kinds = KindId::all(self.model.kinds.len());
        let pictures = kinds.map(|kind| {
            let all = picture::looks_of(self.model, kind);
            let owners = self.model.owners_of(kind).zip(all);
            let shown = owners.filter(|(owner, _)| self.may_have(kind, *owner, opening));
            shown.map(|(_, look)| look).collect()
        });
        let pictures = pictures.collect();
        (!rows.is_empty()).then_some(SheetBlock::Table(SheetTable {
            columns,
            rows,
            pictures,
        }))
    }

    /// Returns whether a player has pieces of a kind at the start, or no player has.
    fn may_have(&self, kind: KindId, owner: Option<SeatId>, opening: &Opening) -> bool {
        let zones = self.model.zones.iter();
        let mut in_zones = zones.filter(|zone| self.model.list(zone.list).of_pieces);
        let pieces = opening.position.pieces.iter().flatten();
        let mut owners = pieces.filter(|piece| piece.kind == kind).peekable();
        let in_zone = |zone: &Zone| zone.start.get(kind.index()).is_some_and(|count| *count > 0);
        owners.peek().is_none() || in_zones.any(in_zone) || owners.any(|piece| piece.owner == owner)
    }

    /// Returns how a piece is drawn: `S (light), s (dark)`.
    fn signs(&self, id: KindId, kind: &PieceKind, opening: &Opening) -> String {
        if kind.neutral {
            return format!("`{}` ({})", kind.letter, self.say().nobody());
        }
        let seats = self.model.seat_ids().zip(&self.model.players);
        let one = |(seat, name): (SeatId, &String)| {
            let name = self.model.title(name);
            format!("`{}` ({name})", sign(kind.letter, seat))
        };
        let seats = seats.filter(|(seat, _)| self.may_have(id, Some(*seat), opening));
        seats.map(one).collect::<Vec<_>>().join(", ")
    }

    /// Returns how many pieces of a kind there are at the start, on the board and off it.
    fn at_start(&self, kind: KindId, opening: &Opening) -> String {
        let model = self.model;
        let owners: Vec<_> = model.owners_of(kind).collect();
        let count = |owner: &Option<SeatId>| {
            let all = opening.position.pieces.iter().flatten();
            all.filter(|piece| piece.kind == kind && piece.owner == *owner)
                .count()
        };
        let counts: Vec<usize> = owners.iter().map(count).collect();
        // The value of a piece may be the number of pieces in a stack.
        let stacked = !opening.of_pieces(model).is_empty();
        let mut parts = Vec::new();
        if counts.iter().any(|count| *count > 0) {
            let (first, say) = (counts[0], self.say());
            parts.push(if model.kinds[kind.index()].neutral && opening.by_chance {
                say.by_chance()
            } else if counts.len() == 1 && stacked {
                say.on_points(first)
            } else if counts.len() == 1 {
                say.on_board(&first.to_string())
            } else if all_equal(&counts) && stacked {
                say.each_on_points(first)
            } else if all_equal(&counts) {
                say.each_on_board(first)
            } else {
                let each = counts.iter().zip(&model.players);
                let each = each
                    .filter(|(n, _)| **n > 0)
                    .map(|(n, name)| say.of_player(&n.to_string(), model.title(name)));
                say.on_board(&each.collect::<Vec<_>>().join(", "))
            });
        }
        for zone in model.zones.iter().filter(|z| model.list(z.list).of_pieces) {
            match zone.start.get(kind.index()).copied().unwrap_or(0) {
                0 => {}
                count if zone.of_player => {
                    parts.push(self.say().each_in_zone(count, model.title(&zone.name)));
                }
                count => parts.push(self.say().in_zone(count, model.title(&zone.name))),
            }
        }
        if parts.is_empty() {
            return self.say().none_at_start();
        }
        parts.join(", ")
    }

    /// Writes a list as a table, with the copies of each row in each zone at the start.
    pub(super) fn list(&self, id: ListId, list: &List) -> Vec<SheetBlock> {
        let model = self.model;
        let filled = |zone: &&Zone| zone.list == id && zone.start.iter().any(|n| *n > 0);
        let zones = self.shown_zones().filter(filled);
        let zones: Vec<&Zone> = zones.filter(|zone| !self.is_told(list, zone)).collect();
        let mut blocks = Vec::new();
        let unshown = &model.unshown.fields;
        let is_shown = |field: &&String| !self.for_players || !unshown.contains(field);
        let shown: Vec<bool> = list.fields.iter().map(|field| is_shown(&field)).collect();
        if !shown.contains(&true) && zones.is_empty() {
            let rows: Vec<&str> = list.rows.iter().map(|row| row.name.as_str()).collect();
            blocks.push(SheetBlock::Text(
                self.say().one_of(model.title(&list.name), &rows.join(", ")),
            ));
        } else {
            let parts = &model.sheet.parts;
            let field = |field: &String| {
                let title = parts.get(&(list.name.clone(), field.clone()));
                title.unwrap_or(field).clone()
            };
            let columns = std::iter::once(model.title(&list.name).to_owned())
                .chain(list.fields.iter().filter(is_shown).map(field))
                .chain(zones.iter().map(|zone| self.whose(zone)));
            let rows = list.rows.iter().enumerate().map(|(at, row)| {
                let values = row.values.iter().zip(&shown).filter(|(_, shown)| **shown);
                let values = values.map(|(value, _)| self.value(value));
                let counts = zones.iter().map(|zone| zone.start[at].to_string());
                let name = std::iter::once(row.name.clone());
                name.chain(values).chain(counts).collect()
            });
            blocks.push(SheetBlock::Table(SheetTable {
                columns: columns.collect(),
                rows: rows.collect(),
                pictures: Vec::new(),
            }));
        }
        let groups = model.groups.iter().filter(|group| group.list == id);
        blocks.extend(groups.map(|group| self.group(list, group)));
        blocks
    }

    /// Returns the zones of the sheet. Players do not see those that only the rules need.
    fn shown_zones(&self) -> impl Iterator<Item = &Zone> {
        let zones = (0u8..).map(ZoneId).zip(&self.model.zones);
        let unshown = &self.model.unshown.zones;
        let shown = zones.filter(move |(id, _)| !self.for_players || !unshown.contains(id));
        shown.map(|(_, zone)| zone)
    }

    /// Returns whether players know the copies in a zone from the rest of its table: one of each row, or as many as a
    /// column says.
    fn is_told(&self, list: &List, zone: &Zone) -> bool {
        let says = |field: usize| {
            let mut rows = list.rows.iter().zip(&zone.start);
            rows.all(|(row, count)| row.values.get(field) == Some(&Value::Num(i64::from(*count))))
        };
        let mut fields = 0..list.fields.len();
        let one_each = !list.fields.is_empty() && zone.start.iter().all(|count| *count == 1);
        self.for_players && (one_each || fields.any(says))
    }

    fn group(&self, list: &List, group: &Group) -> SheetBlock {
        let names = group
            .rows
            .iter()
            .filter_map(|row| list.rows.get(row.index()));
        let names: Vec<&str> = names.map(|row| row.name.as_str()).collect();
        let ends = group.rows.first().zip(group.rows.last());
        let in_a_row = ends.is_some_and(|(a, b)| b.index() + 1 - a.index() == names.len());
        let all = match names.as_slice() {
            [first, .., last] if in_a_row && names.len() > FEW_NAMES => format!("{first} … {last}"),
            names => names.join(", "),
        };
        SheetBlock::Text(self.say().group(&group.name, &all))
    }

    fn whose(&self, zone: &Zone) -> String {
        if zone.of_player {
            self.say().of_each_player(self.model.title(&zone.name))
        } else {
            self.model.title(&zone.name).to_owned()
        }
    }

    /// Writes a value of a row; many points by the signs of the map.
    fn value(&self, value: &Value) -> String {
        let signs = match (value, &self.model.board) {
            (Value::Points(points), Some(board)) if points.count_ones(..) > FEW_POINTS => {
                let points: Vec<Point> = points.ones().filter_map(Point::nth).collect();
                own_signs(board, &points)
            }
            _ => None,
        };
        match signs {
            Some(signs) => self.say().of_the_map(&signs),
            None => value_text(self.model, value),
        }
    }

    pub(super) fn zones(&self) -> Option<SheetBlock> {
        let say = self.say();
        let row = |zone: &Zone| {
            let list = self.model.list(zone.list);
            let holds = if list.of_pieces {
                self.say().pieces()
            } else {
                self.model.title(&list.name).to_owned()
            };
            let sight = match zone.sight {
                Sight::Open => say.all_see(),
                Sight::Owner => say.owner_sees(),
                Sight::Hidden => say.none_sees(),
            };
            vec![self.whose(zone), holds, self.stock(self.model, zone), sight]
        };
        let rows: Vec<Vec<String>> = self.shown_zones().map(row).collect();
        let columns = vec![say.place(), say.holds(), say.at_start(), say.who_sees()];
        (!rows.is_empty()).then_some(SheetBlock::table(columns, rows))
    }

    /// Describes the contents of a zone at the start.
    fn stock(&self, model: &Model, zone: &Zone) -> String {
        let filled = zone.start.iter().zip(&model.list(zone.list).rows);
        let filled: Vec<_> = filled.filter(|(count, _)| **count > 0).collect();
        match filled.as_slice() {
            [] => self.say().nothing(),
            few if model.list(zone.list).of_pieces || few.len() == 1 => {
                let each = few
                    .iter()
                    .map(|(count, row)| format!("{count} × {}", model.title(&row.name)));
                each.collect::<Vec<_>>().join(", ")
            }
            many => many
                .iter()
                .map(|(count, _)| **count)
                .sum::<u32>()
                .to_string(),
        }
    }
}
