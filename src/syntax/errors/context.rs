//! The general message for a parse error: "expected X after Y, found Z".
//!
//! [`ErrorContext`] holds where the parser stopped, what it expected, and the tokens around; `habits.rs` reads it too.

use crate::base::{Diagnostic, Span};
use crate::syntax::errors::expected::{Symbol, symbol};
use crate::syntax::errors::habits;
use crate::syntax::parser::{ParseFailure, Part, Rule};
use crate::syntax::reserved_words::{self, either};
use crate::syntax::token::{Dialect, Token, TokenKind, tokenise};

/// Where the parser stopped, what it expected there, and the tokens around.
pub(crate) struct ErrorContext<'t> {
    part: Part<'t>,
    dialect: Dialect,
    tokens: Vec<Token>,
    /// The index of the first unexpected token; the number of tokens at the end of the text.
    index: usize,
    /// The grammar rules that were possible there.
    pub(crate) expected: Vec<Rule>,
}

impl<'t> ErrorContext<'t> {
    fn new(part: Part<'t>, dialect: Dialect, at: usize, expected: &[Rule]) -> Self {
        // The moves of a scenario line are split into words.
        let tokens = tokenise(part.text, Dialect::Game);
        let index = tokens
            .iter()
            .position(|t| t.end > at)
            .unwrap_or(tokens.len());
        let expected = expected.to_vec();
        Self {
            part,
            dialect,
            tokens,
            index,
            expected,
        }
    }

    pub(crate) fn text(&self, token: Token) -> &'t str {
        token.text(self.part.text)
    }

    /// Returns the unexpected token, unless it is the end of a line.
    pub(crate) fn found(&self) -> Option<Token> {
        self.tokens.get(self.index).copied().filter(|t| t.counts())
    }

    /// Returns the token before the error in its line.
    pub(crate) fn before(&self) -> Option<Token> {
        let before = self.tokens.get(self.index.checked_sub(1)?)?;
        before.counts().then_some(*before)
    }

    /// Returns the token after the error in its line.
    pub(crate) fn after(&self) -> Option<Token> {
        self.tokens
            .get(self.index + 1)
            .copied()
            .filter(|t| t.counts())
    }

    /// Describes the unexpected token.
    pub(crate) fn found_words(&self) -> String {
        let Some(found) = self.found() else {
            return match self.dialect {
                Dialect::Expression => "nothing".to_owned(),
                _ => "the end of the line".to_owned(),
            };
        };
        match found.kind {
            TokenKind::Text | TokenKind::OpenText => "a text".to_owned(),
            TokenKind::Picture | TokenKind::OpenPicture => "a picture".to_owned(),
            _ => format!("`{}`", shortened(self.text(found))),
        }
    }

    /// Returns the span to underline: the unexpected token, or the end of the token before.
    pub(crate) fn span(&self) -> Span {
        let end = || {
            let before = self
                .tokens
                .get(..self.index)
                .unwrap_or_default()
                .iter()
                .rev();
            before.copied().find(|t| t.counts()).map_or(0, |t| t.end)
        };
        match self.found() {
            Some(found) => self.part.span(found.start..found.end),
            None => self.part.span(end()..end()),
        }
    }

    pub(crate) fn expects(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    pub(crate) fn expects_expression(&self) -> bool {
        self.expected
            .iter()
            .any(|r| symbol(*r) == Symbol::Thing("an expression"))
    }

    /// Returns the word that opens the part: `move`, `options` …
    pub(crate) fn opening(&self) -> &'t str {
        let first = self
            .tokens
            .iter()
            .find(|t| t.counts() && t.kind != TokenKind::Tag);
        first.map_or("", |t| self.text(*t))
    }

    /// Returns the word that opens the line, and whether the line is the part's first.
    pub(crate) fn head(&self) -> Option<(Token, bool)> {
        let stopped = self.tokens.get(..=self.index).unwrap_or(&self.tokens);
        let consumed = match stopped {
            // The end of a line belongs to the line.
            [rest @ .., last] if !last.counts() || matches!(self.text(*last), "{" | "}" | ";") => {
                rest
            }
            all => all,
        };
        let ends =
            |t: &Token| t.kind == TokenKind::Newline || matches!(self.text(*t), ";" | "{" | "}");
        let start = consumed.iter().rposition(ends).map_or(0, |at| at + 1);
        let head = consumed
            .get(start..)?
            .iter()
            .find(|t| t.kind != TokenKind::Tag)?;
        Some((*head, start == 0))
    }

    /// Returns the token after another one.
    pub(crate) fn next(&self, token: Token) -> Option<Token> {
        self.tokens.iter().copied().find(|t| t.start >= token.end)
    }

    /// Returns the word that opens the line, if that holds a statement that moves things.
    pub(crate) fn opening_of_statement(&self) -> &'t str {
        let moves = self.in_line("->").is_some();
        let head = self.head().filter(|_| moves);
        head.map_or("->", |(head, _)| self.text(head))
    }

    /// Returns the token before another one, whatever line it is in.
    pub(crate) fn token_before(&self, token: Token) -> Option<Token> {
        let mut before = self.tokens.iter().copied();
        before.rfind(|t| t.end <= token.start && t.counts())
    }

    /// Returns the first token of this text from the head of the line to where the parser stopped.
    pub(crate) fn in_line(&self, text: &str) -> Option<Token> {
        let start = self.head()?.0.start;
        let line = self.tokens.get(..=self.index).unwrap_or(&self.tokens);
        let mut line = line.iter().copied().filter(|t| t.start >= start);
        line.find(|t| self.text(*t) == text)
    }

    /// Returns the text between two bytes, without blanks around it.
    pub(crate) fn between(&self, start: usize, end: usize) -> &'t str {
        self.part.text.get(start..end).unwrap_or_default().trim()
    }

    /// Returns what stands in the line from a byte on.
    pub(crate) fn rest_of_line(&self, start: usize) -> &'t str {
        let rest = self.part.text.get(start..).unwrap_or_default();
        let end = rest.find(['\n', ';', '}']).unwrap_or(rest.len());
        rest.get(..end).unwrap_or_default().trim()
    }

    pub(crate) fn span_of(&self, token: Token) -> Span {
        self.part.span(token.start..token.end)
    }
}

