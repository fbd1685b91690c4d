//! `raconteur replay`

use raconteur::Node;
use raconteur::recording::{Recording, Replay};

use crate::arguments;
use crate::failure::Failure;
use crate::output;

/// Largest file that is read.
const LARGEST_FILE: u64 = 2 << 30;

pub async fn run(arguments: &arguments::ReplayArguments) -> Result<(), Failure> {
    let failed = |reason: String| Failure::File(arguments.file.clone(), reason);
    let size = std::fs::metadata(&arguments.file)
        .map_err(|error| failed(error.to_string()))?
        .len();
    if size > LARGEST_FILE {
        return Err(failed("larger than 2 GiB, which is not replayed".into()));
    }
    let bytes = std::fs::read(&arguments.file).map_err(|error| failed(error.to_string()))?;
    let recording = Recording::read(&bytes).map_err(|error| failed(error.to_string()))?;
    drop(bytes);
    let replay = Replay::new(recording).map_err(|error| failed(error.to_string()))?;
    let node = Node::new("raconteur.replay")?;
    let mut names = Vec::new();
    for service in replay.services() {
        names.push(node.register(service)?.name().to_owned());
    }
    let listener = node
        .listen(arguments.listen.as_str(), Default::default())
        .await?;
    for name in names {
        output::print(&listener.url(&name))?;
    }
    if !arguments.at_once {
        replay.wait_for_client().await;
    }
    replay.play(arguments.speed).await;
    node.shutdown();
    Ok(())
}
