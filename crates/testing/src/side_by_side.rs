//! Compares the compiled rules with the plain interpreter: random games in parallel, compared at every ply.

use crate::plain::{self, PlainGame};
use linstock_engine::vm::{Fault, Move, Position, SpelledPosition, Turn};
use linstock_model::Model;
use linstock_play::Rules;
use linstock_play::notation;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The most plies of a game.
const MOST_PLIES: usize = 400;

/// Why the comparison of a game ends.
#[derive(Debug)]
pub enum Parting {
    /// The two sides differ; with a description of the difference.
    Differ(String),
    /// The plain interpreter gave up.
    PlainGaveUp,
}

/// The legal moves, on which both sides agree.
pub struct SameLists {
    /// The legal moves, sorted by text; one per text.
    pub moves: Vec<(String, Move)>,
    /// The texts that several moves share. Which of these moves is made is undefined.
    pub repeated: Vec<String>,
}

/// A game that both sides play.
pub struct PlayedByBoth<'r> {
    rules: &'r Rules,
    state: Position,
    plain: PlainGame<'r>,
}

impl<'r> PlayedByBoth<'r> {
    /// Begins a game; the plain side plays by `model`, which should be the model of the rules.
    pub fn start(rules: &'r Rules, model: &'r Model) -> Result<Self, Fault> {
        Ok(Self {
            rules,
            state: rules.start()?,
            plain: PlainGame::with_scripts(model, rules.scripts.clone())?,
        })
    }

    /// Plays at random to the end, or until this many choices were compared; returns the number of plies, or the difference.
    pub fn run(mut self, random: &mut Pcg64Mcg, choices: usize) -> Result<usize, String> {
        let mut compared = 0;
        for ply in 0..MOST_PLIES {
            if compared > choices {
                return Ok(ply);
            }
            let moves = self
                .compare()
                .map_err(|what| format!("at ply {ply}: {what}"))?
                .moves;
            let Some((text, mv)) = pick(&moves, random) else {
                return Ok(ply);
            };
            self.play(text, *mv)
                .map_err(|parting| format!("{parting:?}"))?;
            compared += moves.len();
        }
        Ok(MOST_PLIES)
    }

    /// Plays a legal move on both sides.
    pub fn play(&mut self, text: &str, mv: Move) -> Result<(), Parting> {
        self.rules
            .apply(&mut self.state, mv)
            .map_err(|fault| Parting::Differ(format!("{text}: {fault}")))?;
        self.plain.play(text).map_err(|fault| {
            if PlainGame::gave_up(&fault) {
                return Parting::PlainGaveUp;
            }
            Parting::Differ(format!("{text}: {fault} (plain)"))
        })
    }

    /// Compares the whole state of both sides; returns the legal moves.
    pub fn compare(&self) -> Result<SameLists, String> {
        let turn = match self.plain.turn() {
            plain::PlainTurn::Players(seats) => Turn::Players(seats),
            plain::PlainTurn::Chance => Turn::Chance,
            plain::PlainTurn::Over => Turn::Over,
        };
        same("the turn", &self.rules.turn(&self.state), &turn)?;
        let table = self.rules.spell_out(&self.state);
        if turn != Turn::Over {
            same("who acts", &table.me, &self.plain.table.me)?;
        }
        same("the pieces", &table.pieces, &self.plain.table.pieces)?;
        same("the zones", &table.zones, &self.plain.table.zones)?;
        same(
            "what is remembered",
            &self.live(&table),
            &self.live(&self.plain.table),
        )?;
        let outcome = self.rules.outcome(&self.state);
        let outcome = outcome.as_ref().map(|o| (&o.winners, &o.reason));
        same(
            "the end",
            &outcome,
            &self.plain.over().map(|o| (&o.winners, &o.reason)),
        )?;
        let mut moves = self.moves(&table);
        let same_text = moves.windows(2).filter(|two| two[0].0 == two[1].0);
        let mut repeated: Vec<_> = same_text.map(|two| two[0].0.clone()).collect();
        // Compiled rules omit moves that certainly repeat a text.
        repeated.extend(self.plain.repeated());
        moves.dedup_by(|later, first| later.0 == first.0);
        let texts: Vec<_> = moves.iter().map(|(text, _)| text.clone()).collect();
        same("the legal moves", &texts, &self.plain.legal())?;
        same("the weights", &self.weights(&table), &self.plain.weights())?;
        Ok(SameLists { moves, repeated })
    }

    fn moves(&self, table: &SpelledPosition) -> Vec<(String, Move)> {
        let mut table = table.clone();
        let moves = match self.rules.turn(&self.state) {
            Turn::Players(seats) => {
                table.me = seats[0];
                self.rules
                    .moves(&self.state, seats[0])
                    .expect("they can be listed")
            }
            Turn::Chance => self
                .rules
                .outcomes(&self.state)
                .expect("they can be listed")
                .into_iter()
                .map(|(mv, _)| mv)
                .collect(),
            Turn::Over => Vec::new(),
        };
        let mut moves: Vec<_> = moves
            .into_iter()
            .map(|mv| (self.text(&table, mv), mv))
            .collect();
        moves.sort();
        moves
    }

    fn weights(&self, table: &SpelledPosition) -> Vec<(String, i64)> {
        let outcomes = self
            .rules
            .outcomes(&self.state)
            .expect("they can be listed")
            .into_iter();
        let spelled = |(mv, weight)| {
            (
                self.text(table, mv),
                i64::try_from(weight).unwrap_or(i64::MAX),
            )
        };
        let mut sums = std::collections::BTreeMap::new();
        for (text, weight) in outcomes.map(spelled) {
            *sums.entry(text).or_insert(0) += weight;
        }
        sums.into_iter().collect()
    }

    fn text(&self, table: &SpelledPosition, mv: Move) -> String {
        let (id, args) = self.rules.args(&self.state, mv);
        notation::text(self.rules.model(), id, &args, table.me)
    }

    /// Returns the values of the memories that some rule reads.
    fn live(&self, table: &SpelledPosition) -> Vec<(String, Vec<linstock_model::Value>)> {
        let memories = self.rules.model().memories.iter().zip(&table.memories);
        let live = memories.filter(|(memory, _)| memory.live);
        live.map(|(memory, values)| (memory.name.clone(), values.clone()))
            .collect()
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, rules: &T, plain: &T) -> Result<(), String> {
    if rules == plain {
        return Ok(());
    }
    Err(format!(
        "{what} differs\n  compiled: {rules:?}\n  plain:    {plain:?}"
    ))
}

fn pick<'m, T>(moves: &'m [T], random: &mut Pcg64Mcg) -> Option<&'m T> {
    let count = u64::try_from(moves.len()).ok().filter(|&count| count > 0)?;
    moves.get(usize::try_from(random.next_u64() % count).ok()?)
}

/// Plays random games by the rules and by a model; returns their numbers of plies, or the first difference.
pub fn compare(rules: &Rules, model: &Model, games: usize) -> Result<Vec<usize>, String> {
    compare_within((rules, model), games, usize::MAX)
}

/// Like `compare`, but stops each game after this many compared choices.
pub fn compare_within(
    (rules, model): (&Rules, &Model),
    games: usize,
    most_choices: usize,
) -> Result<Vec<usize>, String> {
    let play = |seed| {
        let pair = PlayedByBoth::start(rules, model).expect("the game starts");
        let plies = pair.run(&mut Pcg64Mcg::seed_from_u64(seed), most_choices);
        plies.map_err(|what| format!("seed {seed}, {what}"))
    };
    (0..games as u64).map(play).collect()
}
