//! Statements to instructions.

use super::exprs::{Bind, Exprs};
use super::rounds::Each;
use super::{OPEN, Shared, patch};
use crate::base::{Diagnostic, Span};
use crate::model::visit::{Visitor, walk_truth};
use crate::model::{
    Arg, Ask, AskItem, Asked, Cargo, Domain, Ending, Item, LineRef, MemoryId, MemoryRef, Model,
    MoveId, Node, PhaseId, Place, ScriptId, SeatId, Set, Stmt, StmtKind, TagId, Truth, ValueExpr,
    ZoneRef,
};
use crate::rules::code::{
    ArgCode, AskSite, Bucket, CargoCode, Choices, EndSite, FixedArg, HeapCode, Instr, LeavesCode,
    NumCode, Pc, PlaceCode, ProgramId, SetCode, TransferCode, ZoneCode,
};
use crate::rules::dag::{AnyNode, Dag, NumNode, Tables};
use crate::rules::op::{Caller, NumberOp, Program, Reg, pack_line};
use crate::rules::{Layout, Tagged, words_of};

/// The most things of a list from which several are drawn at once: their mixtures are counted by how many are drawn.
const MOST_DRAWN: u64 = 4_096;

/// The most instructions of one player: bodies of moves stand in the code of each `ask` that offers them.
const MOST_CODE: usize = 100_000;

/// Emits the code of one seat as `me`.
pub(super) struct Emitter<'m, 's> {
    pub(super) model: &'m Model,
    pub(super) layout: &'m Layout,
    pub(super) tables: &'s mut Tables,
    pub(super) shared: &'s mut Shared,
    pub(super) me: SeatId,
    code: Vec<Instr>,
    spans: Vec<Span>,
    /// Where the statement being emitted was written.
    span: Span,
    /// The tagged statements, which of them each instruction belongs to, and those around the one being emitted.
    tagged: Vec<Tagged>,
    belongs: Vec<Vec<u32>>,
    around: Vec<u32>,
    /// The clauses of the conditions around it.
    decided: Vec<TagId>,
    /// The next free word of the state.
    pub(super) free: usize,
    /// The word of the first argument of the move whose body is emitted.
    frame: usize,
    /// What the statement being emitted lies in, outermost first.
    pub(super) inside: Vec<Inside>,
    /// How many asks, endings and drawings were met: the same for each seat.
    asks: usize,
    ends: usize,
}

/// Something that a statement lies in, which is undone when the phase around it is left.
pub(super) enum Inside {
    Phase {
        id: PhaseId,
        leaves: Vec<usize>,
    },
    Round {
        word: usize,
    },
    Count {
        word: usize,
    },
    Body {
        mv: MoveId,
        frame: usize,
        args: usize,
        /// It was chosen together with others' choices.
        together: bool,
    },
}

pub(super) type Emitted = Result<(), Diagnostic>;

