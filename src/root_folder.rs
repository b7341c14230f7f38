//! The folder in which an engine may read (`--root`).
//!
//! Up to the folder, a path is resolved by name only, so that nobody learns what is around the folder. Inside it, links are
//! followed, but must not lead out. The file is then opened through open folders only, so a link inserted in the meantime is
//! not followed.

use crate::files::{self, FileKind};
use std::fs::File;
use std::path::{Component, Path, PathBuf};

/// A folder out of which no path may lead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RootFolder {
    /// Its real path, without links.
    place: PathBuf,
    /// Its path as given, made absolute: paths may begin with it, too.
    given: PathBuf,
}

/// A place in the folder; it had no links when it was looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlaceInside(PathBuf);

impl RootFolder {
    /// Takes an existing folder.
    pub(crate) fn new(folder: &Path) -> Option<Self> {
        let there = files::is_folder(folder) == Some(true);
        Some(Self {
            place: files::without_links(folder).filter(|_| there)?,
            given: by_name(&std::path::absolute(folder).ok()?),
        })
    }

    /// Resolves a path; `None` if it leads outside or does not exist. Accesses nothing outside.
    pub(super) fn find(&self, path: &Path) -> Option<PlaceInside> {
        let (mut here, mut inside) = (PathBuf::new(), false);
        for part in std::path::absolute(path).ok()?.components() {
            match part {
                Component::CurDir => {}
                Component::ParentDir => {
                    here.pop();
                    inside = inside && here.starts_with(&self.place);
                }
                part => here.push(part),
            }
            if inside {
                here = files::without_links(&here)?;
                if !here.starts_with(&self.place) {
                    return None;
                }
            } else if here == self.place || here == self.given {
                here.clone_from(&self.place);
                inside = true;
            }
        }
        inside.then_some(PlaceInside(here))
    }

    /// Returns the kind of file at a place; `None` for a link, since there was none when the place was found.
    pub(super) fn kind(&self, place: &PlaceInside) -> Option<FileKind> {
        walk::kind(&self.place, self.inside(place))
    }

    /// Opens a regular file. Refuses a pipe or a device, as everywhere.
    pub(super) fn open(&self, place: &PlaceInside) -> std::io::Result<File> {
        walk::open(&self.place, self.inside(place))
    }

    /// Lists the paths of the entries of a folder, each below the given path of the folder.
    pub(super) fn list(&self, place: &PlaceInside, called: &Path) -> std::io::Result<Vec<PathBuf>> {
        let names = walk::list(&self.place, self.inside(place))?;
        Ok(names.into_iter().map(|name| called.join(name)).collect())
    }

    fn inside<'p>(&self, place: &'p PlaceInside) -> &'p Path {
        place.0.strip_prefix(&self.place).unwrap_or(&place.0)
    }
}

impl PlaceInside {
    /// Returns its own path.
    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

/// Removes `..` from a path by name only.
fn by_name(path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(whole.pop()),
            Component::CurDir => {}
            part => whole.push(part),
        }
    }
    whole
}

#[cfg(unix)]
mod walk {
    //! Walks along open folders, one name after the other, and follows no link.

    use crate::files::{self, FileKind};
    use nix::dir::Dir;
    use nix::errno::Errno;
    use nix::fcntl::{AtFlags, OFlag, openat};
    use nix::sys::stat::{Mode, SFlag, fstatat};
    use std::ffi::{OsStr, OsString};
    use std::fs::File;
    use std::io::{Error, Result};
    use std::os::fd::{AsFd, OwnedFd};
    use std::os::unix::ffi::OsStrExt as _;
    use std::path::Path;

    pub(super) fn kind(root: &Path, inside: &Path) -> Option<FileKind> {
        let Some((folder, name)) = split(root, inside).ok()? else {
            return Some(FileKind::Folder);
        };
        kind_in(&folder, name).ok()
    }

    pub(super) fn open(root: &Path, inside: &Path) -> Result<File> {
        let (folder, name) = split(root, inside)?.ok_or(Error::from(Errno::EISDIR))?;
        // Opening some devices has side effects.
        files::regular(kind_in(&folder, name)?)?;
        let file = File::from(step(&folder, name, OFlag::empty())?);
        files::regular(files::kind_of(&file.metadata()?))?;
        Ok(file)
    }

    pub(super) fn list(root: &Path, inside: &Path) -> Result<Vec<OsString>> {
        let folder = match split(root, inside)? {
            Some((folder, name)) => step(&folder, name, OFlag::O_DIRECTORY)?,
            None => File::open(root)?.into(),
        };
        let names = Dir::from_fd(folder)?.into_iter().map(|entry| {
            let entry = entry?;
            Ok(OsStr::from_bytes(entry.file_name().to_bytes()).to_owned())
        });
        let mut names: Vec<OsString> = names.collect::<Result<_>>()?;
        names.retain(|name| name != "." && name != "..");
        Ok(names)
    }

