//! Lists of moves in hints.

use crate::{Actor, Session, to_move};

/// The most moves in a hint.
const LISTED: usize = 12;

/// Lists the legal moves of an actor, for a hint; `None` if there are none: the reason why a move is refused says that the game is over, or
/// who is to move.
pub(super) fn instead(session: &Session, by: Option<Actor>) -> Option<String> {
    let actor = by.or(session.decider())?;
    match session.choices(actor) {
        Ok(choices) => {
            let texts: Vec<_> = choices.into_iter().map(|choice| choice.text).collect();
            (!texts.is_empty()).then(|| moves_here(session, &texts))
        }
        Err(refusal) => Some(refusal.to_string()),
    }
}

/// Lists moves, for a hint.
pub(super) fn moves_here(session: &Session, moves: &[String]) -> String {
    match moves.len() {
        0 if session.decider().is_none() => "there is no move: the game is over".to_owned(),
        0 => format!(
            "{} to move",
            to_move(session.model(), &session.turn()).join(" and ")
        ),
        n if n > LISTED => {
            let some = listed(moves[..LISTED].iter());
            format!("moves here: {some} … ({n} in all)")
        }
        _ => format!("moves here: {}", listed(moves.iter())),
    }
}

/// Lists moves as in a line of a scenario: separated by commas if a move contains blanks.
pub(super) fn listed<'m>(moves: impl Iterator<Item = &'m String> + Clone) -> String {
    let blanks = moves.clone().any(|text| text.contains(' '));
    let between = if blanks { ", " } else { " " };
    let moves: Vec<_> = moves.map(String::as_str).collect();
    moves.join(between)
}
