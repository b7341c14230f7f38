//! The places of a script: its statements, its conditions and their parts, its numbers and signs.
//!
//! Rhai's syntax tree has the beginning of an expression, but not its end. So this module finds the places among the tokens:
//! brackets and separators show both.

use super::tokens::{ScriptToken, tokens};
use rhai::Token;
use std::ops::Range;

/// A place of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptPlace {
    /// Its bytes.
    pub bytes: Range<usize>,
    pub sort: ScriptPlaceSort,
}

/// The kind of a place in a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScriptPlaceSort {
    /// A statement.
    Statement,
    /// The body of a `switch` case, after `=>`, without braces of its own.
    Arm,
    /// A condition: after `if` and `while`, or a side of `&&` and `||`; with the constant that removes its effect.
    Condition(&'static str),
    /// A whole number.
    Number,
    /// An operator, or `true` or `false`; with a replacement for it.
    Sign(&'static str),
}

/// Finds the places of a script that compiles.
#[must_use]
pub fn script_places(text: &str) -> Vec<ScriptPlace> {
    let mut finder = PlaceFinder {
        tokens: tokens(text),
        at: 0,
        found: Vec::new(),
    };
    finder.words();
    finder.functions();
    finder.found
}

/// A walk along the tokens of a file.
struct PlaceFinder {
    tokens: Vec<ScriptToken>,
    /// The next token.
    at: usize,
    found: Vec<ScriptPlace>,
}

impl PlaceFinder {
    fn words(&mut self) {
        let words = self
            .tokens
            .iter()
            .filter_map(|ScriptToken { token, bytes }| {
                let sort = match token {
                    Token::IntegerConstant(_) => ScriptPlaceSort::Number,
                    token => ScriptPlaceSort::Sign(other_sign(token)?),
                };
                let bytes = bytes.clone();
                Some(ScriptPlace { bytes, sort })
            });
        self.found.extend(words);
    }

    fn next(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|token| &token.token)
    }

    fn is_next(&self, token: &Token) -> bool {
        self.next() == Some(token)
    }

    /// Skips a token if it is next; returns whether it was.
    fn pass(&mut self, token: &Token) -> bool {
        let is_next = self.is_next(token);
        self.at += usize::from(is_next);
        is_next
    }

    /// Records a place from one token up to another.
    fn place(&mut self, tokens: Range<usize>, sort: ScriptPlaceSort) {
        let all = self.tokens.get(tokens).unwrap_or_default();
        if let (Some(first), Some(last)) = (all.first(), all.last()) {
            let bytes = first.bytes.start..last.bytes.end;
            self.found.push(ScriptPlace { bytes, sort });
        }
    }

    /// Walks through a file: only functions contain statements that run.
    fn functions(&mut self) {
        while let Some(token) = self.next() {
            let is_function = *token == Token::Fn;
            self.at += 1;
            if is_function {
                while self.next().is_some() && !self.is_next(&Token::LeftBrace) {
                    self.at += 1;
                }
                self.block();
            }
        }
    }

    /// Walks through `{ … }`.
    fn block(&mut self) {
        if !self.pass(&Token::LeftBrace) {
            return;
        }
        while self.next().is_some() && !self.pass(&Token::RightBrace) {
            if !self.pass(&Token::SemiColon) {
                self.statement(ScriptPlaceSort::Statement);
            }
        }
    }

    /// Walks through a statement, which has at least one token.
    fn statement(&mut self, sort: ScriptPlaceSort) {
        let start = self.at;
        if !self.braced() {
            self.expression(false, &[Token::SemiColon]);
        }
        if self.at == start {
            // An unexpected token: the script does not compile.
            self.at += 1;
        }
        self.place(start..self.at, sort);
    }

    /// Walks through a construct that ends with a block, if one is next; returns whether it was.
    fn braced(&mut self) -> bool {
        match self.next() {
            Some(Token::LeftBrace) => self.block(),
            Some(Token::If) => self.branches(),
            Some(Token::While) => {
                self.at += 1;
                self.expression(true, &[Token::LeftBrace]);
                self.block();
            }
            Some(Token::For) => {
                self.at += 1;
                self.expression(false, &[Token::In]);
                self.pass(&Token::In);
                self.expression(false, &[Token::LeftBrace]);
                self.block();
            }
            Some(Token::Loop) => {
                self.at += 1;
                self.block();
            }
            Some(Token::Switch) => self.switch(),
            Some(Token::Try) => {
                self.at += 1;
                self.block();
                self.at += usize::from(self.is_next(&Token::Catch));
                if self.is_next(&Token::LeftParen) {
                    self.expression(false, &[Token::LeftBrace]);
                }
                self.block();
            }
            _ => return false,
        }
        true
    }

    fn branches(&mut self) {
        while self.pass(&Token::If) {
            self.expression(true, &[Token::LeftBrace]);
            self.block();
            if !self.pass(&Token::Else) {
                return;
            }
        }
        self.block();
    }

    fn switch(&mut self) {
        self.at += 1;
        self.expression(false, &[Token::LeftBrace]);
        self.pass(&Token::LeftBrace);
        while self.next().is_some() && !self.pass(&Token::RightBrace) {
            self.expression(false, &[Token::DoubleArrow, Token::If]);
            if self.pass(&Token::If) {
                self.expression(true, &[Token::DoubleArrow]);
            }
            if !self.pass(&Token::DoubleArrow) {
                // An unexpected token: the script does not compile.
                self.at += 1;
                continue;
            }
            if self.is_next(&Token::LeftBrace) {
                self.block();
            } else {
                self.arm();
            }
            self.pass(&Token::Comma);
        }
    }

    fn arm(&mut self) {
        let start = self.at;
        if !self.braced() {
            self.expression(false, &[Token::Comma]);
        }
        self.place(start..self.at, ScriptPlaceSort::Arm);
    }

    /// Walks through an expression up to one of the `ends`, or to the closing bracket around it.
    fn expression(&mut self, is_condition: bool, ends: &[Token]) {
        let mut part = ExpressionPart::begin(self.at, is_condition);
        while let Some(token) = self.next() {
            if ends.contains(token) || closes(token) {
                break;
            }
            match token {
                Token::LeftParen
                | Token::LeftBracket
                | Token::QuestionBracket
                | Token::MapStart => self.group(),
                Token::InterpolatedString(_) => {
                    self.at += 1;
                    self.group();
                }
                Token::Do => {
                    self.at += 1;
                    self.block();
                    part = ExpressionPart::begin(self.at, false);
                }
                Token::While | Token::Until => {
                    // Part of `do { … } while …`.
                    self.at += 1;
                    part = ExpressionPart::begin(self.at, true);
                }
                Token::And | Token::Or | Token::Pipe | Token::Ampersand | Token::XOr => {
                    part.operators.push(self.at);
                    self.at += 1;
                }
                token if separates(token) => {
                    part.end(self);
                    self.at += 1;
                    part = ExpressionPart::begin(self.at, false);
                }
                _ => {
                    if !self.braced() {
                        self.at += 1;
                    }
                }
            }
        }
        part.end(self);
    }

    /// Walks through brackets and their content.
    fn group(&mut self) {
        self.at += 1;
        self.expression(false, &[]);
        self.at += 1;
    }
}

