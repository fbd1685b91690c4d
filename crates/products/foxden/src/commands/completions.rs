//! `foxden completions`

use super::Outcome;
use crate::exit_code::ExitCode;
use crate::terminal::write_bytes;
use clap::{Args, Command};
use clap_complete::{Shell, generate};

#[derive(Args)]
#[command(after_help = "Examples:
  foxden completions bash > ~/.local/share/bash-completion/completions/foxden
  foxden completions zsh > ~/.zfunc/_foxden              # ~/.zfunc must be in fpath
  foxden completions fish > ~/.config/fish/completions/foxden.fish")]
pub(crate) struct CompletionsArguments {
    /// The shell that reads the script
    shell: Shell,
}

/// Prints the script for the commands of `definition`.
pub(crate) fn run(arguments: &CompletionsArguments, mut definition: Command) -> ExitCode {
    let mut script = Vec::new();
    let name = definition.get_name().to_owned();
    generate(arguments.shell, &mut definition, name, &mut script);
    write_bytes(&mut std::io::stdout(), &script);
    Outcome::Good.into()
}
