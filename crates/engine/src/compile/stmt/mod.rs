//! Compiles statements to instructions, once for each seat as `me`: `if` becomes a jump, `ask` a decision point.

mod counting;
mod memories;
mod pieces;
mod rounds;
pub(super) mod values;

use crate::compile::constant_pool::ConstantPool;
use crate::compile::jumps::{OPEN, patch};
use crate::compile::limits::{INSTRUCTIONS, PARTS, WORDS};
use crate::compile::shared_code::Shared;
use crate::compile::stmt::rounds::Each;
use crate::ir::instructions::{
    CargoCode, EndingCode, Instr, NumOperand, Pc, TransferCode, ZoneCode,
};
use crate::ir::{Layout, Tagged};
use linstock_base::{Diagnostic, Span, TooMany, check_fuel};
use linstock_model::{
    Cargo, Ending, Model, MoveId, Node, PhaseId, ScriptId, SeatId, Stmt, StmtKind, TagId, Truth,
    ValueExpr, ZoneRef,
};

/// Emits the code of one seat as `me`.
pub(crate) struct StmtCompiler<'m, 's> {
    pub model: &'m Model,
    pub layout: &'m Layout,
    pub tables: &'s mut ConstantPool,
    pub shared: &'s mut Shared,
    pub me: SeatId,
    pub code: Vec<Instr>,
    spans: Vec<Span>,
    /// The source text of the statement being emitted.
    pub span: Span,
    /// The tagged statements; for each instruction, its statements among them; and those around the one being emitted.
    tagged: Vec<Tagged>,
    statements_of: Vec<Vec<u32>>,
    around: Vec<u32>,
    /// The clauses of the conditions around it.
    decided: Vec<TagId>,
    /// The next free word of the position.
    pub free: usize,
    /// The word of the first argument of the move whose body is emitted.
    pub frame: usize,
    /// The constructs around the statement being emitted, the outermost first.
    pub inside: Vec<Inside>,
    /// The numbers of asks and endings so far: the same for each seat.
    pub asks: usize,
    ends: usize,
}

/// A construct around a statement, which is undone when the phase around it is left.
pub(crate) enum Inside {
    Phase {
        id: PhaseId,
        /// Its first instruction.
        start: Pc,
        leaves: Vec<usize>,
    },
    Round {
        word: usize,
        /// The first instruction of the body.
        start: Pc,
    },
    Count {
        word: usize,
    },
    /// An `ask` of another player than `me`.
    Asked {
        word: usize,
    },
    Body {
        mv: MoveId,
        frame: usize,
        args: usize,
        /// Whether the choice was simultaneous.
        together: bool,
    },
}

/// The result of emitting code, or the limit that was exceeded.
pub(crate) type CompiledStmt = Result<(), Diagnostic>;

impl<'m, 's> StmtCompiler<'m, 's> {
    pub(super) fn new(
        (model, layout): (&'m Model, &'m Layout),
        tables: &'s mut ConstantPool,
        shared: &'s mut Shared,
        me: SeatId,
    ) -> Self {
        Self {
            model,
            layout,
            tables,
            shared,
            me,
            code: Vec::new(),
            spans: Vec::new(),
            span: Span::default(),
            tagged: Vec::new(),
            statements_of: Vec::new(),
            around: Vec::new(),
            decided: Vec::new(),
            free: layout.control,
            frame: layout.control,
            inside: Vec::new(),
            asks: 0,
            ends: 0,
        }
    }

    /// Emits the whole sequence of play, and the program of the player's score.
    pub(super) fn game(&mut self) -> Result<(Vec<Instr>, Option<NumOperand>), Diagnostic> {
        let model = self.model;
        if self.me == SeatId(0) {
            self.drawings()?;
        }
        self.block(&model.play)?;
        self.ended(
            &Ending::nobody_wins("there is nothing more to play"),
            (None, &[]),
        )?;
        self.shared.spans.clone_from(&self.spans);
        self.shared.tagged = std::mem::take(&mut self.tagged);
        self.shared.statements_of = std::mem::take(&mut self.statements_of);
        let score = match &model.score {
            Some(score) => {
                self.span = score.span;
                Some(self.number(|e| e.num(&score.kind))?)
            }
            None => None,
        };
        Ok((std::mem::take(&mut self.code), score))
    }

    /// Returns the number of the next instruction.
    pub(super) fn here(&self) -> Result<Pc, Diagnostic> {
        self.fits(INSTRUCTIONS.number(self.code.len()))
    }

    /// Adds an instruction, and returns its place.
    pub(crate) fn emit(&mut self, instr: Instr) -> Result<usize, Diagnostic> {
        let fuel = &self.tables.fuel;
        fuel.at(self.span);
        fuel.spend(check_fuel::INSTRUCTION);
        if fuel.is_used_up() {
            return Err(fuel.failure());
        }
        let at = INSTRUCTIONS.push(&mut self.code, instr);
        let at = self.fits(at)?;
        self.spans.push(self.span);
        self.statements_of.push(self.around.clone());
        Ok(at)
    }

