//! `pos`: the position as scripts read it.

use super::memo::Footprint;
use super::points::Points;
use super::world::{Native, World};
use linstock_engine::ir::{Piece, WordsView, bits};
use linstock_model::{LineLabel, MemoryId, ScriptId, SeatId, ZoneId};
use rhai::EvalAltResult;
use std::ops::Range;
use std::sync::Arc;

/// A position that a script can read. Clones share the same words.
#[derive(Clone, Debug)]
pub(super) struct Pos(Arc<PosData>);

#[derive(Debug)]
struct PosData {
    world: Arc<World>,
    /// The words of the position. Each function decodes only what it needs.
    words: Box<[u64]>,
    /// The acting seat.
    me: SeatId,
    /// The calling function.
    script: ScriptId,
    /// Records the words that the function reads.
    footprint: Arc<Footprint>,
}

/// The memories and zones that a function declares to read.
type Reads = (Vec<MemoryId>, Vec<ZoneId>);

impl Pos {
    /// Makes the script's view of a position.
    pub(crate) fn new(
        world: &Arc<World>,
        (script, footprint): (ScriptId, &Arc<Footprint>),
        at: WordsView<'_>,
    ) -> Self {
        Self(Arc::new(PosData {
            world: Arc::clone(world),
            words: at.words[..world.layout.control].into(),
            me: at.me,
            script,
            footprint: Arc::clone(footprint),
        }))
    }

    /// Reads words of the position. All reads go through this method, so that memoised answers are right.
    pub(super) fn read(&self, words: Range<usize>) -> &[u64] {
        self.0.footprint.mark(words.clone());
        &self.0.words[words]
    }

    /// Returns the acting seat.
    pub(super) fn me(&self) -> SeatId {
        self.0.me
    }

    /// Returns the names of the game.
    pub(super) fn world(&self) -> &Arc<World> {
        &self.0.world
    }

    /// Returns an error if the function does not declare that it reads this memory or zone.
    pub(super) fn may_read(&self, name: &str, fits: impl Fn(&Reads) -> bool) -> Native<()> {
        let scripts = &self.world().model.scripts;
        let script = scripts.get(self.0.script.index());
        let reads = script.and_then(|s| Some((s.name.as_str(), s.reads.as_ref()?)));
        match reads {
            Some((function, reads)) if !fits(reads) => Err(format!(
                "the rules do not say that `{function}` reads `{name}`; where they declare it, add: reads {name}"
            )
            .into()),
            _ => Ok(()),
        }
    }

    /// Returns the points, by number, for which `holds` is true.
    pub(super) fn set(&self, holds: impl Fn(usize) -> bool) -> Points {
        let mut set = self.world().nothing();
        (0..set.len())
            .filter(|&p| holds(p))
            .for_each(|p| set.insert(p));
        Points::new(set, self.world())
    }

    /// Returns the masks, by kind and owner, for which `holds` is true.
    pub(super) fn masks(&self, holds: impl Fn(Piece) -> bool) -> impl Iterator<Item = &[u64]> {
        let layout = &self.world().layout;
        let picked = layout.masks().filter(move |(piece, _)| holds(*piece));
        picked.map(|(_, word)| self.read(word..word + layout.width))
    }

    /// Returns the points with a piece for which `holds` is true.
    pub(super) fn where_piece(&self, holds: impl Fn(Piece) -> bool) -> Points {
        let mut set = self.world().nothing();
        for mask in self.masks(holds) {
            bits(mask).for_each(|p| set.insert(p as usize));
        }
        Points::new(set, self.world())
    }

    /// Returns the points with a piece on the top layer.
    pub(super) fn occupied(&self) -> Points {
        let model = &self.world().model;
        self.where_piece(|p| model.layer_of(p.kind) == model.top())
    }

    /// Returns the pieces on a point, the lowest layer first.
    pub(super) fn stack(&self, point: &str) -> Native<impl DoubleEndedIterator<Item = Piece>> {
        let point = self.world().point(point)?;
        let layout = &self.world().layout;
        layout
            .stack_words(point)
            .for_each(|word| self.0.footprint.mark(word..word + 1));
        Ok(layout.stack(&self.0.words, point).map(|(piece, _)| piece))
    }

    /// Returns the row or column of a point.
    pub(super) fn line_of(&self, axis: &str, point: &str) -> Native<LineLabel> {
        let at = self.world().point(point)?;
        let label = self.world().board()?.topology.line_of(axis, at);
        label.ok_or_else(|| no_line(axis, point))
    }
}

/// Makes the error for an unknown line.
pub(super) fn no_line(axis: &str, name: &str) -> Box<EvalAltResult> {
    format!("there is no {axis} `{name}`").into()
}