/// Makes the diagnostic for a part that could not be parsed.
pub(crate) fn explain(failure: &ParseFailure, part: Part<'_>, dialect: Dialect) -> Diagnostic {
    match failure {
        ParseFailure::TooLong => {
            Diagnostic::error(part.span(0..1), "this is too entangled to be read")
                .hint("give its parts names of their own, as facts")
        }
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
    let message = format!(
        "expected {}{after}, found {}",
        either(&possible),
        context.found_words()
    );
    let label = match context.found() {
        Some(_) => "not expected here",
        None => "here",
    };
    let mut diagnostic = Diagnostic::error(context.span(), message).label(label);
    diagnostic.hints = habits::hints(context, complete);
    if diagnostic.hints.is_empty() {
        diagnostic = diagnostic.maybe_hint(form(context));
    }
    diagnostic
}

/// Returns descriptions of what was possible, the likeliest first, without duplicates.
fn possible(context: &ErrorContext<'_>) -> Vec<String> {
    let is_end = |r: &Rule| symbol(*r) == Symbol::End;
    let complete = context.expects(Rule::joiner);
    let main = context.expected.iter().copied().filter(|r| match r {
        // After a complete name, these would only make the name a call, or the first half of another name.
        Rule::lparen => !complete && context.before().is_none_or(|t| t.kind != TokenKind::Word),
        Rule::name => !complete,
        Rule::k_in => !context.expects_expression(),
        // A reason may end every expression; after `A if C` an `else` must come.
        Rule::k_else => !complete || !context.expects(Rule::k_if),
        // `as often as possible` may end every question.
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

/// Tells whether a rule continues what could also end there: an operator, a tag.
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

/// Returns what an expression is called after a certain word.
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
            .or_else(|| reserved_words::form(reserved_words::EDITS, opening))
            .or_else(|| reserved_words::form(reserved_words::HEADS, opening)),
        Dialect::Game => match opening {
            "options" => {
                Some(r#"an option looks like: shot-over yes | no "what it decides""#.to_owned())
            }
            "remember" => Some("a remembered value looks like: shifts of player = 0".to_owned()),
            "clauses" | "readings" => {
                Some(r#"an entry looks like: CA-01 "what it says""#.to_owned())
            }
            "script" => Some(
                "a function looks like: strength(men: number) -> number changes pawn".to_owned(),
            ),
            "board" => Some(
                "a board says: next orthogonal, region home = {a1}, light { forward south }"
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

/// Shortens a text for a message.
pub(crate) fn shortened(text: &str) -> String {
    let text = text.trim();
    if text.chars().count() <= 30 {
        return text.to_owned();
    }
    text.chars().take(29).chain(['…']).collect()
}
