//! Replays a game with other hidden choices.

use super::{SeenPly, View, WorldChoice, Worlds};
use linstock_engine::vm::{Fault, Move, Position, Turn};
use linstock_model::{ArgValue, ListId, RowId, ZoneId};
use linstock_play::{Actor, Rules};
use smallvec::SmallVec;
use std::sync::Arc;

/// A ply of a game that may fit what a player has seen.
#[derive(Debug)]
pub(super) struct ImaginedPly {
    pub choice: WorldChoice,
    /// The logarithm of the probability of the choice.
    pub log: f64,
    /// The position after it.
    pub position: Position,
}

/// A row of a list.
pub(super) type NamedRow = (ListId, RowId);

/// What was wrong at a ply that could not be played as it was seen.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    /// The number of words in which the player's view differs; the largest number if a known move was not legal.
    pub words: usize,
    /// Rows of which the player has seen more copies.
    pub missing: SmallVec<[NamedRow; 8]>,
    /// Rows of which the player has seen fewer copies.
    pub extra: SmallVec<[NamedRow; 8]>,
}

impl Default for Failure {
    fn default() -> Self {
        Self {
            words: usize::MAX,
            missing: SmallVec::new(),
            extra: SmallVec::new(),
        }
    }
}

/// Returns the row that each word of a position counts, for words of zones.
pub(super) fn rows_by_word(rules: &Rules) -> Vec<Option<NamedRow>> {
    let model = rules.model();
    let mut rows = vec![None; rules.start.len()];
    for (id, zone) in ZoneId::all(model.zones.len()).zip(&model.zones) {
        let owners = if zone.of_player { model.seats() } else { 1 };
        for owner in 0..owners {
            let words = rules.layout.rows(id, owner);
            for (word, row) in words.zip(RowId::all(model.list(zone.list).rows.len())) {
                rows[word] = Some((zone.list, row));
            }
        }
    }
    rows
}

/// A legal choice with its weight.
type ListedChoice = (Move, WorldChoice, f64);

/// The difference that counts for a choice that is not legal: more than any view can differ.
const ILLEGAL: usize = 1 << 32;
/// The most hidden choices that are tried one by one where draws show the player something else.
const MOST_TRIED: usize = 500;
/// How often a hidden choice is drawn again at once because the player would see something else.
const DRAWS: usize = 12;

impl Worlds {
    /// Plays on from the present end of the world to the last ply that the player has seen; stops where the player would see
    /// something else. `aside` are the plies that another world had from there on: their hidden choices are made again where they
    /// are legal. Other hidden choices are drawn.
    pub(super) fn play_on(&mut self, aside: &[ImaginedPly]) {
        let from = self.world.len();
        for ply in from..self.seen_game.plies.len() {
            let is_hidden = self.known(ply).is_none();
            let old = aside.get(ply - from).filter(|_| is_hidden);
            if !self.play_ply(ply, old.map(|old| &old.choice)) {
                return;
            }
        }
    }

    /// Plays one ply, with a hidden choice where it is legal; returns whether the player sees what was seen.
    pub(super) fn play_ply(&mut self, ply: usize, kept: Option<&WorldChoice>) -> bool {
        self.failure = Failure::default();
        self.try_ply(ply, kept).unwrap_or(false)
    }

    /// As [`Worlds::play_ply`]; fails if the rules fail.
    fn try_ply(&mut self, ply: usize, kept: Option<&WorldChoice>) -> Result<bool, Fault> {
        let seen = Arc::clone(&self.seen_game.plies[ply]);
        let position = self.position().clone();
        if !is_turn_of(&self.rules, &position, seen.actor) {
            return Ok(false);
        }
        let known = seen.known.as_ref().filter(|_| self.known(ply).is_some());
        let wanted = known.or(kept);
        if let Some(wanted) = wanted
            && let Some(share) = self.share_of(&position, (seen.actor, wanted))?
        {
            let log = self.log_of(&seen, known.is_some(), share);
            let mv = (wanted.mv, wanted.clone());
            if self.enter(&position, mv, (log, &seen.view))? {
                return Ok(true);
            }
            if known.is_some() {
                return Ok(false);
            }
        }
        let (listed, sum) = listed(&self.rules, &position, &seen)?;
        if let Some(wanted) = wanted {
            let found = listed.iter().find(|(_, choice, _)| choice == wanted);
            if let Some((mv, choice, weight)) = found {
                let log = self.log_of(&seen, known.is_some(), weight / sum);
                if self.enter(&position, (*mv, choice.clone()), (log, &seen.view))? {
                    return Ok(true);
                }
            }
            if known.is_some() {
                self.note_illegal(wanted, &listed);
                return Ok(false);
            }
        }
        let shown = (&position, &*seen);
        Ok(self.draw_one(shown, (&listed, sum))? || self.search_one(shown, (&listed, sum))?)
    }

