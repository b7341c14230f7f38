//! Finite domains and multisets: lists, their rows, and zones.

use crate::{Board, ListId, Member, Memory, Model, Node, RowId, SeatId, TagId, Value, ZoneId};

/// A small ordered set of named things.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FiniteDomain {
    /// The players, in seat order.
    Players,
    /// The rows of a list, in order.
    Rows(ListId),
}

/// A set of members of a finite domain, as bits by index.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MemberBits(pub(crate) [u64; RowId::LIMIT.most.div_ceil(64)]);

impl MemberBits {
    /// Returns the set of all players, for any number of players.
    #[must_use]
    pub fn players() -> Self {
        let mut all = Self::default();
        all.0[0] = u64::MAX;
        all
    }

    /// Returns whether the set contains the member at an index.
    #[must_use]
    pub fn has(&self, at: usize) -> bool {
        self.0
            .get(at / 64)
            .is_some_and(|bits| bits >> (at % 64) & 1 == 1)
    }
}

impl FromIterator<bool> for MemberBits {
    fn from_iter<T: IntoIterator<Item = bool>>(each: T) -> Self {
        let mut some = Self::default();
        for at in each
            .into_iter()
            .enumerate()
            .filter(|(_, is)| *is)
            .map(|(at, _)| at)
        {
            if let Some(bits) = some.0.get_mut(at / 64) {
                *bits |= 1 << (at % 64);
            }
        }
        some
    }
}

/// A list: named rows with numbers.
#[derive(Clone, Debug)]
pub struct List {
    /// Its name.
    pub name: String,
    /// The names of its fields.
    pub fields: Vec<String>,
    /// The field whose number people see after a row's name.
    pub shown: Option<usize>,
    /// Its rows in order.
    pub rows: Vec<Row>,
    /// Whether its rows are the kinds of piece, in their order. Pieces can then move from its zones to the board.
    pub of_pieces: bool,
    /// Whether its rows are the directions of the board, in the order of the topology's table.
    pub of_directions: bool,
    /// The clauses it carries.
    pub tags: Vec<TagId>,
}

/// A row of a list.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Its value for each field: a number, points, a player, a row.
    pub values: Vec<Value>,
}

/// A group of rows that a fact names.
#[derive(Clone, Debug)]
pub struct Group {
    /// The fact's name.
    pub name: String,
    /// The list.
    pub list: ListId,
    /// The rows, in order.
    pub rows: Vec<RowId>,
}

/// A multiset off the board: the number of copies of each row of a list, without order.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its name.
    pub name: String,
    /// Whether each player has a zone of this name.
    pub of_player: bool,
    /// The list whose rows it holds.
    pub list: ListId,
    /// The number of copies of each row at the start.
    pub start: Vec<u32>,
    /// Who sees the contents. Everybody sees their size.
    pub sight: Sight,
    /// The clauses it carries.
    pub tags: Vec<TagId>,
}

/// The visibility of a zone's contents or of a remembered value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// Everybody.
    Open,
    /// Its owner.
    Owner,
    /// Nobody.
    Hidden,
}

impl Sight {
    /// Returns whether `viewer` sees the contents or value. `owner` is a seat's number.
    #[must_use]
    pub fn is_seen_by(self, owner: usize, viewer: SeatId) -> bool {
        match self {
            Self::Open => true,
            Self::Owner => owner == viewer.index(),
            Self::Hidden => false,
        }
    }
}

/// A reference to a zone.
#[derive(Clone, Debug)]
pub struct ZoneRef {
    /// The zone's declaration.
    pub zone: ZoneId,
    /// Its player, if each player has one.
    pub of: Option<Box<Node<Member>>>,
}

/// The layout of a multiset in one word of a position: each row has enough bits for the copies of it in the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packing(Vec<(u32, u32)>);

impl Packing {
    /// Lays out the bits for the maximum number of copies of each row; `None` if one word is too small.
    #[must_use]
    pub fn new(most: impl IntoIterator<Item = u64>) -> Option<Self> {
        let mut next = 0;
        let mut rows = Vec::new();
        for copies in most {
            let bits = u64::BITS - copies.leading_zeros();
            rows.push((next, bits));
            next += bits;
        }
        (next <= u64::BITS).then_some(Self(rows))
    }

