//! Parses `.game` files (games and variants) part by part, and single expressions.

use crate::ast::{Decl, DeclKind, Edit, EditKind, GameDecl, Name, RulesFile, Variant};
use crate::build::{Builder, FileHead};
use crate::errors::context::shortened;
use crate::errors::recovery::Recovery;
use crate::grammar::Rule;
use crate::lexical::{self, MOST_FOUND, SplitText, TextPiece};
use crate::parsed_parts::{self, KeptPart};
use crate::parser::{self, Pair, ParseFailure, Part};
use crate::reserved_words::{
    self, BOARD_LINES, DECLARATIONS, EDITS, HEADS, STATEMENTS, belongs_to_board, misspelt, of,
};
use crate::token::{Dialect, Token, TokenKind};
use linstock_base::{CheckFuel, Diagnostic, Diagnostics, FileId, Span, check_fuel};

/// Parses a `.game` file: a game or a variant. Returns all diagnostics too.
///
/// The tree is missing only if the file's head could not be parsed. Any other unreadable part is a [`DeclKind::Broken`]
/// in the tree.
#[must_use]
pub fn parse_game(file: FileId, text: &str, fuel: &CheckFuel) -> (Option<RulesFile>, Diagnostics) {
    parse(file, text, (None, fuel))
}

/// Parses the head, the players and the options of a `.game` file, and a variant's edits of them.
#[must_use]
pub fn parse_listed(
    file: FileId,
    text: &str,
    fuel: &CheckFuel,
) -> (Option<RulesFile>, Diagnostics) {
    parse(file, text, (Some(&LISTED), fuel))
}

fn parse(
    file: FileId,
    text: &str,
    (only, fuel): (Option<&'static [&'static str]>, &CheckFuel),
) -> (Option<RulesFile>, Diagnostics) {
    let mut found = Diagnostics::default();
    let Some(split) = lexical::lay_out(file, text, Dialect::Game, &mut found) else {
        return (None, found);
    };
    let mut reader = GameReader {
        file,
        split: &split,
        only,
        recovery: Recovery::new(Dialect::Game),
        failed: false,
        found,
        fuel,
    };
    let tree = reader.file();
    if fuel.is_used_up() {
        reader.found.push(fuel.failure());
    }
    (tree, reader.found)
}

/// Parses a single expression.
///
/// # Errors
/// All diagnostics for it.
pub fn parse_expr(file: FileId, text: &str) -> Result<crate::ast::Expr, Diagnostics> {
    use crate::errors::general::explain;
    let mut found = Diagnostics::default();
    let split = lexical::lay_out(file, text, Dialect::Expression, &mut found);
    let split = split.unwrap_or_default();
    let faults = split.pieces.iter().filter_map(|p| p.fault.clone());
    found.extend(faults.take(MOST_FOUND).collect::<Diagnostics>());
    let split = found.into_result(split)?;
    let part = Part {
        file,
        start: 0,
        text: &split.text,
    };
    let pair = parser::parse(Rule::one_expression, part.text)
        .map_err(|failure| Diagnostics::from(explain(&failure, part, Dialect::Expression)))?;
    let mut builder = Builder::new(part);
    let expr = builder.expr(pair);
    expr.ok_or(builder.found)
}

/// The opening words of the parts that a list of games needs; some of these edits may concern other declarations.
const LISTED: [&str; 6] = ["players", "options", "set", "rename", "replace", "remove"];

struct GameReader<'t> {
    file: FileId,
    split: &'t SplitText,
    /// The opening words of the parts to parse; `None` for all parts.
    only: Option<&'static [&'static str]>,
    recovery: Recovery,
    /// The previous part could not be parsed.
    failed: bool,
    found: Diagnostics,
    /// The fuel of this check.
    fuel: &'t CheckFuel,
}

