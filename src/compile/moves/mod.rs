//! Moves to buckets: a bucket is one way of choosing a move, as the set of anchors where it is legal.
//!
//! Every argument of a way is the anchor moved by a fixed offset, or fixed. Ways that differ only in arguments which
//! neither the text nor the body names are one bucket: several cannons that shoot at one point are one move.

use crate::base::Diagnostic;
use crate::compile::expr::{Bind, Compiled, ExprCompiler, NotVectorizable, Offset};
use crate::compile::value_graph::MaskNode;
use crate::ir::program::Caller;
use crate::model::visit::{
    Visitor, walk_arg, walk_block, walk_items, walk_num, walk_text, walk_truth,
};
use crate::model::{
    Arg, ArgId, AskItem, Comparison, Dir, Domain, Family, FormationRef, Head, Member, Model,
    MoveRule, Node, Num, Place, Point, ScriptId, Set, Stmt, StmtKind, TextPart, Truth,
};
use std::collections::HashMap;

/// The most ways that one move may have.
const MOST_WAYS: usize = 10_000;

/// The most words of 64 bits that the masks of all ways of one move may have together: on a large board a way costs
/// more.
const MOST_WORDS: usize = 65_536;

/// What each argument is; nothing for one that the move does not name.
type ArgBindings = Vec<Option<Bind>>;
/// What must hold, each as the anchors at which it does.
type Conditions = Vec<MaskNode>;

/// A bucket under construction.
pub(crate) struct Binding {
    /// What each argument is; nothing for one that the move does not name.
    pub binds: Vec<Option<Bind>>,
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
    Member(Family, u8),
    Open,
}

impl Binding {
    /// Returns what the arguments are; one that the move does not name is any number.
    pub fn bound(&self) -> Vec<Bind> {
        self.binds
            .iter()
            .map(|bind| bind.unwrap_or(Bind::Num(0)))
            .collect()
    }
}

impl ExprCompiler<'_, '_> {
    /// Compiles an offered move to its buckets, in a stable order.
    pub fn buckets(&mut self, item: &AskItem, chance: bool) -> Result<Vec<Binding>, Diagnostic> {
        let model = self.model;
        let mv = model.mv(item.mv);
        self.rule = Caller {
            tags: [&*mv.tags, &*item.tags, &*self.rule.tags].concat(),
            span: mv.span,
        };
        for pinned in [false, true] {
            self.binds.clear();
            let ways = self.ways(mv, pinned).map_err(|why| too_many(mv, &why))?;
            // Every outcome counts with its weight, also where it reads and does as another.
            let used = if chance {
                vec![true; mv.args.len()]
            } else {
                used_args(model, mv)
            };
            if let Ok(buckets) = self.merged(item, &used, ways) {
                self.binds.clear();
                return Ok(buckets);
            }
        }
        let unsupported_where = self
            .unsupported_where
            .map(crate::compile::stmt::unsupported_where);
        Err(unsupported_where.unwrap_or_else(|| too_many(mv, "it cannot be asked point by point")))
    }

    /// Lists all ways of binding a move's arguments; `pinned` binds every point to each point of the board in turn.
    fn ways(&mut self, mv: &MoveRule, pinned: bool) -> Result<Vec<Vec<Bind>>, String> {
        let most = MOST_WAYS.min(MOST_WORDS / self.layout.width);
        let mut ways = vec![vec![Bind::Inherited; mv.given]];
        for arg in mv.args.iter().skip(mv.given) {
            let mut longer = Vec::new();
            for way in ways {
                self.binds = way;
                let choices = self.choices(&arg.domain, pinned);
                for bind in choices {
                    self.binds.push(bind);
                    if !arg.filter.as_ref().is_some_and(|filter| self.never(filter)) {
                        longer.push(self.binds.clone());
                    }
                    self.binds.pop();
                }
                if longer.len() > most {
                    return Err(format!(
                        "there are more than {most} ways of choosing its arguments"
                    ));
                }
            }
            ways = longer;
        }
        Ok(ways)
    }

    /// Tells whether a condition cannot hold with what is bound so far, whatever the position.
    fn never(&mut self, cond: &Node<Truth>) -> bool {
        let holds = self.truth_mask(cond);
        holds.is_ok_and(|holds| self.dag.is_nothing(holds))
    }

