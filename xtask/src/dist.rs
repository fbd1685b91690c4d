//! `cargo xtask dist`: what people install. An archive and a Debian package with the
//! programs, the controller library, headers, PROTOs, worlds, manual pages and completions,
//! a list of all parts (SBOM), and checksums. Both are unpacked and tried.

use crate::library::{self, Build, copy_file, copy_folder};
use crate::page;
use crate::process::{self, Done, binary, built, cargo, root, run};
use crate::sbom;
use std::env::consts::ARCH;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The newest version of the system's C library that programs may need: that of Debian 12
/// and Ubuntu 22.04.
const GLIBC: [u32; 2] = [2, 35];

/// Where everything is written.
const OUT: &str = "target/dist-packages";

/// The fresh Debian system in which the package is installed.
const SYSTEM: &str = "target/dist-system";

/// The programs.
const PROGRAMS: [&str; 2] = ["foxden", "raconteur"];

pub(crate) fn make(arguments: &[String]) -> Done {
    let build = match arguments {
        [] => Build::Users,
        [option] if option == "--try" => Build::Tests,
        [option] if option == "--chroot" => return try_in_chroot(),
        _ => return Err("`cargo xtask dist` knows only --try and --chroot".to_owned()),
    };
    let out = root().join(OUT);
    let _ = fs::remove_dir_all(&out);
    let name = format!("foxden-{}-{ARCH}-linux", version()?);
    let folder = out.join(&name);
    stage(build, &folder)?;
    let needed = check_glibc(&folder)?;
    sbom::write(&folder.join("share/doc/foxden/sbom.cdx.json"))?;
    let archive = pack_archive(&out, &name)?;
    let package = pack_debian(&out, &folder, needed)?;
    write_container_file(&out, &package)?;
    build_container(&out)?;
    write_checksums(&out, &[&archive, &package])?;
    try_unpacked(&out, &archive, &["tar", "-xzf"], &["-C"], &name)?;
    try_unpacked(&out, &package, &["dpkg-deb", "-x"], &[], "usr")?;
    for file in [&archive, &package] {
        let size = fs::metadata(file).map_or(0, |about| about.len());
        println!("{} ({:.1} MB)", file.display(), size as f64 / 1e6);
    }
    println!("needs glibc {}.{} or newer", needed[0], needed[1]);
    Ok(())
}

/// What Debian calls a machine.
fn debian_name(machine: &str) -> &str {
    match machine {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
}

/// The version of the workspace.
fn version() -> Result<String, String> {
    let text = fs::read_to_string(root().join("Cargo.toml")).map_err(|error| error.to_string())?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("version = "));
    line.map(|version| version.trim_matches('"').to_owned())
        .ok_or_else(|| "Cargo.toml has no version".to_owned())
}

/// Gathers everything below `folder` as it is below `/usr` later.
fn stage(build: Build, folder: &Path) -> Done {
    let programs = match build {
        Build::Tests => {
            process::build(&PROGRAMS)?;
            PROGRAMS.map(binary)
        }
        Build::Users => {
            page::build()?;
            let packages = ["--package", "foxden", "--package", "raconteur-cli"];
            run(cargo().args(["build", "--profile", "dist"]).args(packages))?;
            PROGRAMS.map(|name| built("dist", name))
        }
    };
    for (program, name) in programs.iter().zip(PROGRAMS) {
        let to = folder.join("bin").join(name);
        copy_file(program, &to)?;
        run(Command::new("strip").arg(&to))?;
    }
    // beside the program, where `foxden` finds it without a variable
    copy_folder(&library::home(build)?, &folder.join("lib/foxden"))?;
    let share = folder.join("share");
    for part in ["protos", "worlds"] {
        copy_folder(&root().join(part), &share.join("foxden").join(part))?;
    }
    let documents = share.join("doc/foxden");
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        copy_file(&root().join(file), &documents.join(file))?;
    }
    copy_folder(&root().join("docs/guide"), &documents.join("guide"))?;
    let foxden = folder.join("bin/foxden");
    run(Command::new(&foxden)
        .arg("manual")
        .arg(share.join("man/man1")))?;
    let completions = [
        ("bash", "bash-completion/completions/foxden"),
        ("zsh", "zsh/vendor-completions/_foxden"),
        ("fish", "fish/vendor_completions.d/foxden.fish"),
    ];
    for (shell, place) in completions {
        let output = Command::new(&foxden).args(["completions", shell]).output();
        let output = output.map_err(|error| format!("foxden completions: {error}"))?;
        let to = share.join(place);
        fs::create_dir_all(to.parent().unwrap_or(&share))
            .and_then(|()| fs::write(&to, &output.stdout))
            .map_err(|error| format!("{}: {error}", to.display()))?;
    }
    Ok(())
}

