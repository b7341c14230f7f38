//! Every form of expression is proved with the same value as it is evaluated to, and its proof has the right parts.

use crate::reference::every_form::{CARDS, check_all, members, num, numbers, set, sets, truths};
use crate::reference::sample::{FIRST, dir, game, node, own_pawn, set_of, shifts, table, tagged};
use crate::reference::{Evaluator, SetParts, TruthParts};
use linstock_engine::ir::{ScriptAnswer, ScriptHost, ScriptReason, WordsView};
use linstock_engine::vm::{Fuel, SpelledPosition};
use linstock_model::{
    ArgValue, Comparison, Dirs, Headings, List, Member, MemberBits, MemberSet, Memory, MemoryType,
    Model, Num, Place, Point, Reach, Row, RuleId, ScriptId, SeatId, Set, Sight, TagId, Truth,
    Value, Zone,
};
use std::sync::Arc;

/// A script for each type.
#[derive(Debug)]
struct Oracle;

impl ScriptHost for Oracle {
    fn call(
        &self,
        script: ScriptId,
        _: &[Value],
        _: WordsView<'_>,
        _: &std::cell::Cell<usize>,
    ) -> Result<ScriptAnswer, String> {
        match script.0 {
            0 => Ok(ScriptAnswer::No(Arc::new(ScriptReason {
                clause: "S-1".to_owned(),
                reason: "not today".to_owned(),
            }))),
            1 => Ok(ScriptAnswer::Value(Value::Num(5))),
            2 => Ok(ScriptAnswer::Value(Value::Seat(Some(SeatId(1))))),
            3 => Ok(ScriptAnswer::Value(Value::Point(Some(Point(5))))),
            _ => Err("no such script".to_owned()),
        }
    }
}

fn memory(name: &str, ty: MemoryType, start: Value) -> Memory {
    Memory {
        name: name.to_owned(),
        per: None,
        of_piece: false,
        among: MemberBits::players(),
        second: None,
        ty,
        start,
        sight: Sight::Open,
        passing: false,
        uncounted: false,
        live: true,
        tags: vec![],
    }
}

/// The sample game with cards, a hand for each player, and memories of each type.
fn scene() -> (Model, SpelledPosition) {
    let mut model = game(4);
    let row = |name: &str| Row {
        name: name.to_owned(),
        values: vec![],
    };
    model.lists = vec![List {
        name: "cards".to_owned(),
        shown: None,
        fields: vec![],
        rows: vec![row("ace"), row("ten")],
        of_pieces: false,
        of_directions: false,
        tags: vec![],
    }];
    model.zones = vec![Zone {
        name: "hand".to_owned(),
        of_player: true,
        list: CARDS,
        start: vec![2, 1],
        sight: Sight::Open,
        tags: vec![],
    }];
    let seen = set_of(&model, "a1 b3");
    model.memories.extend([
        memory("leader", MemoryType::Seat, Value::Seat(Some(SeatId(1)))),
        memory("visited", MemoryType::Points, Value::Points(seen)),
    ]);
    let picture = "k.p. .pP. PP.. ..K.";
    let mut table = table(&model, picture);
    table.last = Some(RuleId(2));
    (model, table)
}

