//! The compiled rules against the plain interpreter: random games side by side, compared at every ply.

use crate::base::{Sources, Span, Style};
use crate::check::Choices;
use crate::compile::compile;
use crate::internal_tests::games::{
    BALL, BROAD, CARDS, COLONY, KRIEGSPIEL, ODD, PARTS, SETTINGS, Setting, VALUES, WATCHED, found,
    model, one_of, share, thorough,
};
use crate::internal_tests::plain::{self, PlainGame};
use crate::ir::Rules;
use crate::model::{Domain, Model, Node, Num, Reach, Set, Stmt, StmtKind, Truth, ValueExpr};
use crate::play::notation;
use crate::vm::{Fault, Move, MoveList, Position, SpelledPosition, Turn};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::rc::Rc;

/// So many random games are played under each setting.
const GAMES: usize = 50;
/// A game that is not over by then is left.
const MOST_PLIES: usize = 400;
/// Unless all is tried, a game is left once so many choices were compared: the plain interpreter is slow at long lists.
const MOST_CHOICES: usize = 2_000;

/// Why the two do not go on.
#[derive(Debug)]
pub(super) enum Parting {
    /// They differ: in what.
    Differ(String),
    /// It was too much for the plain interpreter.
    PlainGaveUp,
}

/// What both list.
pub(super) struct SameLists {
    /// The legal moves, sorted by text; of those with one text, one.
    pub(super) moves: Vec<(String, Move)>,
    /// The texts that several moves have. Which of them is made is not said.
    pub(super) repeated: Vec<String>,
}

/// A game played by both.
pub(super) struct PlayedByBoth<'r> {
    rules: &'r Rules,
    state: Position,
    plain: PlainGame<'r>,
}

impl<'r> PlayedByBoth<'r> {
    /// Begins a game; the plain side plays by `model`, which should be that of the rules.
    pub(super) fn start(rules: &'r Rules, model: &'r Model) -> Result<Self, Fault> {
        Ok(Self {
            rules,
            state: rules.start()?,
            plain: PlainGame::with_scripts(model, rules.scripts.clone())?,
        })
    }

