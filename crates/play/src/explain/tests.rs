//! Explanations of moves of the sample game, legal and not.

use crate::explain::situation::{Situation, Why};
use crate::notation;
use crate::reference::Evaluator;
use crate::reference::sample::{FIRST, SECOND, game, node, offered, shifts, table, tagged};
use linstock_engine::vm::{Fuel, SpelledPosition};
use linstock_model::{
    AskItem, Comparison, Head, Member, Model, Num, Owner, Place, Set, TagId, Truth, Value,
};

const PICTURE: &str = "..k... .p.... .P.... .P..P. PP.... ...K..";

fn scene() -> (Model, SpelledPosition) {
    let mut model = game(6);
    model.kinds[1].tags.push(TagId(15));
    let table = table(&model, PICTURE);
    (model, table)
}

fn explained((model, table): &(Model, SpelledPosition), asked: &[AskItem], text: &str) -> Why {
    let fuel = Fuel::default();
    let scene = Situation {
        evaluator: Evaluator::new(model, table, &fuel),
        asked,
        ask_tags: &[TagId(18)],
        chance: false,
        turn: None,
        sources: None,
    };
    scene.explain(&notation::read(model, text).expect("readable"))
}

/// Checks the explanation of a move in a scene, among all moves but `pass`, and its clauses.
fn check_in(scene: &(Model, SpelledPosition), text: &str, expected: (bool, &str), clauses: &str) {
    let why = explained(scene, &offered(&[0, 1, 2, 3, 4, 5, 6]), text);
    let tags: Vec<_> = why.clauses.iter().map(|&tag| scene.0.tag(tag)).collect();
    assert_eq!(
        ((why.legal, why.reason.as_str()), tags.join(" ").as_str()),
        (expected, clauses)
    );
}

fn legal(text: &str, reason: &str, clauses: &str) {
    check_in(&scene(), text, (true, reason), clauses);
}

fn illegal(text: &str, reason: &str, clauses: &str) {
    check_in(&scene(), text, (false, reason), clauses);
}

#[test]
fn a_legal_move_names_the_clauses_that_carry_it() {
    legal("a2-a3", "`a2-a3` is legal (step)", "S-1 S-19");
    legal("b4xb5", "`b4xb5` is legal", "S-4 S-19");
    legal("b4-d2", "`b4-d2` is legal (retreat)", "S-2 S-3 S-19");
}

#[test]
fn an_occupied_or_empty_point_is_named_with_what_stands_there() {
    illegal(
        "a2-b3",
        "`a2-b3` is not legal (step): b3 is not empty: a white pawn stands there",
        "S-1",
    );
    illegal("c2-c3", "`c2-c3` is not legal: c2 is empty", "S-1");
    illegal(
        "d1-d2",
        "`d1-d2` is not legal (step): no white pawn stands on d1: a white king stands there",
        "S-15 S-1",
    );
    illegal(
        "b5-b6",
        "`b5-b6` is not legal: it is the turn of white, and a black pawn stands on b5",
        "S-1",
    );
    illegal(
        "a2xb3",
        "`a2xb3` is not legal: no enemy piece stands on b3: a white pawn stands there",
        "S-4",
    );
    illegal(
        "e3xe4",
        "`e3xe4` is not legal: no enemy piece stands on e4: it is empty",
        "S-4",
    );
}

#[test]
fn the_move_of_the_form_that_goes_furthest_is_explained() {
    illegal(
        "e3-e1",
        "`e3-e1` is not legal (retreat): no enemy piece stands next to e3",
        "S-2",
    );
    illegal(
        "e3-e6",
        "`e3-e6` is not legal (shift): e3-e4 is no white pair: e4 is empty",
        "S-9 S-5",
    );
    illegal(
        "e3-f3",
        "`e3-f3` is not legal (step): f3 is not 1 step straight or diagonally forward from e3",
        "S-1",
    );
    illegal(
        "b4-b2",
        "`b4-b2` is not legal (retreat): a white pawn on b3 is in the way",
        "S-3 S-2",
    );
    illegal(
        "e3xc3",
        "`e3xc3` is not legal: c3 is not 1 step straight or diagonally forward or sideways from e3",
        "S-4",
    );
    illegal("a1-a1", "`a1-a1` is not legal: a1 is empty", "S-1");
}

#[test]
fn a_formation_that_the_text_pins_down_is_told_what_it_lacks() {
    legal("a2-c2", "`a2-c2` is legal (shift)", "S-5 S-9 S-6 S-19");
    illegal(
        "e3-c3",
        "`e3-c3` is not legal (shift): e3-d3 is no white pair: d3 is empty",
        "S-9 S-5",
    );
    illegal(
        "b3-b5",
        "`b3-b5` is not legal (shift): b5 is not empty: a black pawn stands there",
        "S-5",
    );
    let mut tired = scene();
    tired.1.memories[0][0] = Value::Num(3);
    check_in(
        &tired,
        "a2-c2",
        (
            false,
            "`a2-c2` is not legal (shift): shifts of white is 3, and must be less than 3",
        ),
        "S-6 S-5",
    );
}

