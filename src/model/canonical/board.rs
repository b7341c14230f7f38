//! The board: its points, what lies where, walls and links.
//!
//! Steps are written point by point, so that the text says what the board is and not how the code holds it.

use super::text::{Canonical, Text, With, Word};
use crate::model::{Board, Dir, Dirs, Link, Point};

impl Canonical for Board {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            width,
            height,
            next,
            look: _,
            forward,
            walls,
            links,
            picture: _,
        } = self;
        let steps = With(|to: &mut Text<'_>| write_steps(self, to));
        to.form(
            "board",
            &[
                &With(|to: &mut Text<'_>| to.line("size", &[width, height])),
                &steps,
                &With(|to: &mut Text<'_>| to.line("next", &[next])),
                &With(|to: &mut Text<'_>| to.line("forward", &[forward])),
                &With(|to: &mut Text<'_>| to.line("walls", &[walls])),
                &With(|to: &mut Text<'_>| to.line("links", &[links])),
            ],
        );
    }
}

/// Writes where one step in each direction leads from each point, walls aside.
fn write_steps(board: &Board, to: &mut Text<'_>) {
    let points = (0u16..).map(Point).take(board.points());
    for point in points {
        let step = |dir: &Dir| Step(*dir, board.along(point, *dir, 1));
        let steps: Vec<Step> = Dir::ALL.iter().map(step).collect();
        to.line("point", &[&point, &steps]);
    }
}

/// Returns the word of the language for a direction.
fn word(dir: Dir) -> &'static str {
    Dir::NAMES[dir as usize]
}

/// A direction and where one step in it leads.
struct Step(Dir, Option<Point>);

impl Canonical for Step {
    fn write(&self, to: &mut Text<'_>) {
        let Self(dir, point) = self;
        to.form(word(*dir), &[point]);
    }
}

impl Canonical for Dir {
    fn write(&self, to: &mut Text<'_>) {
        to.words(word(*self));
    }
}

impl Canonical for Dirs {
    fn write(&self, to: &mut Text<'_>) {
        let words: Vec<Word> = self.iter().map(|dir| Word(word(dir))).collect();
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
