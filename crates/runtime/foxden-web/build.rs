//! Compiles Reynard's page into the library.
//!
//! Builds for use (`cargo build --release`) make the page themselves where Node
//! is on the machine; other builds, and machines without Node, take what
//! `cargo xtask page` left in `web/dist`. A build without a page says so.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// What the page is built from, in `web`.
const SOURCES: [&str; 9] = [
    "compressed.ts",
    "index.html",
    "licences.ts",
    "package-lock.json",
    "public",
    "src",
    "three_trim.ts",
    "view.html",
    "vite.config.ts",
];

/// `FOXDEN_PAGE=ready` keeps the build from running Node: what is in `web/dist` is taken.
const CHOICE: &str = "FOXDEN_PAGE";

/// How the names of files with brotli end.
const COMPRESSED: &str = "br";

fn main() -> io::Result<()> {
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let web = own.join("../../../web");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={CHOICE}");
    let page = match is_for_use() {
        true => match build(&web, &out.join("page")) {
            Ok(page) => page,
            Err(reason) => {
                let page = ready(&web, &out)?;
                if !page.join("index.html").is_file() {
                    println!("cargo::warning=Reynard's page is not in this build: {reason}");
                }
                page
            }
        },
        false => ready(&web, &out)?,
    };
    let mut files = Vec::new();
    collect(&page, &mut files)?;
    files.sort();
    let mut text = String::from("const FILES: &[File] = &[\n");
    for file in files.iter().filter(|file| !is_compressed(file)) {
        let inside = file.strip_prefix(&page).unwrap_or(file);
        let path = inside
            .components()
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .collect::<Vec<_>>()
            .join("/");
        let mut compressed = file.clone().into_os_string();
        compressed.push(format!(".{COMPRESSED}"));
        let compressed = PathBuf::from(compressed);
        let compressed = match files.contains(&compressed) {
            true => format!("Some(include_bytes!({:?}))", canonical(&compressed)?),
            false => "None".to_owned(),
        };
        let _ = writeln!(
            text,
            "    File {{ path: {:?}, content: include_bytes!({:?}), compressed: {compressed} }},",
            format!("/{path}"),
            canonical(file)?
        );
    }
    text.push_str("];\n");
    fs::write(out.join("page_files.rs"), text)
}

/// Whether a file is another one of the page with brotli.
fn is_compressed(file: &Path) -> bool {
    file.extension().is_some_and(|kind| kind == COMPRESSED)
}

fn canonical(file: &Path) -> io::Result<String> {
    Ok(fs::canonicalize(file)?.display().to_string())
}

/// Tests and tools build in other profiles, and build the page when they need it.
fn is_for_use() -> bool {
    env::var("PROFILE").is_ok_and(|profile| profile == "release")
        && env::var(CHOICE).as_deref() != Ok("ready")
}

/// The page that was built before, or an empty folder in its place: cargo runs
/// a script that names a missing folder at each build.
fn ready(web: &Path, out: &Path) -> io::Result<PathBuf> {
    // A published package has no `web` folder beside it.
    let folder = match web.is_dir() {
        true => web.join("dist"),
        false => out.join("no-page"),
    };
    fs::create_dir_all(&folder)?;
    println!("cargo::rerun-if-changed={}", folder.display());
    Ok(folder)
}

/// Builds the page into a folder, after installing its packages if need be.
fn build(web: &Path, target: &Path) -> Result<PathBuf, String> {
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", web.join(source).display());
    }
    let lock = fs::read_to_string(web.join("package-lock.json"))
        .map_err(|error| format!("web/package-lock.json: {error}"))?;
    // the same mark as that of `cargo xtask page`
    let mark = web.join("node_modules/installed-lock.json");
    if !fs::read_to_string(&mark).is_ok_and(|installed| installed == lock) {
        npm(web, &["ci", "--no-audit", "--no-fund"])?;
        fs::write(&mark, lock).map_err(|error| error.to_string())?;
    }
    let folder = target.display().to_string();
    npm(
        web,
        &["run", "build", "--", "--emptyOutDir", "--outDir", &folder],
    )?;
    Ok(target.to_owned())
}

fn npm(web: &Path, arguments: &[&str]) -> Result<(), String> {
    let output = Command::new("npm")
        .args(arguments)
        .current_dir(web)
        .output()
        .map_err(|_| "it needs Node 20.19 or newer with npm".to_owned())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "`npm {}` failed (Node 20.19 or newer is needed)",
            arguments[0]
        )),
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
