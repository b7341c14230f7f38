//! Fills a list with the legal moves, with candidates, or with one legal move that is drawn.

use super::drawn_multisets::DrawnMultisets;
use super::env_of;
use super::{MoveList, TemplateMoves};
use crate::ir::CompiledRules;
use crate::ir::instructions::SeatChoices;
use crate::vm::fuel::Fuel;
use crate::vm::interpreter::{Env, by_width};
use crate::vm::multisets::find_drawable;
use crate::vm::position::Move;
use crate::vm::program_failure::ProgramFailure;
use crate::vm::seat_id;
use linstock_base::Span;

/// The maximal number of multisets to choose from at once.
const MAX_MULTISETS: u32 = 1_000_000;

impl MoveList {
    /// Fills the buffer with the legal moves of `env.me` at a decision point.
    ///
    /// # Errors
    /// If a condition cannot be evaluated, or the fuel is used up.
    pub fn fill(
        &mut self,
        rules: &CompiledRules,
        env: Env<'_>,
        decision: u32,
    ) -> Result<(), ProgramFailure> {
        self.fill_with_candidates(rules, env, decision)?;
        if self.untried {
            self.drop_illegal(rules, env, decision)?;
        }
        Ok(())
    }

    /// As `fill`, but if moves have postconditions, draws candidates until one of them is legal.
    ///
    /// The legal moves are equally likely if `draw` is uniform. If `draw` returns `None`, lists the legal moves.
    pub(crate) fn fill_drawing(
        &mut self,
        rules: &CompiledRules,
        env: Env<'_>,
        decision: u32,
        draw: &mut dyn FnMut(&Self) -> Option<Move>,
    ) -> Result<(), ProgramFailure> {
        self.fill_with_candidates(rules, env, decision)?;
        if self.untried && as_often(rules, env, decision) {
            return self.drop_illegal(rules, env, decision);
        }
        while self.untried && !self.is_empty() {
            let Some(candidate) = draw(self) else {
                return self.drop_illegal(rules, env, decision);
            };
            if rules.leaves_what_it_must(env, candidate)? {
                self.drawn = Some(candidate);
                return Ok(());
            }
            self.remove(candidate);
            self.count();
        }
        Ok(())
    }

    /// Removes the candidates that are not legal.
    fn drop_illegal(
        &mut self,
        rules: &CompiledRules,
        env: Env<'_>,
        decision: u32,
    ) -> Result<(), ProgramFailure> {
        self.filter_by_postcondition(rules, env, decision)?;
        self.count();
        // A single move always begins the longest series.
        if as_often(rules, env, decision) && self.len() > 1 {
            self.keep_longest_series(rules, env)?;
            self.count();
        }
        self.untried = false;
        Ok(())
    }

    /// As `fill`, but keeps the moves that do not begin a longest series.
    pub(in crate::vm) fn fill_regardless_of_series(
        &mut self,
        rules: &CompiledRules,
        env: Env<'_>,
        decision: u32,
    ) -> Result<(), ProgramFailure> {
        if rules.decision_points[decision as usize].choices[env.me].has_postcondition {
            self.fill_with_candidates(rules, env, decision)?;
            self.filter_by_postcondition(rules, env, decision)?;
            self.count();
            return Ok(());
        }
        self.fill_unfiltered(rules, env, decision)
    }

    /// As `fill`, without evaluating postconditions: moves that have one are candidates.
    #[inline(always)]
    pub(super) fn fill_with_candidates(
        &mut self,
        rules: &CompiledRules,
        env: Env<'_>,
        decision: u32,
    ) -> Result<(), ProgramFailure> {
        let choices = &rules.decision_points[decision as usize].choices[env.me];
        self.fill_from(choices, (rules, env), decision)?;
        if choices.are_tried_out() {
            self.copy_masks();
        }
        Ok(())
    }

    /// Marks the moves as candidates, some of which may be removed. Templates may share a mask, so each gets a copy.
    fn copy_masks(&mut self) {
        self.untried = true;
        for template in &mut self.templates {
            let copy = self.registers.copied(template.mask as usize, self.width);
            template.mask = u32::try_from(copy).expect("programs and templates are limited");
        }
    }

    /// Lists the moves of a position without evaluating postconditions, as lanes do.
    ///
    /// # Panics
    /// If the moves cannot be listed.
    pub fn list_candidates(
        &mut self,
        rules: &CompiledRules,
        state: &crate::vm::Position,
        decision: u32,
    ) {
        let fuel = Fuel::default();
        let env = env_of(&state.words, &fuel);
        let listed = self.fill_unfiltered(rules, env, decision);
        listed.expect("they can be listed");
    }

    /// Fills the buffer without evaluating postconditions.
    pub(crate) fn fill_unfiltered(
        &mut self,
        rules: &CompiledRules,
        env: Env<'_>,
        decision: u32,
    ) -> Result<(), ProgramFailure> {
        let choices = &rules.decision_points[decision as usize].choices[env.me];
        self.fill_from(choices, (rules, env), decision)
    }

