//! The ops of programs. Each op is declared once, for two stages.
//!
//! In a value graph, the operands of ops are nodes, and constants are values. In a program, they are registers and numbers of
//! tables. [`OpStage`] gives the types. From a list of ops, `declare_ops!` makes the enum, what each op reads, and the
//! translation into the next stage.
//!
//! A new op needs an entry here, a constructor in `compile/value_graph`, and code in `vm/interpreter` and in `lanes/rare.rs` or
//! `lanes/numbers.rs`: these files do not compile without it.

use linstock_base::TooMany;
use linstock_model::{Comparison, KindId, NumOp, ScriptId, ScriptType};
use std::convert::Infallible;
use std::fmt::Debug;
use std::hash::Hash;

/// The types of operands at one stage.
pub trait OpStage: Copy + Eq + Hash + Debug {
    /// A mask.
    type Mask: Copy + Eq + Hash + Debug;
    /// A number.
    type Number: Copy + Eq + Hash + Debug;
    /// A word of the position.
    type Word: Copy + Eq + Hash + Debug;
    /// A constant mask.
    type Constant: Clone + Eq + Hash + Debug;
    /// A table of constant masks.
    type MaskTable: Clone + Eq + Hash + Debug;
    /// A table of numbers.
    type NumberTable: Clone + Eq + Hash + Debug;
    /// A shift.
    type Shift: Copy + Eq + Hash + Debug;
    /// A shift that is part of another op: only in programs.
    type FusedShift: Copy + Eq + Hash + Debug;
    /// Several shifted masks: only in programs.
    type ShiftedMasks: Copy + Eq + Hash + Debug;
    /// A [`Slide`].
    type Slide: Copy + Eq + Hash + Debug;
    /// A [`FloodFill`].
    type Reach: Clone + Eq + Hash + Debug;
    /// A [`Filter`].
    type Filter: Copy + Eq + Hash + Debug;
    /// A [`Call`].
    type Call: Clone + Eq + Hash + Debug;
    /// The rule that calls a script: only in programs.
    type Caller: Clone + Eq + Hash + Debug;
    /// The tables that contain the slides, fills and filters.
    type Tables;

    /// Calls a function with each of several shifted masks.
    fn each_shifted(
        tables: &Self::Tables,
        masks: Self::ShiftedMasks,
        read: &mut dyn FnMut(OpRead<Self>),
    );
    /// Returns a slide.
    fn slide<'t>(tables: &'t Self::Tables, slide: &'t Self::Slide) -> &'t Slide<Self>;
    /// Returns a flood fill.
    fn reach<'t>(tables: &'t Self::Tables, reach: &'t Self::Reach) -> &'t FloodFill<Self>;
    /// Returns a filter.
    fn filter<'t>(tables: &'t Self::Tables, filter: &'t Self::Filter) -> &'t Filter<Self>;
}

/// Something that an op reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpRead<S: OpStage> {
    /// A mask.
    Mask(S::Mask),
    /// A number.
    Number(S::Number),
    /// Words of the position, by the first.
    Words(S::Word, WordCount),
    /// Anything else, such as earlier positions, and all that a script reads, including its arguments.
    Other,
}

/// A number of consecutive words of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordCount {
    /// One word.
    One,
    /// The words of a mask.
    Mask,
    /// A word for each point.
    Points,
    /// An unknown number: the word depends on a seat.
    Unknown,
}

/// Translates operands from one stage into the next.
pub(crate) trait Translator<S: OpStage, T: OpStage> {
    fn mask(&mut self, mask: S::Mask) -> Result<T::Mask, TooMany>;
    fn number(&mut self, number: S::Number) -> Result<T::Number, TooMany>;
    fn word(&mut self, word: S::Word) -> Result<T::Word, TooMany>;
    fn constant(&mut self, constant: S::Constant) -> Result<T::Constant, TooMany>;
    fn mask_table(&mut self, table: S::MaskTable) -> Result<T::MaskTable, TooMany>;
    fn number_table(&mut self, table: S::NumberTable) -> Result<T::NumberTable, TooMany>;
    fn shift(&mut self, shift: S::Shift) -> Result<T::Shift, TooMany>;
    fn slide(&mut self, slide: S::Slide) -> Result<T::Slide, TooMany>;
    fn reach(&mut self, reach: S::Reach) -> Result<T::Reach, TooMany>;
    fn filter(&mut self, filter: S::Filter) -> Result<T::Filter, TooMany>;
    fn call(&mut self, call: S::Call) -> Result<T::Call, TooMany>;
}

