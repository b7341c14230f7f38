//! Positions spelled out, back into words, and handed to scripts.

use super::machine::{Env, Failed, Registers};
use super::state::State;
use crate::model::{
    MemoryId, MemoryType, Point, PointSet, RowId, ScriptType, SeatId, Value, ZoneId,
};
use crate::rules::op::{Call, CallArg};
use crate::rules::{Answer, Change, Layout, Piece, Rules, Table, words_of};

/// Spells the words of a state out.
pub(super) fn spelled(rules: &Rules, env: Env<'_>) -> Table {
    let model = rules.model();
    let mut table = Table::bare(model);
    table.me = SeatId(u8::try_from(env.me).unwrap_or(0));
    table.last = env.last;
    for (kind, owner, word) in rules.layout.masks() {
        for point in super::legal::bits(&env.words[word..word + rules.layout.width]) {
            let point = Point(u16::try_from(point).unwrap_or(u16::MAX));
            let spot = table.spot(model.layer_of(kind), point);
            if let Some(place) = table.pieces.get_mut(spot) {
                *place = Some(Piece { kind, owner });
            }
        }
    }
    for (id, owners) in (0u8..).map(ZoneId).zip(&mut table.zones) {
        let (first, rows) = rules.layout.zone(id);
        for (owner, counts) in owners.iter_mut().enumerate() {
            let at = first + owner * rows;
            counts.copy_from_slice(&env.words[at..at + rows]);
        }
    }
    for (id, memory) in (0u16..).map(MemoryId).zip(&model.memories) {
        let Some((first, size)) = rules.layout.memory(id) else {
            continue;
        };
        let values = &mut table.memories[usize::from(id.0)];
        for (copy, value) in values.iter_mut().enumerate() {
            let at = first + copy * size;
            *value = value_of(rules, memory.ty, &env.words[at..at + size]);
        }
    }
    table
}

fn value_of(rules: &Rules, ty: MemoryType, words: &[u64]) -> Value {
    match ty {
        MemoryType::Num => Value::Num(words[0].cast_signed()),
        MemoryType::Truth => Value::Truth(words[0] != 0),
        MemoryType::Seat => Value::Seat(seat_of(words[0].cast_signed() - 1)),
        MemoryType::Row(list) => Value::Row(list, row_of(words[0].cast_signed() - 1)),
        MemoryType::Points => Value::Points(points_of(rules, words)),
    }
}

fn seat_of(number: i64) -> Option<SeatId> {
    u8::try_from(number).ok().map(SeatId)
}

fn row_of(number: i64) -> Option<RowId> {
    u8::try_from(number).ok().map(RowId)
}

fn points_of(rules: &Rules, words: &[u64]) -> PointSet {
    let mut points = PointSet::with_capacity(rules.layout.points);
    super::legal::bits(words)
        .map(|p| p as usize)
        .filter(|p| *p < rules.layout.points)
        .for_each(|p| points.insert(p));
    points
}

/// Writes pieces, memories and who acts into a state.
pub(super) fn write(rules: &Rules, table: &Table, state: &mut State) {
    state.words[Layout::ME] = u64::from(table.me.0);
    for (kind, owner, word) in rules.layout.masks() {
        state.words[word..word + rules.layout.width].fill(0);
        let first = table.spot(rules.model().layer_of(kind), Point(0));
        let pieces = table.pieces.iter().skip(first).take(table.points);
        let his = |(_, p): &(usize, &Option<Piece>)| **p == Some(Piece { kind, owner });
        for (at, _) in pieces.enumerate().filter(his) {
            state.words[word + at / 64] |= 1 << (at % 64);
        }
    }
    for (id, owners) in (0u8..).map(ZoneId).zip(&table.zones) {
        let (first, rows) = rules.layout.zone(id);
        for (owner, counts) in owners.iter().enumerate() {
            let at = first + owner * rows;
            state.words[at..at + rows].copy_from_slice(counts);
        }
    }
    for (id, values) in (0u16..).map(MemoryId).zip(&table.memories) {
        let Some((first, size)) = rules.layout.memory(id) else {
            continue;
        };
        for (copy, value) in values.iter().enumerate() {
            let at = first + copy * size;
            state.words[at..at + size].copy_from_slice(&words_of(value, size));
        }
    }
}