    /// Lists what the next argument may be bound to.
    fn choices(&mut self, domain: &Domain, pinned: bool) -> Vec<Bind> {
        let free = !pinned && !self.binds.iter().any(|b| b.is_anchored());
        let board = self.model.board.as_ref();
        let points = || board.into_iter().flat_map(|board| board.topology.iter());
        match domain {
            Domain::Points(set) => match self.offsets(set) {
                Some(offsets) => offsets.into_iter().map(Bind::Point).collect(),
                None if free => vec![Bind::Point(Offset::NONE)],
                None => {
                    let possible = self.possible(set);
                    let fits = |p: &Point| possible[p.index() / 64] >> (p.index() % 64) & 1 == 1;
                    points().filter(fits).map(Bind::FixedPoint).collect()
                }
            },
            Domain::Line(line) => {
                let dirs = self.line_dirs(*line);
                let alike = |dir| self.topology().translation(dir).is_some();
                if free && dirs.iter().all(alike) {
                    return dirs.iter().map(|d| Bind::Line(Offset::NONE, d)).collect();
                }
                points()
                    .flat_map(|p| dirs.iter().map(move |d| Bind::FixedLine(p, d)))
                    .collect()
            }
            Domain::Numbers(least, most) => match (&least.kind, &most.kind) {
                (Num::Fixed(least), Num::Fixed(most)) => (*least..=*most).map(Bind::Num).collect(),
                _ => Vec::new(),
            },
            Domain::Members(_, items) => {
                let members = (0u8..).zip(&items.kind.0);
                let mut meant = Vec::new();
                for (at, truth) in members {
                    let never = self.truth(truth).is_ok_and(|t| self.dag.is_zero(t));
                    if !never {
                        meant.push(Bind::Member(at));
                    }
                }
                meant
            }
            Domain::Zone(zone) => {
                let rows = self.model.list(self.model.zone(zone.zone).list).rows.len();
                (0u8..).take(rows).map(Bind::Member).collect()
            }
            Domain::Heap(..) => vec![Bind::Heap],
            Domain::Inherited(_) => vec![Bind::Inherited],
        }
    }

    /// Returns points of which the set can have no others, whatever else is chosen.
    fn possible(&mut self, set: &Node<Set>) -> Vec<u64> {
        let join = |a: Vec<u64>, b: Vec<u64>, op: fn(u64, u64) -> u64| {
            a.iter().zip(&b).map(|(a, b)| op(*a, *b)).collect()
        };
        let parts = |e: &mut Self, all: &[Node<Set>], op| {
            let parts: Vec<_> = all.iter().map(|part| e.possible(part)).collect();
            parts.into_iter().reduce(|a, b| join(a, b, op))
        };
        let found = match &set.kind {
            Set::And(all) => parts(self, all, |a, b| a & b),
            Set::Or(all) => parts(self, all, |a, b| a | b),
            Set::Except(from, _) | Set::Where(from, _) => Some(self.possible(from)),
            _ => {
                let points = self.set(set).ok();
                points.map(|points| self.dag.bound(points).to_vec())
            }
        };
        found.unwrap_or_else(|| {
            let everything = self.dag.everything();
            self.dag.bound(everything).to_vec()
        })
    }

    /// Lists the offsets at which a point of the set can lie, if the set moves with the anchor.
    fn offsets(&self, set: &Node<Set>) -> Option<Vec<Offset>> {
        let mut offsets = match &set.kind {
            Set::And(all) => all
                .iter()
                .filter_map(|s| self.offsets(s))
                .min_by_key(Vec::len)?,
            Set::Or(all) => {
                let parts: Option<Vec<_>> = all.iter().map(|s| self.offsets(s)).collect();
                parts?.concat()
            }
            Set::Except(from, _) | Set::Where(from, _) => self.offsets(from)?,
            Set::If(_, then, otherwise) => [self.offsets(then)?, self.offsets(otherwise)?].concat(),
            Set::At(place) => vec![self.anchored(*place)?],
            Set::Line(line) => self.on_line(*line, 0, i32::from(self.line_length(*line)) - 1)?,
            Set::Along {
                from,
                dirs,
                least,
                most,
                ..
            } => {
                let Set::At(from) = from.kind else {
                    return None;
                };
                let start = self.anchored(from)?;
                let dirs = dirs[usize::from(self.me.0)];
                let steps = (*least..=*most).flat_map(|n| dirs.iter().map(move |d| (d, n)));
                let steps = steps.map(|(d, n)| Some(start + self.times(d, i32::from(n))?));
                steps.collect::<Option<Vec<_>>>()?
            }
            Set::Ahead {
                line, least, most, ..
            } => {
                let front = i32::from(self.line_length(*line)) - 1;
                self.on_line(*line, front + i32::from(*least), front + i32::from(*most))?
            }
            Set::NextTo(of) => {
                let Set::At(of) = of.kind else { return None };
                let start = self.anchored(of)?;
                let board = self.model.board.as_ref()?;
                let steps = board.next.iter().map(|dir| self.times(dir, 1));
                let links = board.links.iter().flat_map(|link| {
                    let [a, b] = link.ends;
                    [board.topology.between(a, b), board.topology.between(b, a)]
                });
                let steps = steps.chain(links).map(|step| Some(start + step?));
                steps.collect::<Option<Vec<_>>>()?
            }
            Set::Fixed(_)
            | Set::Region(..)
            | Set::Pieces(..)
            | Set::Empty
            | Set::Edge(_)
            | Set::Reached(_)
            | Set::Memory(_) => {
                return None;
            }
        };
        let board = self.model.board.as_ref()?;
        offsets.retain(|offset| board.topology.joins_points(*offset));
        let mut unique = Vec::new();
        offsets.into_iter().for_each(|o| {
            if !unique.contains(&o) {
                unique.push(o);
            }
        });
        Some(unique)
    }

