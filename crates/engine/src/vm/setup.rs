//! Creates the first position of a game, and positions that are set up by hand.

use crate::ir::instructions::{Instr, NumOperand};
use crate::ir::{CompiledRules, Layout, SpelledPosition};
use crate::vm::executor::Executor;
use crate::vm::history::History;
use crate::vm::interpreter;
use crate::vm::legal_moves::env_of;
use crate::vm::{Fault, Fuel, Position};
use linstock_model::SeatId;
use smallvec::SmallVec;

/// A loop that keeps its state in a word of the position.
#[derive(Clone, Copy)]
enum Loop {
    /// A loop over the players: its word, the first player.
    Round(u32, NumOperand),
    /// A counting loop: its word, the number of passes.
    Count(u32, NumOperand),
}

impl CompiledRules {
    /// Returns the position at the first decision point.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let position = rules.start()?;
    /// assert!(rules.pieces(&position).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a statement before it cannot be carried out, or a script fails.
    pub fn start(&self) -> Result<Position, Fault> {
        self.start_within(&Fuel::default())
    }

    /// As [`CompiledRules::start`], with the fuel of a larger request.
    ///
    /// # Errors
    /// As [`CompiledRules::start`].
    pub fn start_within(&self, fuel: &Fuel) -> Result<Position, Fault> {
        let mut state = self.blank_position();
        Executor::new(self, &mut state, None, fuel).run_from(0, &mut ())?;
        Ok(state)
    }

    /// Returns the position before the first instruction.
    pub(super) fn blank_position(&self) -> Position {
        Position {
            words: SmallVec::from_slice(&self.start),
            pc: 0,
            over: None,
            history: History::new(),
        }
    }

    /// Returns a position that is set up by hand: the spelled-out position, the phase and the player to move.
    ///
    /// Play continues at the beginning of the turn around the first decision point of the phase, so that the conditions
    /// before that decision point are evaluated; the loops around the turn are at their start. `phase` is empty in a game
    /// without phases.
    ///
    /// # Errors
    /// If the phase has no decision point, a statement cannot be carried out, or a script fails.
    pub fn set_up(
        &self,
        phase: &str,
        to_move: SeatId,
        spelled: &SpelledPosition,
    ) -> Result<Position, Fault> {
        let phase_index = self.model().phases.iter().position(|p| p == phase);
        let decision_point = self.decision_points.iter().position(|d| {
            d.phase.map(|p| usize::from(p.0)) == phase_index
                && (phase_index.is_some() || phase.is_empty())
        });
        let code = &self.code[usize::from(to_move.0)];
        let pc = decision_point.and_then(|decision| {
            let begins = self.decision_points[decision].begins;
            let asks = |i: &Instr| *i == Instr::Ask(u32::try_from(decision).unwrap_or(0));
            begins.map_or_else(|| code.iter().position(asks), |pc| usize::try_from(pc).ok())
        });
        let Some(pc) = pc else {
            let message = format!("there is no choice in a phase `{phase}`");
            return Err(Fault::Statement(message, linstock_base::Span::default()));
        };
        let mut state = self.blank_position();
        spelled.write(self.model(), &self.layout, &mut state.words);
        state.words[Layout::ME] = u64::from(to_move.0);
        let fuel = Fuel::default();
        self.enter_loops(&mut state, pc, &fuel)?;
        let pc = u32::try_from(pc).unwrap_or(0);
        Executor::new(self, &mut state, None, &fuel).run_from(pc, &mut ())?;
        Ok(state)
    }

    /// Sets the words of the loops around the instruction `at` as if these loops had just begun.
    fn enter_loops(&self, state: &mut Position, at: usize, fuel: &Fuel) -> Result<(), Fault> {
        for (pc, begun) in self.loops_around(at) {
            let number = |code| {
                interpreter::number(self, code, env_of(&state.words, fuel))
                    .map_err(|failure| self.failed(failure, u32::try_from(pc).unwrap_or(0)))
            };
            let (word, value) = match begun {
                Loop::Round(word, first) => (word as usize + 1, number(first)?),
                // The counter no longer includes the pass that has begun.
                Loop::Count(word, times) => (word as usize, number(times)?.saturating_sub(1)),
            };
            state.words[word] = u64::try_from(value).unwrap_or(0);
        }
        Ok(())
    }

    /// Returns the loops around an instruction that keep state, the outermost first, each with its instruction.
    fn loops_around(&self, at: usize) -> Vec<(usize, Loop)> {
        let code = &self.code[0];
        let ends = |pc: usize, word| {
            let mut after = code.iter().skip(pc);
            after
                .position(|i| *i == Instr::EndRound(word))
                .map(|n| pc + n)
        };
        let loops = (0..at).filter_map(|pc| {
            let (found, end) = match (code[pc], code.get(pc + 1)) {
                (Instr::Round(word, first) | Instr::RoundBack(word, first), _) => {
                    (Loop::Round(word, first), ends(pc, word)?)
                }
                (Instr::Store(word, times, false), Some(Instr::CountDown(counted, done)))
                    if word == *counted =>
                {
                    (Loop::Count(word, times), usize::try_from(*done).ok()?)
                }
                _ => return None,
            };
            (end > at).then_some((pc, found))
        });
        loops.collect()
    }
}
