//! A broken ruleset: its whole text, or the name of a base game and what is edited in it.

use std::fs;
use std::path::Path;

/// A ruleset with a mistake, as a fixture holds it and as it is checked.
pub(crate) struct Broken {
    /// The name of the file that messages speak of.
    pub(crate) name: String,
    /// The whole ruleset.
    pub(crate) text: String,
}

impl Broken {
    /// Reads a fixture: a `.game` is a whole ruleset, a `.diff` edits a game in the folder `base` beside it.
    pub(crate) fn read(path: &Path) -> Self {
        let name = path.with_extension("game");
        let written = fs::read_to_string(path).unwrap();
        let text = if path.extension().is_some_and(|kind| kind == "diff") {
            whole(&written, &path.with_file_name("base"))
                .unwrap_or_else(|wrong| panic!("{}: {wrong}", path.display()))
        } else {
            written
        };
        Self {
            name: name.file_name().unwrap().to_string_lossy().into_owned(),
            text,
        }
    }
}

/// The comments at the head of a fixture, and below them the base game with the edits.
fn whole(written: &str, bases: &Path) -> Result<String, String> {
    let lines: Vec<&str> = written.lines().collect();
    let head = lines.iter().take_while(|line| line.starts_with('#'));
    let (head, rest) = lines.split_at(head.count());
    let named = rest.split_first().and_then(|(line, edits)| {
        let name = line.strip_prefix("base: ")?;
        Some((name, edits))
    });
    let (name, edits) = named.ok_or("below the comments stands no line `base: …`")?;
    let base = fs::read_to_string(bases.join(format!("{name}.game")))
        .map_err(|_| format!("there is no base game `{name}`"))?;
    let base: Vec<&str> = base.lines().collect();
    let mut text = [head, &edited(&base, edits)?].concat().join("\n");
    text.push('\n');
    Ok(text)
}

/// The lines of a game after every edit; empty lines stand between them.
fn edited<'t>(base: &[&'t str], edits: &[&'t str]) -> Result<Vec<&'t str>, String> {
    let (mut lines, mut done) = (Vec::new(), 0);
    let edits = edits.split(|line| line.is_empty());
    for edit in edits.filter(|edit| !edit.is_empty()) {
        let (old, new) = sides(edit)?;
        let at = place(base, &old)?;
        if at < done {
            return Err(format!(
                "an edit stands below a later one:\n{}",
                edit.join("\n")
            ));
        }
        lines.extend(&base[done..at]);
        lines.extend(new);
        done = at + old.len();
    }
    lines.extend(&base[done..]);
    Ok(lines)
}

/// What an edit finds and what it leaves: `- ` is taken out, `+ ` is put in, and two spaces only show the place.
fn sides<'t>(edit: &[&'t str]) -> Result<(Vec<&'t str>, Vec<&'t str>), String> {
    let (mut old, mut new) = (Vec::new(), Vec::new());
    for line in edit {
        match line.split_at_checked(2) {
            Some(("- ", text)) => old.push(text),
            Some(("+ ", text)) => new.push(text),
            Some(("  ", text)) => {
                old.push(text);
                new.push(text);
            }
            _ => {
                return Err(format!(
                    "this begins with no `- `, `+ ` or two spaces: {line}"
                ));
            }
        }
    }
    Ok((old, new))
}

/// Where the lines that an edit finds stand in the base; if it finds none, what it adds stands at the end.
fn place(base: &[&str], old: &[&str]) -> Result<usize, String> {
    if old.is_empty() {
        return Ok(base.len());
    }
    let found: Vec<usize> = (0..base.len())
        .filter(|at| base[*at..].starts_with(old))
        .collect();
    match found[..] {
        [at] => Ok(at),
        [] => Err(format!("the base has no such lines:\n{}", old.join("\n"))),
        _ => Err(format!(
            "the base has these lines {} times, add a line beside them:\n{}",
            found.len(),
            old.join("\n")
        )),
    }
}

/// The text that a small game has after some edits, or why it cannot be edited so.
fn after(edits: &str) -> Result<String, String> {
    let base = ["players a, b", "play {", "  go", "}", "to x {", "  go", "}"];
    let edits: Vec<&str> = edits.lines().collect();
    edited(&base, &edits).map(|lines| lines.join("/"))
}

#[test]
fn an_edit_finds_its_lines() {
    let changed = after("- players a, b\n+ players a\n\n  to x {\n+   halt\n\n+ end");
    assert_eq!(
        changed.unwrap(),
        "players a/play {/  go/}/to x {/  halt/  go/}/end"
    );
    assert_eq!(
        after("").unwrap(),
        "players a, b/play {/  go/}/to x {/  go/}"
    );
}

#[test]
fn an_edit_that_does_not_fit_once_is_told() {
    let wrong = [
        ("- player a", "the base has no such lines:\nplayer a"),
        (
            "-   go",
            "the base has these lines 2 times, add a line beside them:\n  go",
        ),
        (
            "- to x {\n\n- play {",
            "an edit stands below a later one:\n- play {",
        ),
        (
            "play {",
            "this begins with no `- `, `+ ` or two spaces: play {",
        ),
    ];
    for (edits, told) in wrong {
        assert_eq!(after(edits).unwrap_err(), told);
    }
    let told = whole("# why\ngame x", Path::new("base")).unwrap_err();
    assert_eq!(told, "below the comments stands no line `base: …`");
    let told = whole("base: nowhere", Path::new("base")).unwrap_err();
    assert_eq!(told, "there is no base game `nowhere`");
}
