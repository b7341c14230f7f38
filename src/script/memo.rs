//! Answers of scripts that are remembered: a call with the same arguments in a position that is the same where the function
//! looks need not run again.
//!
//! A function is deterministic: what it gives depends on the player who acts, its arguments, and the words of the position that
//! it reads. Its [`Footprint`] collects those words over all calls. The key of an answer is the player, the arguments, and the
//! values of all words of the footprint, compared whole. A call that reads a word that no call before has read makes the
//! footprint larger; answers that were kept with shorter keys are dropped then. So a remembered answer is always the one that
//! a call would give, on any thread and in any order. (Memoisation with dependencies that are found while running:
//! Acar, Blelloch, Harper, "Selective Memoization", 2003.)

use crate::ir::{ScriptAnswer, WordsView};
use crate::model::Value;
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::Hasher;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, TryLockError};

/// So many answers are kept of a function, at most: `WAYS` in each of some sets.
const SLOTS: usize = SETS * WAYS;
const SETS: usize = 512;
/// An answer may lie in one of so many places.
const WAYS: usize = 4;

/// The words of a position that a function has read, in any of its calls.
#[derive(Debug)]
pub(super) struct Footprint {
    /// A bit for each word of a position.
    words: Box<[AtomicU64]>,
    /// How often it became larger.
    version: AtomicUsize,
}

impl Footprint {
    /// Makes the empty footprint of a function, for positions of so many words.
    pub(super) fn new(words: usize) -> Self {
        Self {
            words: (0..words.div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
            version: AtomicUsize::new(0),
        }
    }

    /// Notes that the function reads some words.
    pub(super) fn mark(&self, words: Range<usize>) {
        for word in words {
            let (at, bit) = (word / 64, 1 << (word % 64));
            if self.words[at].load(Ordering::Relaxed) & bit == 0 {
                self.words[at].fetch_or(bit, Ordering::Relaxed);
                self.version.fetch_add(1, Ordering::Release);
            }
        }
    }

    fn version(&self) -> usize {
        self.version.load(Ordering::Acquire)
    }

    /// Returns the words, in their order.
    fn list(&self) -> impl Iterator<Item = usize> {
        (0usize..).zip(&self.words).flat_map(|(at, bits)| {
            let bits = bits.load(Ordering::Relaxed);
            (0..64)
                .filter(move |bit| bits >> bit & 1 != 0)
                .map(move |bit| at * 64 + bit)
        })
    }
}

/// The answers of one function that are remembered.
#[derive(Debug, Default)]
pub(super) struct Memo(Mutex<MemoTable>);

/// An answer, and the operations that the call took. A remembered one counts as many.
#[derive(Clone, Debug)]
pub(super) struct RememberedAnswer {
    pub(super) answer: ScriptAnswer,
    pub(super) operations: usize,
}

/// A call that may be remembered.
#[derive(Clone, Copy)]
pub(super) struct MemoCall<'a> {
    pub(super) footprint: &'a Arc<Footprint>,
    pub(super) args: &'a [Value],
    pub(super) at: WordsView<'a>,
}

#[derive(Debug, Default)]
struct MemoTable {
    /// The version of the footprint that `words` is of.
    version: usize,
    /// The words of the footprint.
    words: Vec<usize>,
    /// A set of places for each remainder of a key's hash (a set-associative cache).
    slots: Vec<Option<MemoSlot>>,
    /// How many answers were remembered: says which of the places of a full set is used again.
    remembered: usize,
}

#[derive(Debug)]
struct MemoSlot {
    key: MemoKey,
    answered: RememberedAnswer,
}

/// Enough for most functions without an allocation.
type MemoKey = SmallVec<[u64; 32]>;

impl Memo {
    /// Returns the answer to a call if it is remembered. Another thread that is at the table is not waited for.
    pub(super) fn recall(&self, call: MemoCall<'_>) -> Option<RememberedAnswer> {
        let table = self.0.try_lock().ok()?;
        if table.version != call.footprint.version() || table.slots.is_empty() {
            return None;
        }
        let key = table.key(call);
        let mut slots = table.slots[set(&key)].iter().flatten();
        let slot = slots.find(|slot| slot.key == key)?;
        Some(slot.answered.clone())
    }

    /// Remembers the answer to a call that has ended: all that it read is in the footprint by now.
    pub(super) fn remember(&self, call: MemoCall<'_>, answered: &RememberedAnswer) {
        let mut table = match self.0.try_lock() {
            Ok(table) => table,
            Err(TryLockError::WouldBlock | TryLockError::Poisoned(_)) => return,
        };
        table.keep_up(call.footprint);
        let key = table.key(call);
        table.remembered = table.remembered.wrapping_add(1);
        let any = table.remembered % WAYS;
        let slots = &mut table.slots[set(&key)];
        let place = slots.iter().position(Option::is_none).unwrap_or(any);
        slots[place] = Some(MemoSlot {
            key,
            answered: answered.clone(),
        });
    }
}

