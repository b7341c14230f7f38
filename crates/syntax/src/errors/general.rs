//! The general message for a parse error: "expected X after Y, found Z".

use crate::errors::context::{ErrorContext, shortened};
use crate::errors::expected::{Symbol, symbol};
use crate::errors::{habits, typo_recovery_in_edits};
use crate::grammar::Rule;
use crate::lexical::nested_too_deeply;
use crate::parser::{ParseFailure, Part};
use crate::reserved_words::{self, either};
use crate::token::{Dialect, TokenKind};
use linstock_base::Diagnostic;

/// Makes the diagnostic for a part that could not be parsed.
pub(crate) fn explain(failure: &ParseFailure, part: Part<'_>, dialect: Dialect) -> Diagnostic {
    match failure {
        ParseFailure::TooLong => nested_too_deeply(part.span(0..1)),
        ParseFailure::Unexpected { at, expected } => {
            let context = ErrorContext::new(part, dialect, *at, expected);
            habits::likely(&context).unwrap_or_else(|| general(&context))
        }
    }
}

/// Makes the general message, "expected X after Y, found Z", with hints.
fn general(context: &ErrorContext<'_>) -> Diagnostic {
    let mut possible = possible(context);
    let closes = |w: &String| matches!(w.as_str(), "the end of the line" | "`)`" | "`}`" | "`{`");
    let complete = possible.iter().all(closes);
    let few = possible.len() <= 2;
    let after = context
        .before()
        .filter(|t| few && t.kind != TokenKind::Tag && !matches!(context.text(*t), "{" | "}"));
    let after = after.map_or(String::new(), |t| match t.kind {
        TokenKind::Text => " after the text".to_owned(),
        TokenKind::Picture => " after the picture".to_owned(),
        _ => format!(" after `{}`", shortened(context.text(t))),
    });
    possible.truncate(6);
    let label = match context.found() {
        Some(_) => "not expected here",
        None => "here",
    };
    let wanted = format!("{}{after}", either(&possible));
    let diagnostic = context.unexpected(&wanted).label(label);
    let diagnostic = habits::advised(diagnostic, context, complete);
    match diagnostic.hints.as_slice() {
        [] => diagnostic.maybe_hint(form(context)),
        _ => diagnostic,
    }
}

/// Returns descriptions of what was possible, the likeliest first, without duplicates.
fn possible(context: &ErrorContext<'_>) -> Vec<String> {
    let is_end = |r: &Rule| symbol(*r) == Symbol::End;
    let complete = context.expects(Rule::joiner);
    let main = context.expected.iter().copied().filter(|r| match r {
        // After a complete name, these would only make it a call, or the first half of another name.
        Rule::lparen => !complete && context.before().is_none_or(|t| t.kind != TokenKind::Word),
        Rule::name => !complete,
        Rule::k_in => !context.expects_expression(),
        // A reason may end every expression; after `A if C`, an `else` must follow.
        Rule::k_else => !complete || !context.expects(Rule::k_if),
        // `as often as possible` may end every `ask`.
        Rule::k_as => !context.expects(Rule::comma),
        Rule::close => !context.expected.iter().any(is_end) || context.before().is_none(),
        rule => !continues(*rule),
    });
    let mut main: Vec<Rule> = main.collect();
    if main.is_empty() {
        main.clone_from(&context.expected);
    }
    let main = summed_up(main);
    let mut words = Vec::new();
    let mut add = |word: String| {
        if !words.contains(&word) {
            words.push(word);
        }
    };
    for rule in &main {
        match symbol(*rule) {
            Symbol::Thing("an expression") => add(expression_name(context).to_owned()),
            Symbol::Thing(thing) => add(thing.to_owned()),
            Symbol::Sign(sign) => add(format!("`{sign}`")),
            Symbol::End | Symbol::Silent => {}
        }
    }
    let line_began = context.before().is_some_and(|t| context.text(t) != "{");
    if main.iter().any(is_end) && context.found().is_some() && line_began {
        add("the end of the line".to_owned());
    }
    words
}

