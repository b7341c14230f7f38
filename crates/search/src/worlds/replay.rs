//! Replays a game with other hidden choices, and changes them.

use super::{SeenPly, View, WorldChoice, Worlds};
use linstock_engine::vm::{Fault, Move, Position, Turn};
use linstock_model::{ArgValue, ListId, RowId, ZoneId};
use linstock_play::{Actor, Rules};
use smallvec::SmallVec;

/// A game that may fit what a player has seen, as far as it was played.
#[derive(Clone, Default, Debug)]
pub(super) struct ImaginedGame {
    /// The position after each ply.
    pub positions: Vec<Position>,
    /// The choice of each ply.
    choices: Vec<WorldChoice>,
    /// The logarithm of the probability of each ply.
    logs: Vec<f64>,
}

impl ImaginedGame {
    /// Returns the logarithm of the probability of the game, without that of one ply.
    fn log_without(&self, ply: Option<usize>) -> f64 {
        let left_out = ply.and_then(|ply| self.logs.get(ply)).unwrap_or(&0.0);
        self.logs.iter().sum::<f64>() - left_out
    }

    fn truncate(&mut self, plies: usize) {
        self.positions.truncate(plies);
        self.choices.truncate(plies);
        self.logs.truncate(plies);
    }
}

/// A row of a list.
pub(super) type NamedRow = (ListId, RowId);

/// What was wrong at a ply that could not be played as it was seen.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    /// The number of words in which the player's view differs; the largest number if a known move was not legal.
    words: usize,
    /// Rows of which the player has seen more copies.
    missing: SmallVec<[NamedRow; 8]>,
    /// Rows of which the player has seen fewer copies.
    extra: SmallVec<[NamedRow; 8]>,
}

impl Default for Failure {
    fn default() -> Self {
        Self {
            words: usize::MAX,
            missing: SmallVec::new(),
            extra: SmallVec::new(),
        }
    }
}

/// Returns the row that each word of a position counts, for words of zones.
pub(super) fn rows_by_word(rules: &Rules) -> Vec<Option<NamedRow>> {
    let model = rules.model();
    let mut rows = vec![None; rules.start.len()];
    for (id, zone) in ZoneId::all(model.zones.len()).zip(&model.zones) {
        let owners = if zone.of_player { model.seats() } else { 1 };
        for owner in 0..owners {
            let words = rules.layout.rows(id, owner);
            for (word, row) in words.zip(RowId::all(model.list(zone.list).rows.len())) {
                rows[word] = Some((zone.list, row));
            }
        }
    }
    rows
}

/// A legal choice with its weight.
type ListedChoice = (Move, WorldChoice, f64);

/// The difference that counts for a choice that is not legal: more than any view can differ.
const ILLEGAL: usize = 1 << 32;
/// The most hidden choices that are tried one by one where draws show the player something else.
const MOST_TRIED: usize = 500;
/// How often a hidden choice is drawn again at once because the player would see something else.
const DRAWS: usize = 12;

impl Worlds {
    /// Plays the plies from one on, with the given hidden choices where they are legal and drawn ones elsewhere; stops
    /// where the player would see something else.
    pub(super) fn play_with(&mut self, from: usize, hidden: &[Option<WorldChoice>]) {
        self.world.truncate(from);
        for ply in from..self.seen_game.plies.len() {
            self.failure = Failure::default();
            let kept = hidden.get(ply).and_then(Option::as_ref).cloned();
            if !matches!(self.play_ply(ply, kept.as_ref()), Ok(true)) {
                return;
            }
        }
    }

    /// Plays one ply; returns whether the player sees what was seen.
    fn play_ply(&mut self, ply: usize, kept: Option<&WorldChoice>) -> Result<bool, Fault> {
        let seen = self.seen_game.plies[ply].clone();
        let position = self.position().clone();
        if !is_turn_of(&self.rules, &position, seen.actor) {
            return Ok(false);
        }
        let known = self.seen_game.known(ply, ply < self.open).cloned();
        let wanted = known.as_ref().or(kept);
        if let Some(wanted) = wanted
            && let Some(share) = self.share_of(&position, (seen.actor, wanted))?
        {
            let log = self.log_of(&seen, known.is_some(), share);
            let mv = (wanted.mv, wanted.clone());
            if self.enter(&position, mv, (log, &seen.view))? {
                return Ok(true);
            }
            if known.is_some() {
                return Ok(false);
            }
        }
        let (listed, sum) = listed(&self.rules, &position, &seen)?;
        if let Some(wanted) = wanted {
            let found = listed.iter().find(|(_, choice, _)| choice == wanted);
            if let Some((mv, choice, weight)) = found {
                let log = self.log_of(&seen, known.is_some(), weight / sum);
                if self.enter(&position, (*mv, choice.clone()), (log, &seen.view))? {
                    return Ok(true);
                }
            }
            if known.is_some() {
                self.note_illegal(wanted, &listed);
                return Ok(false);
            }
        }
        let shown = (&position, &seen);
        Ok(self.draw_one(shown, (&listed, sum))? || self.search_one(shown, (&listed, sum))?)
    }

