//! A plain interpreter of whole games, for tests only: statement by statement, with an explicit stack of blocks.
//!
//! It shares only the model with the compiled rules, and computes everything with the plain evaluator.

mod statements;

use linstock_engine::ir::ScriptHost;
use linstock_engine::vm::{Fault, Fuel, SpelledPosition};
use linstock_model::{ArgValue, Ask, Asked, Domain, Model, Node, PhaseId, SeatId, Stmt, Truth};
use linstock_play::notation;
use linstock_play::reference::{BoundMove, Evaluator};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// A game played by the plain interpreter.
#[derive(Clone)]
pub struct PlainGame<'m> {
    model: &'m Model,
    scripts: Option<Arc<dyn ScriptHost>>,
    /// The position.
    pub table: SpelledPosition,
    /// The blocks being executed, the innermost last.
    control: Vec<Frame<'m>>,
    waiting: Option<Wait>,
    over: Option<Over>,
    past: Vec<MetPosition>,
    /// How often the current statement has met the current position.
    seen: u32,
    /// A move is only being tried out: the game stops at the next `ask`, which `asked` then holds.
    trying: bool,
    asked: Option<&'m Ask>,
    /// The number of statements that may still be executed, including those of moves that are only tried out.
    left: Rc<Cell<usize>>,
    /// The fuel of the expressions of the current move.
    fuel: Rc<Fuel>,
    /// The number of moves in the current series.
    in_series: usize,
}

/// The ending of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Over {
    /// The winners.
    pub winners: Vec<SeatId>,
    /// The reason.
    pub reason: String,
}

/// The players to choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlainTurn {
    /// These players, in seat order.
    Players(Vec<SeatId>),
    /// Chance.
    Chance,
    /// Nobody: the game is over.
    Over,
}

/// The state of waiting for choices.
#[derive(Clone)]
struct Wait {
    chance: bool,
    /// The players who must still choose, with their choices, sorted by text.
    owed: Vec<(SeatId, Vec<(String, BoundMove)>)>,
    /// For simultaneous choices, those already made; `None` if one player chooses alone.
    held: Option<Vec<(SeatId, BoundMove)>>,
}

/// A place where positions are counted for `seen`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CountedAt {
    /// At a statement.
    Statement(*const Stmt),
    /// At an `ask`.
    Question(*const Ask),
    /// Where a round skips players.
    Round(*const Node<Truth>),
}

/// A position met at a place, and the number of meetings.
#[derive(Clone)]
struct MetPosition {
    place: CountedAt,
    table: SpelledPosition,
    times: u32,
}

/// A block being executed.
#[derive(Clone)]
struct Frame<'m> {
    block: &'m [Stmt],
    next: usize,
    round: Round<'m>,
    /// The arguments of the move whose body contains this block.
    args: Vec<Option<ArgValue>>,
}

/// The action at the end of a block.
#[derive(Clone)]
enum Round<'m> {
    /// The block ends.
    Once,
    /// The block ends; `leave` finds it by its phase.
    Phase(PhaseId),
    /// The block repeats.
    Forever,
    /// The block repeats, up to this many times in all.
    Times(i64),
    /// The next of these choices follows, each with its player as `me`; at the end, `me` is restored to `before`.
    Held {
        rest: Vec<(SeatId, BoundMove)>,
        before: SeatId,
    },
    /// The block repeats with the next of these players as `me`; at the end, `me` is restored to `before`.
    Each {
        rest: Vec<SeatId>,
        /// The players of each further round; empty if there is only one round.
        again: Vec<SeatId>,
        filter: Option<&'m Node<Truth>>,
        before: SeatId,
    },
}

/// The most statements for one move, including those to list the choices after it by trying moves out.
const MOST_STATEMENTS: usize = 1_000_000;

/// The message when these are used up. The program has its own fuel, so this does not count as a difference.
const GIVES_UP: &str = "the plain interpreter gives up";

/// The longest series of moves that are made as often as possible; the program would not finish a longer one, either.
const LONGEST_SERIES: usize = 200;

