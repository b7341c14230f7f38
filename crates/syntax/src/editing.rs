//! Answers an editor's questions about a text that is being written: its lexemes, and what may come at a place.

use crate::errors::expected::{Symbol, symbol};
use crate::grammar::Rule;
use crate::grammar_text::opening_words;
use crate::lexical::{self, SplitText, TextPiece};
use crate::parser::{self, ParseFailure};
use crate::reserved_words::{
    BOARD_LINES, CONDITIONS, DECLARATIONS, EDITS, HEADS, KeywordTable, RESERVED, SCENARIO_LINES,
    STATEMENTS, form, of,
};
use crate::token::{Dialect, TokenKind, tokenise};
use linstock_base::{Diagnostics, FileId};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

/// The kind of a word or sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LexemeKind {
    /// A name or a word of the language.
    Word,
    /// A number.
    Number,
    /// `@CA-12`
    Tag,
    /// A text in quotes, or a picture.
    Text,
    /// Moves as they are typed.
    Moves,
    /// A bracket that opens.
    Open,
    /// A bracket that closes.
    Close,
    /// Any other sign.
    Sign,
    /// A comment.
    Remark,
}

/// A word or sign, and its bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lexeme {
    /// Its kind.
    pub kind: LexemeKind,
    /// Its bytes.
    pub bytes: Range<usize>,
}

/// Splits a text into words and signs.
#[must_use]
pub fn lexemes(text: &str, dialect: Dialect) -> Vec<Lexeme> {
    let tokens = tokenise(text, dialect).into_iter();
    let lexemes = tokens.filter_map(|token| {
        let kind = match token.kind {
            TokenKind::Word => LexemeKind::Word,
            TokenKind::Number => LexemeKind::Number,
            TokenKind::Tag => LexemeKind::Tag,
            TokenKind::Text | TokenKind::OpenText | TokenKind::Picture | TokenKind::OpenPicture => {
                LexemeKind::Text
            }
            TokenKind::Raw => LexemeKind::Moves,
            TokenKind::Open => LexemeKind::Open,
            TokenKind::Close => LexemeKind::Close,
            TokenKind::Sign => LexemeKind::Sign,
            TokenKind::Comment | TokenKind::WrongComment => LexemeKind::Remark,
            TokenKind::Newline => return None,
        };
        let bytes = token.start..token.end;
        Some(Lexeme { kind, bytes })
    });
    lexemes.collect()
}

/// Returns every keyword of the grammar.
pub fn keywords() -> BTreeSet<&'static str> {
    let signs = Rule::all_rules().iter().flat_map(|rule| words_of(*rule));
    let tables = [DECLARATIONS, EDITS, HEADS, SCENARIO_LINES];
    let opening = tables.into_iter().flat_map(of);
    signs.chain(opening).chain(RESERVED).collect()
}

/// Returns the words that open an expression, as the grammar has them.
fn expressions() -> &'static BTreeSet<&'static str> {
    static WORDS: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
        let mut words = opening_words("prefix");
        words.append(&mut opening_words("atom"));
        words
    });
    &WORDS
}

/// Returns whether a word opens an expression.
#[must_use]
pub fn opens_expression(word: &str) -> bool {
    expressions().contains(word)
}

/// Returns the keyword of a grammar rule, or the keywords with which the rule may begin.
fn words_of(rule: Rule) -> Vec<&'static str> {
    let is_word = |word: &&str| word.starts_with(|c: char| c.is_ascii_lowercase());
    match rule {
        Rule::compare_op => vec!["is"],
        Rule::stmt_word => vec!["statement", "ask"],
        Rule::axis => vec!["row", "column", "border"],
        Rule::sheet_word => vec!["clauses", "readings"],
        Rule::status_word => vec!["status", "prompt", "result"],
        Rule::negation => vec!["not"],
        Rule::joiner => vec!["and", "except"],
        Rule::stmt | Rule::action | Rule::plain_action => of(STATEMENTS).collect(),
        Rule::head => of(CONDITIONS).collect(),
        Rule::board_item => of(BOARD_LINES).collect(),
        Rule::zone_line => vec!["holds", "open", "hidden", "seen"],
        Rule::side_line => vec!["forward"],
        Rule::to_move => vec!["only"],
        Rule::expr | Rule::factor | Rule::operand | Rule::signed | Rule::sum | Rule::product => {
            expressions().iter().copied().collect()
        }
        _ => match symbol(rule) {
            Symbol::Sign(word) => Some(word).filter(is_word).into_iter().collect(),
            Symbol::Thing(_) | Symbol::End | Symbol::Silent => Vec::new(),
        },
    }
}

