//! `linstock draw`: pictures of positions, as SVG and as PNG, and what each player sees on them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs `linstock draw` in a folder; returns its exit code, its output and its messages.
fn draw(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .arg("draw")
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("ran");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn picture(args: &[&str]) -> String {
    let (code, svg, said) = draw(Path::new(env!("CARGO_MANIFEST_DIR")), args);
    assert_eq!((code, said.as_str()), (Some(0), ""), "{args:?}");
    roxmltree::Document::parse(&svg).unwrap_or_else(|fault| panic!("{args:?}: {fault}"));
    svg
}

#[test]
fn positions_are_drawn_after_moves_after_random_moves_and_from_scenarios() {
    let start = picture(&["cannon"]);
    assert!(start.contains("<title>soldier</title>"), "{start}");
    let after = picture(&["cannon", "--after", "b10 c1"]);
    assert!(after.contains("<title>town</title>"), "{after}");
    let random = ["cannon", "--random", "9", "--seed", "4"];
    assert_eq!(picture(&random), picture(&random));
    let file = "rulesets/cannon/scenarios/captures.scn";
    let title = "a soldier captures only next to itself, and only an enemy";
    assert_ne!(picture(&["cannon", "--scenario", file, title]), start);
}

#[test]
fn games_without_a_board_show_cards_dice_and_pits() {
    assert!(picture(&["hearts", "--random", "60"]).contains("hand of"));
    assert!(picture(&["yacht", "--random", "6"]).contains("h.01"));
    assert!(picture(&["oware"]).contains(">4<"));
    // The die of a number that no rule reads.
    let pips = |outcome: &str| picture(&["pig", "--after", &format!("roll; {outcome}")]);
    assert_eq!(pips("5").matches("h.01").count(), 5);
}

#[test]
fn ships_that_touch_are_drawn_apart() {
    let moves = "ship a1-b1; ship a11-b11; ship a2-c2";
    let seen = picture(&["battleship", "--after", moves, "--seen-by", "ann"]);
    // Each square of a ship leads to its neighbours in the same ship: 2 times 1, and 2 times 2.
    assert_eq!(seen.matches("stroke-width=\"30\"").count(), 6, "{seen}");
    let other = picture(&["battleship", "--after", moves, "--seen-by", "ben"]);
    assert_eq!(other.matches("stroke-width=\"30\"").count(), 2, "{other}");
}

#[test]
fn each_player_of_tic_tac_toe_has_a_mark_of_its_own() {
    let title = |svg: &str| svg.matches("<title>mark</title>").count();
    let both = picture(&["./examples/tic-tac-toe", "--after", "a1; b1"]);
    assert_eq!(title(&both), 2);
    let shapes: std::collections::BTreeSet<&str> = both
        .split("<title>mark</title>")
        .skip(1)
        .filter_map(|part| part.split("d=\"").nth(1)?.split('"').next())
        .collect();
    assert_eq!(shapes.len(), 2, "{both}");
}

#[test]
fn a_picture_shows_what_its_viewer_may_know() {
    let seen = |player: &str| {
        let args = [
            "kuhn-poker",
            "--after",
            "deal ann king; deal ben queen",
            "--seen-by",
            player,
        ];
        picture(&args)
    };
    let everybody = picture(&["kuhn-poker", "--after", "deal ann king; deal ben queen"]);
    assert!(seen("ann").contains("<title>king</title>"));
    assert!(!seen("ann").contains("<title>queen</title>"));
    assert!(seen("ben").contains("<title>queen</title>"));
    assert!(
        !everybody.contains("<title>king</title>") && !everybody.contains("<title>queen</title>")
    );
}

#[test]
fn pictures_are_written_as_svg_and_as_png() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |file: &str| draw(folder.path(), &["cannon", "--out", file]);
    let head = |file: &str| fs::read(folder.path().join(file)).expect("a picture")[..4].to_vec();
    assert_eq!(write("a.svg").0, Some(0));
    assert_eq!(head("a.svg"), b"<svg");
    if cfg!(feature = "png") {
        assert_eq!(write("a.png").0, Some(0));
        assert_eq!(write("a.png").0, Some(0));
        assert_eq!(head("a.png"), b"\x89PNG");
    }
    fs::write(folder.path().join("b.svg"), "a letter to Ann").expect("written");
    let (code, _, said) = write("b.svg");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("is no picture"), "{said}");
    let (code, _, said) = draw(folder.path(), &["cannon", "--seen-by", "nobody"]);
    assert!(
        code != Some(0) && said.contains("there is no player `nobody`"),
        "{said}"
    );
}

