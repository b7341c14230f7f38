//! The arguments of `linstock engine`.

use crate::command_failure::CommandFailure;
use crate::protocol::Connection;
use crate::reading_scope::ReadingScope;
use clap::Args;
use std::path::PathBuf;

/// Who may ask what of an engine.
#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    /// Answer every request as this player: an answer contains only what the player may know
    #[arg(long, value_name = "NAME")]
    seat: Option<String>,
    /// Read only files in this folder, and follow no link that leaves it
    #[arg(long, value_name = "DIR", conflicts_with = "no_files")]
    root: Option<PathBuf>,
    /// Read no files: only the shipped games can be played
    #[arg(long)]
    no_files: bool,
}

impl EngineArgs {
    /// Returns the connection: the player it is bound to, and the files it may read.
    pub(super) fn connection(self) -> Result<Connection, CommandFailure> {
        let scope = match self.root {
            Some(root) => ReadingScope::below(&root).map_err(CommandFailure::Call)?,
            None if self.no_files => ReadingScope::NoFiles,
            None => ReadingScope::Anywhere,
        };
        Connection::new(self.seat, scope).map_err(CommandFailure::Call)
    }
}
