//! The virtual machine: plays compiled rules ([`CompiledRules`](crate::ir::CompiledRules)) on positions.
//!
//! It takes rules and a [`Position`], and returns the turn, the legal moves, the position after a move, and the result:
//!
//! ```text
//! let mut position = rules.start()?;
//! rules.moves_into(&position, &mut moves)?;
//! rules.advance(&mut position, moves.get(0)?, &mut moves)?;   // plays the move, then lists the next ones
//! ```
//!
//! `interpreter/` computes masks and numbers, and changes nothing. `executor/` runs instructions from one decision point
//! to the next, and keeps simultaneous choices secret until all are made. `legal_moves/` lists moves, `multisets.rs`
//! numbers the multisets that a move can draw, `postconditions.rs` tries out moves (`leaves`), `series.rs` finds the
//! longest series of moves, `script_calls.rs` calls scripts, and `history.rs` holds earlier positions.
//!
//! The crate `linstock-lanes` plays many games at once. Only that crate and `executor/` change positions.
//!
//! Each request has a `Fuel` of operations, which every loop uses: so every request ends.
//!
//! Nothing here uses random numbers, a clock, files or name look-ups. Chance is a decision point: the caller picks.

mod apply;
pub mod arrays;
mod executor;
mod fuel;
pub mod history;
mod information_state;
pub mod interpreter;
mod legal_moves;
mod multisets;
mod outcomes;
pub mod position;
mod postconditions;
mod program_failure;
mod queries;
mod script_calls;
mod series;
mod setup;
mod template_pair;
mod trace;
mod turn;

pub use crate::ir::{Piece, SpelledPosition};
pub use executor::{HandOver, RunPoint};
pub use fuel::{Fuel, SCRIPT_OPERATION};
pub use legal_moves::MoveList;
pub use position::GameEnd;
pub use position::{Fault, Move, Position, Turn};
pub use template_pair::TemplatePair;
pub use trace::TracedSteps;

use linstock_model::SeatId;

/// Returns the `SeatId` of a seat. The limit on players is far below 256.
///
/// # Panics
/// If the seat does not fit in 8 bits.
#[must_use]
pub fn seat_id(seat: usize) -> SeatId {
    SeatId(u8::try_from(seat).expect("a seat has a number of 8 bits"))
}

/// Hashes the words of two rows, one after the other, with XXH3 (64 bits). The bytes are little-endian, so that the hash
/// is the same on every machine.
fn hash_words(rows: [&[u64]; 2], pc: u32) -> u64 {
    /// The number of words per call of `update`: a call costs as much as several words.
    const AT_A_TIME: usize = 32;
    let mut hasher = xxhash_rust::xxh3::Xxh3::new();
    hasher.update(&pc.to_le_bytes());
    for words in rows.into_iter().flat_map(|row| row.chunks(AT_A_TIME)) {
        let mut bytes = [[0; size_of::<u64>()]; AT_A_TIME];
        for (bytes, word) in bytes.iter_mut().zip(words) {
            *bytes = word.to_le_bytes();
        }
        hasher.update(bytes[..words.len()].as_flattened());
    }
    hasher.digest()
}
