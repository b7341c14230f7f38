//! The clauses that apply to a legal move, and those among them that decide it.
//!
//! Both come from the proof of the move: of the condition of its offer, of its arguments' domains, and of its conditions.

use crate::explain::attempt::Attempt;
use crate::explain::cited::says_what_there_is;
use crate::explain::sets::own_tags;
use crate::explain::situation::Situation;
use crate::reference::{
    Evaluator, Proof, SeenDomain, SetParts, StraightWays, TruthParts, WithParts, has,
};
use linstock_engine::vm::Fault;
use linstock_model::{Arg, ArgValue, AskItem, Head, MoveRule, Node, Point, Set, TagId, Truth};

/// The proof of a legal move.
pub(crate) struct MoveProof<'m> {
    rule: &'m MoveRule,
    item: &'m AskItem,
    /// The condition of the offer.
    offer: Option<Proved<'m, Truth>>,
    heads: Vec<HeadProof<'m>>,
    evaluator: Evaluator<'m>,
}

/// A script that fails here has already let the move pass, so the rest of the proof is kept.
type Proved<'m, F> = Result<Proof<'m, F>, Fault>;

/// The proof of a line of the head.
enum HeadProof<'m> {
    /// A condition.
    When(Proved<'m, Truth>),
    /// An argument.
    Arg(ArgProof<'m>),
}

/// The proof of an argument.
struct ArgProof<'m> {
    arg: &'m Arg,
    value: ArgValue,
    domain: Result<SeenDomain<'m, WithParts>, Fault>,
    filter: Option<Proved<'m, Truth>>,
}

impl<'m> MoveProof<'m> {
    /// Proves an attempt without problems.
    pub(super) fn of(scene: &Situation<'m>, attempt: &'m Attempt<'m>) -> Self {
        let rule = scene.evaluator.model.mv(attempt.reading.mv);
        let evaluator = scene.evaluator.with(&attempt.args);
        let prove = |head: &'m Head| match head {
            Head::When(cond) => Some(HeadProof::When(evaluator.prove(cond))),
            Head::Arg(id) => {
                let arg = rule.args.get(id.index())?;
                Some(HeadProof::Arg(ArgProof {
                    arg,
                    value: evaluator.arg(*id).ok()?,
                    domain: evaluator.prove_domain(&arg.domain),
                    filter: arg.filter.as_ref().map(|cond| evaluator.prove(cond)),
                }))
            }
        };
        let cond = attempt.item.cond.as_ref();
        Self {
            rule,
            item: attempt.item,
            offer: cond.map(|cond| scene.evaluator.prove(cond)),
            heads: rule.heads.iter().filter_map(prove).collect(),
            evaluator,
        }
    }
}

/// Returns all tags that apply to a legal move: its own, those of its arguments, those of its conditions as far as they
/// hold, and those of the offer.
pub(super) fn by(scene: &Situation<'_>, proof: &MoveProof<'_>) -> Vec<TagId> {
    let mut all = collected(proof, false);
    all.extend_from_slice(scene.ask_tags);
    all
}

/// Returns the tags of the parts that decide that a move is legal.
///
/// A part that could not have made the move illegal decides nothing: a condition that always holds, a way with nothing on
/// it, the clauses of a kind of piece. The clauses of the question decide only if nothing else does, or if the question
/// passes arguments to a move without clauses.
pub(super) fn deciding(scene: &Situation<'_>, proof: &MoveProof<'_>) -> Vec<TagId> {
    let model = scene.evaluator.model;
    let (found, things): (Vec<_>, Vec<_>) = collected(proof, true)
        .into_iter()
        .partition(|tag| !says_what_there_is(model, *tag));
    let found = if found.is_empty() { things } else { found };
    let of_question = proof.rule.given > 0 && proof.rule.tags.is_empty();
    if of_question && proof.item.tags.is_empty() {
        [scene.ask_tags, found.as_slice()].concat()
    } else if found.is_empty() {
        scene.ask_tags.to_vec()
    } else {
        found
    }
}

