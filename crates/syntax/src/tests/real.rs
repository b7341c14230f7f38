//! Every real file of the repository parses without a diagnostic.

use crate::tests::parse_game;
use crate::{ast::RulesFile, parse_scenarios};
use linstock_base::{Sources, Style};

/// Fails with the rendered diagnostics, if there are any.
fn clean<T>(
    path: &str,
    text: &str,
    read: impl Fn(linstock_base::FileId, &str) -> (Option<T>, linstock_base::Diagnostics),
) -> T {
    let mut sources = Sources::new();
    let file = sources.add(path, text);
    let (tree, found) = read(file, text);
    assert!(found.is_empty(), "{}", found.render(&sources, Style::Plain));
    tree.expect("no findings, so a tree")
}

#[test]
fn real_files() {
    let game = |path, text| clean(path, text, parse_game);
    for (path, text) in [
        (
            "cannon.game",
            include_str!("../../../../rulesets/cannon/cannon.game"),
        ),
        (
            "breakthrough.game",
            include_str!("../../../../examples/breakthrough/breakthrough.game"),
        ),
        (
            "cannon-buster.game",
            include_str!("../../../../rulesets/cannon-buster/cannon-buster.game"),
        ),
        (
            "cannonball-colony.game",
            include_str!("../../../../rulesets/cannonball-colony/cannonball-colony.game"),
        ),
        (
            "hex.game",
            include_str!("../../../../rulesets/hex/hex.game"),
        ),
        (
            "tic-tac-toe.game",
            include_str!("../../../../examples/tic-tac-toe/tic-tac-toe.game"),
        ),
    ] {
        let RulesFile::Game(game) = game(path, text) else {
            panic!("{path} is a game")
        };
        assert!(game.decls.len() > 4);
        let windows = text.replace('\n', "\r\n");
        clean(path, &windows, parse_game);
    }
    let variant = include_str!("../../../../rulesets/cannon-de/cannon-de.game");
    let RulesFile::Variant(variant) = game("cannon-de.game", variant) else {
        panic!("a variant")
    };
    assert!(!variant.edits.is_empty());
    let shots = include_str!("../../../../rulesets/cannon/scenarios/shots.scn");
    let shots = clean("shots.scn", shots, parse_scenarios);
    assert!(!shots.scenarios.is_empty());
    assert!(!shots.scenarios[0].steps.is_empty());
    let windows = "for x\r\nscenario \"s\"\r\nrefuse b2 because @X-1\r\nmoves count 3\r\nmoves are b2,\r\n  c3\r\nplay b2\r\n";
    let windows = clean("windows.scn", windows, parse_scenarios);
    assert_eq!(windows.scenarios[0].steps.len(), 4);
}
