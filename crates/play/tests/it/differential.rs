//! The compiled rules against the plain interpreter: random games side by side, compared at every ply.

use linstock_base::{Sources, Span, Style};
use linstock_check::Choices;
use linstock_engine::compile::compile;
use linstock_engine::vm::{MoveList, Position};
use linstock_model::{Domain, Model, Node, Num, Reach, Set, Stmt, StmtKind, Truth, ValueExpr};
use linstock_play::Rules;
use linstock_testing::games::{
    BALL, BROAD, CARDS, COLONY, KRIEGSPIEL, ODD, PARTS, SETTINGS, Setting, VALUES, WATCHED, found,
    model, one_of, share, thorough,
};
use linstock_testing::side_by_side::{PlayedByBoth, compare, compare_within};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::rc::Rc;

/// The number of random games under each setting.
const GAMES: usize = 50;
/// In tests that are not thorough, a game stops after this many compared choices: the plain interpreter is slow at long lists.
const MOST_CHOICES: usize = 2_000;

#[test]
fn compiled_rules_and_the_plain_interpreter_play_the_same_games() {
    for setting in SETTINGS.into_iter().chain(CARDS) {
        the_same_games(setting, GAMES);
    }
}

fn count_of_moves(rules: &Rules, state: &Position) -> usize {
    let mut moves = MoveList::default();
    let listed = rules.moves_into(state, &mut moves);
    listed.expect("they can be listed");
    moves.len()
}

#[test]
fn compiled_rules_and_the_plain_interpreter_begin_the_same_games_of_every_folder() {
    // The plain interpreter tries every way of choosing a move, so of large games only the beginning is compared.
    let choices = if thorough() { 1_000 } else { 100 };
    for setting in found() {
        let rules = setting.rules();
        let start = rules.start().expect("the game starts");
        if count_of_moves(&rules, &start) > 3 * choices {
            continue;
        }
        for seed in 0..share(20) as u64 {
            let pair = PlayedByBoth::start(&rules, rules.model()).expect("the game starts");
            let plies = pair.run(&mut Pcg64Mcg::seed_from_u64(seed), choices);
            plies.unwrap_or_else(|what| panic!("{setting:?}, seed {seed}, {what}"));
        }
    }
}

#[test]
fn compiled_rules_and_the_plain_interpreter_play_the_same_odd_games() {
    for setting in ODD.into_iter().step_by(one_of(2)) {
        the_same_games(setting, GAMES);
    }
}

#[test]
fn compiled_rules_and_the_plain_interpreter_play_the_same_games_of_directions_and_kinds() {
    for setting in VALUES {
        the_same_games(setting, 20);
    }
    the_same_games(KRIEGSPIEL, 1);
}

#[test]
fn compiled_rules_and_the_plain_interpreter_play_the_same_games_of_colony() {
    for setting in COLONY {
        the_same_games(setting, 10);
    }
}

#[test]
fn compiled_rules_and_the_plain_interpreter_play_the_same_games_of_cannon_ball() {
    for setting in BALL.into_iter().step_by(one_of(2)) {
        the_same_games(setting, 2);
    }
}

#[test]
fn compiled_rules_and_the_plain_interpreter_play_the_same_games_of_layers_and_parts() {
    for setting in PARTS {
        the_same_games(setting, 20);
    }
    the_same_games(BROAD, 2);
}

#[test]
fn networks_and_what_cannons_cover_are_the_same_worked_out_anew_at_every_ply() {
    for setting in WATCHED.into_iter().step_by(one_of(2)) {
        let rules = setting.rules();
        for name in ["net", "fired", "near", "sites", "width", "one-road"] {
            let memory = rules.model().memories.iter().find(|m| m.name == name);
            assert!(memory.is_some_and(|m| m.live), "{name} is compared");
        }
        the_same_games(setting, 10);
    }
}

