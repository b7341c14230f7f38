//! Every form of expression once: it is proved to be what it is worked out to be. What is not among them is missed.

use crate::ir::{ScriptAnswer, ScriptHost, ScriptReason, WordsView};
use crate::model::{
    ArgId, ArgValue, Comparison, Dirs, Family, FormationId, Headings, List, ListId, Member,
    MemberBits, MemberPair, MemberSet, Memory, MemoryId, MemoryRef, MemoryType, Model, Node, Num,
    NumOp, Owner, Place, Point, Reach, Row, RuleId, ScriptId, SeatId, Set, Sight, TagId, Truth,
    Value, ValueExpr, Zone, ZoneId, ZoneRef,
};
use crate::reference::sample::{
    C, FIRST, KING, PAIR, PAWN, all_dirs, dir, enemy, game, node, own_pawn, set_of, shifts, table,
    tagged,
};
use crate::reference::{Evaluator, SetParts, TruthParts};
use crate::vm::SpelledPosition;
use std::sync::Arc;

/// The second argument is a point, the third a number, the fourth a player.
const ARGS: [ArgId; 3] = [ArgId(1), ArgId(2), ArgId(3)];
const CARDS: ListId = ListId(0);

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

/// The sample with cards, a hand of each player, and remembered values of each type.
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

fn set(kind: Set) -> Box<Node<Set>> {
    Box::new(node(kind))
}

fn truth(kind: Truth) -> Box<Node<Truth>> {
    Box::new(node(kind))
}

fn num(kind: Num) -> Box<Node<Num>> {
    Box::new(node(kind))
}

fn member(kind: Member) -> Box<Node<Member>> {
    Box::new(node(kind))
}

fn remembered(memory: u16) -> MemoryRef {
    MemoryRef {
        memory: MemoryId(memory),
        of: None,
    }
}

fn hand() -> ZoneRef {
    ZoneRef {
        zone: ZoneId(0),
        of: Some(member(Member::Me)),
    }
}

fn sets(model: &Model) -> Vec<Set> {
    let some = || Set::Fixed(set_of(model, "a2 b2 c4"));
    let straight = |through: Option<Set>| Set::Along {
        from: set(own_pawn()),
        dirs: Headings::Known(vec![all_dirs(); 2]),
        least: 1,
        most: 3,
        through: through.map(set),
    };
    let steps = |within, free: Option<Set>| Reach {
        from: node(own_pawn()),
        over: node(Set::Except(set(Set::And(vec![])), set(some()))),
        within,
        free: free.map(node),
    };
    let is_empty = || truth(Truth::In(Place::It, set(Set::Empty)));
    let reached = steps(Some(node(Num::Fixed(1))), Some(Set::Empty));
    vec![
        some(),
        Set::Region(
            vec![set_of(model, "a1"), set_of(model, "d4")],
            member(Member::Me),
        ),
        own_pawn(),
        enemy(),
        Set::Pieces(vec![KING], Owner::Any),
        Set::Pieces(vec![PAWN], Owner::Of(member(Member::Fixed(1)))),
        Set::Empty,
        Set::And(vec![node(Set::Empty), node(some())]),
        Set::Or(vec![node(own_pawn()), node(some())]),
        Set::Except(set(some()), set(own_pawn())),
        Set::At(Place::Arg(ARGS[0])),
        Set::At(Place::OnLine(C, 9)),
        Set::Line(C),
        straight(None),
        straight(Some(Set::Empty)),
        Set::Ahead {
            line: C,
            least: 1,
            most: 2,
            through: Some(set(Set::Empty)),
        },
        Set::NextTo(set(enemy())),
        Set::Reached(Box::new(reached)),
        Set::Reached(Box::new(steps(None, None))),
        Set::Edge(set(Set::Empty)),
        Set::Memory(remembered(2)),
        Set::If(truth(Truth::Fixed(false)), set(Set::Empty), set(some())),
        Set::Where(set(some()), is_empty()),
        Set::Script(ScriptId(3), vec![ValueExpr::Set(node(enemy()))]),
    ]
}

