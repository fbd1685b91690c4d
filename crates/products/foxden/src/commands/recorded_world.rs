//! Opens the worlds of a replay ticket again.

use super::AssetArguments;
use super::world_record::WorldRecord;
use crate::AssetOptions;
use crate::progress::Progress;
use foxden_assets::asset_journal::{AssetEvent, ContentHash};
use foxden_assets::recorded_assets::RecordedAssets;
use foxden_lang::resolve::Location;
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::ticket::TicketError;
use foxden_runtime::ticket::file::{FileEnd, RecordedWorld, TicketFile};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

/// A world that was opened from a ticket.
pub(crate) struct ReplayedWorld {
    pub(crate) record: WorldRecord,
    pub(crate) world: RunningWorld,
    /// What it is made from.
    pub(crate) assets: Arc<RecordedAssets>,
}

/// Reads the ticket of a recording.
pub(crate) fn read_ticket(path: &Path) -> Result<TicketFile, String> {
    if path.is_dir() {
        return Err("this is a folder; name an .mcap file".to_owned());
    }
    TicketFile::read(path).map_err(|error| match error {
        TicketError::Io(error) if error.kind() == ErrorKind::NotFound => {
            "there is no such file".to_owned()
        }
        error => error.to_string(),
    })
}

/// The files of a recorded world.
pub(crate) fn asset_events(recorded: &RecordedWorld) -> Result<Vec<AssetEvent>, String> {
    let mut events = Vec::new();
    for message in &recorded.assets {
        let new: Vec<AssetEvent> = serde_json::from_slice(message)
            .map_err(|error| format!("the files of the ticket cannot be read: {error}"))?;
        events.extend(new);
    }
    Ok(events)
}

/// An error with what is wrong with the file of the ticket.
fn explained(ticket: &TicketFile, reason: String) -> String {
    match &ticket.end {
        FileEnd::Complete => reason,
        FileEnd::CutOff => format!("{reason}; the recording is cut off"),
        FileEnd::Damaged(why) => format!("{reason}; the recording is damaged: {why}"),
    }
}

/// Opens a world as it was opened for the recording.
pub(crate) fn open_recorded(
    ticket: &TicketFile,
    recorded: &RecordedWorld,
    arguments: &AssetArguments,
    threads: usize,
) -> Result<ReplayedWorld, String> {
    let record = WorldRecord::read(&recorded.opened)?;
    let _progress = Progress::of(format!("loading {}", record.file.display()));
    let events = asset_events(recorded)?;
    let contents: BTreeMap<ContentHash, Arc<[u8]>> = ticket
        .contents
        .iter()
        .map(|(hash, content)| (ContentHash(hash.clone()), Arc::clone(content)))
        .collect();
    let options = arguments.options();
    let assets = RecordedAssets::new(events, contents, &options);
    let assets = Arc::new(assets.map_err(|error| explained(ticket, error.to_string()))?);
    let text = assets
        .content(&Location::file(record.file.clone()))
        .ok_or_else(|| {
            let reason = format!("the ticket does not have {}", record.file.display());
            explained(ticket, reason)
        })?;
    let mut opening = crate::OpenOptions::new().assets(AssetOptions {
        recorded: Some(Arc::clone(&assets)),
        ..options
    });
    if let Some(seed) = record.seed {
        opening = opening.random_seed(seed);
    }
    let world = opening.open_text_bytes(&text, &record.file);
    let mut world = world.map_err(|error| error.to_string())?.into_simulation();
    world.set_physics(record.physics.method());
    world.set_vision_rules(record.vision.rules());
    world.set_threads(threads);
    Ok(ReplayedWorld {
        record,
        world: RunningWorld::new(world),
        assets,
    })
}
