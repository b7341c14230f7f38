//! The view of a zone: its contents, or only its size if they are secret.

use crate::Viewer;
use crate::item_looks::item_look;
use linstock_base::SheetPhrasing;
use linstock_draw::ItemLook;
use linstock_engine::vm::SpelledPosition;
use linstock_model::{List, ListId, Model, SeatId, Sight, Value, Zone, ZoneId};
use serde_json::{Value as Json, json};

/// A zone as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ZoneView<'m> {
    id: ZoneId,
    name: &'m str,
    owner: Option<SeatId>,
    size: u64,
    /// The copies of each row; `None` if they are hidden from the viewer.
    rows: Option<Vec<(&'m str, u64)>>,
}

/// A zone as a viewer sees it, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownZone {
    /// Its title, with its owner.
    pub label: String,
    /// Its owner.
    pub owner: Option<SeatId>,
    /// The number of its elements.
    pub size: u64,
    /// Its elements; `None` if they are hidden from the viewer.
    pub cards: Option<Vec<ShownCards>>,
    /// Whether everybody sees them.
    pub is_open: bool,
}

/// Equal elements of a zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownCards {
    /// The name of the row, as moves write it.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// The number that the list shows beside the row.
    pub number: Option<i64>,
    /// How many there are.
    pub count: u64,
    /// What one of them looks like.
    pub look: ItemLook,
}

/// Elements of one row that went from one zone to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovedCards {
    /// The row, with the number of its elements if they are several.
    pub what: String,
    /// The zone where they were; `None` if this is unknown.
    pub from: Option<String>,
    /// The zone where they are; `None` if this is unknown.
    pub to: Option<String>,
}

/// Lists what went from zone to zone between two views of the same zones, as far as the viewer sees the contents. Leaves
/// out pieces, which go to the board and come from it.
pub(crate) fn moved(
    model: &Model,
    before: &[ZoneView<'_>],
    after: &[ZoneView<'_>],
) -> Vec<MovedCards> {
    let mut all = Vec::new();
    for (id, list) in (0u8..).map(ListId).zip(&model.lists) {
        if list.of_pieces {
            continue;
        }
        for row in &list.rows {
            let number = |view: &ZoneView<'_>| view.copies(model, id, &row.name).unwrap_or(0);
            let pairs = before.iter().zip(after);
            let pairs = pairs.filter(|(was, is)| was.rows.is_some() && is.rows.is_some());
            let changes: Vec<(String, u64, u64)> = pairs
                .map(|(was, is)| (is.label(model), number(was), number(is)))
                .filter(|(_, was, is)| was != is)
                .collect();
            let what = |count: u64| match count {
                1 => model.title(&row.name).to_owned(),
                _ => format!("{count} × {}", model.title(&row.name)),
            };
            if let [(first, was, is), (second, ..)] = changes.as_slice()
                && changes.iter().map(|(_, was, _)| was).sum::<u64>()
                    == changes.iter().map(|(_, _, is)| is).sum::<u64>()
            {
                let (from, to) = match was > is {
                    true => (first, second),
                    false => (second, first),
                };
                all.push(MovedCards {
                    what: what(was.abs_diff(*is)),
                    from: Some(from.clone()),
                    to: Some(to.clone()),
                });
                continue;
            }
            let each = changes.into_iter().map(|(zone, was, is)| MovedCards {
                what: what(was.abs_diff(is)),
                from: (was > is).then(|| zone.clone()),
                to: (was < is).then_some(zone),
            });
            all.extend(each);
        }
    }
    all
}

/// Returns whether a viewer sees the contents of a zone.
fn is_seen(zone: &Zone, owner: SeatId, viewer: Viewer) -> bool {
    let eyes = viewer.eyes();
    eyes.is_none_or(|seat| zone.sight.is_seen_by(owner.index(), seat))
}

/// Lists the zones as a viewer sees them, in the order of their declarations.
pub(crate) fn visible_zones<'m>(
    model: &'m Model,
    position: &SpelledPosition,
    viewer: Viewer,
) -> Vec<ZoneView<'m>> {
    let zones = (0u8..).map(ZoneId).zip(&model.zones);
    let each = zones.flat_map(|(id, zone)| {
        let owners = (0u8..).map(SeatId).zip(&position.zones[id.index()]);
        owners.map(move |(owner, counts)| ZoneView {
            id,
            name: &zone.name,
            owner: zone.of_player.then_some(owner),
            size: counts.iter().sum(),
            rows: is_seen(zone, owner, viewer).then(|| named(model, zone, counts)),
        })
    });
    each.collect()
}

/// Names the rows of a multiset, each with its number of copies.
fn named<'m>(model: &'m Model, zone: &Zone, counts: &[u64]) -> Vec<(&'m str, u64)> {
    let rows = model.list(zone.list).rows.iter().zip(counts);
    let there = rows.filter(|(_, count)| **count > 0);
    there
        .map(|(row, count)| (row.name.as_str(), *count))
        .collect()
}

