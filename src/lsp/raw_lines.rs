//! Completion in lines that are not made of words of the language: moves in scenarios, values of options.

use crate::lsp::completion_items::{keyword, named, values};
use crate::lsp::places::Places;
use crate::lsp::ruleset::RulesetView;
use linstock_ide::index::{Noun, Sort};
use linstock_syntax::Dialect;
use lsp_types::{CompletionItem, CompletionItemKind, TextEdit};

/// What fits in such a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RawFit<'t> {
    /// A value of this option.
    Value(&'t str),
    /// A clause; `begun` is the part of it that is written after its sign.
    Clause {
        begun: Option<&'t str>,
    },
    /// The name of a move.
    Move,
    /// A legal move of the named player or, without a name, of the player to move.
    Played(Option<&'t str>),
    Player,
    Words(&'static [&'static str]),
}

/// Offers what fits at the end of a text; `None` if its last line is of another kind.
pub(super) fn complete(
    view: &RulesetView,
    before: &str,
    dialect: Dialect,
) -> Option<Vec<CompletionItem>> {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let declared = |noun: Noun| named(view, move |symbol| symbol.sort == Sort::Declared(noun));
    Some(match wanted(line, dialect)? {
        RawFit::Value(option) => values(view, option),
        RawFit::Move => declared(Noun::Move),
        RawFit::Played(player) => legal_moves(view, before, player),
        RawFit::Player => declared(Noun::Player),
        RawFit::Words(words) => words.iter().map(|word| keyword(word, dialect)).collect(),
        RawFit::Clause { begun } => {
            // The unfinished word is in the index as a clause, too.
            let mut items = named(view, |symbol| {
                symbol.sort == Sort::Clause && begun != Some(symbol.text.as_str())
            });
            if begun.is_none() {
                for item in &mut items {
                    item.label.insert(0, '@');
                }
            }
            items
        }
    })
}

/// Offers the legal moves at the end of a text, in place of the unfinished move.
fn legal_moves(view: &RulesetView, before: &str, player: Option<&str>) -> Vec<CompletionItem> {
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let (start, end) = match before[line..].rfind(';') {
        Some(at) => (line + at + 1, line + at),
        None => {
            let play = before[line..].find("play").unwrap_or_default();
            (line + play + "play".len(), line)
        }
    };
    let start = before.len() - before[start..].trim_start().len();
    let begun = &before[..end];
    let legal = view.with_runner(|runner| runner.moves_at_end(begun, player));
    let range = Places::new(view.text()).range(start..before.len());
    let item = |text: String| CompletionItem {
        label: text.clone(),
        kind: Some(CompletionItemKind::METHOD),
        detail: Some("a legal move".to_owned()),
        sort_text: Some(format!("0{text}")),
        text_edit: Some(TextEdit::new(range, text).into()),
        ..CompletionItem::default()
    };
    legal.unwrap_or_default().into_iter().map(item).collect()
}

/// Returns what fits at the end of a line.
fn wanted(line: &str, dialect: Dialect) -> Option<RawFit<'_>> {
    // The last word is unfinished, so it is split off.
    let done = line.rfind([' ', '\t', ','])? + 1;
    let (done, begun) = line.split_at(done);
    let words: Vec<&str> = done
        .split_whitespace()
        .skip_while(|word| word.starts_with('@'))
        .collect();
    match words.as_slice() {
        ["set", option] => return Some(RawFit::Value(option)),
        _ if dialect != Dialect::Scenario => return None,
        _ => {}
    }
    let after_because = |words: &[&str]| {
        let ends = done.trim_end().ends_with(',') || words.last() == Some(&"because");
        ends && words.contains(&"because")
    };
    match words.as_slice() {
        ["refuse" | "expect", ..] if after_because(&words) => Some(RawFit::Clause {
            begun: begun.strip_prefix('@'),
        }),
        ["moves"] => Some(RawFit::Words(&["of", "from", "count", "are", "include"])),
        ["moves", "of"] => Some(RawFit::Move),
        ["moves", "of", _] => Some(RawFit::Words(&["from", "count", "are", "include"])),
        ["moves", "from", _] | ["moves", "of", _, "from", _] => {
            Some(RawFit::Words(&["count", "are", "include"]))
        }
        ["as"] | ["refuse", "as"] | ["seen", "by"] | ["warning", "to"] => Some(RawFit::Player),
        ["play", ..] => Some(RawFit::Played(None)),
        ["as", player, "play", ..] => Some(RawFit::Played(Some(player))),
        ["as", _] => Some(RawFit::Words(&["play"])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{RawFit, wanted};
    use linstock_syntax::Dialect;

    #[test]
    fn what_is_wanted_hangs_on_the_words_of_the_line() {
        let clause = |begun| Some(RawFit::Clause { begun });
        let table = [
            ("refuse c10 because @C", clause(Some("C"))),
            ("refuse c10 because ", clause(None)),
            ("expect light wins because ", clause(None)),
            ("refuse c10 because @C-1, @", clause(Some(""))),
            ("refuse c10 because @C-1,", clause(None)),
            ("refuse c10 because @C-1 ", None),
            ("refuse c10 ", None),
            ("set first ", Some(RawFit::Value("first"))),
            ("  @X-1 set first da", Some(RawFit::Value("first"))),
            ("set fir", None),
            ("moves of sh", Some(RawFit::Move)),
            (
                "moves of shot ",
                Some(RawFit::Words(&["from", "count", "are", "include"])),
            ),
            ("as ", Some(RawFit::Player)),
            ("play c10", Some(RawFit::Played(None))),
            ("  play c10; f", Some(RawFit::Played(None))),
            ("as light play ", Some(RawFit::Played(Some("light")))),
            ("pla", None),
        ];
        for (line, fits) in table {
            assert_eq!(wanted(line, Dialect::Scenario), fits, "{line}");
        }
        assert_eq!(
            wanted("set first ", Dialect::Game),
            Some(RawFit::Value("first"))
        );
        assert_eq!(wanted("moves of ", Dialect::Game), None);
    }
}
