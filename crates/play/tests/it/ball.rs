//! Cannon Ball: after a turn no section holds more than three men of a side, no side has two cannons in a section, and
//! neither men nor cannons come from nowhere.

use linstock_engine::ir::SpelledPosition;
use linstock_engine::vm::{MoveList, Position, Turn};
use linstock_model::{LayerId, Model, Point, PointSet, SeatId, Value};
use linstock_play::Rules;
use linstock_testing::games::{BALL, Setting, one_of, share};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The number of random games with default options.
const GAMES: usize = 60;

/// The boxes of each section, and those of the forts.
struct Field {
    sections: Vec<PointSet>,
    forts: Vec<PointSet>,
}

impl Field {
    fn of(model: &Model) -> Self {
        let area = model.lists.iter().find(|list| list.name == "area");
        let rows = &area.expect("the areas").rows;
        let boxes = |fort: bool| {
            let rows = rows.iter().filter(|row| row.name.ends_with("fort") == fort);
            let points = rows.map(|row| match &row.values[0] {
                Value::Points(points) => points.clone(),
                other => panic!("{other:?} are no boxes"),
            });
            points.collect()
        };
        Self {
            sections: boxes(false),
            forts: boxes(true),
        }
    }
}

/// Where pieces stand.
struct Standing {
    /// The men of each player.
    men: Vec<PointSet>,
    /// The cannons of each player.
    cannons: Vec<PointSet>,
    all_cannons: PointSet,
}

impl Standing {
    fn of(model: &Model, table: &SpelledPosition) -> Self {
        let nobody = || vec![PointSet::with_capacity(table.points); model.players.len()];
        let mut standing = Self {
            men: nobody(),
            cannons: nobody(),
            all_cannons: PointSet::with_capacity(table.points),
        };
        for at in 0..table.points {
            let point = Point::nth(at).expect("a point");
            let Some(piece) = table.on(LayerId(0), point) else {
                continue;
            };
            let of_all = match model.kinds[piece.kind.index()].name.as_str() {
                "trooper" => &mut standing.men,
                "cannon" => {
                    standing.all_cannons.insert(at);
                    &mut standing.cannons
                }
                _ => continue,
            };
            if let Some(owner) = piece.owner {
                of_all[owner.index()].insert(at);
            }
        }
        standing
    }

    /// In the field a cannon takes two boxes.
    fn count_cannons(&self, field: &Field) -> usize {
        let boxes = count_in(&self.all_cannons, &field.sections);
        assert_eq!(boxes % 2, 0, "half a cannon");
        boxes / 2 + count_in(&self.all_cannons, &field.forts)
    }

    fn count_men(&self, field: &Field, seat: SeatId) -> usize {
        let men = &self.men[seat.index()];
        count_in(men, &field.sections) + count_in(men, &field.forts)
    }
}

/// How many pieces stand in some areas.
fn count_in(pieces: &PointSet, areas: &[PointSet]) -> usize {
    let counts = areas.iter().map(|area| pieces.intersection_count(area));
    counts.sum()
}

/// What may not change for the better.
struct ArmyCounts {
    men: Vec<usize>,
    cannons: usize,
}

fn plays_fair(setting: Setting, games: usize) {
    let rules = setting.rules();
    let model = rules.model();
    let field = Field::of(model);
    let restores = model
        .options
        .iter()
        .any(|o| o.name == "failed-attack-restores" && o.value == "yes");
    let mut moves = MoveList::default();
    for seed in 0..share(games) as u64 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut state = rules.start().expect("the rules start");
        let mut counts: Option<ArmyCounts> = None;
        loop {
            let known = Known {
                field: &field,
                before: counts,
                restores,
            };
            counts = Some(check(&rules, &state, known));
            rules
                .moves_into(&state, &mut moves)
                .expect("they can be listed");
            let at = random.next_u64() % (moves.len() as u64).max(1);
            let Some(mv) = moves.get(usize::try_from(at).expect("a place")) else {
                break;
            };
            rules
                .apply(&mut state, mv)
                .expect("a listed move can be played");
        }
        assert_eq!(rules.turn(&state), Turn::Over, "seed {seed}");
    }
}

/// What a position is held against.
struct Known<'f> {
    field: &'f Field,
    before: Option<ArmyCounts>,
    /// A failed attack brings the men back.
    restores: bool,
}

fn check(rules: &Rules, state: &Position, known: Known<'_>) -> ArmyCounts {
    let Known {
        field,
        before,
        restores,
    } = known;
    let standing = Standing::of(rules.model(), &rules.spell_out(state));
    let begins =
        rules.phase(state) == Some("turn") && matches!(rules.turn(state), Turn::Players(_));
    for seat in rules.model().seat_ids() {
        for section in &field.sections {
            let men = standing.men[seat.index()].intersection_count(section);
            assert!(!begins || men <= 3, "{men} men stay in a section");
            let boxes = standing.cannons[seat.index()].intersection_count(section);
            assert!(boxes <= 2, "two cannons of a side in a section");
        }
    }
    let men: Vec<usize> = rules
        .model()
        .seat_ids()
        .map(|seat| standing.count_men(field, seat))
        .collect();
    let counts = ArmyCounts {
        men,
        cannons: standing.count_cannons(field),
    };
    if let Some(before) = before.filter(|_| !restores) {
        let more = counts
            .men
            .iter()
            .zip(&before.men)
            .any(|(now, then)| now > then);
        assert!(!more, "men come from nowhere");
        assert!(
            counts.cannons <= before.cannons,
            "cannons come from nowhere"
        );
    }
    counts
}

#[test]
fn men_and_cannons_stand_as_they_may_and_none_is_made() {
    plays_fair(BALL[0], GAMES);
    for setting in BALL[1..].iter().step_by(one_of(3)) {
        plays_fair(*setting, 10);
    }
}
