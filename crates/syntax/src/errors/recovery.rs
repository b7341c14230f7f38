//! Error recovery: replaces the line with the mistake by blanks, and parses the part again.
//!
//! Each round finds one mistake per part. The number of rounds is limited.

use crate::build::Builder;
use crate::errors::general::explain;
use crate::grammar::Rule;
use crate::lexical::opens_block;
use crate::parser::{self, Pair, ParseFailure, Part};
use crate::token::{Dialect, Token, TokenKind, tokenise};
use linstock_base::Diagnostics;
use std::ops::Range;

/// The most rounds for one file.
const TRIES: usize = 60;

/// The longest part to parse again, in bytes.
const LONGEST: usize = 1 << 16;

/// The most parts of one file that may reach pest's limit of steps: each takes as long as a large file.
const ENTANGLED: usize = 2;

/// Finds further mistakes in parts that could not be parsed.
pub(crate) struct Recovery {
    dialect: Dialect,
    tries: usize,
    /// The number of parts that reached the limit of steps.
    entangled: usize,
}

impl Recovery {
    pub(crate) fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            tries: TRIES,
            entangled: 0,
        }
    }

    /// Returns whether too many parts reached the limit of steps, so that the others are not parsed.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.entangled >= ENTANGLED
    }

    /// Returns the diagnostics of a part that could not be parsed; `check` adds those of the tree builder.
    pub(crate) fn mistakes(
        &mut self,
        entry: Rule,
        part: Part<'_>,
        failure: ParseFailure,
        check: &mut dyn FnMut(&mut Builder<'_>, Pair<'_>),
    ) -> Diagnostics {
        let mut found = Diagnostics::default();
        let mut text = part.text.to_owned();
        let mut failure = failure;
        loop {
            let now = Part {
                text: &text,
                ..part
            };
            found.push(explain(&failure, now, self.dialect));
            let Some(line) = self.line_to_blank(&text, &failure) else {
                break;
            };
            for block in line.blocks.clone() {
                found.extend(self.block(&line, opening(part.text), part.within(block)));
            }
            if line.opens {
                break;
            }
            text.replace_range(line.bytes.clone(), &" ".repeat(line.bytes.len()));
            match parser::parse(entry, &text) {
                Ok(pair) => {
                    let mut builder = Builder::new(Part {
                        text: &text,
                        ..part
                    });
                    check(&mut builder, pair);
                    found.extend(builder.found);
                    break;
                }
                Err(next) => failure = next,
            }
        }
        found
    }

    /// Returns the line to replace by blanks in the next round; `None` if there is no further round.
    fn line_to_blank(&mut self, text: &str, failure: &ParseFailure) -> Option<SourceLine> {
        let ParseFailure::Unexpected { at, .. } = *failure else {
            self.entangled += 1;
            return None;
        };
        if text.len() > LONGEST {
            return None;
        }
        self.tries = self.tries.checked_sub(1)?;
        SourceLine::around(text, at, self.dialect)
    }

    /// Parses a block of statements, to find its mistakes; its head could not be parsed.
    fn block(&mut self, line: &SourceLine, opening: &str, part: Part<'_>) -> Diagnostics {
        let entry = match opening {
            "move" if line.opens => Rule::one_move_block,
            "replace" if line.opens => return Diagnostics::default(),
            "move" | "to" | "play" | "phase" | "replace" | "given" | "{" => Rule::one_block,
            _ => return Diagnostics::default(),
        };
        let mut check = |builder: &mut Builder<'_>, pair: Pair<'_>| builder.any_block(pair);
        match parser::parse(entry, part.text) {
            Ok(pair) => {
                let mut builder = Builder::new(part);
                check(&mut builder, pair);
                builder.found
            }
            Err(failure) => self.mistakes(entry, part, failure, &mut check),
        }
    }
}

/// Returns the word or sign that opens a part, after its tags.
fn opening(text: &str) -> &str {
    let tags = |word: &&str| word.starts_with('@');
    text.split_whitespace()
        .find(|word| !tags(word))
        .unwrap_or_default()
}

/// A line of a part, and its blocks.
struct SourceLine {
    bytes: Range<usize>,
    /// The blocks that it opens after the mistake.
    blocks: Vec<Range<usize>>,
    /// It is the first line of the part.
    opens: bool,
}

impl SourceLine {
    /// Finds the line around a byte; `None` if the line is empty.
    fn around(text: &str, at: usize, dialect: Dialect) -> Option<Self> {
        let tokens = tokenise(text, dialect);
        let index = tokens
            .iter()
            .position(|t| t.end > at)
            .unwrap_or(tokens.len());
        let (start, depth) = line_start(text, &tokens, index);
        let (end, blocks) = line_end(text, &tokens, index, depth);
        let bytes = start.unwrap_or(0)..end;
        let opens = start.is_none();
        let filled = text
            .get(bytes.clone())
            .is_some_and(|line| !line.trim().is_empty());
        filled.then_some(Self {
            bytes,
            blocks,
            opens,
        })
    }
}

fn is_break(token: Token, text: &str) -> bool {
    token.kind == TokenKind::Newline || token.text(text) == ";"
}

fn is_block(tokens: &[Token], index: usize, text: &str) -> bool {
    let before = index.checked_sub(1).and_then(|at| tokens.get(at)).copied();
    tokens[index].text(text) == "{" && (index == 0 || opens_block(before, text))
}

/// Returns where the line of a token begins (`None`: at the start of the text), and the number of brackets that are open there.
fn line_start(text: &str, tokens: &[Token], index: usize) -> (Option<usize>, usize) {
    let (mut closed, mut open) = (0_usize, 0_usize);
    for (at, token) in tokens[..index].iter().enumerate().rev() {
        match token.kind {
            TokenKind::Close => closed += 1,
            TokenKind::Open if closed > 0 => closed -= 1,
            TokenKind::Open if is_block(tokens, at, text) => return (Some(token.end), open),
            TokenKind::Open => open += 1,
            _ if closed == 0 && is_break(*token, text) => return (Some(token.end), open),
            _ => {}
        }
    }
    (None, open)
}

/// Returns where the line of a token ends, and its blocks up to there.
fn line_end(text: &str, tokens: &[Token], index: usize, open: usize) -> (usize, Vec<Range<usize>>) {
    let mut depth = open;
    let mut block = None;
    let mut blocks = Vec::new();
    for (at, token) in tokens.iter().enumerate().skip(index) {
        match token.kind {
            TokenKind::Open => {
                if block.is_none() && is_block(tokens, at, text) {
                    block = Some((token.start, depth));
                }
                depth += 1;
            }
            TokenKind::Close if depth == 0 => return (token.start, blocks),
            TokenKind::Close => {
                depth -= 1;
                if let Some((start, _)) = block.take_if(|(_, outer)| *outer == depth) {
                    blocks.push(start..token.end);
                }
            }
            // A superfluous `;` belongs to the line, with the text after it.
            _ if depth == 0
                && is_break(*token, text)
                && (at > index || token.kind == TokenKind::Newline) =>
            {
                return (token.start, blocks);
            }
            _ => {}
        }
    }
    (text.len(), blocks)
}
