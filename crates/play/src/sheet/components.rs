//! What a game is played with: the board, the pieces, lists as tables, places where things lie.

use crate::areas::own_signs;
use crate::memory_view::value_text;
use crate::piece_signs::sign;
use crate::sheet::opening::Opening;
use crate::sheet::{SheetBlock, SheetTable, SheetWriter, all_equal};
use linstock_base::Phrase;
use linstock_model::{
    Group, KindId, List, ListId, Model, PieceKind, Point, SeatId, Sight, Value, Zone,
};

/// So many points are listed by their names; more are told by the signs of the map, if these are theirs alone.
const FEW_POINTS: usize = 4;
/// So many names of rows that follow each other are listed; of more the first and the last.
const FEW_NAMES: usize = 12;

impl SheetWriter<'_> {
    /// Lists the components.
    pub(super) fn components(&self) -> Vec<SheetBlock> {
        let mut blocks = Vec::new();
        if let Some(board) = &self.model.board {
            let layout = board.topology.text_layout();
            let points = board.every().count_ones(..).to_string();
            blocks.push(match layout.canvas {
                Some(_) => self.text(Phrase::BoardPoints, &[&points]),
                None => self.board_size(layout.columns.len(), layout.rows.len()),
            });
            if board.picture.map.is_some() {
                blocks.push(self.text(Phrase::MapSigns, &[]));
            }
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

    fn board_size(&self, columns: usize, rows: usize) -> SheetBlock {
        let count = |number: usize, one, several| match number {
            1 => self.word(one),
            more => self.say(several, &[&more.to_string()]),
        };
        let columns = count(columns, Phrase::OneColumn, Phrase::Columns);
        let rows = count(rows, Phrase::OneRow, Phrase::Rows);
        self.text(Phrase::BoardSize, &[&columns, &rows])
    }

    fn pieces(&self) -> Option<SheetBlock> {
        let opening = self.opening()?;
        let kinds = KindId::all(self.model.kinds.len()).zip(&self.model.kinds);
        let rows: Vec<Vec<String>> = kinds
            .map(|(id, kind)| {
                vec![
                    self.model.title(&kind.name).to_owned(),
                    self.signs(kind),
                    self.at_start(id, opening),
                ]
            })
            .collect();
        let columns = [Phrase::Piece, Phrase::Sign, Phrase::AtStart];
        let columns = columns.map(|phrase| self.word(phrase)).to_vec();
        (!rows.is_empty()).then_some(SheetBlock::Table(SheetTable { columns, rows }))
    }

    /// Tells how a piece is drawn: `S (light), s (dark)`.
    fn signs(&self, kind: &PieceKind) -> String {
        if kind.neutral {
            return format!("`{}` ({})", kind.letter, self.word(Phrase::Nobody));
        }
        let seats = self.model.seat_ids().zip(&self.model.players);
        let one = |(seat, name): (SeatId, &String)| {
            let name = self.model.title(name);
            format!("`{}` ({name})", sign(kind.letter, seat))
        };
        seats.map(one).collect::<Vec<_>>().join(", ")
    }

    /// Tells how many pieces of a kind there are at the start, on the board and beside it.
    fn at_start(&self, kind: KindId, opening: &Opening) -> String {
        let model = self.model;
        let owners: Vec<_> = model.owners_of(kind).collect();
        let count = |owner: &Option<SeatId>| {
            let all = opening.position.pieces.iter().flatten();
            all.filter(|piece| piece.kind == kind && piece.owner == *owner)
                .count()
        };
        let counts: Vec<usize> = owners.iter().map(count).collect();
        // What is remembered of a piece may be how many stand there.
        let stacked = !opening.of_pieces(model).is_empty();
        let mut parts = Vec::new();
        if counts.iter().any(|count| *count > 0) {
            let first = counts[0].to_string();
            parts.push(if model.kinds[kind.index()].neutral && opening.by_chance {
                self.word(Phrase::ByChance)
            } else if counts.len() == 1 {
                let phrase = if stacked {
                    Phrase::OnPoints
                } else {
                    Phrase::OnBoard
                };
                self.say(phrase, &[&first])
            } else if all_equal(&counts) {
                let phrase = if stacked {
                    Phrase::EachOnPoints
                } else {
                    Phrase::EachOnBoard
                };
                self.say(phrase, &[&first])
            } else {
                let each = counts.iter().zip(&model.players);
                let each = each.filter(|(n, _)| **n > 0).map(|(n, name)| {
                    self.say(Phrase::OfPlayer, &[&n.to_string(), model.title(name)])
                });
                self.say(Phrase::OnBoard, &[&each.collect::<Vec<_>>().join(", ")])
            });
        }
        for zone in model.zones.iter().filter(|z| model.list(z.list).of_pieces) {
            let count = zone.start.get(kind.index()).copied().unwrap_or(0);
            let phrase = if zone.of_player {
                Phrase::EachInZone
            } else {
                Phrase::InZone
            };
            if count > 0 {
                parts.push(self.say(phrase, &[&count.to_string(), model.title(&zone.name)]));
            }
        }
        if parts.is_empty() {
            return self.word(Phrase::NoneAtStart);
        }
        parts.join(", ")
    }

    /// Writes a list as a table, with how much of each row lies where at the start.
    fn list(&self, id: ListId, list: &List) -> Vec<SheetBlock> {
        let model = self.model;
        let filled = |zone: &&Zone| zone.list == id && zone.start.iter().any(|n| *n > 0);
        let zones: Vec<&Zone> = model.zones.iter().filter(filled).collect();
        let mut blocks = Vec::new();
        if list.fields.is_empty() && zones.is_empty() {
            let rows: Vec<&str> = list.rows.iter().map(|row| row.name.as_str()).collect();
            blocks.push(self.text(Phrase::OneOf, &[model.title(&list.name), &rows.join(", ")]));
        } else {
            let parts = &model.sheet.parts;
            let field = |field: &String| {
                let title = parts.get(&(list.name.clone(), field.clone()));
                title.unwrap_or(field).clone()
            };
            let columns = std::iter::once(model.title(&list.name).to_owned())
                .chain(list.fields.iter().map(field))
                .chain(zones.iter().map(|zone| self.whose(zone)));
            let rows = list.rows.iter().enumerate().map(|(at, row)| {
                let values = row.values.iter().map(|value| self.value(value));
                let counts = zones.iter().map(|zone| zone.start[at].to_string());
                let name = std::iter::once(row.name.clone());
                name.chain(values).chain(counts).collect()
            });
            blocks.push(SheetBlock::Table(SheetTable {
                columns: columns.collect(),
                rows: rows.collect(),
            }));
        }
        let groups = model.groups.iter().filter(|group| group.list == id);
        blocks.extend(groups.map(|group| self.group(list, group)));
        blocks
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
        self.text(Phrase::Group, &[&group.name, &all])
    }

    fn whose(&self, zone: &Zone) -> String {
        if zone.of_player {
            self.say(Phrase::OfEachPlayer, &[self.model.title(&zone.name)])
        } else {
            self.model.title(&zone.name).to_owned()
        }
    }

    /// Writes what a row has; many points by the signs of the map.
    fn value(&self, value: &Value) -> String {
        let signs = match (value, &self.model.board) {
            (Value::Points(points), Some(board)) if points.count_ones(..) > FEW_POINTS => {
                let points: Vec<Point> = points.ones().filter_map(Point::nth).collect();
                own_signs(board, &points)
            }
            _ => None,
        };
        match signs {
            Some(signs) => self.say(Phrase::OfTheMap, &[&signs]),
            None => value_text(self.model, value),
        }
    }

    fn zones(&self) -> Option<SheetBlock> {
        let row = |zone: &Zone| {
            let list = self.model.list(zone.list);
            let holds = if list.of_pieces {
                self.word(Phrase::Pieces)
            } else {
                self.model.title(&list.name).to_owned()
            };
            let sight = match zone.sight {
                Sight::Open => Phrase::AllSee,
                Sight::Owner => Phrase::OwnerSees,
                Sight::Hidden => Phrase::NoneSees,
            };
            vec![
                self.whose(zone),
                holds,
                self.stock(self.model, zone),
                self.word(sight),
            ]
        };
        let rows: Vec<Vec<String>> = self.model.zones.iter().map(row).collect();
        let columns = [
            Phrase::Place,
            Phrase::Holds,
            Phrase::AtStart,
            Phrase::WhoSees,
        ];
        let columns = columns.map(|phrase| self.word(phrase)).to_vec();
        (!rows.is_empty()).then_some(SheetBlock::Table(SheetTable { columns, rows }))
    }

    /// Tells how much lies in a zone at the start.
    fn stock(&self, model: &Model, zone: &Zone) -> String {
        let filled = zone.start.iter().zip(&model.list(zone.list).rows);
        let filled: Vec<_> = filled.filter(|(count, _)| **count > 0).collect();
        match filled.as_slice() {
            [] => self.word(Phrase::Nothing),
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
