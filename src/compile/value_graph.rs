//! Builds programs: equal expressions become one node, and what is plain before the game begins is folded.

use crate::base::TooMany;
use crate::compile::constants::ConstantPool;
use crate::compile::emit::ProgramEmitter;
use crate::ir::program::{Caller, NumberOp, Program};
use crate::model::{Comparison, KindId, NumOp, ScriptId, ScriptType, Translation};
use rustc_hash::FxHashMap;

/// A mask node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MaskNode(pub(crate) usize);

/// A number node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NumNode(pub(crate) usize);

/// A node of either sort, as a result of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyNode {
    /// A mask.
    Mask(MaskNode),
    /// A number.
    Number(NumNode),
}

/// What is handed to a script.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScriptArg {
    /// A set of points.
    Mask(MaskNode),
    /// A number, or anything kept as one.
    Number(NumNode, ScriptType),
    /// A kind of piece.
    Kind(KindId),
}

/// A mask node's op, with nodes in place of registers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Mask {
    Const(Vec<u64>),
    Load(usize),
    LoadOf(usize, usize, NumNode),
    And(MaskNode, MaskNode),
    Or(MaskNode, MaskNode),
    AndNot(MaskNode, MaskNode),
    Shift(MaskNode, Translation),
    Bit(NumNode),
    Gate(NumNode),
    Reach(ReachNode),
    First(MaskNode),
    Pick(Vec<Vec<u64>>, NumNode),
    FilterByValue(FilterNode),
}

/// The points among some whose piece has a remembered value that compares so with a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FilterNode {
    /// The word of the first point's value.
    pub word: usize,
    /// The value is a player or a row, kept as one more.
    pub holds_seat: bool,
    /// Among which points.
    pub among: MaskNode,
    /// How the value compares, standing at the left.
    pub how: Comparison,
    /// The value stands at the right.
    pub flipped: bool,
    /// With what.
    pub number: NumNode,
}

/// A winding way, with nodes in place of registers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ReachNode {
    /// Where it begins.
    pub from: MaskNode,
    /// Into which points a step may lead.
    pub over: MaskNode,
    /// The most steps.
    pub within: Option<NumNode>,
    /// Steps into these points count nothing.
    pub free: Option<MaskNode>,
    /// Steps besides those to neighbours: both ends, and whether it can be taken.
    pub links: Vec<(u16, u16, NumNode)>,
}

/// A number node's op, with nodes in place of registers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Number {
    Leaf(NumberOp),
    /// A word of the state; `true` if it holds a player.
    Load(usize, bool),
    LoadOf(usize, NumNode, bool),
    OnLine(usize, i16),
    Count(MaskNode),
    Any(MaskNode),
    Has(MaskNode, NumNode),
    Join(NumOp, NumNode, NumNode),
    Compare(Comparison, NumNode, NumNode),
    Not(NumNode),
    Select(NumNode, NumNode, NumNode),
    NextSeat(NumNode),
    Lookup(Vec<i64>, NumNode),
    Script(ScriptId, Vec<ScriptArg>, Option<NumNode>),
}

/// The nodes of one program under construction.
#[derive(Debug)]
pub struct ValueGraph<'t> {
    pub(crate) tables: &'t mut ConstantPool,
    pub(crate) masks: Vec<Mask>,
    /// For each mask, points that it can have at the most.
    bounds: Vec<Vec<u64>>,
    pub(crate) numbers: Vec<Number>,
    mask_index: FxHashMap<Mask, MaskNode>,
    number_index: FxHashMap<Number, NumNode>,
    /// Which rule calls a script, by the call; the first one, where several ask the same.
    pub(crate) callers: FxHashMap<NumNode, Caller>,
}

