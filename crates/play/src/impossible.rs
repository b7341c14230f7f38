//! Impossible positions: more pieces than there are, or a violation of the rules' own conditions.

use crate::reference::Evaluator;
use crate::{explain, supply};
use linstock_base::Sources;
use linstock_engine::vm::{Fuel, Piece, SpelledPosition};
use linstock_model::{KindId, Model, Node, PhaseId, SeatId, Stmt, StmtKind, Truth, Zone};

/// Names the pieces that are on the board more often than the game can have them: than its zones hold at the start, or
/// than its rules ever bring. Pieces without a limit are not counted.
pub(super) fn too_many(model: &Model, table: &SpelledPosition) -> Option<String> {
    let kinds = KindId::all(model.kinds.len());
    let pieces = kinds.flat_map(|kind| {
        let owners: Vec<Option<SeatId>> = match model.kinds[kind.index()].neutral {
            true => vec![None],
            false => model.seat_ids().map(Some).collect(),
        };
        owners.into_iter().map(move |owner| Piece { kind, owner })
    });
    pieces.into_iter().find_map(|piece| {
        let drawn = table.pieces.iter().filter(|p| **p == Some(piece)).count();
        if drawn == 0 {
            return None;
        }
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

/// Returns how many of a piece a game can have. Returns `None` if that is unknown.
fn most(model: &Model, piece: Piece) -> Option<u64> {
    let of_pieces = |zone: &Zone| model.list(zone.list).of_pieces;
    if model.zones.iter().any(of_pieces) {
        // A piece from a zone may return with another owner.
        return in_zones(model, piece).filter(|_| !comes_from_outside(model, piece.kind));
    }
    supply::brought(model, piece)
}

/// Returns how many of a piece the zones of a game hold at its start. Returns `None` if no zone is for it.
fn in_zones(model: &Model, piece: Piece) -> Option<u64> {
    let holds = |zone: &&Zone| {
        model.list(zone.list).of_pieces
            && zone.start.get(piece.kind.index()).is_some_and(|n| *n > 0)
    };
    let zones: Vec<_> = model.zones.iter().filter(holds).collect();
    let copies = |zone: &&Zone| u64::from(zone.start[piece.kind.index()]);
    (!zones.is_empty()).then(|| zones.iter().map(copies).sum())
}

/// Returns whether a statement brings a kind of piece from outside the game.
fn comes_from_outside(model: &Model, kind: KindId) -> bool {
    let drawn =
        |drawing: &linstock_model::Drawing| drawing.pieces.iter().any(|piece| piece.kind == kind);
    model.drawings.iter().any(drawn) || model.bodies().any(|body| brings(body, kind))
}

fn brings(body: &[Stmt], kind: KindId) -> bool {
    body.iter().any(|stmt| {
        matches!(&stmt.kind, StmtKind::Put(put, _, _, None) if *put == kind)
            || stmt.blocks().any(|block| brings(block, kind))
    })
}

/// A condition that must hold by the rules, and their sentence if it does not.
type Said<'m> = (&'m Node<Truth>, &'m str);

/// A condition that must hold and does not.
pub(super) struct Unmet {
    /// The sentence of the rules.
    pub(super) said: String,
    /// The reasons why it does not hold.
    pub(super) reasons: Vec<String>,
}

/// Returns a condition that the rules require before a phase, and that does not hold in a position.
pub(super) fn unmet(
    model: &Model,
    (table, sources): (&SpelledPosition, &Sources),
    phase: &str,
) -> Option<Unmet> {
    let phases = model.phases.iter().zip(0u8..);
    let phase = phases.into_iter().find(|(name, _)| *name == phase);
    let (fuel, mut said) = (Fuel::default(), Vec::new());
    gather(&model.play, phase.map(|(_, at)| PhaseId(at)), &mut said);
    let mut tables = model.seat_ids().map(|me| SpelledPosition {
        me,
        ..table.clone()
    });
    tables.find_map(|table| {
        let evaluator = Evaluator::new(model, &table, &fuel);
        let mut said = said.iter();
        let (cond, why) = said.find(|(cond, _)| matches!(evaluator.truth(cond), Ok(false)))?;
        let evaluator = || Evaluator::new(model, &table, &fuel);
        // The sentence of the rules describes the problem, so the place is enough.
        let reasons = match explain::broken_at(evaluator(), cond) {
            Ok(Some(place)) => Ok(vec![place]),
            _ => explain::unmet(evaluator(), (cond, true), Some(sources)),
        };
        Some(Unmet {
            said: (*why).to_owned(),
            reasons: reasons.unwrap_or_default(),
        })
    })
}

/// Gathers the conditions that must hold before a phase begins, and returns whether the phase was reached. Leaves out
/// conditions inside branches that do not lead to the phase.
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

#[cfg(test)]
mod tests {
    use super::too_many;
    use crate::Rules;
    use crate::from_picture;
    use linstock_base::Sources;
    use linstock_check::Choices;

    const SIEGE: &str = r#"game siege "Siege"
players white, black
board 4 x 2
piece man "m", keep "k", ghost "g"
drawing start {
  m = black man
  M = white man
  """
  2 m m . .
  1 M . . .
    a b c d
  """
}
move place "{t}" { t in empty; keep: box -> t }
move raise "raise {t}" { t in empty; ghost: box -> t }
play {
  lay start
  each player { ask me: place }
  repeat each player { ask me: raise otherwise draw "full" }
}
"#;

    fn told(picture: &str) -> Option<String> {
        let rules = Rules::load(&Sources::from([("siege.game", SIEGE)]), &Choices::default());
        let rules = rules.expect("no mistakes");
        from_picture(rules.model(), picture).err()
    }

    #[test]
    fn no_more_pieces_stand_on_the_board_than_the_rules_ever_bring() {
        let of = |what: &str, there: u8| {
            Some(format!(
                "2 of {what} stand on the board, but the game has only {there}"
            ))
        };
        assert_eq!(told("M . K .\nm m k ."), None);
        assert_eq!(told("M M K .\n. . . ."), of("white man", 1));
        assert_eq!(told("K . K .\n. . . ."), of("white keep", 1));
        // Ghosts have no limit.
        assert_eq!(told("G G G G\ng g g g"), None);
    }

    #[test]
    fn nothing_is_told_of_an_empty_board() {
        let rules = Rules::load(&Sources::from([("siege.game", SIEGE)]), &Choices::default());
        let rules = rules.expect("no mistakes");
        let table = linstock_engine::vm::SpelledPosition::empty(rules.model());
        assert_eq!(too_many(rules.model(), &table), None);
    }
}