    /// Opens the folder that contains a file, and returns the file's name in it; `None` for the root itself.
    fn split<'p>(root: &Path, inside: &'p Path) -> Result<Option<(OwnedFd, &'p OsStr)>> {
        let Some(name) = inside.file_name() else {
            return Ok(None);
        };
        let mut folder: OwnedFd = File::open(root)?.into();
        for part in inside.parent().unwrap_or(Path::new("")) {
            folder = step(&folder, part, OFlag::O_DIRECTORY)?;
        }
        Ok(Some((folder, name)))
    }

    fn step(folder: &impl AsFd, name: &OsStr, flags: OFlag) -> Result<OwnedFd> {
        let always = OFlag::O_RDONLY | OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK | OFlag::O_CLOEXEC;
        Ok(openat(folder, name, always | flags, Mode::empty())?)
    }

    fn kind_in(folder: &impl AsFd, name: &OsStr) -> Result<FileKind> {
        let found = fstatat(folder, name, AtFlags::AT_SYMLINK_NOFOLLOW)?;
        let kind = SFlag::from_bits_truncate(found.st_mode) & SFlag::S_IFMT;
        match kind {
            SFlag::S_IFDIR => Ok(FileKind::Folder),
            SFlag::S_IFREG => Ok(FileKind::Regular),
            SFlag::S_IFLNK => Err(Errno::ELOOP.into()),
            _ => Ok(FileKind::Device),
        }
    }
}

#[cfg(not(unix))]
mod walk {
    //! On other systems, a link inserted in the meantime is followed.

    use crate::files::{self, FileKind};
    use std::ffi::OsString;
    use std::fs::File;
    use std::io::Result;
    use std::path::Path;

    pub(super) fn kind(root: &Path, inside: &Path) -> Option<FileKind> {
        let found = root.join(inside).metadata().ok()?;
        Some(files::kind_of(&found))
    }

    pub(super) fn open(root: &Path, inside: &Path) -> Result<File> {
        files::open_regular(&root.join(inside))
    }

    pub(super) fn list(root: &Path, inside: &Path) -> Result<Vec<OsString>> {
        let entries = root.join(inside).read_dir()?;
        entries.map(|entry| Ok(entry?.file_name())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{FileKind, RootFolder};
    use std::fs;
    use std::path::Path;

    /// Creates a root with a file in a folder, and a file beside the root.
    fn made() -> (tempfile::TempDir, RootFolder) {
        let place = tempfile::tempdir().expect("made");
        let root = place.path().join("root");
        for folder in ["root/in", "out"] {
            fs::create_dir_all(place.path().join(folder)).expect("made");
        }
        for (file, text) in [("root/in/x.game", "inside"), ("out/x.game", "outside")] {
            fs::write(place.path().join(file), text).expect("written");
        }
        let folder = RootFolder::new(&root).expect("it is there");
        (place, folder)
    }

    #[test]
    fn a_path_that_comes_back_tells_nothing_of_what_it_passes() {
        let (place, root) = made();
        let path = place.path().join("root");
        let inside = root.find(&path.join("in/x.game")).expect("inside");
        for back in ["out/../root", "nowhere/../root", "out/x.game/../../root"] {
            let back = place.path().join(back);
            assert_eq!(root.find(&back.join("in/x.game")).as_ref(), Some(&inside));
        }
        let within = |part: &str| root.find(&path.join(part));
        assert_eq!(within("in/../in/./x.game").as_ref(), Some(&inside));
        for out in [
            "../out/x.game",
            "in/../../out/x.game",
            "nowhere/../in/x.game",
            "..",
        ] {
            assert_eq!(within(out), None, "{out}");
        }
        assert_eq!(root.find(Path::new("/etc")), None);
        assert_eq!(root.find(Path::new("")), None);
    }

    #[test]
    #[cfg(unix)]
    fn a_link_that_is_put_in_the_way_meanwhile_is_not_followed() {
        use std::os::unix::fs::symlink;
        let (place, root) = made();
        let path = place.path().join("root");
        let (file, folder) = (path.join("in/x.game"), path.join("in"));
        let at = root.find(&file).expect("inside");
        let at_folder = root.find(&folder).expect("inside");
        assert!(root.open(&at).is_ok());
        assert_eq!(root.kind(&at), Some(FileKind::Regular));
        // The file becomes a link.
        fs::remove_file(&file).expect("removed");
        symlink(place.path().join("out/x.game"), &file).expect("linked");
        assert!(root.open(&at).is_err());
        assert_eq!(root.kind(&at), None);
        // Its folder becomes a link.
        fs::remove_dir_all(&folder).expect("removed");
        symlink(place.path().join("out"), &folder).expect("linked");
        assert!(root.open(&at).is_err());
        assert_eq!(root.kind(&at), None);
        assert!(root.list(&at_folder, &folder).is_err());
        // A link that stays inside is followed.
        fs::remove_file(&folder).expect("removed");
        fs::create_dir(path.join("other")).expect("made");
        fs::write(path.join("other/x.game"), "inside").expect("written");
        symlink("other", &folder).expect("linked");
        let at = root.find(&file).expect("inside");
        assert_eq!(
            at.path(),
            path.canonicalize().expect("there").join("other/x.game")
        );
        assert!(root.open(&at).is_ok());
        let listed = root.list(&root.find(&folder).expect("inside"), &folder);
        assert_eq!(listed.expect("a folder"), [file]);
    }
}
