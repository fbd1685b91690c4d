//! What a viewer reads of a running world: groups of shapes that move as one,
//! which of them moved, what they look like, and the values behind the picture
//! (contacts, joints, masses, rays, motors).
//!
//! Nothing here changes the state: a world that is viewed has the same bits as
//! one that is not. What is rendered is in `visible_scene`; what people do to a
//! world is in `world/interventions.rs`. Why a charger does not charge a robot is in
//! `energy/charger_status.rs`.

mod devices;
mod groups;
mod mechanics;
mod outlines;
mod rays;
mod shapes;

pub use devices::{LedStatus, MotorStatus};
pub use groups::{BodyGroups, BodyPose};
pub use mechanics::{BodyIsland, JointStatus, MassStatus, ShownContact, ShownForce};
pub use rays::SensorRays;
pub use shapes::{ShownLight, ShownLightKind, ShownScene, ShownShape, ShownTransform};

use crate::math::{Matrix, Pose};

/// A rotation as a quaternion w, x, y, z of length 1 with w ≥ 0.
pub(crate) fn quaternion(rotation: &Matrix) -> [f64; 4] {
    let turn = rotation.quaternion_of_body().normalized();
    let sign = if turn.w < 0.0 { -1.0 } else { 1.0 };
    [turn.w, turn.v.x, turn.v.y, turn.v.z].map(|part| sign * part)
}

fn body_pose(pose: &Pose) -> BodyPose {
    BodyPose {
        position: pose.translation.to_array(),
        rotation: quaternion(&pose.rotation),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{AxisAngle, Vector};

    #[test]
    fn quaternions_turn_like_their_matrices() {
        for axis in [
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
            [0.6, 0.0, -0.8],
        ] {
            for angle in [0.0, 0.3, 1.5, 2.9, std::f64::consts::PI, -2.0] {
                let [x, y, z] = axis;
                let turn: AxisAngle = [x, y, z, angle].into();
                let matrix = Pose::new(Vector::ZERO, turn).rotation;
                let [w, x, y, z] = quaternion(&matrix);
                let axis = Vector::new(x, y, z);
                let point = Vector::new(0.3, -0.7, 2.0);
                let turned = point + (axis.cross(point) * w + axis.cross(axis.cross(point))) * 2.0;
                assert!(
                    (turned - matrix * point).length() < 1e-12,
                    "{axis:?} {angle}"
                );
            }
        }
    }
}
