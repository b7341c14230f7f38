//! Results of the reference evaluator on small boards, compared with results written by hand.

use crate::reference::sample::{
    C, FIRST, KING, NORTHWARD, PAIR, PAWN, SOUTHWARD, all_dirs, along_first, dir, enemy, game,
    node, offered, others, own_pawn, point, set_of, shifts, table,
};
use crate::reference::{BoundMove, Evaluator, carry_out, points_of};
use linstock_engine::ir::{ScriptAnswer, ScriptHost, WordsView};
use linstock_engine::vm::{Fuel, SpelledPosition};
use linstock_model::{
    ArgValue, Comparison, Dir, Dirs, Headings, LayerId, Member, MemberSet, Model, Num, NumOp,
    Owner, PiecesTaken, Place, ScriptId, SeatId, Set, Stmt, StmtKind, Truth, Value,
};

const PICTURE: &str = "
    k . p .
    . p P .
    P P . .
    . . K .
";

fn scene() -> (Model, SpelledPosition) {
    let model = game(4);
    let table = table(&model, &PICTURE.replace(' ', "").replace('\n', " "));
    (model, table)
}

/// Checks a set on the picture, with the first argument bound to the named point, if any.
fn check(set: Set, here: Option<&str>, expected: &str) {
    check_as(SeatId(0), set, here, expected);
}

fn check_as(me: SeatId, set: Set, here: Option<&str>, expected: &str) {
    let (model, mut table) = scene();
    table.me = me;
    let args = [here.map(|name| ArgValue::Point(point(&model, name)))];
    check_with(
        &Evaluator::new(&model, &table, &Fuel::default()).with(&args),
        set,
        expected,
    );
}

/// Checks a set on the picture with the first argument bound to a formation.
fn check_line(rear: &str, dir: Dir, set: Set, expected: &str) {
    let (model, table) = scene();
    let args = [Some(ArgValue::Line(point(&model, rear), dir))];
    check_with(
        &Evaluator::new(&model, &table, &Fuel::default()).with(&args),
        set,
        expected,
    );
}

fn check_with(plain: &Evaluator<'_>, set: Set, expected: &str) {
    let board = plain.model.board.as_ref().expect("a board");
    let found = plain.set(&node(set)).expect("no fault");
    let names: Vec<_> = points_of(&found).map(|point| board.name(point)).collect();
    assert_eq!(
        found,
        set_of(plain.model, expected),
        "found {names:?}, expected {expected}"
    );
}

fn boxed(set: Set) -> Box<linstock_model::Node<Set>> {
    Box::new(node(set))
}

#[test]
fn pieces_are_found_by_kind_and_owner() {
    check(own_pawn(), None, "a2 b2 c3");
    check_as(SeatId(1), own_pawn(), None, "b3 c4");
    check(enemy(), None, "a4 b3 c4");
    check(Set::Pieces(vec![KING], Owner::Any), None, "a4 c1");
    check(
        Set::Pieces(
            vec![PAWN, KING],
            Owner::Of(Box::new(node(Member::Fixed(1)))),
        ),
        None,
        "a4 b3 c4",
    );
    check(
        Set::Pieces(vec![PAWN, KING], Owner::Of(Box::new(node(Member::None)))),
        None,
        "",
    );
    check(Set::Empty, None, "a1 b1 d1 c2 d2 a3 d3 b4 d4");
}

#[test]
fn sets_are_joined() {
    let (model, _) = scene();
    let fixed = |names| node(Set::Fixed(set_of(&model, names)));
    check(
        Set::And(vec![fixed("a1 b2 c3"), fixed("b2 c3 d4")]),
        None,
        "b2 c3",
    );
    check(
        Set::Or(vec![fixed("a1"), fixed("d4"), fixed("a1 b1")]),
        None,
        "a1 b1 d4",
    );
    check(
        Set::Except(Box::new(fixed("a1 b2 c3")), Box::new(fixed("b2 d4"))),
        None,
        "a1 c3",
    );
    let home = vec![set_of(&model, "a1 b1"), set_of(&model, "a4 b4")];
    check(
        Set::Region(home.clone(), Box::new(node(Member::Me))),
        None,
        "a1 b1",
    );
    let opponent = Member::Next(Box::new(node(Member::Me)));
    check(
        Set::Region(home.clone(), Box::new(node(opponent))),
        None,
        "a4 b4",
    );
    check(Set::Region(home, Box::new(node(Member::None))), None, "");
    let either = |yes| {
        Set::If(
            Box::new(node(Truth::Fixed(yes))),
            boxed(own_pawn()),
            boxed(enemy()),
        )
    };
    check(either(true), None, "a2 b2 c3");
    check(either(false), None, "a4 b3 c4");
}

