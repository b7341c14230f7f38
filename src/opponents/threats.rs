//! What a move threatens: a move that its player can make next time after most answers, and could not make before.

use linstock_engine::vm::{Fault, Move, MoveList, Position};
use linstock_model::SeatId;
use linstock_play::Rules;

/// The most answers that are tried.
const MOST_ANSWERS: usize = 24;
/// The most moves that are tried after each.
const MOST_MOVES: usize = 200;

/// A threat.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Threat {
    /// The text of the move that may follow.
    pub(crate) text: String,
    pub(crate) effect: ThreatEffect,
}

/// What the move that may follow does.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum ThreatEffect {
    /// It takes this many pieces.
    Takes(u32),
    /// It wins, for this reason.
    Wins(String),
}

/// Moves that win or take, with the number of answers after which they are legal.
type CountedThreats = Vec<(Threat, usize)>;

/// Finds what a move of a game of two players threatens most.
///
/// # Errors
/// If the rules fail.
pub(crate) fn threat_of(
    rules: &Rules,
    position: &Position,
    mv: Move,
) -> Result<Option<Threat>, Fault> {
    let me = SeatId(mv.me);
    let mut after = position.clone();
    let mut answers = MoveList::default();
    rules.advance(&mut after, mv, &mut answers)?;
    let chooses = |position: &Position| rules.decision(position);
    let is_players = chooses(&after).is_some_and(|decision| !rules.is_chance(decision));
    if rules.players().len() != 2 || !is_players || answers.seat() == me || answers.is_empty() {
        return Ok(None);
    }
    let before = effects(rules, position, me)?;
    let mut counted: CountedThreats = Vec::new();
    let tried = answers.len().min(MOST_ANSWERS);
    for number in 0..tried {
        // Evenly spread over all answers.
        let Some(answer) = answers.get(number * answers.len() / tried) else {
            continue;
        };
        let mut next = after.clone();
        rules.apply(&mut next, answer)?;
        for threat in effects(rules, &next, me)? {
            match counted.iter_mut().find(|(known, _)| *known == threat) {
                Some((_, count)) => *count += 1,
                None => counted.push((threat, 1)),
            }
        }
    }
    let is_new = |threat: &Threat| {
        let known = before.iter().find(|known| known.text == threat.text);
        known.is_none_or(|known| known.effect < threat.effect)
    };
    let threats = counted
        .into_iter()
        .filter(|(threat, count)| count * 2 >= tried && is_new(threat));
    let best = threats.max_by(|(a, of_a), (b, of_b)| {
        let effects = a.effect.cmp(&b.effect);
        effects.then(of_a.cmp(of_b)).then(b.text.cmp(&a.text))
    });
    Ok(best.map(|(threat, _)| threat))
}

/// Returns the moves of a player that win or take, if it is their turn.
fn effects(rules: &Rules, position: &Position, me: SeatId) -> Result<Vec<Threat>, Fault> {
    let mut found = Vec::new();
    let mut moves = MoveList::default();
    if position.over.is_some() {
        return Ok(found);
    }
    rules.moves_into(position, &mut moves)?;
    let is_chance = rules
        .decision(position)
        .is_some_and(|decision| rules.is_chance(decision));
    if is_chance || moves.seat() != me {
        return Ok(found);
    }
    let theirs = pieces_of_others(rules, position, me);
    for mv in moves.iter().take(MOST_MOVES) {
        let mut next = position.clone();
        rules.apply(&mut next, mv)?;
        let wins = next.over.is_some_and(|end| end.winners == 1 << me.index());
        let taken = theirs.saturating_sub(pieces_of_others(rules, &next, me));
        let effect = match rules.outcome(&next) {
            Some(outcome) if wins => ThreatEffect::Wins(outcome.reason),
            _ if taken > 0 => ThreatEffect::Takes(taken),
            _ => continue,
        };
        found.push(Threat {
            text: rules.text(position, mv),
            effect,
        });
    }
    Ok(found)
}

/// Returns the number of pieces of the other players.
fn pieces_of_others(rules: &Rules, position: &Position, me: SeatId) -> u32 {
    let masks = rules.layout.masks();
    let others = masks.filter(|(piece, _)| piece.owner.is_some_and(|owner| owner != me));
    let words = others.flat_map(|(_, word)| &position.words[word..word + rules.layout.width]);
    words.map(|word| word.count_ones()).sum()
}

impl std::fmt::Display for Threat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { text, effect } = self;
        match effect {
            ThreatEffect::Wins(reason) => write!(f, "it threatens to win with `{text}`: {reason}"),
            ThreatEffect::Takes(1) => write!(f, "it threatens to take a piece with `{text}`"),
            ThreatEffect::Takes(count) => {
                write!(f, "it threatens to take {count} pieces with `{text}`")
            }
        }
    }
}
