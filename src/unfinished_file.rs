//! A file before it takes its place: without a name where the system can do that, so that nothing is left of it however the
//! program ends.

use crate::ending_signals::RemovedAtSignal;
use std::fs;
use std::io::Result;
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

/// The prefix of the names of temporary files.
pub(super) const PREFIX: &str = ".linstock-";

/// A file that is being written.
#[derive(Debug)]
pub(super) struct UnfinishedFile(Kind);

#[derive(Debug)]
enum Kind {
    #[cfg(target_os = "linux")]
    Nameless(fs::File),
    /// The mark ends after the file was moved or removed: fields are dropped in this order.
    Named(NamedTempFile, RemovedAtSignal),
}

impl UnfinishedFile {
    /// Creates a file in a folder; unless it is private, with the permissions of an ordinary new file.
    ///
    /// # Errors
    /// If it cannot be made.
    pub(crate) fn create(folder: &Path, is_private: bool) -> Result<Self> {
        #[cfg(target_os = "linux")]
        if let Some(file) = nameless::create(folder, is_private) {
            return Ok(Self(Kind::Nameless(file)));
        }
        Self::create_named(folder, is_private)
    }

    fn create_named(folder: &Path, is_private: bool) -> Result<Self> {
        let mut builder = Builder::new();
        builder.prefix(PREFIX);
        #[cfg(unix)]
        if !is_private {
            use std::os::unix::fs::PermissionsExt as _;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let (file, removed) = RemovedAtSignal::made(|| builder.tempfile_in(folder))?;
        Ok(Self(Kind::Named(file, removed)))
    }

    /// Returns the open file. Its errors do not name the temporary file.
    pub(crate) fn as_file(&self) -> &fs::File {
        match &self.0 {
            #[cfg(target_os = "linux")]
            Kind::Nameless(file) => file,
            Kind::Named(file, _) => file.as_file(),
        }
    }

    /// Moves the file to its place, in the same folder.
    ///
    /// # Errors
    /// If the system refuses.
    pub(crate) fn move_to(self, folder: &Path, target: &Path) -> Result<()> {
        match self.0 {
            #[cfg(target_os = "linux")]
            Kind::Nameless(file) => {
                // Only a file with a name can replace another one.
                let mut builder = Builder::new();
                builder.prefix(PREFIX);
                let name = || builder.make_in(folder, |path| nameless::name(&file, path));
                let (named, _removed) = RemovedAtSignal::made(name)?;
                named.persist(target).map_err(|e| e.error)
            }
            Kind::Named(file, _removed) => {
                file.persist(target).map_err(|e| e.error)?;
                Ok(())
            }
        }
    }
}

/// Files without a name. Some file systems have none.
#[cfg(target_os = "linux")]
mod nameless {
    use nix::fcntl::{AT_FDCWD, AtFlags, OFlag, open};
    use nix::sys::stat::Mode;
    use nix::unistd::linkat;
    use std::fs;
    use std::os::fd::AsRawFd as _;
    use std::path::{Path, PathBuf};

    pub(super) fn create(folder: &Path, is_private: bool) -> Option<fs::File> {
        let mode = if is_private { 0o600 } else { 0o666 };
        let flags = OFlag::O_TMPFILE | OFlag::O_WRONLY | OFlag::O_CLOEXEC;
        let file = open(folder, flags, Mode::from_bits_truncate(mode)).ok()?;
        let file = fs::File::from(file);
        // Without this path, the file could not get its name.
        through(&file).exists().then_some(file)
    }

    /// Gives a file a name.
    pub(super) fn name(file: &fs::File, path: &Path) -> std::io::Result<()> {
        let follow = AtFlags::AT_SYMLINK_FOLLOW;
        linkat(AT_FDCWD, &through(file), AT_FDCWD, path, follow)?;
        Ok(())
    }

    /// Returns a path to an open file.
    fn through(file: &fs::File) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
    }
}

#[cfg(test)]
mod tests {
    use super::UnfinishedFile;
    use std::fs;
    use std::io::Write as _;

    /// With and without a name, a file replaces another one, and leaves nothing else behind.
    #[test]
    fn a_file_takes_its_place() {
        let makers = [UnfinishedFile::create, UnfinishedFile::create_named];
        for make in makers {
            let folder = tempfile::tempdir().expect("made");
            let target = folder.path().join("x");
            for text in ["one", "two"] {
                let file = make(folder.path(), false).expect("made");
                file.as_file().write_all(text.as_bytes()).expect("written");
                file.move_to(folder.path(), &target).expect("moved");
                assert_eq!(fs::read_to_string(&target).expect("read"), text);
            }
            drop(make(folder.path(), true).expect("made"));
            assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn an_unfinished_file_has_no_name_where_the_system_can_do_that() {
        let folder = tempfile::tempdir().expect("made");
        let file = UnfinishedFile::create(folder.path(), false).expect("made");
        let is_nameless = matches!(file.0, super::Kind::Nameless(_));
        let names = fs::read_dir(folder.path()).expect("listed").count();
        assert_eq!(names, usize::from(!is_nameless));
    }
}
