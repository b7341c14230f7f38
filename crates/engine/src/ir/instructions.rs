//! Instructions: the sequence of play and the bodies of moves.
//!
//! The code is compiled once for each seat as `me`; an instruction has the same number in each copy. Operands are words of
//! the position, constants, or programs. `ask me: step` is compiled to
//!
//! ```text
//! 4  Ask 0              stops here; the decision point 0 lists the legal moves
//! 5  Move …             the body of `step`, where play continues after the choice
//! 6  Done 9 2 7         clears its two arguments (words 9 and 10), continues at 7
//! ```

use crate::ir::program::{MaskReg, Op, Program};
use linstock_model::{
    ArgValue, Dir, Domain, Extent, FiniteDomain, InheritedType, ListId, Model, MoveId, PhaseId,
    PictureCell, Point, RowId, RuleId, SeatId, Sentence, TagId, ZoneId,
};

/// The index of an instruction.
pub type Pc = u32;
/// The index of a program.
pub(crate) type ProgramId = u32;

/// A point operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceCode {
    /// A constant.
    Fixed(u16),
    /// The point in a word of the position.
    Word(u32),
    /// A point of the formation in a word of the position: the word, the number of steps from the rear.
    OnLine(u32, i16),
}

/// A set of points as an operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetOperand {
    /// One point; none if the place is off the board.
    Place(PlaceCode),
    /// The result of a program.
    Program(ProgramId),
}

/// A number operand of an instruction; yes is 1, no is 0, nobody is -1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumOperand {
    /// A constant.
    Fixed(i64),
    /// Whether a mask of the position (its first word) shares a point with a constant mask.
    Any(u32, u16),
    /// The negation of `Any`.
    None(u32, u16),
    /// A word of the position.
    Word(u32),
    /// A word of the position that holds a player or row plus 1, or 0 for nobody.
    Seat(u32),
    /// The result of a program.
    Program(ProgramId),
}

