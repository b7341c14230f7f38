//! Spans in script files, and messages for Rhai's syntax errors.

use super::limits::{DEPTH, FUNCTIONS, LIST, MAP, TEXT};
use super::sandbox::FORBIDDEN;
use linstock_base::{Diagnostic, FileId, Span, plural, similar, with_article};
use rhai::{LexError, ParseError, ParseErrorType, Position};

/// A script file during the check.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScriptText<'a> {
    pub file: FileId,
    pub text: &'a str,
}

impl<'a> ScriptText<'a> {
    /// Returns the span of the word, or else the character, at a line and column.
    pub(crate) fn span(self, position: Position) -> Span {
        let Some(line) = position.line() else {
            return Span::new(self.file, self.text.len(), self.text.len());
        };
        let start: usize = self
            .text
            .split_inclusive('\n')
            .take(line - 1)
            .map(str::len)
            .sum();
        let rest = self.text.get(start..).unwrap_or_default();
        let column = position.position().unwrap_or(1).saturating_sub(1);
        let start = start
            + rest
                .char_indices()
                .nth(column)
                .map_or(rest.trim_end().len(), |(at, _)| at);
        Span::new(
            self.file,
            start,
            start + length(self.text.get(start..).unwrap_or_default()),
        )
    }

    /// Returns the span of the text in the quotes that open at a line and column, if the text has no escapes.
    pub(crate) fn in_quotes(self, position: Position, content: &str) -> Option<Span> {
        let start = self.span(position).range().start + 1;
        let end = start + content.len();
        (self.text.get(start..end) == Some(content)).then(|| Span::new(self.file, start, end))
    }

    /// Returns the span of the name in the definition of a function.
    pub(crate) fn definition(self, name: &str) -> Span {
        let found = self
            .words()
            .zip(self.words().skip(1))
            .find(|((_, a), (_, b))| *a == "fn" && *b == name);
        let at = found.map_or(0, |(_, (at, _))| at);
        Span::new(self.file, at, at + name.len())
    }

    /// Returns all words of the file, including those in comments and texts.
    fn words(self) -> impl Iterator<Item = (usize, &'a str)> {
        let starts = self
            .text
            .split(|c: char| !is_word(c))
            .filter(|w| !w.is_empty());
        starts.map(move |w| (w.as_ptr() as usize - self.text.as_ptr() as usize, w))
    }

    /// Returns the names of the file's constants.
    fn constants(self) -> impl Iterator<Item = &'a str> {
        let pairs = self.words().zip(self.words().skip(1));
        pairs
            .filter(|((_, a), _)| *a == "const")
            .map(|(_, (_, b))| b)
    }

    /// Returns the names of the file's variables and parameters.
    fn variables(self) -> Vec<&'a str> {
        let pairs = self.words().zip(self.words().skip(1));
        let mut names: Vec<_> = pairs
            .filter(|((_, a), _)| matches!(*a, "let" | "for"))
            .map(|(_, (_, b))| b)
            .collect();
        for line in self.text.split("fn ").skip(1) {
            let inside = line
                .split_once('(')
                .and_then(|(_, rest)| rest.split_once(')'));
            names.extend(
                inside
                    .iter()
                    .flat_map(|(params, _)| params.split(',').map(str::trim)),
            );
        }
        names
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn length(rest: &str) -> usize {
    let word = rest.len() - rest.trim_start_matches(is_word).len();
    let character = rest
        .chars()
        .next()
        .filter(|c| *c != '\n')
        .map_or(0, char::len_utf8);
    word.max(character)
}

/// Makes the message for a syntax error.
pub(super) fn mistake(error: &ParseError, text: ScriptText<'_>) -> Diagnostic {
    let span = text.span(error.position());
    match error.err_type() {
        ParseErrorType::VariableUndefined(name) | ParseErrorType::ModuleUndefined(name) => {
            unknown_variable(name, span, text)
        }
        other => {
            let (message, hint) = words(other);
            Diagnostic::error("E0910", span, message).maybe_hint(hint)
        }
    }
}

