//! Cannon Ball: after a turn no section holds more than three men of a side, no side has two cannons in a section, and
//! neither men nor cannons come from nowhere.

use crate::internal_tests::games::{BALL, Setting, one_of, share};
use crate::ir::{Rules, SpelledPosition};
use crate::model::{LayerId, Model, Point, PointSet, SeatId, Value};
use crate::vm::{MoveList, Position, Turn};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// So many random games are played at the defaults.
const GAMES: usize = 60;

fn rules(setting: Setting) -> Rules {
    let (sources, choices) = (setting.sources(), setting.choices());
    Rules::load(&sources, &choices).expect("the rules load")
}

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

/// What stands where.
struct Standing<'t> {
    model: &'t Model,
    table: &'t SpelledPosition,
}

impl Standing<'_> {
    /// How many pieces of a kind stand on some points, anybody's or one player's.
    fn count(&self, kind: &str, whose: Option<SeatId>, points: &PointSet) -> usize {
        let meant = |point: &usize| {
            let point = Point::nth(*point);
            let piece = point.and_then(|point| self.table.on(LayerId(0), point));
            piece.is_some_and(|piece| {
                self.model.kinds[piece.kind.index()].name == kind
                    && (whose.is_none() || piece.owner == whose)
            })
        };
        points.ones().filter(meant).count()
    }

    fn all(&self, kind: &str, whose: Option<SeatId>, areas: &[PointSet]) -> usize {
        areas.iter().map(|area| self.count(kind, whose, area)).sum()
    }

    /// In the field a cannon takes two boxes.
    fn cannons(&self, field: &Field) -> usize {
        let boxes = self.all("cannon", None, &field.sections);
        assert_eq!(boxes % 2, 0, "half a cannon");
        boxes / 2 + self.all("cannon", None, &field.forts)
    }

    fn men(&self, field: &Field, seat: SeatId) -> usize {
        let areas = [field.sections.as_slice(), &field.forts].concat();
        self.all("trooper", Some(seat), &areas)
    }
}

/// What may not change for the better.
struct ArmyCounts {
    men: Vec<usize>,
    cannons: usize,
}

fn plays_fair(setting: Setting, games: usize) {
    let rules = rules(setting);
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
    let table = rules.spell_out(state);
    let standing = Standing {
        model: rules.model(),
        table: &table,
    };
    let begins =
        rules.phase(state) == Some("turn") && matches!(rules.turn(state), Turn::Players(_));
    for seat in rules.model().seat_ids() {
        for section in &field.sections {
            let men = standing.count("trooper", Some(seat), section);
            assert!(!begins || men <= 3, "{men} men stay in a section");
            let boxes = standing.count("cannon", Some(seat), section);
            assert!(boxes <= 2, "two cannons of a side in a section");
        }
    }
    let men: Vec<usize> = rules
        .model()
        .seat_ids()
        .map(|seat| standing.men(field, seat))
        .collect();
    let counts = ArmyCounts {
        men,
        cannons: standing.cannons(field),
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
