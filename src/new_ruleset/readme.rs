//! The README of a new ruleset: a description, and three commands to start with.

/// Its name.
pub(super) const FILE: &str = "README.md";

/// Writes the README of a copy; `original` is the README of the first ruleset.
pub(super) fn of_copy(name: &str, (from, old): (&str, &str), original: &str) -> String {
    let head = text(name, &format!("A copy of `{from}` for you to change."));
    if original.is_empty() {
        return head;
    }
    // In the copy, commands and file names must refer to the copy.
    let renamed = original
        .replace(&format!("rulesets/{old}"), &format!("./{name}"))
        .replace(&format!("`{old}.game`"), &format!("`{name}.game`"));
    let renamed = [
        "check", "play", "test", "rules", "perft", "sim", "find", "compare",
    ]
    .iter()
    .fold(renamed, |text, verb| {
        ["`", " ", "\n"].iter().fold(text, |text, end| {
            let (before, now) = (
                format!("linstock {verb} {old}{end}"),
                format!("linstock {verb} ./{name}{end}"),
            );
            text.replace(&before, &now)
        })
    });
    format!(
        "{head}\n## What the README of `{from}` says\n\n{}",
        lowered(&renamed)
    )
}

/// Writes the README of a variant.
pub(super) fn of_variant(name: &str, base: &str) -> String {
    text(
        name,
        &format!(
            "House rules for `{base}`. Everything that `{name}.game` does not change is as in `linstock rules {base}`."
        ),
    )
}

/// Writes the README of a small game made from answers.
pub(super) fn of_game(name: &str) -> String {
    text(name, "A small game for you to change.")
}

fn text(name: &str, about: &str) -> String {
    format!(
        "# {name}\n\n{about} The rules are in `{name}.game`; the files in `scenarios` say what must happen. Type these commands in the folder that contains \
         `{name}`:\n\n```sh\nlinstock play ./{name} --watch    # play it, and go on whenever a file is saved\n\
         linstock check ./{name}           # find mistakes\nlinstock test ./{name}            # run its scenarios\n```\n"
    )
}

/// Lowers the headings of a text by one level.
fn lowered(text: &str) -> String {
    let mut in_code = false;
    let lines = text.lines().map(|line| {
        in_code ^= line.starts_with("```");
        let heading = line.starts_with('#') && !in_code;
        format!("{}{line}\n", if heading { "##" } else { "" })
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::of_copy;

    #[test]
    fn commands_of_the_original_are_those_of_the_copy() {
        let original = "# Chess\n\n`linstock play chess --variant x`, `linstock rules chess` and `chess.game`:\n\n```sh\n# a remark\nlinstock test rulesets/chess\n```\n";
        let text = of_copy("my-chess", ("chess", "chess"), original);
        assert!(
            text.starts_with("# my-chess\n\nA copy of `chess`"),
            "{text}"
        );
        assert!(text.ends_with(
            "### Chess\n\n`linstock play ./my-chess --variant x`, `linstock rules ./my-chess` and `my-chess.game`:\n\n```sh\n# a remark\nlinstock test ./my-chess\n```\n"
        ), "{text}");
    }
}
