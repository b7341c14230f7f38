//! Typed statements, for the effects of moves and for the sequence of play.

use crate::Num;
use crate::canonical::Word;
use crate::forms::forms;
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
            _ => [None, None],
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
            _ => [None, None],
        };
        blocks.into_iter().flatten()
    }
}

forms! {
    /// The form of a statement.
    #[derive(Clone, Debug)]
    pub enum StmtKind {
        /// Moves the piece on the last layer from the first place to the second; a fault if there is none, or the second is
        /// occupied.
        Move(from: Node<Place>, to: Node<Place>) [line "move" from to],
        /// Removes pieces from the points of a set: those of a kind, or all on a layer. They go to a zone of pieces, or out of
        /// the game.
        Take(what: PiecesTaken, set: Node<Set>, zone: Option<ZoneRef>) [line "take" what set zone],
        /// Puts a piece of this kind and owner (nobody, if absent) on every point of the set, from a zone of pieces or from
        /// outside the game; a fault if a point is occupied, or the zone has too few.
        Put(kind: KindId, owner: Option<Node<Member>>, set: Node<Set>, zone: Option<ZoneRef>)
            [line "put" kind owner set zone],
        /// Puts a drawing's pieces on their points.
        Lay(placement: Placement) [line "lay" placement],
        /// Moves elements from one zone to another; a fault if they are not there.
        Transfer(cargo: Cargo, from: ZoneRef, to: ZoneRef) [line "transfer" cargo from to],
        /// Sets a remembered value.
        Remember(memory: MemoryRef, value: ValueExpr) [line "remember" memory value],
        /// Resets a remembered value to its start value; without `of`, for every player.
        Forget(memory: MemoryRef) [line "forget" memory],
        /// Lets a script change the position.
        Script(script: ScriptId, args: Vec<ValueExpr>) [line "script" script args],
        /// Runs one of two blocks.
        If(cond: Node<Truth>, yes: Vec<Stmt>, no: Vec<Stmt>) [line "if" cond yes no],
        /// Runs a block a number of times, or forever.
        Repeat(times: Option<Node<Num>>, body: Vec<Stmt>) [line "repeat" times body],
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
        } [|to| {
            let rounds = Word(if *endless { "endless" } else { "once" });
            let order = Word(if *backwards { "reversed" } else { "in order" });
            to.line("each-player", &[from, &rounds, &order, filter, body]);
        }],
        /// Asks somebody to choose: the only decision point.
        Ask(ask: Ask) [ask],
        /// Runs a named part of the sequence of play.
        Phase(phase: PhaseId, body: Vec<Stmt>) [line "phase" phase body],
        /// Leaves the named phase.
        Leave(phase: PhaseId) [line "leave" phase],
        /// Asserts a condition. If it does not hold, the rules are wrong, and the text says why.
        Must(cond: Node<Truth>, words: String) [line "must" cond words],
        /// Ends the game.
        End(ending: Ending) [ending],
    }
}

forms! {
    /// The pieces that `Take` removes.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum PiecesTaken {
        /// All pieces on a layer.
        Layer(layer: LayerId) ["layer" layer],
        /// Pieces of a kind.
        Kind(kind: KindId) ["kind" kind],
    }
}

forms! {
    /// A drawing and where it goes.
    #[derive(Clone, Debug)]
    pub enum Placement {
        /// A drawing of the board's size.
        Whole(drawing: DrawingId) ["drawing" drawing],
        /// One of several drawings, turned, in a rectangle.
        Part(part: Box<PlacementPart>) [part],
    }
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

forms! {
    /// The elements that `Transfer` moves.
    #[derive(Clone, Debug)]
    pub enum Cargo {
        /// All elements of the zone.
        All ["all"],
        /// A number of copies of a row.
        Copies(row: Node<Member>, number: Node<Num>) ["copies" row number],
        /// The multiset in an argument.
        Multiset(arg: ArgId) [arg],
    }
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

forms! {
    /// Who chooses at a decision point.
    #[derive(Clone, Debug)]
    pub enum Asked {
        /// The acting player.
        Me ["me"],
        /// A player, who is `me` until the effects of the choice are done.
        One(who: Node<Member>) ["one" who],
        /// Chance.
        Chance ["chance"],
        /// Several players at once, each as `me`. Each choice stays hidden until the last player has chosen; then the moves
        /// are played in seat order.
        Together(players: Node<MemberSet>) ["together" players],
    }
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
