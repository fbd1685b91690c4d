//! `cargo xtask fuzz`: runs the targets of `foxden-fuzz` with libFuzzer and keeps a
//! ledger of what they made.

use crate::process::{Done, binary, build, cargo, root, run as execute};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The programs, a workspace of its own.
const PROGRAMS: &str = "crates/development/foxden-fuzz/libfuzzer";

/// The stored inputs.
const STORED: &str = "crates/development/foxden-fuzz/corpus";

/// Where everything is written that is not stored.
const OUT: &str = "target/fuzz";

/// What one input may take: seconds and megabytes.
const LIMITS: [&str; 2] = ["-timeout=20", "-rss_limit_mb=2048"];

/// What to do with a target.
enum Task {
    Run { minutes: f64 },
    Replay(String),
    Minimise,
}

pub(crate) fn run(arguments: &[String]) -> Done {
    let mut name = None;
    let mut task = Task::Run { minutes: 1.0 };
    let mut rest = arguments.iter().map(String::as_str);
    while let Some(argument) = rest.next() {
        match argument {
            "--ledger" => return show_ledger(),
            "--minimise" => task = Task::Minimise,
            "--minutes" => {
                let minutes = rest.next().and_then(|text| text.parse().ok());
                let minutes = minutes.ok_or("--minutes needs a number")?;
                task = Task::Run { minutes };
            }
            "--replay" => {
                let file = rest.next().ok_or("--replay needs a file")?;
                task = Task::Replay(file.to_owned());
            }
            other if other.starts_with('-') || name.is_some() => {
                return Err(format!(
                    "`{other}` is not understood; see `cargo xtask help`"
                ));
            }
            other => name = Some(other.to_owned()),
        }
    }
    build(&["foxden-fuzz"])?;
    let all = targets()?;
    let chosen: Vec<&TargetLine> = match &name {
        None => all.iter().collect(),
        Some(name) => all.iter().filter(|target| target.name == *name).collect(),
    };
    if chosen.is_empty() {
        let names: Vec<&str> = all.iter().map(|target| &*target.name).collect();
        return Err(format!(
            "there is no such target; there are: {}",
            names.join(", ")
        ));
    }
    if let Task::Replay(file) = &task {
        let [target] = chosen.as_slice() else {
            return Err("--replay needs a target".to_owned());
        };
        let mut command = Command::new(binary("foxden-fuzz"));
        return execute(command.args(["replay", &target.name, file]));
    }
    let mut findings = Vec::new();
    for target in chosen {
        let program = target.program()?;
        match task {
            Task::Minimise => target.minimise(&program)?,
            Task::Run { minutes } => findings.extend(target.run(&program, minutes)?),
            Task::Replay(_) => {}
        }
    }
    match findings.is_empty() {
        true => Ok(()),
        false => Err(format!("found:\n{}", findings.join("\n"))),
    }
}

/// A line of `foxden-fuzz list`.
struct TargetLine {
    name: String,
    longest: String,
}

fn targets() -> Result<Vec<TargetLine>, String> {
    let output = Command::new(binary("foxden-fuzz")).arg("list").output();
    let output = output.map_err(|error| format!("cannot run foxden-fuzz: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = text.lines().map(|line| {
        let mut words = line.split(' ').map(str::to_owned);
        Some(TargetLine {
            name: words.next()?,
            longest: words.next()?,
        })
    });
    lines
        .collect::<Option<_>>()
        .ok_or_else(|| "foxden-fuzz lists no targets".to_owned())
}

