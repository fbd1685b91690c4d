//! Bodies in a running world: what moves them and what they move.

use crate::bodies::Bodies;
use crate::bodies::is_below;
use crate::bodies::joints::JointKind;
use crate::devices::table::MotorIndex;
use crate::dynamics::{BodyId, FaultKind, Motor};
use crate::math::{Pose, Quaternion, Vector};
use crate::model::{JointIndex, PoseIndex, RowIndex, SolidIndex};
use crate::state::{PausedBody, SolidState, State};
use crate::world::World;
use crate::world::reports::ReportKind;
use foxden_scene::NodeId;

/// A body that stays for a step; one that the engine cannot hold with its pose and velocities.
type HeldBody = (PausedBody, Option<(Pose, [Vector; 2])>);

impl World {
    /// Makes the bodies of a world that begins, or begins again, and looks at
    /// once what touches what.
    pub(crate) fn build_bodies(&mut self) {
        self.state.bodies = Bodies::build(&self.model, &self.state);
        self.find_wet_bodies();
        self.feel_touches();
    }

    /// A motor in the joint of a body, or of one that moves without; this wakes nothing.
    pub(crate) fn motor_mut(&mut self, motor: MotorIndex) -> Option<&mut Motor> {
        let joint = self.model.devices.motors[motor].joint;
        if let Some((joint, axis)) = joint
            && let Some(id) = self.state.bodies.joints[joint]
        {
            let dynamics = &mut self.state.bodies.dynamics;
            return dynamics.motor_at_rest_mut(id, axis as usize);
        }
        Some(&mut self.state.devices.motors[motor].kinematic)
    }

    /// A command to a motor wakes what it drives: the end point of its joint, or the solid
    /// with its propeller or track. Where that has no body, all bodies wake.
    pub(crate) fn wake_driven(&mut self, motor: MotorIndex) {
        let model = &*self.model;
        let of_solid = &self.state.bodies.of_solid;
        let body = if let Some((joint, _)) = model.devices.motors[motor].joint {
            of_solid[model.joints[joint].end]
        } else if let Some(row) = model.propellers.iter().find(|row| row.motor == motor) {
            of_solid[row.solid]
        } else if let Some(row) = model.tracks.iter().find(|row| row.motor == Some(motor)) {
            self.body_above(model, row.solid)
        } else {
            return;
        };
        self.wake_or_all(body);
    }

    /// Wakes a body; all bodies if there is none, or if it is held.
    pub(crate) fn wake_or_all(&mut self, body: Option<BodyId>) {
        match body {
            Some(body) if !self.is_paused(body) => self.state.bodies.dynamics.wake(body),
            _ => self.wake_all(),
        }
    }

    fn is_paused(&self, body: BodyId) -> bool {
        self.state.paused.iter().any(|paused| paused.body == body)
    }

    /// A place was moved, not by its body: the body of its solid wakes, or all bodies if it
    /// has none. Places that are no solids wake nothing.
    pub(crate) fn wake_moved(&mut self, place: PoseIndex) {
        if let Some(solid) = self.model.pose_nodes[place].solid {
            self.wake_or_all(self.state.bodies.of_solid[solid]);
        }
    }

    /// Wakes all bodies, once in a step and not at the start. What is below a body that is
    /// awake stays as it is.
    pub(crate) fn wake_all(&mut self) {
        if self.state.clock <= self.state.woken_at {
            return;
        }
        self.state.woken_at = self.state.clock;
        let mut done = 0;
        for at in 0..self.state.bodies.owners.len() {
            let (solid, id) = self.state.bodies.owners[at];
            let place = self.model.solids[solid].place.at();
            if place < done || self.is_paused(id) {
                continue;
            }
            let dynamics = &mut self.state.bodies.dynamics;
            if dynamics.body(id).is_some_and(|body| !body.is_asleep()) {
                done = self.model.transform_tree.branch(place).end;
            } else {
                dynamics.wake(id);
            }
        }
    }

    /// Sets the velocity of a solid, with a body or without.
    pub(crate) fn set_velocity(&mut self, node: NodeId, velocity: [f64; 6]) {
        let [x, y, z, a, b, c] = velocity;
        if let Some(solid) = self.model.solid_of(node) {
            self.state.solids[solid] = SolidState {
                linear_velocity: Vector::new(x, y, z),
                angular_velocity: Vector::new(a, b, c),
            };
            self.push_body(solid);
        }
    }

    /// A motor loses or gets power; that wakes no body.
    pub(crate) fn set_motor_power(&mut self, motor: MotorIndex, is_powered: bool) {
        if let Some(motor) = self.motor_mut(motor) {
            motor.set_power(is_powered);
        }
    }

