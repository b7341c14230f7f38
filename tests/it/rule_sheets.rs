//! The rule sheets of the shipped games, in each form.

use std::path::Path;
use std::process::{Command, Stdio};

/// The shipped games.
const GAMES: [&str; 5] = [
    "cannon",
    "cannon-de",
    "cannon-buster",
    "cannonball-colony",
    "cannon-ball",
];

fn rules(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .arg("rules")
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && err.is_empty(), "{args:?}: {err}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Compares with snapshots; the numbers of lines in rules change with every edit and are left out.
fn compare(form: &str, args: &[&str]) {
    insta::with_settings!({ filters => vec![(r"\.game:\d+", ".game:N")], omit_expression => true }, {
        for game in GAMES {
            let name = format!("{game}_{form}");
            insta::assert_snapshot!(name, rules(&[&[game], args].concat()));
        }
    });
}

#[test]
fn sheets_for_the_terminal() {
    compare("text", &[]);
}

#[test]
fn full_sheets_for_the_terminal() {
    compare("full", &["--full"]);
}

#[test]
fn sheets_as_markdown() {
    compare("markdown", &["--markdown"]);
}

#[test]
fn sheets_as_pages() {
    compare("html", &["--html"]);
}

#[test]
fn pages_are_well_formed_and_need_no_network() {
    let forms: [&[&str]; 2] = [&["--html"], &["--html", "--full"]];
    for (game, form) in GAMES.iter().flat_map(|game| forms.map(|form| (game, form))) {
        let page = rules(&[&[*game], form].concat());
        for outside in ["src=", "url(", "@import", "<link", "<script", "<iframe"] {
            assert!(!page.contains(outside), "{game}: {outside}");
        }
        // The only address is the name of the language of the drawings, which nothing opens.
        let named = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        assert!(!named.contains("http"), "{game}");
        // Without a slash only what is empty by nature may stand open.
        let closed = page.replace("initial-scale=1\">", "initial-scale=1\"/>");
        let closed = closed.replace("charset=\"utf-8\">", "charset=\"utf-8\"/>");
        let options = roxmltree::ParsingOptions {
            allow_dtd: true,
            ..roxmltree::ParsingOptions::default()
        };
        let tree = roxmltree::Document::parse_with_options(&closed, options);
        let tree = tree.unwrap_or_else(|e| panic!("{game}: {e}"));
        let ids: Vec<&str> = tree
            .descendants()
            .filter_map(|n| n.attribute("id"))
            .collect();
        for link in tree.descendants().filter_map(|n| n.attribute("href")) {
            assert!(
                ids.contains(&link.trim_start_matches('#')),
                "{game}: {link}"
            );
        }
    }
}

/// Tells how deep lines lie in each other in a page: each item of a list with the number of lists around it.
fn nested_in_page(page: &str) -> Vec<(usize, String)> {
    let open = ["initial-scale=1\">", "charset=\"utf-8\">"];
    let closed = open.iter().fold(page.to_owned(), |page, open| {
        page.replace(open, &open.replace('>', "/>"))
    });
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..roxmltree::ParsingOptions::default()
    };
    let tree = roxmltree::Document::parse_with_options(&closed, options).expect("well-formed");
    let outline = |node: &roxmltree::Node<'_, '_>| node.attribute("class") == Some("outline");
    let items = tree.descendants().filter(|node| node.has_tag_name("li"));
    let items = items.filter(|item| item.parent().is_some_and(|list| outline(&list)));
    let line = |item: roxmltree::Node<'_, '_>| {
        let own = item.children().filter(|child| !outline(child));
        let texts = own.flat_map(|child| child.descendants());
        let text: String = texts
            .filter_map(|node| node.text().filter(|_| node.is_text()))
            .collect();
        let around = item.ancestors().filter(|node| outline(node)).count();
        (around - 1, text)
    };
    items.map(line).collect()
}

/// The same of a sheet as Markdown, in which blanks before a line say how deep it lies.
fn nested_in_markdown(text: &str) -> Vec<(usize, String)> {
    let sequence = text
        .split("\n## ")
        .find(|s| s.starts_with("Sequence of play") || s.starts_with("Spielablauf"));
    let lines = sequence.expect("a sequence of play").lines();
    let item = |line: &str| {
        let text = line.trim_start().strip_prefix("- ")?;
        let blanks = line.len() - line.trim_start().len();
        Some((blanks / 2, text.replace(['`', '\\'], "")))
    };
    lines.filter_map(item).collect()
}

#[test]
fn lists_lie_in_each_other_in_a_page_as_in_markdown() {
    for game in GAMES {
        let page = nested_in_page(&rules(&[game, "--full", "--html"]));
        let sequence = nested_in_markdown(&rules(&[game, "--full", "--markdown"]));
        assert!(
            sequence.iter().any(|(depth, _)| *depth > 1),
            "{game}: {sequence:?}"
        );
        // After the sequence come the lists of what moves do.
        assert_eq!(
            page.get(..sequence.len()),
            Some(sequence.as_slice()),
            "{game}"
        );
    }
}