/// Calls `$read` with what an op reads through an operand `$x`.
#[rustfmt::skip]
macro_rules! read_operand {
    ($read:ident $tables:ident $x:ident: Mask) => { $read(OpRead::Mask(*$x)) };
    ($read:ident $tables:ident $x:ident: Number) => { $read(OpRead::Number(*$x)) };
    ($read:ident $tables:ident $x:ident: ShiftedMasks) => { S::each_shifted($tables, *$x, $read) };
    ($read:ident $tables:ident $x:ident: Slide) => { S::slide($tables, $x).each_read($read) };
    ($read:ident $tables:ident $x:ident: Reach) => { S::reach($tables, $x).each_read($read) };
    ($read:ident $tables:ident $x:ident: Filter) => { S::filter($tables, $x).each_read($read) };
    ($read:ident $tables:ident $x:ident: Call) => { $read(OpRead::Other) };
    ($read:ident $tables:ident $x:ident: Word) => {};
    ($read:ident $tables:ident $x:ident: Constant) => {};
    ($read:ident $tables:ident $x:ident: MaskTable) => {};
    ($read:ident $tables:ident $x:ident: NumberTable) => {};
    ($read:ident $tables:ident $x:ident: Shift) => {};
    ($read:ident $tables:ident $x:ident: FusedShift) => {};
}

/// Translates an operand `$x`.
#[rustfmt::skip]
macro_rules! translate_operand {
    ($to:ident $x:ident: Mask) => { $to.mask($x)? };
    ($to:ident $x:ident: Number) => { $to.number($x)? };
    ($to:ident $x:ident: Word) => { $to.word($x)? };
    ($to:ident $x:ident: Constant) => { $to.constant($x)? };
    ($to:ident $x:ident: MaskTable) => { $to.mask_table($x)? };
    ($to:ident $x:ident: NumberTable) => { $to.number_table($x)? };
    ($to:ident $x:ident: Shift) => { $to.shift($x)? };
    ($to:ident $x:ident: FusedShift) => { match $x {} };
    ($to:ident $x:ident: ShiftedMasks) => { match $x {} };
    ($to:ident $x:ident: Slide) => { $to.slide($x)? };
    ($to:ident $x:ident: Reach) => { $to.reach($x)? };
    ($to:ident $x:ident: Filter) => { $to.filter($x)? };
    ($to:ident $x:ident: Call) => { $to.call($x)? };
    ($to:ident $x:ident = $plain:ty) => { $x };
}

