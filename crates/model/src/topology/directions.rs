//! Directions as numbers: a direction is an index into the table of its topology, a set of directions is a bit set.
//!
//! The [`Topology`](super::Topology) knows the name of a direction and where it leads.

/// A direction: an index into the table of the board's topology.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dir(u8);

impl Dir {
    /// Returns the direction with an index, which must be below 32.
    #[must_use]
    pub const fn at(index: u8) -> Self {
        Self(index)
    }

    /// Returns the index in the table.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }
}

/// A set of directions, one bit each in the order of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dirs(u32);

impl Dirs {
    /// Returns the set with these bits.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Returns the set that contains only `dir`.
    #[must_use]
    pub const fn only(dir: Dir) -> Self {
        Self(1 << dir.0)
    }

    /// Returns whether the set contains `dir`.
    #[must_use]
    pub const fn has(self, dir: Dir) -> bool {
        self.0 & (1 << dir.0) != 0
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether `others` is a subset of this set.
    #[must_use]
    pub const fn has_all(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// Returns the union.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the intersection.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the difference.
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
