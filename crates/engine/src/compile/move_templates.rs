//! Compiles the choices at a decision point: the offered moves as templates, with all parts of each.

use crate::compile::choice_program::{OfferedTemplate, choice_program, widest_choice};
use crate::compile::decision_points::BodyCode;
use crate::compile::expr::Bind;
use crate::compile::moves::{OfferedTexts, TemplateDraft};
use crate::compile::stmt::StmtCompiler;
use crate::compile::value_graph::ValueGraph;
use crate::ir::instructions::{
    ArgCode, BodyStart, FixedArg, MoveTemplate, MultisetCode, NumOperand, PostconditionCode,
    SeatChoices, ZoneCode,
};
use crate::ir::program::{Reg, pack_line};
use linstock_base::Diagnostic;
use linstock_model::{Arg, Ask, AskItem, Asked, Domain, Model, MoveId, MoveRule};
use rustc_hash::FxHashMap;

/// The maximal stock of a list from which several copies are drawn at once: the table of multisets grows with the number drawn.
const MOST_DRAWN: u64 = 4_096;

/// All ways of choosing the offered moves.
struct Offered<'i, 't> {
    /// The graph with the sets of anchors at which each way is legal.
    graph: ValueGraph<'t>,
    templates: Vec<OfferedTemplate<'i>>,
    /// Whether some way is left out where another one has the same text.
    repeats: bool,
}