/// Returns the form of what a keyword opens, with an example; `None` for words within a line.
#[must_use]
pub fn keyword_form(word: &str, dialect: Dialect) -> Option<String> {
    let tables: &[KeywordTable] = match dialect {
        Dialect::Scenario => &[SCENARIO_LINES],
        Dialect::Game | Dialect::Expression => &[
            DECLARATIONS,
            STATEMENTS,
            CONDITIONS,
            BOARD_LINES,
            EDITS,
            HEADS,
        ],
    };
    tables.iter().find_map(|table| form(table, word))
}

/// What may come at a place of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fitting {
    /// Keywords.
    pub words: BTreeSet<&'static str>,
    /// A name may come there.
    pub name: bool,
    /// The words before the place in its logical part, the nearest last.
    pub before: Vec<String>,
}

/// Returns what may come at a byte of a text where a word begins.
#[must_use]
pub fn fitting(file: FileId, text: &str, byte: usize, dialect: Dialect) -> Fitting {
    let text = text.get(..byte).unwrap_or(text);
    let mut found = Diagnostics::default();
    let Some(split) = lexical::lay_out(file, text, dialect, &mut found) else {
        return Fitting::default();
    };
    let mut fitting = Fitting::default();
    let open = split
        .pieces
        .last()
        .filter(|piece| goes_on(&split, piece, text));
    match open {
        Some(piece) => in_piece(&split, piece, dialect, &mut fitting),
        None => {
            let scenarios = dialect == Dialect::Scenario;
            let tables: &[KeywordTable] = match (scenarios, split.pieces.first()) {
                (true, _) => &[SCENARIO_LINES],
                (false, None) => &[HEADS],
                (false, Some(first)) if opening(&split, first) == "variant" => {
                    &[DECLARATIONS, EDITS]
                }
                (false, Some(_)) => &[DECLARATIONS],
            };
            let words = tables.iter().flat_map(|table| of(table));
            fitting.words = words.filter(|word| scenarios || *word != "phase").collect();
        }
    }
    fitting
}

/// Returns the word that opens a part, after its tags.
fn opening<'t>(split: &'t SplitText, piece: &TextPiece) -> &'t str {
    let mut tokens = split.tokens_of(piece);
    let opening = tokens.find(|token| token.kind != TokenKind::Tag);
    opening.map_or("", |token| token.text(&split.text))
}

/// Returns whether the last part of a text continues at its end.
fn goes_on(split: &SplitText, piece: &TextPiece, text: &str) -> bool {
    // A part without its closing brackets has a fault up to its end.
    piece.fault.is_some()
        || !text
            .get(piece.bytes.end..)
            .is_some_and(|rest| rest.contains('\n'))
        || split
            .tokens_of(piece)
            .all(|token| token.kind == TokenKind::Tag)
}

fn in_piece(split: &SplitText, piece: &TextPiece, dialect: Dialect, fitting: &mut Fitting) {
    let part = split.text.get(piece.bytes.start..).unwrap_or_default();
    // No rule accepts this sign, so every continuation fails there.
    let part = format!("{part}?");
    let tokens: Vec<_> = split.tokens_of(piece).collect();
    let words = tokens.iter().rev().take(12).rev();
    fitting.before = words.map(|t| t.text(&split.text).to_owned()).collect();
    let entries: &[Rule] = if dialect == Dialect::Scenario {
        &[Rule::one_line, Rule::one_title, Rule::one_file_line]
    } else {
        let in_variant = split.pieces.first().map(|p| opening(split, p)) == Some("variant");
        if in_variant {
            &[Rule::one_edit, Rule::one_head]
        } else {
            &[Rule::one_declaration, Rule::one_head]
        }
    };
    let end = part.trim_end_matches('?').trim_end().len();
    for entry in entries {
        if let Err(ParseFailure::Unexpected { at, expected }) = parser::parse(*entry, &part)
            && at >= end
        {
            fitting.name |= expected.iter().any(|rule| is_name(*rule));
            fitting
                .words
                .extend(expected.into_iter().flat_map(words_of));
        }
    }
}

