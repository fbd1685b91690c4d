//! A world that a program steps.

use crate::edit::EditJournal;
use crate::open::WorldOrigin;
use crate::port::RobotPort;
use crate::{Device, Error, OpenOptions, Robot};
use foxden_lang::diagnostic::Diagnostics;
use foxden_scene::NodeId;
use foxden_sim::RobotIndex;
use foxden_sim::controller::{Command, Packet, Reading};
use std::collections::BTreeMap;
use std::path::Path;

/// A world. The program that holds it is the controller of its robots.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
/// let mut world = foxden::World::open("worlds/hello.wbt")?;
/// world.step();
/// assert_eq!(world.time(), 0.016);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct World {
    pub(crate) simulation: foxden_sim::World,
    pub(crate) diagnostics: Diagnostics,
    /// Robots that this program drives.
    pub(crate) driven: BTreeMap<Robot, RobotPort>,
    pub(crate) origin: WorldOrigin,
    pub(crate) journal: EditJournal,
}

impl World {
    pub(crate) fn new(
        simulation: foxden_sim::World,
        diagnostics: Diagnostics,
        origin: WorldOrigin,
    ) -> Self {
        Self {
            simulation,
            diagnostics,
            driven: BTreeMap::new(),
            origin,
            journal: EditJournal::default(),
        }
    }

