//! The sequence of play and the bodies of moves, as instructions.
//!
//! All code is compiled once for each seat as `me`; the same instruction has the same number in each.

use crate::ir::program::{MaskReg, NumberOp, Op, Program};
use crate::model::{
    ArgValue, Dir, Domain, Extent, Family, InheritedType, ListId, Model, MoveId, PhaseId,
    PictureCell, Point, RowId, RuleId, SeatId, TagId, ZoneId,
};

/// The number of an instruction.
pub type Pc = u32;
/// The number of a program.
pub type ProgramId = u32;

/// A point, as an instruction names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceCode {
    /// Always this one.
    Fixed(u16),
    /// The one that a word of the state holds.
    Word(u32),
    /// So many steps from the rear of the formation that a word of the state holds.
    OnLine(u32, i16),
}

/// Some points, as an instruction names them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetOperand {
    /// One point; none if the place is off the board.
    Place(PlaceCode),
    /// What a program computes.
    Program(ProgramId),
}

/// A number, as an instruction names it; yes is 1, no is 0, nobody is -1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumOperand {
    /// Always this one.
    Fixed(i64),
    /// Whether a mask of the state (its first word) has a point among those of a constant.
    Any(u32, u16),
    /// Whether it has none.
    None(u32, u16),
    /// What a program computes.
    Program(ProgramId),
}

impl NumOperand {
    /// Finds out what a program that yields one number comes to, if that can be told without running it; `everything`
    /// is the constant of all points.
    #[must_use]
    pub fn plain(program: &Program, everything: u16) -> Option<Self> {
        use NumberOp::{Any, Fixed, Not};
        let none = match program.numbers.as_slice() {
            [Fixed(n)] => return Some(Self::Fixed(*n)),
            [Any(_)] => false,
            [Any(_), Not(_)] => true,
            _ => return None,
        };
        let mut masks = program.ops.iter().filter(|op| **op != Op::Number);
        let (word, among) = match (masks.next(), masks.next(), masks.next(), masks.next()) {
            (Some(Op::Load(word)), None, ..) => (*word, everything),
            (Some(Op::Load(word)), Some(Op::Const(among)), Some(Op::And(..)), None) => {
                (*word, *among)
            }
            _ => return None,
        };
        Some(if none {
            Self::None(word, among)
        } else {
            Self::Any(word, among)
        })
    }
}