    /// Packs the number of copies of each row.
    #[must_use]
    pub fn pack(&self, counts: &[u64]) -> u64 {
        let rows = self.0.iter().zip(counts);
        rows.filter(|((_, bits), _)| *bits > 0)
            .fold(0, |word, ((at, _), count)| word | count << at)
    }

    /// Returns the bits of each row: the first bit, and the number of bits.
    pub fn bits(&self) -> impl Iterator<Item = (u32, u32)> + use<'_> {
        self.0.iter().copied()
    }

    /// Returns the number of copies of each row in a packed multiset.
    pub fn counts(&self, word: u64) -> impl Iterator<Item = u64> + use<'_> {
        self.0.iter().map(move |&(at, bits)| match bits {
            0 => 0,
            u64::BITS => word,
            bits => word >> at & ((1 << bits) - 1),
        })
    }
}

impl Model {
    /// Returns a list.
    #[must_use]
    pub fn list(&self, id: ListId) -> &List {
        &self.lists[id.index()]
    }

    /// Returns a zone.
    #[must_use]
    pub fn zone(&self, id: ZoneId) -> &Zone {
        &self.zones[id.index()]
    }

    /// Returns the number of values under a name: one, one for each member of a finite domain, one for each pair of two
    /// domains, or one for each point.
    #[must_use]
    pub fn copies(&self, memory: &Memory) -> usize {
        let second = memory.second.as_ref().map_or(1, |second| second.members);
        match memory.per {
            Some(finite_domain) => self.members(finite_domain) * second,
            None if memory.of_piece => self.board.as_ref().map_or(0, Board::points),
            None => 1,
        }
    }

    /// Returns the name of a row.
    #[must_use]
    pub fn row(&self, list: ListId, row: RowId) -> &str {
        self.list(list)
            .rows
            .get(row.index())
            .map_or("", |r| r.name.as_str())
    }

    /// Returns the number of members of a finite domain.
    #[must_use]
    pub fn members(&self, finite_domain: FiniteDomain) -> usize {
        match finite_domain {
            FiniteDomain::Players => self.seats(),
            FiniteDomain::Rows(list) => self.list(list).rows.len(),
        }
    }

    /// Returns the name of a member of a finite domain.
    #[must_use]
    pub fn member(&self, finite_domain: FiniteDomain, at: u8) -> &str {
        match finite_domain {
            FiniteDomain::Players => self.players.get(usize::from(at)).map_or("", String::as_str),
            FiniteDomain::Rows(list) => self.row(list, RowId(at)),
        }
    }

    /// Returns the number of copies of each row in the whole game. It never changes.
    #[must_use]
    pub fn stock(&self, list: ListId) -> Vec<u64> {
        let mut stock = vec![0; self.list(list).rows.len()];
        for zone in self.zones.iter().filter(|z| z.list == list) {
            let copies = if zone.of_player { self.seats() } else { 1 };
            for (all, start) in stock.iter_mut().zip(&zone.start) {
                *all += u64::from(*start) * copies as u64;
            }
        }
        stock
    }

    /// Returns the layout of a list's multisets in a word; `None` if they do not fit.
    #[must_use]
    pub fn packing(&self, list: ListId) -> Option<Packing> {
        Packing::new(self.stock(list))
    }
}

#[cfg(test)]
mod tests {
    use super::Packing;

    #[test]
    fn multisets_are_packed_and_unpacked() {
        let packing = Packing::new([1, 0, 7, 63, 1]).expect("it fits");
        for counts in [[0, 0, 0, 0, 0], [1, 0, 7, 63, 1], [0, 0, 3, 40, 1]] {
            let word = packing.pack(&counts);
            assert_eq!(packing.counts(word).collect::<Vec<_>>(), counts);
        }
        assert!(Packing::new([1; 64]).is_some());
        assert!(Packing::new([1; 65]).is_none());
        let one = Packing::new([u64::MAX]).expect("it fits");
        assert_eq!(one.counts(one.pack(&[5])).collect::<Vec<_>>(), [5]);
    }
}
