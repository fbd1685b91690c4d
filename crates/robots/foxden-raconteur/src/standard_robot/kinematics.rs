//! Chains of axes: axes and offsets in the frame of the base while all axes are at zero, and
//! where the end is for other positions.

use super::axis::AxisKind;
use foxden_sim::math::{AxisAngle, Matrix, Pose, Vector};

/// Numbers are rounded to this part of a metre, so that 0.1625 stays 0.1625.
const GRAIN: f64 = 1e12;

/// What is added to the squares of a Jacobian, as a part of their sum: without it, velocities were
/// not defined in singular positions and with more axes than necessary.
const DAMPING: f64 = 1e-9;

/// An axis as it is found in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FoundAxis {
    pub(super) kind: AxisKind,
    /// A point on it, in the world.
    pub(super) anchor: Vector,
    /// Its direction in the world.
    pub(super) direction: Vector,
    pub(super) position: f64,
}

/// One axis after the other, from the base to a flange.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Kinematics {
    kinds: Vec<AxisKind>,
    /// The direction of each axis.
    pub(super) axes: Vec<Vector>,
    /// From the base to the first axis, from axis to axis, and from the last one to the flange.
    pub(super) offsets: Vec<Vector>,
    /// How the flange is turned.
    pub(super) flange: Matrix,
}

/// Where the end of a chain is and how it moves, in the frame of the base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EndState {
    pub(super) pose: Pose,
    pub(super) angular: Vector,
    pub(super) linear: Vector,
}

fn rounded(vector: Vector) -> Vector {
    // adding zero makes a negative zero positive
    let round = |number: f64| (number * GRAIN).round() / GRAIN + 0.0;
    Vector::new(round(vector.x), round(vector.y), round(vector.z))
}

fn turn(axis: Vector, angle: f64) -> Matrix {
    AxisAngle { axis, angle }.matrix()
}

impl Kinematics {
    /// From axes as they are now and the poses of base and flange, all in the world.
    pub(super) fn new(base: &Pose, found: &[FoundAxis], flange: &Pose) -> Self {
        // where a point of the present link was when all axes were at zero
        let mut link = *base;
        let mut points = vec![Vector::ZERO];
        let mut axes = Vec::new();
        for axis in found {
            let direction = (link.rotation.transposed() * axis.direction).normalized();
            let point = link.unapply(axis.anchor);
            let moved = match axis.kind {
                AxisKind::Prismatic => Pose {
                    rotation: Matrix::IDENTITY,
                    translation: direction * axis.position,
                },
                _ => {
                    let rotation = turn(direction, axis.position);
                    Pose {
                        rotation,
                        translation: point - rotation * point,
                    }
                }
            };
            // the anchor of a sliding axis moves with the axes before it only
            points.push(point);
            axes.push(rounded(direction));
            link = link.then(&moved);
        }
        points.push(link.unapply(flange.translation));
        let offsets = points.windows(2).map(|pair| rounded(pair[1] - pair[0]));
        let flange = link.rotation.transposed() * flange.rotation;
        Self {
            kinds: found.iter().map(|axis| axis.kind).collect(),
            axes,
            offsets: offsets.collect(),
            flange: Matrix(flange.0.map(rounded)),
        }
    }

    /// Where a tool at the flange is for positions of the axes, and how each axis moves it
    /// with a velocity of one: angular and linear.
    fn jacobian(&self, positions: &[f64], tool: &Pose) -> (Pose, Vec<(Vector, Vector)>) {
        let mut rotation = Matrix::IDENTITY;
        let mut point = self.offsets[0];
        let mut moves = Vec::with_capacity(self.axes.len());
        for (at, axis) in self.axes.iter().enumerate() {
            let direction = rotation * *axis;
            moves.push((point, direction));
            match self.kinds[at] {
                AxisKind::Prismatic => point += direction * positions[at],
                _ => rotation = rotation * turn(*axis, positions[at]),
            }
            point += rotation * self.offsets[at + 1];
        }
        let flange = Pose {
            rotation: rotation * self.flange,
            translation: point,
        };
        let pose = flange.then(tool);
        let columns = moves.into_iter().zip(&self.kinds);
        let columns = columns.map(|((point, direction), kind)| match kind {
            AxisKind::Prismatic => (Vector::ZERO, direction),
            _ => (direction, direction.cross(pose.translation - point)),
        });
        (pose, columns.collect())
    }

