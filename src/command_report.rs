//! The reports of `check` and `test`, in parts: each part is printed at once, and kept to compare two runs.

use crate::command_failure::CommandFailure;
use crate::help;
use crate::shown::Shown;
use crate::terminal::print;
use linstock_base::{Code, Diagnostic, Diagnostics, Severity, Sources, Style, one_line};
use std::collections::BTreeSet;

/// The report of one run.
#[derive(Debug)]
pub(super) struct CommandReport {
    is_printed: bool,
    style: Style,
    parts: Vec<ReportPart>,
    passed: BTreeSet<ScenarioName>,
    /// Scenarios could not be run, so their results are unknown.
    pub(super) is_broken: bool,
    /// The code of the first mistake or warning.
    first_code: Option<Code>,
}

/// A part of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ReportPart {
    pub(super) sort: PartSort,
    /// The printed text.
    pub(super) text: Shown,
}

/// The content of a part. Two parts with equal content are the same, wherever they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PartSort {
    /// A mistake or a warning.
    Message(ReportedMessage),
    /// A scenario that failed, or that differs from its transcript.
    Scenario {
        name: ScenarioName,
        /// The message about it, without its place.
        says: String,
    },
    /// A line of a table or a list, or a summary.
    Line(String),
}

/// A scenario, by its file and its title.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ScenarioName {
    pub(super) file: String,
    pub(super) title: String,
}

/// A mistake or a warning, in a form that can be found in another report.
#[derive(Clone, Debug)]
pub(super) struct ReportedMessage {
    pub(super) is_error: bool,
    message: String,
    /// The whole message, and the lines of text that it is about.
    says: String,
    /// Its place, if it is about a text.
    place: Option<String>,
}

impl PartialEq for ReportedMessage {
    /// A message that only moved to another line is not new.
    fn eq(&self, other: &Self) -> bool {
        self.is_error == other.is_error && self.says == other.says
    }
}

impl Eq for ReportedMessage {}

impl ReportedMessage {
    fn of(found: &Diagnostic, sources: &Sources) -> Self {
        let place = found.span.map(|span| {
            let (line, column) = sources.line_column(span);
            format!("{}:{line}:{column}", sources.get(span.file).path)
        });
        Self {
            is_error: found.severity == Severity::Error,
            message: found.message.clone(),
            says: text_with_lines(found, sources),
            place,
        }
    }

    /// Makes the message of a mistake that is not about a text.
    fn general(message: &str) -> Self {
        Self {
            is_error: true,
            message: message.to_owned(),
            says: message.to_owned(),
            place: None,
        }
    }

    /// Returns the message with its place, as one line.
    pub(super) fn in_a_line(&self) -> String {
        let message = self.message.lines().next().unwrap_or_default();
        match &self.place {
            Some(place) => format!("{message} ({place})"),
            None => message.to_owned(),
        }
    }
}

/// Returns all texts of a diagnostic, and the lines that it is about, without their numbers.
fn text_with_lines(found: &Diagnostic, sources: &Sources) -> String {
    let related = || found.related.iter();
    let spans = found.span.iter().chain(related().map(|(span, _)| span));
    let lines = spans.map(|span| {
        let text = &sources.get(span.file).text;
        let (start, end) = (span.range().start, span.range().end);
        let begin = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[end..].find('\n').map_or(text.len(), |at| end + at);
        format!("{}: {}", sources.get(span.file).path, &text[begin..end])
    });
    let words = [found.message.clone(), found.label.clone()].into_iter();
    let notes = related().map(|(_, note)| note.clone());
    let all = words.chain(notes).chain(found.advice()).chain(lines);
    all.collect::<Vec<_>>().join("\n")
}

impl CommandReport {
    /// Begins a report that prints its parts at once.
    pub(super) fn printed(style: Style) -> Self {
        Self {
            is_printed: true,
            ..Self::collected(style)
        }
    }

    /// Begins a report that is not printed.
    pub(super) fn collected(style: Style) -> Self {
        Self {
            is_printed: false,
            style,
            parts: Vec::new(),
            passed: BTreeSet::new(),
            is_broken: false,
            first_code: None,
        }
    }

    /// Returns the parts of the report.
    pub(super) fn parts(&self) -> &[ReportPart] {
        &self.parts
    }