impl<'m, 's> Emitter<'m, 's> {
    pub fn new(
        (model, layout): (&'m Model, &'m Layout),
        tables: &'s mut Tables,
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
            belongs: Vec::new(),
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
    pub fn game(&mut self) -> Result<(Vec<Instr>, Option<NumCode>), Diagnostic> {
        let model = self.model;
        if self.me == SeatId(0) {
            self.drawings();
        }
        self.block(&model.play)?;
        self.end(
            &Ending {
                winners: None,
                reason: "there is nothing more to play".into(),
            },
            &[],
        )?;
        self.shared.spans.clone_from(&self.spans);
        self.shared.tagged = std::mem::take(&mut self.tagged);
        self.shared.belongs = std::mem::take(&mut self.belongs);
        let score = match &model.score {
            Some(score) => Some(self.number(|e| e.num(&score.kind))?),
            None => None,
        };
        Ok((std::mem::take(&mut self.code), score))
    }

    pub(super) fn here(&self) -> Pc {
        small(self.code.len())
    }

    pub(super) fn emit(&mut self, instr: Instr) -> usize {
        self.code.push(instr);
        self.spans.push(self.span);
        self.belongs.push(self.around.clone());
        self.code.len() - 1
    }

    pub(super) fn land(&mut self, jump: usize) {
        let here = self.here();
        patch(&mut self.code, jump, here);
    }

    /// Takes words of the state for control.
    pub(super) fn take(&mut self, words: usize) -> usize {
        let first = self.free;
        self.free += words;
        self.shared.words = self.shared.words.max(self.free);
        first
    }

    // ---- programs

    fn exprs(&mut self) -> Exprs<'m, '_> {
        let rule = self.rule();
        Exprs {
            model: self.model,
            layout: self.layout,
            dag: Dag::new(self.tables),
            me: self.me,
            binds: Vec::new(),
            frame: self.frame,
            rule,
            it: None,
            among: None,
            rows: Vec::new(),
            guard: None,
            unasked: None,
        }
    }

    /// Returns the statement being emitted, with its clauses and those of the move whose body it is in.
    fn rule(&self) -> Caller {
        let around = self.around.iter().rev();
        let mut tags: Vec<_> = around
            .flat_map(|at| &self.tagged[*at as usize].tags)
            .copied()
            .collect();
        if let Some(Inside::Body { mv, .. }) = self.inside.last() {
            tags.extend(&self.model.mv(*mv).tags);
        }
        let span = self.span;
        Caller { tags, span }
    }

    fn program(&mut self, program: Program) -> ProgramId {
        self.shared.programs.push(program);
        small(self.shared.programs.len() - 1)
    }

    pub(super) fn number(
        &mut self,
        build: impl FnOnce(&mut Exprs<'m, '_>) -> super::exprs::Compiled<NumNode>,
    ) -> Result<NumCode, Diagnostic> {
        let program = self.number_program(build)?;
        let plain = NumCode::plain(&program, self.tables.everything());
        Ok(plain.unwrap_or_else(|| NumCode::Program(self.program(program))))
    }

    fn number_program(
        &mut self,
        build: impl FnOnce(&mut Exprs<'m, '_>) -> super::exprs::Compiled<NumNode>,
    ) -> Result<Program, Diagnostic> {
        let span = self.span;
        let mut exprs = self.exprs();
        match build(&mut exprs) {
            Ok(node) => Ok(exprs.dag.finish(&[AnyNode::Number(node)])),
            Err(_) => Err(exprs.unasked.map_or_else(|| unbound(span), unasked)),
        }
    }

    pub(super) fn mask(&mut self, set: &Node<Set>) -> Result<ProgramId, Diagnostic> {
        let span = self.span;
        let mut exprs = self.exprs();
        let program = match exprs.set(set) {
            Ok(node) => exprs.dag.finish(&[AnyNode::Mask(node)]),
            Err(_) => return Err(exprs.unasked.map_or_else(|| unbound(span), unasked)),
        };
        Ok(self.program(program))
    }

    pub(super) fn truth(&mut self, truth: &Node<Truth>) -> Result<NumCode, Diagnostic> {
        let mut seen = ReadsSeen(false);
        walk_truth(&mut seen, truth);
        if seen.0 {
            self.shared.notes = true;
            self.emit(Instr::Note);
        }
        self.number(|e| e.truth(truth))
    }

    pub(super) fn item(&mut self, item: &Item) -> Result<NumCode, Diagnostic> {
        self.number(|e| e.item(item))
    }

    fn place(&self, place: Place) -> PlaceCode {
        let word = |arg: crate::model::ArgId| small(self.frame + usize::from(arg.0));
        match place {
            Place::Fixed(point) => PlaceCode::Fixed(point.0),
            // No statement stands in a `where`.
            Place::It => PlaceCode::Fixed(0),
            Place::Arg(arg) => PlaceCode::Word(word(arg)),
            Place::OnLine(LineRef { arg, .. }, step) => PlaceCode::OnLine(word(arg), step),
        }
    }

    pub(super) fn points(&mut self, set: &Node<Set>) -> Result<SetCode, Diagnostic> {
        Ok(match set.kind {
            Set::At(place) => SetCode::Place(self.place(place)),
            _ => SetCode::Program(self.mask(set)?),
        })
    }

    // ---- statements

    pub(super) fn block(&mut self, body: &[Stmt]) -> Emitted {
        body.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &Stmt) -> Emitted {
        self.span = stmt.span;
        let outside = (self.around.len(), self.decided.len());
        // A condition decides something only when what hangs on it is done, an ask when it is answered.
        if !matches!(stmt.kind, StmtKind::If(..) | StmtKind::Ask(_)) {
            self.enter(stmt);
        }
        self.code_of(stmt)?;
        self.around.truncate(outside.0);
        self.decided.truncate(outside.1);
        Ok(())
    }

    /// What is emitted from now on belongs to a statement, if it carries clauses.
    fn enter(&mut self, stmt: &Stmt) {
        if stmt.tags.is_empty() {
            return;
        }
        let tagged = Tagged {
            span: stmt.span,
            tags: stmt.tags.clone(),
        };
        let known = self.tagged.iter().position(|t| *t == tagged);
        let at = known.unwrap_or_else(|| {
            self.tagged.push(tagged);
            self.tagged.len() - 1
        });
        self.around.push(small(at));
    }

    fn code_of(&mut self, stmt: &Stmt) -> Emitted {
        match &stmt.kind {
            StmtKind::Move(from, to) => {
                let (from, to) = (self.place(from.kind), self.place(to.kind));
                self.emit(Instr::Move(from, to));
            }
            StmtKind::Take(what, set, to) => self.take_pieces(*what, set, to.as_ref())?,
            StmtKind::Put(kind, seat, set, from) => {
                self.put((*kind, seat.as_ref()), set, from.as_ref())?
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
            })?,
            StmtKind::Ask(ask) => self.ask(ask, stmt)?,
            StmtKind::Phase(id, body) => {
                self.inside.push(Inside::Phase {
                    id: *id,
                    leaves: Vec::new(),
                });
                self.block(body)?;
                if let Some(Inside::Phase { leaves, .. }) = self.inside.pop() {
                    leaves.into_iter().for_each(|jump| self.land(jump));
                }
            }
            StmtKind::Leave(phase) => self.leave(*phase, stmt.span)?,
            StmtKind::Must(cond, why) => {
                let cond = self.truth(cond)?;
                let at = small(self.shared.musts.len());
                self.shared.musts.push(self.with_clauses(why, &stmt.tags));
                self.emit(Instr::Must(cond, at));
            }
            StmtKind::End(ending) => self.end(ending, &stmt.tags)?,
        }
        Ok(())
    }