/// A part of an expression in which `&&` and `||` join conditions.
struct ExpressionPart {
    start: usize,
    /// The tokens of its logical operators.
    operators: Vec<usize>,
    /// The whole part is a condition.
    is_condition: bool,
}

impl ExpressionPart {
    fn begin(start: usize, is_condition: bool) -> Self {
        Self {
            start,
            operators: Vec::new(),
            is_condition,
        }
    }

    /// Records the conditions of the part, which ends before the next token.
    fn end(self, finder: &mut PlaceFinder) {
        let all = self.start..finder.at;
        if self.is_condition {
            finder.place(all.clone(), ScriptPlaceSort::Condition("true"));
        }
        let is = |at: &usize, wanted: Token| finder.tokens[*at].token == wanted;
        let plain = |at: &usize| is(at, Token::And) || is(at, Token::Or);
        // `&` and `|` have another precedence; they seldom join truths.
        if !self.operators.iter().all(plain) {
            return;
        }
        let ors = self.operators.iter().copied();
        let ors: Vec<usize> = ors.filter(|at| is(at, Token::Or)).collect();
        let mut places = Vec::new();
        for term in split(all, &ors) {
            let ands = self.operators.iter().copied();
            let ands: Vec<usize> = ands.filter(|at| term.contains(at)).collect();
            if !ors.is_empty() {
                places.push((term.clone(), "false"));
            }
            if !ands.is_empty() {
                places.extend(split(term, &ands).into_iter().map(|part| (part, "true")));
            }
        }
        for (tokens, dropped) in places {
            finder.place(tokens, ScriptPlaceSort::Condition(dropped));
        }
    }
}

