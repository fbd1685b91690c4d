//! The list of all parts of the programs (SBOM), in the format CycloneDX.

use crate::process::{Done, cargo, root};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A part: where it comes from, its name, version and licence.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    registry: &'static str,
    name: String,
    version: String,
    licence: String,
}

/// Writes the list.
pub(crate) fn write(file: &Path) -> Done {
    let mut parts = crates()?;
    parts.extend(page_packages());
    let components: Vec<String> = parts.iter().map(component).collect();
    let text = format!(
        "{{\n  \"bomFormat\": \"CycloneDX\",\n  \"specVersion\": \"1.5\",\n  \"version\": 1,\n  \"components\": [\n{}\n  ]\n}}\n",
        components.join(",\n")
    );
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

/// The crates of the programs and of the controller library.
fn crates() -> Result<BTreeSet<Part>, String> {
    let output = cargo()
        .args(["tree", "--package", "foxden", "--package", "raconteur-cli"])
        .args(["--package", "foxden-controller", "--edges", "normal"])
        .args(["--prefix", "none", "--format", "{p}|{l}"])
        .output()
        .map_err(|error| format!("cannot run cargo tree: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(crate_of_line)
        .collect())
}

/// A line such as `serde v1.0.2 (proc-macro)|MIT (*)`.
fn crate_of_line(line: &str) -> Option<Part> {
    let (package, licence) = line.split_once('|')?;
    let mut words = package.split(' ');
    Some(Part {
        registry: "cargo",
        name: words.next()?.to_owned(),
        version: words.next()?.strip_prefix('v')?.to_owned(),
        licence: licence.trim_end_matches(" (*)").to_owned(),
    })
}

/// The packages in the page; none where Node is missing.
fn page_packages() -> Vec<Part> {
    let output = Command::new("npm")
        .args(["ls", "--omit=dev", "--all", "--long", "--parseable"])
        .current_dir(root().join("web"))
        .output();
    let text = output.map_or_else(
        |_| String::new(),
        |output| String::from_utf8_lossy(&output.stdout).into_owned(),
    );
    let packages = text.lines().skip(1).filter_map(|line| {
        let (name, version) = line.split(':').nth(1)?.rsplit_once('@')?;
        Some(Part {
            registry: "npm",
            name: name.to_owned(),
            version: version.to_owned(),
            licence: String::new(),
        })
    });
    packages.collect()
}

fn component(part: &Part) -> String {
    let Part {
        registry,
        name,
        version,
        licence,
    } = part;
    let licence = match licence.is_empty() {
        true => String::new(),
        false => format!(", \"licenses\": [{{ \"expression\": \"{licence}\" }}]"),
    };
    format!(
        "    {{ \"type\": \"library\", \"name\": \"{name}\", \"version\": \"{version}\", \"purl\": \"pkg:{registry}/{name}@{version}\"{licence} }}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_cargo_tree_are_read() {
        let part = crate_of_line("serde v1.0.2 (proc-macro)|MIT OR Apache-2.0 (*)");
        let text = part.as_ref().map(component);
        assert_eq!(
            text.as_deref(),
            Some(
                "    { \"type\": \"library\", \"name\": \"serde\", \"version\": \"1.0.2\", \"purl\": \"pkg:cargo/serde@1.0.2\", \"licenses\": [{ \"expression\": \"MIT OR Apache-2.0\" }] }"
            )
        );
        assert!(crate_of_line("").is_none());
    }
}