    /// Opens a world file; [`OpenOptions`] has more choices.
    ///
    /// ```
    /// let error = foxden::World::open("missing.wbt").err();
    /// assert!(error.is_some_and(|error| error.to_string().contains("no such file")));
    /// ```
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        OpenOptions::new().open(path)
    }

    /// What is wrong in the files of the world.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let world = foxden::World::open("worlds/hello.wbt")?;
    /// for finding in world.diagnostics().iter() {
    ///     println!("{}", finding.message);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// The robots, with their names.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let world = foxden::World::open("worlds/hello.wbt")?;
    /// let names: Vec<&str> = world.robots().map(|(_, name)| name).collect();
    /// assert_eq!(names, ["cub"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn robots(&self) -> impl Iterator<Item = (Robot, &str)> {
        let robots = self.simulation.robots();
        robots.map(|(_, robot)| (Robot::new(robot.node()), robot.name.as_str()))
    }

    /// The robot with a name.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let world = foxden::World::open("worlds/hello.wbt")?;
    /// assert!(world.robot("cub").is_ok());
    /// assert!(world.robot("bear").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is none; the error lists the robots.
    pub fn robot(&self, name: &str) -> Result<Robot, Error> {
        let mut robots = self.robots();
        let found = robots.find(|(_, own)| *own == name);
        found.map(|(robot, _)| robot).ok_or_else(|| Error::NoRobot {
            name: name.to_owned(),
            known: listed(self.robots().map(|(_, name)| name)),
        })
    }

    /// The device of a robot with a name.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let world = foxden::World::open("worlds/hello.wbt")?;
    /// let cub = world.robot("cub")?;
    /// assert!(world.device(cub, "eye").is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is none; the error lists the devices.
    pub fn device(&self, robot: Robot, name: &str) -> Result<Device, Error> {
        let index = self.index(robot);
        let tag = index.and_then(|index| self.simulation.device(index, name));
        tag.map(|tag| Device { robot, tag })
            .ok_or_else(|| Error::NoDevice {
                robot: self
                    .robots()
                    .find(|(other, _)| *other == robot)
                    .map_or_else(String::new, |(_, name)| name.to_owned()),
                name: name.to_owned(),
                known: listed(index.into_iter().flat_map(|index| {
                    let devices = self.simulation.devices(index);
                    devices.map(|(_, device)| device.name.as_str())
                })),
            })
    }

    /// Lets a sensor measure with this period in milliseconds; 0 turns it off.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let mut world = foxden::World::open("worlds/hello.wbt")?;
    /// let eye = world.device(world.robot("cub")?, "eye")?;
    /// world.enable(eye, 32);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn enable(&mut self, sensor: Device, period: i16) {
        self.command(sensor.robot, Command::Enable(sensor.tag, period));
    }

    /// Lets a motor turn at a velocity, in radians or metres per second.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let mut world = foxden::World::open("worlds/hello.wbt")?;
    /// let motor = world.device(world.robot("cub")?, "left motor")?;
    /// world.set_velocity(motor, 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_velocity(&mut self, motor: Device, velocity: f64) {
        let Device { robot, tag } = motor;
        self.command(robot, Command::MotorPosition(tag, f64::INFINITY));
        self.command(robot, Command::MotorVelocity(tag, velocity));
    }

    /// Lets a motor move to a position, in radians or metres.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let mut world = foxden::World::open("worlds/hello.wbt")?;
    /// let motor = world.device(world.robot("cub")?, "left motor")?;
    /// world.set_position(motor, 1.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_position(&mut self, motor: Device, position: f64) {
        self.command(motor.robot, Command::MotorPosition(motor.tag, position));
    }

    /// Sends any command of a controller with the next step.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// use foxden::Command;
    /// let mut world = foxden::World::open("worlds/hello.wbt")?;
    /// let cub = world.robot("cub")?;
    /// world.command(cub, Command::EnableBattery(16));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn command(&mut self, robot: Robot, command: Command) {
        let index = self.index(robot).zip(command.tag());
        let device = index.and_then(|(index, tag)| self.simulation.device_node(index, tag));
        self.driven.entry(robot).or_default().push(command, device);
    }

    /// Makes one step of the world's `basicTimeStep`.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let mut world = foxden::World::open("worlds/hello.wbt")?;
    /// world.step();
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step(&mut self) {
        // a robot that an edit removed has no controller any more
        let simulation = &mut self.simulation;
        self.driven
            .retain(|robot, _| simulation.robot_of(robot.node()).is_some());
        for (robot, port) in &mut self.driven {
            if let Some(index) = simulation.robot_of(robot.node()) {
                port.send(simulation, index);
            }
        }
        simulation.step();
        for (robot, port) in &mut self.driven {
            if let Some(index) = simulation.robot_of(robot.node()) {
                port.receive(simulation, index);
            }
        }
    }

    /// What a sensor measured last; none before it was enabled and a step was made.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// use foxden::Reading;
    /// let mut world = foxden::World::open("worlds/hello.wbt")?;
    /// let eye = world.device(world.robot("cub")?, "eye")?;
    /// world.enable(eye, 16);
    /// world.step();
    /// assert!(matches!(world.reading(eye), Some(Reading::Number(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reading(&self, sensor: Device) -> Option<Reading> {
        self.readings(sensor).last().cloned()
    }

    /// What the program got from a device last, one of each kind: a connector has a
    /// presence and says whether it is locked.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let mut world = foxden::World::open("worlds/hello.wbt")?;
    /// let eye = world.device(world.robot("cub")?, "eye")?;
    /// assert!(world.readings(eye).is_empty());
    /// world.enable(eye, 16);
    /// world.step();
    /// assert_eq!(world.readings(eye).len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn readings(&self, device: Device) -> &[Reading] {
        let port = self.driven.get(&device.robot);
        let node = self.device_node(device);
        port.zip(node)
            .map_or(&[], |(port, node)| port.readings(node))
    }

    /// Takes the packets that a receiver heard since the last call, the oldest first; at
    /// most [`MOST_PACKETS`](crate::MOST_PACKETS) wait.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let mut world = foxden::World::open("worlds/hello.wbt")?;
    /// let eye = world.device(world.robot("cub")?, "eye")?;
    /// assert!(world.take_packets(eye).is_empty()); // it is no receiver
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_packets(&mut self, receiver: Device) -> Vec<Packet> {
        let node = self.device_node(receiver);
        let port = self.driven.get_mut(&receiver.robot);
        port.zip(node)
            .map_or_else(Vec::new, |(port, node)| port.take_packets(node))
    }

    fn device_node(&self, device: Device) -> Option<NodeId> {
        self.simulation
            .device_node(self.index(device.robot)?, device.tag)
    }

    /// The device that a node is, if it is one.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let world = foxden::World::open("worlds/hello.wbt")?;
    /// let cub = world.robot("cub")?;
    /// let index = world.simulation().robot_of(cub.node()).ok_or("no robot")?;
    /// let (_, first) = world.simulation().devices(index).next().ok_or("no device")?;
    /// assert_eq!(world.device_of(first.node()), Some(world.device(cub, &first.name)?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn device_of(&self, node: NodeId) -> Option<Device> {
        let ancestors = self.simulation.scene().ancestors(node);
        let mut robots = ancestors.filter_map(|node| Some((node, self.simulation.robot_of(node)?)));
        robots.find_map(|(robot, index)| {
            let mut devices = self.simulation.devices(index);
            let (tag, _) = devices.find(|(_, device)| device.node() == node)?;
            let robot = Robot::new(robot);
            Some(Device { robot, tag })
        })
    }

    /// What a sensor of one number measured last.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let mut world = foxden::World::open("worlds/hello.wbt")?;
    /// let nose = world.device(world.robot("cub")?, "nose")?;
    /// world.enable(nose, 16);
    /// world.step();
    /// println!("{}", world.number(nose)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When it has not measured yet, or measures something else.
    pub fn number(&self, sensor: Device) -> Result<f64, Error> {
        match self.reading(sensor) {
            Some(Reading::Number(number) | Reading::Feedback(number)) => Ok(number),
            _ => Err(Error::NoNumber),
        }
    }

    /// Where a robot is, in metres.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let world = foxden::World::open("worlds/hello.wbt")?;
    /// let position = world.position(world.robot("cub")?);
    /// assert_eq!(position.map(|[x, _, _]| x), Some(-0.4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self, robot: Robot) -> Option<[f64; 3]> {
        self.simulation.position(robot.node())
    }

    /// The energy in a robot's battery, in joules.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let world = foxden::World::open("worlds/hello.wbt")?;
    /// assert_eq!(world.energy(world.robot("cub")?), Some(50.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn energy(&self, robot: Robot) -> Option<f64> {
        self.simulation.robot_energy(self.index(robot)?)
    }

    /// Starts the random numbers of the world again, as if it had been opened with this
    /// seed and had drawn none yet.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let mut world = foxden::World::open("worlds/hello.wbt")?;
    /// let other = foxden::OpenOptions::new().random_seed(7).open("worlds/hello.wbt")?;
    /// world.reseed(7);
    /// assert_eq!(world.state_hash(), other.state_hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reseed(&mut self, seed: u32) {
        self.simulation.reseed(seed);
    }

    /// The simulated time in seconds.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let world = foxden::World::open("worlds/hello.wbt")?;
    /// assert_eq!(world.time(), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn time(&self) -> f64 {
        self.simulation.time()
    }

    /// The file that the world was opened from, or the place of a text.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let world = foxden::World::open("worlds/hello.wbt")?;
    /// assert!(world.path().ends_with("worlds/hello.wbt"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path(&self) -> &Path {
        &self.origin.path
    }

    /// The world as it is now, in the text of a world file.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let world = foxden::World::open("worlds/hello.wbt")?;
    /// assert!(world.text().starts_with("#VRML_SIM"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn text(&self) -> String {
        foxden_scene::save_text(&self.simulation.document())
    }

    /// The simulation, with everything that can be read of it.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let world = foxden::World::open("worlds/hello.wbt")?;
    /// assert_eq!(world.simulation().settings().basic_time_step, 16.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn simulation(&self) -> &foxden_sim::World {
        &self.simulation
    }

    /// The simulation, to change it.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let mut world = foxden::World::open("worlds/hello.wbt")?;
    /// world.simulation_mut().set_threads(2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn simulation_mut(&mut self) -> &mut foxden_sim::World {
        &mut self.simulation
    }

    /// The simulation alone, for a run loop with participants.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let world = foxden::World::open("worlds/hello.wbt")?;
    /// let simulation: foxden_sim::World = world.into_simulation();
    /// # drop(simulation);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_simulation(self) -> foxden_sim::World {
        self.simulation
    }

    fn index(&self, robot: Robot) -> Option<RobotIndex> {
        self.simulation.robot_of(robot.node())
    }
}

fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.collect();
    match names.is_empty() {
        true => "none".to_owned(),
        false => names.join(", "),
    }
}