    /// Draws a hidden choice by its weight, a few times; returns whether the player sees what was seen.
    fn draw_one(
        &mut self,
        (position, seen): (&Position, &SeenPly),
        (listed, sum): (&[ListedChoice], f64),
    ) -> Result<bool, Fault> {
        let such: f64 = listed.iter().map(|(_, _, weight)| *weight).sum();
        for _ in 0..DRAWS {
            let mut left = f64::from(self.random.fraction()) * such;
            let drawn = listed.iter().find(|(_, _, weight)| {
                left -= weight;
                left < 0.0
            });
            let Some((mv, choice, weight)) = drawn.or(listed.last()) else {
                return Ok(false);
            };
            let log = self.log_of(seen, false, weight / sum);
            if self.enter(position, (*mv, choice.clone()), (log, &seen.view))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tries each hidden choice, in random order; returns whether the player sees what was seen.
    fn search_one(
        &mut self,
        (position, seen): (&Position, &SeenPly),
        (listed, sum): (&[ListedChoice], f64),
    ) -> Result<bool, Fault> {
        let mut order: Vec<usize> = (0..listed.len()).collect();
        self.random.shuffle(&mut order);
        for at in order.into_iter().take(MOST_TRIED) {
            let (mv, choice, weight) = &listed[at];
            let log = self.log_of(seen, false, weight / sum);
            if self.enter(position, (*mv, choice.clone()), (log, &seen.view))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Notes how a known choice differs from the legal one that is nearest to it.
    fn note_illegal(&mut self, wanted: &WorldChoice, listed: &[ListedChoice]) {
        let wanted = self.rows_of(wanted);
        let lacking = |rows: &[NamedRow], others: &[NamedRow]| {
            let lacking = rows.iter().filter(|row| !others.contains(row));
            lacking.copied().collect::<SmallVec<[NamedRow; 8]>>()
        };
        let first = self.random.index(listed.len()).unwrap_or(0);
        let mut nearest: Option<Failure> = None;
        for (_, choice, _) in listed[first..].iter().chain(&listed[..first]) {
            let rows = self.rows_of(choice);
            let missing = lacking(&wanted, &rows);
            let words = ILLEGAL + missing.len();
            if nearest.as_ref().is_none_or(|nearest| words < nearest.words) {
                let extra = lacking(&rows, &wanted);
                nearest = Some(Failure {
                    words,
                    missing,
                    extra,
                });
            }
        }
        self.failure = nearest.unwrap_or_default();
    }

    /// Returns the share of a choice among all by their weights, if it has the same numbers here as in the world that it is from.
    fn share_of(
        &mut self,
        position: &Position,
        (actor, wanted): (Actor, &WorldChoice),
    ) -> Result<Option<f64>, Fault> {
        let mv = wanted.mv;
        let weighted = self.rules.decision(position);
        let weighted = weighted.is_none_or(|decision| self.rules.is_weighted(decision));
        let share = if weighted {
            let outcomes = self.rules.outcomes(position)?;
            let sum: u64 = outcomes.iter().map(|(_, weight)| *weight).sum();
            let found = outcomes.iter().find(|(outcome, _)| *outcome == mv);
            found.map(|(_, weight)| *weight as f64 / sum as f64)
        } else {
            match actor {
                Actor::Player(seat) => {
                    self.rules.moves_of_into(position, seat, &mut self.moves)?;
                }
                Actor::Chance => self.rules.moves_into(position, &mut self.moves)?,
            }
            let is_legal = self.moves.contains(mv);
            is_legal.then(|| 1.0 / self.moves.len() as f64)
        };
        Ok(share.filter(|_| {
            self.rules.move_kind(mv) == wanted.id
                && WorldChoice::of(&self.rules, position, mv) == *wanted
        }))
    }

    /// Returns the logarithm of the probability of a choice. That of a known move of a player is not known.
    fn log_of(&self, seen: &SeenPly, is_known: bool, share: f64) -> f64 {
        match seen.actor {
            Actor::Player(_) if is_known => 0.0,
            _ => libm::log(share),
        }
    }

    /// Plays a move; returns whether the player sees what was seen, and keeps the position then.
    fn enter(
        &mut self,
        before: &Position,
        (mv, choice): (Move, WorldChoice),
        (log, view): (f64, &View),
    ) -> Result<bool, Fault> {
        let mut position = before.clone();
        self.rules.apply(&mut position, mv)?;
        let own = self.rules.seen_position(&position, self.seen_game.seat);
        if self.rules.hash(&own) != view.hash {
            self.note_failure(&own, view);
            return Ok(false);
        }
        self.world.push(ImaginedPly {
            choice,
            log,
            position,
        });
        Ok(true)
    }

    /// Notes how a view differs from the one that was seen, if it differs less than those before.
    fn note_failure(&mut self, own: &Position, seen: &View) {
        let pairs = own.words.iter().zip(&seen.words);
        let words = pairs.clone().filter(|(own, seen)| own != seen).count();
        if words >= self.failure.words {
            return;
        }
        let rows = |differs: fn(u64, u64) -> bool| {
            let pairs = pairs.clone().zip(&self.rows_by_word);
            let such = pairs.filter(|((own, seen), _)| differs(**own, **seen));
            such.filter_map(|(_, row)| *row).collect()
        };
        self.failure = Failure {
            words,
            missing: rows(|own, seen| own < seen),
            extra: rows(|own, seen| own > seen),
        };
    }

    /// Returns the rows that a choice names.
    pub(super) fn rows_of(&self, choice: &WorldChoice) -> SmallVec<[NamedRow; 8]> {
        let mut rows = SmallVec::new();
        for arg in choice.args.iter().flatten() {
            match arg {
                ArgValue::Row(list, row) => rows.push((*list, *row)),
                ArgValue::Multiset(list, packed) => {
                    let packing = self.packings[list.index()].as_ref();
                    let counts = packing.into_iter().flat_map(|p| p.counts(*packed));
                    let there = (0u8..).zip(counts).filter(|(_, count)| *count > 0);
                    rows.extend(there.map(|(row, _)| (*list, RowId(row))));
                }
                _ => {}
            }
        }
        rows
    }
}

/// Returns whether an actor is to choose.
fn is_turn_of(rules: &Rules, position: &Position, actor: Actor) -> bool {
    match (rules.turn(position), actor) {
        (Turn::Players(seats), Actor::Player(seat)) => seats.contains(&seat),
        (Turn::Chance, Actor::Chance) => true,
        _ => false,
    }
}

/// Lists the choices of an actor that are instances of the declared move that was seen, with their weights, and the sum of
/// the weights of all choices.
fn listed(
    rules: &Rules,
    position: &Position,
    seen: &SeenPly,
) -> Result<(Vec<ListedChoice>, f64), Fault> {
    let moves: Vec<(Move, u64)> = match seen.actor {
        Actor::Chance => rules.outcomes(position)?,
        Actor::Player(seat) => {
            let moves = rules.moves(position, seat)?.into_iter();
            moves.map(|mv| (mv, 1)).collect()
        }
    };
    let sum = moves.iter().map(|(_, weight)| *weight as f64).sum();
    let such = moves
        .into_iter()
        .filter(|(mv, _)| rules.move_kind(*mv) == seen.id);
    let such = such.map(|(mv, weight)| (mv, WorldChoice::of(rules, position, mv), weight as f64));
    Ok((such.collect(), sum))
}
