//! Directions as numbers: a direction is an index into the table of its topology, a set of them is a row of bits.
//!
//! What a direction is called and where it leads, its [`Topology`](super::Topology) says.

/// A direction: its place in the table of the board's topology.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dir(u8);

impl Dir {
    /// Returns the direction at a place of the table; at most 32 have one.
    #[must_use]
    pub const fn at(index: u8) -> Self {
        Self(index)
    }

    /// Returns its place in the table.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }
}

/// A set of directions, one bit each in the order of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dirs(u32);

impl Dirs {
    /// Returns the set of these bits.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Returns the set of one direction.
    #[must_use]
    pub const fn only(dir: Dir) -> Self {
        Self(1 << dir.0)
    }

    /// Tells whether `dir` is in the set.
    #[must_use]
    pub const fn has(self, dir: Dir) -> bool {
        self.0 & (1 << dir.0) != 0
    }

    /// Tells whether no direction is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Tells whether every direction of another set is in this one.
    #[must_use]
    pub const fn has_all(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// Returns what is in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns what is in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns what is in this set and not in the other.
    #[must_use]
    pub const fn except(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the directions in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Dir> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let first = u8::try_from(left.trailing_zeros()).ok();
            let first = first.filter(|_| left != 0)?;
            left &= left - 1;
            Some(Dir(first))
        })
    }
}

impl FromIterator<Dir> for Dirs {
    fn from_iter<T: IntoIterator<Item = Dir>>(dirs: T) -> Self {
        let dirs = dirs.into_iter().map(Self::only);
        dirs.fold(Self::default(), Self::or)
    }
}