/// Replaces all keywords that open a declaration by "a declaration", and likewise for statements.
fn summed_up(mut rules: Vec<Rule>) -> Vec<Rule> {
    let opens = |rule: &Rule, table: reserved_words::KeywordTable| match symbol(*rule) {
        Symbol::Sign(sign) => reserved_words::of(table).any(|word| word == sign),
        _ => false,
    };
    for (table, whole) in [
        (reserved_words::DECLARATIONS, Rule::declaration),
        (reserved_words::STATEMENTS, Rule::stmt),
    ] {
        if rules.iter().filter(|r| opens(r, table)).count() > 3 {
            rules.retain(|r| {
                !opens(r, table) && symbol(*r) != symbol(whole) && *r != Rule::sheet_word
            });
            rules.insert(0, whole);
        }
    }
    rules
}

/// Returns whether a rule only continues a part that could also end there: an operator, a tag.
fn continues(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::joiner
            | Rule::k_except
            | Rule::reason
            | Rule::k_or
            | Rule::k_and
            | Rule::k_if
            | Rule::k_of
            | Rule::compare_op
            | Rule::sum_op
            | Rule::times_op
            | Rule::k_through
            | Rule::k_for_each
            | Rule::k_becomes
            | Rule::tag
            | Rule::dots
    ) || symbol(rule) == Symbol::Silent
}

/// Returns the description of an expression after a certain word.
fn expression_name(context: &ErrorContext<'_>) -> &'static str {
    match context.before().map_or("", |t| context.text(t)) {
        "in" | "through" => "a set of points",
        "where" | "when" | "if" => "a condition",
        "->" => "a place",
        "=" | "is" | "<" | "<=" | ">" | ">=" => "a value",
        "ask" | "win" | "after" | "from" => "a player",
        "weigh" => "a number",
        _ => "an expression",
    }
}

/// The form of a statement without a keyword.
const STATEMENT: &str = "a statement looks like: here -> there, or shifts of me = 0";

/// Returns the form of the line, or else of the declaration.
fn form(context: &ErrorContext<'_>) -> Option<String> {
    let (head, first_line) = match context.head() {
        Some((head, first_line)) => (context.text(head), first_line),
        None => ("", false),
    };
    let opening = context.opening();
    match context.dialect {
        Dialect::Expression => None,
        Dialect::Scenario => reserved_words::form(reserved_words::SCENARIO_LINES, head),
        Dialect::Game if first_line => reserved_words::form(reserved_words::DECLARATIONS, opening)
            .or_else(|| typo_recovery_in_edits::form(context))
            .or_else(|| reserved_words::form(reserved_words::EDITS, opening))
            .or_else(|| reserved_words::form(reserved_words::HEADS, opening)),
        Dialect::Game => match opening {
            "options" => {
                Some(r#"an option looks like: shot-over yes | no "what it decides""#.to_owned())
            }
            "remember" => Some(remembered(context)),
            "clauses" | "readings" => {
                Some(r#"an entry looks like: CA-01 "what it says""#.to_owned())
            }
            "script" => Some(
                "a function looks like: strength(men: number) -> number changes pawn".to_owned(),
            ),
            "board" => Some(
                "the lines of a board look like: next orthogonal, region home = {a1}, light { forward south }"
                    .to_owned(),
            ),
            "drawing" => Some("a line of the legend looks like: P = white pawn".to_owned()),
            _ if context.before().is_some_and(|t| context.text(t) == "in") => {
                Some("an argument looks like: here in own pawn where …".to_owned())
            }
            _ => reserved_words::form(reserved_words::STATEMENTS, head)
                .or_else(|| reserved_words::form(reserved_words::CONDITIONS, head))
                .or_else(|| {
                    (context.expects(Rule::arrow) || context.expects(Rule::effect_to))
                        .then(|| STATEMENT.to_owned())
                }),
        },
    }
}

/// Returns the form of a remembered value; for a text, which cannot be remembered, what to remember instead.
fn remembered(context: &ErrorContext<'_>) -> String {
    match context.found().map(|found| found.kind) {
        Some(TokenKind::Text) => {
            "a text cannot be remembered; declare the words as a list, list title { knight; baron }, and remember one of them: title-of of player = none : title"
        }
        _ => "a remembered value looks like: shifts of player = 0",
    }
    .to_owned()
}