#[test]
fn straight_ways_stop_where_they_must() {
    let forth = [NORTHWARD, SOUTHWARD];
    check(along_first(forth, (1, 1), None), Some("b2"), "a3 b3 c3");
    check_as(
        SeatId(1),
        along_first(forth, (1, 1), None),
        Some("b2"),
        "a1 b1 c1",
    );
    check(along_first(forth, (2, 2), None), Some("b2"), "b4 d4");
    check(
        along_first(forth, (2, 3), Some(Set::Empty)),
        Some("c1"),
        "c3",
    );
    check(
        along_first([all_dirs(); 2], (1, u16::MAX), Some(Set::Empty)),
        Some("c2"),
        "c3 d3 d2 d1 c1 b1 b2 b3",
    );
    check(
        along_first([Dirs::only(dir("east")); 2], (1, 9), Some(Set::Empty)),
        Some("b1"),
        "c1",
    );
    check(
        along_first([Dirs::only(dir("east")); 2], (2, 9), Some(Set::Empty)),
        Some("b1"),
        "",
    );
    let from_all = Set::Along {
        from: boxed(own_pawn()),
        dirs: Headings::Known(vec![Dirs::only(dir("north")); 2]),
        least: 1,
        most: 2,
        through: Some(boxed(Set::Empty)),
    };
    check(from_all, None, "a3 a4 b3 c4");
}

#[test]
fn formations_stand_in_rows_and_point_both_ways() {
    let (model, table) = scene();
    let fuel = Fuel::default();
    let plain = Evaluator::new(&model, &table, &fuel);
    let lines = plain.lines(PAIR).expect("no fault");
    let named: Vec<_> = lines
        .iter()
        .map(|&(rear, dir)| (model.board.as_ref().expect("a board").name(rear), dir))
        .collect();
    let expected = [
        ("a2", dir("east")),
        ("b2", dir("northeast")),
        ("b2", dir("west")),
        ("c3", dir("southwest")),
    ];
    assert_eq!(named, expected.map(|(name, dir)| (name.to_owned(), dir)));
    let number = |num| plain.num(&node(num));
    assert_eq!(number(Num::CountLines(PAIR)), Ok(4));
    assert_eq!(plain.truth(&node(Truth::SomeLine(PAIR))), Ok(true));
    assert_eq!(plain.line_places(PAIR).len(), 2 * 42);
}

#[test]
fn points_on_the_line_of_a_formation() {
    let ahead = |least, most, through: Option<Set>| Set::Ahead {
        line: C,
        least,
        most,
        through: through.map(boxed),
    };
    check_line("a2", dir("east"), Set::Line(C), "a2 b2");
    check_line("a2", dir("east"), Set::At(Place::OnLine(C, 0)), "a2");
    check_line("a2", dir("east"), Set::At(Place::OnLine(C, 2)), "c2");
    check_line("a2", dir("east"), Set::At(Place::OnLine(C, 4)), "");
    check_line("a2", dir("east"), ahead(1, 3, None), "c2 d2");
    check_line("a2", dir("east"), ahead(2, 2, Some(Set::Empty)), "d2");
    check_line("b2", dir("west"), ahead(1, 3, None), "");
    check_line("b2", dir("northeast"), ahead(1, 3, None), "d4");
    check_line("b1", dir("north"), ahead(1, 2, Some(Set::Empty)), "b3");
    check_line("b1", dir("north"), ahead(2, 2, Some(Set::Empty)), "");
}

#[test]
fn neighbours_and_edges() {
    check(
        Set::NextTo(boxed(Set::At(Place::Arg(FIRST)))),
        Some("a1"),
        "a2 b1 b2",
    );
    check(
        Set::NextTo(boxed(Set::Pieces(vec![KING], Owner::Any))),
        None,
        "a3 b3 b4 b1 d1 b2 c2 d2",
    );
    let (model, _) = scene();
    let block = |names| Set::Edge(boxed(Set::Fixed(set_of(&model, names))));
    check(
        block("a1 b1 c1 a2 b2 c2 a3 b3 c3"),
        None,
        "a1 b1 c1 a2 c2 a3 b3 c3",
    );
    check(
        Set::Edge(boxed(Set::Fixed(set_of(&model, "b2 b1 b3 a2 c2 d2")))),
        None,
        "b1 b3 a2 c2 d2",
    );
}