/// The most rounds in a row without a matching player.
const MOST_ROUNDS: usize = 1_000;

impl<'m> PlainGame<'m> {
    /// Begins a game without scripts, and continues to the first choice.
    pub fn start(model: &'m Model) -> Result<Self, Fault> {
        Self::with_scripts(model, None)
    }

    /// Begins a game, and continues to the first choice.
    pub fn with_scripts(
        model: &'m Model,
        scripts: Option<Arc<dyn ScriptHost>>,
    ) -> Result<Self, Fault> {
        let mut game = Self {
            model,
            scripts,
            table: SpelledPosition::empty(model),
            control: Vec::new(),
            waiting: None,
            over: None,
            past: Vec::new(),
            seen: 0,
            trying: false,
            asked: None,
            left: Rc::new(Cell::new(MOST_STATEMENTS)),
            fuel: Rc::default(),
            in_series: 0,
        };
        game.enter(&model.play, Round::Once);
        game.run()?;
        Ok(game)
    }

    /// Returns the outcomes at a chance node with their weights, sorted by text; adds the weights of equal texts.
    #[must_use]
    pub fn weights(&self) -> Vec<(String, i64)> {
        let mut sums: Vec<(String, i64)> = Vec::new();
        for (text, choice) in self.choices().filter(|_| self.turn() == PlainTurn::Chance) {
            let weight = self.weight(choice).unwrap_or(0);
            match sums.last_mut() {
                Some((last, sum)) if last == text => *sum += weight,
                _ => sums.push((text.clone(), weight)),
            }
        }
        sums
    }

    fn weight(&self, (mv, args): &BoundMove) -> Result<i64, Fault> {
        let mv = self.model.mv(*mv);
        let plain = self.plain().with(args);
        let mut weight = mv.weigh.as_ref().map_or(Ok(1), |weigh| plain.num(weigh))?;
        for (arg, value) in mv.args.iter().zip(args) {
            if let (Domain::Multiset(_, zone), Some(ArgValue::Multiset(list, word))) =
                (&arg.domain, value)
            {
                let there = plain.contents(zone)?;
                let drawn: Vec<u64> = (self.model.packing(*list).into_iter())
                    .flat_map(|packing| packing.counts(*word).collect::<Vec<_>>())
                    .collect();
                let ways = there.iter().zip(drawn).map(|(n, k)| choose(*n, k));
                weight *= i64::try_from(ways.product::<u64>()).unwrap_or(i64::MAX);
            }
            if let (Domain::Zone(zone), Some(ArgValue::Row(_, row))) = (&arg.domain, value) {
                let copies = plain.contents(zone)?[row.index()];
                weight *= i64::try_from(copies).unwrap_or(i64::MAX);
            }
        }
        Ok(weight)
    }

    /// Returns the choices of the first player to choose.
    fn choices(&self) -> impl Iterator<Item = &(String, BoundMove)> {
        let first = self.waiting.as_ref().and_then(|wait| wait.owed.first());
        first.into_iter().flat_map(|(_, choices)| choices)
    }

    /// Returns the legal moves of the first player to choose, as texts, sorted, without duplicates; none after the end.
    #[must_use]
    pub fn legal(&self) -> Vec<String> {
        let mut texts: Vec<_> = self.choices().map(|(text, _)| text.clone()).collect();
        texts.dedup();
        texts
    }

    /// Returns the texts that several of these moves share.
    #[must_use]
    pub fn repeated(&self) -> Vec<String> {
        let texts: Vec<_> = self.choices().map(|(text, _)| text).collect();
        let pairs = texts.windows(2).filter(|two| two[0] == two[1]);
        pairs.map(|two| two[0].clone()).collect()
    }

    /// Returns who must choose.
    #[must_use]
    pub fn turn(&self) -> PlainTurn {
        match &self.waiting {
            Some(wait) if wait.chance => PlainTurn::Chance,
            Some(wait) => PlainTurn::Players(wait.owed.iter().map(|(seat, _)| *seat).collect()),
            None => PlainTurn::Over,
        }
    }

