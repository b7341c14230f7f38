//! The outcomes of chance: lists them with their weights, or draws one without a list.

use crate::ir::CompiledRules;
use crate::vm::fuel::LISTED;
use crate::vm::interpreter::{self, Env};
use crate::vm::legal_moves::{ListedTemplate, env_of};
use crate::vm::multisets::WeighedMultisets;
use crate::vm::program_failure::ProgramFailure;
use crate::vm::{Fault, Fuel, Move, MoveList, Position, Turn, multisets};
use linstock_base::Span;
use smallvec::SmallVec;

/// The outcomes of one template with their weights.
struct WeighedTemplate<'m> {
    listed: ListedTemplate<'m>,
    /// The weight of each outcome, or of each way to draw its multiset copy by copy.
    weight: u64,
    multisets: Option<WeighedMultisets<'m>>,
}

impl WeighedTemplate<'_> {
    /// Returns the sum of the weights of its outcomes.
    fn sum(&self) -> u128 {
        let ways = match &self.multisets {
            Some(multisets) => multisets.sum(),
            None => u64::from(self.listed.end - self.listed.start),
        };
        u128::from(self.weight) * u128::from(ways)
    }

    /// Returns the number of the first outcome at which the running sum of the weights exceeds `weight`.
    fn at_weight(&self, weight: u128) -> usize {
        let ways = u64::try_from(weight / u128::from(self.weight)).unwrap_or(u64::MAX);
        let at = match &self.multisets {
            Some(multisets) => multisets.at_weight(ways),
            None => u32::try_from(ways).unwrap_or(u32::MAX),
        };
        self.listed.start.saturating_add(at) as usize
    }
}

impl CompiledRules {
    /// Returns the outcomes of a chance node with their weights (integers above 0); empty elsewhere. Outcomes with equal
    /// text count as one outcome, whose weight is the sum of their weights.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// // Nothing is left to chance in tic-tac-toe.
    /// assert!(rules.outcomes(&rules.start()?)?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`CompiledRules::moves`].
    pub fn outcomes(&self, state: &Position) -> Result<Vec<(Move, u64)>, Fault> {
        self.outcomes_within(state, &Fuel::default())
    }

    /// As [`CompiledRules::outcomes`], with the fuel of a larger request.
    ///
    /// # Errors
    /// As [`CompiledRules::outcomes`].
    pub fn outcomes_within(
        &self,
        state: &Position,
        fuel: &Fuel,
    ) -> Result<Vec<(Move, u64)>, Fault> {
        if self.turn(state) != Turn::Chance {
            return Ok(Vec::new());
        }
        let mut moves = MoveList::default();
        self.list_first(state, (&mut moves, fuel))?;
        fuel.spend(moves.len() * LISTED);
        let mut outcomes = Vec::with_capacity(moves.len());
        for mv in moves.iter() {
            let weight = self
                .weight((&moves, mv), env_of(&state.words, fuel))
                .map_err(|failure| self.failed(failure, state.pc))?;
            if weight > 0 {
                outcomes.push((mv, weight));
            }
        }
        Ok(outcomes)
    }

    /// Returns the weight of an outcome.
    fn weight(&self, (moves, mv): (&MoveList, Move), env: Env<'_>) -> Result<u64, ProgramFailure> {
        let weight = self.template_weight(mv, env)?;
        let ways = match moves.multisets(mv.template) {
            Some(multisets) => multisets::weight(&multisets.nth(mv.anchor), multisets.counts()),
            None => Some(1),
        };
        env.fuel.check(Span::default)?;
        ways.and_then(|ways| weight.checked_mul(ways))
            .ok_or_else(|| ProgramFailure {
                message: format!(
                    "an outcome is drawn in too many ways: its weight is beyond {}; let fewer be drawn at once",
                    u64::MAX
                ),
                span: Span::default(),
            })
    }

    /// Returns the weight that the rules give each outcome of a move's template.
    fn template_weight(&self, mv: Move, env: Env<'_>) -> Result<u64, ProgramFailure> {
        let weight = match self.template(mv).weight {
            None => 1,
            Some(program) => interpreter::number(self, program, env)?,
        };
        Ok(u64::try_from(weight).unwrap_or(0))
    }

