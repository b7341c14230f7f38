//! The names of a game as scripts use them: points, players, pieces, rows, zones, options.

use linstock_base::did_you_mean;
use linstock_engine::ir::{Layout, Piece};
use linstock_model::{
    Board, Dir, KindId, List, ListId, Memory, MemoryId, Model, Point, PointSet, RowId, SeatId,
    Topology, ZoneId,
};
use rhai::{Dynamic, EvalAltResult, ImmutableString};

/// The result of a host function.
pub(super) type Native<T> = Result<T, Box<EvalAltResult>>;

/// A checked game, with its names as Rhai texts.
#[derive(Debug)]
pub(super) struct World {
    /// The game.
    pub model: Model,
    /// The layout of its positions.
    pub layout: Layout,
    /// Names of the points.
    pub points: Vec<ImmutableString>,
    /// Names of the players.
    pub players: Vec<ImmutableString>,
    /// Names of the kinds of piece.
    pub kinds: Vec<ImmutableString>,
    /// Names of the rows of each list.
    pub rows: Vec<Vec<ImmutableString>>,
    /// The values of the options.
    options: Vec<Dynamic>,
}

impl World {
    /// Makes the names of a game.
    pub(crate) fn new(model: &Model) -> Self {
        let board = model.board.as_ref();
        let points = board.map_or(0, Board::points);
        let name = |p: u16| board.map(|b| b.name(Point(p)).into());
        Self {
            points: (0u16..).take(points).filter_map(name).collect(),
            players: model.players.iter().map(Into::into).collect(),
            kinds: model.kinds.iter().map(|k| k.name.as_str().into()).collect(),
            rows: model.lists.iter().map(row_names).collect(),
            options: model.options.iter().map(|o| chosen(&o.value)).collect(),
            layout: Layout::new(model),
            model: model.clone(),
        }
    }

    /// Returns the board.
    pub(crate) fn board(&self) -> Native<&Board> {
        let none = || "the game has no board, so there are no points".into();
        self.model.board.as_ref().ok_or_else(none)
    }

    /// Finds a point by name.
    pub(crate) fn point(&self, name: &str) -> Native<Point> {
        let board = self.board()?;
        let last = self.points.last().map_or("", |n| n.as_str());
        board.find(name).ok_or_else(|| {
            format!("there is no point `{name}`; the board goes from a1 to {last}").into()
        })
    }

    /// Finds a player by name.
    pub(crate) fn seat(&self, name: &str) -> Native<SeatId> {
        let unknown = || {
            unknown(
                "player",
                name,
                self.players.iter().map(ImmutableString::as_str),
            )
        };
        self.model.seat(name).ok_or_else(unknown)
    }

    /// Finds a kind of piece by name.
    pub(crate) fn kind(&self, name: &str) -> Native<KindId> {
        let mut kinds = (0u8..).map(KindId).zip(&self.kinds);
        let found = kinds.find(|(_, k)| *k == name).map(|(id, _)| id);
        found.ok_or_else(|| {
            unknown(
                "kind of piece",
                name,
                self.kinds.iter().map(ImmutableString::as_str),
            )
        })
    }

    /// Finds a kind of piece and its owner by name.
    pub(crate) fn piece(&self, kind: &str, player: &str) -> Native<Piece> {
        let (kind, owner) = (self.kind(kind)?, Some(self.seat(player)?));
        Ok(Piece { kind, owner })
    }

    /// Finds a memory by name.
    pub(crate) fn memory(&self, name: &str) -> Native<(MemoryId, &Memory)> {
        let memories = &self.model.memories;
        let found = (0u16..)
            .map(MemoryId)
            .zip(memories)
            .find(|(_, m)| m.name == name);
        found.ok_or_else(|| {
            unknown(
                "remembered value",
                name,
                memories.iter().map(|m| m.name.as_str()),
            )
        })
    }

    /// Returns the value of an option.
    pub(crate) fn option(&self, name: &str) -> Native<Dynamic> {
        let known = || self.model.options.iter().map(|o| o.name.as_str());
        let found = known().position(|option| option == name);
        found
            .and_then(|at| self.options.get(at).cloned())
            .ok_or_else(|| unknown("option", name, known()))
    }

