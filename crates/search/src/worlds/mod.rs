//! Worlds: games that one player cannot tell from the true one.
//!
//! A [`Witness`] keeps what a player has seen of a game: the moves, as far as that player knows them, and a hash of the player's view
//! after each. [`Worlds`] finds other games with the same views: it replays the rules, draws what is hidden, and repairs
//! what does not fit by exchanging the names of two hidden things, or by drawing a hidden choice again. Games that fit
//! are drawn by a Markov chain (N. Metropolis and others, 1953) whose weight is the probability of the outcomes of chance. Nothing
//! here reads the true position after the first one.

mod replay;

use linstock_engine::vm::{Fault, Move, MoveList, Position, Turn};
use linstock_model::{ArgValue, ListId, MoveId, Packing, SeatId};
use linstock_play::{Actor, Rules};
use replay::World;
use smallvec::SmallVec;
use std::sync::Arc;

use crate::random_play::RandomPlay;

/// A choice in a form that means the same in all worlds: the move and its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Choice {
    id: MoveId,
    args: SmallVec<[Option<ArgValue>; 4]>,
}

impl Choice {
    fn of(rules: &Rules, position: &Position, mv: Move) -> Self {
        let (id, args) = rules.args(position, mv);
        Self {
            id,
            args: args.into_iter().collect(),
        }
    }
}

/// A ply as a player has seen it.
#[derive(Clone, Debug)]
struct SeenPly {
    actor: Actor,
    /// The declared move, which everybody sees.
    id: MoveId,
    /// The whole choice, if the player knows it.
    known: Option<Choice>,
    /// Whether the choice waits for those of other players: then it becomes known when all have chosen.
    waits: bool,
    /// The hash of the player's view after it.
    view: u64,
}

/// What one player has seen of a game.
#[derive(Clone, Debug)]
pub struct Witness {
    seat: SeatId,
    start: Position,
    plies: Vec<SeenPly>,
}

impl Witness {
    /// Begins at a start position, which everybody knows.
    #[must_use]
    pub fn new(seat: SeatId, start: &Position) -> Self {
        Self {
            seat,
            start: start.clone(),
            plies: Vec::new(),
        }
    }

    /// Returns the player.
    #[must_use]
    pub fn seat(&self) -> SeatId {
        self.seat
    }

    /// Notes a move: only what the player sees of it.
    ///
    /// # Errors
    /// If the rules cannot tell who sees the move.
    pub fn note(
        &mut self,
        rules: &Rules,
        (before, mv): (&Position, Move),
        after: &Position,
    ) -> Result<(), Fault> {
        let actor = match rules.turn(before) {
            Turn::Chance => Actor::Chance,
            _ => Actor::Player(SeatId(mv.me)),
        };
        let choice = Choice::of(rules, before, mv);
        let sees = rules.seen_by(before, mv)? >> self.seat.0 & 1 == 1;
        let is_own = actor == Actor::Player(self.seat);
        let waits = !is_own && rules.is_asked_together(before);
        self.plies.push(SeenPly {
            actor,
            id: choice.id,
            known: (is_own || sees).then_some(choice),
            waits: waits && sees,
            view: rules.hash_for(after, self.seat),
        });
        Ok(())
    }

    /// Returns the choice of a ply, if the player knows it now: others' choices at the same time only once all are made.
    fn known(&self, ply: usize, is_open: bool) -> Option<&Choice> {
        let seen = &self.plies[ply];
        let known = seen.known.as_ref();
        known.filter(|_| !seen.waits || is_open)
    }
}

/// The most replays for the first world that fits. With more, the search for one gives up.
const MOST_REPAIRS: usize = 3_000;
/// The number of changes between two worlds.
const CHANGES: usize = 12;

/// Games that a player cannot tell from the true one.
#[derive(Debug)]
pub struct Worlds {
    rules: Arc<Rules>,
    witness: Witness,
    /// The number of plies whose choices are surely open.
    open: usize,
    world: World,
    random: RandomPlay,
    /// How the multisets of each list are packed.
    packings: Vec<Option<Packing>>,
}

impl Worlds {
    /// Looks for a first world; `None` if none was found within the limit. `committed` is the number of players who have
    /// chosen and wait for others.
    #[must_use]
    pub fn find(
        rules: &Arc<Rules>,
        witness: &Witness,
        (committed, seed): (usize, u64),
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let open = witness.plies.len() - committed.min(witness.plies.len());
        let mut worlds = Self {
            rules: Arc::clone(rules),
            witness: witness.clone(),
            open,
            world: World::default(),
            random: RandomPlay::new(Arc::clone(rules), seed, witness.plies.len() as u64),
            packings: ListId::all(rules.model().lists.len())
                .map(|list| rules.model().packing(list))
                .collect(),
        };
        worlds.play_from(0);
        for _ in 0..MOST_REPAIRS {
            if worlds.is_complete() {
                return Some(worlds);
            }
            if stop() {
                return None;
            }
            worlds.repair();
        }
        worlds.is_complete().then_some(worlds)
    }

    /// Returns the position of the present world.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.world.positions.last().unwrap_or(&self.witness.start)
    }

    /// Goes on to another world.
    pub fn change(&mut self) {
        for _ in 0..CHANGES {
            self.try_change();
        }
    }

    fn is_complete(&self) -> bool {
        self.world.positions.len() == self.witness.plies.len()
    }
}

/// Returns a move of another position: the one that means the same as `mv` does in the first position.
#[must_use]
pub(crate) fn same_move(
    rules: &Rules,
    (world, mv): (&Position, Move),
    (position, moves): (&Position, &MoveList),
) -> Option<Move> {
    let wanted = Choice::of(rules, world, mv);
    let mut moves = moves.iter();
    moves.find(|mv| Choice::of(rules, position, *mv) == wanted)
}
