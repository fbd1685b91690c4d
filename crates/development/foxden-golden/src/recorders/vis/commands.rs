//! The commands of the recorder.

use super::{Vis, integer};
use crate::client::{find_node, leading_number};
use foxden_catalogue::FieldType;
use foxden_client::devices::DeviceState;
use foxden_protocol::Tag;
use foxden_scene::{FieldRef, NodeId, Value};
use foxden_sim::World;
use foxden_sim::controller::{Command, Write};

impl Vis {
    /// Runs a command: words with commas between them; whether it is known.
    pub(super) fn run(&mut self, world: &mut World, command: &str) -> bool {
        let words: Vec<&str> = command.split(',').filter(|word| !word.is_empty()).collect();
        match words.as_slice() {
            ["info"] => self.information(self.step),
            ["set", def, field, rest @ ..] => self.write(world, def, None, field, 0, rest),
            ["seti", def, field, index, rest @ ..] => {
                let index = usize::try_from(integer(index)).unwrap_or(0);
                self.write(world, def, None, field, index, rest);
            }
            ["setsub", def, holder, field, rest @ ..] => {
                self.write(world, def, Some(holder), field, 0, rest);
            }
            ["move", def, rest @ ..] => self.write(world, def, None, "translation", 0, rest),
            ["rot", def, rest @ ..] => self.write(world, def, None, "rotation", 0, rest),
            ["remove", def] => {
                self.client.flush(world);
                if let Some(node) = find_node(world, def) {
                    // what cannot be removed stays
                    let _ = world.remove(node);
                }
            }
            ["hide", def, viewer, visible] => {
                if let (Some(node), Some(viewer)) =
                    (find_node(world, def), find_node(world, viewer))
                {
                    let is_visible = integer(visible) != 0;
                    let command = Command::Visibility(node, viewer, is_visible);
                    self.client.send_now(world, command);
                }
            }
            ["d", device, rest @ ..] => {
                if let Some(tag) = self.tag(device) {
                    return self.draw(world, tag, rest);
                }
            }
            [command, device, rest @ ..] => {
                if let Some(tag) = self.tag(device) {
                    return self.direct(tag, command, rest);
                }
            }
            _ => return false,
        }
        true
    }

    fn tag(&self, name: &str) -> Option<Tag> {
        self.client.library.tag_of(name)
    }

    fn direct(&mut self, tag: Tag, command: &str, words: &[&str]) -> bool {
        let word = words.first().copied().unwrap_or_default();
        let (number, whole) = (leading_number(word), integer(word) as i32);
        if matches!(command, "enable" | "disable") {
            let period = if command == "enable" { whole } else { 0 };
            self.client.enable(tag, period);
            return true;
        }
        // what the library refuses changes nothing
        let _ = match (self.client.state(tag), command) {
            (Some(DeviceState::Camera(camera)), "fov") => camera.set_field_of_view(number),
            (Some(DeviceState::Camera(camera)), "exposure") => camera.set_exposure(number),
            (Some(DeviceState::Camera(camera)), "focal") => camera.set_focal_distance(number),
            (Some(DeviceState::Camera(camera)), "recog") => camera
                .check_recognition()
                .map(|()| camera.recognition.period.set(whole)),
            (Some(DeviceState::Camera(camera)), "seg") => camera
                .check_recognition()
                .map(|()| camera.recognition.set_segmentation(whole != 0)),
            (Some(DeviceState::Lidar(lidar)), "frequency") => lidar.set_frequency(number),
            (Some(DeviceState::Lidar(lidar)), "cloud") => {
                lidar.set_point_cloud(whole != 0);
                Ok(())
            }
            (Some(DeviceState::Pen(pen)), "pen") => {
                pen.write(whole != 0);
                Ok(())
            }
            (Some(DeviceState::Pen(pen)), "ink") => {
                let color = i32::from_str_radix(word, 16).unwrap_or(0);
                let density = words.get(1).map_or(0.0, |word| leading_number(word));
                pen.set_ink(color, density);
                Ok(())
            }
            _ => return false,
        };
        true
    }

    /// A supervisor's edit of a field, or of the node that one holds.
    fn write(
        &mut self,
        world: &World,
        def: &str,
        holder: Option<&str>,
        field: &str,
        index: usize,
        words: &[&str],
    ) {
        let own = world.robot(self.client.robot).map(|robot| robot.node());
        let mut node = find_node(world, def).or(own);
        if let Some(holder) = holder {
            node = node.and_then(|node| world.scene().node_in(node, holder));
        }
        let field = node.and_then(|node: NodeId| world.scene().field(node, field));
        if let Some(field) = field
            && let Some(write) = value(world, field, index, words)
        {
            self.client.write(field, write);
        }
    }
}

/// What a field is set to, as the recorder reads it.
fn value(world: &World, field: FieldRef, index: usize, words: &[&str]) -> Option<Write> {
    let number = |at: usize| words.get(at).map_or(0.0, |word| leading_number(word));
    let text = words.first().copied().unwrap_or_default();
    Some(match world.scene().field_type(field) {
        FieldType::SFBool => Write::Whole(Value::Bool(number(0) != 0.0)),
        FieldType::SFInt32 => Write::Whole(Value::Int(number(0) as i32)),
        FieldType::SFFloat => Write::Whole(Value::Float(number(0))),
        FieldType::SFVec2f => Write::Whole(Value::Vec2(std::array::from_fn(number))),
        FieldType::SFVec3f => Write::Whole(Value::Vec3(std::array::from_fn(number))),
        FieldType::SFRotation => Write::Whole(Value::Rotation(std::array::from_fn(number))),
        FieldType::SFColor => Write::Whole(Value::Color(std::array::from_fn(number))),
        FieldType::SFString => Write::Whole(Value::String(text.into())),
        FieldType::MFColor => Write::Item(index, Value::Color(std::array::from_fn(number))),
        FieldType::MFFloat => Write::Item(index, Value::Float(number(0))),
        FieldType::MFVec3f => Write::Item(index, Value::Vec3(std::array::from_fn(number))),
        FieldType::MFString => Write::Item(index, Value::String(text.into())),
        _ => return None,
    })
}
