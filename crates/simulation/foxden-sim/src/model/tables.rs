//! A scene compiled for stepping: tables of what there is, in the order in
//! which it is visited. What changes while the world runs is in
//! [`crate::state`], row by row beside these tables.

use crate::bodies::fluids::{Fluid, Immersion};
use crate::bodies::joints::Joint;
use crate::bodies::propeller::Propeller;
use crate::bodies::tracks::Track;
use crate::devices::radar::Reflector;
use crate::devices::table::{DeviceRow, DeviceRows};
use crate::devices::wgs84::UtmZone;
use crate::dynamics::{Geometry, Material};
use crate::energy::charger::Charger;
use crate::energy::indicator_colors::ColoredTarget;
use crate::light::LightNode;
use crate::math::{AxisAngle, Matrix, Pose, Vector};
use crate::model::compile::infrared_surfaces::InfraredSurface;
use crate::model::compile::physics::{BodySettings, PhysicsFields};
use crate::model::node_map::NodeMap;
use crate::model::robot::Robot;
use crate::model::{RowIndex, Table, row_indices};
use crate::spatial::rays::caster::Obstacle;
use crate::spatial::rays::infrared_shape::InfraredShape;
use crate::spatial::rays::shapes::ColliderShape;
use crate::spatial::rays::{Bounds, Hit, Ray};
use crate::spatial::textures::Mapping;
use crate::spatial::transform_tree::TransformTree;
use crate::time::seconds;
use crate::visible_scene::ShapeRow;
use foxden_scene::{FieldRef, NodeId};
use std::collections::HashMap;

row_indices! {
    /// A node with a pose of its own.
    PoseIndex,
    /// A Solid or a node derived from it.
    SolidIndex,
    /// A light.
    LightIndex,
    /// A robot, in the order in which robots are visited.
    RobotIndex,
    /// A Charger.
    ChargerIndex,
    /// A joint.
    JointIndex,
    /// An emissive colour of a Material or PBRAppearance.
    EmissiveIndex,
    /// A Propeller with a motor.
    PropellerIndex,
    /// A Track.
    TrackIndex,
}

/// What holds for the whole world.
#[derive(Clone, Debug, PartialEq)]
pub struct WorldSettings {
    /// The step in milliseconds.
    pub basic_time_step: f64,
    /// The seed of the random numbers.
    pub seed: u32,
    /// How fast the ink of pens fades, per second.
    pub(crate) ink_evaporation: f64,
    /// The acceleration of bodies that fall.
    pub gravity: Vector,
    /// The direction of north.
    pub north: Vector,
    /// Which way is up.
    pub up: Vector,
    /// Where a GPS takes the origin to be.
    pub reference: Vector,
    /// The zone of the map, if a GPS tells latitude and longitude.
    pub(crate) zone: Option<UtmZone>,
}

impl WorldSettings {
    /// The height that a GPS gives the origin.
    pub fn altitude(&self) -> f64 {
        match self.zone {
            Some(_) => self.reference.z,
            None => self.up.dot(self.reference),
        }
    }

    /// The direction of east.
    pub(crate) fn east(&self) -> Vector {
        Vector::new(1.0, 1.0, 1.0) - self.north - self.up
    }

    /// The step in seconds.
    pub fn seconds(&self) -> f64 {
        seconds(self.basic_time_step)
    }
}

/// What Transforms make of translations in a node with a pose, given what those around it make of
/// the node's own: from the field to the frame of the node without its scale.
pub(crate) fn stretch_inside(around: Option<Matrix>, turn: Matrix, scale: Vector) -> Matrix {
    let stretch = around.map_or(Matrix::IDENTITY, |around| turn.transposed() * around * turn);
    Matrix(stretch.0.map(|row| row.scaled(scale)))
}

