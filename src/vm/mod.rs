//! Positions and what is played on them: state, turn, legal moves, apply, result.
//!
//! There are no random numbers, clocks, files or string look-ups here.

mod executor;
mod interpreter;
mod legal_moves;
mod multisets;
mod pieces;
mod position;
mod postconditions;
mod script_calls;
mod simultaneous;
mod trace;

pub use crate::ir::{Piece, SpelledPosition};
pub use legal_moves::MoveList;
pub use position::{Fault, Move, Outcome, Position, Turn};

use crate::ir::instructions::{
    ArgCode, DecisionPoint, FixedArg, Instr, MoveTemplate, NumOperand, PendingChoice,
};
use crate::ir::{Layout, Rules, WordsView};
use crate::model::{ArgValue, AskItem, MoveId, RuleId, SeatId};
use executor::{Executor, Watch};
use interpreter::Env;
use legal_moves::env_of;
use simultaneous::owing;
use smallvec::SmallVec;

fn seat_id(seat: usize) -> SeatId {
    SeatId(u8::try_from(seat).unwrap_or(u8::MAX))
}

/// Changes a position; after a fault it is as it was.
#[inline]
fn with_rollback(
    state: &mut Position,
    change: impl FnOnce(&mut Position) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let before = (
        SmallVec::from_slice(&state.words),
        state.pc,
        state.noted.len(),
    );
    let done = change(state);
    if done.is_err() {
        (state.words, state.pc) = (before.0, before.1);
        state.over = None;
        state.noted.truncate(before.2);
    }
    done
}

impl Rules {
    /// Returns the position in which the first choice is made.
    ///
    /// # Errors
    /// If a statement on the way there cannot be done, or a script fails.
    pub fn start(&self) -> Result<Position, Fault> {
        let mut state = self.bare();
        Executor::new(self, &mut state, None).go(0, &mut ())?;
        Ok(state)
    }

    fn bare(&self) -> Position {
        Position {
            words: SmallVec::from_slice(&self.start),
            pc: 0,
            over: None,
            noted: Vec::new(),
        }
    }

    /// Returns a position that is laid out by hand: a table, and the phase and player with whom play goes on.
    ///
    /// The phase is entered at the first choice of that player in it; loops around it are as at their start. In a game
    /// without phases it is the empty text.
    ///
    /// # Errors
    /// If the phase has no choice of that player, a statement cannot be done, or a script fails.
    pub fn place(
        &self,
        phase: &str,
        to_move: SeatId,
        table: &SpelledPosition,
    ) -> Result<Position, Fault> {
        let wanted = self.model().phases.iter().position(|p| p == phase);
        let site = self.decision_points.iter().position(|a| {
            a.phase.map(|p| usize::from(p.0)) == wanted && (wanted.is_some() || phase.is_empty())
        });
        let code = &self.code[usize::from(to_move.0)];
        let ask = site.and_then(|site| {
            code.iter()
                .position(|i| *i == Instr::Ask(u32::try_from(site).unwrap_or(0)))
        });
        let Some(ask) = ask else {
            let what = format!("there is no choice in a phase `{phase}`");
            return Err(Fault::Statement(what, crate::base::Span::default()));
        };
        let mut state = self.bare();
        table.write(self.model(), &self.layout, &mut state.words);
        state.words[Layout::ME] = u64::from(to_move.0);
        self.enter_loops(&mut state, ask);
        let ask = u32::try_from(ask).unwrap_or(0);
        Executor::new(self, &mut state, None).go(ask, &mut ())?;
        Ok(state)
    }

    /// Sets the words of the loops around an instruction as if they had just begun.
    fn enter_loops(&self, state: &mut Position, at: usize) {
        let code = &self.code[0];
        for (pc, instr) in code.iter().enumerate().take(at) {
            let (Instr::Round(word, first) | Instr::RoundBack(word, first)) = *instr else {
                continue;
            };
            let ends = code
                .iter()
                .skip(pc)
                .position(|i| *i == Instr::EndRound(word))
                .map_or(0, |n| pc + n);
            if ends > at {
                let first = interpreter::number(self, first, env_of(&state.words)).unwrap_or(0);
                state.words[word as usize + 1] = u64::try_from(first).unwrap_or(0);
            }
        }
    }

