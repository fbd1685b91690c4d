//! Inertial units: how the sensor is turned, with noise on the rotation, and without
//! some of its axes.

use crate::controller::Reading;
use crate::devices::axis_sensor::axes;
use crate::devices::lookup::rounded;
use crate::devices::{Device, Mount};
use crate::math::{AxisAngle, Matrix, Quaternion, Vector, acos};
use crate::model::compile::read;
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::Scene;
use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// An InertialUnit.
#[derive(Clone, Debug)]
pub(crate) struct InertialUnit {
    mount: Mount,
    noise: f64,
    axes: [bool; 3],
    resolution: f64,
}

impl Device for InertialUnit {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::InertialUnit];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        Some(Self {
            mount,
            noise: read::number(scene, mount.node, "noise"),
            axes: axes(scene, mount.node),
            resolution: read::number(scene, mount.node, "resolution"),
        })
    }

    measurement_duties!();

    fn refresh(world: &mut World, index: Self::Index) {
        let (model, state) = (&*world.model, &mut world.state);
        let row = &model.devices.inertial_units[index];
        let mut rotation = state.poses[row.mount.place].rotation;
        if row.noise != 0.0 {
            // the genuine simulator draws the angle about z first, that about x last
            let [yaw, pitch, roll] =
                std::array::from_fn(|_| row.noise * PI * state.random.gaussian());
            rotation = rotation * from_euler(roll, pitch, yaw);
        }
        let turned = quaternion(&without_axes(rotation, row.axes));
        let parts = [turned.v.x, turned.v.y, turned.v.z, turned.w];
        let reading = Reading::Attitude(parts.map(|part| rounded(part, row.resolution)));
        state.devices.inertial_units[index].take(reading, state.clock);
    }
}

/// Below this the two halves of a rotation matrix count as equal, and a
/// component of an axis as zero.
const SYMMETRIC: f64 = 0.01;
/// How far a symmetric matrix may be from no rotation to count as that.
const UNTURNED: f64 = 0.1;

/// A rotation about z, then y, then x, in the frame that is turned.
pub(crate) fn from_euler(x: f64, y: f64, z: f64) -> Matrix {
    let about = |axis: Vector, angle: f64| AxisAngle { axis, angle }.quaternion();
    (about(Vector::X, x) * about(Vector::Y, y) * about(Vector::Z, z)).matrix()
}

/// A rotation without its parts about the axes that are switched off. If no
/// part is left, the genuine simulator keeps the matrix of an axis of length 0,
/// which is no rotation.
pub(crate) fn without_axes(rotation: Matrix, axes: [bool; 3]) -> Matrix {
    if axes == [true; 3] {
        return rotation;
    }
    let mut turned = axis_angle(&rotation);
    // the names of the last two axes are exchanged, as in the genuine simulator
    let kept = [axes[0], axes[2], axes[1]];
    for (axis, is_kept) in kept.into_iter().enumerate() {
        if !is_kept {
            turned.axis[axis] = 0.0;
        }
    }
    turned.axis = turned.axis.normalized();
    turned.matrix()
}

/// The quaternion that a unit reports.
pub(crate) fn quaternion(rotation: &Matrix) -> Quaternion {
    let [x, y, z] = rotation.0;
    // rotations that are lost in the diagonal are lost
    if [x.x, y.y, z.z] == [1.0; 3] {
        return Quaternion::IDENTITY;
    }
    rotation.quaternion()
}

/// Axis and angle of a rotation as the genuine simulator finds them for this
/// device: rotations by less than about 0.3 degrees are none, those that close
/// to half a turn are half a turn.
fn axis_angle(rotation: &Matrix) -> AxisAngle {
    let [r0, r1, r2] = rotation.0;
    let twist = Vector::new(r2.y - r1.z, r0.z - r2.x, r1.x - r0.y);
    let trace = r0.x + r1.y + r2.z;
    let is_below = |vector: Vector, limit: f64| {
        vector.x.abs() < limit && vector.y.abs() < limit && vector.z.abs() < limit
    };
    if !is_below(twist, SYMMETRIC) {
        return AxisAngle {
            axis: twist * (1.0 / twist.length()),
            angle: acos(((trace - 1.0) / 2.0).clamp(-1.0, 1.0)),
        };
    }
    let sums = Vector::new(r2.y + r1.z, r0.z + r2.x, r1.x + r0.y);
    if is_below(sums, UNTURNED) && (trace - 3.0).abs() < UNTURNED {
        return AxisAngle {
            axis: Vector::X,
            angle: 0.0,
        };
    }
    AxisAngle {
        axis: half_turn_axis(Vector::new(r0.x, r1.y, r2.z), sums),
        angle: PI,
    }
}

/// The axis of half a turn, from its largest component.
fn half_turn_axis(diagonal: Vector, sums: Vector) -> Vector {
    let squares: [f64; 3] = std::array::from_fn(|at| (diagonal[at] + 1.0) / 2.0);
    let largest = if squares[0] > squares[1] && squares[0] > squares[2] {
        0
    } else if squares[1] > squares[2] {
        1
    } else {
        2
    };
    if squares[largest] < SYMMETRIC {
        let mut axis = Vector::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2, FRAC_1_SQRT_2);
        axis[largest] = 0.0;
        return axis;
    }
    let own = squares[largest].sqrt();
    let mut axis = Vector::ZERO;
    axis[largest] = own;
    for other in (0..3).filter(|other| *other != largest) {
        // the sum across the axis that is neither of the two
        axis[other] = sums[3 - largest - other] / 4.0 / own;
    }
    axis
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(axis: Vector, angle: f64) -> Matrix {
        AxisAngle {
            axis: axis.normalized(),
            angle,
        }
        .matrix()
    }

    #[test]
    fn angles_turn_about_x_after_y_after_z() {
        let turned = from_euler(0.3, -0.2, 0.7);
        let expected = turn(Vector::X, 0.3) * turn(Vector::Y, -0.2) * turn(Vector::Z, 0.7);
        for row in 0..3 {
            assert!((turned.0[row] - expected.0[row]).length() < 1e-15);
        }
    }

    #[test]
    fn an_axis_that_is_off_takes_its_part_with_it() {
        let axis = Vector::new(1.0, -2.0, 0.5);
        let turned = without_axes(turn(axis, 1.2), [true, true, false]);
        let expected = turn(Vector::new(1.0, 0.0, 0.5), 1.2);
        for row in 0..3 {
            assert!((turned.0[row] - expected.0[row]).length() < 1e-14);
        }
    }

    #[test]
    fn without_any_part_only_the_real_part_is_left() {
        let turned = without_axes(turn(Vector::Z, -0.104), [true, false, false]);
        let read = quaternion(&turned);
        assert_eq!(read.v, Vector::ZERO);
        assert!((read.w - 0.997_971_770_387_426_3).abs() < 1e-15);
    }

    #[test]
    fn small_turns_are_none_and_nearly_half_ones_are_half() {
        let axis = Vector::new(0.3, 0.4, 0.5);
        let little = without_axes(turn(axis, 0.004), [true, true, false]);
        assert_eq!(little, Matrix::IDENTITY);
        let much = axis_angle(&turn(axis, PI - 0.004));
        assert_eq!(much.angle, PI);
        assert!((much.axis - axis.normalized()).length() < 0.01);
    }
}
