//! Finds a node by its value.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// The indexes of the nodes of a list, by their hashes. No two nodes are equal.
#[derive(Debug, Default)]
pub(super) struct NodeIndex(HashTable<IndexedNode>);

#[derive(Debug)]
struct IndexedNode {
    hash: u64,
    at: usize,
}

/// The place for a node that is not in the list yet.
pub(super) struct Vacancy {
    hash: u64,
}

impl NodeIndex {
    /// Returns the index of a node in the list.
    pub(super) fn find<T: Eq + Hash>(&self, list: &[T], node: &T) -> Result<usize, Vacancy> {
        let hash = FxBuildHasher.hash_one(node);
        let is_it = |known: &IndexedNode| known.hash == hash && list[known.at] == *node;
        match self.0.find(hash, is_it) {
            Some(known) => Ok(known.at),
            None => Err(Vacancy { hash }),
        }
    }

    /// Adds the index of a new node.
    pub(super) fn add(&mut self, Vacancy { hash }: Vacancy, at: usize) {
        let node = IndexedNode { hash, at };
        self.0.insert_unique(hash, node, |known| known.hash);
    }
}