    /// Tells whose choice it is.
    #[must_use]
    pub fn turn(&self, state: &Position) -> Turn {
        match self.site(state) {
            None => Turn::Over,
            Some(site) if site.chance => Turn::Chance,
            Some(site) => Turn::Players(match &site.together {
                None => vec![self.me(state)],
                Some(together) => owing(together, self, &state.words).map(seat_id).collect(),
            }),
        }
    }

    /// Returns who acts: the player who is `me` in the rules, also while chance is asked.
    #[must_use]
    pub fn me(&self, state: &Position) -> SeatId {
        seat_id(env_of(&state.words).me)
    }

    /// Returns the wait of a position; none after the end.
    fn site(&self, state: &Position) -> Option<&DecisionPoint> {
        self.decision_points.get(self.ask(state)? as usize)
    }

    fn ask(&self, state: &Position) -> Option<u32> {
        if state.over.is_some() {
            return None;
        }
        match self.code[0].get(state.pc as usize) {
            Some(Instr::Ask(ask)) => Some(*ask),
            _ => None,
        }
    }

    /// Returns the legal moves of a player: in a stable order, without duplicates; none if he owes no choice.
    #[must_use]
    pub fn moves(&self, state: &Position, seat: SeatId) -> Vec<Move> {
        let owed = matches!(self.turn(state), Turn::Players(seats) if seats.contains(&seat));
        let mut moves = MoveList::default();
        if owed {
            self.fill(state, usize::from(seat.0), &mut moves);
        }
        moves.iter().collect()
    }

    /// Fills a buffer with what may be chosen now, by whoever must choose, chance included: the fast path. Of several who
    /// choose at once the first who still owes a choice is meant.
    pub fn moves_into(&self, state: &Position, moves: &mut MoveList) {
        let together = self.site(state).and_then(|site| site.together.as_ref());
        let me = match together {
            None => Some(env_of(&state.words).me),
            Some(together) => owing(together, self, &state.words).next(),
        };
        moves.clear();
        if let Some(me) = me {
            self.fill(state, me, moves);
        }
    }

    fn fill(&self, state: &Position, me: usize, moves: &mut MoveList) {
        moves.clear();
        if let Some(ask) = self.ask(state) {
            let env = Env {
                me,
                ..env_of(&state.words)
            };
            // Its scripts ran when the position was reached, and say the same again: they cannot fail here.
            if moves.fill(self, env, ask).is_err() {
                moves.clear();
            }
        }
    }

    /// Returns the outcomes of a chance node with their weights (whole numbers above 0); none elsewhere. Several of them may
    /// read alike: they are one outcome then, with the sum of their weights.
    #[must_use]
    pub fn outcomes(&self, state: &Position) -> Vec<(Move, u64)> {
        if self.turn(state) != Turn::Chance {
            return Vec::new();
        }
        let mut moves = MoveList::default();
        self.moves_into(state, &mut moves);
        moves
            .iter()
            .map(|mv| (mv, self.weight(state, mv)))
            .filter(|(_, weight)| *weight > 0)
            .collect()
    }

    fn weight(&self, state: &Position, mv: Move) -> u64 {
        let weight = match self.bucket(mv).weight {
            None => 1,
            Some(program) => interpreter::number(self, program, env_of(&state.words)).unwrap_or(0),
        };
        let weight = u64::try_from(weight).unwrap_or(0);
        weight.saturating_mul(self.ways_to_draw(state, mv))
    }

    /// Returns in how many ways chance may draw the heap of an outcome; 1 for one without a heap.
    fn ways_to_draw(&self, state: &Position, mv: Move) -> u64 {
        let Some(heap) = &self.bucket(mv).heap else {
            return 1;
        };
        let mixtures = multisets::mixtures(self, heap, env_of(&state.words)).unwrap_or_default();
        multisets::weight(&mixtures.nth(mv.anchor), mixtures.counts())
    }

    fn bucket(&self, mv: Move) -> &MoveTemplate {
        &self.decision_points[usize::from(mv.ask)].choices[usize::from(mv.me)].buckets
            [usize::from(mv.bucket)]
    }

    /// Plays a legal move or outcome on a copy.
    ///
    /// # Errors
    /// If the move is not legal, a statement cannot be done, or a script fails.
    pub fn play(&self, state: &Position, mv: Move) -> Result<Position, Fault> {
        if state.over.is_some() {
            return Err(Fault::Over);
        }
        let mut moves = MoveList::default();
        match self.turn(state) {
            Turn::Players(seats) if seats.contains(&SeatId(mv.me)) => {
                self.fill(state, usize::from(mv.me), &mut moves)
            }
            _ => self.moves_into(state, &mut moves),
        }
        if !moves.contains(mv) {
            return Err(Fault::Illegal);
        }
        let mut next = state.clone();
        self.apply(&mut next, mv)?;
        Ok(next)
    }

