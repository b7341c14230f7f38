//! A random game, move by move.

use crate::simulation::move_trees::MoveTrees;
use crate::simulation::record::{COUNT_EVERY, GameEnding, GameFailure, GameRecord};
use crate::simulation::tally::GameTally;
use linstock_engine::ir::instructions::Instr;
#[cfg(feature = "lanes")]
use linstock_engine::vm::RunPoint;
use linstock_engine::vm::{Fault, HandOver, Move, MoveList, Position};
use linstock_model::SeatId;
use linstock_play::GameRandom;
use linstock_play::Rules;
use linstock_play::notation::{MetTexts, Sharing};
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(feature = "lanes")]
use std::sync::{Mutex, PoisonError};

/// Random games of one ruleset.
#[derive(Debug)]
pub struct Simulation<'r> {
    pub(super) rules: &'r Rules,
    pub(super) start: Position,
    /// Treats moves with the same text as one move.
    pub(super) sharing: Sharing,
    /// The seed of all games; a game depends only on it and on the game's number.
    pub(super) seed: u64,
    /// A game that is not over after this many plies stays unfinished.
    pub(super) max_plies: u32,
    /// The trees from which moves are drawn, for each decision point and seat.
    trees: Vec<Vec<Option<MoveTrees>>>,
    /// Counts the legal moves at each decision.
    pub(super) counts_all: bool,
    /// Set when the caller no longer wants the games in play.
    abandoned: AtomicBool,
    /// The position from which the next game begins, if it is given.
    #[cfg(feature = "lanes")]
    pub(super) given: Option<Mutex<Position>>,
    /// Makes the players of a thread; without it, players choose at random.
    players: Option<PlayersMaker<'r>>,
}

/// Makes players that do not choose at random.
struct PlayersMaker<'r>(Box<dyn Fn() -> Box<dyn MoveChooser> + Sync + 'r>);

impl std::fmt::Debug for PlayersMaker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PlayersMaker")
    }
}

/// Players that do not choose at random, such as computer players.
pub trait MoveChooser: std::fmt::Debug {
    /// Begins the game with a number.
    fn begin(&mut self, number: u64, start: &Position);

    /// Chooses one of the legal moves. `stop` says that the game does not count any more: any move will do then.
    ///
    /// # Errors
    /// If the rules fail.
    fn choose(
        &mut self,
        at: (&Position, &MoveList),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Move, Fault>;

    /// Notes a move or an outcome of chance that was played.
    ///
    /// # Errors
    /// If the rules fail.
    fn note(&mut self, before: (&Position, Move), after: &Position) -> Result<(), Fault>;

    /// Notes that the game counts: it has ended, has reached its most plies, or the rules have failed in it. Its moves and outcomes of
    /// chance are `line`, with the one that failed; `fault` says how the rules failed.
    fn end(&mut self, _line: &[Move], _fault: Option<&Fault>) {}
}

/// The buffers of a thread between games, so that a ply allocates nothing.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    pub(super) moves: MoveList,
    pub(super) met: MetTexts,
    /// The legal moves in the order of their trees.
    sorted: Vec<Move>,
    /// The legal moves, if they are counted although one was drawn without a list.
    pub(super) counted: MoveList,
    /// The players, if they do not choose at random.
    pub(super) players: Option<Box<dyn MoveChooser>>,
}

/// A game in play.
#[derive(Debug)]
pub(super) struct RunningGame {
    pub(super) state: Position,
    pub(super) record: GameRecord,
    /// Its own stream of random numbers.
    pub(super) random: GameRandom,
    /// Its moves and outcomes of chance, if players choose that do not choose at random.
    pub(super) line: Vec<Move>,
    /// Whether such a player is thinking.
    is_thought: bool,
}

impl<'r> Simulation<'r> {
    /// Prepares games from the start of the rules.
    ///
    /// # Errors
    /// If the rules cannot be set up.
    pub fn new(rules: &'r Rules, seed: u64, max_plies: u32) -> Result<Self, Fault> {
        let simulation = Self::from_lists(rules, seed, max_plies)?;
        let trees = trees_of((rules, &simulation.start), &simulation.sharing);
        Ok(Self {
            trees,
            ..simulation
        })
    }