/// Returns the tags that decide that a condition outside moves holds. Empty if it does not hold.
///
/// # Errors
/// If an argument is missing or a script fails.
pub(crate) fn of_condition(
    evaluator: Evaluator<'_>,
    cond: &Node<Truth>,
) -> Result<Vec<TagId>, Fault> {
    let proof = evaluator.prove(cond)?;
    let mut clauses = DecidingClauses {
        deciding: true,
        ..DecidingClauses::new(evaluator)
    };
    if proof.value {
        clauses.truth(&proof);
    }
    Ok(clauses.tags)
}

fn collected(proof: &MoveProof<'_>, deciding: bool) -> Vec<TagId> {
    let mut clauses = DecidingClauses {
        tags: proof.rule.tags.clone(),
        deciding,
        ..DecidingClauses::new(proof.evaluator)
    };
    for head in &proof.heads {
        match head {
            HeadProof::When(cond) => clauses.condition(Some(cond)),
            HeadProof::Arg(arg) => clauses.arg(arg),
        }
    }
    clauses.tags.extend_from_slice(&proof.item.tags);
    clauses.condition(proof.offer.as_ref());
    if deciding {
        clauses.in_order(&proof.rule.tags)
    } else {
        clauses.tags
    }
}

struct DecidingClauses<'a> {
    evaluator: Evaluator<'a>,
    tags: Vec<TagId>,
    /// Whether to leave out parts that decide nothing.
    deciding: bool,
    /// The clauses of the alternatives that hold, and of those that do not or were not needed.
    chosen: Vec<TagId>,
    others: Vec<TagId>,
}

