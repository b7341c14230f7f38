//! The first scenario of a new ruleset: it has one move, and the user changes it into the desired test.

use crate::command_failure::CommandFailure;
use crate::ruleset_loader::{self, RulesetRequest};
use crate::{files, replaced_files, scenarios, written_scenario};
use linstock_play::{Order, Session, Setup};
use std::path::Path;
use std::sync::Arc;

/// Writes a scenario that plays the first legal move, with its transcript.
pub(super) fn write_first_move(name: &str) -> Result<(), CommandFailure> {
    let request = RulesetRequest {
        game: format!("./{name}/"),
        ..RulesetRequest::default()
    };
    let loaded = ruleset_loader::load(&request)?;
    let mut session = Session::begin(Arc::clone(&loaded.rules), Setup::default())?;
    if let Some(actor) = session.decider() {
        let first = session.choices(actor)?.into_iter().next();
        let order = first.map(|choice| Order {
            actor: Some(actor),
            text: choice.text,
        });
        session.play(order.as_slice())?;
    }
    let text = format!(
        "{}{}{}expect {}\n",
        written_scenario::file_line(&loaded),
        written_scenario::head(&loaded, "the first move", &[]),
        written_scenario::moves(&session),
        written_scenario::expectation(&session),
    );
    write(name, &text)
}

/// Writes the scenarios of a new ruleset, with their transcripts.
pub(super) fn write(name: &str, text: &str) -> Result<(), CommandFailure> {
    let folder = Path::new(name).join("scenarios");
    files::make_folder(&folder).map_err(CommandFailure::Failed)?;
    let path = folder.join("first.scn");
    replaced_files::write_whole(&path, text.as_bytes()).map_err(CommandFailure::Failed)?;
    scenarios::first_run(&path);
    Ok(())
}