    fn line_length(&self, line: FormationRef) -> u8 {
        self.model.lines[usize::from(line.line.0)].length
    }

    fn on_line(&self, line: FormationRef, least: i32, most: i32) -> Option<Vec<Offset>> {
        match self.binds.get(usize::from(line.arg.0)) {
            Some(Bind::Line(rear, dir)) => {
                let by = self.times(*dir, 1)?;
                Some((least..=most).map(|n| *rear + by * n).collect())
            }
            _ => None,
        }
    }

    /// Returns where a place is relative to the anchor, if it moves with it.
    fn anchored(&self, place: Place) -> Option<Offset> {
        match place {
            Place::Fixed(_) | Place::It => None,
            Place::Arg(arg) => match self.binds.get(usize::from(arg.0)) {
                Some(Bind::Point(offset)) => Some(*offset),
                _ => None,
            },
            Place::OnLine(line, step) => self
                .on_line(line, i32::from(step), i32::from(step))
                .and_then(|o| o.first().copied()),
        }
    }

    /// Compiles the conditions of all ways and makes one bucket of those that are the same move.
    fn merged(
        &mut self,
        item: &AskItem,
        used: &[bool],
        ways: Vec<Vec<Bind>>,
    ) -> Compiled<Vec<Binding>> {
        let mv = self.model.mv(item.mv);
        let mut keys: Vec<(ArgBindings, Vec<Conditions>)> = Vec::new();
        let mut places: HashMap<ArgBindings, usize> = HashMap::new();
        for way in ways {
            self.binds = self.anchor_at_last(mv, way, used);
            let mut conditions = self.conditions(mv, item)?;
            if conditions.iter().any(|&c| self.dag.is_nothing(c)) {
                continue;
            }
            let placed = self
                .binds
                .iter()
                .zip(used)
                .any(|(b, used)| *used && b.is_anchored());
            if !placed {
                conditions = vec![self.anywhere(&conditions)];
            }
            let named: ArgBindings = self
                .binds
                .iter()
                .zip(used)
                .map(|(b, used)| used.then_some(*b))
                .collect();
            match places.get(&named) {
                Some(&at) => keys[at].1.push(conditions),
                None => {
                    places.insert(named.clone(), keys.len());
                    keys.push((named, vec![conditions]));
                }
            }
        }
        let mut buckets = Vec::new();
        for (binds, ways) in keys {
            let mask = self.either(&ways);
            if !self.dag.is_nothing(mask) {
                let mut bucket = Binding {
                    binds,
                    mask,
                    shape: Vec::new(),
                    first: None,
                };
                self.binds = bucket.bound();
                (bucket.shape, bucket.first) = self.shape(mv);
                buckets.push(bucket);
            }
        }
        Ok(buckets)
    }

