//! Typed statements: moves' bodies and the sequence of play alike.

use crate::Num;
use crate::{
    ArgId, DrawingId, KindId, LayerId, Member, MemberSet, MemoryRef, MoveId, Node, PhaseId, Place,
    ScriptId, Sentence, Set, StatusLine, TagId, TextPart, Truth, ValueExpr, ZoneRef,
};
use linstock_base::Span;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The clauses it carries.
    pub tags: Vec<TagId>,
    /// Where it was written.
    pub span: Span,
    /// What it does.
    pub kind: StmtKind,
}

impl Stmt {
    /// Returns the blocks that lie directly in the statement, in the order they were written.
    pub fn blocks(&self) -> impl Iterator<Item = &Vec<Stmt>> {
        let blocks = match &self.kind {
            StmtKind::If(_, then, otherwise) => [Some(then), Some(otherwise)],
            StmtKind::Repeat(_, body)
            | StmtKind::Phase(_, body)
            | StmtKind::Each { body, .. }
            | StmtKind::Ask(Ask {
                otherwise: body, ..
            }) => [Some(body), None],
            StmtKind::Move(..)
            | StmtKind::Take(..)
            | StmtKind::Put(..)
            | StmtKind::Lay(_)
            | StmtKind::Transfer(..)
            | StmtKind::Remember(..)
            | StmtKind::Forget(_)
            | StmtKind::Script(..)
            | StmtKind::Leave(_)
            | StmtKind::Must(..)
            | StmtKind::End(_) => [None, None],
        };
        blocks.into_iter().flatten()
    }
}

impl Stmt {
    /// Returns the blocks that lie directly in the statement, to be changed.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Vec<Stmt>> {
        let blocks = match &mut self.kind {
            StmtKind::If(_, then, otherwise) => [Some(then), Some(otherwise)],
            StmtKind::Repeat(_, body)
            | StmtKind::Phase(_, body)
            | StmtKind::Each { body, .. }
            | StmtKind::Ask(Ask {
                otherwise: body, ..
            }) => [Some(body), None],
            StmtKind::Move(..)
            | StmtKind::Take(..)
            | StmtKind::Put(..)
            | StmtKind::Lay(_)
            | StmtKind::Transfer(..)
            | StmtKind::Remember(..)
            | StmtKind::Forget(_)
            | StmtKind::Script(..)
            | StmtKind::Leave(_)
            | StmtKind::Must(..)
            | StmtKind::End(_) => [None, None],
        };
        blocks.into_iter().flatten()
    }
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// The piece on the last layer at the first place goes to the second; a fault if there is none, or the second is occupied.
    Move(Node<Place>, Node<Place>),
    /// What stands on the points of the set leaves the board: the pieces of a kind, or all that stand on a layer. They go to
    /// a zone of pieces, or out of the game.
    Take(PiecesTaken, Node<Set>, Option<ZoneRef>),
    /// A piece of this kind and owner (nobody, if it has none) comes to every point of the set, out of a zone of pieces or
    /// from outside the game; a fault where one is occupied, or the zone has too few.
    Put(KindId, Option<Node<Member>>, Node<Set>, Option<ZoneRef>),
    /// A drawing's pieces come to their points.
    Lay(Placement),
    /// Something goes from one zone to another; a fault if it is not there.
    Transfer(Cargo, ZoneRef, ZoneRef),
    /// A remembered value changes.
    Remember(MemoryRef, ValueExpr),
    /// A remembered value is what it was at the start; without `of`, for every player.
    Forget(MemoryRef),
    /// A script changes the position.
    Script(ScriptId, Vec<ValueExpr>),
    /// One block or the other.
    If(Node<Truth>, Vec<Stmt>, Vec<Stmt>),
    /// A block over and over, or so many times.
    Repeat(Option<Node<Num>>, Vec<Stmt>),
    /// A block for each player in turn, beginning with one, each being `me`.
    Each {
        /// Who begins.
        from: Node<Member>,
        /// Round after round, on and on; who begins is worked out once.
        endless: bool,
        /// The last of the round comes first.
        backwards: bool,
        /// Who is passed over unless this holds of him as `me`.
        filter: Option<Node<Truth>>,
        /// What is done.
        body: Vec<Stmt>,
    },
    /// Somebody chooses: the only wait.
    Ask(Ask),
    /// A named part of the sequence of play.
    Phase(PhaseId, Vec<Stmt>),
    /// The named phase is over.
    Leave(PhaseId),
    /// This holds, or the rules are wrong, in these words.
    Must(Node<Truth>, String),
    /// The game is over.
    End(Ending),
}

/// What is taken from the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PiecesTaken {
    /// All pieces that stand on a layer.
    Layer(LayerId),
    /// Pieces of a kind.
    Kind(KindId),
}

/// A drawing that is laid down.
#[derive(Clone, Debug)]
pub enum Placement {
    /// One that has the board's size.
    Whole(DrawingId),
    /// One of some drawings, turned, in a rectangle.
    Part(Box<PlacementPart>),
}

/// A drawing that is turned and laid in a rectangle.
#[derive(Clone, Debug)]
pub struct PlacementPart {
    /// The drawings, by the place of the row that names one.
    pub drawings: Vec<DrawingId>,
    /// Which of them.
    pub which: Node<Member>,
    /// By how many degrees it is turned clockwise: 0, 90, 180 or 270.
    pub turned: Node<Num>,
    /// Where: a rectangle, always or for each player.
    pub at: Node<Set>,
}

/// What goes from one zone to another.
#[derive(Clone, Debug)]
pub enum Cargo {
    /// All that lies there.
    All,
    /// So many copies of a row.
    Copies(Node<Member>, Node<Num>),
    /// The multiset that an argument is bound to.
    Multiset(ArgId),
}

/// A wait for a choice.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Who chooses.
    pub who: Asked,
    /// What is asked, in words.
    pub question: Option<StatusLine>,
    /// Among which moves.
    pub items: Vec<AskItem>,
    /// Only those may be chosen with which the longest series of such moves begins.
    pub as_often: bool,
    /// What is done if there is none; nothing without it.
    pub otherwise: Vec<Stmt>,
}

/// Who is asked.
#[derive(Clone, Debug)]
pub enum Asked {
    /// The player whose turn it is.
    Me,
    /// A player, who is `me` until it is done what he chose.
    One(Node<Member>),
    /// Chance.
    Chance,
    /// Several players at once, each of them as `me`: what one chooses stays hidden until the last has chosen; then the
    /// moves are carried out in seat order.
    Together(Node<MemberSet>),
}

/// A move that is offered.
#[derive(Clone, Debug)]
pub struct AskItem {
    /// The clauses it carries.
    pub tags: Vec<TagId>,
    /// The move.
    pub mv: MoveId,
    /// Only if this holds.
    pub cond: Option<Node<Truth>>,
}

/// How a game ends.
#[derive(Clone, Debug)]
pub struct Ending {
    /// Who wins; nobody in a draw.
    pub winners: Option<Node<MemberSet>>,
    /// Why, in words, as it is written.
    pub reason: String,
    /// These words, and the values that stand among them.
    pub said: Sentence,
}

impl Ending {
    /// What is said of a `win` without words.
    pub const WON: &str = "the game is won";
    /// What is said of it if it comes out that nobody wins.
    pub const NOBODY_WON: &str = "nobody has won";

    /// Returns a draw with a text without values.
    #[must_use]
    pub fn nobody_wins(reason: &str) -> Self {
        Self {
            winners: None,
            reason: reason.to_owned(),
            said: [TextPart::Literal(reason.to_owned())].into(),
        }
    }
}
