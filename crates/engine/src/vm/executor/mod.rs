//! Runs instructions from one decision point to the next. Only this module, lanes, and the writing of arguments
//! (`apply.rs`) change positions.
//!
//! [`Executor::run_from`] starts at the body of a move and stops where a player or chance can choose, or where the game
//! ends. It carries out the instructions of almost every turn itself; `statements.rs` carries out the others. `pieces.rs`
//! and `drawings.rs` change the board, `zones.rs` makes transfers, `rounds.rs` runs loops over players, `scripts.rs` runs
//! scripts, `simultaneous.rs` handles simultaneous choices, and `endless.rs` finds loops in which nobody can choose.

mod drawings;
mod endless;
mod pieces;
mod rounds;
mod scripts;
mod simultaneous;
mod statements;
mod zones;

use crate::ir::instructions::{Instr, NumOperand, SetOperand, SimultaneousChoice};
use crate::ir::{CompiledRules, Layout};
use crate::vm::executor::endless::PassedOver;
use crate::vm::fuel::{self, Fuel};
use crate::vm::history::History;
use crate::vm::interpreter::{Env, any_of, mask, number};
use crate::vm::legal_moves::{MoveList, any, env_of};
use crate::vm::position::{Fault, GameEnd, Move, Position};
use crate::vm::program_failure::ProgramFailure;
use linstock_base::Span;
use linstock_model::RuleId;
use smallvec::SmallVec;

/// Draws one of the moves of a buffer uniformly; `None` asks for a list of the legal moves instead.
pub(super) type Draw<'d> = &'d mut dyn FnMut(&MoveList) -> Option<Move>;

/// Receives the number of each instruction that is carried out; `()` ignores them.
pub(crate) trait Tracer {
    /// Receives an instruction that is carried out.
    fn executes(&mut self, pc: u32);

    /// Receives an instruction and its successor.
    #[inline]
    fn goes_on(&mut self, _from: u32, _to: u32) {}
}

impl Tracer for () {
    #[inline]
    fn executes(&mut self, _pc: u32) {}
}

/// Where to continue a run that another executor began.
#[derive(Clone, Copy, Debug)]
pub struct RunPoint {
    /// The instruction.
    pub pc: u32,
    /// The number of decision points without a legal move that were skipped before it.
    pub passed: u32,
    /// How often the position had occurred when it was last recorded.
    pub repetitions: u32,
}

/// Where a run stops because another executor continues it.
#[derive(Clone, Copy, Default, Debug)]
pub struct HandOver<'d> {
    /// The decision points, by number, at which it stops without listing moves.
    pub points: &'d [bool],
    /// Whether it also stops after a choice, before the move is carried out; after a simultaneous choice, once all moves
    /// are carried out, unless a decision point follows.
    pub after_choices: bool,
}

impl<'d> HandOver<'d> {
    /// Stops only at some decision points, by number.
    #[must_use]
    pub fn at(points: &'d [bool]) -> Self {
        Self {
            points,
            after_choices: false,
        }
    }
}

/// A run from one decision point to the next.
pub(crate) struct Executor<'r> {
    pub rules: &'r CompiledRules,
    pub words: &'r mut [u64],
    pc: &'r mut u32,
    over: &'r mut Option<GameEnd>,
    history: &'r mut History,
    /// The remaining operations of the request.
    pub fuel: &'r Fuel,
    /// How often the current position has occurred.
    repetitions: u32,
    /// The buffer for the moves of the next decision point, if the caller wants them.
    list: Option<&'r mut MoveList>,
    /// Draws one of the moves in the buffer, if the caller wants only one.
    draw: Option<Draw<'r>>,
    /// The skipped decision points.
    passed_over: PassedOver,
    /// Whether the run stops at the next decision point even if there is no legal move.
    is_trial: bool,
    /// Whether the run also stops at the end of the body of a move.
    ends_with_body: bool,
    /// The decision points at which the run stops without listing moves: the caller lists them.
    deferred: &'r [bool],
    /// Whether the run stops after the moves of a simultaneous choice are carried out, unless a decision point follows.
    ends_with_choices: bool,
}

impl<'r> Executor<'r> {
    /// Creates a run after a move of the rule `last`; `None` after a simultaneous choice, and at the start.
    pub(super) fn new(
        rules: &'r CompiledRules,
        state: &'r mut Position,
        last: Option<RuleId>,
        fuel: &'r Fuel,
    ) -> Self {
        rules.layout.write_last_move(&mut state.words, last);
        Self {
            rules,
            words: &mut state.words,
            pc: &mut state.pc,
            over: &mut state.over,
            history: &mut state.history,
            fuel,
            repetitions: 0,
            list: None,
            draw: None,
            passed_over: PassedOver::default(),
            is_trial: false,
            ends_with_body: false,
            deferred: &[],
            ends_with_choices: false,
        }
    }