#[test]
fn a_page_is_written_to_a_file() {
    let folder = tempfile::tempdir().expect("made");
    let file = folder.path().join("sheet.html");
    let path = file.to_str().expect("a plain path");
    let said = rules(&["cannon", "--html", path]);
    assert_eq!(said, format!("written to {path}\n"));
    assert_eq!(
        std::fs::read_to_string(Path::new(path)).expect("written"),
        rules(&["cannon", "--html"])
    );
}

#[test]
fn a_sheet_says_how_the_options_are_set() {
    let sheet = rules(&[
        "cannon",
        "--full",
        "--set",
        "first=dark",
        "--set",
        "shift-limit=3",
    ]);
    for said in [
        "This sheet is for a game in which `first` is `dark`, `shift-limit` is `3`.",
        "each player in turn, beginning with dark:",
        "but here: `first` is `dark`, not `light`: the player who places and moves first",
    ] {
        assert!(sheet.contains(said), "{said}: {sheet}");
    }
    // Of two scenarios about a clause, the one that is played so is shown.
    let clause = |args: &[&str]| rules(&[&["cannon", "CA-10"], args].concat());
    assert!(clause(&["--set", "first=dark"]).contains("the first player can be chosen"));
    assert!(clause(&[]).contains("then Dark places a Town"));
    let default = rules(&["cannon", "--full"]);
    assert!(default.contains("as set: `first` is `light`"), "{default}");
    assert!(!default.contains("but here"), "{default}");
}

fn are_told_by_examples(args: &[&str]) {
    let sheet = rules(&[args, &["--full", "--markdown"]].concat());
    let mut sections = sheet.split("\n## ");
    let moves = sections.find(|s| s.starts_with("Moves\n") || s.starts_with("Züge\n"));
    let moves = moves.expect("a section of moves").lines();
    let names: Vec<&str> = moves.filter(|line| line.starts_with("**")).collect();
    assert!(names.len() > 5, "{args:?}: {names:?}");
    for line in names {
        assert!(
            !line.contains('{') && !line.contains('<'),
            "{args:?}: {line}"
        );
    }
}

#[test]
fn moves_are_told_by_examples() {
    for game in GAMES {
        are_told_by_examples(&[game]);
    }
}

#[test]
fn the_sheet_of_a_variant_has_examples_as_well() {
    let variants = [
        ("cannon", "long-guns"),
        ("cannon-ball", "brisk-spins"),
        ("cannon-buster", "old-treasures"),
        ("cannonball-colony", "must-fire"),
    ];
    for (game, variant) in variants {
        are_told_by_examples(&[game, "--variant", variant]);
        let sheet = rules(&[game, "--full", "--variant", variant]);
        let said = format!("changed by the variant `{variant}`.");
        assert!(sheet.contains(&said), "{sheet}");
        let examples = |sheet: &str| sheet.matches("example: ").count();
        let all = examples(&rules(&[game, "--full"]));
        assert!(examples(&sheet) * 4 >= all * 3, "{game}: {all}");
    }
    // What a variant changes is shown by its own scenarios, the rest by those of the game.
    let clause = |name| rules(&["cannon", "--variant", "long-guns", name]);
    let shot = clause("CA-18");
    assert!(
        shot.contains("long guns hit a target four points ahead"),
        "{shot}"
    );
    let retreat = clause("CA-16");
    assert!(
        retreat.contains("example: a retreat stays on the board"),
        "{retreat}"
    );
}

#[test]
fn clauses_say_what_is_played() {
    for (game, clause, set, says, otherwise) in [
        (
            "cannon",
            "CA-06",
            "first=dark",
            "Dark places the Town first",
            "Light places the Town first",
        ),
        (
            "cannon-de",
            "CA-08",
            "first=white",
            "Weiß stellt",
            "Schwarz stellt",
        ),
        (
            "cannon",
            "CA-25",
            "shift-limit=4",
            "more than 4 times",
            "not used here",
        ),
        (
            "cannon-ball",
            "A9",
            "bridge-risk=1/4",
            "probability is 1/4 for",
            "probability is 1/12 for",
        ),
        (
            "cannonball-colony",
            "CC-51",
            "min-fort-steps=5",
            "at least 5 squares",
            "at least 3 squares",
        ),
        (
            "cannon-buster",
            "BU-23",
            "take-due=must",
            "Dealer brings the missing coins from",
            "Dealer may bring the missing coins from",
        ),
    ] {
        let on_one_line = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let usual = on_one_line(rules(&[game, clause]));
        let other = on_one_line(rules(&[game, clause, "--set", set]));
        assert!(
            usual.contains(otherwise) && !usual.contains(says),
            "{usual}"
        );
        assert!(
            other.contains(says) && !other.contains(otherwise),
            "{other}"
        );
    }
}