/// Writes one line about empty zones; none if there are none.
pub(crate) fn empty_text(model: &Model, empty: &[&ZoneView<'_>]) -> String {
    let say = SheetPhrasing(model.sheet.language);
    // The zones of one declaration stand together.
    let alike = empty.chunk_by(|one, next| one.id == next.id);
    let labels = alike.flat_map(|zones| match zones {
        [one, ..] if one.owner.is_some() && zones.len() == model.seats() => {
            vec![say.of_each_player(model.title(one.name))]
        }
        _ => zones.iter().map(|zone| zone.label(model)).collect(),
    });
    let labels: Vec<String> = labels.collect();
    match labels.is_empty() {
        true => String::new(),
        false => format!("{}\n", say.empty_zones(&labels.join(", "))),
    }
}

impl ZoneView<'_> {
    /// Returns whether the zone is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// Returns whether the zone has this name.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.name == name
    }

    /// Returns whether the zone belongs to a player.
    pub(crate) fn is_of(&self, seat: SeatId) -> bool {
        self.owner == Some(seat)
    }

    /// Returns the copies of a row that the viewer sees in the zone; `None` if there are none to see.
    pub(crate) fn copies(&self, model: &Model, list: ListId, row: &str) -> Option<u64> {
        let holds = model.zones[self.id.index()].list == list;
        let mut rows = self.rows.iter().flatten().filter(|_| holds);
        rows.find(|(name, _)| *name == row)
            .map(|(_, number)| *number)
    }

    /// Returns the title of the zone, with its owner.
    pub(crate) fn label(&self, model: &Model) -> String {
        let say = SheetPhrasing(model.sheet.language);
        let zone = model.title(self.name);
        match self.owner.map(|seat| &model.players[seat.index()]) {
            Some(owner) => say.of_player(zone, model.title(owner)),
            None => zone.to_owned(),
        }
    }

    /// Returns whether the zone is shown to people.
    pub(crate) fn is_shown(&self, model: &Model) -> bool {
        !model.unshown.zones.contains(&self.id)
    }

    /// Returns the zone for people.
    pub(crate) fn shown(&self, model: &Model) -> ShownZone {
        let list = model.list(model.zones[self.id.index()].list);
        let cards =
            |(name, count): &(&str, u64)| shown_cards(model, list, (name, *count, self.owner));
        let rows = self.rows.as_ref();
        ShownZone {
            label: self.label(model),
            owner: self.owner,
            size: self.size,
            cards: rows.map(|rows| rows.iter().map(cards).collect()),
            is_open: model.zones[self.id.index()].sight == Sight::Open,
        }
    }

    /// Writes a line: `hand of anna: merchant, 2 trader`, `chests of anna: 0, 2 x 3`, `deck: 40 hidden`.
    pub(crate) fn text(&self, model: &Model) -> String {
        self.line(model, "", |row| row.to_owned())
    }

    /// Writes a line for people, with the number that the list shows beside each row: `hand of anna: merchant (6), 2 × trader (7)`.
    pub(crate) fn text_for_people(&self, model: &Model) -> String {
        let list = model.list(model.zones[self.id.index()].list);
        self.line(model, "× ", |name| {
            let row = list.rows.iter().find(|row| row.name == name);
            match row.zip(list.shown).map(|(row, field)| &row.values[field]) {
                Some(Value::Num(number)) if *number != 0 => format!("{name} ({number})"),
                _ => name.to_owned(),
            }
        })
    }

    /// Writes a line, with the names of rows from `called`, and `times` between a number of copies and a name.
    fn line(&self, model: &Model, times: &str, called: impl Fn(&str) -> String) -> String {
        let say = SheetPhrasing(model.sheet.language);
        let zone = self.label(model);
        let what = match &self.rows {
            _ if self.size == 0 => say.nothing(),
            None => say.hidden(self.size),
            Some(rows) => {
                let one = |(name, count): &(&str, u64)| match count {
                    1 => called(name),
                    more if times.is_empty() && name.starts_with(|c: char| c.is_ascii_digit()) => {
                        format!("{more} x {}", called(name))
                    }
                    more => format!("{more} {times}{}", called(name)),
                };
                rows.iter().map(one).collect::<Vec<_>>().join(", ")
            }
        };
        format!("{zone}: {what}\n")
    }

    /// Returns it as JSON, without `rows` if they are hidden from the viewer.
    pub(crate) fn json(&self, model: &Model) -> Json {
        let mut json = json!({ "zone": self.name, "size": self.size });
        if let Some(owner) = self.owner {
            json["player"] = json!(model.players[owner.index()]);
        }
        if let Some(rows) = &self.rows {
            json["rows"] = rows
                .iter()
                .map(|(name, n)| ((*name).to_owned(), json!(n)))
                .collect();
        }
        json
    }
}

/// Returns equal elements of a zone, for people.
fn shown_cards(
    model: &Model,
    list: &List,
    (name, count, owner): (&str, u64, Option<SeatId>),
) -> ShownCards {
    let row = list.rows.iter().position(|row| row.name == name);
    let number = row.zip(list.shown);
    let number = match number.map(|(row, field)| &list.rows[row].values[field]) {
        Some(Value::Num(number)) if *number != 0 => Some(*number),
        _ => None,
    };
    ShownCards {
        name: name.to_owned(),
        title: model.title(name).to_owned(),
        number,
        count,
        look: row.map_or(ItemLook::Back, |row| item_look(model, list, row, owner)),
    }
}

/// Finds a card by its name: a row of a list that fills a zone, and is not about pieces.
#[must_use]
pub fn card_named(model: &Model, name: &str) -> Option<ShownCards> {
    let lists = model.zones.iter().map(|zone| model.list(zone.list));
    let mut lists = lists.filter(|list| !list.of_pieces);
    let list = lists.find(|list| list.rows.iter().any(|row| row.name == name))?;
    Some(shown_cards(model, list, (name, 1, None)))
}
