//! `foxden doctor`

use super::tool_probes::Tools;
use super::{AssetArguments, Outcome};
use crate::exit_code::ExitCode;
use crate::terminal::{warn, write};
use clap::{Args, ValueEnum};
use foxden_controllers::instance_folder::InstanceFolder;
use foxden_controllers::listener::{ListenOptions, USUAL_PORT};
use foxden_controllers::orphaned_processes;
use foxden_raconteur::server::USUAL_PORT as WORLD_PORT;
use foxden_web::page;
use reynard::servers::{ASCII_PORT, HTTP_PORT, RACONTEUR_PORT};
use serde::Serialize;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(
    after_help = "Each line is one check: 'ok', 'missing' or 'failed'. Something that is missing is needed for one
purpose only, such as controllers in Java. Something that failed is needed by Foxden itself.
Exit codes: 0 nothing failed, 1 something failed."
)]
pub(crate) struct DoctorArguments {
    /// The folder of the controller library; WEBOTS_HOME/lib/controller if not given
    #[arg(long, value_name = "DIR")]
    controller_library: Option<PathBuf>,
    /// The form of the output: a line for each check, or a JSON array of objects with subject, status, found and fix
    #[arg(long, value_enum, default_value_t = DoctorFormat::Human)]
    format: DoctorFormat,
}

#[derive(Clone, Copy, ValueEnum, PartialEq, Eq)]
enum DoctorFormat {
    /// A line for each check
    Human,
    /// A JSON array
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Ok,
    /// Something that is needed for one purpose only.
    Missing,
    /// Something that Foxden itself needs.
    Failed,
}

/// What was found out about one subject.
#[derive(Serialize)]
struct Finding {
    subject: String,
    status: Status,
    found: String,
    /// What to do; none if all is well.
    fix: Option<String>,
}

impl Finding {
    /// A subject that Foxden can do without.
    fn optional(subject: &str, found: Result<String, String>, fix: &str) -> Self {
        Self::new(subject, found, fix, Status::Missing)
    }

    /// A subject that Foxden needs.
    fn needed(subject: &str, found: Result<String, String>, fix: &str) -> Self {
        Self::new(subject, found, fix, Status::Failed)
    }

    fn new(subject: &str, found: Result<String, String>, fix: &str, otherwise: Status) -> Self {
        let (status, found, fix) = match found {
            Ok(found) => (Status::Ok, found, None),
            Err(found) => (otherwise, found, Some(fix.to_owned())),
        };
        Self {
            subject: subject.to_owned(),
            status,
            found,
            fix,
        }
    }

    fn line(&self) -> String {
        let status = match self.status {
            Status::Ok => "ok",
            Status::Missing => "missing",
            Status::Failed => "failed",
        };
        let fix = self.fix.as_ref().map(|fix| format!("; {fix}"));
        let fix = fix.unwrap_or_default();
        format!("{status:<8} {:<19} {}{fix}\n", self.subject, self.found)
    }
}

pub(crate) fn run(arguments: &DoctorArguments) -> ExitCode {
    // programs that are tried end with this one
    let _orphans = orphaned_processes::adopt();
    let findings = examine(arguments);
    let text = match arguments.format {
        DoctorFormat::Human => findings.iter().map(Finding::line).collect(),
        DoctorFormat::Json => match serde_json::to_string_pretty(&findings) {
            Ok(text) => text + "\n",
            Err(error) => {
                warn(&error.to_string());
                return Outcome::Errors.into();
            }
        },
    };
    write(&mut std::io::stdout(), &text);
    let has_failed = findings
        .iter()
        .any(|finding| finding.status == Status::Failed);
    match has_failed {
        true => Outcome::Errors.into(),
        false => Outcome::Good.into(),
    }
}

fn examine(arguments: &DoctorArguments) -> Vec<Finding> {
    let mut paths = super::controllers::controller_paths();
    let given = arguments.controller_library.as_ref();
    if let Some(library) = given.and_then(|library| std::path::absolute(library).ok()) {
        paths.libraries = Some(library);
    }
    let library = paths.libraries.clone();
    let mut findings = match Tools::new(paths) {
        Ok(tools) => languages(&tools, library.as_deref()),
        Err(error) => vec![Finding::needed(
            "temporary files",
            Err(format!("{}: {error}", std::env::temp_dir().display())),
            "set TMPDIR to a folder that can be written",
        )],
    };
    findings.push(instance_folder());
    findings.extend(ports());
    findings.push(Finding::optional(
        "page",
        match page::is_built() {
            true => Ok(format!("{} files are compiled in", page::files().count())),
            false => Err("a simple page is compiled in instead of the viewer".to_owned()),
        },
        "install Node 20.19 or newer and build Foxden again",
    ));
    findings.extend(assets());
    findings
}

