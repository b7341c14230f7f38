//! Lanes against the one-game path: at every ply the same moves in the same order, and the same games however many are in
//! play at once.

use crate::internal_tests::games::{
    BALL, BROAD, CARDS, COLONY, ODD, PARTS, SETTINGS, Setting, VALUES, WATCHED, found, share,
};
use crate::ir::Rules;
use crate::play::simulation::{GameRecord, Simulation};
use crate::vm::lanes::{LANES, LaneLists, LanePoint, TurnEnd, TurnPlan};
use crate::vm::{Move, MoveList, Position};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;

/// A game that is not over by then is left.
const MOST_PLIES: u32 = 300;

/// The positions that were met at a decision point, by its number and who is to choose.
type Met = BTreeMap<(u32, usize), Vec<Position>>;

fn rules_of(setting: Setting) -> Rules {
    let loaded = Rules::load(&setting.sources(), &setting.choices());
    loaded.expect("the rules load")
}

/// Plays random games, and keeps the positions that somebody had to choose in.
fn met_at_random(rules: &Rules, games: usize) -> Met {
    let mut met = Met::new();
    let mut moves = MoveList::default();
    for seed in 0..games as u64 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut state = rules.start().expect("the rules start");
        for _ in 0..MOST_PLIES {
            rules
                .moves_into(&state, &mut moves)
                .expect("they can be listed");
            let Some(decision) = rules.decision(&state) else {
                break;
            };
            let stop = (decision, rules.me(&state).index());
            met.entry(stop).or_default().push(state.clone());
            let at = usize::try_from(random.next_u64() >> 40).expect("24 bits");
            let Some(mv) = moves.get(at % moves.len().max(1)) else {
                break;
            };
            if rules.apply(&mut state, mv).is_err() {
                break;
            }
        }
    }
    met
}

/// Returns that lanes know all decision points that they can know.
fn all_points(rules: &Rules) -> Vec<bool> {
    let points = rules.decision_points.iter().enumerate();
    let known = points.map(|(decision, point)| {
        let mut seats = 0..point.choices.len();
        seats.all(|me| LanePoint::of(rules, decision, me).is_some())
    });
    known.collect()
}

/// Plays a move as lanes do, and as all else does: the same position follows.
fn compare_turn(rules: &Rules, turns: &[Option<TurnPlan>], (position, mv): (&Position, Move)) {
    let Some(turn) = &turns[usize::from(mv.template)] else {
        return;
    };
    let (mut state, mut expected) = (position.clone(), position.clone());
    let played = rules.apply(&mut expected, mv);
    let pc = match turn.play(rules, &mut state, mv.anchor) {
        TurnEnd::Over => return assert_eq!(state, expected),
        TurnEnd::Stopped => state.pc,
        TurnEnd::Open(pc) => pc,
    };
    let mut moves = MoveList::default();
    let went_on = rules.go_on_drawing((&mut state, pc), (&mut moves, &mut |_| None), &[]);
    assert_eq!(went_on, played);
    if played.is_ok() {
        assert_eq!(state, expected, "{mv:?}");
    }
}

/// Lists the moves of positions in groups of random sizes, in lanes and alone; returns how many positions lanes knew.
fn compare_lists(rules: &Rules, met: Met) -> usize {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let (mut lists, mut moves) = (LaneLists::default(), MoveList::default());
    let mut known = 0;
    for ((decision, me), positions) in met {
        let Some(point) = LanePoint::of(rules, decision as usize, me) else {
            continue;
        };
        let turns = TurnPlan::of_all(rules, point, &all_points(rules));
        let mut left = positions.as_slice();
        while !left.is_empty() {
            let size = 1 + random.next_u64() as usize % LANES.min(left.len());
            let (group, rest) = left.split_at(size);
            left = rest;
            let words = std::array::from_fn(|lane| group[lane % size].words.as_slice());
            lists.fill(rules, point, &words);
            for (lane, position) in group.iter().enumerate() {
                rules
                    .moves_into(position, &mut moves)
                    .expect("they can be listed");
                if lists.is_alone(lane) {
                    continue;
                }
                assert_eq!(lists.len(lane), moves.len());
                // All lanes at the move with that number, or at the last.
                for at in 0..moves.len() {
                    let drawn = [at as u64; LANES];
                    let template = lists.templates(&drawn)[lane];
                    let found = lists.get(point, lane, (template, at as u64));
                    assert_eq!(found, moves.get(at), "{decision} {lane}");
                }
                let at = random.next_u64() as usize % moves.len().max(1);
                if let Some(mv) = moves.get(at) {
                    compare_turn(rules, &turns, (position, mv));
                }
                known += 1;
            }
        }
    }
    known
}

/// Plays the games of a seed, so many at once, and returns their records by their numbers.
fn records(rules: &Rules, together: usize, games: u64) -> BTreeMap<u64, GameRecord> {
    let simulation = Simulation::new(rules, 7, MOST_PLIES).expect("the rules start");
    let (mut numbers, mut found) = (0..games, BTreeMap::new());
    let mut tally = simulation.tally();
    let mut done = |record: GameRecord| {
        found.insert(record.number, record);
    };
    simulation.play_all(together, &mut tally, (&mut || numbers.next(), &mut done));
    assert_eq!(tally.games, games);
    found
}

/// Compares a ruleset in both ways; returns how many positions lanes knew.
fn compare(setting: Setting, games: usize) -> usize {
    let rules = rules_of(setting);
    if !all_points(&rules).contains(&true) {
        return 0;
    }
    let games = share(games).max(2);
    let number = games as u64;
    let alone = records(&rules, 1, number);
    for together in [2 + number as usize % 7, number as usize] {
        assert_eq!(records(&rules, together, number), alone, "{setting:?}");
    }
    let met = met_at_random(&rules, games);
    compare_lists(&rules, met)
}

#[test]
fn games_of_boards() {
    for setting in SETTINGS {
        assert!(compare(setting, 300) > 100, "{setting:?}");
    }
}

#[test]
fn games_of_cards() {
    for setting in CARDS {
        compare(setting, 20);
    }
}

#[test]
fn games_with_scripts() {
    for setting in COLONY.iter().chain(&BALL).chain(&WATCHED) {
        compare(*setting, 2);
    }
}

#[test]
fn odd_games() {
    let known: usize = ODD
        .iter()
        .chain(&PARTS)
        .chain(&VALUES)
        .map(|setting| compare(*setting, 40))
        .sum();
    assert!(known > 1000, "{known}");
}

#[test]
fn found_rulesets() {
    for setting in found() {
        compare(setting, 10);
    }
}

#[test]
fn masks_of_sixty_four_words() {
    assert!(compare(BROAD, 2) > 0);
}
