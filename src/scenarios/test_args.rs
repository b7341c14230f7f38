//! The arguments of `linstock test`.

use crate::arguments::{lines as line_numbers, number};
use crate::scenarios::snapshots::Mode;
use crate::threads::ThreadsArg;
use clap::{ArgGroup, Args};
use std::ops::RangeInclusive;

/// What `linstock test` takes.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("of_page").args(["coverage", "review"]).multiple(true)))]
pub(crate) struct TestArgs {
    /// Rulesets, folders of rulesets, or single scenario files; without any, the rulesets of this folder
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Run all rulesets that come with the program
    #[arg(long, conflicts_with = "paths")]
    pub(crate) shipped: bool,
    /// Accept the transcripts as they are now
    #[arg(long, conflicts_with = "review")]
    pub(crate) accept: bool,
    /// Show each transcript that differs, and ask; with --html, write a page instead
    #[arg(long)]
    pub(crate) review: bool,
    /// Print each refusal with the reason that is given
    #[arg(long)]
    pub(crate) reasons: bool,
    /// Write lists that do not hold (`moves are`, `moves count`, `chance are`) as they are now, after showing them
    #[arg(long, conflicts_with = "review")]
    pub(crate) fix: bool,
    /// List the clauses and rules, and how many scenarios hit each
    #[arg(long)]
    pub(crate) coverage: bool,
    /// With --coverage, write a page with the text of the rules, coloured by what the scenarios decide; with --review, a page
    /// with the scenarios in pictures
    #[arg(long, value_name = "FILE", requires = "of_page")]
    pub(crate) html: Option<String>,
    /// Fail if less than this percentage of them is hit
    #[arg(long, value_name = "N", requires = "coverage", allow_negative_numbers = true, value_parser = number::<u8>(0..=100))]
    pub(crate) fail_under: Option<u8>,
    /// Change the rules one place at a time, and list the changes that no scenario notices
    #[arg(long, conflicts_with_all = ["accept", "review", "fix", "coverage", "reasons", "html", "fail_under"])]
    pub(crate) mutants: bool,
    /// Change only these lines of the game's file, such as 310 or 310..325
    #[arg(long, value_name = "LINES", requires = "mutants", value_parser = line_numbers)]
    pub(crate) lines: Option<RangeInclusive<usize>>,
    /// Fail if more than this percentage of the changes is neither noticed nor listed with a reason
    #[arg(long, value_name = "N", requires = "mutants", conflicts_with_all = ["accept", "review", "fix", "coverage", "reasons"], allow_negative_numbers = true, value_parser = number::<u8>(0..=100))]
    pub(crate) fail_over: Option<u8>,
    /// Print JSON, a line for each ruleset
    #[arg(long, requires = "mutants", conflicts_with_all = ["accept", "review", "fix", "coverage", "reasons"])]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
    /// Run them again whenever a file is saved, and show what is new
    #[arg(long, requires = "paths", conflicts_with_all = ["accept", "review", "fix", "mutants", "html"])]
    pub(crate) watch: bool,
}

impl TestArgs {
    /// Returns what to do with transcripts that differ.
    pub(super) fn mode(&self) -> Mode {
        match (self.accept, self.review) {
            (true, _) => Mode::Accept,
            (_, true) if self.html.is_none() => Mode::Review,
            _ => Mode::Compare,
        }
    }

    /// Returns whether a page shows the scenarios in pictures.
    pub(super) fn draws(&self) -> bool {
        self.review && self.html.is_some()
    }
}
