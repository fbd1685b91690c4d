//! Worlds that the genuine simulator has recorded, built by hand. The numbers
//! are its answers: of each world a few steps, position and rotation or
//! velocities.
#![allow(clippy::unwrap_used)]

mod contacts;
mod flight;
mod hinges;
mod hostile;
mod islands;
mod joint_islands;
mod just_touching;
mod meshes;
mod pairs;
mod properties;
mod rapier_islands;
mod selection;
mod sliders;
mod solution_check;
mod spherical;
mod state_fields;

use super::*;
use crate::math::AxisAngle;

/// Free flight and joints agree to this.
const EXACT: f64 = 1e-12;
/// Contacts agree to this, in all digits that are not rounding.
const NEAR: f64 = 1e-11;

/// A world and the step it has reached.
struct Scene {
    world: Dynamics,
    step: f64,
    done: usize,
}

impl Scene {
    fn new(step: f64) -> Self {
        Self {
            world: Dynamics::new(Settings::default()),
            step,
            done: 0,
        }
    }

    fn with_gravity(step: f64, gravity: f64) -> Self {
        let mut scene = Self::new(step);
        scene.world.settings.gravity = Vector::new(0.0, 0.0, -gravity);
        scene
    }

    fn floor(&mut self, pose: Pose) {
        let floor = ShapeSpec::new(Geometry::Plane, Attachment::World(pose));
        self.world.add_shape(floor);
    }

    /// A body of one shape; no mass means the density of water.
    fn body(&mut self, geometry: Geometry, mass: Option<f64>, pose: Pose) -> BodyId {
        self.moving(geometry, mass, pose, [0.0; 3], [0.0; 3])
    }

    fn moving(
        &mut self,
        geometry: Geometry,
        mass: Option<f64>,
        pose: Pose,
        linear: [f64; 3],
        angular: [f64; 3],
    ) -> BodyId {
        let weighed = MassProperties::of(&geometry);
        let weighed = mass.map_or(weighed, |mass| weighed.with_mass(mass));
        let mut spec = BodySpec::new(weighed, pose);
        spec.linear_velocity = linear.into();
        spec.angular_velocity = angular.into();
        let body = self.world.add_body(&spec);
        self.shape(geometry, body, Pose::IDENTITY);
        body
    }

    fn shape(&mut self, geometry: Geometry, body: BodyId, pose: Pose) -> ShapeId {
        let at = self.world.body(body).unwrap().pose().then(&pose);
        let spec = ShapeSpec::new(geometry, self.world.attached(body, &at));
        self.world.add_shape(spec)
    }

    fn joint(
        &mut self,
        parent: Option<BodyId>,
        end: BodyId,
        frame: Pose,
        kind: JointKind,
    ) -> JointId {
        let spec = JointSpec {
            parent,
            end,
            frame,
            kind,
        };
        self.world.add_joint(&spec).unwrap()
    }

    fn motor(&mut self, joint: JointId, axis: usize) -> &mut Motor {
        self.world.motor_mut(joint, axis).unwrap()
    }

    /// Steps until this number of steps has been made.
    fn run_to(&mut self, step: usize) {
        if self.done == 0 {
            self.world.collide();
        }
        while self.done < step {
            self.world.step(self.step);
            self.done += 1;
        }
    }

    /// Steps on and compares a body with what was recorded: the position, and
    /// the rotation as an axis and angle (7 numbers), the velocities (9) or the
    /// rotation as a matrix (12).
    fn expect(&mut self, body: BodyId, rows: &str, tolerance: f64) {
        for (step, row) in recorded(rows) {
            self.run_to(step);
            self.compare(body, &row, tolerance);
        }
    }

    fn compare(&self, body: BodyId, row: &[f64], tolerance: f64) {
        let step = self.done;
        let state = self.world.body(body).unwrap();
        let pose = state.pose();
        let near = |what: &str, mine: Vector, recorded: &[f64]| {
            let off = (mine - Vector::new(recorded[0], recorded[1], recorded[2])).length();
            assert!(off < tolerance, "step {step}: {what} off by {off:e}");
        };
        near("position", pose.translation, &row[..3]);
        match row.len() {
            7 => {
                let mine = state.orientation().axis_angle();
                let recorded = Vector::new(row[3], row[4], row[5]) * row[6];
                near("rotation", mine.axis * mine.angle, &recorded.to_array());
            }
            9 => {
                near("velocity", state.linear_velocity(), &row[3..6]);
                near("spin", state.angular_velocity(), &row[6..9]);
            }
            _ => {
                for (at, line) in pose.rotation.0.into_iter().enumerate() {
                    near("matrix", line, &row[3 + at * 3..6 + at * 3]);
                }
            }
        }
    }

    /// Compares the position of an axis of a joint.
    fn expect_position(&mut self, joint: JointId, axis: usize, rows: &str) {
        for (step, row) in recorded(rows) {
            self.run_to(step);
            let mine = self.world.joint(joint).unwrap().position(axis).unwrap();
            let off = (mine - row[0]).abs();
            assert!(off < EXACT, "step {step}: position off by {off:e}");
        }
    }
}

/// Reads lines of a step and its numbers.
fn recorded(rows: &str) -> Vec<(usize, Vec<f64>)> {
    let read = |line: &str| {
        let (step, numbers) = line.split_once(':').unwrap();
        let numbers = numbers.split_whitespace().map(|word| word.parse().unwrap());
        (step.trim().parse().unwrap(), numbers.collect())
    };
    rows.lines().map(read).collect()
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::new(Vector::new(x, y, z), AxisAngle::IDENTITY)
}

fn turned(x: f64, y: f64, z: f64, rotation: [f64; 4]) -> Pose {
    Pose::new(Vector::new(x, y, z), rotation.into())
}

fn cuboid(x: f64, y: f64, z: f64) -> Geometry {
    Geometry::Box {
        size: Vector::new(x, y, z),
    }
}

fn cube() -> Geometry {
    cuboid(0.1, 0.1, 0.1)
}

fn ball() -> Geometry {
    Geometry::Sphere { radius: 0.05 }
}

/// A hinge at the origin of its frame without suspension.
fn hinge(axis: AxisSpec) -> JointKind {
    hinge_at(Vector::ZERO, axis)
}

fn hinge_at(anchor: Vector, axis: AxisSpec) -> JointKind {
    JointKind::Hinge {
        anchor,
        axis,
        suspension: Suspension::default(),
    }
}

/// The frame of the slanted robots of the recordings.
fn slanted() -> Pose {
    turned(0.1, 0.2, 1.0, [0.0, 0.6, 0.8, 0.5])
}

/// An arm of such a robot: its body in the world.
fn arm(scene: &mut Scene) -> BodyId {
    let pose = slanted().then(&at(0.3, 0.0, 0.0));
    scene.body(cuboid(0.1, 0.06, 0.1), Some(1.0), pose)
}