/// An instruction.
// With a tag of its own, so that one load tells which it is; else the tag would hide in what some of them hold.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instr {
    /// Waits for a choice, if there is one; else goes on at the ask's `otherwise`.
    Ask(u32),
    /// Carries out the next choice that is held at the ask; goes on when there is none left.
    Reveal(u32),
    /// Goes on there.
    Jump(Pc),
    /// Goes on there if the program yields no.
    Unless(NumOperand, Pc),
    /// A piece goes from one point to another.
    Move(PlaceCode, PlaceCode),
    /// Every piece on the last layer of the points leaves the game.
    Take(SetOperand),
    /// Some pieces leave the board: by number.
    TakeSome(u32),
    /// Pieces come out of a zone: by number.
    Draw(u32),
    /// A piece comes to each of the points: the first word of its mask.
    Put(u32, SetOperand),
    /// As `Put`, of the player that the program yields: the first word of the first seat's mask.
    PutOf(u32, NumOperand, SetOperand),
    /// All pieces of a drawing come to their points.
    Lay(u32),
    /// A drawing is turned and laid somewhere: by number.
    LayPart(u32),
    /// A fault, in the words with the number, if the program yields no.
    Must(NumOperand, u32),
    /// A word becomes a number; `true` if it holds a player.
    Store(u32, NumOperand, bool),
    /// As `Store`, of the words of each seat, by the seat that the second program yields.
    StoreOf(u32, NumOperand, bool, NumOperand),
    /// As `Store`, of the words of each point that the program yields.
    StoreEach(u32, ProgramId, NumOperand, bool),
    /// Some points are remembered.
    StoreMask(u32, ProgramId),
    /// As `StoreMask`, of each seat.
    StoreMaskOf(u32, ProgramId, NumOperand),
    /// Words become what they were at the start: where, how many a value and how many values, the constant words.
    Reset(u32, (u32, u32), u32),
    /// As `Reset`, of each seat, by the seat that the program yields.
    ResetOf(u32, u32, u32, NumOperand),
    /// A loop over the players begins: the word for who acted before and the word for the first one.
    Round(u32, NumOperand),
    /// A loop over the players begins that never ends, so that nobody needs to know who began: the word for who acted
    /// before, the first one, and whether it goes backwards.
    Cycle(u32, NumOperand, bool),
    /// The next player acts, or the one before, and such a loop goes on there.
    PassOn(bool, Pc),
    /// As `Round`, the last of them first.
    RoundBack(u32, NumOperand),
    /// The player before acts and the loop goes on there, unless all have.
    PreviousInRound(u32, Pc),
    /// The next player acts and the loop goes on there, unless all have.
    NextInRound(u32, Pc),
    /// The loop is over: who acted before acts again.
    EndRound(u32),
    /// One less to go; on there if none was left.
    CountDown(u32, Pc),
    /// Words are 0 again: where, how many.
    Clear(u32, u32),
    /// A move is done: its arguments are gone (where, how many), and play goes on there.
    Done(u32, u32, Pc),
    /// The position is noted for `seen`.
    Note,
    /// Things go from one zone to another.
    Transfer(u32),
    /// A script changes the position.
    Script(ProgramId),
    /// The game is over: the ending, and the program that yields the winners.
    End(u32, Option<NumOperand>),
}

/// A drawing, ready to be turned and laid anywhere.
#[derive(Clone, Debug)]
pub struct PictureCode {
    /// How large it is.
    pub size: Extent,
    /// Each piece: its cell, first word of its mask.
    pub cells: Vec<(PictureCell, u32)>,
}

/// A drawing that is turned and laid somewhere.
#[derive(Clone, Debug)]
pub struct PartCode {
    /// The drawings of which one is laid.
    pub drawings: Vec<u32>,
    /// Which of them.
    pub which: NumOperand,
    /// By how many degrees it is turned clockwise.
    pub turned: NumOperand,
    /// The rectangle.
    pub at: SetOperand,
}

/// Pieces that leave the board.
#[derive(Clone, Debug)]
pub struct TakeCode {
    /// Each kind that leaves, with the first word of its masks and the one behind the last.
    pub kinds: Vec<(u8, u32, u32)>,
    /// From where.
    pub points: SetOperand,
    /// To where; out of the game without it.
    pub to: Option<ZoneCode>,
}

/// Pieces of a kind that come out of a zone, one for each point.
#[derive(Clone, Copy, Debug)]
pub struct DrawCode {
    /// From where.
    pub zone: ZoneCode,
    /// Of which kind.
    pub kind: u8,
    /// To where.
    pub points: SetOperand,
}

/// A zone, as an instruction names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZoneCode {
    /// Which one.
    pub zone: ZoneId,
    /// The first word of the first owner's.
    pub word: u32,
    /// How many rows, a word each.
    pub rows: u32,
    /// Whose.
    pub owner: NumOperand,
}

/// Things that go from one zone to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TransferCode {
    /// What goes.
    pub cargo: CargoCode,
    /// From where.
    pub from: ZoneCode,
    /// To where.
    pub to: ZoneCode,
}

/// What goes from one zone to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CargoCode {
    /// All that lies there.
    All,
    /// Copies of a row: which, how many.
    Copies(NumOperand, NumOperand),
    /// The heap that a word of the state holds.
    Multiset(u32),
}

/// An argument that is so many of what lies in a zone, in any mixture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MultisetCode {
    /// The zone.
    pub zone: ZoneCode,
    /// How many.
    pub number: NumOperand,
}

