//! Typed statements: moves' bodies and the sequence of play alike.

use crate::base::Span;
use crate::model::Num;
use crate::model::{
    ArgId, DrawingId, KindId, LayerId, Member, MemberSet, MemoryRef, MoveId, Node, PhaseId, Place,
    ScriptId, Sentence, Set, StatusLine, TagId, TextPart, Truth, ValueExpr, ZoneRef,
};

/// A statement.
#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    /// The clauses it carries.
    pub(crate) tags: Vec<TagId>,
    /// Where it was written.
    pub(crate) span: Span,
    /// What it does.
    pub(crate) kind: StmtKind,
}

impl Stmt {
    /// Returns the blocks that lie directly in the statement, in the order they were written.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = &Vec<Stmt>> {
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
    pub(crate) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Vec<Stmt>> {
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
pub(crate) enum StmtKind {
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
pub(crate) enum PiecesTaken {
    /// All pieces that stand on a layer.
    Layer(LayerId),
    /// Pieces of a kind.
    Kind(KindId),
}

/// A drawing that is laid down.
#[derive(Clone, Debug)]
pub(crate) enum Placement {
    /// One that has the board's size.
    Whole(DrawingId),
    /// One of some drawings, turned, in a rectangle.
    Part(Box<PlacementPart>),
}

/// A drawing that is turned and laid in a rectangle.
#[derive(Clone, Debug)]
pub(crate) struct PlacementPart {
    /// The drawings, by the place of the row that names one.
    pub(crate) drawings: Vec<DrawingId>,
    /// Which of them.
    pub(crate) which: Node<Member>,
    /// By how many degrees it is turned clockwise: 0, 90, 180 or 270.
    pub(crate) turned: Node<Num>,
    /// Where: a rectangle, always or for each player.
    pub(crate) at: Node<Set>,
}

/// What goes from one zone to another.
#[derive(Clone, Debug)]
pub(crate) enum Cargo {
    /// All that lies there.
    All,
    /// So many copies of a row.
    Copies(Node<Member>, Node<Num>),
    /// The heap that an argument is bound to.
    Heap(ArgId),
}

/// A wait for a choice.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    /// Who chooses.
    pub(crate) who: Asked,
    /// What is asked, in words.
    pub(crate) question: Option<StatusLine>,
    /// Among which moves.
    pub(crate) items: Vec<AskItem>,
    /// Only those may be chosen with which the longest series of such moves begins.
    pub(crate) as_often: bool,
    /// What is done if there is none; nothing without it.
    pub(crate) otherwise: Vec<Stmt>,
}

/// Who is asked.
#[derive(Clone, Debug)]
pub(crate) enum Asked {
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
pub(crate) struct AskItem {
    /// The clauses it carries.
    pub(crate) tags: Vec<TagId>,
    /// The move.
    pub(crate) mv: MoveId,
    /// Only if this holds.
    pub(crate) cond: Option<Node<Truth>>,
}

/// How a game ends.
#[derive(Clone, Debug)]
pub(crate) struct Ending {
    /// Who wins; nobody in a draw.
    pub(crate) winners: Option<Node<MemberSet>>,
    /// Why, in words, as it is written.
    pub(crate) reason: String,
    /// These words, and the values that stand among them.
    pub(crate) said: Sentence,
}

impl Ending {
    /// What is said of a `win` without words.
    pub(crate) const WON: &str = "the game is won";
    /// What is said of it if it comes out that nobody wins.
    pub(crate) const NOBODY_WON: &str = "nobody has won";

    /// Returns a draw with a text without values.
    #[must_use]
    pub(crate) fn nobody_wins(reason: &str) -> Self {
        Self {
            winners: None,
            reason: reason.to_owned(),
            said: [TextPart::Literal(reason.to_owned())].into(),
        }
    }
}
