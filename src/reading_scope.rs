//! The files that an engine may read for its client.

use crate::files::{self, FileKind, Folder, ListedFolder};
use crate::open_texts::OpenTexts;
use crate::root_folder::{PlaceInside, RootFolder};
use crate::shown::one_line;
use std::path::Path;
use std::sync::Arc;

/// The files that may be read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum ReadingScope {
    /// All files that the program may read itself.
    #[default]
    Anywhere,
    /// The files in a folder and its subfolders.
    Below(RootFolder),
    /// All files; texts that an editor has open replace those on disk.
    WithOpen(Arc<OpenTexts>),
    /// No files; the shipped rulesets are inside the program.
    NoFiles,
}

impl ReadingScope {
    /// Returns the scope of a folder.
    ///
    /// # Errors
    /// If the folder does not exist, in a sentence.
    pub(crate) fn below(folder: &Path) -> Result<Self, String> {
        RootFolder::new(folder).map(Self::Below).ok_or_else(|| {
            format!(
                "there is no folder `{}`; --root takes the folder whose files may be read",
                one_line(folder)
            )
        })
    }

    /// Returns whether a path is a folder; `None` if it does not exist. A path that may not be read does not exist.
    pub(crate) fn is_folder(&self, path: &Path) -> Option<bool> {
        self.kind(path).map(|kind| kind == FileKind::Folder)
    }

    /// Returns whether a path is neither a file nor a folder, such as a pipe.
    pub(crate) fn is_device(&self, path: &Path) -> bool {
        self.kind(path) == Some(FileKind::Device)
    }

    fn kind(&self, path: &Path) -> Option<FileKind> {
        if self.open_text(path).is_some() {
            return Some(FileKind::Regular);
        }
        match self {
            Self::Anywhere | Self::WithOpen(_) => files::kind(path),
            Self::Below(root) => root.kind(&root.find(path)?),
            Self::NoFiles => None,
        }
    }

    /// Reads a text.
    ///
    /// # Errors
    /// Why it was not read, in a sentence.
    pub(crate) fn read(&self, path: &Path) -> Result<String, String> {
        match self {
            Self::Anywhere => files::read_rules(path),
            Self::WithOpen(open) => match open.get(path) {
                Some(text) => Ok(text.to_owned()),
                None => files::read_rules(path),
            },
            Self::Below(root) => files::read_opened_rules(path, root.open(&inside(root, path)?)),
            Self::NoFiles => Err(no_files(path)),
        }
    }

    /// Reads a ruleset's folder, as [`files::folder`].
    ///
    /// # Errors
    /// Why it was not read, in a sentence.
    pub(super) fn folder(&self, path: &Path, main: Option<&str>) -> Result<Folder, String> {
        match self {
            Self::Anywhere => files::folder(path, main),
            Self::WithOpen(open) => Ok(open.folder(path, main)),
            Self::Below(root) => folder_below(root, path, main),
            Self::NoFiles => Err(no_files(path)),
        }
    }

    /// Returns the text of a file that an editor has open.
    fn open_text(&self, path: &Path) -> Option<&str> {
        match self {
            Self::WithOpen(open) => open.get(path),
            Self::Anywhere | Self::Below(_) | Self::NoFiles => None,
        }
    }

    /// Fails with a sentence if a path may not be read. The sentence is the same whether or not the file exists.
    pub(crate) fn permitted(&self, path: &Path) -> Result<(), String> {
        match self {
            Self::Anywhere | Self::WithOpen(_) => Ok(()),
            Self::Below(root) => inside(root, path).map(|_| ()),
            Self::NoFiles => Err(no_files(path)),
        }
    }
}

/// Reads a ruleset's folder below a root.
fn folder_below(root: &RootFolder, path: &Path, main: Option<&str>) -> Result<Folder, String> {
    let place = inside(root, path)?;
    let entries = root.list(&place, path);
    let entries = entries.map_err(|e| files::problem("read the folder", path, &e))?;
    let read = |file: &Path| {
        // A path that leads out is refused before anything about it is revealed.
        let place = inside(root, file)?;
        match root.kind(&place) {
            Some(FileKind::Regular) => files::read_opened_rules(file, root.open(&place)).map(Some),
            Some(FileKind::Folder | FileKind::Device) | None => Ok(None),
        }
    };
    let listed = ListedFolder {
        path,
        place: place.path(),
        entries: files::without_hidden(entries),
    };
    files::folder_of(listed, main, &read)
}

/// Finds a place below a root.
///
/// # Errors
/// If there is nothing that may be read, in a sentence.
fn inside(root: &RootFolder, path: &Path) -> Result<PlaceInside, String> {
    root.find(path).ok_or_else(|| {
        format!(
            "there is nothing at `{}` that may be read; this engine reads in the folder of --root alone, and follows no link out of it",
            one_line(path)
        )
    })
}

fn no_files(path: &Path) -> String {
    format!(
        "`{}` is a path, and this engine reads no files (--no-files); name one of the rulesets that come with the program: {}",
        one_line(path),
        files::shipped_names().join(", ")
    )
}
