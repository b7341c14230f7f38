//! scratch
use linstock_base::Sources;
use linstock_check::Choices;
use linstock_engine::vm::{MoveList, Turn};
use linstock_play::Rules;
use linstock_search::*;
use std::time::{Duration, Instant};

fn strategy(name: &str) -> Strategy {
    match name {
        "random" => Strategy::Random,
        "plain" => Strategy::PlainTree,
        "tree" => Strategy::Tree,
        "ab" => Strategy::AlphaBeta,
        _ => panic!("{name}"),
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (a, b) = (strategy(&args[2]), strategy(&args[3]));
    let games: u64 = args[4].parse().unwrap();
    let ms: u64 = args[5].parse().unwrap();
    for game in args[1].split(',') {
        let folder = if std::path::Path::new(&format!("examples/{game}")).exists() {
            "examples"
        } else {
            "rulesets"
        };
        let path = format!("{folder}/{game}/{game}.game");
        let text = std::fs::read_to_string(&path).unwrap();
        let mut all = vec![(path, text)];
        if let Ok(entries) = std::fs::read_dir(format!("rulesets/{game}")) {
            for entry in entries {
                let entry = entry.unwrap().path();
                if entry.extension().is_some_and(|e| e == "rhai") {
                    let name = format!(
                        "rulesets/{game}/{}",
                        entry.file_name().unwrap().to_str().unwrap()
                    );
                    all.push((name, std::fs::read_to_string(&entry).unwrap()));
                }
            }
        }
        let mut sources = Sources::new();
        for (n, t) in all {
            sources.add(n, t);
        }
        let rules = match Rules::load(&sources, &Choices::default()) {
            Ok(rules) => std::sync::Arc::new(rules),
            Err(e) => {
                println!(
                    "{game}: {}",
                    e.render(&sources, linstock_base::Style::Plain)
                );
                continue;
            }
        };
        if rules.players().len() != 2 || rules.hides_something() {
            println!("{game}: skipped");
            continue;
        }
        let began = Instant::now();
        let evaluation = fit(&rules, Fitting::default(), &|| false).unwrap();
        let fitted = began.elapsed();
        let mut sum = 0.0;
        let (mut its, mut moves_made, mut depth) = ([0u64; 2], [0u64; 2], [0u64; 2]);
        let mut lens = 0;
        for number in 0..games {
            let a_seat = (number % 2) as usize;
            let mut players =
                [a, b].map(|s| Player::new(&rules, s, (number / 2 + 77, &evaluation)));
            let mut position = rules.start().unwrap();
            let mut moves = MoveList::default();
            rules.moves_into(&position, &mut moves).unwrap();
            let mut random = RandomPlay::new(rules.clone(), 5, number / 2);
            let mut plies = 0;
            while position.over.is_none() && plies < 400 {
                let mv = match rules.turn(&position) {
                    Turn::Chance => random.pick(&position, &moves).unwrap(),
                    _ if plies < 2 => random.pick(&position, &moves).unwrap(),
                    _ => {
                        let seat = moves.seat().index();
                        let who = usize::from(seat != a_seat);
                        let until = Instant::now() + Duration::from_millis(ms);
                        let stop = || Instant::now() >= until;
                        let thought = players[who]
                            .think(
                                &position,
                                &Limit {
                                    iterations: u64::MAX,
                                    stop: &stop,
                                },
                            )
                            .unwrap();
                        its[who] += thought.iterations;
                        depth[who] += u64::from(thought.depth);
                        moves_made[who] += 1;
                        thought.best().unwrap().mv
                    }
                };
                rules.advance(&mut position, mv, &mut moves).unwrap();
                plies += 1;
            }
            lens += plies;
            if let Some(end) = position.over {
                sum += Utilities::of_end(end, 2).all()[a_seat];
            }
        }
        let per = |n: [u64; 2], i: usize| n[i] as f64 / moves_made[i].max(1) as f64;
        println!(
            "{game:22} {:+.2}  its {:.0} {:.0} depth {:.1} {:.1} plies {} fit {:.1?}",
            sum / games as f32,
            per(its, 0),
            per(its, 1),
            per(depth, 0),
            per(depth, 1),
            lens / games,
            fitted
        );
    }
}
