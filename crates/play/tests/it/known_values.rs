//! What is known of small games from elsewhere: how long they take, and who wins them.

use linstock_engine::vm::{Move, MoveList, Position, Turn};
use linstock_model::Value;
use linstock_play::Rules;
use linstock_testing::games::{Setting, odd, thorough};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub(crate) fn rules(setting: Setting) -> Arc<Rules> {
    setting.rules()
}

fn after(rules: &Rules, state: &Position, mv: Move) -> Position {
    let mut next = state.clone();
    rules.apply(&mut next, mv).expect("a listed move is played");
    next.without_history()
}

fn moves(rules: &Rules, state: &Position) -> Vec<Move> {
    let mut list = MoveList::default();
    let found = rules.moves_into(state, &mut list);
    found.expect("they can be listed");
    list.iter().collect()
}

/// Returns the square on which a player stands: the first value that the rules remember.
fn square(rules: &Rules, state: &Position, seat: usize) -> i64 {
    match rules.spell_out(state).memories[0][seat] {
        Value::Num(square) => square,
        ref other => panic!("{other:?} is no square"),
    }
}

/// Returns where one roll of the player to move leads, for each face.
fn rolled(rules: &Rules, state: &Position) -> Vec<Position> {
    let rolling = after(rules, state, moves(rules, state)[0]);
    let outcomes = rules.outcomes(&rolling).expect("the faces");
    let each = outcomes.into_iter();
    each.map(|(face, _)| after(rules, &rolling, face)).collect()
}

/// The squares to which each square leads with one roll, as the rules have it. The second player goes as little as possible.
fn leads_to() -> BTreeMap<i64, Vec<i64>> {
    let rules = rules(odd(&[
        "rulesets/snakes-and-ladders/snakes-and-ladders.game",
    ]));
    let mut waiting = vec![rules.start().expect("the rules start")];
    let mut all = BTreeMap::new();
    while let Some(state) = waiting.pop() {
        let from = square(&rules, &state, 0);
        if all.contains_key(&from) {
            continue;
        }
        let ends = rolled(&rules, &state);
        all.insert(
            from,
            ends.iter().map(|end| square(&rules, end, 0)).collect(),
        );
        for end in ends.iter().filter(|end| rules.turn(end) != Turn::Over) {
            let others = rolled(&rules, end).into_iter();
            let back = others.filter(|next| rules.turn(next) != Turn::Over);
            waiting.extend(back.min_by_key(|next| square(&rules, next, 1)));
        }
    }
    all
}

#[test]
fn snakes_and_ladders_takes_one_player_39_turns() {
    let leads_to = leads_to();
    let mut turns: BTreeMap<i64, f64> = leads_to.keys().map(|&from| (from, 0.0)).collect();
    for _ in 0..5_000 {
        for (from, ends) in &leads_to {
            let rest: f64 = ends.iter().filter_map(|end| turns.get(end)).sum();
            turns.insert(*from, 1.0 + rest / 6.0);
        }
    }
    // S. C. Althoen, L. King, K. Schilling: How long is a game of snakes and ladders? (1993).
    assert_eq!(format!("{:.1}", turns[&0]), "39.2");
}

/// Who can force a win from a position: the player to move, the other one, or neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Worth {
    Won,
    Lost,
    Open,
}

/// Returns all positions of a game and where each leads, by their place in the list; the start is the first.
fn graph(rules: &Rules) -> Vec<Vec<usize>> {
    let mut all = vec![rules.start().expect("the rules start").without_history()];
    let mut edges = Vec::new();
    while let Some(state) = all.get(edges.len()).cloned() {
        let mut ends = Vec::new();
        for mv in moves(rules, &state) {
            let next = after(rules, &state, mv);
            let at = all.iter().position(|known| *known == next);
            ends.push(at.unwrap_or(all.len()));
            if at.is_none() {
                all.push(next);
            }
        }
        edges.push(ends);
    }
    edges
}

/// Finds by retrograde analysis who wins a game in which a player who cannot move loses.
fn worth(edges: &[Vec<usize>]) -> Vec<Worth> {
    let mut worth = vec![Worth::Open; edges.len()];
    loop {
        let before = worth.clone();
        for (at, ends) in edges.iter().enumerate() {
            if ends.iter().any(|&end| worth[end] == Worth::Lost) {
                worth[at] = Worth::Won;
            } else if ends.iter().all(|&end| worth[end] == Worth::Won) {
                worth[at] = Worth::Lost;
            }
        }
        if worth == before {
            return worth;
        }
    }
}

fn mu_torere(middle_from: &'static str) -> Setting {
    let options: &[(&str, &str)] = match middle_from {
        "anywhere" => &[("repetition", "none"), ("middle-from", "anywhere")],
        _ => &[("repetition", "none")],
    };
    Setting {
        options,
        ..odd(&["rulesets/mu-torere/mu-torere.game"])
    }
}

#[test]
fn nobody_can_force_a_win_in_mu_torere() {
    let edges = graph(&rules(mu_torere("next-to-enemy")));
    let worth = worth(&edges);
    assert_eq!(worth[0], Worth::Open);
    assert!(worth.contains(&Worth::Lost), "one can lose it, though");
}

#[test]
fn without_the_rule_of_the_middle_the_first_move_wins_mu_torere() {
    let edges = graph(&rules(mu_torere("anywhere")));
    assert_eq!(worth(&edges)[0], Worth::Won);
}

/// Returns how many positions are legal in go on a board with the given number of points on each side.
fn positions_of_go(size: &'static str) -> usize {
    let options: &[(&str, &str)] = match size {
        "2" => &[("size", "2")],
        _ => &[("size", "3")],
    };
    let rules = rules(Setting {
        options,
        ..odd(&["rulesets/go/go.game"])
    });
    let mut waiting = vec![rules.start().expect("the rules start").without_history()];
    let mut known: BTreeSet<Vec<u64>> = BTreeSet::new();
    let mut boards = BTreeSet::new();
    while let Some(state) = waiting.pop() {
        if known.insert(state.words.to_vec()) {
            boards.insert(
                rules
                    .spell_out(&state)
                    .pieces
                    .iter()
                    .map(|p| p.map(|p| p.owner))
                    .collect::<Vec<_>>(),
            );
            waiting.extend(
                moves(&rules, &state)
                    .into_iter()
                    .map(|mv| after(&rules, &state, mv)),
            );
        }
    }
    boards.len()
}

#[test]
fn go_has_as_many_positions_as_were_counted() {
    // J. Tromp, G. Farnebäck: Combinatorics of Go (2016).
    assert_eq!(positions_of_go("2"), 57);
    if thorough() {
        assert_eq!(positions_of_go("3"), 12_675);
    }
}
