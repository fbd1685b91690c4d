//! Lists the files of the own PROTO library, so that a new file in `protos/` needs no other change.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("protos");
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = Vec::new();
    collect(&root.join("projects"), &mut files)?;
    let mut entries: Vec<(String, &PathBuf)> = files
        .iter()
        .filter_map(|file| {
            Some((
                file.strip_prefix(&root).ok()?.to_str()?.replace('\\', "/"),
                file,
            ))
        })
        .collect();
    entries.sort();
    let mut code = String::from("[\n");
    for (path, file) in entries {
        let line = writeln!(
            code,
            "LibraryEntry {{ path: {path:?}, text: include_str!({file:?}) }},"
        );
        line.map_err(io::Error::other)?;
    }
    code.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("library.rs"), code)
}

/// The PROTO files of a folder and of the folders in it.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "proto") {
            files.push(path);
        }
    }
    Ok(())
}
