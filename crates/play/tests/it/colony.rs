//! Cannonball Colony: no tile and no piece is lost or made, nobody stands where he may not, and chance is fair.

use crate::cards::fits;
use linstock_engine::ir::SpelledPosition;
use linstock_engine::vm::{Move, Position, Turn};
use linstock_model::{LayerId, Model, Point, SeatId};
use linstock_play::Rules;
use linstock_play::{Canvas, ChanceMode, Observation, Session, Setup, Viewer, notation};
use linstock_testing::games::{COLONY, Setting, share};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The number of random games with each number of players.
const GAMES: usize = 200;
/// A game that is not over by then is left; at the defaults none is.
const MOST_PLIES: usize = 2_000;

fn rules(setting: Setting) -> Arc<Rules> {
    setting.rules()
}

/// What lies where, by the names that the rules give.
struct NamedTable<'t> {
    model: &'t Model,
    table: &'t SpelledPosition,
}

impl NamedTable<'_> {
    fn points(&self) -> impl Iterator<Item = Point> {
        (0u16..).map(Point).take(self.table.points)
    }

    /// What lies on a layer of a point, and whose it is.
    fn on(&self, layer: u8, point: Point) -> Option<(&str, Option<SeatId>)> {
        let piece = self.table.on(LayerId(layer), point)?;
        Some((&self.model.kinds[piece.kind.index()].name, piece.owner))
    }

    fn count(&self, layer: u8, what: (&str, Option<SeatId>)) -> u64 {
        let there = self.points().filter(|p| self.on(layer, *p) == Some(what));
        there.count() as u64
    }

    /// How much lies in a zone: of a kind of piece, or of a row of a list.
    fn zone(&self, name: &str, of: Option<SeatId>, row: &str) -> u64 {
        let at = self.model.zones.iter().position(|z| z.name == name);
        let at = at.expect("a zone");
        let list = &self.model.lists[self.model.zones[at].list.index()];
        let row = list.rows.iter().position(|r| r.name == row);
        self.table.zones[at][of.map_or(0, SeatId::index)][row.expect("a row")]
    }

    /// Every tile and every piece is on the island or with its owner.
    fn nothing_is_lost(&self, shot: &[u64]) {
        let tiles = [50, 70, 90][self.model.seats() - 2];
        let laid = self.count(1, ("road", None));
        assert_eq!(self.zone("tiles", None, "road") + laid, tiles);
        for seat in self.model.seat_ids() {
            let of = Some(seat);
            for (kind, all) in [("fort", 10), ("cannon", 2), ("blockade", 1), ("ship", 1)] {
                let gone = if kind == "fort" {
                    shot[seat.index()]
                } else {
                    0
                };
                let left = self.zone("supply", of, kind);
                assert_eq!(
                    left + self.count(2, (kind, of)) + gone,
                    all,
                    "{kind} of {seat:?}"
                );
            }
        }
    }

    /// What is built stands where the rules let it, and what lies on a layer belongs there.
    fn everything_stands_where_it_may(&self) {
        for point in self.points() {
            let ground = self.on(0, point).map(|(kind, owner)| {
                assert_eq!(owner, None);
                kind
            });
            let land = matches!(ground, Some("grass" | "forest"));
            assert!(land || matches!(ground, None | Some("mountain" | "lake")));
            let way = self.on(1, point);
            assert!(
                way.is_none() || way == Some(("road", None)) && land,
                "{point:?}"
            );
            match self.on(2, point) {
                None => {}
                Some(("ship", Some(_))) => assert!(land && way.is_none(), "{point:?}"),
                Some(("fort" | "cannon" | "blockade", Some(_))) => {
                    assert!(way.is_some(), "{point:?}");
                }
                other => panic!("{other:?} on {point:?}"),
            }
        }
    }

    /// Ground as the parts have it: 18 grass, 10 forest, 4 mountains, 4 lakes each.
    fn the_island_is_whole(&self) {
        let parts = self.model.seats() as u64;
        for (kind, each) in [("grass", 18), ("forest", 10), ("mountain", 4), ("lake", 4)] {
            assert_eq!(self.count(0, (kind, None)), each * parts, "{kind}");
        }
    }
}

