//! Memoisation of script calls: a call with the same arguments need not run again if the words of the position that the function
//! reads are equal.
//!
//! A function is deterministic: its answer depends on the acting player, its arguments, and the words of the position that
//! it reads. All calls with the same player and arguments are a *group*; a group has the words that any of its calls has read.
//! The key of an answer is the group and the values of all these words, compared whole. When a call reads a new word, the group
//! grows by this word, and its older answers, which have shorter keys, are no longer found. So a memoised answer is always equal
//! to the answer of a real call, on any thread and in any order. (Memoisation with dynamic dependencies: Acar, Blelloch, Harper,
//! "Selective Memoization", 2003.)

use linstock_engine::ir::{ScriptAnswer, WordsView};
use linstock_model::Value;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::Hasher;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, TryLockError};

/// The most answers per function: `WAYS` in each set.
const SLOTS: usize = SETS * WAYS;
const SETS: usize = 512;
/// The number of slots in which the answer for a key may be.
const WAYS: usize = 4;
/// The most groups per function. All other calls share one group.
const MOST_GROUPS: usize = 512;

/// The words of a position that a call of a function reads.
#[derive(Debug)]
pub(super) struct Footprint {
    /// A bit for each word of a position.
    words: Box<[AtomicU64]>,
}

impl Footprint {
    /// Makes the empty footprint of a call, for positions of `words` words.
    pub(super) fn new(words: usize) -> Self {
        Self {
            words: (0..words.div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Records that the function reads some words.
    pub(super) fn mark(&self, words: Range<usize>) {
        for word in words {
            self.words[word / 64].fetch_or(1 << (word % 64), Ordering::Relaxed);
        }
    }

    /// Returns the words in ascending order.
    fn list(&self) -> impl Iterator<Item = usize> {
        (0usize..).zip(&self.words).flat_map(|(at, bits)| {
            let bits = bits.load(Ordering::Relaxed);
            (0..64)
                .filter(move |bit| bits >> bit & 1 != 0)
                .map(move |bit| at * 64 + bit)
        })
    }
}

/// The memoised answers of one function.
#[derive(Debug, Default)]
pub(super) struct Memo(Mutex<MemoTable>);

/// An answer, and the operations of the call. A memoised answer counts as the same number of operations.
#[derive(Clone, Debug)]
pub(super) struct RememberedAnswer {
    pub(super) answer: ScriptAnswer,
    pub(super) operations: usize,
}

/// A call: its arguments as words, and the position that it reads.
#[derive(Clone, Copy)]
pub(super) struct MemoCall<'a> {
    pub(super) args: &'a [u64],
    pub(super) at: WordsView<'a>,
}

#[derive(Debug, Default)]
struct MemoTable {
    /// The groups of calls, by acting player and arguments.
    groups: FxHashMap<MemoKey, CallGroup>,
    /// The group of all calls without a group of their own. Its keys also contain the player and the arguments.
    others: CallGroup,
    /// The number of group numbers in use so far.
    numbers: u64,
    /// A set of slots for each remainder of a key's hash (a set-associative cache).
    slots: Vec<Option<MemoSlot>>,
    /// The number of stored answers; it selects the slot of a full set to overwrite.
    remembered: usize,
}

/// Calls that differ only in the position.
#[derive(Clone, Debug, Default)]
struct CallGroup {
    /// The group's unique number; the group gets a new one whenever its words grow.
    number: u64,
    /// The words that any of its calls has read, in ascending order.
    words: Vec<usize>,
}

#[derive(Debug)]
struct MemoSlot {
    key: MemoKey,
    answered: RememberedAnswer,
}

/// The inline size lets most functions avoid an allocation.
type MemoKey = SmallVec<[u64; 32]>;

impl Memo {
    /// Returns the memoised answer to a call, if any. Does not wait for another thread that holds the table.
    pub(super) fn recall(&self, call: MemoCall<'_>) -> Option<RememberedAnswer> {
        let table = self.0.try_lock().ok()?;
        if table.slots.is_empty() {
            return None;
        }
        let key = table.key(call);
        let mut slots = table.slots[set(&key)].iter().flatten();
        let slot = slots.find(|slot| slot.key == key)?;
        Some(slot.answered.clone())
    }

    /// Stores the answer to a finished call, with the words that it has read.
    pub(super) fn remember(
        &self,
        call: MemoCall<'_>,
        (read, answered): (&Footprint, &RememberedAnswer),
    ) {
        let mut table = match self.0.try_lock() {
            Ok(table) => table,
            Err(TryLockError::WouldBlock | TryLockError::Poisoned(_)) => return,
        };
        if table.slots.is_empty() {
            table.slots.resize_with(SLOTS, || None);
        }
        table.add_reads(call, read);
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
    /// Adds the words that a call has read to its group; makes the group if there is room.
    fn add_reads(&mut self, call: MemoCall<'_>, read: &Footprint) {
        let is_full = self.groups.len() >= MOST_GROUPS;
        let caller = caller(call);
        let group = if is_full && !self.groups.contains_key(&caller) {
            &mut self.others
        } else {
            self.groups.entry(caller).or_default()
        };
        let before = group.words.len();
        let more = read.list().filter(|word| !group.words.contains(word));
        let more: Vec<usize> = more.collect();
        group.words.extend(more);
        if group.words.len() > before || group.number == 0 {
            group.words.sort_unstable();
            self.numbers += 1;
            group.number = self.numbers;
        }
    }

    fn key(&self, call: MemoCall<'_>) -> MemoKey {
        let mut key = caller(call);
        let group = if let Some(own) = self.groups.get(&key) {
            key.clear();
            own
        } else {
            &self.others
        };
        // The number comes first, so that keys of different groups differ.
        key.insert(0, group.number);
        for word in &group.words {
            key.push(call.at.words[*word]);
        }
        key
    }
}

/// Returns the acting player and the arguments.
fn caller(MemoCall { args, at }: MemoCall<'_>) -> MemoKey {
    let mut caller = MemoKey::new();
    caller.push(at.me.index() as u64);
    caller.extend_from_slice(args);
    caller
}

/// Returns the slots in which a key's answer may be.
fn set(key: &MemoKey) -> Range<usize> {
    let mut hasher = FxHasher::default();
    key.iter().for_each(|&word| hasher.write_u64(word));
    let first = WAYS * usize::try_from(hasher.finish() % SETS as u64).unwrap_or(0);
    first..first + WAYS
}

/// Returns arguments as words. Each argument has a fixed type, so values of different types never meet in one place; none is a
/// number that no value has.
pub(super) fn words_of(args: &[Value]) -> SmallVec<[u64; 8]> {
    let number = |number: Option<u64>| number.unwrap_or(u64::MAX);
    let mut words = SmallVec::new();
    for value in args {
        match value {
            Value::Num(n) => words.push(n.cast_unsigned()),
            Value::Truth(truth) => words.push(u64::from(*truth)),
            Value::Seat(seat) => words.push(number(seat.map(|s| u64::from(s.0)))),
            Value::Row(_, row) => words.push(number(row.map(|r| u64::from(r.0)))),
            Value::Point(point) => words.push(number(point.map(|p| u64::from(p.0)))),
            Value::Kind(kind) => words.push(u64::from(kind.0)),
            Value::Points(points) => {
                words.extend(points.as_slice().iter().map(|block| *block as u64));
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{Footprint, MOST_GROUPS, Memo, MemoCall, RememberedAnswer};
    use linstock_engine::ir::{ScriptAnswer, WordsView};
    use linstock_model::{SeatId, Value};

    fn number(n: i64) -> RememberedAnswer {
        RememberedAnswer {
            answer: ScriptAnswer::Value(Value::Num(n)),
            operations: 64,
        }
    }

    fn recalled(memo: &Memo, call: MemoCall<'_>) -> Option<ScriptAnswer> {
        memo.recall(call).map(|answered| answered.answer)
    }

    fn call<'a>(args: &'a [u64], words: &'a [u64], me: u8) -> MemoCall<'a> {
        let at = WordsView {
            words,
            me: SeatId(me),
        };
        MemoCall { args, at }
    }

    /// Stores a number as the answer to a call that has read some words.
    fn remember(memo: &Memo, call: MemoCall<'_>, read: &[usize], n: i64) {
        let footprint = Footprint::new(call.at.words.len());
        read.iter()
            .for_each(|word| footprint.mark(*word..*word + 1));
        memo.remember(call, (&footprint, &number(n)));
    }

    #[test]
    fn an_answer_holds_where_all_words_that_were_read_are_the_same() {
        let memo = Memo::default();
        remember(&memo, call(&[1], &[0, 1, 2, 3], 0), &[1, 2], 5);
        let five = Some(number(5).answer);
        assert_eq!(recalled(&memo, call(&[1], &[9, 1, 2, 9], 0)), five);
        assert_eq!(recalled(&memo, call(&[1], &[0, 1, 9, 3], 0)), None);
        assert_eq!(recalled(&memo, call(&[1], &[0, 1, 2, 3], 1)), None);
        assert_eq!(recalled(&memo, call(&[0], &[0, 1, 2, 3], 0)), None);
    }

    #[test]
    fn answers_are_dropped_when_a_call_reads_more_than_before() {
        let memo = Memo::default();
        remember(&memo, call(&[], &[0, 1, 2, 3], 0), &[1], 5);
        remember(&memo, call(&[], &[0, 9, 2, 4], 0), &[3], 6);
        assert_eq!(recalled(&memo, call(&[], &[0, 1, 2, 3], 0)), None);
        let six = Some(number(6).answer);
        assert_eq!(recalled(&memo, call(&[], &[7, 9, 7, 4], 0)), six);
        assert_eq!(recalled(&memo, call(&[], &[7, 1, 7, 4], 0)), None);
    }

    #[test]
    fn what_one_argument_reads_does_not_matter_for_another() {
        let memo = Memo::default();
        remember(&memo, call(&[1], &[0, 1, 2], 0), &[1], 5);
        remember(&memo, call(&[2], &[0, 1, 2], 0), &[2], 6);
        let five = Some(number(5).answer);
        assert_eq!(recalled(&memo, call(&[1], &[0, 1, 9], 0)), five);
        let six = Some(number(6).answer);
        assert_eq!(recalled(&memo, call(&[2], &[0, 9, 2], 0)), six);
    }

    /// The key of a call without a group contains the player and the arguments, which must not be taken for words.
    #[test]
    fn a_call_without_a_group_does_not_pass_for_one_with_its_own() {
        let memo = Memo::default();
        let number_of_others = MOST_GROUPS as u64 + 1;
        remember(
            &memo,
            call(&[0], &[7, number_of_others, 3], 0),
            &[0, 1, 2],
            5,
        );
        for arg in 1..MOST_GROUPS as u64 {
            remember(&memo, call(&[arg], &[0, 0, 3], 0), &[2], 6);
        }
        remember(&memo, call(&[9], &[0, 0, 4], 1), &[2], 6);
        assert_eq!(recalled(&memo, call(&[7], &[0, 0, 3], 1)), None);
    }

    #[test]
    fn calls_for_which_there_is_no_group_left_are_told_apart() {
        let memo = Memo::default();
        for arg in 0..MOST_GROUPS as u64 + 2 {
            remember(&memo, call(&[arg], &[0, 1, 2], 0), &[1], arg.cast_signed());
        }
        for arg in MOST_GROUPS as u64..MOST_GROUPS as u64 + 2 {
            let found = recalled(&memo, call(&[arg], &[0, 1, 9], 0));
            assert_eq!(found, Some(number(arg.cast_signed()).answer));
            assert_eq!(recalled(&memo, call(&[arg], &[0, 9, 2], 0)), None);
        }
        let unknown = call(&[MOST_GROUPS as u64 + 2], &[0, 1, 2], 0);
        assert_eq!(recalled(&memo, unknown), None);
    }
}
