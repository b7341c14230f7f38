//! Lowers the model to the compiled rules: takes a [`Model`] and returns [`CompiledRules`], or diagnostics if something
//! exceeds a limit.
//!
//! The sequence of play becomes instructions (`stmt/`), once for each seat as `me`. At each decision point the offered
//! moves become move templates (`moves/`, `move_templates.rs`). Their conditions become nodes (`expr/`) of a value graph
//! (`value_graph/`), and the graph becomes a program (`emit.rs`).

mod body_starts;
mod choice_program;
mod constant_pool;
mod decision_points;
mod emit;
mod expr;
mod final_postconditions;
mod jumps;
mod limits;
mod move_templates;
mod moves;
mod repetition;
mod schedule;
mod shared_code;
mod stmt;
mod value_graph;

use crate::compile::constant_pool::ConstantPool;
use crate::compile::shared_code::Shared;
use crate::ir::instructions::{Instr, NumOperand};
use crate::ir::program::{FIXED_REGISTERS, Shift};
use crate::ir::{CompiledRules, Layout, ScriptHost, words_of};
use linstock_base::{CheckFuel, Diagnostic, Diagnostics, Span, TooMany};
use linstock_model::{ListId, MemoryId, Model, ZoneId};
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

/// Compiles a checked game.
///
/// # Errors
/// If the compiled rules exceed a limit, at the move, statement or score that is too large; or if moves have too many ways.
pub fn compile(
    model: Model,
    scripts: Option<Arc<dyn ScriptHost>>,
    fuel: &Rc<CheckFuel>,
) -> Result<CompiledRules, Diagnostics> {
    compile_with(model, scripts, (fuel, false))
}

/// Compiles rules so that all moves with equal texts are offered; normally only one of them is.
///
/// # Errors
/// If something is too large to compile, with its place.
pub fn compile_with_repeats(
    rules: &CompiledRules,
    fuel: &Rc<CheckFuel>,
) -> Result<CompiledRules, Diagnostics> {
    compile_with(rules.model.clone(), rules.scripts.clone(), (fuel, true))
}

fn compile_with(
    model: Model,
    scripts: Option<Arc<dyn ScriptHost>>,
    (fuel, with_repeats): (&Rc<CheckFuel>, bool),
) -> Result<CompiledRules, Diagnostics> {
    let layout = Layout::new(&model);
    let mut tables = ConstantPool::new(model.board.as_ref(), layout.width, fuel);
    let (everything, next) = ground(&model, &layout, &mut tables)?;
    let mut shared = Shared::offering(with_repeats);
    let SeatCode {
        code,
        scores,
        diagnostics,
    } = code_of_seats((&model, &layout), &mut tables, &mut shared)?;
    let words = shared.words.max(layout.control);
    let start = start_words(&model, &layout, words);
    let piece_memories = of_pieces(&model, &layout);
    let (picks, lookups) = (tables.picks.into_values(), tables.lookups.into_values());
    let constants = constant_words(&tables.constants.into_values(), layout.width);
    let Shared {
        programs,
        decision_points,
        transfers,
        ends,
        drawings,
        pictures,
        parts,
        takes,
        draws,
        must_messages,
        spans,
        tagged,
        statements_of,
        drops_repeats,
        counting_places,
        ..
    } = shared;
    let lists = ListId::all(model.lists.len());
    let packings = lists.map(|list| model.packing(list)).collect();
    let counts_choices = repetition::decides_choices(&model);
    let places = counting_places.of_instructions(spans.len());
    let rules = CompiledRules {
        model,
        layout,
        start,
        constants,
        next,
        picks,
        lookups,
        piece_memories,
        everything,
        programs,
        code,
        decision_points,
        drops_repeats,
        transfers,
        packings,
        ends,
        drawings,
        pictures,
        parts,
        takes,
        draws,
        must_messages,
        places_by_anchor: Vec::new(),
        scores,
        spans,
        tagged,
        statements_of,
        counts_choices,
        places,
        scripts,
        identity: OnceLock::new(),
    };
    let mut rules = diagnostics.into_result(rules)?;
    rules.programs.iter_mut().for_each(schedule::schedule);
    final_postconditions::mark(&mut rules);
    body_starts::note(&mut rules);
    Ok(rules)
}

