//! What the commands of viewers do.

use super::{ProgramRequest, Refusal, Viewer};
use crate::command::Command;
use crate::editor;
use crate::fields;
use crate::hub::ViewerId;
use foxden_catalogue::NodeType;
use foxden_lang::value::Value;
use foxden_runtime::input::Input;
use foxden_runtime::pace::{Pace, SPEEDS};
use foxden_runtime::run::Run;
use foxden_runtime::running_world::RunningWorld;
use foxden_scene::{FieldRef, NodeId, save_file, save_text};
use foxden_sim::controller::{Command as DeviceCommand, Tag};
use foxden_sim::{ExternalForce, RobotIndex};
use serde_json::{Value as Json, json};

/// A spring between a point of a body and a point in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pull {
    node: NodeId,
    point: [f64; 3],
    target: [f64; 3],
}

impl Viewer {
    pub(super) fn execute(
        &mut self,
        run: &mut Run,
        viewer: ViewerId,
        command: Command,
    ) -> Result<Json, String> {
        if self.is_replay && command.is_change_of_world() {
            return Err("this is a replay: it can be looked at, not changed".to_owned());
        }
        match command {
            Command::Play => run.set_pace(run.pace().paused(false)),
            Command::Pause => run.set_pace(run.pace().paused(true)),
            Command::Speed { factor } => {
                let pace = match factor {
                    None => Pace::FASTEST,
                    Some(factor) if SPEEDS.contains(&factor) => Pace::factor(factor),
                    Some(_) => {
                        let (least, most) = (SPEEDS.start(), SPEEDS.end());
                        return Err(format!("the speed is from {least} to {most}, or null"));
                    }
                };
                run.set_pace(pace.paused(run.pace().is_paused));
            }
            Command::Reset => {
                apply(&mut run.world, Input::Reset)?;
                self.controllers.restart_all();
                self.editor.clear();
            }
            Command::Reload | Command::Quit | Command::Open { .. } if !self.about.can_end() => {
                return Err("this run cannot be ended from a page".to_owned());
            }
            Command::Reload if !self.about.has_file() => {
                return Err("this world has no file to open again".to_owned());
            }
            Command::Reload => self.request(ProgramRequest::Reload),
            Command::Quit => self.request(ProgramRequest::Quit),
            Command::Open { file } => {
                let worlds = self.about.worlds.as_ref();
                let found = worlds.and_then(|worlds| worlds.find(&file));
                let entry = found.ok_or("this world is not in the list of worlds")?;
                self.request(ProgramRequest::Open(entry.file.clone()));
            }
            Command::Fields { node } => {
                let node = editor::node(&run.world, node)?;
                return Ok(fields::fields(&run.world, node));
            }
            Command::Set { node, field, text } => {
                return self.editor.set(&mut run.world, node, &field, &text);
            }
            Command::Undo => return self.editor.undo(&mut run.world),
            Command::Redo => return self.editor.redo(&mut run.world),
            Command::Insert {
                node,
                field,
                index,
                text,
            } => {
                let result = self
                    .editor
                    .insert(&mut run.world, node, &field, index, &text);
                if let Err(reason) = &result {
                    self.note_refusal(run, node, reason);
                }
                return result;
            }
            Command::Remove { node } => return self.editor.remove(&mut run.world, node),
            Command::Move {
                node,
                position,
                rotation,
            } => return self.move_node(&mut run.world, node, position, rotation),
            Command::Pull {
                node,
                point,
                target,
            } => return self.set_pull(&run.world, viewer, node, point, target),
            Command::Motor {
                robot,
                device,
                position,
                velocity,
                torque,
            } => {
                let wanted = [position, velocity, torque];
                if wanted.iter().flatten().any(|number| number.is_nan()) {
                    return Err("a motor takes numbers only".to_owned());
                }
                let (robot, tag) = device_of(&run.world, robot, &device)?;
                let [position, velocity, torque] = wanted;
                // a velocity alone turns a wheel: there is no position to go to
                let position = position.or(velocity.map(|_| f64::INFINITY));
                let commands = [
                    position.map(|position| DeviceCommand::MotorPosition(tag, position)),
                    velocity.map(|velocity| DeviceCommand::MotorVelocity(tag, velocity)),
                    torque.map(|torque| DeviceCommand::MotorForce(tag, torque)),
                ];
                let commands: Vec<DeviceCommand> = commands.into_iter().flatten().collect();
                submit(run, robot, commands)?;
            }
            Command::Led {
                robot,
                device,
                value,
            } => {
                let (robot, tag) = device_of(&run.world, robot, &device)?;
                submit(run, robot, vec![DeviceCommand::Led(tag, value)])?;
            }
            Command::Controller { robot, action } => {
                let node = editor::node(&run.world, robot)?;
                self.controllers.act(node, action)?;
            }
            Command::Input(input) => {
                let node = editor::node(&run.world, input.robot)?;
                self.controllers.input(&run.world, node, &input)?;
            }
            Command::Window { robot, message } => {
                let node = editor::node(&run.world, robot)?;
                self.controllers.send_to_controller(node, &message)?;
            }
            Command::Save { file } => return self.save(run, file.as_deref()),
            Command::Continue { time } => {
                let moment = self.hub.history().moment(time)?;
                let time = moment.time;
                apply(&mut run.world, Input::Restore(moment))?;
                self.hub.history().cut(time);
                self.editor.clear();
                return Ok(json!({ "time": time }));
            }
            // the connection does these
            Command::Step { .. } | Command::Watch { .. } | Command::Look { .. } => {}
        }
        Ok(Json::Null)
    }

