//! Folders of rulesets: the program reads everything in them, and reports what it cannot open.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const TIC_TAC_TOE: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/examples/tic-tac-toe/tic-tac-toe.game"
));

/// Runs the program; returns its exit code, and all that it says.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("ran");
    let said = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8(said).expect("UTF-8"),
    )
}

fn write(path: &Path, bytes: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, bytes).expect("written");
}

#[test]
fn what_cannot_be_opened_in_a_folder_of_rulesets_is_an_error() {
    let place = tempfile::tempdir().expect("made");
    let all = place.path().join("all");
    write(&all.join("good/good.game"), TIC_TAC_TOE);
    write(&all.join("no-text/no-text.game"), b"game x \xff\xfe");
    write(&all.join("two/a.game"), TIC_TAC_TOE);
    write(&all.join("two/b.game"), TIC_TAC_TOE);
    write(&all.join("notes/readme.txt"), "no ruleset");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere", all.join("link")).expect("linked");
        let made = Command::new("mkfifo")
            .arg(all.join("good/pipe.game"))
            .status();
        assert!(made.expect("run").success());
    }
    for command in ["check", "test"] {
        for path in ["all", "./all/"] {
            let (code, said) = run(place.path(), &[command, path]);
            assert_eq!(code, Some(1), "{said}");
            let mut told = vec!["no-text.game` is not UTF-8", "two` holds several games"];
            if cfg!(unix) {
                told.extend(["link` is a link that leads nowhere", "pipe.game` is a pipe"]);
            }
            for told in told {
                assert!(said.contains(told), "{command} {path}: {told}: {said}");
            }
        }
    }
    let (_, said) = run(place.path(), &["check", "all"]);
    assert!(said.contains("good: no mistakes"), "{said}");
    assert!(!said.contains("notes"), "{said}");
}

#[cfg(unix)]
#[test]
fn rules_from_a_pipe_are_refused_with_what_to_do() {
    let place = tempfile::tempdir().expect("made");
    for name in ["pipe", "pipe.game"] {
        let made = Command::new("mkfifo").arg(place.path().join(name)).status();
        assert!(made.expect("run").success());
        for command in ["check", "play", "rules"] {
            let (code, said) = run(place.path(), &[command, &format!("./{name}")]);
            assert_eq!(code, Some(2), "{command} {name}: {said}");
            let told = format!(
                "`./{name}` is a pipe or a device, not a file; write the rules to a file that ends in `.game`"
            );
            assert!(said.contains(&told), "{command} {name}: {said}");
        }
    }
}

#[test]
fn a_scenario_that_cannot_be_opened_is_an_error() {
    let place = tempfile::tempdir().expect("made");
    write(&place.path().join("good/good.game"), TIC_TAC_TOE);
    write(&place.path().join("good/scenarios/bad.scn"), b"\xff");
    let (code, said) = run(place.path(), &["test", "./good"]);
    assert!(
        code != Some(0) && said.contains("bad.scn` is not UTF-8"),
        "{said}"
    );
}