impl NumOperand {
    /// Returns an operand that replaces a simple program of one number, so that it need not run: a constant, a word,
    /// `some …` or `no …`. `everything` is the constant mask of all points.
    #[must_use]
    pub fn plain(program: &Program, everything: u16) -> Option<Self> {
        use crate::ir::op::NumberOp::{Any, Fixed, Load, LoadSeat, Not};
        let none = match program.numbers.as_slice() {
            [Fixed(n)] => return Some(Self::Fixed(*n)),
            [Load(word)] => return Some(Self::Word(*word)),
            [LoadSeat(word)] => return Some(Self::Seat(*word)),
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
// `repr(u8)` gives the enum a tag of its own, so that one load finds the variant; otherwise the tag would hide in a niche
// of some field.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instr {
    /// Stops at a decision point, if there is a legal move; else jumps to its `otherwise`.
    Ask(u32),
    /// Carries out the next committed move of a simultaneous choice; continues when none is left.
    Reveal(u32),
    /// Jumps.
    Jump(Pc),
    /// Jumps if the condition does not hold.
    Unless(NumOperand, Pc),
    /// Moves a piece.
    Move(PlaceCode, PlaceCode),
    /// Takes every piece on the last layer of some points out of the game.
    Take(SetOperand),
    /// Takes some kinds of pieces off the board: the number of a [`TakeCode`].
    TakeSome(u32),
    /// Takes pieces out of a zone: the number of a [`DrawCode`].
    Draw(u32),
    /// Puts a piece on each of some points: the first word of its mask.
    Put(u32, SetOperand),
    /// As `Put`, for a computed player: the first word of the first seat's mask, the seat.
    PutOf(u32, NumOperand, SetOperand),
    /// Puts all pieces of a drawing on the board.
    Lay(u32),
    /// Turns a drawing and places it: the number of a [`PartCode`].
    LayPart(u32),
    /// Raises a fault with a message of the rules if the condition does not hold.
    Must(NumOperand, u32),
    /// Stores a number in a word; `true` if it is a player or row, stored plus 1.
    Store(u32, NumOperand, bool),
    /// As `Store`, for a computed seat.
    StoreOf(u32, NumOperand, bool, NumOperand),
    /// As `Store`, for each point of a mask.
    StoreEach(u32, ProgramId, NumOperand, bool),
    /// Stores a mask.
    StoreMask(u32, ProgramId),
    /// As `StoreMask`, for a computed seat.
    StoreMaskOf(u32, ProgramId, NumOperand),
    /// Resets values to a start value: the first word, the size of a value and the number of values, the constant.
    Reset(u32, (u32, u32), u32),
    /// As `Reset`, for a computed seat.
    ResetOf(u32, u32, u32, NumOperand),
    /// Begins a loop over the players: its first word, the first player. The loop has two words: the seat that acted
    /// before it, and the first player.
    Round(u32, NumOperand),
    /// Begins an endless loop over the players: its first word, the first player, whether the order is reversed.
    Cycle(u32, NumOperand, bool),
    /// Passes the turn in an endless loop: backwards or not, then jumps to its body.
    PassOn(bool, Pc),
    /// As `Round`, in reversed order.
    RoundBack(u32, NumOperand),
    /// Passes the turn backwards, and jumps to the loop's body unless all players have acted.
    PreviousInRound(u32, Pc),
    /// Passes the turn, and jumps to the loop's body unless all players have acted.
    NextInRound(u32, Pc),
    /// Ends a loop: the player who acted before it acts again.
    EndRound(u32),
    /// Counts a word down; jumps if it was 0.
    CountDown(u32, Pc),
    /// Clears words: the first, how many.
    Clear(u32, u32),
    /// Ends the body of a move: clears its arguments (the first word, how many), then jumps.
    Done(u32, u32, Pc),
    /// Adds the position to the history, for `seen`.
    Note,
    /// Transfers copies of rows between zones: the number of a [`TransferCode`].
    Transfer(u32),
    /// Runs a script that changes the position.
    Script(ProgramId),
    /// Ends the game: the ending, and the winners as bits.
    End(u32, Option<NumOperand>),
}

/// A drawing that may be turned and placed anywhere.
#[derive(Clone, Debug)]
pub(crate) struct PictureCode {
    /// The size.
    pub size: Extent,
    /// Each piece: its cell, the first word of its mask.
    pub cells: Vec<(PictureCell, u32)>,
}

/// A statement that turns a drawing and places it.
#[derive(Clone, Debug)]
pub struct PartCode {
    /// The drawings to choose from.
    pub drawings: Vec<u32>,
    /// The index of the drawing.
    pub which: NumOperand,
    /// The clockwise angle in degrees.
    pub turned: NumOperand,
    /// The target rectangle.
    pub at: SetOperand,
}

/// The words of the masks of a kind of piece.
#[derive(Clone, Copy, Debug)]
pub struct KindMasks {
    /// The kind.
    pub kind: u8,
    /// The first word of its masks.
    pub first: u32,
    /// The word after the last.
    pub end: u32,
}

/// A statement that takes pieces off the board.
#[derive(Clone, Debug)]
pub struct TakeCode {
    /// The kinds that may be among them.
    pub kinds: Vec<KindMasks>,
    /// The source.
    pub points: SetOperand,
    /// The target zone; out of the game without it.
    pub to: Option<ZoneCode>,
}

/// A statement that takes pieces of a kind out of a zone, one for each point.
#[derive(Clone, Copy, Debug)]
pub struct DrawCode {
    /// The source.
    pub zone: ZoneCode,
    /// The kind of piece.
    pub kind: u8,
    /// The target.
    pub points: SetOperand,
}

/// A zone operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZoneCode {
    /// The zone.
    pub zone: ZoneId,
    /// The first word of the first owner's zone.
    pub word: u32,
    /// The number of rows; each row has one word.
    pub rows: u32,
    /// The owner.
    pub owner: NumOperand,
}

/// A transfer from one zone to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TransferCode {
    /// The cargo.
    pub cargo: CargoCode,
    /// The source.
    pub from: ZoneCode,
    /// The target.
    pub to: ZoneCode,
}

/// The cargo of a transfer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CargoCode {
    /// The whole contents.
    All,
    /// Copies of a row: the row, the number of copies.
    Copies(NumOperand, NumOperand),
    /// The multiset in a word of the position.
    Multiset(u32),
}

/// An argument that draws a number of copies from a zone, in any combination of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MultisetCode {
    /// The zone.
    pub zone: ZoneCode,
    /// The number of copies.
    pub number: NumOperand,
}

