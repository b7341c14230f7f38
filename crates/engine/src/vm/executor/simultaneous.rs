//! Simultaneous choices: several players choose in secret; their moves are carried out after the last player has chosen.
//!
//! Each seat has words in the position: a [`PendingChoice`], then the arguments of the move that the player committed to.

use super::Executor;
use crate::ir::Layout;
use crate::ir::instructions::{PendingChoice, SimultaneousChoice};
use crate::vm::interpreter::number;
use crate::vm::legal_moves::any;
use crate::vm::program_failure::ProgramFailure;

impl Executor<'_> {
    /// Marks every asked player who has a legal move: each owes a choice.
    pub(crate) fn request_choices(
        &mut self,
        simultaneous: &SimultaneousChoice,
        decision: u32,
    ) -> Result<(), ProgramFailure> {
        let who = number(self.rules, simultaneous.who[self.me()], self.env())?;
        for me in 0..self.rules.code.len() {
            if who >> me & 1 == 1 && any(self.rules, self.choice_env(me), decision)? {
                self.words[simultaneous.words(me).start] = PendingChoice::Owed.word();
                self.words[simultaneous.word as usize] = self.words[Layout::ME] + 1;
            }
        }
        Ok(())
    }

    /// Prepares the next committed choice, in seat order, and returns the body of its move. When none is left, returns `None`,
    /// and the player who acted before acts again.
    pub(crate) fn reveal(&mut self, decision: u32) -> Option<u32> {
        let decision_point = &self.rules.decision_points[decision as usize];
        let simultaneous = decision_point.simultaneous.as_ref()?;
        for me in 0..self.rules.code.len() {
            let pending = simultaneous.words(me);
            if let PendingChoice::Chosen(template) = PendingChoice::of(self.words[pending.start]) {
                let template = &decision_point.choices[me].templates[template];
                let args = pending.start + 1..pending.start + 1 + template.args.len();
                self.words.copy_within(args, template.frame as usize);
                self.words[pending].fill(0);
                self.words[Layout::ME] = me as u64;
                return Some(template.body);
            }
        }
        let before = &mut self.words[simultaneous.word as usize];
        let actor = before.saturating_sub(1);
        *before = 0;
        self.words[Layout::ME] = actor;
        None
    }
}
