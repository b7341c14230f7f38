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

/// Makes the diagnostic for a syntax error.
pub(super) fn mistake(error: &ParseError, text: ScriptText<'_>) -> Diagnostic {
    use ParseErrorType as E;
    let span = text.span(error.position());
    let kind = error.err_type();
    match kind {
        E::VariableUndefined(name) | E::ModuleUndefined(name) => unknown_variable(name, span, text),
        E::AssignmentToConstant(name) => {
            let message = format!("`{name}` is a constant and cannot change");
            Diagnostic::error("E0924", span, message).hint("use `let` for a value that changes")
        }
        E::FnDuplicatedDefinition(name, count) => {
            let parameters = plural(*count, "parameter");
            let message = format!("`{name}` with {parameters} is defined twice");
            Diagnostic::error("E0925", span, message).hint("rename or remove one of them")
        }
        E::WrongFnDefinition => {
            let message = "a function cannot be defined inside a function or block";
            Diagnostic::error("E0926", span, message).hint("move it out")
        }
        E::LoopBreak => {
            let message = "`break` and `continue` are allowed only in loops";
            Diagnostic::error("E0927", span, message).hint("to leave a function, write `return`")
        }
        E::ExprTooDeep | E::TooManyFunctions | E::LiteralTooLarge(..) => too_large(kind, span),
        E::Reserved(word) => forbidden(word, span),
        E::BadInput(LexError::ImproperSymbol(word, _)) if FORBIDDEN.contains(&word.as_str()) => {
            forbidden(word, span)
        }
        E::BadInput(LexError::UnexpectedInput(sign)) => unexpected(sign, span),
        E::UnknownOperator(sign) => unexpected(sign, span),
        E::BadInput(LexError::MalformedNumber(number)) => {
            let message = format!("`{number}` cannot be read as a whole number");
            Diagnostic::error("E0928", span, message).hint(WHOLE_NUMBERS)
        }
        _ => {
            let (message, hint) = incomplete(kind);
            Diagnostic::error("E0910", span, message).maybe_hint(hint)
        }
    }
}

const WHOLE_NUMBERS: &str = "scripts have only whole numbers";

/// Makes the diagnostic for a script that exceeds a limit.
fn too_large(error: &ParseErrorType, span: Span) -> Diagnostic {
    let (most, hint) = match error {
        ParseErrorType::TooManyFunctions => (
            format!("define at most {FUNCTIONS} functions"),
            "split it into several files",
        ),
        ParseErrorType::LiteralTooLarge(..) => (
            format!(
                "contain texts of {TEXT} bytes, lists of {LIST} and maps of {MAP} entries at most"
            ),
            "build it from smaller parts",
        ),
        _ => (
            format!("nest expressions and blocks at most {DEPTH} deep"),
            "split it: name its parts with `let`, or write functions for them",
        ),
    };
    Diagnostic::error("E0923", span, format!("a script can {most}")).hint(hint)
}

/// Makes the diagnostic for a sign that does not belong here.
fn unexpected(sign: &str, span: Span) -> Diagnostic {
    let hint = (sign == "|")
        .then(|| "scripts have no functions without a name; use `for` to go through a list".into());
    Diagnostic::error("E0921", span, format!("`{sign}` is not expected here")).maybe_hint(hint)
}

/// Returns a message and a hint about a text that does not go on as the syntax of Rhai requires.
fn incomplete(error: &ParseErrorType) -> (String, Option<String>) {
    use ParseErrorType as E;
    match error {
        E::UnexpectedEOF => (
            "expected more before the end of the file".into(),
            Some("is a `}` or `)` missing?".into()),
        ),
        E::BadInput(LexError::UnterminatedString) => (
            "expected a quote at the end of a text".into(),
            Some("close the text with the quote that begins it".into()),
        ),
        E::MissingToken(token, why) => (format!("expected `{token}` {why}"), None),
        E::ExprExpected(what) => (
            format!("expected {} expression", with_article(&what.to_lowercase())),
            None,
        ),
        E::PropertyExpected => (
            "expected a name after the `.`".into(),
            Some(WHOLE_NUMBERS.into()),
        ),
        E::FnMissingName => ("expected the name of a function".into(), None),
        E::FnMissingParams(name) => (
            format!("expected the parameters of `{name}`"),
            Some(format!("write: fn {name}(pos)")),
        ),
        E::FnMissingBody(name) => (
            format!("expected the body of `{name}`"),
            Some("write it in braces: { … }".into()),
        ),
        E::BadInput(error) => (lower(&error.to_string()), None),
        other => (lower(&other.to_string()), None),
    }
}

/// Makes the diagnostic for a word of Rhai that scripts cannot use, with an alternative.
pub(super) fn forbidden(word: &str, span: Span) -> Diagnostic {
    let instead = match word {
        "import" | "export" => "a script can use only its own file; write the function there",
        "print" | "debug" => "a script cannot write; to look at a value while you work, `throw` it",
        "Fn" | "call" | "curry" => "call functions by name, and use `for` to go through a list",
        "eval" => "write the code itself",
        "this" => "make the value a parameter",
        _ => "Rhai reserves this word; choose another name",
    };
    Diagnostic::error("E0922", span, format!("scripts cannot use `{word}`")).hint(instead)
}

fn unknown_variable(name: &str, span: Span, text: ScriptText<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::error("E0911", span, format!("there is no variable `{name}`"));
    if text.constants().any(|c| c == name) {
        let constant = format!("global::{name}");
        let hint = format!("write a constant of the file as: {constant}");
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
