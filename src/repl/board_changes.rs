//! Differences between the board and remembered values at two points of a game.

use crate::repl::game::Repl;
use linstock_play::{Observation, Session};
use std::collections::BTreeMap;

/// The pieces on each point, by the point's name.
type StandingPieces = BTreeMap<String, String>;

/// Returns the game after a number of its moves.
pub(super) fn after_moves(repl: &Repl, ply: usize) -> Result<Session, String> {
    let mut session = repl.session.clone();
    session.choose_outcomes_by_hand();
    session.back_to(ply).map_err(|e| e.to_string())?;
    Ok(session)
}

/// Describes, in lines, what has changed since a number of moves: points with other pieces, then remembered values, then
/// lines that the rules show.
pub(super) fn changed_since(repl: &Repl, ply: usize) -> Result<Vec<String>, String> {
    let before = after_moves(repl, ply)?;
    let points = points(repl, (&before, &repl.session));
    let [before, after] =
        [&before, &repl.session].map(|session| Observation::new(session, repl.viewer()));
    let changes = after.changes_since(&before, repl.viewer());
    let remembered = changes.remembered.iter();
    let remembered = remembered.map(|change| {
        repl.say()
            .was_then_is(&change.label, &change.was, &change.is)
    });
    let moved = changes
        .moved
        .iter()
        .map(|moved| match (&moved.from, &moved.to) {
            (Some(from), Some(to)) => repl.say().went(&moved.what, from, to),
            (Some(from), None) => repl.say().left(&moved.what, from),
            (None, to) => repl
                .say()
                .came(&moved.what, to.as_deref().unwrap_or_default()),
        });
    let lines = [points, moved.collect(), remembered.collect()].map(|told| told.join("; "));
    let lines = lines.into_iter().filter(|line| !line.is_empty());
    Ok(lines.chain(changes.lines).collect())
}

/// Returns the pieces on each occupied point.
fn pieces(repl: &Repl, session: &Session) -> StandingPieces {
    let seen = Observation::new(session, repl.viewer()).json();
    let pieces = seen["board"]["pieces"].as_array().cloned();
    let mut found = StandingPieces::new();
    for piece in pieces.unwrap_or_default() {
        let word = |name: &str| {
            let word = piece[name].as_str().unwrap_or_default();
            repl.session.model().title(word).to_owned()
        };
        let stands = match word("owner") {
            nobody if nobody.is_empty() => word("piece"),
            owner => repl.say().piece_of(&owner, &word("piece")),
        };
        let point = piece["at"].as_str().unwrap_or_default();
        let all = found.entry(point.to_owned()).or_default();
        if !all.is_empty() {
            all.push_str(&repl.say().and_on());
        }
        all.push_str(&stands);
    }
    found
}

/// Describes, for each point that has changed, the pieces before and after.
pub(super) fn points(repl: &Repl, (before, after): (&Session, &Session)) -> Vec<String> {
    let (before, after) = (&pieces(repl, before), &pieces(repl, after));
    let mut names: Vec<_> = before.keys().chain(after.keys()).collect();
    names.sort_by_key(|name| (name.len(), *name));
    names.dedup();
    let nothing = repl.say().nothing_there();
    let stands = |all: &StandingPieces, name: &String| all.get(name).unwrap_or(&nothing).clone();
    let lines = names.into_iter().filter_map(|name| {
        let (was, is) = (stands(before, name), stands(after, name));
        (was != is).then(|| repl.say().was_then_is(name, &was, &is))
    });
    lines.collect()
}
