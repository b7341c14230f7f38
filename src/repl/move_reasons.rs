//! What `hint` and `analyse` say about what a move does.

use crate::opponents::{EffectiveMove, LostPiece, MoveEffect, effects_of};
use crate::repl::outlook::Outlook;
use crate::repl::phrases::ReplPhrasing;
use linstock_base::plural;
use linstock_engine::vm::{Move, Position};
use linstock_model::SeatId;
use linstock_play::{Rules, quoted};

/// Says in the words of the rules what a move takes, threatens and prevents, one fact a line; nothing if it does none of these. `is_over` ends
/// the search for that early.
pub(super) fn effects_text(
    rules: &Rules,
    (position, mv): (&Position, Move),
    outlook: &Outlook,
    is_over: &dyn Fn() -> bool,
) -> String {
    let effects = effects_of(rules, position, mv, is_over);
    let me = SeatId(mv.me);
    let mut lines = Vec::new();
    // How a forced line ends is said already, and it says more than a threat.
    let is_forced = outlook.moves.is_some();
    match &effects.own {
        Some(MoveEffect::Wins(_)) | None => {}
        Some(effect) => lines.push(format!("it {}", does(rules, effect, ["takes", "converts"]))),
    }
    if let Some(threat) = effects.threat.filter(|_| !is_forced) {
        lines.push(format!("it threatens to {}", may(rules, &threat)));
    }
    let others = rules.model().seat_ids().filter(|seat| *seat != me);
    let other = others.map(|seat| rules.model().title(&rules.players()[seat.index()]));
    let other = other.collect::<Vec<_>>().join(", ");
    if let Some(prevented) = effects.prevented.filter(|_| !is_forced) {
        let may = may(rules, &prevented);
        lines.push(format!(
            "after most other moves, {other} can {may}, but not after this one"
        ));
    }
    if let Some(answers) = effects.answers {
        lines.push(format!("it leaves {other} {}", plural(answers, "answer")));
    }
    lines.into_iter().map(|line| format!("{line}\n")).collect()
}

/// Says what a player can do next.
fn may(rules: &Rules, EffectiveMove { text, effect }: &EffectiveMove) -> String {
    match effect {
        MoveEffect::Wins(reason) => format!("win with {}: {reason}", quoted(text)),
        effect => format!(
            "{} with {}",
            does(rules, effect, ["take", "convert"]),
            quoted(text)
        ),
    }
}

/// Writes which pieces a move takes and converts, with the verbs for both.
fn does(rules: &Rules, effect: &MoveEffect, [take, convert]: [&str; 2]) -> String {
    let pieces = |lost: &[LostPiece]| match lost {
        [one] => format!("the {}", named(rules, *one)),
        _ => plural(lost.len(), "piece"),
    };
    match effect {
        MoveEffect::Takes(lost) => format!("{take} {}", pieces(lost)),
        MoveEffect::Converts(lost) => format!("{convert} {}", pieces(lost)),
        MoveEffect::Wins(_) => String::new(),
    }
}

/// Names a piece with its owner and its point.
fn named(rules: &Rules, LostPiece { piece, point }: LostPiece) -> String {
    let model = rules.model();
    let say = ReplPhrasing(model.sheet.language);
    let kind = model.title(&model.kinds[piece.kind.index()].name);
    let piece = match piece.owner {
        Some(owner) => say.piece_of(model.title(&rules.players()[owner.index()]), kind),
        None => kind.to_owned(),
    };
    let board = model.board.as_ref();
    board.map_or(piece.clone(), |board| {
        format!("{piece} on {}", board.name(point))
    })
}

#[cfg(test)]
mod tests {
    use super::{effects_of, effects_text};
    use crate::repl::outlook::{Outlook, judged};
    use crate::repl::rated_positions::{after, chess, rated};
    use linstock_play::Rules;

    /// Returns what is said about a move.
    fn told(rules: &Rules, moves: &[&str], text: &str, value: f32) -> String {
        let position = after(rules, moves);
        let rated = rated(rules, &position, text, value);
        let outlook = Outlook::of((rules, &position), &rated, &|| false);
        let said = outlook.text(&format!(" {}", judged(&outlook, &rated, 2)));
        let effects = effects_text(rules, (&position, rated.mv), &outlook, &|| false);
        format!("{said}\n{effects}")
    }

    #[test]
    fn a_mate_is_named_though_repetition_counts() {
        let rules = chess();
        let before = ["f2-f3", "e7-e5", "g2-g4"];
        assert_eq!(
            told(&rules, &before, "d8-h4", 1.0),
            "`d8-h4` wins at once (checkmate)\n"
        );
        let loses = told(&rules, &before[..2], "g2-g4", -1.0);
        assert_eq!(loses, "`g2-g4` loses in 1 move; then d8-h4 (checkmate)\n");
        // The bishop on c4 and the queen look at f7; the black knight does not defend it.
        let scholar = ["e2-e4", "e7-e5", "f1-c4", "b8-c6", "d1-h5", "d7-d6"];
        let mate = told(&rules, &scholar, "h5-f7", 1.0);
        assert!(mate.contains("wins at once (checkmate)"), "{mate}");
    }

    #[test]
    fn nothing_is_said_of_what_was_not_looked_at() {
        let rules = chess();
        let queen = after(&rules, &["e2-e4", "e7-e5", "d1-h5", "g8-f6"]);
        let mv = rules.find(&queen, "h5-e5").expect("moves").expect("legal");
        let whole = effects_of(&rules, &queen, mv, &|| false);
        assert!(whole.own.is_some() && whole.prevented.is_some());
        let cut = effects_of(&rules, &queen, mv, &|| true);
        assert!(cut.own.is_some() && cut.threat.is_none() && cut.prevented.is_none());
    }

    #[test]
    fn pieces_are_named_with_their_points() {
        let rules = chess();
        let queen = ["e2-e4", "e7-e5", "d1-h5", "g8-f6"];
        let takes = told(&rules, &queen, "h5-e5", 0.1);
        for line in [
            "it takes the black pawn on e5",
            "after most other moves, black can take the white queen on h5 with `f6-h5`, but not after this one",
            "it leaves black 2 answers",
        ] {
            assert!(takes.lines().any(|told| told == line), "{line}: {takes}");
        }
        let fork = told(&rules, &["e2-e4", "e7-e5"], "d1-h5", 0.1);
        let threat = "it threatens to take the black pawn on ";
        assert!(fork.contains(threat), "{fork}");
        // A quiet move does nothing of this, so nothing is said.
        let quiet = told(&rules, &[], "a2-a3", 0.0);
        assert_eq!(quiet.lines().count(), 1, "{quiet}");
    }
}
