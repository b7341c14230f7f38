//! Plays one random game of Breakthrough and prints it: the engine at its plainest.
//!
//! Run it with: cargo run --example play_a_game

use linstock::{Choices, Rules, Sources, Style, Turn};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = include_str!("breakthrough/breakthrough.game");
    let sources = Sources::from([("breakthrough.game", text)]);
    let rules = Rules::load(&sources, &Choices::default())
        .map_err(|found| found.render(&sources, Style::Plain))?;
    let mut random = Pcg64::seed_from_u64(1968);
    let mut position = rules.start()?;
    while let Turn::Players(who) = rules.turn(&position) {
        let moves = rules.moves(&position, who[0])?;
        let mv = moves[(random.next_u64() % moves.len() as u64) as usize];
        print!("{} ", rules.text(&position, mv));
        position = rules.play(&position, mv)?;
    }
    if let Some(outcome) = rules.outcome(&position) {
        let winners = outcome.winners.iter();
        let names: Vec<_> = winners
            .map(|s| rules.players()[usize::from(s.0)].as_str())
            .collect();
        println!("\n{}: {}", names.join(" and "), outcome.reason);
    }
    Ok(())
}