    /// Adds the clauses of what is said to hold to what is said where it does not.
    fn with_clauses(&self, why: &str, tags: &[TagId]) -> String {
        let names: Vec<&str> = tags.iter().map(|tag| self.model.tag(*tag)).collect();
        if names.is_empty() {
            why.to_owned()
        } else {
            format!("{why} ({})", names.join(", "))
        }
    }

    /// Returns a zone as instructions name it.
    pub(super) fn zone(&mut self, zone: &ZoneRef) -> Result<ZoneCode, Diagnostic> {
        let (word, rows) = self.layout.zone(zone.zone);
        let owner = match &zone.of {
            Some(of) => self.item(&of.kind)?,
            None => NumCode::Fixed(0),
        };
        Ok(ZoneCode {
            zone: zone.zone,
            word: small(word),
            rows: small(rows),
            owner,
        })
    }

    fn transfer(&mut self, cargo: &Cargo, (from, to): (&ZoneRef, &ZoneRef)) -> Emitted {
        let cargo = match cargo {
            Cargo::All => CargoCode::All,
            Cargo::Copies(item, number) => {
                let item = self.item(&item.kind)?;
                CargoCode::Copies(item, self.number(|e| e.num(&number.kind))?)
            }
            Cargo::Heap(arg) => CargoCode::Heap(small(self.frame + arg.index())),
        };
        let (from, to) = (self.zone(from)?, self.zone(to)?);
        self.shared.transfers.push(TransferCode { cargo, from, to });
        let at = self.shared.transfers.len() - 1;
        self.emit(Instr::Transfer(small(at)));
        Ok(())
    }

