//! The value graph: expressions as nodes, before they become a program. Equal expressions become one node (hash consing),
//! and constants are folded. Example: `own and own` is the node of `own`.
//!
//! `masks` and `numbers` create the nodes, `fold` joins and shifts masks, `inclusion` finds subsets, and `ranges` bounds
//! numbers.

mod fold;
mod inclusion;
mod masks;
mod node_index;
mod numbers;
mod ranges;

use crate::compile::constant_pool::{ConstantPool, MaskWords};
use crate::ir::op::{
    Call, CallArg, Filter, FloodFill, FloodLink, MaskOp, NumberOp, OpRead, OpStage, Slide,
};
use crate::ir::program::Caller;
use linstock_base::CheckFuel;
use linstock_base::check_fuel::{FOUND, VALUE, WORD};
use linstock_model::Translation;
use node_index::NodeIndex;
use ranges::NumRange;
use rustc_hash::FxHashMap;
use std::convert::Infallible;

/// A mask node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct MaskNode(pub(crate) usize);

/// A number node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct NumNode(pub(crate) usize);

/// A node of either sort, as a result of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum AnyNode {
    /// A mask.
    Mask(MaskNode),
    /// A number.
    Number(NumNode),
}

/// The stage of the value graph: operands are nodes, and constants are values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct InGraph;

impl OpStage for InGraph {
    type Mask = MaskNode;
    type Number = NumNode;
    type Word = usize;
    type Constant = Vec<u64>;
    type MaskTable = Vec<Vec<u64>>;
    type NumberTable = Vec<i64>;
    type Shift = Translation;
    type FusedShift = Infallible;
    type ShiftedMasks = Infallible;
    type Slide = SlideNode;
    type Reach = ReachNode;
    type Filter = FilterNode;
    type Call = CallNode;
    type Caller = ();
    type Tables = ();

    fn each_shifted((): &(), masks: Infallible, _: &mut dyn FnMut(OpRead<Self>)) {
        match masks {}
    }

    fn slide<'t>((): &'t (), slide: &'t SlideNode) -> &'t SlideNode {
        slide
    }

    fn reach<'t>((): &'t (), reach: &'t ReachNode) -> &'t ReachNode {
        reach
    }

    fn filter<'t>((): &'t (), filter: &'t FilterNode) -> &'t FilterNode {
        filter
    }
}

/// The op of a mask node.
pub(super) type Mask = MaskOp<InGraph>;
/// The op of a number node.
pub(super) type Number = NumberOp<InGraph>;
/// A slide, with nodes as operands.
pub(crate) type SlideNode = Slide<InGraph>;
/// A flood fill, with nodes as operands.
pub(crate) type ReachNode = FloodFill<InGraph>;
/// A step of a flood fill between two points.
pub(crate) type LinkNode = FloodLink<InGraph>;
/// A filter, with nodes as operands.
pub(crate) type FilterNode = Filter<InGraph>;
/// A call of a script, with nodes as operands.
pub(super) type CallNode = Call<InGraph>;
/// An argument of a script: a node or a kind.
pub(crate) type ScriptArg = CallArg<InGraph>;

/// The nodes of one program under construction.
#[derive(Debug)]
pub(crate) struct ValueGraph<'t> {
    pub tables: &'t mut ConstantPool,
    pub masks: Vec<Mask>,
    /// For each mask, the words of an upper bound of its points, one mask after the other.
    bounds: Vec<u64>,
    pub numbers: Vec<Number>,
    /// The range of each number.
    ranges: Vec<NumRange>,
    mask_index: NodeIndex,
    number_index: NodeIndex,
    /// The folded constants of masks that read only constants.
    folded: FxHashMap<Mask, MaskNode>,
    /// The masks of no point and of all points, once they are needed.
    nothing: Option<MaskNode>,
    everything: Option<MaskNode>,
    /// The rule that makes a script call, by the call; the first rule if several make the same call.
    pub(crate) callers: FxHashMap<CallNode, Caller>,
}

