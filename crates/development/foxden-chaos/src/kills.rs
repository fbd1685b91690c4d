//! Kills a program at random moments while it writes, and looks at what is left: the old
//! file, the new one, or one that is readable up to its end.

use crate::random::Random;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// What the program writes when it is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Writing {
    /// A file that is saved.
    Save,
    /// A recording with its ticket.
    Record,
    /// A log as text.
    LogText,
    /// A log as MCAP.
    LogMcap,
    /// A file that is downloaded.
    Download,
}

const ALL: [Writing; 5] = [
    Writing::Save,
    Writing::Record,
    Writing::LogText,
    Writing::LogMcap,
    Writing::Download,
];

const WORLD: &str = "#VRML_SIM R2023b utf8\nWorldInfo { basicTimeStep 8 }\nViewpoint { }\n\
    Solid { name \"floor\" boundingObject Plane { size 10 10 } }\n\
    Robot { name \"cub\" translation 0 0 1 battery [ 9 9 1 ] controller \"<generic>\" \
    children [ LightSensor { name \"light\" } ] boundingObject Sphere { radius 0.1 } physics Physics { } }\n\
    PointLight { location 0 0 2 }\n";

/// How large the downloaded file is.
const DOWNLOAD_BYTES: usize = 3 << 20;

/// When programs that do not end by themselves are killed at the latest.
const LONGEST: Duration = Duration::from_millis(600);

/// The programs that are killed.
pub struct Programs {
    /// The command `foxden`.
    pub foxden: PathBuf,
    /// This program, which downloads a file when it is called with `download URL FOLDER`.
    pub own: PathBuf,
    /// The address of a file of `DOWNLOAD_BYTES` bytes, all of them 7.
    pub address: String,
}

/// Kills programs a number of times and returns how often each way of writing was hit.
///
/// # Errors
/// When a file is neither old nor new nor readable.
pub fn run(programs: &Programs, times: usize, seed: u64) -> Result<String, String> {
    let mut random = Random::new(seed);
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = folder.path();
    std::fs::write(folder.join("world.wbt"), WORLD).map_err(|error| error.to_string())?;
    let mut counts = ALL.map(|_| (0, 0));
    let save_time = save_time(programs, folder)?;
    for time in 0..times {
        let at = time % ALL.len();
        let within = if ALL[at] == Writing::Save {
            save_time
        } else {
            LONGEST
        };
        let moment = within.mul_f64(random.real().abs());
        let is_interrupted = kill_once(programs, folder, ALL[at], moment)
            .map_err(|reason| format!("{:?} killed after {moment:?}: {reason}", ALL[at]))?;
        counts[at].0 += 1;
        counts[at].1 += usize::from(is_interrupted);
    }
    let shown = ALL
        .iter()
        .zip(counts)
        .map(|(writing, (count, interrupted))| {
            format!("{writing:?}: {count} times, {interrupted} before its end")
        });
    Ok(shown.collect::<Vec<_>>().join("\n"))
}

/// A world that is formatted: how it is, and how it will be.
fn unformatted() -> (String, String) {
    let mut old = String::from("#VRML_SIM R2023b utf8\nWorldInfo {\n}\nViewpoint {\n}\n");
    let mut new = old.clone();
    for number in 0..6_000 {
        old.push_str(&format!(
            "Solid {{\nname \"s{number}\"\ntranslation {number}   0 1\n}}\n"
        ));
        new.push_str(&format!(
            "Solid {{\n  name \"s{number}\"\n  translation {number} 0 1\n}}\n"
        ));
    }
    (old, new)
}

