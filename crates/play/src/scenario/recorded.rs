//! What each line of a scenario did, with pictures, for pages that people read.

use crate::scenario::run::Stage;
use crate::{Observation, Session, Viewer};
use linstock_base::{Diagnostics, Span};
use linstock_draw::TableScene;

/// A line of a scenario, or its start or its end, with what came of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ScenarioStep {
    /// The line as it is written, or one move of a line that plays several; empty for the start and for the end.
    pub line: String,
    /// What the transcript says about it, without the board.
    pub transcript: String,
    /// What failed in it.
    pub found: Diagnostics,
    /// The table after it; `None` if it is the same as before. Points that differ from what was expected have rings.
    pub picture: Option<TableScene>,
}

/// What was recorded so far.
#[derive(Default)]
pub(super) struct Recording {
    pub(super) steps: Vec<ScenarioStep>,
    /// The bytes of the transcript that belong to earlier steps, or to no step.
    pub(super) said: usize,
    /// The number of failures.
    found: usize,
    /// The number of plies in the last picture, and its viewer.
    drawn: Option<(usize, Viewer)>,
}

impl Stage<'_> {
    /// Records the start, which may have failed.
    pub(super) fn record_start(&mut self) {
        self.recording.drawn = None;
        if self.bench.is_recording {
            let view = self.session.clone().map(|session| (session, Viewer::Table));
            self.add_step(String::new(), view.as_ref());
        }
    }

    /// Records a line, and the table as a viewer sees it.
    pub(super) fn record(&mut self, session: &Session, line: Span, viewer: Viewer) {
        if self.bench.is_recording {
            let text = self.text.get(line.range()).unwrap_or_default().to_owned();
            self.add_step(text, Some(&(session.clone(), viewer)));
        }
    }

    /// Records the end, and failures that belong to no line.
    pub(super) fn record_end(&mut self) {
        if self.bench.is_recording && self.has_news() {
            self.add_step(String::new(), None);
        }
    }

    /// Returns whether the scenario said or found something since the last step.
    pub(super) fn has_news(&self) -> bool {
        self.log.len() > self.recording.said || self.found.iter().count() > self.recording.found
    }

    fn add_step(&mut self, line: String, view: Option<&(Session, Viewer)>) {
        let said = self.log.get(self.recording.said..).unwrap_or_default();
        let said = said.trim_start();
        // The board and the things beside it come after an empty line.
        let transcript = said.split("\n\n").next().unwrap_or_default().trim_end();
        let new = self.found.iter().skip(self.recording.found).cloned();
        let found: Diagnostics = new.collect();
        let picture = view.and_then(|(session, viewer)| {
            let now = Some((session.history().len(), *viewer));
            if self.recording.drawn == now && self.differing.is_empty() {
                return None;
            }
            self.recording.drawn = now;
            let mut picture = Observation::new(session, *viewer).picture();
            if let Some(board) = &mut picture.board {
                self.differing.iter().for_each(|point| board.ring(*point));
            }
            Some(picture)
        });
        self.recording.steps.push(ScenarioStep {
            line,
            transcript: transcript.to_owned(),
            found,
            picture,
        });
        self.recording.said = self.log.len();
        self.recording.found = self.found.iter().count();
    }
}