    /// Bodies move, and their solids with them. Lights are held where they were:
    /// rays of this step still aim there.
    pub(crate) fn move_bodies(&mut self) {
        self.state.refresh_poses(&self.model);
        self.refresh_geometry();
        self.hold_lights();
        self.hold_antennas();
        if self.state.bodies.owners.is_empty() && !self.model.has_watched_solids {
            return;
        }
        self.state.bodies.follow(&self.model, &self.state.geometry);
        let seconds = self.model.settings.seconds();
        let paused = self.hold_paused();
        self.prepare_grippers();
        self.push_wet_bodies();
        let threads = self.threads.as_ref();
        self.state.bodies.dynamics.step_with(seconds, threads);
        self.release_paused(paused);
        self.find_wet_bodies();
        self.report_faults();
        self.copy_poses();
        self.copy_joints();
        if self.state.refresh_poses(&self.model) {
            self.move_geometry_of_bodies();
        }
    }

    /// Bodies that stay as they are for this step; those that cannot be held with their
    /// poses and velocities.
    fn hold_paused(&mut self) -> Vec<HeldBody> {
        let paused = std::mem::take(&mut self.state.paused);
        let dynamics = &mut self.state.bodies.dynamics;
        let hold = |paused: PausedBody| {
            if !paused.is_held || dynamics.hold(paused.body) {
                return Some((paused, None));
            }
            let body = dynamics.body(paused.body)?;
            let velocities = [body.linear_velocity(), body.angular_velocity()];
            Some((paused, Some((body.pose(), velocities))))
        };
        paused.into_iter().filter_map(hold).collect()
    }

    /// Bodies that were held go on.
    fn release_paused(&mut self, held: Vec<HeldBody>) {
        let dynamics = &mut self.state.bodies.dynamics;
        for (paused, before) in held {
            if let Some((pose, [linear, angular])) = before {
                dynamics.set_body_pose(paused.body, &pose);
                dynamics.set_velocity(paused.body, linear, angular);
            } else if paused.is_stopped {
                dynamics.put_to_rest(paused.body);
            }
            if paused.wakes {
                dynamics.wake(paused.body);
            }
        }
    }

    /// Brings colliders to where their places are; bodies and rays follow when
    /// they are needed.
    pub(crate) fn refresh_geometry(&mut self) {
        let moved = self.state.refresh_geometry(&self.model);
        let count = self.model.colliders.len();
        self.rays.dirty_colliders.add(moved, count);
        let State { bodies, moves, .. } = &mut self.state;
        bodies.behind.add(moves.followed(), count);
    }

    /// Geometry of bodies is where they are; that of other solids waits.
    fn move_geometry_of_bodies(&mut self) {
        let model = &self.model;
        let has_body = |state: &State, at: usize| {
            let solid = model.colliders[at].solid;
            state.bodies.of_solid[solid].is_some()
        };
        let moved = self.state.refresh_some_geometry(model, has_body);
        self.rays.dirty_colliders.add(moved, model.colliders.len());
    }

    fn report_faults(&mut self) {
        for fault in self.state.bodies.dynamics.take_faults() {
            let mut owners = self.state.bodies.owners.iter();
            if let Some((solid, _)) = owners.find(|(_, id)| *id == fault.body) {
                let node = self.model.solids[*solid].node;
                let event = match fault.kind {
                    FaultKind::NotFinite => ReportKind::NotFinite,
                    FaultKind::Relaxed => ReportKind::Relaxed,
                    FaultKind::SpinsTooFast => ReportKind::SpinsTooFast,
                    FaultKind::Crowded => ReportKind::Crowded,
                };
                self.reports.tell_once(node, event);
            }
        }
    }

    /// Poses and velocities of bodies become those of their solids.
    fn copy_poses(&mut self) {
        for at in 0..self.state.bodies.owners.len() {
            let (solid, id) = self.state.bodies.owners[at];
            let Some(body) = self.state.bodies.dynamics.body(id) else {
                continue;
            };
            // what sleeps keeps its fields
            if body.is_asleep() {
                continue;
            }
            let velocities = (body.linear_velocity(), body.angular_velocity());
            let (pose, orientation) = (body.pose(), body.orientation());
            let place = self.model.solids[solid].place;
            let (translation, rotation) = match self.model.pose_nodes[place].parent {
                None => (pose.translation, orientation.axis_angle()),
                Some(parent) => {
                    let above = self.state.pose_now(&self.model, parent);
                    let turned: Quaternion = above.rotation.quaternion().conjugate() * orientation;
                    (
                        above.seen_from_inside(pose.translation),
                        turned.axis_angle(),
                    )
                }
            };
            self.state.put(place, translation, rotation);
            let row = &mut self.state.solids[solid];
            (row.linear_velocity, row.angular_velocity) = velocities;
        }
    }

