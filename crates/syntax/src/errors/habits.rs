//! Messages for frequent mistakes: habits from other languages (`==`, `while`), misspelt words, letters that names cannot
//! have. [`likely`] replaces the general message, [`advised`] adds to it.

use crate::errors::context::{ErrorContext, shortened};
use crate::errors::expected::{Symbol, symbol};
use crate::errors::{
    other_languages, other_languages_in_statements, typo_recovery, typo_recovery_in_edits,
};
use crate::grammar::Rule;
use crate::reserved_words::{
    CONDITIONS, DECLARATIONS, RESERVED, SCENARIO_LINES, STATEMENTS, misspelt, of,
};
use crate::token::{Token, TokenKind};
use linstock_base::Diagnostic;

/// A sign of other languages.
struct OtherLanguageSign {
    /// The ways to write it.
    signs: &'static [&'static str],
    /// The sign of this language.
    ours: &'static str,
    /// The purpose of our sign.
    hint: &'static str,
}

const fn other_language_sign(
    signs: &'static [&'static str],
    ours: &'static str,
    hint: &'static str,
) -> OtherLanguageSign {
    OtherLanguageSign { signs, ours, hint }
}

/// Signs of other languages.
const OTHER_LANGUAGES: [OtherLanguageSign; 14] = [
    other_language_sign(&["=="], "is", "equality is written `is`, as in `x is 3`"),
    other_language_sign(
        &["!=", "<>", "≠"],
        "is not",
        "inequality is written `is not`, as in `x is not 3`",
    ),
    other_language_sign(&["≤"], "<=", "write `<=`"),
    other_language_sign(&["≥"], ">=", "write `>=`"),
    other_language_sign(
        &["&&", "&"],
        "and",
        "two conditions or sets are joined by `and`",
    ),
    other_language_sign(
        &["||", "|"],
        "or",
        "two conditions or sets are joined by `or`",
    ),
    other_language_sign(
        &["!"],
        "not",
        "a condition is denied by `not`, a set is empty if `no …`",
    ),
    other_language_sign(&["=>", "→"], "->", "a thing is moved by `here -> there`"),
    other_language_sign(&["–"], "-", "write `-` with blanks around it"),
    other_language_sign(&["×"], "x", "write the letter `x`"),
    other_language_sign(&["["], "{", IN_BRACES),
    other_language_sign(&["]"], "}", IN_BRACES),
    other_language_sign(
        &["“", "”"],
        "\"",
        "a text stands between straight quotes `\"`",
    ),
    other_language_sign(
        &["'", "’"],
        "\"",
        "a text stands between double quotes `\"`",
    ),
];

const IN_BRACES: &str = "a set of points stands in `{ }`, as in `{a1, j1}`";

/// Recognises a frequent mistake with a message of its own, which is better than "expected X".
pub(crate) fn likely(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    if let Some(diagnostic) = misspelt_statement(context)
        .or_else(|| typo_recovery_in_edits::likely(context))
        .or_else(|| other_languages::likely(context))
        .or_else(|| typo_recovery::likely(context))
    {
        return Some(diagnostic);
    }
    let found = context.found()?;
    let text = context.text(found);
    match found.kind {
        TokenKind::Word => wrong_name(context, text).or_else(|| reserved(context, text)),
        TokenKind::Sign => other_sign(context, text).or_else(|| equals(context, text)),
        TokenKind::Tag => Some(wrong_tag(context, text)),
        _ => None,
    }
}

fn other_sign(context: &ErrorContext<'_>, text: &str) -> Option<Diagnostic> {
    let OtherLanguageSign { ours, hint, .. } = OTHER_LANGUAGES
        .iter()
        .find(|sign| sign.signs.contains(&text))?;
    let message = format!("expected `{ours}`, found `{text}`");
    let diagnostic = Diagnostic::error("E0132", context.span(), message)
        .label(format!("write `{ours}`"))
        .hint(*hint);
    Some(mended_if_apart(diagnostic, context, ours))
}

