//! `reflection of X over D` means the same in the compiled rules and in the reference evaluator, and what rules can write by hand.

use linstock_base::Sources;
use linstock_check::Choices;
use linstock_play::Rules;
use linstock_testing::games::model;
use linstock_testing::side_by_side::compare;

/// A game whose moves must agree with their mirror images.
fn game(board: &str, statements: &str) -> String {
    format!(
        "game mirror \"Mirror\"\nplayers red, blue\nboard {board}\npiece stone \"o\"\n\
         fact long-diagonal = a1 or 1.. {{diagonal}} of a1\n\
         move put \"{{here}}\" {{\n here in empty and not-mirrored\n stone: box -> here\n{statements}}}\n\
         fact not-mirrored = empty except reflection of enemy over centre\n\
         play {{ repeat each player {{ ask me: put otherwise draw \"full\" }} }}\n"
    )
}

fn plays(text: &str) {
    let sources = Sources::from([("mirror.game", text)]);
    let rules = Rules::load(&sources, &Choices::default());
    let rules = rules.unwrap_or_else(|found| panic!("{text}\n{found:?}"));
    let model = model(&sources, &Choices::default());
    let plies = compare(&rules, &model, 5).unwrap_or_else(|wrong| panic!("{text}\n{wrong}"));
    assert!(plies.iter().all(|plies| *plies > 2), "{plies:?}");
}

/// The mirror point over the long diagonal of a rhombus, found along the two kinds of row.
#[test]
fn a_rhombus_has_the_mirror_points_that_hex_writes_by_hand() {
    let by_hand = " must by-hand(here) is reflection of here over eastnortheast \"it is the same point\"\n}\n\
        fact by-hand(p) = (p and long-diagonal) or (1.. (northwest or southeast) of p\n   \
        and 1.. (northeast or southwest) of (long-diagonal and 1.. (east or west) of p))\n\
        move pass \"pass\" {\n when no empty\n";
    for side in [2, 3, 6] {
        let text = game(&format!("rhombus {side}"), by_hand);
        plays(&text.replace("{diagonal}", "eastnortheast"));
    }
}

#[test]
fn reflections_of_sets_are_the_same_in_both_evaluators() {
    let statements = " must (reflection of own over centre) \
        is reflection of (reflection of own over north) over east \"two reflections are half a turn\"\n \
        must count (reflection of own over northeast) <= count own \"no point has two mirror points\"\n";
    for board in ["3 x 3", "4 x 3", "1 x 5", "9 x 9", "12 x 12"] {
        plays(&game(board, statements).replace("{diagonal}", "northeast"));
    }
    let statements = " must (reflection of (reflection of own over east) over east) is own \"twice is the same\"\n";
    for board in ["hexagon 3", "star 2"] {
        let text = game(board, statements).replace("{diagonal}", "east");
        plays(&text.replace("a1", "e3"));
    }
}
