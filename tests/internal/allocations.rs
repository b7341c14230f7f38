//! Nothing is allocated for a ply of random games: what is allocated is what each game ends with, or what the first games needed.

use crate::internal_tests::games::{SETTINGS, Setting, found, thorough};
use crate::ir::Rules;
use crate::play::simulation::Simulation;
use std::ops::Range;

/// A game that is not over by then is left.
const MOST_PLIES: u32 = 80;
/// By then, all that is kept between plies is as large as it becomes in most games.
const FIRST_GAMES: Range<u64> = 0..12;
const MORE_GAMES: Range<u64> = 12..36;

/// Plays games, so many at once; returns the plies.
fn play(simulation: &Simulation<'_>, together: usize, mut games: Range<u64>) -> u64 {
    let (mut tally, mut plies) = (simulation.tally(), 0);
    let next = &mut || games.next();
    simulation.play_all(
        together,
        &mut tally,
        (next, &mut |record| {
            plies += u64::from(record.plies);
        }),
    );
    plies
}

/// Returns the allocations and the plies of games, those of the first games left out.
fn counted(rules: &Rules, together: usize) -> (u64, u64) {
    let simulation = Simulation::new(rules, 1, MOST_PLIES).expect("the rules start");
    let mut plies = [0; 2];
    let mut allocations = [0; 2];
    let both = [FIRST_GAMES, FIRST_GAMES.start..MORE_GAMES.end];
    for (at, games) in both.into_iter().enumerate() {
        let info = allocation_counter::measure(|| plies[at] = play(&simulation, together, games));
        allocations[at] = info.count_total;
    }
    (
        allocations[1].saturating_sub(allocations[0]),
        plies[1] - plies[0],
    )
}

fn is_declared(setting: &Setting) -> bool {
    setting.model().scripts.is_empty()
}

#[test]
fn a_ply_of_a_declared_game_allocates_nothing() {
    let settings = found();
    let settings = SETTINGS[..1].iter().chain(&settings);
    for setting in settings.filter(|setting| is_declared(setting)) {
        let rules = Rules::load(&setting.sources(), &setting.choices()).expect("the rules load");
        for together in [1, 32] {
            let (allocations, plies) = counted(&rules, together);
            println!(
                "{:?} {together}: {allocations} in {plies} plies",
                setting.files
            );
        }
    }
    assert!(!thorough());
}
