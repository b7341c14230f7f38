//! The difference between the choices before and after a change.

use crate::repl::game::Repl;
use crate::window;
use linstock_play::Actor;
use std::collections::{BTreeMap, BTreeSet};

/// The most moves of one kind that are listed.
const MOST_NAMED: usize = 4;

/// The choices of a player: move texts, by the move's name in the rules.
#[derive(Default)]
pub(super) struct Offer {
    /// The player; `None` where nobody chooses, or where another player must sit down first.
    player: Option<String>,
    moves: BTreeMap<String, BTreeSet<String>>,
}

impl Offer {
    /// Returns the current choices.
    pub(super) fn of(repl: &Repl) -> Self {
        let session = &repl.session;
        let Some(own) = repl.own_choice() else {
            return Self::default();
        };
        let Some(actor @ Actor::Player(_)) = own.actor() else {
            return Self::default();
        };
        let mut moves: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        // If they cannot be listed, `moves` reports why.
        for choice in own.moves().unwrap_or_default() {
            let (rule, _) = session.rules().args(session.state(), choice.mv());
            let name = &session.model().mv(rule).name;
            moves.entry(name.clone()).or_default().insert(choice.text);
        }
        Self {
            player: Some(session.actor_name(actor).to_owned()),
            moves,
        }
    }

    /// Describes how the choices differ from later ones, in a line; empty where they cannot be compared.
    pub(super) fn until(&self, later: &Self) -> String {
        match (&self.player, &later.player) {
            (Some(before), Some(now)) if before == now => {}
            (_, Some(now)) => return format!("now {now} chooses\n"),
            (_, None) => return String::new(),
        }
        let names: BTreeSet<_> = self.moves.keys().chain(later.moves.keys()).collect();
        let empty = BTreeSet::new();
        let changes = names.into_iter().flat_map(|name| {
            let before = self.moves.get(name).unwrap_or(&empty);
            let now = later.moves.get(name).unwrap_or(&empty);
            let more = counted('+', name, now.difference(before));
            more.into_iter()
                .chain(counted('-', name, before.difference(now)))
        });
        let changes: Vec<_> = changes.collect();
        if changes.is_empty() {
            return "the same moves can be chosen as before\n".to_owned();
        }
        in_lines(&format!("in what can be chosen: {}", changes.join("; ")))
    }
}

/// Breaks a text between words.
fn in_lines(text: &str) -> String {
    window::paragraph(text, ("", 2))
}

/// Writes how many moves of a name were added or removed, and which: `+2 retreat: b3-b1, c3-c1`.
fn counted<'a>(sign: char, name: &str, moves: impl Iterator<Item = &'a String>) -> Option<String> {
    let moves: Vec<_> = moves.map(String::as_str).collect();
    if moves.is_empty() {
        return None;
    }
    let named = moves[..moves.len().min(MOST_NAMED)].join(", ");
    let more = if moves.len() > MOST_NAMED {
        ", …"
    } else {
        ""
    };
    Some(format!("{sign}{} {name}: {named}{more}", moves.len()))
}

#[cfg(test)]
mod tests {
    use super::Offer;

    fn offer(player: &str, moves: &[(&str, &[&str])]) -> Offer {
        let moves = moves.iter().map(|(name, texts)| {
            let texts = texts.iter().map(|text| (*text).to_owned());
            ((*name).to_owned(), texts.collect())
        });
        Offer {
            player: Some(player.to_owned()),
            moves: moves.collect(),
        }
    }

    #[test]
    fn what_came_and_what_went_is_counted_by_move_and_named() {
        let before = offer("ann", &[("shot", &["xd4"]), ("step", &["a1", "a2"])]);
        let now = offer("ann", &[("step", &["a2", "a3", "a4", "a5", "a6", "a7"])]);
        assert_eq!(
            before.until(&now),
            "in what can be chosen: -1 shot: xd4; +5 step: a3, a4, a5, a6, …; -1 step: a1\n"
        );
        let many = ["cannon", "soldier", "town"].map(|name| (name, ["a-long-move-of-a-piece"; 1]));
        let many: Vec<_> = many
            .iter()
            .map(|(name, moves)| (*name, &moves[..]))
            .collect();
        assert_eq!(
            offer("ann", &[]).until(&offer("ann", &many)),
            "in what can be chosen: +1 cannon: a-long-move-of-a-piece; +1 soldier: a-long-move-of-a-piece; +1\n  \
             town: a-long-move-of-a-piece\n"
        );
        assert_eq!(
            before.until(&before),
            "the same moves can be chosen as before\n"
        );
        assert_eq!(before.until(&offer("bob", &[])), "now bob chooses\n");
        assert_eq!(before.until(&Offer::default()), "");
    }
}
