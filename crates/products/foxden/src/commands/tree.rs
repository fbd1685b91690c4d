//! `foxden tree`

use super::{AssetArguments, Outcome};
use crate::terminal::{download_bar, write, write_findings};
use clap::{Args, ValueEnum};
use foxden_assets::open;
use foxden_scene::{tree_json, tree_text};
use std::path::PathBuf;
use std::process::ExitCode;

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
    /// How the tree is written
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
        Err(reason) => {
            write(&mut std::io::stderr(), &format!("foxden: {reason}\n"));
            Outcome::Unusable.into()
        }
    }
}

fn tree(arguments: &TreeArguments) -> Result<Outcome, String> {
    let path = &arguments.world;
    let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let loaded = open::scene(path, &arguments.assets.options(), download_bar())
        .map_err(|error| error.to_string())?;
    write_findings(&mut std::io::stderr(), &loaded.diagnostics);
    let scene = &loaded.scene;
    let node = match &arguments.node {
        Some(def) => scene
            .find_def(def)
            .ok_or_else(|| fail(&format!("no node has the DEF name '{def}'")))?,
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