    /// Moves the anchor to the last point that the move names, or an end of its last formation.
    fn anchor_at_last(&self, mv: &MoveRule, mut way: Vec<Bind>, used: &[bool]) -> Vec<Bind> {
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

    /// Returns the end of a formation at which it is looked for: the same one for both ways of reading it, so that nothing
    /// has to be moved from one end to the other.
    fn found_at(&self, arg: &Arg, rear: Offset, dir: Dir) -> Offset {
        match arg.domain {
            Domain::Line(line) if self.looked_for_as(dir).is_some() => {
                let to_the_end = self.times(dir, i32::from(self.length(line)) - 1);
                rear + to_the_end.unwrap_or_default()
            }
            _ => rear,
        }
    }

    /// A move that names no place is legal if some anchor is: that is the bit of the first point.
    fn anywhere(&mut self, conditions: &[MaskNode]) -> MaskNode {
        let mut all = self.dag.everything();
        for &condition in conditions {
            all = self.dag.and(all, condition);
        }
        let any = self.dag.any(all);
        let (gate, first) = (self.dag.gate(any), self.dag.first_point());
        self.dag.and(gate, first)
    }

    /// Returns the conditions of the way that is bound, each as the anchors at which it holds.
    fn conditions(&mut self, mv: &MoveRule, item: &AskItem) -> Compiled<Vec<MaskNode>> {
        let mut conditions = Vec::new();
        if let Some(cond) = &item.cond {
            // What is named there are the arguments of the move in whose body the ask stands.
            let binds = std::mem::take(&mut self.binds);
            let holds = self.truth(cond);
            self.binds = binds;
            conditions.push(self.dag.gate(holds?));
        }
        for head in &mv.heads {
            match head {
                Head::When(cond) => {
                    let cond = self.guarded(cond, &conditions)?;
                    conditions.push(cond);
                }
                Head::Arg(arg) => {
                    self.domain(mv, *arg, &mut conditions)?;
                    if let Some(filter) = &mv.args[usize::from(arg.0)].filter {
                        let filter = self.guarded(filter, &conditions)?;
                        conditions.push(filter);
                    }
                }
            }
        }
        for part in &mv.text {
            // A point that the text names is on the board.
            if let TextPart::Place(place) = part
                && let Some(offset) = self.anchored(*place)
            {
                conditions.push(self.on_board(true, offset));
            }
        }
        Ok(conditions)
    }

    /// Compiles a condition; a script in it is asked only where all before it can hold.
    fn guarded(&mut self, cond: &Node<Truth>, before: &[MaskNode]) -> Compiled<MaskNode> {
        let mut asks = AsksScript(false);
        walk_truth(&mut asks, cond);
        if !asks.0 {
            return self.truth_mask(cond);
        }
        let mut all = self.dag.everything();
        for &condition in before {
            all = self.dag.and(all, condition);
        }
        self.guard = Some(self.dag.any(all));
        let cond = self.truth_mask(cond);
        self.guard = None;
        cond
    }

    fn domain(
        &mut self,
        mv: &MoveRule,
        arg: ArgId,
        conditions: &mut Vec<MaskNode>,
    ) -> Compiled<()> {
        let bind = self.binds[usize::from(arg.0)];
        match (&mv.args[usize::from(arg.0)].domain, bind) {
            (Domain::Points(set), Bind::Point(offset)) => self.factors(set, offset, conditions)?,
            (Domain::Points(set), Bind::FixedPoint(point)) => {
                let inside = Truth::In(Place::Fixed(point), Box::new(set.clone()));
                let node = Node {
                    tags: Vec::new(),
                    span: set.span,
                    kind: inside,
                };
                conditions.push(self.truth_mask(&node)?);
            }
            (Domain::Line(line), Bind::Line(rear, dir)) => {
                let rears = self.rears(*line, dir)?;
                conditions.push(self.dag.shift(rears, -rear));
            }
            (Domain::Line(line), Bind::FixedLine(rear, dir)) => {
                let rears = self.rears(*line, dir)?;
                let point = self.dag.num(i64::from(rear.0));
                let stands = self.dag.has(rears, point);
                conditions.push(self.dag.gate(stands));
            }
            (Domain::Members(_, items), Bind::Member(at)) => {
                if let Some(truth) = items.kind.0.get(usize::from(at)) {
                    conditions.push(self.truth_mask(truth)?);
                }
            }
            (Domain::Zone(zone), Bind::Member(at)) => {
                let (copies, none) = (self.copies(zone, &Member::Fixed(at))?, self.dag.num(0));
                let some = self.dag.compare(Comparison::Less, none, copies);
                conditions.push(self.dag.gate(some));
            }
            (Domain::Heap(number, zone), Bind::Heap) => {
                let (number, size) = (self.num(&number.kind)?, self.size(zone)?);
                let none = self.dag.num(0);
                for (less, more) in [(none, number), (number, size)] {
                    let fits = self.dag.compare(Comparison::AtMost, less, more);
                    conditions.push(self.dag.gate(fits));
                }
            }
            (Domain::Numbers(..), Bind::Num(_)) => {}
            _ => return Err(NotVectorizable),
        }
        Ok(())
    }

    /// Adds each factor of a set as a condition of its own, so that what several ways share can be taken out.
    fn factors(
        &mut self,
        set: &Node<Set>,
        offset: Offset,
        conditions: &mut Vec<MaskNode>,
    ) -> Compiled<()> {
        if let Set::And(all) = &set.kind
            && self.offsets(set).is_some()
        {
            for part in all {
                self.factors(part, offset, conditions)?;
            }
            return Ok(());
        }
        conditions.push(self.member(offset, set)?);
        Ok(())
    }

    /// Joins ways: what all of them share is asked once.
    fn either(&mut self, ways: &[Vec<MaskNode>]) -> MaskNode {
        let shared: Vec<MaskNode> = ways[0]
            .iter()
            .copied()
            .filter(|c| ways.iter().all(|way| way.contains(c)))
            .collect();
        let mut any = self.dag.nothing();
        for way in ways {
            let mut all = self.dag.everything();
            for &condition in way.iter().filter(|c| !shared.contains(c)) {
                all = self.dag.and(all, condition);
            }
            any = self.dag.or(any, all);
        }
        for &condition in &shared {
            any = self.dag.and(any, condition);
        }
        any
    }

    /// Returns what the text of the bound way looks like, and where its first place is.
    fn shape(&mut self, mv: &MoveRule) -> (Vec<Shape>, Option<Offset>) {
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
                TextPart::Member(family, Member::Me) => Shape::Member(*family, self.me.0),
                TextPart::Member(family, Member::Fixed(at)) => Shape::Member(*family, *at),
                TextPart::Member(family, Member::Arg(arg)) => {
                    match self.binds.get(usize::from(arg.0)) {
                        Some(Bind::Member(at)) => Shape::Member(*family, *at),
                        _ => Shape::Open,
                    }
                }
                TextPart::Num(_) | TextPart::Member(..) | TextPart::Heap(..) => Shape::Open,
            });
        }
        (shape, first)
    }

    /// Returns the place of a member of a family that is known before the game.
    fn bound_item(&self, item: &Member) -> Option<usize> {
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
            Place::It => Shape::Open,
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

    /// Takes out of a bucket the outcomes that weigh nothing.
    pub fn without_weightless(
        &mut self,
        item: &AskItem,
        bucket: &mut Binding,
    ) -> Result<(), Diagnostic> {
        let mv = self.model.mv(item.mv);
        let Some(weigh) = &mv.weigh else {
            // What a zone holds none of is not drawn from it anyway.
            return Ok(());
        };
        self.binds = bucket.bound();
        let weight = self.num(&weigh.kind);
        self.binds.clear();
        let Ok(weight) = weight else {
            return Err(
                Diagnostic::error(weigh.span, "this cannot be worked out here")
                    .hint("a weight may depend on numbers and players, not on points"),
            );
        };
        let zero = self.dag.num(0);
        let weighs = self.dag.compare(Comparison::Less, zero, weight);
        let gate = self.dag.gate(weighs);
        bucket.mask = self.dag.and(gate, bucket.mask);
        Ok(())
    }

    /// Takes out of a bucket what an earlier one already offers under the same text.
    pub fn without_repeats(&mut self, bucket: &mut Binding, earlier: &Texts) {
        for (first, mask) in earlier.get(&bucket.shape).into_iter().flatten() {
            let moved = match (bucket.first, first) {
                (Some(here), Some(there)) => *there - here,
                _ => Offset::NONE,
            };
            let taken = self.dag.shift(*mask, moved);
            bucket.mask = self.dag.and_not(bucket.mask, taken);
        }
    }
}