    /// Returns the words of a remembered value, and whose it is.
    fn memory(&mut self, memory: &MemoryRef) -> Result<(u32, usize, Option<NumCode>), Diagnostic> {
        let (first, size) = self.layout.memory(memory.memory).unwrap_or((0, 1));
        Ok(match memory.of.as_ref().map(|of| &of.kind) {
            None => (small(first), size, None),
            Some(Item::Me) => (small(first + usize::from(self.me.0) * size), size, None),
            Some(Item::Fixed(at)) => (small(first + usize::from(*at) * size), size, None),
            Some(item) => (small(first), size, Some(self.item(item)?)),
        })
    }

    /// A value is remembered of the pieces on all points of a set; where none stands there is nothing to remember.
    fn remember_each(
        &mut self,
        id: MemoryId,
        points: &Node<Set>,
        value: (NumCode, bool),
    ) -> Emitted {
        let Some((word, _)) = self.layout.memory(id) else {
            return Ok(());
        };
        let empty = Node::plain(points.span, Set::Empty);
        let there = Set::Except(Box::new(points.clone()), Box::new(empty));
        let points = self.mask(&Node::plain(points.span, there))?;
        self.emit(Instr::StoreEach(small(word), points, value.0, value.1));
        Ok(())
    }

    fn remember(&mut self, memory: &MemoryRef, value: &ValueExpr) -> Emitted {
        if let Some(points) = of_pieces(memory) {
            let value = match value {
                ValueExpr::Item(_, item) => (self.item(&item.kind)?, true),
                ValueExpr::Truth(truth) => (self.truth(truth)?, false),
                ValueExpr::Num(num) => (self.number(|e| e.num(&num.kind))?, false),
                ValueExpr::Place(_) | ValueExpr::Set(_) | ValueExpr::Kind(_) => return Ok(()),
            };
            return self.remember_each(memory.memory, &points, value);
        }
        let (word, _, of) = self.memory(memory)?;
        let instr = match value {
            ValueExpr::Set(set) => {
                let mask = self.mask(set)?;
                of.map_or(Instr::StoreMask(word, mask), |of| {
                    Instr::StoreMaskOf(word, mask, of)
                })
            }
            other => {
                let (program, holds_seat) = match other {
                    ValueExpr::Item(_, item) => (self.item(&item.kind)?, true),
                    ValueExpr::Truth(truth) => (self.truth(truth)?, false),
                    ValueExpr::Num(num) => (self.number(|e| e.num(&num.kind))?, false),
                    ValueExpr::Place(_) | ValueExpr::Set(_) | ValueExpr::Kind(_) => return Ok(()),
                };
                match of {
                    None => Instr::Store(word, program, holds_seat),
                    Some(of) => Instr::StoreOf(word, program, holds_seat, of),
                }
            }
        };
        self.emit(instr);
        Ok(())
    }

    fn forget(&mut self, memory: &MemoryRef) -> Emitted {
        let declared = &self.model.memories[usize::from(memory.memory.0)];
        if let Some(points) = of_pieces(memory) {
            let start = words_of(&declared.start, 1)[0].cast_signed();
            return self.remember_each(memory.memory, &points, (NumCode::Fixed(start), false));
        }
        let (word, size, of) = self.memory(memory)?;
        let copies = match memory.of {
            None => self.model.copies(declared),
            Some(_) => 1,
        };
        let start = self.start_of(memory.memory, size);
        self.emit(match of {
            None => Instr::Reset(word, (small(size), small(copies)), u32::from(start)),
            Some(of) => Instr::ResetOf(word, small(size), u32::from(start), of),
        });
        Ok(())
    }

