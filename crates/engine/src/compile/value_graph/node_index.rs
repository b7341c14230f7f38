//! Finds a node by what it is.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// Where the nodes of a list stand in it, by their hashes. No two of them are equal.
#[derive(Debug, Default)]
pub(super) struct NodeIndex(HashTable<IndexedNode>);

#[derive(Debug)]
struct IndexedNode {
    hash: u64,
    at: usize,
}

/// Where a node belongs that is not there yet.
pub(super) struct Vacancy {
    hash: u64,
}

impl NodeIndex {
    /// Returns where a node stands in the list.
    pub(super) fn find<T: Eq + Hash>(&self, list: &[T], node: &T) -> Result<usize, Vacancy> {
        let hash = FxBuildHasher.hash_one(node);
        let is_it = |known: &IndexedNode| known.hash == hash && list[known.at] == *node;
        match self.0.find(hash, is_it) {
            Some(known) => Ok(known.at),
            None => Err(Vacancy { hash }),
        }
    }

    /// Notes where a node stands that was not there.
    pub(super) fn add(&mut self, Vacancy { hash }: Vacancy, at: usize) {
        let node = IndexedNode { hash, at };
        self.0.insert_unique(hash, node, |known| known.hash);
    }
}
