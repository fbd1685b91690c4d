//! What is wrong in a file, without running it.

use foxden_assets::fetch_cache::DownloadProgress;
use foxden_assets::open::{self, OpenError};
use foxden_assets::options::AssetOptions;
use foxden_lang::diagnostic::{Code, Diagnostic, Diagnostics};
use foxden_lang::fmt::FileKind;
use foxden_scene::{Library, Scene, check_proto, warning_about};
use foxden_sim::World;
use foxden_sim::fidelity::{Ignored, ignored_in};
use std::path::Path;

/// The findings in a world or PROTO file and in the files that it uses. `report` is
/// called with the progress of downloads.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
/// use foxden::{AssetOptions, check};
/// let findings = check("worlds/hello.wbt".as_ref(), &AssetOptions::default(), |_| ())?;
/// assert!(!findings.has_errors());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the file cannot be read.
pub fn check(
    path: &Path,
    options: &AssetOptions,
    report: impl Fn(DownloadProgress<'_>) + Send + Sync + 'static,
) -> Result<Diagnostics, OpenError> {
    match FileKind::of(&path.to_string_lossy()) {
        FileKind::Proto => {
            let (document, mut library) = open::document(path, options, report)?;
            Ok(check_proto(&document, &mut library))
        }
        FileKind::World => {
            let mut opened = open::scene(path, options, report)?;
            for ignored in ignored_in(&opened.scene) {
                let warning = about_ignored(&opened.scene, &opened.library, &ignored);
                opened.diagnostics.push(warning);
            }
            let mut diagnostics = opened.diagnostics;
            for warning in World::new(opened.scene, opened.library).take_report_warnings() {
                // a file that does not exist was found by its URL
                let is_known = |other: &Diagnostic| {
                    other.code == Code::MissingFile && other.node == warning.node
                };
                if warning.code != Code::MissingFile || !diagnostics.iter().any(is_known) {
                    diagnostics.push(warning);
                }
            }
            Ok(diagnostics)
        }
    }
}

/// The warning about something that a world uses and that has no effect.
fn about_ignored(scene: &Scene, library: &Library, ignored: &Ignored) -> Diagnostic {
    let kind = scene
        .get(ignored.node)
        .map_or("", |node| node.base_type().name());
    let subject = match ignored.field {
        Some(field) => format!("'{field}' of {kind}"),
        None => kind.to_owned(),
    };
    let message = format!("{subject} has no effect: {}", ignored.reason);
    let hint = "it is loaded and saved; foxden devices lists what is simulated";
    warning_about(scene, library, ignored.node, Code::NoEffect, message, hint)
}
