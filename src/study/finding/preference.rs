//! Ways to prefer some moves to others. Uniform play alone seldom gets anywhere: nobody is mated by chance.

use super::{OpenChoices, TriedLine};
use crate::ir::Rules;
use crate::play::{Actor, Chooser};
use crate::vm::{Fault, Move};
use rustc_hash::FxHashSet;

/// So many moves are tried out where the position after them counts.
const TRIED: usize = 6;

/// What a game prefers.
pub(super) struct Preference {
    kind: PreferenceKind,
    /// Outcomes of chance are drawn by their weights, not all alike.
    weighs_chance: bool,
    /// The positions of this game.
    seen: FxHashSet<u64>,
}

enum PreferenceKind {
    /// All moves alike.
    None,
    /// Kinds of moves, by weights.
    Kinds(Vec<u64>),
    /// Moves that come early in the list, or late, for each seat.
    Places { late: Vec<bool>, drawn: usize },
    /// Moves after which there is little on the table, or much.
    Bits { few: bool },
    /// Moves that lead back to where the game was.
    Back,
}

impl Preference {
    /// Draws what a game prefers; kinds of moves that are `wanted` are preferred more often.
    pub(super) fn draw(
        rules: &Rules,
        wanted: &dyn Fn(usize) -> bool,
        chooser: &mut Chooser,
    ) -> Self {
        let pick = |chooser: &mut Chooser, below| chooser.index(below).unwrap_or(0);
        let kind = match pick(chooser, 8) {
            0 | 1 => PreferenceKind::None,
            2..=4 => {
                let kinds = 0..rules.model().moves.len();
                let weight = |kind| {
                    let drawn = 1u64 << (2 * pick(chooser, 6));
                    drawn * if wanted(kind) { 64 } else { 1 }
                };
                PreferenceKind::Kinds(kinds.map(weight).collect())
            }
            5 => {
                let seats = 0..rules.model().seats();
                PreferenceKind::Places {
                    late: seats.map(|_| pick(chooser, 2) == 0).collect(),
                    drawn: 2 + pick(chooser, 8),
                }
            }
            6 => PreferenceKind::Bits {
                few: pick(chooser, 2) == 0,
            },
            _ => PreferenceKind::Back,
        };
        Self {
            kind,
            weighs_chance: pick(chooser, 2) == 0,
            seen: FxHashSet::default(),
        }
    }

    /// Picks a move.
    pub(super) fn pick(
        &mut self,
        rules: &Rules,
        (line, choices): (&TriedLine, &OpenChoices),
        chooser: &mut Chooser,
    ) -> Result<Option<Move>, Fault> {
        let moves = &choices.moves;
        let any = |chooser: &mut Chooser| chooser.index(moves.len()).map(|at| moves[at].0);
        if choices.actor == Actor::Chance {
            return Ok(match self.weighs_chance {
                true => chooser
                    .pick(moves.iter().map(|(_, weight)| *weight))
                    .map(|at| moves[at].0),
                false => any(chooser),
            });
        }
        // Now and then a game does as it likes.
        if chooser.index(8) == Some(0) {
            return Ok(any(chooser));
        }
        Ok(match &self.kind {
            PreferenceKind::None => any(chooser),
            PreferenceKind::Kinds(weights) => {
                let weight = |(mv, _): &(Move, u64)| weights[rules.move_kind(*mv).index()];
                let at = chooser.pick(moves.iter().map(weight));
                at.map(|at| moves[at].0)
            }
            PreferenceKind::Places { late, drawn } => {
                let picked = (0..*drawn).filter_map(|_| chooser.index(moves.len()));
                let is_late = match choices.actor {
                    Actor::Player(seat) => late.get(seat.index()).copied().unwrap_or(false),
                    Actor::Chance => false,
                };
                let at = match is_late {
                    true => picked.max(),
                    false => picked.min(),
                };
                at.map(|at| moves[at].0)
            }
            PreferenceKind::Bits { few } => {
                let few = *few;
                best(rules, (line, choices), chooser, |after| {
                    let bits: u32 = after.words.iter().map(|word| word.count_ones()).sum();
                    if few { u32::MAX - bits } else { bits }
                })?
            }
            PreferenceKind::Back => {
                self.seen.insert(rules.hash(&line.state));
                let seen = &self.seen;
                best(rules, (line, choices), chooser, |after| {
                    u32::from(seen.contains(&rules.hash(after)))
                })?
            }
        })
    }
}

/// Tries some moves out, and returns the one with the best position after it.
fn best(
    rules: &Rules,
    (line, choices): (&TriedLine, &OpenChoices),
    chooser: &mut Chooser,
    worth: impl Fn(&crate::vm::Position) -> u32,
) -> Result<Option<Move>, Fault> {
    let mut best: Option<(u32, Move)> = None;
    for _ in 0..TRIED {
        let Some(at) = chooser.index(choices.moves.len()) else {
            break;
        };
        let mv = choices.moves[at].0;
        let mut after = line.state.clone();
        rules.apply(&mut after, mv)?;
        let worth = worth(&after);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, mv));
        }
    }
    Ok(best.map(|(_, mv)| mv))
}
