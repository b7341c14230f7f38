//! Identities: dense numbers, each the place of something in a list of the [`Model`](super::Model).

/// Declares identities, each a number of a type of its own.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($number:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub $number);

        impl $name {
            /// Returns the identity of a place in the list. No list is longer than there are numbers: a game with
            /// more is refused.
            #[must_use]
            pub fn at(index: usize) -> Self {
                Self(<$number>::try_from(index).unwrap_or(<$number>::MAX))
            }

            /// Returns the place in the list.
            #[must_use]
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    )*};
}

ids! {
    /// A clause tag such as `CA-12`, by its place in [`Model::tags`](super::Model::tags).
    TagId(u16);
    /// A player's place at the table, from 0 in seat order.
    SeatId(u8);
    /// A kind of piece, by its place in [`Model::kinds`](super::Model::kinds).
    KindId(u8);
    /// A layer of the board, by its place in [`Model::layers`](super::Model::layers), the lowest first.
    LayerId(u8);
    /// A formation, by its place in [`Model::lines`](super::Model::lines).
    FormationId(u8);
    /// A drawing, by its place in [`Model::drawings`](super::Model::drawings).
    DrawingId(u8);
    /// A remembered value, by its place in [`Model::memories`](super::Model::memories).
    MemoryId(u16);
    /// A move, by its place in [`Model::moves`](super::Model::moves).
    MoveId(u16);
    /// An argument of a move, by its place in [`MoveRule::args`](super::MoveRule::args).
    ArgId(u8);
    /// A list, by its place in [`Model::lists`](super::Model::lists).
    ListId(u8);
    /// A row of a list, by its place in [`List::rows`](super::List::rows).
    RowId(u8);
    /// A zone, by its place in [`Model::zones`](super::Model::zones).
    ZoneId(u8);
    /// A declared move, by its place in the rules: values handed to it make several moves of one.
    RuleId(u16);
    /// A phase, by its place in [`Model::phases`](super::Model::phases).
    PhaseId(u8);
    /// A script function, by its place in [`Model::scripts`](super::Model::scripts).
    ScriptId(u16);
    /// A point (or square) of the board: `row * width + column`, both from 0, row 0 at the bottom.
    Point(u16);
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
