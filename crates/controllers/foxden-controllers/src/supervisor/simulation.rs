//! The simulation as a whole: its pace, its end, its files, and what needs a picture.

use super::{Purpose, RequestHandler, SimulationRequest};
use foxden_protocol::Uid;
use foxden_protocol::supervisor::{Movie, SaveWorld, SupervisorAnswer};
use foxden_scene::{export_node, save_file, save_text};
use foxden_sim::controller::Command;
use foxden_sim::picture_requests::Standpoint;
use foxden_vision::{PictureFormat, encode_picture};

/// The size of pictures of the Viewpoint; there is no window that has one.
const EXPORTED_SIZE: [u32; 2] = [1024, 768];

impl RequestHandler<'_> {
    /// Asks for something of the whole simulation.
    pub(super) fn ask(&mut self, request: SimulationRequest) {
        self.simulation_requests.push(request);
    }

    /// Opens another world.
    pub(super) fn load_world(&mut self, file: &str) {
        match self.file(file, Purpose::OpenedWorld) {
            Ok(file) => self.ask(SimulationRequest::Load(Some(file))),
            Err(reason) => self.say(format!("no other world is opened: {reason}")),
        }
    }

    /// Starts the controller of a robot again.
    pub(super) fn restart_controller(&mut self, node: Uid) {
        match self.node(node) {
            Some(id) if self.world.robots().any(|(_, robot)| robot.node() == id) => {
                self.ask(SimulationRequest::Restart(id));
            }
            _ => self.say("node_restart_controller needs a Robot"),
        }
    }

    /// Sends the text of a node.
    pub(super) fn export_string(&mut self, node: Uid) {
        let text = self
            .node(node)
            .map(|id| export_node(&self.world.document(), id))
            .unwrap_or_default();
        self.tell(SupervisorAnswer::ExportedString { text });
    }

    /// Shows a node to a device, or hides it.
    pub(super) fn set_visibility(&mut self, node: Uid, viewer: Uid, visible: bool) {
        if let (Some(node), Some(viewer)) = (self.node(node), self.node(viewer)) {
            self.command(Command::Visibility(node, viewer, visible));
        }
    }

    /// Saves a picture of what the Viewpoint shows.
    pub(super) fn export_image(&mut self, file: &str, quality: u8) {
        if let Err(reason) = self.write_image(file, quality) {
            self.say(format!("no image is saved: {reason}"));
        }
    }

    /// Begins a movie of what the Viewpoint shows.
    pub(super) fn start_movie(&mut self, movie: &Movie) {
        let started = match self.file(&movie.file, Purpose::Movie) {
            Ok(file) => {
                let mut recordings = self.context.recordings.borrow_mut();
                recordings.start_movie(self.world, file, movie)
            }
            Err(reason) => {
                self.context.recordings.borrow_mut().refuse_movie();
                Err(reason.to_string())
            }
        };
        if let Err(reason) = started {
            self.say(format!("no movie is recorded: {reason}"));
        }
    }

    /// Begins an animation for browsers.
    pub(super) fn start_animation(&mut self, name: &str) {
        let started = match self.file(name, Purpose::Animation) {
            Ok(file) => self.context.recordings.borrow_mut().start_animation(&file),
            Err(reason) => Err(reason.to_string()),
        };
        if let Err(reason) = &started {
            self.say(format!("no animation is recorded: {reason}"));
        }
        let success = started.is_ok();
        self.tell(SupervisorAnswer::AnimationStarted { success });
    }

    /// Completes the animation.
    pub(super) fn stop_animation(&mut self) {
        let stopped = self.context.recordings.borrow_mut().stop_animation();
        if let Err(reason) = &stopped {
            self.say(format!("no animation is saved: {reason}"));
        }
        let success = stopped.is_ok();
        self.tell(SupervisorAnswer::AnimationStopped { success });
    }

    fn write_image(&mut self, name: &str, quality: u8) -> Result<(), String> {
        let file = self.file(name, Purpose::Image);
        let file = file.map_err(|reason| reason.to_string())?;
        let format = PictureFormat::of_name(name, quality)
            .ok_or_else(|| format!("'{name}' should end with .png or .jpg"))?;
        let picture = self
            .world
            .render(&Standpoint::Viewpoint, Some(EXPORTED_SIZE))
            .map_err(|error| error.to_string())?;
        let bytes = encode_picture(picture.size, &picture.pixels, format)
            .map_err(|error| error.to_string())?;
        save_file(&file, &bytes).map_err(|error| error.to_string())
    }

    /// Saves the world.
    pub(super) fn save_world(&mut self, save: &SaveWorld) {
        let file = match &save.file {
            Some(file) => self
                .file(file, Purpose::SavedWorld)
                .map_err(|reason| reason.to_string()),
            None => Ok(self.context.world_file.to_owned()),
        };
        let done = file.and_then(|file| {
            save_file(&file, &save_text(&self.world.document())).map_err(|error| error.to_string())
        });
        match &done {
            Ok(()) => self.world.keep_imported(),
            Err(reason) => self.say(format!("the world was not saved: {reason}")),
        }
        let success = done.is_ok();
        self.tell(SupervisorAnswer::WorldSaved { success });
    }
}