/// A decision point: a player, several players or chance must choose.
#[derive(Clone, Debug)]
pub struct DecisionPoint {
    /// Chance chooses, not a player.
    pub chance: bool,
    /// The choices, for each seat as `me`.
    pub choices: Vec<SeatChoices>,
    /// The data of a simultaneous choice, if it is one.
    pub simultaneous: Option<SimultaneousChoice>,
    /// The instruction that follows if there is no legal move.
    pub otherwise: Pc,
    /// The innermost phase.
    pub phase: Option<PhaseId>,
    /// The instruction that begins the enclosing turn: the innermost round of players, or the phase.
    pub begins: Option<Pc>,
    /// The moves whose bodies contain it, the outermost first, each with the word of its first argument.
    pub bodies: Vec<(MoveId, u32)>,
    /// The items of the `ask` in the model, one for each offered move.
    pub items: Vec<linstock_model::AskItem>,
    /// The question, in words.
    pub question: Option<linstock_model::StatusLine>,
    /// The clauses of the ask.
    pub tags: Vec<TagId>,
}

/// A simultaneous choice: how the choices are stored until the last player has chosen.
#[derive(Clone, Debug, Default)]
pub struct SimultaneousChoice {
    /// The players who choose, one bit a seat, for each seat as `me`.
    pub who: Vec<NumOperand>,
    /// The word that holds the seat that acted before, plus 1. The words of each seat follow.
    pub word: u32,
    /// The number of words per seat: a [`PendingChoice`], then the arguments of the choice.
    pub stride: u32,
    /// The instruction that carries out the choices.
    pub reveal: Pc,
}

/// The state of a seat in a simultaneous choice, stored as a word of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PendingChoice {
    /// The seat has nothing to choose.
    Nothing,
    /// The seat must still choose.
    Owed,
    /// The seat has chosen a move of this template.
    Chosen(usize),
}

impl PendingChoice {
    /// Decodes a word.
    #[must_use]
    pub(crate) fn of(word: u64) -> Self {
        match word {
            0 => Self::Nothing,
            1 => Self::Owed,
            chosen => Self::Chosen(usize::try_from(chosen - 2).unwrap_or(usize::MAX)),
        }
    }

    /// Encodes the state as a word.
    #[must_use]
    pub(crate) fn word(self) -> u64 {
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

    /// Returns the seats below `seats` that must still choose, in seat order.
    pub(crate) fn still_choosing(
        &self,
        seats: usize,
        position: &[u64],
    ) -> impl Iterator<Item = usize> {
        (0..seats).filter(|seat| {
            PendingChoice::of(position[self.words(*seat).start]) == PendingChoice::Owed
        })
    }
}

/// The choices of one seat at a decision point.
#[derive(Clone, Debug, Default)]
pub struct SeatChoices {
    /// The program that computes a mask of anchors for each template.
    pub program: ProgramId,
    /// The templates.
    pub templates: Vec<MoveTemplate>,
    /// The register of each template's mask.
    pub masks: Vec<MaskReg>,
    /// Whether the program calls a script; then it always runs as a whole.
    pub scripted: bool,
    /// Whether some template draws a multiset.
    pub draws_multiset: bool,
    /// Whether some template has a postcondition.
    pub has_postcondition: bool,
    /// Whether only moves that begin a longest series are legal (`as often as possible`).
    pub as_often: bool,
}

impl SeatChoices {
    /// Returns whether moves must be tried out to find the legal ones.
    #[must_use]
    pub fn are_tried_out(&self) -> bool {
        self.has_postcondition || self.as_often
    }
}

/// The postcondition of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PostconditionCode {
    /// The condition.
    pub cond: NumOperand,
    /// The outcome to assume at a chance node after the move.
    pub supposing: Option<RuleId>,
    /// Whether nothing that the condition reads changes between the end of the move's body and the next decision point:
    /// then it holds there if it holds at the end of the body.
    pub is_final: bool,
}

/// One way of choosing a move. The choices' program computes the mask of its anchors.
#[derive(Clone, Debug)]
pub struct MoveTemplate {
    /// The move.
    pub mv: MoveId,
    /// Its rule.
    pub rule: RuleId,
    /// Its arguments.
    pub args: Vec<ArgCode>,
    /// The word of its first argument.
    pub frame: u32,
    /// The move's body.
    pub body: Pc,
    /// The weight of an outcome of chance; 1 without it.
    pub weight: Option<NumOperand>,
    /// Its postcondition (`leaves`).
    pub postcondition: Option<PostconditionCode>,
    /// The multiset that the move draws; the anchor is then the number of a multiset.
    pub multiset: Option<MultisetCode>,
    /// Whether some argument depends on the position, not only on the anchor.
    pub depends_on_state: bool,
    /// The players who see the arguments, one bit a seat; all players without it.
    pub seen: Option<NumOperand>,
    /// The steps with which its body begins.
    pub start: BodyStart,
}