    /// Returns the constant that holds what a remembered value is at the start.
    fn start_of(&mut self, id: MemoryId, size: usize) -> u16 {
        let start = &self.model.memories[usize::from(id.0)].start;
        let words = words_of(start, self.layout.width.max(size));
        self.tables.constant(words)
    }

    fn script(&mut self, script: ScriptId, values: &[ValueExpr]) -> Emitted {
        let program = self.number_program(|e| {
            let args = e.script_args(values)?;
            let by = e.rule.clone();
            Ok(e.dag.script(script, args, (by, None)))
        })?;
        let program = self.program(program);
        self.emit(Instr::Script(program));
        Ok(())
    }

    fn branch(
        &mut self,
        cond: &Node<Truth>,
        (then, otherwise): (&[Stmt], &[Stmt]),
        stmt: &Stmt,
    ) -> Emitted {
        let cond = self.truth(cond)?;
        let skip = self.emit(Instr::Unless(cond, OPEN));
        self.enter(stmt);
        self.decided.extend_from_slice(&stmt.tags);
        self.block(then)?;
        if otherwise.is_empty() {
            self.land(skip);
            return Ok(());
        }
        let over = self.emit(Instr::Jump(OPEN));
        self.land(skip);
        self.block(otherwise)?;
        self.land(over);
        Ok(())
    }

    fn leave(&mut self, phase: PhaseId, span: Span) -> Emitted {
        let found = self
            .inside
            .iter()
            .rposition(|i| matches!(i, Inside::Phase { id, .. } if *id == phase));
        let Some(at) = found else {
            let name = &self.model.phases[usize::from(phase.0)];
            return Err(
                Diagnostic::error(span, format!("this is not inside the phase `{name}`"))
                    .label("left from outside")
                    .hint("a phase is left from its own statements, or from a move that is asked for in it"),
            );
        };
        self.not_revealing(span)?;
        let undo: Vec<Instr> = self.inside[at..]
            .iter()
            .rev()
            .filter_map(|i| match i {
                Inside::Phase { .. } => None,
                Inside::Round { word } => Some(Instr::EndRound(small(*word))),
                Inside::Count { word } => Some(Instr::Clear(small(*word), 1)),
                Inside::Body { frame, args, .. } => Some(Instr::Clear(small(*frame), small(*args))),
            })
            .collect();
        for instr in undo {
            self.emit(instr);
        }
        let jump = self.emit(Instr::Jump(OPEN));
        if let Inside::Phase { leaves, .. } = &mut self.inside[at] {
            leaves.push(jump);
        }
        Ok(())
    }

    fn end(&mut self, ending: &Ending, tags: &[TagId]) -> Emitted {
        let winners = match &ending.winners {
            Some(winners) => Some(self.number(|e| e.items(&winners.kind))?),
            None => None,
        };
        let at = self.ends;
        self.ends += 1;
        if self.shared.ends.len() == at {
            self.shared.ends.push(EndSite {
                reason: ending.reason.clone(),
                tags: TagId::once_each([tags, &self.decided].concat()),
            });
        }
        self.emit(Instr::End(small(at), winners));
        Ok(())
    }

    // ---- asks