    /// Returns the ending of the game; `None` during play.
    #[must_use]
    pub fn over(&self) -> Option<&Over> {
        self.over.as_ref()
    }

    /// Plays a legal move; after a fault, the game is unchanged.
    pub fn play(&mut self, text: &str) -> Result<(), Fault> {
        let found = self.choices().find(|(written, _)| written == text);
        let choice = found
            .map(|(_, choice)| choice.clone())
            .ok_or(Fault::Illegal)?;
        let before = self.clone();
        self.left.set(MOST_STATEMENTS);
        self.fuel = Rc::default();
        self.choose(choice);
        let done = self.run();
        if done.is_err() {
            *self = before;
        }
        done
    }

    /// Begins the chosen move, or holds it until all players have chosen.
    fn choose(&mut self, choice: BoundMove) {
        let Some(mut wait) = self.waiting.take() else {
            return;
        };
        let (seat, _) = wait.owed.remove(0);
        let round = match wait.held.take() {
            None => {
                self.table.last = Some(self.model.mv(choice.0).rule);
                Round::Once
            }
            Some(mut rest) => {
                rest.push((seat, choice));
                if !wait.owed.is_empty() {
                    wait.held = Some(rest);
                    self.waiting = Some(wait);
                    return;
                }
                let before = self.table.me;
                self.table.last = None;
                return self.reveal(rest, before);
            }
        };
        self.begin(choice, round);
    }

    /// Begins the next of the moves that were chosen simultaneously.
    fn reveal(&mut self, mut rest: Vec<(SeatId, BoundMove)>, before: SeatId) {
        if rest.is_empty() {
            self.table.me = before;
            return;
        }
        let (seat, choice) = rest.remove(0);
        self.table.me = seat;
        self.begin(choice, Round::Held { rest, before });
    }

    fn begin(&mut self, (mv, args): BoundMove, round: Round<'m>) {
        self.control.push(Frame {
            block: &self.model.mv(mv).body,
            next: 0,
            round,
            args,
        });
    }

    /// Returns whether a fault means only that the plain interpreter gave up, and is no fault of the rules.
    #[must_use]
    pub fn gave_up(fault: &Fault) -> bool {
        match fault {
            Fault::Statement(message, _) => message == GIVES_UP,
            Fault::Script(message, _) => message.starts_with("this takes more than"),
            _ => false,
        }
    }

    /// Executes statements until somebody must choose or the game is over.
    fn run(&mut self) -> Result<(), Fault> {
        loop {
            if self.waiting.is_some() || self.over.is_some() {
                return Ok(());
            }
            let left = self.left.get().checked_sub(1);
            self.left
                .set(left.ok_or_else(|| Fault::statement(GIVES_UP))?);
            let Some(top) = self.control.last_mut() else {
                self.over = Some(Over {
                    winners: Vec::new(),
                    reason: "there is nothing more to play".to_owned(),
                });
                return Ok(());
            };
            if let Some(stmt) = top.block.get(top.next) {
                top.next += 1;
                self.execute(stmt)?;
            } else {
                self.end_of_block()?;
            }
        }
    }

    /// Returns whether a trial of a move succeeded; a fault of the rules means no, but giving up stays an error.
    fn tried(done: Result<(), Fault>) -> Result<bool, Fault> {
        match done {
            Err(fault) if Self::gave_up(&fault) => Err(fault),
            done => Ok(done.is_ok()),
        }
    }

    /// Repeats the innermost block, or ends it.
    fn end_of_block(&mut self) -> Result<(), Fault> {
        let Some(mut top) = self.control.pop() else {
            return Ok(());
        };
        top.next = 0;
        let again = match &mut top.round {
            Round::Once | Round::Phase(_) => false,
            Round::Held { rest, before } => {
                let (rest, before) = (std::mem::take(rest), *before);
                self.reveal(rest, before);
                false
            }
            Round::Forever => true,
            Round::Times(left) => {
                *left -= 1;
                *left > 0
            }
            Round::Each {
                rest,
                again,
                filter,
                before,
            } => self.next_seat((rest, again), *filter, *before)?,
        };
        if again {
            self.control.push(top);
        }
        Ok(())
    }