/// Asks a script for a number, or for something kept as one.
pub(super) fn ask_script(
    rules: &Rules,
    call: &Call,
    env: Env<'_>,
    registers: (&[u64], &[i64]),
) -> Result<i64, Failed> {
    match call_script(rules, call, env, registers)? {
        Answer::Value(Value::Num(n)) => Ok(n),
        Answer::Value(Value::Truth(value)) => Ok(i64::from(value)),
        Answer::Value(Value::Seat(seat)) => Ok(seat.map_or(-1, |s| i64::from(s.0))),
        Answer::Value(Value::Row(_, row)) => Ok(row.map_or(-1, |r| i64::from(r.0))),
        Answer::Value(Value::Point(point)) => Ok(point.map_or(-1, |p| i64::from(p.0))),
        Answer::Value(Value::Points(_) | Value::Kind(_)) | Answer::Changes(_) => Err(failed(
            rules,
            call,
            "the script yielded something else than a number",
        )),
    }
}

/// Runs the program of a script that changes the position, and returns what it wants changed.
pub(super) fn changes(rules: &Rules, program: u32, env: Env<'_>) -> Result<Vec<Change>, Failed> {
    let program = &rules.programs[program as usize];
    let mut registers = Registers::default();
    registers.begin(program, rules.layout.width);
    // The last op is the call itself; its arguments lie in the registers before it.
    registers.run(rules, program, program.ops.len().saturating_sub(1), env)?;
    let Some(call) = program.calls.last() else {
        return Ok(Vec::new());
    };
    match call_script(rules, call, env, registers.files())? {
        Answer::Changes(changes) => Ok(changes),
        Answer::Value(_) => Ok(Vec::new()),
    }
}

fn call_script(
    rules: &Rules,
    call: &Call,
    env: Env<'_>,
    (masks, numbers): (&[u64], &[i64]),
) -> Result<Answer, Failed> {
    let Some(host) = &rules.scripts else {
        return Err(failed(
            rules,
            call,
            "the rules name scripts, but none were loaded",
        ));
    };
    let width = rules.layout.width;
    let value = |arg: &CallArg| match *arg {
        CallArg::Points(reg) => {
            let at = usize::from(reg) * width;
            Value::Points(points_of(rules, &masks[at..at + width]))
        }
        CallArg::Kind(kind) => Value::Kind(kind),
        CallArg::Number(reg, ty) => {
            let number = numbers[usize::from(reg)];
            match ty {
                ScriptType::Truth => Value::Truth(number != 0),
                ScriptType::Player => Value::Seat(seat_of(number)),
                ScriptType::Row(list) => Value::Row(list, row_of(number)),
                ScriptType::Point => Value::Point(u16::try_from(number).ok().map(Point)),
                ScriptType::Number | ScriptType::Points | ScriptType::Kind => Value::Num(number),
            }
        }
    };
    let args: Vec<Value> = call.args.iter().map(value).collect();
    host.call(call.script, &args, &spelled(rules, env))
        .map_err(|why| failed(rules, call, &why))
}

/// Tells a failure with the clauses of the rule that called the script, where the script's own are not known.
fn failed(rules: &Rules, call: &Call, why: &str) -> Failed {
    let model = rules.model();
    let own = &model.scripts[usize::from(call.script.0)].tags;
    let mut tags: Vec<&str> = Vec::new();
    for tag in call.by.tags.iter().filter(|_| own.is_empty()) {
        if !tags.contains(&model.tag(*tag)) {
            tags.push(model.tag(*tag));
        }
    }
    let clauses = if tags.is_empty() {
        String::new()
    } else {
        format!(" ({})", tags.join(", "))
    };
    Failed {
        why: format!("{why}{clauses}"),
        span: call.by.span,
    }
}
