//! From a scene to tables: one walk that makes the rows, one that puts the
//! work of a step in order.

mod colliders;
mod infrared_shapes;
pub(crate) mod infrared_surfaces;
mod order;
pub(crate) mod physics;
pub(crate) mod polygons;
pub(crate) mod read;
mod rows;

pub(crate) use colliders::{UNSCALED, colliders_of};

use crate::devices::table::DeviceRows;
use crate::devices::wgs84::UtmZone;
use crate::math::Vector;
use crate::model::node_map::NodeMap;
use crate::model::{Model, Table, WorldSettings};
use crate::spatial::transform_tree::TransformTree;
use crate::world::assets::AssetFiles;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};
use physics::BodySettings;
use std::collections::HashMap;

/// Compiles a scene.
///
/// Materials that are known already keep their numbers.
pub(crate) fn compile(scene: &Scene, assets: &AssetFiles, materials: &[String]) -> Model {
    let info = world_info(scene);
    let mut model = Model {
        settings: settings(scene, info),
        bodies: BodySettings::of(scene, info, materials),
        pose_nodes: Table::default(),
        transform_tree: TransformTree::default(),
        solids: Table::default(),
        colliders: Vec::new(),
        visuals: Vec::new(),
        shapes: Vec::new(),
        lights: Table::default(),
        robots: Table::default(),
        robot_order: Vec::new(),
        has_watched_solids: false,
        chargers: Table::default(),
        devices: DeviceRows::default(),
        joints: Table::default(),
        propellers: Table::default(),
        tracks: Table::default(),
        reflectors: Vec::new(),
        fluids: Vec::new(),
        immersions: Vec::new(),
        emissives: Table::default(),
        colored_uses: Vec::new(),
        before_physics: Vec::new(),
        after_physics: Vec::new(),
        visits: Table::default(),
        rows: HashMap::new(),
        node_rows: NodeMap::default(),
        used: Vec::new(),
        indexed: NodeMap::default(),
    };
    rows::Rows::new(scene, assets, &mut model).make();
    assets.meshes.shared().finish();
    model.robot_order = model.robots.indices().collect();
    model.index();
    model.immersions = crate::bodies::fluids::immersions(scene, &model);
    let mut solids = model.solids.iter();
    model.has_watched_solids = solids.any(|row| row.is_touch_sensor || row.is_vacuum_gripper);
    for at in 0..model.robots.len() {
        let drive = crate::bodies::differential_wheels::find(scene, &model, model.robots[at].node);
        model.has_watched_solids |= drive.is_some();
        model.robots[at].wheels = drive;
    }
    order::put_in_order(scene, &mut model);
    model
}

/// The WorldInfo that counts: one that was imported takes over.
pub(crate) fn world_info(scene: &Scene) -> Option<NodeId> {
    let top = scene.nodes_in(scene.top_level()).iter().copied();
    top.filter(|node| read::kind(scene, *node) == NodeType::WorldInfo)
        .max_by_key(|node| node.number())
}

fn settings(scene: &Scene, info: Option<NodeId>) -> WorldSettings {
    let number =
        |name: &str, default: f64| info.map_or(default, |node| read::number(scene, node, name));
    let seed = info.map_or(0, |node| read::integer(scene, node, "randomSeed"));
    let system = info.map_or_else(String::new, |node| {
        read::text(scene, node, "coordinateSystem")
    });
    let (up, north) = match system.as_str() {
        "NUE" => (Vector::Y, Vector::X),
        "EUN" => (Vector::Y, Vector::Z),
        _ => (Vector::Z, Vector::Y),
    };
    let step = number("basicTimeStep", 32.0);
    let reference = info.map_or(Vector::ZERO, |node| {
        read::vector(scene, node, "gpsReference")
    });
    let is_wgs84 =
        info.is_some_and(|node| read::text(scene, node, "gpsCoordinateSystem") == "WGS84");
    WorldSettings {
        basic_time_step: if step > 0.0 { step } else { 32.0 },
        seed: seed.max(0) as u32,
        ink_evaporation: number("inkEvaporation", 0.0),
        gravity: up * -number("gravity", 9.81),
        north,
        up,
        reference,
        zone: is_wgs84.then(|| UtmZone::of(reference.x, reference.y)),
    }
}

/// The Solid that a joint leads to, through a pair of slots if there is one.
pub(crate) fn end_point(scene: &Scene, joint: NodeId) -> Option<NodeId> {
    let mut node = read::child(scene, joint, "endPoint")?;
    for _ in 0..2 {
        if read::kind(scene, node) == NodeType::Slot {
            node = read::child(scene, node, "endPoint")?;
        }
    }
    read::kind(scene, node)
        .is_a(NodeType::Solid)
        .then_some(node)
}
