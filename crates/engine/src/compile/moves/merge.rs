//! Merges ways that are the same move into one template, and finds the parts of its text that are known before the game.

use crate::compile::expr::{Bind, Compiled, ExprCompiler, Offset};
use crate::compile::moves::{Shape, TemplateDraft};
use crate::compile::value_graph::MaskNode;
use linstock_model::{Arg, AskItem, Dir, Domain, Member, MoveRule, Num, NumOp, Place, TextPart};
use rustc_hash::FxHashMap;

/// The binding of each argument; `None` for an argument that the move does not name.
type ArgBindings = Vec<Option<Bind>>;
/// The conditions, each as the anchors at which it holds.
type Conditions = Vec<MaskNode>;

impl<'m> ExprCompiler<'m, '_> {
    /// Compiles the conditions of all ways, and makes one template of all ways that are the same move.
    pub(super) fn merged(
        &mut self,
        item: &'m AskItem,
        used: &[bool],
        ways: Vec<Vec<Bind>>,
    ) -> Compiled<Vec<TemplateDraft>> {
        let mv = self.model.mv(item.mv);
        let mut keys: Vec<(ArgBindings, Vec<Conditions>)> = Vec::new();
        let mut places: FxHashMap<ArgBindings, usize> = FxHashMap::default();
        for way in ways {
            self.binds = self.anchor_at_last(mv, way, used);
            let mut conditions = self.conditions(mv, item)?;
            if conditions.iter().any(|&c| self.graph.is_nothing(c)) {
                continue;
            }
            let binds = || self.binds.iter().zip(used);
            let placed = binds().any(|(b, used)| *used && b.is_anchored());
            let named: ArgBindings = binds().map(|(b, used)| used.then_some(*b)).collect();
            if !placed {
                conditions = vec![self.anywhere(&conditions)];
            }
            match places.get(&named) {
                Some(&at) => keys[at].1.push(conditions),
                None => {
                    places.insert(named.clone(), keys.len());
                    keys.push((named, vec![conditions]));
                }
            }
        }
        let templates = keys.into_iter();
        Ok(templates
            .filter_map(|(binds, ways)| self.template(mv, binds, &ways))
            .collect())
    }

    /// Joins the ways of one move; `None` if none of them is ever legal.
    fn template(
        &mut self,
        mv: &'m MoveRule,
        binds: ArgBindings,
        ways: &[Conditions],
    ) -> Option<TemplateDraft> {
        let mask = self.either(ways);
        if self.graph.is_nothing(mask) {
            return None;
        }
        let mut template = TemplateDraft {
            binds,
            mask,
            shape: Vec::new(),
            first: None,
        };
        self.binds = template.bound();
        (template.shape, template.first) = self.shape(mv);
        Some(template)
    }

    /// Moves the anchor to the last point that the move names, or else to an end of its last formation.
    fn anchor_at_last(&self, mv: &'m MoveRule, mut way: Vec<Bind>, used: &[bool]) -> Vec<Bind> {
        let named = way
            .iter()
            .zip(&mv.args)
            .zip(used)
            .rev()
            .filter(|(_, used)| **used);
        let point = named.clone().find_map(|((bind, _), _)| match bind {
            Bind::Point(offset) => Some(*offset),
            _ => None,
        });
        let line = || {
            named.clone().find_map(|((bind, arg), _)| match *bind {
                Bind::Line(rear, dir) => Some(self.found_at(arg, rear, dir)),
                _ => None,
            })
        };
        if let Some(at) = point.or_else(line) {
            for bind in &mut way {
                if let Bind::Point(offset) | Bind::Line(offset, _) = bind {
                    *offset = *offset - at;
                }
            }
        }
        way
    }

    /// Returns the end of a formation at which it is searched for: the same end for both ways of reading it, so that no
    /// mask has to be shifted from one end to the other.
    fn found_at(&self, arg: &Arg, rear: Offset, dir: Dir) -> Offset {
        match arg.domain {
            Domain::Line(line) if self.looked_for_as(dir).is_some() => {
                let to_the_end = self.times(dir, i32::from(self.length(line)) - 1);
                rear + to_the_end.unwrap_or_default()
            }
            _ => rear,
        }
    }

    /// Returns the mask of a move that names no place: the bit of the first point, if any anchor is legal.
    fn anywhere(&mut self, conditions: &[MaskNode]) -> MaskNode {
        let (mut all, mut holding) = (self.graph.everything(), Vec::new());
        for &condition in conditions {
            match self.graph.gated(condition) {
                Some(truth) => holding.push(truth),
                None => all = self.graph.and(all, condition),
            }
        }
        // Shared conditions have the lowest nodes; sorting joins them first, so that they are joined once.
        holding.sort_unstable();
        let truths = holding.into_iter();
        let joined = truths.reduce(|a, b| self.graph.join(NumOp::Min, a, b));
        let any = self.graph.any(all);
        let any = joined.map_or(any, |joined| self.graph.join(NumOp::Min, any, joined));
        let (gate, first) = (self.graph.gate(any), self.graph.first_point());
        self.graph.and(gate, first)
    }

    /// Joins ways: factors out the conditions that all of them share.
    fn either(&mut self, ways: &[Vec<MaskNode>]) -> MaskNode {
        let shared: Vec<MaskNode> = ways[0]
            .iter()
            .copied()
            .filter(|c| ways.iter().all(|way| way.contains(c)))
            .collect();
        let mut each = Vec::with_capacity(ways.len());
        for way in ways {
            let mut all = self.graph.everything();
            for &condition in way.iter().filter(|c| !shared.contains(c)) {
                all = self.graph.and(all, condition);
            }
            each.push(all);
        }
        let mut any = self.any_of(each);
        for &condition in &shared {
            any = self.graph.and(any, condition);
        }
        any
    }

    /// Joins masks, many of them in groups: walks over the graph recurse as deep as the graph.
    fn any_of(&mut self, mut masks: Vec<MaskNode>) -> MaskNode {
        const AT_A_TIME: usize = 64;
        while masks.len() > AT_A_TIME {
            let joined = masks.chunks(AT_A_TIME).map(<[MaskNode]>::to_vec);
            masks = joined
                .collect::<Vec<_>>()
                .into_iter()
                .map(|some| self.any_of(some))
                .collect();
        }
        let nothing = self.graph.nothing();
        masks
            .into_iter()
            .fold(nothing, |any, mask| self.graph.or(any, mask))
    }

    /// Returns the shape of the text of the current way, and the offset of its first place.
    fn shape(&mut self, mv: &'m MoveRule) -> (Vec<Shape>, Option<Offset>) {
        let mut first = None;
        let mut shape = Vec::new();
        for part in &mv.text {
            shape.push(match part {
                TextPart::Literal(text) => Shape::Literal(text.clone()),
                TextPart::Place(place) => match self.anchored(*place) {
                    Some(offset) => {
                        let start = *first.get_or_insert(offset);
                        Shape::Anchored(offset - start)
                    }
                    None => self.fixed_place(*place),
                },
                TextPart::Num(Num::Fixed(n)) => Shape::Num(*n),
                TextPart::Num(Num::Arg(arg)) => match self.binds.get(usize::from(arg.0)) {
                    Some(Bind::Num(n)) => Shape::Num(*n),
                    _ => Shape::Open,
                },
                TextPart::Num(Num::Field(values, item)) => match self.bound_item(&item.kind) {
                    Some(at) => Shape::Num(values.get(at).copied().unwrap_or(0)),
                    None => Shape::Open,
                },
                TextPart::Member(finite_domain, Member::Me) => {
                    Shape::Member(*finite_domain, self.me.0)
                }
                TextPart::Member(finite_domain, Member::Fixed(at)) => {
                    Shape::Member(*finite_domain, *at)
                }
                TextPart::Member(finite_domain, Member::Arg(arg)) => {
                    match self.binds.get(usize::from(arg.0)) {
                        Some(Bind::Member(at)) => Shape::Member(*finite_domain, *at),
                        _ => Shape::Open,
                    }
                }
                TextPart::Num(_) | TextPart::Member(..) | TextPart::Multiset(..) => Shape::Open,
            });
        }
        (shape, first)
    }

    /// Returns the index of a member of a finite domain, if it is known before the game.
    fn bound_item(&self, item: &'m Member) -> Option<usize> {
        match item {
            Member::Fixed(at) => Some(usize::from(*at)),
            Member::Arg(arg) => match self.binds.get(usize::from(arg.0)) {
                Some(Bind::Member(at)) => Some(usize::from(*at)),
                _ => None,
            },
            _ => None,
        }
    }

    fn fixed_place(&self, place: Place) -> Shape {
        let board = self.model.board.as_ref();
        match place {
            Place::It | Place::Kept(_) => Shape::Open,
            Place::Fixed(point) => Shape::Point(Some(point)),
            Place::Arg(arg) => match self.binds.get(usize::from(arg.0)) {
                Some(Bind::FixedPoint(point)) => Shape::Point(Some(*point)),
                _ => Shape::Open,
            },
            Place::OnLine(line, step) => match self.binds.get(usize::from(line.arg.0)) {
                Some(Bind::FixedLine(rear, dir)) => {
                    Shape::Point(board.and_then(|b| b.along(*rear, *dir, i32::from(step))))
                }
                _ => Shape::Open,
            },
        }
    }
}