impl<'t> ValueGraph<'t> {
    /// Begins a program.
    pub fn new(tables: &'t mut ConstantPool) -> Self {
        let (masks, bounds, numbers) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            tables,
            masks,
            bounds,
            numbers,
            mask_index: FxHashMap::default(),
            number_index: FxHashMap::default(),
            callers: FxHashMap::default(),
        }
    }

    fn mask(&mut self, mask: Mask) -> MaskNode {
        if let Some(&node) = self.mask_index.get(&mask) {
            return node;
        }
        let node = MaskNode(self.masks.len());
        self.bounds.push(self.bound_of(&mask));
        self.masks.push(mask.clone());
        self.mask_index.insert(mask, node);
        node
    }

    /// Returns points that a mask can have at the most.
    pub fn bound(&self, node: MaskNode) -> &[u64] {
        &self.bounds[node.0]
    }

    fn bound_of(&self, mask: &Mask) -> Vec<u64> {
        let both = |a: MaskNode, b: MaskNode, op: fn(u64, u64) -> u64| {
            self.bound(a)
                .iter()
                .zip(self.bound(b))
                .map(|(a, b)| op(*a, *b))
                .collect()
        };
        match mask {
            Mask::Const(words) => words.clone(),
            Mask::And(a, b) => both(*a, *b, |a, b| a & b),
            Mask::Or(a, b) => both(*a, *b, |a, b| a | b),
            Mask::Reach(ReachNode { from, over, .. }) => both(*from, *over, |a, b| a | b),
            Mask::AndNot(a, _) | Mask::First(a) => self.bound(*a).to_vec(),
            Mask::FilterByValue(held) => self.bound(held.among).to_vec(),
            Mask::Pick(sets, _) => {
                let mut any = vec![0; self.tables.width];
                for words in sets {
                    any.iter_mut()
                        .zip(words)
                        .for_each(|(any, word)| *any |= word);
                }
                any
            }
            Mask::Shift(a, by) => self.tables.shifted(self.bound(*a), *by),
            Mask::Load(_) | Mask::LoadOf(..) | Mask::Bit(_) | Mask::Gate(_) => {
                self.tables.all.clone()
            }
        }
    }

    /// Tells whether all points of a mask are among these, always.
    fn within(&self, node: MaskNode, words: &[u64]) -> bool {
        self.bound(node)
            .iter()
            .zip(words)
            .all(|(bound, word)| bound & !word == 0)
    }

    fn number(&mut self, number: Number) -> NumNode {
        if let Some(&node) = self.number_index.get(&number) {
            return node;
        }
        let node = NumNode(self.numbers.len());
        self.numbers.push(number.clone());
        self.number_index.insert(number, node);
        node
    }

    pub(crate) fn get(&self, node: MaskNode) -> &Mask {
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
            Number::Leaf(NumberOp::Fixed(n)) => Some(n),
            _ => None,
        }
    }

    /// Returns a number that is the same in every position.
    pub fn known(&self, node: NumNode) -> Option<i64> {
        self.number_fixed(node)
    }

    /// Tells whether a number is always 0.
    pub fn is_zero(&self, node: NumNode) -> bool {
        self.number_fixed(node) == Some(0)
    }

    /// The same points always.
    pub fn constant(&mut self, words: Vec<u64>) -> MaskNode {
        self.mask(Mask::Const(words))
    }

    /// No point.
    pub fn nothing(&mut self) -> MaskNode {
        self.constant(vec![0; self.tables.width])
    }

    /// Every point of the board.
    pub fn everything(&mut self) -> MaskNode {
        let words = self.tables.all.clone();
        self.constant(words)
    }

    /// The point with the number 0 alone: the mask of a move that has no place.
    pub fn first_point(&mut self) -> MaskNode {
        let mut words = vec![0; self.tables.width];
        words[0] = 1;
        self.constant(words)
    }

    fn is_everything(&self, words: &[u64]) -> bool {
        words == self.tables.all
    }

    /// Tells whether a mask never has a point.
    pub fn is_nothing(&self, node: MaskNode) -> bool {
        self.fixed(node).is_some_and(|w| w.iter().all(|w| *w == 0))
    }

    /// A mask of the state.
    pub fn load(&mut self, word: usize) -> MaskNode {
        self.mask(Mask::Load(word))
    }

    /// A mask of the state that each seat has one of.
    pub fn load_of(&mut self, word: usize, stride: usize, seat: NumNode) -> MaskNode {
        if let Some(seat) = self.number_fixed(seat) {
            return match usize::try_from(seat) {
                Ok(seat) => self.load(word + stride * seat),
                Err(_) => self.nothing(),
            };
        }
        self.mask(Mask::LoadOf(word, stride, seat))
    }

    /// One of some constant masks, by its place; nothing where there is no such place.
    pub fn pick(&mut self, sets: Vec<Vec<u64>>, at: NumNode) -> MaskNode {
        if let Some(at) = self.number_fixed(at) {
            let set = usize::try_from(at)
                .ok()
                .and_then(|at| sets.get(at).cloned());
            return match set {
                Some(words) => self.constant(words),
                None => self.nothing(),
            };
        }
        self.mask(Mask::Pick(sets, at))
    }

    /// What is reached step by step.
    pub fn reach(&mut self, reach: ReachNode) -> MaskNode {
        if self.is_nothing(reach.from) {
            return reach.from;
        }
        if let Some(words) = self.reached_always(&reach) {
            return self.constant(words);
        }
        self.mask(Mask::Reach(reach))
    }

    /// Works out what is reached where that is the same in every position.
    fn reached_always(&self, reach: &ReachNode) -> Option<Vec<u64>> {
        let mut all = self.fixed(reach.from)?.to_vec();
        let over = self.fixed(reach.over)?;
        let inside = |point: &u16| {
            let (word, bit) = (usize::from(point / 64), point % 64);
            (all[word] | over[word]) >> bit & 1 == 1
        };
        if reach.free.is_some() || reach.links.iter().any(|(a, b, _)| inside(a) && inside(b)) {
            return None;
        }
        let mut left = match reach.within {
            Some(within) => self.number_fixed(within)?,
            None => i64::MAX,
        };
        if left < 0 {
            return Some(vec![0; self.tables.width]);
        }
        let steps = self.tables.steps.as_ref()?;
        let mut new = all.clone();
        while left > 0 && new.iter().any(|word| *word != 0) {
            left -= 1;
            let mut near = vec![0; self.tables.width];
            for (by, to) in steps {
                let moved = self.tables.shifted(&new, *by);
                for at in 0..near.len() {
                    near[at] |= moved[at] & to[at];
                }
            }
            for at in 0..near.len() {
                new[at] = near[at] & over[at] & !all[at];
                all[at] |= new[at];
            }
        }
        Some(all)
    }

    /// The points of a mask whose piece has a remembered value that compares so.
    pub fn held(&mut self, held: FilterNode) -> MaskNode {
        if self.is_nothing(held.among) {
            return held.among;
        }
        self.mask(Mask::FilterByValue(held))
    }

    /// The first point of a mask.
    pub fn first(&mut self, of: MaskNode) -> MaskNode {
        self.mask(Mask::First(of))
    }

    /// In both.
    pub fn and(&mut self, a: MaskNode, b: MaskNode) -> MaskNode {
        let a = self.less(a, b);
        let b = self.less(b, a);
        if a == b {
            return a;
        }
        match (self.fixed(a), self.fixed(b)) {
            (Some(x), Some(y)) => {
                let words = x.iter().zip(y).map(|(x, y)| x & y).collect();
                self.constant(words)
            }
            (Some(x), None) if self.within(b, x) => b,
            (None, Some(y)) if self.within(a, y) => a,
            (Some(x), None) if x.iter().all(|w| *w == 0) => a,
            (None, Some(y)) if y.iter().all(|w| *w == 0) => b,
            _ => self
                .known_and(a, b)
                .unwrap_or_else(|| self.mask(Mask::And(a.min(b), a.max(b)))),
        }
    }

    /// Returns a mask without the constant that it is cut down to, where that says no more than a mask it is joined with.
    fn less(&self, node: MaskNode, with: MaskNode) -> MaskNode {
        let Mask::And(a, b) = *self.get(node) else {
            return node;
        };
        let needless = |part| {
            self.fixed(part)
                .is_some_and(|words| self.within(with, words))
        };
        match (needless(a), needless(b)) {
            (true, _) => b,
            (false, true) => a,
            (false, false) => node,
        }
    }

    /// Finds what two masks have in common in another mask that is computed anyway, moved.
    ///
    /// `x` moved by `p` and `y` moved by `q` is `x and (y moved by q - p)`, moved by `p`.
    fn known_and(&mut self, a: MaskNode, b: MaskNode) -> Option<MaskNode> {
        [(a, b), (b, a)].into_iter().find_map(|(a, b)| {
            let Mask::Shift(x, p) = *self.get(a) else {
                return None;
            };
            let (y, q) = match *self.get(b) {
                Mask::Shift(y, q) => (y, q),
                _ => (b, Translation::NONE),
            };
            let between = q - p;
            let y = match between {
                Translation::NONE => y,
                _ => *self.mask_index.get(&Mask::Shift(y, between))?,
            };
            let known = *self.mask_index.get(&Mask::And(x.min(y), x.max(y)))?;
            Some(self.shift(known, p))
        })
    }

    /// In either.
    pub fn or(&mut self, a: MaskNode, b: MaskNode) -> MaskNode {
        if a == b {
            return a;
        }
        match (self.fixed(a), self.fixed(b)) {
            (Some(x), Some(y)) => {
                let words = x.iter().zip(y).map(|(x, y)| x | y).collect();
                self.constant(words)
            }
            (Some(x), None) if self.is_everything(x) => a,
            (None, Some(y)) if self.is_everything(y) => b,
            (Some(x), None) if x.iter().all(|w| *w == 0) => b,
            (None, Some(y)) if y.iter().all(|w| *w == 0) => a,
            _ => self.mask(Mask::Or(a.min(b), a.max(b))),
        }
    }

    /// In the first, not in the second.
    pub fn and_not(&mut self, a: MaskNode, b: MaskNode) -> MaskNode {
        if a == b || self.is_nothing(a) {
            return self.nothing();
        }
        match (self.fixed(a), self.fixed(b)) {
            (_, Some(y)) => {
                let words = self
                    .tables
                    .all
                    .iter()
                    .zip(y)
                    .map(|(all, y)| all & !y)
                    .collect();
                let rest = self.constant(words);
                self.and(a, rest)
            }
            _ => self.mask(Mask::AndNot(a, b)),
        }
    }

    /// Moved; what would leave the board vanishes.
    pub fn shift(&mut self, a: MaskNode, by: Translation) -> MaskNode {
        if by == Translation::NONE {
            return a;
        }
        match self.get(a).clone() {
            Mask::Const(words) => {
                let words = self.tables.shifted(&words, by);
                self.constant(words)
            }
            Mask::Shift(inner, first)
                if self.tables.topology.goes_on(first, by) || self.stays(inner, first) =>
            {
                self.shift(inner, first + by)
            }
            _ => self.mask(Mask::Shift(a, by)),
        }
    }

    /// Tells whether no point of a mask ever leaves the board when it is moved.
    fn stays(&self, node: MaskNode, by: Translation) -> bool {
        let bound = self.bound(node);
        self.tables.shifted(&self.tables.shifted(bound, by), -by) == bound
    }

    /// Every point if the number is not 0.
    pub fn gate(&mut self, number: NumNode) -> MaskNode {
        match self.number_fixed(number) {
            Some(0) => self.nothing(),
            Some(_) => self.everything(),
            None => self.mask(Mask::Gate(number)),
        }
    }

    /// The point with that number.
    pub fn bit(&mut self, number: NumNode) -> MaskNode {
        match self.number_fixed(number).map(usize::try_from) {
            Some(Ok(at)) => {
                let mut words = vec![0; self.tables.width];
                if let Some(word) = words.get_mut(at / 64) {
                    *word = 1 << (at % 64);
                }
                self.constant(words)
            }
            Some(Err(_)) => self.nothing(),
            None => self.mask(Mask::Bit(number)),
        }
    }

    /// Every point that is in no way in the mask.
    pub fn not(&mut self, a: MaskNode) -> MaskNode {
        let everything = self.everything();
        self.and_not(everything, a)
    }

    /// A number that never changes.
    pub fn num(&mut self, n: i64) -> NumNode {
        self.number(Number::Leaf(NumberOp::Fixed(n)))
    }

    /// A number that reads no other node.
    pub fn leaf(&mut self, op: NumberOp) -> NumNode {
        self.number(Number::Leaf(op))
    }

    /// One of several words of the state, by seat; `holds_seat` if the word holds a player.
    pub fn word_of(&mut self, word: usize, seat: NumNode, holds_seat: bool) -> NumNode {
        match self.number_fixed(seat).map(usize::try_from) {
            Some(Ok(seat)) => self.number(Number::Load(word + seat, holds_seat)),
            Some(Err(_)) => self.num(if holds_seat { -1 } else { 0 }),
            None => self.number(Number::LoadOf(word, seat, holds_seat)),
        }
    }

    /// A word of the state.
    pub fn word(&mut self, word: usize) -> NumNode {
        self.number(Number::Load(word, false))
    }

    /// The point so many steps from the rear point of the formation that a word of the state holds.
    pub fn on_line(&mut self, word: usize, steps: i16) -> NumNode {
        self.number(Number::OnLine(word, steps))
    }

    /// How many points.
    pub fn count(&mut self, a: MaskNode) -> NumNode {
        match self.fixed(a) {
            Some(words) => {
                let n = words.iter().map(|w| i64::from(w.count_ones())).sum();
                self.num(n)
            }
            None => self.number(Number::Count(a)),
        }
    }

    /// Whether there is a point.
    pub fn any(&mut self, a: MaskNode) -> NumNode {
        match self.fixed(a) {
            Some(words) => {
                let some = words.iter().any(|w| *w != 0);
                self.num(i64::from(some))
            }
            None => self.number(Number::Any(a)),
        }
    }

    /// Whether the point is in the mask.
    pub fn has(&mut self, a: MaskNode, point: NumNode) -> NumNode {
        if let (Some(words), Some(point)) = (self.fixed(a), self.number_fixed(point)) {
            let has = usize::try_from(point).is_ok_and(|p| words[p / 64] >> (p % 64) & 1 == 1);
            return self.num(i64::from(has));
        }
        self.number(Number::Has(a, point))
    }

    /// Two numbers joined.
    pub fn join(&mut self, op: NumOp, a: NumNode, b: NumNode) -> NumNode {
        match (self.number_fixed(a), self.number_fixed(b)) {
            (Some(x), Some(y)) => self.num(op.apply(x, y)),
            _ => self.number(Number::Join(op, a, b)),
        }
    }

    /// Two numbers compared.
    pub fn compare(&mut self, how: Comparison, a: NumNode, b: NumNode) -> NumNode {
        match (self.number_fixed(a), self.number_fixed(b)) {
            (Some(x), Some(y)) => self.num(i64::from(how.holds(x, y))),
            _ => self.number(Number::Compare(how, a, b)),
        }
    }

    /// Yes for no, no for yes.
    pub fn negate(&mut self, a: NumNode) -> NumNode {
        match self.number_fixed(a) {
            Some(n) => self.num(i64::from(n == 0)),
            None => self.number(Number::Not(a)),
        }
    }

    /// The second if the first is yes, else the third.
    pub fn select(&mut self, cond: NumNode, then: NumNode, otherwise: NumNode) -> NumNode {
        match self.number_fixed(cond) {
            Some(0) => otherwise,
            Some(_) => then,
            None => self.number(Number::Select(cond, then, otherwise)),
        }
    }

    /// The next player round the table of so many.
    pub fn next_seat(&mut self, seat: NumNode, seats: i64) -> NumNode {
        match self.number_fixed(seat) {
            Some(n) if n >= 0 => self.num((n + 1) % seats),
            Some(_) => self.num(-1),
            None => self.number(Number::NextSeat(seat)),
        }
    }

    /// One of some numbers by its place from 0; `none` where there is no such place.
    pub fn lookup(&mut self, values: &[i64], at: NumNode, none: i64) -> NumNode {
        if let Some(at) = self.number_fixed(at) {
            let at = usize::try_from(at).ok();
            let value = at.and_then(|at| values.get(at)).copied().unwrap_or(none);
            return self.num(value);
        }
        let values = [values, &[none]].concat();
        self.number(Number::Lookup(values, at))
    }

    /// What a script says; it is not asked, and says no, where the guard is 0.
    pub fn script(
        &mut self,
        id: ScriptId,
        args: Vec<ScriptArg>,
        (by, guard): (Caller, Option<NumNode>),
    ) -> NumNode {
        let guard = guard.filter(|guard| self.number_fixed(*guard).is_none());
        let node = self.number(Number::Script(id, args, guard));
        self.callers.entry(node).or_insert(by);
        node
    }

    /// One step to each neighbour, and the points to which it leads; nothing if some step is no translation.
    pub fn steps(&self) -> Option<Vec<(Translation, Vec<u64>)>> {
        self.tables.steps.clone()
    }

    /// Ends the program: orders the ops so that each result comes as early as it can.
    ///
    /// # Errors
    /// It needs more registers than there are, or more constants than there may be.
    pub fn finish(self, results: &[AnyNode]) -> Result<Program, TooMany> {
        ProgramEmitter::new(self, results).run(results)
    }
}

