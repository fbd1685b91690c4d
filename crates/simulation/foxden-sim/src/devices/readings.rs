//! What sensors measured last, for observers outside of the world.

use crate::controller::{Reading, Tag};
use crate::model::RobotIndex;
use crate::world::World;

impl World {
    /// What a device of a robot measured when it was last due; none for devices
    /// that do not measure.
    pub fn reading(&self, robot: RobotIndex, tag: Tag) -> Option<Reading> {
        let at = usize::from(tag.0).checked_sub(1)?;
        let device = self.robot(robot)?.devices.get(at)?.row;
        self.state.devices.last_reading(device)
    }

    /// Where a robot is, and how it is turned: the rows of a matrix.
    pub fn robot_pose(&self, robot: RobotIndex) -> Option<([f64; 3], [f64; 9])> {
        let pose = self.state.pose_now(&self.model, self.robot(robot)?.place);
        let rows = pose.rotation.0;
        Some((
            pose.translation.to_array(),
            std::array::from_fn(|at| rows[at / 3][at % 3]),
        ))
    }
}
