//! Positions that cannot be: more pieces than there are, or against what the rules themselves say must hold.

use crate::model::{KindId, Model, Node, PhaseId, SeatId, Stmt, StmtKind, Truth, Zone};
use crate::play::explain;
use crate::reference::Evaluator;
use crate::vm::{Piece, SpelledPosition};

/// Says which pieces stand on the board more often than the zones of the game hold at its start. Pieces that also come from
/// outside the game are not counted.
pub(super) fn too_many(model: &Model, table: &SpelledPosition) -> Option<String> {
    let kinds = KindId::all(model.kinds.len()).filter(|kind| !comes_from_outside(model, *kind));
    let pieces = kinds.flat_map(|kind| {
        let owners: Vec<Option<SeatId>> = match model.kinds[kind.index()].neutral {
            true => vec![None],
            false => model.seat_ids().map(Some).collect(),
        };
        owners.into_iter().map(move |owner| Piece { kind, owner })
    });
    pieces.into_iter().find_map(|piece| {
        let drawn = table.pieces.iter().filter(|p| **p == Some(piece)).count();
        let there = most(model, piece)?;
        let name = &model.kinds[piece.kind.index()].name;
        let whose = piece.owner.map_or_else(String::new, |seat| {
            format!("{} ", model.players[seat.index()])
        });
        (drawn as u64 > there).then(|| {
            format!("{drawn} of {whose}{name} stand on the board, but the game has only {there}")
        })
    })
}

/// Returns how many pieces the zones of a game hold at its start; `None` if no zone is for them.
fn most(model: &Model, piece: Piece) -> Option<u64> {
    let holds = |zone: &&Zone| {
        model.list(zone.list).of_pieces
            && zone.start.get(piece.kind.index()).is_some_and(|n| *n > 0)
    };
    let zones: Vec<_> = model.zones.iter().filter(holds).collect();
    let copies = |zone: &&Zone| u64::from(zone.start[piece.kind.index()]);
    (!zones.is_empty()).then(|| zones.iter().map(copies).sum())
}

/// Tells whether some statement brings a piece from outside the game.
fn comes_from_outside(model: &Model, kind: KindId) -> bool {
    let drawn =
        |drawing: &crate::model::Drawing| drawing.pieces.iter().any(|piece| piece.kind == kind);
    let bodies = model.moves.iter().map(|mv| &mv.body);
    model.drawings.iter().any(drawn) || bodies.chain([&model.play]).any(|body| brings(body, kind))
}

fn brings(body: &[Stmt], kind: KindId) -> bool {
    body.iter().any(|stmt| {
        matches!(&stmt.kind, StmtKind::Put(put, _, _, None) if *put == kind)
            || stmt.blocks().any(|block| brings(block, kind))
    })
}

/// A condition that the rules say must hold, and what they say where it does not.
type Said<'m> = (&'m Node<Truth>, &'m str);

/// What must hold, and what keeps it from holding.
pub(super) struct Unmet {
    /// What the rules say of it.
    pub(super) said: String,
    /// What decides that it does not hold.
    pub(super) reasons: Vec<String>,
}

/// Says what must hold, by the rules on the way to a phase, and does not hold in a position.
pub(super) fn unmet(model: &Model, table: &SpelledPosition, phase: &str) -> Option<Unmet> {
    let phases = model.phases.iter().zip(0u8..);
    let phase = phases.into_iter().find(|(name, _)| *name == phase);
    let mut said = Vec::new();
    gather(&model.play, phase.map(|(_, at)| PhaseId(at)), &mut said);
    let mut tables = model.seat_ids().map(|me| SpelledPosition {
        me,
        ..table.clone()
    });
    tables.find_map(|table| {
        let evaluator = Evaluator::new(model, &table);
        let mut said = said.iter();
        let (cond, why) = said.find(|(cond, _)| matches!(evaluator.truth(cond), Ok(false)))?;
        let reasons = explain::unmet(Evaluator::new(model, &table), cond, None);
        Some(Unmet {
            said: (*why).to_owned(),
            reasons: reasons.unwrap_or_default(),
        })
    })
}

/// Gathers what must hold before a phase begins; tells whether the phase was reached. What only some games come by is left
/// out.
fn gather<'m>(body: &'m [Stmt], phase: Option<PhaseId>, said: &mut Vec<Said<'m>>) -> bool {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Must(cond, why) => said.push((cond, why)),
            StmtKind::Phase(id, _) if Some(*id) == phase => return true,
            StmtKind::Ask(_) if phase.is_none() => return true,
            StmtKind::If(..) => {
                let before = said.len();
                for block in stmt.blocks() {
                    if gather(block, phase, said) {
                        return true;
                    }
                    said.truncate(before);
                }
            }
            _ => {
                if stmt.blocks().any(|block| gather(block, phase, said)) {
                    return true;
                }
            }
        }
    }
    false
}
