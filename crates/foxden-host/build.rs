//! Compiles the built page into the library, if it was built.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let built = own.join("../../web/dist");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", built.display());
    let mut files = Vec::new();
    if built.is_dir() {
        collect(&built, &mut files)?;
    }
    files.sort();
    let mut text = String::from("const FILES: &[File] = &[\n");
    for file in &files {
        let inside = file.strip_prefix(&built).unwrap_or(file);
        let path = inside
            .components()
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .collect::<Vec<_>>()
            .join("/");
        let _ = writeln!(
            text,
            "    File {{ path: {:?}, content: include_bytes!({:?}) }},",
            format!("/{path}"),
            fs::canonicalize(file)?.display().to_string()
        );
    }
    text.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("page_files.rs"), text)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            println!("cargo::rerun-if-changed={}", path.display());
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
