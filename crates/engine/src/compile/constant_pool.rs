//! The constant pool: constant masks, shifts and lists of numbers that the programs of the rules share. Ops name each by
//! a number; equal ones are shared, found by their hash.

use crate::compile::limits::{CONSTANTS, LOOKUPS, PICKS, TURNS};
use crate::ir::program::Shift;
use linstock_base::check_fuel::{POINT, WORD};
use linstock_base::{CheckFuel, Limit, TooMany};
use linstock_model::{Board, Dir, PointSet, Topology, Translation};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::hash::Hash;
use std::rc::Rc;

/// The words of a mask, which seldom has more than four.
pub(crate) type MaskWords = SmallVec<[u64; 4]>;

/// A translation, and the points to which it leads.
type KnownLead = (Translation, Rc<[u64]>);
/// The translations of steps, by direction and number of steps.
type KnownLeads = FxHashMap<(Dir, i32), Rc<[KnownLead]>>;

/// The constants and shifts that all programs of the rules share.
#[derive(Clone, Debug)]
pub(crate) struct ConstantPool {
    /// The width of a mask in words.
    pub width: usize,
    /// Every point.
    pub all: Vec<u64>,
    /// The topology of the board; a single point for rules without a board.
    pub topology: Topology,
    /// Constant masks, each of `width` words.
    pub constants: Interned<Vec<u64>>,
    /// Tables of constants, for `Pick`.
    pub picks: Interned<Vec<u16>>,
    /// Tables of numbers. The last number of each is the result for an index outside the table.
    pub lookups: Interned<Vec<i64>>,
    /// The points to which each translation leads, computed when first needed.
    entered: RefCell<FxHashMap<Translation, Rc<[u64]>>>,
    /// For directions that do not translate all points alike: the translations of steps, by direction and number of steps.
    leads: RefCell<KnownLeads>,
    /// The translations that lead to neighbours, each with the points to which it leads.
    pub steps: Vec<(Translation, Vec<u64>)>,
    /// The remaining operations of this check.
    pub fuel: Rc<CheckFuel>,
}

impl ConstantPool {
    /// Creates the constant pool of a board.
    #[must_use]
    pub(super) fn new(board: Option<&Board>, width: usize, fuel: &Rc<CheckFuel>) -> Self {
        let topology = Topology::of(board);
        let steps = board.map_or(Vec::new(), Board::translations);
        let steps = steps.into_iter();
        let steps = steps.map(|(by, to)| (by, mask_of(width, &to))).collect();
        Self {
            width,
            all: mask_of(width, &topology.every()),
            topology: topology.clone(),
            constants: Interned::default(),
            picks: Interned::default(),
            lookups: Interned::default(),
            entered: RefCell::default(),
            leads: RefCell::default(),
            steps,
            fuel: Rc::clone(fuel),
        }
    }

    /// Returns the translations of steps in a direction, as [`Topology::leads`] does. The result is cached: ways are long
    /// and many.
    pub(super) fn leads(&self, dir: Dir, steps: i32) -> Rc<[KnownLead]> {
        let mut known = self.leads.borrow_mut();
        let leads = known.entry((dir, steps)).or_insert_with(|| {
            self.fuel.spend(self.topology.points() as u64 * POINT);
            let leads = self.topology.leads(dir, steps).into_iter();
            leads
                .map(|(by, to)| (by, mask_of(self.width, &to).into()))
                .collect()
        });
        Rc::clone(leads)
    }

    /// Returns the number of a constant.
    ///
    /// # Errors
    /// If there are too many of them, as in the methods below.
    pub(super) fn constant(&mut self, words: Vec<u64>) -> Result<u16, TooMany> {
        self.constants.number(words, CONSTANTS)
    }

    /// Returns the number of a table of constants, for `Pick`.
    pub(super) fn pick(&mut self, sets: Vec<Vec<u64>>) -> Result<u16, TooMany> {
        let table: Result<_, _> = sets.into_iter().map(|set| self.constant(set)).collect();
        self.picks.number(table?, PICKS)
    }

    /// Returns the number of a table of numbers, for `Lookup`.
    pub(crate) fn lookup(&mut self, values: Vec<i64>) -> Result<u16, TooMany> {
        self.lookups.number(values, LOOKUPS)
    }

    /// Returns the number of the constant that holds every point.
    pub(super) fn everything(&mut self) -> Result<u16, TooMany> {
        let words = self.all.clone();
        self.constant(words)
    }

    /// Returns the shift of a translation.
    pub(super) fn shift(&mut self, by: Translation) -> Result<Shift, TooMany> {
        let everywhere = self.all.clone();
        self.shift_to(by, &everywhere)
    }

    /// Returns the shift of a translation that keeps only the points among `among`.
    pub(crate) fn shift_to(&mut self, by: Translation, among: &[u64]) -> Result<Shift, TooMany> {
        let reached = self.entered(by);
        let keep = reached.iter().zip(among).map(|(r, a)| r & a).collect();
        let turn = turned(self.topology.number_shift(by), self.width * 64);
        Ok(Shift {
            words: TURNS.number(turn / 64)?,
            bits: TURNS.number(turn % 64)?,
            keep: self.constant(keep)?,
        })
    }

    /// Shifts a constant mask, as a shift op does: rotates the bits, and keeps those that reach a point.
    pub(super) fn shifted(&self, words: &[u64], by: Translation) -> MaskWords {
        let width = self.width;
        self.fuel.spend(WORD * width as u64);
        let turn = turned(self.topology.number_shift(by), width * 64);
        let (whole, bits) = (turn / 64, turn % 64);
        let from = |at: usize| words[(at + 2 * width - whole) % width];
        let turned = |at: usize| match bits {
            0 => from(at),
            _ => from(at) << bits | from(at + width - 1) >> (64 - bits),
        };
        let entered = self.entered(by);
        (0..width).map(|at| turned(at) & entered[at]).collect()
    }

