//! The sequence of play and the bodies of moves, as instructions.
//!
//! All code is compiled once for each seat as `me`; the same instruction has the same number in each.

use crate::base::Span;
use crate::model::{ArgValue, Dir, Domain, MoveId, PhaseId, Point, SeatId, TagId};
use serde::Serialize;

/// The number of an instruction.
pub type Pc = u32;
/// The number of a program.
pub type ProgramId = u32;

/// A point, as an instruction names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum PlaceCode {
    /// Always this one.
    Fixed(u16),
    /// The one that a word of the state holds.
    Word(u32),
    /// So many steps from the rear of the formation that a word of the state holds.
    OnLine(u32, i16),
}

/// Some points, as an instruction names them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum SetCode {
    /// One point; none if the place is off the board.
    Place(PlaceCode),
    /// What a program computes.
    Program(ProgramId),
}

/// An instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Instr {
    /// Waits for a choice, if there is one; else goes on at the ask's `otherwise`.
    Ask(u32),
    /// Goes on there.
    Jump(Pc),
    /// Goes on there if the program yields no.
    Unless(ProgramId, Pc),
    /// A piece goes from one point to another.
    Move(PlaceCode, PlaceCode),
    /// Every piece on the points leaves the game.
    Take(SetCode),
    /// A piece comes to each of the points: the first word of its mask.
    Put(u32, SetCode),
    /// As `Put`, of the player that the program yields: the first word of the first seat's mask.
    PutOf(u32, ProgramId, SetCode),
    /// All pieces of a drawing come to their points.
    Lay(u32),
    /// A word becomes a number; `true` if it holds a player.
    Store(u32, ProgramId, bool),
    /// As `Store`, of the words of each seat, by the seat that the second program yields.
    StoreOf(u32, ProgramId, bool, ProgramId),
    /// Some points are remembered.
    StoreMask(u32, ProgramId),
    /// As `StoreMask`, of each seat.
    StoreMaskOf(u32, ProgramId, ProgramId),
    /// Words become what they were at the start: where, how many, the constant words.
    Reset(u32, u32, u32),
    /// As `Reset`, of each seat, by the seat that the program yields.
    ResetOf(u32, u32, u32, ProgramId),
    /// A loop over the players begins: the word for who acted before and the word for the first one.
    Round(u32, ProgramId),
    /// The next player acts and the loop goes on there, unless all have.
    NextInRound(u32, Pc),
    /// The loop is over: who acted before acts again.
    EndRound(u32),
    /// One less to go; on there if none was left.
    CountDown(u32, Pc),
    /// The arguments of a move are gone: where, how many.
    Clear(u32, u32),
    /// The position is noted for `seen`.
    Note,
    /// A script changes the position.
    Script(ProgramId),
    /// The game is over: the ending, and the program that yields the winners.
    End(u32, Option<ProgramId>),
}

/// A wait for a choice.
#[derive(Clone, Debug, Serialize)]
pub struct AskSite {
    /// Chance chooses, rather than who acts.
    pub chance: bool,
    /// What may be chosen, for each seat as `me`.
    pub choices: Vec<Choices>,
    /// Where play goes on if nothing can be chosen.
    pub otherwise: Pc,
    /// The innermost phase.
    pub phase: Option<PhaseId>,
    /// The move in whose body it stands, and the word that holds that move's first argument.
    pub body: Option<(MoveId, u32)>,
    /// The ask of the model: an item for each offered move.
    #[serde(skip)]
    pub items: Vec<crate::model::AskItem>,
    /// The clauses of the ask.
    #[serde(skip)]
    pub tags: Vec<TagId>,
    /// Where it was written.
    #[serde(skip)]
    pub span: Span,
}

/// What may be chosen at a wait by one seat.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Choices {
    /// Yields one mask a bucket, in order.
    pub program: ProgramId,
    /// The buckets.
    pub buckets: Vec<Bucket>,
    /// A script is asked, so that the whole program runs at every wait.
    pub scripted: bool,
}

/// One way of choosing a move: the set of anchors is what the choices' program yields.
#[derive(Clone, Debug, Serialize)]
pub struct Bucket {
    /// The move.
    pub mv: MoveId,
    /// What its arguments are.
    pub args: Vec<ArgCode>,
    /// The word that holds the first argument.
    pub frame: u32,
    /// The move's body.
    pub body: Pc,
    /// How likely the outcome is; 1 without it.
    pub weight: Option<ProgramId>,
}

/// What an argument is, given the anchor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum ArgCode {
    /// Not named by the move.
    Unnamed,
    /// The anchor plus so many points.
    Point(i32),
    /// A formation whose rear is the anchor plus so many points.
    Line(i32, Dir),
    /// Always the same, as it lies in the state.
    Fixed(u64, FixedArg),
}

/// What a fixed argument is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum FixedArg {
    /// A point.
    Point,
    /// A formation.
    Line,
    /// A number.
    Num,
    /// A player.
    Seat,
}

impl FixedArg {
    /// Returns what is drawn from a domain.
    #[must_use]
    pub fn of(domain: &Domain) -> Self {
        match domain {
            Domain::Points(_) => Self::Point,
            Domain::Line(_) => Self::Line,
            Domain::Numbers(..) => Self::Num,
            Domain::Seats(_) => Self::Seat,
        }
    }

    /// Returns the argument that a word of the state holds.
    #[must_use]
    pub fn value(self, word: u64) -> ArgValue {
        match self {
            Self::Point => ArgValue::Point(Point((word & 0xffff) as u16)),
            Self::Line => {
                let (rear, dir) = super::op::unpack_line(word);
                ArgValue::Line(Point(rear), Dir::ALL[usize::from(dir)])
            }
            Self::Num => ArgValue::Num(word.cast_signed()),
            Self::Seat => ArgValue::Seat(SeatId((word & 0xff) as u8)),
        }
    }
}

impl ArgCode {
    /// Returns the word that holds the argument, for an anchor.
    #[must_use]
    pub fn word(self, anchor: u32) -> u64 {
        let moved = |by: i32| u16::try_from(i64::from(anchor) + i64::from(by)).unwrap_or(u16::MAX);
        match self {
            Self::Unnamed => 0,
            Self::Point(by) => u64::from(moved(by)),
            Self::Line(by, dir) => super::op::pack_line(moved(by), dir as u8),
            Self::Fixed(word, _) => word,
        }
    }

    /// Returns what the argument is bound to, for an anchor.
    #[must_use]
    pub fn value(self, anchor: u32) -> Option<ArgValue> {
        let kind = match self {
            Self::Unnamed => return None,
            Self::Point(_) => FixedArg::Point,
            Self::Line(..) => FixedArg::Line,
            Self::Fixed(_, kind) => kind,
        };
        Some(kind.value(self.word(anchor)))
    }
}

/// How a game ends.
#[derive(Clone, Debug, Serialize)]
pub struct EndSite {
    /// Why, in words.
    #[serde(skip)]
    pub reason: String,
    /// The clauses that decide it.
    #[serde(skip)]
    pub tags: Vec<TagId>,
}
