//! The board: its points, the steps between them, walls and links.
//!
//! Steps are written point by point, so that the text describes the board and not its representation in code.

use super::text::{Canonical, Text, With, Word};
use crate::{Axis, Board, Dir, Dirs, Extent, Link, Point, Topology, Wall};

impl Canonical for Board {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            topology,
            next,
            look: _,
            forward,
            walls,
            links,
            picture: _,
        } = self;
        let Extent(columns, rows) = topology.extent();
        let steps = With(|to: &mut Text<'_>| write_steps(topology, to));
        to.form(
            "board",
            &[
                &With(|to: &mut Text<'_>| to.line("size", &[&columns, &rows])),
                &steps,
                &With(|to: &mut Text<'_>| to.line("next", &[next])),
                &With(|to: &mut Text<'_>| to.line("forward", &[forward])),
                &With(|to: &mut Text<'_>| to.line("walls", &[walls])),
                &With(|to: &mut Text<'_>| to.line("links", &[links])),
            ],
        );
    }
}

impl Canonical for Wall {
    fn write(&self, to: &mut Text<'_>) {
        // Clauses do not change the game.
        let Self { tags: _, around } = self;
        around.write(to);
    }
}

/// Writes the target of one step from each point in each direction. Walls do not count here.
fn write_steps(topology: &Topology, to: &mut Text<'_>) {
    for point in topology.iter() {
        let step = |dir| CanonicalStep(dir, topology.along(point, dir, 1));
        let steps: Vec<CanonicalStep> = topology.every_direction().iter().map(step).collect();
        to.line("point", &[&point, &steps]);
    }
}

/// Returns the word of the language for a direction.
fn word(to: &Text<'_>, dir: Dir) -> &'static str {
    Topology::of(to.model.board.as_ref()).direction_name(dir)
}

/// A direction, and the target of one step in it.
struct CanonicalStep(Dir, Option<Point>);

impl Canonical for CanonicalStep {
    fn write(&self, to: &mut Text<'_>) {
        let Self(dir, point) = self;
        to.form(word(to, *dir), &[point]);
    }
}

impl Canonical for Dir {
    fn write(&self, to: &mut Text<'_>) {
        to.words(word(to, *self));
    }
}

impl Canonical for Axis {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Self::Centre => to.words("centre"),
            Self::Along(dir) => dir.write(to),
        }
    }
}

impl Canonical for Dirs {
    fn write(&self, to: &mut Text<'_>) {
        let words: Vec<Word> = self.iter().map(|dir| Word(word(to, dir))).collect();
        words.write(to);
    }
}

impl Canonical for Link {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            ends: [one, other],
            when,
        } = self;
        to.form("link", &[one, other, when]);
    }
}
