//! Remembered values: what they are, of whom or what, and who sees them.

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
    /// One for each member of a finite domain, rather than one for the game.
    pub per: Option<FiniteDomain>,
    /// One for each point of the board: it belongs to the piece on the last layer there, goes with it, and is at its start
    /// where none stands.
    pub of_piece: bool,
    /// Of which members it is ever remembered.
    pub among: MemberBits,
    /// One for each pair: of a member of the first finite domain with one of this.
    pub second: Option<SecondDomain>,
    /// Its type.
    pub ty: MemoryType,
    /// What it is at the start, and after `forget`.
    pub start: Value,
    /// Who sees it.
    pub sight: Sight,
    /// It holds a value that is handed to a routine or a move, and only while that is done.
    pub passing: bool,
    /// Positions that differ only in it are the same for `seen`.
    pub uncounted: bool,
    /// Something that decides moves or ends reads it under these options; if not, nothing writes it either.
    pub live: bool,
    /// The clauses it carries.
    pub tags: Vec<TagId>,
}

/// The second finite domain of a value that is remembered of pairs. The pairs of one first member stand together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SecondDomain {
    /// Which one.
    pub finite_domain: FiniteDomain,
    /// Of which members it is ever remembered.
    pub among: MemberBits,
    /// How many members the finite domain has, remembered of or not.
    pub members: usize,
}

impl Memory {
    /// Returns the place of the first member in its finite domain and that of the second, from the number of a value.
    #[must_use]
    pub fn parts(&self, of: usize) -> (usize, Option<usize>) {
        match &self.second {
            None => (of, None),
            Some(second) => (of / second.members.max(1), Some(of % second.members.max(1))),
        }
    }

    /// Tells whether something is ever remembered under the number of a value.
    #[must_use]
    pub fn has(&self, of: usize) -> bool {
        let (first, second) = self.parts(of);
        let pair = self.second.as_ref().zip(second);
        self.of_piece || self.among.has(first) && pair.is_none_or(|(of, at)| of.among.has(at))
    }

    /// Returns the number of the player whose value it is: of two, the first who is one.
    fn owner(&self, of: usize) -> usize {
        match self.parts(of) {
            (_, Some(second)) if self.per != Some(FiniteDomain::Players) => second,
            (first, _) => first,
        }
    }

    /// Tells whether a player sees one of its values: that of a member, or that of a piece of somebody.
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

/// A remembered value, of whom.
#[derive(Clone, Debug)]
pub struct MemoryRef {
    /// Which one.
    pub memory: MemoryId,
    /// Of whom or what, if there is one for each.
    pub of: Option<Box<Node<Member>>>,
}

/// A member of each of two finite domains.
#[derive(Clone, Debug)]
pub struct MemberPair {
    /// That of the first finite domain.
    pub first: Node<Member>,
    /// That of the second finite domain.
    pub second: Node<Member>,
    /// The two finite domains.
    pub finite_domains: (FiniteDomain, FiniteDomain),
    /// How many members the second finite domain has.
    pub members: usize,
}

impl Node<Member> {
    /// Returns who owns a remembered value that has this key: of a pair, the part that is a player.
    #[must_use]
    pub fn owner(&self) -> &Self {
        match &self.kind {
            Member::Pair(pair) if pair.finite_domains.0 == FiniteDomain::Players => &pair.first,
            Member::Pair(pair) => &pair.second,
            _ => self,
        }
    }
}
