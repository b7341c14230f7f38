//! What `check` and `test` tell, in parts: each is printed as it comes, and kept for who compares two looks.

use crate::command_failure::CommandFailure;
use crate::shown::Shown;
use crate::terminal::print;
use linstock_base::{Diagnostic, Diagnostics, Severity, Sources, Style};
use std::collections::BTreeSet;

/// What one run tells.
#[derive(Debug)]
pub(super) struct CommandReport {
    is_printed: bool,
    style: Style,
    parts: Vec<ReportPart>,
    passed: BTreeSet<ScenarioName>,
    /// Scenarios could not be run, so that nobody knows whether they pass.
    pub(super) is_broken: bool,
}

/// A part of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ReportPart {
    pub(super) sort: PartSort,
    /// As it is printed.
    pub(super) text: Shown,
}

/// What a part is. Two parts that are equal in this say the same, wherever it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PartSort {
    /// A mistake or a warning.
    Message(ReportedMessage),
    /// A scenario that failed, or that went otherwise than its transcript.
    Scenario {
        name: ScenarioName,
        /// What is said of it, without its place.
        says: String,
    },
    /// A line of a table or of a list, or one that sums up.
    Line(String),
}

/// A scenario, by its file and its title.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ScenarioName {
    pub(super) file: String,
    pub(super) title: String,
}

/// A mistake or a warning, as one looks for it in another report.
#[derive(Clone, Debug)]
pub(super) struct ReportedMessage {
    pub(super) is_error: bool,
    message: String,
    /// All that is said, and the lines of the text that it is said of.
    says: String,
    /// Where it stands, if it is about a text.
    place: Option<String>,
}

impl PartialEq for ReportedMessage {
    /// What stood further up before is nothing new.
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

    /// Makes the message of a mistake that is about no text.
    fn general(message: &str) -> Self {
        Self {
            is_error: true,
            message: message.to_owned(),
            says: message.to_owned(),
            place: None,
        }
    }

    /// Returns it with its place, as one line.
    pub(super) fn in_a_line(&self) -> String {
        let message = self.message.lines().next().unwrap_or_default();
        match &self.place {
            Some(place) => format!("{message} ({place})"),
            None => message.to_owned(),
        }
    }
}

/// Returns all that a diagnostic says, and the lines of the text that it is about, without their numbers.
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
    /// Begins a report whose parts are printed as they come.
    pub(super) fn printed(style: Style) -> Self {
        Self {
            is_printed: true,
            ..Self::collected(style)
        }
    }

    /// Begins a report that is kept, and not printed.
    pub(super) fn collected(style: Style) -> Self {
        Self {
            is_printed: false,
            style,
            parts: Vec::new(),
            passed: BTreeSet::new(),
            is_broken: false,
        }
    }

    /// Returns its parts.
    pub(super) fn parts(&self) -> &[ReportPart] {
        &self.parts
    }

    /// Tells whether a scenario passed.
    pub(super) fn has_passed(&self, scenario: &ScenarioName) -> bool {
        self.passed.contains(scenario)
    }

    /// Notes that a scenario passed.
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

    /// Tells mistakes and warnings, with an empty line between two.
    pub(super) fn messages(
        &mut self,
        found: &Diagnostics,
        sources: &Sources,
    ) -> Result<(), CommandFailure> {
        for (at, one) in found.iter().enumerate() {
            if at > 0 && self.is_printed {
                print("\n")?;
            }
            let sort = PartSort::Message(ReportedMessage::of(one, sources));
            let alone = Diagnostics::from(one.clone());
            self.push(sort, Shown::rendered(&alone, sources, self.style))?;
        }
        Ok(())
    }

    /// Prints an empty line, which is no part.
    pub(super) fn gap(&self) -> Result<(), CommandFailure> {
        if self.is_printed { print("\n") } else { Ok(()) }
    }

    /// Tells a mistake that is about no text of the rules.
    pub(super) fn trouble(&mut self, what: &str) -> Result<(), CommandFailure> {
        let sort = PartSort::Message(ReportedMessage::general(what));
        self.push(sort, format!("error: {what}\n").into())
    }

    /// Tells why a ruleset could not be opened, as it is shown.
    pub(super) fn refusal(&mut self, shown: Shown) -> Result<(), CommandFailure> {
        let shown = shown.ended();
        let text = shown.as_str().trim_end();
        let what = text.strip_prefix("error: ").unwrap_or(text);
        let sort = PartSort::Message(ReportedMessage::general(what));
        self.push(sort, shown)
    }

    /// Tells of a scenario whose lines do not all hold.
    pub(super) fn failed(
        &mut self,
        name: ScenarioName,
        found: &Diagnostics,
        sources: &Sources,
    ) -> Result<(), CommandFailure> {
        let head = format!("{}: \"{}\" failed\n", name.file, name.title);
        let text = Shown::rendered(found, sources, self.style);
        let says: Vec<_> = found
            .iter()
            .map(|one| text_with_lines(one, sources))
            .collect();
        let says = says.join("\n");
        let sort = PartSort::Scenario { name, says };
        self.push(sort, Shown::from(head).then(text).then("\n"))
    }

    /// Tells of a scenario that cannot be read whole.
    pub(super) fn not_run(&mut self, name: ScenarioName) -> Result<(), CommandFailure> {
        let ScenarioName { file, title } = &name;
        let what = match title.is_empty() {
            true => format!("{file}: a scenario whose title cannot be read"),
            false => format!("{file}: \"{title}\""),
        };
        let text = format!("{what} was not run: see the mistakes of the file\n\n");
        self.differs(name, text)
    }

    /// Tells of a scenario whose transcript is another.
    pub(super) fn differs(
        &mut self,
        name: ScenarioName,
        text: String,
    ) -> Result<(), CommandFailure> {
        let says = text.clone();
        self.push(PartSort::Scenario { name, says }, text.into())
    }

    /// Tells lines of a table or of a list, each by itself.
    pub(super) fn lines(&mut self, text: &str) -> Result<(), CommandFailure> {
        text.lines()
            .try_for_each(|line| self.paragraph(format!("{line}\n")))
    }

    /// Tells lines that belong together.
    pub(super) fn paragraph(&mut self, text: String) -> Result<(), CommandFailure> {
        self.push(PartSort::Line(text.clone()), text.into())
    }
}
