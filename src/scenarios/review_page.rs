//! The transcripts of scenarios as one page of HTML with pictures. It needs no network, and runs no scripts.

use crate::html_page::HtmlPage;
use crate::line_difference::line_difference;
use linstock_base::{Diagnostic, Diagnostics, Sources, plural};
use linstock_draw::{PictureParts, TableScene};
use linstock_play::scenario::{ScenarioReport, ScenarioStep};
use maud::{Markup, PreEscaped, html};

/// The style sheet of the page.
const STYLE: &str = include_str!("review.css");
/// The pictures of a scenario that are always shown; later ones can be opened.
const SHOWN: usize = 6;
/// The characters of a line that is always shown whole.
const LONG: usize = 140;
/// The width of a picture that needs more room than others.
const WIDE: i32 = 520;

/// How the transcript of a scenario compares with the stored one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum KeptTranscript {
    /// Transcripts are not stored for this ruleset, or the stored one is equal.
    Same,
    /// There is none yet.
    New,
    /// The stored one.
    Other(String),
}

/// The result of a scenario, on the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ScenarioVerdict {
    Passed,
    Failed,
    Differs,
    New,
}

impl ScenarioVerdict {
    /// Returns its word, which is also its class.
    fn word(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Differs => "differs",
            Self::New => "new",
        }
    }
}

/// A page that is written while scenarios run.
#[derive(Debug, Default)]
pub(super) struct ReviewPage {
    body: Vec<Markup>,
    shared: PictureParts,
    /// The titles and anchors of the scenarios that did not pass.
    open: Vec<(String, String, ScenarioVerdict)>,
    scenarios: usize,
}

impl ReviewPage {
    /// Begins a ruleset or a file.
    pub(super) fn heading(&mut self, ruleset: &str) {
        self.body.push(html! { h2 { (ruleset) } });
    }

    /// Begins a file of scenarios; `found` are mistakes outside its scenarios.
    pub(super) fn file(&mut self, path: &str, found: &Diagnostics, sources: &Sources) {
        self.body.push(html! {
            h3 { code { (path) } }
            @for one in found.iter() { (failure(one, sources)) }
        });
    }

    /// Adds a scenario.
    pub(super) fn scenario(
        &mut self,
        (stem, scenario): (&str, &ScenarioReport),
        kept: &KeptTranscript,
        sources: &Sources,
    ) {
        let verdict = match kept {
            _ if !scenario.found.is_empty() => ScenarioVerdict::Failed,
            KeptTranscript::Same => ScenarioVerdict::Passed,
            KeptTranscript::Other(_) => ScenarioVerdict::Differs,
            KeptTranscript::New => ScenarioVerdict::New,
        };
        let anchor = format!("s{}-{}", self.scenarios, scenario.snapshot_name(stem));
        self.scenarios += 1;
        if verdict != ScenarioVerdict::Passed {
            let title = scenario.title.clone();
            self.open.push((title, anchor.clone(), verdict));
        }
        let steps = self.steps(&scenario.steps, sources);
        self.body.push(html! {
            section id=(anchor) class=(verdict.word()) {
                h4 { (scenario.title) " " span.verdict { (verdict.word()) } }
                (clauses(&scenario.transcript))
                (steps)
                @if let (ScenarioVerdict::Differs, KeptTranscript::Other(kept)) = (verdict, kept) {
                    (difference(kept, scenario.transcript.trim_end()))
                }
            }
            "\n"
        });
    }

    /// Writes the whole page.
    pub(super) fn text(self) -> String {
        let passed = self.scenarios - self.open.len();
        let body = html! {
            h1 { "Scenarios" }
            (PreEscaped(self.shared.definitions()))
            p { (plural(self.scenarios, "scenario")) ": " (passed) " passed, " (self.open.len()) " to look at" }
            @if !self.open.is_empty() {
                ul.open {
                    @for (title, anchor, verdict) in &self.open {
                        li class=(verdict.word()) { a href=(format!("#{anchor}")) { (title) } " " span.verdict { (verdict.word()) } }
                    }
                }
            }
            p.legend {
                span.mark {} " what the last move changed; "
                span.ring {} " what differs from the expected position, or is named by a move that should be legal or illegal"
            }
            @for part in &self.body { (part) }
        };
        let page = HtmlPage {
            style: STYLE,
            ..HtmlPage::of_report("Scenarios", body)
        };
        page.text()
    }

