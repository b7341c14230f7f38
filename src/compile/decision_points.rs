//! Decision points: what is asked, of whom, and what may be chosen.

use crate::base::{Diagnostic, Span};
use crate::compile::OPEN;
use crate::compile::choice_program::{choice_program, widest_choice};
use crate::compile::expr::Bind;
use crate::compile::limits::DECISION_POINTS;
use crate::compile::moves::{TemplateDraft, Texts};
use crate::compile::repetition::PlaceKind;
use crate::compile::stmt::{Inside, MoveBodies, StmtCompiler};
use crate::compile::value_graph::ValueGraph;
use crate::ir::instructions::{
    ArgCode, DecisionPoint, FixedArg, Instr, MoveTemplate, MultisetCode, NumOperand, Pc,
    PostconditionCode, SeatChoices, ZoneCode,
};
use crate::ir::program::{Reg, pack_line};
use crate::model::{Arg, Ask, AskItem, Asked, Domain, Model, MoveId, Stmt};
use rustc_hash::FxHashMap;

/// The most things of a list from which several are drawn at once: their mixtures are counted by how many are drawn.
const MOST_DRAWN: u64 = 4_096;

/// The most instructions of one player: bodies of moves stand in the code of each `ask` that offers them.
const MOST_CODE: usize = 100_000;