    /// Prepares games whose moves are all drawn from lists: to make trees takes as long as hundreds of games.
    pub(super) fn from_lists(rules: &'r Rules, seed: u64, max_plies: u32) -> Result<Self, Fault> {
        let start = rules.start()?;
        let sharing = Sharing::of(rules);
        Ok(Self {
            rules,
            start,
            sharing,
            trees: Vec::new(),
            seed,
            max_plies,
            counts_all: !rules.tries_moves_out(),
            abandoned: AtomicBool::new(false),
            #[cfg(feature = "lanes")]
            given: None,
            players: None,
        })
    }

    /// Lets games begin at given positions.
    #[cfg(feature = "lanes")]
    pub(super) fn with_given_starts(self) -> Self {
        Self {
            given: Some(Mutex::new(self.start.clone())),
            ..self
        }
    }

    /// Returns the trees from which the moves of a decision point are drawn; `None` if they are drawn from a list.
    pub(super) fn trees(&self, decision: u32, seat: SeatId) -> Option<&MoveTrees> {
        let of_seats = self.trees.get(decision as usize)?;
        of_seats[seat.index()].as_ref()
    }

    /// Puts the start of a game into a position.
    fn put_start(&self, state: &mut Position) {
        #[cfg(feature = "lanes")]
        if let Some(given) = &self.given {
            let given = given.lock().unwrap_or_else(PoisonError::into_inner);
            return state.clone_from(&given);
        }
        state.clone_from(&self.start);
    }

    /// Lets players choose the moves that `make` makes for each thread. Such games are played one at a time.
    #[must_use]
    pub fn with_players(mut self, make: impl Fn() -> Box<dyn MoveChooser> + Sync + 'r) -> Self {
        self.players = Some(PlayersMaker(Box::new(make)));
        self
    }

    /// Returns whether players choose at random.
    pub(super) fn is_random(&self) -> bool {
        self.players.is_none()
    }

    /// Makes the buffers of a thread, with its players.
    pub(super) fn buffers(&self) -> Buffers {
        Buffers {
            players: self.players.as_ref().map(|PlayersMaker(make)| make()),
            ..Buffers::default()
        }
    }

    /// Lists the first moves of a game.
    pub(super) fn list_first(
        &self,
        game: &RunningGame,
        buffers: &mut Buffers,
    ) -> Result<(), Fault> {
        if let Some(players) = &mut buffers.players {
            players.begin(game.record.number, &game.state);
        }
        self.rules.moves_into(&game.state, &mut buffers.moves)
    }

    /// Abandons all games in play: they do not count, and no more begin.
    pub fn abandon(&self) {
        self.abandoned.store(true, Ordering::Relaxed);
    }

    /// Returns whether the games in play were abandoned.
    pub(super) fn is_abandoned(&self) -> bool {
        self.abandoned.load(Ordering::Relaxed)
    }

    /// Returns an empty tally for games of these rules.
    pub fn tally(&self) -> GameTally {
        GameTally::new(self.rules.model(), self.counts_all)
    }

    /// Begins the game with a number.
    pub(super) fn begin(&self, number: u64) -> RunningGame {
        let mut state = Position::blank();
        self.put_start(&mut state);
        RunningGame {
            state,
            record: GameRecord::new(number),
            random: GameRandom::new(self.seed, number),
            line: Vec::new(),
            is_thought: false,
        }
    }

    /// Begins the game with a number in the place of an ended one.
    pub(super) fn begin_again(&self, game: &mut RunningGame, number: u64) {
        self.put_start(&mut game.state);
        game.record.begin(number);
        game.random = GameRandom::new(self.seed, number);
        game.line.clear();
        game.is_thought = false;
    }

    /// Returns n if the legal moves are counted at one of n decisions.
    pub(super) fn counts_one_of(&self) -> u64 {
        if self.counts_all { 1 } else { COUNT_EVERY }
    }

    /// Counts an ended game.
    pub(super) fn finish(
        &self,
        game: &mut RunningGame,
        ending: Result<Option<GameEnding>, Fault>,
        tally: &mut GameTally,
    ) {
        let RunningGame {
            state,
            record,
            line,
            is_thought,
            ..
        } = game;
        record.scores = self.rules.scores(state);
        record.ending = match ending {
            Ok(ending) => ending.unwrap_or(GameEnding::Unfinished),
            Err(fault) => GameEnding::Failed(GameFailure {
                fault,
                line: line.clone(),
                is_thought: *is_thought,
            }),
        };
        tally.add(record);
    }