fn moves(rules: &Rules, state: &Position) -> Vec<Move> {
    match rules.turn(state) {
        Turn::Players(seats) => {
            assert_eq!(seats.len(), 1, "every choice is that of one player");
            rules.moves(state, seats[0]).expect("they can be listed")
        }
        Turn::Chance => {
            let outcomes = rules.outcomes(state).expect("they can be listed");
            outcomes.into_iter().map(|(mv, _)| mv).collect()
        }
        Turn::Over => Vec::new(),
    }
}

fn text(rules: &Rules, state: &Position, mv: Move) -> String {
    let (id, args) = rules.args(state, mv);
    notation::text(rules.model(), id, &args, rules.spell_out(state).me)
}

/// Plays a random game and looks at every position; tells whether it came to an end.
fn watched(rules: &Rules, (setting, seed): (Setting, u64)) -> bool {
    let model = rules.model();
    let set = |option| setting.options.contains(&option);
    let lost = set(("fort-returns", "no"));
    let at_once = !set(("last-tile", "finish-round"));
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut state = rules.start().expect("no fault");
    let mut shot = vec![0; model.seats()];
    for _ in 0..MOST_PLIES {
        let moves = moves(rules, &state);
        if moves.is_empty() {
            return true;
        }
        let mv = moves[(random.next_u64() % moves.len() as u64) as usize];
        let (played, before) = (text(rules, &state, mv), rules.spell_out(&state));
        rules.apply(&mut state, mv).expect("a legal move");
        if let Some((_, target)) = played.strip_prefix("fire ").and_then(|s| s.split_once(' ')) {
            let board = model.board.as_ref().expect("a board");
            let there = (0u16..).map(Point).find(|p| board.name(*p) == target);
            let hit = before.at(there.expect("a point")).expect("a fort");
            shot[hit.owner.expect("an owner").index()] += u64::from(lost);
        }
        let table = rules.spell_out(&state);
        let looked = NamedTable {
            model,
            table: &table,
        };
        looked.nothing_is_lost(&shot);
        looked.everything_stands_where_it_may();
        if rules.turn(&state) != Turn::Chance {
            looked.the_island_is_whole();
        }
        let tiles = looked.zone("tiles", None, "road");
        let over = rules.turn(&state) == Turn::Over;
        assert!(!at_once || tiles > 0 || over, "{played} laid the last tile");
        if over {
            the_winners_have_most(&looked, rules, &state, setting);
        }
    }
    false
}

/// By default, a player with ten forts wins alone. Otherwise the players with the most forts win.
fn the_winners_have_most(
    looked: &NamedTable<'_>,
    rules: &Rules,
    state: &Position,
    setting: Setting,
) {
    if !setting.options.is_empty() {
        return;
    }
    let forts = |seat| looked.count(2, ("fort", Some(seat)));
    let most = looked.model.seat_ids().map(forts).max();
    let best = looked.model.seat_ids().filter(|s| Some(forts(*s)) == most);
    let outcome = rules.outcome(state).expect("the game is over");
    assert_eq!(
        outcome.winners,
        best.collect::<Vec<_>>(),
        "{}",
        outcome.reason
    );
    assert_eq!(outcome.reason == "10 forts", most == Some(10));
}

fn many(setting: Setting, games: usize) {
    let rules = rules(setting);
    let games = share(games);
    let over = (0..games as u64)
        .filter(|&seed| watched(&rules, (setting, seed)))
        .count();
    let ends = !setting.options.contains(&("all-pass-ends", "no"));
    assert!(
        !ends || over == games,
        "{setting:?}: {over} of {games} games ended"
    );
}

#[test]
fn nothing_is_lost_or_made_where_two_play() {
    many(COLONY[0], GAMES);
}

#[test]
fn nothing_is_lost_or_made_where_three_play() {
    many(COLONY[1], GAMES);
}

#[test]
fn nothing_is_lost_or_made_where_four_play() {
    many(COLONY[2], GAMES);
}

