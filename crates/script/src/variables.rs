//! The variables, parameters and constants of a script: their declarations, scopes and uses.
//!
//! This module needs only tokens, so it works while half of a script is wrong.

use super::tokens::{ScriptToken, tokens};
use rhai::Token;
use std::ops::Range;

/// A variable, a parameter or a constant of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptVariable {
    /// The name.
    pub text: String,
    /// The bytes of its name in the declaration.
    pub declared: Range<usize>,
    /// The bytes of its whole declaration; for a parameter, the name alone.
    pub whole: Range<usize>,
    /// The bytes of its scope.
    pub scope: Range<usize>,
    /// The bytes of its uses, in order.
    pub uses: Vec<Range<usize>>,
    /// It is a constant of the file; scripts read it as `global::NAME`.
    pub is_constant: bool,
}

/// Finds the variables of a script, up to the first lexical error.
#[must_use]
pub fn script_variables(text: &str) -> Vec<ScriptVariable> {
    let tokens = tokens(text);
    let mut walk = VariableWalk {
        tokens: &tokens,
        found: Vec::new(),
        open: Vec::new(),
        begun: Vec::new(),
        heads: Vec::new(),
        constants: Vec::new(),
        end: text.len(),
    };
    let mut at = 0;
    while at < tokens.len() {
        at = walk.step(at);
    }
    walk.end()
}

/// Returns whether each name has the same declaration before and after a renaming; the order of names is the same in both.
#[must_use]
pub fn same_variables(before: &str, after: &str) -> bool {
    places(before) == places(after)
}

/// Returns the places of each variable, as token indices.
fn places(text: &str) -> Vec<Vec<usize>> {
    let tokens = tokens(text);
    let number = |bytes: &Range<usize>| tokens.partition_point(|t| t.bytes.start < bytes.start);
    let all = script_variables(text).into_iter().map(|variable| {
        let uses = variable.uses.iter().map(number);
        std::iter::once(number(&variable.declared))
            .chain(uses)
            .collect()
    });
    all.collect()
}

/// An open bracket, with the variables whose scope ends where it closes.
struct ScriptBracket {
    is_map: bool,
    variables: Vec<usize>,
}

/// A walk through the tokens of a script.
struct VariableWalk<'t> {
    tokens: &'t [ScriptToken],
    found: Vec<ScriptVariable>,
    open: Vec<ScriptBracket>,
    /// Unfinished `let` declarations, with the number of open brackets: the scope of each begins after it.
    begun: Vec<(usize, usize)>,
    /// Names that heads such as `fn` and `for` declare for the next block, with the number of open brackets.
    heads: Vec<(usize, Vec<usize>)>,
    /// The tokens of names after `global::`.
    constants: Vec<usize>,
    /// The length of the text.
    end: usize,
}

