//! Lets a Monte-Carlo searcher (flat, 200 playouts a move) play tic-tac-toe against a random player.
//!
//! Shows the fast path: a position is cloned, moves lie in a buffer that is filled again and again, and they are applied
//! in place. Run it with: cargo run --release --example search

use linstock::{Choices, Fault, Move, MoveList, Position, Rules, SeatId, Sources, Style};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

const PLAYOUTS: u32 = 200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = include_str!("tic-tac-toe/tic-tac-toe.game");
    let sources = Sources::from([("tic-tac-toe.game", text)]);
    let rules = Rules::load(&sources, &Choices::default())
        .map_err(|found| found.render(&sources, Style::Plain))?;
    let mut searcher = Searcher {
        rules: &rules,
        random: Pcg64::seed_from_u64(7),
        moves: MoveList::default(),
    };
    let (mut won, mut drawn) = (0, 0);
    let games = 50;
    for _ in 0..games {
        let mut position = rules.start()?;
        while rules.outcome(&position).is_none() {
            let me = rules.me(&position);
            let mv = if me == SeatId(0) {
                searcher.best(&position, me)?
            } else {
                searcher.any(&position)?
            };
            let Some(mv) = mv else { break };
            rules.apply(&mut position, mv)?;
        }
        match rules.outcome(&position) {
            Some(outcome) if outcome.winners == [SeatId(0)] => won += 1,
            Some(outcome) if outcome.winners.is_empty() => drawn += 1,
            _ => {}
        }
    }
    println!("the searcher won {won} and drew {drawn} of {games} games against a random player");
    Ok(())
}

struct Searcher<'r> {
    rules: &'r Rules,
    random: Pcg64,
    moves: MoveList,
}

impl Searcher<'_> {
    /// Returns a random legal move; none after the end.
    fn any(&mut self, position: &Position) -> Result<Option<Move>, Fault> {
        self.rules.moves_into(position, &mut self.moves)?;
        let count = self.moves.len() as u64;
        let picked = (count > 0).then(|| self.random.next_u64() % count);
        Ok(picked.and_then(|at| self.moves.get(at as usize)))
    }

    /// Returns the move after which random games go best.
    fn best(&mut self, position: &Position, me: SeatId) -> Result<Option<Move>, Fault> {
        self.rules.moves_into(position, &mut self.moves)?;
        let all: Vec<Move> = self.moves.iter().collect();
        let mut rated = Vec::new();
        for mv in all {
            let playouts = (0..PLAYOUTS).map(|_| self.playout(position, mv, me));
            rated.push((playouts.sum::<Result<i32, Fault>>()?, mv));
        }
        let best = rated.into_iter().max_by_key(|(points, _)| *points);
        Ok(best.map(|(_, mv)| mv))
    }

    /// Plays on at random; 1 for a win, 0 for a draw, -1 for a loss.
    fn playout(&mut self, position: &Position, first: Move, me: SeatId) -> Result<i32, Fault> {
        let mut position = position.clone();
        let mut next = Some(first);
        while let Some(mv) = next {
            self.rules.apply(&mut position, mv)?;
            next = self.any(&position)?;
        }
        Ok(match self.rules.outcome(&position) {
            Some(outcome) if outcome.winners.contains(&me) => 1,
            Some(outcome) if !outcome.winners.is_empty() => -1,
            _ => 0,
        })
    }
}
