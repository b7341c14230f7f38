//! Lanes against the one-game path: at every ply the same moves in the same order, and the same games however many are in
//! play at once.

use linstock_base::Sources;
use linstock_check::Choices;
use linstock_engine::ir::instructions::Instr;
use linstock_engine::vm::history::History;
use linstock_engine::vm::{HandOver, MoveList, Position, RunPoint};
use linstock_lanes::{
    LANES, LaneBits, LaneChoices, LaneEnd, LaneField, LaneLists, LaneMoves, LanePoint, LaneSeries,
    LaneTrials, LegalCandidates, ListedPosition, ListedPositions, PlannedPoint, StrandRunner,
    each_lane,
};
use linstock_play::Rules;
use linstock_study::simulation::{GameRecord, Simulation};
use linstock_testing::games::{
    BALL, CARDS, COLONY, ODD, PARTS, SETTINGS, Setting, VALUES, WATCHED, found, odd, one_of,
    one_of_rulesets, share, thorough,
};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

/// A game of boards that is not over by then is left, earlier where not all is tried; one with scripts much earlier.
const MOST_PLIES: u32 = 300;
const FEW_PLIES: u32 = 60;
const PLIES_WITH_SCRIPTS: u32 = 40;

/// The positions that were met at a decision point, by its number and who is to choose.
type MetPositions = BTreeMap<(u32, usize), Vec<Position>>;