/// Declares ops. An operand `x: Mask` has the type `Mask` of the stage; an operand `x = u32` has the same type at each stage.
/// `=>` gives what the op reads in addition to its operands.
macro_rules! declare_ops {
    ($(#[$doc:meta])* $name:ident {$(
        $(#[$meta:meta])*
        $op:ident $(($($x:ident $(: $kind:ident)? $(= $plain:ty)?),*))? $(=> $read:expr)?,
    )*}) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name<S: OpStage> {
            $($(#[$meta])* $op $(($($(S::$kind)? $($plain)?),*))?,)*
        }

        impl<S: OpStage> $name<S> {
            /// Calls a function with each thing that the op reads.
            #[allow(unused_variables, reason = "some operands read nothing")]
            pub fn each_read(&self, tables: &S::Tables, read: &mut dyn FnMut(OpRead<S>)) {
                match self {
                    $(Self::$op $(($($x),*))? => {
                        $($($(read_operand!(read tables $x: $kind);)?)*)?
                        $(read($read);)?
                    })*
                }
            }

            /// Calls a function with each mask that the op reads.
            pub fn each_mask_read(&self, tables: &S::Tables, read: &mut dyn FnMut(S::Mask)) {
                self.each_read(tables, &mut |found| {
                    if let OpRead::Mask(mask) = found {
                        read(mask);
                    }
                });
            }

            /// Returns the position of the op in the list of ops.
            #[must_use]
            pub fn sort(&self) -> u8 {
                enum OpIndex { $($op,)* }
                match self { $(Self::$op { .. } => OpIndex::$op as u8,)* }
            }
        }

        impl<S: OpStage<FusedShift = Infallible, ShiftedMasks = Infallible>> $name<S> {
            /// Translates each operand.
            #[allow(unreachable_code, reason = "some ops occur only in programs")]
            pub(crate) fn translate<T: OpStage>(
                self,
                to: &mut impl Translator<S, T>,
            ) -> Result<$name<T>, TooMany> {
                Ok(match self {
                    $(Self::$op $(($($x),*))? => $name::$op $(($(
                        $(translate_operand!(to $x: $kind))? $(translate_operand!(to $x = $plain))?
                    ),*))?,)*
                })
            }
        }
    };
}

declare_ops! {
    /// An op that writes the next mask register.
    MaskOp {
        /// Computes the next number instead: only in programs, see [`Program::numbers`](crate::ir::program::Program::numbers).
        Number,
        /// A constant of the rules.
        Const(constant: Constant),
        /// A mask of the position, by its first word.
        Load(first: Word) => OpRead::Words(*first, WordCount::Mask),
        /// A mask of one seat: the first word for the first seat, the words between two seats, the seat. Empty for a negative
        /// seat.
        LoadOf(first: Word, stride: Word, seat: Number) => OpRead::Words(*first, WordCount::Unknown),
        /// The points in both masks.
        And(a: Mask, b: Mask),
        /// The points in at least one mask.
        Or(a: Mask, b: Mask),
        /// The points in the first mask, but not in the second.
        AndNot(a: Mask, b: Mask),
        /// A mask, shifted.
        Shift(mask: Mask, by: Shift),
        /// The points in the first mask and in the shifted second.
        AndShift(a: Mask, b: Mask, by: FusedShift),
        /// The points in the first mask or in the shifted second.
        OrShift(a: Mask, b: Mask, by: FusedShift),
        /// The points in at least one of several shifted masks.
        AnyShift(masks: ShiftedMasks),
        /// One point; the empty mask for a negative number.
        Bit(point: Number),
        /// All points if the number is not 0, else the empty mask.
        Gate(number: Number),
        /// The points that a slide reaches in one direction.
        Slide(slide: Slide),
        /// The result of a flood fill.
        Reach(reach: Reach),
        /// The lowest point of a mask; empty for an empty mask.
        First(mask: Mask),
        /// One of the constants in a table of the rules, by its index; empty for an index outside the table.
        Pick(table: MaskTable, index: Number),
        /// Each point of a mask moved to the point in a table; no point for a negative number.
        Permute(mask: Mask, images: NumberTable),
        /// The points whose piece has a memory that satisfies a comparison.
        FilterByValue(filter: Filter),
        /// The points that a script returns.
        Script(call: Call),
    }
}

declare_ops! {
    /// An op that writes the next number register. Yes is 1, no is 0, nobody and nowhere are -1.
    NumberOp {
        /// A constant.
        Fixed(number = i64),
        /// A word of the position.
        Load(word: Word) => OpRead::Words(*word, WordCount::One),
        /// A word of the position that holds a player plus 1, or 0 for nobody.
        LoadSeat(word: Word) => OpRead::Words(*word, WordCount::One),
        /// One of several words of the position, by seat.
        LoadOf(first: Word, seat: Number) => OpRead::Words(*first, WordCount::Unknown),
        /// As `LoadOf`, of words that hold a player.
        LoadSeatOf(first: Word, seat: Number) => OpRead::Words(*first, WordCount::Unknown),
        /// The number of points of a mask.
        Count(mask: Mask),
        /// The number of the first point of a mask; -1 if it has none.
        First(mask: Mask),
        /// Whether a mask has a point.
        Any(mask: Mask),
        /// Whether the point is in the mask; a negative point never is.
        Has(mask: Mask, point: Number),
        /// An arithmetic operation.
        Join(op = NumOp, a: Number, b: Number),
        /// A comparison.
        Compare(how = Comparison, a: Number, b: Number),
        /// 1 for 0, 0 for anything else.
        Not(number: Number),
        /// The second if the first is not 0, else the third.
        Select(condition: Number, then: Number, otherwise: Number),
        /// The next player in seat order, round the table; nobody after nobody.
        NextSeat(seat: Number),
        /// A point of the formation in a word of the position: the word, the number of steps from the rear.
        OnLine(word: Word, steps = i16) => OpRead::Words(*word, WordCount::One),
        /// Whether the position has occurred at least this often.
        Seen(times = u32) => OpRead::Other,
        /// A number of a table of the rules, by its index; the last number for an index outside the table.
        Lookup(table: NumberTable, index: Number),
        /// The result of a script call.
        Script(call: Call),
    }
}

impl<S: OpStage> NumberOp<S> {
    /// Returns whether the number is always 0 or 1.
    #[must_use]
    pub fn is_truth(&self) -> bool {
        matches!(
            self,
            Self::Any(_)
                | Self::Has(..)
                | Self::Compare(..)
                | Self::Not(_)
                | Self::Seen(_)
                | Self::Fixed(0..=1)
        )
    }
}

/// A slide: from some points in one direction, as far as the points on the way allow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slide<S: OpStage> {
    /// The points where it begins.
    pub from: S::Mask,
    /// The points that it may pass; all points if `None`.
    pub through: Option<S::Mask>,
    /// One step.
    pub by: S::Shift,
    /// The maximal number of steps.
    pub steps: u16,
}