    /// Plays a move in place: the fast path, which trusts that [`Rules::moves_into`] listed the move for this very
    /// position. After a fault the position is as it was.
    ///
    /// # Errors
    /// If a statement cannot be done, or a script fails.
    pub fn apply(&self, state: &mut Position, mv: Move) -> Result<(), Fault> {
        self.apply_watched(state, mv, &mut ())
    }

    /// As [`Rules::apply`], and fills the buffer with what may be chosen then: in one go, for playouts and searches that
    /// go on from there. After a fault the buffer is empty.
    ///
    /// # Errors
    /// As [`Rules::apply`].
    pub fn advance(
        &self,
        state: &mut Position,
        mv: Move,
        moves: &mut MoveList,
    ) -> Result<(), Fault> {
        moves.clear();
        let done = with_rollback(state, |state| match self.enter(mv, state) {
            Some(pc) => Executor::new(self, state, self.answered(mv))
                .listing(moves)
                .go(pc, &mut ()),
            None => {
                self.moves_into(state, moves);
                Ok(())
            }
        });
        if done.is_err() {
            moves.clear();
        }
        done
    }

    fn apply_watched(
        &self,
        state: &mut Position,
        mv: Move,
        watch: &mut impl Watch,
    ) -> Result<(), Fault> {
        with_rollback(state, |state| match self.enter(mv, state) {
            Some(pc) => Executor::new(self, state, self.answered(mv)).go(pc, watch),
            None => Ok(()),
        })
    }

    /// Returns what `last` is after a move: nothing after choices made at once.
    fn answered(&self, mv: Move) -> Option<RuleId> {
        let alone = self.decision_points[usize::from(mv.ask)].together.is_none();
        alone.then(|| self.bucket(mv).rule)
    }

    /// Writes the arguments of a move where its body reads them, and returns where play goes on; nowhere if others have
    /// still to choose.
    #[inline]
    fn enter(&self, mv: Move, state: &mut Position) -> Option<u32> {
        let (site, bucket) = (&self.decision_points[usize::from(mv.ask)], self.bucket(mv));
        if bucket.depends_on_state || site.together.is_some() {
            return self.enter_with(mv, &self.arg_words(state, mv), state);
        }
        let frame = &mut state.words[bucket.frame as usize..];
        for (word, arg) in frame.iter_mut().zip(&bucket.args) {
            *word = arg.word(mv.anchor);
        }
        Some(bucket.body)
    }

    /// Returns the words of a move's arguments.
    #[inline(never)]
    fn arg_words(&self, state: &Position, mv: Move) -> SmallVec<[u64; 8]> {
        let bucket = self.bucket(mv);
        let word = |arg: &ArgCode| match arg {
            ArgCode::Inherited(word, _) => state.words[*word as usize],
            ArgCode::Heap(list) => {
                let env = Env {
                    me: usize::from(mv.me),
                    ..env_of(&state.words)
                };
                let drawn = bucket
                    .heap
                    .as_ref()
                    .zip(self.packings[list.index()].as_ref());
                drawn.map_or(0, |(heap, packing)| {
                    let mixtures = multisets::mixtures(self, heap, env).unwrap_or_default();
                    packing.pack(&mixtures.nth(mv.anchor))
                })
            }
            plain => plain.word(mv.anchor),
        };
        bucket.args.iter().map(word).collect()
    }

    #[inline(never)]
    fn enter_with(&self, mv: Move, args: &[u64], state: &mut Position) -> Option<u32> {
        let (site, bucket) = (&self.decision_points[usize::from(mv.ask)], self.bucket(mv));
        let Some(together) = &site.together else {
            let frame = &mut state.words[bucket.frame as usize..];
            frame
                .iter_mut()
                .zip(args)
                .for_each(|(word, arg)| *word = *arg);
            return Some(bucket.body);
        };
        let chosen = PendingChoice::Chosen(usize::from(mv.bucket)).word();
        let held = &mut state.words[together.words(usize::from(mv.me))];
        let choice = std::iter::once(chosen).chain(args.iter().copied());
        held.iter_mut()
            .zip(choice)
            .for_each(|(word, arg)| *word = arg);
        let more = owing(together, self, &state.words).next().is_some();
        (!more).then_some(together.reveal)
    }

