//! `foxden self-test`

use super::Outcome;
use super::golden_worlds::GOLDEN_WORLDS;
use crate::exit_code::ExitCode;
use crate::terminal::write;
use clap::Args;

#[derive(Args)]
#[command(
    after_help = "The worlds and the results that were recorded in Webots are part of the program. No file is read,
written or downloaded.
Exit codes: 0 all values are as recorded, 1 a value differs."
)]
pub(crate) struct SelfTestArguments {}

pub(crate) fn run(_: &SelfTestArguments) -> ExitCode {
    let mut failures = 0;
    for world in GOLDEN_WORLDS {
        let subject = world.subject;
        let line = match world.compare() {
            Ok(count) => format!("passed   {subject:<22} {count} values are as recorded\n"),
            Err(reason) => {
                failures += 1;
                format!("failed   {subject:<22} {}: {reason}\n", world.name)
            }
        };
        write(&mut std::io::stdout(), &line);
    }
    let count = GOLDEN_WORLDS.len();
    if failures == 0 {
        write(&mut std::io::stdout(), &format!("passed: {count} worlds\n"));
        return Outcome::Good.into();
    }
    write(
        &mut std::io::stdout(),
        &format!(
            "failed: {failures} of {count} worlds; please report this with the machine and 'foxden --version'\n"
        ),
    );
    Outcome::Errors.into()
}
