//! `linstock help`: the help of a command, or the explanation of a diagnostic's code from the pages in `docs/errors`.

use crate::command_failure::CommandFailure;
use crate::pager::page;
use crate::repl::command_help;
use crate::shown::Shown;
use crate::terminal::print;
use crate::window;
use crate::word_meaning::{explained, known_words};
use clap::Args;
use include_dir::{Dir, include_dir};
use linstock_base::similar;
use linstock_play::quoted;

/// The pages: a section about each code, with fenced examples.
static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/docs/errors");

/// The number of codes that are offered in place of an unknown one.
const OFFERED: usize = 3;

#[derive(Args, Debug)]
pub(super) struct HelpArgs {
    /// A command, a word of the rules such as `through`, or the code of a mistake or a warning such as E0206
    #[arg(value_name = "COMMAND|WORD|CODE")]
    pub(crate) topic: Vec<String>,
}

/// Returns the number of a code: `E0206`, `e0206`, `0206` and `206` are the same code.
pub(super) fn code_number(topic: &str) -> Option<u32> {
    let digits = topic.strip_prefix(['E', 'e']).unwrap_or(topic);
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u32::MAX))
}

/// Prints the help of a command and what a word of the language means, or the section about a code. `command` returns the
/// help of a command; `commands` are their names.
pub(super) fn run(
    args: &HelpArgs,
    command: impl Fn(&str) -> Option<Shown>,
    commands: &[String],
) -> Result<(), CommandFailure> {
    let topic = args.topic.join(" ");
    let topic = topic.as_str();
    if let Some(number) = code_number(topic) {
        return section_of(topic, number);
    }
    let of_word = explained(topic);
    let of_command = command(topic);
    let of_play = command_help(topic).filter(|_| of_command.is_none());
    let is_known = of_command.is_some() || of_play.is_some() || of_word.is_some();
    if let Some(text) = of_command {
        print(text)?;
        if of_word.is_some() {
            print(format!("\n`{topic}` is a word of the language, too:\n\n"))?;
        }
    }
    if let Some(in_game) = of_play {
        print(format!("In a game (`linstock play`):\n\n{in_game}"))?;
    }
    if let Some(text) = of_word {
        print(text)?;
    }
    if is_known {
        return Ok(());
    }
    let words = known_words().map(str::to_owned);
    let known: Vec<String> = commands.iter().cloned().chain(words).collect();
    Err(CommandFailure::Call(format!(
        "there is no command, no code and no word of the language {}{}",
        quoted(topic),
        match similar(topic, known.iter().map(String::as_str)) {
            Some(near) => format!("; did you mean `{near}`?"),
            None => "; `linstock help` lists the commands".to_owned(),
        }
    )))
}

/// Prints the section about a code.
fn section_of(topic: &str, number: u32) -> Result<(), CommandFailure> {
    match sections().into_iter().find(|(code, _)| *code == number) {
        Some((_, section)) => page(rendered(section)),
        None => Err(CommandFailure::Call(format!(
            "there is no code {}; the nearest codes are {}",
            quoted(topic),
            nearest(number).join(", ")
        ))),
    }
}

/// Returns the page that explains a code, as a path in the project.
pub(super) fn page_of(code: &str) -> Option<String> {
    let heading = format!("\n## {code}:");
    let mut pages = PAGES.files();
    let page = pages.find(|page| {
        let text = page.contents_utf8();
        text.is_some_and(|text| text.contains(&heading))
    })?;
    Some(format!("docs/errors/{}", page.path().display()))
}

/// Returns the sections of all pages, each with the number of its code.
fn sections() -> Vec<(u32, &'static str)> {
    let pages = PAGES.files().filter_map(|page| page.contents_utf8());
    let sections = pages.flat_map(|page| page.split("\n## ").skip(1));
    let numbered = sections.filter_map(|section| {
        let (code, _) = section.split_once(':')?;
        Some((code_number(code)?, section))
    });
    numbered.collect()
}

/// Returns the codes whose numbers are nearest to a number, in their order.
fn nearest(number: u32) -> Vec<String> {
    let mut numbers: Vec<u32> = sections().into_iter().map(|(number, _)| number).collect();
    numbers.sort_by_key(|known| known.abs_diff(number));
    numbers.truncate(OFFERED);
    numbers.sort_unstable();
    numbers.iter().map(|n| format!("E{n:04}")).collect()
}

/// Renders a section: its paragraphs are wrapped, and its examples are indented under a caption.
fn rendered(section: &str) -> String {
    let mut text = String::new();
    for (at, part) in section.split("```").enumerate() {
        if at % 2 == 0 {
            let paragraphs = part.split("\n\n").map(str::trim);
            let paragraphs = paragraphs.filter(|paragraph| !paragraph.is_empty());
            let wrapped = |text: &str| window::paragraph(&text.replace('\n', " "), ("", 0)) + "\n";
            text.extend(paragraphs.map(wrapped));
        } else {
            let (kind, example) = part.split_once('\n').unwrap_or((part, ""));
            text.push_str(&caption(kind));
            let indented = |line: &str| format!("    {line}").trim_end().to_owned() + "\n";
            text.extend(example.lines().map(indented));
            text.push('\n');
        }
    }
    text.trim_end().to_owned() + "\n"
}

/// Returns the line above an example.
fn caption(kind: &str) -> String {
    match kind.split_once(' ').unwrap_or((kind, "")) {
        ("wrong", _) => "Wrong:\n".to_owned(),
        ("right", _) => "Right:\n".to_owned(),
        ("game", _) => "In the game:\n".to_owned(),
        ("also", name) => format!("With the file {name}:\n"),
        ("rhai", "") => "With the script:\n".to_owned(),
        ("rhai", name) => format!("With the script {name}:\n"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{code_number, nearest, page_of, rendered, sections};

    #[test]
    fn a_code_may_be_written_without_its_letter_and_its_zeros() {
        for written in ["E0206", "e0206", "0206", "206"] {
            assert_eq!(code_number(written), Some(206), "{written}");
        }
        for other in ["", "E", "check", "E02x7", "-207"] {
            assert_eq!(code_number(other), None, "{other}");
        }
    }

    #[test]
    fn a_section_is_wrapped_and_its_examples_are_indented() {
        let section = "E0206: a board has a shape\n\nOne line,\nand another.\n\n```wrong part\nboard {\n\n}\n```\n\n\
            ```rhai a.rhai\nfn f() { }\n```\n\n```right part\nboard 3 x 3\n```\n";
        let text = "E0206: a board has a shape\n\nOne line, and another.\n\nWrong:\n    board {\n\n    }\n\n\
            With the script a.rhai:\n    fn f() { }\n\nRight:\n    board 3 x 3\n";
        assert_eq!(rendered(section), text);
    }

    #[test]
    fn the_nearest_codes_are_known_codes() {
        let known = sections();
        assert!(known.iter().any(|(number, _)| *number == 681));
        assert!(nearest(681).contains(&"E0681".to_owned()));
        assert!(!nearest(u32::MAX).is_empty());
    }

    #[test]
    fn the_page_of_a_code_is_named() {
        let page = Some("docs/errors/declarations.md".to_owned());
        assert_eq!(page_of("E0206"), page);
        assert_eq!(page_of("E9999"), None);
    }
}