    /// Notes that a Slot did not take a part.
    fn note_refusal(&mut self, run: &Run, number: u32, reason: &str) {
        let scene = run.world.scene();
        let Some(node) = scene.by_number(number) else {
            return;
        };
        let is_slot = scene
            .get(node)
            .is_some_and(|node| node.base_type() == NodeType::Slot);
        if is_slot {
            self.hub.report("slot", reason, Some(number));
            let slot = scene.path(node);
            self.refusals.retain(|refusal| refusal.slot != slot);
            self.refusals.push(Refusal {
                slot,
                reason: reason.to_owned(),
            });
        }
    }

    /// Saves the world under a name in its folder.
    fn save(&mut self, run: &mut Run, name: Option<&str>) -> Result<Json, String> {
        if !self.about.has_file() {
            return Err("this world has no file".to_owned());
        }
        let path = match name {
            None if self.about.is_bundled => {
                let reason = "this world is part of Foxden; save it under a name of your own";
                return Err(reason.to_owned());
            }
            None => self.about.file.clone(),
            Some(name) => {
                let is_plain = !name.contains(['/', '\\', '\0']) && !name.starts_with('.');
                if !is_plain || !name.ends_with(".wbt") || name.len() > 200 {
                    let reason = "the name of a world ends with .wbt and has no folder";
                    return Err(reason.to_owned());
                }
                let path = self.about.file.with_file_name(name);
                if path.is_symlink() {
                    return Err(format!(
                        "'{name}' is a link to another file; choose another name"
                    ));
                }
                // those that are part of Foxden are written again by the next start
                if self.about.is_bundled && path.exists() {
                    return Err(format!(
                        "there is a file '{name}' already; choose another name"
                    ));
                }
                path
            }
        };
        let text = save_text(&run.world.document());
        save_file(&path, &text).map_err(|error| error.to_string())?;
        run.world.keep_imported();
        let shown = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        Ok(json!({ "file": shown }))
    }

    /// Moves or turns a node to a pose in the world.
    fn move_node(
        &mut self,
        world: &mut RunningWorld,
        number: u32,
        position: Option<[f64; 3]>,
        rotation: Option<[f64; 4]>,
    ) -> Result<Json, String> {
        let node = editor::node(world, number)?;
        let field = |name: &str| -> Result<FieldRef, String> {
            let scene = world.scene();
            scene
                .field(node, name)
                .ok_or_else(|| format!("this node has no field '{name}', so it cannot be moved"))
        };
        let numbers = position.iter().flatten().chain(rotation.iter().flatten());
        if numbers.into_iter().any(|number| !number.is_finite()) {
            return Err("a pose has finite numbers only".to_owned());
        }
        let (local_position, local_rotation) = world
            .pose_in_parent(node, position, rotation)
            .ok_or("this node has no pose")?;
        let mut values = Vec::new();
        if position.is_some() {
            values.push((field("translation")?, Value::Vec3(local_position)));
        }
        if rotation.is_some() {
            values.push((field("rotation")?, Value::Rotation(local_rotation)));
        }
        self.editor.write_drag(world, values)
    }

