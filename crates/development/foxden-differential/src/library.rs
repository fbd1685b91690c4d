//! Worlds run by programs with a controller library, beside the run in process.

use crate::stage::{NAME, StagedWorld};
use foxden_golden::{CaseOutcome, Genuine, Selection, Via, run};
use std::collections::BTreeMap;
use std::path::Path;

/// The group of recordings that the worlds are written as.
const GROUP: &str = "devices";

/// Runs worlds with the library of an installation and compares to the last bit
/// with what the same recorders wrote in process. Returns the failures: the
/// number of the world, and what differs.
///
/// # Errors
/// When there is no such installation, or no temporary folder can be written.
pub fn compare(
    samples: &[StagedWorld],
    home: &Path,
    foxden: &Path,
) -> std::io::Result<Vec<(usize, String)>> {
    let data = tempfile::tempdir()?;
    let group = data.path().join(GROUP);
    for part in ["worlds", "out", "protos"] {
        std::fs::create_dir_all(group.join(part))?;
    }
    for (at, sample) in samples.iter().enumerate() {
        write(sample, &group, &format!("{NAME}{at}"))?;
    }
    let mut genuine = Genuine::new(home, foxden)?;
    genuine.compare_bits();
    let mut via = Via::Genuine(Box::new(genuine));
    let nothing = BTreeMap::new();
    let report = run(
        data.path(),
        &Selection::default(),
        &mut via,
        &nothing,
        |_| {},
    )?;
    let failure = |row: &foxden_golden::WorldOutcome| {
        let at = row.world.strip_prefix(NAME)?.parse().ok()?;
        match &row.outcome {
            CaseOutcome::Failed(difference) | CaseOutcome::Unreproducible { difference, .. } => {
                Some((at, difference.clone()))
            }
            CaseOutcome::Skipped(reason) => Some((at, reason.clone())),
            CaseOutcome::Passed(_) | CaseOutcome::Intended(_) => None,
        }
    };
    Ok(report.rows.iter().filter_map(failure).collect())
}

/// Writes a world and what its recorders write in process, as if recorded.
fn write(sample: &StagedWorld, group: &Path, name: &str) -> std::io::Result<()> {
    let renamed = StagedWorld {
        world: sample
            .world
            .replace(&format!("/{NAME}"), &format!("/{name}")),
        protos: sample.protos.clone(),
    };
    let mut replay = renamed.play_as(name).map_err(std::io::Error::other)?;
    while replay.step() {}
    std::fs::write(
        group.join("worlds").join(format!("{name}.wbt")),
        &renamed.world,
    )?;
    for (file, text) in &renamed.protos {
        std::fs::write(group.join("protos").join(file), text)?;
    }
    for (suffix, text) in replay.tables() {
        std::fs::write(group.join("out").join(format!("{name}{suffix}")), text)?;
    }
    Ok(())
}
