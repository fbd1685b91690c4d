//! Robots and devices, as a program names them.

use foxden_scene::NodeId;
use foxden_sim::controller::Tag;

/// A robot of a world.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
/// let world = foxden::World::open("worlds/hello.wbt")?;
/// let cub: foxden::Robot = world.robot("cub")?;
/// # let _ = cub;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Robot(NodeId);

impl Robot {
    pub(crate) fn new(node: NodeId) -> Self {
        Self(node)
    }

    /// Its node.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let world = foxden::World::open("worlds/hello.wbt")?;
    /// let node = world.robot("cub")?.node();
    /// assert!(world.simulation().robot_of(node).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn node(self) -> NodeId {
        self.0
    }
}

/// A device of a robot.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
/// let world = foxden::World::open("worlds/hello.wbt")?;
/// let eye: foxden::Device = world.device(world.robot("cub")?, "eye")?;
/// # let _ = eye;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Device {
    pub(crate) robot: Robot,
    pub(crate) tag: Tag,
}

impl Device {
    /// Its robot.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let world = foxden::World::open("worlds/hello.wbt")?;
    /// let cub = world.robot("cub")?;
    /// assert_eq!(world.device(cub, "eye")?.robot(), cub);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn robot(self) -> Robot {
        self.robot
    }

    /// Its number among the devices of the robot, as commands have it. It may change
    /// when devices are added or removed.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// use foxden::Command;
    /// let mut world = foxden::World::open("worlds/hello.wbt")?;
    /// let motor = world.device(world.robot("cub")?, "left motor")?;
    /// world.command(motor.robot(), Command::MotorAcceleration(motor.tag(), 10.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tag(self) -> Tag {
        self.tag
    }
}