/// The controller library and the tools of each language. They are tried side by side.
fn languages(tools: &Tools, folder: Option<&Path>) -> Vec<Finding> {
    type Probe = fn(&Tools) -> Result<String, String>;
    let probes: [(&str, Probe, &str); 6] = [
        (
            "C",
            Tools::c,
            "install a C compiler, such as the package gcc, or set CC",
        ),
        (
            "C++",
            Tools::cpp,
            "install a C++ compiler, such as the package g++, or set CXX; if it works by itself, build the controller library again",
        ),
        ("make", Tools::make, "install the package make"),
        (
            "Python",
            Tools::python,
            "install Python 3 if it is not there, then set WEBOTS_HOME or install the Python package foxden",
        ),
        (
            "Java",
            Tools::java,
            "install a JDK of version 17 or newer, then build the controller library again",
        ),
        (
            "MATLAB or Octave",
            Tools::matlab,
            "install GNU Octave or MATLAB",
        ),
    ];
    let library = match (tools.library(), folder) {
        (Some(library), _) => Ok(library.display().to_string()),
        (None, Some(folder)) => Err(format!("{} has no libController.so", folder.display())),
        (None, None) => Err("no folder is known".to_owned()),
    };
    let mut findings = vec![Finding::optional(
        "controller library",
        library,
        "set WEBOTS_HOME to the folder of Foxden's controller library ('cargo xtask library' builds it) or of Webots",
    )];
    std::thread::scope(|scope| {
        let running =
            probes.map(|(name, probe, fix)| (name, scope.spawn(move || probe(tools)), fix));
        findings.extend(running.map(|(name, probe, fix)| {
            let found = probe.join();
            let found = found.unwrap_or_else(|_| Err("the examination failed".to_owned()));
            Finding::optional(name, found, fix)
        }));
    });
    findings
}

/// Creates the folder in which controllers find a simulation, and removes it.
fn instance_folder() -> Finding {
    let options = ListenOptions::from_environment();
    let subject = "instance folder";
    let fix = "set WEBOTS_TMPDIR to a folder that you can write";
    let listener = match TcpListener::bind((Ipv4Addr::LOCALHOST, 0)) {
        Ok(listener) => listener,
        Err(error) => {
            let found = format!("no loopback port can be opened: {error}");
            return Finding::needed(subject, Err(found), "allow sockets on 127.0.0.1");
        }
    };
    match InstanceFolder::create(&options.temporary, &options.user, &listener) {
        Ok(folder) => {
            let found = match folder.hidden() {
                Some(reason) => Err(format!("controllers find Foxden over TCP only: {reason}")),
                None => {
                    let place = folder.path().parent().unwrap_or(folder.path());
                    Ok(format!("{} can be written", place.display()))
                }
            };
            Finding::optional(subject, found, fix)
        }
        Err(error) => {
            let found = format!("{}: {error}", options.temporary.display());
            Finding::needed(subject, Err(found), fix)
        }
    }
}

/// The ports that are used if no others are given.
fn ports() -> Vec<Finding> {
    let usual = [
        (
            USUAL_PORT,
            "for extern controllers",
            "nothing has to be done: Foxden takes the next free port and prints it",
        ),
        (
            WORLD_PORT,
            "for worlds over Robot Raconteur",
            "nothing has to be done: 'foxden run --raconteur' takes any free port and prints it",
        ),
        (
            RACONTEUR_PORT,
            "for Reynard over Robot Raconteur",
            "end the other program, or use 'foxden reynard --robotraconteur-tcp-port PORT'",
        ),
        (
            HTTP_PORT,
            "for Reynard's page",
            "end the other program, or use 'foxden reynard --http-port PORT'",
        ),
        (
            ASCII_PORT,
            "for Reynard's text lines",
            "end the other program, or use 'foxden reynard --ascii-socket-port PORT'",
        ),
    ];
    let examined = usual.map(|(port, purpose, fix)| {
        let found = match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Ok(_) => Ok(format!("{purpose}: free")),
            Err(error) => Err(format!("{purpose}: {error}")),
        };
        Finding::optional(&format!("port {port}"), found, fix)
    });
    examined.into()
}

fn assets() -> Vec<Finding> {
    let options = AssetArguments::default().options();
    let pack = match &options.asset_pack {
        Some(folder) if folder.is_dir() => Ok(folder.display().to_string()),
        Some(folder) => Err(format!("{} is not a folder", folder.display())),
        None => Err("not set; PROTOs and textures of Webots are downloaded".to_owned()),
    };
    let cache = match &options.cache {
        Some(folder) => write_probe(folder),
        None => Err("no folder is known".to_owned()),
    };
    vec![
        Finding::optional(
            "WEBOTS_HOME",
            pack,
            "set it to a folder with the assets or the controller library, if you have one",
        ),
        Finding::optional(
            "cache folder",
            cache,
            "set XDG_CACHE_HOME to a folder that can be written; downloads are stored there",
        ),
    ]
}

/// Writes a file to a folder, or to the nearest folder above it that exists, and
/// removes it.
fn write_probe(folder: &Path) -> Result<String, String> {
    let existing = folder.ancestors().find(|folder| folder.exists());
    let existing = existing.unwrap_or(Path::new("/"));
    match tempfile::NamedTempFile::new_in(existing) {
        Ok(_) => Ok(format!("{} can be written", folder.display())),
        Err(error) => Err(format!("{}: {error}", folder.display())),
    }
}
