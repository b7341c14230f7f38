//! The names of a game as scripts use them, and what they stand for.

use crate::base::did_you_mean;
use crate::model::{Board, Dir, KindId, Memory, MemoryId, Model, Point, PointSet, SeatId};
use rhai::{EvalAltResult, ImmutableString};

/// What a function for scripts comes to.
pub(super) type Native<T> = Result<T, Box<EvalAltResult>>;

/// A checked game, with its names ready to be handed out.
#[derive(Debug)]
pub(super) struct World {
    /// The game.
    pub model: Model,
    /// Names of the points.
    pub points: Vec<ImmutableString>,
    /// Names of the players.
    pub players: Vec<ImmutableString>,
    /// Names of the kinds of piece.
    pub kinds: Vec<ImmutableString>,
}

impl World {
    /// Takes the names out of a game.
    pub fn new(model: &Model) -> Self {
        let board = model.board.as_ref();
        let points = board.map_or(0, Board::points);
        let name = |p: u16| board.map(|b| b.name(Point(p)).into());
        Self {
            points: (0u16..).take(points).filter_map(name).collect(),
            players: model.players.iter().map(Into::into).collect(),
            kinds: model.kinds.iter().map(|k| k.name.as_str().into()).collect(),
            model: model.clone(),
        }
    }

    /// Returns the board.
    pub fn board(&self) -> Native<&Board> {
        let none = || "the game has no board, so there are no points".into();
        self.model.board.as_ref().ok_or_else(none)
    }

    /// Finds a point by name.
    pub fn point(&self, name: &str) -> Native<Point> {
        let board = self.board()?;
        let last = self.points.last().map_or("", |n| n.as_str());
        board.find(name).ok_or_else(|| {
            format!("there is no point `{name}`; the board goes from a1 to {last}").into()
        })
    }

    /// Finds a player by name.
    pub fn seat(&self, name: &str) -> Native<SeatId> {
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
    pub fn kind(&self, name: &str) -> Native<KindId> {
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

    /// Finds a remembered value by name.
    pub fn memory(&self, name: &str) -> Native<(MemoryId, &Memory)> {
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
    pub fn option(&self, name: &str) -> Native<&str> {
        let known = || self.model.options.iter().map(|o| o.name.as_str());
        self.model
            .option(name)
            .ok_or_else(|| unknown("option", name, known()))
    }

    /// Finds a direction by name; `forward` and `backward` are those of a player.
    pub fn direction(&self, name: &str, me: SeatId) -> Native<Dir> {
        let forward = || self.board().ok().and_then(|b| *b.forward.get(me.index())?);
        let found = match name {
            "forward" => forward(),
            "backward" => forward().map(|dir| dir.turned(4)),
            _ => Dir::named(name),
        };
        let known = Dir::NAMES.into_iter().chain(["forward", "backward"]);
        found.ok_or_else(|| unknown("direction", name, known))
    }

    /// Returns the name of a point.
    pub fn point_name(&self, point: Point) -> ImmutableString {
        self.points.get(point.index()).cloned().unwrap_or_default()
    }

    /// Returns the name of a player.
    pub fn player_name(&self, seat: SeatId) -> ImmutableString {
        self.players.get(seat.index()).cloned().unwrap_or_default()
    }

    /// Returns the name of a kind of piece.
    pub fn kind_name(&self, kind: KindId) -> ImmutableString {
        self.kinds.get(kind.index()).cloned().unwrap_or_default()
    }

    /// Returns a set without points.
    pub fn nothing(&self) -> PointSet {
        PointSet::with_capacity(self.points.len())
    }
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