/// Suggests a fix for a sign; suggests a word only between blanks.
fn mended_if_apart(diagnostic: Diagnostic, context: &ErrorContext<'_>, ours: &str) -> Diagnostic {
    let is_apart = context.found().is_some_and(|found| {
        let before = context
            .before()
            .is_none_or(|before| before.end < found.start);
        before && context.rest_of_line(found.end).starts_with(' ')
    });
    if is_apart || !ours.starts_with(|c: char| c.is_ascii_lowercase()) {
        diagnostic.suggest(ours)
    } else {
        diagnostic
    }
}

/// `=` in place of a comparison.
fn equals(context: &ErrorContext<'_>, text: &str) -> Option<Diagnostic> {
    let head = context.head().map_or("", |(head, _)| context.text(head));
    if text != "=" || !context.expects(Rule::compare_op) {
        return None;
    }
    let hint = match head {
        "fact" | "score" => "a value is given once; two values are compared by `is`",
        _ => "`=` gives a value; two values are compared by `is`, as in `x is 3`",
    };
    let diagnostic = Diagnostic::error("E0133", context.span(), "expected `is`, found `=`")
        .label("write `is`")
        .hint(hint);
    Some(mended_if_apart(diagnostic, context, "is"))
}

/// A word that cannot be a name: capitals, underscores, foreign letters, a digit in front.
fn wrong_name(context: &ErrorContext<'_>, text: &str) -> Option<Diagnostic> {
    let wants_text = context.expects(Rule::string) && !context.expects(Rule::name);
    if wants_text {
        return None;
    }
    let error = |message: String, label: &str| {
        Diagnostic::error("E0134", context.span(), message).label(label)
    };
    if context.expected.iter().all(|r| *r == Rule::tag) {
        return Some(
            error(
                format!("expected a tag, found `{}`", shortened(text)),
                "not a tag",
            )
            .hint(format!("write `@{text}`"))
            .suggest(&format!("@{text}")),
        );
    }
    let gives_value = context.after().is_some_and(|t| context.text(t) == "=");
    if context.opening() == "drawing" && gives_value && text.chars().count() > 1 {
        let message = format!(
            "a sign of the picture is one character, found `{}`",
            shortened(text)
        );
        return Some(
            error(message, "too long").hint("a line of the legend looks like: P = white pawn"),
        );
    }
    let (message, hint) = wrong_letters(text, context.opening())?;
    let diagnostic = error(message, "not a name").hint(hint);
    Some(match right_letters(text) {
        Some(right) => diagnostic.suggest(&right),
        None => diagnostic,
    })
}

/// Returns a message and a hint about the letters of a name.
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
    let what = if text.contains('_') {
        "have no `_` in them"
    } else {
        "are written in lower case"
    };
    let right = right_letters(text)?;
    Some((
        format!("names {what}, found `{}`", shortened(text)),
        format!("write `{}`", shortened(&right)),
    ))
}

/// Returns a name with capitals or `_` in its correct form; `None` if it has other wrong letters, or no wrong letter.
fn right_letters(text: &str) -> Option<String> {
    let right = text.trim_matches('_').to_lowercase().replace('_', "-");
    let fits = right.is_ascii() && right.starts_with(|c: char| c.is_ascii_lowercase());
    (fits && right != text).then_some(right)
}

