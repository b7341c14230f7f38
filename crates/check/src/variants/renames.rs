//! The names after the renames of the variants.

use crate::names::nouns::Noun;
use linstock_base::FileId;
use linstock_syntax::ast::Name;
use std::borrow::Cow;

/// The renames of all variants, in the order of the variants.
#[derive(Default)]
pub(crate) struct Renames {
    /// The files of the variants laid over the game so far, in order.
    files: Vec<FileId>,
    list: Vec<Rename>,
}

/// A name that changes from one variant on.
pub(crate) struct Rename {
    /// The sort of the name.
    pub kind: Noun,
    /// The old name.
    pub old: String,
    /// The new name.
    pub new: String,
    /// The variant's file, which uses the new names.
    pub file: FileId,
}

impl Renames {
    /// Records that the next variant is laid over the game.
    pub(crate) fn begin(&mut self, file: FileId) {
        self.files.push(file);
    }

    /// Adds the renames of one edit.
    pub(crate) fn extend(&mut self, renames: Vec<Rename>) {
        self.list.extend(renames);
    }

    /// Returns the current name: every variant renames what was written before it, all names at once, so that two
    /// names can be swapped.
    pub(crate) fn now<'n>(&self, kind: Noun, name: &'n Name) -> Cow<'n, str> {
        let mut text = Cow::Borrowed(name.text.as_str());
        if self.list.is_empty() {
            return text;
        }
        let own = self.files.iter().position(|f| *f == name.span.file);
        for file in &self.files[own.map_or(0, |at| at + 1)..] {
            let mut renames = self
                .list
                .iter()
                .filter(|r| r.file == *file && r.kind == kind);
            if let Some(rename) = renames.find(|r| r.old == text) {
                text = Cow::Owned(rename.new.clone());
            }
        }
        text
    }

    /// Finds the rename that gave up this name in the file that uses it.
    pub(crate) fn given_up(&self, name: &Name) -> Option<&Rename> {
        let mut renames = self.list.iter();
        renames.find(|r| r.file == name.span.file && r.old == name.text)
    }
}
