//! The legal moves of a position: one mask of anchors a template, turned into a list only on demand.

use crate::base::Span;
use crate::ir::instructions::SeatChoices;
use crate::ir::program::{Program, Reg};
use crate::ir::{Rules, bits};
use crate::model::SeatId;
use crate::vm::budget::Budget;
use crate::vm::interpreter::{Env, ProgramFailure, Registers, by_width, with_registers};
use crate::vm::multisets::{Multisets, find_drawable};
use crate::vm::position::Move;
use crate::vm::seat_id;
use std::cell::Cell;

/// The legal moves of a position: a buffer that is refilled without allocating.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    registers: Registers,
    templates: Vec<TemplateMoves>,
    /// For each template, if any draws a multiset: what it can draw. Those of earlier decisions stay, for their memory.
    multisets: Vec<DrawnMultisets>,
    /// A template draws a multiset.
    draws_multiset: bool,
    width: usize,
    decision: u16,
    me: u8,
    /// Its moves are candidates: what they leave was not asked yet.
    untried: bool,
    /// The candidate that was drawn, and is legal.
    drawn: Option<Move>,
    /// Room for the moves whose postconditions are asked, between two askings.
    candidates: Vec<Move>,
}

/// The moves of one template.
#[derive(Clone, Copy, Debug)]
struct TemplateMoves {
    /// The register of its mask: one of the program's, or a copy behind them.
    mask: u32,
    /// The number of moves of this template and all before it.
    end: u32,
}

/// The moves of one template in a list, with their numbers in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListedTemplate<'m> {
    pub(super) start: u32,
    pub(super) end: u32,
    /// What it draws, if it draws a multiset.
    pub(super) multisets: Option<&'m Multisets>,
}

/// The multisets that a template can draw, by their numbers.
#[derive(Clone, Debug, Default)]
struct DrawnMultisets {
    /// The template draws one; or else it is about points.
    draws: bool,
    all: Multisets,
    /// The numbers that are left, in order, once some were removed.
    left: Option<Vec<u32>>,
}

impl DrawnMultisets {
    fn len(&self) -> u32 {
        match &self.left {
            // There are no more than there were, and these are counted in 32 bits.
            Some(left) => u32::try_from(left.len()).unwrap_or(u32::MAX),
            None => self.all.len(),
        }
    }

    /// Returns the number of the one at an index.
    fn number(&self, at: u32) -> Option<u32> {
        match &self.left {
            Some(left) => left.get(at as usize).copied(),
            None => Some(at).filter(|at| *at < self.all.len()),
        }
    }

    fn contains(&self, number: u32) -> bool {
        match &self.left {
            Some(left) => left.binary_search(&number).is_ok(),
            None => number < self.all.len(),
        }
    }

    fn remove(&mut self, number: u32) {
        let all = self.all.len();
        let left = self.left.get_or_insert_with(|| (0..all).collect());
        if let Ok(at) = left.binary_search(&number) {
            left.remove(at);
        }
    }
}

