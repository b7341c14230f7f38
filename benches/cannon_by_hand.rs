//! Cannon written by hand, one game at a time: how fast is this machine? `cargo bench --bench cannon_by_hand`.
//!
//! Times of two machines cannot be compared, but the ratios can: how many random games a second `linstock sim cannon --threads 1` plays for
//! each one of these. What is here is what one writes who wants this one game fast and knows nothing of lanes. It plays by the rules of
//! `rulesets/cannon` without options, and counts its positions before it is measured.

use divan::Bencher;
use divan::counter::ItemsCount;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg32;

/// A set of points: bit `row * COLUMNS + column`, from the lowest row.
type Points = u128;

/// Ten columns, and one that is always empty: what is moved sideways over the edge lands there.
const COLUMNS: i32 = 11;
/// The directions. Those against them are the negative numbers.
const DIRECTIONS: [i32; 4] = [COLUMNS - 1, COLUMNS, COLUMNS + 1, 1];
const BOARD: Points = board();
/// How many sorts of moves there are that are counted apart: a direction each of steps, captures, retreats, and shifts; and shots.
const SORTS: usize = 20;
/// Playouts an iteration.
const PLAYOUTS: u64 = 64;

fn main() {
    let counts: Vec<u64> = (3..6).map(|plies| Game::start().count(plies)).collect();
    // As in the rule sheet: towns are placed in the first two plies.
    assert_eq!(counts, [2_656, 111_376, 4_614_456]);
    divan::main();
}

/// Random games, each from the start to its end.
#[divan::bench]
fn playouts(bencher: Bencher<'_, '_>) {
    let mut random = Pcg32::seed_from_u64(1);
    let mut moves = Moves::default();
    bencher.counter(ItemsCount::new(PLAYOUTS)).bench_local(|| {
        (0..PLAYOUTS)
            .map(|_| Game::start().playout(&mut random, &mut moves))
            .sum::<u32>()
    });
}

const fn board() -> Points {
    let (mut points, mut row) = (0, 0);
    while row < 10 {
        points |= 0x3ff << (row * COLUMNS);
        row += 1;
    }
    points
}

/// A position: what the player to move has, then what the opponent has.
#[derive(Clone, Copy)]
struct Game {
    soldiers: [Points; 2],
    towns: [Points; 2],
    /// 1 if the player to move goes up the board.
    upward: usize,
    plies: u32,
}

/// The legal moves: for each sort, the points to which one goes or at which one shoots.
#[derive(Default)]
struct Moves {
    to: [Points; SORTS],
    /// How many moves this sort has and those before.
    up_to: [u32; SORTS],
}

/// A sort of moves, and the point of one.
type Move = (usize, Points);

impl Game {
    /// Light begins, above.
    fn start() -> Self {
        let soldiers = |columns: Points, row: i32| {
            let rows = [row, row + 1, row + 2];
            rows.map(|row| columns << (row * COLUMNS)).iter().sum()
        };
        Self {
            soldiers: [soldiers(0b10_1010_1010, 6), soldiers(0b01_0101_0101, 1)],
            towns: [0, 0],
            upward: 0,
            plies: 0,
        }
    }

    /// Returns where the player to move may place the town: not in a corner.
    fn town_points(self) -> Points {
        0b01_1111_1110 << ((1 - self.upward) as i32 * 9 * COLUMNS)
    }

    fn place(mut self, town: Points) -> Self {
        self.towns[0] = town;
        self.of_opponent()
    }

    /// The same position, as the opponent sees it at his turn.
    fn of_opponent(self) -> Self {
        let ([own, other], [town, other_town]) = (self.soldiers, self.towns);
        Self {
            soldiers: [other, own],
            towns: [other_town, town],
            upward: 1 - self.upward,
            plies: self.plies + 1,
        }
    }

    /// Lists the legal moves, and returns how many there are.
    fn list(&self, moves: &mut Moves) -> u32 {
        if self.upward == 1 {
            self.list_toward::<1>(moves)
        } else {
            self.list_toward::<-1>(moves)
        }
    }