fn set_form(set: &Set) -> usize {
    match set {
        Set::Fixed(_) => 0,
        Set::Region(..) => 1,
        Set::Pieces(..) => 2,
        Set::Empty => 3,
        Set::And(_) => 4,
        Set::Or(_) => 5,
        Set::Except(..) => 6,
        Set::At(_) => 7,
        Set::Line(_) => 8,
        Set::Along { .. } => 9,
        Set::Ahead { .. } => 10,
        Set::NextTo(_) => 11,
        Set::Reached(_) => 12,
        Set::Edge(_) => 13,
        Set::Memory(_) => 14,
        Set::If(..) => 15,
        Set::Where(..) => 16,
        Set::Script(..) => 17,
    }
}

fn numbers() -> Vec<Num> {
    let two = || num(Num::Fixed(2));
    vec![
        Num::Fixed(7),
        Num::Count(set(own_pawn())),
        Num::CountLines(PAIR),
        Num::Memory(shifts()),
        Num::Arg(ARGS[1]),
        Num::Copies(member(Member::Fixed(0)), hand()),
        Num::Size(hand()),
        Num::Field(vec![4, 9], member(Member::Fixed(1))),
        Num::Element(vec![4, 9], two()),
        Num::Sum(NumOp::Mul, two(), num(Num::Count(set(enemy())))),
        Num::If(truth(Truth::Fixed(true)), two(), num(Num::Fixed(3))),
        Num::Script(ScriptId(1), vec![ValueExpr::Set(node(enemy()))]),
    ]
}

fn num_form(num: &Num) -> usize {
    match num {
        Num::Fixed(_) => 0,
        Num::Count(_) => 1,
        Num::CountLines(_) => 2,
        Num::Memory(_) => 3,
        Num::Arg(_) => 4,
        Num::Copies(..) => 5,
        Num::Size(_) => 6,
        Num::Field(..) => 7,
        Num::Element(..) => 8,
        Num::Sum(..) => 9,
        Num::If(..) => 10,
        Num::Script(..) => 11,
    }
}

fn members() -> Vec<Member> {
    let other = Truth::SameMember(member(Member::Me), member(Member::Fixed(1)));
    let place = Place::Arg(ARGS[0]);
    vec![
        Member::Me,
        Member::None,
        Member::Fixed(1),
        Member::Arg(ARGS[2]),
        Member::Memory(remembered(1)),
        Member::Owner(place),
        Member::At(place),
        Member::Over(set(enemy())),
        Member::Pair(Box::new(MemberPair {
            first: node(Member::Me),
            second: node(Member::Fixed(0)),
            families: (Family::Players, Family::Rows(CARDS)),
            members: 2,
        })),
        Member::RowAt(CARDS, vec![Some(1); 16], place),
        Member::Field(
            Family::Rows(CARDS),
            vec![Some(0), None],
            member(Member::Fixed(0)),
        ),
        Member::Next(member(Member::Fixed(1))),
        Member::First(vec![node(other), node(Truth::Fixed(true))]),
        Member::If(
            truth(Truth::Fixed(false)),
            member(Member::Me),
            member(Member::None),
        ),
        Member::Script(ScriptId(2), vec![]),
    ]
}

fn member_form(member: &Member) -> usize {
    match member {
        Member::Me => 0,
        Member::None => 1,
        Member::Fixed(_) => 2,
        Member::Arg(_) => 3,
        Member::Memory(_) => 4,
        Member::Owner(_) => 5,
        Member::At(_) => 6,
        Member::Over(_) => 7,
        Member::RowAt(..) => 8,
        Member::Field(..) => 9,
        Member::Next(_) => 10,
        Member::First(_) => 11,
        Member::If(..) => 12,
        Member::Script(..) => 13,
        Member::Pair(_) => 14,
    }
}