    /// As `fill_unfiltered`, from the choices of the decision point and player. After a failure the list is invalid: the
    /// caller clears it.
    #[inline(always)]
    fn fill_from(
        &mut self,
        choices: &SeatChoices,
        (rules, env): (&CompiledRules, Env<'_>),
        decision: u32,
    ) -> Result<(), ProgramFailure> {
        self.width = rules.layout.width;
        // The compiler refuses rules with more decision points than a move can name.
        self.decision = u16::try_from(decision).expect("a decision point has a number of 16 bits");
        self.me = seat_id(env.me).0;
        self.begin();
        by_width!(self.width, W => self.fill_wide::<W>(rules, choices, env))
    }

    #[inline(never)]
    fn fill_wide<const W: usize>(
        &mut self,
        rules: &CompiledRules,
        choices: &SeatChoices,
        env: Env<'_>,
    ) -> Result<(), ProgramFailure> {
        let program = &rules.programs[choices.program as usize];
        self.registers.run_all_wide::<W>(rules, program, env)?;
        env.fuel.spend(choices.masks.len() * W);
        env.fuel.check(Span::default)?;
        let masks = self.registers.masks::<W>();
        let listed = choices.masks.len();
        if self.templates.len() != listed {
            self.templates.resize(listed, TemplateMoves::default());
        }
        let (mut end, regs, templates) =
            (0, &choices.masks[..listed], &mut self.templates[..listed]);
        // Index loop: `zip` is not always inlined here, and the sum of a closure goes through memory.
        for at in 0..listed {
            end += count_ones(&masks[usize::from(regs[at])]);
            let mask = u32::from(regs[at]);
            templates[at] = TemplateMoves { mask, end };
        }
        if choices.draws_multiset {
            self.draw(rules, choices, env)?;
            self.count();
        }
        Ok(())
    }

    /// Takes out the buffer of candidates, filled with the moves of a template. The caller must put it back.
    pub(in crate::vm) fn take_candidates(&mut self, template: u16) -> Vec<Move> {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let listed = self.templates[usize::from(template)];
        candidates.extend(self.moves_of(template, listed));
        candidates
    }

    /// Puts the buffer of candidates back.
    pub(in crate::vm) fn put_candidates(&mut self, candidates: Vec<Move>) {
        self.candidates = candidates;
    }

    /// Removes a move. The caller must call `count` afterwards.
    pub fn remove(&mut self, mv: Move) {
        if self.multisets_of(mv.template).is_some() {
            return self.multisets[usize::from(mv.template)].remove(mv.anchor);
        }
        let reg = self.templates[usize::from(mv.template)].mask;
        let mask = self.registers.mask_mut(reg as usize, self.width);
        mask[mv.anchor as usize / 64] &= !(1 << (mv.anchor % 64));
    }

    /// Finds the multisets to draw, for each template whose mask has the one bit that allows drawing.
    fn draw(
        &mut self,
        rules: &CompiledRules,
        choices: &SeatChoices,
        env: Env<'_>,
    ) -> Result<(), ProgramFailure> {
        self.draws_multiset = true;
        self.multisets
            .resize_with(choices.templates.len(), DrawnMultisets::default);
        let mut left = MAX_MULTISETS;
        for (at, template) in choices.templates.iter().enumerate() {
            let any = self.mask(self.templates[at]).iter().any(|w| *w != 0);
            let drawn = &mut self.multisets[at];
            (drawn.draws, drawn.left) = (template.multiset.is_some(), None);
            match &template.multiset {
                Some(multiset) if any => {
                    find_drawable(rules, multiset, env, &mut drawn.all)?;
                    left = left.checked_sub(drawn.len()).ok_or_else(too_many)?;
                }
                _ => drawn.all.clear(),
            }
        }
        Ok(())
    }

    /// Counts the moves of all templates.
    fn count(&mut self) {
        let mut end = 0u32;
        for at in 0..self.templates.len() {
            let drawn = self.multisets.get(at);
            end += match drawn.filter(|drawn| self.draws_multiset && drawn.draws) {
                Some(drawn) => drawn.len(),
                None => count_ones(self.mask(self.templates[at])),
            };
            self.templates[at].end = end;
        }
    }
}

/// Returns whether only moves that begin a longest series are legal.
fn as_often(rules: &CompiledRules, env: Env<'_>, decision: u32) -> bool {
    rules.decision_points[decision as usize].choices[env.me].as_often
}

/// Returns the failure that there are more multisets than [`MAX_MULTISETS`].
#[cold]
fn too_many() -> ProgramFailure {
    ProgramFailure {
        message: format!(
            "there are more than {MAX_MULTISETS} mixtures to choose from; let fewer be drawn at once"
        ),
        span: Span::default(),
    }
}

#[inline(always)]
fn count_ones(mask: &[u64]) -> u32 {
    let mut ones = 0;
    for word in mask {
        ones += word.count_ones();
    }
    ones
}
