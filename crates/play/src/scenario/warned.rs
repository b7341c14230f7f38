//! `warning of` and `no warning of` lines: the warnings of the rules before a move.

use crate::scenario::run::{Stage, explained, parsed};
use crate::scenario::transcript;
use crate::{ExplainedMove, Session, status_lines};
use linstock_base::Diagnostic;
use linstock_syntax::ast::ExpectedWarning;

impl Stage<'_> {
    /// Checks the warnings of the rules before a legal move.
    pub(super) fn warned(&mut self, session: &Session, expected: &ExpectedWarning) {
        let Some(actor) = self.by(expected.to.as_ref()) else {
            return;
        };
        let (of, span) = (&expected.of.value, expected.of.span);
        let mv = parsed(session, actor, &expected.of);
        let legal = match explained(session, &mv, span) {
            Ok(ExplainedMove { why, legal }) if why.legal => legal,
            Ok(ExplainedMove { why, .. }) => {
                let message = format!("`{of}` is not legal, so no warning comes before it");
                return self
                    .found
                    .push(Diagnostic::error("E1050", span, message).hint(why.reason));
            }
            Err(unreadable) => return self.found.push(unreadable),
        };
        let told = legal.map_or_else(Vec::new, |legal| status_lines::warnings(session, &legal));
        self.log.push_str(&transcript::warned(of, &told));
        self.found.extend(mistake(expected, &told));
    }
}

/// Reports a difference between the expected and the actual warnings.
fn mistake(expected: &ExpectedWarning, told: &[String]) -> Option<Diagnostic> {
    let (of, span) = (&expected.of.value, expected.of.span);
    let words = expected.words.as_ref();
    let heard = told
        .iter()
        .any(|text| words.is_none_or(|words| text.contains(&words.value)));
    if heard == expected.comes {
        return None;
    }
    let said = || {
        let said: Vec<_> = told.iter().map(|text| format!("\"{text}\"")).collect();
        format!("the warnings: {}", said.join(", "))
    };
    Some(match words {
        _ if expected.comes && told.is_empty() => {
            Diagnostic::error("E1051", span, format!("there is no warning before `{of}`"))
                .hint("the rules warn in lines that begin with `warn`")
        }
        Some(words) if expected.comes => {
            let message = format!("this is not in the warnings before `{of}`");
            Diagnostic::error("E1052", words.span, message).hint(said())
        }
        _ => Diagnostic::error("E1053", span, format!("there is a warning before `{of}`"))
            .hint(said()),
    })
}
