//! Statements: bodies of moves and the sequence of play.

use crate::base::Span;
use crate::syntax::ast::{Binder, Expr, Name, QuotedText, Tag};
use std::slice::{from_mut, from_ref};

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
    /// What it does.
    pub kind: StmtDeclKind,
}

impl StmtDecl {
    /// Returns the blocks that lie directly in the statement, in the order they were written.
    pub fn blocks(&self) -> impl Iterator<Item = &[StmtDecl]> {
        let blocks: [&[StmtDecl]; 2] = match &self.kind {
            StmtDeclKind::If {
                then, otherwise, ..
            } => [then, otherwise],
            StmtDeclKind::Repeat { body, .. }
            | StmtDeclKind::Each { body, .. }
            | StmtDeclKind::For { body, .. }
            | StmtDeclKind::Phase(Phase { body, .. }) => [body, &[]],
            StmtDeclKind::Ask { otherwise, .. } => {
                [otherwise.as_deref().map_or(&[], from_ref), &[]]
            }
            _ => [&[], &[]],
        };
        blocks.into_iter()
    }

    /// Returns the blocks that lie directly in the statement, to be changed.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut [StmtDecl]> {
        let blocks: [&mut [StmtDecl]; 2] = match &mut self.kind {
            StmtDeclKind::If {
                then, otherwise, ..
            } => [then, otherwise],
            StmtDeclKind::Repeat { body, .. }
            | StmtDeclKind::Each { body, .. }
            | StmtDeclKind::For { body, .. }
            | StmtDeclKind::Phase(Phase { body, .. }) => [body, &mut []],
            StmtDeclKind::Ask { otherwise, .. } => {
                [otherwise.as_deref_mut().map_or(&mut [], from_mut), &mut []]
            }
            _ => [&mut [], &mut []],
        };
        blocks.into_iter()
    }
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtDeclKind {
    /// `here -> there`, `town: box -> there`, `white pawn: box -> row 1 or row 2`
    Transfer {
        /// The kind of piece, where it cannot be seen from the place.
        what: Option<Expr>,
        /// From where; the word `box` is outside the game.
        from: Expr,
        /// To where.
        to: Expr,
    },
    /// `lay start`, `lay k turned 90 at camp of me`
    Lay {
        /// The drawing, or a row of a list that is called like one.
        name: Name,
        /// By how many degrees it is turned clockwise.
        turned: Option<Expr>,
        /// In which rectangle; on the whole board without it.
        at: Option<Expr>,
    },
    /// `shifts of me = shifts of me + 1`
    Assign {
        /// What is remembered.
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
        /// What is done if it holds.
        then: Vec<StmtDecl>,
        /// What is done if it does not.
        otherwise: Vec<StmtDecl>,
    },
    /// `repeat { … }`, `repeat 3 times { … }`
    Repeat {
        /// How often; for ever without it.
        times: Option<Expr>,
        /// What is repeated.
        body: Vec<StmtDecl>,
    },
    /// `each player from first where … { … }`, `repeat each player … { … }`
    Each {
        /// Round after round: `repeat` stands before it.
        endless: bool,
        /// Who begins; the first seat without it.
        from: Option<Expr>,
        /// The last of the round comes first.
        backwards: bool,
        /// Who is meant; everybody without it (`it` is the candidate).
        filter: Option<Expr>,
        /// What is done, `me` being each in turn.
        body: Vec<StmtDecl>,
    },
    /// `for k in pirate where … from … { … }`
    For {
        /// A name for each in turn.
        over: Binder,
        /// Who is the first, of players.
        from: Option<Expr>,
        /// What is done.
        body: Vec<StmtDecl>,
    },
    /// `ask me: step, capture otherwise …`
    Ask {
        /// Who chooses: a player, or the word `chance`.
        who: Expr,
        /// Among which moves.
        moves: Vec<AskItemDecl>,
        /// What is done if there is none; without it the step is passed over.
        otherwise: Option<Box<StmtDecl>>,
    },
    /// `phase battle { … }`
    Phase(Phase),
    /// `leave battle`
    Leave(Name),
    /// `win me "the Town has fallen"`
    Win {
        /// Who wins: a player, or a set of players.
        players: Expr,
        /// Why, in words.
        reason: Option<QuotedText>,
    },
    /// `must joined(land) "the island is in pieces"`
    Must {
        /// What holds, if the rules are right.
        cond: Expr,
        /// What is wrong with them otherwise.
        message: QuotedText,
    },
    /// `draw "the board is full"`
    Draw {
        /// Why, in words.
        reason: Option<QuotedText>,
    },
}

/// One of the moves that an `ask` offers.
#[derive(Clone, Debug)]
pub struct AskItemDecl {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// The move.
    pub name: Name,
    /// What is handed to it.
    pub args: Vec<Expr>,
    /// Only if this holds.
    pub cond: Option<Expr>,
}