impl<S: OpStage> Slide<S> {
    fn each_read(&self, read: &mut dyn FnMut(OpRead<S>)) {
        let masks = [Some(self.from), self.through];
        masks.into_iter().flatten().map(OpRead::Mask).for_each(read);
    }
}

/// A flood fill (`reached`): from some points, step by step, into allowed points.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FloodFill<S: OpStage> {
    /// The points where it begins.
    pub from: S::Mask,
    /// The points into which a step may lead.
    pub over: S::Mask,
    /// The maximal number of steps; unlimited if `None`.
    pub within: Option<S::Number>,
    /// Steps into these points are not counted.
    pub free: Option<S::Mask>,
    /// Further steps: links between points that are not neighbours.
    pub links: Vec<FloodLink<S>>,
}

impl<S: OpStage> FloodFill<S> {
    fn each_read(&self, read: &mut dyn FnMut(OpRead<S>)) {
        let masks = [Some(self.from), Some(self.over), self.free];
        let numbers = self.within.into_iter();
        let numbers = numbers.chain(self.links.iter().map(|link| link.open));
        let masks = masks.into_iter().flatten().map(OpRead::Mask);
        masks.chain(numbers.map(OpRead::Number)).for_each(read);
    }
}

/// A step between two points, in both directions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloodLink<S: OpStage> {
    /// The points.
    pub ends: [u16; 2],
    /// Whether it can be taken.
    pub open: S::Number,
}

/// A filter: the points whose piece has a memory that satisfies a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Filter<S: OpStage> {
    /// The word of the first point's value.
    pub word: S::Word,
    /// Whether the value is a player or a row, which is stored plus 1.
    pub holds_seat: bool,
    /// The points to filter.
    pub among: S::Mask,
    /// The comparison, with the value as the left operand.
    pub how: Comparison,
    /// Whether the value is the right operand instead.
    pub(crate) flipped: bool,
    /// The other operand.
    pub number: S::Number,
}

impl<S: OpStage> Filter<S> {
    fn each_read(&self, read: &mut dyn FnMut(OpRead<S>)) {
        let words = OpRead::Words(self.word, WordCount::Points);
        let reads = [OpRead::Mask(self.among), OpRead::Number(self.number), words];
        reads.into_iter().for_each(read);
    }

    /// Returns whether the comparison holds for a piece whose value is stored in this word.
    #[inline(always)]
    #[must_use]
    pub fn holds(&self, word: u64, number: i64) -> bool {
        let value = word.cast_signed() - i64::from(self.holds_seat);
        let (a, b) = if self.flipped {
            (number, value)
        } else {
            (value, number)
        };
        self.how.holds(a, b)
    }
}

/// A call of a script function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Call<S: OpStage> {
    /// The function.
    pub script: ScriptId,
    /// Its arguments.
    pub args: Vec<CallArg<S>>,
    /// If this number is 0, the script is not called, and the result is 0.
    pub guard: Option<S::Number>,
    /// The rule that calls it.
    pub by: S::Caller,
}

/// An argument of a script.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CallArg<S: OpStage> {
    /// A set of points.
    Mask(S::Mask),
    /// A number, or a value that is stored as a number.
    Number(S::Number, ScriptType),
    /// A kind of piece.
    Kind(KindId),
}

#[cfg(test)]
mod tests {
    use crate::ir::program::{NumberOp, Op};

    #[test]
    fn ops_of_programs_are_small() {
        assert_eq!((size_of::<Op>(), size_of::<NumberOp>()), (12, 16));
    }
}
