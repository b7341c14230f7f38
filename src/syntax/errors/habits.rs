//! Mistakes that people make: habits of other languages, slips of the hand.

use crate::base::Diagnostic;
use crate::syntax::errors::context::{ErrorContext, shortened};
use crate::syntax::errors::expected::{Symbol, symbol};
use crate::syntax::keywords::{
    CONDITIONS, DECLARATIONS, RESERVED, SCENARIO_LINES, STATEMENTS, misspelt, of,
};
use crate::syntax::parser::Rule;
use crate::syntax::token::TokenKind;

/// Signs of other languages, what is written instead, and what that is for.
const FOREIGN: [(&[&str], &str, &str); 14] = [
    (&["=="], "is", "equality is written `is`, as in `x is 3`"),
    (
        &["!=", "<>", "≠"],
        "is not",
        "inequality is written `is not`, as in `x is not 3`",
    ),
    (&["≤"], "<=", "write `<=`"),
    (&["≥"], ">=", "write `>=`"),
    (
        &["&&", "&"],
        "and",
        "two conditions or sets are joined by `and`",
    ),
    (
        &["||", "|"],
        "or",
        "two conditions or sets are joined by `or`",
    ),
    (
        &["!"],
        "not",
        "a condition is denied by `not`, a set is empty if `no …`",
    ),
    (&["=>", "→"], "->", "a thing is moved by `here -> there`"),
    (&["–"], "-", "write `-` with blanks around it"),
    (&["×"], "x", "write the letter `x`"),
    (&["["], "{", IN_BRACES),
    (&["]"], "}", IN_BRACES),
    (
        &["“", "”"],
        "\"",
        "a text stands between straight quotes `\"`",
    ),
    (
        &["'", "’"],
        "\"",
        "a text stands between double quotes `\"`",
    ),
];

const IN_BRACES: &str = "a set of points stands in `{ }`, as in `{a1, j1}`";

/// What opens a statement in other languages, and what does here.
const FOREIGN_WORDS: [(&str, &str); 6] = [
    ("for", "each player"),
    ("foreach", "each player"),
    ("while", "repeat"),
    ("loop", "repeat"),
    ("choose", "ask"),
    ("unless", "if not"),
];

/// Recognises a mistake that says more than what was expected.
pub(crate) fn likely(site: &ErrorContext<'_>) -> Option<Diagnostic> {
    if let Some(diagnostic) = misspelt_statement(site) {
        return Some(diagnostic);
    }
    let found = site.found()?;
    let text = site.text(found);
    match found.kind {
        TokenKind::Word => wrong_name(site, text).or_else(|| reserved(site, text)),
        TokenKind::Sign => foreign(site, text).or_else(|| equals(site, text)),
        TokenKind::Tag => Some(wrong_tag(site, text)),
        _ => None,
    }
}

fn foreign(site: &ErrorContext<'_>, text: &str) -> Option<Diagnostic> {
    let (_, right, hint) = FOREIGN.iter().find(|(signs, ..)| signs.contains(&text))?;
    let message = format!("expected `{right}`, found `{text}`");
    Some(
        Diagnostic::error(site.span(), message)
            .label(format!("write `{right}`"))
            .hint(*hint),
    )
}

/// `=` where a comparison is meant.
fn equals(site: &ErrorContext<'_>, text: &str) -> Option<Diagnostic> {
    let head = site.head().map_or("", |(head, _)| site.text(head));
    if text != "=" || !site.expects(Rule::compare_op) {
        return None;
    }
    let hint = match head {
        "fact" | "score" => "a value is given once; two values are compared by `is`",
        _ => "`=` gives a value; two values are compared by `is`, as in `x is 3`",
    };
    Some(
        Diagnostic::error(site.span(), "expected `is`, found `=`")
            .label("write `is`")
            .hint(hint),
    )
}

