//! What `why` says: of drawn positions word by word, of random games that it is never wrong about what is legal.

use linstock_engine::vm::{Piece, Position, SpelledPosition, Turn};
use linstock_model::{ArgValue, KindId, Model, MoveId, SeatId};
use linstock_play::Refusal;
use linstock_play::Rules;
use linstock_play::{Actor, ActorAt, explain::why, notation};
use linstock_testing::games::{
    CARDS, COLONY, ODD, PARTS, SETTINGS, Setting, one_of, share, thorough,
};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;

fn rules(setting: Setting) -> Arc<Rules> {
    setting.rules()
}

/// Lays out a battle: `S`, `T` are soldiers and Town of light, who moves, `s`, `t` those of dark.
fn battle(rules: &Rules, picture: &str, remember: impl FnOnce(&mut SpelledPosition)) -> Position {
    let mut table = SpelledPosition::empty(rules.model());
    for (row, letters) in picture.split_whitespace().rev().enumerate() {
        for (column, letter) in letters.chars().enumerate() {
            let kind = match letter.to_ascii_lowercase() {
                's' => KindId(0),
                't' => KindId(1),
                _ => continue,
            };
            let owner = Some(SeatId(u8::from(letter.is_ascii_lowercase())));
            table.pieces[row * 10 + column] = Some(Piece { kind, owner });
        }
    }
    remember(&mut table);
    rules
        .set_up("battle", SeatId(0), &table)
        .expect("somebody can move")
}

const SHOTS: &str = "
    ....T.....
    ...S......
    ...S......
    ...S......
    ..........
    ...s......
    ...s......
    ..........
    ..........
    .....t....
";

/// Checks what is said of a move, without the quoted move itself, and that these clauses are among those named.
fn check(rules: &Rules, state: &Position, text: &str, (reason, clauses): (&str, &str)) {
    let sources = SETTINGS[0].sources();
    let at = ActorAt::new(rules, state, actor(rules, state));
    let said = why(at, &[], text, Some(&sources)).expect("readable");
    let rest = said.reason.strip_prefix(&format!("`{text}` is "));
    assert_eq!(rest.unwrap_or(&said.reason), reason);
    let named: Vec<_> = said
        .clauses
        .iter()
        .map(|&tag| rules.model().tag(tag))
        .collect();
    for clause in clauses.split_whitespace() {
        assert!(
            named.contains(&clause),
            "{text}: {clause} is not among {named:?}"
        );
    }
}

#[test]
fn moves_of_a_drawn_position_are_explained() {
    let rules = rules(SETTINGS[0]);
    let state = battle(&rules, SHOTS, |_| ());
    for (text, expected) in [
        ("d7-d6", ("legal (step)", "CA-12 CA-14")),
        ("d9-d6", ("legal (shift)", "CA-20 CA-17")),
        ("xd4", ("legal", "CA-18 CA-19 B3")),
        (
            "d7-d9",
            (
                "not legal (retreat): no enemy piece stands next to d7",
                "CA-15",
            ),
        ),
        (
            "d7xd5",
            (
                "not legal: d5 is not 1 step straight or diagonally forward or sideways from d7",
                "CA-13 CA-14",
            ),
        ),
        (
            "xd3",
            (
                "not legal: d3 is not 2 or 3 points ahead of any light cannon",
                "CA-18",
            ),
        ),
        (
            "d8-d7",
            (
                "not legal (step): d7 is not empty: a light soldier stands there",
                "CA-12",
            ),
        ),
        (
            "d5-d4",
            (
                "not legal: it is the turn of light, and a dark soldier stands on d5",
                "CA-12",
            ),
        ),
        (
            "e10-e9",
            (
                "not legal (step): no light soldier stands on e10: a light town stands there",
                "CA-09",
            ),
        ),
        (
            "d7-a4",
            (
                "not legal (shift): d7-b5 is no light cannon: c6 is empty",
                "CA-17 CA-20",
            ),
        ),
        (
            "f9",
            (
                "you cannot play `f9` now; you can play `step`, `shift` or `shot`, such as `d7-c6`",
                "CA-11 CA-21",
            ),
        ),
    ] {
        check(&rules, &state, text, expected);
    }
}