/// A node with a pose of its own.
#[derive(Clone, Debug)]
pub struct PoseNode {
    pub(crate) node: NodeId,
    pub(crate) parent: Option<PoseIndex>,
    pub(crate) solid: Option<SolidIndex>,
    pub(crate) translation: Vector,
    pub(crate) rotation: AxisAngle,
    /// What Transforms around it make of its translation. Solids are never in a Transform.
    pub(crate) stretch: Option<Matrix>,
    /// Its own scale field; 1 for nodes without one.
    pub(crate) scale: Vector,
}

/// A Solid or a node derived from it.
#[derive(Clone, Debug)]
pub struct Solid {
    pub(crate) node: NodeId,
    pub(crate) place: PoseIndex,
    pub(crate) parent: Option<SolidIndex>,
    pub(crate) physics: Option<PhysicsFields>,
    pub(crate) material: Material,
    /// How deep it is in the scene.
    pub(crate) level: u32,
    /// Whether a joint leads to it.
    pub(crate) is_joint_end: bool,
    pub(crate) is_touch_sensor: bool,
    pub(crate) is_vacuum_gripper: bool,
    pub(crate) is_track: bool,
    /// Called left or right wheel, which old worlds keep apart.
    pub(crate) is_named_wheel: bool,
    pub(crate) linear_velocity: Vector,
    pub(crate) angular_velocity: Vector,
    /// Whether there is a body at or below it.
    pub(crate) carries_bodies: bool,
}

/// A geometry of a boundingObject.
#[derive(Clone, Debug)]
pub struct Collider {
    pub(crate) solid: SolidIndex,
    pub(crate) place: PoseIndex,
    pub(crate) robot: Option<RobotIndex>,
    /// Relative to the solid.
    pub(crate) pose: Pose,
    /// The rotation with which it is weighed.
    pub(crate) turn: AxisAngle,
    /// Whether its boundingObject is a Group, which is weighed before it is added.
    pub(crate) is_grouped: bool,
    /// Whether it is a Mesh node, whose extent radars do not know.
    pub(crate) is_mesh_file: bool,
    pub(crate) shape: ColliderShape,
    /// The same for bodies.
    pub(crate) geometry: Geometry,
}

/// A Shape that can be seen.
#[derive(Clone, Debug)]
pub(crate) struct Visual {
    pub(crate) place: Option<PoseIndex>,
    pub(crate) form: InfraredShape,
    pub(crate) surface: InfraredSurface,
}

impl Visual {
    /// How much infra-red light comes back from where a ray meets it at a pose.
    /// `ink` is the red of what pens painted there, and its density.
    pub(crate) fn reflection(&self, pose: &Pose, ray: &Ray, hit: &Hit, ink: [f64; 2]) -> f64 {
        let place = self.surface.mapping().and_then(|mapping| {
            let back = pose.rotation.transposed();
            let local = Ray {
                origin: back * (ray.origin - pose.translation),
                direction: back * ray.direction,
                length: ray.length,
            };
            if let (InfraredShape::Mesh(mesh), Mapping::Corners(_)) = (&self.form, mapping) {
                let (triangle, weights) = mesh.front_triangle(&local)?;
                return mapping.place_in(triangle, weights);
            }
            let point = local.origin + local.direction * hit.distance;
            mapping.place(point, back * hit.normal)
        });
        self.surface.reflection(place, ink)
    }
}

impl Obstacle for Collider {
    fn bounds(&self, pose: &Pose) -> Option<Bounds> {
        self.shape.bounds(pose)
    }

    fn hit_at(&self, pose: &Pose, ray: &Ray) -> Option<Hit> {
        self.shape.hit_at(pose, ray)
    }

    fn is_hit_at(&self, pose: &Pose, ray: &Ray) -> bool {
        self.shape.is_hit_at(pose, ray)
    }

    fn robot(&self) -> Option<RobotIndex> {
        self.robot
    }
}

impl Obstacle for Visual {
    fn bounds(&self, pose: &Pose) -> Option<Bounds> {
        Some(self.form.bounds(pose))
    }

    fn hit_at(&self, pose: &Pose, ray: &Ray) -> Option<Hit> {
        self.form.hit_at(pose, ray)
    }

