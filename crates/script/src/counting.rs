//! Counts how often each statement of a script ran, and how often each condition held and failed.
//!
//! Rhai does not report the value of a condition: its debugger stops at places, and costs time in every call. So Linstock
//! compiles a script a second time, with a counting call at each place. This copy runs in addition to the script itself and
//! only while counting is on; its result is not used.

use super::places::{ScriptPlace, ScriptPlaceSort, script_places};
use super::{limits, sandbox};
use linstock_base::{FileId, Span};
use linstock_engine::ir::{ScriptCount, ScriptCounted};
use rhai::{AST, Dynamic, Engine, OptimizationLevel};
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The function that counts a statement.
const RAN: &str = "linstock_ran";
/// The function that counts a condition.
const DECIDED: &str = "linstock_decided";
/// A counting script may take this many times the operations of a normal one.
const OPERATIONS: u64 = 8;

/// The counting copies of a ruleset's scripts.
#[derive(Debug)]
pub(super) struct CountingScripts {
    pub(super) engine: Engine,
    /// One per file; `None` for a file whose copy does not compile.
    pub(super) files: Vec<Option<AST>>,
    counted: Vec<CountedPlace>,
    counts: Arc<Vec<PlaceCounts>>,
}

#[derive(Clone, Copy, Debug)]
struct CountedPlace {
    span: Span,
    is_condition: bool,
}

/// How often a statement ran, or a condition held, and how often a condition failed.
#[derive(Default, Debug)]
struct PlaceCounts {
    held: AtomicU64,
    failed: AtomicU64,
}

impl CountingScripts {
    /// Compiles the texts of script files.
    pub(super) fn of<'t>(texts: impl Iterator<Item = (FileId, &'t str)>) -> Self {
        let mut counted = Vec::new();
        let counting: Vec<String> = texts.map(|text| instrumented(text, &mut counted)).collect();
        let counts: Vec<_> = counted.iter().map(|_| PlaceCounts::default()).collect();
        let counts = Arc::new(counts);
        let mut engine = sandbox::engine();
        engine
            .set_max_operations(limits::OPERATIONS * OPERATIONS)
            .set_max_expr_depths(0, 0)
            .set_optimization_level(OptimizationLevel::None);
        count_with(&mut engine, &counts);
        let files = counting.iter().map(|text| engine.compile(text).ok());
        let files = files.collect();
        Self {
            engine,
            files,
            counted,
            counts,
        }
    }

    /// Returns the counts of each place.
    pub(super) fn counts(&self) -> Vec<ScriptCount> {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let all = self.counted.iter().zip(self.counts.iter());
        let all = all.map(|(place, counts)| {
            let (held, failed) = (read(&counts.held), read(&counts.failed));
            let counted = match place.is_condition {
                true => ScriptCounted::Condition { held, failed },
                false => ScriptCounted::Statement(held),
            };
            let span = place.span;
            ScriptCount { span, counted }
        });
        all.collect()
    }
}

/// Registers the counting functions.
fn count_with(engine: &mut Engine, counts: &Arc<Vec<PlaceCounts>>) {
    let add = |counts: &[PlaceCounts], at: i64, held: bool| {
        let place = usize::try_from(at).ok().and_then(|at| counts.get(at));
        if let Some(place) = place {
            let count = if held { &place.held } else { &place.failed };
            count.fetch_add(1, Ordering::Relaxed);
        }
    };
    let all = Arc::clone(counts);
    engine.register_fn(RAN, move |at: i64| add(&all, at, true));
    let all = Arc::clone(counts);
    engine.register_fn(DECIDED, move |at: i64, value: Dynamic| {
        if let Ok(held) = value.as_bool() {
            add(&all, at, held);
        }
        value
    });
}

/// Returns a text with counting calls; adds its places to `counted`.
fn instrumented((file, text): (FileId, &str), counted: &mut Vec<CountedPlace>) -> String {
    let mut begins = Vec::new();
    let mut ends = Vec::new();
    for ScriptPlace { bytes, sort } in script_places(text) {
        let at = counted.len();
        let (begin, end, is_condition) = match sort {
            ScriptPlaceSort::Statement => (format!("{RAN}({at});"), "", false),
            ScriptPlaceSort::Arm => (format!("{{{RAN}({at});"), "}", false),
            ScriptPlaceSort::Condition(_) => (format!("{DECIDED}({at},("), "))", true),
            ScriptPlaceSort::Number | ScriptPlaceSort::Sign(_) => continue,
        };
        counted.push(CountedPlace {
            span: Span::new(file, bytes.start, bytes.end),
            is_condition,
        });
        // A place within another begins after it, and ends before it.
        let length = bytes.len();
        begins.push((bytes.start, is_condition, Reverse(length), begin));
        ends.push((bytes.end, length, end));
    }
    begins.sort();
    ends.sort();
    let mut begins = begins.into_iter().peekable();
    let mut ends = ends.into_iter().peekable();
    let mut written = String::new();
    for (at, c) in text.char_indices() {
        while let Some((.., end)) = ends.next_if(|(end, ..)| *end <= at) {
            written.push_str(end);
        }
        while let Some((.., begin)) = begins.next_if(|(begin, ..)| *begin <= at) {
            written.push_str(&begin);
        }
        written.push(c);
    }
    ends.for_each(|(.., end)| written.push_str(end));
    written
}

#[cfg(test)]
mod tests {
    use super::instrumented;
    use linstock_base::Sources;

    #[test]
    fn what_counts_lies_around_the_places() {
        let text = "fn f(a) { if a && b { g() } switch a { 1 => 2, _ => { 3 } } }";
        let file = Sources::new().add("f.rhai", text);
        let mut counted = Vec::new();
        assert_eq!(
            instrumented((file, text), &mut counted),
            "fn f(a) { linstock_ran(4);if linstock_decided(0,(linstock_decided(1,(a)) && linstock_decided(2,(b)))) \
             { linstock_ran(3);g() } linstock_ran(7);switch a { 1 => {linstock_ran(5);2}, _ => { linstock_ran(6);3 } } }"
        );
        assert_eq!(counted.len(), 8);
    }
}
