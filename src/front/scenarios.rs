//! `linstock test`: runs a ruleset's scenarios.

use super::cli::Stop;
use clap::Args;
use std::process::ExitCode;

/// What `linstock test` takes.
#[derive(Args, Debug)]
pub(super) struct TestArgs {
    /// Rulesets, or single scenario files; all shipped rulesets without any
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// Take the transcripts as they are now for right
    #[arg(long, conflicts_with = "review")]
    pub accept: bool,
    /// Show each transcript that differs, and ask
    #[arg(long)]
    pub review: bool,
    /// List the clauses and rules that no scenario has hit
    #[arg(long)]
    pub coverage: bool,
    /// Fail if less than this many per cent of them were hit
    #[arg(long, value_name = "N", requires = "coverage")]
    pub fail_under: Option<u8>,
}

/// `linstock test`
pub(super) fn run(_args: &TestArgs) -> Result<ExitCode, Stop> {
    Err(Stop::Failed("`linstock test` is not built yet".to_owned()))
}