    /// Of none: light is given back by the own robot as by any other.
    fn robot(&self) -> Option<RobotIndex> {
        None
    }
}

/// An emissive colour that a Charger or LED may drive.
#[derive(Clone, Debug)]
pub struct Emissive {
    pub(crate) node: NodeId,
    pub(crate) color: [f64; 3],
    /// The colour it had when it came into the world; a charger goes out from it.
    pub(crate) initial_color: [f64; 3],
    /// Whether its channels stay within 0 and 1: those of a Material do.
    pub(crate) is_limited: bool,
}

/// What is done before and after physics, flat and in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// A solid without physics follows its velocity fields.
    Drift(SolidIndex),
    /// The motors of a joint decide.
    Joint(JointIndex),
    /// A propeller turns.
    Propel(PropellerIndex),
    /// A robot with two wheels and no physics rolls.
    Roll(RobotIndex),
    /// Energy flows.
    Charge(ChargerIndex),
    /// A belt moves.
    Run(TrackIndex),
    /// A device works before physics.
    BeforePhysics(DeviceRow),
    /// A device works after physics.
    AfterPhysics(DeviceRow),
    /// A robot's battery drains.
    Drain(RobotIndex),
}

/// When a solid is visited before and after physics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Visit {
    /// The number of the visit. After physics a body's pose is shown then.
    pub(crate) number: u32,
    /// How many solids were visited when the solid does its own work.
    pub(crate) entered: u32,
}

/// Where the value of a field is stored while the world runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldStorage {
    Translation(PoseIndex),
    Rotation(PoseIndex),
    LinearVelocity(SolidIndex),
    AngularVelocity(SolidIndex),
    LightColor(LightIndex),
    LightOn(LightIndex),
    LightLocation(LightIndex),
    Emissive(EmissiveIndex),
    RobotBattery(RobotIndex),
    ChargerBattery(ChargerIndex),
    JointPosition(JointIndex, u8),
    /// A live field of a device, by its place in the list of these.
    Device(DeviceRow, u8),
    WheelPosition(PoseIndex),
}

/// A node that has rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeRow {
    Pose(PoseIndex),
    Light(LightIndex),
    Robot(RobotIndex),
    Charger(ChargerIndex),
    Track(TrackIndex),
    Device(DeviceRow),
}

/// The tables.
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) settings: WorldSettings,
    pub(crate) bodies: BodySettings,
    pub(crate) pose_nodes: Table<PoseIndex, PoseNode>,
    pub(crate) transform_tree: TransformTree,
    pub(crate) solids: Table<SolidIndex, Solid>,
    pub(crate) colliders: Vec<Collider>,
    pub(crate) visuals: Vec<Visual>,
    /// Shapes that can be seen, in scene order.
    pub(crate) shapes: Vec<ShapeRow>,
    pub(crate) lights: Table<LightIndex, LightNode>,
    pub(crate) robots: Table<RobotIndex, Robot>,
    /// The robots in the order in which they came into the world.
    pub(crate) robot_order: Vec<RobotIndex>,
    /// Whether touches matter without any body: for wheels that roll, touch sensors and grippers.
    pub(crate) has_watched_solids: bool,
    pub(crate) chargers: Table<ChargerIndex, Charger>,
    pub(crate) devices: DeviceRows,
    pub(crate) joints: Table<JointIndex, Joint>,
    pub(crate) propellers: Table<PropellerIndex, Propeller>,
    pub(crate) tracks: Table<TrackIndex, Track>,
    /// What radars see, children before the solids that hold them.
    pub(crate) reflectors: Vec<Reflector>,
    pub(crate) fluids: Vec<Fluid>,
    pub(crate) immersions: Vec<Immersion>,
    pub(crate) emissives: Table<EmissiveIndex, Emissive>,
    /// What Chargers and LEDs colour, and what is a USE of it.
    pub(crate) colored_uses: Vec<(ColoredTarget, ColoredTarget)>,
    pub(crate) before_physics: Vec<Operation>,
    pub(crate) after_physics: Vec<Operation>,
    /// When each solid is visited.
    pub(crate) visits: Table<SolidIndex, Visit>,
    /// Only ever looked up, never walked through.
    pub(crate) rows: HashMap<FieldRef, FieldStorage>,
    /// Only ever looked up, never walked through.
    pub(crate) node_rows: NodeMap<NodeRow>,
    /// Nodes that others USE, sorted.
    pub(crate) used: Vec<NodeId>,
    /// Where nodes are in the tables of places, solids and joints. Only ever looked up.
    pub(crate) indexed: NodeMap<Indexed>,
}