#[test]
fn of_a_legal_move_only_the_clauses_that_decide_are_named() {
    let near = SHOTS.replacen("..........", "...s......", 1);
    for (setting, picture, text, expected) in [
        // Not what the soldier does on the far row, nor that there is no passing.
        (0, SHOTS, "d7-c6", "CA-12 CA-14"),
        // Without a limit on shifts nothing about it decides.
        (0, SHOTS, "d9-d6", "CA-20 CA-17 B7"),
        (3, SHOTS, "d9-d6", "CA-20 CA-17 B7 CA-25 B9"),
        // A shot passes over a piece only where one stands.
        (0, SHOTS, "xd4", "CA-18 CA-17 B7 CA-19 B3 B11"),
        (0, SHOTS, "xd5", "CA-18 CA-17 B7 CA-19 B11"),
        (0, near.as_str(), "d7xd6", "CA-13 CA-14"),
    ] {
        let rules = rules(SETTINGS[setting]);
        let state = battle(&rules, picture, |_| ());
        let at = ActorAt::new(&rules, &state, actor(&rules, &state));
        let said = why(at, &[], text, None).expect("readable");
        assert!(said.legal, "{text}: {}", said.reason);
        let named = |tags: &[linstock_model::TagId]| -> Vec<String> {
            let name = |&tag| rules.model().tag(tag).to_owned();
            tags.iter().map(name).collect()
        };
        assert_eq!(named(&said.clauses).join(" "), expected, "{text}");
        // What it goes by is known all the same: coverage counts it.
        assert!(named(&said.carried).contains(&"CA-21".to_owned()));
    }
}

#[test]
fn what_a_piece_does_elsewhere_is_no_reason_why_it_does_not_stand_here() {
    let rules = rules(SETTINGS[0]);
    let state = battle(&rules, SHOTS, |_| ());
    let at = ActorAt::new(&rules, &state, actor(&rules, &state));
    let said = why(at, &[], "d5-d4", None).expect("readable");
    let named: Vec<_> = said.clauses.iter().map(|&t| rules.model().tag(t)).collect();
    assert_eq!(named, ["CA-10", "CA-12"]);
}

#[test]
fn a_cannon_with_its_muzzle_blocked_is_explained_by_the_muzzle() {
    let rules = rules(SETTINGS[0]);
    let blocked = SHOTS.replacen("..........", "...s......", 1);
    let state = battle(&rules, &blocked, |_| ());
    let reason = "not legal with the cannon d9-d7: d6 is not empty: a dark soldier stands there";
    check(&rules, &state, "xd5", (reason, "CA-19 CA-18"));
}

#[test]
fn options_speak_in_the_reasons() {
    let strict = rules(SETTINGS[1]);
    let state = battle(&strict, SHOTS, |_| ());
    let reason = "not legal with the cannon d9-d7: a dark soldier on d5 is in the way";
    check(&strict, &state, "xd4", (reason, "B3 CA-18"));
    let tired = rules(SETTINGS[3]);
    let state = battle(&tired, SHOTS, |table| {
        let board = tired.model().board.as_ref().expect("a board");
        let mut cannon = board.none();
        for point in ["d7", "d8", "d9"]
            .iter()
            .filter_map(|name| board.find(name))
        {
            cannon.insert(usize::from(point.0));
        }
        table.memories[0][0] = linstock_model::Value::Num(3);
        table.memories[1][0] = linstock_model::Value::Points(cannon);
    });
    let reason = "not legal (shift): this cannon has reached the limit of shifts in a row: 3 of 3";
    check(&tired, &state, "d7-d10", (reason, "CA-25 B9 B10"));
}

/// Returns a text of some move with holes filled at random from names that exist.
fn any_text(model: &Model, random: &mut Pcg64Mcg) -> String {
    let mut below = |count: usize| {
        let count = u64::try_from(count.max(1)).unwrap_or(1);
        usize::try_from(random.next_u64() % count).unwrap_or(0)
    };
    let mv = MoveId(u16::try_from(below(model.moves.len())).unwrap_or(0));
    let points = model.board.as_ref().map_or(0, |board| board.points());
    let mut word = |part: &linstock_model::TextPart| match part {
        linstock_model::TextPart::Literal(letters) => letters.clone(),
        linstock_model::TextPart::Place(_) => {
            let board = model.board.as_ref().expect("a board");
            board.name(linstock_model::Point(
                u16::try_from(below(points)).unwrap_or(0),
            ))
        }
        linstock_model::TextPart::Num(_) => below(9).to_string(),
        linstock_model::TextPart::Member(finite_domain, _) => {
            let at = u8::try_from(below(model.members(*finite_domain))).unwrap_or(0);
            model.member(*finite_domain, at).to_owned()
        }
        linstock_model::TextPart::Multiset(_, list) => {
            let rows = &model.list(*list).rows;
            let names: Vec<_> = (0..=below(3))
                .map(|_| rows[below(rows.len())].name.clone())
                .collect();
            names.join(" ")
        }
    };
    model.mv(mv).text.iter().map(&mut word).collect()
}