impl<'t> GameReader<'t> {
    fn part(&self, piece: &TextPiece) -> Part<'t> {
        Part {
            file: self.file,
            start: piece.bytes.start,
            text: self.split.text.get(piece.bytes.clone()).unwrap_or_default(),
        }
    }

    /// Returns the word that opens a part, after its tags.
    fn opening(&self, piece: &TextPiece) -> Option<Token> {
        self.split
            .tokens_of(piece)
            .find(|t| t.kind != TokenKind::Tag)
    }

    fn word(&self, token: Token) -> &'t str {
        token.text(&self.split.text)
    }

    fn span(&self, token: Token) -> Span {
        Span::new(self.file, token.start, token.end)
    }

    /// Returns the node of a part from the cache, or parses the part.
    fn recent_or_read<T: KeptPart>(
        &mut self,
        rule: Rule,
        piece: &TextPiece,
        build: impl Fn(&mut Builder<'_>, Pair<'_>) -> Option<T>,
    ) -> Option<T> {
        let part = self.part(piece);
        let place = part.span(0..part.text.len());
        if piece.fault.is_none()
            && let Some(node) = parsed_parts::recent(part.text, place)
        {
            self.pay(piece, part.text.len());
            return Some(node);
        }
        let found = self.found.count();
        let node = self.read(rule, piece, build)?;
        if self.found.count() == found {
            parsed_parts::keep(part.text, place, &node);
        }
        Some(node)
    }

    /// Parses a part and builds its node; records mistakes.
    fn read<T>(
        &mut self,
        rule: Rule,
        piece: &TextPiece,
        build: impl Fn(&mut Builder<'_>, Pair<'_>) -> Option<T>,
    ) -> Option<T> {
        if piece.fault.is_some() {
            self.found.extend(piece.fault.clone());
            return None;
        }
        let part = self.part(piece);
        self.pay(piece, part.text.len());
        match parser::parse(rule, part.text) {
            Ok(pair) => {
                let mut builder = Builder::new(part);
                let node = build(&mut builder, pair);
                let node = node.filter(|_| !builder.found.has_errors());
                self.found.extend(builder.found);
                node
            }
            Err(failure) => {
                if matches!(failure, ParseFailure::TooLong) {
                    self.fuel.spend(check_fuel::ENTANGLED);
                }
                let mut check =
                    |builder: &mut Builder<'_>, pair: Pair<'_>| drop(build(builder, pair));
                let mistakes = self.recovery.mistakes(rule, part, failure, &mut check);
                self.found.extend(mistakes);
                None
            }
        }
    }

    /// Uses up fuel for parsing a part.
    fn pay(&self, piece: &TextPiece, bytes: usize) {
        let opening = self.opening(piece).map(|token| self.span(token));
        self.fuel
            .at(opening.unwrap_or_else(|| Span::new(self.file, piece.bytes.start, piece.bytes.end)));
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        self.fuel.spend(bytes.saturating_mul(check_fuel::BYTE));
    }

    fn file(&mut self) -> Option<RulesFile> {
        let pieces = &self.split.pieces;
        let Some((first, rest)) = pieces.split_first() else {
            self.missing_head(Span::new(self.file, 0, 0));
            return None;
        };
        let opening = self.opening(first);
        let word = opening.map_or("", |t| self.word(t));
        let is_head = of(HEADS).any(|head| head == word);
        let head = if is_head {
            self.read(Rule::one_head, first, |builder, pair| {
                builder.head_of_file(pair)
            })
        } else {
            let span = opening.map_or(Span::new(self.file, 0, 0), |t| self.span(t));
            self.missing_head(span);
            None
        };
        let is_declaration = !is_head && of(DECLARATIONS).any(|d| d == word);
        let rest = if is_declaration {
            pieces.as_slice()
        } else {
            rest
        };
        let rest = rest.iter().filter(|piece| self.is_wanted(piece));
        self.body(head, word == "variant", &rest.collect::<Vec<_>>())
    }

    fn is_wanted(&self, piece: &TextPiece) -> bool {
        self.only.is_none_or(|words| {
            let opening = self.opening(piece);
            opening.is_some_and(|token| words.contains(&self.word(token)))
        })
    }

    /// Parses the parts after the head, even if the head is missing, so that their mistakes are reported.
    fn body(
        &mut self,
        head: Option<FileHead>,
        is_variant: bool,
        parts: &[&TextPiece],
    ) -> Option<RulesFile> {
        if is_variant {
            let edits = parts.iter().map(|piece| self.edit(piece)).collect();
            let Some(FileHead::Variant(name, of, title)) = head else {
                return None;
            };
            return Some(RulesFile::Variant(Variant {
                name,
                of,
                title,
                edits,
            }));
        }
        let decls = parts.iter().map(|piece| self.declaration(piece)).collect();
        let Some(FileHead::Game(name, title)) = head else {
            return None;
        };
        Some(RulesFile::Game(GameDecl { name, title, decls }))
    }

    fn missing_head(&mut self, span: Span) {
        let diagnostic = Diagnostic::error(
            "E0116",
            span,
            "expected `game` or `variant` at the head of the file",
        );
        let hint = r#"a file begins with: game my-game "My Game""#;
        let word = self.split.text.get(span.range()).unwrap_or_default();
        self.found.push(match misspelt(word, of(HEADS)) {
            Some(suggestion) => diagnostic.did_you_mean(suggestion),
            None => diagnostic.hint(hint),
        });
    }

    fn declaration(&mut self, piece: &TextPiece) -> Decl {
        let readable = self.has_patience() && self.opens(piece, false);
        let decl = if readable {
            self.recent_or_read(Rule::one_declaration, piece, |builder, pair| {
                builder.declaration(pair)
            })
        } else {
            None
        };
        self.failed = decl.is_none();
        decl.unwrap_or_else(|| self.broken(piece))
    }

    fn edit(&mut self, piece: &TextPiece) -> Edit {
        let readable = self.has_patience() && self.opens(piece, true);
        let edit = if readable {
            self.recent_or_read(Rule::one_edit, piece, |builder, pair| builder.edit(pair))
        } else {
            None
        };
        self.failed = edit.is_none();
        edit.unwrap_or_else(|| {
            let decl = self.broken(piece);
            Edit {
                tags: Vec::new(),
                kind: EditKind::Add(decl),
            }
        })
    }

    /// Returns whether to go on: there are few enough diagnostics, and parsing has not taken too long.
    fn has_patience(&self) -> bool {
        self.found.errors() < MOST_FOUND && !self.recovery.is_exhausted() && !self.fuel.is_used_up()
    }

    /// Checks that a part opens with a declaration's keyword; reports a mistake if not.
    fn opens(&mut self, piece: &TextPiece, in_variant: bool) -> bool {
        let Some(token) = self.opening(piece) else {
            let span = self.part(piece).span(0..piece.bytes.len());
            let nothing =
                Diagnostic::error("E0117", span, "expected a declaration after these tags");
            self.found.push(
                nothing.hint("a tag belongs to the declaration or the line that comes after it"),
            );
            return false;
        };
        let word = self.word(token);
        let edits = of(EDITS).filter(|_| in_variant);
        let known: Vec<_> = of(DECLARATIONS)
            .filter(|k| *k != "phase")
            .chain(edits)
            .collect();
        if known.contains(&word) {
            return true;
        }
        let of_board = of(BOARD_LINES).any(|k| k == word);
        let elsewhere = of(STATEMENTS)
            .chain(of(EDITS))
            .chain(of(HEADS))
            .any(|k| k == word);
        let elsewhere = elsewhere || of_board;
        let suggestion = misspelt(word, known.iter().copied()).filter(|_| !elsewhere);
        // A part without a keyword after an unreadable part is probably the rest of that part.
        if std::mem::replace(&mut self.failed, true) && suggestion.is_none() && !of_board {
            return false;
        }
        if piece.fault.is_some() {
            self.found.extend(piece.fault.clone());
            return false;
        }
        let other_language_edit = OTHER_LANGUAGES_IN_EDITS
            .iter()
            .find(|(words, _)| in_variant && words.contains(&word));
        let diagnostic = Diagnostic::error(
            "E0118",
            self.span(token),
            unknown_message(token, word, in_variant),
        )
        .label("no declaration begins like this");
        self.found.push(match (other_language_edit, suggestion) {
            (Some((_, hint)), _) => diagnostic.hint(*hint),
            (_, Some(suggestion)) => diagnostic.did_you_mean(suggestion),
            _ => diagnostic.hint(unknown_hint(word, &known.join(", "))),
        });
        false
    }

    /// Makes the node of a declaration that could not be parsed: its keyword and the names that it would declare.
    fn broken(&self, piece: &TextPiece) -> Decl {
        let opening = self.opening(piece);
        let keyword = opening.map_or("", |t| self.word(t));
        let names = self.names(piece, keyword);
        let names = names.into_iter().map(|token| Name {
            text: self.word(token).to_owned(),
            span: self.span(token),
        });
        Decl {
            tags: Vec::new(),
            span: self.part(piece).span(0..piece.bytes.len()),
            kind: DeclKind::Broken {
                keyword: keyword.to_owned(),
                names: names.collect(),
            },
        }
    }

    /// Returns the names that a broken declaration would declare.
    fn names(&self, piece: &TextPiece, keyword: &str) -> Vec<Token> {
        let tokens = self
            .split
            .tokens
            .get(piece.tokens.clone())
            .unwrap_or_default();
        let opening = self.opening(piece);
        let mut tokens = tokens
            .iter()
            .copied()
            .filter(|t| t.kind == TokenKind::Newline || t.counts() && t.kind != TokenKind::Tag)
            .skip_while(|t| Some(*t) != opening)
            .skip(1);
        let is_name = |t: &Token| {
            t.kind == TokenKind::Word && !reserved_words::RESERVED.contains(&self.word(*t))
        };
        match keyword {
            "players" | "piece" => tokens.filter(is_name).collect(),
            "options" | "remember" | "script" | "board" => {
                // Each line begins with a name, or with `region` and a name.
                let mut begins = false;
                tokens
                    .filter(|t| {
                        let here = begins && is_name(t);
                        let region = here && self.word(*t) == "region";
                        begins = region
                            || t.kind == TokenKind::Newline
                            || matches!(self.word(*t), "{" | ";");
                        here && !region
                    })
                    .collect()
            }
            "score" | "note" | "language" | "words" | "look" | "play" | "clauses" | "readings" => {
                Vec::new()
            }
            _ => tokens.next().filter(is_name).into_iter().collect(),
        }
    }
}