    /// Draws an outcome of chance; `None` if every weight is 0. `draw` receives the sum of all weights and returns a
    /// number below it; the result is the first outcome, in list order, at which the running sum of the weights exceeds
    /// that number.
    ///
    /// # Errors
    /// As [`CompiledRules::outcomes`].
    pub fn draw_outcome(
        &self,
        state: &Position,
        moves: &MoveList,
        draw: &mut dyn FnMut(u128) -> u128,
    ) -> Result<Option<Move>, Fault> {
        let fuel = Fuel::default();
        let env = env_of(&state.words, &fuel);
        let failed = |failure| self.failed(failure, state.pc);
        let sums = self.sums_of_weights(moves, env).map_err(failed)?;
        let (Some(sums), Some(mut templates)) = (sums, moves.by_template()) else {
            return self.draw_from_list(state, draw);
        };
        let all = sums.iter().copied().map(u128::from).sum();
        if all == 0 {
            return Ok(None);
        }
        let mut left = draw(all);
        let found = sums.iter().copied().map(u128::from).position(|sum| {
            let is_it = left < sum;
            left -= if is_it { 0 } else { sum };
            is_it
        });
        let listed = found.and_then(|at| templates.nth(at));
        let weighed = listed.map(|listed| self.weighed(moves, listed, env));
        let weighed = weighed.transpose().map_err(failed)?.flatten();
        Ok(weighed.and_then(|weighed| moves.get(weighed.at_weight(left))))
    }

    /// As [`CompiledRules::draw_outcome`], by listing all outcomes.
    fn draw_from_list(
        &self,
        state: &Position,
        draw: &mut dyn FnMut(u128) -> u128,
    ) -> Result<Option<Move>, Fault> {
        let outcomes = self.outcomes(state)?;
        let sum: u128 = outcomes.iter().map(|(_, weight)| u128::from(*weight)).sum();
        if sum == 0 {
            return Ok(None);
        }
        let mut left = draw(sum);
        let found = outcomes.into_iter().find(|(_, weight)| {
            let is_it = left < u128::from(*weight);
            left = left.saturating_sub(u128::from(*weight));
            is_it
        });
        Ok(found.map(|(mv, _)| mv))
    }

    /// Returns the sum of the weights of each template's outcomes; `None` if the outcomes must be listed.
    fn sums_of_weights(
        &self,
        moves: &MoveList,
        env: Env<'_>,
    ) -> Result<Option<SmallVec<[u64; 64]>>, ProgramFailure> {
        let templates = moves.by_template().filter(|_| moves.drawn().is_none());
        let Some(templates) = templates else {
            return Ok(None);
        };
        let mut sums = SmallVec::new();
        for listed in templates {
            let sum = if listed.multisets.is_some() {
                let weighed = self.weighed(moves, listed, env)?;
                weighed.map(|weighed| weighed.sum())
            } else {
                let weight = self.weight_of_each(moves, listed, env)?;
                Some(u128::from(weight) * u128::from(listed.end - listed.start))
            };
            // If a sum does not fit in a word, `draw_from_list` reports the failure.
            match sum.and_then(|sum| u64::try_from(sum).ok()) {
                Some(sum) => sums.push(sum),
                None => return Ok(None),
            }
        }
        env.fuel.check(Span::default)?;
        Ok(Some(sums))
    }

    /// Returns the weight of each outcome of a template, or of each way to draw its multiset copy by copy; 0 if it has no
    /// outcomes.
    fn weight_of_each(
        &self,
        moves: &MoveList,
        listed: ListedTemplate<'_>,
        env: Env<'_>,
    ) -> Result<u64, ProgramFailure> {
        if listed.start == listed.end {
            return Ok(0);
        }
        self.template_weight(moves.some_of(listed.template), env)
    }

    /// Returns the outcomes of a template with their weights; `None` if they must be listed.
    fn weighed<'m>(
        &self,
        moves: &MoveList,
        listed: ListedTemplate<'m>,
        env: Env<'_>,
    ) -> Result<Option<WeighedTemplate<'m>>, ProgramFailure> {
        let weight = self.weight_of_each(moves, listed, env)?;
        let multisets = listed.multisets.map(|all| all.weighed());
        let fits = multisets.as_ref().is_none_or(Option::is_some);
        Ok(fits.then_some(WeighedTemplate {
            listed,
            weight,
            multisets: multisets.flatten(),
        }))
    }
}
