//! One Reynard in a world.

use super::light;
use crate::body;
use crate::command::{CommandAnswer, CommandRefusal, RobotCommand};
use crate::frame::{Battery, Ledger, LightReading, RobotFrame};
use crate::motion::{Drive, free_velocity, joint_goal};
use crate::obstacle::Obstacle;
use crate::playfield::Playfield;
use crate::trail::TrailMark;
use foxden_runtime::running_world::RunningWorld;
use foxden_scene::{EditError, FieldRef, NodeId, Scene, Value};
use foxden_sim::controller::{Command, Reading, Request, Tag, Write};
use foxden_sim::{RobotIndex, World};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The joints, as his PROTO names their motors and the fields with their positions.
const JOINTS: [&str; 3] = ["shoulder", "elbow", "wrist"];

/// The tool that leaves a line.
const PEN: &str = "pen";

/// Names of tools and of their PROTOs; the first is his own.
pub(crate) const TOOLS: [(&str, &str); 4] = [
    ("fork", "ReynardFork"),
    ("lamp", "ReynardLamp"),
    ("probe", "ReynardProbe"),
    (PEN, "ReynardPen"),
];

/// Nearer than this he touches an obstacle.
const TOUCH: f64 = 0.001;

/// The fields of his PROTO that are written.
#[derive(Clone, Copy, Debug)]
struct FoxFields {
    translation: FieldRef,
    color: FieldRef,
    tool: FieldRef,
    joints: [FieldRef; 3],
}

/// What motion costs him at full speed, in watts.
#[derive(Clone, Copy, Debug, Default)]
struct Consumption {
    drive: f64,
    joint: f64,
}

impl Consumption {
    fn read(scene: &Scene, node: NodeId) -> Self {
        let number = |name| match scene.value(scene.parameter(node, name)?)?.as_ref() {
            Value::Float(value) => Some(*value),
            _ => None,
        };
        Self {
            drive: number("driveConsumption").unwrap_or(0.0),
            joint: number("armConsumption").unwrap_or(0.0),
        }
    }

    /// What velocities cost, in proportion to the speed.
    fn of(&self, velocity: [f64; 2], arm: [f64; 3]) -> f64 {
        let turning: f64 = arm.into_iter().map(f64::abs).sum();
        self.drive * velocity[0].hypot(velocity[1]) / body::SPEED
            + self.joint * turning / body::ARM_SPEED
    }
}

/// A Reynard: where he is in the world, and his commands.
#[derive(Debug)]
pub(super) struct Fox {
    name: Arc<str>,
    node: NodeId,
    fields: FoxFields,
    robot: RobotIndex,
    /// Whether he is in the world; others may remove him.
    is_there: bool,
    motors: [Tag; 3],
    consumption: Consumption,
    /// Where he may stand.
    ground: Playfield,
    /// Whether he and others cannot drive through each other.
    is_solid: bool,
    drive: Drive<2>,
    arm_drive: Drive<3>,
    /// What was last written to the world.
    velocity: [f64; 2],
    tool: Arc<str>,
    sensors: Vec<(Tag, Arc<str>)>,
    readings: BTreeMap<Tag, f64>,
    light: Arc<[LightReading]>,
    is_light_old: bool,
    is_empty: bool,
}