/// The offered moves with their arguments bound.
struct Offered<'i, 't> {
    /// The sets of anchors at which each of them is legal.
    graph: ValueGraph<'t>,
    bindings: Vec<TemplateDraft>,
    /// What each binding belongs to: the offer, its body and the word of the first argument.
    owners: Vec<(&'i AskItem, (Pc, u32))>,
    /// Some of them is not offered where another has its text.
    repeats: bool,
}

impl StmtCompiler<'_, '_> {
    pub(crate) fn ask(&mut self, ask: &Ask, stmt: &Stmt) -> MoveBodies {
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

    /// Compiles the bodies of the moves that are offered; returns where each begins, and the word of its first argument.
    /// Where moves are revealed together, all go on there; else each adds the jump behind it to `done`.
    fn bodies(
        &mut self,
        ask: &Ask,
        stmt: &Stmt,
        reveal: Option<Pc>,
        done: &mut Vec<usize>,
    ) -> Result<Vec<(Pc, u32)>, Diagnostic> {
        let (free, together) = (self.free, reveal.is_some());
        let mut bodies = Vec::new();
        for item in &ask.items {
            let args = self.model.mv(item.mv).args.len();
            self.free = free;
            self.frame = self.take(args)?;
            let frame = self.word(self.frame)?;
            bodies.push((self.here()?, frame));
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
    fn asked_instead(&mut self, who: &Asked) -> Result<Option<u32>, Diagnostic> {
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
    fn together(&mut self, ask: &Ask, at: usize) -> Result<bool, Diagnostic> {
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
    pub(crate) fn not_revealing(&self, span: Span) -> MoveBodies {
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

    fn site(&self, ask: &Ask, stmt: &Stmt) -> Result<DecisionPoint, Diagnostic> {
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

    /// Compiles what may be chosen: one program for all bindings of the offered moves.
    fn choices(&mut self, ask: &Ask, bodies: &[(Pc, u32)]) -> Result<SeatChoices, Diagnostic> {
        let (span, model) = (self.span, self.model);
        let Offered {
            graph,
            bindings,
            owners,
            repeats,
        } = self.offered(ask, bodies)?;
        let widest = || widest_choice(model, &bindings, &owners);
        let program = choice_program(graph, &bindings, (span, &widest))?;
        self.shared.drops_repeats |= repeats;
        let scripted = !program.calls.is_empty();
        let mask = |(reg, _): &(Reg, _)| match reg {
            Reg::Mask(reg) => Some(*reg),
            Reg::Number(_) => None,
        };
        let masks = program.results.iter().filter_map(mask).collect();
        let program = self.program(program)?;
        // All ways of choosing a move share one: it speaks of what the move leaves.
        let mut postconditions = FxHashMap::default();
        for item in &ask.items {
            let postcondition = self.postcondition(ask, self.model.mv(item.mv))?;
            postconditions.insert(item.mv, postcondition);
        }
        let templates: Vec<_> = bindings
            .iter()
            .zip(owners)
            .map(|(binding, owner)| {
                let postcondition = postconditions[&owner.0.mv];
                let template = self.template(binding, owner)?;
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
    fn offered<'i>(
        &mut self,
        ask: &'i Ask,
        bodies: &[(Pc, u32)],
    ) -> Result<Offered<'i, '_>, Diagnostic> {
        let model = self.model;
        let chance = matches!(ask.who, Asked::Chance);
        let with_repeats = self.shared.with_repeats;
        let mut repeats = false;
        let mut exprs = self.exprs();
        let rule = exprs.rule.clone();
        let mut texts = Texts::default();
        let (mut bindings, mut owners) = (Vec::new(), Vec::new());
        for (item, body) in ask.items.iter().zip(bodies) {
            exprs.rule = rule.clone();
            for mut binding in exprs.templates(item, chance)? {
                if chance {
                    exprs.without_weightless(item, &mut binding)?;
                } else if !with_repeats {
                    repeats |= exprs.without_repeats(&mut binding, &texts);
                }
                if !exprs.graph.is_nothing(binding.mask) || supposed(model, item.mv) {
                    binding.note(&mut texts);
                    bindings.push(binding);
                    owners.push((item, *body));
                }
            }
        }
        Ok(Offered {
            graph: exprs.graph,
            bindings,
            owners,
            repeats,
        })
    }

    /// Makes the template of one binding of an offered move, but for its postcondition.
    fn template(
        &mut self,
        binding: &TemplateDraft,
        (item, (body, frame)): (&AskItem, (Pc, u32)),
    ) -> Result<MoveTemplate, Diagnostic> {
        let weight = self.weight(item, binding)?;
        let multiset = self.multiset(item, binding)?;
        let seen = self.seen(item, binding)?;
        let mv = self.model.mv(item.mv);
        let args = mv.args.iter().zip(&binding.binds).enumerate();
        let args = args.map(|(at, (arg, bind))| self.arg(*bind, (at, arg)));
        let args: Vec<_> = args.collect::<Result<_, _>>()?;
        let varies = |arg: &ArgCode| matches!(arg, ArgCode::Inherited(..) | ArgCode::Multiset(_));
        Ok(MoveTemplate {
            mv: item.mv,
            rule: mv.rule,
            depends_on_state: args.iter().any(varies),
            args,
            frame,
            body,
            weight,
            postcondition: None,
            multiset,
            seen,
        })
    }

    /// Compiles what must hold once a move is done.
    fn postcondition(
        &mut self,
        ask: &Ask,
        mv: &crate::model::MoveRule,
    ) -> Result<Option<PostconditionCode>, Diagnostic> {
        let Some(leaves) = &mv.leaves else {
            return Ok(None);
        };
        if !matches!(ask.who, Asked::Me | Asked::One(_)) {
            let message = "`leaves` is said of moves that one player chooses alone";
            return Err(Diagnostic::error(leaves.cond.span, message)
                .hint("neither chance nor several at once can be asked for such a move"));
        }
        self.span = leaves.cond.span;
        let cond = self.truth(&leaves.cond)?;
        let supposing = leaves.supposing;
        Ok(Some(PostconditionCode {
            cond,
            supposing,
            // Known once all code is.
            is_final: false,
        }))
    }

    fn weight(
        &mut self,
        item: &AskItem,
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

    /// Returns the heap that a template draws.
    fn multiset(
        &mut self,
        item: &AskItem,
        template: &TemplateDraft,
    ) -> Result<Option<MultisetCode>, Diagnostic> {
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

    /// Returns who sees what is chosen.
    fn seen(
        &mut self,
        item: &AskItem,
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

    fn arg(&self, bind: Option<Bind>, (at, arg): (usize, &Arg)) -> Result<ArgCode, Diagnostic> {
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
            Some(Bind::Heap) => match kind {
                FixedArg::Multiset(list) => ArgCode::Multiset(list),
                _ => ArgCode::Unnamed,
            },
        })
    }
}

/// Tells whether some move is tried out as if this one came of chance.
fn supposed(model: &Model, mv: MoveId) -> bool {
    let rule = model.mv(mv).rule;
    let mut leaves = model.moves.iter().filter_map(|mv| mv.leaves.as_ref());
    leaves.any(|leaves| leaves.supposing == Some(rule))
}
