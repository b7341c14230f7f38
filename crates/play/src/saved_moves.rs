//! The long part of a save: its moves, read up to a limit and hashed without a copy.

use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

/// The most moves of a save that is loaded, since all of them are replayed.
pub(super) const MOST_MOVES: usize = 1_000_000;

/// The actor and the text of each ply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub(super) struct PlayedMoves {
    pub(super) list: Vec<(String, String)>,
    /// The text had more moves than the limit; the list ends there.
    #[serde(skip)]
    pub(super) is_cut: bool,
}

impl<'de> Deserialize<'de> for PlayedMoves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Moves;
        impl<'de> Visitor<'de> for Moves {
            type Value = PlayedMoves;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a list of moves")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut moves: A) -> Result<PlayedMoves, A::Error> {
                let mut list = Vec::new();
                while list.len() < MOST_MOVES {
                    let Some(pair) = moves.next_element()? else {
                        return Ok(PlayedMoves {
                            list,
                            is_cut: false,
                        });
                    };
                    list.push(pair);
                }
                // The remaining moves are skipped.
                let mut is_cut = false;
                while moves.next_element::<IgnoredAny>()?.is_some() {
                    is_cut = true;
                }
                Ok(PlayedMoves { list, is_cut })
            }
        }
        deserializer.deserialize_seq(Moves)
    }
}

/// A writer that hashes its input.
#[derive(Default)]
pub(super) struct HashWriter(Xxh3);

impl HashWriter {
    /// Returns the hash of everything that was written.
    pub(super) fn digest(&self) -> u64 {
        self.0.digest()
    }
}

impl std::io::Write for HashWriter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
