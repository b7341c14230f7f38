//! Visibility: what is hidden from whom, and what an expression reads of it.

use crate::analysis::own_pieces::are_own;
use crate::names::{MemoryName, Named};
use crate::resolver::Resolver;
use linstock_model::visit::{Visitor, ZoneRead};
use linstock_model::{
    ArgId, Link, Member, MemoryId, MemoryRef, Node, Place, Point, ScriptFn, ScriptId, Set, Sight,
    Truth, Zone, ZoneId, ZoneRef,
};
use std::collections::BTreeSet;

/// A thing that not everybody sees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Secret {
    /// The contents of a zone.
    Zone(ZoneId),
    /// A memory.
    Memory(MemoryId),
}

/// Who sees what in a game.
pub(crate) struct Visibility<'k> {
    pub zones: &'k [Zone],
    /// The links of the board; their conditions decide where steps lead.
    pub links: &'k [Link],
    pub memories: &'k [Named<MemoryName>],
    pub scripts: Vec<ScriptFn>,
    /// The memories that not everybody sees and that hold hidden information.
    pub secret: BTreeSet<MemoryId>,
}

impl<'k> Visibility<'k> {
    /// Assumes that every memory that not everybody sees holds hidden information.
    pub(crate) fn new(
        (zones, links): (&'k [Zone], &'k [Link]),
        memories: &'k [Named<MemoryName>],
        scripts: Vec<ScriptFn>,
    ) -> Self {
        let all = MemoryId::all(memories.len()).zip(memories);
        let secret = all.filter(|(_, m)| m.what.sight.is_some_and(|sight| sight != Sight::Open));
        Self {
            zones,
            links,
            memories,
            scripts,
            secret: secret.map(|(id, _)| id).collect(),
        }
    }

    /// Returns the name of a secret, in words.
    pub(crate) fn in_words(&self, secret: Secret) -> String {
        match secret {
            Secret::Zone(zone) => format!("what lies in `{}`", self.zones[zone.index()].name),
            Secret::Memory(memory) => format!("`{}`", self.name_of(memory)),
        }
    }

    /// Returns the name of a memory as the rules write it: the memory of a loop has a number after its name.
    fn name_of(&self, memory: MemoryId) -> &str {
        let text = &self.memories[memory.index()].text;
        text.split(' ').next().unwrap_or(text)
    }

    /// Returns the hint for a place that reveals too much.
    pub(super) fn remedy(&self, secret: Secret) -> String {
        match secret {
            Secret::Zone(zone) => {
                let name = &self.zones[zone.index()].name;
                format!(
                    "use only its size (`size of`, `some`, `no`), or let everybody see it: zone {name} {{ …; open }}; to draw from it at random, ask chance: show"
                )
            }
            Secret::Memory(memory) => {
                let name = self.name_of(memory);
                format!(
                    "`{name}` holds something hidden; a move may use only what its player sees: the player's own value, or that of an own piece (`here in own`), if it is `seen by owner`"
                )
            }
        }
    }

    /// Returns whether anything is hidden from anybody.
    pub(super) fn hides_something(&self) -> bool {
        let hidden = |zone: &Zone| zone.sight != Sight::Open;
        !self.secret.is_empty() || self.zones.iter().any(hidden)
    }

    /// Returns a visitor that finds what `me` does not see; without his arguments, what some player does not see.
    pub(crate) fn unseen_by(&self, own: Option<&[ArgId]>) -> Unseen<'_> {
        Unseen {
            own: own.unwrap_or_default().to_vec(),
            ..self.reader(own.is_none())
        }
    }

    /// Returns a visitor that finds what `me` does not see, or with `by_all` what some player does not see.
    pub(super) fn reader(&self, by_all: bool) -> Unseen<'_> {
        Unseen {
            visibility: self,
            by_all,
            own: Vec::new(),
            own_candidates: Vec::new(),
            own_points: Vec::new(),
            found: Vec::new(),
        }
    }
}

impl Resolver<'_> {
    /// Returns who sees what, as far as it is declared.
    pub(crate) fn visibility<'k>(&'k self, zones: &'k [Zone]) -> Visibility<'k> {
        let board = self.names.board.as_deref();
        let links = board.map_or(&[][..], |board| &board.links);
        Visibility::new((zones, links), &self.names.memories, self.script_fns())
    }
}

