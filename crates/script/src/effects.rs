//! `fx`: the changes that a script makes. They are recorded while it runs, and applied when it returns without an error.

use super::api_entry::{On, ScriptApiEntry, entry};
use super::convert;
use super::memo::Footprint;
use super::points::Points;
use super::world::{Native, World};
use linstock_engine::ir::{Piece, ScriptChange, WordsView};
use linstock_model::{KindId, LayerId, Point, ScriptFn, ScriptId, SeatId, ZoneId};
use rhai::{Array, Dynamic, Engine};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A recorder of changes. Clones share one list.
#[derive(Clone, Debug)]
pub(super) struct Effects(Arc<Recorded>);

#[derive(Debug)]
struct Recorded {
    world: Arc<World>,
    script: ScriptId,
    /// Records the words that decide which changes are possible.
    footprint: Arc<Footprint>,
    record: Mutex<Record>,
}

#[derive(Debug)]
struct Record {
    /// The words of the position with the changes applied.
    words: Box<[u64]>,
    changes: Vec<ScriptChange>,
}

/// The functions that change the position.
pub(super) const ENTRIES: [ScriptApiEntry; 7] = [
    entry!(
        On::Effects,
        "take(points)",
        "removes the pieces on the points, or on one point, from the board",
        take
    ),
    entry!(
        On::Effects,
        "put(kind, player, point)",
        "puts a piece of a player on an empty point",
        |fx: &mut Effects, kind: &str, player: &str, point: &str| put(
            fx,
            (kind, Some(player)),
            point
        )
    ),
    entry!(
        On::Effects,
        "put(kind, point)",
        "puts a piece without an owner on an empty point",
        |fx: &mut Effects, kind: &str, point: &str| put(fx, (kind, None), point)
    ),
    entry!(
        On::Effects,
        "relocate(point, point)",
        "moves the piece on the first point to the second, which must be empty",
        relocate
    ),
    entry!(
        On::Effects,
        "carry(row, from, to)",
        "moves a copy of a row from one zone to another; a zone is its name, or a list of its name and its owner",
        carry
    ),
    entry!(
        On::Effects,
        "set(name, value)",
        "sets a remembered value",
        |fx: &mut Effects, name: &str, value: Dynamic| set(fx, (name, None), value)
    ),
    entry!(
        On::Effects,
        "set(name, player, value)",
        "sets a remembered value of a player, of a row, of a pair of them or of the piece on a point",
        |fx: &mut Effects, name: &str, player: &str, value: Dynamic| set(
            fx,
            (name, Some(player)),
            value
        )
    ),
];

/// Registers functions that are not in the list of entries.
pub(super) fn add_to(engine: &mut Engine) {
    engine.register_type_with_name::<Effects>("fx").register_fn(
        "take",
        |fx: &mut Effects, point: &str| -> Native<()> {
            let Point(at) = fx.0.world.point(point)?;
            let mut set = fx.0.world.nothing();
            set.insert(usize::from(at));
            take(fx, Points::new(set, &fx.0.world))
        },
    );
}

impl Effects {
    /// Makes a recorder for a call.
    pub(crate) fn new(
        world: &Arc<World>,
        (script, footprint): (ScriptId, &Arc<Footprint>),
        at: WordsView<'_>,
    ) -> Self {
        Self(Arc::new(Recorded {
            world: Arc::clone(world),
            script,
            footprint: Arc::clone(footprint),
            record: Mutex::new(Record {
                words: at.words[..world.layout.control].into(),
                changes: Vec::new(),
            }),
        }))
    }

    /// Returns the recorded changes.
    pub(crate) fn changes(&self) -> Vec<ScriptChange> {
        std::mem::take(&mut self.record().changes)
    }

    /// Ignores poisoning: a panic cannot leave the list half written.
    fn record(&self) -> MutexGuard<'_, Record> {
        self.0.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn declared(&self) -> Option<&ScriptFn> {
        self.0.world.model.scripts.get(usize::from(self.0.script.0))
    }

    /// Returns an error if the rules do not let the function change a kind of piece.
    fn may_change(&self, kind: KindId) -> Native<()> {
        if self
            .declared()
            .is_some_and(|f| f.changes_kinds.contains(&kind))
        {
            return Ok(());
        }
        Err(self.undeclared(&self.0.world.kind_name(kind)))
    }

    fn undeclared(&self, name: &str) -> Box<rhai::EvalAltResult> {
        let function = self.declared().map_or("", |f| f.name.as_str());
        format!("the rules do not let `{function}` change `{name}`; where they declare it, add: changes {name}").into()
    }

    fn name(&self, at: usize) -> &str {
        self.0.world.points.get(at).map_or("", |n| n.as_str())
    }

    /// Returns the piece on a point of a layer, and the first word of its mask.
    fn on(&self, record: &Record, (layer, point): (LayerId, Point)) -> Option<(Piece, usize)> {
        let World { model, layout, .. } = &*self.0.world;
        let words = layout.stack_words(point);
        words.for_each(|word| self.0.footprint.mark(word..word + 1));
        let mut stack = layout.stack(&record.words, point);
        stack.find(|(piece, _)| model.layer_of(piece.kind) == layer)
    }