    fn set_pull(
        &mut self,
        world: &RunningWorld,
        viewer: ViewerId,
        number: u32,
        point: [f64; 3],
        target: Option<[f64; 3]>,
    ) -> Result<Json, String> {
        let Some(target) = target else {
            self.pulls.remove(&viewer);
            return Ok(Json::Null);
        };
        if point.iter().chain(&target).any(|part| !part.is_finite()) {
            return Err("a point has finite numbers only".to_owned());
        }
        let node = editor::node(world, number)?;
        if !world.has_body(node) {
            return Err("only a Solid with Physics can be pulled".to_owned());
        }
        let pull = Pull {
            node,
            point,
            target,
        };
        self.pulls.insert(viewer, pull);
        Ok(Json::Null)
    }

    /// Pulls on the bodies that viewers hold.
    pub(super) fn pull(&mut self, run: &mut Run) {
        self.pulls.retain(|_, pull| run.world.has_body(pull.node));
        for pull in self.pulls.values() {
            let Some(force) = spring(&run.world, pull) else {
                continue;
            };
            let input = Input::Push {
                node: pull.node,
                force: ExternalForce::ForceAt(force, pull.point),
                is_relative: false,
            };
            // a push does not fail
            let _ = run.world.apply(input);
        }
    }
}

/// The force of a spring that moves a point of a body to its target within about
/// half a second. The damping works against the speed of that point, so that the
/// body does not start to spin.
fn spring(world: &RunningWorld, pull: &Pull) -> Option<[f64; 3]> {
    const STIFFNESS: f64 = 40.0;
    const DAMPING: f64 = 8.0;
    /// A hand does not pull harder than a spring of this length.
    const LONGEST: f64 = 3.0;
    let pose = world.pose(pull.node, None)?;
    let mass = world.mass_of(pull.node)?;
    let [vx, vy, vz, wx, wy, wz] = world.velocity(pull.node)?;
    let row = |axis: usize| &pose[4 * axis..4 * axis + 4];
    let arm: [f64; 3] = std::array::from_fn(|axis| {
        let row = row(axis);
        (0..3).map(|part| row[part] * pull.point[part]).sum()
    });
    let [x, y, z] = arm;
    let speed = [
        vx + wy * z - wz * y,
        vy + wz * x - wx * z,
        vz + wx * y - wy * x,
    ];
    let way: [f64; 3] = std::array::from_fn(|axis| pull.target[axis] - (row(axis)[3] + arm[axis]));
    let length = way.iter().map(|part| part * part).sum::<f64>().sqrt();
    let share = (LONGEST / length).min(1.0);
    Some(std::array::from_fn(|axis| {
        mass * (STIFFNESS * share * way[axis] - DAMPING * speed[axis])
    }))
}

fn apply(world: &mut RunningWorld, input: Input) -> Result<Json, String> {
    world
        .apply(input)
        .map(|_| Json::Null)
        .map_err(|error| error.to_string())
}

fn device_of(world: &RunningWorld, robot: u32, name: &str) -> Result<(RobotIndex, Tag), String> {
    let node = editor::node(world, robot)?;
    let robot = world.robot_of(node).ok_or("this node is no Robot")?;
    let tag = world.device(robot, name).ok_or_else(|| {
        let names: Vec<&str> = world
            .devices(robot)
            .map(|(_, device)| &*device.name)
            .collect();
        format!(
            "the robot has no device of this name; it has {}",
            names.join(", ")
        )
    })?;
    Ok((robot, tag))
}

/// Sends commands to devices as a controller does, without waiting for an answer.
fn submit(run: &mut Run, robot: RobotIndex, commands: Vec<DeviceCommand>) -> Result<(), String> {
    let input = Input::DeviceCommands { robot, commands };
    apply(&mut run.world, input).map(drop)
}
