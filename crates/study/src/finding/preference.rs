//! Preferences for some moves over others. Uniform play alone seldom gets anywhere: nobody is mated by chance.

use super::{OpenChoices, TriedLine};
use linstock_engine::vm::{Fault, Move};
use linstock_model::{ArgValue, Point};
use linstock_play::Rules;
use linstock_play::{Actor, Chooser};
use rustc_hash::FxHashSet;

/// The number of moves to try out if the position after them counts.
const TRIED: usize = 6;

/// The preference of a game.
pub(super) struct Preference {
    kind: PreferenceKind,
    /// Draws outcomes of chance by their weights, not uniformly.
    weighs_chance: bool,
}

enum PreferenceKind {
    /// No preference.
    None,
    /// Kinds of moves, by weights.
    Kinds(Vec<u64>),
    /// Moves early in the list, or late, for each seat.
    Places { late: Vec<bool>, drawn: usize },
    /// Moves after which few bits of the position are set, or many.
    Bits { few: bool },
    /// Moves that return to earlier positions of the game, by their hashes.
    Back { seen: FxHashSet<u64> },
    /// Moves that name one of the points of the previous move, mostly with the same piece.
    On { points: Vec<Point> },
}

impl Preference {
    /// Draws the preference of a game; favours the `wanted` kinds of moves more often.
    pub(super) fn draw(
        rules: &Rules,
        wanted: &dyn Fn(usize) -> bool,
        chooser: &mut Chooser,
    ) -> Self {
        let pick = |chooser: &mut Chooser, below| chooser.index(below).unwrap_or(0);
        let kind = match pick(chooser, 10) {
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
            7 => PreferenceKind::Back {
                seen: FxHashSet::default(),
            },
            _ => PreferenceKind::On { points: Vec::new() },
        };
        Self {
            kind,
            weighs_chance: pick(chooser, 2) == 0,
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
        // A game sometimes ignores its preference.
        if chooser.index(8) == Some(0) {
            return Ok(any(chooser));
        }
        Ok(match &mut self.kind {
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
            PreferenceKind::On { points } => {
                let points_of = |mv: Move| points_of(rules, (line, mv));
                let on = moves.iter().map(|(mv, _)| (*mv, points_of(*mv)));
                let on = on.filter(|(_, named)| named.iter().any(|point| points.contains(point)));
                let on: Vec<_> = on.collect();
                let picked = match chooser.index(on.len()) {
                    Some(at) => Some(on[at].0),
                    None => any(chooser),
                };
                *points = picked.map(points_of).unwrap_or_default();
                picked
            }
            PreferenceKind::Back { seen } => {
                seen.insert(rules.hash(&line.state));
                best(rules, (line, choices), chooser, |after| {
                    u32::from(seen.contains(&rules.hash(after)))
                })?
            }
        })
    }
}

/// Returns the points that a move names.
fn points_of(rules: &Rules, (line, mv): (&TriedLine, Move)) -> Vec<Point> {
    let (_, args) = rules.args(&line.state, mv);
    let points = args.iter().filter_map(|arg| match arg {
        Some(ArgValue::Point(point)) => Some(*point),
        _ => None,
    });
    points.collect()
}

/// Tries some moves out, and returns the one with the best next position.
fn best(
    rules: &Rules,
    (line, choices): (&TriedLine, &OpenChoices),
    chooser: &mut Chooser,
    worth: impl Fn(&linstock_engine::vm::Position) -> u32,
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
