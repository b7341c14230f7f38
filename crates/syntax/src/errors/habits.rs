//! Messages for frequent mistakes: habits from other languages (`==`, `while`), misspelt words, letters that names cannot
//! have. [`likely`] replaces the general message, [`advised`] adds to it.

use crate::errors::context::{ErrorContext, nothing_after, shortened};
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
        "join two conditions or sets with `and`",
    ),
    other_language_sign(&["||", "|"], "or", "join two conditions or sets with `or`"),
    other_language_sign(
        &["!"],
        "not",
        "write `not` before a condition, and `no` before a set that must be empty",
    ),
    other_language_sign(&["=>", "→"], "->", "to move a piece, write `here -> there`"),
    other_language_sign(&["–"], "-", "write `-` with blanks around it"),
    other_language_sign(&["×"], "x", "write the letter `x`"),
    other_language_sign(&["["], "{", IN_BRACES),
    other_language_sign(&["]"], "}", IN_BRACES),
    other_language_sign(
        &["“", "”"],
        "\"",
        "write a text between straight quotes `\"`",
    ),
    other_language_sign(&["'", "’"], "\"", "write a text between double quotes `\"`"),
];

const IN_BRACES: &str = "write a set of points in `{ }`, as in `{a1, j1}`";

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
    let diagnostic = context.instead_of(ours).hint(*hint);
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
        "fact" | "score" => "`=` occurs only once here; compare two values with `is`",
        _ => "`=` changes a value; compare two values with `is`, as in `x is 3`",
    };
    let diagnostic = context.instead_of("is").hint(hint);
    Some(mended_if_apart(diagnostic, context, "is"))
}

/// A word that cannot be a name: capitals, underscores, foreign letters, a digit in front.
fn wrong_name(context: &ErrorContext<'_>, text: &str) -> Option<Diagnostic> {
    let wants_text = context.expects(Rule::string) && !context.expects(Rule::name);
    if wants_text {
        return None;
    }
    if context.expected.iter().all(|r| *r == Rule::tag) {
        let tag = format!("@{text}");
        let diagnostic = context.unexpected("a tag").label("not a tag");
        return Some(diagnostic.hint(format!("write `{tag}`")).suggest(&tag));
    }
    let gives_value = context.after().is_some_and(|t| context.text(t) == "=");
    if context.opening() == "drawing" && gives_value && text.chars().count() > 1 {
        let message = format!(
            "a sign of a picture is one character, found `{}`",
            shortened(text)
        );
        let diagnostic = context.error("E0172", message).label("too long");
        return Some(diagnostic.hint("a line of the legend looks like: P = white pawn"));
    }
    let hint = wrong_letters(text, context.opening())?;
    let message = format!("`{}` is not a name", shortened(text));
    let diagnostic = context.error("E0134", message).hint(hint);
    Some(match right_letters(text) {
        Some(right) => diagnostic.suggest(&right),
        None => diagnostic,
    })
}

/// Returns a hint about the letters of a name.
fn wrong_letters(text: &str, opening: &str) -> Option<String> {
    if let Some(letter) = text.chars().find(|c| !c.is_ascii()) {
        return Some(format!(
            "a name consists of the letters a to z, digits and `-`; it cannot contain `{letter}`"
        ));
    }
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return Some(match text.split_once('x') {
            Some((width, height)) if opening == "board" => {
                format!("write the size with blanks: `{width} x {height}`")
            }
            _ => "a name begins with a letter".to_owned(),
        });
    }
    let what = if text.contains('_') {
        "has `-` in place of `_`"
    } else {
        "is written in lower case"
    };
    let right = right_letters(text)?;
    Some(format!("a name {what}: write `{}`", shortened(&right)))
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
            let diagnostic = nothing_after(context.span_of(comma), ",");
            let hinted = diagnostic.hint("remove the `,`, or write what is missing after it");
            return Some(hinted.suggest(""));
        }
        return wrong.then(|| {
            let diagnostic = context.reserved(text).hint("choose another name");
            diagnostic.report_once_for(text)
        });
    }
    if !(wants_name || is_head || argument) {
        return None;
    }
    let hint = match context.opening() {
        "list" | "remember" | "fact" => "choose another name".to_owned(),
        _ => format!(
            "choose another name; the points where a move begins and ends are usually called `here` and `there`: write `{instead}`"
        ),
    };
    Some(context.reserved(text).hint(hint).report_once_for(text))
}

fn wrong_tag(context: &ErrorContext<'_>, text: &str) -> Diagnostic {
    let well_formed = text.split("..").all(|tag| {
        let tag = tag.trim_start_matches('@');
        tag.starts_with(|c: char| c.is_ascii_alphabetic())
            && tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    });
    if !well_formed {
        let message = format!("`{text}` is not a tag");
        return context
            .error("E0138", message)
            .hint("a tag is `@` and a name in letters, digits and `-`, as in `@CA-12`");
    }
    let after = context.after().map_or("", |t| context.text(t));
    let statement = context.head().map_or("", |(head, _)| context.text(head));
    let statement = of(STATEMENTS).find(|word| *word == statement);
    let behind = statement.map(|word| format!("write it in front: `{text} {word} …`"));
    let hint = match context.opening() {
        "move" if after == "if" => {
            "a line that begins with `if` continues the line before; write a condition of the move after `when`"
        }
        "clauses" | "readings" => "in the rule sheet, write a tag without its `@`",
        _ => {
            "write a tag before a declaration, a line, a statement, or a part of a condition or set"
        }
    };
    context
        .error("E0139", format!("the tag `{text}` cannot be here"))
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
    let needs_quotes =
        context.expects(Rule::string) && !word.is_empty() && !RESERVED.contains(&word);
    if let Some((token, suggestion)) = misspelt_before(context).filter(|_| !needs_quotes) {
        let word = context.text(token);
        let hinted = diagnostic.hint(format!("did you mean `{suggestion}` instead of `{word}`?"));
        return hinted.suggest_at(context.span_of(token), suggestion);
    }
    let hint = match text {
        ":" => "write `:` only after `ask` and the player, after a piece, and before a type",
        ";" if context.expects(Rule::colon) => {
            "write `:` after `ask` and the player, as in `ask me: step`"
        }
        ";" => return diagnostic,
        _ if found.is_none() => return diagnostic,
        _ if needs_quotes => {
            let quoted = format!("\"{word}\"");
            let hinted = diagnostic.hint(format!("write a text in quotes: {quoted}"));
            return hinted.suggest(&quoted);
        }
        _ if context.expects(Rule::comma) && is_operand(context) => {
            "separate the parts of a list with `,`"
        }
        "otherwise" if context.expects(Rule::k_else) && !context.expects(Rule::k_if) => {
            "a choice between two values is written `A if CONDITION else B`"
        }
        "where" if complete => {
            "write brackets around what `where` narrows down: (next player after me where …)"
        }
        _ if complete
            && !context.expects(Rule::open)
            && context.expects(Rule::joiner)
            && is_operand(context) =>
        {
            "join two sets or conditions with `and`, `or` or `except`; write each statement on its own line"
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
        let diagnostic = other_languages_in_statements::no_statement(span, word);
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
    if known || INNER.contains(&word) || RESERVED.contains(&word) || context.repeats(word) {
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