/// Collects reads of what `me` may not see; the size of a zone is no secret.
pub(crate) struct Unseen<'z> {
    visibility: &'z Visibility<'z>,
    /// Whether everybody sees the result, so that even its owner's secrets may not be read.
    by_all: bool,
    /// The arguments that are points with a piece of `me`.
    pub(super) own: Vec<ArgId>,
    /// For each `where` around the read, the outermost first: whether its candidates are points with a piece of `me`.
    own_candidates: Vec<bool>,
    /// For each conditional number around the read: the point that then holds a piece of `me`.
    own_points: Vec<Option<Point>>,
    pub(super) found: Vec<Secret>,
}

impl Unseen<'_> {
    /// Returns the first secret found.
    pub(crate) fn first(&self) -> Option<Secret> {
        self.found.first().copied()
    }

    /// Returns whether a memory belongs to a piece of `me`.
    fn is_of_own_piece(&self, memory: &MemoryRef) -> bool {
        match memory.of.as_ref().map(|of| &of.kind) {
            Some(Member::At(Place::Arg(arg))) => self.own.contains(arg),
            Some(Member::At(Place::Fixed(point))) => self.own_points.contains(&Some(*point)),
            Some(Member::At(Place::It)) => self.own_candidates.last() == Some(&true),
            _ => false,
        }
    }

    /// Returns whether the reader may see a thing of this owner.
    fn may_see(&self, sight: Sight, of: Option<&Node<Member>>) -> bool {
        let own = of.is_some_and(|of| matches!(of.owner().kind, Member::Me));
        match sight {
            Sight::Open => true,
            Sight::Owner => own && !self.by_all,
            Sight::Hidden => false,
        }
    }
}

impl Visitor for Unseen<'_> {
    fn goes_into_reasons(&self) -> bool {
        true
    }

    fn script(&mut self, script: ScriptId) {
        self.found.extend(read_by(script, self.visibility));
    }

    fn begin_where(&mut self, from: &Node<Set>) {
        self.own_candidates.push(are_own(from, &self.own));
    }

    fn end_where(&mut self) {
        self.own_candidates.pop();
    }

    fn begin_chosen(&mut self, cond: &Node<Truth>) {
        self.own_points.push(match &cond.kind {
            Truth::In(Place::Fixed(point), set) if are_own(set, &self.own) => Some(*point),
            _ => None,
        });
    }

    fn end_chosen(&mut self) {
        self.own_points.pop();
    }

    fn memory(&mut self, memory: &MemoryRef) {
        let id = memory.memory;
        let sight = self.visibility.memories[id.index()].what.sight;
        let of_own = sight == Some(Sight::Owner) && !self.by_all && self.is_of_own_piece(memory);
        let seen = of_own || self.may_see(sight.unwrap_or(Sight::Open), memory.of.as_deref());
        if !seen && self.visibility.secret.contains(&id) {
            self.found.push(Secret::Memory(id));
        }
    }

    fn zone(&mut self, zone: &ZoneRef, read: ZoneRead) {
        let seen = self.may_see(
            self.visibility.zones[zone.zone.index()].sight,
            zone.of.as_deref(),
        );
        if !seen && read == ZoneRead::Contents {
            self.found.push(Secret::Zone(zone.zone));
        }
    }
}

/// Returns a secret that a script may read: any, unless the rules declare what it reads.
pub(crate) fn read_by(script: ScriptId, visibility: &Visibility<'_>) -> Option<Secret> {
    let script = visibility.scripts.get(script.index());
    let reads = script.and_then(|s| s.reads.as_ref());
    let zones = ZoneId::all(visibility.zones.len()).zip(visibility.zones);
    let mut zones = zones.filter(|(id, zone)| {
        zone.sight != Sight::Open && reads.is_none_or(|(_, read)| read.contains(id))
    });
    let mut memories = visibility.secret.iter();
    let memory = memories.find(|id| reads.is_none_or(|(read, _)| read.contains(id)));
    let zone = zones.next().map(|(id, _)| Secret::Zone(id));
    zone.or(memory.copied().map(Secret::Memory))
}
