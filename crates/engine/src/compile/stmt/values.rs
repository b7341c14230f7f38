//! Compiles the values that statements use: programs, and operands that need none.

use crate::compile::emit::ProgramEmitter;
use crate::compile::expr::{Compiled, ExprCompiler, KnownExpressions};
use crate::compile::limits::PARTS;
use crate::compile::shared_code::Shared;
use crate::compile::stmt::{Inside, StmtCompiler};
use crate::compile::value_graph::{AnyNode, NumNode, ValueGraph};
use crate::ir::instructions::{NumOperand, PlaceCode, ProgramId, SetOperand};
use crate::ir::program::{Caller, Program};
use linstock_base::{Diagnostic, Span};
use linstock_model::{ArgId, FormationRef, Member, Node, Place, Set, Truth};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

impl<'m> StmtCompiler<'m, '_> {
    /// Creates a compiler for expressions of the statement being emitted.
    pub(crate) fn exprs(&mut self) -> ExprCompiler<'m, '_> {
        let rule = self.rule();
        self.tables.fuel.at(self.span);
        ExprCompiler {
            model: self.model,
            layout: self.layout,
            graph: ValueGraph::new(self.tables),
            me: self.me,
            binds: Vec::new(),
            frame: self.frame,
            rule,
            it: None,
            it_at: None,
            among: None,
            rows: Vec::new(),
            guard: None,
            taken: None,
            asked: None,
            joins_unsafely: false,
            is_plain: false,
            known: KnownExpressions::default(),
            empty: None,
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

    /// Adds a program, unless there is an equal one, and returns its number.
    pub(crate) fn program(&mut self, program: Program) -> Result<ProgramId, Diagnostic> {
        let Shared {
            programs,
            programs_by_hash,
            ..
        } = &mut *self.shared;
        let alike = programs_by_hash.entry(FxBuildHasher.hash_one(&program.ops));
        let alike = alike.or_insert_with(Vec::new);
        let known = alike
            .iter()
            .find(|id| programs[**id as usize] == program)
            .copied();
        if let Some(known) = known {
            return Ok(known);
        }
        let id = PARTS.push(programs, program);
        alike.extend(id.as_ref().ok());
        self.fits(id)
    }

    /// Compiles a number, without a program if a simpler operand suffices.
    pub(crate) fn number(
        &mut self,
        build: impl FnOnce(&mut ExprCompiler<'m, '_>) -> Compiled<NumNode>,
    ) -> Result<NumOperand, Diagnostic> {
        let program = self.number_program(build)?;
        let everything = self.tables.everything();
        match NumOperand::plain(&program, self.fits(everything)?) {
            Some(plain) => Ok(plain),
            None => Ok(NumOperand::Program(self.program(program)?)),
        }
    }

    /// Compiles a program that yields one number.
    pub(super) fn number_program(
        &mut self,
        build: impl FnOnce(&mut ExprCompiler<'m, '_>) -> Compiled<NumNode>,
    ) -> Result<Program, Diagnostic> {
        self.built(|e| build(e).map(AnyNode::Number))
    }

    /// Compiles a program that yields a set of points.
    pub(crate) fn mask(&mut self, set: &'m Node<Set>) -> Result<ProgramId, Diagnostic> {
        let program = self.built(|e| e.set(set).map(AnyNode::Mask))?;
        self.program(program)
    }

    /// Compiles a program that yields one value.
    pub(super) fn built(
        &mut self,
        build: impl FnOnce(&mut ExprCompiler<'m, '_>) -> Compiled<AnyNode>,
    ) -> Result<Program, Diagnostic> {
        let span = self.span;
        let mut exprs = self.exprs();
        match build(&mut exprs) {
            Ok(node) => ProgramEmitter::program(exprs.graph, &[node]).map_err(|why| why.at(span)),
            Err(_) => Err(unknown_yet(
                span,
                "it depends on something that is chosen later",
            )),
        }
    }

    /// Compiles a condition: 1 if it holds, else 0.
    pub(crate) fn truth(&mut self, truth: &'m Node<Truth>) -> Result<NumOperand, Diagnostic> {
        self.number(|e| e.truth_once(truth))
    }

    /// Compiles a player or a row to its number.
    pub(crate) fn item(&mut self, item: &'m Member) -> Result<NumOperand, Diagnostic> {
        self.number(|e| e.item(item))
    }

    /// Compiles a point.
    pub(super) fn place(&self, place: Place) -> Result<PlaceCode, Diagnostic> {
        let word = |arg: ArgId| self.word(self.frame + arg.index());
        Ok(match place {
            Place::Fixed(point) => PlaceCode::Fixed(point.0),
            // A `where` contains no statements.
            Place::It => PlaceCode::Fixed(0),
            Place::Kept(memory) => match self.layout.memory(memory) {
                Some((first, _)) => PlaceCode::Word(self.word(first)?),
                None => PlaceCode::Fixed(0),
            },
            Place::Arg(arg) => PlaceCode::Word(word(arg)?),
            Place::OnLine(FormationRef { arg, .. }, step) => PlaceCode::OnLine(word(arg)?, step),
        })
    }

    /// Compiles a set of points; a single point needs no program.
    pub(crate) fn points(&mut self, set: &'m Node<Set>) -> Result<SetOperand, Diagnostic> {
        Ok(match set.kind {
            Set::At(place) => SetOperand::Place(self.place(place)?),
            _ => SetOperand::Program(self.mask(set)?),
        })
    }
}

/// Returns the error for a value that depends on something which is not known yet.
pub(crate) fn unknown_yet(span: Span, hint: &str) -> Diagnostic {
    Diagnostic::error("E0825", span, "this value is not known here").hint(hint)
}