    /// Positions of joints, and what their motors felt.
    fn copy_joints(&mut self) {
        for (at, id) in self.state.bodies.joints.iter().enumerate() {
            let Some(joint) = id.and_then(|id| self.state.bodies.dynamics.joint(id)) else {
                continue;
            };
            for axis in 0..self.model.joints[at].axes.len() {
                if let Some(position) = joint.position(axis) {
                    self.state.joints[at][axis] = position;
                }
            }
        }
        for (at, motor) in self.model.devices.motors.iter().enumerate() {
            let Some((joint, _)) = motor.joint else {
                continue;
            };
            let Some(id) = self.state.bodies.joints[joint] else {
                continue;
            };
            let dynamics = &self.state.bodies.dynamics;
            let felt = dynamics.feedback(id, motor.felt_axis as usize);
            self.state.devices.motors[at].feedback = felt.unwrap_or(f64::NAN);
        }
    }

    /// Whether the force or torque of a motor can be measured: only between two
    /// solids with Physics.
    pub(crate) fn can_feel(&self, motor: MotorIndex) -> bool {
        let Some((joint, _)) = self.model.devices.motors[motor].joint else {
            return false;
        };
        let row = &self.model.joints[joint];
        let has_physics = |solid: SolidIndex| self.model.solids[solid].physics.is_some();
        row.is_dynamic && row.parent.is_some_and(has_physics)
    }

    /// Bodies at and below a place that was moved from outside go with it. Their
    /// velocities stay, and their joints are attached where they are now, so that
    /// nothing is pulled.
    pub(crate) fn place_bodies(&mut self, place: PoseIndex) {
        self.dry_moved(place);
        for at in 0..self.state.bodies.owners.len() {
            let (solid, id) = self.state.bodies.owners[at];
            let own = self.model.solids[solid].place;
            if is_below(&self.model, own, place) {
                let pose = self.state.pose_now(&self.model, own);
                self.state.bodies.dynamics.set_body_pose(id, &pose);
            }
        }
        self.attach_joints(place);
    }

    /// Attaches the joints of solids at and below a place where these are now.
    fn attach_joints(&mut self, place: PoseIndex) {
        for at in 0..self.model.joints.len() {
            let Some(id) = self.state.bodies.joints[at] else {
                continue;
            };
            // a slider stays attached where it was, as in the genuine simulator
            let row = &self.model.joints[at];
            let (end_place, axes) = (row.end_place, row.axes.len());
            let is_kept = row.kind == JointKind::Slider && end_place != place;
            if is_kept || !is_below(&self.model, end_place, place) {
                continue;
            }
            if end_place != place && (row.suspension.0 != 0.0 || row.suspension.1 != 0.0) {
                // what a suspension has given way is lost
                self.place_end_point(JointIndex::new(at));
            }
            let frame = self.frame_of(end_place);
            let positions = self.state.joints[at];
            let dynamics = &mut self.state.bodies.dynamics;
            dynamics.rebuild_joint(id, &frame, &positions[..axes]);
        }
        let model = &*self.model;
        for (at, row) in model.solids.iter().enumerate() {
            if let Some(id) = self.state.bodies.fixed[at]
                && is_below(model, row.place, place)
            {
                let frame = Pose::IDENTITY;
                self.state.bodies.dynamics.rebuild_joint(id, &frame, &[]);
            }
        }
    }

    /// The frame in which a place is given.
    fn frame_of(&self, place: PoseIndex) -> Pose {
        let parent = self.model.pose_nodes[place].parent;
        parent.map_or(Pose::IDENTITY, |parent| {
            self.state.pose_now(&self.model, parent)
        })
    }

    /// A place was moved by itself, not by a joint: if it is the end point of a
    /// joint with Physics, the position of the joint is where it is now.
    pub(crate) fn forget_zero(&mut self, place: PoseIndex) {
        let joints = self.model.joints.iter();
        for (at, row) in joints.enumerate().filter(|(_, row)| row.is_dynamic) {
            if row.end_place == place {
                let positions = &self.state.joints[at];
                let zero = row.zero_of(positions, &self.state.local_poses[place]);
                self.state.joint_zeros[at] = zero;
            }
        }
    }

    /// A body takes over the velocities that were written to its solid.
    pub(crate) fn push_body(&mut self, solid: SolidIndex) {
        if let Some(id) = self.state.bodies.own_body(&self.model, solid) {
            let row = self.state.solids[solid];
            self.state
                .bodies
                .dynamics
                .set_velocity(id, row.linear_velocity, row.angular_velocity);
        }
    }
}
