//! Shell completions and the manual page, both made from the definition of the command line.

use crate::command_failure::CommandFailure;
use crate::terminal::print;
use clap::{Args, Command};
use clap_complete::Shell;

#[derive(Args, Debug)]
pub(super) struct CompletionsArgs {
    /// The shell that is to complete `linstock`
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Prints the completions for a shell.
pub(super) fn completions(
    args: &CompletionsArgs,
    mut command: Command,
) -> Result<(), CommandFailure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "linstock", &mut script);
    print(String::from_utf8_lossy(&script).into_owned())
}

/// Prints the manual page, with a section for each command.
pub(super) fn manual(mut command: Command) -> Result<(), CommandFailure> {
    command.build();
    let mut page = Vec::new();
    let main = clap_mangen::Man::new(command.clone());
    main.render(&mut page)?;
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        let part = clap_mangen::Man::new(sub.clone());
        part.render_name_section(&mut page)?;
        part.render_synopsis_section(&mut page)?;
        part.render_options_section(&mut page)?;
    }
    print(String::from_utf8_lossy(&page).into_owned())
}
