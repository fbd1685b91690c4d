//! How controllers are run, and who is informed of what happens to them.

use crate::console::Printer;
use crate::controller_search::ControllerPaths;
use crate::controls::ControllerControls;
pub use crate::named_file::AllowedFolders;
use crate::recordings::AnimationRecorder;
use crate::user_input::InputSource;
use crate::view_requests::ViewRequests;
use crate::window_messages::WindowMessages;
use foxden_runtime::stop_flag::StopFlag;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The usual silence after which others are served out of order.
pub const ORDER_TIME: Duration = Duration::from_secs(2);

/// How controllers are run.
#[derive(Clone)]
pub struct ControllerOptions {
    /// Where controllers are.
    pub places: ControllerPaths,
    /// The file of the world.
    pub world_file: PathBuf,
    /// Where controllers may name files.
    pub allowed_folders: AllowedFolders,
    /// Whether somebody besides the controllers can let a paused simulation go on.
    pub can_be_resumed_elsewhere: bool,
    /// Whether the simulation is over when all controllers have ended.
    pub until_controllers_end: bool,
    /// Whether the simulation waits until extern controllers have connected.
    pub waits_for_extern: bool,
    /// For how long a controller may keep the simulation waiting; for ever if not given.
    pub timeout: Option<Duration>,
    /// After what silence of one controller others are served out of order: it
    /// may be waiting for one of them.
    pub order_time: Duration,
    /// Hears what controllers print.
    pub printer: Printer,
    /// Hears what happens to controllers.
    pub notice: Arc<dyn Fn(Notice<'_>) + Send + Sync>,
    /// Who is in front of the simulation.
    pub input: InputSource,
    /// What people do with controllers.
    pub controls: ControllerControls,
    /// Records what viewers would see, if the program can show worlds.
    pub animations: Option<Arc<dyn AnimationRecorder>>,
    /// The messages of robot windows, if there is a program that shows windows.
    pub windows: Option<WindowMessages>,
    /// What supervisors want to be seen, if there is a program that shows the world.
    pub view_requests: Option<ViewRequests>,
    /// Ends all waiting.
    pub stop: StopFlag,
}

impl ControllerOptions {
    /// For a program that shows nothing and prints nothing, whose controllers may name
    /// files below a folder; extern controllers are waited for without an end.
    pub fn silent(world_file: PathBuf, folder: &Path) -> Self {
        Self {
            places: ControllerPaths::default(),
            world_file,
            allowed_folders: AllowedFolders::new([folder.to_owned()]),
            can_be_resumed_elsewhere: true,
            until_controllers_end: false,
            waits_for_extern: true,
            timeout: None,
            order_time: ORDER_TIME,
            printer: Printer::Lines(Arc::new(|_, _, _| ())),
            notice: Arc::new(|_| ()),
            input: InputSource::default(),
            controls: ControllerControls::default(),
            animations: None,
            windows: None,
            view_requests: None,
            stop: StopFlag::default(),
        }
    }
}

/// Something that happened to a controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice<'a> {
    /// Information for people.
    Info(&'a str),
    /// Something that is not as it should be.
    Problem(&'a str),
}