#[test]
fn scenarios_are_drawn_on_a_page_with_what_differs() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("row");
    fs::create_dir_all(game.join("scenarios/snapshots")).expect("a folder");
    let rules = "game row \"Row\"\nplayers a, b\nboard 4 x 1\npiece stone \"s\"\n\
         move put \"{here}\" { here in empty; stone: box -> here }\n\
         play { repeat each player { ask me: put otherwise draw \"full\" } }\n";
    fs::write(game.join("row.game"), rules).expect("written");
    let scenarios = "for row\n\nscenario \"good <1>\"\nplay a1; b1; c1\nexpect b to move\n\n\
         scenario \"bad\"\nplay a1; b1\nexpect c1 is a stone\n";
    fs::write(game.join("scenarios/row.scn"), scenarios).expect("written");
    let stored = "---\nsource: row.scn\n---\ngood <1>\ngiven: the start\n";
    let snapshot = game.join("scenarios/snapshots/row__good-1.snap");
    fs::write(snapshot, stored).expect("written");
    let run = |args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_linstock"))
            .args(["test", "row", "--html", "page.html"])
            .args(args)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .expect("ran")
    };
    let output = run(&["--review"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("written to page.html"), "{said}");
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    // The start, three moves and two moves of the other scenario, and the last position again with a ring.
    assert_eq!(page.matches("<figure").count(), 8, "{page}");
    assert_eq!(page.matches("r=\"17\"").count(), 2, "{page}");
    assert!(page.contains("class=\"differs\"") && page.contains("class=\"failed\""));
    assert!(page.contains("good &lt;1&gt;") && page.contains("this does not hold"));
    assert!(page.contains("class=\"come\">+1. a a1"), "{page}");
    // The empty board is written once.
    assert_eq!(page.matches("width=\"40\" height=\"40\"").count(), 4);
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("http") && !outside.contains("<script"));
    let both = run(&["--review", "--coverage"]);
    assert_eq!(both.status.code(), Some(2));
}

#[test]
fn a_symbol_is_drawn_and_a_harmful_one_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = "game lair \"Lair\"\nplayers red, blue\nboard 3 x 3\npiece dragon \"d\"\n\
         move put \"{there}\" { there in empty; dragon: box -> there }\n\
         play { repeat each player { ask me: put otherwise draw \"full\" } }\n\
         look { dragon symbol \"dragon.svg\", label \"D\" }\n";
    fs::write(folder.path().join("lair.game"), rules).expect("written");
    let symbol = |body: &str| {
        let svg =
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">{body}</svg>");
        fs::write(folder.path().join("dragon.svg"), svg).expect("written");
        draw(folder.path(), &[".", "--after", "a1"])
    };
    let (code, svg, said) = symbol("<path d=\"M1 2h3z\" fill=\"currentColor\"/>");
    assert_eq!((code, said.as_str()), (Some(0), ""));
    assert!(svg.contains("M1 2h3z") && svg.contains(">D<"), "{svg}");
    let (code, svg, said) = symbol("<script>alert(1)</script>");
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("E0330") && said.contains("`<script>`"),
        "{said}"
    );
    assert_eq!(svg, "");
    fs::remove_file(folder.path().join("dragon.svg")).expect("removed");
    let (code, _, said) = draw(folder.path(), &["."]);
    assert!(code == Some(1) && said.contains("E0329"), "{said}");
}

#[test]
fn a_picture_of_another_format_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("board.jpg");
    let ended = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(["draw", "hex", "--out"])
        .arg(&out)
        .output()
        .expect("ended");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(said.contains("ends in .svg or .png"), "{said}");
    assert!(!out.exists());
}

#[test]
fn semicolons_are_named_where_moves_contain_spaces() {
    let ended = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(["draw", "chess", "--after", "e4 e5 Qxf7"])
        .output()
        .expect("ended");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains("semicolons separate moves"), "{said}");
}
