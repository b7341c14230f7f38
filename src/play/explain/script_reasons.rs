//! The reasons that scripts give themselves.

use crate::base::Sources;
use crate::ir::{ScriptAnswer, ScriptHost, WordsView};
use crate::model::{Model, Node, ScriptId, Truth, Value};
use crate::reference::Evaluator;
use crate::script::Scripts;
use std::sync::{Mutex, PoisonError};

/// The clause that a script names, and what it says.
pub(crate) type Because = (String, String);

/// Scripts that are listened to: rules take only their yes or no.
#[derive(Debug)]
pub(crate) struct RecordingHost {
    scripts: Scripts,
    /// What was said last; arguments are worked out before the call that they are for.
    last: Mutex<Option<Because>>,
}

impl RecordingHost {
    /// Loads the scripts of a game once more, if their texts are known.
    pub(crate) fn of(model: &Model, sources: Option<&Sources>) -> Option<Self> {
        let (scripts, _) = Scripts::load(model, sources?);
        Some(Self {
            scripts: scripts?,
            last: Mutex::new(None),
        })
    }

    /// Returns why a condition that a script decides does not hold, if the script says so.
    pub(crate) fn because(&self, plain: Evaluator<'_>, node: &Node<Truth>) -> Option<Because> {
        let plain = Evaluator {
            scripts: Some(self),
            ..plain
        };
        let _ = plain.truth(node).ok()?;
        self.last
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }
}

impl ScriptHost for RecordingHost {
    fn call(
        &self,
        script: ScriptId,
        args: &[Value],
        at: WordsView<'_>,
    ) -> Result<ScriptAnswer, String> {
        let said = self.scripts.because(script, args, at);
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = said;
        self.scripts.call(script, args, at)
    }
}