    /// Plays at random to the end, or until so many choices were compared; returns the number of plies, or what differed.
    fn run(mut self, random: &mut Pcg64Mcg, choices: usize) -> Result<usize, String> {
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

    /// Plays a legal move with both.
    pub(super) fn play(&mut self, text: &str, mv: Move) -> Result<(), Parting> {
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

    /// Compares everything that both can tell, and returns the legal moves.
    pub(super) fn compare(&self) -> Result<SameLists, String> {
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
        // Compiled rules leave out what they know to be repeated.
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

    /// Returns the remembered values that something reads.
    fn live(&self, table: &SpelledPosition) -> Vec<(String, Vec<crate::model::Value>)> {
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

/// Plays random games by the rules and by a model, and returns how many plies they had, or the first difference.
pub(super) fn compare(rules: &Rules, model: &Model, games: usize) -> Result<Vec<usize>, String> {
    compare_within((rules, model), games, usize::MAX)
}

/// As `compare`; a game is left once so many choices were compared.
fn compare_within(
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

#[test]
fn compiled_rules_and_the_plain_interpreter_play_the_same_games() {
    for setting in SETTINGS.into_iter().chain(CARDS) {
        the_same_games(setting, GAMES);
    }
}

fn count_of_moves(rules: &Rules, state: &Position) -> usize {
    let mut moves = MoveList::default();
    let listed = rules.moves_into(state, &mut moves);
    listed.expect("they can be listed");
    moves.len()
}

#[test]
fn compiled_rules_and_the_plain_interpreter_begin_the_same_games_of_every_folder() {
    // The plain interpreter tries every way of choosing a move, so of large games only the beginning is compared.
    let choices = if thorough() { 1_000 } else { 100 };
    for setting in found() {
        let rules = setting.rules();
        let start = rules.start().expect("the game starts");
        if count_of_moves(&rules, &start) > 3 * choices {
            continue;
        }
        for seed in 0..share(20) as u64 {
            let pair = PlayedByBoth::start(&rules, rules.model()).expect("the game starts");
            let plies = pair.run(&mut Pcg64Mcg::seed_from_u64(seed), choices);
            plies.unwrap_or_else(|what| panic!("{setting:?}, seed {seed}, {what}"));
        }
    }
}

#[test]
fn compiled_rules_and_the_plain_interpreter_play_the_same_odd_games() {
    for setting in ODD.into_iter().step_by(one_of(2)) {
        the_same_games(setting, GAMES);
    }
}

#[test]
fn compiled_rules_and_the_plain_interpreter_play_the_same_games_of_directions_and_kinds() {
    for setting in VALUES {
        the_same_games(setting, 20);
    }
    the_same_games(KRIEGSPIEL, 1);
}

#[test]
fn compiled_rules_and_the_plain_interpreter_play_the_same_games_of_colony() {
    for setting in COLONY {
        the_same_games(setting, 10);
    }
}

#[test]
fn compiled_rules_and_the_plain_interpreter_play_the_same_games_of_cannon_ball() {
    for setting in BALL.into_iter().step_by(one_of(2)) {
        the_same_games(setting, 2);
    }
}

#[test]
fn compiled_rules_and_the_plain_interpreter_play_the_same_games_of_layers_and_parts() {
    for setting in PARTS {
        the_same_games(setting, 20);
    }
    the_same_games(BROAD, 2);
}

#[test]
fn networks_and_what_cannons_cover_are_the_same_worked_out_anew_at_every_ply() {
    for setting in WATCHED.into_iter().step_by(one_of(2)) {
        let rules = setting.rules();
        for name in ["net", "fired", "near", "sites", "width", "one-road"] {
            let memory = rules.model().memories.iter().find(|m| m.name == name);
            assert!(memory.is_some_and(|m| m.live), "{name} is compared");
        }
        the_same_games(setting, 10);
    }
}

fn the_same_games(setting: Setting, games: usize) {
    let rules = setting.rules();
    let most_choices = if thorough() { usize::MAX } else { MOST_CHOICES };
    let plies = compare_within((&rules, rules.model()), share(games), most_choices)
        .unwrap_or_else(|what| panic!("{setting:?}: {what}"));
    assert!(
        plies.iter().sum::<usize>() > 5 * plies.len(),
        "{setting:?}: the games are short: {plies:?}"
    );
}

/// Lets the plain interpreter play by a model with one rule altered, and returns the difference that is found.
fn difference(setting: Setting, alter: impl FnOnce(&mut Model)) -> String {
    let rules = setting.rules();
    let mut model = rules.model().clone();
    alter(&mut model);
    compare(&rules, &model, GAMES).expect_err("the altered rule is noticed")
}

#[test]
fn a_rule_altered_on_one_side_is_noticed() {
    let breakthrough = SETTINGS[7];
    let found = difference(breakthrough, |model| {
        model.moves[1].args[0].filter = Some(node(Truth::Fixed(false)));
    });
    assert!(found.contains("the legal moves"), "{found}");
    let found = difference(breakthrough, |model| {
        model.moves[1].body.pop();
    });
    assert!(found.contains("the pieces"), "{found}");
    let found = difference(breakthrough, |model| {
        let Domain::Points(domain) = &mut model.moves[0].args[1].domain else {
            panic!("points")
        };
        let Set::And(parts) = &mut domain.kind else {
            panic!("several factors")
        };
        let Set::Along { most, .. } = &mut parts[0].kind else {
            panic!("a straight way")
        };
        *most += 1;
    });
    assert!(found.contains("the legal moves"), "{found}");
}

#[test]
fn a_network_altered_on_one_side_is_noticed() {
    let watched = WATCHED[0];
    for (name, alter) in [
        ("net", cut as fn(&mut Reach)),
        ("net", |reach| reach.over = reach.from.clone()),
        ("near", |reach| reach.within = Some(node(Num::Fixed(2)))),
    ] {
        let found = difference(watched, |model| {
            let memory = model.memories.iter().position(|m| m.name == name);
            let memory = memory.expect("it is remembered");
            assert!(alter_reach(&mut model.play, memory, alter), "{name}");
        });
        assert!(found.contains("what is remembered"), "{found}");
    }
}

/// Nothing but the next point is reached.
fn cut(reach: &mut Reach) {
    reach.within = Some(node(Num::Fixed(1)));
}

/// Alters what is reached in every statement that remembers it; tells whether there is one.
fn alter_reach(block: &mut [Stmt], memory: usize, alter: fn(&mut Reach)) -> bool {
    let mut found = false;
    for stmt in block {
        if let StmtKind::Remember(at, ValueExpr::Set(set)) = &mut stmt.kind
            && at.memory.index() == memory
            && let Set::Reached(reach) = &mut set.kind
        {
            alter(reach);
            found = true;
        }
        match &mut stmt.kind {
            StmtKind::Each { body, .. } | StmtKind::Phase(_, body) | StmtKind::Repeat(_, body) => {
                found |= alter_reach(body, memory, alter);
            }
            _ => {}
        }
    }
    found
}

fn node<T>(kind: T) -> Node<T> {
    Node {
        tags: Vec::new(),
        span: Span::default(),
        reason: None,
        kind,
    }
}

#[test]
fn a_move_of_too_many_ways_is_refused_with_a_finding() {
    let game = "
        game wide \"Wide\"
        players a, b
        board 40 x 40 { }
        piece bead \"o\"
        line two = 2 own in all directions
        move fold \"{rear of c}{rear of d}\" {
          c in two
          d in two where rear of d is front of c
          when count (next to c and empty) < 3
          front of d -> box
        }
        play { repeat each player { ask me: fold } }
    ";
    let sources = Sources::from([("wide.game", game)]);
    let found =
        compile(model(&sources, &Choices::default()), None, &Rc::default()).expect_err("too wide");
    let found = found.render(&sources, Style::Plain);
    assert!(found.contains(" ways"), "{found}");
}