    /// Returns who sees what a move names, in the position that listed it, as bits by seat; everybody, unless the rules say
    /// otherwise.
    #[must_use]
    pub fn seen_by(&self, state: &Position, mv: Move) -> u64 {
        let Some(seen) = self.bucket(mv).seen else {
            return u64::MAX;
        };
        let env = Env {
            me: usize::from(mv.me),
            ..env_of(&state.words)
        };
        interpreter::number(self, seen, env).map_or(0, i64::cast_unsigned)
    }

    /// Returns how the game ended; `None` while it is on.
    #[must_use]
    pub fn outcome(&self, state: &Position) -> Option<Outcome> {
        let over = state.over?;
        let end = &self.ends[over.end as usize];
        let won = |seat: &SeatId| over.winners >> seat.0 & 1 == 1;
        Some(Outcome {
            winners: self.model().seat_ids().filter(won).collect(),
            reason: end.reason.clone(),
            tags: end.tags.clone(),
        })
    }

    /// Returns each player's score in seat order; empty if the game keeps none or is still on.
    #[must_use]
    pub fn scores(&self, state: &Position) -> Vec<i64> {
        if state.over.is_none() {
            return Vec::new();
        }
        let score =
            |code: &NumOperand| interpreter::number(self, *code, env_of(&state.words)).unwrap_or(0);
        self.scores.iter().map(score).collect()
    }

    /// Returns a number that is equal for equal positions, the same on every machine.
    #[must_use]
    pub fn hash(&self, state: &Position) -> u64 {
        let over = state
            .over
            .map_or(0, |o| u64::from(o.end) << 32 | o.winners | 1 << 63);
        hash_words(&state.words, state.pc) ^ over.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Returns the innermost phase that waits.
    #[must_use]
    pub fn phase(&self, state: &Position) -> Option<&str> {
        let phase = self.site(state)?.phase?;
        self.model()
            .phases
            .get(usize::from(phase.0))
            .map(String::as_str)
    }

    /// Spells a position out.
    #[must_use]
    pub fn table(&self, state: &Position) -> SpelledPosition {
        let words = &state.words;
        let me = seat_id(env_of(words).me);
        SpelledPosition::spelled(self.model(), &self.layout, WordsView { words, me })
    }

    /// Returns the moves that the current wait offers, whether or not one of them is possible; none after the end.
    #[must_use]
    pub fn asked(&self, state: &Position) -> &[AskItem] {
        self.site(state).map_or(&[], |site| &site.items)
    }

    /// Returns the clauses of the current wait.
    #[must_use]
    pub fn asked_tags(&self, state: &Position) -> &[crate::model::TagId] {
        self.site(state).map_or(&[], |site| &site.tags)
    }

    /// Returns what the arguments of the move in whose body the current wait stands are bound to; none outside of bodies.
    #[must_use]
    pub fn asked_args(&self, state: &Position) -> Vec<Option<ArgValue>> {
        let Some(&(mv, frame)) = self.site(state).and_then(|site| site.bodies.last()) else {
            return Vec::new();
        };
        let words = state.words.iter().skip(frame as usize);
        let args = self.model().mv(mv).args.iter().zip(words);
        args.map(|(arg, word)| Some(FixedArg::of(self.model(), &arg.domain).value(*word)))
            .collect()
    }

    /// Returns what a move is in the position that listed it: which one, and what its arguments are bound to.
    ///
    /// An argument that the text does not name and the body does not use is bound to nothing.
    #[must_use]
    pub fn args(&self, state: &Position, mv: Move) -> (MoveId, Vec<Option<ArgValue>>) {
        let bucket = self.bucket(mv);
        let words = self.arg_words(state, mv);
        let args = bucket.args.iter().zip(words);
        (bucket.mv, args.map(|(arg, word)| arg.value(word)).collect())
    }
}

/// Hashes the words of a state (XXH3, 64 bits; little-endian, so that it is the same everywhere).
fn hash_words(words: &[u64], pc: u32) -> u64 {
    let mut hasher = xxhash_rust::xxh3::Xxh3::new();
    hasher.update(&pc.to_le_bytes());
    for word in words {
        hasher.update(&word.to_le_bytes());
    }
    hasher.digest()
}