#[cfg(test)]
mod tests {
    use super::{ConstantPool, Translation, ValueGraph};
    use crate::model::{Board, Topology};

    /// The tables of a board of five columns and five rows.
    fn tables() -> ConstantPool {
        ConstantPool::new(Some(&Board::new(Topology::grid(5, 5), 0)), 1)
    }

    /// One step to the right.
    fn right() -> Translation {
        let topology = Topology::grid(5, 5);
        let east = topology.direction("east");
        let step = east.and_then(|east| topology.translation(east));
        step.expect("a translation")
    }

    #[test]
    fn a_way_there_and_back_is_none_where_nothing_is_lost() {
        let mut tables = tables();
        let mut dag = ValueGraph::new(&mut tables);
        let own = dag.load(1);
        let moved = dag.shift(own, right());
        let pair = dag.and(own, moved);
        let there = dag.shift(pair, -right());
        assert_eq!(dag.shift(there, right()), pair);
        let over_the_edge = dag.shift(own, -right());
        assert_ne!(dag.shift(over_the_edge, right()), own);
    }

    #[test]
    fn a_constant_is_dropped_that_the_other_mask_implies() {
        let mut tables = tables();
        let mut dag = ValueGraph::new(&mut tables);
        let (own, free) = (dag.load(1), dag.load(2));
        let (first, rest) = (0x0010_8421, 0b11110 * 0x0010_8421);
        let moved = dag.shift(own, right());
        let plain = dag.and(free, moved);
        let implied = dag.constant(vec![rest]);
        let cut = dag.and(free, implied);
        assert_eq!(dag.and(cut, moved), plain);
        let other = dag.constant(vec![rest & !(first << 1)]);
        let cut = dag.and(free, other);
        assert_ne!(dag.and(cut, moved), plain);
    }
}