impl<'t> ValueGraph<'t> {
    /// Creates an empty graph.
    pub(super) fn new(tables: &'t mut ConstantPool) -> Self {
        let (masks, bounds, numbers) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            tables,
            masks,
            bounds,
            numbers,
            ranges: Vec::new(),
            mask_index: NodeIndex::default(),
            number_index: NodeIndex::default(),
            folded: FxHashMap::default(),
            nothing: None,
            everything: None,
            callers: FxHashMap::default(),
        }
    }

    fn mask(&mut self, mask: Mask) -> MaskNode {
        let width = u64::try_from(self.tables.width).unwrap_or(u64::MAX);
        let place = match self.mask_index.find(&self.masks, &mask) {
            Ok(known) => {
                self.tables.fuel.spend(FOUND + width);
                return MaskNode(known);
            }
            Err(place) => place,
        };
        let node = self.masks.len();
        let is_over = is_over(&self.tables.fuel, VALUE + width * WORD);
        if let Some(last) = node.checked_sub(1).filter(|_| is_over) {
            return MaskNode(last);
        }
        let bound = self.bound_of(&mask);
        self.bounds.extend(bound);
        self.masks.push(mask);
        self.mask_index.add(place, node);
        MaskNode(node)
    }

    /// Returns the node of a mask, if there is one.
    fn known_mask(&self, mask: &Mask) -> Option<MaskNode> {
        let known = self.mask_index.find(&self.masks, mask).ok().map(MaskNode);
        known.or_else(|| self.folded.get(mask).copied())
    }

    /// Returns an upper bound of a mask's points.
    pub(super) fn bound(&self, node: MaskNode) -> &[u64] {
        let width = self.tables.width;
        &self.bounds[node.0 * width..][..width]
    }

    fn bound_of(&self, mask: &Mask) -> MaskWords {
        let both = |a: MaskNode, b: MaskNode, op: fn(u64, u64) -> u64| {
            self.bound(a)
                .iter()
                .zip(self.bound(b))
                .map(|(a, b)| op(*a, *b))
                .collect()
        };
        match mask {
            Mask::Const(words) => MaskWords::from_slice(words),
            Mask::And(a, b) => both(*a, *b, |a, b| a & b),
            Mask::Or(a, b) => both(*a, *b, |a, b| a | b),
            Mask::Slide(slide) => {
                let through = slide.through.map(|through| self.bound(through));
                self.slid(self.bound(slide.from), through, slide)
            }
            Mask::Reach(ReachNode { from, over, .. }) => both(*from, *over, |a, b| a | b),
            Mask::AndNot(a, _) | Mask::First(a) => self.bound(*a).into(),
            Mask::FilterByValue(held) => self.bound(held.among).into(),
            Mask::Pick(sets, _) => {
                let mut any = MaskWords::from_elem(0, self.tables.width);
                for words in sets {
                    any.iter_mut()
                        .zip(words)
                        .for_each(|(any, word)| *any |= word);
                }
                any
            }
            Mask::Shift(a, by) => self.tables.shifted(self.bound(*a), *by),
            _ => MaskWords::from_slice(&self.tables.all),
        }
    }

    /// Returns whether a mask is always a subset of these points.
    fn within(&self, node: MaskNode, words: &[u64]) -> bool {
        self.bound(node)
            .iter()
            .zip(words)
            .all(|(bound, word)| bound & !word == 0)
    }

    fn number(&mut self, number: Number) -> NumNode {
        let place = match self.number_index.find(&self.numbers, &number) {
            Ok(known) => {
                self.tables.fuel.spend(FOUND);
                return NumNode(known);
            }
            Err(place) => place,
        };
        let node = self.numbers.len();
        let is_over = is_over(&self.tables.fuel, VALUE);
        if let Some(last) = node.checked_sub(1).filter(|_| is_over) {
            return NumNode(last);
        }
        self.ranges.push(self.range_of(&number));
        self.numbers.push(number);
        self.number_index.add(place, node);
        NumNode(node)
    }

    pub(super) fn get(&self, node: MaskNode) -> &Mask {
        &self.masks[node.0]
    }

    fn fixed(&self, node: MaskNode) -> Option<&[u64]> {
        match self.get(node) {
            Mask::Const(words) => Some(words),
            _ => None,
        }
    }

    fn number_fixed(&self, node: NumNode) -> Option<i64> {
        match self.numbers[node.0] {
            Number::Fixed(n) => Some(n),
            _ => None,
        }
    }

    /// Returns the value of a number, if it is the same in every position.
    pub(super) fn known(&self, node: NumNode) -> Option<i64> {
        self.number_fixed(node)
    }

    /// Returns whether a number is always 0.
    pub(super) fn is_zero(&self, node: NumNode) -> bool {
        self.number_fixed(node) == Some(0)
    }

    /// Returns whether a mask is always empty.
    pub(crate) fn is_nothing(&self, node: MaskNode) -> bool {
        self.fixed(node).is_some_and(|w| w.iter().all(|w| *w == 0))
    }

    /// Returns the translations that lead to neighbours, each with the points to which it leads.
    pub(super) fn steps(&self) -> Vec<(Translation, Vec<u64>)> {
        self.tables.steps.clone()
    }
}

