//! What of a position tells of something hidden, and what reads it.

use crate::analysis::visibility::{Secret, Visibility};
use linstock_base::Span;
use linstock_model::visit::{Visitor, ZoneRead, walk_truth};
use linstock_model::{FormReads, MemoryId, MemoryRef, Node, ScriptId, Truth, ZoneId, ZoneRef};
use std::collections::BTreeMap;

/// A part of a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum PositionPart {
    Memory(MemoryId),
    /// What lies in a zone.
    Zone(ZoneId),
    /// How much lies in a zone.
    Size(ZoneId),
    /// The pieces on the board.
    Pieces,
    /// How far play goes: who is asked next, and whether the game ends.
    Course,
}

/// Something hidden of which a part of the position tells after a move, and the statement that makes it do so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Revealed {
    pub secret: Secret,
    pub by: Span,
}

/// The parts of a position that tell of something hidden.
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

    /// Begins anew.
    pub(super) fn clear(&mut self) {
        self.parts.clear();
    }

    /// Notes that a part tells of something hidden, if it does.
    pub(super) fn add(&mut self, part: PositionPart, secret: Option<Secret>, by: Span) {
        if let Some(secret) = secret {
            self.parts.entry(part).or_insert(Revealed { secret, by });
        }
    }

    /// Returns what finds the parts that are read.
    pub(super) fn reader(&self) -> RevealingReader<'_> {
        RevealingReader {
            revealing: self,
            found: None,
        }
    }

    /// Returns something hidden that a condition on the position after the move would tell.
    pub(crate) fn told_by(&self, cond: &Node<Truth>) -> Option<Revealed> {
        if matches!(cond.kind, Truth::Fixed(_)) {
            return None;
        }
        let course = self.parts.get(&PositionPart::Course).copied();
        course.or_else(|| {
            let mut reader = self.reader();
            walk_truth(&mut reader, cond);
            reader.found
        })
    }
}

/// Finds what is read and was revealed.
pub(super) struct RevealingReader<'l> {
    revealing: &'l RevealingParts<'l>,
    found: Option<Revealed>,
}

impl RevealingReader<'_> {
    /// Returns the first that was found.
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
            // No link depends on where steps lead.
            let links = self.revealing.visibility.links;
            let conditions = links.iter().filter_map(|link| link.when.as_ref());
            conditions.for_each(|when| walk_truth(self, when));
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
