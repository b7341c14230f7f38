//! Every form of each type of expression, once, for the tests of proofs. `check_all` finds missing forms.

use crate::reference::sample::{
    C, KING, PAIR, PAWN, all_dirs, enemy, node, own_pawn, set_of, shifts,
};
use linstock_model::{
    ArgId, Axis, Comparison, FiniteDomain, FormationId, Headings, ListId, Member, MemberPair,
    MemoryId, MemoryRef, Model, Node, Num, NumOp, Owner, Place, Reach, RuleId, ScriptId, Set,
    Truth, ValueExpr, ZoneId, ZoneRef,
};

/// The second argument is a point, the third a number, the fourth a player.
pub(super) const ARGS: [ArgId; 3] = [ArgId(1), ArgId(2), ArgId(3)];
pub(super) const CARDS: ListId = ListId(0);

pub(super) fn set(kind: Set) -> Box<Node<Set>> {
    Box::new(node(kind))
}

pub(super) fn truth(kind: Truth) -> Box<Node<Truth>> {
    Box::new(node(kind))
}

pub(super) fn num(kind: Num) -> Box<Node<Num>> {
    Box::new(node(kind))
}

pub(super) fn member(kind: Member) -> Box<Node<Member>> {
    Box::new(node(kind))
}

pub(super) fn remembered(memory: u16) -> MemoryRef {
    MemoryRef {
        memory: MemoryId(memory),
        of: None,
    }
}

pub(super) fn hand() -> ZoneRef {
    ZoneRef {
        zone: ZoneId(0),
        of: Some(member(Member::Me)),
    }
}

pub(super) fn sets(model: &Model) -> Vec<Set> {
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
        Set::Reflection(set(own_pawn()), Axis::Centre),
        Set::Memory(remembered(2)),
        Set::If(truth(Truth::Fixed(false)), set(Set::Empty), set(some())),
        Set::Where(set(some()), is_empty()),
        Set::Script(ScriptId(3), vec![ValueExpr::Set(node(enemy()))]),
    ]
}

pub(super) fn numbers() -> Vec<Num> {
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
        Num::First(set(own_pawn())),
        Num::Drawn(ArgId(4), CARDS, member(Member::Fixed(1))),
    ]
}

pub(super) fn members() -> Vec<Member> {
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
            finite_domains: (FiniteDomain::Players, FiniteDomain::Rows(CARDS)),
            members: 2,
        })),
        Member::RowAt(CARDS, vec![Some(1); 16], place),
        Member::Field(
            FiniteDomain::Rows(CARDS),
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

pub(super) fn truths() -> Vec<Truth> {
    let both = |yes, no| vec![node(Truth::Fixed(yes)), node(Truth::Fixed(no))];
    let all = [
        ValueExpr::Num(node(Num::Fixed(1))),
        ValueExpr::Truth(node(Truth::Fixed(true))),
        ValueExpr::Member(FiniteDomain::Players, node(Member::Me)),
        ValueExpr::Member(FiniteDomain::Rows(CARDS), node(Member::None)),
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

/// Checks that every form occurs in a list.
pub(super) fn check_all<T>(all: &[T], form: fn(&T) -> &'static str, forms: &[&str]) {
    let missing = forms
        .iter()
        .find(|name| all.iter().all(|one| form(one) != **name));
    assert_eq!(missing, None, "a form is missing");
}