    #[inline(always)]
    fn list_toward<const FORWARD: i32>(&self, moves: &mut Moves) -> u32 {
        let own = self.soldiers[0];
        let enemy = self.soldiers[1] | self.towns[1];
        let empty = BOARD & !(own | enemy | self.towns[0]);
        let beside = enemy | moved(enemy, 1) | moved(enemy, -1);
        let near_enemy = own & (beside | moved(beside, COLUMNS) | moved(beside, -COLUMNS));
        let to = &mut moves.to;
        for (at, direction) in DIRECTIONS[..3].iter().enumerate() {
            let ahead = direction * FORWARD;
            to[at] = moved(own, ahead) & empty;
            to[3 + at] = moved(own, ahead) & enemy;
            to[8 + at] = moved(moved(near_enemy, -ahead) & empty, -ahead) & empty;
        }
        to[6] = moved(own, 1) & enemy;
        to[7] = moved(own, -1) & enemy;
        let mut shots = 0;
        for (at, direction) in DIRECTIONS.iter().enumerate() {
            let centres = own & moved(own, *direction) & moved(own, -direction);
            for (side, ahead) in [*direction, -direction].into_iter().enumerate() {
                let free = moved(centres, 2 * ahead) & empty;
                to[11 + 2 * at + side] = free;
                let near = moved(free, ahead) & BOARD;
                shots |= near | moved(near, ahead);
            }
        }
        to[19] = shots & enemy;
        let mut count = 0;
        for (to, up_to) in moves.to.iter().zip(&mut moves.up_to) {
            count += to.count_ones();
            *up_to = count;
        }
        count
    }

    /// Makes a move. Tells whether it ends the game: the enemy Town has fallen.
    fn make(&mut self, (sort, to): Move) -> bool {
        let forward = 2 * self.upward as i32 - 1;
        let from = match sort {
            0..3 => moved(to, -DIRECTIONS[sort] * forward),
            3..6 => moved(to, -DIRECTIONS[sort - 3] * forward),
            6 => moved(to, -1),
            7 => moved(to, 1),
            8..11 => moved(to, 2 * DIRECTIONS[sort - 8] * forward),
            11..19 if sort % 2 == 1 => moved(to, -3 * DIRECTIONS[(sort - 11) / 2]),
            11..19 => moved(to, 3 * DIRECTIONS[(sort - 11) / 2]),
            _ => to,
        };
        // A shot moves nobody.
        self.soldiers[0] ^= to ^ from;
        self.soldiers[1] &= !to;
        self.towns[1] & to != 0
    }

    /// Plays random moves until the game ends; returns how many there were.
    fn playout(mut self, random: &mut Pcg32, moves: &mut Moves) -> u32 {
        for _ in 0..2 {
            let points = self.town_points();
            self = self.place(nth(points, below(random, points.count_ones())));
        }
        loop {
            let count = self.list(moves);
            if count == 0 {
                return self.plies;
            }
            let over = self.make(moves.nth(below(random, count)));
            self = self.of_opponent();
            if over {
                return self.plies;
            }
        }
    }

    /// Counts the sequences of so many plies, at least one.
    fn count(self, plies: u32) -> u64 {
        if self.towns[0] == 0 {
            let towns = each(self.town_points()).map(|town| self.place(town));
            return towns.map(|game| game.count(plies - 1)).sum();
        }
        let mut moves = Moves::default();
        let count = self.list(&mut moves);
        if plies == 1 {
            return count.into();
        }
        let all = moves.to.iter().enumerate();
        let all = all.flat_map(|(sort, to)| each(*to).map(move |to| (sort, to)));
        let after = all.map(|mv| {
            let mut game = self;
            let over = game.make(mv);
            if over {
                0
            } else {
                game.of_opponent().count(plies - 1)
            }
        });
        after.sum()
    }
}

impl Moves {
    /// Returns a move by its number, which is below that of all moves.
    fn nth(&self, n: u32) -> Move {
        let sort = self.up_to.iter().take_while(|up_to| **up_to <= n).count();
        let before = sort.checked_sub(1).map_or(0, |before| self.up_to[before]);
        (sort, nth(self.to[sort], n - before))
    }
}

/// Moves points: those that leave the board sideways land in the empty column.
#[inline(always)]
fn moved(points: Points, by: i32) -> Points {
    if by >= 0 { points << by } else { points >> -by }
}

/// Returns the n-th of some points, which are more than `n`.
fn nth(points: Points, n: u32) -> Points {
    let low = points as u64;
    let in_low = low.count_ones();
    let (mut word, base, n) = if n < in_low {
        (low, 0, n)
    } else {
        ((points >> 64) as u64, 64, n - in_low)
    };
    for _ in 0..n {
        word &= word.wrapping_sub(1);
    }
    1 << (base + word.trailing_zeros())
}

/// Goes through points one by one.
fn each(points: Points) -> impl Iterator<Item = Points> {
    (0..points.count_ones()).map(move |n| nth(points, n))
}

/// Draws a number below another one. For numbers as low as these, none is noticeably likelier.
fn below(random: &mut Pcg32, count: u32) -> u32 {
    ((u64::from(random.next_u32()) * u64::from(count)) >> 32) as u32
}