    /// Where a tool at the flange is for positions of the axes, and how it moves.
    pub(super) fn end(&self, positions: &[f64], velocities: &[f64], tool: &Pose) -> EndState {
        let (pose, columns) = self.jacobian(positions, tool);
        let (mut angular, mut linear) = (Vector::ZERO, Vector::ZERO);
        for ((turns, moves), velocity) in columns.into_iter().zip(velocities) {
            angular += turns * *velocity;
            linear += moves * *velocity;
        }
        EndState {
            pose,
            angular,
            linear,
        }
    }

    /// The velocities of the axes that move a tool at the flange most nearly as wanted; the least
    /// ones, if there is a choice.
    pub(super) fn axis_velocities(
        &self,
        positions: &[f64],
        tool: &Pose,
        angular: Vector,
        linear: Vector,
    ) -> Vec<f64> {
        let (_, columns) = self.jacobian(positions, tool);
        let product = |one: &(Vector, Vector), other: &(Vector, Vector)| {
            one.0.dot(other.0) + one.1.dot(other.1)
        };
        let row = |one| columns.iter().map(|other| product(one, other)).collect();
        let mut matrix: Vec<Vec<f64>> = columns.iter().map(row).collect();
        let trace: f64 = matrix.iter().enumerate().map(|(at, row)| row[at]).sum();
        for (at, row) in matrix.iter_mut().enumerate() {
            row[at] += DAMPING * trace;
        }
        let wanted = columns.iter().map(|one| product(one, &(angular, linear)));
        solved(matrix, wanted.collect())
    }
}

