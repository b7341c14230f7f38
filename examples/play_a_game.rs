//! Plays one random game of Breakthrough and prints it: the engine at its plainest.
//!
//! Run it with: cargo run --example play_a_game

use linstock::base::{Sources, Style};
use linstock::check::Choices;
use linstock::ir::Rules;
use linstock::play::notation;
use linstock::vm::Turn;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = include_str!("breakthrough/breakthrough.game");
    let sources = Sources::from([("breakthrough.game", text)]);
    let rules = Rules::load(&sources, &Choices::default())
        .map_err(|found| found.render(&sources, Style::Plain))?;
    let mut random = Pcg64::seed_from_u64(1968);
    let mut state = rules.start()?;
    while let Turn::Players(who) = rules.turn(&state) {
        let moves = rules.moves(&state, who[0]);
        let mv = moves[(random.next_u64() % moves.len() as u64) as usize];
        let (id, args) = rules.args(&state, mv);
        print!("{} ", notation::text(rules.model(), id, &args, who[0]));
        state = rules.play(&state, mv)?;
    }
    if let Some(outcome) = rules.outcome(&state) {
        let winners = outcome.winners.iter();
        let names: Vec<_> = winners
            .map(|s| rules.model().players[usize::from(s.0)].as_str())
            .collect();
        println!("\n{}: {}", names.join(" and "), outcome.reason);
    }
    Ok(())
}
