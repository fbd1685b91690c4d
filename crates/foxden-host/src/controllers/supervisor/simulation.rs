//! The simulation as a whole: its pace, its end, its files, and what needs eyes.

use super::{Wish, Work};
use foxden_protocol::supervisor::{Answer, MovieStatus, Request, SaveWorld};
use foxden_scene::{export_node, save_file, save_text};
use foxden_sim::controller::Command;

impl Work<'_> {
    /// Directs the simulation; `false` if the request is for something else.
    pub(super) fn direct(&mut self, request: &Request) -> bool {
        match request {
            Request::SetMode(mode) => self.wishes.push(Wish::Mode(*mode)),
            Request::Quit { status } => self.wishes.push(Wish::Quit(*status)),
            Request::Reset => self.command(Command::Reset),
            Request::ReloadWorld => self.wishes.push(Wish::Load(None)),
            Request::LoadWorld { file } => self.wishes.push(Wish::Load(Some(self.file(file)))),
            Request::RestartController { node } => match self.node(*node) {
                Some(id) if self.world.robots().any(|(_, robot)| robot.node() == id) => {
                    self.wishes.push(Wish::Restart(id));
                }
                _ => self.say("node_restart_controller needs a Robot"),
            },
            Request::ExportString { node } => {
                let text = self
                    .node(*node)
                    .map(|id| export_node(&self.world.document(), id))
                    .unwrap_or_default();
                self.tell(Answer::ExportedString { text });
            }
            Request::SaveWorld(save) => self.save(save),
            Request::HeadsetUsed => self.tell(Answer::HeadsetUsed { used: false }),
            // no answer: the library shows that there is none
            Request::HeadsetPosition | Request::HeadsetOrientation => {
                self.say("there is no virtual reality headset");
            }
            // nobody looks: labels, viewpoints and who sees what change nothing
            Request::SetLabel(_)
            | Request::MoveViewpoint { .. }
            | Request::SetVisibility { .. } => {}
            Request::ExportImage { .. } => self.say("no image is saved: Foxden has no 3D view"),
            Request::StartMovie(_) => {
                self.say("no movie is recorded: Foxden has no 3D view");
                self.tell(Answer::Movie(MovieStatus::SimulationError));
            }
            Request::StopMovie => {}
            Request::StartAnimation { .. } => {
                self.say("no animation is recorded yet");
                self.tell(Answer::AnimationStarted { success: false });
            }
            Request::StopAnimation => self.tell(Answer::AnimationStopped { success: false }),
            _ => return false,
        }
        true
    }

    fn save(&mut self, save: &SaveWorld) {
        let file = match &save.file {
            Some(file) => self.file(file),
            None => self.context.world_file.to_owned(),
        };
        let done = save_file(&file, &save_text(&self.world.document()));
        match &done {
            Ok(_) => self.world.keep_imported(),
            Err(error) => self.say(format!("the world was not saved: {error}")),
        }
        let success = done.is_ok();
        self.tell(Answer::WorldSaved { success });
    }
}
