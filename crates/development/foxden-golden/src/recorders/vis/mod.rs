//! The recorder of devices that see: cameras, range-finders, lidars, displays
//! and pens, in process. It records what `vis.c` writes.

mod commands;
mod drawing;
mod pictures;

pub(crate) use drawing::DisplayedPicture;

use crate::client::RecorderClient;
use crate::vision::RecordedEvent;
use foxden_client::devices::DeviceState;
use foxden_protocol::Tag;
use foxden_sim::controller::{Answer, Request};
use foxden_sim::{RobotIndex, World};
use std::collections::BTreeMap;

/// The file of a texture of the group, by its name.
pub(crate) type TextureFiles = std::rc::Rc<dyn Fn(&str) -> Option<Vec<u8>>>;

/// A recorder at work.
pub(crate) struct Vis {
    client: RecorderClient,
    devices: Vec<(Tag, String)>,
    /// What to do before a call of step, in order.
    commands: Vec<(usize, String)>,
    steps: usize,
    duration: u32,
    step: usize,
    textures: TextureFiles,
    /// The images that were made, by the recorder's own numbers.
    images: BTreeMap<i64, i32>,
    pub(crate) events: Vec<RecordedEvent>,
    pub(crate) saved: Vec<DisplayedPicture>,
    /// What it does that the harness cannot do.
    pub(crate) beyond: Option<String>,
}

impl Vis {
    pub(crate) fn new(world: &World, robot: RobotIndex, textures: TextureFiles) -> Self {
        let arguments = world.robot(robot).map(|robot| robot.arguments.clone());
        let arguments = arguments.unwrap_or_default();
        let values = |key: &str| {
            let prefix = format!("{key}=");
            let found = arguments.iter().filter_map(move |argument| {
                let value = argument.strip_prefix(&prefix)?;
                Some(value.to_owned())
            });
            found.collect::<Vec<String>>()
        };
        let last = |key: &str| values(key).last().map(|value| integer(value));
        let basic_step = world.settings().basic_time_step as i64;
        let duration = last("dt").unwrap_or(basic_step);
        let client = RecorderClient::new(world, robot);
        let commands = values("at").into_iter().filter_map(|order| {
            let (step, command) = order.split_once(':')?;
            Some((usize::try_from(integer(step)).ok()?, command.to_owned()))
        });
        let mut vis = Self {
            devices: client.devices(),
            client,
            commands: commands.collect(),
            steps: last("steps").unwrap_or(3).max(0) as usize,
            duration: duration.max(0) as u32,
            step: 0,
            textures,
            images: BTreeMap::new(),
            events: Vec::new(),
            saved: Vec::new(),
            beyond: None,
        };
        vis.devices.retain(|(tag, _)| {
            let state = vis.client.library.device(*tag).map(|device| &device.state);
            let is_watched = |state: &DeviceState| {
                use DeviceState::{Camera, Display, Lidar, RangeFinder};
                matches!(state, Camera(_) | RangeFinder(_) | Lidar(_) | Display(_))
            };
            state.is_some_and(is_watched)
        });
        let period = last("period").unwrap_or(-1);
        let period = if period < 0 { duration } else { period };
        let own_period = |name: &str| last(&format!("period:{name}")).unwrap_or(period) as i32;
        let is_set = |key: &str| last(key).unwrap_or(0) != 0;
        for (tag, name) in vis.devices.clone() {
            let period = own_period(&name);
            let (clouds, segmentation) = (is_set("cloud"), is_set("seg"));
            let recognition = last("recog").unwrap_or(0) as i32;
            vis.enable(tag, period, recognition, segmentation, clouds);
        }
        vis
    }

    fn enable(
        &mut self,
        tag: Tag,
        period: i32,
        recognition: i32,
        segmentation: bool,
        clouds: bool,
    ) {
        match self.client.state(tag) {
            Some(DeviceState::Camera(camera)) => {
                if period != 0 {
                    camera.picture.period.set(period);
                }
                if recognition != 0 && camera.optics.has_recognition {
                    camera.recognition.period.set(recognition);
                    if segmentation && camera.optics.has_segmentation {
                        camera.recognition.set_segmentation(true);
                    }
                }
            }
            Some(DeviceState::RangeFinder(finder)) if period != 0 => {
                finder.picture.period.set(period)
            }
            Some(DeviceState::Lidar(lidar)) => {
                if period != 0 {
                    lidar.picture.period.set(period);
                }
                if clouds {
                    lidar.set_point_cloud(true);
                }
            }
            _ => {}
        }
    }

    /// What the recorder does with an answer (none at the start); `None` when
    /// it has finished.
    pub(crate) fn advance(&mut self, world: &mut World, answer: Option<Answer>) -> Option<Request> {
        match answer {
            Some(answer) => {
                self.client.receive(world, answer);
                self.step += 1;
                if self.client.returned != 0 {
                    let line = format!("step {} returned {}", self.step, self.client.returned);
                    self.events.push(RecordedEvent::Line(line));
                }
            }
            None => self.information(0),
        }
        self.record();
        let due: Vec<String> = self
            .commands
            .iter()
            .filter(|(step, _)| *step == self.step)
            .map(|(_, command)| command.clone())
            .collect();
        for command in due {
            let line = format!("command {} {command}", self.step);
            self.events.push(RecordedEvent::Line(line));
            if !self.run(world, &command) {
                self.beyond = Some(format!("the command {command:?} is not known"));
            }
        }
        if self.step == self.steps {
            self.information(self.steps);
            return None;
        }
        Some(self.client.request(world, self.duration))
    }
}

/// An integer as the C library reads it.
fn integer(text: &str) -> i64 {
    super::sup::library::leading_integer(text)
}