impl MoveList {
    /// Returns how many legal moves there are.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let mut moves = linstock::MoveList::default();
    /// rules.moves_into(&rules.start()?, &mut moves)?;
    /// assert_eq!(moves.len(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.templates.last().map_or(0, |last| last.end as usize)
    }

    /// Tells whether there is no legal move.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let mut moves = linstock::MoveList::default();
    /// rules.moves_into(&rules.start()?, &mut moves)?;
    /// assert!(!moves.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a move by its index. The order is stable, but not the order of the rules.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let mut moves = linstock::MoveList::default();
    /// rules.moves_into(&rules.start()?, &mut moves)?;
    /// assert!(moves.get(8).is_some() && moves.get(9).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn get(&self, at: usize) -> Option<Move> {
        let at = u32::try_from(at).ok()?;
        let template = self
            .templates
            .iter()
            .position(|template| at < template.end)?;
        let before = self.templates[..template].last().map_or(0, |last| last.end);
        let mask = self.mask(self.templates[template]);
        let template = u16::try_from(template).ok()?;
        Some(match self.multisets_of(template) {
            Some(drawn) => self.mv(template, drawn.number(at - before)?),
            None => self.mv(template, nth_bit(mask, at - before)),
        })
    }

    /// Returns the moves in order.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let mut moves = linstock::MoveList::default();
    /// rules.moves_into(&rules.start()?, &mut moves)?;
    /// let position = rules.start()?;
    /// let texts: Vec<_> = moves.iter().map(|mv| rules.text(&position, mv)).collect();
    /// assert_eq!(texts.len(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        (0..)
            .zip(&self.templates)
            .flat_map(move |(template, listed)| self.moves_of(template, *listed))
    }

    /// Returns the moves of a template.
    fn moves_of(&self, template: u16, listed: TemplateMoves) -> impl Iterator<Item = Move> + '_ {
        let multisets = self.multisets_of(template);
        let drawn = multisets.map(|drawn| (0..drawn.len()).filter_map(|at| drawn.number(at)));
        let points = bits(self.mask(listed)).filter(move |_| multisets.is_none());
        let anchors = drawn.into_iter().flatten().chain(points);
        anchors.map(move |anchor| self.mv(template, anchor))
    }

    /// Tells whether a move is among them.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let mut moves = linstock::MoveList::default();
    /// rules.moves_into(&rules.start()?, &mut moves)?;
    /// let first = moves.get(0).expect("nine moves");
    /// assert!(moves.contains(first));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn contains(&self, mv: Move) -> bool {
        let Some(listed) = self.templates.get(usize::from(mv.template)) else {
            return false;
        };
        if (mv.decision, mv.me) != (self.decision, self.me) {
            return false;
        }
        if let Some(multisets) = self.multisets_of(mv.template) {
            return multisets.contains(mv.anchor);
        }
        let word = self.mask(*listed).get(mv.anchor as usize / 64);
        word.is_some_and(|word| word >> (mv.anchor % 64) & 1 == 1)
    }

    /// Returns what a template can draw, if it draws a multiset.
    fn multisets_of(&self, template: u16) -> Option<&DrawnMultisets> {
        let drawn = self.multisets.get(usize::from(template));
        drawn.filter(|drawn| self.draws_multiset && drawn.draws)
    }

    /// Returns all multisets that a template can draw, if it draws one.
    pub(super) fn multisets(&self, template: u16) -> Option<&Multisets> {
        self.multisets_of(template).map(|drawn| &drawn.all)
    }

    /// Returns the templates in order, with the numbers of their moves and the multisets that they draw. `None` where some multisets
    /// were removed.
    pub(super) fn by_template(&self) -> Option<impl Iterator<Item = ListedTemplate<'_>>> {
        if self.multisets.iter().any(|drawn| drawn.left.is_some()) {
            return None;
        }
        let ends = self.templates.iter().map(|listed| listed.end);
        let starts = std::iter::once(0).chain(ends.clone());
        Some((0..).zip(starts.zip(ends)).map(|(template, (start, end))| {
            let multisets = self.multisets(template);
            ListedTemplate {
                start,
                end,
                multisets,
            }
        }))
    }

    fn mask(&self, template: TemplateMoves) -> &[u64] {
        self.registers.mask(template.mask as usize, self.width)
    }

    fn mv(&self, template: u16, anchor: u32) -> Move {
        Move {
            decision: self.decision,
            template,
            me: self.me,
            anchor,
        }
    }

    /// Removes all moves.
    pub(crate) fn clear(&mut self) {
        self.templates.clear();
        self.draws_multiset = false;
        (self.untried, self.drawn) = (false, None);
    }

    /// Returns the move that was drawn, if one was: the others in the buffer may not be legal then.
    #[cfg(feature = "cli")]
    pub(crate) fn drawn(&self) -> Option<Move> {
        self.drawn
    }

    /// Returns the anchors of the moves of a template.
    pub(crate) fn template_mask(&self, template: u16) -> &[u64] {
        self.templates
            .get(usize::from(template))
            .map_or(&[], |template| self.mask(*template))
    }

    /// Returns who chooses.
    pub(crate) fn seat(&self) -> SeatId {
        SeatId(self.me)
    }

    /// Returns the decision point.
    pub(crate) fn decision(&self) -> u32 {
        self.decision.into()
    }

    /// Fills the buffer with the legal moves of `env.me` at a decision point.
    pub(crate) fn fill(
        &mut self,
        rules: &Rules,
        env: Env<'_>,
        decision: u32,
    ) -> Result<(), ProgramFailure> {
        self.fill_with_candidates(rules, env, decision)?;
        self.drop_illegal(rules, env, decision)
    }

    /// As `fill`, but where something must hold after a move, draws one instead: candidates, until one of them is legal.
    ///
    /// Each legal move is as likely as the others, if each candidate is. Where `draw` draws none, the legal moves are listed.
    pub(crate) fn fill_drawing(
        &mut self,
        rules: &Rules,
        env: Env<'_>,
        decision: u32,
        draw: &mut dyn FnMut(&Self) -> Option<Move>,
    ) -> Result<(), ProgramFailure> {
        self.fill_with_candidates(rules, env, decision)?;
        if as_often(rules, env, decision) {
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

    /// Drops the candidates that are not legal.
    fn drop_illegal(
        &mut self,
        rules: &Rules,
        env: Env<'_>,
        decision: u32,
    ) -> Result<(), ProgramFailure> {
        if self.untried {
            self.filter_by_postcondition(rules, env, decision)?;
            self.count();
            if as_often(rules, env, decision) && !self.is_empty() {
                self.keep_longest_series(rules, env)?;
                self.count();
            }
            self.untried = false;
        }
        Ok(())
    }

    /// As `fill`, also with the moves that do not begin a longest series.
    pub(super) fn fill_regardless_of_series(
        &mut self,
        rules: &Rules,
        env: Env<'_>,
        decision: u32,
    ) -> Result<(), ProgramFailure> {
        self.fill_with_candidates(rules, env, decision)?;
        self.filter_by_postcondition(rules, env, decision)?;
        self.count();
        Ok(())
    }

    /// As `fill`, without asking what the moves leave: where something must hold after a move, they are candidates.
    fn fill_with_candidates(
        &mut self,
        rules: &Rules,
        env: Env<'_>,
        decision: u32,
    ) -> Result<(), ProgramFailure> {
        self.fill_unfiltered(rules, env, decision)?;
        self.untried = rules.decision_points[decision as usize].choices[env.me].are_tried_out();
        if self.untried {
            // Templates may share a mask, so each gets a copy.
            for template in &mut self.templates {
                let copy = self.registers.copied(template.mask as usize, self.width);
                template.mask = u32::try_from(copy).expect("programs and templates are limited");
            }
        }
        Ok(())
    }

    /// Lists the moves of a position without evaluating postconditions, as lanes do.
    #[cfg(test)]
    pub(crate) fn list_candidates(
        &mut self,
        rules: &Rules,
        state: &crate::vm::Position,
        decision: u32,
    ) {
        let budget = Budget::default();
        let env = env_of(&state.words, &budget);
        let listed = self.fill_unfiltered(rules, env, decision);
        listed.expect("they can be listed");
    }

    /// Fills the buffer without evaluating postconditions.
    #[inline(always)]
    pub(crate) fn fill_unfiltered(
        &mut self,
        rules: &Rules,
        env: Env<'_>,
        decision: u32,
    ) -> Result<(), ProgramFailure> {
        let choices = &rules.decision_points[decision as usize].choices[env.me];
        self.width = rules.layout.width;
        // The compiler refuses rules with more decision points than a move can name.
        self.decision = u16::try_from(decision).expect("a decision point has a number of 16 bits");
        self.me = seat_id(env.me).0;
        self.clear();
        by_width!(self.width, W => self.fill_wide::<W>(rules, choices, env))
    }

    #[inline(always)]
    fn fill_wide<const W: usize>(
        &mut self,
        rules: &Rules,
        choices: &SeatChoices,
        env: Env<'_>,
    ) -> Result<(), ProgramFailure> {
        let program = &rules.programs[choices.program as usize];
        self.registers.run_all_wide::<W>(rules, program, env)?;
        env.budget.spend(choices.masks.len() * W);
        env.budget.check(Span::default)?;
        let masks = self.registers.masks::<W>();
        let mut end = 0;
        self.templates.extend(choices.masks.iter().map(|&mask| {
            end += ones(&masks[usize::from(mask)]);
            TemplateMoves {
                mask: u32::from(mask),
                end,
            }
        }));
        if choices.draws_multiset {
            self.draw(rules, choices, env)?;
            self.count();
        }
        Ok(())
    }

    /// Takes out the buffer of candidates, filled with the moves of a template. The caller puts it back.
    pub(super) fn take_candidates(&mut self, template: u16) -> Vec<Move> {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let listed = self.templates[usize::from(template)];
        candidates.extend(self.moves_of(template, listed));
        candidates
    }

    /// Puts the buffer of candidates back.
    pub(super) fn put_candidates(&mut self, candidates: Vec<Move>) {
        self.candidates = candidates;
    }

    /// Removes a move. The caller must call `count` afterwards.
    pub(crate) fn remove(&mut self, mv: Move) {
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
        rules: &Rules,
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
                None => self
                    .mask(self.templates[at])
                    .iter()
                    .map(|w| w.count_ones())
                    .sum(),
            };
            self.templates[at].end = end;
        }
    }
}

