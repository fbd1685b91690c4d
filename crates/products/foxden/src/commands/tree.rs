//! `foxden tree`

use super::{AssetArguments, Outcome, unusable};
use crate::exit_code::ExitCode;
use crate::progress::Progress;
use crate::terminal::{download_bar, write, write_findings};
use clap::{Args, ValueEnum};
use foxden_assets::open;
use foxden_lang::parser::closest;
use foxden_scene::{Scene, tree_json, tree_text};
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:
  foxden tree worlds/my_world.wbt
  foxden tree worlds/my_world.wbt --node ROBOT
  foxden tree worlds/my_world.wbt --format json | jq '.fields.children[].type'

The text shows each node with its type, DEF name and the fields that differ from their defaults.
The JSON shows every field; docs/tree-json.md describes it.")]
pub(crate) struct TreeArguments {
    /// The world
    #[arg(value_name = "WORLD")]
    world: PathBuf,
    /// Shows only the node with this DEF name
    #[arg(long, value_name = "DEF")]
    node: Option<String>,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = TreeFormat::Text)]
    format: TreeFormat,
    #[command(flatten)]
    assets: AssetArguments,
}

#[derive(Clone, Copy, ValueEnum)]
enum TreeFormat {
    /// Indented text
    Text,
    /// JSON with every field
    Json,
}

pub(crate) fn run(arguments: &TreeArguments) -> ExitCode {
    match tree(arguments) {
        Ok(outcome) => outcome.into(),
        Err(reason) => unusable(&reason),
    }
}

/// Why no node is shown, with the DEF name that may be meant.
fn unknown_def(scene: &Scene, def: &str) -> String {
    let nodes = scene.descendants(scene.root());
    let names = nodes.iter().filter_map(|node| scene.get(*node)?.def());
    let hint = match closest(def, names) {
        Some(near) => format!("did you mean '{near}'?"),
        None => "'foxden tree' without --node shows all nodes".to_owned(),
    };
    format!("no node has the DEF name '{def}'; {hint}")
}

fn tree(arguments: &TreeArguments) -> Result<Outcome, String> {
    let path = &arguments.world;
    let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let progress = Progress::of(format!("loading {}", path.display()));
    let loaded = open::scene(path, &arguments.assets.options(), download_bar())
        .map_err(|error| error.to_string())?;
    drop(progress);
    write_findings(&mut std::io::stderr(), &loaded.diagnostics);
    let scene = &loaded.scene;
    let node = match &arguments.node {
        Some(def) => scene
            .find_def(def)
            .ok_or_else(|| fail(&unknown_def(scene, def)))?,
        None => scene.root(),
    };
    let text = match arguments.format {
        TreeFormat::Text => tree_text(scene, node),
        TreeFormat::Json => format!("{:#}\n", tree_json(scene, node)),
    };
    write(&mut std::io::stdout(), &text);
    Ok(if loaded.diagnostics.has_errors() {
        Outcome::Errors
    } else {
        Outcome::Good
    })
}