/// Plays random games, and keeps the positions that somebody had to choose in.
fn met_at_random(rules: &Rules, games: usize, plies: u32) -> MetPositions {
    let mut met = MetPositions::new();
    let mut moves = MoveList::default();
    for seed in 0..games as u64 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut state = rules.start().expect("the rules start");
        for _ in 0..plies {
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

/// Where a lane has come.
struct LanePosition {
    words: Vec<u64>,
    history: History,
    repetitions: u32,
}

/// Compares where lanes have come with a position that was reached by the moves `played` alone.
fn compare_end(
    rules: &Rules,
    (before, end): (&Position, LaneEnd),
    come: LanePosition,
    (expected, played): (&Position, bool),
) {
    let mut state = before.clone();
    state.words.copy_from_slice(&come.words);
    state.history = come.history;
    let mut list = MoveList::default();
    let pc = match end {
        LaneEnd::Over(end) => {
            assert_eq!(state.words, expected.words);
            assert_eq!(state.history[..], expected.history[..]);
            return assert_eq!(Some(end), expected.over);
        }
        LaneEnd::Stopped(decision, me) => {
            assert_eq!(rules.me(&state).index(), me);
            let code = rules.code[me].iter();
            let asks = |instr: &Instr| *instr == Instr::Ask(decision);
            let pc = code.clone().position(asks).expect("it is asked");
            u32::try_from(pc).expect("few instructions")
        }
        LaneEnd::Open(pc) | LaneEnd::Body(pc, _) => pc,
    };
    let from = RunPoint {
        pc,
        passed: 0,
        repetitions: come.repetitions,
    };
    let went_on = rules.go_on_drawing(
        (&mut state, from),
        (&mut list, &mut |_| None),
        HandOver::default(),
    );
    assert_eq!(went_on.is_ok(), played, "{went_on:?}");
    if played {
        assert_eq!(&state, expected);
        assert_eq!(state.history[..], expected.history[..]);
    }
}

/// What tells which of the moves that lanes list are legal.
struct Legality {
    trials: LaneTrials,
    candidates: LegalCandidates,
    series: LaneSeries,
    /// What moves do at each decision point, for each seat.
    plans: BTreeMap<(u32, usize), LaneMoves>,
}

impl Legality {
    fn of(rules: &Rules) -> Self {
        let mut plans = BTreeMap::new();
        for (decision, point) in (0..).zip(&rules.decision_points) {
            for me in 0..point.choices.len() {
                if let Some(point) = LanePoint::of(rules, decision as usize, me) {
                    plans.insert((decision, me), LaneMoves::of(rules, point));
                }
            }
        }
        Self {
            trials: LaneTrials::new(&rules.start),
            candidates: LegalCandidates::new(&rules.start),
            series: LaneSeries::new(&rules.start),
            plans,
        }
    }

    /// Holds what lanes find of the legal moves of a position in a lane against those that are listed alone. Some are left to that
    /// anyway.
    fn compare(
        &mut self,
        (rules, runner): (&Rules, &mut StrandRunner<'_>),
        (stop, position): ((u32, usize), &Position),
        listed: ListedPosition<'_>,
    ) {
        let (decision, me) = stop;
        let point = LanePoint::of(rules, decision as usize, me).expect("it is known");
        let (mut candidates, mut legal) = (MoveList::default(), MoveList::default());
        candidates.list_candidates(rules, position, decision);
        if rules.moves_into(position, &mut legal).is_err() {
            return;
        }
        let is_legal: Vec<bool> = candidates.iter().map(|mv| legal.contains(mv)).collect();
        let found: Vec<bool> = if point.has_postcondition() {
            let with = (&mut self.trials, runner);
            let moves = &self.plans[&stop];
            let planned = PlannedPoint { point, moves };
            if point.seeks_series() || !self.candidates.find(with, planned, listed) {
                return;
            }
            assert_eq!(self.candidates.count(), legal.len() as u64);
            let indices = 0..is_legal.len() as u64;
            indices
                .map(|index| self.candidates.contains(index))
                .collect()
        } else if point.seeks_series() {
            let stops = |decision: u32| {
                let point = LanePoint::of(rules, decision as usize, me)?;
                let moves = &self.plans[&(decision, me)];
                Some(PlannedPoint { point, moves })
            };
            let ListedPosition { field, lists, lane } = listed;
            let lanes = 1 << lane;
            let listed = ListedPositions {
                field,
                lists,
                lanes,
            };
            if self.series.find(runner, (&stops, decision), listed) != 0 {
                return;
            }
            let mut found = vec![true; is_legal.len()];
            for index in self.series.shorter(lane, lists.lens()[lane]) {
                found[index as usize] = false;
            }
            found
        } else {
            return;
        };
        assert_eq!(found, is_legal, "{decision} {}", listed.lane);
    }
}

/// Lists the moves of positions in groups of random sizes, and plays one of each, in lanes and alone; returns how many
/// positions lanes knew. Lanes that do not take part hold other positions, and keep them.
fn compare_lists(rules: &Rules, met: MetPositions) -> usize {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let (mut lists, mut moves) = (LaneLists::default(), MoveList::default());
    let mut runner = StrandRunner::new(rules, all_points(rules));
    let mut field = LaneField::new(&rules.start);
    let mut legality = Legality::of(rules);
    let mut known = 0;
    for ((decision, me), positions) in met {
        let Some(point) = LanePoint::of(rules, decision as usize, me) else {
            continue;
        };
        let what_they_do = LaneMoves::of(rules, point);
        let mut left = positions.as_slice();
        while !left.is_empty() {
            let size = 1 + random.next_u64() as usize % LANES.min(left.len());
            let (group, rest) = left.split_at(size);
            left = rest;
            let first = random.next_u64() as usize % (LANES + 1 - size);
            let lane_of = |at: usize| first + at;
            for (at, position) in group.iter().enumerate() {
                field.load(lane_of(at), &position.words);
                let history = &mut position.history.clone();
                runner.histories.swap(lane_of(at), history);
            }
            let before: Vec<Vec<u64>> = (0..LANES)
                .map(|lane| words_of(&field, rules, lane))
                .collect();
            let here = (0..size).fold(0, |all, at| all | 1 << lane_of(at));
            lists.fill(rules, point, (&field, here));
            let one = random.next_u64() as usize % size;
            if lists.alone() >> lane_of(one) & 1 == 0 {
                let at = ((decision, me), &group[one]);
                let listed = ListedPosition {
                    field: &field,
                    lists: &lists,
                    lane: lane_of(one),
                };
                legality.compare((rules, &mut runner), at, listed);
            }
            let (lens, mut drawn) = (lists.lens(), [0; LANES]);
            let mut lanes: LaneBits = 0;
            let mut expected: Vec<Option<(Position, bool)>> = vec![None; LANES];
            let mut all_listed: Vec<Vec<(u64, u32)>> = vec![Vec::new(); LANES];
            for (at, position) in group.iter().enumerate() {
                let lane = lane_of(at);
                moves.list_candidates(rules, position, decision);
                if lists.alone() >> lane & 1 == 1 {
                    continue;
                }
                known += 1;
                assert_eq!(lens[lane], moves.len() as u64);
                let listed = &mut all_listed[lane];
                lists.each_move(lane, |mv| listed.push(mv.template_and_anchor()));
                assert_eq!(listed.len(), moves.len());
                for (listed, mv) in listed.iter().zip(moves.iter()) {
                    let expected = (u64::from(mv.template), mv.anchor);
                    assert_eq!(*listed, expected, "{decision} {lane}");
                }
                let index = random.next_u64() as usize % moves.len().max(1);
                if let Some(mv) = moves.get(index) {
                    let mut after = position.clone();
                    let played = rules.apply(&mut after, mv).is_ok();
                    (drawn[lane], expected[lane]) = (index as u64, Some((after, played)));
                    lanes |= 1 << lane;
                }
            }
            compare_by_index(&lists, &all_listed);
            let choices = LaneChoices::new(&lists, lanes, &drawn);
            let planned = PlannedPoint {
                point,
                moves: &what_they_do,
            };
            runner.play(&mut field, planned, &choices);
            let mut ended = 0;
            while let Some((lanes, end)) = runner.next_end() {
                assert_eq!(ended & lanes, 0);
                ended |= lanes;
                for lane in each_lane(lanes) {
                    let (after, played) = expected[lane].as_ref().expect("it made a move");
                    let mut history = History::new();
                    runner.histories.swap(lane, &mut history);
                    let come = LanePosition {
                        words: words_of(&field, rules, lane),
                        history,
                        repetitions: field.repetitions(lane),
                    };
                    compare_end(rules, (&group[lane - first], end), come, (after, *played));
                }
            }
            assert_eq!(ended, lanes);
            for lane in each_lane(!lanes & (LaneBits::MAX >> (64 - LANES))) {
                assert_eq!(words_of(&field, rules, lane), before[lane]);
            }
        }
    }
    known
}

/// Looks up each listed move by its index. All lanes are looked up at once, since one takes as long.
fn compare_by_index(lists: &LaneLists, all_listed: &[Vec<(u64, u32)>]) {
    let most = all_listed.iter().map(Vec::len).max().unwrap_or(0);
    for at in 0..most {
        let has_it = |lane: &usize| at < all_listed[*lane].len();
        let lanes = (0..LANES).filter(has_it);
        let lanes: LaneBits = lanes.fold(0, |all, lane| all | 1 << lane);
        let found = lists.get(lanes, &[at as u64; LANES]);
        for lane in each_lane(lanes) {
            assert_eq!(found[lane], all_listed[lane][at], "{at} {lane}");
        }
    }
}

/// Returns the words of the position of a lane.
fn words_of(field: &LaneField, rules: &Rules, lane: usize) -> Vec<u64> {
    let mut words = vec![0; rules.start.len()];
    field.store(lane, &mut words);
    words
}

/// Plays games of a seed, `at_once` of them at the same time, and returns their records by number.
fn records(
    (rules, plies): (&Rules, u32),
    together: usize,
    mut numbers: Range<u64>,
) -> BTreeMap<u64, GameRecord> {
    let simulation = Simulation::new(rules, 7, plies).expect("the rules start");
    let mut found = BTreeMap::new();
    let mut tally = simulation.tally();
    let mut done = |record: &GameRecord| {
        found.insert(record.number, record.clone());
    };
    simulation.play_all(together, &mut tally, (&mut || numbers.next(), &mut done));
    assert_eq!(tally.games, found.len() as u64);
    found
}

/// Compares a ruleset in both ways; returns how many positions lanes knew.
fn compare(setting: Setting, games: usize, plies: u32) -> usize {
    let most = if thorough() { MOST_PLIES } else { FEW_PLIES };
    compare_rules(&setting.rules(), share(games).max(2), plies.min(most))
}

fn compare_rules(rules: &Rules, games: usize, plies: u32) -> usize {
    if !all_points(rules).contains(&true) {
        return 0;
    }
    let number = games as u64;
    let alone = records((rules, plies), 1, 0..number);
    for together in [2 + games % 7, games] {
        let found = records((rules, plies), together, 0..number);
        assert_eq!(found, alone, "{}", rules.model().name);
    }
    compare_lists(rules, met_at_random(rules, games, plies))
}

#[test]
fn games_of_boards() {
    for setting in SETTINGS {
        assert!(compare(setting, 300, MOST_PLIES) > 100, "{setting:?}");
    }
}

/// Where there are thousands of templates, lanes draw moves from trees: at each ply as many moves, and the same one is drawn.
#[test]
fn games_that_draw_from_trees() {
    let rules = odd(&["rulesets/amazons/amazons.game"]).rules();
    let number = share(200).max(20) as u64;
    let alone = records((&rules, MOST_PLIES), 1, 0..number);
    let together = records((&rules, MOST_PLIES), 20, 0..number);
    assert_eq!(together, alone);
}

#[test]
fn games_of_cards() {
    for setting in CARDS {
        compare(setting, 20, MOST_PLIES);
    }
}

#[test]
fn games_with_scripts() {
    let all = COLONY.iter().chain(&BALL).chain(&WATCHED);
    for setting in all.step_by(one_of(4)) {
        compare(*setting, 2, PLIES_WITH_SCRIPTS);
    }
}

#[test]
fn odd_games() {
    let known: usize = ODD
        .iter()
        .chain(&PARTS)
        .chain(&VALUES)
        .step_by(one_of(3))
        .map(|setting| compare(*setting, 40, MOST_PLIES))
        .sum();
    assert!(known > 1000 / one_of(4), "{known}");
}

#[test]
fn found_rulesets() {
    let few = one_of_rulesets(6);
    for setting in found().into_iter().skip(few / 4).step_by(few) {
        compare(setting, 10, if thorough() { 20 } else { 6 });
    }
}

/// The race of the examples on boards of 1, 2, 3, 4, 5, 8, 16 and 64 words.
#[test]
fn masks_of_any_width() {
    let race = Path::new(linstock_testing::PROJECT).join("examples/breakthrough/breakthrough.game");
    let text = fs::read_to_string(race).expect("it is there");
    let boards = [
        (8, 8),
        (12, 10),
        (16, 10),
        (16, 16),
        (17, 17),
        (22, 22),
        (31, 32),
        (60, 64),
    ];
    for (columns, rows) in boards {
        let text = text
            .replace("board 8 x 8", &format!("board {columns} x {rows}"))
            .replace("row 8", &format!("row {rows}"))
            .replace("row 7", &format!("row {}", rows - 1));
        let sources = Sources::from([("race.game", text.as_str())]);
        let rules = Rules::load(&sources, &Choices::default()).expect("the rules load");
        assert!(compare_rules(&rules, 4, 6) > 20, "{columns} x {rows}");
    }
}

/// What was found out about texts in other games changes nothing: it did, where a move is drawn that must leave something.
#[test]
fn a_game_is_the_same_whatever_was_played_before() {
    for setting in BALL.into_iter().step_by(one_of(BALL.len())) {
        let rules = setting.rules();
        let after_another = records((&rules, 20), 1, 0..2);
        let first = records((&rules, 20), 1, 1..2);
        assert_eq!(first.get(&1), after_another.get(&1), "{setting:?}");
    }
}

/// Most games wait without a lane until many wait at one decision point, since players come to different ones.
#[test]
fn games_that_are_set_aside_are_the_same() {
    let few = ODD.iter().chain(&VALUES).step_by(one_of(9));
    for setting in few.chain(&CARDS[..1]) {
        let rules = setting.rules();
        if all_points(&rules).contains(&true) {
            let alone = records((&rules, 12), 1, 0..150);
            let together = records((&rules, 12), 150, 0..150);
            assert_eq!(together, alone, "{setting:?}");
        }
    }
}