/// Uses operations, and returns whether none are left: then any node will do, since the result is discarded.
fn is_over(fuel: &CheckFuel, operations: u64) -> bool {
    fuel.spend(operations);
    fuel.is_used_up()
}

#[cfg(test)]
mod tests {
    use super::{ConstantPool, Translation, ValueGraph};
    use linstock_model::{Board, NumOp, Topology};
    use std::rc::Rc;

    #[test]
    fn what_always_fits_is_known_from_what_is_joined() {
        let mut tables = tables();
        let mut graph = ValueGraph::new(&mut tables);
        let (copies, word, own) = (graph.word(3), graph.word(4), graph.load(1));
        graph.never_above(copies, 1 << 40);
        let (count, million) = (graph.count(own), graph.num(1_000_000));
        assert!(graph.always_fits(NumOp::Add, copies, count));
        assert!(graph.always_fits(NumOp::Mul, copies, million));
        let product = graph.join(NumOp::Mul, copies, million);
        assert!(!graph.always_fits(NumOp::Mul, product, million));
        assert!(!graph.always_fits(NumOp::Add, word, count));
        assert!(!graph.always_fits(NumOp::Div, count, copies));
    }

    #[test]
    fn a_number_that_changes_nothing_is_not_joined() {
        let mut tables = tables();
        let mut graph = ValueGraph::new(&mut tables);
        let (word, no, one) = (graph.word(3), graph.num(0), graph.num(1));
        assert_eq!(graph.join(NumOp::Mul, one, word), word);
        assert_eq!(graph.join(NumOp::Add, word, no), word);
        assert_eq!(graph.join(NumOp::Mul, word, no), no);
        assert_ne!(graph.join(NumOp::Sub, no, word), word);
    }

    /// Returns the constant pool of a board of five columns and five rows.
    pub(super) fn tables() -> ConstantPool {
        ConstantPool::new(
            Some(&Board::new(Topology::grid(5, 5), 0)),
            1,
            &Rc::default(),
        )
    }

    /// Returns one step to the right.
    fn right() -> Translation {
        let topology = Topology::grid(5, 5);
        let east = topology.direction("east");
        let step = east.and_then(|east| topology.translation(east));
        step.expect("a translation")
    }

    #[test]
    fn a_way_there_and_back_is_none_where_nothing_is_lost() {
        let mut tables = tables();
        let mut graph = ValueGraph::new(&mut tables);
        let own = graph.load(1);
        let moved = graph.shift(own, right());
        let pair = graph.and(own, moved);
        let there = graph.shift(pair, -right());
        assert_eq!(graph.shift(there, right()), pair);
        let over_the_edge = graph.shift(own, -right());
        assert_ne!(graph.shift(over_the_edge, right()), own);
    }

    #[test]
    fn whether_there_is_a_point_is_asked_where_it_was_not_moved() {
        let mut tables = tables();
        let mut graph = ValueGraph::new(&mut tables);
        let own = graph.load(1);
        let moved = graph.shift(own, right());
        let pair = graph.and(own, moved);
        let back = graph.shift(pair, -right());
        let both = graph.or(pair, back);
        assert_eq!(graph.any(both), graph.any(pair));
        // A point at the edge is lost.
        assert_ne!(graph.any(moved), graph.any(own));
    }

    #[test]
    fn yes_and_a_condition_is_the_condition() {
        let mut tables = tables();
        let mut graph = ValueGraph::new(&mut tables);
        let (own, word) = (graph.load(1), graph.word(3));
        let (any, no, yes) = (graph.any(own), graph.num(0), graph.num(1));
        assert_eq!(graph.join(NumOp::Min, yes, any), any);
        assert_eq!(graph.join(NumOp::Max, any, no), any);
        assert_ne!(graph.join(NumOp::Max, any, yes), any);
        // It may be more than 1.
        assert_ne!(graph.join(NumOp::Min, yes, word), word);
    }

    #[test]
    fn a_constant_is_dropped_that_the_other_mask_implies() {
        let mut tables = tables();
        let mut graph = ValueGraph::new(&mut tables);
        let (own, free) = (graph.load(1), graph.load(2));
        let (first, rest) = (0x0010_8421, 0b11110 * 0x0010_8421);
        let moved = graph.shift(own, right());
        let plain = graph.and(free, moved);
        let implied = graph.constant(vec![rest]);
        let cut = graph.and(free, implied);
        assert_eq!(graph.and(cut, moved), plain);
        let other = graph.constant(vec![rest & !(first << 1)]);
        let cut = graph.and(free, other);
        assert_ne!(graph.and(cut, moved), plain);
    }
}