impl<'a> DecidingClauses<'a> {
    fn new(evaluator: Evaluator<'a>) -> Self {
        Self {
            evaluator,
            tags: Vec::new(),
            deciding: false,
            chosen: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Returns the clauses in their order. A clause of the move that also stands before an alternative decides if that
    /// alternative holds: then it comes first, and else last.
    fn in_order(self, of_move: &[TagId]) -> Vec<TagId> {
        let Self {
            tags,
            chosen,
            others,
            ..
        } = self;
        let is_chosen = |tag: &TagId| of_move.contains(tag) && chosen.contains(tag);
        let is_other =
            |tag: &TagId| of_move.contains(tag) && others.contains(tag) && !chosen.contains(tag);
        let (last, rest): (Vec<_>, Vec<_>) = tags.into_iter().partition(is_other);
        let (first, rest): (Vec<_>, Vec<_>) = rest.into_iter().partition(is_chosen);
        [first, rest, last].concat()
    }

    /// Notes which of several alternatives decide.
    fn note<'p, T: 'p>(&mut self, parts: impl Iterator<Item = (&'p Node<T>, bool)>) {
        let mut is_first = true;
        for (node, holds) in parts {
            if holds && is_first {
                is_first = false;
                self.chosen.extend_from_slice(&node.tags);
            } else {
                self.others.extend_from_slice(&node.tags);
            }
        }
    }
    fn condition(&mut self, cond: Option<&Proved<'_, Truth>>) {
        if let Some(Ok(cond)) = cond {
            self.truth(cond);
        }
    }

    fn arg(&mut self, proof: &ArgProof<'_>) {
        self.tags.extend_from_slice(&proof.arg.tags);
        match &proof.domain {
            Ok(domain) => self.domain(domain, proof.value),
            Err(_) => return,
        }
        self.condition(proof.filter.as_ref());
    }

    fn domain(&mut self, domain: &SeenDomain<'_, WithParts>, value: ArgValue) {
        match domain {
            SeenDomain::Points(set) => {
                if let ArgValue::Point(point) = value {
                    self.set(set, Some(point));
                }
            }
            SeenDomain::Line(lines) => {
                if let Some(line) = lines.line {
                    self.tags.extend_from_slice(&line.tags);
                    self.node(&line.points);
                }
            }
            SeenDomain::Numbers(least, most) => {
                self.tags.extend_from_slice(&least.node.tags);
                self.tags.extend_from_slice(&most.node.tags);
            }
            SeenDomain::Members(_, items) => self.tags.extend_from_slice(&items.node.tags),
            SeenDomain::Multiset(number, _) => self.tags.extend_from_slice(&number.node.tags),
            SeenDomain::Zone(_) | SeenDomain::Inherited => {}
        }
    }

    /// Takes the tags of the set itself.
    fn node(&mut self, node: &Node<Set>) {
        if self.deciding {
            self.tags.extend(own_tags(self.evaluator.model, node));
        } else {
            self.tags.extend_from_slice(&node.tags);
        }
    }

    /// Visits the parts of a set that contain a point, or all parts if no point is given.
    fn set(&mut self, proof: &Proof<'_, Set>, point: Option<Point>) {
        if self.deciding && self.is_everything(proof) {
            return;
        }
        self.node(proof.node);
        match &*proof.parts {
            SetParts::And(parts) => parts.iter().for_each(|part| self.set(part, point)),
            SetParts::Or(parts) => {
                let holds = |part: &&Proof<'_, Set>| point.is_none_or(|at| has(&part.value, at));
                self.note(parts.iter().map(|part| (part.node, holds(&part))));
                let holding = parts.iter().filter(holds);
                let enough = if self.deciding && point.is_some() {
                    1
                } else {
                    parts.len()
                };
                holding.take(enough).for_each(|part| self.set(part, point));
            }
            SetParts::Except(first, _) => self.set(first, point),
            SetParts::If(_, chosen) => self.set(chosen, point),
            SetParts::NextTo(of, _) | SetParts::Edge(of) | SetParts::Other(of) => {
                self.set(of, None);
            }
            SetParts::Along(from, ways) => {
                self.set(from, None);
                self.through(ways, point);
            }
            SetParts::Ahead(_, ways) => self.through(ways, point),
            _ => {}
        }
    }

    fn is_everything(&self, proof: &Proof<'_, Set>) -> bool {
        let board = self.evaluator.model.board.as_ref();
        let fixed = matches!(&*proof.parts, SetParts::Fixed);
        fixed && board.is_some_and(|b| proof.value.count_ones(..) == b.every().count_ones(..))
    }

    /// Takes the tags of what must be on a way. They decide nothing if the way is empty; and that anything may be on it
    /// decides only if something is.
    fn through(&mut self, ways: &StraightWays<'_, WithParts>, point: Option<Point>) {
        let Some(through) = &ways.through else {
            return;
        };
        let (true, Some(point)) = (self.deciding, point) else {
            return self.set(through, None);
        };
        let mut rays = ways.rays.iter();
        let passed = rays.find_map(|ray| Some(ray.between(ray.steps_to(point)?)));
        let passed = passed.unwrap_or_default();
        if self.is_everything(through) {
            let stands = |at: &Point| self.evaluator.table.at(*at).is_some();
            if passed.iter().any(stands) {
                self.tags.extend_from_slice(&through.node.tags);
            }
            return;
        }
        for at in passed {
            self.set(through, Some(*at));
        }
    }

    /// Visits the parts of a condition that hold.
    fn truth(&mut self, proof: &Proof<'_, Truth>) {
        if self.deciding && always(proof.node) {
            return;
        }
        self.tags.extend_from_slice(&proof.node.tags);
        match &*proof.parts {
            TruthParts::And(parts) => parts.iter().flatten().for_each(|part| self.truth(part)),
            TruthParts::Or(parts) => {
                let all = parts.iter().flatten();
                self.note(all.map(|part| (part.node, part.value)));
                let holding = parts.iter().flatten().filter(|part| part.value);
                let enough = if self.deciding { 1 } else { parts.len() };
                holding.take(enough).for_each(|part| self.truth(part));
            }
            TruthParts::In(place, set) => self.set(set, place.point),
            TruthParts::Some(set) | TruthParts::LineIn(_, set) => self.set(set, None),
            _ => {}
        }
    }
}

/// Returns whether a condition holds in every position, as some do under an option.
fn always(node: &Node<Truth>) -> bool {
    match &node.kind {
        Truth::Fixed(holds) => *holds,
        Truth::Or(parts) => parts.iter().any(always),
        Truth::And(parts) => parts.iter().all(always),
        _ => false,
    }
}