/// The instructions and the score of each seat.
#[derive(Default)]
struct SeatCode {
    code: Vec<Vec<Instr>>,
    scores: Vec<NumOperand>,
    diagnostics: Diagnostics,
}

fn code_of_seats(
    (model, layout): (&Model, &Layout),
    tables: &mut ConstantPool,
    shared: &mut Shared,
) -> Result<SeatCode, Diagnostics> {
    let mut all = SeatCode::default();
    let fuel = Rc::clone(&tables.fuel);
    for me in model.seat_ids() {
        let mut emitter = stmt::StmtCompiler::new((model, layout), tables, shared, me);
        match emitter.game() {
            Ok((instructions, score)) => {
                all.code.push(instructions);
                all.scores.extend(score);
            }
            Err(diagnostic) => all.diagnostics.push(diagnostic),
        }
        if fuel.is_used_up() {
            // Code and diagnostics that were produced in the meantime may be wrong.
            return Err(fuel.failure().into());
        }
    }
    Ok(all)
}

/// Returns the words of all constant masks, with room for the registers that every program has.
fn constant_words(constants: &[Vec<u64>], width: usize) -> Vec<u64> {
    let count = constants.len().max(FIXED_REGISTERS);
    let mut words = constants.concat();
    words.resize(count * width, 0);
    words
}

/// Adds the constants that all rules need: the mask of all points, and a shift to each neighbour.
fn ground(
    model: &Model,
    layout: &Layout,
    tables: &mut ConstantPool,
) -> Result<(u16, Vec<Shift>), Diagnostic> {
    let span = model.play.first().map_or(Span::default(), |stmt| stmt.span);
    let mut tables_of_ground = || -> Result<_, TooMany> {
        limits::WORDS.check(layout.control)?;
        let everything = tables.everything()?;
        let steps = tables.steps.clone().into_iter();
        let next = steps.map(|(by, to)| tables.shift_to(by, &to));
        Ok((everything, next.collect::<Result<_, _>>()?))
    };
    tables_of_ground().map_err(|why| why.at(span))
}

/// Returns the word of the first point's value and the start value of each memory of pieces.
fn of_pieces(model: &Model, layout: &Layout) -> Vec<(usize, u64)> {
    let memories = MemoryId::all(model.memories.len()).zip(&model.memories);
    let kept = memories.filter(|(_, memory)| memory.of_piece);
    kept.filter_map(|(id, memory)| Some((layout.memory(id)?.0, words_of(&memory.start, 1)[0])))
        .collect()
}

/// Returns the words of a position before the first instruction.
fn start_words(model: &Model, layout: &Layout, words: usize) -> Vec<u64> {
    let mut start = vec![0; words];
    for (id, memory) in MemoryId::all(model.memories.len()).zip(&model.memories) {
        let Some((first, size)) = layout.memory(id) else {
            continue;
        };
        let copies = model.copies(memory);
        for copy in 0..copies {
            let at = first + copy * size;
            start[at..at + size].copy_from_slice(&words_of(&memory.start, size));
        }
    }
    for (id, zone) in ZoneId::all(model.zones.len()).zip(&model.zones) {
        let (first, rows) = layout.zone(id);
        let owners = if zone.of_player { model.seats() } else { 1 };
        for word in (first..first + rows * owners).step_by(rows) {
            let counts = zone.start.iter().map(|&n| u64::from(n));
            start[word..word + rows]
                .iter_mut()
                .zip(counts)
                .for_each(|(word, n)| *word = n);
        }
    }
    start
}
