//! Bodies of moves that are carried out by tables lead where their instructions lead, also where they cannot be carried out.

use linstock_base::Sources;
use linstock_check::Choices;
use linstock_engine::vm::MoveList;
use linstock_play::Rules;

/// Plays each move of the start both ways, and returns how many there are and how many of their bodies do nothing behind their start.
fn played_both_ways(text: &str) -> (usize, usize) {
    let sources = Sources::from([("x.game", text)]);
    let rules = Rules::load(&sources, &Choices::default()).expect("the rules load");
    let start = rules.start().expect("the rules start");
    let mut moves = MoveList::default();
    rules
        .moves_into(&start, &mut moves)
        .expect("they are listed");
    let mut whole = 0;
    for mv in moves.iter() {
        let choices = &rules.decision_points[usize::from(mv.decision)].choices;
        let template = &choices[usize::from(mv.me)].templates[usize::from(mv.template)];
        whole += usize::from(template.start.plays_alone);
        let (mut applied, mut advanced) = (start.clone(), start.clone());
        let mut listed = MoveList::default();
        let by_instructions = rules.apply(&mut applied, mv);
        assert_eq!(
            rules.advance(&mut advanced, mv, &mut listed),
            by_instructions
        );
        assert_eq!(advanced, applied);
        if by_instructions.is_err() {
            assert_eq!(advanced, start);
            assert!(listed.is_empty());
        }
    }
    (moves.len(), whole)
}

#[test]
fn a_step_that_cannot_be_carried_out_is_told_and_undone() {
    let game = |body: &str| {
        format!(
            "game x \"X\"\nplayers ann, bob\nboard 3 x 3\npiece man \"m\"\n\
             remember {{ steps of piece = 0 }}\nmove go \"go {{here}}\" {{ here in own; {body} }}\n\
             play {{ ann man: box -> {{a1, b2}}\n bob man: box -> {{c3}}\n steps of a1 = 3\n repeat each player {{ ask me: go; if some (own where steps of it > 9) {{ win me }} }} }}\n"
        )
    };
    for (body, whole) in [
        ("c3 -> box\n here -> c3", 2),
        ("c3 -> box\n here -> b2", 2),
        ("a1 -> box\n here -> c3", 2),
        ("here -> north of here", 0),
        ("c3 -> box\n own man: box -> c3\n own man: box -> b2", 2),
        ("steps of here = 1\n here -> c3", 0),
    ] {
        assert_eq!(played_both_ways(&game(body)), (2, whole), "{body}");
    }
}

#[test]
fn the_number_of_a_multiset_is_no_point() {
    let game = "game x \"X\"\nplayers ann, bob\nboard 2 x 1\npiece man \"m\"\nlist card (copies) { page 3; knight 3; queen 3 }\n\
                zone deck { holds card by copies; open }\n\
                move dump \"dump\" { cards in 2 of deck; own man: box -> a1 }\n\
                play { repeat each player { ask me: dump } }\n";
    assert_eq!(played_both_ways(game), (6, 0));
}
