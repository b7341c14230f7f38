//! Parses scenario files line by line. The grammar parses a line; this module checks the order of lines.

use crate::ast::{Scenario, ScenarioChoices, ScenarioFile, Step, StepKind};
use crate::build::{Builder, FileLine};
use crate::errors::context::shortened;
use crate::errors::recovery::Recovery;
use crate::grammar::Rule;
use crate::lexical::{self, MOST_FOUND, SplitText, TextPiece};
use crate::parser::{self, Pair, Part};
use crate::reserved_words::{SCENARIO_LINES, misspelt, of};
use crate::token::Dialect;
use linstock_base::{Diagnostic, Diagnostics, FileId, Span};

/// Parses a scenario file. Returns all diagnostics too.
///
/// The tree is missing only if the file does not name its game. Lines that could not be parsed are not in the tree.
#[must_use]
pub fn parse_scenarios(file: FileId, text: &str) -> (Option<ScenarioFile>, Diagnostics) {
    let mut found = Diagnostics::default();
    let Some(split) = lexical::lay_out(file, text, Dialect::Scenario, &mut found) else {
        return (None, found);
    };
    let mut reader = ScenarioReader {
        file,
        split: &split,
        recovery: Recovery::new(Dialect::Scenario),
        found,
        tree: None,
        is_head_in_part: false,
    };
    for piece in &split.pieces {
        if reader.found.errors() >= MOST_FOUND || reader.recovery.is_exhausted() {
            reader.leaves_out();
            break;
        }
        reader.line(piece);
    }
    if reader.tree.is_none() && reader.found.is_empty() {
        reader.found.push(nameless(Span::new(file, 0, 0)));
    }
    (reader.tree, reader.found)
}

/// Reports a file that does not begin with the name of its game.
fn nameless(span: Span) -> Diagnostic {
    let message = "a scenario file begins with `for` and the name of a game";
    Diagnostic::error("E1001", span, message).hint("for example: for my-game")
}

struct ScenarioReader<'t> {
    file: FileId,
    split: &'t SplitText,
    recovery: Recovery,
    found: Diagnostics,
    tree: Option<ScenarioFile>,
    /// A line before the first scenario could not be parsed.
    is_head_in_part: bool,
}

