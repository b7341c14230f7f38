//! Compiles a move to move templates: a template is one way of choosing a move, as the set of anchors where it is legal.
//!
//! Every argument of a way is the anchor moved by a fixed offset, or a fixed value. Ways that differ only in arguments
//! which neither the text nor the body names are one template: several cannons that shoot at one point are one move.
//!
//! `bind` lists the ways, `offsets` finds where points can lie, `conditions` compiles when a way is legal, and `merge`
//! joins the ways that are one move.

mod bind;
mod conditions;
mod merge;
mod offsets;

use crate::compile::expr::{Bind, ExprCompiler, MayFail, Offset};
use crate::compile::stmt::values::unknown_yet;
use crate::compile::value_graph::MaskNode;
use crate::ir::program::Caller;
use linstock_base::{Diagnostic, Span};
use linstock_model::visit::{Visitor, Walk};
use linstock_model::{
    ArgId, AskItem, Comparison, Domain, FiniteDomain, Model, MoveRule, Point, Stmt, StmtKind,
};
use rustc_hash::FxHashMap;

/// A template under construction.
pub(crate) struct TemplateDraft {
    /// The binding of each argument; `None` for an argument that the move does not name.
    pub(crate) binds: Vec<Option<Bind>>,
    /// The anchors where the move is legal.
    pub mask: MaskNode,
    /// The parts of its text, with places relative to the first one.
    shape: Vec<Shape>,
    /// The offset of the first place of the text from the anchor.
    first: Option<Offset>,
}

/// A part of a move's text, as far as it is known before the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Shape {
    Literal(String),
    Anchored(Offset),
    Point(Option<Point>),
    Num(i64),
    Member(FiniteDomain, u8),
    Open,
}

impl TemplateDraft {
    /// Returns the bindings of the arguments; an arbitrary number for an argument that the move does not name.
    pub(super) fn bound(&self) -> Vec<Bind> {
        self.binds
            .iter()
            .map(|bind| bind.unwrap_or(Bind::Num(0)))
            .collect()
    }
}

impl<'m> ExprCompiler<'m, '_> {
    /// Compiles an offered move to its templates, in a stable order.
    pub(super) fn templates(
        &mut self,
        item: &'m AskItem,
        chance: bool,
    ) -> Result<Vec<TemplateDraft>, Diagnostic> {
        let model = self.model;
        let mv = model.mv(item.mv);
        self.graph.tables.fuel.at(mv.span);
        self.rule = Caller {
            tags: [&*mv.tags, &*item.tags, &*self.rule.tags].concat(),
            span: mv.span,
        };
        // If arguments cannot move with the anchor, bind each to one point: a template for each point.
        for pinned in [false, true] {
            self.binds.clear();
            let ways = self.ways(mv, pinned).map_err(|why| too_many(mv, &why))?;
            // Every outcome counts with its weight, even if another has the same text and effect.
            let used = if chance {
                vec![true; mv.args.len()]
            } else {
                used_args(model, mv)
            };
            if let Ok(templates) = self.merged(item, &used, ways) {
                self.binds.clear();
                return Ok(templates);
            }
        }
        let why = "one of its conditions cannot be computed, even with each argument at one point";
        Err(too_many(mv, why))
    }

    /// Removes the outcomes of weight 0 from a template.
    pub(crate) fn without_weightless(
        &mut self,
        item: &'m AskItem,
        template: &mut TemplateDraft,
    ) -> Result<(), Diagnostic> {
        let mv = self.model.mv(item.mv);
        let Some(weigh) = &mv.weigh else {
            // Rows without copies in a zone are not drawn anyway.
            return Ok(());
        };
        self.binds = template.bound();
        let mut careful = MayFail::default();
        weigh.walk(&mut careful);
        self.taken = careful.joins.then(|| self.graph.any(template.mask));
        let weight = self.num(&weigh.kind);
        self.taken = None;
        self.binds.clear();
        let Ok(weight) = weight else {
            let hint = "a weight may depend on numbers and players, not on points";
            return Err(unknown_yet(weigh.span, hint));
        };
        let zero = self.graph.num(0);
        let weighs = self.graph.compare(Comparison::Less, zero, weight);
        let gate = self.graph.gate(weighs);
        template.mask = self.graph.and(gate, template.mask);
        Ok(())
    }

    /// Removes from a template the moves that an earlier one offers with the same text; returns whether there may be such
    /// moves.
    pub(crate) fn without_repeats(
        &mut self,
        template: &mut TemplateDraft,
        earlier: &OfferedTexts,
    ) -> bool {
        let before = template.mask;
        for (first, mask) in earlier.get(&template.shape).into_iter().flatten() {
            let moved = match (template.first, first) {
                (Some(here), Some(there)) => *there - here,
                _ => Offset::NONE,
            };
            let taken = self.graph.shift(*mask, moved);
            template.mask = self.graph.and_not(template.mask, taken);
        }
        template.mask != before
    }
}

/// For each text offered so far: the offset of its first place, and the anchors where it is legal.
pub(crate) type OfferedTexts = FxHashMap<Vec<Shape>, Vec<(Option<Offset>, MaskNode)>>;

impl TemplateDraft {
    /// Records the moves of the template by text. If the text is not known before the game, it may equal another one or
    /// not: both are offered then.
    pub(super) fn note(&self, texts: &mut OfferedTexts) {
        if !self.shape.contains(&Shape::Open) {
            let known = texts.entry(self.shape.clone()).or_default();
            known.push((self.first, self.mask));
        }
    }
}

/// Returns, for each argument, whether the text, the weight, the visibility or the body reads it.
fn used_args(model: &Model, mv: &MoveRule) -> Vec<bool> {
    if hands_on(model, &mv.body) {
        return vec![true; mv.args.len()];
    }
    let mut used = Used(vec![false; mv.args.len()]);
    // Moves with equal texts differ if they draw from different zones or draw different numbers.
    let multisets = mv
        .args
        .iter()
        .filter(|arg| matches!(arg.domain, Domain::Multiset(..)));
    multisets.for_each(|arg| arg.walk(&mut used));
    mv.text.iter().for_each(|part| part.walk(&mut used));
    mv.weigh.iter().for_each(|w| w.walk(&mut used));
    mv.seen.iter().for_each(|s| s.walk(&mut used));
    mv.body.walk(&mut used);
    used.0
}

/// Returns whether a body asks for moves that inherit its arguments.
fn hands_on(model: &Model, body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Ask(ask) if ask.items.iter().any(|item| model.mv(item.mv).given > 0) => true,
        _ => stmt.blocks().any(|block| hands_on(model, block)),
    })
}

struct Used(Vec<bool>);

impl Visitor for Used {
    fn arg(&mut self, arg: ArgId) {
        if let Some(used) = self.0.get_mut(usize::from(arg.0)) {
            *used = true;
        }
    }
}

fn too_many(mv: &MoveRule, why: &str) -> Diagnostic {
    too_many_choices(mv.span, &format!("the move `{}`", mv.name), why)
        .label("this move")
        .hint("or split the move in two: the first remembers the point, `at = here`, and asks for the second, `ask me: go-to`; the second chooses `here in at` and `there in reached from at over …`")
}

/// Makes the error about a move, or a question, with more choices than can be computed at once.
pub(super) fn too_many_choices(span: Span, what: &str, why: &str) -> Diagnostic {
    let message = format!("{what} has too many choices: {why}");
    Diagnostic::error("E0823", span, message).hint(
        "choose an argument from fewer points, or relate it to another one: there in … of here",
    )
}