    /// Returns the points to which a translation leads; cached.
    fn entered(&self, by: Translation) -> Rc<[u64]> {
        let mut known = self.entered.borrow_mut();
        let entry = known.entry(by).or_insert_with(|| {
            let points = self.topology.entered(by);
            self.fuel.spend(POINT * points.len() as u64);
            mask_of(self.width, &points).into()
        });
        Rc::clone(entry)
    }
}

/// Returns the words of a set of points.
fn mask_of(width: usize, points: &PointSet) -> Vec<u64> {
    let mut words = vec![0; width];
    for at in points.ones() {
        words[at / 64] |= 1 << (at % 64);
    }
    words
}

/// Returns the left rotation of a mask of `bits` bits that shifts its points' numbers by `by`.
fn turned(by: i32, bits: usize) -> usize {
    let turn = by.unsigned_abs() as usize % bits;
    if by < 0 { (bits - turn) % bits } else { turn }
}

/// Distinct values, numbered from 0 in order of insertion.
#[derive(Clone, Debug)]
pub(crate) struct Interned<T> {
    values: Vec<T>,
    numbers: FxHashMap<T, u16>,
}

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            numbers: FxHashMap::default(),
        }
    }
}

impl<T: Clone + Eq + Hash> Interned<T> {
    /// Returns the number of a value; adds the value if it is new.
    fn number(&mut self, value: T, limit: Limit) -> Result<u16, TooMany> {
        if let Some(&number) = self.numbers.get(&value) {
            return Ok(number);
        }
        let number = limit.push(&mut self.values, value.clone())?;
        self.numbers.insert(value, number);
        Ok(number)
    }

    /// Returns the values in the order of their numbers.
    pub(super) fn into_values(self) -> Vec<T> {
        self.values
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::{ConstantPool, mask_of, turned};
    use linstock_base::CheckFuel;
    use linstock_model::{HexShape, Point, Topology};

    #[test]
    fn equal_constants_have_one_number_and_others_follow_in_order() {
        let mut pool = ConstantPool::new(None, 1, &Rc::default());
        assert_eq!(pool.constant(vec![7]), Ok(0));
        assert_eq!(pool.constant(vec![9]), Ok(1));
        assert_eq!(pool.constant(vec![7]), Ok(0));
        assert_eq!(pool.constants.into_values(), [vec![7], vec![9]]);
    }

    #[test]
    fn a_constant_too_many_is_refused() {
        let mut pool = ConstantPool::new(None, 1, &Rc::default());
        for n in 0..65_536 {
            assert!(pool.constant(vec![n]).is_ok());
        }
        assert!(pool.constant(vec![65_536]).is_err());
        assert_eq!(pool.constant(vec![65_535]), Ok(65_535));
    }

    /// Shifting the words equals moving each point, on every kind of board.
    #[test]
    fn a_mask_is_moved_as_its_points_are() {
        let hexes = [
            (HexShape::Rhombus, 9),
            (HexShape::Hexagon, 6),
            (HexShape::Triangle, 12),
            (HexShape::Star, 4),
        ];
        let hexes = hexes.map(|(shape, side)| Topology::hexes(shape, side));
        let grids = [(1, 1), (8, 8), (10, 10), (64, 3), (3, 64)];
        let grids = grids.map(|(columns, rows)| Topology::grid(columns, rows));
        for topology in hexes.into_iter().chain(grids) {
            let width = topology.points().div_ceil(64);
            let pool = ConstantPool {
                topology: topology.clone(),
                ..ConstantPool::new(None, width, &Rc::default())
            };
            let points: Vec<Point> = topology.iter().collect();
            let thirds = points.iter().step_by(3);
            let mut some = topology.none();
            some.extend(thirds.clone().map(|point| point.index()));
            for (from, to) in points.iter().zip(points.iter().rev()) {
                let Some(by) = topology.between(*from, *to) else {
                    continue;
                };
                let mut moved = topology.none();
                let all = thirds.clone().filter_map(|at| topology.moved(*at, by));
                moved.extend(all.map(Point::index));
                let shifted = pool.shifted(&mask_of(width, &some), by);
                assert_eq!(shifted[..], mask_of(width, &moved)[..], "{by:?}");
            }
        }
    }

    /// A shift costs fuel: for the points once, for the words each time.
    #[test]
    fn what_a_shift_costs_is_counted() {
        let fuel = Rc::new(CheckFuel::default());
        let topology = Topology::grid(64, 64);
        let pool = ConstantPool {
            topology: topology.clone(),
            ..ConstantPool::new(None, 64, &fuel)
        };
        let by = topology
            .between(Point(0), Point(65))
            .expect("a grid has it");
        let spent = || {
            let before = fuel.spent();
            assert_eq!(pool.shifted(&[u64::MAX; 64], by).len(), 64);
            fuel.spent() - before
        };
        let (first, again) = (spent(), spent());
        assert!(
            first > 4096 && (64..4096).contains(&again),
            "{first}, {again}"
        );
    }

    #[test]
    fn a_shift_turns_the_bits_of_all_words() {
        assert_eq!(turned(11, 128), 11);
        assert_eq!(turned(-1, 128), 127);
        assert_eq!(turned(-128, 128), 0);
        assert_eq!(turned(130, 128), 2);
    }
}
