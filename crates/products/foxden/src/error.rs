//! Why something in a world was not found or not done.

use foxden_assets::open::OpenError;

/// An error of a [`World`](crate::World).
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