impl VariableWalk<'_> {
    /// Processes a token, with the tokens that belong to it; returns the index of the next.
    fn step(&mut self, at: usize) -> usize {
        let bytes = self.tokens[at].bytes.clone();
        match &self.tokens[at].token {
            Token::Fn | Token::For | Token::Catch => return self.head(at),
            Token::Let | Token::Const => return self.declaration(at),
            Token::LeftBrace => self.block(bytes.end),
            Token::LeftParen | Token::LeftBracket => self.bracket(false),
            Token::MapStart => self.bracket(true),
            Token::RightBrace | Token::RightParen | Token::RightBracket => self.close(bytes.start),
            Token::SemiColon => self.statement_ends(bytes.end),
            Token::Identifier(name) => self.name(at, name),
            _ => {}
        }
        at + 1
    }

    fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at).map(|token| &token.token)
    }

    fn before(&self, at: usize) -> Option<&Token> {
        self.token(at.checked_sub(1)?)
    }

    /// Records a variable; its scope is not known yet.
    fn variable(&mut self, name: usize) -> Option<usize> {
        let ScriptToken {
            token: Token::Identifier(text),
            bytes,
        } = self.tokens.get(name)?
        else {
            return None;
        };
        self.found.push(ScriptVariable {
            text: text.to_string(),
            declared: bytes.clone(),
            whole: bytes.clone(),
            scope: 0..0,
            uses: Vec::new(),
            is_constant: false,
        });
        Some(self.found.len() - 1)
    }

    /// Processes the names that `fn f(a, b)`, `for x in`, `for (x, i) in` or `catch (e)` declares for the next block.
    fn head(&mut self, at: usize) -> usize {
        let is_function = self.tokens[at].token == Token::Fn;
        let mut next = at + 1 + usize::from(is_function);
        let mut names = Vec::new();
        if self.token(next) == Some(&Token::LeftParen) {
            next += 1;
            while let Some(token) = self.token(next) {
                match token {
                    Token::Identifier(_) => names.extend(self.variable(next)),
                    Token::Comma => {}
                    _ => break,
                }
                next += 1;
            }
            next += usize::from(self.token(next) == Some(&Token::RightParen));
        } else if !is_function && let Some(name) = self.variable(next) {
            names.push(name);
            next += 1;
        }
        self.heads.push((self.open.len(), names));
        next
    }

    /// Processes `let x` or `const X`.
    fn declaration(&mut self, at: usize) -> usize {
        let Some(name) = self.variable(at + 1) else {
            return at + 1;
        };
        self.found[name].whole.start = self.tokens[at].bytes.start;
        self.found[name].is_constant =
            self.open.is_empty() && self.tokens[at].token == Token::Const;
        self.begun.push((self.open.len(), name));
        at + 2
    }

    fn bracket(&mut self, is_map: bool) {
        self.open.push(ScriptBracket {
            is_map,
            variables: Vec::new(),
        });
    }

    /// Opens a block; the names of the head before it are valid in it.
    fn block(&mut self, start: usize) {
        let depth = self.open.len();
        self.bracket(false);
        while let Some((at, names)) = self.heads.pop_if(|(at, _)| *at >= depth) {
            let names = if at == depth { names } else { Vec::new() };
            names.into_iter().for_each(|name| self.enter(name, start));
        }
    }

    /// Begins the scope of a variable.
    fn enter(&mut self, name: usize, start: usize) {
        self.found[name].scope = start..self.end;
        if let Some(open) = self.open.last_mut() {
            open.variables.push(name);
        }
    }

    fn close(&mut self, end: usize) {
        let closed = self.open.pop();
        for name in closed.into_iter().flat_map(|open| open.variables) {
            self.found[name].scope.end = end;
        }
        let depth = self.open.len();
        self.begun.retain(|(at, _)| *at <= depth);
    }

    fn statement_ends(&mut self, end: usize) {
        let depth = self.open.len();
        if let Some((_, name)) = self.begun.pop_if(|(at, _)| *at == depth) {
            self.found[name].whole.end = end;
            self.enter(name, end);
        }
    }

    /// Processes a name that is read or written.
    fn name(&mut self, at: usize, text: &str) {
        let is_key = self.open.last().is_some_and(|open| open.is_map)
            && self.token(at + 1) == Some(&Token::Colon);
        let is_other = matches!(
            self.token(at + 1),
            Some(Token::LeftParen | Token::DoubleColon)
        ) || matches!(self.before(at), Some(Token::Period | Token::Elvis));
        if is_key || is_other {
            return;
        }
        if self.before(at) == Some(&Token::DoubleColon) {
            self.constants.push(at);
            return;
        }
        let here = self.open.iter().rev();
        let mut here = here.flat_map(|open| open.variables.iter().rev());
        if let Some(&meant) = here.find(|name| self.found[**name].text == text) {
            self.found[meant].uses.push(self.tokens[at].bytes.clone());
        }
    }

    /// Adds the uses of constants, whose scope also covers the text before their declaration.
    fn end(self) -> Vec<ScriptVariable> {
        let Self {
            tokens,
            mut found,
            constants,
            ..
        } = self;
        for variable in found.iter_mut().filter(|variable| variable.is_constant) {
            variable.scope.start = 0;
        }
        for at in constants {
            let ScriptToken { token, bytes } = &tokens[at];
            let Token::Identifier(text) = token else {
                continue;
            };
            let mut all = found.iter_mut();
            let meant = all.find(|one| one.is_constant && one.text == text.as_str());
            meant
                .into_iter()
                .for_each(|one| one.uses.push(bytes.clone()));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::{same_variables, script_variables};

    /// Describes each variable by its name, the columns of its places, and the text of its scope.
    fn told(text: &str) -> String {
        let all = script_variables(text).into_iter().map(|variable| {
            assert_eq!(text[variable.declared.clone()], variable.text);
            let uses = variable.uses.iter().map(|bytes| {
                assert_eq!(text[bytes.clone()], variable.text);
                format!(" {}", bytes.start)
            });
            let uses = uses.collect::<String>();
            let (kind, at) = (variable.is_constant, variable.declared.start);
            let kind = if kind { "const " } else { "" };
            format!(
                "{kind}{} {at}:{uses} in {:?}\n",
                variable.text, &text[variable.scope]
            )
        });
        all.collect()
    }

    #[test]
    fn a_name_stands_for_the_variable_that_holds_there() {
        let text = "fn f(pos, k) { let a = k; { let a = a + 1; a } a.k(k) }";
        assert_eq!(
            told(text),
            "pos 5: in \" let a = k; { let a = a + 1; a } a.k(k) \"\n\
             k 10: 23 51 in \" let a = k; { let a = a + 1; a } a.k(k) \"\n\
             a 19: 36 47 in \" { let a = a + 1; a } a.k(k) \"\n\
             a 32: 43 in \" a \"\n"
        );
        let text =
            "fn f(x) { for (p, i) in x { p += i } let p = if x { let y = 1; y } else { 2 }; p }";
        assert_eq!(
            told(text),
            "x 5: 24 48 in \" for (p, i) in x { p += i } let p = if x { let y = 1; y } else { 2 }; p \"\n\
             p 15: 28 in \" p += i \"\n\
             i 18: 33 in \" p += i \"\n\
             p 41: 79 in \" p \"\n\
             y 56: 63 in \" y \"\n"
        );
    }

    #[test]
    fn keys_functions_and_properties_are_no_variables() {
        let text = "fn f(a) { #{ a: a, b: `${a}` }.a + a(a) + g::a }";
        assert_eq!(
            told(text),
            "a 5: 16 25 37 in \" #{ a: a, b: `${a}` }.a + a(a) + g::a \"\n"
        );
    }

    #[test]
    fn constants_are_read_through_global_and_from_everywhere() {
        let text = "fn f() { global::MOST } const MOST = 3; fn g(MOST) { MOST + global::MOST }";
        let all = script_variables(text);
        assert_eq!((all[0].is_constant, all[0].uses.len()), (true, 2));
        assert_eq!(text[all[0].whole.clone()], *"const MOST = 3;");
        assert_eq!((all[1].is_constant, all[1].uses.len()), (false, 1));
    }

    #[test]
    fn what_is_half_written_stops_nothing() {
        for text in [
            "fn",
            "fn f(",
            "fn f(a",
            "let",
            "fn f() { let x = ",
            "for",
            "for (",
            "}}",
            "fn f() { for x",
            "catch",
        ] {
            let _ = script_variables(text);
        }
        assert_eq!(script_variables("fn f(a) { let b = a").len(), 2);
    }

    #[test]
    fn a_name_that_is_taken_changes_what_is_meant() {
        let text = "fn f(a) { let b = a; a + b } fn g(c) { c }";
        let renamed = |from: &str, to: &str| text.replace(from, to);
        assert!(same_variables(text, &renamed("c", "a")));
        assert!(!same_variables(text, &renamed("b", "a")));
        assert!(!same_variables(
            "const A = 1; const B = 2; fn f() { global::B }",
            "const A = 1; const A = 2; fn f() { global::A }"
        ));
    }
}
