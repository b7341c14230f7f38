//! Statements of move bodies, routines and the sequence of play.

use crate::ast::{Binder, Expr, Name, QuotedText, Tag, Template};
use linstock_base::Span;

/// A named part of the sequence of play.
#[derive(Clone, Debug)]
pub struct Phase {
    /// Its name.
    pub name: Name,
    /// Its statements.
    pub body: Vec<StmtDecl>,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct StmtDecl {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// The whole statement, without its tags.
    pub span: Span,
    /// Its kind.
    pub kind: StmtDeclKind,
}

impl StmtDecl {
    /// Returns the blocks directly inside the statement, in the order of the text.
    pub fn blocks(&self) -> impl Iterator<Item = &[StmtDecl]> {
        let blocks: [&[StmtDecl]; 2] = match &self.kind {
            StmtDeclKind::If {
                then, otherwise, ..
            } => [then, otherwise],
            StmtDeclKind::Repeat { body, .. }
            | StmtDeclKind::Each(RoundDecl { body, .. })
            | StmtDeclKind::For { body, .. }
            | StmtDeclKind::Phase(Phase { body, .. }) => [body, &[]],
            StmtDeclKind::Ask { otherwise, .. } => [otherwise, &[]],
            _ => [&[], &[]],
        };
        blocks.into_iter()
    }

    /// Like [`Self::blocks`], but mutable.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Vec<StmtDecl>> {
        let blocks = match &mut self.kind {
            StmtDeclKind::If {
                then, otherwise, ..
            } => [Some(then), Some(otherwise)],
            StmtDeclKind::Repeat { body, .. }
            | StmtDeclKind::Each(RoundDecl { body, .. })
            | StmtDeclKind::For { body, .. }
            | StmtDeclKind::Phase(Phase { body, .. }) => [Some(body), None],
            StmtDeclKind::Ask { otherwise, .. } => [Some(otherwise), None],
            _ => [None, None],
        };
        blocks.into_iter().flatten()
    }
}

/// A round of the players.
#[derive(Clone, Debug)]
pub struct RoundDecl {
    /// Rounds repeat without end (`repeat`).
    pub endless: bool,
    /// The first player; the first seat without it.
    pub from: Option<Expr>,
    /// The order of play is reversed.
    pub backwards: bool,
    /// A condition on the players (`it` is the candidate); all players without it.
    pub filter: Option<Expr>,
    /// The body, with `me` as each player in turn.
    pub body: Vec<StmtDecl>,
}

/// The kind of a statement.
#[derive(Clone, Debug)]
pub enum StmtDeclKind {
    /// `here -> there`, `town: box -> there`, `white pawn: box -> row 1 or row 2`
    Transfer {
        /// The kind of piece, if the source does not determine it.
        what: Option<Expr>,
        /// The source; the word `box` is outside the game.
        from: Expr,
        /// The target.
        to: Expr,
    },
    /// `here becomes queen`
    Become {
        /// The point of the piece.
        at: Expr,
        /// The new kind of the piece.
        what: Expr,
    },
    /// `let n = count own`
    Let {
        /// The name.
        name: Name,
        /// Its value.
        value: Expr,
    },
    /// `lay start`, `lay k turned 90 at camp of me`
    Lay {
        /// The drawing, or a row with the name of a drawing.
        name: Name,
        /// The clockwise angle in degrees.
        turned: Option<Expr>,
        /// The rectangle; the whole board without it.
        at: Option<Expr>,
    },
    /// `shifts of me = shifts of me + 1`
    Assign {
        /// The memory.
        target: Expr,
        /// Its new value.
        value: Expr,
    },
    /// `forget shifts of me, shifted`
    Forget(Vec<Expr>),
    /// `pay(3)`
    Call {
        /// The routine.
        name: Name,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// `script blow(b)`
    Script {
        /// The function.
        name: Name,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// `if … { … } else { … }`
    If {
        /// The condition.
        cond: Expr,
        /// The statements if it holds.
        then: Vec<StmtDecl>,
        /// The statements if it does not.
        otherwise: Vec<StmtDecl>,
    },
    /// `repeat { … }`, `repeat 3 times { … }`
    Repeat {
        /// The number of repetitions; endless without it.
        times: Option<Expr>,
        /// The body.
        body: Vec<StmtDecl>,
    },
    /// `each player from first where … { … }`, `repeat each player … { … }`
    Each(RoundDecl),
    /// `for k in pirate where … from … { … }`
    For {
        /// The name and its range.
        over: Binder,
        /// The first player, in a loop over players.
        from: Option<Expr>,
        /// The body.
        body: Vec<StmtDecl>,
    },
    /// `ask me: step, capture otherwise …`
    Ask {
        /// Who chooses: a player, or the word `chance`.
        who: Expr,
        /// The text of the question.
        question: Option<Template>,
        /// The offered moves.
        moves: Vec<AskItemDecl>,
        /// The span of `as often as possible`, if present.
        as_often: Option<Span>,
        /// The statements if no move is legal; if there are none, play skips the `ask`.
        otherwise: Vec<StmtDecl>,
    },
    /// `phase battle { … }`
    Phase(Phase),
    /// `leave battle`
    Leave(Name),
    /// `win me "the Town has fallen"`
    Win {
        /// Who wins: a player, or a set of players.
        players: Expr,
        /// The reason, in words.
        reason: Option<Template>,
    },
    /// `must joined(land) "the island is in pieces"`
    Must {
        /// The condition.
        cond: Expr,
        /// The message if it does not hold.
        message: QuotedText,
    },
    /// `draw "the board is full"`
    Draw {
        /// The reason, in words.
        reason: Option<Template>,
    },
}

/// One of the moves that an `ask` offers.
#[derive(Clone, Debug)]
pub struct AskItemDecl {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// The move.
    pub name: Name,
    /// Its arguments.
    pub args: Vec<Expr>,
    /// The condition under which it is offered.
    pub cond: Option<Expr>,
}