impl Fox {
    /// All Reynards of a world: robots whose PROTO has his parameters.
    pub(super) fn find(world: &World, ground: Playfield) -> Vec<Self> {
        world
            .robots()
            .filter_map(|(index, robot)| {
                let scene = world.scene();
                let node = robot.node();
                let field = |name| scene.parameter(node, name);
                let fields = FoxFields {
                    translation: field("translation")?,
                    color: field("color")?,
                    tool: field("tool")?,
                    joints: [field(JOINTS[0])?, field(JOINTS[1])?, field(JOINTS[2])?],
                };
                let mut motors = [Tag(0); 3];
                for (motor, name) in motors.iter_mut().zip(JOINTS) {
                    *motor = world.device(index, name)?;
                }
                Some(Self {
                    name: robot.name.as_str().into(),
                    node,
                    fields,
                    robot: index,
                    is_there: true,
                    motors,
                    consumption: Consumption::read(scene, node),
                    ground,
                    is_solid: !scene.nodes_of(node, "boundingObject").is_empty(),
                    drive: Drive::REST,
                    arm_drive: Drive::REST,
                    velocity: [0.0; 2],
                    tool: "".into(),
                    sensors: Vec::new(),
                    readings: BTreeMap::new(),
                    light: Arc::default(),
                    is_light_old: true,
                    is_empty: false,
                })
            })
            .collect()
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn shared_name(&self) -> Arc<str> {
        self.name.clone()
    }

    pub(super) fn robot(&self) -> RobotIndex {
        self.robot
    }

    /// At the start, and after a reset: he rests, and his senses are on.
    pub(super) fn wake(&mut self, world: &mut RunningWorld) {
        self.drive = Drive::REST;
        self.velocity = [f64::NAN; 2];
        self.is_empty = world.robot_energy(self.robot) == Some(0.0);
        self.attend(world);
        self.hold_arm(world);
    }

    /// Looks up his devices again; tools bring devices of their own.
    pub(super) fn attend(&mut self, world: &mut RunningWorld) {
        let robot = world.robot_of(self.node);
        self.is_there = robot.is_some();
        let Some(robot) = robot else {
            self.sensors.clear();
            return;
        };
        self.robot = robot;
        for (motor, name) in self.motors.iter_mut().zip(JOINTS) {
            if let Some(tag) = world.device(self.robot, name) {
                *motor = tag;
            }
        }
        self.tool = plugged(world, self.fields.tool);
        self.sensors = world
            .devices(self.robot)
            .filter(|(_, device)| device.node_type.name() == "LightSensor")
            .map(|(tag, device)| (tag, device.name.as_str().into()))
            .collect();
        self.readings.clear();
        self.is_light_old = true;
        let period = world.settings().basic_time_step as i16;
        let commands = self
            .sensors
            .iter()
            .map(|(tag, _)| Command::Enable(*tag, period))
            .collect();
        self.submit(world, 0, commands);
    }

    fn submit(&self, world: &mut RunningWorld, duration: u32, commands: Vec<Command>) {
        if !self.is_there {
            return;
        }
        world.submit(self.robot, Request { duration, commands });
    }

    fn position(&self, world: &World) -> [f64; 2] {
        match world.get(self.fields.translation) {
            Some(Value::Vec3([x, y, _])) => self.ground.nearest([x, y]),
            _ => [0.0; 2],
        }
    }

    fn color(&self, world: &World) -> [f64; 3] {
        match world.get(self.fields.color) {
            Some(Value::Color(color)) => color,
            _ => body::COLOR,
        }
    }

    /// What he adds to his trail.
    pub(super) fn mark(&self, world: &World) -> TrailMark {
        let place = self.position(world);
        let draws = &*self.tool == PEN;
        TrailMark {
            robot: self.name.clone(),
            place,
            color: self.color(world),
            pen: draws.then(|| body::tool_point(place, self.arm(world))),
        }
    }

    fn arm(&self, world: &World) -> [f64; 3] {
        self.fields.joints.map(|joint| match world.get(joint) {
            Some(Value::Float(angle)) => angle,
            _ => 0.0,
        })
    }

    pub(super) fn command(
        &mut self,
        world: &mut RunningWorld,
        now: f64,
        act: RobotCommand,
    ) -> CommandAnswer {
        if !self.is_there {
            let text = format!("{} is not in the world any more", self.name);
            return Err(CommandRefusal::World(text));
        }
        match act {
            RobotCommand::Teleport([x, y]) => {
                self.drive = Drive::REST;
                self.is_light_old = true;
                write(world, self.fields.translation, Value::Vec3([x, y, 0.0]))
            }
            RobotCommand::SetArm(arm) => {
                self.is_light_old = true;
                for (joint, angle) in self.fields.joints.into_iter().zip(arm) {
                    write(world, joint, Value::Float(angle))?;
                }
                self.hold_arm(world);
                Ok(None)
            }
            RobotCommand::Drive(velocity, timeout) => {
                let drive = Drive::new(velocity, body::SPEED, timeout, now);
                self.drive = if self.is_empty { Drive::REST } else { drive };
                Ok(end(timeout, now))
            }
            RobotCommand::DriveArm(velocity, timeout) => {
                if !self.is_empty {
                    self.drive_arm(world, Drive::new(velocity, body::ARM_SPEED, timeout, now));
                }
                Ok(end(timeout, now))
            }
            RobotCommand::Color(color) => write(world, self.fields.color, Value::Color(color)),
            RobotCommand::Tool(name) => self.plug(world, &name),
            RobotCommand::Stop => {
                self.drive = Drive::REST;
                self.hold_arm(world);
                Ok(None)
            }
        }
    }

    fn drive_arm(&mut self, world: &mut RunningWorld, drive: Drive<3>) {
        self.arm_drive = drive;
        let arm = self.arm(world);
        let mut commands = Vec::with_capacity(6);
        for (at, velocity) in drive.velocity().into_iter().enumerate() {
            let goal = joint_goal(at, velocity, arm[at]);
            commands.push(Command::MotorVelocity(self.motors[at], velocity.abs()));
            commands.push(Command::MotorPosition(self.motors[at], goal));
        }
        self.submit(world, 0, commands);
    }

    fn hold_arm(&mut self, world: &mut RunningWorld) {
        self.drive_arm(world, Drive::REST);
    }

    /// Puts a tool into the slot at his wrist. One that does not fit is
    /// refused by the slot, and he keeps what he has.
    fn plug(&mut self, world: &mut RunningWorld, name: &str) -> CommandAnswer {
        let known = TOOLS.iter().find(|(tool, _)| *tool == name);
        let is_importable =
            || {
                world.scene().declarations().iter().any(|declaration| {
                    declaration.is_importable && declaration.name() == Some(name)
                })
            };
        let proto = match known {
            Some((_, proto)) => proto,
            None if is_importable() => name,
            None => {
                return Err(CommandRefusal::NoSuchTool {
                    name: name.chars().take(100).collect(),
                    known: TOOLS.map(|(tool, _)| tool).join(", "),
                });
            }
        };
        if *self.tool == *name {
            return Ok(None);
        }
        let text = format!("{proto} {{ }}");
        let field = self.fields.tool;
        let result = match world.scene().nodes_in(field).is_empty() {
            true => world.insert(field, 0, &text),
            false => world.replace(field, 0, &text),
        };
        result.map_err(|error| match error {
            EditError::Refused(findings) => CommandRefusal::DoesNotFit(
                findings
                    .iter()
                    .next()
                    .map_or_else(String::new, |finding| finding.message.clone()),
            ),
            other => CommandRefusal::World(other.to_string()),
        })?;
        self.attend(world);
        Ok(None)
    }

    /// The space that he takes up, if any: others do not drive through it.
    pub(super) fn body(&self, world: &World) -> Option<Obstacle> {
        let body = || Obstacle::reynard(self.name.clone(), self.position(world));
        (self.is_solid && self.is_there).then(body)
    }

    /// Sets out for a step among obstacles; where he takes up room at its end.
    pub(super) fn before_step<'o>(
        &mut self,
        world: &mut RunningWorld,
        obstacles: impl Iterator<Item = &'o Obstacle>,
    ) -> Option<Obstacle> {
        if !self.is_there {
            return None;
        }
        let seconds = world.settings().seconds();
        let wanted = self.drive.velocity();
        let position = self.position(world);
        let velocity = match wanted == [0.0; 2] {
            true => wanted,
            false => {
                let in_the_way = obstacles.filter(|_| self.is_solid);
                free_velocity(position, wanted, seconds, self.ground, in_the_way)
            }
        };
        let mut commands = Vec::new();
        if velocity != self.velocity {
            self.velocity = velocity;
            let [x, y] = velocity;
            commands.push(Command::SetVelocity(self.node, [x, y, 0.0, 0.0, 0.0, 0.0]));
        }
        let duration = world.settings().basic_time_step as u32;
        self.submit(world, duration, commands);
        world.set_load(
            self.robot,
            self.consumption.of(wanted, self.arm_drive.velocity()),
        );
        let reached = std::array::from_fn(|axis| position[axis] + velocity[axis] * seconds);
        self.is_solid
            .then(|| Obstacle::reynard(self.name.clone(), reached))
    }

