//! Decision points: what is asked, and of whom. `move_templates.rs` says what may be chosen.

use crate::compile::jumps::OPEN;
use crate::compile::limits::DECISION_POINTS;
use crate::compile::repetition::PlaceKind;
use crate::compile::stmt::{CompiledStmt, Inside, StmtCompiler};
use crate::ir::instructions::{DecisionPoint, Instr, Pc};
use linstock_base::{Diagnostic, Span};
use linstock_model::{Ask, AskItem, Asked, MoveId, Stmt};

/// The most instructions of one player: bodies of moves stand in the code of each `ask` that offers them.
const MOST_CODE: usize = 100_000;

/// The body of a move that is offered.
#[derive(Clone, Copy)]
pub(super) struct BodyCode {
    /// Where it begins.
    pub(super) start: Pc,
    /// The word of the move's first argument.
    pub(super) frame: u32,
}

impl<'m> StmtCompiler<'m, '_> {
    /// Compiles an `ask`: the decision point, what is done instead if no move is legal, and the body of each move that is offered.
    /// Behind each of them play goes on after the `ask`.
    pub(super) fn ask(&mut self, ask: &'m Ask, stmt: &'m Stmt) -> CompiledStmt {
        if self.code.len() > MOST_CODE {
            return Err(Diagnostic::error(
                stmt.span,
                "the moves that ask for each other are too many when written out",
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

    /// Compiles the bodies of the moves that are offered; returns their code.
    /// Where moves are revealed together, all go on there; else each adds the jump behind it to `done`.
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

    /// Lets another player be `me` for an `ask`, and returns the word that holds who it was.
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

    /// Takes the words in which choices made at once are held, and tells whether there are any.
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

    /// What was chosen by several at once is carried out in one go: nothing waits or leaves in it.
    pub(crate) fn not_revealing(&self, span: Span) -> CompiledStmt {
        let together = |i: &Inside| matches!(i, Inside::Body { together: true, .. });
        if !self.inside.iter().any(together) {
            return Ok(());
        }
        Err(Diagnostic::error(
            span,
            "nobody is asked, and no phase left, in what several players chose at once",
        )
        .label("inside a move that is asked of `players` or `others`")
        .hint("remember what was chosen, and go on after the `ask`"))
    }

    /// Returns the moves in whose bodies the next instruction stands, each with the word of its first argument.
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
        // From the inside out: the turn of a player within the phase, or else the phase.
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
