//! Converts values to Rhai values and back.

use super::basics::Verdict;
use super::points::Points;
use super::world::{Native, World};
use linstock_model::{FiniteDomain, Memory, MemoryType, RowId, ScriptType, SeatId, Value};
use rhai::{Array, Dynamic, EvalAltResult, ImmutableString};
use std::sync::Arc;

/// Converts a value to a Rhai value: a name becomes a text; no player and no point become `()`.
pub(super) fn to_script(world: &Arc<World>, value: &Value) -> Dynamic {
    match value {
        Value::Num(n) => (*n).into(),
        Value::Truth(truth) => (*truth).into(),
        Value::Seat(seat) => seat.map_or(Dynamic::UNIT, |s| world.player_name(s).into()),
        Value::Row(list, row) => row.map_or(Dynamic::UNIT, |r| world.row_name(*list, r).into()),
        Value::Point(point) => point.map_or(Dynamic::UNIT, |p| world.point_name(p).into()),
        Value::Points(points) => Dynamic::from(Points::new(points.clone(), world)),
        Value::Kind(kind) => world.kind_name(*kind).into(),
    }
}

/// Converts the result of a script to a value of a type.
pub(super) fn from_script(world: &Arc<World>, ty: ScriptType, value: &Dynamic) -> Native<Value> {
    let wrong = || -> Box<EvalAltResult> {
        let found = type_word(value);
        format!("it yields {found} where the rules declare {}", declared(ty)).into()
    };
    let text = |value: &Dynamic| value.clone().into_immutable_string().map_err(|_| wrong());
    Ok(match ty {
        ScriptType::Number => Value::Num(value.as_int().map_err(|_| wrong())?),
        ScriptType::Truth => Value::Truth(truth(value).ok_or_else(wrong)?),
        ScriptType::Player if value.is_unit() => Value::Seat(None),
        ScriptType::Player => Value::Seat(Some(world.seat(&text(value)?)?)),
        ScriptType::Row(list) if value.is_unit() => Value::Row(list, None),
        ScriptType::Row(list) => Value::Row(list, Some(world.row(list, &text(value)?)?)),
        ScriptType::Point if value.is_unit() => Value::Point(None),
        ScriptType::Point => Value::Point(Some(world.point(&text(value)?)?)),
        ScriptType::Points => Value::Points(points(world, value)?.ok_or_else(wrong)?.set),
        ScriptType::Kind => Value::Kind(world.kind(&text(value)?)?),
    })
}

/// Converts a Rhai value to a value of a memory's type.
pub(super) fn for_memory(world: &Arc<World>, memory: &Memory, value: &Dynamic) -> Native<Value> {
    let ty = match memory.ty {
        MemoryType::Num => ScriptType::Number,
        MemoryType::Truth => ScriptType::Truth,
        MemoryType::Seat => ScriptType::Player,
        MemoryType::Row(list) => ScriptType::Row(list),
        MemoryType::Points => ScriptType::Points,
    };
    from_script(world, ty, value).map_err(|_| {
        format!(
            "`{}` remembers {}, found {}",
            memory.name,
            declared(ty),
            type_word(value)
        )
        .into()
    })
}

/// Returns the index of a memory's subject. The caller must name the subject if and only if the memory has a value per subject.
pub(super) fn whose(world: &World, memory: &Memory, of: Option<&str>) -> Native<Option<usize>> {
    let name = &memory.name;
    let member = |finite_domain, name: &str| match finite_domain {
        FiniteDomain::Players => world.seat(name).map(SeatId::index),
        FiniteDomain::Rows(list) => world.row(list, name).map(RowId::index),
    };
    if let (Some(per), Some(second)) = (memory.per, &memory.second) {
        let Some((first, other)) = of.and_then(|of| of.split_once(" of ")) else {
            let message =
                format!("`{name}` is remembered of two; name both, as in \"ann of ones\"");
            return Err(message.into());
        };
        let (first, other) = (member(per, first)?, member(second.finite_domain, other)?);
        return Ok(Some(first * second.members + other));
    }
    match (memory.per, of) {
        (Some(finite_domain), Some(name)) => member(finite_domain, name).map(Some),
        (None, Some(point)) if memory.of_piece => world.point(point).map(|p| Some(p.index())),
        (None, None) if !memory.of_piece => Ok(None),
        (_, None) => Err(format!("`{name}` is remembered of each; say of whom or what").into()),
        (None, Some(_)) => Err(format!(
            "`{name}` is remembered once, not of each; leave the second name out"
        )
        .into()),
    }
}

/// Converts a set, a point or a list of points to a set of points.
pub(super) fn points(world: &Arc<World>, value: &Dynamic) -> Native<Option<Points>> {
    if let Some(points) = value.read_lock::<Points>() {
        return Ok(Some(points.clone()));
    }
    let mut set = world.nothing();
    let mut add = |name: &str| world.point(name).map(|p| set.insert(p.index()));
    if let Some(name) = value.read_lock::<ImmutableString>() {
        add(&name)?;
    } else if let Some(list) = value.read_lock::<Array>() {
        for entry in list.iter() {
            match entry.read_lock::<ImmutableString>() {
                Some(name) => add(&name)?,
                None => return Ok(None),
            }
        }
    } else {
        return Ok(None);
    }
    Ok(Some(Points::new(set, world)))
}

fn truth(value: &Dynamic) -> Option<bool> {
    let verdict = value.read_lock::<Verdict>().map(|v| v.yes);
    verdict.or_else(|| value.as_bool().ok())
}

fn declared(ty: ScriptType) -> &'static str {
    match ty {
        ScriptType::Number => "a number",
        ScriptType::Truth => "a truth",
        ScriptType::Player => "a player",
        ScriptType::Point => "a point",
        ScriptType::Points => "points",
        ScriptType::Kind => "a kind of piece",
        ScriptType::Row(_) => "a row of a list",
    }
}

fn type_word(value: &Dynamic) -> String {
    super::type_words::type_word(value.type_name())
}
