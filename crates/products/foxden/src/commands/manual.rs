//! `foxden manual`

use super::{Failure, print_result};
use crate::exit_code::ExitCode;
use clap::{Args, Command};
use clap_mangen::Man;
use foxden_scene::save_file;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(after_help = "Examples:
  foxden manual ~/.local/share/man/man1 && man foxden-run

Exit codes: 0 success, 1 the pages cannot be written, 2 wrong usage or no folder.")]
pub(crate) struct ManualArguments {
    /// The folder for the pages; it is created if it does not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes the manual pages for the commands of `definition`.
pub(crate) fn run(arguments: &ManualArguments, definition: Command) -> ExitCode {
    let folder = &arguments.folder;
    let is_new = !folder.exists();
    let written = write_pages(folder, definition);
    if is_new && written.is_err() {
        // only if it is empty
        let _ = std::fs::remove_dir(folder);
    }
    print_result(written.map(|count| format!("{count} pages in {}\n", folder.display())))
}

fn write_pages(folder: &Path, mut definition: Command) -> Result<usize, Failure> {
    let fail = |path: &Path, error: std::io::Error| {
        let reason = format!("{}: {error}", path.display());
        match error.kind() {
            ErrorKind::NotADirectory | ErrorKind::AlreadyExists => Failure::Unusable(reason),
            _ => Failure::Unwritten(reason),
        }
    };
    std::fs::create_dir_all(folder).map_err(|error| fail(folder, error))?;
    // names the commands 'foxden-run' instead of 'run'
    definition.build();
    let commands = definition.get_subcommands();
    let commands = commands.filter(|command| command.get_name() != "help");
    let mut count = 0;
    for command in std::iter::once(&definition).chain(commands) {
        let page = Man::new(command.clone());
        let path = folder.join(page.get_filename());
        let mut text = Vec::new();
        page.render(&mut text).map_err(|error| fail(&path, error))?;
        save_file(&path, &text).map_err(|error| fail(&path, error.reason))?;
        count += 1;
    }
    Ok(count)
}