/// Returns who is meant when nobody is named: the first who owes a choice.
fn actor(rules: &Rules, state: &Position) -> Actor {
    match rules.turn(state) {
        Turn::Players(seats) => Actor::Player(seats[0]),
        Turn::Chance | Turn::Over => Actor::Chance,
    }
}

/// Plays a random game and asks `why` of legal texts and of some others, wherever a player chooses: of every legal text, or of
/// so many that lie apart in the list.
fn compare(rules: &Rules, random: &mut Pcg64Mcg) {
    let mut state = rules.start().expect("no fault");
    for _ in 0..if thorough() { 40 } else { 12 } {
        let actor = actor(rules, &state);
        let me = match actor {
            Actor::Player(seat) => seat,
            Actor::Chance => rules.spell_out(&state).me,
        };
        let moves = match rules.turn(&state) {
            Turn::Players(_) => rules.moves(&state, me).expect("they can be listed"),
            Turn::Chance => rules
                .outcomes(&state)
                .expect("they can be listed")
                .into_iter()
                .map(|(mv, _)| mv)
                .collect(),
            Turn::Over => return,
        };
        let text = |mv: &linstock_engine::vm::Move| -> String {
            let (id, args): (MoveId, Vec<Option<ArgValue>>) = rules.args(&state, *mv);
            notation::text(rules.model(), id, &args, me)
        };
        let legal: Vec<_> = moves.iter().map(text).collect();
        let others: Vec<_> = (0..30).map(|_| any_text(rules.model(), random)).collect();
        let most = if thorough() { 400 } else { 40 };
        let apart = legal.len().div_ceil(most).max(1);
        for text in legal.iter().step_by(apart).chain(&others) {
            let at = ActorAt::new(rules, &state, actor);
            let said = match why(at, &[], text, None) {
                Ok(said) => said,
                Err(Refusal::BadMove(_)) => {
                    assert!(!legal.contains(text), "{text}");
                    continue;
                }
                Err(other) => panic!("{text}: {other}"),
            };
            assert_eq!(
                said.legal,
                legal.contains(text),
                "{text}: {}; legal: {legal:?}",
                said.reason
            );
            assert!(!said.reason.is_empty());
        }
        let next = usize::try_from(random.next_u64() % moves.len() as u64).unwrap_or(0);
        rules.apply(&mut state, moves[next]).expect("legal");
    }
}

#[test]
fn why_is_never_wrong_about_what_is_legal() {
    let all = SETTINGS.into_iter().chain(ODD).chain(CARDS);
    for setting in all.chain(COLONY).chain(PARTS).step_by(one_of(6)) {
        let rules = rules(setting);
        for seed in 0..share(3) as u64 {
            compare(&rules, &mut Pcg64Mcg::seed_from_u64(seed));
        }
    }
}

#[test]
fn after_the_end_nothing_is_legal() {
    let rules = rules(SETTINGS[8]);
    let mut state = rules.start().expect("no fault");
    for text in ["a1", "b1", "a2", "b2", "a3"] {
        let me = rules.spell_out(&state).me;
        let found = rules
            .moves(&state, me)
            .expect("they can be listed")
            .into_iter()
            .find(|mv| {
                let (id, args) = rules.args(&state, *mv);
                notation::text(rules.model(), id, &args, me) == text
            });
        rules
            .apply(&mut state, found.expect("legal"))
            .expect("no fault");
    }
    let actor = Actor::Player(SeatId(0));
    let at = ActorAt::new(&rules, &state, actor);
    let said = why(at, &[], "c3", None).expect("readable");
    assert_eq!(
        (said.legal, said.reason.as_str()),
        (false, "the game is over")
    );
    assert!(why(at, &[], "c4", None).is_err());
}
