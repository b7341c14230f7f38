//! Nothing is allocated for a ply of random games: what is allocated is what each game ends with, or what the first games needed.

use linstock_play::Rules;
use linstock_study::simulation::Simulation;
use linstock_testing::games::{SETTINGS, Setting, found, odd, thorough};
use std::ops::Range;

/// A game that is not over by then is left.
const MOST_PLIES: u32 = 80;
/// By then, all that is kept between plies is as large as it becomes in most games.
const FIRST_GAMES: Range<u64> = 0..12;
const MORE_GAMES: Range<u64> = 12..36;
/// What a game ends with: its record, its scores, a buffer that a larger position has made larger.
const MOST_IN_A_GAME: u64 = 10;
/// Tests that are not thorough take one ruleset in this many.
const STRIDE: usize = 12;

/// Plays games, several at the same time.
fn play(simulation: &Simulation<'_>, together: usize, mut games: Range<u64>) {
    let mut tally = simulation.tally();
    simulation.play_all(
        together,
        &mut tally,
        (&mut || games.next(), &mut |_record| ()),
    );
}

/// Returns the allocations of games, those of the first games left out.
fn counted(rules: &Rules, together: usize) -> u64 {
    let simulation = Simulation::new(rules, 1, MOST_PLIES).expect("the rules start");
    let both = [FIRST_GAMES, FIRST_GAMES.start..MORE_GAMES.end];
    let [first, all] = both.map(|games| {
        allocation_counter::measure(|| play(&simulation, together, games)).count_total
    });
    all.saturating_sub(first)
}

/// Tells whether the games are declared whole. Scripts allocate, and so do series that are tried on copies of the position.
fn is_declared(rules: &Rules) -> bool {
    let mut choices = rules
        .decision_points
        .iter()
        .flat_map(|point| &point.choices);
    rules.scripts.is_none() && !choices.any(|choices| choices.as_often)
}

#[test]
fn a_ply_of_a_declared_game_allocates_nothing() {
    let settings: Vec<Setting> = SETTINGS[..1].iter().copied().chain(found()).collect();
    let stride = if thorough() { 1 } else { STRIDE };
    let mut allocating = Vec::new();
    // Its moves are drawn from trees.
    let drawn = odd(&["rulesets/amazons/amazons.game"]);
    for setting in settings.into_iter().step_by(stride).chain([drawn]) {
        let rules = Rules::load(&setting.sources(), &setting.choices()).expect("the rules load");
        for together in [1, 64] {
            let allocations = counted(&rules, together);
            let most = MOST_IN_A_GAME * (MORE_GAMES.end - MORE_GAMES.start);
            if is_declared(&rules) && allocations > most {
                allocating.push((setting.files[0], together, allocations));
            }
        }
    }
    assert!(allocating.is_empty(), "{allocating:?}");
}
