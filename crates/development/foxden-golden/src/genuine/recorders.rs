//! The recorders as programs.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// The project's own copy of the recorders.
const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/controllers");

/// What the recorders are called.
const NAMES: [&str; 5] = ["probe", "rec", "sup", "dumper", "vis"];

/// Compiled recorders: source, program.
#[derive(Debug)]
pub(crate) struct Recorders {
    folder: TempDir,
    compiled: BTreeMap<PathBuf, PathBuf>,
}

impl Recorders {
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self {
            folder: tempfile::tempdir()?,
            compiled: BTreeMap::new(),
        })
    }

    /// Compiles what a group's worlds may use.
    pub(crate) fn compile(&mut self, group: &Path, home: &Path) -> io::Result<()> {
        for name in NAMES {
            let Some(source) = source(group, name) else {
                continue;
            };
            if self.compiled.contains_key(&source) {
                continue;
            }
            let number = self.compiled.len();
            let program = self.folder.path().join(format!("{name}{number}"));
            compile(&source, &program, home)?;
            self.compiled.insert(source, program);
        }
        Ok(())
    }

    /// The recorders for a group: name, program.
    pub(crate) fn of_group(&self, group: &Path) -> Vec<(&'static str, &Path)> {
        NAMES
            .iter()
            .filter_map(|name| {
                let program = self.compiled.get(&source(group, name)?)?;
                Some((*name, program.as_path()))
            })
            .collect()
    }
}

/// The source of a recorder: the group's own, that of the data or ours.
fn source(group: &Path, name: &str) -> Option<PathBuf> {
    let file = Path::new(name).join(format!("{name}.c"));
    let data = group.parent().unwrap_or(group);
    [
        group.join("controllers"),
        data.join("controllers"),
        OWN.into(),
    ]
    .iter()
    .map(|folder| folder.join(&file))
    .find(|source| source.is_file())
}

fn compile(source: &Path, program: &Path, home: &Path) -> io::Result<()> {
    let output = Command::new("cc")
        .args(["-O1", "-w", "-o"])
        .arg(program)
        .arg(source)
        .arg("-I")
        .arg(home.join("include/controller/c"))
        .arg("-L")
        .arg(home.join("lib/controller"))
        .args(["-lController", "-lm"])
        .stdin(Stdio::null())
        .output()?;
    if output.status.success() {
        return Ok(());
    }
    let message = String::from_utf8_lossy(&output.stderr);
    let first = message.lines().next().unwrap_or_default();
    Err(io::Error::other(format!(
        "{} cannot be compiled: {first}",
        source.display()
    )))
}
