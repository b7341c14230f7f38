//! Moves with the same text are listed as one move: finds which moves may share a text, and keeps one of each.

use super::{may_be_alike, text, value};
use crate::Rules;
use linstock_engine::ir::instructions::{DecisionPoint, MoveTemplate};
use linstock_engine::vm::TemplatePair;
use linstock_engine::vm::{Move, MoveList, Position};
use linstock_model::{SeatId, TextPart};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The most texts of a decision point that are numbered. Beyond that, the texts of each position are compared.
const MOST_TEXTS: usize = 500_000;

/// The moves of a ruleset that may share a text. Results for a decision point are cached, for all threads.
#[derive(Debug)]
pub struct Sharing {
    points: Vec<OnceLock<PointTexts>>,
}

/// The properties of the texts of a decision point.
#[derive(Debug)]
enum PointTexts {
    /// No two moves can share a text.
    Distinct,
    /// Equal texts have equal numbers.
    Numbered(NumberedTexts),
    /// A move's text depends on the position, so the texts must be compared there.
    Compared,
}

/// The texts of a decision point that two moves can have, as numbers.
#[derive(Debug, Default)]
struct NumberedTexts {
    /// For each seat, template and anchor: the number of the text, or [`UNSHARED`].
    numbers: Vec<Vec<Vec<u32>>>,
    /// The number of shared texts.
    count: usize,
    /// For each seat: the pairs of templates that can have the same text.
    pairs: Vec<Vec<TemplatePair>>,
}

/// The number for a text that no other move can have.
const UNSHARED: u32 = u32::MAX;

/// The numbers that occurred in a list of moves. It is reused between lists to avoid allocations.
#[derive(Clone, Debug, Default)]
pub struct MetTexts {
    /// For each number: the last list in which it occurred.
    lists: Vec<u64>,
    /// The number of this list.
    list: u64,
}

impl MetTexts {
    fn begin(&mut self, count: usize) {
        self.list += 1;
        if self.lists.len() < count {
            self.lists.resize(count, 0);
        }
    }

    /// Returns whether a number occurs for the first time in this list.
    #[inline]
    fn is_new(&mut self, number: u32) -> bool {
        if number == UNSHARED {
            return true;
        }
        let last = &mut self.lists[number as usize];
        let new = *last != self.list;
        *last = self.list;
        new
    }
}

impl Sharing {
    /// Makes an empty cache for the decision points of a ruleset.
    pub fn of(rules: &Rules) -> Self {
        let points = rules.decision_points.iter();
        Self {
            points: points.map(|_| OnceLock::new()).collect(),
        }
    }

    /// Returns one move for each text, if some listed moves share one. Returns `None` if all texts differ.
    pub fn distinct(
        &self,
        (rules, state): (&Rules, &Position),
        moves: &MoveList,
        met: &mut MetTexts,
    ) -> Option<Vec<Move>> {
        let decision = rules.decision(state)? as usize;
        match self.points[decision].get_or_init(|| PointTexts::of(rules, state, decision)) {
            PointTexts::Distinct => None,
            PointTexts::Numbered(texts) => {
                if texts.all_differ(moves, met) {
                    return None;
                }
                met.begin(texts.count);
                let new = |mv: &Move| met.is_new(texts.number(*mv));
                Some(moves.iter().filter(new).collect())
            }
            PointTexts::Compared => Some(of_each_text(rules, state, moves.iter().collect())),
        }
    }

    /// Returns whether the texts of the listed moves differ; false if that depends on the position. `state` can be any
    /// position: the result does not depend on earlier questions.
    pub fn all_differ(
        &self,
        (rules, state): (&Rules, &Position),
        moves: &MoveList,
        met: &mut MetTexts,
    ) -> bool {
        let decision = moves.decision() as usize;
        match self.points[decision].get_or_init(|| PointTexts::of(rules, state, decision)) {
            PointTexts::Distinct => true,
            PointTexts::Numbered(texts) => texts.all_differ(moves, met),
            PointTexts::Compared => false,
        }
    }
}

impl Sharing {
    /// Returns the pairs of a seat's templates of which two moves may have the same text, at a decision point. Returns
    /// `None` if that is not known. `state` can be any position.
    pub fn pairs(
        &self,
        (rules, state): (&Rules, &Position),
        (decision, seat): (usize, SeatId),
    ) -> Option<&[TemplatePair]> {
        match self.points[decision].get_or_init(|| PointTexts::of(rules, state, decision)) {
            PointTexts::Distinct => Some(&[]),
            PointTexts::Numbered(texts) => Some(&texts.pairs[seat.index()]),
            PointTexts::Compared => None,
        }
    }

    /// Returns whether the texts of a decision point must be compared in each position, because they depend on it.
    pub fn is_compared(&self, rules: &Rules, decision: usize) -> bool {
        let point = &rules.decision_points[decision];
        has_alike(rules, point) && must_compare(rules, point)
    }
}

/// Returns the first move of each text.
pub fn of_each_text(rules: &Rules, state: &Position, moves: Vec<Move>) -> Vec<Move> {
    let mut by_text = BTreeMap::new();
    for mv in moves {
        by_text.entry(rules.text(state, mv)).or_insert(mv);
    }
    by_text.into_values().collect()
}

impl NumberedTexts {
    fn all_differ(&self, moves: &MoveList, met: &mut MetTexts) -> bool {
        let word = |template, at: usize| {
            let mask = moves.template_mask(template);
            mask.get(at).copied().unwrap_or(0)
        };
        if self.surely_differ(moves.seat(), word) {
            return true;
        }
        met.begin(self.count);
        moves.iter().all(|mv| met.is_new(self.number(mv)))
    }