impl MemoTable {
    /// Takes the words of the footprint anew if it has grown, and drops what had shorter keys.
    fn keep_up(&mut self, footprint: &Footprint) {
        let version = footprint.version();
        if self.slots.is_empty() || self.version != version {
            // The version is read first: words that are added meanwhile lead here again.
            self.version = version;
            self.words = footprint.list().collect();
            self.slots = (0..SLOTS).map(|_| None).collect();
        }
    }

    fn key(&self, call: MemoCall<'_>) -> MemoKey {
        let mut key = MemoKey::new();
        key.push(call.at.me.index() as u64);
        call.args.iter().for_each(|arg| add_value(&mut key, arg));
        key.extend(self.words.iter().map(|&word| call.at.words[word]));
        key
    }
}

/// Returns the places in the table at which a key's answer may lie.
fn set(key: &MemoKey) -> Range<usize> {
    let mut hasher = FxHasher::default();
    key.iter().for_each(|&word| hasher.write_u64(word));
    let first = WAYS * usize::try_from(hasher.finish() % SETS as u64).unwrap_or(0);
    first..first + WAYS
}

/// Adds a value to a key. Arguments have fixed types, so values of different types never meet in one place; none is a number
/// that no value has.
fn add_value(key: &mut MemoKey, value: &Value) {
    let number = |number: Option<u64>| number.unwrap_or(u64::MAX);
    match value {
        Value::Num(n) => key.push(n.cast_unsigned()),
        Value::Truth(truth) => key.push(u64::from(*truth)),
        Value::Seat(seat) => key.push(number(seat.map(|s| u64::from(s.0)))),
        Value::Row(_, row) => key.push(number(row.map(|r| u64::from(r.0)))),
        Value::Point(point) => key.push(number(point.map(|p| u64::from(p.0)))),
        Value::Kind(kind) => key.push(u64::from(kind.0)),
        Value::Points(points) => key.extend(points.as_slice().iter().map(|&block| block as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Footprint, Memo, MemoCall, RememberedAnswer};
    use crate::ir::{ScriptAnswer, WordsView};
    use crate::model::{SeatId, Value};
    use std::sync::Arc;

    fn number(n: i64) -> RememberedAnswer {
        RememberedAnswer {
            answer: ScriptAnswer::Value(Value::Num(n)),
            operations: 64,
        }
    }

    fn recalled(memo: &Memo, call: MemoCall<'_>) -> Option<ScriptAnswer> {
        memo.recall(call).map(|answered| answered.answer)
    }

    #[test]
    fn an_answer_holds_where_all_words_that_were_read_are_the_same() {
        let (memo, footprint): (Memo, Arc<Footprint>) = (Memo::default(), Footprint::new(4).into());
        let call = |words: &'static [u64], me: u8| MemoCall {
            footprint: &footprint,
            args: &[Value::Truth(true)],
            at: WordsView {
                words,
                me: SeatId(me),
            },
        };
        footprint.mark(1..3);
        memo.remember(call(&[0, 1, 2, 3], 0), &number(5));
        let five = Some(number(5).answer);
        assert_eq!(recalled(&memo, call(&[9, 1, 2, 9], 0)), five);
        assert_eq!(recalled(&memo, call(&[0, 1, 9, 3], 0)), None);
        assert_eq!(recalled(&memo, call(&[0, 1, 2, 3], 1)), None);
    }

    #[test]
    fn answers_are_dropped_when_a_call_reads_more_than_before() {
        let (memo, footprint): (Memo, Arc<Footprint>) = (Memo::default(), Footprint::new(4).into());
        let call = |words: &'static [u64]| MemoCall {
            footprint: &footprint,
            args: &[],
            at: WordsView {
                words,
                me: SeatId(0),
            },
        };
        footprint.mark(1..2);
        memo.remember(call(&[0, 1, 2, 3]), &number(5));
        footprint.mark(3..4);
        assert_eq!(recalled(&memo, call(&[0, 1, 2, 3])), None);
        memo.remember(call(&[0, 1, 2, 4]), &number(6));
        assert_eq!(recalled(&memo, call(&[0, 1, 2, 3])), None);
        assert_eq!(recalled(&memo, call(&[7, 1, 7, 4])), Some(number(6).answer));
    }
}