/// A wait for a choice.
#[derive(Clone, Debug)]
pub struct DecisionPoint {
    /// Chance chooses, rather than who acts.
    pub chance: bool,
    /// What may be chosen, for each seat as `me`.
    pub choices: Vec<SeatChoices>,
    /// Several players choose at once.
    pub simultaneous: Option<SimultaneousChoice>,
    /// Where play goes on if nothing can be chosen.
    pub otherwise: Pc,
    /// The innermost phase.
    pub phase: Option<PhaseId>,
    /// The moves in whose bodies it stands, the outermost first, each with the word that holds its first argument.
    pub bodies: Vec<(MoveId, u32)>,
    /// The ask of the model: an item for each offered move.
    pub items: Vec<crate::model::AskItem>,
    /// The clauses of the ask.
    pub tags: Vec<TagId>,
}

/// Several players who choose at once: how their choices are held until the last one is made.
#[derive(Clone, Debug, Default)]
pub struct SimultaneousChoice {
    /// Who is asked, as bits, for each seat as `me`.
    pub who: Vec<NumOperand>,
    /// The word that holds who acted before, counted from 1; after it come the seats' words.
    pub word: u32,
    /// The words of a seat: what he owes, see [`PendingChoice`], and the arguments of his choice.
    pub stride: u32,
    /// Where the choices are carried out.
    pub reveal: Pc,
}

/// What a seat owes where several choose at once, as a word of the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PendingChoice {
    /// Nothing.
    Nothing,
    /// A choice.
    Owed,
    /// He has chosen: the bucket.
    Chosen(usize),
}

impl PendingChoice {
    /// Reads the word.
    #[must_use]
    pub fn of(word: u64) -> Self {
        match word {
            0 => Self::Nothing,
            1 => Self::Owed,
            chosen => Self::Chosen(usize::try_from(chosen - 2).unwrap_or(usize::MAX)),
        }
    }

    /// Writes the word.
    #[must_use]
    pub fn word(self) -> u64 {
        match self {
            Self::Nothing => 0,
            Self::Owed => 1,
            Self::Chosen(template) => template as u64 + 2,
        }
    }
}

impl SimultaneousChoice {
    /// Returns the words of a seat.
    #[must_use]
    pub fn words(&self, seat: usize) -> std::ops::Range<usize> {
        let (word, stride) = (self.word as usize, self.stride as usize);
        let first = word + 1 + seat * stride;
        first..first + stride
    }
}

/// What may be chosen at a wait by one seat.
#[derive(Clone, Debug, Default)]
pub struct SeatChoices {
    /// Yields one mask a bucket, in order.
    pub program: ProgramId,
    /// The buckets.
    pub templates: Vec<MoveTemplate>,
    /// The register of each bucket's mask.
    pub masks: Vec<MaskReg>,
    /// A script is asked, so that the whole program runs at every wait.
    pub scripted: bool,
    /// Some bucket draws a heap.
    pub draws_multiset: bool,
    /// Of what some bucket leaves something must hold.
    pub has_postcondition: bool,
}

/// What must hold once a move is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PostconditionCode {
    /// The condition.
    pub cond: NumOperand,
    /// The outcome that is supposed where chance is asked on the way.
    pub supposing: Option<RuleId>,
}

/// One way of choosing a move: the set of anchors is what the choices' program yields.
#[derive(Clone, Debug)]
pub struct MoveTemplate {
    /// The move.
    pub mv: MoveId,
    /// Its rule.
    pub rule: RuleId,
    /// What its arguments are.
    pub args: Vec<ArgCode>,
    /// The word that holds the first argument.
    pub frame: u32,
    /// The move's body.
    pub body: Pc,
    /// How likely the outcome is; 1 without it.
    pub weight: Option<NumOperand>,
    /// What must hold once it is done.
    pub postcondition: Option<PostconditionCode>,
    /// The heap that is drawn: the anchor is the number of the mixture then.
    pub multiset: Option<MultisetCode>,
    /// Some argument hangs on the position.
    pub depends_on_state: bool,
    /// Who sees what is chosen, as bits; everybody without it.
    pub seen: Option<NumOperand>,
}

