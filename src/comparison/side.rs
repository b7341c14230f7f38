//! One side of a comparison: how the user writes it (`cannon`, `cannon+long-guns`, `cannon+shift-limit=3`), and the games
//! played with it.

use crate::ruleset_finder;
use crate::ruleset_loader::{Loaded, RulesetRequest};
use crate::simulation::DifferentGames;
use linstock_check::Choices;
use linstock_study::comparison::SideSample;
use std::path::Path;
use std::time::Duration;

/// One side, and the games played with it.
#[derive(Debug)]
pub(super) struct Side {
    /// The text on the command line.
    pub(super) name: String,
    pub(super) loaded: Loaded,
    pub(super) sample: SideSample,
    pub(super) different: DifferentGames,
    /// The message about games that the rules could not continue.
    pub(super) failed: Option<String>,
    pub(super) time: Duration,
}

/// Parses a side: the game, then variants and options, each after a plus sign.
pub(super) fn request(text: &str, players: Option<usize>) -> Result<RulesetRequest, String> {
    let (game, changes) = game_of(text);
    let game = game.trim();
    let mut choices = Choices {
        players,
        ..Choices::default()
    };
    if game.is_empty() {
        return Err(unreadable(text));
    }
    let parts = changes.iter().flat_map(|changes| changes.split('+'));
    for part in parts.map(str::trim) {
        match part.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => {
                let setting = (name.trim().to_owned(), value.trim().to_owned());
                choices.options.push(setting);
            }
            None if !part.is_empty() => choices.variants.push(part.to_owned()),
            _ => return Err(unreadable(text)),
        }
    }
    Ok(RulesetRequest {
        game: game.to_owned(),
        choices,
        names: Vec::new(),
    })
}

/// Splits a side after its game. A path may contain plus signs: the longest beginning that is a path to something is the game.
fn game_of(text: &str) -> (&str, Option<&str>) {
    let is_game = |game: &str| ruleset_finder::is_path(game) && Path::new(game).exists();
    if is_game(text) {
        return (text, None);
    }
    let split = |at: usize| (&text[..at], Some(&text[at + 1..]));
    let found = text.rmatch_indices('+').map(|(at, _)| split(at));
    let mut found = found.filter(|(game, _)| is_game(game));
    let first = || text.find('+').map(split);
    found.next().or_else(first).unwrap_or((text, None))
}

/// Parses the right side: a text that begins with a plus sign changes the left side.
pub(super) fn right(
    left: &str,
    right: &str,
    players: Option<usize>,
) -> Result<RulesetRequest, String> {
    match right.starts_with('+') {
        true => request(&format!("{left}{right}"), players),
        false => request(right, players),
    }
}

/// Returns a side with each path shortened to its last part.
pub(super) fn short(side: &str) -> String {
    let last = |part: &str| {
        let part = part.trim_end_matches('/');
        let name = part.rsplit('/').next().unwrap_or(part);
        name.trim_end_matches(".game").to_owned()
    };
    let parts: Vec<_> = side.split('+').map(last).collect();
    parts.join("+")
}

fn unreadable(text: &str) -> String {
    format!(
        "`{text}` is no side of a comparison; write GAME, GAME+VARIANT or GAME+OPTION=VALUE, with as many parts as you like"
    )
}

#[cfg(test)]
mod tests {
    use super::{request, right, short};

    #[test]
    fn a_side_has_a_game_and_what_changes_it() {
        let side = request("cannon+long-guns+shift-limit=3", Some(2)).expect("read");
        assert_eq!(side.game, "cannon");
        assert_eq!(side.choices.variants, ["long-guns"]);
        let set = ("shift-limit".to_owned(), "3".to_owned());
        assert_eq!(side.choices.options, [set]);
        assert_eq!(side.choices.players, Some(2));
        for wrong in ["", "cannon+", "cannon+=3", "+x"] {
            assert!(request(wrong, None).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_path_may_contain_plus_signs() {
        let place = tempfile::tempdir().expect("made");
        let folder = place.path().join("a+b");
        std::fs::create_dir(&folder).expect("made");
        let folder = folder.to_string_lossy();
        for (changes, variants) in [("", vec![]), ("+c+d", vec!["c", "d"])] {
            let side = request(&format!("{folder}{changes}"), None).expect("read");
            assert_eq!(
                (side.game.as_str(), side.choices.variants),
                (&*folder, variants.into_iter().map(str::to_owned).collect())
            );
        }
    }

    #[test]
    fn a_column_is_headed_by_the_last_part_of_a_path() {
        assert_eq!(short("cannon+long-guns"), "cannon+long-guns");
        assert_eq!(short("/home/ann/my-cannon/"), "my-cannon");
        assert_eq!(short("cannon+./guns/long-guns.game"), "cannon+long-guns");
    }

    #[test]
    fn a_plus_sign_alone_changes_the_left_side() {
        assert_eq!(right("cannon+a", "+b", None), request("cannon+a+b", None));
        assert_eq!(right("cannon", "chess", None), request("chess", None));
    }
}