/// What must stand in the sheet of a game before its clauses, and what must not.
struct Told {
    game: &'static str,
    told: &'static [&'static str],
    untold: &'static [&'static str],
}

const TOLD: [Told; 5] = [
    Told {
        game: "kuhn-poker",
        told: &[
            "the player with the higher card wins",
            "if both players have checked",
            "A player scores their chips.",
            "check (unless there is a bet)",
        ],
        untold: &["`higher` wins", "`open`"],
    },
    Told {
        game: "oware",
        told: &[
            "seeds to reach the other side",
            "The table before the first move:",
            "south wins, more seeds",
        ],
        untold: &["`gathered of p`", "onward "],
    },
    Told {
        game: "backgammon",
        told: &[
            "24 columns and 1 row.",
            "each on 4 points of the board",
            "5 men: f1, l1, m1, s1",
        ],
        untold: &["4 each on the board", "`beginner`"],
    },
    Told {
        game: "hex",
        told: &["the player chooses one: put (H-3)"],
        untold: &["put, swap"],
    },
    Told {
        game: "tablut",
        told: &["1 of swede on the board"],
        untold: &["0 of muscovite"],
    },
];

#[test]
fn sheets_tell_what_a_newcomer_needs_and_not_the_text_of_the_rules() {
    for Told { game, told, untold } in TOLD {
        let sheet = rules(&[game, "--full"]);
        for text in told {
            assert!(
                sheet.contains(text),
                "{game} does not say {text:?}: {sheet}"
            );
        }
        let (sheet, _) = sheet.split_once("\nRules\n").expect("a section of clauses");
        for text in untold {
            assert!(!sheet.contains(text), "{game} says {text:?}: {sheet}");
        }
    }
}

/// Returns the names of all shipped rulesets.
fn shipped() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets");
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let folders = entries.filter(|entry| entry.path().is_dir());
    let names = folders.map(|entry| entry.file_name().into_string().expect("a plain name"));
    names.collect()
}

/// Returns the parts of a sheet in Markdown that are words of the rules or moves: what is in back quotes, without drawings.
fn quoted(sheet: &str) -> Vec<String> {
    let outside = sheet.split("```").step_by(2);
    let quotes = outside.flat_map(|text| text.split('`').skip(1).step_by(2));
    quotes.map(str::to_owned).collect()
}

#[test]
fn players_read_a_goal_the_rules_and_moves_but_no_text_of_the_rules() {
    for game in shipped() {
        let sheet = rules(&[&game, "--markdown"]);
        let goal = ["\n## Goal\n", "\n## Ziel\n"];
        assert!(
            goal.iter().any(|goal| sheet.contains(goal)),
            "{game}: {sheet}"
        );
        assert!(
            sheet.contains("\n1. "),
            "{game} has no numbered sentence: {sheet}"
        );
        for piece in quoted(&sheet) {
            for code in ["{", "}", " = ", "->", "some ", " where ", " of me"] {
                assert!(!piece.contains(code), "{game} shows code: {piece}");
            }
        }
        let full = rules(&[&game, "--full", "--markdown"]);
        let tag = full
            .split("\n**")
            .nth(1)
            .and_then(|entry| entry.split("**").next());
        assert!(
            tag.is_some_and(|tag| !sheet.contains(&format!("({tag})"))),
            "{game}: {tag:?}"
        );
    }
}

#[test]
fn a_move_is_drawn_before_and_after_it() {
    let page = rules(&["cannon", "--html"]);
    for name in ["step", "capture", "retreat", "shift", "shot"] {
        let caption = format!("</code> (“{name}”).");
        let figure = page
            .split("<figure")
            .find(|figure| figure.contains(&caption));
        let figure = figure.unwrap_or_else(|| panic!("no {name}"));
        assert_eq!(figure.matches("<svg").count(), 2, "{figure}");
    }
    let text = rules(&["cannon"]);
    assert!(text.contains("=>"), "{text}");
}

/// Only endings that the options allow are listed, and a number of three digits is apart from its text.
#[test]
fn endings_that_cannot_happen_are_left_out() {
    let of_a_match = "the match.";
    assert!(!rules(&["backgammon"]).contains(of_a_match));
    assert!(rules(&["backgammon", "--set", "match=5"]).contains(of_a_match));
    assert!(rules(&["cannon-ball"]).contains("\n100. A player"));
}

#[test]
fn a_clause_has_its_code_only_for_designers() {
    let code = "cannon.game:";
    let clause = rules(&["cannon", "CA-18"]);
    assert!(
        clause.contains("A cannon may shoot") && !clause.contains(code),
        "{clause}"
    );
    assert!(rules(&["cannon", "CA-18", "--full"]).contains(code));
}
