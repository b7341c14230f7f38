//! The declarations: options, pieces, formations, drawings, lists, zones, remembered values, scripts.

use super::text::{Canonical, Text, With, Word};
use crate::{
    ArgId, Drawing, DrawingId, Extent, FiniteDomain, Formation, FormationId, GameOption, KindId,
    LayerId, List, ListId, MemberBits, Memory, MemoryId, MemoryType, Model, PhaseId, PictureCell,
    PictureSpot, PieceKind, Row, RuleId, ScriptFn, ScriptId, ScriptType, SeatId, SecondDomain,
    Sight, Zone, ZoneId,
};

/// Writes a form on a line of its own when its turn comes.
pub(super) fn line(head: &'static str, parts: &[&dyn Canonical], to: &mut Text<'_>) {
    to.line(head, parts);
}

impl Canonical for Model {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            name,
            title: _,
            players,
            named: _,
            player_counts: (least, most),
            options,
            board,
            layers,
            kinds,
            lines,
            drawings,
            lists,
            groups: _,
            zones,
            memories,
            scripts,
            moves,
            phases,
            play,
            ground: _,
            score,
            score_is_open: _,
            statuses: _,
            unshown: _,
            tags: _,
            sheet: _,
        } = self;
        line("game", &[name], to);
        line("players", &[players, least, most], to);
        line("options", &[options], to);
        line("board", &[board], to);
        line("layers", &[layers], to);
        line("pieces", &[kinds], to);
        line("lines", &[lines], to);
        line("drawings", &[drawings], to);
        line("lists", &[lists], to);
        line("zones", &[zones], to);
        line("remembered", &[memories], to);
        line("scripts", &[scripts], to);
        line("phases", &[phases], to);
        line("moves", &[moves], to);
        line("play", &[play], to);
        line("score", &[score], to);
    }
}

impl Canonical for GameOption {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            name,
            value,
            default: _,
            choices: _,
            samples: _,
            doc: _,
            tags: _,
        } = self;
        line("option", &[name, value], to);
    }
}

impl Canonical for PieceKind {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            name,
            letter: _,
            layer,
            neutral,
            tags: _,
        } = self;
        let owner = Word(if *neutral { "nobody's" } else { "a player's" });
        line("piece", &[name, layer, &owner], to);
    }
}

impl Canonical for Formation {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            name,
            length,
            points,
            dirs,
            tags: _,
        } = self;
        line("line", &[name, length, points, dirs], to);
    }
}

impl Canonical for Drawing {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            name,
            size: Extent(columns, rows),
            pieces,
        } = self;
        let piece = |to: &mut Text<'_>| {
            for piece in pieces {
                let PictureSpot {
                    cell: PictureCell(column, row),
                    kind,
                    owner,
                } = piece;
                line("at", &[column, row, kind, owner], to);
            }
        };
        line("drawing", &[name, columns, rows, &With(piece)], to);
    }
}

impl Canonical for List {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            name,
            fields,
            shown: _,
            rows,
            of_pieces,
            of_directions,
            tags: _,
        } = self;
        let of = Word(match (of_pieces, of_directions) {
            (true, _) => "of pieces",
            (_, true) => "of directions",
            _ => "of rows",
        });
        line("list", &[name, &of, fields, rows], to);
    }
}

impl Canonical for Row {
    fn write(&self, to: &mut Text<'_>) {
        let Self { name, values } = self;
        line("row", &[name, values], to);
    }
}

impl Canonical for Zone {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            name,
            of_player,
            list,
            start,
            sight,
            tags: _,
        } = self;
        let of = Word(if *of_player { "of player" } else { "of table" });
        line("zone", &[name, &of, list, start, sight], to);
    }
}

impl Canonical for Sight {
    fn write(&self, to: &mut Text<'_>) {
        to.words(match self {
            Self::Open => "seen by all",
            Self::Owner => "seen by owner",
            Self::Hidden => "seen by nobody",
        });
    }
}