fn unknown_message(token: Token, word: &str, in_variant: bool) -> String {
    let expected = if in_variant {
        "a change or a declaration"
    } else {
        "a declaration"
    };
    match token.kind {
        TokenKind::Text | TokenKind::Picture => format!("expected {expected}, found a text"),
        _ => format!("expected {expected}, found `{}`", shortened(word)),
    }
}

/// Words that open a declaration in other languages, and what to write instead.
const OTHER_LANGUAGES: [(&[&str], &str); 3] = [
    (
        &[
            "func",
            "fn",
            "fun",
            "function",
            "def",
            "define",
            "macro",
            "sub",
            "method",
            "rule",
            "condition",
            "procedure",
        ],
        "for a condition or a value, write `fact NAME(p) = …`; for statements, `to NAME(p) { … }`; for what a player may do, `move NAME \"…\" { … }`",
    ),
    (
        &["var", "const", "variable", "state", "int", "bool", "global"],
        "declare a value that lasts with its first value, and change it with `=`: remember { x = 0 }",
    ),
    (
        &[
            "enum", "struct", "class", "type", "record", "table", "cards", "deck",
        ],
        "declare things of one kind as the rows of a list: list card (number) { ace 1; two 2 }",
    ),
];

/// Words that open an edit in other languages, and what to write instead.
const OTHER_LANGUAGES_IN_EDITS: [(&[&str], &str); 4] = [
    (
        &["option"],
        "to change an option of the game, write: set goal 200; to add an option, write: options { quick no | yes \"a short game\" }",
    ),
    (
        &[
            "change", "modify", "alter", "edit", "update", "override", "redefine",
        ],
        "did you mean `replace`? As in: replace move step \"{here}-{there}\" { … }, or, for a part: replace condition CA-14 of step with …",
    ),
    (
        &["delete", "drop", "disable", "without", "forbid"],
        "did you mean `remove`? As in: remove move shot, or, to stop offering it in one place: remove shot from battle",
    ),
    (
        &["insert", "append", "extend", "new", "include", "allow"],
        "declare new parts as in a game: move swap \"swap\" { … }; then say where to offer it: add swap to battle",
    ),
];

/// Returns a hint for an unknown opening word.
fn unknown_hint(word: &str, known: &str) -> String {
    if of(EDITS).any(|e| e == word) {
        return format!(
            "`{word}` belongs in the file of a variant, which begins with: variant NAME of GAME \"Title\""
        );
    }
    if of(HEADS).any(|h| h == word) {
        return format!("`{word}` occurs once, at the head of the file");
    }
    if of(STATEMENTS).any(|s| s == word) {
        return format!(
            "`{word}` is a statement: it belongs in the braces of a `move`, of `to` or of `play`"
        );
    }
    if let Some(hint) = belongs_to_board(word) {
        return hint;
    }
    if let Some((_, hint)) = OTHER_LANGUAGES
        .iter()
        .find(|(words, _)| words.contains(&word))
    {
        return (*hint).to_owned();
    }
    format!("these words begin a declaration: {known}")
}