impl<'m> StmtCompiler<'m, '_> {
    /// Compiles the choices: one program for all ways of choosing the offered moves.
    pub(super) fn choices(
        &mut self,
        ask: &'m Ask,
        bodies: &[BodyCode],
    ) -> Result<SeatChoices, Diagnostic> {
        let (span, model) = (self.span, self.model);
        let Offered {
            graph,
            templates: offered,
            repeats,
        } = self.offered(ask, bodies)?;
        let widest = || widest_choice(model, &offered);
        let program = choice_program(graph, &offered, (span, &widest))?;
        self.shared.drops_repeats |= repeats;
        let scripted = !program.calls.is_empty();
        let mask = |(reg, _): &(Reg, _)| match reg {
            Reg::Mask(reg) => Some(*reg),
            Reg::Number(_) => None,
        };
        let masks = program.results.iter().filter_map(mask).collect();
        let program = self.program(program)?;
        // All ways of choosing a move share one postcondition: it is about the position after the move.
        let mut postconditions = FxHashMap::default();
        for item in &ask.items {
            let postcondition = self.postcondition(ask, self.model.mv(item.mv))?;
            postconditions.insert(item.mv, postcondition);
        }
        let templates: Vec<_> = offered
            .iter()
            .map(|offered| {
                let postcondition = postconditions[&offered.item.mv];
                let template = self.template(offered)?;
                Ok(MoveTemplate {
                    postcondition,
                    ..template
                })
            })
            .collect::<Result<_, Diagnostic>>()?;
        Ok(SeatChoices {
            has_postcondition: templates.iter().any(|t| t.postcondition.is_some()),
            as_often: ask.as_often,
            draws_multiset: templates.iter().any(|t| t.multiset.is_some()),
            program,
            templates,
            masks,
            scripted,
        })
    }

    /// Binds the arguments of the offered moves in all ways that can be legal.
    fn offered(
        &mut self,
        ask: &'m Ask,
        bodies: &[BodyCode],
    ) -> Result<Offered<'m, '_>, Diagnostic> {
        let model = self.model;
        let chance = matches!(ask.who, Asked::Chance);
        let with_repeats = self.shared.with_repeats;
        let mut repeats = false;
        let mut exprs = self.exprs();
        let rule = exprs.rule.clone();
        let mut texts = OfferedTexts::default();
        let mut offered = Vec::new();
        for (item, &body) in ask.items.iter().zip(bodies) {
            exprs.rule = rule.clone();
            for mut draft in exprs.templates(item, chance)? {
                if chance {
                    exprs.without_weightless(item, &mut draft)?;
                } else if !with_repeats {
                    repeats |= exprs.without_repeats(&mut draft, &texts);
                }
                if !exprs.graph.is_nothing(draft.mask) || supposed(model, item.mv) {
                    draft.note(&mut texts);
                    offered.push(OfferedTemplate { draft, item, body });
                }
            }
        }
        Ok(Offered {
            graph: exprs.graph,
            templates: offered,
            repeats,
        })
    }

    /// Creates the template of one way of choosing an offered move, without its postcondition.
    fn template(&mut self, offered: &OfferedTemplate<'m>) -> Result<MoveTemplate, Diagnostic> {
        let OfferedTemplate { draft, item, body } = offered;
        let weight = self.weight(item, draft)?;
        let multiset = self.multiset(item, draft)?;
        let seen = self.seen(item, draft)?;
        let mv = self.model.mv(item.mv);
        let args = mv.args.iter().zip(&draft.binds).enumerate();
        let args = args.map(|(at, (arg, bind))| self.arg(*bind, (at, arg)));
        let args: Vec<_> = args.collect::<Result<_, _>>()?;
        let varies = |arg: &ArgCode| matches!(arg, ArgCode::Inherited(..) | ArgCode::Multiset(_));
        Ok(MoveTemplate {
            mv: item.mv,
            rule: mv.rule,
            depends_on_state: args.iter().any(varies),
            args,
            frame: body.frame,
            body: body.start,
            weight,
            postcondition: None,
            multiset,
            seen,
            start: BodyStart::default(),
        })
    }

    /// Compiles the postcondition of a move.
    fn postcondition(
        &mut self,
        ask: &'m Ask,
        mv: &'m MoveRule,
    ) -> Result<Option<PostconditionCode>, Diagnostic> {
        let Some(leaves) = &mv.leaves else {
            return Ok(None);
        };
        if !matches!(ask.who, Asked::Me | Asked::One(_)) {
            let message = "only a move that one player chooses alone can have `leaves`";
            return Err(Diagnostic::error("E0819", leaves.cond.span, message).hint(
                "ask one player for this move, not chance, and not several players at once",
            ));
        }
        self.span = leaves.cond.span;
        let cond = self.truth(&leaves.cond)?;
        let supposing = leaves.supposing;
        Ok(Some(PostconditionCode {
            cond,
            supposing,
            // Set when all code is complete.
            is_final: false,
        }))
    }

    fn weight(
        &mut self,
        item: &'m AskItem,
        template: &TemplateDraft,
    ) -> Result<Option<NumOperand>, Diagnostic> {
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
            e.binds = template.bound();
            e.weight(mv)
        })
        .map(Some)
    }

    /// Returns the multiset that a template draws.
    fn multiset(
        &mut self,
        item: &'m AskItem,
        template: &TemplateDraft,
    ) -> Result<Option<MultisetCode>, Diagnostic> {
        let mv = self.model.mv(item.mv);
        let mut multisets = mv.args.iter().filter_map(|arg| match &arg.domain {
            Domain::Multiset(number, zone) => Some((arg, number, zone)),
            _ => None,
        });
        let Some((arg, number, zone)) = multisets.next() else {
            return Ok(None);
        };
        if multisets.next().is_some() {
            let message = "a move can choose several things from one zone only";
            return Err(Diagnostic::error("E0820", arg.span, message)
                .hint("ask for two moves, one after the other"));
        }
        let list = self.model.zone(zone.zone).list;
        let stock: u64 = self.model.stock(list).iter().sum();
        if self.model.packing(list).is_none() || stock > MOST_DRAWN {
            let message = format!(
                "`{}` has too many rows and copies to choose several at once",
                self.model.list(list).name
            );
            return Err(Diagnostic::error("E0821", arg.span, message)
                .hint("ask several times, for one at a time"));
        }
        self.span = arg.span;
        let (word, rows) = self.layout.zone(zone.zone);
        let owner = match &zone.of {
            None => NumOperand::Fixed(0),
            Some(of) => self.number(|e| {
                e.binds = template.bound();
                e.item(&of.kind)
            })?,
        };
        let number = self.number(|e| {
            e.binds = template.bound();
            e.num(&number.kind)
        })?;
        let zone = ZoneCode {
            zone: zone.zone,
            word: self.word(word)?,
            rows: self.word(rows)?,
            owner,
        };
        Ok(Some(MultisetCode { zone, number }))
    }

    /// Returns the players who see the arguments.
    fn seen(
        &mut self,
        item: &'m AskItem,
        template: &TemplateDraft,
    ) -> Result<Option<NumOperand>, Diagnostic> {
        let Some(seen) = &self.model.mv(item.mv).seen else {
            return Ok(None);
        };
        self.span = seen.span;
        self.number(|e| {
            e.binds = template.bound();
            e.items(&seen.kind)
        })
        .map(Some)
    }

    fn arg(&self, bind: Option<Bind>, (at, arg): (usize, &'m Arg)) -> Result<ArgCode, Diagnostic> {
        let kind = FixedArg::of(self.model, &arg.domain);
        let linear = |by| self.tables.topology.number_shift(by);
        Ok(match bind {
            None => ArgCode::Unnamed,
            Some(Bind::Point(offset)) => ArgCode::Point(linear(offset)),
            Some(Bind::Line(offset, dir)) => ArgCode::Line(linear(offset), dir),
            Some(Bind::FixedPoint(point)) => ArgCode::Fixed(u64::from(point.0), FixedArg::Point),
            Some(Bind::FixedLine(point, dir)) => {
                ArgCode::Fixed(pack_line(point.0, dir.index()), FixedArg::Line)
            }
            Some(Bind::Num(n)) => ArgCode::Fixed(n.cast_unsigned(), FixedArg::Num),
            Some(Bind::Member(member)) => ArgCode::Fixed(u64::from(member), kind),
            Some(Bind::Inherited) => ArgCode::Inherited(self.word(self.frame + at)?, kind),
            Some(Bind::Multiset) => match kind {
                FixedArg::Multiset(list) => ArgCode::Multiset(list),
                _ => ArgCode::Unnamed,
            },
        })
    }
}

/// Returns whether a postcondition supposes this move as the outcome of chance.
fn supposed(model: &Model, mv: MoveId) -> bool {
    let rule = model.mv(mv).rule;
    let mut leaves = model.moves.iter().filter_map(|mv| mv.leaves.as_ref());
    leaves.any(|leaves| leaves.supposing == Some(rule))
}
