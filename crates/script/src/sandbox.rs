//! The sandbox: a Rhai engine with only our own functions, under the limits of `limits.rs`.

use super::api;
use super::limits::{CALLS, DEPTH, FUNCTIONS, LIST, MAP, OPERATIONS, TEXT, VARIABLES};
use rhai::{Engine, OptimizationLevel};
use std::cell::Cell;

/// Disabled keywords of Rhai: they reach outside the sandbox, or call functions that no check can know beforehand.
pub(super) const FORBIDDEN: [&str; 8] = [
    "import", "export", "eval", "print", "debug", "Fn", "curry", "call",
];

/// The fixed seed of Rhai's hashes, so that all runs are equal.
const HASHING_SEED: [u64; 4] = [0x6c69_6e73, 0x746f_636b, 0x7363_7269, 0x7074_7321];

/// The operations between two counts: the engine reports progress after each such step.
const COUNTED: u64 = 64;

thread_local! {
    /// The operations counted so far for the call that runs on this thread.
    static OPERATIONS_DONE: Cell<u64> = const { Cell::new(0) };
}

/// Begins to count the operations of a call; returns a value for `end_count`.
pub(super) fn begin_count() -> u64 {
    OPERATIONS_DONE.replace(0)
}

/// Ends the count; returns the operations of the call, rounded up to a whole step.
pub(super) fn end_count(before: u64) -> usize {
    let done = OPERATIONS_DONE.replace(before) + COUNTED;
    usize::try_from(done).unwrap_or(usize::MAX)
}

/// Makes an engine with the limits and the functions of `api`.
pub(super) fn engine() -> Engine {
    // This fails if the seed is already set, but then it has the same value.
    let _ = rhai::config::hashing::set_hashing_seed(Some(HASHING_SEED));
    let mut engine = Engine::new_raw();
    engine
        .set_max_operations(OPERATIONS)
        .set_max_call_levels(CALLS)
        .set_max_expr_depths(DEPTH, DEPTH)
        .set_max_string_size(TEXT)
        .set_max_array_size(LIST)
        .set_max_map_size(MAP)
        .set_max_variables(VARIABLES)
        .set_max_functions(FUNCTIONS)
        .set_max_modules(0)
        .set_strict_variables(true)
        .set_fail_on_invalid_map_property(true)
        .set_allow_anonymous_fn(false)
        .set_optimization_level(OptimizationLevel::Simple);
    engine.on_progress(|operations| {
        if operations % COUNTED == 0 {
            OPERATIONS_DONE.set(operations);
        }
        None
    });
    for word in FORBIDDEN {
        engine.disable_symbol(word);
    }
    api::add_to(&mut engine);
    engine
}
