//! What a move does in a game that hides nothing: what it takes, threatens and prevents, and how many answers it leaves.

use linstock_engine::ir::Piece;
use linstock_engine::vm::{Move, MoveList, Position};
use linstock_model::{Point, SeatId};
use linstock_play::Rules;

/// The most answers, and the most other moves, that are tried.
const MOST_TRIED: usize = 24;
/// The most moves that are tried after each.
const MOST_MOVES: usize = 200;
/// The most answers that are worth a word.
const FEW_ANSWERS: usize = 3;

/// A piece that another player loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LostPiece {
    pub(crate) piece: Piece,
    pub(crate) point: Point,
}

/// What a move does to the other players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MoveEffect {
    /// They lose these pieces.
    Takes(Vec<LostPiece>),
    /// Their pieces become pieces of the player who moves.
    Converts(Vec<LostPiece>),
    /// The player wins alone, for this reason.
    Wins(String),
}

impl MoveEffect {
    /// Orders effects by what they are worth: a win, then the number of pieces.
    fn rank(&self) -> usize {
        match self {
            Self::Takes(lost) | Self::Converts(lost) => lost.len(),
            Self::Wins(_) => usize::MAX,
        }
    }
}

/// A move with its effect.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct EffectiveMove {
    pub(crate) text: String,
    pub(crate) effect: MoveEffect,
}

/// What a move does.
#[derive(Default, Debug)]
pub(crate) struct MoveEffects {
    /// What it does itself.
    pub(crate) own: Option<MoveEffect>,
    /// What its player can do next after most answers, and could not do before.
    pub(crate) threat: Option<EffectiveMove>,
    /// What the other player could do after most other moves, and cannot do after this one.
    pub(crate) prevented: Option<EffectiveMove>,
    /// How many answers the other player has, if they are few.
    pub(crate) answers: Option<usize>,
}

/// Finds what a move does. Threats are looked for in games of two players only. `stop` ends the search early: then less is found. Nothing
/// is found of positions in which the rules fail.
pub(crate) fn effects_of(
    rules: &Rules,
    position: &Position,
    mv: Move,
    stop: &dyn Fn() -> bool,
) -> MoveEffects {
    let looked = Looked {
        rules,
        position,
        me: SeatId(mv.me),
        stop,
    };
    let mut after = position.clone();
    let mut answers = MoveList::default();
    if rules.advance(&mut after, mv, &mut answers).is_err() {
        return MoveEffects::default();
    }
    let own = looked.effect((position, &after), looked.me);
    let mut found = MoveEffects {
        own,
        ..MoveEffects::default()
    };
    let decision = rules.decision(&after);
    let is_players = decision.is_some_and(|decision| !rules.is_chance(decision));
    if rules.players().len() != 2 || !is_players || answers.seat() == looked.me {
        return found;
    }
    let other = answers.seat();
    found.threat = looked.threat((&after, &answers));
    let Some(alternatives) = looked.alternatives(mv) else {
        return found;
    };
    found.prevented = looked.prevented((&after, other), &alternatives);
    let mut counts: Vec<usize> = alternatives.iter().map(|(_, moves)| *moves).collect();
    counts.sort_unstable();
    let usual = counts.get(counts.len() / 2);
    let is_few = answers.len() <= FEW_ANSWERS && usual.is_some_and(|usual| *usual > answers.len());
    found.answers = is_few.then_some(answers.len());
    found
}

/// The other moves of a position: the moves that win or take after each, and the number of all answers.
type Alternatives = Vec<(Vec<EffectiveMove>, usize)>;

struct Looked<'r> {
    rules: &'r Rules,
    position: &'r Position,
    /// The player who moves.
    me: SeatId,
    stop: &'r dyn Fn() -> bool,
}

