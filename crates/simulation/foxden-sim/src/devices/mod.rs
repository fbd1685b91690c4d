//! The devices of robots.

pub mod connector;
mod connector_links;
pub mod distance_sensor;
pub mod emitter;
mod gripper_holds;
pub(crate) mod inertial_unit;
pub mod led;
pub mod lookup;
mod measurements;
pub mod motor;
pub mod position_sensor;
pub mod radar;
mod radar_scan;
pub(crate) mod radio;
mod readings;
pub mod sensor;
pub mod vacuum_gripper;
pub(crate) mod wgs84;

use crate::model::{PlaceIndex, RobotIndex, SolidIndex};

/// What a device is a part of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mount {
    pub(crate) robot: RobotIndex,
    pub(crate) place: PlaceIndex,
    pub(crate) solid: SolidIndex,
}
