//! Worlds: games that one player cannot tell from the true one.
//!
//! A [`SeenGame`] keeps what a player has seen of a game: the moves, as far as that player knows them, and the player's view after
//! each. [`Worlds`] finds other games with the same views: it replays the rules, draws what is hidden, and repairs
//! what does not fit by exchanging the names of two hidden things, or by drawing a hidden choice again. Games that fit
//! are drawn by a Markov chain (N. Metropolis and others, 1953) whose weight is the probability of the outcomes of chance. `Worlds`
//! reads nothing but the `SeenGame`.

mod changes;
mod drawn;
mod replay;

pub(crate) use drawn::DrawnWorlds;
use linstock_engine::vm::{Fault, Move, MoveList, Position, Turn};
use linstock_model::{ArgValue, ListId, MoveId, Packing, SeatId};
use linstock_play::{Actor, Rules, Session};
use replay::{Failure, ImaginedPly, NamedRow};
use smallvec::SmallVec;
use std::sync::Arc;

use crate::random_play::RandomPlay;

/// A choice in a form that means the same in all worlds: the move and its arguments.
#[derive(Clone, Debug)]
struct WorldChoice {
    id: MoveId,
    args: SmallVec<[Option<ArgValue>; 4]>,
    /// The numbers of the move in some world: often they are the same in another.
    mv: Move,
}

impl PartialEq for WorldChoice {
    fn eq(&self, other: &Self) -> bool {
        (self.id, &self.args) == (other.id, &other.args)
    }
}

impl Eq for WorldChoice {}

impl WorldChoice {
    fn of(rules: &Rules, position: &Position, mv: Move) -> Self {
        let (id, args) = rules.args(position, mv);
        Self {
            id,
            args: args.into_iter().collect(),
            mv,
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
    known: Option<WorldChoice>,
    /// Whether the choice waits for those of other players: then it becomes known when all have chosen.
    waits: bool,
    /// The position after it, as the player knows it.
    view: View,
}

/// A position as a player knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct View {
    /// Its hash; the words are compared only where it differs.
    hash: u64,
    words: Box<[u64]>,
}

impl View {
    fn of(rules: &Rules, position: &Position, seat: SeatId) -> Self {
        let seen = rules.seen_position(position, seat);
        Self {
            hash: rules.hash(&seen),
            words: seen.words.as_slice().into(),
        }
    }
}

/// What one player has seen of a game.
#[derive(Clone, Debug)]
pub struct SeenGame {
    seat: SeatId,
    start: Position,
    plies: Vec<Arc<SeenPly>>,
}

impl SeenGame {
    /// Begins at a start position, which everybody knows.
    #[must_use]
    pub fn new(seat: SeatId, start: &Position) -> Self {
        Self {
            seat,
            start: start.clone(),
            plies: Vec::new(),
        }
    }

    /// Returns what a player has seen of a session.
    ///
    /// # Errors
    /// If the rules fail when its moves are played again.
    pub fn of(session: &Session, seat: SeatId) -> Result<Self, Fault> {
        let rules = session.rules();
        let mut position = session.state_at(0);
        let mut seen_game = Self::new(seat, &position);
        for ply in session.history() {
            let before = position.clone();
            rules.apply(&mut position, ply.mv())?;
            seen_game.note(rules, (&before, ply.mv()), &position)?;
        }
        Ok(seen_game)
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
        let choice = WorldChoice::of(rules, before, mv);
        let sees = rules.seen_by(before, mv)? >> self.seat.0 & 1 == 1;
        let is_own = actor == Actor::Player(self.seat);
        let waits = !is_own && rules.is_asked_together(before);
        self.plies.push(Arc::new(SeenPly {
            actor,
            id: choice.id,
            known: (is_own || sees).then_some(choice),
            waits: waits && sees,
            view: View::of(rules, after, self.seat),
        }));
        Ok(())
    }

