//! Identities: dense numbers, each the place of something in a list of the [`Model`](super::Model).
//!
//! An identity is handed out where something is declared, by [`Limit::push`](linstock_base::Limit::push) or
//! [`Limit::number`](linstock_base::Limit::number) with the limit of its kind: `ListId::LIMIT`. From then on the list is known
//! to be short enough, and `ListId::all(lists.len())` goes through it.

use fixedbitset::FixedBitSet;
use linstock_base::Limit;

/// A set of points; its length is the number of points of the board.
pub type PointSet = FixedBitSet;

/// Declares identities, each a number of a type of its own, with how many there may be.
macro_rules! ids {
    ($($(#[$doc:meta])* $vis:vis $name:ident($number:ty), $most:literal $what:literal, $remedy:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis struct $name($vis $number);

        #[allow(dead_code, reason = "not every list is asked both ways")]
        impl $name {
            /// How many there may be.
            pub const LIMIT: Limit = Limit { what: $what, most: $most, remedy: $remedy };

            /// Returns the identities of a list of so many entries, in order. The list was checked when it was filled:
            /// of a longer one than the limit allows, those that fit.
            pub fn all(entries: usize) -> impl Iterator<Item = Self> + Clone + use<> {
                (0..=<$number>::MAX).map(Self).take(entries)
            }

            /// Returns the identity of the entry at a place of its list, if there is one.
            #[must_use]
            pub fn of<T>(list: &[T], index: usize) -> Option<Self> {
                list.get(index)?;
                Self::nth(index)
            }

            /// Returns the identity that comes after so many others, if there may be so many.
            #[must_use]
            pub fn nth(index: usize) -> Option<Self> {
                Self::LIMIT.number(index).ok().map(Self)
            }

            /// Returns the identity of the first entry of its list that is wanted.
            pub fn find<T>(list: &[T], wanted: impl Fn(&T) -> bool) -> Option<Self> {
                let mut entries = Self::all(list.len()).zip(list);
                entries.find(|(_, entry)| wanted(entry)).map(|(id, _)| id)
            }

            /// Returns the place in the list.
            #[inline]
            #[must_use]
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }

        // Each of them has a number.
        const _: () = assert!($most - 1 <= <$number>::MAX as usize);
    )*};
}

ids! {
    /// A clause tag such as `CA-12`, by its place in [`Model::tags`](super::Model::tags).
    pub TagId(u16), 20_000 "clause tags", "let several rules carry one tag";
    /// A player's place at the table, from 0 in seat order.
    pub SeatId(u8), 64 "players", "let fewer play";
    /// A kind of piece, by its place in [`Model::kinds`](super::Model::kinds).
    pub KindId(u8), 200 "pieces", "remember of a piece what tells it from others";
    /// A layer of the board, by its place in [`Model::layers`](super::Model::layers), the lowest first.
    pub LayerId(u8), 200 "layers", "let pieces share a layer";
    /// A formation, by its place in [`Model::lines`](super::Model::lines).
    pub FormationId(u8), 200 "lines", "let moves share a line";
    /// A drawing, by its place in [`Model::drawings`](super::Model::drawings).
    pub DrawingId(u8), 200 "drawings", "draw several parts in one";
    /// A remembered value, by its place in [`Model::memories`](super::Model::memories).
    pub MemoryId(u16), 4_000 "remembered values", "remember one `of` each row of a list";
    /// A move, by its place in [`Model::moves`](super::Model::moves).
    pub MoveId(u16), 20_000 "moves", "ask for it in fewer places: values handed to a move make it one of its own";
    /// An argument of a move, by its place in [`MoveRule::args`](super::MoveRule::args).
    pub ArgId(u8), 200 "arguments of a move and of the moves around it", "let moves ask for fewer others in their bodies";
    /// A list, by its place in [`Model::lists`](super::Model::lists).
    pub ListId(u8), 200 "lists", "give the rows of one list more values";
    /// A row of a list, by its place in [`List::rows`](super::List::rows).
    pub RowId(u8), 200 "rows of a list", "split the list";
    /// A zone, by its place in [`Model::zones`](super::Model::zones).
    pub ZoneId(u8), 200 "zones", "let each player have one: `zone NAME of player`";
    /// A declared move, by its place in the rules: values handed to it make several moves of one.
    pub RuleId(u16), 4_000 "moves", "let one move have an argument";
    /// A phase, by its place in [`Model::phases`](super::Model::phases).
    pub PhaseId(u8), 200 "phases", "leave out those that no statement leaves";
    /// A script function, by its place in [`Model::scripts`](super::Model::scripts).
    pub ScriptId(u16), 4_000 "script functions", "let one function have an argument";
    /// A point (or square) of the board, by its number in the topology.
    pub Point(u16), 4_096 "points", "make the board smaller";
}

impl TagId {
    /// Returns the clauses in their order, each where it is first named.
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