/// The solution of a system of linear equations whose matrix is symmetric and positive definite.
fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for at in 0..count {
        for below in at + 1..count {
            let (above, rest) = matrix.split_at_mut(below);
            let factor = rest[0][at] / above[at][at];
            for (one, other) in rest[0].iter_mut().zip(&above[at]).skip(at) {
                *one -= factor * other;
            }
            right[below] -= factor * right[at];
        }
    }
    for at in (0..count).rev() {
        let known: f64 = (at + 1..count).map(|to| matrix[at][to] * right[to]).sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two hinges and a slider, as they are at some positions.
    fn arm(positions: [f64; 3]) -> (Pose, Vec<FoundAxis>, Pose) {
        let base = Pose {
            rotation: turn(Vector::Z, 0.4),
            translation: Vector::new(1.0, -2.0, 0.5),
        };
        let shoulder = Pose {
            rotation: turn(Vector::Z, positions[0]),
            translation: Vector::new(0.0, 0.0, 0.1625),
        };
        let elbow = Pose {
            rotation: turn(Vector::Y, positions[1]),
            translation: Vector::new(0.3, 0.0, 0.0),
        };
        let slider = Pose {
            rotation: Matrix::IDENTITY,
            translation: Vector::new(0.2 + positions[2], 0.0, 0.0),
        };
        let (first, second) = (base.then(&shoulder), base.then(&shoulder).then(&elbow));
        let flange = second.then(&slider);
        let axis = |kind, frame: &Pose, direction, position| FoundAxis {
            kind,
            anchor: frame.translation,
            direction: frame.rotation * direction,
            position,
        };
        let found = vec![
            axis(AxisKind::Revolute, &first, Vector::Z, positions[0]),
            axis(AxisKind::Revolute, &second, Vector::Y, positions[1]),
            axis(AxisKind::Prismatic, &second, Vector::X, positions[2]),
        ];
        (base, found, flange)
    }

    #[test]
    fn a_chain_is_the_same_wherever_it_is_looked_at() {
        let (base, found, flange) = arm([0.0; 3]);
        let straight = Kinematics::new(&base, &found, &flange);
        assert_eq!(straight.axes, [Vector::Z, Vector::Y, Vector::X]);
        assert_eq!(straight.offsets[0], Vector::new(0.0, 0.0, 0.1625));
        assert_eq!(straight.offsets[1], Vector::new(0.3, 0.0, 0.0));
        for positions in [[0.5, -0.3, 0.1], [-2.0, 1.2, 0.0], [0.0, 0.0, 0.4]] {
            let (base, found, flange) = arm(positions);
            let bent = Kinematics::new(&base, &found, &flange);
            for (one, other) in straight.offsets.iter().zip(&bent.offsets) {
                assert!((*one - *other).length() < 1e-9, "{one:?} {other:?}");
            }
            let end = base.then(&straight.end(&positions, &[0.0; 3], &Pose::IDENTITY).pose);
            assert!((end.translation - flange.translation).length() < 1e-9);
            let rows = end.rotation.0.iter().zip(&flange.rotation.0);
            assert!(rows.into_iter().all(|(a, b)| (*a - *b).length() < 1e-9));
        }
    }

    #[test]
    fn axis_velocities_move_the_end_as_wanted() {
        let (base, found, flange) = arm([0.0; 3]);
        let chain = Kinematics::new(&base, &found, &flange);
        let positions = [0.4, -0.7, 0.1];
        let velocities = [0.3, -0.2, 0.5];
        // what three axes can do, they do
        let end = chain.end(&positions, &velocities, &Pose::IDENTITY);
        let found = chain.axis_velocities(&positions, &Pose::IDENTITY, end.angular, end.linear);
        for (one, other) in found.iter().zip(velocities) {
            assert!((one - other).abs() < 1e-6, "{found:?}");
        }
        // what they cannot do leaves them at rest, and is not infinite
        let (_, columns) = chain.jacobian(&positions, &Pose::IDENTITY);
        assert_eq!(columns.len(), 3);
        let slide = Vector::new(0.0, 1.0, 0.0);
        let stretched = Kinematics {
            kinds: vec![AxisKind::Revolute; 2],
            axes: vec![Vector::Z; 2],
            offsets: vec![Vector::ZERO, Vector::X, Vector::X],
            flange: Matrix::IDENTITY,
        };
        let straight = [0.0, 0.0];
        let along = stretched.axis_velocities(&straight, &Pose::IDENTITY, Vector::ZERO, Vector::X);
        assert!(along.iter().all(|one| one.abs() < 1e-6), "{along:?}");
        let across = stretched.axis_velocities(&straight, &Pose::IDENTITY, Vector::ZERO, slide);
        assert!(across.iter().all(|one| one.is_finite()) && across[0] != 0.0);
    }

    #[test]
    fn velocities_are_differences_of_poses() {
        let (base, found, flange) = arm([0.0; 3]);
        let chain = Kinematics::new(&base, &found, &flange);
        let tool = Pose {
            rotation: turn(Vector::X, 0.3),
            translation: Vector::new(0.0, 0.05, 0.1),
        };
        let (positions, velocities) = ([0.4, -0.7, 0.1], [0.3, -0.2, 0.5]);
        let step = 1e-6;
        let later: Vec<f64> = (0..3)
            .map(|at| positions[at] + step * velocities[at])
            .collect();
        let now = chain.end(&positions, &velocities, &tool);
        let next = chain.end(&later, &velocities, &tool);
        let moved = (next.pose.translation - now.pose.translation) * (1.0 / step);
        assert!((moved - now.linear).length() < 1e-5, "{moved:?}");
        let x = (next.pose.rotation.column(0) - now.pose.rotation.column(0)) * (1.0 / step);
        let expected = now.angular.cross(now.pose.rotation.column(0));
        assert!((x - expected).length() < 1e-5);
    }
}
