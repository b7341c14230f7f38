//! Balance: what games between equal players, between unequal ones, and with a forbidden rule say about a ruleset.
//!
//! | file | what |
//! |---|---|
//! | `game.rs` | plays a game between computer players, some of whom may not use a rule |
//! | `tally.rs` | sums over games of one kind |
//! | `tension.rs` | the share that each player could expect during a game, from a judge whose values are fitted to results |
//! | `statistics.rs` | intervals and tests |
//! | `findings.rs` | what the sums show for certain: a favoured seat, a rule that nobody needs, a rule that decides |

mod findings;
mod game;
mod statistics;
mod tally;
mod tension;

pub use findings::{Finding, RuleTrial, findings};
pub use game::{BalanceGame, BalancePlayer, GameProgress, PlayedGame, RuleUse};
pub use statistics::{Interval, SampleSums, adjusted, elo_of};
pub use tally::{BalanceTally, GameLengths};
pub use tension::{Calibration, Tension, tension_of};
