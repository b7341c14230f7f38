//! Identities: dense numbers. Each is the index of an entry in a list of the [`Model`](super::Model).
//!
//! [`Limit::push`](linstock_base::Limit::push) or [`Limit::number`](linstock_base::Limit::number) makes an identity for each
//! declaration, with the limit of its kind: `ListId::LIMIT`. After that the list is known to be short enough, and
//! `ListId::all(lists.len())` iterates over it.

use fixedbitset::FixedBitSet;
use linstock_base::Limit;

/// A set of points; its length is the number of points of the board.
pub type PointSet = FixedBitSet;

/// Declares identity types, each a newtype of a number, with their limits.
macro_rules! ids {
    ($($(#[$doc:meta])* $vis:vis $name:ident($number:ty), $most:literal $what:literal, $remedy:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis struct $name($vis $number);

        #[allow(dead_code, reason = "not every list is asked both ways")]
        impl $name {
            /// The maximum number of entries.
            pub const LIMIT: Limit = Limit { what: $what, most: $most, remedy: $remedy };

            /// Returns the identities of a list with this many entries, in order. (The list was checked when it was filled. If it
            /// is longer than the limit, this returns the identities that fit.)
            pub fn all(entries: usize) -> impl Iterator<Item = Self> + Clone + use<> {
                (0..=<$number>::MAX).map(Self).take(entries)
            }

            /// Returns the identity of the entry at an index of its list, if there is one.
            #[must_use]
            pub fn of<T>(list: &[T], index: usize) -> Option<Self> {
                list.get(index)?;
                Self::nth(index)
            }

            /// Returns the identity with this index, if the limit allows it.
            #[must_use]
            pub fn nth(index: usize) -> Option<Self> {
                Self::LIMIT.number(index).ok().map(Self)
            }

            /// Returns the identity of the first entry that satisfies `wanted`.
            pub fn find<T>(list: &[T], wanted: impl Fn(&T) -> bool) -> Option<Self> {
                let mut entries = Self::all(list.len()).zip(list);
                entries.find(|(_, entry)| wanted(entry)).map(|(id, _)| id)
            }

            /// Returns the index in the list.
            #[inline]
            #[must_use]
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }

        // Every identity fits in the number.
        const _: () = assert!($most - 1 <= <$number>::MAX as usize);
    )*};
}

ids! {
    /// A clause tag such as `CA-12`: an index into [`Model::tags`](super::Model::tags).
    pub TagId(u16), 20_000 "clause tags", "let several rules carry one tag";
    /// A player's number, from 0 in seat order.
    pub SeatId(u8), 64 "players", "let fewer play";
    /// A kind of piece: an index into [`Model::kinds`](super::Model::kinds).
    pub KindId(u8), 200 "pieces", "remember of a piece what tells it from others";
    /// A layer of the board: an index into [`Model::layers`](super::Model::layers), the lowest first.
    pub LayerId(u8), 200 "layers", "let pieces share a layer";
    /// A formation: an index into [`Model::lines`](super::Model::lines).
    pub FormationId(u8), 200 "lines", "let moves share a line";
    /// A drawing: an index into [`Model::drawings`](super::Model::drawings).
    pub DrawingId(u8), 200 "drawings", "draw several parts in one";
    /// A remembered value: an index into [`Model::memories`](super::Model::memories).
    pub MemoryId(u16), 4_000 "remembered values", "remember one `of` each row of a list";
    /// A move: an index into [`Model::moves`](super::Model::moves).
    pub MoveId(u16), 20_000 "moves", "ask for it in fewer places: values handed to a move make it one of its own";
    /// An argument of a move: an index into [`MoveRule::args`](super::MoveRule::args).
    pub ArgId(u8), 200 "arguments of a move and of the moves around it", "let moves ask for fewer others in their bodies";
    /// A list: an index into [`Model::lists`](super::Model::lists).
    pub ListId(u8), 200 "lists", "give the rows of one list more values";
    /// A row of a list: an index into [`List::rows`](super::List::rows).
    pub RowId(u8), 200 "rows of a list", "split the list";
    /// A zone: an index into [`Model::zones`](super::Model::zones).
    pub ZoneId(u8), 200 "zones", "let each player have one: `zone NAME of player`";
    /// A declared move, by its index in the rules. Values handed to it make several moves of it.
    pub RuleId(u16), 4_000 "moves", "let one move have an argument";
    /// A phase: an index into [`Model::phases`](super::Model::phases).
    pub PhaseId(u8), 200 "phases", "leave out those that no statement leaves";
    /// A script function: an index into [`Model::scripts`](super::Model::scripts).
    pub ScriptId(u16), 4_000 "script functions", "let one function have an argument";
    /// A point (or square) of the board, by its number in the topology.
    pub Point(u16), 4_096 "points", "make the board smaller";
}

impl TagId {
    /// Returns the clauses without duplicates, in order of first occurrence.
    #[must_use]
    pub fn once_each(tags: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut found = Vec::new();
        for tag in tags {
            if !found.contains(&tag) {
                found.push(tag);
            }
        }
        found
    }
}