/// Returns whether a rule begins with a name.
fn is_name(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::name
            | Rule::word
            | Rule::plain_word
            | Rule::owned
            | Rule::call
            | Rule::kind
            | Rule::part_name
            | Rule::part_tag
            | Rule::row_name
            | Rule::value
            | Rule::choice_word
            | Rule::expr
            | Rule::operand
            | Rule::link
            | Rule::factor
            | Rule::comparison
            | Rule::sum
            | Rule::product
            | Rule::signed
            | Rule::stmt
            | Rule::head
            | Rule::effect
            | Rule::ask_item
            | Rule::board_item
            | Rule::side_line
            | Rule::words_entry
            | Rule::look_entry
            | Rule::look_bar
            | Rule::set_atom
            | Rule::atom
            | Rule::to_move
    )
}

#[cfg(test)]
mod tests {
    use super::{expressions, fitting, keywords, opens_expression};
    use crate::token::Dialect;
    use linstock_base::FileId;

    const HEAD: &str = "game x \"X\"\nplayers a, b\n";

    fn fits(text: &str, dialect: Dialect) -> String {
        let text = text.replace("HEAD", HEAD);
        let found = fitting(FileId::default(), &text, text.len(), dialect);
        let words: Vec<_> = found.words.into_iter().collect();
        let name = if found.name { " and names" } else { "" };
        format!("{}{name}", words.join(" "))
    }

    #[test]
    fn what_fits_hangs_on_what_stands_before() {
        let table = [
            ("", Dialect::Game),
            ("HEAD\n", Dialect::Game),
            ("HEAD@A-1 ", Dialect::Game),
            ("variant y of x \"Y\"\n", Dialect::Game),
            ("HEADto go() {\n  ", Dialect::Game),
            ("HEADmove m \"m\" {\n  here in ", Dialect::Game),
            ("HEADfact f = own and ", Dialect::Game),
            ("HEADfact f = own ", Dialect::Game),
            ("HEADplay { ask me: ", Dialect::Game),
            ("HEADplay { leave ", Dialect::Game),
            ("HEADboard 3 x 3 {\n  ", Dialect::Game),
            ("for x\n", Dialect::Scenario),
            ("for x\nscenario \"s\"\nexpect ", Dialect::Scenario),
            ("for x\nscenario \"s\"\ngiven ", Dialect::Scenario),
        ];
        let told = table.map(|(text, dialect)| format!("{text:?}: {}", fits(text, dialect)));
        insta::assert_snapshot!(told.join("\n"));
    }

    #[test]
    fn the_keywords_are_those_of_the_grammar() {
        let grammar = concat!(
            include_str!("../../../grammar/game.pest"),
            include_str!("../../../grammar/scenario.pest")
        );
        let known = keywords();
        let rules = grammar.lines().filter(|line| line.starts_with("k_"));
        for rule in rules {
            for word in rule
                .split('"')
                .skip(1)
                .step_by(2)
                .filter(|word| *word != " ")
            {
                assert!(
                    known.contains(word) || rule.starts_with("k_for_each"),
                    "{rule}"
                );
            }
        }
        assert!(known.contains("is") && known.contains("column") && known.len() > 100);
    }

    #[test]
    fn words_of_the_grammar_open_expressions() {
        for word in ["edge", "reflection", "some", "column", "sole", "script"] {
            assert!(opens_expression(word), "{word}");
        }
        assert!(!opens_expression("over") && expressions().len() < 30);
    }
}
