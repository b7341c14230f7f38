//! Failures of the parser in words a person can act on.

use crate::base::{Diagnostic, Span};
use crate::syntax::errors::expected::{Symbol, symbol};
use crate::syntax::errors::habits;
use crate::syntax::keywords::{self, either};
use crate::syntax::parser::{ParseFailure, Part, Rule};
use crate::syntax::token::{Dialect, Token, TokenKind, tokenise};

/// Where the parser stopped, and what stands around that place.
pub(crate) struct ErrorContext<'t> {
    part: Part<'t>,
    dialect: Dialect,
    tokens: Vec<Token>,
    /// The first token that was not taken; the number of tokens if all were.
    index: usize,
    /// What would have been taken.
    pub expected: Vec<Rule>,
}

impl<'t> ErrorContext<'t> {
    fn new(part: Part<'t>, dialect: Dialect, at: usize, expected: &[Rule]) -> Self {
        // Raw moves are looked at word by word, too.
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

    pub fn text(&self, token: Token) -> &'t str {
        token.text(self.part.text)
    }

    /// The token that was not taken, unless that is the end of a line.
    pub fn found(&self) -> Option<Token> {
        self.tokens.get(self.index).copied().filter(|t| t.counts())
    }

    /// The token before it in its line.
    pub fn before(&self) -> Option<Token> {
        let before = self.tokens.get(self.index.checked_sub(1)?)?;
        before.counts().then_some(*before)
    }

    /// The token after it in its line.
    pub fn after(&self) -> Option<Token> {
        self.tokens
            .get(self.index + 1)
            .copied()
            .filter(|t| t.counts())
    }