/// A word that is no name: capitals, underscores, foreign letters, a digit in front.
fn wrong_name(site: &ErrorContext<'_>, text: &str) -> Option<Diagnostic> {
    let wants_text = site.expects(Rule::string) && !site.expects(Rule::name);
    if wants_text {
        return None;
    }
    let error = |message: String, label: &str| Diagnostic::error(site.span(), message).label(label);
    if site.expected.iter().all(|r| *r == Rule::tag) {
        return Some(
            error(
                format!("expected a tag, found `{}`", shortened(text)),
                "not a tag",
            )
            .hint(format!("write `@{text}`")),
        );
    }
    let gives_value = site.after().is_some_and(|t| site.text(t) == "=");
    if site.opening() == "drawing" && gives_value && text.chars().count() > 1 {
        let message = format!(
            "a sign of the picture is one character, found `{}`",
            shortened(text)
        );
        return Some(
            error(message, "too long").hint("a line of the legend looks like: P = white pawn"),
        );
    }
    let (message, hint) = wrong_letters(text, site.opening())?;
    Some(error(message, "not a name").hint(hint))
}

/// What is wrong with the letters of a name, and what to do about it.
fn wrong_letters(text: &str, opening: &str) -> Option<(String, String)> {
    if let Some(letter) = text.chars().find(|c| !c.is_ascii()) {
        let hint = "names are made of the letters a to z, digits and `-`";
        return Some((
            format!("`{letter}` cannot stand in a name"),
            hint.to_owned(),
        ));
    }
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        let hint = match text.split_once('x') {
            Some((width, height)) if opening == "board" => {
                format!("write it with blanks: `{width} x {height}`")
            }
            _ => "a name begins with a letter".to_owned(),
        };
        return Some((
            format!("`{}` is neither a number nor a name", shortened(text)),
            hint,
        ));
    }
    let right = text.trim_matches('_').to_lowercase().replace('_', "-");
    let what = if text.contains('_') {
        "have no `_` in them"
    } else {
        "are written in lower case"
    };
    let (text, right) = (shortened(text), (right != text).then(|| shortened(&right))?);
    Some((
        format!("names {what}, found `{text}`"),
        format!("write `{right}`"),
    ))
}

/// A reserved word where a name is wanted.
fn reserved(site: &ErrorContext<'_>, text: &str) -> Option<Diagnostic> {
    let wants_name =
        site.expects(Rule::name) || site.expects(Rule::head) || site.expects_expression();
    let is_head = site.head().is_some_and(|(head, _)| site.text(head) == text);
    let argument = site.after().is_some_and(|t| site.text(t) == "in");
    let instead = match text {
        "from" => "here",
        "to" => "there",
        _ => "",
    };
    if instead.is_empty() {
        let declares =
            site.expects(Rule::name) && !site.expects_expression() && !site.expects(Rule::joiner);
        let wrong = declares && RESERVED.contains(&text);
        let message = format!("`{text}` is a word of the language and cannot be a name");
        return wrong.then(|| {
            Diagnostic::error(site.span(), message)
                .label("not a name")
                .hint("choose another name")
        });
    }
    if !(wants_name || is_head || argument) {
        return None;
    }
    let message = format!("`{text}` is a word of the language and cannot be a name");
    let hint =
        format!("where a move begins and ends is called `here` and `there`: write `{instead}`");
    Some(
        Diagnostic::error(site.span(), message)
            .label("not a name")
            .hint(hint),
    )
}

fn wrong_tag(site: &ErrorContext<'_>, text: &str) -> Diagnostic {
    let well_formed = text.split("..").all(|tag| {
        let tag = tag.trim_start_matches('@');
        tag.starts_with(|c: char| c.is_ascii_alphabetic())
            && tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    });
    if !well_formed {
        let message = format!("`{text}` is not a tag");
        return Diagnostic::error(site.span(), message)
            .hint("a tag is `@` and a name in letters, digits and `-`, as in `@CA-12`");
    }
    let hint = match site.opening() {
        "clauses" | "readings" => "in the rule sheet a tag stands without its `@`",
        _ => {
            "a tag stands before a declaration, a line, a statement, or a part of a condition or set"
        }
    };
    Diagnostic::error(site.span(), format!("the tag `{text}` cannot stand here")).hint(hint)
}