impl Canonical for Memory {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            name,
            per,
            of_piece,
            among,
            second,
            ty,
            start,
            sight,
            passing,
            uncounted,
            live,
            tags: _,
        } = self;
        let of = Word(if *of_piece { "of piece" } else { "of game" });
        let read = Word(if *live { "read" } else { "never read" });
        // `Open` is the most common, and is omitted: the text of older rules stays the same.
        let mut parts: Vec<&dyn Canonical> = vec![name, per, &of, among, ty, start, &read];
        if *sight != Sight::Open {
            parts.push(sight);
        }
        if let Some(second) = second {
            parts.push(second);
        }
        // A passing value is never counted anyway.
        if *uncounted && !passing {
            parts.push(&Word("not counted"));
        }
        line("remember", &parts, to);
    }
}

impl Canonical for SecondDomain {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            finite_domain,
            among,
            members: _,
        } = self;
        to.form("pairs-with", &[finite_domain, among]);
    }
}

impl Canonical for MemberBits {
    fn write(&self, to: &mut Text<'_>) {
        let [first, rest @ ..] = &self.0;
        first.write(to);
        // Lists once had at most 64 rows: the text of those stays the same.
        for (at, bits) in rest.iter().enumerate().filter(|(_, bits)| **bits != 0) {
            to.form("further", &[&at, bits]);
        }
    }
}

impl Canonical for MemoryType {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Num => to.words("number"),
            Self::Truth => to.words("truth"),
            Self::Seat => to.words("player"),
            Self::Row(list) => to.form("row", &[list]),
            Self::Points => to.words("points"),
        }
    }
}

impl Canonical for FiniteDomain {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Players => to.words("players"),
            Self::Rows(list) => to.form("rows", &[list]),
        }
    }
}

impl Canonical for ScriptFn {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            name,
            file,
            params,
            result,
            reads,
            changes_kinds,
            changes_memories,
            changes_zones,
            tags: _,
            span: _,
        } = self;
        let reads = With(|to: &mut Text<'_>| match reads {
            Some((memories, zones)) => to.form("reads", &[memories, zones]),
            None => to.words("(reads all)"),
        });
        let changes = With(|to: &mut Text<'_>| {
            to.form("changes", &[changes_kinds, changes_memories, changes_zones]);
        });
        line(
            "script",
            &[name, file, params, result, &reads, &changes],
            to,
        );
    }
}

impl Canonical for ScriptType {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Number => to.words("number"),
            Self::Truth => to.words("truth"),
            Self::Player => to.words("player"),
            Self::Point => to.words("point"),
            Self::Points => to.words("points"),
            Self::Kind => to.words("kind"),
            Self::Row(list) => to.form("row", &[list]),
        }
    }
}

/// Writes an identity as the name of its entry.
macro_rules! named {
    ($($id:ty: $all:ident;)*) => {$(
        impl Canonical for $id {
            fn write(&self, to: &mut Text<'_>) {
                let model = to.model;
                model.$all.get(self.index()).map(|it| &it.name).write(to);
            }
        }
    )*};
}

named! {
    KindId: kinds;
    FormationId: lines;
    DrawingId: drawings;
    MemoryId: memories;
    ListId: lists;
    ZoneId: zones;
    ScriptId: scripts;
}

impl Canonical for SeatId {
    fn write(&self, to: &mut Text<'_>) {
        let model = to.model;
        model.players.get(self.index()).write(to);
    }
}

impl Canonical for LayerId {
    fn write(&self, to: &mut Text<'_>) {
        let model = to.model;
        model.layers.get(self.index()).write(to);
    }
}

impl Canonical for PhaseId {
    fn write(&self, to: &mut Text<'_>) {
        let model = to.model;
        model.phases.get(self.index()).write(to);
    }
}

impl Canonical for ArgId {
    fn write(&self, to: &mut Text<'_>) {
        to.form("arg", &[&self.index()]);
    }
}

/// A declared move is written by its name, which all moves made of it share.
impl Canonical for RuleId {
    fn write(&self, to: &mut Text<'_>) {
        let model = to.model;
        let made = model.moves.iter().find(|mv| mv.rule == *self);
        match made {
            Some(mv) => mv.name.write(to),
            None => to.words("(never asked)"),
        }
    }
}
