//! Worlds and players where something is hidden.

use crate::{rules_from, rules_of};
use linstock_engine::vm::{Move, MoveList, Position, Turn};
use linstock_model::SeatId;
use linstock_play::Rules;
use linstock_search::{Evaluation, Player, RandomPlay, SearchLimit, SeenGame, Strategy, Worlds};
use linstock_testing::games::{CARDS, Setting, found};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Plays some random plies, and returns the position with what each seat has seen.
fn played(rules: &Arc<Rules>, game: u64, plies: usize) -> (Position, Vec<SeenGame>) {
    let mut position = rules.start().expect("it starts");
    let seats = rules.model().seat_ids();
    let mut seen_games: Vec<SeenGame> = seats.map(|seat| SeenGame::new(seat, &position)).collect();
    let mut random = RandomPlay::new(Arc::clone(rules), 11, game);
    let mut moves = MoveList::default();
    rules.moves_into(&position, &mut moves).expect("moves");
    for _ in 0..plies {
        if position.over.is_some() {
            break;
        }
        let mv = random.pick(&position, &moves).expect("a move");
        let before = position.clone();
        rules.advance(&mut position, mv, &mut moves).expect("legal");
        for seen_game in &mut seen_games {
            seen_game
                .note(rules, (&before, mv), &position)
                .expect("noted");
        }
    }
    (position, seen_games)
}

/// Returns the shipped games that hide something.
fn hidden_games() -> Vec<Setting> {
    let mut all = CARDS.to_vec();
    all.extend(found());
    all.retain(|setting| setting.rules().hides_something());
    all
}

fn committed(rules: &Rules, position: &Position) -> usize {
    rules.committed(position).len()
}

#[test]
fn worlds_look_as_the_true_one_to_the_player() {
    let (mut tried, mut found) = (0, 0);
    for setting in hidden_games() {
        let rules = setting.rules();
        for plies in [8, 60] {
            let (position, seen_games) = played(&rules, 1, plies);
            if position.over.is_some() {
                continue;
            }
            for seen_game in seen_games {
                tried += 1;
                let waiting = committed(&rules, &position);
                let mut worlds = Worlds::new(&rules, &seen_game, 5);
                if !worlds.find(&seen_game, waiting, &|| false) {
                    continue;
                }
                found += 1;
                for _ in 0..3 {
                    let view = |position| rules.hash_for(position, seen_game.seat());
                    assert_eq!(view(worlds.position()), view(&position), "{setting:?}");
                    worlds.change(&|| false);
                }
            }
        }
    }
    assert!(tried > 10 && found * 10 >= tried * 9, "{found} of {tried}");
}

/// The hidden hand of the opponent in the worlds of a player, counted.
fn hands(rules: &Arc<Rules>, seen_game: &SeenGame, waiting: usize) -> BTreeMap<u64, u32> {
    let other = SeatId(1 - seen_game.seat().0);
    let mut counts = BTreeMap::new();
    let mut worlds = Worlds::new(rules, seen_game, 3);
    assert!(worlds.find(seen_game, waiting, &|| false));
    for _ in 0..3_000 {
        worlds.change(&|| false);
        *counts
            .entry(rules.hash_for(worlds.position(), other))
            .or_default() += 1;
    }
    counts
}

#[test]
fn worlds_are_as_likely_as_the_rules_make_them() {
    // Kuhn poker: after the deal, the opponent has either of the other two cards.
    let kuhn = rules_of(&["rulesets/kuhn-poker/kuhn-poker.game"], &[]);
    let (position, seen_games) = played(&kuhn, 1, 2);
    let counts = hands(&kuhn, &seen_games[0], committed(&kuhn, &position));
    assert_eq!(counts.len(), 2);
    for count in counts.values() {
        // Five standard deviations of a fair coin thrown 3 000 times; the worlds depend a little on each other.
        assert!((1_300..1_700).contains(count), "{counts:?}");
    }
    // Leduc poker: of five cards left, one has the rank of the player's own card, and two have each other rank.
    let leduc = rules_of(&["rulesets/leduc-poker/leduc-poker.game"], &[]);
    let (position, seen_games) = played(&leduc, 1, 2);
    let counts = hands(&leduc, &seen_games[0], committed(&leduc, &position));
    let mut counts: Vec<u32> = counts.into_values().collect();
    counts.sort_unstable();
    assert_eq!(counts.len(), 3);
    assert!((480..720).contains(&counts[0]), "{counts:?}");
    assert!((1_050..1_350).contains(&counts[1]), "{counts:?}");
}

/// Chooses a move for the player to move, who knows only what was seen.
fn chosen(rules: &Arc<Rules>, (position, seen_game): (&Position, &SeenGame)) -> Option<Move> {
    let evaluation = Evaluation::even(rules);
    let mut player = Player::new(rules, Strategy::Tree, (4, &evaluation));
    let limit = SearchLimit::of_iterations(60);
    let thought = player.think_hidden((position, seen_game), &limit);
    let thought = thought.expect("the rules play")?;
    thought.best().map(|best| best.mv)
}

