//! Edits of texts: words, lines and signs left out, put twice, changed for others.

use crate::program_tests::campaign::corpus::{GAMES, SCENARIOS};
use proptest::prelude::{Just, any, prop_oneof};
use proptest::sample::Index;
use proptest::strategy::{BoxedStrategy, Strategy};
use std::sync::LazyLock;

/// One edit; an index counts words or lines of the text, and is taken as far as there are any.
#[derive(Clone, Debug)]
pub(super) enum TextEdit {
    DropWord(Index),
    DoubleWord(Index),
    /// A word becomes another of the same text.
    CopyWord(Index, Index),
    /// A word becomes one of any text.
    OtherLanguageWord(Index, Index),
    SwapWords(Index),
    Number(Index, i64),
    DropLine(Index),
    DoubleLine(Index),
    /// A line of any text comes before a line.
    OtherLanguageLine(Index, Index),
    /// Text of this kind comes before a word.
    Insert(Index, String),
    Cut(Index),
}

/// One edit of rules or scenarios.
pub(super) fn edit() -> BoxedStrategy<TextEdit> {
    let at = any::<Index>;
    prop_oneof![
        3 => at().prop_map(TextEdit::DropWord),
        1 => at().prop_map(TextEdit::DoubleWord),
        5 => (at(), at()).prop_map(|(a, b)| TextEdit::CopyWord(a, b)),
        4 => (at(), at()).prop_map(|(a, b)| TextEdit::OtherLanguageWord(a, b)),
        2 => at().prop_map(TextEdit::SwapWords),
        2 => (at(), number()).prop_map(|(a, n)| TextEdit::Number(a, n)),
        2 => at().prop_map(TextEdit::DropLine),
        1 => at().prop_map(TextEdit::DoubleLine),
        3 => (at(), at()).prop_map(|(a, b)| TextEdit::OtherLanguageLine(a, b)),
        1 => (at(), odd_text()).prop_map(|(a, t)| TextEdit::Insert(a, t)),
        1 => at().prop_map(TextEdit::Cut),
    ]
    .boxed()
}

/// Numbers near the limits of something, or anywhere.
fn number() -> BoxedStrategy<i64> {
    let edges: Vec<i64> = vec![
        0, 1, 2, 3, 7, 8, 9, 16, 17, 63, 64, 65, 255, 256, 65_535, 65_536, 1_000_001,
    ];
    prop_oneof![
        4 => proptest::sample::select(edges),
        1 => any::<i64>(),
        1 => Just(i64::from(u32::MAX) + 1),
    ]
    .boxed()
}

/// What nobody writes on purpose.
pub(super) fn odd_text() -> BoxedStrategy<String> {
    let odd = [
        "\u{1b}[31m",
        "\u{202e}",
        "\0",
        "ß",
        "日",
        "\"",
        "\"\"\"",
        "{",
        "}",
        "((((",
        ")",
        "@",
        "@R-1",
        "#",
        ";",
        "\\",
        "->",
        "--",
        "..",
        "\r",
        "\t",
        "\u{feff}",
        "99999999999999999999",
        "-1",
        "½",
    ];
    prop_oneof![
        3 => proptest::sample::select(odd.to_vec()).prop_map(str::to_owned),
        1 => (1_usize..60, proptest::sample::select(vec!["(", "not ", "next to ", "1 + ", "{ ", "-", "a"]))
            .prop_map(|(n, what)| what.repeat(n)),
        1 => any::<String>(),
    ]
    .boxed()
}

/// Words of all texts.
static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let texts = GAMES
        .iter()
        .chain(SCENARIOS.iter())
        .flat_map(|texts| &texts.files);
    let mut words: Vec<String> = texts
        .flat_map(|(_, text)| {
            spans(text)
                .map(|(from, to)| text[from..to].to_owned())
                .collect::<Vec<_>>()
        })
        .collect();
    words.sort();
    words.dedup();
    words
});

/// Lines of all games.
static LINES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let texts = GAMES.iter().flat_map(|texts| &texts.files);
    texts
        .flat_map(|(_, text)| text.lines().map(str::to_owned))
        .collect()
});

/// Returns where the words, numbers, quoted texts and signs of a text stand.
fn spans(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut rest = text.char_indices().peekable();
    std::iter::from_fn(move || {
        while rest.next_if(|(_, c)| c.is_whitespace()).is_some() {}
        let (from, first) = rest.next()?;
        let mut to = from + first.len_utf8();
        let more = |c: char| match first {
            '"' => c != '"' && c != '\n',
            '-' => c == '>',
            _ if first.is_alphanumeric() => c.is_alphanumeric() || c == '-',
            _ => false,
        };
        while let Some((at, c)) = rest.next_if(|(_, c)| more(*c)) {
            to = at + c.len_utf8();
        }
        if first == '"'
            && let Some((at, _)) = rest.next_if(|(_, c)| *c == '"')
        {
            to = at + 1;
        }
        Some((from, to))
    })
}

/// Returns the text with the edits made, one after the other.
pub(super) fn edited(text: &str, edits: &[TextEdit]) -> String {
    edits
        .iter()
        .fold(text.to_owned(), |text, edit| made(&text, edit))
}

fn made(text: &str, edit: &TextEdit) -> String {
    let words: Vec<_> = spans(text).collect();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    if words.is_empty() {
        return text.to_owned();
    }
    let word = |at: &Index| words[at.index(words.len())];
    let put =
        |(from, to): (usize, usize), what: &str| format!("{}{what}{}", &text[..from], &text[to..]);
    match edit {
        TextEdit::DropWord(at) => put(word(at), ""),
        TextEdit::DoubleWord(at) => {
            let (from, to) = word(at);
            put((to, to), &format!(" {}", &text[from..to]))
        }
        TextEdit::CopyWord(at, other) => {
            let (from, to) = word(other);
            put(word(at), &text[from..to])
        }
        TextEdit::OtherLanguageWord(at, other) => {
            put(word(at), other.get::<String>(WORDS.as_slice()))
        }
        TextEdit::SwapWords(at) => {
            let at = at.index(words.len());
            let (first, second) = (words[at], words[(at + 1) % words.len()]);
            if first.1 > second.0 {
                return text.to_owned();
            }
            let [a, between, b] =
                [first, (first.1, second.0), second].map(|(from, to)| &text[from..to]);
            put((first.0, second.1), &format!("{b}{between}{a}"))
        }
        TextEdit::Number(at, number) => {
            let numbers: Vec<_> = words
                .iter()
                .filter(|(from, _)| text.as_bytes()[*from].is_ascii_digit())
                .collect();
            if numbers.is_empty() {
                return text.to_owned();
            }
            put(**at.get(&numbers), &number.to_string())
        }
        TextEdit::DropLine(at) => without(&lines, at.index(lines.len()), 0),
        TextEdit::DoubleLine(at) => without(&lines, at.index(lines.len()), 2),
        TextEdit::OtherLanguageLine(at, other) => {
            let at = at.index(lines.len());
            format!(
                "{}{}\n{}",
                lines[..at].concat(),
                other.get(LINES.as_slice()),
                lines[at..].concat()
            )
        }
        TextEdit::Insert(at, what) => {
            let (from, _) = word(at);
            put((from, from), what)
        }
        TextEdit::Cut(at) => text[..word(at).0].to_owned(),
    }
}

/// Returns the lines with the one at `at` put `times` times.
fn without(lines: &[&str], at: usize, times: usize) -> String {
    format!(
        "{}{}{}",
        lines[..at].concat(),
        lines[at].repeat(times),
        lines[at + 1..].concat()
    )
}