    fn ask(&mut self, ask: &Ask, stmt: &Stmt) -> Emitted {
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
        if self.shared.asks.len() == at {
            self.shared.asks.push(self.site(ask, stmt));
        }
        let (before, frame) = (self.free, self.frame);
        let together = self.together(ask, at)?;
        self.emit(Instr::Ask(small(at)));
        let otherwise = self.here();
        self.shared.asks[at].otherwise = otherwise;
        self.block(&ask.otherwise)?;
        let mut done = vec![self.emit(Instr::Jump(OPEN))];
        self.enter(stmt);
        let reveal = self.here();
        if let Some(together) = &mut self.shared.asks[at].together {
            together.reveal = reveal;
            self.emit(Instr::Reveal(small(at)));
            done.push(self.emit(Instr::Jump(OPEN)));
        }
        let bodies_free = self.free;
        let mut bodies = Vec::new();
        for item in &ask.items {
            let args = self.model.mv(item.mv).args.len();
            self.free = bodies_free;
            self.frame = self.take(args);
            bodies.push((self.here(), small(self.frame)));
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
            let next = if together { reveal } else { OPEN };
            let end = self.emit(Instr::Done(small(self.frame), small(args), next));
            if !together {
                done.push(end);
            }
        }
        (self.free, self.frame) = (before, frame);
        done.into_iter().for_each(|jump| self.land(jump));
        let choices = self.choices(ask, &bodies)?;
        self.shared.asks[at].choices.push(choices);
        Ok(())
    }

    /// Takes the words in which choices made at once are held, and tells whether there are any.
    fn together(&mut self, ask: &Ask, at: usize) -> Result<bool, Diagnostic> {
        let Asked::Together(seats) = &ask.who else {
            return Ok(false);
        };
        let args = |item: &AskItem| self.model.mv(item.mv).args.len();
        let stride = 1 + ask.items.iter().map(args).max().unwrap_or(0);
        let word = self.take(1 + stride * self.model.seats());
        let who = self.number(|e| e.items(&seats.kind))?;
        let together = self.shared.asks[at].together.get_or_insert_default();
        (together.word, together.stride) = (small(word), small(stride));
        together.who.push(who);
        Ok(true)
    }

