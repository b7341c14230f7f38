//! Finds the main file of a ruleset in a folder.

use crate::files::Folder;
use crate::header::{Header, header};
use crate::load_error::LoadError;

/// The main file of a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum MainFile {
    /// This file.
    Here(String),
    /// The folder holds only variants, of the game with this name.
    Elsewhere(String),
}

impl MainFile {
    /// Finds the main file: the one with the folder's name, or the only possible one. A folder with several variants of one
    /// game represents that game with them.
    pub(super) fn of(folder: &Folder) -> Result<Self, LoadError> {
        let own = format!("{}.game", folder.name);
        if folder.files.iter().any(|(name, _)| *name == own) {
            return Ok(Self::Here(own));
        }
        let (games, variants) = (beginning(folder, "game"), beginning(folder, "variant"));
        match (games.as_slice(), variants.as_slice()) {
            ([(one, _)], _) | ([], [(one, _)]) => Ok(Self::Here(one.clone())),
            ([], []) => Err(LoadError::UnknownGame(format!(
                "the folder `{}` holds no ruleset: no file in it ends in `.game` and begins with `game`",
                folder_name(folder)
            ))),
            ([], [(_, first), rest @ ..]) => match &first.of {
                Some(of) if rest.iter().all(|(_, head)| head.of.as_ref() == Some(of)) => {
                    if *of == folder.name {
                        return Err(missing(folder, of));
                    }
                    Ok(Self::Elsewhere(of.clone()))
                }
                _ => Err(several(folder, &own)),
            },
            _ => Err(several(folder, &own)),
        }
    }
}

/// Returns the files that begin with a keyword, with their headers.
fn beginning(folder: &Folder, keyword: &str) -> Vec<(String, Header)> {
    let heads = folder.files.iter().filter_map(|(file, text)| {
        let head = header(text).filter(|head| head.keyword == keyword)?;
        Some((file.clone(), head))
    });
    heads.collect()
}

fn several(folder: &Folder, own: &str) -> LoadError {
    LoadError::UnknownGame(format!(
        "the folder `{}` holds several games; name the main one `{own}`, or give the path of one file",
        folder_name(folder)
    ))
}

/// Returns the error that the game of the variants in a folder is missing.
pub(super) fn missing(folder: &Folder, game: &str) -> LoadError {
    let variants = beginning(folder, "variant").into_iter();
    let files: Vec<_> = variants.map(|(file, _)| format!("`{file}`")).collect();
    let (files, are) = match files.as_slice() {
        [one] => (one.clone(), "is a variant"),
        [first @ .., last] => (format!("{} and {last}", first.join(", ")), "are variants"),
        [] => (String::new(), "are variants"),
    };
    LoadError::UnknownGame(format!(
        "`{game}.game` is missing in the folder `{}`: {files} {are} of it; put it back, or give the path of one file",
        folder_name(folder)
    ))
}

/// Returns the folder's path for messages.
fn folder_name(folder: &Folder) -> &str {
    folder.path.trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::MainFile;
    use crate::files::Folder;
    use crate::load_error::LoadError;

    /// Finds the main file of a folder with these files; otherwise returns the error message.
    fn main(name: &str, files: &[(&str, &str)]) -> Result<MainFile, String> {
        let files = files
            .iter()
            .map(|(file, text)| ((*file).into(), (*text).into()));
        let folder = Folder {
            name: name.to_owned(),
            path: format!("./{name}/"),
            files: files.collect(),
        };
        MainFile::of(&folder).map_err(|why| match why {
            LoadError::UnknownGame(text) => text,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn a_folder_without_its_game_says_which_file_is_missing() {
        let (a, b) = (
            ("a.game", "variant a of cc \"A\""),
            ("b.game", "variant b of cc \"B\""),
        );
        let told = main("cc", &[a, b]).expect_err("the game is gone");
        assert_eq!(
            told,
            "`cc.game` is missing in the folder `./cc`: `a.game` and `b.game` are variants of it; \
             put it back, or give the path of one file"
        );
        let elsewhere = Ok(MainFile::Elsewhere("cc".to_owned()));
        assert_eq!(main("two", &[a, b]), elsewhere);
        assert_eq!(main("two", &[a]), Ok(MainFile::Here("a.game".to_owned())));
        let game = ("x.game", "game cc \"C\"");
        assert_eq!(
            main("two", &[a, game]),
            Ok(MainFile::Here("x.game".to_owned()))
        );
        let other = ("y.game", "variant y of go \"Y\"");
        for files in [[a, other], [game, ("y.game", "game y \"Y\"")]] {
            let told = main("two", &files).expect_err("which one?");
            assert!(told.contains("holds several games"), "{told}");
        }
    }
}