    /// What was found, in words.
    pub fn found_words(&self) -> String {
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

    /// The place to underline: what was found, or the end of what stands before.
    pub fn span(&self) -> Span {
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

    pub fn expects(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    pub fn expects_expression(&self) -> bool {
        self.expected
            .iter()
            .any(|r| symbol(*r) == Symbol::Thing("an expression"))
    }

    /// The word that opens the part: `move`, `options` …
    pub fn opening(&self) -> &'t str {
        let first = self
            .tokens
            .iter()
            .find(|t| t.counts() && t.kind != TokenKind::Tag);
        first.map_or("", |t| self.text(*t))
    }

    /// The word that opens the line, and whether the part opens with it, too.
    pub fn head(&self) -> Option<(Token, bool)> {
        let stopped = self.tokens.get(..=self.index).unwrap_or(&self.tokens);
        let taken = match stopped {
            // What ends a line belongs to it.
            [rest @ .., last] if !last.counts() || matches!(self.text(*last), "{" | "}" | ";") => {
                rest
            }
            all => all,
        };
        let ends =
            |t: &Token| t.kind == TokenKind::Newline || matches!(self.text(*t), ";" | "{" | "}");
        let start = taken.iter().rposition(ends).map_or(0, |at| at + 1);
        let head = taken
            .get(start..)?
            .iter()
            .find(|t| t.kind != TokenKind::Tag)?;
        Some((*head, start == 0))
    }

    /// The token after another one.
    pub fn next(&self, token: Token) -> Option<Token> {
        self.tokens.iter().copied().find(|t| t.start >= token.end)
    }

    pub fn span_of(&self, token: Token) -> Span {
        self.part.span(token.start..token.end)
    }
}

/// Says what is wrong with a part that could not be read.
pub(crate) fn explain(failure: &ParseFailure, part: Part<'_>, dialect: Dialect) -> Diagnostic {
    match failure {
        ParseFailure::TooLong => {
            Diagnostic::error(part.span(0..1), "this is too entangled to be read")
                .hint("give its parts names of their own, as facts")
        }
        ParseFailure::Unexpected { at, expected } => {
            let site = ErrorContext::new(part, dialect, *at, expected);
            habits::likely(&site).unwrap_or_else(|| general(&site))
        }
    }
}

/// "expected X after Y, found Z", with what may help.
fn general(site: &ErrorContext<'_>) -> Diagnostic {
    let mut wanted = wanted(site);
    let closes = |w: &String| matches!(w.as_str(), "the end of the line" | "`)`" | "`}`" | "`{`");
    let complete = wanted.iter().all(closes);
    let few = wanted.len() <= 2;
    let after = site
        .before()
        .filter(|t| few && t.kind != TokenKind::Tag && !matches!(site.text(*t), "{" | "}"));
    let after = after.map_or(String::new(), |t| match t.kind {
        TokenKind::Text => " after the text".to_owned(),
        TokenKind::Picture => " after the picture".to_owned(),
        _ => format!(" after `{}`", shortened(site.text(t))),
    });
    wanted.truncate(6);
    let message = format!(
        "expected {}{after}, found {}",
        either(&wanted),
        site.found_words()
    );
    let label = match site.found() {
        Some(_) => "not expected here",
        None => "here",
    };
    let mut diagnostic = Diagnostic::error(site.span(), message).label(label);
    diagnostic.hints = habits::hints(site, complete);
    if diagnostic.hints.is_empty() {
        diagnostic = diagnostic.maybe_hint(form(site));
    }
    diagnostic
}

/// What would have fitted, the likeliest first, each thing once.
fn wanted(site: &ErrorContext<'_>) -> Vec<String> {
    let is_end = |r: &Rule| symbol(*r) == Symbol::End;
    let complete = site.expects(Rule::joiner);
    let main = site.expected.iter().copied().filter(|r| match r {
        // Behind a complete name these only make it a call, or the first half of another name.
        Rule::lparen => !complete && site.before().is_none_or(|t| t.kind != TokenKind::Word),
        Rule::name => !complete,
        Rule::k_in => !site.expects_expression(),
        Rule::close => !site.expected.iter().any(is_end) || site.before().is_none(),
        rule => !continues(*rule),
    });
    let mut main: Vec<Rule> = main.collect();
    if main.is_empty() {
        main.clone_from(&site.expected);
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
            Symbol::Thing("an expression") => add(wanted_expression(site).to_owned()),
            Symbol::Thing(thing) => add(thing.to_owned()),
            Symbol::Sign(sign) => add(format!("`{sign}`")),
            Symbol::End | Symbol::Silent => {}
        }
    }
    let line_began = site.before().is_some_and(|t| site.text(t) != "{");
    if main.iter().any(is_end) && site.found().is_some() && line_began {
        add("the end of the line".to_owned());
    }
    words
}

/// Says "a declaration" in place of all the words that may open one, and "a statement" likewise.
fn summed_up(mut rules: Vec<Rule>) -> Vec<Rule> {
    let opens = |rule: &Rule, table: keywords::KeywordTable| match symbol(*rule) {
        Symbol::Sign(sign) => keywords::of(table).any(|word| word == sign),
        _ => false,
    };
    for (table, whole) in [
        (keywords::DECLARATIONS, Rule::declaration),
        (keywords::STATEMENTS, Rule::stmt),
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

/// Tells whether a rule only goes on with what could also end there: an operator, a tag.
fn continues(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::joiner
            | Rule::k_or
            | Rule::k_and
            | Rule::k_if
            | Rule::k_of
            | Rule::compare_op
            | Rule::sum_op
            | Rule::star
            | Rule::k_through
            | Rule::tag
            | Rule::dots
    ) || symbol(rule) == Symbol::Silent
}

/// What an expression is called at its place.
fn wanted_expression(site: &ErrorContext<'_>) -> &'static str {
    match site.before().map_or("", |t| site.text(t)) {
        "in" | "through" => "a set of points",
        "where" | "when" | "if" => "a condition",
        "->" => "a place",
        "=" | "is" | "<" | "<=" | ">" | ">=" => "a value",
        "ask" | "win" | "after" | "from" => "a player",
        "weigh" => "a number",
        _ => "an expression",
    }
}

/// What a statement without a word of its own looks like.
const STATEMENT: &str = "a statement looks like: here -> there, or shifts of me = 0";

/// What the line, or else the declaration, looks like.
fn form(site: &ErrorContext<'_>) -> Option<String> {
    let (head, first_line) = match site.head() {
        Some((head, first_line)) => (site.text(head), first_line),
        None => ("", false),
    };
    let opening = site.opening();
    match site.dialect {
        Dialect::Expression => None,
        Dialect::Scenario => keywords::form(keywords::SCENARIO_LINES, head),
        Dialect::Game if first_line => keywords::form(keywords::DECLARATIONS, opening)
            .or_else(|| keywords::form(keywords::EDITS, opening))
            .or_else(|| keywords::form(keywords::HEADS, opening)),
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
            _ if site.before().is_some_and(|t| site.text(t) == "in") => {
                Some("an argument looks like: here in own pawn where …".to_owned())
            }
            _ => keywords::form(keywords::STATEMENTS, head)
                .or_else(|| keywords::form(keywords::CONDITIONS, head))
                .or_else(|| {
                    (site.expects(Rule::arrow) || site.expects(Rule::effect_to))
                        .then(|| STATEMENT.to_owned())
                }),
        },
    }
}

/// A text short enough for a message.
pub(crate) fn shortened(text: &str) -> String {
    let text = text.trim();
    if text.chars().count() <= 30 {
        return text.to_owned();
    }
    text.chars().take(29).chain(['…']).collect()
}
