//! Planted faults in the balance of small games: the report finds each of them, and nothing in a fair game.

use crate::rules_from;
use linstock_model::RuleId;
use linstock_play::Rules;
use linstock_search::balance::{
    BalanceGame, BalancePlayer, BalanceTally, Finding, GameProgress, PlayedGame, RuleTrial,
    SampleSums, findings,
};
use linstock_search::{Evaluation, FaultPlace, Strategy};
use std::sync::Arc;

/// The numbers of games of each kind, and the iterations of the players.
struct Effort {
    seed: u64,
    strong: u64,
    trials: u64,
}

/// Returns the rules of a game with or without a fault.
fn planted(name: &str) -> Arc<Rules> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/balance/");
    let text = std::fs::read_to_string(format!("{folder}{name}.game")).expect("a game");
    rules_from(&text)
}

fn contestant(iterations: u64, without: Option<RuleId>) -> BalancePlayer {
    BalancePlayer {
        strategy: Strategy::Tree,
        iterations,
        without,
    }
}

/// Plays a game between two players.
fn played(
    (rules, evaluation): (&Arc<Rules>, &Evaluation),
    contestants: [BalancePlayer; 2],
    seed: (u64, u64),
) -> PlayedGame {
    let game = BalanceGame {
        rules,
        evaluation,
        contestants: &contestants,
        seed,
        opening: 0,
        most_plies: 200,
        judge: None,
    };
    match game.play(&|| false).expect("the rules play") {
        GameProgress::Played(game) => game,
        GameProgress::Stopped(_) => panic!("nobody stops it"),
    }
}

/// Plays all games, and returns what they show for certain.
fn found(rules: &Arc<Rules>, effort: &Effort) -> Vec<Finding> {
    let evaluation = Evaluation::even(rules);
    let setting = (rules, &evaluation);
    let mut strong = BalanceTally::default();
    for number in 0..effort.strong {
        let players = [contestant(100, None), contestant(100, None)];
        strong.add(&played(setting, players, (effort.seed, number)), 2);
    }
    let offered = (0..).zip(&strong.uses).filter(|(_, used)| used.offered > 0);
    let trials = offered.map(|(rule, used)| {
        let rule = RuleId(rule);
        let mut points = SampleSums::default();
        for number in 0..effort.trials {
            let mut players = [contestant(24, None); 2];
            let seat = number as usize % 2;
            players[seat].without = Some(rule);
            let seed = (effort.seed + 1_000, number / 2);
            points.add(played(setting, players, seed).points(seat, 2));
        }
        RuleTrial {
            rule,
            points,
            used: *used,
        }
    });
    let trials: Vec<RuleTrial> = trials.collect();
    findings(&strong.seats, &trials)
}

/// Returns the name of the rule that a finding is about, with the kind of the finding.
fn named(rules: &Rules, finding: &Finding) -> String {
    let name = |rule: &RuleId| {
        let mut moves = rules.model().moves.iter();
        moves
            .find(|mv| mv.rule == *rule)
            .map_or("", |mv| mv.name.as_str())
    };
    match finding {
        Finding::Seat(seat, _) => format!("seat {seat}"),
        Finding::DeadRule(rule, _) => format!("dead {}", name(rule)),
        Finding::DominantRule(rule, _) => format!("dominant {}", name(rule)),
        Finding::HarmfulRule(rule, _) => format!("harmful {}", name(rule)),
    }
}

/// A game with what must be found in it.
const PLANTED: [(&str, Option<&str>); 4] = [
    // It wastes a turn: whether it is dead or harmful depends on the players.
    ("dead-move", Some("rest")),
    ("dominant-move", Some("dominant run")),
    ("first-wins", Some("seat 0")),
    ("fair", None),
];

#[test]
fn planted_faults_are_found() {
    for (name, fault) in PLANTED {
        let rules = planted(name);
        let effort = Effort {
            seed: 5,
            strong: 400,
            trials: 300,
        };
        let found = found(&rules, &effort);
        let found: Vec<String> = found.iter().map(|finding| named(&rules, finding)).collect();
        match fault {
            Some(fault) => assert!(
                found.iter().any(|found| found.ends_with(fault)),
                "{name}: {found:?}"
            ),
            None => assert_eq!(found, Vec::<String>::new(), "{name}"),
        }
    }
}

/// The power over many seeds, and the false alarms. It takes minutes: `cargo test --release -p linstock-search power -- --ignored
/// --nocapture`.
#[test]
#[ignore = "a measurement of some minutes"]
fn power_and_false_alarms() {
    const SEEDS: u64 = 60;
    for (name, fault) in PLANTED {
        let rules = planted(name);
        let (mut right, mut other) = (0, 0);
        for seed in 0..SEEDS {
            let effort = Effort {
                seed: seed * 7_919,
                strong: 400,
                trials: 500,
            };
            let found = found(&rules, &effort);
            let found: Vec<String> = found.iter().map(|finding| named(&rules, finding)).collect();
            right += u64::from(
                fault.is_some_and(|fault| found.iter().any(|found| found.ends_with(fault))),
            );
            other += u64::from(
                found
                    .iter()
                    .any(|found| fault.is_none_or(|fault| !found.ends_with(fault))),
            );
        }
        println!("{name}: found in {right} of {SEEDS}, something else in {other}");
    }
}

#[test]
fn a_player_without_a_rule_uses_it_only_if_it_must() {
    let rules = planted("dead-move");
    let evaluation = Evaluation::even(&rules);
    let throw = rules
        .model()
        .moves
        .iter()
        .find(|mv| mv.name == "throw")
        .expect("a move")
        .rule;
    for number in 0..20 {
        let players = [contestant(16, Some(throw)), contestant(16, Some(throw))];
        let game = played((&rules, &evaluation), players, (1, number));
        assert_eq!(game.uses[throw.index()].chosen, 0);
        assert!(game.uses[throw.index()].offered > 0);
    }
}

/// A game whose rules fail at the fifth stone.
const FAILS_LATER: &str = r#"
game five "Five"
players ann, ben
board 3 x 3
piece stone "o"
remember { stones = 0 }
move lay "{there}" { there in empty; stones = stones + 1; must stones < 5 "no fifth stone" }
play { repeat each player { ask me: lay } }
"#;

#[test]
fn a_fault_comes_with_the_moves_that_lead_to_it() {
    let rules = rules_from(FAILS_LATER);
    let evaluation = Evaluation::even(&rules);
    for (strategy, opening, played) in [
        (Strategy::Random, 0, 5),
        (Strategy::Tree, 5, 5),
        // It plays the best move of a search that is not deep enough for the fault.
        (Strategy::AlphaBeta, 3, 4),
    ] {
        let player = BalancePlayer {
            strategy,
            iterations: 4_000,
            without: None,
        };
        let game = BalanceGame {
            rules: &rules,
            evaluation: &evaluation,
            contestants: &[player, player],
            seed: (1, 0),
            opening,
            most_plies: 200,
            judge: None,
        };
        let failed = game.play(&|| false).expect_err("the rules fail");
        let failed = failed.with_thought(&rules, &|| false);
        let thought = match &failed.place {
            FaultPlace::InGame => 0,
            FaultPlace::InThought(thought) => thought.len(),
        };
        assert_eq!(failed.line.len(), played, "{strategy:?}: {failed:?}");
        assert_eq!(failed.line.len() + thought, 5, "{strategy:?}: {failed:?}");
    }
}
