//! `linstock fmt`: what it writes, what it leaves alone, what it exits with.

use std::path::Path;
use std::process::Command;

/// Runs `linstock fmt` in a folder; returns what it exits with and what it prints.
fn fmt(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .arg("fmt")
        .args(args)
        .current_dir(folder)
        .output()
        .expect("ran");
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8(text).expect("UTF-8"),
    )
}

#[test]
fn files_are_written_whole_or_only_looked_at() {
    let place = tempfile::tempdir().expect("made");
    let folder = place.path();
    std::fs::create_dir(folder.join("scenarios")).expect("made");
    let rough = "game x \"X\"\nplayers a,b   # two\n\n\n\nboard 3 x 3{ }\n";
    let neat = "game x \"X\"\nplayers a, b   # two\n\nboard 3 x 3 { }\n";
    std::fs::write(folder.join("x.game"), rough).expect("written");
    std::fs::write(
        folder.join("scenarios/s.scn"),
        "for x\nscenario \"s\"\n  play a1\n",
    )
    .expect("written");
    std::fs::write(folder.join("notes.txt"), "players a,b").expect("written");
    let told = fmt(folder, &[".", "--check"]);
    let expected = "./scenarios/s.scn:3: not formatted; `linstock fmt` does it\n./x.game:2: not formatted; `linstock fmt` does it\n2 files: 2 to be formatted\n";
    assert_eq!(told, (Some(1), expected.to_owned()));
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("read");
    assert_eq!(read("x.game"), rough);
    let told = fmt(folder, &["x.game", "scenarios"]);
    let expected = "x.game: formatted\nscenarios/s.scn: formatted\n2 files: 2 formatted\n";
    assert_eq!(told, (Some(0), expected.to_owned()));
    assert_eq!(read("x.game"), neat);
    assert_eq!(read("scenarios/s.scn"), "for x\nscenario \"s\"\nplay a1\n");
    assert_eq!(read("notes.txt"), "players a,b");
    let again = fmt(folder, &[".", "--check"]);
    assert_eq!(again, (Some(0), "2 files: 0 to be formatted\n".to_owned()));
}

/// A file with a second name is not written, since that would keep the old text.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_hinders_no_other() {
    let place = tempfile::tempdir().expect("made");
    let folder = place.path();
    let rough = "game  y \"Y\"\nnote \"n\"  \n";
    std::fs::write(folder.join("a.game"), rough).expect("written");
    std::fs::hard_link(folder.join("a.game"), folder.join("kept.txt")).expect("linked");
    std::fs::write(folder.join("b.game"), rough).expect("written");
    let (code, told) = fmt(folder, &["."]);
    assert_eq!(code, Some(1));
    assert!(told.contains("it has a second name"), "{told}");
    assert!(told.contains("./b.game: formatted\n"), "{told}");
    assert!(
        told.ends_with("2 files: 1 formatted, 1 not written\n"),
        "{told}"
    );
}

#[test]
fn a_file_with_mistakes_is_left_alone_and_hinders_no_other() {
    let place = tempfile::tempdir().expect("made");
    let folder = place.path();
    let broken = "game x \"X\"\nplayers a b\n";
    std::fs::write(folder.join("broken.game"), broken).expect("written");
    std::fs::write(folder.join("fine.game"), "game  y \"Y\"\nnote \"n\"  \n").expect("written");
    std::fs::write(folder.join("latin.game"), b"game \xff").expect("written");
    let (code, told) = fmt(folder, &["."]);
    assert_eq!(code, Some(1));
    assert!(told.contains("--> ./broken.game:2:11"), "{told}");
    assert!(told.contains("`./latin.game` is not UTF-8 text"), "{told}");
    assert!(
        told.ends_with("3 files: 1 formatted, 2 left alone: mend the mistakes first\n"),
        "{told}"
    );
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("read");
    assert_eq!(read("broken.game"), broken);
    assert_eq!(read("fine.game"), "game  y \"Y\"\nnote \"n\"\n");
}

#[test]
fn what_is_no_text_of_a_ruleset_is_refused() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (code, told) = fmt(here, &["README.md"]);
    assert_eq!(code, Some(2));
    assert_eq!(
        told,
        "linstock: `README.md` cannot be formatted: give files that end in `.game` or `.scn`, or folders\n"
    );
    let (code, told) = fmt(here, &["nowhere"]);
    assert_eq!(
        (code, told.as_str()),
        (
            Some(2),
            "linstock: there is no file and no folder at `nowhere`\n"
        )
    );
}
