//! What things are called after the variants have renamed them.

use crate::names::nouns::Noun;
use linstock_base::FileId;
use linstock_syntax::ast::Name;
use std::borrow::Cow;

/// The renamings of all variants, in the order of the variants.
#[derive(Default)]
pub(crate) struct Renames {
    /// The files of the variants laid over the game so far, in order.
    files: Vec<FileId>,
    list: Vec<Rename>,
}

/// One name that is called otherwise from one variant on.
pub(crate) struct Rename {
    /// What it is.
    pub kind: Noun,
    /// The old name.
    pub old: String,
    /// The new one.
    pub new: String,
    /// The variant's file, which speaks in new names.
    pub file: FileId,
}

impl Renames {
    /// Notes that the next variant is laid over the game.
    pub(crate) fn begin(&mut self, file: FileId) {
        self.files.push(file);
    }

    /// Adds the renamings of one edit.
    pub(crate) fn extend(&mut self, renames: Vec<Rename>) {
        self.list.extend(renames);
    }

    /// Returns what something is called now: every variant renames what was written before it, all at once, so that
    /// two names can change places.
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

    /// Finds the renaming that took this name away in the file where it is used.
    pub(crate) fn given_up(&self, name: &Name) -> Option<&Rename> {
        let mut renames = self.list.iter();
        renames.find(|r| r.file == name.span.file && r.old == name.text)
    }
}