/// How long it takes to save the file, with the start of the program.
fn save_time(programs: &Programs, folder: &Path) -> Result<Duration, String> {
    let file = folder.join("big.wbt");
    std::fs::write(&file, unformatted().0).map_err(|error| error.to_string())?;
    let started = Instant::now();
    let output = foxden(programs, folder, &["fmt", "big.wbt"])?;
    match output.status.success() {
        true => Ok(started.elapsed()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Whether it was still running when it was killed.
fn kill_once(
    programs: &Programs,
    folder: &Path,
    writing: Writing,
    moment: Duration,
) -> Result<bool, String> {
    let text = |error: std::io::Error| error.to_string();
    let path = |name: &str| folder.join(name);
    let (old, new) = unformatted();
    let cache = path("cache");
    let mut command = Command::new(match writing {
        Writing::Download => &programs.own,
        _ => &programs.foxden,
    });
    command.current_dir(folder).env_remove("WEBOTS_HOME");
    let run = ["run", "--offline", "--port", "0", "--quiet", "world.wbt"];
    match writing {
        Writing::Save => {
            std::fs::write(path("big.wbt"), &old).map_err(text)?;
            command.args(["fmt", "big.wbt"]);
        }
        Writing::Record => {
            let _ = std::fs::remove_file(path("run.mcap"));
            command
                .args(run)
                .args(["--record", "run.mcap", "--check-every", "10"]);
        }
        Writing::LogText => {
            let _ = std::fs::remove_file(path("run.csv"));
            command.args(run).args(["--log", "run.csv"]);
        }
        Writing::LogMcap => {
            let _ = std::fs::remove_file(path("log.mcap"));
            command.args(run).args(["--log", "log.mcap"]);
        }
        Writing::Download => {
            let _ = std::fs::remove_dir_all(&cache);
            command.args(["download", &programs.address]).arg(&cache);
        }
    }
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let started = Instant::now();
    let mut child = command.spawn().map_err(text)?;
    std::thread::sleep(moment.saturating_sub(started.elapsed()));
    let is_interrupted = child.try_wait().map_err(text)?.is_none();
    child.kill().map_err(text)?;
    child.wait().map_err(text)?;
    match writing {
        Writing::Save => {
            let left = std::fs::read_to_string(path("big.wbt")).map_err(text)?;
            let is_new = left.split_whitespace().eq(new.split_whitespace()) && left != old;
            if left != old && !is_new {
                return Err("the file is neither the old one nor the new one".to_owned());
            }
        }
        Writing::Record => {
            if path("run.mcap").exists() {
                let output = foxden(programs, folder, &["replay", "run.mcap", "--verify"])?;
                let printed = String::from_utf8_lossy(&output.stderr).into_owned();
                let is_early = output.status.code() == Some(2) && !printed.contains("panicked");
                if !output.status.success() && !is_early {
                    return Err(format!("the recording does not replay: {printed}"));
                }
            }
        }
        Writing::LogText => {
            let left = std::fs::read_to_string(path("run.csv")).unwrap_or_default();
            let mut lines = left
                .split_inclusive('\n')
                .filter(|line| line.ends_with('\n'));
            if let Some(head) = lines.next() {
                let columns = head.split(',').count();
                if let Some(line) = lines.find(|line| line.split(',').count() != columns) {
                    return Err(format!("a line of the log is broken: {line}"));
                }
            }
        }
        Writing::LogMcap => {
            let bytes = std::fs::read(path("log.mcap")).unwrap_or_default();
            check_mcap(&bytes)?;
        }
        Writing::Download => {
            let entries = std::fs::read_dir(&cache).into_iter().flatten().flatten();
            for entry in entries.filter(|entry| entry.path().extension().is_none()) {
                let content = std::fs::read(entry.path()).map_err(text)?;
                if content.len() != DOWNLOAD_BYTES || content.iter().any(|byte| *byte != 7) {
                    return Err(format!("{} bytes count as downloaded", content.len()));
                }
            }
        }
    }
    Ok(is_interrupted)
}

fn foxden(programs: &Programs, folder: &Path, arguments: &[&str]) -> Result<Output, String> {
    Command::new(&programs.foxden)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())
}

/// Every record up to the end, or to a cut, can be read.
fn check_mcap(bytes: &[u8]) -> Result<(), String> {
    if bytes.len() < mcap::MAGIC.len() {
        return Ok(());
    }
    let options = mcap::sans_io::linear_reader::LinearReaderOptions::default();
    let mut reader = mcap::sans_io::linear_reader::LinearReader::new_with_options(options);
    let mut rest = bytes;
    while let Some(event) = reader.next_event() {
        match event {
            Ok(mcap::sans_io::linear_reader::LinearReadEvent::ReadRequest(wanted)) => {
                let count = wanted.min(rest.len());
                reader.insert(wanted)[..count].copy_from_slice(&rest[..count]);
                reader.notify_read(count);
                rest = &rest[count..];
            }
            Ok(mcap::sans_io::linear_reader::LinearReadEvent::Record { .. }) => {}
            // the length of a chunk is written when the chunk is complete
            Err(mcap::McapError::UnexpectedEof | mcap::McapError::UnexpectedEoc) => return Ok(()),
            Err(error) => return Err(format!("the log cannot be read: {error}")),
        }
    }
    Ok(())
}

/// Serves the file that is downloaded, slowly, until the program ends. Returns its address.
///
/// # Errors
/// When there is no port.
pub fn serve_file() -> std::io::Result<String> {
    use std::io::{Read as _, Write as _};
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}/file.proto", listener.local_addr()?);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let mut stream = stream;
                let mut request = [0; 4096];
                let _ = stream.read(&mut request);
                let head = format!(
                    "HTTP/1.1 200 OK\r\nContent-Length: {DOWNLOAD_BYTES}\r\nConnection: close\r\n\r\n"
                );
                let _ = stream.write_all(head.as_bytes());
                let piece = vec![7; DOWNLOAD_BYTES / 64];
                for _ in 0..64 {
                    if stream.write_all(&piece).is_err() {
                        return;
                    }
                    std::thread::sleep(Duration::from_millis(5));
                }
            });
        }
    });
    Ok(address)
}

/// Downloads a file into a cache, in the program that is killed.
///
/// # Errors
/// When it cannot be downloaded or stored.
pub fn download(address: &str, folder: &Path) -> Result<(), String> {
    use foxden_assets::fetch_cache::{Cache, DownloadLimits, DownloadReach, Downloader};
    let downloader = Downloader::within(DownloadLimits::default(), DownloadReach::Loopback);
    let content = downloader
        .download(address)
        .map_err(|error| error.to_string())?;
    let cache = Cache::new(folder);
    cache
        .store(address, &content)
        .map_err(|error| error.to_string())
}
