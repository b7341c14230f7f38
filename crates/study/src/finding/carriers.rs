//! The parts of the rules that carry a clause, so that a search knows where to look.

use linstock_model::visit::{Visitor, Walk, walk_move};
use linstock_model::{Domain, Model, MoveRule, Node, Set, TagId, Truth};
use linstock_play::Rules;

/// The parts of the rules that carry a clause.
#[derive(Clone, Debug)]
pub struct Carriers {
    /// The tagged statements, by index.
    statements: Vec<bool>,
    /// The moves with the clause in their own tags, or in anything that they or their offers read.
    moves: Vec<bool>,
    /// The endings, by index.
    ends: Vec<bool>,
    /// An `ask` carries it.
    questions: bool,
    /// The score carries it.
    score: bool,
    /// It decides before anybody chooses, or in every game.
    at_start: bool,
    /// An option with a value other than its default carries it.
    option: bool,
    /// It decides whenever a move is played.
    ground: bool,
}

impl Carriers {
    /// Finds the parts that carry a clause.
    pub fn of(rules: &Rules, tag: TagId) -> Self {
        let model = rules.model();
        let has = |tags: &[TagId]| tags.contains(&tag);
        let mut moves: Vec<bool> = model.moves.iter().map(|mv| reads(model, mv, tag)).collect();
        for item in rules.decision_points.iter().flat_map(|point| &point.items) {
            let offered = has(&item.tags) || item.cond.as_ref().is_some_and(|c| in_truth(c, tag));
            moves[item.mv.index()] |= offered;
        }
        let mut found = Self {
            statements: rules.tagged.iter().map(|s| has(&s.tags)).collect(),
            moves,
            ends: rules.ends.iter().map(|end| has(&end.tags)).collect(),
            questions: rules.decision_points.iter().any(|point| has(&point.tags)),
            score: model.score.as_ref().is_some_and(|score| has(&score.tags)),
            at_start: decides_at_start(rules, tag),
            option: is_chosen(model, tag),
            ground: has(&model.ground),
        };
        // The start value of a memory decides nothing, except if nothing else carries the clause.
        found.at_start |= found.is_empty() && is_first_value(model, tag);
        found
    }

    /// Returns whether nothing in these rules carries the clause: it may need another option, or only a script names it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !(self.at_start || self.option || self.is_played())
    }

    /// Returns whether a part that play executes carries it.
    fn is_played(&self) -> bool {
        let parts = [&self.statements, &self.moves, &self.ends];
        let any = parts.iter().any(|all| all.contains(&true));
        any || self.questions || self.score || self.ground
    }

    /// Returns whether it decides because of an option alone: no part that play executes carries it.
    #[must_use]
    pub fn is_option_alone(&self) -> bool {
        self.option && !self.is_played()
    }

    /// Returns whether an option with a value other than its default carries it.
    pub(super) fn is_option(&self) -> bool {
        self.option
    }

    /// Returns whether it decides before anybody chooses.
    pub(super) fn is_at_start(&self) -> bool {
        self.at_start
    }

    /// Returns whether one of these tagged statements carries it.
    pub(super) fn ran(&self, ran: &[u32]) -> bool {
        ran.iter().any(|at| self.statements[*at as usize])
    }

    /// Returns whether a move may carry it; any move may if nothing else carries it.
    pub(super) fn is_in_move(&self, mv: usize) -> bool {
        self.moves[mv] || self.is_empty()
    }

    /// Returns whether it may refuse a move: statements refuse nothing, but a script may name any clause.
    pub(super) fn may_refuse(&self) -> bool {
        self.moves.contains(&true) || self.questions || self.ground || !self.is_played()
    }

    /// Returns whether an ending carries it.
    pub(super) fn ended(&self, end: u32) -> bool {
        self.score || self.ends[end as usize]
    }

    /// Returns whether it decides whenever a move is played.
    pub(super) fn is_ground(&self) -> bool {
        self.ground
    }

    /// Returns whether the effect of a move may carry it, so that trying out moves is useful.
    pub(super) fn is_brought_about(&self) -> bool {
        self.statements.contains(&true) || self.ends.contains(&true) || self.score
    }
}

/// Returns whether a clause decides something before anybody chooses.
fn decides_at_start(rules: &Rules, tag: TagId) -> bool {
    let model = rules.model();
    let lists = model.lists.iter().map(|list| &list.tags);
    let zones = model.zones.iter().map(|zone| &zone.tags);
    let mut all = lists.chain(zones);
    if all.any(|tags| tags.contains(&tag)) {
        return true;
    }
    // A fault here was reported when the rules were loaded.
    let ran = rules.trace_start().unwrap_or_default();
    let mut statements = ran.iter().filter_map(|&at| rules.tagged.get(at as usize));
    statements.any(|statement| statement.tags.contains(&tag))
}

/// Returns whether a memory carries a clause.
fn is_first_value(model: &Model, tag: TagId) -> bool {
    let mut memories = model.memories.iter();
    memories.any(|memory| memory.tags.contains(&tag))
}

/// Returns whether an option with a value other than its default carries a clause.
fn is_chosen(model: &Model, tag: TagId) -> bool {
    let mut chosen = model.options.iter().filter(|o| o.value != o.default);
    chosen.any(|option| option.tags.contains(&tag))
}

/// Searches an expression for a tag.
struct TagFinder {
    tag: TagId,
    found: bool,
}

impl Visitor for TagFinder {
    fn set(&mut self, set: &Node<Set>) {
        self.found |= set.tags.contains(&self.tag);
    }

    fn truth(&mut self, truth: &Node<Truth>) {
        self.found |= truth.tags.contains(&self.tag);
    }
}

fn in_truth(cond: &Node<Truth>, tag: TagId) -> bool {
    let mut finder = TagFinder { tag, found: false };
    cond.walk(&mut finder);
    finder.found
}

/// Returns whether a move, or anything that it reads, carries a clause.
fn reads(model: &Model, mv: &MoveRule, tag: TagId) -> bool {
    let has = |tags: &[TagId]| tags.contains(&tag);
    let in_domain = |domain: &Domain| match domain {
        Domain::Numbers(least, most) => has(&least.tags) || has(&most.tags),
        Domain::Members(_, items) => has(&items.tags),
        Domain::Multiset(number, _) => has(&number.tags),
        Domain::Line(line) => {
            let line = &model.lines[line.index()];
            let mut finder = TagFinder { tag, found: false };
            line.points.walk(&mut finder);
            has(&line.tags) || finder.found
        }
        Domain::Points(_) | Domain::Zone(_) | Domain::Inherited(_) => false,
    };
    let mut args = mv.args.iter();
    if has(&mv.tags) || args.any(|arg| has(&arg.tags) || in_domain(&arg.domain)) {
        return true;
    }
    let mut finder = TagFinder { tag, found: false };
    walk_move(&mut finder, mv);
    finder.found
}
