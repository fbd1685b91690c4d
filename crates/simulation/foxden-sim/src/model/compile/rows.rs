//! Makes the rows of the tables, parents before children.

mod device_rows;

use super::colliders::{UNSCALED, colliders_of};
use super::infrared_shapes::visual;
use super::physics::PhysicsFields;
use super::{end_point, read};
use crate::bodies::fluids::Fluid;
use crate::bodies::geometry_of;
use crate::bodies::joints::{DEVICES, Joint, JointKind, PARAMETERS};
use crate::bodies::propeller::Propeller;
use crate::bodies::tracks::{Track, wheel_place};
use crate::devices::radar::Reflector;
use crate::devices::{Device as _, DeviceRow, Mount, PositionSource};
use crate::energy::indicator_colors::{ColoredTarget, candidates};
use crate::light::LightNode;
use crate::math::{Matrix, Vector};
use crate::model::robot::{Robot, RobotDevice};
use crate::model::*;
use crate::spatial::transforms::LocalPose;
use crate::visible_scene::ShapeRow;
use crate::world::assets::AssetFiles;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};
use std::collections::HashMap;

/// What a node is in.
#[derive(Clone, Copy, Default)]
struct CompileContext {
    place: Option<PoseIndex>,
    solid: Option<SolidIndex>,
    robot: Option<RobotIndex>,
    /// The robot of the branch that is at the top level of the world.
    top: Option<RobotIndex>,
    /// Whether a joint leads to the next solid.
    is_joint_end: bool,
    /// Whether a joint above puts it to rest before the world begins.
    is_at_rest: bool,
    /// Whether it is in a helix of a propeller, where nothing has a body.
    is_in_helix: bool,
    /// What scaled Transforms make of sizes here, if there are any.
    scale: Option<Vector>,
    /// What they make of translations.
    stretch: Option<Matrix>,
    /// Whether it is in a Billboard, which devices do not see.
    is_in_billboard: bool,
}