impl Looked<'_> {
    /// Finds what the player can do next after most answers, and could not do before.
    fn threat(&self, (after, answers): (&Position, &MoveList)) -> Option<EffectiveMove> {
        let before = self.effective_moves(self.position, self.me)?;
        let mut counted: Vec<(EffectiveMove, usize)> = Vec::new();
        let mut tried = 0;
        for answer in spread(answers) {
            let mut next = after.clone();
            self.rules.apply(&mut next, answer).ok()?;
            for threat in self.effective_moves(&next, self.me)? {
                match counted.iter_mut().find(|(known, _)| *known == threat) {
                    Some((_, count)) => *count += 1,
                    None => counted.push((threat, 1)),
                }
            }
            tried += 1;
        }
        let is_new = |threat: &EffectiveMove| {
            let known = before.iter().find(|known| known.text == threat.text);
            known.is_none_or(|known| known.effect.rank() < threat.effect.rank())
        };
        let threats = counted
            .into_iter()
            .filter(|(threat, count)| count * 2 >= tried && is_new(threat));
        let best = threats.max_by(|(a, of_a), (b, of_b)| {
            let effects = a.effect.rank().cmp(&b.effect.rank());
            effects.then(of_a.cmp(of_b)).then(b.text.cmp(&a.text))
        });
        best.map(|(threat, _)| threat)
    }

    /// Looks at other moves than one: what the other player could do after each. `None` if not all of it was found.
    fn alternatives(&self, mv: Move) -> Option<Alternatives> {
        let mut found = Alternatives::new();
        let mut moves = MoveList::default();
        self.rules.moves_into(self.position, &mut moves).ok()?;
        for other in spread(&moves).filter(|other| *other != mv) {
            let mut after = self.position.clone();
            let mut answers = MoveList::default();
            // Rules that fail after another move say nothing about this one.
            if self.rules.advance(&mut after, other, &mut answers).is_err() {
                continue;
            }
            if after.over.is_none() && answers.seat() != self.me {
                let effective = self.effective_moves(&after, answers.seat())?;
                found.push((effective, answers.len()));
            }
        }
        Some(found)
    }

    /// Finds what another player could do after most other moves, and cannot do after this one.
    fn prevented(
        &self,
        (after, other): (&Position, SeatId),
        alternatives: &Alternatives,
    ) -> Option<EffectiveMove> {
        let answers = self.effective_moves(after, other)?;
        let most = |does: &dyn Fn(&EffectiveMove) -> bool| {
            let count = alternatives
                .iter()
                .filter(|(moves, _)| moves.iter().any(does));
            alternatives.len() > 1 && count.count() * 2 > alternatives.len()
        };
        let wins = |answer: &EffectiveMove| matches!(answer.effect, MoveEffect::Wins(_));
        let all = || alternatives.iter().flat_map(|(moves, _)| moves);
        if most(&wins) && !answers.iter().any(wins) {
            return all().find(|answer| wins(answer)).cloned();
        }
        let mut best: Option<(usize, EffectiveMove)> = None;
        for answer in all() {
            let MoveEffect::Takes(lost) = &answer.effect else {
                continue;
            };
            let [piece] = lost.as_slice() else { continue };
            let takes_it = |other: &EffectiveMove| takes(other, &[*piece]);
            let rarity = usize::MAX - self.count(self.position, piece.piece);
            if !stands(self.rules, self.position, *piece)
                || best.as_ref().is_some_and(|(known, _)| *known >= rarity)
                || !most(&takes_it)
            {
                continue;
            }
            // The piece may have moved.
            let now = self.now(after, *piece);
            if !now.is_empty() && !answers.iter().any(|answer| takes(answer, &now)) {
                best = Some((rarity, answer.clone()));
            }
        }
        best.map(|(_, answer)| answer)
    }

    /// Returns where a piece stands after the move: at its point, or where such a piece came to.
    fn now(&self, after: &Position, piece: LostPiece) -> Vec<LostPiece> {
        if stands(self.rules, after, piece) {
            return vec![piece];
        }
        let points = self.points((after, self.position), piece.piece);
        let at = |point| LostPiece {
            piece: piece.piece,
            point,
        };
        points.into_iter().map(at).collect()
    }

    /// Returns the points on which a piece stands in the first position, but not in the second.
    fn points(&self, (there, not_there): (&Position, &Position), piece: Piece) -> Vec<Point> {
        let layout = &self.rules.layout;
        let masks = layout.masks().filter(|(other, _)| *other == piece);
        let words = masks.flat_map(|(_, first)| (0..layout.width).map(move |at| (first + at, at)));
        let new = words.map(|(word, at)| (there.words[word] & !not_there.words[word], at));
        new.flat_map(|(bits, at)| points_of(bits, at)).collect()
    }

    /// Returns how many such pieces are on the board.
    fn count(&self, position: &Position, piece: Piece) -> usize {
        let layout = &self.rules.layout;
        let masks = layout.masks().filter(|(other, _)| *other == piece);
        let words = masks.flat_map(|(_, word)| &position.words[word..word + layout.width]);
        words.map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the moves of a player that win or take, if it is their turn. `None` if these are not all: because there are too many
    /// moves, time is over, or the rules fail after one.
    fn effective_moves(&self, position: &Position, me: SeatId) -> Option<Vec<EffectiveMove>> {
        let rules = self.rules;
        let mut found = Vec::new();
        let mut moves = MoveList::default();
        if position.over.is_some() {
            return Some(found);
        }
        rules.moves_into(position, &mut moves).ok()?;
        let decision = rules.decision(position);
        let is_chance = decision.is_some_and(|decision| rules.is_chance(decision));
        if is_chance || moves.seat() != me {
            return Some(found);
        }
        if moves.len() > MOST_MOVES {
            return None;
        }
        for mv in moves.iter() {
            if (self.stop)() {
                return None;
            }
            let mut next = position.clone();
            rules.apply(&mut next, mv).ok()?;
            if let Some(effect) = self.effect((position, &next), me) {
                let text = rules.text(position, mv);
                found.push(EffectiveMove { text, effect });
            }
        }
        Some(found)
    }

    /// Returns what a move of a player from one position to another did.
    fn effect(&self, (before, after): (&Position, &Position), me: SeatId) -> Option<MoveEffect> {
        if after.over.is_some_and(|end| end.winners == 1 << me.index()) {
            let reason = self.rules.outcome(after)?.reason;
            return Some(MoveEffect::Wins(reason));
        }
        let count = |position: &Position, is_own: bool| {
            let pieces = self.pieces(me, is_own);
            pieces
                .map(|piece| self.count(position, piece))
                .sum::<usize>()
        };
        let number = count(before, false).saturating_sub(count(after, false));
        if number == 0 {
            return None;
        }
        let mut lost: Vec<LostPiece> = Vec::new();
        for piece in self.pieces(me, false) {
            let points = self.points((before, after), piece);
            lost.extend(points.into_iter().map(|point| LostPiece { piece, point }));
        }
        // If pieces of others moved, too, it is not clear which of them are the lost ones.
        if lost.len() != number {
            return None;
        }
        Some(match count(after, true) >= count(before, true) + number {
            true => MoveEffect::Converts(lost),
            false => MoveEffect::Takes(lost),
        })
    }

    /// Returns the kinds of pieces of a player, or those of the others.
    fn pieces(&self, me: SeatId, is_own: bool) -> impl Iterator<Item = Piece> {
        let masks = self.rules.layout.masks().map(|(piece, _)| piece);
        masks.filter(move |piece| piece.owner.is_some_and(|owner| (owner == me) == is_own))
    }
}

/// Returns moves that are evenly spread over a list.
fn spread(moves: &MoveList) -> impl Iterator<Item = Move> {
    let tried = moves.len().min(MOST_TRIED);
    (0..tried).filter_map(move |number| moves.get(number * moves.len() / tried))
}

/// Returns whether a move takes one of some pieces.
fn takes(answer: &EffectiveMove, pieces: &[LostPiece]) -> bool {
    match &answer.effect {
        MoveEffect::Takes(lost) => lost.iter().any(|lost| pieces.contains(lost)),
        MoveEffect::Converts(_) | MoveEffect::Wins(_) => false,
    }
}

/// Returns whether a piece stands on its point.
fn stands(rules: &Rules, position: &Position, piece: LostPiece) -> bool {
    let mut stack = rules.layout.stack(&position.words, piece.point);
    stack.any(|(other, _)| other == piece.piece)
}

/// Returns the points of a word of a mask.
fn points_of(mut bits: u64, word: usize) -> impl Iterator<Item = Point> {
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros() as usize;
        if bits == 0 {
            return None;
        }
        bits &= bits - 1;
        u16::try_from(word * 64 + bit).ok().map(Point)
    })
}
