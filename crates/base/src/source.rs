//! Source texts held in memory, and spans that point into them.

/// Identifies one text in [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FileId(u32);

/// A range of bytes in one source text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// The text that contains the range.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Makes the span of the bytes `start..end` of `file`.
    ///
    /// # Panics
    /// If an offset is 4 GiB or more. No text in [`Sources`] is that long.
    #[must_use]
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let number = |byte: usize| u32::try_from(byte).expect("`Sources` take no longer text");
        Self {
            file,
            start: number(start),
            end: number(end),
        }
    }

    /// Returns the span from the start of `self` to the end of `other`.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self {
            end: other.end,
            ..self
        }
    }

    /// Returns the bytes as a range.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A text and its path.
#[derive(Clone, Debug)]
pub struct Source {
    /// The path that messages show. Nothing opens it.
    pub path: String,
    /// The whole text.
    pub text: String,
}

/// The texts of a ruleset, in memory. The first is the root: the game, or the variant of a game.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// Makes an empty set of texts.
    ///
    /// ```
    /// assert_eq!(linstock::Sources::new().iter().count(), 0);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text and returns its identity.
    ///
    /// ```
    /// let mut sources = linstock::Sources::new();
    /// let file = sources.add("chess.game", "game chess \"Chess\"");
    /// assert_eq!(sources.get(file).path, "chess.game");
    /// ```
    ///
    /// # Panics
    /// If the text is longer than 4 GiB, or there are already 2³² texts: a span could not point into it.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<String>) -> FileId {
        let text = text.into();
        assert!(
            u32::try_from(text.len()).is_ok(),
            "a text has 4 GiB at the most"
        );
        let number = u32::try_from(self.files.len()).expect("there are fewer texts than that");
        self.files.push(Source {
            path: path.into(),
            text,
        });
        FileId(number)
    }

    /// Returns whether a text is one of these.
    #[must_use]
    pub fn has(&self, id: FileId) -> bool {
        usize::try_from(id.0).is_ok_and(|at| at < self.files.len())
    }

    /// Returns a text by its identity.
    ///
    /// ```
    /// let mut sources = linstock::Sources::new();
    /// let file = sources.add("chess.game", "game chess \"Chess\"");
    /// assert!(sources.get(file).text.starts_with("game chess"));
    /// ```
    ///
    /// # Panics
    /// If `id` belongs to another set of texts.
    #[must_use]
    pub fn get(&self, id: FileId) -> &Source {
        &self.files[id.0 as usize]
    }

    /// Returns the text of a span; an empty text if the span is out of range.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.file)
            .text
            .get(span.range())
            .unwrap_or_default()
    }

    /// Returns a copy of the texts in which `words` replace the text of a span.
    #[must_use]
    pub fn replaced(&self, span: Span, words: &str) -> Self {
        let mut replaced = self.clone();
        let text = replaced
            .files
            .get_mut(span.file.0 as usize)
            .map(|source| &mut source.text);
        if let Some(text) = text.filter(|text| text.get(span.range()).is_some()) {
            text.replace_range(span.range(), words);
        }
        replaced
    }

    /// Returns the line and column where a span starts, both from 1. Columns count characters.
    ///
    /// ```
    /// use linstock::{Choices, Rules, Sources};
    ///
    /// let sources = Sources::from([("a.game", "game a \"A\"\nplayers x, x\n")]);
    /// let found = Rules::load(&sources, &Choices::default()).expect_err("two of one name");
    /// let span = found.iter().find_map(|d| d.span).expect("a place");
    /// let (line, column) = sources.line_column(span);
    /// assert!(line > 0 && column > 0);
    /// ```
    #[must_use]
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let text = &self.get(span.file).text;
        let before = text.get(..span.start as usize).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        (line, column)
    }

    /// Returns all texts with their identities, in the order in which they were added.
    ///
    /// ```
    /// let sources = linstock::Sources::from([("a.game", ""), ("b.rhai", "")]);
    /// let paths: Vec<_> = sources.iter().map(|(_, source)| source.path.as_str()).collect();
    /// assert_eq!(paths, ["a.game", "b.rhai"]);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &Source)> {
        (0u32..).map(FileId).zip(&self.files)
    }

    /// Finds a text by its path, or by the last part of its path.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<FileId> {
        let file_name = |p: &str| p.rsplit('/').next().unwrap_or(p).to_owned();
        self.iter()
            .find(|(_, s)| s.path == path || file_name(&s.path) == path)
            .map(|(id, _)| id)
    }
}

impl<P: Into<String>, T: Into<String>, const N: usize> From<[(P, T); N]> for Sources {
    fn from(files: [(P, T); N]) -> Self {
        let mut sources = Self::new();
        for (path, text) in files {
            sources.add(path, text);
        }
        sources
    }
}

#[cfg(test)]
mod tests {
    use super::{Sources, Span};

    #[test]
    fn each_of_many_texts_keeps_its_own_identity() {
        let mut sources = Sources::new();
        for n in 0..70_000 {
            sources.add(n.to_string(), "");
        }
        let ids: std::collections::HashSet<_> = sources.iter().map(|(id, _)| id).collect();
        assert_eq!(ids.len(), 70_000);
        let last = sources.add("last", "x");
        assert_eq!(sources.get(last).path, "last");
    }

    #[test]
    fn lines_and_columns_count_from_one_in_characters() {
        let sources = Sources::from([("a.game", "one\nzwölf x\n")]);
        let (file, _) = sources.iter().next().expect("one file");
        let x = Span::new(file, 11, 12);
        assert_eq!(sources.slice(x), "x");
        assert_eq!(sources.line_column(x), (2, 7));
    }
}