    /// Writes the steps as pictures side by side, each with the lines that need no new picture below it.
    fn steps(&mut self, steps: &[ScenarioStep], sources: &Sources) -> Markup {
        let mut frames: Vec<StepPicture> = Vec::new();
        let mut notes = Vec::new();
        for step in steps {
            if step.picture.is_some() || frames.is_empty() {
                frames.push(StepPicture::default());
            }
            let picture = step.picture.as_ref();
            let (drawn, wide) = picture.map_or_else(Default::default, |picture| {
                self.picture(picture, &step.transcript)
            });
            let Some(frame) = frames.last_mut() else {
                continue;
            };
            if let Some(picture) = picture {
                frame.is_wide = wide;
                frame.picture = drawn;
                if notes != picture.notes {
                    frame.notes.clone_from(&picture.notes);
                    notes.clone_from(&picture.notes);
                }
            }
            frame.is_wrong |= !step.found.is_empty();
            frame.lines.push(line(step, sources));
        }
        let hidden = frames.split_off(SHOWN.min(frames.len()));
        html! {
            div.strip { @for frame in &frames { (frame.markup()) } }
            @if !hidden.is_empty() {
                details open[hidden.iter().any(|frame| frame.is_wrong)] {
                    summary { (plural(hidden.len(), "more picture")) }
                    div.strip { @for frame in &hidden { (frame.markup()) } }
                }
            }
        }
    }

    /// Draws a table without its notes; returns whether the picture needs much room.
    fn picture(&mut self, picture: &TableScene, title: &str) -> (String, bool) {
        let wide = picture.board.as_ref();
        let wide = wide.is_some_and(|board| board.size().0.max(board.size().1) > WIDE);
        let quiet = TableScene {
            notes: Vec::new(),
            ..picture.clone()
        };
        if quiet.is_empty() {
            return (String::new(), false);
        }
        let title = title.lines().collect::<Vec<_>>().join(", ");
        (self.shared.picture(&quiet.svg(&title)), wide)
    }
}

/// A picture, and the lines of the scenario at this position.
#[derive(Default)]
struct StepPicture {
    picture: String,
    is_wide: bool,
    is_wrong: bool,
    notes: Vec<String>,
    lines: Vec<Markup>,
}

impl StepPicture {
    fn markup(&self) -> Markup {
        let class = if self.is_wide { "wide" } else { "" };
        html! {
            figure class=[Some(class).filter(|class| !class.is_empty())] {
                (PreEscaped(&self.picture))
                figcaption {
                    @for line in &self.lines { (line) }
                    @if !self.notes.is_empty() { p.notes { (self.notes.join(" · ")) } }
                }
            }
        }
    }
}

/// Writes what a line did: what the transcript says, or else the line itself.
fn line(step: &ScenarioStep, sources: &Sources) -> Markup {
    let is_said = !step.transcript.is_empty();
    let class = if step.transcript.starts_with("not ") {
        "refused"
    } else {
        "said"
    };
    html! {
        @if is_said {
            @for said in step.transcript.lines() { p class=(class) { (said) } }
        } @else if !step.line.is_empty() {
            (code(&step.line))
        }
        @if is_said && !step.found.is_empty() && !step.line.is_empty() { (code(&step.line)) }
        @for one in step.found.iter() { (failure(one, sources)) }
    }
}

/// Writes a line of the scenario. The end of a long one can be opened.
fn code(line: &str) -> Markup {
    let words: Vec<&str> = line.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= LONG {
        return html! { p.line { code { (line) } } };
    }
    let begin: String = line.chars().take(LONG / 2).collect();
    html! { details.line { summary { code { (begin) " …" } } code { (line) } } }
}

/// Writes a failure with its place and its hints.
fn failure(found: &Diagnostic, sources: &Sources) -> Markup {
    let place = found.span.map(|span| {
        let (line, _) = sources.line_column(span);
        format!("{}:{line}", sources.get(span.file).path)
    });
    html! {
        div.wrong {
            p { b { (found.message) } @if !found.label.is_empty() { ": " (found.label) } }
            @for hint in found.advice() { p.hint { (hint) } }
            @if let Some(place) = place { p.place { (place) } }
        }
    }
}

/// Writes the clauses in the head of a transcript.
fn clauses(transcript: &str) -> Markup {
    let mut head = transcript.lines().skip(1).take(1);
    let clauses = head.find(|line| line.starts_with("clauses: "));
    html! { @if let Some(clauses) = clauses { p.facts { (clauses) } } }
}

/// Writes the lines in which a transcript differs from the stored one.
fn difference(kept: &str, now: &str) -> Markup {
    let lines = line_difference(("kept", kept), ("now", now), 1);
    // The first two lines name the two texts.
    let lines = lines
        .lines()
        .skip(2)
        .filter(|line| !line.starts_with("\\ No newline"));
    let class = |line: &str| match line.chars().next() {
        Some('-') => Some("gone"),
        Some('+') => Some("come"),
        _ => None,
    };
    html! {
        p { "All lines hold, but the transcript has changed:" }
        pre.difference { @for line in lines { span class=[class(line)] { (line) "\n" } } }
    }
}
