//! Reads the file of a value that `linstock train` has learned.

use crate::files;
use crate::opponents::stored_value::TestResult;
use crate::opponents::stored_weights::{MOST_READ, StoredWeights, decompressed};
use crate::shown::one_line;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The version of the format.
pub(super) const FORMAT: u32 = 1;

/// The file of a value.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ValueFile {
    pub(super) format: u32,
    pub(super) game: String,
    /// The hash of the rules.
    pub(super) rules: String,
    pub(super) search: String,
    pub(super) test: TestResult,
    #[serde(flatten)]
    pub(super) weights: StoredWeights,
}

/// The first thing that is read of a file.
#[derive(Debug, Deserialize)]
struct FileFormat {
    format: u32,
}

/// A file of a value that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct UnusableFile {
    path: PathBuf,
    /// Why: the end of a sentence that begins with its name.
    why: String,
}

impl fmt::Display for UnusableFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {}", one_line(&self.path), self.why)
    }
}

/// Reads the file of a value; `None` if there is none.
pub(super) fn read(path: &Path) -> Result<Option<ValueFile>, UnusableFile> {
    let unusable = |why: String| UnusableFile {
        path: path.to_owned(),
        why,
    };
    let is_small = |file: &fs::Metadata| file.is_file() && file.len() <= MOST_READ;
    let bytes = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Ok(file) if !is_small(&file) => Ok(Vec::new()),
        Ok(_) => fs::read(path),
        Err(error) => Err(error),
    };
    let bytes = bytes.map_err(|e| unusable(format!("cannot be read: {}", files::reason(&e))))?;
    match decompressed::<FileFormat>(&bytes) {
        Some(file) if file.format > FORMAT => Err(unusable(
            "was made by a newer version of Linstock".to_owned(),
        )),
        Some(file) if file.format == FORMAT => decompressed(&bytes)
            .map(Some)
            .ok_or_else(|| unusable("is damaged".to_owned())),
        _ => Err(unusable("is damaged".to_owned())),
    }
}
