//! What `hint` and `analyse` say about a move: how good it is, how the game ends after it, and what it does.

use crate::opponents::{
    EffectiveMove, LostPiece, MoveEffect, Stopwatch, effects_of, line_of, shortened_line,
};
use crate::repl::phrases::ReplPhrasing;
use linstock_base::plural;
use linstock_engine::vm::{Move, Position};
use linstock_model::SeatId;
use linstock_play::{Rules, quoted};
use linstock_search::{ProvenResult, RatedMove, SearchLimit, forced_win};
use std::fmt::Write as _;
use std::time::Duration;

/// The time for finding a forced end, and the most positions of that search.
const END_TIME: Duration = Duration::from_millis(400);
const END_POSITIONS: u64 = 100_000;
/// The time for finding what a move does.
const EFFECTS_TIME: Duration = Duration::from_millis(400);
/// A value as close to 1 or -1 may be a forced end.
const NEARLY_SURE: f32 = 0.98;

/// What is known about a move: how good it is, with the line that shows it.
pub(crate) struct Outlook {
    /// What is certain.
    pub(crate) proof: Option<ProvenResult>,
    /// In how many moves of the winner the game ends, if a forced end was found.
    pub(crate) moves: Option<usize>,
    /// The line that follows, beginning with the move.
    pub(crate) line: Vec<String>,
    /// How the line ends, in the words of the rules.
    pub(crate) end: Option<String>,
}

impl Outlook {
    /// Finds out how a move ends the game for certain. Where something is hidden, only what the search proved is known.
    pub(crate) fn of(rules: &Rules, position: &Position, rated: &RatedMove) -> Self {
        let forced = forced_end(rules, position, rated);
        let proof = forced.as_ref().map(|(proof, _, _)| *proof);
        let proof = proof.or(rated.proof);
        let moves = forced.as_ref().map(|(_, moves, _)| *moves);
        let (line, end) = match (&forced, rated.proof) {
            (Some((_, _, line)), _) => replayed(rules, position, line),
            (None, Some(_)) if !rules.hides_something() => replayed(rules, position, &rated.line),
            (None, _) => (line_of(rules, position, rated), None),
        };
        Self {
            proof,
            moves,
            line,
            end,
        }
    }

    /// Writes the move, a judgement of it, the moves that follow, and how the game ends.
    pub(crate) fn text(&self, said: &str) -> String {
        let mut line = line_text(&self.line, said);
        if let Some(end) = &self.end {
            let _ = write!(line, " ({end})");
        }
        line
    }

    /// Returns the certain result of the move in words; `None` if the result is open.
    pub(crate) fn certain(&self) -> Option<String> {
        let result = self.proof?;
        Some(match (result, self.moves) {
            (ProvenResult::Draw, _) => "leads to a draw for certain".to_owned(),
            (ProvenResult::Win, Some(1)) if self.line.len() == 1 => "wins at once".to_owned(),
            (ProvenResult::Win, Some(moves)) => format!("wins in {}", plural(moves, "move")),
            (ProvenResult::Win, None) => "wins for certain".to_owned(),
            (ProvenResult::Loss, Some(moves)) => format!("loses in {}", plural(moves, "move")),
            (ProvenResult::Loss, None) => "loses for certain".to_owned(),
        })
    }
}

/// Says how good the best move is for the player who plays it.
pub(crate) fn judged(outlook: &Outlook, best: &RatedMove, seats: usize) -> String {
    match (outlook.certain(), best.proof) {
        // A search that proves the loss of its best move has proved that of every move.
        (Some(certain), Some(ProvenResult::Loss)) => format!("{certain}, as every move does"),
        (Some(certain), _) => certain,
        (None, _) => {
            let share = best.win_share(seats) * 100.0;
            format!("is the best move found; its win share is about {share:.0} %")
        }
    }
}

/// Writes a line of play: its first move with what is said about it, and the moves that follow.
pub(crate) fn line_text(line: &[String], said: &str) -> String {
    match line {
        [] => String::new(),
        [first] => format!("`{first}`{said}"),
        [first, rest @ ..] => format!("`{first}`{said}; then {}", rest.join(", ")),
    }
}

