//! The clauses that decided a game: those of the moves, of the statements that the moves carried out, and of the end.

use crate::explain;
use crate::{Refusal, Session};
use linstock_model::TagId;
use std::collections::BTreeMap;

/// Clauses, each with the numbers of the moves that it decided.
pub(crate) type ClauseUses = Vec<(TagId, Vec<usize>)>;

impl Session {
    /// Returns the clauses that decided the moves from number `first` on, in the order of the rule sheet.
    ///
    /// # Errors
    /// If the game cannot be replayed up to that move, or its moves cannot be listed.
    pub fn explained_from(&self, first: usize) -> Result<Vec<TagId>, Refusal> {
        let (mut before, mut clauses) = (self.clone(), Vec::new());
        for ply in first..self.ply() {
            clauses.extend(self.explained_at(ply, &mut before)?);
        }
        self.sort_clauses(&mut clauses);
        Ok(clauses)
    }

    /// Returns the clauses that decide a move: those of the move, of the question that it answers, of the statements that
    /// it carries out, and of the end that it brings. `before` is this session, at any of its positions.
    fn explained_at(&self, ply: usize, before: &mut Self) -> Result<Vec<TagId>, Refusal> {
        let (rules, played) = (self.rules(), &self.history()[ply]);
        // An outcome of chance is explained in the position before it, although `undo` never stops there.
        before.line.go_to(ply);
        let state = before.state();
        let why = before.why(Some(played.actor), &played.text)?;
        // The move was played before, so it does not fail here.
        let ran = rules.trace(state, played.mv).unwrap_or_default();
        let statements = ran.iter().filter_map(|&at| rules.tagged.get(at as usize));
        let mut clauses: Vec<_> = (why.clauses.iter())
            .chain(rules.decision_tags(state))
            .chain(statements.flat_map(|statement| &statement.tags))
            .copied()
            .collect();
        if ply + 1 == self.ply() {
            clauses.extend(self.end_clauses());
        }
        // A clause that only says which pieces or places exist decides nothing.
        clauses.retain(|tag| !explain::says_what_there_is(self.model(), *tag));
        self.sort_clauses(&mut clauses);
        Ok(clauses)
    }

    /// Sorts clauses in the order of the rule sheet, and removes duplicates.
    fn sort_clauses(&self, clauses: &mut Vec<TagId>) {
        clauses.sort_by_key(|tag| (self.place_in_sheet(*tag), *tag));
        clauses.dedup();
    }

    /// Lists the clauses that decided something in this game, in the order of the rule sheet, each with the numbers of
    /// the moves that it decided. Returns `None` if it was stopped.
    ///
    /// # Errors
    /// As [`Session::explained_from`].
    pub fn deciding_clauses(
        &self,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<ClauseUses>, Refusal> {
        let mut moves: BTreeMap<TagId, Vec<usize>> = BTreeMap::new();
        let mut before = self.clone();
        for ply in 0..self.ply() {
            if is_stopped() {
                return Ok(None);
            }
            for tag in self.explained_at(ply, &mut before)? {
                moves.entry(tag).or_default().push(ply + 1);
            }
        }
        let mut found: Vec<_> = moves.into_iter().collect();
        found.sort_by_key(|(tag, _)| self.place_in_sheet(*tag));
        Ok(Some(found))
    }

    /// Returns the index of a clause in the rule sheet. A clause without an entry comes last.
    fn place_in_sheet(&self, tag: TagId) -> usize {
        let sheet = &self.model().sheet;
        let mut entries = sheet.clauses.iter().chain(&sheet.readings);
        let place = entries.position(|entry| entry.tag == tag);
        place.unwrap_or(usize::MAX)
    }
}