#[test]
fn a_copy_checks_or_is_not_made() {
    let place = tempfile::tempdir().expect("made");
    for name in ["a--b", "and", "is", "game"] {
        let (code, said) = run(place.path(), &["new", name, "--from", "cannon"]);
        if code == Some(0) {
            let (code, said) = run(place.path(), &["check", &format!("./{name}")]);
            assert_eq!(code, Some(0), "{said}");
        } else {
            assert_eq!(code, Some(2), "{said}");
            assert!(
                said.contains(&format!("`{name}` cannot be the name of a ruleset")),
                "{said}"
            );
            assert!(!place.path().join(name).exists());
        }
    }
    let (code, said) = run(place.path(), &["new", "a--b", "--from", "cannon"]);
    assert!(code == Some(2) && said.contains("single hyphens"), "{said}");
    // What the original has the copy has, too.
    write(
        &place.path().join("bad/bad.game"),
        TIC_TAC_TOE.replace("own mark", "own mrak"),
    );
    let (code, said) = run(place.path(), &["new", "copy", "--from", "./bad"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("copy/ is a copy of ./bad, with its mistakes"),
        "{said}"
    );
}

#[test]
fn what_is_no_part_of_the_ruleset_is_told() {
    let place = tempfile::tempdir().expect("made");
    let folder = place.path().join("tic-tac-toe");
    write(&folder.join("tic-tac-toe.game"), TIC_TAC_TOE);
    write(
        &folder.join("other.game"),
        TIC_TAC_TOE.replacen("tic-tac-toe", "other", 1),
    );
    write(&folder.join("torn.game"), "gaem torn \"Torn\"\n");
    write(
        &folder.join("far.game"),
        "variant far of elsewhere \"Far\"\n",
    );
    for path in ["./tic-tac-toe", "."] {
        let (code, said) = run(place.path(), &["check", path]);
        assert_eq!(code, Some(1), "{said}");
        for file in ["other", "torn", "far"] {
            let told = format!("{file}.game` is no part of the ruleset `tic-tac-toe`");
            assert!(said.contains(&told), "{path}: {file}: {said}");
        }
    }
}

#[test]
fn a_variant_of_another_game_is_refused() {
    let place = tempfile::tempdir().expect("made");
    write(
        &place.path().join("far.game"),
        "variant far of elsewhere \"Far\"\n",
    );
    let (code, said) = run(
        place.path(),
        &["moves", "cannon", "--variant", "./far.game"],
    );
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("`./far.game` is a variant of `elsewhere`, not of `cannon`"),
        "{said}"
    );
}