    /// Continues a game, whose moves are listed, until it ends, lanes take over (then no moves are listed), or it is abandoned.
    pub(super) fn play_on(
        &self,
        game: &mut RunningGame,
        to_others: HandOver<'_>,
        buffers: &mut Buffers,
    ) -> Result<Option<GameEnding>, Fault> {
        loop {
            if let Some(ending) = self.ending_of(game) {
                return Ok(Some(ending));
            }
            if self.is_abandoned() {
                return Ok(None);
            }
            let mv = self.pick(game, buffers)?;
            if self.advance((game, mv), to_others, buffers)? {
                return Ok(None);
            }
        }
    }

    /// Returns the moves and outcomes of chance of a game that failed, up to the fault, with the one that failed.
    pub fn line_to(&self, number: u64, failure: &GameFailure) -> Vec<Move> {
        match self.is_random() {
            true => self.line_again(number),
            // A player that thinks for a time might choose other moves now.
            false => failure.line.clone(),
        }
    }

    /// Plays a game at random again; returns its moves and outcomes of chance, up to its end or a fault.
    fn line_again(&self, number: u64) -> Vec<Move> {
        let (mut game, mut buffers) = (self.begin(number), self.buffers());
        let mut line = Vec::new();
        if self.list_first(&game, &mut buffers).is_err() {
            return line;
        }
        while self.ending_of(&game).is_none() {
            let Ok(mv) = self.pick(&mut game, &mut buffers) else {
                break;
            };
            line.push(mv);
            if self
                .advance((&mut game, mv), HandOver::default(), &mut buffers)
                .is_err()
            {
                break;
            }
        }
        line
    }

    /// Returns the ending of a game, if it has ended.
    pub(super) fn ending_of(&self, game: &RunningGame) -> Option<GameEnding> {
        match game.state.over {
            Some(end) => Some(GameEnding::Over(end)),
            None => (game.record.plies == self.max_plies).then_some(GameEnding::Unfinished),
        }
    }

    /// Plays a move; returns whether lanes take over the game then. If not, its moves are listed.
    pub(super) fn advance(
        &self,
        (game, mv): (&mut RunningGame, Move),
        to_others: HandOver<'_>,
        buffers: &mut Buffers,
    ) -> Result<bool, Fault> {
        let RunningGame {
            state,
            record,
            random,
            line,
            ..
        } = game;
        record.count_move(self.rules.move_kind(mv));
        if let Some(players) = &mut buffers.players {
            line.push(mv);
            let before = state.clone();
            self.rules.advance(state, mv, &mut buffers.moves)?;
            players.note((&before, mv), state)?;
            return Ok(false);
        }
        let Buffers { moves, met, .. } = buffers;
        let mut draw = |candidates: &MoveList| self.draw(candidates, random, met);
        self.rules
            .advance_drawing((state, mv), (moves, &mut draw), to_others)?;
        Ok(self.is_handed_over((state, moves), to_others))
    }

    #[cfg(feature = "lanes")]
    /// Runs the executor on a game from the point that lanes have reached; returns whether lanes take over again. If not, its
    /// moves are listed.
    pub(super) fn run_on(
        &self,
        game: &mut RunningGame,
        from: RunPoint,
        to_others: HandOver<'_>,
        buffers: &mut Buffers,
    ) -> Result<bool, Fault> {
        let RunningGame { state, random, .. } = game;
        let Buffers { moves, met, .. } = buffers;
        let mut draw = |candidates: &MoveList| self.draw(candidates, random, met);
        self.rules
            .go_on_drawing((state, from), (moves, &mut draw), to_others)?;
        Ok(self.is_handed_over((state, moves), to_others))
    }

    /// Returns whether lanes take over a position: no moves are listed, and it is at one of their decision points, or at another
    /// kind of instruction.
    fn is_handed_over(
        &self,
        (state, moves): (&Position, &MoveList),
        to_others: HandOver<'_>,
    ) -> bool {
        let instr = self.rules.code[0].get(state.pc as usize);
        let is_theirs = |decision: u32| to_others.points.get(decision as usize) == Some(&true);
        let stops = instr.is_some_and(|instr| match instr {
            // Where several players choose at once, the moves of the next one are listed.
            Instr::Ask(decision) => is_theirs(*decision) && moves.is_empty(),
            _ => true,
        });
        stops && state.over.is_none()
    }

