//! The parts of a position that reveal secrets, and the reads of these parts.

use crate::analysis::visibility::{Secret, Visibility};
use linstock_base::Span;
use linstock_model::visit::{Visitor, Walk, ZoneRead};
use linstock_model::{FormReads, MemoryId, MemoryRef, Node, ScriptId, Truth, ZoneId, ZoneRef};
use std::collections::BTreeMap;

/// A part of a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum PositionPart {
    Memory(MemoryId),
    /// The contents of a zone.
    Zone(ZoneId),
    /// The number of things in a zone.
    Size(ZoneId),
    /// The pieces on the board.
    Pieces,
    /// The course of play: who chooses next, and whether the game ends.
    Course,
}

/// A secret that a part of the position reveals after a move, and the statement that makes it do so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Revealed {
    pub secret: Secret,
    pub by: Span,
}

/// The parts of a position that reveal secrets.
pub(crate) struct RevealingParts<'r> {
    visibility: &'r Visibility<'r>,
    parts: BTreeMap<PositionPart, Revealed>,
}

impl<'r> RevealingParts<'r> {
    pub(super) fn new(visibility: &'r Visibility<'r>) -> Self {
        Self {
            visibility,
            parts: BTreeMap::new(),
        }
    }

    pub(super) fn visibility(&self) -> &'r Visibility<'r> {
        self.visibility
    }

    /// Removes all parts.
    pub(super) fn clear(&mut self) {
        self.parts.clear();
    }

    /// Records the secret that a part reveals, if there is one.
    pub(super) fn add(&mut self, part: PositionPart, secret: Option<Secret>, by: Span) {
        if let Some(secret) = secret {
            self.parts.entry(part).or_insert(Revealed { secret, by });
        }
    }

    /// Returns a visitor that finds reads of these parts.
    pub(super) fn reader(&self) -> RevealingReader<'_> {
        RevealingReader {
            revealing: self,
            found: None,
        }
    }

    /// Returns a secret that a condition on the position after the move would reveal.
    pub(crate) fn told_by(&self, cond: &Node<Truth>) -> Option<Revealed> {
        if matches!(cond.kind, Truth::Fixed(_)) {
            return None;
        }
        let course = self.parts.get(&PositionPart::Course).copied();
        course.or_else(|| {
            let mut reader = self.reader();
            cond.walk(&mut reader);
            reader.found
        })
    }
}

/// Finds reads of revealing parts.
pub(super) struct RevealingReader<'l> {
    revealing: &'l RevealingParts<'l>,
    found: Option<Revealed>,
}

impl RevealingReader<'_> {
    /// Returns the first secret found.
    pub(super) fn first(&self) -> Option<Secret> {
        self.found.map(|revealed| revealed.secret)
    }

    fn part(&mut self, part: PositionPart) {
        self.found = self
            .found
            .or_else(|| self.revealing.parts.get(&part).copied());
    }

    fn any_of(&mut self, of: impl Fn(&PositionPart) -> bool) {
        let mut parts = self.revealing.parts.iter();
        let found = parts
            .find(|(part, _)| of(part))
            .map(|(_, revealed)| *revealed);
        self.found = self.found.or(found);
    }
}

impl Visitor for RevealingReader<'_> {
    fn goes_into_reasons(&self) -> bool {
        true
    }

    fn memory(&mut self, memory: &MemoryRef) {
        self.part(PositionPart::Memory(memory.memory));
    }

    fn zone(&mut self, zone: &ZoneRef, read: ZoneRead) {
        self.part(PositionPart::Size(zone.zone));
        if read == ZoneRead::Contents {
            self.part(PositionPart::Zone(zone.zone));
        }
    }

    fn form(&mut self, reads: FormReads) {
        if reads.pieces {
            self.part(PositionPart::Pieces);
        }
        if reads.repetition {
            self.any_of(|_| true);
        }
        if reads.steps {
            // No condition of a link depends on where steps lead.
            let links = self.revealing.visibility.links;
            let conditions = links.iter().filter_map(|link| link.when.as_ref());
            conditions.for_each(|when| when.walk(self));
        }
    }

    fn script(&mut self, script: ScriptId) {
        let visibility = self.revealing.visibility;
        let script = visibility.scripts.get(script.index());
        let reads = script.and_then(|script| script.reads.clone());
        self.any_of(|part| match (part, &reads) {
            (PositionPart::Pieces | PositionPart::Course, _) | (_, None) => true,
            (PositionPart::Memory(memory), Some((read, _))) => read.contains(memory),
            (PositionPart::Zone(zone) | PositionPart::Size(zone), Some((_, read))) => {
                read.contains(zone)
            }
        });
    }
}
