//! Compiles a move to move templates: a template is one way of choosing a move, as the set of anchors where it is legal.
//!
//! Every argument of a way is the anchor moved by a fixed offset, or fixed. Ways that differ only in arguments which
//! neither the text nor the body names are one template: several cannons that shoot at one point are one move.
//!
//! `bind` lists the ways, `offsets` tells where points can lie, `conditions` says when a way is legal, `merge` joins the
//! ways that are one move.

mod bind;
mod conditions;
mod merge;
mod offsets;

use crate::compile::expr::{Bind, ExprCompiler, MayFail, Offset};
use crate::compile::value_graph::MaskNode;
use crate::ir::program::Caller;
use linstock_base::Diagnostic;
use linstock_model::visit::{Visitor, walk_arg, walk_block, walk_members, walk_num, walk_text};
use linstock_model::{
    ArgId, AskItem, Comparison, Domain, FiniteDomain, Model, MoveRule, Point, Stmt, StmtKind,
};
use rustc_hash::FxHashMap;

/// A template under construction.
pub(crate) struct TemplateDraft {
    /// What each argument is; nothing for one that the move does not name.
    pub(crate) binds: Vec<Option<Bind>>,
    /// Where the move is legal.
    pub mask: MaskNode,
    /// Where its text puts its places, relative to the first of them, and what else the text says.
    shape: Vec<Shape>,
    /// Where the first place of the text is, relative to the anchor.
    first: Option<Offset>,
}

/// A piece of a move's text, as far as it is known before the game.
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
    /// Returns what the arguments are; one that the move does not name is any number.
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
        // If arguments that move with the anchor do not do, each is fixed to one point: a template for each.
        for pinned in [false, true] {
            self.binds.clear();
            let ways = self.ways(mv, pinned).map_err(|why| too_many(mv, &why))?;
            // Every outcome counts with its weight, also where it reads and does as another.
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
        let unsupported_where = self
            .unsupported_where
            .map(crate::compile::stmt::values::unsupported_where);
        Err(unsupported_where.unwrap_or_else(|| {
            too_many(
                mv,
                "one of its conditions cannot be worked out, even with each argument at one point",
            )
        }))
    }

    /// Takes out of a template the outcomes that weigh nothing.
    pub(crate) fn without_weightless(
        &mut self,
        item: &'m AskItem,
        template: &mut TemplateDraft,
    ) -> Result<(), Diagnostic> {
        let mv = self.model.mv(item.mv);
        let Some(weigh) = &mv.weigh else {
            // What a zone holds none of is not drawn from it anyway.
            return Ok(());
        };
        self.binds = template.bound();
        let mut careful = MayFail::default();
        walk_num(&mut careful, &weigh.kind);
        self.taken = careful.joins.then(|| self.graph.any(template.mask));
        let weight = self.num(&weigh.kind);
        self.taken = None;
        self.binds.clear();
        let Ok(weight) = weight else {
            return Err(
                Diagnostic::error(weigh.span, "this cannot be worked out here")
                    .hint("a weight may depend on numbers and players, not on points"),
            );
        };
        let zero = self.graph.num(0);
        let weighs = self.graph.compare(Comparison::Less, zero, weight);
        let gate = self.graph.gate(weighs);
        template.mask = self.graph.and(gate, template.mask);
        Ok(())
    }

    /// Takes out of a template what an earlier one already offers under the same text; tells whether there may be such.
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

/// What is offered under each text so far: where its first place is, and where it is legal.
pub(crate) type OfferedTexts = FxHashMap<Vec<Shape>, Vec<(Option<Offset>, MaskNode)>>;

impl TemplateDraft {
    /// Notes what the template offers under its text. What is not known before the game may read alike, or not: both are
    /// offered then.
    pub(super) fn note(&self, texts: &mut OfferedTexts) {
        if !self.shape.contains(&Shape::Open) {
            let known = texts.entry(self.shape.clone()).or_default();
            known.push((self.first, self.mask));
        }
    }
}

/// Tells of each argument whether the text, the weight or the body names it.
fn used_args(model: &Model, mv: &MoveRule) -> Vec<bool> {
    if hands_on(model, &mv.body) {
        return vec![true; mv.args.len()];
    }
    let mut used = Used(vec![false; mv.args.len()]);
    // What a multiset is drawn from, and how much of it, makes moves different that read alike.
    let multisets = mv
        .args
        .iter()
        .filter(|arg| matches!(arg.domain, Domain::Multiset(..)));
    multisets.for_each(|arg| walk_arg(&mut used, arg));
    mv.text.iter().for_each(|part| walk_text(&mut used, part));
    mv.weigh.iter().for_each(|w| walk_num(&mut used, &w.kind));
    mv.seen.iter().for_each(|s| walk_members(&mut used, s));
    walk_block(&mut used, &mv.body);
    used.0
}

/// Tells whether a body asks for moves to which it hands its arguments on.
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
    Diagnostic::error(
        mv.span,
        format!("the move `{}` is too wide: {why}", mv.name),
    )
    .label("this move")
    .hint("draw an argument from fewer points, or relate it to another one: there in … of here")
    .hint("or split the move in two: the first remembers the point, `at = here`, and asks for the second, `ask me: go-to`; that one chooses `here in at` and `there in reached from at over …`")
}