/// What may help where only what was expected is known; `complete` if the line could have ended before.
pub(crate) fn hints(site: &ErrorContext<'_>, complete: bool) -> Vec<String> {
    let found = site.found();
    let word = found
        .filter(|t| t.kind == TokenKind::Word)
        .map_or("", |t| site.text(t));
    let text = found.map_or("", |t| site.text(t));
    if let Some(meant) = misspelt(word, keywords(site)) {
        return vec![format!("did you mean `{meant}`?")];
    }
    if let Some((word, meant)) = misspelt_before(site) {
        return vec![format!("did you mean `{meant}` by `{word}`?")];
    }
    let hint = match text {
        ":" => {
            "`:` stands only after `ask` and the player, after a kind of piece, and before a type"
        }
        ";" if site.expects(Rule::colon) => {
            "`ask` and the player are followed by `:`, as in `ask me: step`"
        }
        ";" => return Vec::new(),
        _ if found.is_none() => return Vec::new(),
        _ if site.expects(Rule::string) && !word.is_empty() && !RESERVED.contains(&word) => {
            return vec![format!("a text stands in quotes: \"{word}\"")];
        }
        _ if site.expects(Rule::comma) && is_operand(site) => {
            "the parts of a list are separated by `,`"
        }
        "otherwise" if site.expects(Rule::k_else) => {
            "a choice between two values is written `A if CONDITION else B`"
        }
        _ if complete
            && !site.expects(Rule::open)
            && site.expects(Rule::joiner)
            && is_operand(site) =>
        {
            "two sets or conditions are joined by `and`, `or` or `except`; a statement stands on a line of its own"
        }
        _ => return Vec::new(),
    };
    vec![hint.to_owned()]
}

/// The words of the language that would have fitted.
fn keywords(site: &ErrorContext<'_>) -> impl Iterator<Item = &'static str> {
    let heads = [Rule::stmt, Rule::move_line, Rule::head]
        .into_iter()
        .any(|r| site.expects(r));
    let heads = heads.then(|| of(STATEMENTS).chain(of(CONDITIONS)));
    let signs = site
        .expected
        .clone()
        .into_iter()
        .filter_map(|rule| match symbol(rule) {
            Symbol::Sign(sign) if sign.starts_with(|c: char| c.is_ascii_lowercase()) => Some(sign),
            _ => None,
        });
    signs.chain(heads.into_iter().flatten())
}

/// A statement whose first word was taken for a name: `aks me: step`.
fn misspelt_statement(site: &ErrorContext<'_>) -> Option<Diagnostic> {
    let in_statements = matches!(
        site.opening(),
        "move" | "play" | "to" | "phase" | "replace" | "{" | "given"
    );
    let (head, first_line) = site.head()?;
    let next = site.next(head).map_or("", |t| site.text(t));
    if !in_statements
        || (first_line && site.opening() != "{")
        || matches!(next, "in" | "->" | "=" | ":" | "of")
    {
        return None;
    }
    let known = of(STATEMENTS)
        .chain(of(CONDITIONS))
        .chain(["otherwise", "else"]);
    let foreign = FOREIGN_WORDS
        .iter()
        .find(|(word, _)| *word == site.text(head));
    let meant = match foreign {
        Some((_, meant)) => *meant,
        None => misspelt(site.text(head), known)?,
    };
    let message = format!("expected a statement, found `{}`", site.text(head));
    let diagnostic =
        Diagnostic::error(site.span_of(head), message).label("nothing begins like this");
    Some(diagnostic.hint(format!("did you mean `{meant}`?")))
}

/// A word of the language, misspelt and so taken for a name, right before the place where that came out.
fn misspelt_before<'t>(site: &ErrorContext<'t>) -> Option<(&'t str, &'static str)> {
    let before = site
        .before()
        .filter(|t| t.kind == TokenKind::Word && site.found().is_some())?;
    let word = site.text(before);
    let tables = [DECLARATIONS, STATEMENTS, SCENARIO_LINES];
    let known = tables.into_iter().flat_map(of).any(|known| known == word);
    if known || INNER.contains(&word) || RESERVED.contains(&word) {
        return None;
    }
    let inn = (word == "inn" || word == "ni").then_some("in");
    inn.or_else(|| misspelt(word, INNER.into_iter().chain(RESERVED)))
        .map(|meant| (word, meant))
}

/// Words inside statements and declarations that are names elsewhere.
const INNER: [&str; 6] = ["player", "forward", "region", "changes", "unplayed", "seen"];

/// Tells whether what was found could be a part of an expression or a list.
fn is_operand(site: &ErrorContext<'_>) -> bool {
    site.found().is_some_and(|found| match found.kind {
        TokenKind::Word => !RESERVED.contains(&site.text(found)),
        TokenKind::Number | TokenKind::Text => true,
        TokenKind::Open => site.text(found) == "(",
        _ => false,
    })
}
