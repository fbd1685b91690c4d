//! Why something in a world was not found or not done.

use foxden_assets::open::OpenError;

/// An error of a [`World`](crate::World).
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
/// use foxden::{Error, World};
/// let world = World::open("worlds/hello.wbt")?;
/// assert!(matches!(world.robot("nobody"), Err(Error::NoRobot { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The world could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is no such robot.
    #[error("there is no robot '{name}'; the world has: {known}")]
    NoRobot {
        /// The name that was asked for.
        name: String,
        /// The robots of the world.
        known: String,
    },
    /// The robot has no such device.
    #[error("robot '{robot}' has no device '{name}'; it has: {known}")]
    NoDevice {
        /// The robot.
        robot: String,
        /// The name that was asked for.
        name: String,
        /// The devices of the robot.
        known: String,
    },
    /// The device has not measured a number.
    #[error("the device has no number to show; enable it and make a step first")]
    NoNumber,
}