    /// Draws a hidden choice by its weight, a few times; returns whether the player sees what was seen.
    fn draw_one(
        &mut self,
        (position, seen): (&Position, &SeenPly),
        (listed, sum): (&[ListedChoice], f64),
    ) -> Result<bool, Fault> {
        let such: f64 = listed.iter().map(|(_, _, weight)| *weight).sum();
        for _ in 0..DRAWS {
            let mut left = f64::from(self.random.fraction()) * such;
            let drawn = listed.iter().find(|(_, _, weight)| {
                left -= weight;
                left < 0.0
            });
            let Some((mv, choice, weight)) = drawn.or(listed.last()) else {
                return Ok(false);
            };
            let log = self.log_of(seen, false, weight / sum);
            if self.enter(position, (*mv, choice.clone()), (log, &seen.view))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tries each hidden choice, in random order; returns whether the player sees what was seen.
    fn search_one(
        &mut self,
        (position, seen): (&Position, &SeenPly),
        (listed, sum): (&[ListedChoice], f64),
    ) -> Result<bool, Fault> {
        let mut order: Vec<usize> = (0..listed.len()).collect();
        self.random.shuffle(&mut order);
        for at in order.into_iter().take(MOST_TRIED) {
            let (mv, choice, weight) = &listed[at];
            let log = self.log_of(seen, false, weight / sum);
            if self.enter(position, (*mv, choice.clone()), (log, &seen.view))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Notes how a known choice differs from the legal one that is nearest to it.
    fn note_illegal(&mut self, wanted: &WorldChoice, listed: &[ListedChoice]) {
        let wanted = self.rows_of(wanted);
        let lacking = |rows: &[NamedRow], others: &[NamedRow]| {
            let lacking = rows.iter().filter(|row| !others.contains(row));
            lacking.copied().collect::<SmallVec<[NamedRow; 8]>>()
        };
        let first = self.random.index(listed.len()).unwrap_or(0);
        let mut nearest: Option<Failure> = None;
        for (_, choice, _) in listed[first..].iter().chain(&listed[..first]) {
            let rows = self.rows_of(choice);
            let missing = lacking(&wanted, &rows);
            let words = ILLEGAL + missing.len();
            if nearest.as_ref().is_none_or(|nearest| words < nearest.words) {
                let extra = lacking(&rows, &wanted);
                nearest = Some(Failure {
                    words,
                    missing,
                    extra,
                });
            }
        }
        self.failure = nearest.unwrap_or_default();
    }

    /// Returns the share of a choice among all, if it has the same numbers here as in the world that it is from, and all
    /// choices are equally likely.
    fn share_of(
        &mut self,
        position: &Position,
        (actor, wanted): (Actor, &WorldChoice),
    ) -> Result<Option<f64>, Fault> {
        match actor {
            Actor::Player(seat) => self.rules.moves_of_into(position, seat, &mut self.moves)?,
            Actor::Chance => self.rules.moves_into(position, &mut self.moves)?,
        }
        let weighted = self.rules.decision(position);
        let weighted = weighted.is_none_or(|decision| self.rules.is_weighted(decision));
        let mv = wanted.mv;
        let is_same = !weighted
            && self.moves.contains(mv)
            && self.rules.move_kind(mv) == wanted.id
            && WorldChoice::of(&self.rules, position, mv) == *wanted;
        Ok(is_same.then(|| 1.0 / self.moves.len() as f64))
    }

    /// Returns the logarithm of the probability of a choice. That of a known move of a player is not known.
    fn log_of(&self, seen: &SeenPly, is_known: bool, share: f64) -> f64 {
        match seen.actor {
            Actor::Player(_) if is_known => 0.0,
            _ => libm::log(share),
        }
    }

    /// Plays a move; returns whether the player sees what was seen, and keeps the position then.
    fn enter(
        &mut self,
        before: &Position,
        (mv, choice): (Move, WorldChoice),
        (log, view): (f64, &View),
    ) -> Result<bool, Fault> {
        let mut position = before.clone();
        self.rules.apply(&mut position, mv)?;
        let own = View::of(&self.rules, &position, self.seen_game.seat);
        if own.hash != view.hash {
            self.note_failure(&own, view);
            return Ok(false);
        }
        self.world.positions.push(position);
        self.world.choices.push(choice);
        self.world.logs.push(log);
        Ok(true)
    }

    /// Notes how a view differs from the one that was seen, if it differs less than those before.
    fn note_failure(&mut self, own: &View, seen: &View) {
        let pairs = own.words.iter().zip(&seen.words);
        let words = pairs.clone().filter(|(own, seen)| own != seen).count();
        if words >= self.failure.words {
            return;
        }
        let rows = |differs: fn(u64, u64) -> bool| {
            let pairs = pairs.clone().zip(&self.rows_by_word);
            let such = pairs.filter(|((own, seen), _)| differs(**own, **seen));
            such.filter_map(|(_, row)| *row).collect()
        };
        self.failure = Failure {
            words,
            missing: rows(|own, seen| own < seen),
            extra: rows(|own, seen| own > seen),
        };
    }

    /// Returns the hidden choices of the present world, by ply.
    pub(super) fn hidden(&self) -> Vec<Option<WorldChoice>> {
        let choices = self.world.choices.iter().enumerate();
        choices
            .map(|(ply, choice)| {
                let known = self.seen_game.known(ply, ply < self.open);
                known.is_none().then(|| choice.clone())
            })
            .collect()
    }

    /// Changes something so that the game may be played further. Keeps the change if the game is played further, or as far
    /// and the player's view differs no more.
    pub(super) fn repair(&mut self) {
        let reached = self.world.positions.len();
        let hidden = self.hidden();
        let (one, other) = self.rows_to_exchange();
        let before = (self.world.clone(), self.failure.clone());
        let changed = match (one, self.random.index(8)) {
            // The player has seen a thing that is elsewhere in this world.
            (Some(one), Some(2..)) => self.exchange(hidden, (Some(one), other)),
            (Some(_), Some(1)) | (None, Some(..4)) => self.exchange(hidden, (one, None)),
            _ => self.draw_again(hidden).map(|_| ()),
        };
        let now = (
            self.world.positions.len(),
            std::cmp::Reverse(self.failure.words),
        );
        if changed.is_none() || now < (reached, std::cmp::Reverse(before.1.words)) {
            (self.world, self.failure) = before;
        }
    }

    /// Draws two rows whose exchange may mend the failure.
    fn rows_to_exchange(&mut self) -> (Option<NamedRow>, Option<NamedRow>) {
        let Failure { missing, extra, .. } = self.failure.clone();
        let mut draw = |rows: &[NamedRow]| self.random.index(rows.len()).map(|at| rows[at]);
        match draw(&missing) {
            Some(missing) => (Some(missing), draw(&extra)),
            None => (draw(&extra), None),
        }
    }

    /// Tries a change that leads to another world that fits.
    pub(super) fn try_change(&mut self) {
        let hidden = self.hidden();
        let before = self.world.clone();
        let changed = match self.random.index(2) {
            Some(0) => self.exchange(hidden, (None, None)).map(|()| None),
            _ => self.draw_again(hidden).map(Some),
        };
        // A choice that was drawn again was drawn by its own probability.
        let log = |world: &ImaginedGame| world.log_without(changed.flatten());
        let ratio = libm::exp(log(&self.world) - log(&before));
        let accepts = f64::from(self.random.fraction()) < ratio;
        let is_whole = self.world.positions.len() == self.seen_game.plies.len();
        if changed.is_none() || !is_whole || !accepts {
            self.world = before;
        }
    }

    /// Exchanges the names of two hidden things in all hidden choices from one on, since what was shown before is settled;
    /// `None` if there are none.
    fn exchange(
        &mut self,
        mut hidden: Vec<Option<WorldChoice>>,
        (one, other): (Option<NamedRow>, Option<NamedRow>),
    ) -> Option<()> {
        let plies: Vec<usize> = hidden_plies(&hidden).collect();
        let from = match self.random.index(2) {
            Some(0) => 0,
            _ => plies[self.random.index(plies.len())?],
        };
        let choices = hidden[from..].iter().flatten();
        let all: Vec<NamedRow> = choices.flat_map(|choice| self.rows_of(choice)).collect();
        let one = match one {
            Some(one) => one,
            None => all[self.random.index(all.len())?],
        };
        // The other one may be still undrawn.
        let rows = self.rules.model().list(one.0).rows.len();
        let row = RowId::nth(self.random.index(rows)?)?;
        let other = other.unwrap_or((one.0, row));
        if one == other || one.0 != other.0 {
            return None;
        }
        let mut first = None;
        for (ply, choice) in hidden.iter_mut().enumerate().skip(from) {
            let Some(choice) = choice else { continue };
            let changed = self.exchanged(choice, one, other);
            if changed != *choice {
                first = first.or(Some(ply));
                *choice = changed;
            }
        }
        self.play_with(first?, &hidden);
        Some(())
    }

    /// Draws one hidden choice again, and the later ones only where they are not legal any more. Returns its ply; `None` if
    /// nothing is hidden.
    fn draw_again(&mut self, mut hidden: Vec<Option<WorldChoice>>) -> Option<usize> {
        let plies: Vec<usize> = hidden_plies(&hidden).collect();
        let ply = plies[self.random.index(plies.len())?];
        hidden[ply] = None;
        self.play_with(ply, &hidden);
        Some(ply)
    }

    /// Returns the rows that a choice names.
    fn rows_of(&self, choice: &WorldChoice) -> SmallVec<[NamedRow; 8]> {
        let mut rows = SmallVec::new();
        for arg in choice.args.iter().flatten() {
            match arg {
                ArgValue::Row(list, row) => rows.push((*list, *row)),
                ArgValue::Multiset(list, packed) => {
                    let packing = self.packings[list.index()].as_ref();
                    let counts = packing.into_iter().flat_map(|p| p.counts(*packed));
                    let there = (0u8..).zip(counts).filter(|(_, count)| *count > 0);
                    rows.extend(there.map(|(row, _)| (*list, RowId(row))));
                }
                _ => {}
            }
        }
        rows
    }

    /// Returns a choice with two rows of a list exchanged.
    fn exchanged(&self, choice: &WorldChoice, one: NamedRow, other: NamedRow) -> WorldChoice {
        let exchanged = |arg: &Option<ArgValue>| match arg {
            Some(ArgValue::Row(list, row)) if (*list, *row) == one => {
                Some(ArgValue::Row(other.0, other.1))
            }
            Some(ArgValue::Row(list, row)) if (*list, *row) == other => {
                Some(ArgValue::Row(one.0, one.1))
            }
            Some(ArgValue::Multiset(list, packed)) if *list == one.0 => {
                let packing = self.packings[list.index()].as_ref();
                let packed = packing.map_or(*packed, |packing| {
                    let mut counts: Vec<u64> = packing.counts(*packed).collect();
                    counts.swap(one.1.index(), other.1.index());
                    packing.pack(&counts)
                });
                Some(ArgValue::Multiset(*list, packed))
            }
            arg => *arg,
        };
        WorldChoice {
            id: choice.id,
            args: choice.args.iter().map(exchanged).collect(),
            mv: choice.mv,
        }
    }
}

/// Returns the plies with hidden choices.
fn hidden_plies(hidden: &[Option<WorldChoice>]) -> impl Iterator<Item = usize> {
    let plies = hidden.iter().enumerate();
    plies.filter_map(|(ply, choice)| choice.as_ref().map(|_| ply))
}

/// Returns whether an actor is to choose.
fn is_turn_of(rules: &Rules, position: &Position, actor: Actor) -> bool {
    match (rules.turn(position), actor) {
        (Turn::Players(seats), Actor::Player(seat)) => seats.contains(&seat),
        (Turn::Chance, Actor::Chance) => true,
        _ => false,
    }
}

/// Lists the choices of an actor that are instances of the declared move that was seen, with their weights, and the sum of
/// the weights of all choices.
fn listed(
    rules: &Rules,
    position: &Position,
    seen: &SeenPly,
) -> Result<(Vec<ListedChoice>, f64), Fault> {
    let moves: Vec<(Move, u64)> = match seen.actor {
        Actor::Chance => rules.outcomes(position)?,
        Actor::Player(seat) => {
            let moves = rules.moves(position, seat)?.into_iter();
            moves.map(|mv| (mv, 1)).collect()
        }
    };
    let sum = moves.iter().map(|(_, weight)| *weight as f64).sum();
    let such = moves
        .into_iter()
        .filter(|(mv, _)| rules.move_kind(*mv) == seen.id);
    let such = such.map(|(mv, weight)| (mv, WorldChoice::of(rules, position, mv), weight as f64));
    Ok((such.collect(), sum))
}