/// Where a node is in the tables.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Indexed {
    place: Option<PoseIndex>,
    solid: Option<SolidIndex>,
    joint: Option<JointIndex>,
    propeller: Option<PropellerIndex>,
}

impl Model {
    /// Makes the index after the tables.
    pub(crate) fn index(&mut self) {
        self.transform_tree = TransformTree::new(&self.pose_nodes, &self.colliders);
        // those that hold others are before them
        for at in (0..self.solids.len()).rev() {
            let row = &mut self.solids[at];
            row.carries_bodies |= row.physics.is_some();
            if let (true, Some(parent)) = (row.carries_bodies, row.parent) {
                self.solids[parent].carries_bodies = true;
            }
        }
        for joint in &mut self.joints {
            joint.carries_bodies = self.solids[joint.end].carries_bodies;
        }
        let mut indexed: NodeMap<Indexed> = NodeMap::default();
        indexed.reserve(self.pose_nodes.len());
        for (at, row) in self.pose_nodes.iter().enumerate() {
            indexed.entry(row.node).or_default().place = Some(PoseIndex::new(at));
        }
        for (at, row) in self.solids.iter().enumerate() {
            indexed.entry(row.node).or_default().solid = Some(SolidIndex::new(at));
        }
        for (at, row) in self.joints.iter().enumerate() {
            indexed.entry(row.node).or_default().joint = Some(JointIndex::new(at));
        }
        for (at, row) in self.propellers.iter().enumerate() {
            indexed.entry(row.node).or_default().propeller = Some(PropellerIndex::new(at));
        }
        self.indexed = indexed;
    }

    /// Takes over the initial colours of what was there before the scene was compiled again.
    pub(crate) fn keep_initial_colors(&mut self, before: &Self) {
        let lights = before.lights.iter();
        let lights: HashMap<NodeId, [f64; 3]> =
            lights.map(|row| (row.node, row.initial_color)).collect();
        for row in &mut self.lights {
            row.initial_color = lights.get(&row.node).copied().unwrap_or(row.color);
        }
        let emissives = before.emissives.iter();
        let emissives: HashMap<NodeId, [f64; 3]> =
            emissives.map(|row| (row.node, row.initial_color)).collect();
        for row in &mut self.emissives {
            row.initial_color = emissives.get(&row.node).copied().unwrap_or(row.color);
        }
    }

    /// Robots that were there before the scene was compiled again come first, as they were.
    pub(crate) fn keep_robot_order(&mut self, before: &Self) {
        let ranks: HashMap<NodeId, usize> = before
            .robot_order
            .iter()
            .enumerate()
            .map(|(rank, robot)| (before.robots[*robot].node, rank))
            .collect();
        let rank = |robot: &RobotIndex| {
            let node = self.robots[*robot].node;
            ranks.get(&node).copied().unwrap_or(usize::MAX)
        };
        self.robot_order.sort_by_key(rank);
    }

    pub(crate) fn place_of(&self, node: NodeId) -> Option<PoseIndex> {
        self.indexed.get(&node)?.place
    }

    pub(crate) fn solid_of(&self, node: NodeId) -> Option<SolidIndex> {
        self.indexed.get(&node)?.solid
    }

    pub(crate) fn propeller_of(&self, node: NodeId) -> Option<PropellerIndex> {
        self.indexed.get(&node)?.propeller
    }

    pub(crate) fn joint_of(&self, node: NodeId) -> Option<JointIndex> {
        self.indexed.get(&node)?.joint
    }
}
