//! A robot as URDF: a link for each solid, and the joints between them.

use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene, Value};
use foxden_sim::World;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Describes a robot; `prefix` stands before the names of links and joints.
pub(crate) fn describe(world: &World, robot: NodeId, prefix: &str) -> String {
    let scene = world.scene();
    let mut writer = UrdfWriter {
        world,
        scene,
        prefix,
        names: BTreeSet::new(),
        text: String::from("<?xml version=\"1.0\"?>\n"),
    };
    let name = escaped(&name_of(scene, robot));
    writer.line(&format!("<robot name=\"{name}\">"));
    let base = writer.link("base_link");
    writer.below(robot, robot, &base, None);
    writer.line("</robot>");
    writer.text
}

struct UrdfWriter<'a> {
    world: &'a World,
    scene: &'a Scene,
    prefix: &'a str,
    names: BTreeSet<String>,
    text: String,
}

impl UrdfWriter<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Writes a link and gives its name, which no other has.
    fn link(&mut self, wanted: &str) -> String {
        let wanted = escaped(&format!("{}{wanted}", self.prefix));
        let mut name = wanted.clone();
        let mut number = 0;
        while !self.names.insert(name.clone()) {
            number += 1;
            name = format!("{wanted}_{number}");
        }
        self.line(&format!("  <link name=\"{name}\"/>"));
        name
    }

    /// Writes the solids below a node, which belong to a solid with a link.
    fn below(&mut self, node: NodeId, solid: NodeId, link: &str, joint: Option<NodeId>) {
        let children: Vec<NodeId> = self.scene.children(node).collect();
        for child in children {
            let Some(found) = self.scene.get(child) else {
                continue;
            };
            let kind = found.base_type();
            if kind.is_a(NodeType::Solid) {
                let own = self.link(&name_of(self.scene, child));
                self.joint(solid, child, link, &own, joint);
                self.below(child, child, &own, None);
            } else if is_joint(kind) {
                self.below(child, solid, link, Some(child));
            } else if kind.is_a(NodeType::Group) || kind == NodeType::Slot {
                self.below(child, solid, link, joint);
            }
        }
    }

    fn joint(
        &mut self,
        above: NodeId,
        below: NodeId,
        parent: &str,
        child: &str,
        by: Option<NodeId>,
    ) {
        let kind = by
            .and_then(|joint| self.scene.get(joint))
            .map(|joint| joint.base_type());
        let motor = by.and_then(|joint| self.motor(joint));
        let word = match (kind, &motor) {
            (Some(NodeType::SliderJoint), _) => "prismatic",
            (Some(NodeType::HingeJoint), Some(motor)) if motor.low != motor.high => "revolute",
            (Some(NodeType::HingeJoint), _) => "continuous",
            _ => "fixed",
        };
        let label = motor.as_ref().map(|motor| motor.name.clone());
        let label = label.map_or_else(
            || format!("{parent}_{child}_joint"),
            |name| escaped(&format!("{}{name}", self.prefix)),
        );
        self.line(&format!("  <joint name=\"{label}\" type=\"{word}\">"));
        self.line(&format!("    <parent link=\"{parent}\"/>"));
        self.line(&format!("    <child link=\"{child}\"/>"));
        if let (Some(joint), true) = (by, word != "fixed") {
            let [x, y, z] = self.axis(joint);
            self.line(&format!("    <axis xyz=\"{x} {y} {z}\"/>"));
            if let Some(motor) = motor {
                self.line(&format!(
                    "    <limit effort=\"{}\" lower=\"{}\" upper=\"{}\" velocity=\"{}\"/>",
                    motor.force, motor.low, motor.high, motor.speed
                ));
            }
        }
        let pose = self.world.pose(below, Some(above)).unwrap_or_default();
        let mut origin = String::new();
        let _ = write!(
            origin,
            "    <origin xyz=\"{} {} {}\" rpy=\"{}\"/>",
            pose[3],
            pose[7],
            pose[11],
            roll_pitch_yaw(&pose)
        );
        self.line(&origin);
        self.line("  </joint>");
    }

    fn axis(&self, joint: NodeId) -> [f64; 3] {
        let usual = match self.scene.get(joint).map(|joint| joint.base_type()) {
            Some(NodeType::SliderJoint) => [0.0, 0.0, 1.0],
            _ => [1.0, 0.0, 0.0],
        };
        let parameters = self.scene.nodes_of(joint, "jointParameters").first();
        parameters
            .and_then(|parameters| self.scene.value_of(*parameters, "axis"))
            .and_then(|axis| match axis.as_ref() {
                Value::Vec3(axis) => Some(*axis),
                _ => None,
            })
            .unwrap_or(usual)
    }

    fn motor(&self, joint: NodeId) -> Option<MotorLimits> {
        let number = |node, field| self.scene.float(node, field);
        let devices = self.scene.nodes_of(joint, "device").iter();
        devices.copied().find_map(|device| {
            Some(MotorLimits {
                name: name_of(self.scene, device),
                low: number(device, "minPosition")?,
                high: number(device, "maxPosition")?,
                speed: number(device, "maxVelocity")?,
                force: number(device, "maxTorque").or(number(device, "maxForce"))?,
            })
        })
    }
}

/// What a motor can do.
struct MotorLimits {
    name: String,
    low: f64,
    high: f64,
    speed: f64,
    force: f64,
}

fn is_joint(kind: NodeType) -> bool {
    matches!(
        kind,
        NodeType::HingeJoint | NodeType::SliderJoint | NodeType::Hinge2Joint | NodeType::BallJoint
    )
}

fn name_of(scene: &Scene, node: NodeId) -> String {
    let name = scene.text(node, "name");
    name.map(|name| name.value.to_string()).unwrap_or_default()
}

/// The angles about the fixed axes x, y and z.
fn roll_pitch_yaw(rows: &[f64; 16]) -> String {
    let pitch = (-rows[8]).clamp(-1.0, 1.0).asin();
    let (roll, yaw) = (rows[9].atan2(rows[10]), rows[4].atan2(rows[0]));
    format!("{roll} {pitch} {yaw}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}