/// Looks for a forced end after a move that a search takes for won or lost: who wins, in how many moves of the winner, and by which
/// line.
fn forced_end(
    rules: &Rules,
    position: &Position,
    rated: &RatedMove,
) -> Option<(ProvenResult, usize, Vec<Move>)> {
    if rules.hides_something() {
        return None;
    }
    let seat = SeatId(rated.mv.me);
    let wins = match rated.proof {
        Some(ProvenResult::Win) => true,
        Some(ProvenResult::Loss) => false,
        None if rated.value.abs() >= NEARLY_SURE => rated.value > 0.0,
        Some(ProvenResult::Draw) | None => return None,
    };
    let after = rules.play(position, rated.mv).ok()?;
    let clock = Stopwatch::of_world();
    let limit = SearchLimit {
        iterations: END_POSITIONS,
        stop: &|| clock.elapsed() >= END_TIME,
    };
    // With several opponents, a move loses if one of them wins.
    let mut winners = rules
        .model()
        .seat_ids()
        .filter(|winner| (*winner == seat) == wins);
    let found =
        winners.find_map(|winner| Some((winner, forced_win(rules, &after, winner, &limit)?)));
    let (winner, rest) = found?;
    let line: Vec<Move> = std::iter::once(rated.mv).chain(rest).collect();
    // A throw of dice has the seat of the player who acts.
    let is_own = |mv: &&Move| mv.me == winner.0 && !rules.is_chance(u32::from(mv.decision));
    let moves = line.iter().filter(is_own).count();
    let proof = match wins {
        true => ProvenResult::Win,
        false => ProvenResult::Loss,
    };
    Some((proof, moves.max(1), line))
}

/// Returns the texts of a line, and the rules' reason of the end if it ends the game.
fn replayed(rules: &Rules, position: &Position, line: &[Move]) -> (Vec<String>, Option<String>) {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for mv in line {
        texts.push(rules.text(&position, *mv));
        if rules.apply(&mut position, *mv).is_err() {
            break;
        }
    }
    let end = rules.outcome(&position).map(|outcome| outcome.reason);
    (shortened_line(texts), end)
}

/// Says in the words of the rules what a move takes, threatens and prevents, one fact a line; nothing if it does none of these.
pub(super) fn effects_text(
    rules: &Rules,
    (position, mv): (&Position, Move),
    outlook: &Outlook,
) -> String {
    let clock = Stopwatch::of_world();
    let stop = || clock.elapsed() >= EFFECTS_TIME;
    let effects = effects_of(rules, position, mv, &stop);
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

/// Says what is done to pieces, with the verbs for taking and for converting.
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
    use super::{Outlook, effects_of, effects_text, judged};
    use linstock_base::Sources;
    use linstock_check::Choices;
    use linstock_engine::vm::Position;
    use linstock_play::Rules;
    use linstock_search::RatedMove;

    /// Returns chess.
    fn chess() -> Rules {
        let text = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/rulesets/chess/chess.game"
        ));
        let sources = Sources::from([("chess.game", text)]);
        Rules::load(&sources, &Choices::default()).expect("no mistakes")
    }

    /// Returns the position after some moves.
    fn after(rules: &Rules, moves: &[&str]) -> Position {
        let mut position = rules.start().expect("it starts");
        for text in moves {
            let mv = rules.find(&position, text).expect("moves").expect("legal");
            rules.apply(&mut position, mv).expect("legal");
        }
        position
    }

    /// Returns a move as a search rates it that proves nothing.
    fn rated(rules: &Rules, position: &Position, text: &str, value: f32) -> RatedMove {
        let mv = rules.find(position, text).expect("moves").expect("legal");
        RatedMove {
            mv,
            value,
            mean: None,
            visits: 1,
            proof: None,
            line: vec![mv],
        }
    }

    /// Returns what is said about a move.
    fn told(rules: &Rules, moves: &[&str], text: &str, value: f32) -> String {
        let position = after(rules, moves);
        let rated = rated(rules, &position, text, value);
        let outlook = Outlook::of(rules, &position, &rated);
        let said = outlook.text(&format!(" {}", judged(&outlook, &rated, 2)));
        let effects = effects_text(rules, (&position, rated.mv), &outlook);
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
    fn a_throw_is_no_move_of_the_winner() {
        let text = r#"
game dice "Dice"
players ann, ben
remember { side = 0 }
move roll "roll" { ask chance: face }
move face "{n}" {
  n in 1..6
  side = n
}
play {
  ask ann: roll
  if side >= 1 { win ann "thrown" }
}
"#;
        let sources = Sources::from([("dice.game", text)]);
        let rules = Rules::load(&sources, &Choices::default()).expect("no mistakes");
        let certain = |value| {
            let position = after(&rules, &[]);
            let rated = rated(&rules, &position, "roll", value);
            Outlook::of(&rules, &position, &rated).certain()
        };
        assert_eq!(certain(1.0).as_deref(), Some("wins in 1 move"));
        assert_eq!(certain(0.1), None);
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