impl ScenarioReader<'_> {
    fn line(&mut self, piece: &TextPiece) {
        let text = self.split.text.get(piece.bytes.clone()).unwrap_or_default();
        let (file, start) = (self.file, piece.bytes.start);
        let part = Part { file, start, text };
        let span = part.span(0..text.len());
        let first = self
            .split
            .tokens_of(piece)
            .next()
            .map_or("", |t| t.text(&self.split.text));
        let titled = self
            .tree
            .as_ref()
            .is_some_and(|tree| !tree.scenarios.is_empty());
        let entry = match first {
            "scenario" => Rule::one_title,
            "for" => Rule::one_file_line,
            _ => Rule::one_line,
        };
        self.found.extend(piece.fault.clone());
        let readable = piece.fault.is_none() && self.opens(piece, titled);
        let line = readable.then(|| self.read(entry, part)).flatten();
        match line {
            Some(line) => self.place(line, span),
            // Otherwise later lines would be parsed as the head of the file.
            None => {
                if first == "scenario" {
                    self.place(FileLine::unreadable_title(span), span);
                }
                self.leaves_out();
            }
        }
    }

    /// Records that a line is missing from the tree: in the current scenario, or in the head of the file.
    fn leaves_out(&mut self) {
        let scenarios = self.tree.iter_mut().flat_map(|tree| &mut tree.scenarios);
        match scenarios.last() {
            Some(scenario) => scenario.is_in_part = true,
            None => self.is_head_in_part = true,
        }
    }

    /// Checks that a line opens with a known word; reports a mistake if not.
    fn opens(&mut self, piece: &TextPiece, titled: bool) -> bool {
        let Some(token) = self.split.tokens_of(piece).next() else {
            return false;
        };
        let word = token.text(&self.split.text);
        if of(SCENARIO_LINES).any(|known| known == word) {
            return true;
        }
        let what = if titled {
            "a line of a scenario"
        } else {
            "`for` or `scenario`"
        };
        let message = format!("expected {what}, found `{}`", shortened(word));
        let mut words = self.split.tokens_of(piece);
        let compares = words.any(|token| token.text(&self.split.text) == "is");
        let span = Span::new(self.file, token.start, token.end);
        let diagnostic =
            Diagnostic::error("E1002", span, message).label("no line begins with this");
        let diagnostic = match misspelt(word, of(SCENARIO_LINES)) {
            Some(suggestion) => diagnostic.did_you_mean(suggestion),
            None if titled && compares => {
                diagnostic.hint("write a condition after `expect`: expect score of white is 8")
            }
            None => diagnostic.hint(format!(
                "a line begins with one of: {}",
                of(SCENARIO_LINES).collect::<Vec<_>>().join(", ")
            )),
        };
        self.found.push(diagnostic);
        false
    }

    fn read(&mut self, entry: Rule, part: Part<'_>) -> Option<FileLine> {
        match parser::parse(entry, part.text) {
            Ok(pair) => {
                let mut builder = Builder::new(part);
                let line = builder
                    .file_line(pair)
                    .filter(|_| !builder.found.has_errors());
                self.found.extend(builder.found);
                line
            }
            Err(failure) => {
                let mut check =
                    |builder: &mut Builder<'_>, pair: Pair<'_>| drop(builder.file_line(pair));
                let mistakes = self.recovery.mistakes(entry, part, failure, &mut check);
                self.found.extend(mistakes);
                None
            }
        }
    }

    /// Adds a line to the file or to the current scenario.
    fn place(&mut self, line: FileLine, span: Span) {
        let is_in_part = self.is_head_in_part;
        let Some(tree) = &mut self.tree else {
            return self.first(line, span);
        };
        if let FileLine::Title(title, tags) = line {
            tree.scenarios.push(Scenario {
                tags,
                title,
                span,
                choices: ScenarioChoices::default(),
                given: None,
                steps: Vec::new(),
                is_in_part,
            });
            return;
        }
        let wrong = match tree.scenarios.last_mut() {
            Some(scenario) => {
                scenario.span = scenario.span.to(span);
                add_line(scenario, line)
            }
            None => choose(&mut tree.choices, line).err(),
        };
        if let Some(wrong) = wrong {
            self.found
                .push(Diagnostic::error(wrong.code, span, wrong.message).hint(wrong.hint));
            self.leaves_out();
        }
    }

    fn first(&mut self, line: FileLine, span: Span) {
        let FileLine::For(game) = line else {
            return self.found.push(nameless(span));
        };
        self.tree = Some(ScenarioFile {
            game,
            choices: ScenarioChoices::default(),
            scenarios: Vec::new(),
        });
    }
}

/// The diagnostic for a line in a wrong place.
struct Misplaced {
    code: &'static str,
    message: &'static str,
    hint: &'static str,
}

const BEFORE_STEPS: Misplaced = Misplaced {
    code: "E1003",
    message: "this line must be before the first step of its scenario",
    hint: "move it up, right under the title",
};

/// Adds a line to a scenario; returns a diagnostic if it cannot be there.
fn add_line(scenario: &mut Scenario, line: FileLine) -> Option<Misplaced> {
    let fresh = scenario.steps.is_empty();
    match line {
        FileLine::Given(_) if scenario.given.is_some() => Some(Misplaced {
            code: "E1054",
            message: "a scenario has only one `given`",
            hint: "begin another scenario",
        }),
        FileLine::Given(given) if fresh => {
            scenario.given = Some(*given);
            None
        }
        FileLine::Step(step) => {
            scenario.steps.push(step);
            None
        }
        FileLine::Set(span, option, value) if !fresh => {
            let kind = StepKind::Set { option, value };
            scenario.steps.push(Step { span, kind });
            None
        }
        line if fresh => choose(&mut scenario.choices, line).err(),
        FileLine::For(_) => choose(&mut scenario.choices, line).err(),
        _ => Some(BEFORE_STEPS),
    }
}

/// Adds a line to the choices of a scenario or of a whole file.
fn choose(choices: &mut ScenarioChoices, line: FileLine) -> Result<(), Misplaced> {
    match line {
        FileLine::Set(_, option, value) => choices.options.push((option, value)),
        FileLine::Variant(name) => choices.variants.push(name),
        FileLine::Players(number, span) => choices.players = Some((number, span)),
        FileLine::For(_) => {
            return Err(Misplaced {
                code: "E1055",
                message: "a scenario file is for one game",
                hint: "write `for` once, at the head of the file",
            });
        }
        FileLine::Title(..) | FileLine::Given(_) | FileLine::Step(_) => {
            return Err(Misplaced {
                code: "E1056",
                message: "this line belongs to no scenario",
                hint: "put `scenario \"title\"` before it",
            });
        }
    }
    Ok(())
}
