//! Typed statements, for the effects of moves and for the sequence of play.

use crate::Num;
use crate::{
    ArgId, DrawingId, KindId, LayerId, Member, MemberSet, MemoryRef, MoveId, Node, PhaseId, Place,
    ScriptId, Sentence, Set, StatusLine, TagId, TextPart, Truth, ValueExpr, ZoneRef,
};
use linstock_base::Span;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Its clauses.
    pub tags: Vec<TagId>,
    /// Its place in the text.
    pub span: Span,
    /// Its form.
    pub kind: StmtKind,
}

impl Stmt {
    /// Returns the blocks directly inside the statement, in the order of the text.
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
    /// Returns the blocks directly inside the statement, mutable.
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

/// The form of a statement.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Moves the piece on the last layer from the first place to the second; a fault if there is none, or the second is occupied.
    Move(Node<Place>, Node<Place>),
    /// Removes pieces from the points of a set: those of a kind, or all on a layer. They go to a zone of pieces, or out of
    /// the game.
    Take(PiecesTaken, Node<Set>, Option<ZoneRef>),
    /// Puts a piece of this kind and owner (nobody, if absent) on every point of the set, from a zone of pieces or from
    /// outside the game; a fault if a point is occupied, or the zone has too few.
    Put(KindId, Option<Node<Member>>, Node<Set>, Option<ZoneRef>),
    /// Puts a drawing's pieces on their points.
    Lay(Placement),
    /// Moves elements from one zone to another; a fault if they are not there.
    Transfer(Cargo, ZoneRef, ZoneRef),
    /// Sets a remembered value.
    Remember(MemoryRef, ValueExpr),
    /// Resets a remembered value to its start value; without `of`, for every player.
    Forget(MemoryRef),
    /// Lets a script change the position.
    Script(ScriptId, Vec<ValueExpr>),
    /// Runs one of two blocks.
    If(Node<Truth>, Vec<Stmt>, Vec<Stmt>),
    /// Runs a block a number of times, or forever.
    Repeat(Option<Node<Num>>, Vec<Stmt>),
    /// Runs a block for each player in turn, with that player as `me`.
    Each {
        /// The first player.
        from: Node<Member>,
        /// Whether the rounds repeat forever. The first player is computed once.
        endless: bool,
        /// Whether the round is reversed: its last player comes first.
        backwards: bool,
        /// The condition for a player's turn, with the player as `me`; the others are skipped.
        filter: Option<Node<Truth>>,
        /// The block.
        body: Vec<Stmt>,
    },
    /// Asks somebody to choose: the only decision point.
    Ask(Ask),
    /// Runs a named part of the sequence of play.
    Phase(PhaseId, Vec<Stmt>),
    /// Leaves the named phase.
    Leave(PhaseId),
    /// Asserts a condition. If it does not hold, the rules are wrong, and the text says why.
    Must(Node<Truth>, String),
    /// Ends the game.
    End(Ending),
}

/// The pieces that `Take` removes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PiecesTaken {
    /// All pieces on a layer.
    Layer(LayerId),
    /// Pieces of a kind.
    Kind(KindId),
}

/// A drawing and where it goes.
#[derive(Clone, Debug)]
pub enum Placement {
    /// A drawing of the board's size.
    Whole(DrawingId),
    /// One of several drawings, turned, in a rectangle.
    Part(Box<PlacementPart>),
}

/// A drawing that is turned and laid in a rectangle.
#[derive(Clone, Debug)]
pub struct PlacementPart {
    /// The drawings, by index of the row that names one.
    pub drawings: Vec<DrawingId>,
    /// The row that chooses the drawing.
    pub which: Node<Member>,
    /// The clockwise turn in degrees: 0, 90, 180 or 270.
    pub turned: Node<Num>,
    /// The rectangle: constant, or one for each player.
    pub at: Node<Set>,
}

/// The elements that `Transfer` moves.
#[derive(Clone, Debug)]
pub enum Cargo {
    /// All elements of the zone.
    All,
    /// A number of copies of a row.
    Copies(Node<Member>, Node<Num>),
    /// The multiset in an argument.
    Multiset(ArgId),
}

/// A decision point.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Who chooses.
    pub who: Asked,
    /// The question, in words.
    pub question: Option<StatusLine>,
    /// The moves on offer.
    pub items: Vec<AskItem>,
    /// Whether only moves that begin a longest series of these moves are legal.
    pub as_often: bool,
    /// The block that runs if no move is legal.
    pub otherwise: Vec<Stmt>,
}

/// Who chooses at a decision point.
#[derive(Clone, Debug)]
pub enum Asked {
    /// The acting player.
    Me,
    /// A player, who is `me` until the effects of the choice are done.
    One(Node<Member>),
    /// Chance.
    Chance,
    /// Several players at once, each as `me`. Each choice stays hidden until the last player has chosen; then the moves
    /// are played in seat order.
    Together(Node<MemberSet>),
}

/// A move on offer.
#[derive(Clone, Debug)]
pub struct AskItem {
    /// Its clauses.
    pub tags: Vec<TagId>,
    /// The move.
    pub mv: MoveId,
    /// The condition under which it is on offer; always if absent.
    pub cond: Option<Node<Truth>>,
}

/// The end of a game.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The winners; `None` for a draw.
    pub winners: Option<Node<MemberSet>>,
    /// The reason in words, as in the rules.
    pub reason: String,
    /// These words with their values.
    pub said: Sentence,
}

impl Ending {
    /// The reason of a `win` without words.
    pub const WON: &str = "the game is won";
    /// The reason of such a `win` if its set of winners is empty.
    pub const NOBODY_WON: &str = "nobody has won";

    /// Returns a draw whose reason has no values.
    #[must_use]
    pub fn nobody_wins(reason: &str) -> Self {
        Self {
            winners: None,
            reason: reason.to_owned(),
            said: [TextPart::Literal(reason.to_owned())].into(),
        }
    }
}