    /// Makes the next player who is not skipped `me`; if there is none, restores `me` and returns false.
    fn next_seat(
        &mut self,
        (rest, again): (&mut Vec<SeatId>, &[SeatId]),
        filter: Option<&Node<Truth>>,
        before: SeatId,
    ) -> Result<bool, Fault> {
        for _ in 0..=MOST_ROUNDS * self.model.seats() {
            if rest.is_empty() {
                rest.extend(again);
            }
            if rest.is_empty() {
                break;
            }
            self.table.me = rest.remove(0);
            let Some(filter) = filter else {
                return Ok(true);
            };
            self.count_in_round(filter);
            if self.plain().truth(filter)? {
                return Ok(true);
            }
            if !again.is_empty() && !self.holds_for_anybody(filter)? {
                break;
            }
        }
        self.table.me = before;
        Ok(false)
    }

    /// Returns whether a condition holds for some player as `me`.
    fn holds_for_anybody(&self, cond: &Node<Truth>) -> Result<bool, Fault> {
        for me in self.model.seat_ids() {
            let table = SpelledPosition {
                me,
                ..self.table.clone()
            };
            let plain = Evaluator {
                table: &table,
                ..self.plain()
            };
            if plain.truth(cond)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Waits for a choice; if there is no legal choice, begins the `otherwise` block.
    fn ask(&mut self, ask: &'m Ask) -> Result<(), Fault> {
        if self.trying {
            self.asked = Some(ask);
            self.wait_for(self.table.me, Vec::new());
            return Ok(());
        }
        if let Asked::One(who) = &ask.who {
            let who = self.plain().seat(who)?;
            let who = who.ok_or_else(|| Fault::statement("nobody is asked"))?;
            // After the chosen move, `me` is restored.
            let before = self.table.me;
            self.enter(
                &[],
                Round::Each {
                    rest: Vec::new(),
                    again: Vec::new(),
                    filter: None,
                    before,
                },
            );
            self.table.me = who;
        }
        let seats = match &ask.who {
            Asked::One(_) | Asked::Me | Asked::Chance => vec![self.table.me],
            Asked::Together(seats) => self.plain().seats(seats)?,
        };
        self.seen = self.meet(CountedAt::Question(ask));
        let mut owed = Vec::new();
        for seat in seats {
            let choices = self.offered(ask, seat)?;
            if !choices.is_empty() {
                owed.push((seat, choices));
            }
        }
        if !owed.is_empty() {
            self.waiting = Some(Wait {
                chance: matches!(ask.who, Asked::Chance),
                owed,
                held: matches!(ask.who, Asked::Together(_)).then(Vec::new),
            });
        } else if !ask.otherwise.is_empty() {
            self.enter(&ask.otherwise, Round::Once);
        }
        Ok(())
    }

    /// Returns the choices of a player at an `ask`, or those of chance with this player as `me`, sorted by text.
    fn offered(&self, ask: &'m Ask, me: SeatId) -> Result<Vec<(String, BoundMove)>, Fault> {
        let asked = SpelledPosition {
            me,
            ..self.table.clone()
        };
        let plain = Evaluator {
            table: &asked,
            ..self.plain()
        };
        let mut choices = Vec::new();
        for choice in plain.legal(&ask.items)? {
            if !matches!(ask.who, Asked::Chance) || self.weight(&choice)? > 0 {
                let text = notation::text(self.model, choice.0, &choice.1, me);
                if self.leaves_well(&choice, me)? {
                    choices.push((text, choice));
                }
            }
        }
        if ask.as_often {
            self.keep_longest_series(&mut choices, me)?;
        }
        choices.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(choices)
    }

    /// Keeps the choices that begin a longest series.
    fn keep_longest_series(
        &self,
        choices: &mut Vec<(String, BoundMove)>,
        me: SeatId,
    ) -> Result<(), Fault> {
        let length = |(_, choice): &(String, BoundMove)| self.series(choice, me);
        let lengths: Vec<usize> = choices.iter().map(length).collect::<Result<_, _>>()?;
        let longest = lengths.iter().max().copied();
        let mut lengths = lengths.into_iter();
        choices.retain(|_| lengths.next() == longest);
        Ok(())
    }

    /// Returns the length of the longest series that begins with a choice.
    fn series(&self, choice: &BoundMove, me: SeatId) -> Result<usize, Fault> {
        let mut trial = self.clone();
        (trial.trying, trial.asked) = (true, None);
        trial.in_series += 1;
        if trial.in_series > LONGEST_SERIES {
            return Err(Fault::statement(GIVES_UP));
        }
        if !Self::tried(trial.do_at_once(choice.clone(), me))? || trial.over.is_some() {
            return Ok(1);
        }
        let Some(ask) = trial
            .asked
            .filter(|ask| ask.as_often && trial.table.me == me)
        else {
            return Ok(1);
        };
        // The offered choices all begin a longest series, so the first is enough.
        match trial.offered(ask, me)?.first() {
            Some((_, next)) => Ok(1 + trial.series(next, me)?),
            None => Ok(1),
        }
    }

    fn wait_for(&mut self, me: SeatId, choices: Vec<(String, BoundMove)>) {
        self.waiting = Some(Wait {
            chance: false,
            owed: vec![(me, choices)],
            held: None,
        });
    }

    /// Returns whether a move leaves a position that satisfies its postcondition: plays it on a copy, up to the next `ask`. A
    /// move with a fault passes, since playing it reports the fault.
    fn leaves_well(&self, choice: &BoundMove, me: SeatId) -> Result<bool, Fault> {
        let Some(leaves) = &self.model.mv(choice.0).leaves else {
            return Ok(true);
        };
        let mut trial = self.clone();
        trial.trying = true;
        if !Self::tried(trial.do_at_once(choice.clone(), me))? {
            return Ok(true);
        }
        if let (Some(rule), Some(ask)) = (leaves.supposing, trial.asked)
            && matches!(ask.who, Asked::Chance)
        {
            let outcomes = trial.plain().legal(&ask.items)?;
            let supposed = |choice: &BoundMove| self.model.mv(choice.0).rule == rule;
            if let Some(outcome) = outcomes.into_iter().find(supposed)
                && !Self::tried(trial.do_at_once(outcome, me))?
            {
                return Ok(true);
            }
        }
        let table = SpelledPosition {
            me,
            ..trial.table.clone()
        };
        let after = Evaluator {
            table: &table,
            args: &[],
            seen: trial.asked.map_or(0, |ask| {
                1 + trial
                    .met(CountedAt::Question(ask))
                    .map_or(0, |met| met.times)
            }),
            ..trial.plain()
        };
        Ok(trial.over.is_some() || after.truth(&leaves.cond)?)
    }

    fn do_at_once(&mut self, choice: BoundMove, me: SeatId) -> Result<(), Fault> {
        self.wait_for(me, Vec::new());
        self.choose(choice);
        self.run()
    }

    /// Begins a block inside the innermost one.
    fn enter(&mut self, block: &'m [Stmt], round: Round<'m>) {
        let args = self
            .control
            .last()
            .map(|frame| frame.args.clone())
            .unwrap_or_default();
        self.control.push(Frame {
            block,
            next: 0,
            round,
            args,
        });
    }

    fn plain(&self) -> Evaluator<'_> {
        Evaluator {
            model: self.model,
            table: &self.table,
            args: self
                .control
                .last()
                .map_or(&[], |frame| frame.args.as_slice()),
            scripts: self.scripts.as_deref(),
            seen: self.seen,
            it: None,
            fuel: &self.fuel,
            decided: None,
        }
    }
}

/// Returns the number of ways to draw `k` of `n` things.
fn choose(n: u64, k: u64) -> u64 {
    match k {
        0 => 1,
        _ if n == 0 => 0,
        _ => choose(n - 1, k - 1) + choose(n - 1, k),
    }
}
