//! Nested forms: the writer for the rest of the canonical text.
//!
//! A form is a head and parts in round brackets, a list has square brackets, an absent value is `-`. Two different values of
//! one type never have the same text.

use crate::{Model, Node, Point, PointSet};

/// A value that the canonical text contains.
pub(crate) trait Canonical {
    /// Writes the value.
    fn write(&self, to: &mut Text<'_>);
}

/// The text so far, and the game whose names it uses.
pub(crate) struct Text<'m> {
    pub(super) model: &'m Model,
    /// The names of the points, computed once: sets of points are a large part of the text.
    points: Vec<String>,
    text: String,
    depth: usize,
}

impl<'m> Text<'m> {
    /// Begins an empty text.
    pub(super) fn new(model: &'m Model) -> Self {
        let board = model.board.iter();
        let names = board.flat_map(|board| board.topology.iter().map(|point| board.name(point)));
        Self {
            model,
            points: names.collect(),
            text: String::new(),
            depth: 0,
        }
    }

    /// Returns the text, with a line feed at its end.
    pub(super) fn finish(mut self) -> String {
        self.text.push('\n');
        self.text
    }

    /// Writes words as they are.
    pub(crate) fn words(&mut self, words: &str) {
        self.text.push_str(words);
    }

    /// Writes a number in decimal. Most numbers have one digit.
    fn number(&mut self, number: u64) {
        if number >= 10 {
            self.number(number / 10);
        }
        let digit = u8::try_from(number % 10).unwrap_or_default();
        self.text.push(char::from(b'0' + digit));
    }

    /// Writes a form on the current line.
    pub(crate) fn form(&mut self, head: &str, parts: &[&dyn Canonical]) {
        self.text.push('(');
        self.text.push_str(head);
        self.parts(parts);
        self.text.push(')');
    }

    /// Writes a form on a line of its own, indented one level more than the enclosing form.
    pub(crate) fn line(&mut self, head: &str, parts: &[&dyn Canonical]) {
        self.text.truncate(self.text.trim_end_matches(' ').len());
        self.text.push('\n');
        self.text.push_str(&"  ".repeat(self.depth));
        self.depth += 1;
        self.form(head, parts);
        self.depth -= 1;
    }

    fn parts(&mut self, parts: &[&dyn Canonical]) {
        for part in parts {
            self.text.push(' ');
            part.write(self);
        }
    }

    /// Writes the name of a point; in a game without a board, its number.
    pub(crate) fn point(&mut self, point: Point) {
        match self.points.get(point.index()) {
            Some(name) => self.text.push_str(name),
            None => self.number(point.index() as u64),
        }
    }
}

/// A word of the language, written as it is.
pub(crate) struct Word(pub(crate) &'static str);

impl Canonical for Word {
    fn write(&self, to: &mut Text<'_>) {
        to.words(self.0);
    }
}

/// A function that writes a form.
pub(super) struct With<F>(pub(super) F);

impl<F: Fn(&mut Text<'_>)> Canonical for With<F> {
    fn write(&self, to: &mut Text<'_>) {
        (self.0)(to);
    }
}

impl<T: Canonical> Canonical for Node<T> {
    fn write(&self, to: &mut Text<'_>) {
        let Self {
            tags: _,
            span: _,
            // Only people read the reason.
            reason: _,
            kind,
        } = self;
        kind.write(to);
    }
}

impl<T: Canonical> Canonical for Box<T> {
    fn write(&self, to: &mut Text<'_>) {
        T::write(self, to);
    }
}

impl<T: Canonical> Canonical for Option<T> {
    fn write(&self, to: &mut Text<'_>) {
        match self {
            Some(value) => value.write(to),
            None => to.words("-"),
        }
    }
}

impl<T: Canonical> Canonical for [T] {
    fn write(&self, to: &mut Text<'_>) {
        to.words("[");
        for (at, item) in self.iter().enumerate() {
            if at > 0 {
                to.words(" ");
            }
            item.write(to);
        }
        to.words("]");
    }
}

impl<T: Canonical> Canonical for Vec<T> {
    fn write(&self, to: &mut Text<'_>) {
        self.as_slice().write(to);
    }
}

impl Canonical for str {
    fn write(&self, to: &mut Text<'_>) {
        to.words("\"");
        for letter in self.chars() {
            match letter {
                '"' => to.words("\\\""),
                '\\' => to.words("\\\\"),
                '\n' => to.words("\\n"),
                other => to.text.push(other),
            }
        }
        to.words("\"");
    }
}

impl Canonical for String {
    fn write(&self, to: &mut Text<'_>) {
        self.as_str().write(to);
    }
}

impl<T: Canonical + ?Sized> Canonical for &T {
    fn write(&self, to: &mut Text<'_>) {
        (**self).write(to);
    }
}

impl Canonical for bool {
    fn write(&self, to: &mut Text<'_>) {
        to.words(if *self { "yes" } else { "no" });
    }
}

/// Writes numbers in decimal.
macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Canonical for $number {
            fn write(&self, to: &mut Text<'_>) {
                to.number((*self).into());
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64);

impl Canonical for usize {
    fn write(&self, to: &mut Text<'_>) {
        to.number(*self as u64);
    }
}

impl Canonical for i64 {
    fn write(&self, to: &mut Text<'_>) {
        if *self < 0 {
            to.words("-");
        }
        to.number(self.unsigned_abs());
    }
}

impl Canonical for i16 {
    fn write(&self, to: &mut Text<'_>) {
        i64::from(*self).write(to);
    }
}

impl Canonical for Point {
    fn write(&self, to: &mut Text<'_>) {
        to.point(*self);
    }
}

impl Canonical for PointSet {
    fn write(&self, to: &mut Text<'_>) {
        to.words("{");
        let points = self.ones().filter_map(|at| u16::try_from(at).ok());
        for (at, point) in points.enumerate() {
            if at > 0 {
                to.words(" ");
            }
            to.point(Point(point));
        }
        to.words("}");
    }
}
