//! Plays a move: writes its arguments to the words that its body reads, then runs the body up to the next decision point.

use crate::ir::CompiledRules;
use crate::ir::instructions::Instr;
use crate::ir::instructions::{ArgCode, PendingChoice};
use crate::vm::executor::{Draw, Executor, Tracer};
use crate::vm::executor::{HandOver, RunPoint};
use crate::vm::interpreter::Env;
use crate::vm::legal_moves::env_of;
use crate::vm::multisets::Multisets;
use crate::vm::{Fault, Fuel, Move, MoveList, Position, Turn, multisets};
use linstock_model::{RuleId, SeatId};
use smallvec::SmallVec;

/// The fuel of a request, and multisets that were counted earlier, if there are any: the move often draws from the same ones.
pub(super) type SpareMultisets<'m> = (&'m Fuel, Option<&'m mut Multisets>);

/// A copy of the position before a move, to undo the move after a fault.
struct Before {
    words: SmallVec<[u64; 24]>,
    pc: u32,
    noted: usize,
}

impl Before {
    #[inline]
    fn of(state: &Position) -> Self {
        Self {
            words: SmallVec::from_slice(&state.words),
            pc: state.pc,
            noted: state.history.len(),
        }
    }

    #[cold]
    fn restore(&self, state: &mut Position) {
        state.words.copy_from_slice(&self.words);
        (state.pc, state.over) = (self.pc, None);
        state.history.truncate(self.noted);
    }
}

/// Undoes a move that could not be played. Empties the list unless the run stopped at a decision point and filled it.
#[inline(always)]
fn ended(
    done: Result<(), Fault>,
    (state, before): (&mut Position, &Before),
    moves: &mut MoveList,
) -> Result<(), Fault> {
    match done {
        // Re-wrapping lets the compiler avoid a copy of the `Result`.
        Ok(()) => {
            if state.over.is_some() {
                moves.clear();
            }
            Ok(())
        }
        Err(fault) => {
            before.restore(state);
            moves.clear();
            Err(fault)
        }
    }
}

impl CompiledRules {
    /// Plays a legal move or outcome on a copy.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let start = rules.start()?;
    /// let centre = rules.find(&start, "b2")?.expect("it is empty");
    /// let next = rules.play(&start, centre)?;
    /// assert_eq!((rules.pieces(&start).len(), rules.pieces(&next).len()), (0, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the move is not legal, a statement cannot be carried out, or a script fails.
    pub fn play(&self, state: &Position, mv: Move) -> Result<Position, Fault> {
        if state.over.is_some() {
            return Err(Fault::Over);
        }
        let (mut moves, fuel) = (MoveList::default(), Fuel::default());
        match self.turn(state) {
            Turn::Players(seats) if seats.contains(&SeatId(mv.me)) => {
                self.list(state, usize::from(mv.me), (&mut moves, &fuel))?;
            }
            _ => self.list_first(state, (&mut moves, &fuel))?,
        }
        if !moves.contains(mv) {
            return Err(Fault::Illegal);
        }
        let mut next = state.clone();
        self.apply_within(&mut next, mv, &fuel)?;
        Ok(next)
    }

    /// Plays a move in place: the fast path. The caller must take the move from [`CompiledRules::moves_into`] for this
    /// position. After a fault the position is unchanged.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let mut position = rules.start()?;
    /// let centre = rules.find(&position, "b2")?.expect("it is empty");
    /// rules.apply(&mut position, centre)?;
    /// assert_eq!(rules.pieces(&position)[0].point, "b2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a statement cannot be carried out, or a script fails.
    pub fn apply(&self, state: &mut Position, mv: Move) -> Result<(), Fault> {
        self.apply_within(state, mv, &Fuel::default())
    }

    /// As [`CompiledRules::apply`], with the fuel of a larger request.
    ///
    /// # Errors
    /// As [`CompiledRules::apply`].
    pub fn apply_within(&self, state: &mut Position, mv: Move, fuel: &Fuel) -> Result<(), Fault> {
        self.apply_traced(state, mv, (fuel, &mut ()))
    }