#[test]
fn a_player_chooses_the_same_in_worlds_that_look_alike() {
    let mut compared = 0;
    for setting in hidden_games() {
        let rules = setting.rules();
        let (position, seen_games) = played(&rules, 2, 70);
        let Turn::Players(seats) = rules.turn(&position) else {
            continue;
        };
        let seen_game = &seen_games[seats[0].index()];
        let waiting = committed(&rules, &position);
        let mut worlds = Worlds::new(&rules, seen_game, 8);
        if !worlds.find(seen_game, waiting, &|| false) {
            continue;
        }
        let own = chosen(&rules, (&position, seen_game)).map(|mv| rules.text(&position, mv));
        for _ in 0..2 {
            worlds.change(&|| false);
            let other = worlds.position().clone();
            let there = chosen(&rules, (&other, seen_game)).map(|mv| rules.text(&other, mv));
            assert_eq!(own, there, "{setting:?}");
            compared += 1;
        }
    }
    assert!(compared > 4, "{compared}");
}

#[test]
fn worlds_go_on_with_the_game() {
    // The worlds of a player at each ply of a game go on from those at the ply before.
    let rules = rules_of(&["rulesets/leduc-poker/leduc-poker.game"], &[]);
    let (_, first) = played(&rules, 4, 2);
    let mut worlds = Worlds::new(&rules, &first[0], 2);
    for plies in 2..8 {
        let (position, seen_games) = played(&rules, 4, plies);
        assert!(worlds.find(&seen_games[0], committed(&rules, &position), &|| false));
        let view = |position| rules.hash_for(position, SeatId(0));
        assert_eq!(view(worlds.position()), view(&position), "{plies}");
        worlds.change(&|| false);
    }
}

#[test]
fn a_player_uses_what_is_hidden_from_others() {
    // Kuhn poker: with the king, a player who is bet at calls; with the jack, the player folds.
    let rules = rules_of(&["rulesets/kuhn-poker/kuhn-poker.game"], &[]);
    let mut seen = (false, false);
    for game in 0..40 {
        let (position, seen_games) = played(&rules, game, 3);
        let Turn::Players(seats) = rules.turn(&position) else {
            continue;
        };
        let moves = rules.moves(&position, seats[0]).expect("moves");
        let texts: Vec<String> = moves.iter().map(|mv| rules.text(&position, *mv)).collect();
        if !texts.contains(&"call".to_owned()) {
            continue;
        }
        let seen_game = &seen_games[seats[0].index()];
        let hand = format!("{:?}", rules.spell_out(&position));
        let Some(mv) = chosen(&rules, (&position, seen_game)) else {
            panic!("no world: {hand}");
        };
        let text = rules.text(&position, mv);
        let own = deal_of(&rules, &position, seats[0]);
        match own.as_str() {
            "king" => {
                assert_eq!(text, "call");
                seen.0 = true;
            }
            "jack" => {
                assert_eq!(text, "fold");
                seen.1 = true;
            }
            _ => {}
        }
    }
    assert_eq!(seen, (true, true));
}

/// Returns the card of a player at Kuhn poker.
fn deal_of(rules: &Rules, position: &Position, seat: SeatId) -> String {
    let model = rules.model();
    let hand = model.zones.iter().position(|zone| zone.name == "hand");
    let id = linstock_model::ZoneId(u8::try_from(hand.expect("a hand")).expect("few zones"));
    let words = rules.layout.rows(id, seat.index());
    let row = position.words[words].iter().position(|copies| *copies > 0);
    let list = model.list(model.zones[id.index()].list);
    list.rows[row.expect("a card")].name.clone()
}

#[test]
fn a_move_that_wins_in_few_worlds_does_not_seem_to_win_in_many() {
    // The guest who keeps the door wins one game of three: a utility of -1/3.
    let rules = rules_of(&["examples/monty-hall/monty-hall.game"], &[]);
    for strategy in [Strategy::Tree, Strategy::RaveTree, Strategy::PlainTree] {
        for game in 0..8 {
            let (position, seen_games) = played(&rules, game, 3);
            let mut player = Player::new(&rules, strategy, (game, &Evaluation::even(&rules)));
            let limit = SearchLimit::of_iterations(3_000);
            let thought = player.think_hidden((&position, &seen_games[0]), &limit);
            let thought = thought.expect("the rules play").expect("a world");
            let keep = thought
                .moves
                .iter()
                .find(|rated| rules.text(&position, rated.mv) == "keep");
            let keep = keep.expect("it is legal");
            // After a few visits, the value is that of the position, which is 1/3.
            let is_known = keep.visits > 30;
            assert!(!is_known || keep.value < 0.0, "{strategy:?}: {thought:?}");
        }
    }
}

#[test]
fn a_search_ends_where_moves_change_nothing_that_is_seen() {
    // To show a card loses, so both wait, and see the same each time.
    let rules = rules_from(
        r#"
game patience "Patience"
players ann, ben
list card (rank) { low 1; high 2 }
zone deck { holds each card; hidden }
zone hand of player { holds card; seen by owner }
remember { waited = no }
move deal "deal {me} {k}" {
  k in deck
  seen by me
  k: deck -> hand of me
}
move wait "wait" { waited = yes }
move show "show" { win opponent "a card was shown" }
play {
  each player { ask chance: deal }
  repeat each player { ask me: wait, show }
}
"#,
    );
    let (position, seen_games) = played(&rules, 1, 2);
    let evaluation = Evaluation::even(&rules);
    let mut player = Player::new(&rules, Strategy::Tree, (1, &evaluation));
    let limit = SearchLimit::of_iterations(200);
    let thought = player.think_hidden((&position, &seen_games[0]), &limit);
    let thought = thought.expect("the rules play").expect("a world");
    let best = thought.best().expect("a move").mv;
    assert_eq!(rules.text(&position, best), "wait");
}