/// What an argument is, given the anchor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgCode {
    /// Not named by the move.
    Unnamed,
    /// The anchor plus so many points.
    Point(i32),
    /// A formation whose rear is the anchor plus so many points.
    Line(i32, Dir),
    /// Always the same, as it lies in the state.
    Fixed(u64, FixedArg),
    /// What a word of the state holds: an argument of the move around this one.
    Inherited(u32, FixedArg),
    /// The heap that is drawn.
    Multiset(ListId),
}

/// What a fixed argument is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FixedArg {
    /// A point.
    Point,
    /// A formation.
    Line,
    /// A number.
    Num,
    /// A player.
    Seat,
    /// A row of a list.
    Row(ListId),
    /// A heap of rows of a list.
    Multiset(ListId),
}

impl FixedArg {
    /// Returns what is drawn from a domain.
    #[must_use]
    pub fn of(model: &Model, domain: &Domain) -> Self {
        match domain {
            Domain::Points(_) => Self::Point,
            Domain::Line(_) => Self::Line,
            Domain::Numbers(..) => Self::Num,
            Domain::Members(family, _) => Self::member(*family),
            Domain::Zone(zone) => Self::Row(model.zone(zone.zone).list),
            Domain::Heap(_, zone) => Self::Multiset(model.zone(zone.zone).list),
            Domain::Inherited(given) => match *given {
                InheritedType::Point => Self::Point,
                InheritedType::Line(_) => Self::Line,
                InheritedType::Number => Self::Num,
                InheritedType::Member(family) => Self::member(family),
                InheritedType::Heap(list) => Self::Multiset(list),
            },
        }
    }

    /// Returns what a member of a family is.
    #[must_use]
    pub fn member(family: Family) -> Self {
        match family {
            Family::Players => Self::Seat,
            Family::Rows(list) => Self::Row(list),
        }
    }

    /// Returns the argument that a word of the state holds.
    #[must_use]
    pub fn value(self, word: u64) -> ArgValue {
        match self {
            Self::Point => ArgValue::Point(Point((word & 0xffff) as u16)),
            Self::Line => {
                let (rear, dir) = crate::ir::program::unpack_line(word);
                ArgValue::Line(Point(rear), Dir::at(dir))
            }
            Self::Num => ArgValue::Num(word.cast_signed()),
            Self::Seat => ArgValue::Seat(SeatId((word & 0xff) as u8)),
            Self::Row(list) => ArgValue::Row(list, RowId((word & 0xff) as u8)),
            Self::Multiset(list) => ArgValue::Heap(list, word),
        }
    }
}

impl ArgCode {
    /// Returns the word that holds the argument, for an anchor; 0 for one that hangs on the position.
    #[must_use]
    pub fn word(self, anchor: u32) -> u64 {
        // Anchors are such that all arguments lie on the board.
        let moved = |by: i32| anchor.wrapping_add_signed(by) & 0xffff;
        match self {
            Self::Unnamed | Self::Inherited(..) | Self::Multiset(_) => 0,
            Self::Point(by) => u64::from(moved(by)),
            Self::Line(by, dir) => crate::ir::program::pack_line(moved(by) as u16, dir.index()),
            Self::Fixed(word, _) => word,
        }
    }

    /// Returns what the argument is bound to, by the word that holds it.
    #[must_use]
    pub fn value(self, word: u64) -> Option<ArgValue> {
        let kind = match self {
            Self::Unnamed => return None,
            Self::Point(_) => FixedArg::Point,
            Self::Line(..) => FixedArg::Line,
            Self::Fixed(_, kind) | Self::Inherited(_, kind) => kind,
            Self::Multiset(list) => FixedArg::Multiset(list),
        };
        Some(kind.value(word))
    }
}

/// How a game ends.
#[derive(Clone, Debug)]
pub struct EndingCode {
    /// Why, in words.
    pub reason: String,
    /// The clauses that decide it.
    pub tags: Vec<TagId>,
}
