//! `foxden check`

use super::{AssetArguments, Outcome};
use crate::exit_code::ExitCode;
use crate::progress::Progress;
use crate::terminal::{download_bar, summary, warn, write, write_findings};
use clap::{Args, ValueEnum};
use foxden_lang::diagnostic::{Diagnostics, render_json};
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(after_help = "Examples:
  foxden check worlds/my_world.wbt
  foxden check worlds/*.wbt protos/*.proto
  foxden check --format json worlds/my_world.wbt | jq '.[] | .place'
  foxden check --project ../other_project worlds/my_world.wbt

Exit codes: 0 no errors (warnings allowed), 1 errors, 2 wrong usage or an unreadable file.")]
pub(crate) struct CheckArguments {
    /// Worlds (.wbt) and PROTO files (.proto)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The form of the output: text for people, or a JSON array of objects
    /// with code, severity, file, line, column, place, node, message and hint
    #[arg(long, value_enum, default_value_t = CheckFormat::Human)]
    format: CheckFormat,
    #[command(flatten)]
    assets: AssetArguments,
}

#[derive(Clone, Copy, ValueEnum, PartialEq, Eq)]
enum CheckFormat {
    /// Text with the source line underlined
    Human,
    /// A JSON array
    Json,
}

pub(crate) fn run(arguments: &CheckArguments) -> ExitCode {
    let mut outcome = Outcome::Good;
    let mut all = Vec::new();
    for file in &arguments.files {
        match check(file, &arguments.assets) {
            Ok(diagnostics) => {
                if diagnostics.has_errors() {
                    outcome = outcome.max(Outcome::Errors);
                }
                if arguments.format == CheckFormat::Human {
                    write_findings(&mut std::io::stdout(), &diagnostics);
                }
                all.push(diagnostics);
            }
            Err(reason) => {
                outcome = Outcome::Unusable;
                warn(&reason);
            }
        }
    }
    let findings: Vec<&Diagnostics> = all.iter().collect();
    match arguments.format {
        // nothing was checked, and why has been said
        CheckFormat::Human if all.is_empty() => {}
        CheckFormat::Human => write(
            &mut std::io::stderr(),
            &format!(
                "{} in {} file{}\n",
                summary(&findings),
                all.len(),
                if all.len() == 1 { "" } else { "s" }
            ),
        ),
        CheckFormat::Json => {
            let objects: Vec<String> = all
                .iter()
                .flat_map(Diagnostics::iter)
                .map(render_json)
                .collect();
            write(
                &mut std::io::stdout(),
                &format!("[{}]\n", objects.join(",\n")),
            );
        }
    }
    outcome.into()
}

/// The findings of one file, or why it cannot be read.
fn check(path: &Path, assets: &AssetArguments) -> Result<Diagnostics, String> {
    let _progress = Progress::of(format!("checking {}", path.display()));
    crate::check(path, &assets.options(), download_bar()).map_err(|error| error.to_string())
}