/// Tells whether only moves are legal with which the longest series begins.
fn as_often(rules: &Rules, env: Env<'_>, decision: u32) -> bool {
    rules.decision_points[decision as usize].choices[env.me].as_often
}

/// Says that there are more multisets than [`MAX_MULTISETS`].
#[cold]
fn too_many() -> ProgramFailure {
    ProgramFailure {
        message: format!(
            "there are more than {MAX_MULTISETS} mixtures to choose from; let fewer be drawn at once"
        ),
        span: Span::default(),
    }
}

/// The most multisets that one player may be offered at once.
const MAX_MULTISETS: u32 = 1_000_000;

fn ones<const W: usize>(mask: &[u64; W]) -> u32 {
    mask.iter().map(|word| word.count_ones()).sum()
}

/// Tells whether a player has a legal move at a decision point; stops at the first template with a move, or at the first
/// legal move where they must be tried out.
pub(crate) fn any(rules: &Rules, env: Env<'_>, decision: u32) -> Result<bool, ProgramFailure> {
    let choices = &rules.decision_points[decision as usize].choices[env.me];
    if choices.has_postcondition {
        let mut moves = SPARE.take().unwrap_or_default();
        let found = any_tried_out(rules, env, decision, &mut moves);
        SPARE.set(Some(moves));
        return found;
    }
    let program: &Program = &rules.programs[choices.program as usize];
    let width = rules.layout.width;
    with_registers(|registers| {
        registers.begin(program, width);
        for (reg, known) in &program.results {
            // A script must fail when the decision point is reached, not later when its moves are listed.
            let to = if choices.scripted {
                program.ops.len()
            } else {
                *known as usize
            };
            registers.run(rules, program, to, env)?;
            env.budget.check(Span::default)?;
            if let Reg::Mask(reg) = *reg
                && registers
                    .mask(usize::from(reg), width)
                    .iter()
                    .any(|w| *w != 0)
            {
                return Ok(true);
            }
        }
        Ok(false)
    })
}