    /// Returns whether a scenario passed.
    pub(super) fn has_passed(&self, scenario: &ScenarioName) -> bool {
        self.passed.contains(scenario)
    }

    /// Records that a scenario passed.
    pub(super) fn passes(&mut self, name: ScenarioName) {
        self.passed.insert(name);
    }

    fn push(&mut self, sort: PartSort, text: Shown) -> Result<(), CommandFailure> {
        if self.is_printed {
            print(text.clone())?;
        }
        self.parts.push(ReportPart { sort, text });
        Ok(())
    }

    /// Reports mistakes and warnings, with an empty line between two.
    pub(super) fn messages(
        &mut self,
        found: &Diagnostics,
        sources: &Sources,
    ) -> Result<(), CommandFailure> {
        for (at, one) in found.iter().enumerate() {
            self.first_code = self.first_code.or(Some(one.code));
            if at > 0 && self.is_printed {
                print("\n")?;
            }
            let sort = PartSort::Message(ReportedMessage::of(one, sources));
            let alone = Diagnostics::from(one.clone());
            self.push(sort, Shown::rendered(&alone, sources, self.style))?;
        }
        Ok(())
    }

    /// Prints an empty line, which is not a part.
    pub(super) fn gap(&self) -> Result<(), CommandFailure> {
        if self.is_printed { print("\n") } else { Ok(()) }
    }

    /// Prints how to read about the first code, if there is one. This line is not a part.
    pub(super) fn explanation(&self) -> Result<(), CommandFailure> {
        match self.first_code {
            Some(code) => {
                let page = help::page_of(&code.to_string()).unwrap_or_default();
                print(format!(
                    "help: `linstock help {code}` explains this code, and so does {page}\n"
                ))
            }
            None => Ok(()),
        }
    }

    /// Reports a mistake that is not about a text of the rules.
    pub(super) fn trouble(&mut self, what: &str) -> Result<(), CommandFailure> {
        let sort = PartSort::Message(ReportedMessage::general(what));
        self.push(sort, format!("error: {what}\n").into())
    }

    /// Reports why a ruleset could not be opened, with a text that is ready to show.
    pub(super) fn refusal(&mut self, shown: Shown) -> Result<(), CommandFailure> {
        let shown = shown.ended();
        let text = shown.as_str().trim_end();
        let what = text.strip_prefix("error: ").unwrap_or(text);
        let sort = PartSort::Message(ReportedMessage::general(what));
        self.push(sort, shown)
    }

    /// Reports a scenario with lines that do not hold.
    pub(super) fn failed(
        &mut self,
        name: ScenarioName,
        found: &Diagnostics,
        sources: &Sources,
    ) -> Result<(), CommandFailure> {
        let file = one_line(&name.file);
        let head = format!("{file}: \"{}\" failed\n", name.title);
        let text = Shown::rendered(found, sources, self.style);
        let says: Vec<_> = found
            .iter()
            .map(|one| text_with_lines(one, sources))
            .collect();
        let says = says.join("\n");
        let sort = PartSort::Scenario { name, says };
        self.push(sort, Shown::from(head).then(text).then("\n"))
    }

    /// Reports a scenario that cannot be parsed as a whole.
    pub(super) fn not_run(&mut self, name: ScenarioName) -> Result<(), CommandFailure> {
        let (file, title) = (one_line(&name.file), &name.title);
        let what = match title.is_empty() {
            true => format!("{file}: a scenario whose title cannot be read"),
            false => format!("{file}: \"{title}\""),
        };
        let text = format!("{what} was not run: see the mistakes of the file\n\n");
        self.differs(name, text)
    }

    /// Reports a scenario that differs from its transcript.
    pub(super) fn differs(
        &mut self,
        name: ScenarioName,
        text: String,
    ) -> Result<(), CommandFailure> {
        let says = text.clone();
        self.push(PartSort::Scenario { name, says }, text.into())
    }

    /// Reports lines of a table or a list, each as its own part.
    pub(super) fn lines(&mut self, text: &str) -> Result<(), CommandFailure> {
        text.lines()
            .try_for_each(|line| self.paragraph(format!("{line}\n")))
    }

    /// Reports lines that belong together, as one part.
    pub(super) fn paragraph(&mut self, text: String) -> Result<(), CommandFailure> {
        self.push(PartSort::Line(text.clone()), text.into())
    }
}