fn words(error: &ParseErrorType) -> (String, Option<String>) {
    use ParseErrorType as E;
    let plain = |message: &str| (message.to_owned(), None);
    match error {
        E::UnexpectedEOF => (
            "the file ends too early".into(),
            Some("is a `}` or `)` missing?".into()),
        ),
        E::BadInput(error) => bad_input(error),
        E::Reserved(word) => forbidden(word),
        E::UnknownOperator(operator) => (format!("there is no operator `{operator}`"), None),
        E::MissingToken(token, why) => (format!("expected `{token}` {why}"), None),
        E::ExprExpected(what) => (
            format!("expected {} expression", with_article(&what.to_lowercase())),
            None,
        ),
        E::AssignmentToConstant(name) => (
            format!("`{name}` is a constant and cannot be changed"),
            Some("use `let` for what changes".into()),
        ),
        E::FnDuplicatedDefinition(name, count) => (
            format!(
                "`{name}` with {} is defined twice",
                plural(*count, "parameter")
            ),
            None,
        ),
        E::WrongFnDefinition => {
            plain("a function cannot be defined within another, nor within a block")
        }
        E::PropertyExpected => (
            "expected a name after the `.`".into(),
            Some("scripts know whole numbers only".into()),
        ),
        E::FnMissingName => plain("expected the name of a function"),
        E::FnMissingParams(name) => (
            format!("expected the parameters of `{name}`"),
            Some(format!("write: fn {name}(pos)")),
        ),
        E::FnMissingBody(name) => (
            format!("expected the body of `{name}`"),
            Some("it stands in braces: { … }".into()),
        ),
        E::ExprTooDeep => (
            format!("expressions and blocks lie more than {DEPTH} deep within each other"),
            Some("split it: give parts of it names with `let`, or make functions of them".into()),
        ),
        E::TooManyFunctions => (
            format!("the file defines more than {FUNCTIONS} functions"),
            None,
        ),
        E::LiteralTooLarge(..) => (
            format!(
                "a text is longer than {TEXT} bytes, a list than {LIST} or a map than {MAP} entries"
            ),
            None,
        ),
        E::LoopBreak => plain("`break` and `continue` stand in loops only"),
        other => (lower(&other.to_string()), None),
    }
}

fn bad_input(error: &LexError) -> (String, Option<String>) {
    match error {
        LexError::UnterminatedString => (
            "a text has no end".into(),
            Some("close it with the quote it begins with".into()),
        ),
        LexError::UnexpectedInput(what) if what == "|" => (
            "`|` is not expected here".into(),
            Some("scripts have no functions without a name; use `for` to go through a list".into()),
        ),
        LexError::UnexpectedInput(what) => (format!("`{what}` is not expected here"), None),
        LexError::MalformedNumber(what) => (
            format!("`{what}` is not a whole number"),
            Some("scripts know whole numbers only".into()),
        ),
        LexError::ImproperSymbol(word, _) if FORBIDDEN.contains(&word.as_str()) => forbidden(word),
        other => (lower(&other.to_string()), None),
    }
}

/// Returns a message that a keyword of Rhai is disabled, and an alternative.
fn forbidden(word: &str) -> (String, Option<String>) {
    let instead = match word {
        "import" | "export" => "a script sees its own file only; put the function there",
        "print" | "debug" => "a script cannot write; to look at a value while you work, `throw` it",
        "Fn" | "call" | "curry" => "call functions by name, and use `for` to go through a list",
        "eval" => "write the code itself",
        _ => {
            return (
                format!("`{word}` is a word that Rhai keeps for itself"),
                Some("choose another name".into()),
            );
        }
    };
    (
        format!("scripts cannot use `{word}`"),
        Some(instead.to_owned()),
    )
}

fn unknown_variable(name: &str, span: Span, text: ScriptText<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::error("E0911", span, format!("there is no variable `{name}`"));
    if text.constants().any(|c| c == name) {
        let constant = format!("global::{name}");
        let hint = format!("a constant of the file is read as: {constant}");
        return diagnostic.hint(hint).suggest(&constant);
    }
    diagnostic.maybe_did_you_mean(similar(name, text.variables()))
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|c| c.to_lowercase().chain(letters).collect())
        .unwrap_or_default()
}