    /// What was chosen by several at once is carried out in one go: nothing waits or leaves in it.
    fn not_revealing(&self, span: Span) -> Emitted {
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

    fn site(&self, ask: &Ask, stmt: &Stmt) -> AskSite {
        let phase = self.inside.iter().rev().find_map(|i| match i {
            Inside::Phase { id, .. } => Some(*id),
            _ => None,
        });
        let bodies = self.inside.iter().filter_map(|i| match i {
            Inside::Body { mv, frame, .. } => Some((*mv, small(*frame))),
            _ => None,
        });
        AskSite {
            chance: matches!(ask.who, Asked::Chance),
            choices: Vec::new(),
            together: None,
            otherwise: OPEN,
            phase,
            bodies: bodies.collect(),
            items: ask.items.clone(),
            tags: stmt.tags.clone(),
            span: stmt.span,
        }
    }

    /// Compiles what may be chosen: one program for all buckets of the ask.
    fn choices(&mut self, ask: &Ask, bodies: &[(Pc, u32)]) -> Result<Choices, Diagnostic> {
        let model = self.model;
        let mut exprs = self.exprs();
        let rule = exprs.rule.clone();
        let mut all: Vec<super::ways::Bucket> = Vec::new();
        let mut texts = super::ways::Texts::new();
        let mut owners = Vec::new();
        for (item, body) in ask.items.iter().zip(bodies) {
            let chance = matches!(ask.who, Asked::Chance);
            exprs.rule = rule.clone();
            for mut bucket in exprs.buckets(item, chance)? {
                if chance {
                    exprs.without_weightless(item, &mut bucket)?;
                } else {
                    exprs.without_repeats(&mut bucket, &texts);
                }
                if !exprs.dag.is_nothing(bucket.mask) || supposed(model, item.mv) {
                    bucket.note(&mut texts);
                    all.push(bucket);
                    owners.push((item, *body));
                }
            }
        }
        let results: Vec<_> = all.iter().map(|b| AnyNode::Mask(b.mask)).collect();
        let program = exprs.dag.finish(&results);
        if program.is_too_large() {
            let what = "what may be chosen here cannot be worked out: there are too many ways";
            return Err(Diagnostic::error(self.span, what).hint(
                "draw the moves' arguments from fewer points, or relate them: there in … of here",
            ));
        }
        let scripted = program
            .numbers
            .iter()
            .any(|op| matches!(op, NumberOp::Script(_)));
        let masks = program
            .results
            .iter()
            .filter_map(|(reg, _)| match reg {
                Reg::Mask(reg) => Some(*reg),
                Reg::Number(_) => None,
            })
            .collect();
        let program = self.program(program);
        let mut buckets = Vec::new();
        for (bucket, (item, (body, frame))) in all.iter().zip(owners) {
            let weight = self.weight(item, bucket)?;
            let heap = self.heap(item, bucket)?;
            let seen = self.seen(item, bucket)?;
            let mv = self.model.mv(item.mv);
            let leaves = self.leaves_code(ask, mv)?;
            let args = mv.args.iter().zip(&bucket.binds).enumerate();
            let args: Vec<_> = args
                .map(|(at, (arg, bind))| self.arg(*bind, (at, arg)))
                .collect();
            let hangs = args
                .iter()
                .any(|arg| matches!(arg, ArgCode::Given(..) | ArgCode::Heap(_)));
            buckets.push(Bucket {
                mv: item.mv,
                rule: mv.rule,
                args,
                frame,
                body,
                weight,
                hangs,
                leaves,
                heap,
                seen,
            });
        }
        let heaps = buckets.iter().any(|b: &Bucket| b.heap.is_some());
        let leaves = buckets.iter().any(|b: &Bucket| b.leaves.is_some());
        Ok(Choices {
            leaves,
            heaps,
            program,
            buckets,
            masks,
            scripted,
        })
    }

    /// Compiles what must hold once a move is done.
    fn leaves_code(
        &mut self,
        ask: &Ask,
        mv: &crate::model::Move,
    ) -> Result<Option<LeavesCode>, Diagnostic> {
        let Some(leaves) = &mv.leaves else {
            return Ok(None);
        };
        if !matches!(ask.who, Asked::Me) {
            let message = "`leaves` is said of moves that one player chooses alone";
            return Err(Diagnostic::error(leaves.cond.span, message)
                .hint("neither chance nor several at once can be asked for such a move"));
        }
        self.span = leaves.cond.span;
        let cond = self.truth(&leaves.cond)?;
        let supposing = leaves.supposing;
        Ok(Some(LeavesCode { cond, supposing }))
    }

    fn weight(
        &mut self,
        item: &AskItem,
        bucket: &super::ways::Bucket,
    ) -> Result<Option<NumCode>, Diagnostic> {
        let mv = self.model.mv(item.mv);
        let drawn = mv
            .args
            .iter()
            .any(|arg| matches!(arg.domain, Domain::Zone(_)));
        if mv.weigh.is_none() && !drawn {
            return Ok(None);
        }
        self.span = mv.weigh.as_ref().map_or(mv.span, |w| w.span);
        self.number(|e| {
            e.binds = bucket.bound();
            e.weight(mv)
        })
        .map(Some)
    }

    /// Returns the heap that a bucket draws.
    fn heap(
        &mut self,
        item: &AskItem,
        bucket: &super::ways::Bucket,
    ) -> Result<Option<HeapCode>, Diagnostic> {
        let mv = self.model.mv(item.mv);
        let mut heaps = mv.args.iter().filter_map(|arg| match &arg.domain {
            Domain::Heap(number, zone) => Some((arg, number, zone)),
            _ => None,
        });
        let Some((arg, number, zone)) = heaps.next() else {
            return Ok(None);
        };
        if heaps.next().is_some() {
            let message = "a move draws from one zone only";
            return Err(Diagnostic::error(arg.span, message).hint("ask twice, one after the other"));
        }
        let list = self.model.zone(zone.zone).list;
        let stock: u64 = self.model.stock(list).iter().sum();
        if self.model.packing(list).is_none() || stock > MOST_DRAWN {
            let message = format!(
                "`{}` has too many rows and copies for this",
                self.model.list(list).name
            );
            return Err(Diagnostic::error(arg.span, message)
                .hint("draw one after the other: ask several times for one of them"));
        }
        self.span = arg.span;
        let (word, rows) = self.layout.zone(zone.zone);
        let owner = match &zone.of {
            None => NumCode::Fixed(0),
            Some(of) => self.number(|e| {
                e.binds = bucket.bound();
                e.item(&of.kind)
            })?,
        };
        let number = self.number(|e| {
            e.binds = bucket.bound();
            e.num(&number.kind)
        })?;
        let zone = ZoneCode {
            zone: zone.zone,
            word: small(word),
            rows: small(rows),
            owner,
        };
        Ok(Some(HeapCode { zone, number }))
    }

    /// Returns who sees what is chosen.
    fn seen(
        &mut self,
        item: &AskItem,
        bucket: &super::ways::Bucket,
    ) -> Result<Option<NumCode>, Diagnostic> {
        let Some(seen) = &self.model.mv(item.mv).seen else {
            return Ok(None);
        };
        self.span = seen.span;
        self.number(|e| {
            e.binds = bucket.bound();
            e.items(&seen.kind)
        })
        .map(Some)
    }

    fn arg(&self, bind: Option<Bind>, (at, arg): (usize, &Arg)) -> ArgCode {
        let kind = FixedArg::of(self.model, &arg.domain);
        let width = i32::from(self.model.board.as_ref().map_or(1, |b| b.width));
        let linear = |(columns, rows): (i32, i32)| rows * width + columns;
        match bind {
            None => ArgCode::Unnamed,
            Some(Bind::Point(offset)) => ArgCode::Point(linear(offset)),
            Some(Bind::Line(offset, dir)) => ArgCode::Line(linear(offset), dir),
            Some(Bind::FixedPoint(point)) => ArgCode::Fixed(u64::from(point.0), FixedArg::Point),
            Some(Bind::FixedLine(point, dir)) => {
                ArgCode::Fixed(pack_line(point.0, dir as u8), FixedArg::Line)
            }
            Some(Bind::Num(n)) => ArgCode::Fixed(n.cast_unsigned(), FixedArg::Num),
            Some(Bind::Item(member)) => ArgCode::Fixed(u64::from(member), kind),
            Some(Bind::Given) => ArgCode::Given(small(self.frame + at), kind),
            Some(Bind::Heap) => match kind {
                FixedArg::Heap(list) => ArgCode::Heap(list),
                _ => ArgCode::Unnamed,
            },
        }
    }
}

/// Finds out whether a condition asks how often the position was seen.
struct ReadsSeen(bool);

impl Visitor for ReadsSeen {
    fn truth(&mut self, truth: &Node<Truth>) {
        self.0 |= matches!(truth.kind, Truth::Seen(_));
    }
}

fn unbound(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this cannot be worked out here")
        .hint("it depends on something that is chosen later")
}

/// Words and instructions are counted in 32 bits: a game that needs more does not fit into memory anyway.
pub(super) fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Reports a condition of a `where` on points that cannot be asked of all of them at once.
pub(super) fn unasked(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this cannot be asked of each point")
        .label("looks further than fixed steps from it")
        .hint("ask for sets instead: `it is next to …`, `it is …`, or what is remembered of its piece")
}

/// Returns the points of whose pieces something is remembered; nothing if it is not of pieces.
fn of_pieces(memory: &MemoryRef) -> Option<Node<Set>> {
    let of = memory.of.as_ref()?;
    match &of.kind {
        Item::Over(points) => Some((**points).clone()),
        Item::At(place) => Some(Node::plain(of.span, Set::At(*place))),
        _ => None,
    }
}

/// Tells whether some move is tried out as if this one came of chance.
fn supposed(model: &Model, mv: MoveId) -> bool {
    let rule = model.mv(mv).rule;
    let mut leaves = model.moves.iter().filter_map(|mv| mv.leaves.as_ref());
    leaves.any(|leaves| leaves.supposing == Some(rule))
}