    /// Sets the target of a jump to the next instruction.
    pub(super) fn land(&mut self, jump: usize) -> CompiledStmt {
        let here = self.here()?;
        patch(&mut self.code, jump, here);
        Ok(())
    }

    /// Reserves words of the position for control.
    pub(super) fn take(&mut self, words: usize) -> Result<usize, Diagnostic> {
        let first = self.free;
        self.fits(WORDS.check(first + words))?;
        self.free += words;
        self.shared.words = self.shared.words.max(self.free);
        Ok(first)
    }

    /// Reports an exceeded limit at the statement being emitted.
    pub(super) fn fits<T>(&self, number: Result<T, TooMany>) -> Result<T, Diagnostic> {
        number.map_err(|why| why.at(self.span))
    }

    /// Returns a word of the position, or a number of words, as instructions store it.
    pub(super) fn word(&self, word: usize) -> Result<u32, Diagnostic> {
        self.fits(WORDS.number(word))
    }

    pub(super) fn block(&mut self, body: &'m [Stmt]) -> CompiledStmt {
        body.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &'m Stmt) -> CompiledStmt {
        let around = std::mem::replace(&mut self.span, stmt.span);
        let outside = (self.around.len(), self.decided.len());
        // Clauses of an `if` count only once its branch runs, clauses of an `ask` once it is answered.
        if !matches!(stmt.kind, StmtKind::If(..) | StmtKind::Ask(_)) {
            self.enter(stmt)?;
        }
        self.count_position(stmt)?;
        self.code_of(stmt)?;
        self.around.truncate(outside.0);
        self.decided.truncate(outside.1);
        // The instructions that end a loop belong to the loop, not to the last statement in it.
        self.span = around;
        Ok(())
    }

    /// Makes the following instructions belong to a statement, if it has clauses.
    pub(super) fn enter(&mut self, stmt: &'m Stmt) -> CompiledStmt {
        if stmt.tags.is_empty() {
            return Ok(());
        }
        let tagged = Tagged {
            span: stmt.span,
            tags: stmt.tags.clone(),
        };
        let known = self.tagged.iter().position(|t| *t == tagged);
        let at = match known {
            Some(at) => PARTS.number(at),
            None => PARTS.push(&mut self.tagged, tagged),
        };
        self.around.push(self.fits(at)?);
        Ok(())
    }

    fn code_of(&mut self, stmt: &'m Stmt) -> CompiledStmt {
        match &stmt.kind {
            StmtKind::Move(from, to) => {
                let (from, to) = (self.place(from.kind)?, self.place(to.kind)?);
                self.emit(Instr::Move(from, to))?;
            }
            StmtKind::Take(what, set, to) => self.take_pieces(*what, set, to.as_ref())?,
            StmtKind::Put(kind, seat, set, from) => {
                self.put((*kind, seat.as_ref()), set, from.as_ref())?;
            }
            StmtKind::Lay(laid) => self.lay(laid)?,
            StmtKind::Transfer(cargo, from, to) => self.transfer(cargo, (from, to))?,
            StmtKind::Remember(memory, value) => self.remember(memory, value)?,
            StmtKind::Forget(memory) => self.forget(memory)?,
            StmtKind::Script(script, values) => self.script(*script, values)?,
            StmtKind::If(cond, then, otherwise) => self.branch(cond, (then, otherwise), stmt)?,
            StmtKind::Repeat(times, body) => self.repeat(times.as_ref(), body)?,
            StmtKind::Each {
                endless,
                from,
                backwards,
                filter,
                body,
            } => self.each(Each {
                from,
                backwards: *backwards,
                endless: *endless,
                filter: filter.as_ref(),
                body,
                stmt,
            })?,
            StmtKind::Ask(ask) => self.ask(ask, stmt)?,
            StmtKind::Phase(id, body) => {
                let start = self.here()?;
                self.inside.push(Inside::Phase {
                    id: *id,
                    start,
                    leaves: Vec::new(),
                });
                self.block(body)?;
                if let Some(Inside::Phase { leaves, .. }) = self.inside.pop() {
                    leaves.into_iter().try_for_each(|jump| self.land(jump))?;
                }
            }
            StmtKind::Leave(phase) => self.leave(*phase, stmt.span)?,
            StmtKind::Must(cond, why) => {
                let cond = self.truth(cond)?;
                let why = self.with_clauses(why, &stmt.tags);
                let at = PARTS.push(&mut self.shared.must_messages, why);
                self.emit(Instr::Must(cond, self.fits(at)?))?;
            }
            StmtKind::End(ending) => self.end(ending, &stmt.tags)?,
        }
        Ok(())
    }

    /// Adds the clauses of a `must` statement to its message.
    fn with_clauses(&self, why: &str, tags: &[TagId]) -> String {
        let names: Vec<&str> = tags.iter().map(|tag| self.model.tag(*tag)).collect();
        if names.is_empty() {
            why.to_owned()
        } else {
            format!("{why} ({})", names.join(", "))
        }
    }