#[test]
fn truths() {
    let (model, mut table) = scene();
    table.last = Some(linstock_model::RuleId(2));
    let here = [Some(ArgValue::Point(point(&model, "b3")))];
    let fuel = Fuel::default();
    let plain = Evaluator::new(&model, &table, &fuel).with(&here);
    let holds = |truth| plain.truth(&node(truth)).expect("no fault");
    assert!(holds(Truth::And(vec![])) && !holds(Truth::Or(vec![])));
    assert!(holds(Truth::Some(boxed(Set::Empty))));
    assert!(!holds(Truth::Some(boxed(Set::Or(vec![])))));
    assert!(holds(Truth::In(Place::Arg(FIRST), boxed(enemy()))));
    assert!(!holds(Truth::In(Place::Arg(FIRST), boxed(own_pawn()))));
    assert!(holds(Truth::Not(Box::new(node(Truth::Fixed(false))))));
    assert!(holds(Truth::SameSet(
        boxed(Set::Or(vec![node(enemy())])),
        boxed(enemy())
    )));
    assert!(holds(Truth::LastIs(vec![linstock_model::RuleId(2)])) && !holds(Truth::LastIs(vec![])));
    let next = Member::Next(Box::new(node(Member::Fixed(1))));
    assert!(holds(Truth::SameMember(
        Box::new(node(Member::Me)),
        Box::new(node(next))
    )));
    assert!(holds(Truth::Seen(1)) && !holds(Truth::Seen(2)));
    let compare = |how, left, right| {
        Truth::Compare(how, Box::new(node(Num::Fixed(left))), Box::new(node(right)))
    };
    assert!(holds(compare(
        Comparison::Equal,
        3,
        Num::Count(boxed(own_pawn()))
    )));
    assert!(!holds(compare(Comparison::Less, 3, Num::Fixed(3))));
    assert!(holds(compare(Comparison::AtMost, 3, Num::Fixed(3))));
}

#[test]
fn a_formation_is_in_a_set_as_a_whole() {
    let (model, table) = scene();
    let args = [Some(ArgValue::Line(point(&model, "a2"), dir("east")))];
    let fuel = Fuel::default();
    let plain = Evaluator::new(&model, &table, &fuel).with(&args);
    let within = |names| Truth::LineIn(C, boxed(Set::Fixed(set_of(&model, names))));
    assert_eq!(plain.truth(&node(within("a2 b2 d4"))), Ok(true));
    assert_eq!(plain.truth(&node(within("a2 d4"))), Ok(false));
    let off = Truth::In(Place::OnLine(C, 9), boxed(Set::And(vec![])));
    assert_eq!(plain.truth(&node(off)), Ok(false));
}

#[test]
fn numbers_stop_at_their_ends() {
    let (model, mut table) = scene();
    table.memories[0] = vec![Value::Num(7), Value::Num(8)];
    table.me = SeatId(1);
    let fuel = Fuel::default();
    let plain = Evaluator::new(&model, &table, &fuel);
    let sum = |op, left, right| {
        Num::Sum(
            op,
            Box::new(node(Num::Fixed(left))),
            Box::new(node(Num::Fixed(right))),
        )
    };
    let number = |num| plain.num(&node(num)).expect("no fault");
    for (op, left, right) in [
        (NumOp::Add, i64::MAX, 1),
        (NumOp::Sub, i64::MIN, 1),
        (NumOp::Mul, i64::MAX, -2),
    ] {
        let fault = plain
            .num(&node(sum(op, left, right)))
            .expect_err("it does not fit");
        assert_eq!(fault.to_string(), op.overflow(left, right));
    }
    assert_eq!(number(sum(NumOp::Max, 2, 3)), 3);
    assert_eq!(number(sum(NumOp::Min, 2, 3)), 2);
    assert_eq!(number(Num::Memory(shifts())), 8);
    assert_eq!(plain.seats(&node(others())), Ok(vec![SeatId(0)]));
    let nobody = MemberSet(vec![node(Truth::Fixed(false)); 2]);
    assert_eq!(plain.seats(&node(nobody)), Ok(vec![]));
}

#[test]
fn what_is_missing_is_a_fault() {
    let (model, table) = scene();
    let fuel = Fuel::default();
    let plain = Evaluator::new(&model, &table, &fuel);
    assert!(plain.set(&node(Set::At(Place::Arg(FIRST)))).is_err());
    assert!(plain.num(&node(Num::Script(ScriptId(0), vec![]))).is_err());
    let wrong = [Some(ArgValue::Num(3))];
    assert!(plain.with(&wrong).set(&node(Set::Line(C))).is_err());
}

#[derive(Debug)]
struct Sevens;