/// What is offered under each text so far: where its first place is, and where it is legal.
pub(crate) type Texts = HashMap<Vec<Shape>, Vec<(Option<Offset>, MaskNode)>>;

impl Binding {
    /// Notes what the bucket offers under its text. What is not known before the game may read alike, or not: both are
    /// offered then.
    pub fn note(&self, texts: &mut Texts) {
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
    // What a heap is drawn from, and how much of it, makes moves different that read alike.
    let heaps = mv
        .args
        .iter()
        .filter(|arg| matches!(arg.domain, Domain::Heap(..)));
    heaps.for_each(|arg| walk_arg(&mut used, arg));
    mv.text.iter().for_each(|part| walk_text(&mut used, part));
    mv.weigh.iter().for_each(|w| walk_num(&mut used, &w.kind));
    mv.seen.iter().for_each(|s| walk_items(&mut used, s));
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

/// Finds out whether a script is asked.
struct AsksScript(bool);

impl Visitor for AsksScript {
    fn script(&mut self, _script: ScriptId) {
        self.0 = true;
    }
}

fn too_many(mv: &MoveRule, why: &str) -> Diagnostic {
    Diagnostic::error(
        mv.span,
        format!("the move `{}` is too wide: {why}", mv.name),
    )
    .label("this move")
    .hint("draw an argument from fewer points, or relate it to another one: there in … of here")
}