    /// Finds a direction by name; `forward` and `backward` depend on the player.
    pub(crate) fn direction(&self, name: &str, me: SeatId) -> Native<Dir> {
        let board = self.board().ok();
        let topology = Topology::of(board);
        let forward = || *board?.forward.get(me.index())?;
        let found = match name {
            "forward" => forward(),
            "backward" => forward().and_then(|dir| topology.opposite(dir)),
            _ => topology.direction(name),
        };
        let names = topology.directions().iter().copied();
        let known = names.chain(["forward", "backward"]);
        found.ok_or_else(|| unknown("direction", name, known))
    }

    /// Returns the name of a point.
    pub(crate) fn point_name(&self, point: Point) -> ImmutableString {
        self.points.get(point.index()).cloned().unwrap_or_default()
    }

    /// Returns the name of a player.
    pub(crate) fn player_name(&self, seat: SeatId) -> ImmutableString {
        self.players.get(seat.index()).cloned().unwrap_or_default()
    }

    /// Returns the name of a row.
    pub(crate) fn row_name(&self, list: ListId, row: RowId) -> ImmutableString {
        let rows = self.rows.get(list.index());
        rows.and_then(|r| r.get(row.index()))
            .cloned()
            .unwrap_or_default()
    }

    /// Finds a row of a list by name.
    pub(crate) fn row(&self, list: ListId, name: &str) -> Native<RowId> {
        let rows = &self.rows[list.index()];
        let found = RowId::find(rows, |row| row == name);
        found.ok_or_else(|| {
            let what = format!("row of `{}`", self.model.list(list).name);
            unknown(&what, name, rows.iter().map(ImmutableString::as_str))
        })
    }

    /// Finds a list by name.
    pub(crate) fn list(&self, name: &str) -> Native<ListId> {
        let lists = &self.model.lists;
        let found = ListId::find(lists, |l| l.name == name);
        let known = || lists.iter().map(|l| l.name.as_str());
        found.ok_or_else(|| unknown("list", name, known()))
    }

    /// Finds a field of a list by name.
    pub(crate) fn field(&self, list: ListId, name: &str) -> Native<usize> {
        let fields = &self.model.list(list).fields;
        let found = fields.iter().position(|f| f == name);
        found.ok_or_else(|| unknown("field", name, fields.iter().map(String::as_str)))
    }

    /// Finds a zone by name, and the index of its owner. The caller must name a player if and only if each player has the zone.
    pub(crate) fn zone(&self, name: &str, owner: Option<&str>) -> Native<(ZoneId, Option<SeatId>)> {
        let zones = &self.model.zones;
        let mut all = (0u8..).map(ZoneId).zip(zones);
        let Some((id, zone)) = all.find(|(_, z)| z.name == name) else {
            let known = zones.iter().map(|z| z.name.as_str());
            return Err(unknown("zone", name, known));
        };
        match (zone.of_player, owner) {
            (true, Some(owner)) => Ok((id, Some(self.seat(owner)?))),
            (false, None) => Ok((id, None)),
            (true, None) => Err(format!("each player has a `{name}`; say whose").into()),
            (false, Some(_)) => {
                Err(format!("there is one `{name}` only; leave the player out").into())
            }
        }
    }

    /// Returns the name of a kind of piece.
    pub(crate) fn kind_name(&self, kind: KindId) -> ImmutableString {
        self.kinds.get(kind.index()).cloned().unwrap_or_default()
    }

    /// Returns the empty set of points.
    pub(crate) fn nothing(&self) -> PointSet {
        PointSet::with_capacity(self.points.len())
    }
}

/// Returns the value of an option as a Rhai value.
fn chosen(value: &str) -> Dynamic {
    match value {
        "yes" => true.into(),
        "no" => false.into(),
        text => text
            .parse::<i64>()
            .map_or_else(|_| text.into(), Dynamic::from),
    }
}

fn row_names(list: &List) -> Vec<ImmutableString> {
    list.rows.iter().map(|r| r.name.as_str().into()).collect()
}

fn unknown<'a>(
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Box<EvalAltResult> {
    let hint = did_you_mean(name, known.clone()).unwrap_or_else(|| {
        let names: Vec<&str> = known.collect();
        match names.as_slice() {
            [] => "the game has none".to_owned(),
            names => format!("there are: {}", names.join(", ")),
        }
    });
    format!("there is no {what} `{name}`; {hint}").into()
}