    /// As [`CompiledRules::apply`], and fills the buffer with the moves of the new position: one call per ply of a
    /// playout or a search. After a fault the buffer is empty.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let (mut position, mut moves) = (rules.start()?, linstock::MoveList::default());
    /// rules.moves_into(&position, &mut moves)?;
    /// while let Some(first) = moves.get(0) {
    ///     rules.advance(&mut position, first, &mut moves)?;
    /// }
    /// assert!(rules.outcome(&position).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`CompiledRules::apply`].
    pub fn advance(
        &self,
        state: &mut Position,
        mv: Move,
        moves: &mut MoveList,
    ) -> Result<(), Fault> {
        let template = self.template(mv);
        // Separate variables: a pair would be copied.
        let before = Before::of(state);
        let fuel = Fuel::default();
        let done = if template.start.plays_alone {
            Executor::new(self, state, Some(template.rule), &fuel)
                .listing_into(moves, None)
                .play_by_tables(template, mv.anchor)
        } else {
            self.enter_by_instructions(state, mv, (moves, &fuel))
        };
        ended(done, (state, &before), moves)
    }

    /// As [`CompiledRules::advance`], but if moves have postconditions, it draws one move ([`MoveList::drawn`]) instead
    /// of listing all: trying out one move costs much less than trying out all.
    ///
    /// Where the run is handed over to another executor, the buffer stays empty, and the position is at the instruction
    /// where the other continues: a decision point, or the instruction after a choice. After a fault the position stays
    /// as it was when the fault occurred.
    ///
    /// # Errors
    /// As [`CompiledRules::advance`].
    pub fn advance_drawing(
        &self,
        (state, mv): (&mut Position, Move),
        (moves, draw): (&mut MoveList, Draw<'_>),
        to_others: HandOver<'_>,
    ) -> Result<(), Fault> {
        let fuel = Fuel::default();
        moves.clear();
        let template = self.template(mv);
        if template.start.plays_alone && !to_others.after_choices {
            return Executor::new(self, state, Some(template.rule), &fuel)
                .listing_into(moves, Some(draw))
                .handing_over(to_others)
                .play_by_tables(template, mv.anchor);
        }
        let last = self.last_rule_after(mv);
        match self.enter_body(mv, state, (&fuel, moves.spare_multisets(mv.template)))? {
            // The moves of a simultaneous choice are not carried out yet.
            Some(pc) if to_others.after_choices && last.is_some() && !self.asks_at(pc) => {
                self.layout.write_last_move(&mut state.words, last);
                state.pc = pc;
                Ok(())
            }
            Some(pc) => Executor::new(self, state, last, &fuel)
                .listing_into(moves, Some(draw))
                .handing_over(to_others)
                .run_from(pc, &mut ()),
            None => self.list_first(state, (moves, &fuel)),
        }
    }

    /// Returns whether an instruction is a decision point.
    fn asks_at(&self, pc: u32) -> bool {
        matches!(self.code[0][pc as usize], Instr::Ask(_))
    }

    /// As [`CompiledRules::advance_drawing`], but starts at an instruction: a decision point where a run stopped without
    /// listing moves, or the instruction after a move.
    ///
    /// # Errors
    /// As [`CompiledRules::advance`].
    pub fn go_on_drawing(
        &self,
        (state, from): (&mut Position, RunPoint),
        (moves, draw): (&mut MoveList, Draw<'_>),
        to_others: HandOver<'_>,
    ) -> Result<(), Fault> {
        let fuel = Fuel::default();
        let last = self.layout.last_move_in(&state.words);
        moves.clear();
        Executor::new(self, state, last, &fuel)
            .listing_into(moves, Some(draw))
            .handing_over(to_others)
            .having_come_to(from)
            .run_from(from.pc, &mut ())
    }

    /// As `advance`, for any move; after a fault the position is only partly changed.
    #[inline(never)]
    fn enter_by_instructions(
        &self,
        state: &mut Position,
        mv: Move,
        (moves, fuel): (&mut MoveList, &Fuel),
    ) -> Result<(), Fault> {
        match self.enter_body(mv, state, (fuel, None))? {
            Some(pc) => Executor::new(self, state, self.last_rule_after(mv), fuel)
                .listing_into(moves, None)
                .run_from(pc, &mut ()),
            None => self.list_first(state, (moves, fuel)),
        }
    }

    /// As [`CompiledRules::apply`]; `tracer` receives each instruction.
    pub(super) fn apply_traced(
        &self,
        state: &mut Position,
        mv: Move,
        (fuel, tracer): (&Fuel, &mut impl Tracer),
    ) -> Result<(), Fault> {
        let before = Before::of(state);
        let entered = self.enter_body(mv, state, (fuel, None));
        let result = entered.and_then(|pc| match pc {
            Some(pc) => {
                Executor::new(self, state, self.last_rule_after(mv), fuel).run_from(pc, tracer)
            }
            None => Ok(()),
        });
        if result.is_err() {
            before.restore(state);
        }
        result
    }

    /// Returns the rule of the last move once `mv` is played; `None` after a simultaneous choice.
    pub(super) fn last_rule_after(&self, mv: Move) -> Option<RuleId> {
        let alone = self.decision_points[usize::from(mv.decision)]
            .simultaneous
            .is_none();
        alone.then(|| self.template(mv).rule)
    }

    /// Writes the arguments of a move to the words that its body reads, and returns the instruction that runs next;
    /// `None` if other players must still choose.
    #[inline]
    pub(super) fn enter_body(
        &self,
        mv: Move,
        state: &mut Position,
        (fuel, spare): SpareMultisets<'_>,
    ) -> Result<Option<u32>, Fault> {
        let (decision_point, template) = (
            &self.decision_points[usize::from(mv.decision)],
            self.template(mv),
        );
        if template.depends_on_state || decision_point.simultaneous.is_some() {
            let args = self.arg_words(state, mv, (fuel, spare))?;
            return Ok(self.enter_or_commit(mv, &args, state));
        }
        template.write_args(mv.anchor, &mut state.words);
        Ok(Some(template.body))
    }

    /// Returns the words of a move's arguments.
    #[inline(never)]
    pub(super) fn arg_words(
        &self,
        state: &Position,
        mv: Move,
        (fuel, mut spare): SpareMultisets<'_>,
    ) -> Result<SmallVec<[u64; 8]>, Fault> {
        let template = self.template(mv);
        let word = |arg: &ArgCode| match arg {
            ArgCode::Inherited(word, _) => Ok(state.words[*word as usize]),
            ArgCode::Multiset(list) => {
                let env = Env {
                    me: usize::from(mv.me),
                    ..env_of(&state.words, fuel)
                };
                let drawn = template
                    .multiset
                    .as_ref()
                    .zip(self.packings[list.index()].as_ref());
                let Some((multiset, packing)) = drawn else {
                    return Ok(0);
                };
                let mut own = Multisets::default();
                let multisets = spare.as_deref_mut().unwrap_or(&mut own);
                multisets::find_drawable(self, multiset, env, multisets)
                    .map_err(|failure| self.failed(failure, state.pc))?;
                Ok(packing.pack(&multisets.nth(mv.anchor)))
            }
            other => Ok(other.word(mv.anchor)),
        };
        template.args.iter().map(word).collect()
    }

    /// As `enter_body`, with the words of the arguments. In a simultaneous choice it only stores the choice.
    #[inline(never)]
    fn enter_or_commit(&self, mv: Move, args: &[u64], state: &mut Position) -> Option<u32> {
        let (decision_point, template) = (
            &self.decision_points[usize::from(mv.decision)],
            self.template(mv),
        );
        let Some(simultaneous) = &decision_point.simultaneous else {
            let frame = &mut state.words[template.frame as usize..];
            frame
                .iter_mut()
                .zip(args)
                .for_each(|(word, arg)| *word = *arg);
            return Some(template.body);
        };
        let chosen = PendingChoice::Chosen(usize::from(mv.template)).word();
        let pending = &mut state.words[simultaneous.words(usize::from(mv.me))];
        let choice = std::iter::once(chosen).chain(args.iter().copied());
        pending
            .iter_mut()
            .zip(choice)
            .for_each(|(word, arg)| *word = arg);
        let more = simultaneous
            .still_choosing(self.code.len(), &state.words)
            .next()
            .is_some();
        (!more).then_some(simultaneous.reveal)
    }
}