/// The files of a folder and all below it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for entry in entries.filter_map(Result::ok) {
        let path = entry.path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found.sort();
    found
}

/// The newest version of the C library that anything needs; an error if it is newer than
/// what is promised.
fn check_glibc(folder: &Path) -> Result<[u32; 2], String> {
    let mut newest = [0, 0];
    for file in files(folder) {
        let is_program = fs::read(&file).is_ok_and(|bytes| bytes.starts_with(b"\x7fELF"));
        if !is_program {
            continue;
        }
        let output = Command::new("objdump").arg("-T").arg(&file).output();
        let output = output.map_err(|error| format!("cannot run objdump: {error}"))?;
        let needed = newest_glibc(&String::from_utf8_lossy(&output.stdout));
        if needed > GLIBC {
            return Err(format!(
                "{} needs glibc {}.{}; {}.{} is promised",
                file.display(),
                needed[0],
                needed[1],
                GLIBC[0],
                GLIBC[1]
            ));
        }
        newest = newest.max(needed);
    }
    Ok(newest)
}

/// The newest `GLIBC_x.y` in a list of symbols.
fn newest_glibc(symbols: &str) -> [u32; 2] {
    let versions = symbols.split("GLIBC_").skip(1).filter_map(|text| {
        let word = text
            .split(|c: char| c != '.' && !c.is_ascii_digit())
            .next()?;
        let mut parts = word.split('.').map(str::parse);
        Some([parts.next()?.ok()?, parts.next()?.ok()?])
    });
    versions.max().unwrap_or([0, 0])
}

fn pack_archive(out: &Path, name: &str) -> Result<PathBuf, String> {
    let archive = out.join(format!("{name}.tar.gz"));
    run(Command::new("tar")
        .args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"])
        .args(["--mtime=@0", "-czf"])
        .arg(&archive)
        .arg("-C")
        .arg(out)
        .arg(name))?;
    Ok(archive)
}

fn pack_debian(out: &Path, folder: &Path, glibc: [u32; 2]) -> Result<PathBuf, String> {
    let tree = out.join("debian");
    copy_folder(folder, &tree.join("usr"))?;
    let size: u64 = files(&tree)
        .iter()
        .filter_map(|file| Some(fs::metadata(file).ok()?.len()))
        .sum();
    let machine = debian_name(ARCH);
    let control = format!(
        "Package: foxden\nVersion: {}\nArchitecture: {machine}\nMaintainer: the Foxden developers <foxden@example.org>\n\
         Installed-Size: {}\nDepends: libc6 (>= {}.{}), libgcc-s1\nRecommends: python3\nSection: science\nPriority: optional\n\
         Description: robot simulator that opens Webots worlds\n \
         Opens Webots worlds, runs Webots controllers unmodified, shows them in the browser\n \
         and offers robots as Robot Raconteur services. Needs no display and no GPU.\n",
        version()?,
        size / 1024,
        glibc[0],
        glibc[1]
    );
    let file = tree.join("DEBIAN/control");
    fs::create_dir_all(tree.join("DEBIAN"))
        .and_then(|()| fs::write(&file, control))
        .map_err(|error| format!("{}: {error}", file.display()))?;
    let package = out.join(format!("foxden_{}_{machine}.deb", version()?));
    run(Command::new("dpkg-deb")
        .args(["--root-owner-group", "--build"])
        .arg(&tree)
        .arg(&package))?;
    let _ = fs::remove_dir_all(&tree);
    Ok(package)
}

/// A container with the package installed.
fn write_container_file(out: &Path, package: &Path) -> Done {
    let name = package.file_name().unwrap_or_default().to_string_lossy();
    let text = format!(
        "FROM debian:stable-slim\nCOPY {name} /tmp/\nRUN apt-get update && apt-get install --yes --no-install-recommends /tmp/{name} \\\n    && rm -rf /tmp/{name} /var/lib/apt/lists/*\nRUN foxden self-test\nUSER nobody\nENTRYPOINT [\"foxden\"]\n"
    );
    let file = out.join("Containerfile");
    fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))
}