    /// Draws one of some candidates, if their texts certainly differ.
    pub(super) fn draw(
        &self,
        candidates: &MoveList,
        random: &mut GameRandom,
        met: &mut MetTexts,
    ) -> Option<Move> {
        let any = (self.rules, &self.start);
        let differ = self.sharing.all_differ(any, candidates, met);
        let at = random.index(candidates.len()).filter(|_| differ);
        at.and_then(|at| candidates.get(at))
    }

    /// Picks a move, or an outcome of chance by its weight.
    pub(super) fn pick(
        &self,
        game: &mut RunningGame,
        buffers: &mut Buffers,
    ) -> Result<Move, Fault> {
        let RunningGame {
            state,
            record,
            random,
            is_thought,
            ..
        } = game;
        let state = &*state;
        let nothing = || self.rules.nothing_to_choose(state);
        let Some(decision) = self.rules.decision(state) else {
            return Err(nothing());
        };
        if self.rules.is_weighted(decision) {
            let mut draw = |sum| random.below(sum);
            let drawn = self.rules.draw_outcome(state, &buffers.moves, &mut draw)?;
            return drawn.ok_or_else(nothing);
        }
        let is_player = !self.rules.is_chance(decision);
        let counts = is_player && self.is_counted(record);
        record.decisions += u32::from(is_player);
        if let Some(drawn) = buffers.moves.drawn() {
            if counts {
                record.count_choices(self.count_legal(state, buffers)?);
            }
            return Ok(drawn);
        }
        if let Some(players) = buffers.players.as_mut().filter(|_| is_player) {
            if counts {
                record.count_choices(buffers.moves.len());
            }
            *is_thought = true;
            let chosen = players.choose((state, &buffers.moves), &|| self.is_abandoned());
            *is_thought = chosen.is_err();
            return chosen;
        }
        let Buffers {
            moves, met, sorted, ..
        } = buffers;
        let distinct = self.sharing.distinct((self.rules, state), moves, met);
        let choices = distinct.as_ref().map_or(moves.len(), Vec::len);
        if counts {
            record.count_choices(choices);
        }
        let at = random.index(choices).ok_or_else(nothing)?;
        if let Some(trees) = self.trees(decision, moves.seat()) {
            return trees.nth(moves, sorted, at).ok_or_else(nothing);
        }
        let mv = match distinct {
            Some(distinct) => distinct.get(at).copied(),
            None => moves.get(at),
        };
        mv.ok_or_else(nothing)
    }

    /// Counts the legal moves of a position in which one was drawn without a list.
    pub(super) fn count_legal(
        &self,
        state: &Position,
        buffers: &mut Buffers,
    ) -> Result<usize, Fault> {
        let Buffers { counted, met, .. } = buffers;
        self.rules.moves_into(state, counted)?;
        let distinct = self.sharing.distinct((self.rules, state), counted, met);
        Ok(distinct.map_or(counted.len(), |distinct| distinct.len()))
    }

    /// Returns whether to count the legal moves at the next decision. Such decisions are spread evenly over all games.
    pub(super) fn is_counted(&self, record: &GameRecord) -> bool {
        let at = record.counting_offset() + u64::from(record.decisions);
        at.is_multiple_of(self.counts_one_of())
    }
}

/// Makes the trees from which moves are drawn, for each decision point and seat. Moves that may share a text are drawn from a list.
fn trees_of((rules, any): (&Rules, &Position), sharing: &Sharing) -> Vec<Vec<Option<MoveTrees>>> {
    let of_point = |decision: usize| {
        let seats = SeatId::all(rules.decision_points[decision].choices.len());
        let found = seats.map(|seat| {
            let trees = MoveTrees::of(rules, decision, seat.index())?;
            let pairs = sharing.pairs((rules, any), (decision, seat));
            pairs.is_some_and(<[_]>::is_empty).then_some(trees)
        });
        found.collect()
    };
    (0..rules.decision_points.len()).map(of_point).collect()
}