/// A reserved word where a name is expected.
fn reserved(context: &ErrorContext<'_>, text: &str) -> Option<Diagnostic> {
    let wants_name =
        context.expects(Rule::name) || context.expects(Rule::head) || context.expects_expression();
    let is_head = context
        .head()
        .is_some_and(|(head, _)| context.text(head) == text);
    let argument = context.after().is_some_and(|t| context.text(t) == "in");
    let instead = match text {
        "from" => "here",
        "to" => "there",
        _ => "",
    };
    if instead.is_empty() {
        let declares = context.expects(Rule::name)
            && !context.expects_expression()
            && !context.expects(Rule::joiner);
        let wrong = (declares || argument) && RESERVED.contains(&text);
        // Tags may come between.
        let mut before = context.before();
        while let Some(tag) = before.filter(|t| context.text(*t).starts_with('@')) {
            before = context.token_before(tag);
        }
        let comma = before.filter(|t| context.text(*t) == ",");
        if let (true, "otherwise", Some(comma)) = (wrong, text, comma) {
            let message = "nothing stands after this `,`";
            let diagnostic = Diagnostic::error("E0135", context.span_of(comma), message);
            let hinted = diagnostic.hint("take the `,` away, or name here what follows");
            return Some(hinted.suggest(""));
        }
        let message = format!("`{text}` is a word of the language and cannot be a name");
        return wrong.then(|| {
            Diagnostic::error("E0136", context.span(), message)
                .label("not a name")
                .hint("choose another name")
                .report_once_for(text)
        });
    }
    if !(wants_name || is_head || argument) {
        return None;
    }
    let message = format!("`{text}` is a word of the language and cannot be a name");
    let hint = match context.opening() {
        "list" | "remember" | "fact" => "choose another name".to_owned(),
        _ => format!(
            "choose another name; where a move begins and ends is called `here` and `there`: write `{instead}`"
        ),
    };
    Some(
        Diagnostic::error("E0137", context.span(), message)
            .label("not a name")
            .hint(hint)
            .report_once_for(text),
    )
}

fn wrong_tag(context: &ErrorContext<'_>, text: &str) -> Diagnostic {
    let well_formed = text.split("..").all(|tag| {
        let tag = tag.trim_start_matches('@');
        tag.starts_with(|c: char| c.is_ascii_alphabetic())
            && tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    });
    if !well_formed {
        let message = format!("`{text}` is not a tag");
        return Diagnostic::error("E0138", context.span(), message)
            .hint("a tag is `@` and a name in letters, digits and `-`, as in `@CA-12`");
    }
    let after = context.after().map_or("", |t| context.text(t));
    let statement = context.head().map_or("", |(head, _)| context.text(head));
    let statement = of(STATEMENTS).find(|word| *word == statement);
    let behind = statement.map(|word| format!("write it in front: `{text} {word} …`"));
    let hint = match context.opening() {
        "move" if after == "if" => {
            "a line that begins with `if` goes on with the line before; what a move needs stands after `when`"
        }
        "clauses" | "readings" => "in the rule sheet a tag stands without its `@`",
        _ => {
            "a tag stands before a declaration, a line, a statement, or a part of a condition or set"
        }
    };
    Diagnostic::error(
        "E0139",
        context.span(),
        format!("the tag `{text}` cannot stand here"),
    )
    .hint(behind.unwrap_or_else(|| hint.to_owned()))
}

/// Adds hints to the general message; `complete` if the line could have ended before the error.
pub(crate) fn advised(
    diagnostic: Diagnostic,
    context: &ErrorContext<'_>,
    complete: bool,
) -> Diagnostic {
    let found = context.found();
    let word = found
        .filter(|t| t.kind == TokenKind::Word)
        .map_or("", |t| context.text(t));
    let text = found.map_or("", |t| context.text(t));
    if let Some(suggestion) = misspelt(word, keywords(context)) {
        return diagnostic.did_you_mean(suggestion);
    }
    if let Some((token, suggestion)) = misspelt_before(context) {
        let word = context.text(token);
        let hinted = diagnostic.hint(format!("did you mean `{suggestion}` by `{word}`?"));
        return hinted.suggest_at(context.span_of(token), suggestion);
    }
    let hint = match text {
        ":" => {
            "`:` stands only after `ask` and the player, after a kind of piece, and before a type"
        }
        ";" if context.expects(Rule::colon) => {
            "`ask` and the player are followed by `:`, as in `ask me: step`"
        }
        ";" => return diagnostic,
        _ if found.is_none() => return diagnostic,
        _ if context.expects(Rule::string) && !word.is_empty() && !RESERVED.contains(&word) => {
            let quoted = format!("\"{word}\"");
            let hinted = diagnostic.hint(format!("a text stands in quotes: {quoted}"));
            return hinted.suggest(&quoted);
        }
        _ if context.expects(Rule::comma) && is_operand(context) => {
            "the parts of a list are separated by `,`"
        }
        "otherwise" if context.expects(Rule::k_else) && !context.expects(Rule::k_if) => {
            "a choice between two values is written `A if CONDITION else B`"
        }
        _ if complete
            && !context.expects(Rule::open)
            && context.expects(Rule::joiner)
            && is_operand(context) =>
        {
            "two sets or conditions are joined by `and`, `or` or `except`; a statement stands on a line of its own"
        }
        _ => return diagnostic,
    };
    diagnostic.hint(hint)
}