/// Runs a check with the evaluator of the scene, for both players.
fn on_the_scene(ask: impl Fn(Evaluator<'_>)) {
    let (model, mut table) = scene();
    let args = [
        Some(ArgValue::Line(Point(4), dir("east"))),
        Some(ArgValue::Point(Point(9))),
        Some(ArgValue::Num(3)),
        Some(ArgValue::Seat(SeatId(1))),
        Some(ArgValue::Multiset(CARDS, 0b11)),
    ];
    for me in model.seat_ids() {
        table.me = me;
        ask(Evaluator {
            args: &args,
            scripts: Some(&Oracle),
            ..Evaluator::new(&model, &table, &Fuel::default())
        });
        // Without bindings, every expression with an argument is a fault, with or without a proof.
        ask(Evaluator::new(&model, &table, &Fuel::default()));
    }
}

#[test]
fn every_form_is_proved_to_be_what_it_is() {
    let (model, _) = scene();
    let (sets, numbers, members, truths) = (sets(&model), numbers(), members(), truths());
    check_all(&sets, Set::form, Set::FORMS);
    check_all(&numbers, Num::form, Num::FORMS);
    check_all(&members, Member::form, Member::FORMS);
    check_all(&truths, Truth::form, Truth::FORMS);
    on_the_scene(|evaluator| {
        for kind in &sets {
            let node = node(kind.clone());
            let proved = evaluator.prove(&node).map(|proof| proof.value);
            assert_eq!(proved, evaluator.set(&node), "{kind:?}");
        }
        for kind in &numbers {
            let node = node(kind.clone());
            let proved = evaluator.prove(&node).map(|proof| proof.value);
            assert_eq!(proved, evaluator.num(&node), "{kind:?}");
        }
        for kind in &members {
            let node = node(kind.clone());
            let proved = evaluator.prove(&node).map(|proof| proof.value);
            assert_eq!(proved, evaluator.item(&node), "{kind:?}");
        }
        for kind in &truths {
            let node = node(kind.clone());
            let proved = evaluator.prove(&node).map(|proof| proof.value);
            assert_eq!(proved, evaluator.truth(&node), "{kind:?}");
        }
        let set = node(MemberSet(truths.iter().cloned().map(node).collect()));
        let proved = evaluator.prove(&set).map(|proof| proof.value);
        assert_eq!(proved, evaluator.items(&set));
    });
}

#[test]
fn a_part_that_fails_where_nothing_hangs_on_it_changes_nothing() {
    let (model, table) = scene();
    let fuel = Fuel::default();
    let evaluator = Evaluator::new(&model, &table, &fuel);
    let fails = || node(Truth::In(Place::Arg(FIRST), set(Set::Empty)));
    let holds = |yes| node(Truth::Fixed(yes));
    for (cond, expected) in [
        (Truth::Or(vec![holds(true), fails()]), Ok(true)),
        (Truth::And(vec![holds(false), fails()]), Ok(false)),
    ] {
        let cond = node(cond);
        let proof = evaluator.prove(&cond).expect("it is decided before");
        assert_eq!(
            (Ok(proof.value), evaluator.truth(&cond)),
            (expected.clone(), expected)
        );
        let (TruthParts::And(parts) | TruthParts::Or(parts)) = &*proof.parts else {
            panic!("two parts");
        };
        assert!(parts[0].is_ok() && parts[1].is_err());
    }
    let too_early = node(Truth::Or(vec![holds(false), fails(), holds(true)]));
    assert!(evaluator.prove(&too_early).is_err() && evaluator.truth(&too_early).is_err());
}

#[test]
fn a_proof_says_what_was_seen() {
    let (model, table) = scene();
    let fuel = Fuel::default();
    let evaluator = Evaluator::new(&model, &table, &fuel);
    let name = |at: Point| model.board.as_ref().expect("a board").name(at);
    let straight = node(Set::Along {
        from: Box::new(tagged(Set::Fixed(set_of(&model, "c1")), &[3])),
        dirs: Headings::Known(vec![Dirs::only(dir("north")); 2]),
        least: 1,
        most: 9,
        through: Some(set(Set::Empty)),
    });
    let proof = evaluator.prove(&straight).expect("no fault");
    let SetParts::Along(from, ways) = &*proof.parts else {
        panic!("straight ways");
    };
    assert_eq!(
        (from.node.tags.as_slice(), ways.rays.len()),
        (&[TagId(3)][..], 1)
    );
    let ray = &ways.rays[0];
    assert_eq!(
        ray.reached().iter().map(|at| name(*at)).collect::<Vec<_>>(),
        ["c2", "c3"]
    );
    assert_eq!(ray.blocked(3).map(name).as_deref(), Some("c3"));
    assert_eq!(
        (ray.steps_to(ray.points[2]), ray.blocked(2)),
        (Some(3), None)
    );

    let winding = node(Set::Reached(Box::new(Reach {
        from: node(own_pawn()),
        over: node(Set::Empty),
        within: Some(node(Num::Fixed(1))),
        free: None,
    })));
    let proof = evaluator.prove(&winding).expect("no fault");
    let SetParts::Reached(ways) = &*proof.parts else {
        panic!("winding ways");
    };
    let far = |at: &str| {
        let at = model.board.as_ref().and_then(|board| board.find(at));
        ways.steps[at.expect("a point").index()].map(|far| (far.steps, name(far.from)))
    };
    assert_eq!(far("a2"), Some((0, "a2".to_owned())));
    assert_eq!(far("b1"), Some((1, "a2".to_owned())));
    assert_eq!(far("d4"), Some((1, "c3".to_owned())));
    assert_eq!(far("a4"), None);

    let few = node(Truth::Compare(
        Comparison::Less,
        num(Num::Count(set(own_pawn()))),
        num(Num::Memory(shifts())),
    ));
    let proof = evaluator.prove(&few).expect("no fault");
    let TruthParts::Compare(_, left, right) = &*proof.parts else {
        panic!("two numbers");
    };
    assert_eq!((proof.value, left.value, right.value), (false, 3, 0));
}
