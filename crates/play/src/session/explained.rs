//! The clauses that decided a game: those of the moves, of the statements that the moves carried out, and of the end.

use crate::explain;
use crate::explain::Ground;
use crate::session::ply::turn_so_far;
use crate::{Refusal, Session};
use linstock_base::Span;
use linstock_engine::ir::Tagged;
use linstock_model::{Model, Stmt, StmtKind, TagId, Truth};
use std::collections::{BTreeMap, BTreeSet};

/// Clauses, each with the numbers of the moves that it decided.
pub(crate) type ClauseUses = Vec<(TagId, Vec<usize>)>;

impl Session {
    /// Returns the clauses that decided the moves from number `first` on, the deciding ones first: those of the end, of
    /// conditions that held, of the moves, of other statements, and of the questions.
    ///
    /// # Errors
    /// If the game cannot be replayed up to that move, or its moves cannot be listed.
    pub fn explained_from(&self, first: usize) -> Result<Vec<TagId>, Refusal> {
        let (mut before, mut clauses) = (self.clone(), Vec::new());
        for ply in first..self.ply() {
            let of_ply = self.explained_at(ply, &mut before)?;
            // What followed a move decided more than the move.
            clauses.splice(0..0, of_ply);
        }
        Ok(TagId::once_each(clauses))
    }

    /// Returns the clauses that decided each move and each outcome of chance from number `first` on, the deciding ones first. A ply whose
    /// clauses cannot be found has none.
    #[must_use]
    pub fn explained_each(&self, first: usize) -> Vec<Vec<TagId>> {
        let mut before = self.clone();
        (first..self.ply())
            .map(|ply| self.explained_at(ply, &mut before).unwrap_or_default())
            .collect()
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
        let held = explain::held(rules, state, played.mv);
        let statements = ran.iter().filter_map(|&at| rules.tagged.get(at as usize));
        let frames = Frames::of(self.model());
        let decided = statements
            .filter(|statement| frames.decided(statement.span, held.get(&statement.span).copied()));
        let (under, always): (Vec<_>, Vec<_>) =
            decided.partition(|statement| held.get(&statement.span) == Some(&true));
        let mut clauses = match ply + 1 == self.ply() {
            true => self.end_clauses(),
            false => Vec::new(),
        };
        let tags = |statements: Vec<&Tagged>| -> Vec<TagId> {
            let tags = statements.into_iter().flat_map(|statement| &statement.tags);
            tags.copied().collect()
        };
        clauses.extend(tags(under));
        clauses.extend(&why.clauses);
        clauses.extend(tags(always));
        clauses.extend(rules.decision_tags(state));
        // A clause that only says which pieces or places exist decides nothing.
        clauses.retain(|tag| !explain::says_what_there_is(self.model(), *tag));
        Ok(TagId::once_each(clauses))
    }

    /// Says, in the rules' own words, which conditions kept the moves from number `first` on from doing more: a roll that hit
    /// nothing. The moves from there on are of one turn.
    #[must_use]
    pub fn prevented_from(&self, first: usize) -> Vec<String> {
        let Some(ply) = self.history().get(first) else {
            return Vec::new();
        };
        let turn = turn_so_far(self, self.history(), ply.actor);
        let at = self.at(ply.actor);
        let ground = Ground::of(at);
        let scene = ground.scene(self.rules(), self.state());
        scene.prevented(&turn, self.ply() - first)
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

/// The statements that decide nothing in some cases, by their places.
#[derive(Default)]
struct Frames {
    /// Rounds and phases: they only say when something else is done.
    rounds: BTreeSet<Span>,
    /// Conditions that the options leave open.
    conditions: BTreeSet<Span>,
    /// Conditions with statements for the case that they do not hold, other than a further condition.
    two_sided: BTreeSet<Span>,
}

impl Frames {
    fn of(model: &Model) -> Self {
        let mut frames = Self::default();
        frames.gather(&model.play);
        model.moves.iter().for_each(|mv| frames.gather(&mv.body));
        frames
    }

    fn gather(&mut self, block: &[Stmt]) {
        for stmt in block {
            match &stmt.kind {
                StmtKind::Each { .. } | StmtKind::Repeat(None, _) | StmtKind::Phase(..) => {
                    self.rounds.insert(stmt.span);
                }
                StmtKind::If(cond, _, otherwise) => {
                    if !matches!(cond.kind, Truth::Fixed(_)) {
                        self.conditions.insert(stmt.span);
                    }
                    let further = match otherwise.as_slice() {
                        [only] => matches!(only.kind, StmtKind::If(..)),
                        all => all.is_empty(),
                    };
                    if !further {
                        self.two_sided.insert(stmt.span);
                    }
                }
                _ => {}
            }
            stmt.blocks().for_each(|block| self.gather(block));
        }
    }

    /// Returns whether a statement decided something. `held` is the value of its condition; `None` if it has none, or if
    /// the condition was evaluated before, and play only went on below it.
    fn decided(&self, span: Span, held: Option<bool>) -> bool {
        let decided = match held {
            Some(true) => true,
            Some(false) => self.two_sided.contains(&span),
            None => !self.conditions.contains(&span),
        };
        decided && !self.rounds.contains(&span)
    }
}