#[test]
fn a_game_that_is_over_before_anybody_chooses_is_told() {
    let place = tempfile::tempdir().expect("made");
    let text = "game x \"X\"\nplayers a, b\nboard 3 x 3\npiece s \"s\"\n\
                move m \"{t}\" { t in own\n s: box -> t }\nplay { each player { ask me: m } }\n";
    write(&place.path().join("x.game"), text);
    let (code, said) = run(place.path(), &["check", "./x.game"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("the game is over before anybody chooses anything"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn new_leaves_a_link_that_leads_nowhere() {
    let place = tempfile::tempdir().expect("made");
    let link = place.path().join("mine");
    std::os::unix::fs::symlink("nowhere", &link).expect("linked");
    let (code, said) = run(place.path(), &["new", "mine", "--from", "cannon"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("`mine` is there already"), "{said}");
    assert!(fs::symlink_metadata(&link).is_ok());
}

#[test]
fn rulesets_are_found_in_the_folders_of_a_folder() {
    let place = tempfile::tempdir().expect("made");
    let all = place.path().join("all");
    write(&all.join("two/three/good/good.game"), TIC_TAC_TOE);
    write(
        &all.join("two/bad/bad.game"),
        TIC_TAC_TOE.replace("own mark", "own mrak"),
    );
    write(&all.join("large/large.GAME"), TIC_TAC_TOE);
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", all.join("lost.game")).expect("linked");
    for command in ["check", "test"] {
        let (code, said) = run(place.path(), &[command, "./all"]);
        assert_eq!(code, Some(1), "{said}");
        assert!(
            said.contains("there is no piece `mrak`") || said.contains("mrak"),
            "{said}"
        );
        assert!(
            said.contains(
                "large.GAME` is not read, since its name ends in `.GAME`; let it end in `.game`"
            ),
            "{said}"
        );
        let told = said.matches("lost.game").count();
        assert_eq!(told, usize::from(cfg!(unix)), "{said}");
    }
    let (_, said) = run(place.path(), &["check", "./all"]);
    assert!(said.contains("three/good: no mistakes"), "{said}");
}

#[test]
fn a_copy_takes_what_is_the_rulesets_own() {
    let place = tempfile::tempdir().expect("made");
    let folder = place.path().join("games");
    write(&folder.join("tic-tac-toe.game"), TIC_TAC_TOE);
    write(
        &folder.join("other.game"),
        TIC_TAC_TOE.replacen("tic-tac-toe", "other", 1),
    );
    write(
        &folder.join("quick.game"),
        "variant quick of tic-tac-toe \"Quick\"\n",
    );
    write(&folder.join("README.md"), "about it");
    write(&folder.join("diary.txt"), "nobody's business");
    write(&folder.join("private/secret.scn"), "nobody's business");
    write(&folder.join("scenarios/own.scn"), "for tic-tac-toe\n");
    write(&folder.join("scenarios/theirs.scn"), "for other\n");
    write(&folder.join("scenarios/snapshots/own__a.snap"), "a");
    write(&folder.join("scenarios/snapshots/theirs__a.snap"), "a");
    #[cfg(unix)]
    std::os::unix::fs::symlink("/", folder.join("scenarios/root")).expect("linked");
    let (code, said) = run(
        place.path(),
        &["new", "mine", "--from", "./games/tic-tac-toe.game"],
    );
    assert_eq!(code, Some(0), "{said}");
    let mut copied = Vec::new();
    let mut folders = vec![place.path().join("mine")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("read") {
            let path = entry.expect("read").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let inside = path.strip_prefix(place.path().join("mine"));
                copied.push(inside.expect("inside").display().to_string());
            }
        }
    }
    copied.sort();
    assert_eq!(
        copied,
        [
            "README.md",
            "mine.game",
            "quick.game",
            "scenarios/own.scn",
            "scenarios/snapshots/own__a.snap",
        ]
    );
}

#[test]
fn a_name_that_no_disk_takes_is_a_wrong_call() {
    let place = tempfile::tempdir().expect("made");
    let (code, said) = run(place.path(), &["new", &"a".repeat(300), "--from", "cannon"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("a name of 300 letters is too long"), "{said}");
}

/// A fault that only another value of an option leads to is found, and which value it was.
#[test]
fn other_values_of_options_are_tried() {
    let place = tempfile::tempdir().expect("made");
    let text = "game x \"X\"\nplayers a, b\nboard 3 x 3\npiece s \"s\"\n\
                options { careful yes | no \"who puts looks first\"\n size 3..9 = 3 \"s\" }\n\
                move m \"{t}\" { t in (empty if careful else everything)\n s: box -> t }\n\
                play { repeat each player { ask me: m otherwise draw; if count own > size { draw } } }\n";
    write(&place.path().join("x.game"), text);
    let (code, said) = run(place.path(), &["check", "./x.game"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("is occupied"), "{said}");
    assert!(
        said.contains("./x.game with careful=no: 1 mistake"),
        "{said}"
    );
    // The person who sets the option has chosen.
    let (code, said) = run(place.path(), &["check", "./x.game", "--set", "careful=yes"]);
    assert_eq!(code, Some(0), "{said}");
}

const RACE: &str = include_str!("fixtures/over/race.game");

/// Writes a variant of the race that changes the result in one way.
fn variant(file: &Path, name: &str, text: &str) {
    let text = format!("variant {name} of race \"A race\"\nreplace fact crossed = {text}\n");
    write(file, text);
}

#[test]
fn variants_in_one_folder_are_checked_each_by_itself() {
    let place = tempfile::tempdir().expect("made");
    let two = place.path().join("two");
    write(&place.path().join("race/race.game"), RACE);
    variant(&two.join("a1.game"), "a1", "own pawn and row 4");
    variant(&two.join("b1.game"), "b1", "own pawn and row 3");
    let (code, said) = run(place.path(), &["check", "two/a1.game"]);
    assert!(
        code == Some(0) && said.contains("\ntwo/a1.game: no mistakes"),
        "{said}"
    );
    assert!(!said.contains("variant"), "{said}");
    // The folder stands for the game, with both.
    for path in ["two", "./two", "."] {
        let (code, said) = run(place.path(), &["check", path]);
        assert!(
            code == Some(0) && said.contains(", 2 variants"),
            "{path}: {said}"
        );
    }
    let (code, said) = run(place.path(), &["moves", "./two", "--variant", "b1"]);
    assert!(code == Some(0) && said.contains("a1-a2"), "{said}");
    // Where one is the main file, the other is checked by itself, too.
    variant(
        &two.join("two.game"),
        "two",
        "own pawn and (row 4 or row 3)",
    );
    let (code, said) = run(place.path(), &["check", "./two"]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(said.matches("no mistakes").count(), 3, "{said}");
    variant(&two.join("b1.game"), "b1", "own paw and row 3");
    let (code, said) = run(place.path(), &["check", "./two"]);
    assert_eq!(code, Some(1), "{said}");
    assert_eq!(said.matches("no mistakes").count(), 2, "{said}");
    assert!(said.contains("b1.game: 1 mistake"), "{said}");
}

#[test]
fn a_folder_whose_game_is_gone_says_which_file_is_missing() {
    let place = tempfile::tempdir().expect("made");
    let race = place.path().join("race");
    variant(&race.join("a1.game"), "a1", "own pawn and row 4");
    variant(&race.join("b1.game"), "b1", "own pawn and row 3");
    for command in ["check", "test", "play"] {
        let (code, said) = run(place.path(), &[command, "./race"]);
        assert_eq!(code, Some(2), "{said}");
        assert!(
            said.contains("`race.game` is missing in the folder"),
            "{command}: {said}"
        );
    }
    // A single one that is left is no ruleset either. The answer to its file's name says where it is.
    fs::remove_file(race.join("b1.game")).expect("removed");
    let (code, said) = run(place.path(), &["check", "./race"]);
    let told = "`race.game` is missing in the folder `./race`: `a1.game` is a variant of it";
    assert!(code == Some(2) && said.contains(told), "{said}");
    let (code, said) = run(place.path(), &["check", "./race/a1.game"]);
    assert!(
        code == Some(1) && said.contains("a1.game:1:15"),
        "{code:?} {said}"
    );
}

#[test]
fn a_variant_is_tested_with_the_scenarios_that_name_it() {
    let place = tempfile::tempdir().expect("made");
    let race = place.path().join("race");
    write(&race.join("race.game"), RACE);
    variant(&race.join("a1.game"), "a1", "own pawn and row 4");
    variant(&race.join("b1.game"), "b1", "own pawn and row 3");
    let scenario = |title: &str, play: &str| format!("scenario \"{title}\"\nplay {play}\n\n");
    let one = |variant: &str, row: usize| {
        format!(
            "scenario \"{variant}\"\nvariant {variant}\nplay a1-a2\nexpect a{row} is white pawn\n\n"
        )
    };
    let scenarios = race.join("scenarios/s.scn");
    let text = [
        "for race\n\n",
        &scenario("plain", "a1-a3"),
        &one("a1", 2),
        &one("b1", 3),
    ]
    .concat();
    write(&scenarios, text);
    let (code, said) = run(place.path(), &["test", "race/a1.game"]);
    // Its transcript is not stored yet.
    assert!(
        said.contains("1 scenario") && !said.contains("\" failed"),
        "{said}"
    );
    assert!(!said.contains("mistakes in the files"), "{said}");
    let (code_b, said_b) = run(place.path(), &["test", "race/b1.game"]);
    assert_eq!(said_b.matches("\" failed\n").count(), 1, "{said_b}");
    assert_eq!((code, code_b), (Some(1), Some(1)));
    let (_, all) = run(place.path(), &["test", "./race"]);
    assert_eq!(all.matches("\" failed\n").count(), 2, "{all}");
}

/// What is new can be pinned at once: it has a README of three commands and a first scenario, which passes.
#[test]
fn a_new_ruleset_has_a_readme_and_a_scenario() {
    let place = tempfile::tempdir().expect("made");
    for (name, how, base) in [
        ("rules", "--variant-of", "cannon"),
        ("deal", "--variant-of", "cannon-buster"),
        ("copy", "--from", "cannon"),
    ] {
        let (code, said) = run(place.path(), &["new", name, how, base]);
        assert_eq!(code, Some(0), "{said}");
        let readme = fs::read_to_string(place.path().join(name).join("README.md"));
        let readme = readme.expect("written");
        for command in ["play", "check", "test"] {
            let command = format!("linstock {command} ./{name}");
            assert!(readme.contains(&command), "{readme}");
        }
        let named = format!("linstock play {base}");
        assert!(!readme.contains(&named), "{readme}");
        let (code, said) = run(place.path(), &["test", &format!("./{name}")]);
        assert!(code == Some(0) && said.contains("all pass"), "{said}");
    }
    let first = fs::read_to_string(place.path().join("rules/scenarios/first.scn"));
    assert_eq!(
        first.expect("written"),
        "for rules\n\nscenario \"the first move\"\nplay b10\nexpect dark to move\n"
    );
}

/// A copy of a copy has the changes that no scenario notices, and nothing that a link leads to.
#[cfg(unix)]
#[test]
fn a_copy_has_what_is_the_rulesets_own() {
    let place = tempfile::tempdir().expect("made");
    let (code, said) = run(place.path(), &["new", "one", "--from", "cannon"]);
    assert_eq!(code, Some(0), "{said}");
    write(&place.path().join("elsewhere"), "for one\n");
    let link = place.path().join("one/scenarios/linked.scn");
    std::os::unix::fs::symlink(place.path().join("elsewhere"), link).expect("linked");
    write(&place.path().join("one/scenarios/no-head.scn"), "a diary\n");
    let (code, said) = run(place.path(), &["new", "two", "--from", "./one"]);
    assert_eq!(code, Some(0), "{said}");
    let copied = |file: &str| place.path().join("two/scenarios").join(file).exists();
    assert!(copied("unnoticed.txt") && copied("shots.scn"));
    assert!(!copied("linked.scn") && !copied("no-head.scn"));
}

#[test]
fn a_variant_of_a_game_on_disk_lies_beside_it() {
    let place = tempfile::tempdir().expect("made");
    write(
        &place.path().join("own/own.game"),
        TIC_TAC_TOE.replace("game tic-tac-toe", "game own"),
    );
    let (code, said) = run(place.path(), &["new", "quick", "--variant-of", "./own"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("linstock play ./own/own.game --variant quick --watch"),
        "{said}"
    );
    let (code, said) = run(place.path(), &["moves", "./own", "--variant", "quick"]);
    assert!(code == Some(0) && said.contains("a1"), "{said}");
    let (code, said) = run(place.path(), &["new", "quick", "--variant-of", "./own"]);
    assert!(
        code == Some(2) && said.contains("is there already"),
        "{said}"
    );
    let (code, said) = run(place.path(), &["new", "and", "--variant-of", "./own"]);
    assert!(code != Some(0), "{said}");
    assert!(!place.path().join("own/and.game").exists());
}

#[test]
fn variants_that_are_named_otherwise_than_they_are_chosen_are_told() {
    let place = tempfile::tempdir().expect("made");
    for (args, told) in [
        (&["moves", "long-guns"][..], "`cannon --variant long-guns`"),
        (
            &["moves", "cannon+long-guns"],
            "`cannon --variant long-guns`",
        ),
        (
            &[
                "moves",
                "cannon",
                "--variant",
                "long-guns",
                "--variant",
                "long-guns",
            ],
            "the variant `long-guns` is named twice",
        ),
    ] {
        let (code, said) = run(place.path(), args);
        assert!(code == Some(2) && said.contains(told), "{said}");
    }
}

/// The program makes the folder of scenarios but no other; it says so before it looks for a line.
#[test]
fn a_found_line_has_a_place_before_it_is_looked_for() {
    let place = tempfile::tempdir().expect("made");
    write(
        &place.path().join("own/own.game"),
        TIC_TAC_TOE.replace("game tic-tac-toe", "game own"),
    );
    let find = |out: &str| {
        run(
            place.path(),
            &["find", "./own", "--draw", "--seed", "1", "--out", out],
        )
    };
    let (code, said) = find("nowhere/x.scn");
    assert!(
        code == Some(2) && said.contains("there is no folder `nowhere`"),
        "{said}"
    );
    let (code, said) = find("own/scenarios/x.scn");
    assert!(code == Some(0), "{said}");
}

#[test]
fn variants_beside_a_game_are_laid_over_what_lies_over_it_elsewhere() {
    let place = tempfile::tempdir().expect("made");
    for name in ["long-guns", "walking-town", "breakthrough"] {
        let (code, said) = run(place.path(), &["check", "cannon-de", "--variant", name]);
        assert_eq!(code, Some(0), "{name}: {said}");
    }
    let (code, said) = run(
        place.path(),
        &["check", "cannon-de", "--variant", "long-gun"],
    );
    assert!(
        code == Some(2) && said.contains("did you mean `long-guns`?"),
        "{said}"
    );
    // One's own of the same name goes before it.
    let house = place.path().join("house");
    write(
        &house.join("house.game"),
        "variant house of cannon \"House\"\n",
    );
    write(
        &house.join("long-guns.game"),
        "variant long-guns of cannon \"Longer still\"\n",
    );
    let sheet = |game: &str, name: &str| {
        let (code, said) = run(place.path(), &["rules", game, "--full", "--variant", name]);
        assert_eq!(code, Some(0), "{said}");
        said
    };
    assert!(sheet("./house", "walking-town").contains("walk of the Town"));
    let far = "2..4 ahead";
    assert!(
        sheet("cannon-de", "long-guns").contains("four points"),
        "{far}"
    );
    assert!(!sheet("./house", "long-guns").contains("four points"));
    // They are none of the folder's own, which are checked each by itself.
    let (_, said) = run(place.path(), &["check", "./house"]);
    assert_eq!(said.matches("no mistakes").count(), 2, "{said}");
}

#[test]
fn an_option_that_is_named_like_a_variant_is_told() {
    let place = tempfile::tempdir().expect("made");
    let (code, said) = run(place.path(), &["compare", "cannon", "+shift-limit"]);
    assert_eq!(code, Some(2), "{said}");
    let told = "`shift-limit` is an option, and needs a value: shift-limit=VALUE";
    assert!(said.contains(told), "{said}");
}

#[test]
fn a_copy_takes_the_scripts_that_the_rules_name() {
    let place = tempfile::tempdir().expect("made");
    let (code, said) = run(place.path(), &["new", "mine", "--from", "cannon-buster"]);
    assert_eq!(code, Some(0), "{said}");
    write(
        &place.path().join("mine/notes.rhai"),
        "fn no_rule() { 1 }\n",
    );
    let (code, said) = run(place.path(), &["new", "again", "--from", "./mine"]);
    assert_eq!(code, Some(0), "{said}");
    let again = place.path().join("again");
    assert!(again.join("cannon-buster.rhai").exists());
    assert!(!again.join("notes.rhai").exists());
}

#[test]
fn a_changed_rule_with_an_unchanged_text_is_noted() {
    let place = tempfile::tempdir().expect("made");
    let (_, _) = run(place.path(), &["new", "my-cannon", "--from", "cannon"]);
    let (_, said) = run(place.path(), &["check", "./my-cannon"]);
    assert!(!said.contains("compared with"), "{said}");
    let file = place.path().join("my-cannon/my-cannon.game");
    let text = fs::read_to_string(&file).expect("read");
    let farther = text.replace("2..3 ahead", "2..4 ahead");
    assert_ne!(text, farther);
    fs::write(&file, &farther).expect("written");
    let (code, said) = run(place.path(), &["check", "./my-cannon"]);
    assert_eq!(code, Some(0), "{said}");
    let note = "note: compared with cannon, ";
    let (_, noted) = said.split_once(note).expect("a note");
    assert!(noted.contains("\n  CA-18 (my-cannon.game:"), "{said}");
    // The text follows.
    let told = farther.replace("two or three points beyond", "two to four points beyond");
    assert_ne!(farther, told);
    fs::write(&file, told).expect("written");
    let (_, said) = run(place.path(), &["check", "./my-cannon"]);
    assert!(!said.contains("\n  CA-18 (my-cannon.game:"), "{said}");
}

#[test]
fn a_variant_keeps_a_text_by_writing_it_again() {
    let variant = |clauses: &str| {
        let place = tempfile::tempdir().expect("made");
        let folder = place.path().join("hop");
        fs::create_dir(&folder).expect("made");
        let game = "game hop \"Hop\"\nplayers a, b\nboard 3 x 3\npiece man \"m\"\n\
            @H-1 move put \"{here}\" { here in empty; man: box -> here }\n\
            play { repeat 3 times { each player { ask me: put otherwise draw } } }\n\
            clauses { H-1 \"Put a man on an empty point.\" }\n";
        fs::write(folder.join("hop.game"), game).expect("written");
        let corner = format!(
            "variant corner of hop \"Corner\"\n\
             @H-1 replace move put \"{{here}}\" {{ here in empty and {{a1, b2}}; man: box -> here }}\n{clauses}"
        );
        fs::write(folder.join("corner.game"), corner).expect("written");
        run(place.path(), &["check", "./hop"])
    };
    let (code, said) = variant("");
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("note: with variant corner, 1 clause has another rule"),
        "{said}"
    );
    let (code, said) = variant("clauses { H-1 \"Put a man on an empty point.\" }\n");
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("note:"), "{said}");
}

#[test]
fn a_variant_that_changes_one_condition_is_noted() {
    let place = tempfile::tempdir().expect("made");
    let file = place.path().join("quick-hearts/quick-hearts.game");
    let edit = "replace condition cards of pass-on with cards in 4 of hand of me";
    let variant = format!("variant quick-hearts of hearts \"Quick Hearts\"\n{edit}\n");
    write(&file, &variant);
    let (code, said) = run(place.path(), &["check", "./quick-hearts"]);
    assert_eq!(code, Some(0), "{said}");
    let note = "note: compared with hearts, 1 clause has another rule and the same text";
    assert!(said.contains(note), "{said}");
    assert!(
        said.contains("\n  HE-3 (quick-hearts.game:2): After the deal"),
        "{said}"
    );
    // The clause is written again.
    let again = "clauses { HE-3 \"Each player passes four cards.\" }";
    write(&file, format!("{variant}{again}\n"));
    let (_, said) = run(place.path(), &["check", "./quick-hearts"]);
    assert!(!said.contains("note:"), "{said}");
}

#[test]
fn the_clause_of_the_changed_statement_is_noted() {
    let place = tempfile::tempdir().expect("made");
    let (_, _) = run(place.path(), &["new", "mine", "--from", "kalah"]);
    let file = place.path().join("mine/mine.game");
    let text = fs::read_to_string(&file).expect("read");
    let (kept, without) = ("    gather(at, me)\n", "");
    assert!(text.contains(kept), "{text}");
    fs::write(&file, text.replace(kept, without)).expect("written");
    let (code, said) = run(place.path(), &["check", "./mine"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("\n  KA-5 (mine.game:"), "{said}");
    assert!(!said.contains("\n  KA-2 ("), "{said}");
}