fn the_same_games(setting: Setting, games: usize) {
    let rules = setting.rules();
    let most_choices = if thorough() { usize::MAX } else { MOST_CHOICES };
    let plies = compare_within((&rules, rules.model()), share(games), most_choices)
        .unwrap_or_else(|what| panic!("{setting:?}: {what}"));
    assert!(
        plies.iter().sum::<usize>() > 5 * plies.len(),
        "{setting:?}: the games are short: {plies:?}"
    );
}

/// Lets the plain interpreter play by a model with one rule altered, and returns the difference that is found.
fn difference(setting: Setting, alter: impl FnOnce(&mut Model)) -> String {
    let rules = setting.rules();
    let mut model = rules.model().clone();
    alter(&mut model);
    compare(&rules, &model, GAMES).expect_err("the altered rule is noticed")
}

#[test]
fn a_rule_altered_on_one_side_is_noticed() {
    let breakthrough = SETTINGS[7];
    let found = difference(breakthrough, |model| {
        model.moves[1].args[0].filter = Some(node(Truth::Fixed(false)));
    });
    assert!(found.contains("the legal moves"), "{found}");
    let found = difference(breakthrough, |model| {
        model.moves[1].body.pop();
    });
    assert!(found.contains("the pieces"), "{found}");
    let found = difference(breakthrough, |model| {
        let Domain::Points(domain) = &mut model.moves[0].args[1].domain else {
            panic!("points")
        };
        let Set::And(parts) = &mut domain.kind else {
            panic!("several factors")
        };
        let Set::Along { most, .. } = &mut parts[0].kind else {
            panic!("a straight way")
        };
        *most += 1;
    });
    assert!(found.contains("the legal moves"), "{found}");
}

#[test]
fn a_network_altered_on_one_side_is_noticed() {
    let watched = WATCHED[0];
    for (name, alter) in [
        ("net", cut as fn(&mut Reach)),
        ("net", |reach| reach.over = reach.from.clone()),
        ("near", |reach| reach.within = Some(node(Num::Fixed(2)))),
    ] {
        let found = difference(watched, |model| {
            let memory = model.memories.iter().position(|m| m.name == name);
            let memory = memory.expect("it is remembered");
            assert!(alter_reach(&mut model.play, memory, alter), "{name}");
        });
        assert!(found.contains("what is remembered"), "{found}");
    }
}

/// Nothing but the next point is reached.
fn cut(reach: &mut Reach) {
    reach.within = Some(node(Num::Fixed(1)));
}

/// Alters what is reached in every statement that remembers it; tells whether there is one.
fn alter_reach(block: &mut [Stmt], memory: usize, alter: fn(&mut Reach)) -> bool {
    let mut found = false;
    for stmt in block {
        if let StmtKind::Remember(at, ValueExpr::Set(set)) = &mut stmt.kind
            && at.memory.index() == memory
            && let Set::Reached(reach) = &mut set.kind
        {
            alter(reach);
            found = true;
        }
        match &mut stmt.kind {
            StmtKind::Each { body, .. } | StmtKind::Phase(_, body) | StmtKind::Repeat(_, body) => {
                found |= alter_reach(body, memory, alter);
            }
            _ => {}
        }
    }
    found
}

fn node<T>(kind: T) -> Node<T> {
    Node {
        tags: Vec::new(),
        span: Span::default(),
        reason: None,
        kind,
    }
}

#[test]
fn a_move_of_too_many_ways_is_refused_with_a_finding() {
    let game = "
        game wide \"Wide\"
        players a, b
        board 40 x 40 { }
        piece bead \"o\"
        line two = 2 own in all directions
        move fold \"{rear of c}{rear of d}\" {
          c in two
          d in two where rear of d is front of c
          when count (next to c and empty) < 3
          front of d -> box
        }
        play { repeat each player { ask me: fold } }
    ";
    let sources = Sources::from([("wide.game", game)]);
    let found =
        compile(model(&sources, &Choices::default()), None, &Rc::default()).expect_err("too wide");
    let found = found.render(&sources, Style::Plain);
    assert!(found.contains(" ways"), "{found}");
}
