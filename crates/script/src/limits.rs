//! The limits of scripts: of one call, and of a file.
//!
//! They are the same in every build. None is a time limit, so a script stops at the same place on every machine.

/// The most operations of one call.
pub(super) const OPERATIONS: u64 = 100_000;
/// The deepest nesting of calls. It fits the 2 MiB stack of a thread in a debug build.
pub(super) const CALLS: usize = 16;
/// The deepest nesting of expressions and blocks.
pub(super) const DEPTH: usize = 40;
/// The most bytes of a text.
pub(super) const TEXT: usize = 4096;
/// The most entries of a list, including those of nested lists.
pub(super) const LIST: usize = 512;
/// The most entries of a map, including those of nested maps.
pub(super) const MAP: usize = 128;
/// The most variables of a function at one time.
pub(super) const VARIABLES: usize = 128;
/// The most functions of a file.
pub(super) const FUNCTIONS: usize = 256;
/// The most bytes of a file.
pub(super) const FILE: usize = 256 * 1024;

/// The limits for the documentation: name and value.
pub(super) const LIMITS: [(&str, u64); 9] = [
    ("operations of one call", OPERATIONS),
    ("calls within each other", CALLS as u64),
    ("expressions and blocks within each other", DEPTH as u64),
    ("bytes of a text", TEXT as u64),
    ("entries of a list", LIST as u64),
    ("entries of a map", MAP as u64),
    ("variables of a function at once", VARIABLES as u64),
    ("functions of a file", FUNCTIONS as u64),
    ("bytes of a file", FILE as u64),
];