    /// Makes the run stop where another executor continues. The last move stays recorded there, as it does at a skipped
    /// decision point.
    pub(crate) fn handing_over(mut self, to_others: HandOver<'r>) -> Self {
        self.deferred = to_others.points;
        self.ends_with_choices = to_others.after_choices;
        self
    }

    /// Sets the state that an earlier run has left.
    pub(crate) fn having_come_to(mut self, from: RunPoint) -> Self {
        self.passed_over = PassedOver::after(from.passed);
        self.repetitions = from.repetitions;
        self
    }

    /// Makes the run stop at the next decision point, even if there is no legal move.
    pub(crate) fn into_trial(mut self) -> Self {
        self.is_trial = true;
        self
    }

    /// Makes the run stop at the end of the body of a move, or at a decision point before it.
    pub(crate) fn ending_with_body(mut self) -> Self {
        self.ends_with_body = true;
        self
    }

    /// Makes the run list the moves of the next decision point in a buffer, or draw one if moves have postconditions.
    pub(crate) fn listing_into(mut self, moves: &'r mut MoveList, draw: Option<Draw<'r>>) -> Self {
        (self.list, self.draw) = (Some(moves), draw);
        self
    }

    /// Returns the instructions of the player who acts.
    fn code(&self) -> &'r [Instr] {
        &self.rules.code[self.me()]
    }

    #[inline]
    pub(super) fn me(&self) -> usize {
        usize::try_from(self.words[Layout::ME]).unwrap_or(0)
    }

    #[inline]
    pub(super) fn env(&self) -> Env<'_> {
        Env {
            words: self.words,
            repetitions: self.repetitions,
            history: self.history,
            me: self.me(),
            fuel: self.fuel,
        }
    }

    /// Runs from an instruction until a player or chance can choose, or the game is over.
    pub(crate) fn run_from(&mut self, pc: u32, tracer: &mut impl Tracer) -> Result<(), Fault> {
        match self.run(pc, tracer) {
            // Re-wrapping lets the compiler avoid a copy of the `Result`.
            Ok(()) => Ok(()),
            Err(fault) => Err(match self.passed_over.last_of_many() {
                Some(at) if self.fuel.is_used_up() => self.endless(at),
                _ => fault,
            }),
        }
    }

    #[inline]
    fn run(&mut self, mut pc: u32, tracer: &mut impl Tracer) -> Result<(), Fault> {
        let mut code = self.code();
        let fuel = self.fuel;
        loop {
            let at = pc;
            let instr = &code[at as usize];
            if !matches!(instr, Instr::Ask(_)) {
                tracer.executes(pc);
            }
            // This match carries out the instructions of almost every turn; `step` carries out the others.
            pc = match *instr {
                Instr::Ask(decision) => {
                    if self.deferred.get(decision as usize) == Some(&true) {
                        *self.pc = pc;
                        return Ok(());
                    }
                    if self.stops_at(decision, pc)? {
                        self.forget_last_move();
                        *self.pc = pc;
                        return Ok(());
                    }
                    self.pass_over(pc)?;
                    self.rules.decision_points[decision as usize].otherwise
                }
                Instr::End(end, winners) => return self.end((end, winners), pc),
                Instr::Jump(to) => to,
                Instr::Unless(NumOperand::Any(word, among), to) => {
                    let any = any_of(self.rules, (word, among), self.words);
                    if any { pc + 1 } else { to }
                }
                Instr::Unless(NumOperand::None(word, among), to) => {
                    let any = any_of(self.rules, (word, among), self.words);
                    if any { to } else { pc + 1 }
                }
                Instr::Move(from, to) => {
                    self.relocate((self.place(from), self.place(to)), pc)?;
                    pc + 1
                }
                Instr::Take(SetOperand::Place(place)) => {
                    self.take_at(place);
                    pc + 1
                }
                Instr::PassOn(backwards, to) => {
                    self.pass_on(backwards);
                    code = self.code();
                    to
                }
                Instr::Done(word, count, to) => {
                    self.clear_arguments((word, count));
                    if self.ends_with_body {
                        *self.pc = to;
                        return Ok(());
                    }
                    to
                }
                _ => {
                    let next = self.step(instr, pc)?;
                    // `me` may have changed.
                    code = self.code();
                    if self.ends_with_choices && is_last_choice(instr, (pc, next), code) {
                        *self.pc = next;
                        return Ok(());
                    }
                    next
                }
            };
            tracer.goes_on(at, pc);
            fuel.spend(fuel::INSTRUCTION);
            fuel.check(|| self.rules.spans[at as usize])
                .map_err(|failure| self.failed(failure, at))?;
        }
    }

    /// Ends the game with an ending of the rules and the winners.
    fn end(&mut self, (end, winners): (u32, Option<NumOperand>), pc: u32) -> Result<(), Fault> {
        let winners = match winners {
            Some(code) => self.number(code, pc)?.cast_unsigned(),
            None => 0,
        };
        // Later queries read the scores of a finished game and cannot fail, so an error must show now.
        for score in &self.rules.scores {
            self.number(*score, pc)?;
        }
        self.forget_last_move();
        *self.over = Some(GameEnd { end, winners });
        *self.pc = pc;
        Ok(())
    }

    /// Clears the last move, unless a rule reads it at decision points.
    #[inline]
    fn forget_last_move(&mut self) {
        self.rules.layout.forget_last_move(self.words);
    }

    /// Returns whether the run stops at a decision point.
    #[inline(always)]
    fn stops_at(&mut self, decision: u32, pc: u32) -> Result<bool, Fault> {
        if self.is_trial {
            return Ok(true);
        }
        if self.rules.counts_choices {
            self.record_position(pc);
        }
        let stops = match &self.rules.decision_points[decision as usize].simultaneous {
            None => self.can_choose(decision),
            Some(simultaneous) => self.any_can_choose(simultaneous, decision),
        };
        stops.map_err(|failure| self.failed(failure, pc))
    }

    /// Returns whether the acting player has a legal move.
    #[inline(always)]
    fn can_choose(&mut self, decision: u32) -> Result<bool, ProgramFailure> {
        match self.list_moves(self.me(), decision)? {
            Some(some) => Ok(some),
            None => any(self.rules, self.choice_env(self.me()), decision),
        }
    }

    /// As `can_choose`, for a simultaneous choice.
    fn any_can_choose(
        &mut self,
        simultaneous: &SimultaneousChoice,
        decision: u32,
    ) -> Result<bool, ProgramFailure> {
        self.request_choices(simultaneous, decision)?;
        let first = simultaneous
            .still_choosing(self.rules.code.len(), self.words)
            .next();
        match first {
            Some(me) => Ok(self.list_moves(me, decision)?.unwrap_or(true)),
            None => Ok(false),
        }
    }

    /// Returns the input of the programs that compute the legal moves of a player.
    #[inline]
    pub(crate) fn choice_env(&self, me: usize) -> Env<'_> {
        Env {
            me,
            repetitions: self.repetitions,
            history: self.history,
            ..env_of(self.words, self.fuel)
        }
    }

    /// Lists the moves of a player and returns whether there are any; `None` if the caller wants no list.
    #[inline(always)]
    fn list_moves(&mut self, me: usize, decision: u32) -> Result<Option<bool>, ProgramFailure> {
        let Some(moves) = &mut self.list else {
            return Ok(None);
        };
        let env = Env {
            me,
            repetitions: self.repetitions,
            history: self.history,
            ..env_of(self.words, self.fuel)
        };
        match &mut self.draw {
            Some(draw) => moves.fill_drawing(self.rules, env, decision, draw)?,
            None => moves.fill(self.rules, env, decision)?,
        }
        Ok(Some(!moves.is_empty()))
    }

    /// Evaluates a number operand.
    pub(super) fn number(&self, code: NumOperand, pc: u32) -> Result<i64, Fault> {
        number(self.rules, code, self.env()).map_err(|failure| self.failed(failure, pc))
    }

    /// Runs a program that yields a mask.
    pub(super) fn mask(&self, program: u32, pc: u32) -> Result<SmallVec<[u64; 8]>, Fault> {
        mask(self.rules, program, self.env()).map_err(|failure| self.failed(failure, pc))
    }

    #[cold]
    pub(super) fn failed(&self, failure: ProgramFailure, pc: u32) -> Fault {
        self.rules.failed(failure, pc)
    }

    #[cold]
    pub(super) fn fault(&self, message: String, pc: u32) -> Fault {
        Fault::Statement(message, self.rules.spans[pc as usize])
    }

    /// Clears the arguments of a move: the first word, and how many words.
    #[inline]
    fn clear_arguments(&mut self, (word, count): (u32, u32)) {
        // Most moves have one or two arguments, and a call of `memset` takes longer.
        match &mut self.words[word as usize..(word + count) as usize] {
            [one] => *one = 0,
            [one, two] => (*one, *two) = (0, 0),
            more => more.fill(0),
        }
    }
}

/// Returns whether the last move of a simultaneous choice was carried out before an instruction, and no decision point follows.
fn is_last_choice(done: &Instr, (pc, next): (u32, u32), code: &[Instr]) -> bool {
    matches!(done, Instr::Reveal(_))
        && next == pc + 1
        && !matches!(code[next as usize], Instr::Ask(_))
}

impl CompiledRules {
    /// Creates the fault of a failed program. Its place is that of the failure, or else that of the instruction.
    #[cold]
    pub fn failed(&self, failure: ProgramFailure, pc: u32) -> Fault {
        let known = failure.span != Span::default();
        let span = if known {
            failure.span
        } else {
            self.spans.get(pc as usize).copied().unwrap_or_default()
        };
        Fault::Script(failure.message, span)
    }
}
