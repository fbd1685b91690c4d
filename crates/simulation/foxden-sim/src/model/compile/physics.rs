//! Physics nodes and what the whole world says about bodies.

use super::read;
use crate::dynamics::{ContactProperties, Damping, Material, SleepSettings};
use crate::math::Vector;
use foxden_scene::{NodeId, Scene};

/// The fields of a Physics node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PhysicsFields {
    pub(crate) density: f64,
    pub(crate) mass: f64,
    pub(crate) centre: Option<Vector>,
    /// The diagonal, then xy, xz and yz.
    pub(crate) inertia: Option<[[f64; 3]; 2]>,
    pub(crate) damping: Option<Damping>,
}

impl PhysicsFields {
    pub(super) fn of(scene: &Scene, solid: NodeId) -> Option<Self> {
        let node = read::child(scene, solid, "physics")?;
        let rows = read::vectors(scene, node, "inertiaMatrix");
        Some(Self {
            density: read::number(scene, node, "density"),
            mass: read::number(scene, node, "mass"),
            centre: read::vectors(scene, node, "centerOfMass")
                .first()
                .map(|centre| (*centre).into()),
            inertia: rows.try_into().ok(),
            damping: read::child(scene, node, "damping").map(|node| damping(scene, node)),
        })
    }
}

impl PhysicsFields {
    /// Whether a solid weighs the same with other fields.
    pub(crate) fn weighs_like(&self, other: &Self) -> bool {
        let fields = |physics: &Self| (physics.density, physics.mass, physics.centre);
        fields(self) == fields(other) && self.inertia == other.inertia
    }
}

fn damping(scene: &Scene, node: NodeId) -> Damping {
    Damping {
        linear: read::number(scene, node, "linear"),
        angular: read::number(scene, node, "angular"),
    }
}

/// What holds for all bodies.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BodySettings {
    pub(crate) cfm: f64,
    pub(crate) erp: f64,
    pub(crate) sleep: SleepSettings,
    pub(crate) default_damping: Option<Damping>,
    pub(crate) contacts: Vec<ContactProperties>,
    /// Names of materials; their places are their numbers.
    pub(crate) materials: Vec<String>,
}

impl BodySettings {
    pub(super) fn of(scene: &Scene, info: Option<NodeId>, known: &[String]) -> Self {
        let mut settings = Self {
            cfm: 1e-5,
            erp: 0.2,
            sleep: SleepSettings::default(),
            default_damping: None,
            contacts: Vec::new(),
            materials: match known {
                [] => vec!["default".to_owned()],
                known => known.to_vec(),
            },
        };
        let Some(info) = info else { return settings };
        settings.cfm = read::number(scene, info, "CFM");
        settings.erp = read::number(scene, info, "ERP");
        settings.sleep = SleepSettings {
            time: read::number(scene, info, "physicsDisableTime"),
            linear: read::number(scene, info, "physicsDisableLinearThreshold"),
            angular: read::number(scene, info, "physicsDisableAngularThreshold"),
        };
        settings.default_damping =
            read::child(scene, info, "defaultDamping").map(|node| damping(scene, node));
        for node in scene.nodes_of(info, "contactProperties").to_vec() {
            let materials = ["material1", "material2"]
                .map(|name| settings.material(&read::text(scene, node, name)));
            let contact = contact(scene, node, materials);
            settings.contacts.push(contact);
        }
        settings
    }

    /// The number of a material.
    pub(crate) fn material(&mut self, name: &str) -> Material {
        let at = self
            .materials
            .iter()
            .position(|known| known == name)
            .unwrap_or_else(|| {
                self.materials.push(name.to_owned());
                self.materials.len() - 1
            });
        Material(at as u32)
    }
}

fn contact(scene: &Scene, node: NodeId, materials: [Material; 2]) -> ContactProperties {
    let pair = match scene.value_of(node, "frictionRotation").as_deref() {
        Some(foxden_scene::Value::Vec2(value)) => *value,
        _ => [0.0; 2],
    };
    let mut properties = ContactProperties::new(materials);
    properties.coulomb_friction = read::numbers(scene, node, "coulombFriction");
    properties.friction_rotation = pair;
    properties.rolling_friction = read::vector(scene, node, "rollingFriction").to_array();
    properties.bounce = read::number(scene, node, "bounce");
    properties.bounce_velocity = read::number(scene, node, "bounceVelocity");
    properties.force_dependent_slip = read::numbers(scene, node, "forceDependentSlip");
    properties.soft_erp = read::number(scene, node, "softERP");
    properties.soft_cfm = read::number(scene, node, "softCFM");
    let most = read::integer(scene, node, "maxContactJoints");
    properties.max_contact_joints = usize::try_from(most).unwrap_or(1).max(1);
    properties
}