/// Builds the container and uses it, where a program that can do so works.
fn build_container(out: &Path) -> Done {
    let works = |tool: &&str| {
        let output = Command::new(tool).arg("info").output();
        output.is_ok_and(|output| output.status.success())
    };
    let Some(tool) = ["docker", "podman"].into_iter().find(works) else {
        println!(
            "neither docker nor podman works: the container was not built; `cargo xtask dist --chroot` does the same without them"
        );
        return Ok(());
    };
    let image = format!("foxden:{}", version()?);
    run(Command::new(tool)
        .args(["build", "--tag", &image, "--file"])
        .arg(out.join("Containerfile"))
        .arg(out))?;
    run(Command::new(tool).args(["run", "--rm", &image, "self-test"]))
}

fn write_checksums(out: &Path, packages: &[&PathBuf]) -> Done {
    let names = packages.iter().filter_map(|path| path.file_name());
    let output = Command::new("sha256sum")
        .args(names)
        .current_dir(out)
        .output();
    let output = output.map_err(|error| format!("cannot run sha256sum: {error}"))?;
    let file = out.join("SHA256SUMS");
    fs::write(&file, output.stdout).map_err(|error| format!("{}: {error}", file.display()))
}

/// Unpacks a package elsewhere and uses it as a person who has nothing else of Foxden.
fn try_unpacked(out: &Path, package: &Path, unpack: &[&str], into: &[&str], prefix: &str) -> Done {
    let place = out.join("unpacked");
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).map_err(|error| error.to_string())?;
    let (tool, options) = unpack.split_first().ok_or("no tool")?;
    run(Command::new(tool)
        .args(options)
        .arg(package)
        .args(into)
        .arg(&place))?;
    let foxden = place.join(prefix).join("bin/foxden");
    let clean = |arguments: &[&str]| {
        let mut command = Command::new(&foxden);
        command
            .args(arguments)
            .current_dir(&place)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", &place);
        run(&mut command)
    };
    clean(&["--version"])?;
    clean(&["self-test"])?;
    // a controller finds the library without WEBOTS_HOME
    clean(&["new", "trial", "--language", "c"])?;
    run(Command::new("make")
        .current_dir(place.join("trial"))
        .env("WEBOTS_HOME", place.join(prefix).join("lib/foxden")))?;
    let world = "trial/worlds/trial.wbt";
    clean(&["run", world, "--duration", "2s", "--port", "0"])?;
    let _ = fs::remove_dir_all(&place);
    Ok(())
}

/// What is done in the fresh system, as its user would type it. First with the package
/// alone, as the container file does it; a fresh system lacks compilers, which the doctor says.
const TRIALS: [&str; 3] = [
    "apt-get update --quiet && apt-get install --yes --quiet --no-install-recommends /tmp/foxden.deb",
    "set -ex; cd /tmp; foxden --version; foxden self-test; foxden doctor || true
     foxden run /usr/share/foxden/worlds/light_following.wbt --offline --quiet --port 0 --duration 5s --record run.mcap
     foxden replay run.mcap --verify --threads 2",
    "set -ex; cd /tmp; apt-get install --yes --quiet --no-install-recommends python3 gcc libc6-dev make
     for language in c python; do
       rm -rf trial_$language; foxden new trial_$language --language $language; sh trial_$language/test.sh
     done; apt-get remove --yes --quiet foxden; test ! -e /usr/bin/foxden",
];

/// Installs the package in a fresh Debian system and uses it there. Needs root and
/// debootstrap.
fn try_in_chroot() -> Done {
    let package = files(&root().join(OUT))
        .into_iter()
        .find(|path| path.extension().is_some_and(|ending| ending == "deb"))
        .ok_or("there is no package; `cargo xtask dist` makes it")?;
    let system = root().join(SYSTEM);
    if !system.join("usr/bin/dpkg").exists() {
        run(Command::new("debootstrap")
            .args(["--variant=minbase", "stable"])
            .arg(&system))?;
    }
    copy_file(&package, &system.join("tmp/foxden.deb"))?;
    for trial in TRIALS {
        let mut command = Command::new("chroot");
        command.arg(&system).args(["sh", "-c", trial]).env_clear();
        command
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
            .env("DEBIAN_FRONTEND", "noninteractive")
            .env("HOME", "/root");
        run(&mut command)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_of_the_c_library_is_found() {
        let symbols =
            "0 DF *UND* (GLIBC_2.2.5) read\n0 DF *UND* (GLIBC_2.34) x\n0 DF *UND* (GLIBC_2.9) y\n";
        assert_eq!(newest_glibc(symbols), [2, 34]);
        assert_eq!(newest_glibc(""), [0, 0]);
    }

    #[test]
    fn debian_has_its_own_names_for_machines() {
        assert_eq!(debian_name("x86_64"), "amd64");
        assert_eq!(debian_name("aarch64"), "arm64");
        assert_eq!(debian_name("riscv64"), "riscv64");
    }
}
