//! Which files an engine may read on behalf of whoever asks.

use crate::front::files::{self, Folder};
use crate::front::open_texts::OpenTexts;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Which files may be read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum ReadingScope {
    /// All that the program may read itself.
    #[default]
    Anywhere,
    /// Those in a folder and the folders in it. The path is without links.
    Below(PathBuf),
    /// All, and what an editor holds open is read in place of what is on the disk.
    WithOpen(Arc<OpenTexts>),
    /// None; the shipped rulesets are in the program.
    NoFiles,
}

impl ReadingScope {
    /// Returns the scope of a folder.
    ///
    /// # Errors
    /// If there is no such folder, in a sentence.
    pub(crate) fn below(folder: &Path) -> Result<Self, String> {
        let there = files::is_folder(folder) == Some(true);
        let root = files::without_links(folder).filter(|_| there);
        root.map(Self::Below).ok_or_else(|| {
            format!(
                "there is no folder `{}`; --root takes the folder whose files may be read",
                folder.display()
            )
        })
    }

    /// Tells whether a path exists, and whether it is a folder; what may not be read does not exist.
    pub(crate) fn is_folder(&self, path: &Path) -> Option<bool> {
        if self.open_text(path).is_some() {
            return Some(false);
        }
        self.permitted(path)
            .ok()
            .and_then(|()| files::is_folder(path))
    }

    /// Tells whether what stands at a path is neither a file nor a folder, such as a pipe.
    pub(crate) fn is_device(&self, path: &Path) -> bool {
        self.open_text(path).is_none()
            && self.is_folder(path) == Some(false)
            && !files::is_regular(path)
    }

    /// Reads a text.
    ///
    /// # Errors
    /// Why it is not read, in a sentence.
    pub(crate) fn read(&self, path: &Path) -> Result<String, String> {
        self.permitted(path)?;
        match self.open_text(path) {
            Some(text) => Ok(text.to_owned()),
            None => files::read_rules(path),
        }
    }

    /// Reads a ruleset's folder, as [`files::folder`].
    ///
    /// # Errors
    /// Why it is not read, in a sentence.
    pub(super) fn folder(&self, path: &Path, main: Option<&str>) -> Result<Folder, String> {
        self.permitted(path)?;
        match self {
            Self::WithOpen(open) => Ok(open.folder(path, main)),
            Self::Anywhere | Self::Below(_) | Self::NoFiles => {
                files::folder(path, main, &|file| self.permitted(file))
            }
        }
    }

    /// Returns the text of a file that an editor holds open.
    fn open_text(&self, path: &Path) -> Option<&str> {
        match self {
            Self::WithOpen(open) => open.get(path),
            Self::Anywhere | Self::Below(_) | Self::NoFiles => None,
        }
    }

    /// Fails with a sentence if a path may not be read. It is the same whether or not something is there.
    pub(crate) fn permitted(&self, path: &Path) -> Result<(), String> {
        match self {
            Self::Anywhere | Self::WithOpen(_) => Ok(()),
            Self::Below(root)
                if files::without_links(path).is_some_and(|p| p.starts_with(root)) =>
            {
                Ok(())
            }
            Self::Below(_) => Err(format!(
                "there is nothing at `{}` that may be read; this engine reads in the folder of --root alone, and follows no link out of it",
                path.display()
            )),
            Self::NoFiles => Err(format!(
                "`{}` is a path, and this engine reads no files (--no-files); name one of the rulesets that come with the program: {}",
                path.display(),
                files::shipped_names().join(", ")
            )),
        }
    }
}