fn truths() -> Vec<Truth> {
    let both = |yes, no| vec![node(Truth::Fixed(yes)), node(Truth::Fixed(no))];
    let all = [
        ValueExpr::Num(node(Num::Fixed(1))),
        ValueExpr::Truth(node(Truth::Fixed(true))),
        ValueExpr::Member(Family::Players, node(Member::Me)),
        ValueExpr::Member(Family::Rows(CARDS), node(Member::None)),
        ValueExpr::Place(node(Place::Arg(ARGS[0]))),
        ValueExpr::Set(node(Set::Empty)),
        ValueExpr::Kind(KING),
    ];
    vec![
        Truth::Fixed(true),
        Truth::And(both(true, false)),
        Truth::Or(both(true, false)),
        Truth::Not(truth(Truth::Fixed(false))),
        Truth::Some(set(Set::Empty)),
        Truth::Joined(set(own_pawn())),
        Truth::SomeLine(PAIR),
        Truth::SomeLine(FormationId(9)),
        Truth::In(Place::Arg(ARGS[0]), set(enemy())),
        Truth::In(Place::OnLine(C, 9), set(Set::Empty)),
        Truth::LineIn(C, set(own_pawn())),
        Truth::SameSet(set(enemy()), set(own_pawn())),
        Truth::Compare(
            Comparison::Less,
            num(Num::Fixed(0)),
            num(Num::Copies(member(Member::Fixed(1)), hand())),
        ),
        Truth::SameMember(member(Member::Me), member(Member::Memory(remembered(1)))),
        Truth::LastIs(vec![RuleId(2)]),
        Truth::Seen(2),
        Truth::Script(ScriptId(0), all.into()),
    ]
}

fn truth_form(truth: &Truth) -> usize {
    match truth {
        Truth::Fixed(_) => 0,
        Truth::And(_) => 1,
        Truth::Or(_) => 2,
        Truth::Not(_) => 3,
        Truth::Some(_) => 4,
        Truth::Joined(_) => 5,
        Truth::SomeLine(_) => 6,
        Truth::In(..) => 7,
        Truth::LineIn(..) => 8,
        Truth::SameSet(..) => 9,
        Truth::Compare(..) => 10,
        Truth::SameMember(..) => 11,
        Truth::LastIs(_) => 12,
        Truth::Seen(_) => 13,
        Truth::Script(..) => 14,
    }
}

/// Makes sure that every form is among some.
fn check_all<T>(all: &[T], form: fn(&T) -> usize, forms: usize) {
    let missing = (0..forms).find(|n| !all.iter().any(|one| form(one) == *n));
    assert_eq!(missing, None, "a form is missing");
    assert!(
        all.iter().all(|one| form(one) < forms),
        "say how many forms there are"
    );
}

/// Asks something of the evaluator of the scene, for both players.
fn on_the_scene(ask: impl Fn(Evaluator<'_>)) {
    let (model, mut table) = scene();
    let args = [
        Some(ArgValue::Line(Point(4), dir("east"))),
        Some(ArgValue::Point(Point(9))),
        Some(ArgValue::Num(3)),
        Some(ArgValue::Seat(SeatId(1))),
    ];
    for me in model.seat_ids() {
        table.me = me;
        ask(Evaluator {
            args: &args,
            scripts: Some(&Oracle),
            ..Evaluator::new(&model, &table)
        });
        // Nothing is bound: whatever names an argument is a fault, both ways.
        ask(Evaluator::new(&model, &table));
    }
}

#[test]
fn every_form_is_proved_to_be_what_it_is() {
    let (model, _) = scene();
    let (sets, numbers, members, truths) = (sets(&model), numbers(), members(), truths());
    check_all(&sets, set_form, 18);
    check_all(&numbers, num_form, 12);
    check_all(&members, member_form, 15);
    check_all(&truths, truth_form, 15);
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
    let evaluator = Evaluator::new(&model, &table);
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
    let evaluator = Evaluator::new(&model, &table);
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