    /// Returns an error if a point of a layer is occupied.
    fn free(&self, record: &Record, (layer, point): (LayerId, Point)) -> Native<()> {
        match self.on(record, (layer, point)) {
            None => Ok(()),
            Some(_) => Err(format!(
                "{} is occupied, so nothing more can come there",
                self.name(point.index())
            )
            .into()),
        }
    }
}

impl Record {
    /// Sets or clears the bit of a point in the mask that begins at a word.
    fn flip(&mut self, mask: usize, point: Point) {
        self.words[mask + point.index() / 64] ^= 1 << (point.index() % 64);
    }
}

fn take(fx: &mut Effects, points: Points) -> Native<()> {
    let mut record = fx.record();
    let top = fx.0.world.model.top();
    for point in points.set.ones().filter_map(Point::nth) {
        if let Some((piece, mask)) = fx.on(&record, (top, point)) {
            record.flip(mask, point);
            fx.may_change(piece.kind)?;
        }
    }
    record.changes.push(ScriptChange::Take(points.set));
    Ok(())
}

fn put(fx: &mut Effects, (kind, player): (&str, Option<&str>), point: &str) -> Native<()> {
    let world = &fx.0.world;
    let (kind, point) = (world.kind(kind)?, world.point(point)?);
    let owner = player.map(|player| world.seat(player)).transpose()?;
    fx.may_change(kind)?;
    let declared = &world.model.kinds[kind.index()];
    match (declared.neutral, owner) {
        (true, Some(_)) => return Err(format!("`{}` belongs to nobody", declared.name).into()),
        (false, None) => return Err(format!("whose is the `{}`?", declared.name).into()),
        _ => {}
    }
    let mut record = fx.record();
    fx.free(&record, (declared.layer, point))?;
    record.flip(world.layout.mask(kind, owner), point);
    record.changes.push(ScriptChange::Put(kind, owner, point));
    Ok(())
}

fn relocate(fx: &mut Effects, from: &str, to: &str) -> Native<()> {
    let (from, to) = (fx.0.world.point(from)?, fx.0.world.point(to)?);
    let mut record = fx.record();
    let top = fx.0.world.model.top();
    let at = from.index();
    let Some((piece, mask)) = fx.on(&record, (top, from)) else {
        return Err(format!(
            "nothing stands on {}, so nothing can go from there",
            fx.name(at)
        )
        .into());
    };
    fx.may_change(piece.kind)?;
    fx.free(&record, (top, to))?;
    record.flip(mask, from);
    record.flip(mask, to);
    record.changes.push(ScriptChange::Move(from, to));
    Ok(())
}

fn set(fx: &mut Effects, (name, player): (&str, Option<&str>), value: Dynamic) -> Native<()> {
    let world = &fx.0.world;
    let (id, memory) = world.memory(name)?;
    if !fx
        .declared()
        .is_some_and(|f| f.changes_memories.contains(&id))
    {
        return Err(fx.undeclared(name));
    }
    let of = convert::whose(world, memory, player)?;
    let value = convert::for_memory(world, memory, &value)?;
    fx.record()
        .changes
        .push(ScriptChange::Remember(id, of, value));
    Ok(())
}

fn carry(fx: &mut Effects, row: &str, from: Dynamic, to: Dynamic) -> Native<()> {
    let (from, to) = (zone(fx, &from)?, zone(fx, &to)?);
    let model = &fx.0.world.model;
    let list = model.zone(from.0).list;
    if model.zone(to.0).list != list {
        return Err("these zones hold different things".into());
    }
    let row = fx.0.world.row(list, row)?;
    let mut record = fx.record();
    let at = |(zone, owner): (ZoneId, Option<SeatId>)| {
        let rows = fx.0.world.layout.rows(zone, owner.map_or(0, SeatId::index));
        rows.start + row.index()
    };
    fx.0.footprint.mark(at(from)..at(from) + 1);
    let Some(left) = record.words[at(from)].checked_sub(1) else {
        let (row, zone) = (model.row(list, row), &model.zone(from.0).name);
        return Err(format!("there is no `{row}` in `{zone}`").into());
    };
    record.words[at(from)] = left;
    record.words[at(to)] += 1;
    record
        .changes
        .push(ScriptChange::Transfer(row, 1, [from, to]));
    Ok(())
}

/// Finds a zone, `"deck"` or `["hand", "anna"]`; returns an error if the rules do not let the function change it.
fn zone(fx: &Effects, value: &Dynamic) -> Native<(ZoneId, Option<SeatId>)> {
    let text = |value: &Dynamic| value.clone().into_immutable_string().ok();
    let named = match value.read_lock::<Array>() {
        Some(parts) => match parts.as_slice() {
            [name, owner] => text(name).zip(Some(text(owner))),
            _ => None,
        },
        None => text(value).map(|name| (name, None)),
    };
    let Some((name, owner)) = named else {
        return Err("a zone is its name, or a list of its name and its owner".into());
    };
    let (id, owner) = fx.0.world.zone(&name, owner.as_deref())?;
    if fx.declared().is_some_and(|f| f.changes_zones.contains(&id)) {
        return Ok((id, owner));
    }
    Err(fx.undeclared(&name))
}
