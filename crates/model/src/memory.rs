//! Remembered values: their types, keys and visibility.

use crate::{
    FiniteDomain, ListId, Member, MemberBits, MemoryId, Node, SeatId, Sight, TagId, Value,
};

/// The type of a remembered value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryType {
    /// A number.
    Num,
    /// A yes or no.
    Truth,
    /// A player or none.
    Seat,
    /// A row of a list or none.
    Row(ListId),
    /// A set of points.
    Points,
}

/// A remembered value.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Its name.
    pub name: String,
    /// The domain whose members have one value each; `None` if there is one value for the game.
    pub per: Option<FiniteDomain>,
    /// Whether each point of the board has a value. It belongs to the piece on the last layer and moves with it; a point without
    /// a piece has the start value.
    pub of_piece: bool,
    /// The members that have a value.
    pub among: MemberBits,
    /// The second domain, if each pair of a member of `per` and a member of this domain has a value.
    pub second: Option<SecondDomain>,
    /// Its type.
    pub ty: MemoryType,
    /// The value at the start, and after `forget`.
    pub start: Value,
    /// Who sees it.
    pub sight: Sight,
    /// Whether it holds a value that is handed to a routine or a move, and only while that runs.
    pub passing: bool,
    /// Whether `seen` ignores it when it compares positions.
    pub uncounted: bool,
    /// Whether a rule that decides moves or ends reads it under these options. If not, nothing writes it either.
    pub live: bool,
    /// The clauses it carries.
    pub tags: Vec<TagId>,
}

/// The second finite domain of a value for pairs. The values of one first member are adjacent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SecondDomain {
    /// Which one.
    pub finite_domain: FiniteDomain,
    /// The members that have a value.
    pub among: MemberBits,
    /// The number of members of the domain, with or without a value.
    pub members: usize,
}

impl Memory {
    /// Splits the index of a value into the index of the first member and the index of the second.
    #[must_use]
    pub fn parts(&self, of: usize) -> (usize, Option<usize>) {
        match &self.second {
            None => (of, None),
            Some(second) => (of / second.members.max(1), Some(of % second.members.max(1))),
        }
    }

    /// Returns whether a value with this index is ever remembered.
    #[must_use]
    pub fn has(&self, of: usize) -> bool {
        let (first, second) = self.parts(of);
        let pair = self.second.as_ref().zip(second);
        self.of_piece || self.among.has(first) && pair.is_none_or(|(of, at)| of.among.has(at))
    }

    /// Returns the index of the player who owns a value: in a pair, the first member that is a player.
    fn owner(&self, of: usize) -> usize {
        match self.parts(of) {
            (_, Some(second)) if self.per != Some(FiniteDomain::Players) => second,
            (first, _) => first,
        }
    }

    /// Returns whether a player sees the value with this index. For values of pieces, `piece` is the owner of the piece.
    #[must_use]
    pub fn is_seen(
        &self,
        of: usize,
        piece: impl FnOnce() -> Option<SeatId>,
        viewer: SeatId,
    ) -> bool {
        if self.of_piece && self.sight == Sight::Owner {
            return piece() == Some(viewer);
        }
        self.sight.is_seen_by(self.owner(of), viewer)
    }
}

/// A reference to a remembered value.
#[derive(Clone, Debug)]
pub struct MemoryRef {
    /// The declaration.
    pub memory: MemoryId,
    /// The key, if there are several values.
    pub of: Option<Box<Node<Member>>>,
}

/// A key of two members, one of each of two finite domains.
#[derive(Clone, Debug)]
pub struct MemberPair {
    /// The member of the first domain.
    pub first: Node<Member>,
    /// The member of the second domain.
    pub second: Node<Member>,
    /// The two finite domains.
    pub finite_domains: (FiniteDomain, FiniteDomain),
    /// The number of members of the second domain.
    pub members: usize,
}

impl Node<Member> {
    /// Returns the owner of the value with this key: in a pair, the member that is a player.
    #[must_use]
    pub fn owner(&self) -> &Self {
        match &self.kind {
            Member::Pair(pair) if pair.finite_domains.0 == FiniteDomain::Players => &pair.first,
            Member::Pair(pair) => &pair.second,
            _ => self,
        }
    }
}