#[test]
fn of_all_formations_the_likeliest_is_explained() {
    let model = scene().0;
    let at = |picture: &str| (model.clone(), table(&model, picture));
    let far = at("k..... ...... ...... ...... ...... PP....");
    check_in(
        &far,
        "xa6",
        (
            false,
            "`xa6` is not legal: a6 is not 2 or 3 points ahead of any white pair",
        ),
        "S-13 S-7",
    );
    // A soldier of the cannon is not where the shot begins.
    check_in(
        &far,
        "xb1",
        (
            false,
            "`xb1` is not legal: b1 is not 2 or 3 points ahead of any white pair",
        ),
        "S-13 S-7",
    );
    let blocked = at("...... ...... ...... ...... ...... PPpk..");
    check_in(
        &blocked,
        "xd1",
        (
            false,
            "`xd1` is not legal with the pair a1-b1: c1 is not empty: a black pawn stands there",
        ),
        "S-8 S-7",
    );
    let cut = at("...... ...... ...... ...... ...... PP.kp.");
    check_in(
        &cut,
        "xd1",
        (true, "`xd1` is legal"),
        "S-7 S-9 S-8 S-13 S-19",
    );
    check_in(
        &cut,
        "xe1",
        (
            false,
            "`xe1` is not legal with the pair a1-b1: a black king on d1 is in the way",
        ),
        "S-13 S-7",
    );
    check_in(
        &cut,
        "xf1",
        (
            false,
            "`xf1` is not legal: f1 is not 2 or 3 points ahead of any white pair",
        ),
        "S-13 S-7",
    );
    let none = at("...... ...... ...... ...... ...... P..k..");
    check_in(
        &none,
        "xd1",
        (false, "`xd1` is not legal: there is no white pair"),
        "S-9 S-7",
    );
}

#[test]
fn numbers_and_players_out_of_reach() {
    legal("bid 6", "`bid 6` is legal", "S-10 S-19");
    illegal(
        "bid 7",
        "`bid 7` is not legal: 7 is not from 1 to 6",
        "S-10",
    );
    legal("give black", "`give black` is legal", "S-11 S-19");
    illegal(
        "give white",
        "`give white` is not legal: it must be another player than white",
        "S-11",
    );
}

#[test]
fn what_is_asked_instead_is_said() {
    let scene = scene();
    let why = explained(&scene, &offered(&[5, 6]), "a2-a3");
    assert_eq!(
        why.reason,
        "you cannot play `a2-a3` now; you can play `bid` or `give`, such as `bid 1`"
    );
    assert_eq!(why.clauses, [TagId(18)]);
    assert!(!explained(&scene, &[], "pass").legal);
}

/// Checks the explanation of `a2-a3` if the step has one more condition.
fn check_condition(cond: Truth, expected: &str) {
    let (mut model, table) = scene();
    model.moves[0].heads.push(Head::When(tagged(cond, &[14])));
    let why = explained(&(model, table), &offered(&[0]), "a2-a3");
    let reason = why.reason.strip_prefix("`a2-a3` is not legal (step): ");
    assert_eq!(reason, Some(expected));
    assert!(why.clauses.contains(&TagId(14)));
}

#[test]
fn conditions_are_told_with_their_values() {
    let set = |set| Box::new(node(set));
    let seat = |seat| Box::new(node(seat));
    let kings = || Set::Pieces(vec![crate::reference::sample::KING], Owner::Any);
    let no = |truth| Truth::Not(Box::new(node(truth)));
    let small = || {
        Truth::Compare(
            Comparison::AtMost,
            Box::new(node(Num::Fixed(1))),
            Box::new(node(Num::Memory(shifts()))),
        )
    };
    check_condition(small(), "shifts of white is 0, and must be at least 1");
    check_condition(
        Truth::Or(vec![
            node(small()),
            node(Truth::LastIs(vec![linstock_model::RuleId(2)])),
        ]),
        "shifts of white is 0, and must be at least 1, and the last move was not a capture",
    );
    check_condition(
        Truth::And(vec![node(Truth::Fixed(true)), node(Truth::Seen(3))]),
        "this position has not occurred 3 times",
    );
    check_condition(no(Truth::Some(set(kings()))), "a king stands on d1 and c6");
    check_condition(Truth::Some(set(Set::Or(vec![]))), "there is no such point");
    check_condition(
        Truth::In(Place::Arg(FIRST), set(Set::Empty)),
        "a2 is not empty: a white pawn stands there",
    );
    check_condition(
        no(Truth::In(Place::Arg(SECOND), set(Set::Empty))),
        "a3 is empty",
    );
    check_condition(
        Truth::SameMember(seat(Member::Me), seat(Member::Fixed(1))),
        "white is not black",
    );
    check_condition(Truth::Fixed(false), "a condition does not hold");
}

#[test]
fn an_offer_under_a_condition_is_told_by_its_condition() {
    let scene = scene();
    let mut asked = offered(&[7]);
    asked[0].cond = Some(node(Truth::Seen(2)));
    let why = explained(&scene, &asked, "pass");
    assert_eq!(
        why.reason,
        "`pass` is not legal: this position has not occurred 2 times"
    );
    assert_eq!(why.clauses, [TagId(19), TagId(12)]);
}