/// A folder below `target/fuzz`, created.
fn out(folder: &str) -> Result<PathBuf, String> {
    let path = root().join(OUT).join(folder);
    fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

impl TargetLine {
    /// Builds the program of the target.
    fn program(&self) -> Result<PathBuf, String> {
        let target = out("build")?;
        // with a target of its own, what is needed to build gets no sanitizer
        let machine = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
        let mut command = cargo();
        command
            .current_dir(root().join(PROGRAMS))
            .env("CARGO_TARGET_DIR", &target)
            .args(["build", "--release", "--bin", &self.name])
            .args(["--target", &machine]);
        execute(&mut command)?;
        Ok(target.join(machine).join("release").join(&self.name))
    }

    /// The folder of inputs that runs find, with the first ones in it.
    fn corpus(&self) -> Result<PathBuf, String> {
        let corpus = out(&format!("corpus/{}", self.name))?;
        let mut command = Command::new(binary("foxden-fuzz"));
        execute(command.args(["seeds", &self.name]).arg(&corpus))?;
        Ok(corpus)
    }

    fn stored(&self) -> PathBuf {
        root().join(STORED).join(&self.name)
    }

    /// Runs for a time and returns the commands that run findings again.
    fn run(&self, program: &PathBuf, minutes: f64) -> Result<Vec<String>, String> {
        let corpus = self.corpus()?;
        let words = Command::new(binary("foxden-fuzz"))
            .args(["dictionary", &self.name])
            .output()
            .map_err(|error| error.to_string())?;
        let dictionary = out("words")?.join(&self.name);
        fs::write(&dictionary, &words.stdout).map_err(|error| error.to_string())?;
        let log = out("logs")?.join(&self.name);
        let found = out("found")?;
        let log_file = File::create(&log).map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        command.arg(&corpus);
        if self.stored().is_dir() {
            command.arg(self.stored());
        }
        command
            .args(LIMITS)
            .arg(format!("-max_total_time={}", (minutes * 60.0).round()))
            .arg(format!("-max_len={}", self.longest))
            .arg(format!(
                "-artifact_prefix={}/{}-",
                found.display(),
                self.name
            ))
            .arg("-print_final_stats=1");
        if !words.stdout.is_empty() {
            command.arg(format!("-dict={}", dictionary.display()));
        }
        eprintln!(
            "xtask: {} for {minutes} min, log in {}",
            self.name,
            log.display()
        );
        let started = Instant::now();
        let status = command
            .stdout(log_file.try_clone().map_err(|error| error.to_string())?)
            .stderr(log_file)
            .status()
            .map_err(|error| format!("cannot run {}: {error}", program.display()))?;
        let text = fs::read(&log).map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let entry = Entry {
            day: today(),
            target: self.name.clone(),
            executions: number_after(&text, "stat::number_of_executed_units:").unwrap_or(0),
            seconds: started.elapsed().as_secs(),
            edges: number_after(&text, "cov:").unwrap_or(0),
            findings: u64::from(!status.success()),
        };
        println!("{}", entry.line());
        entry.append()?;
        let files = text
            .lines()
            .filter_map(|line| line.split_once("Test unit written to ")?.1.into());
        Ok(files
            .map(|file: &str| format!("cargo xtask fuzz {} --replay {file}", self.name))
            .collect())
    }

    /// Keeps the few inputs that cover what all cover.
    fn minimise(&self, program: &PathBuf) -> Done {
        let corpus = self.corpus()?;
        let smaller = out("smaller")?.join(&self.name);
        let _ = fs::remove_dir_all(&smaller);
        fs::create_dir_all(&smaller).map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        command
            .args(LIMITS)
            .args(["-merge=1", "-use_value_profile=0"]);
        command.arg(&smaller).arg(&corpus);
        if self.stored().is_dir() {
            command.arg(self.stored());
        }
        execute(&mut command)?;
        let _ = fs::remove_dir_all(self.stored());
        fs::create_dir_all(self.stored()).map_err(|error| error.to_string())?;
        for file in fs::read_dir(&smaller).map_err(|error| error.to_string())? {
            let file = file.map_err(|error| error.to_string())?;
            let to = self.stored().join(file.file_name());
            fs::copy(file.path(), to).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

/// The last number after a word.
fn number_after(text: &str, word: &str) -> Option<u64> {
    let rest = &text[text.rfind(word)? + word.len()..];
    rest.split_whitespace().next()?.parse().ok()
}

/// One run.
struct Entry {
    day: String,
    target: String,
    executions: u64,
    seconds: u64,
    edges: u64,
    findings: u64,
}

impl Entry {
    fn line(&self) -> String {
        let Self {
            day,
            target,
            executions,
            seconds,
            edges,
            findings,
        } = self;
        format!("{day}\t{target}\t{executions}\t{seconds}\t{edges}\t{findings}")
    }

    fn append(&self) -> Done {
        let path = out("")?.join("ledger.tsv");
        let file = File::options().create(true).append(true).open(&path);
        let written = file.and_then(|mut file| writeln!(file, "{}", self.line()));
        written.map_err(|error| format!("{}: {error}", path.display()))
    }

    fn read(line: &str) -> Option<Self> {
        let mut words = line.split('\t');
        Some(Self {
            day: words.next()?.to_owned(),
            target: words.next()?.to_owned(),
            executions: words.next()?.parse().ok()?,
            seconds: words.next()?.parse().ok()?,
            edges: words.next()?.parse().ok()?,
            findings: words.next()?.parse().ok()?,
        })
    }
}

/// Prints the sums of all runs as a table for `docs/measurements.md`.
fn show_ledger() -> Done {
    let text = fs::read_to_string(root().join(OUT).join("ledger.tsv")).unwrap_or_default();
    let mut sums: BTreeMap<String, Entry> = BTreeMap::new();
    for entry in text.lines().filter_map(Entry::read) {
        match sums.get_mut(&entry.target) {
            Some(sum) => {
                sum.executions += entry.executions;
                sum.seconds += entry.seconds;
                sum.findings += entry.findings;
                sum.edges = sum.edges.max(entry.edges);
                sum.day = entry.day;
            }
            None => drop(sums.insert(entry.target.clone(), entry)),
        }
    }
    println!("| target | executions | seconds | edges | findings | last run |");
    println!("|---|---|---|---|---|---|");
    for sum in sums.values() {
        println!(
            "| {} | {} | {} | {} | {} | {} |",
            sum.target,
            grouped(sum.executions),
            grouped(sum.seconds),
            grouped(sum.edges),
            sum.findings,
            sum.day
        );
    }
    let total: u64 = sums.values().map(|sum| sum.executions).sum();
    println!("| all | {} | | | | |", grouped(total));
    Ok(())
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The day as year, month and day (UTC).
fn today() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs());
    // the civil calendar, counted from the first of March
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let month_number = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + u64::from(month_number <= 2);
    format!("{year}-{month_number:02}-{day_of_month:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_of_libfuzzer_is_read() {
        let log = "#2 INITED cov: 10 ft: 11\n#900 DONE cov: 25 ft: 30 corp: 2\n\
                   stat::number_of_executed_units: 900\nstat::average_exec_per_sec: 90\n";
        assert_eq!(
            number_after(log, "stat::number_of_executed_units:"),
            Some(900)
        );
        assert_eq!(number_after(log, "cov:"), Some(25));
        assert_eq!(number_after(log, "none:"), None);
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(12), "12");
    }

    #[test]
    fn entries_are_read_back() {
        let entry = Entry {
            day: today(),
            target: "lexer".to_owned(),
            executions: 5,
            seconds: 6,
            edges: 7,
            findings: 0,
        };
        let read = Entry::read(&entry.line());
        assert_eq!(read.map(|read| read.line()), Some(entry.line()));
        assert_eq!(today().len(), 10);
    }
}