    /// Returns whether no two listed moves of a seat have the same text; `false` if that is not known.
    #[inline]
    fn surely_differ(&self, seat: SeatId, listed: impl Fn(u16, usize) -> u64) -> bool {
        let mut pairs = self.pairs[seat.index()].iter();
        pairs.all(|pair| pair.surely_differs(&listed))
    }

    #[inline]
    fn number(&self, mv: Move) -> u32 {
        self.numbers[usize::from(mv.me)][usize::from(mv.template)]
            .get(mv.anchor as usize)
            .copied()
            .unwrap_or(UNSHARED)
    }
}

impl PointTexts {
    /// Finds the moves of a decision point that can share a text, by writing each of them once.
    fn of(rules: &Rules, state: &Position, decision: usize) -> Self {
        let point = &rules.decision_points[decision];
        if !has_alike(rules, point) {
            return Self::Distinct;
        }
        if must_compare(rules, point) {
            return Self::Compared;
        }
        Self::Numbered(NumberedTexts::of(rules, state, decision))
    }
}

/// Returns whether the texts of a decision point cannot be numbered: they depend on the position, or there are too many.
fn must_compare(rules: &Rules, point: &DecisionPoint) -> bool {
    let anchors = rules.layout.width * 64;
    let templates = || point.choices.iter().flat_map(|c| &c.templates);
    let varies = |t: &MoveTemplate| t.depends_on_state || t.multiset.is_some();
    templates().any(varies) || templates().count() * anchors > MOST_TEXTS
}

/// Returns whether two moves that are offered at a decision point may have the same text.
fn has_alike(rules: &Rules, point: &DecisionPoint) -> bool {
    let model = rules.model();
    let offered: Vec<_> = point.items.iter().map(|item| model.mv(item.mv)).collect();
    let mut pairs = offered.iter().enumerate();
    pairs.any(|(at, a)| offered[at + 1..].iter().any(|b| may_be_alike(a, b)))
}

impl NumberedTexts {
    fn of(rules: &Rules, state: &Position, decision: usize) -> Self {
        let anchors = u32::try_from(rules.layout.width * 64).unwrap_or(0);
        let point = &rules.decision_points[decision];
        let mut found = Self::default();
        // The number of a compiled decision point always fits.
        let Ok(decision) = u16::try_from(decision) else {
            return found;
        };
        for (seat, (me, choices)) in (0..).zip(&point.choices).enumerate() {
            let mut first: FxHashMap<String, (u16, u32)> = FxHashMap::default();
            found.numbers.push(Vec::new());
            for (template, _) in (0..).zip(&choices.templates) {
                found.numbers[seat].push(vec![UNSHARED; anchors as usize]);
                for anchor in 0..anchors {
                    let mv = Move {
                        decision,
                        template,
                        me,
                        anchor,
                    };
                    // A move with a point off the board does not exist.
                    let Some(text) = whole_text((rules, state), mv) else {
                        continue;
                    };
                    let other = *first.entry(text).or_insert((template, anchor));
                    if other != (template, anchor) {
                        found.share(seat, other, (template, anchor));
                    }
                }
            }
            let pairs = pairs(&found.numbers[seat]);
            found.pairs.push(pairs);
        }
        found
    }

    /// Gives two moves of a seat the same number.
    fn share(&mut self, seat: usize, first: (u16, u32), other: (u16, u32)) {
        let numbers = &mut self.numbers[seat];
        let of_first = &mut numbers[usize::from(first.0)][first.1 as usize];
        if *of_first == UNSHARED {
            *of_first = u32::try_from(self.count).unwrap_or(UNSHARED);
            self.count += 1;
        }
        numbers[usize::from(other.0)][other.1 as usize] =
            numbers[usize::from(first.0)][first.1 as usize];
    }
}

/// Writes a move. Returns `None` if something that its text names does not exist.
fn whole_text((rules, state): (&Rules, &Position), mv: Move) -> Option<String> {
    let (id, args) = rules.args(state, mv);
    let (model, me) = (rules.model(), SeatId(mv.me));
    let exists = |part: &TextPart| {
        matches!(part, TextPart::Literal(_)) || value(model, part, &args, me).is_some()
    };
    let whole = model.mv(id).text.iter().all(exists);
    whole.then(|| text(model, id, &args, me))
}

/// Finds the templates of a seat that can have the same text, from the numbers of the texts.
fn pairs(numbers: &[Vec<u32>]) -> Vec<TemplatePair> {
    let mut members: BTreeMap<u32, BTreeMap<u16, Vec<usize>>> = BTreeMap::new();
    for (template, numbers) in (0u16..).zip(numbers) {
        let shared = numbers.iter().enumerate().filter(|(_, n)| **n != UNSHARED);
        for (anchor, number) in shared {
            let anchors = members.entry(*number).or_default();
            anchors.entry(template).or_default().push(anchor);
        }
    }
    let mut pairs: BTreeMap<(u16, u16), TemplatePair> = BTreeMap::new();
    for templates in members.values() {
        for (at, (a, of_a)) in templates.iter().enumerate() {
            for (b, of_b) in templates.iter().skip(at) {
                if a == b && of_a.len() < 2 {
                    continue;
                }
                let words = numbers.first().map_or(0, |row| row.len() / 64);
                let pair = pairs.entry((*a, *b)).or_insert_with(|| TemplatePair {
                    templates: (*a, *b),
                    anchors: (vec![0; words], vec![0; words]),
                    is_aligned: a != b,
                });
                pair.is_aligned &= of_a.len() == 1 && of_a == of_b;
                of_a.iter()
                    .for_each(|at| pair.anchors.0[at / 64] |= 1 << (at % 64));
                of_b.iter()
                    .for_each(|at| pair.anchors.1[at / 64] |= 1 << (at % 64));
            }
        }
    }
    pairs.into_values().collect()
}