thread_local! {
    /// The list for the next question whether anything can be chosen; it stays allocated. One that is asked meanwhile gets another.
    static SPARE: Cell<Option<Box<MoveList>>> = const { Cell::new(None) };
}

/// As [`any`], where moves must be tried out.
fn any_tried_out(
    rules: &Rules,
    env: Env<'_>,
    decision: u32,
    moves: &mut MoveList,
) -> Result<bool, ProgramFailure> {
    // A script must fail when the decision point is reached, not later when its moves are listed.
    if rules.scripts.is_some() {
        moves.fill(rules, env, decision)?;
        return Ok(!moves.is_empty());
    }
    moves.fill_with_candidates(rules, env, decision)?;
    for mv in moves.iter() {
        if rules.leaves_what_it_must(env, mv)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the seat that acts.
#[inline]
pub(crate) fn acting(words: &[u64]) -> SeatId {
    seat_id(usize::try_from(words[crate::ir::Layout::ME]).unwrap_or(0))
}

/// Returns the input of the programs of a decision point.
#[inline]
pub(crate) fn env_of<'s>(words: &'s [u64], budget: &'s Budget) -> Env<'s> {
    let me = usize::try_from(words[crate::ir::Layout::ME]).unwrap_or(0);
    Env {
        words,
        repetitions: 0,
        history: &[],
        me,
        budget,
    }
}

/// Returns the index of the n-th set bit.
fn nth_bit(mask: &[u64], mut n: u32) -> u32 {
    let mut base = 0;
    for word in mask {
        let ones = word.count_ones();
        if n < ones {
            let mut rest = *word;
            for _ in 0..n {
                rest &= rest - 1;
            }
            return base + rest.trailing_zeros();
        }
        n -= ones;
        base += 64;
    }
    base
}