impl MoveTemplate {
    /// Writes the arguments for an anchor to the words that the body reads; 0 for arguments that depend on the position.
    pub(crate) fn write_args(&self, anchor: u32, words: &mut [u64]) {
        let frame = &mut words[self.frame as usize..];
        for (word, arg) in frame.iter_mut().zip(&self.args) {
            *word = arg.word(anchor);
        }
    }
}

/// The first steps of a move's body: it takes, moves and puts pieces on points that depend only on the anchor.
#[derive(Clone, Default, Debug)]
pub struct BodyStart {
    /// The steps in order, each with its instruction.
    pub steps: Vec<(PieceStep, Pc)>,
    /// The instruction that follows.
    pub rest: Pc,
    /// Whether the body does nothing else: `rest` is the instruction after the body.
    pub is_all: bool,
    /// Whether the executor can play the body from this table alone and need not write anything else.
    pub plays_alone: bool,
}

/// One of the first steps of a move's body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceStep {
    /// Takes the piece on a place.
    Take(PlaceTable),
    /// Moves a piece from one place to another.
    Move(PlaceTable, PlaceTable),
    /// Puts a piece down: the first word of its mask, the place.
    Put(u32, PlaceTable),
}

/// A place: a point for each anchor. It is the index of the first entry of a table in
/// [`CompiledRules::places_by_anchor`](crate::ir::CompiledRules::places_by_anchor).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceTable(pub u32);

impl PlaceTable {
    /// The entry of an anchor whose place is off the board.
    pub const NOWHERE: u16 = u16::MAX;
}

/// How to compute an argument from the anchor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgCode {
    /// Neither the text nor the body names it.
    Unnamed,
    /// The anchor plus an offset.
    Point(i32),
    /// A formation whose rear is the anchor plus an offset.
    Line(i32, Dir),
    /// A constant word.
    Fixed(u64, FixedArg),
    /// The argument of an enclosing move, in a word of the position.
    Inherited(u32, FixedArg),
    /// The multiset that the move draws.
    Multiset(ListId),
}

/// The type of a fixed argument.
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
    /// A multiset of rows of a list.
    Multiset(ListId),
}

impl FixedArg {
    /// Returns the type of a domain's values.
    #[must_use]
    pub fn of(model: &Model, domain: &Domain) -> Self {
        match domain {
            Domain::Points(_) => Self::Point,
            Domain::Line(_) => Self::Line,
            Domain::Numbers(..) => Self::Num,
            Domain::Members(finite_domain, _) => Self::member(*finite_domain),
            Domain::Zone(zone) => Self::Row(model.zone(zone.zone).list),
            Domain::Multiset(_, zone) => Self::Multiset(model.zone(zone.zone).list),
            Domain::Inherited(given) => match *given {
                InheritedType::Point => Self::Point,
                InheritedType::Line(_) => Self::Line,
                InheritedType::Number => Self::Num,
                InheritedType::Member(finite_domain) => Self::member(finite_domain),
                InheritedType::Multiset(list) => Self::Multiset(list),
            },
        }
    }

    /// Returns the type of a finite domain's members.
    #[must_use]
    pub fn member(finite_domain: FiniteDomain) -> Self {
        match finite_domain {
            FiniteDomain::Players => Self::Seat,
            FiniteDomain::Rows(list) => Self::Row(list),
        }
    }

    /// Decodes an argument.
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
            Self::Multiset(list) => ArgValue::Multiset(list, word),
        }
    }
}

impl ArgCode {
    /// Encodes the argument for an anchor; 0 for an argument that depends on the position.
    #[must_use]
    pub fn word(self, anchor: u32) -> u64 {
        // The mask of anchors guarantees that all arguments are on the board.
        let moved = |by: i32| anchor.wrapping_add_signed(by) & 0xffff;
        match self {
            Self::Unnamed | Self::Inherited(..) | Self::Multiset(_) => 0,
            Self::Point(by) => u64::from(moved(by)),
            Self::Line(by, dir) => crate::ir::program::pack_line(moved(by) as u16, dir.index()),
            Self::Fixed(word, _) => word,
        }
    }

    /// Decodes the argument; `None` if it is not named.
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

/// An ending of the game.
#[derive(Clone, Debug)]
pub struct EndingCode {
    /// The reason, as the rules spell it.
    pub reason: String,
    /// The reason as a sentence: words, and values between them.
    pub said: Sentence,
    /// The moves whose bodies contain the end, the outermost first, each with the word of its first argument.
    pub bodies: Vec<(MoveId, u32)>,
    /// The clauses that decide it.
    pub tags: Vec<TagId>,
}
