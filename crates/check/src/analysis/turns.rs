//! Warnings about `me`: a round for nobody, and `me` in places where nobody acts.

use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_model::{Asked, Member, Node, Stmt, StmtKind, Truth};

impl Resolver<'_> {
    /// Warns of a round for nobody: in it, `me` is each player in turn, also after its `where`.
    pub(crate) fn warn_of_round_for_nobody(&mut self, filter: &Node<Truth>) {
        let seats = self.names.players.len();
        let Some(never) = never_me(filter, seats) else {
            return;
        };
        self.report(
            Diagnostic::warning(
                "E0813",
                never.span,
                "this is true for no player, so nobody is asked",
            )
            .label("after `where`, `me` is each player in turn")
            .hint("to let another player choose, ask that player: `ask opponent: …`"),
        );
    }

    /// Warns of `ask me` where nobody acts: there `me` is always the first player.
    pub(crate) fn warn_of_first_player(&mut self, play: &[Stmt]) {
        if self.names.players.len() < 2 {
            return;
        }
        for stmt in play {
            match &stmt.kind {
                StmtKind::Ask(ask) if matches!(ask.who, Asked::Me) => {
                    let first = self.names.players[0].text.clone();
                    self.report(
                        Diagnostic::warning("E0814", stmt.span, format!("here `me` is always {first}, the first player"))
                            .hint(format!("for all players in turn: each player {{ ask me: … }}; if {first} is meant: ask {first}: …")),
                    );
                }
                StmtKind::Each { .. } => {}
                _ => stmt
                    .blocks()
                    .for_each(|block| self.warn_of_first_player(block)),
            }
        }
    }
}

/// Returns the part of a condition that fails for every player as `me`.
fn never_me(cond: &Node<Truth>, seats: usize) -> Option<&Node<Truth>> {
    match &cond.kind {
        Truth::And(parts) => parts.iter().find_map(|part| never_me(part, seats)),
        Truth::SameMember(a, b) => {
            let (a, b) = (steps_from_me(&a.kind)?, steps_from_me(&b.kind)?);
            (seats > 0 && a % seats != b % seats).then_some(cond)
        }
        _ => None,
    }
}

/// Returns how many seats after `me` a player sits, if he is described by `next` and `me`.
fn steps_from_me(who: &Member) -> Option<usize> {
    match who {
        Member::Me => Some(0),
        Member::Next(before) => Some(steps_from_me(&before.kind)? + 1),
        _ => None,
    }
}