    /// Returns a zone operand.
    pub(super) fn zone(&mut self, zone: &'m ZoneRef) -> Result<ZoneCode, Diagnostic> {
        let (word, rows) = self.layout.zone(zone.zone);
        let owner = match &zone.of {
            Some(of) => self.item(&of.kind)?,
            None => NumOperand::Fixed(0),
        };
        Ok(ZoneCode {
            zone: zone.zone,
            word: self.word(word)?,
            rows: self.word(rows)?,
            owner,
        })
    }

    fn transfer(
        &mut self,
        cargo: &'m Cargo,
        (from, to): (&'m ZoneRef, &'m ZoneRef),
    ) -> CompiledStmt {
        let cargo = match cargo {
            Cargo::All => CargoCode::All,
            Cargo::Copies(item, number) => {
                let item = self.item(&item.kind)?;
                CargoCode::Copies(item, self.number(|e| e.num(&number.kind))?)
            }
            Cargo::Multiset(arg) => CargoCode::Multiset(self.word(self.frame + arg.index())?),
        };
        let (from, to) = (self.zone(from)?, self.zone(to)?);
        let at = PARTS.push(&mut self.shared.transfers, TransferCode { cargo, from, to });
        self.emit(Instr::Transfer(self.fits(at)?))?;
        Ok(())
    }

    fn script(&mut self, script: ScriptId, values: &'m [ValueExpr]) -> CompiledStmt {
        let program = self.number_program(|e| {
            let args = e.script_args(values)?;
            let by = e.rule.clone();
            Ok(e.graph.script(script, args, (by, None)))
        })?;
        let program = self.program(program)?;
        self.emit(Instr::Script(program))?;
        Ok(())
    }

    fn branch(
        &mut self,
        cond: &'m Node<Truth>,
        (then, otherwise): (&'m [Stmt], &'m [Stmt]),
        stmt: &'m Stmt,
    ) -> CompiledStmt {
        let cond = self.truth(cond)?;
        let skip = self.emit(Instr::Unless(cond, OPEN))?;
        self.enter(stmt)?;
        self.decided.extend_from_slice(&stmt.tags);
        self.block(then)?;
        if otherwise.is_empty() {
            return self.land(skip);
        }
        let over = self.emit(Instr::Jump(OPEN))?;
        self.land(skip)?;
        self.block(otherwise)?;
        self.land(over)
    }

    fn leave(&mut self, phase: PhaseId, span: Span) -> CompiledStmt {
        let found = self
            .inside
            .iter()
            .rposition(|i| matches!(i, Inside::Phase { id, .. } if *id == phase));
        let Some(at) = found else {
            let name = &self.model.phases[usize::from(phase.0)];
            return Err(Diagnostic::error(
                "E0824",
                span,
                format!("this is not inside the phase `{name}`"),
            )
            .label("only a statement inside a phase can leave it")
            .hint("leave a phase in its own statements, or in a move that they ask for"));
        };
        self.not_revealing(span)?;
        let undo = self.inside[at..].iter().rev().filter_map(|i| match i {
            Inside::Phase { .. } => None,
            Inside::Round { word, .. } | Inside::Asked { word } => {
                Some(self.word(*word).map(Instr::EndRound))
            }
            Inside::Count { word } => Some(self.word(*word).map(|word| Instr::Clear(word, 1))),
            Inside::Body { frame, args, .. } => Some(self.cleared(*frame, *args)),
        });
        for instr in undo.collect::<Result<Vec<_>, _>>()? {
            self.emit(instr)?;
        }
        let jump = self.emit(Instr::Jump(OPEN))?;
        if let Inside::Phase { leaves, .. } = &mut self.inside[at] {
            leaves.push(jump);
        }
        Ok(())
    }

    fn cleared(&self, first: usize, words: usize) -> Result<Instr, Diagnostic> {
        Ok(Instr::Clear(self.word(first)?, self.word(words)?))
    }

    fn end(&mut self, ending: &'m Ending, tags: &[TagId]) -> CompiledStmt {
        let winners = match &ending.winners {
            Some(winners) => Some(self.number(|e| e.items(&winners.kind))?),
            None => None,
        };
        self.ended(ending, (winners, tags))
    }

    /// Emits the end of the game, once the winners are compiled.
    fn ended(
        &mut self,
        ending: &Ending,
        (winners, tags): (Option<NumOperand>, &[TagId]),
    ) -> CompiledStmt {
        let bodies = self.bodies_around()?;
        let at = self.ends;
        self.ends += 1;
        if self.shared.ends.len() == at {
            self.shared.ends.push(EndingCode {
                reason: ending.reason.clone(),
                said: ending.said.clone(),
                bodies,
                tags: TagId::once_each([tags, &self.decided].concat()),
            });
        }
        let at = self.fits(PARTS.number(at))?;
        self.emit(Instr::End(at, winners))?;
        Ok(())
    }
}