    /// `true` if his battery has run empty.
    pub(super) fn after_step(&mut self, world: &mut RunningWorld, time: f64) -> bool {
        if !self.is_there {
            return false;
        }
        if let Some(answer) = world.answer(self.robot) {
            for (tag, reading) in answer.readings {
                if let Reading::Number(value) = reading {
                    self.readings.insert(tag, value);
                }
            }
        }
        self.is_light_old = true;
        self.drive.check(time);
        if self.arm_drive.check(time) {
            self.hold_arm(world);
        }
        let was_empty = self.is_empty;
        self.is_empty = world.robot_energy(self.robot) == Some(0.0);
        let has_run_empty = self.is_empty && !was_empty;
        if has_run_empty {
            self.drive = Drive::REST;
            self.hold_arm(world);
        }
        has_run_empty
    }

    pub(super) fn frame<'o>(
        &mut self,
        world: &mut RunningWorld,
        obstacles: impl Iterator<Item = &'o Obstacle>,
    ) -> RobotFrame {
        let position = self.position(world);
        let arm = self.arm(world);
        if std::mem::take(&mut self.is_light_old) && !self.sensors.is_empty() {
            self.light = light::readings(world, self.robot, &self.sensors, &self.readings);
        }
        RobotFrame {
            name: self.name.clone(),
            position,
            velocity: self.drive.velocity(),
            arm,
            arm_velocity: self.arm_drive.velocity(),
            color: self.color(world),
            tool: self.tool.clone(),
            tool_point: body::tool_point(position, arm),
            battery: self.is_there.then(|| battery(world, self.robot)).flatten(),
            light: self.light.clone(),
            contacts: obstacles
                .filter(|obstacle| self.is_solid && obstacle.is_within(position, TOUCH))
                .map(|obstacle| obstacle.name.clone())
                .collect(),
            ledger: world
                .robot_ledger(self.robot)
                .filter(|_| self.is_there)
                .map_or_else(Ledger::default, |ledger| Ledger {
                    balance: ledger.balance(),
                    moved: ledger.received,
                }),
        }
    }
}

fn end(timeout: f64, now: f64) -> Option<f64> {
    (timeout > 0.0).then_some(now + timeout)
}

fn write(world: &mut RunningWorld, field: FieldRef, value: Value) -> CommandAnswer {
    world
        .set(field, Write::Whole(value))
        .map_err(|error| CommandRefusal::World(error.to_string()))?;
    Ok(None)
}

fn battery(world: &World, robot: RobotIndex) -> Option<Battery> {
    match world.robot_battery(robot) {
        [energy, capacity, ..] => Some(Battery {
            energy: *energy,
            capacity: *capacity,
        }),
        _ => None,
    }
}

/// The name of what is in the slot.
fn plugged(world: &World, field: FieldRef) -> Arc<str> {
    let scene = world.scene();
    let Some(node) = scene.nodes_in(field).first() else {
        return "".into();
    };
    let proto = scene.get(*node).map_or("", |node| node.type_name());
    let known = TOOLS.iter().find(|(_, name)| *name == proto);
    known.map_or(proto, |(tool, _)| tool).into()
}