impl ScriptHost for Sevens {
    fn call(
        &self,
        script: ScriptId,
        args: &[Value],
        at: WordsView<'_>,
        _: &std::cell::Cell<usize>,
    ) -> Result<ScriptAnswer, String> {
        assert_eq!(
            (script, args, at.me),
            (ScriptId(4), [Value::Num(1)].as_slice(), SeatId(0))
        );
        Ok(ScriptAnswer::Value(Value::Num(7)))
    }
}

#[test]
fn scripts_and_the_past_are_asked_of_others() {
    let (model, table) = scene();
    let fuel = Fuel::default();
    let plain = Evaluator {
        scripts: Some(&Sevens),
        seen: 7,
        ..Evaluator::new(&model, &table, &fuel)
    };
    let one = || vec![linstock_model::ValueExpr::Num(node(Num::Fixed(1)))];
    assert_eq!(plain.num(&node(Num::Script(ScriptId(4), one()))), Ok(7));
    assert!(
        plain
            .truth(&node(Truth::Script(ScriptId(4), one())))
            .is_err()
    );
    assert_eq!(plain.truth(&node(Truth::Seen(7))), Ok(true));
}

/// Writes a choice as its values.
fn spelled(model: &Model, (_, args): &BoundMove) -> String {
    let board = model.board.as_ref().expect("a board");
    let word = |arg: &Option<ArgValue>| match arg {
        Some(ArgValue::Point(at)) => board.name(*at),
        Some(ArgValue::Line(rear, dir)) => {
            let dir = board.topology.direction_name(*dir);
            format!("{}-{dir}", board.name(*rear))
        }
        Some(ArgValue::Num(number)) => number.to_string(),
        Some(ArgValue::Seat(seat)) => format!("#{}", seat.0),
        Some(ArgValue::Row(list, row)) => model.row(*list, *row).to_owned(),
        Some(ArgValue::Multiset(_, word)) => format!("heap {word:x}"),
        None => "?".to_owned(),
    };
    args.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn check_legal(mv: u16, expected: &[&str]) {
    let (model, table) = scene();
    let legal = Evaluator::new(&model, &table, &Fuel::default())
        .legal(&offered(&[mv]))
        .expect("no fault");
    let found: Vec<_> = legal.iter().map(|choice| spelled(&model, choice)).collect();
    assert_eq!(found, expected);
}

#[test]
fn legal_choices_pass_domains_filters_and_conditions() {
    check_legal(0, &["a2 a3", "b2 a3", "c3 b4", "c3 d4"]);
    check_legal(1, &[]);
    check_legal(2, &["a2 b3", "b2 b3", "c3 b3", "c3 c4"]);
    check_legal(3, &["a2-east", "b2-northeast", "c3-southwest"]);
    check_legal(4, &[]);
    check_legal(5, &["1", "2", "3", "4", "5", "6"]);
    check_legal(6, &["#1"]);
    check_legal(7, &[""]);
}

#[test]
fn a_condition_between_the_arguments_is_asked_in_its_place() {
    let (mut model, mut table) = scene();
    table.memories[0][0] = Value::Num(3);
    let shifts = Evaluator::new(&model, &table, &Fuel::default()).legal(&offered(&[3]));
    assert_eq!(shifts, Ok(vec![]));
    let only = Truth::In(Place::Arg(FIRST), boxed(Set::Fixed(set_of(&model, "b2"))));
    model.moves[0]
        .heads
        .insert(1, linstock_model::Head::When(node(only)));
    let steps = Evaluator::new(&model, &table, &Fuel::default())
        .legal(&offered(&[0]))
        .expect("no fault");
    let found: Vec<_> = steps.iter().map(|choice| spelled(&model, choice)).collect();
    assert_eq!(found, ["b2 a3"]);
    let mut never = offered(&[0]);
    never[0].cond = Some(node(Truth::Fixed(false)));
    assert_eq!(
        Evaluator::new(&model, &table, &Fuel::default()).legal(&never),
        Ok(vec![])
    );
}

#[test]
fn what_is_laid_out_ends_soon() {
    let (model, mut table) = scene();
    let stmt = |kind| Stmt {
        tags: vec![],
        span: linstock_base::Span::default(),
        kind,
    };
    let often = |body| stmt(StmtKind::Repeat(Some(node(Num::Fixed(i64::MAX))), body));
    let take = stmt(StmtKind::Take(
        PiecesTaken::Layer(LayerId(0)),
        node(Set::Empty),
        None,
    ));
    let endless = [often(vec![often(vec![take])])];
    assert!(carry_out(&model, &mut table, &endless).is_err());
    let idle = [often(vec![])];
    assert!(carry_out(&model, &mut table, &idle).is_ok());
}
