//! Compiles decision points: who chooses, and what. `move_templates.rs` compiles the moves to choose from.

use crate::compile::jumps::OPEN;
use crate::compile::limits::DECISION_POINTS;
use crate::compile::repetition::PlaceKind;
use crate::compile::stmt::{CompiledStmt, Inside, StmtCompiler};
use crate::ir::instructions::{DecisionPoint, Instr, Pc};
use linstock_base::{Diagnostic, Span};
use linstock_model::{Ask, AskItem, Asked, MoveId, Stmt};

/// The maximal number of instructions of one player: each `ask` contains the bodies of the moves that it offers.
const MOST_CODE: usize = 100_000;

/// The body of an offered move.
#[derive(Clone, Copy)]
pub(super) struct BodyCode {
    /// Its first instruction.
    pub(super) start: Pc,
    /// The word of the move's first argument.
    pub(super) frame: u32,
}

impl<'m> StmtCompiler<'m, '_> {
    /// Compiles an `ask`: the decision point, the statements for the case that no move is legal, and the body of each
    /// offered move. After each of them play continues after the `ask`.
    pub(super) fn ask(&mut self, ask: &'m Ask, stmt: &'m Stmt) -> CompiledStmt {
        if self.code.len() > MOST_CODE {
            return Err(Diagnostic::error(
                "E0817",
                stmt.span,
                "too many moves ask for each other: written out, they are too long",
            )
            .label("asked here")
            .hint("let fewer moves ask for others in their bodies"));
        }
        self.not_revealing(stmt.span)?;
        let at = self.asks;
        self.asks += 1;
        let id: u16 = self.fits(DECISION_POINTS.number(at))?;
        let id = u32::from(id);
        if self.shared.decision_points.len() == at {
            let site = self.site(ask, stmt)?;
            self.shared.decision_points.push(site);
        }
        let (before, frame) = (self.free, self.frame);
        let around = self.asked_instead(&ask.who)?;
        let together = self.together(ask, at)?;
        self.count_at((stmt, PlaceKind::Question), Instr::Ask(id))?;
        let otherwise = self.here()?;
        self.shared.decision_points[at].otherwise = otherwise;
        self.block(&ask.otherwise)?;
        let mut done = vec![self.emit(Instr::Jump(OPEN))?];
        self.enter(stmt)?;
        let reveal = self.here()?;
        if let Some(together) = &mut self.shared.decision_points[at].simultaneous {
            together.reveal = reveal;
            self.emit(Instr::Reveal(id))?;
            done.push(self.emit(Instr::Jump(OPEN))?);
        }
        let bodies = self.bodies(ask, stmt, together.then_some(reveal), &mut done)?;
        (self.free, self.frame) = (before, frame);
        done.into_iter().try_for_each(|jump| self.land(jump))?;
        if let Some(word) = around {
            self.inside.pop();
            self.emit(Instr::EndRound(word))?;
        }
        let choices = self.choices(ask, &bodies)?;
        self.shared.decision_points[at].choices.push(choices);
        Ok(())
    }

    /// Compiles the bodies of the offered moves, and returns their code. After a simultaneous choice, all continue at
    /// `reveal`; otherwise each adds the jump after its body to `done`.
    fn bodies(
        &mut self,
        ask: &'m Ask,
        stmt: &'m Stmt,
        reveal: Option<Pc>,
        done: &mut Vec<usize>,
    ) -> Result<Vec<BodyCode>, Diagnostic> {
        let (free, together) = (self.free, reveal.is_some());
        let mut bodies = Vec::new();
        for item in &ask.items {
            let args = self.model.mv(item.mv).args.len();
            self.free = free;
            self.frame = self.take(args)?;
            let frame = self.word(self.frame)?;
            bodies.push(BodyCode {
                start: self.here()?,
                frame,
            });
            self.inside.push(Inside::Body {
                mv: item.mv,
                frame: self.frame,
                args,
                together,
            });
            let model = self.model;
            self.block(&model.mv(item.mv).body)?;
            self.inside.pop();
            self.span = stmt.span;
            let args = self.word(args)?;
            let end = self.emit(Instr::Done(frame, args, reveal.unwrap_or(OPEN)))?;
            if !together {
                done.push(end);
            }
        }
        Ok(bodies)
    }

    /// Makes another player `me` for an `ask`, and returns the word that holds the player before.
    fn asked_instead(&mut self, who: &'m Asked) -> Result<Option<u32>, Diagnostic> {
        let Asked::One(who) = who else {
            return Ok(None);
        };
        let word = self.take(2)?;
        let at = self.word(word)?;
        let who = self.item(&who.kind)?;
        self.emit(Instr::Round(at, who))?;
        self.inside.push(Inside::Asked { word });
        Ok(Some(at))
    }

    /// Reserves the words of a simultaneous choice, and returns whether the `ask` is one.
    fn together(&mut self, ask: &'m Ask, at: usize) -> Result<bool, Diagnostic> {
        let Asked::Together(seats) = &ask.who else {
            return Ok(false);
        };
        let args = |item: &AskItem| self.model.mv(item.mv).args.len();
        let stride = 1 + ask.items.iter().map(args).max().unwrap_or(0);
        let word = self.take(1 + stride * self.model.seats())?;
        let who = self.number(|e| e.items(&seats.kind))?;
        let (word, stride) = (self.word(word)?, self.word(stride)?);
        let together = self.shared.decision_points[at]
            .simultaneous
            .get_or_insert_default();
        (together.word, together.stride) = (word, stride);
        together.who.push(who);
        Ok(true)
    }

    /// Reports an error inside the body of a simultaneous move. Such moves are carried out without a stop, so no
    /// statement in them may ask or leave a phase.
    pub(crate) fn not_revealing(&self, span: Span) -> CompiledStmt {
        let together = |i: &Inside| matches!(i, Inside::Body { together: true, .. });
        if !self.inside.iter().any(together) {
            return Ok(());
        }
        Err(Diagnostic::error(
            "E0818",
            span,
            "a move that several players choose at once cannot ask, and cannot leave a phase",
        )
        .label("inside a move for `players` or `others`")
        .hint("remember what was chosen, and go on after the `ask`"))
    }

    /// Returns the moves whose bodies contain the next instruction, each with the word of its first argument.
    pub(super) fn bodies_around(&self) -> Result<Vec<(MoveId, u32)>, Diagnostic> {
        let bodies = self.inside.iter().filter_map(|i| match i {
            Inside::Body { mv, frame, .. } => Some(self.word(*frame).map(|frame| (*mv, frame))),
            _ => None,
        });
        bodies.collect()
    }

    fn site(&self, ask: &'m Ask, stmt: &'m Stmt) -> Result<DecisionPoint, Diagnostic> {
        let phase = self.inside.iter().rev().find_map(|i| match i {
            Inside::Phase { id, .. } => Some(*id),
            _ => None,
        });
        // From the inside out: the turn of a player within the phase, otherwise the phase.
        let begins = self.inside.iter().rev().find_map(|i| match i {
            Inside::Phase { start, .. } | Inside::Round { start, .. } => Some(*start),
            _ => None,
        });
        Ok(DecisionPoint {
            chance: matches!(ask.who, Asked::Chance),
            choices: Vec::new(),
            simultaneous: None,
            otherwise: OPEN,
            phase,
            begins,
            bodies: self.bodies_around()?,
            items: ask.items.clone(),
            question: ask.question.clone(),
            tags: stmt.tags.clone(),
        })
    }
}