    /// Returns the choice of a ply, if the player knows it now: others' choices at the same time only once all are made.
    fn known(&self, ply: usize, is_open: bool) -> Option<&WorldChoice> {
        let seen = &self.plies[ply];
        let known = seen.known.as_ref();
        known.filter(|_| !seen.waits || is_open)
    }
}

/// The most replays for the first world that fits. With more, the search for one gives up.
const MOST_REPAIRS: usize = 20_000;
/// The number of changes between two worlds.
const CHANGES: usize = 12;

/// Games that a player cannot tell from the true one.
#[derive(Debug)]
pub struct Worlds {
    rules: Arc<Rules>,
    seen_game: SeenGame,
    /// The number of plies whose choices are surely open.
    open: usize,
    /// The present world, as far as it fits.
    world: Vec<ImaginedPly>,
    /// What was wrong at the first ply that could not be played as it was seen.
    failure: Failure,
    random: RandomPlay,
    /// A buffer.
    moves: MoveList,
    /// The row whose copies a word of a position counts, for words of zones.
    rows_by_word: Vec<Option<NamedRow>>,
    /// How the multisets of each list are packed.
    packings: Vec<Option<Packing>>,
}

impl Worlds {
    /// Prepares worlds for what a player has seen. Call [`Worlds::find`] before anything else.
    #[must_use]
    pub fn new(rules: &Arc<Rules>, seen_game: &SeenGame, seed: u64) -> Self {
        Self {
            rules: Arc::clone(rules),
            seen_game: seen_game.clone(),
            open: 0,
            world: Vec::new(),
            failure: Failure::default(),
            random: RandomPlay::new(Arc::clone(rules), seed, seen_game.plies.len() as u64),
            moves: MoveList::default(),
            rows_by_word: replay::rows_by_word(rules),
            packings: ListId::all(rules.model().lists.len())
                .map(|list| rules.model().packing(list))
                .collect(),
        }
    }

    /// Looks for a world that fits what a player has seen by now: goes on from the present one if that player saw the same
    /// before. `committed` is the number of players who have chosen and wait for others. Returns whether one was found
    /// within the limit.
    #[must_use]
    pub fn find(
        &mut self,
        seen_game: &SeenGame,
        committed: usize,
        stop: &dyn Fn() -> bool,
    ) -> bool {
        let open = seen_game.plies.len() - committed.min(seen_game.plies.len());
        let common = self.seen_game.plies.len().min(seen_game.plies.len());
        // A choice that was hidden may be known now.
        let is_same = |ply: &usize| {
            let knew = self.seen_game.known(*ply, *ply < self.open);
            let knows = seen_game.known(*ply, *ply < open);
            knew == knows && self.seen_game.plies[*ply].view == seen_game.plies[*ply].view
        };
        let same = (0..common).take_while(is_same).count();
        (self.seen_game, self.open) = (seen_game.clone(), open);
        let aside = self.world.split_off(same.min(self.world.len()));
        self.play_on(&aside);
        for _ in 0..MOST_REPAIRS {
            if self.is_complete() || stop() {
                break;
            }
            self.repair();
        }
        self.is_complete()
    }

    /// Returns the position of the present world.
    #[must_use]
    pub fn position(&self) -> &Position {
        let last = self.world.last();
        last.map_or(&self.seen_game.start, |ply| &ply.position)
    }

    /// Goes on to another world. If `stop` ends the changes early, the next world is more like the present one.
    pub fn change(&mut self, stop: &dyn Fn() -> bool) {
        for _ in 0..CHANGES {
            // Each change may replay the whole game.
            if stop() {
                return;
            }
            self.try_change();
        }
    }

    /// Returns the choice of a ply, if the player knows it now.
    fn known(&self, ply: usize) -> Option<&WorldChoice> {
        self.seen_game.known(ply, ply < self.open)
    }

    /// Returns whether the present world fits all that was seen.
    fn is_complete(&self) -> bool {
        self.world.len() == self.seen_game.plies.len()
    }
}

/// The legal moves of a position, to find moves of other worlds among them.
pub(crate) struct KnownMoves(Vec<WorldChoice>);

impl KnownMoves {
    pub(crate) fn of(rules: &Rules, (position, moves): (&Position, &MoveList)) -> Self {
        let choices = moves.iter().map(|mv| WorldChoice::of(rules, position, mv));
        Self(choices.collect())
    }

    /// Returns the move that means the same as a move of a world.
    pub(crate) fn same_as(&self, rules: &Rules, (world, mv): (&Position, Move)) -> Option<Move> {
        let wanted = WorldChoice::of(rules, world, mv);
        let found = self.0.iter().find(|choice| **choice == wanted);
        found.map(|choice| choice.mv)
    }
}