/// Splits a range of tokens at some of them.
fn split(all: Range<usize>, at: &[usize]) -> Vec<Range<usize>> {
    let starts = [all.start].into_iter().chain(at.iter().map(|at| at + 1));
    let ends = at.iter().copied().chain([all.end]);
    starts.zip(ends).map(|(start, end)| start..end).collect()
}

fn closes(token: &Token) -> bool {
    matches!(
        token,
        Token::RightBrace | Token::RightParen | Token::RightBracket
    )
}

/// Returns whether a token separates two expressions.
fn separates(token: &Token) -> bool {
    token.is_op_assignment()
        || matches!(
            token,
            Token::Equals
                | Token::Comma
                | Token::SemiColon
                | Token::Colon
                | Token::Let
                | Token::Const
                | Token::Return
                | Token::Throw
                | Token::Break
        )
}

/// Returns the replacement for an operator or a truth.
fn other_sign(token: &Token) -> Option<&'static str> {
    Some(match token {
        Token::LessThan => "<=",
        Token::LessThanEqualsTo => "<",
        Token::GreaterThan => ">=",
        Token::GreaterThanEqualsTo => ">",
        Token::EqualsTo => "!=",
        Token::NotEqualsTo => "==",
        Token::And => "||",
        Token::Or => "&&",
        Token::True => "false",
        Token::False => "true",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{ScriptPlaceSort, script_places};

    fn found(text: &str, wanted: impl Fn(ScriptPlaceSort) -> bool) -> Vec<&str> {
        let places = script_places(text).into_iter();
        let places = places.filter(|place| wanted(place.sort));
        places.map(|place| &text[place.bytes]).collect()
    }

    fn conditions(text: &str) -> Vec<&str> {
        found(text, |sort| matches!(sort, ScriptPlaceSort::Condition(_)))
    }

    fn statements(text: &str) -> Vec<&str> {
        found(text, |sort| {
            matches!(sort, ScriptPlaceSort::Statement | ScriptPlaceSort::Arm)
        })
    }

    #[test]
    fn conditions_and_their_sides_are_found() {
        let text = "fn f(a) { if a.b(1, 2) && !(a < 3 || a == 4) { return x in [1] || y; } a }";
        assert_eq!(
            conditions(text),
            [
                "a < 3",
                "a == 4",
                "a.b(1, 2) && !(a < 3 || a == 4)",
                "a.b(1, 2)",
                "!(a < 3 || a == 4)",
                "x in [1]",
                "y"
            ]
        );
        let text = "fn f(a) { while a /* b */ { let c = a && b; } do { 1 } until a > 2; switch a { 1 if b => 2, _ => 3 } }";
        assert_eq!(conditions(text), ["a", "a", "b", "a > 2", "b"]);
        assert_eq!(conditions("fn f(a) { a & b || c }"), Vec::<&str>::new());
    }

    #[test]
    fn statements_are_found() {
        let text = "const N = 1;\nfn f(a) { let b = if a { 1 } else { 2 } + 3; for c in b { g(`x ${c}`); }\n  \
                    switch a { 1 => throw `${a}`, 2 => { g() } _ => #{ x: 1 } }\n  b }";
        assert_eq!(
            statements(text),
            [
                "1",
                "2",
                "let b = if a { 1 } else { 2 } + 3",
                "g(`x ${c}`)",
                "for c in b { g(`x ${c}`); }",
                "throw `${a}`",
                "g()",
                "#{ x: 1 }",
                "switch a { 1 => throw `${a}`, 2 => { g() } _ => #{ x: 1 } }",
                "b"
            ]
        );
    }
}
