//! Calls scripts: passes arguments and the position, and converts the answer.

use crate::ir::op::CallArg;
use crate::ir::program::{CallCode, InProgram};
use crate::ir::{CompiledRules, ScriptAnswer, ScriptChange, WordsView, points_of};
use crate::vm::fuel::SCRIPT_OPERATION;
use crate::vm::interpreter::{Env, Registers};
use crate::vm::program_failure::ProgramFailure;
use linstock_model::{Point, RowId, ScriptType, SeatId, Value};
use smallvec::SmallVec;
use std::cell::Cell;

/// Calls a script that returns a number, or a value that is stored as a number.
pub(crate) fn ask_script(
    rules: &CompiledRules,
    call: &CallCode,
    env: Env<'_>,
    registers: (&[u64], &[i64]),
) -> Result<i64, ProgramFailure> {
    match call_script(rules, call, env, registers)? {
        ScriptAnswer::Value(Value::Num(n)) => Ok(n),
        ScriptAnswer::Value(Value::Truth(value)) => Ok(i64::from(value)),
        ScriptAnswer::Value(Value::Seat(seat)) => Ok(seat.map_or(-1, |s| i64::from(s.0))),
        ScriptAnswer::Value(Value::Row(_, row)) => Ok(row.map_or(-1, |r| i64::from(r.0))),
        ScriptAnswer::Value(Value::Point(point)) => Ok(point.map_or(-1, |p| i64::from(p.0))),
        ScriptAnswer::No(_) => Ok(0),
        ScriptAnswer::Value(Value::Points(_) | Value::Kind(_)) | ScriptAnswer::Changes(_) => {
            Err(failure(
                rules,
                call,
                "the script returned something else than a number",
            ))
        }
    }
}

/// Calls a script that returns a set of points or at most one point, and adds the points to a mask.
pub(crate) fn ask_for_points(
    rules: &CompiledRules,
    call: &CallCode,
    (env, registers): (Env<'_>, (&[u64], &[i64])),
    words: &mut [u64],
) -> Result<(), ProgramFailure> {
    let mut add = |at: usize| words[at / 64] |= 1 << (at % 64);
    match call_script(rules, call, env, registers)? {
        ScriptAnswer::Value(Value::Points(points)) => points.ones().for_each(add),
        ScriptAnswer::Value(Value::Point(point)) => point.iter().for_each(|p| add(p.index())),
        ScriptAnswer::Value(_) | ScriptAnswer::No(_) | ScriptAnswer::Changes(_) => {
            let message = "the script returned something else than points";
            return Err(failure(rules, call, message));
        }
    }
    Ok(())
}

/// Runs the program of a script that changes the position, and returns the changes.
pub(super) fn changes(
    rules: &CompiledRules,
    program: u32,
    env: Env<'_>,
) -> Result<Vec<ScriptChange>, ProgramFailure> {
    let program = &rules.programs[program as usize];
    let mut registers = Registers::default();
    registers.begin(program, rules.layout.width);
    // The last run is the call itself; compute only its arguments here.
    registers.run(
        rules,
        program,
        program.schedule.runs.len().saturating_sub(1),
        env,
    )?;
    let Some(call) = program.calls.last() else {
        return Ok(Vec::new());
    };
    match call_script(rules, call, env, registers.files())? {
        ScriptAnswer::Changes(changes) => Ok(changes),
        ScriptAnswer::Value(_) | ScriptAnswer::No(_) => Ok(Vec::new()),
    }
}

/// Calls a script with arguments from the registers.
fn call_script(
    rules: &CompiledRules,
    call: &CallCode,
    env: Env<'_>,
    (masks, numbers): (&[u64], &[i64]),
) -> Result<ScriptAnswer, ProgramFailure> {
    let Some(host) = &rules.scripts else {
        return Err(failure(
            rules,
            call,
            "the rules name scripts, but none were loaded",
        ));
    };
    let at = WordsView {
        words: env.words,
        me: crate::vm::seat_id(env.me),
    };
    let operations = Cell::new(0);
    let words = argument_words(rules, call, (masks, numbers));
    let known = host.recall(call.script, &words, at, &operations);
    let answer = match known {
        Some(answer) => Ok(answer),
        None => {
            let args = arguments(rules, call, (masks, numbers));
            host.call(call.script, &args, at, &operations)
        }
    };
    // A failed call costs fuel too.
    env.fuel
        .spend(operations.get().saturating_mul(SCRIPT_OPERATION));
    env.fuel.check(|| call.by.span)?;
    answer.map_err(|message| failure(rules, call, &message))
}

/// Returns the arguments of a call as words.
fn argument_words(
    rules: &CompiledRules,
    call: &CallCode,
    (masks, numbers): (&[u64], &[i64]),
) -> SmallVec<[u64; 8]> {
    let width = rules.layout.width;
    let mut words = SmallVec::new();
    for arg in &call.args {
        match *arg {
            CallArg::Mask(reg) => {
                words.extend_from_slice(&masks[usize::from(reg) * width..][..width]);
            }
            CallArg::Kind(kind) => words.push(u64::from(kind.0)),
            CallArg::Number(reg, ScriptType::Truth) => {
                words.push(u64::from(numbers[usize::from(reg)] != 0));
            }
            CallArg::Number(reg, _) => words.push(numbers[usize::from(reg)].cast_unsigned()),
        }
    }
    words
}

/// Returns the arguments of a call.
fn arguments(
    rules: &CompiledRules,
    call: &CallCode,
    (masks, numbers): (&[u64], &[i64]),
) -> SmallVec<[Value; 4]> {
    let width = rules.layout.width;
    let value = |arg: &CallArg<InProgram>| match *arg {
        CallArg::Mask(reg) => {
            let at = usize::from(reg) * width;
            Value::Points(points_of(&masks[at..at + width], rules.layout.points))
        }
        CallArg::Kind(kind) => Value::Kind(kind),
        CallArg::Number(reg, ty) => {
            let number = numbers[usize::from(reg)];
            match ty {
                ScriptType::Truth => Value::Truth(number != 0),
                ScriptType::Player => Value::Seat(u8::try_from(number).ok().map(SeatId)),
                ScriptType::Row(list) => Value::Row(list, u8::try_from(number).ok().map(RowId)),
                ScriptType::Point => Value::Point(u16::try_from(number).ok().map(Point)),
                ScriptType::Number | ScriptType::Points | ScriptType::Kind => Value::Num(number),
            }
        }
    };
    call.args.iter().map(value).collect()
}

/// Creates a failure that names the clauses of the calling rule, unless the script has clauses of its own.
fn failure(rules: &CompiledRules, call: &CallCode, message: &str) -> ProgramFailure {
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
    ProgramFailure {
        message: format!("{message}{clauses}"),
        span: call.by.span,
    }
}