/// Returns the keywords that were possible at the error.
fn keywords(context: &ErrorContext<'_>) -> impl Iterator<Item = &'static str> {
    let heads = [Rule::stmt, Rule::move_line, Rule::head]
        .into_iter()
        .any(|r| context.expects(r));
    let heads = heads.then(|| of(STATEMENTS).chain(of(CONDITIONS)));
    let signs = context
        .expected
        .clone()
        .into_iter()
        .filter_map(|rule| match symbol(rule) {
            Symbol::Sign(sign) if sign.starts_with(|c: char| c.is_ascii_lowercase()) => Some(sign),
            _ => None,
        });
    signs.chain(heads.into_iter().flatten())
}

/// A misspelt first word of a statement, which the parser read as a name: `aks me: step`.
fn misspelt_statement(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let in_statements = matches!(
        context.opening(),
        "move" | "play" | "to" | "phase" | "replace" | "{" | "given"
    );
    let (head, first_line) = context.head()?;
    let next = context.next(head).map_or("", |t| context.text(t));
    if !in_statements
        || (first_line && context.opening() != "{")
        || matches!(next, "in" | "->" | "=" | ":" | "of" | "(")
    {
        return None;
    }
    let known = of(STATEMENTS)
        .chain(of(CONDITIONS))
        .chain(["otherwise", "else"]);
    let (word, span) = (context.text(head), context.span_of(head));
    other_languages_in_statements::statement(span, word).or_else(|| {
        let suggestion = misspelt(word, known)?;
        let message = format!("expected a statement, found `{word}`");
        let diagnostic =
            Diagnostic::error("E0140", span, message).label("nothing begins like this");
        Some(diagnostic.did_you_mean(suggestion))
    })
}

/// A misspelt keyword right before the error, which the parser read as a name.
fn misspelt_before(context: &ErrorContext<'_>) -> Option<(Token, &'static str)> {
    let before = context
        .before()
        .filter(|t| t.kind == TokenKind::Word && context.found().is_some())?;
    let word = context.text(before);
    let tables = [DECLARATIONS, STATEMENTS, SCENARIO_LINES];
    let known = tables.into_iter().flat_map(of).any(|known| known == word);
    if known || INNER.contains(&word) || RESERVED.contains(&word) {
        return None;
    }
    let inn = (word == "inn" || word == "ni").then_some("in");
    inn.or_else(|| misspelt(word, INNER.into_iter().chain(RESERVED)))
        .map(|suggestion| (before, suggestion))
}

/// Keywords inside statements and declarations that are names elsewhere.
const INNER: [&str; 7] = [
    "player", "forward", "region", "changes", "unplayed", "seen", "counted",
];

/// Returns whether the token at the error could be part of an expression or a list.
fn is_operand(context: &ErrorContext<'_>) -> bool {
    context.found().is_some_and(|found| match found.kind {
        TokenKind::Word => !RESERVED.contains(&context.text(found)),
        TokenKind::Number | TokenKind::Text => true,
        TokenKind::Open => context.text(found) == "(",
        _ => false,
    })
}