#[test]
fn nothing_is_lost_or_made_under_other_options() {
    for setting in &COLONY[3..] {
        many(*setting, 20);
    }
}

#[test]
fn every_part_and_every_turn_is_one_of_as_many_as_are_left() {
    for (setting, players) in COLONY.into_iter().zip(2u64..=4) {
        let rules = rules(setting);
        let mut random = Pcg64Mcg::seed_from_u64(players);
        for _ in 0..50 {
            let mut state = rules.start().expect("no fault");
            for slot in 0..=players {
                assert_eq!(rules.turn(&state), Turn::Chance);
                let outcomes = rules.outcomes(&state).expect("they can be listed");
                let texts: Vec<_> = outcomes
                    .iter()
                    .map(|(mv, _)| text(&rules, &state, *mv))
                    .collect();
                let first = texts.iter().all(|t| t.starts_with("first "));
                assert_eq!(first, slot == players, "{texts:?}");
                let ways = if first { players } else { 4 * (4 - slot) };
                assert_eq!(texts.len() as u64, ways, "{texts:?}");
                // All are alike, so each is as likely as one in all of them, and together they are certain.
                let weights: Vec<u64> = outcomes.iter().map(|(_, weight)| *weight).collect();
                assert!(
                    weights.iter().all(|w| *w == weights[0] && *w > 0),
                    "{weights:?}"
                );
                assert_eq!(weights.iter().sum::<u64>(), weights[0] * ways);
                let at = (random.next_u64() % ways) as usize;
                rules.apply(&mut state, outcomes[at].0).expect("an outcome");
            }
            assert!(matches!(rules.turn(&state), Turn::Players(_)));
        }
    }
}

#[test]
fn parts_turns_and_first_players_come_as_often_as_each_other() {
    for (setting, players) in COLONY.into_iter().zip(2usize..=4) {
        let rules = rules(setting);
        let mut slots = vec![BTreeMap::new(); players];
        let (mut turns, mut firsts) = (BTreeMap::new(), BTreeMap::new());
        for seed in 0..2_000 {
            let setup = Setup {
                chance: ChanceMode::Auto,
                seed,
                ..Setup::default()
            };
            let session = Session::begin(Arc::clone(&rules), setup).expect("it begins");
            let played = session.history();
            for (slot, ply) in slots.iter_mut().zip(played) {
                let (part, turn) = ply.text.rsplit_once(' ').expect("a part and a turn");
                *slot.entry(part.to_owned()).or_default() += 1;
                *turns.entry(turn.to_owned()).or_default() += 1;
            }
            *firsts.entry(played[players].text.clone()).or_default() += 1;
        }
        for slot in &slots {
            fits(
                slot,
                &["part a", "part b", "part c", "part d"].map(|p| (p, 1)),
            )
            .unwrap();
        }
        fits(&turns, &["0", "90", "180", "270"].map(|t| (t, 1))).unwrap();
        let names = ["first red", "first yellow", "first blue", "first green"];
        let names: Vec<_> = names[..players].iter().map(|n| (*n, 1)).collect();
        fits(&firsts, &names).unwrap();
        // The test can fail: a part that comes half as often as the others is noticed.
        let skew = [("part a", 1), ("part b", 2), ("part c", 2), ("part d", 2)];
        fits(&slots[0], &skew).unwrap_err();
    }
}

/// In a small terminal, the board is drawn without boxes, so that the table and the prompt fit.
#[test]
fn the_table_fits_a_small_terminal() {
    let setup = Setup {
        seed: 1,
        ..Setup::default()
    };
    let session = Session::begin(rules(COLONY[0]), setup).expect("begins");
    let view = Observation::new(&session, Viewer::Table);
    let text = |lines| {
        view.text(Canvas {
            room: (80, lines),
            ..Canvas::default()
        })
    };
    assert!(text(60).contains("+-----+"), "{}", text(60));
    let small = text(24);
    assert!(
        small.lines().count() < 24 && small.contains(" 6 "),
        "{small}"
    );
}