pub(super) struct Rows<'a> {
    scene: &'a Scene,
    assets: &'a AssetFiles,
    model: &'a mut Model,
    robots: HashMap<NodeId, RobotIndex>,
    made_robots: Table<RobotIndex, Option<Robot>>,
    devices: HashMap<NodeId, DeviceRow>,
    emissives: HashMap<NodeId, EmissiveIndex>,
    lights: HashMap<NodeId, LightIndex>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(scene: &'a Scene, assets: &'a AssetFiles, model: &'a mut Model) -> Self {
        let mut order = Vec::new();
        number_robots(scene, scene.root(), &mut order);
        let robots = order
            .iter()
            .enumerate()
            .map(|(at, node)| (*node, RobotIndex::new(at)))
            .collect();
        Self {
            scene,
            assets,
            model,
            robots,
            made_robots: order.iter().map(|_| None).collect(),
            devices: HashMap::new(),
            emissives: HashMap::new(),
            lights: HashMap::new(),
        }
    }

    pub(super) fn make(mut self) {
        let scene = self.scene;
        self.node(scene.root(), CompileContext::default());
        let made = self.made_robots.iter_mut();
        self.model.robots = made.filter_map(Option::take).collect();
        for at in 0..self.model.robots.len() {
            let mut devices = Vec::new();
            self.list_devices(self.model.robots[at].node, true, &mut devices);
            self.model.robots[at].devices = devices;
        }
        crate::devices::table::all_added(self.model);
        self.find_targets();
        let mut used: Vec<NodeId> = scene
            .ids()
            .filter_map(|node| scene.get(node)?.used_def())
            .collect();
        used.sort();
        used.dedup();
        self.model.used = used;
    }

    fn own(&mut self, node: NodeId, name: &str, row: FieldStorage) {
        if let Some(field) = self.scene.base_field(node, name) {
            self.model.rows.insert(self.scene.owner_of(field), row);
        }
    }

    fn node(&mut self, node: NodeId, around: CompileContext) {
        let scene = self.scene;
        let kind = read::kind(scene, node);
        let mut around = around;
        if kind.is_a(NodeType::Pose) {
            around.place = Some(self.place(node, around));
        }
        if kind == NodeType::Transform {
            let own = read::vector(scene, node, "scale");
            around.scale = Some(around.scale.map_or(own, |outer| outer.scaled(own)));
        }
        if kind == NodeType::Transform || (kind.is_a(NodeType::Pose) && around.stretch.is_some()) {
            let rotation = read::rotation(scene, node, "rotation");
            let scale = match kind {
                NodeType::Transform => read::vector(scene, node, "scale"),
                _ => UNSCALED,
            };
            let turn = rotation.matrix();
            around.stretch = Some(stretch_inside(around.stretch, turn, scale));
        }
        around.is_in_billboard |= kind == NodeType::Billboard;
        if kind.is_a(NodeType::Solid) {
            self.solid(node, kind, &mut around);
        } else if kind.is_a(NodeType::Light) {
            self.light(node, around);
        } else if matches!(kind, NodeType::Shape | NodeType::CadShape) {
            let visual = visual(scene, self.assets, node, around.place, around.scale);
            self.model.visuals.extend(visual);
            let materials = self.assets.meshes.cad_materials(node);
            let parts = materials.map_or(1, |materials| materials.all.len() as u32);
            self.model.shapes.extend((0..parts).map(|part| ShapeRow {
                node,
                part,
                place: around.place,
                scale: around.scale.unwrap_or(UNSCALED),
                solid: around.solid,
                is_in_billboard: around.is_in_billboard,
            }));
        } else if matches!(kind, NodeType::Material | NodeType::PBRAppearance) {
            self.emissive(node);
        }
        if let Some(joint) = JointKind::of(kind) {
            self.joint(node, joint, around);
            return;
        }
        if kind == NodeType::Propeller {
            self.propeller(node, around);
            around.is_in_helix = true;
        } else if kind == NodeType::Fluid
            && let Some(place) = around.place
        {
            let made = Fluid::read(scene, &self.assets.meshes, node, place);
            self.model.fluids.push(made);
        }
        for child in scene.children(node).collect::<Vec<_>>() {
            let is_bounding_object = (kind.is_a(NodeType::Solid) || kind == NodeType::Fluid)
                && scene.nodes_of(node, "boundingObject").contains(&child);
            if !is_bounding_object {
                self.node(child, around);
            }
        }
        if kind.is_a(NodeType::Solid) {
            self.reflector(node, around);
        }
    }

    /// A solid that radars see, after those that are in it.
    fn reflector(&mut self, node: NodeId, around: CompileContext) {
        // the genuine simulator hands it on in single precision
        let cross_section = read::number(self.scene, node, "radarCrossSection") as f32;
        let cross_section = f64::from(cross_section);
        if let Some(solid) = around.solid
            && cross_section > 0.0
        {
            self.model.reflectors.push(Reflector {
                solid,
                cross_section,
            });
        }
    }

    fn place(&mut self, node: NodeId, around: CompileContext) -> PoseIndex {
        let index = PoseIndex::new(self.model.pose_nodes.len());
        let kind = read::kind(self.scene, node);
        let is_wheel = kind == NodeType::TrackWheel;
        let translation = if is_wheel {
            wheel_place(self.scene, node)
        } else {
            read::vector(self.scene, node, "translation")
        };
        self.model.pose_nodes.push(PoseNode {
            node,
            parent: around.place,
            solid: None,
            translation,
            rotation: read::rotation(self.scene, node, "rotation"),
            stretch: around.stretch,
            scale: match kind {
                NodeType::Transform => read::vector(self.scene, node, "scale"),
                _ => UNSCALED,
            },
        });
        self.own(node, "translation", FieldStorage::Translation(index));
        self.own(node, "rotation", FieldStorage::Rotation(index));
        if is_wheel {
            self.own(node, "position", FieldStorage::WheelPosition(index));
        }
        self.model.node_rows.insert(node, NodeRow::Pose(index));
        index
    }

    fn solid(&mut self, node: NodeId, kind: NodeType, around: &mut CompileContext) {
        let scene = self.scene;
        let Some(place) = around.place else { return };
        let index = SolidIndex::new(self.model.solids.len());
        if let Some(robot) = self.robots.get(&node).copied() {
            around.robot = Some(robot);
            if scene.parent(node) == Some(scene.root()) {
                around.top = Some(robot);
            }
        }
        let holder = around.solid;
        let is_at_rest = around.is_at_rest;
        let initial = |name: &str| match is_at_rest {
            true => Vector::ZERO,
            false => read::vector(scene, node, name),
        };
        self.model.solids.push(Solid {
            node,
            place,
            parent: around.solid,
            physics: PhysicsFields::of(scene, node).filter(|_| !around.is_in_helix),
            material: self
                .model
                .bodies
                .material(&read::text(scene, node, "contactMaterial")),
            level: scene.ancestors(node).count() as u32,
            is_joint_end: std::mem::take(&mut around.is_joint_end),
            is_touch_sensor: kind == NodeType::TouchSensor,
            is_vacuum_gripper: kind == NodeType::VacuumGripper,
            is_track: kind == NodeType::Track,
            is_named_wheel: is_named_wheel(&read::text(scene, node, "name")),
            linear_velocity: initial("linearVelocity"),
            angular_velocity: initial("angularVelocity"),
            carries_bodies: false,
        });
        self.model.pose_nodes[place].solid = Some(index);
        around.solid = Some(index);
        self.own(node, "linearVelocity", FieldStorage::LinearVelocity(index));
        self.own(
            node,
            "angularVelocity",
            FieldStorage::AngularVelocity(index),
        );
        for part in colliders_of(scene, &self.assets.meshes, node) {
            self.model.colliders.push(Collider {
                solid: index,
                place,
                robot: around.robot,
                pose: part.pose,
                turn: part.turn,
                is_grouped: part.is_grouped,
                is_mesh_file: part.is_mesh_file,
                geometry: geometry_of(&part.shape),
                shape: part.shape,
            });
        }
        self.active_solid(node, kind, *around, holder);
    }

    fn track(&mut self, mount: Mount, around: CompileContext) {
        let scene = self.scene;
        let made = Track::read(scene, mount.node, mount.solid);
        let track = self.model.tracks.push(made);
        self.model
            .node_rows
            .insert(mount.node, NodeRow::Track(track));
        for device in scene.nodes_of(mount.node, "device") {
            self.joint_device(*device, around, Some(PositionSource::Track(track)));
        }
    }

    fn light(&mut self, node: NodeId, around: CompileContext) {
        let index = LightIndex::new(self.model.lights.len());
        let light = LightNode::read(self.scene, node, around.place);
        self.model.lights.push(light);
        self.lights.insert(node, index);
        self.own(node, "color", FieldStorage::LightColor(index));
        self.own(node, "on", FieldStorage::LightOn(index));
        self.own(node, "location", FieldStorage::LightLocation(index));
        self.model.node_rows.insert(node, NodeRow::Light(index));
    }

    fn emissive(&mut self, node: NodeId) {
        let index = EmissiveIndex::new(self.model.emissives.len());
        let color = read::color(self.scene, node, "emissiveColor");
        self.model.emissives.push(Emissive {
            node,
            color,
            initial_color: color,
            is_limited: read::kind(self.scene, node) == NodeType::Material,
        });
        self.emissives.insert(node, index);
        self.own(node, "emissiveColor", FieldStorage::Emissive(index));
    }

    fn joint(&mut self, node: NodeId, kind: JointKind, around: CompileContext) {
        let scene = self.scene;
        let end = end_point(scene, node);
        // rows of the end point come first: the joint refers to them
        let index = end.map(|end| {
            let joint = JointIndex::new(self.model.joints.len());
            let place = PoseIndex::new(self.model.pose_nodes.len());
            let solid = SolidIndex::new(self.model.solids.len());
            let pose = LocalPose {
                translation: read::vector(scene, end, "translation"),
                rotation: read::rotation(scene, end, "rotation"),
            };
            let mut made = Joint::read(scene, node, kind, around.solid, solid, place, pose);
            made.is_dynamic = read::child(scene, end, "physics").is_some() && !around.is_in_helix;
            for (at, axis) in made.axes.iter().enumerate() {
                if let Some(field) = axis
                    .parameters
                    .and_then(|parameters| scene.base_field(parameters, "position"))
                {
                    let row = FieldStorage::JointPosition(joint, at as u8);
                    self.model.rows.insert(scene.owner_of(field), row);
                }
            }
            self.model.joints.push(made);
            joint
        });
        if let Some(end) = end {
            let has_axis =
                kind != JointKind::Ball && read::child(scene, node, "jointParameters").is_some();
            let around = CompileContext {
                is_joint_end: true,
                // an axis that is read turns the end point, and so puts it to rest
                is_at_rest: around.is_at_rest || has_axis,
                ..around
            };
            self.node(end, around);
        }
        for (axis, field) in DEVICES.into_iter().enumerate() {
            for (at, device) in scene.nodes_of(node, field).to_vec().into_iter().enumerate() {
                let source = match index {
                    Some(joint) => PositionSource::Joint(joint, axis as u8),
                    None => {
                        let parameters = PARAMETERS[axis];
                        PositionSource::LooseJoint(read::child(scene, node, parameters))
                    }
                };
                self.joint_device(device, around, Some(source));
                // a Hinge2 shows its first axis only to the very first motor, as in the genuine simulator
                let is_first = axis == 0 && at == 0;
                if let Some(DeviceRow::Motor(motor)) = self.devices.get(&device) {
                    let felt = kind == JointKind::Hinge2 && !is_first;
                    self.model.devices.motors[*motor].felt_axis = u8::from(felt);
                }
            }
        }
    }

    fn propeller(&mut self, node: NodeId, around: CompileContext) {
        let device = read::child(self.scene, node, "device");
        let (Some(device), Some(_), Some(solid), Some(place)) =
            (device, around.robot, around.solid, around.place)
        else {
            return;
        };
        self.joint_device(device, around, None);
        if let Some(DeviceRow::Motor(motor)) = self.devices.get(&device) {
            let made = Propeller::read(self.scene, node, solid, place, *motor);
            self.model.propellers.push(made);
        }
    }

    /// The devices below a node in the order of their tags.
    fn list_devices(&self, node: NodeId, is_own_robot: bool, found: &mut Vec<RobotDevice>) {
        let scene = self.scene;
        let kind = read::kind(scene, node);
        if kind == NodeType::Robot && !is_own_robot {
            return;
        }
        // a track holds devices, but is none
        if kind.model().is_device && !is_own_robot && kind != NodeType::Track {
            found.push(RobotDevice {
                node,
                name: read::text(scene, node, "name"),
                node_type: kind,
                row: self.devices.get(&node).copied().unwrap_or(DeviceRow::None),
            });
        }
        for field in ["device", "device2", "device3", "children", "endPoint"] {
            for child in scene.nodes_of(node, field) {
                self.list_devices(*child, false, found);
            }
        }
    }

    fn find_targets(&mut self) {
        let find = |rows: &Self, driver: NodeId| -> Vec<ColoredTarget> {
            let found = candidates(rows.scene, driver).into_iter();
            found.filter_map(|node| rows.colored(node)).collect()
        };
        for at in 0..self.model.chargers.len() {
            self.model.chargers[at].targets = find(self, self.model.chargers[at].node);
        }
        for at in 0..self.model.devices.leds.len() {
            self.model.devices.leds[at].targets =
                find(self, self.model.devices.leds[at].mount().node);
        }
        self.find_uses_of_targets();
    }

    /// The row of a node that has a colour.
    fn colored(&self, node: NodeId) -> Option<ColoredTarget> {
        let light = self.lights.get(&node).copied().map(ColoredTarget::Light);
        let emissive = self.emissives.get(&node).copied();
        light.or(emissive.map(ColoredTarget::Emissive))
    }

    /// What is a USE of something coloured, directly or through another USE.
    fn find_uses_of_targets(&mut self) {
        let scene = self.scene;
        let mut uses: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
        for node in scene.ids() {
            if let Some(def) = scene.get(node).and_then(|node| node.used_def()) {
                uses.entry(def).or_default().push(node);
            }
        }
        if uses.is_empty() {
            return;
        }
        let chargers = self.model.chargers.iter().map(|row| &row.targets);
        let leds = self.model.devices.leds.iter().map(|row| &row.targets);
        let targets = chargers.chain(leds).flatten();
        let mut pending: Vec<ColoredTarget> = targets.copied().collect();
        let mut found = Vec::new();
        while let Some(target) = pending.pop() {
            let node = target.node(self.model);
            for def in std::iter::once(node).chain(scene.ancestors(node)) {
                for copy in uses.get(&def).into_iter().flatten() {
                    let copied = scene.counterpart(def, *copy, node);
                    let copy = copied.and_then(|copy| self.colored(copy));
                    let pair = copy.map(|copy| (target, copy));
                    if let Some(pair) = pair.filter(|pair| !found.contains(pair)) {
                        found.push(pair);
                        pending.push(pair.1);
                    }
                }
            }
        }
        self.model.colored_uses = found;
    }
}

/// Robots in the order in which they are visited: inner ones before the one that holds them.
fn number_robots(scene: &Scene, node: NodeId, found: &mut Vec<NodeId>) {
    for child in scene.children(node) {
        number_robots(scene, child, found);
    }
    if read::kind(scene, node) == NodeType::Robot {
        found.push(node);
    }
}

/// Whether the name of a solid makes it a wheel of a robot on two wheels.
fn is_named_wheel(name: &str) -> bool {
    let wheels = ["left wheel", "right wheel"];
    wheels.iter().any(|wheel| name.eq_ignore_ascii_case(wheel))
}
