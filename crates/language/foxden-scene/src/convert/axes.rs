//! The change of axes at R2022a.
//!
//! Before it, cameras and similar devices looked along another axis, and the
//! axis of cylinders was y. Where a rotation can compensate, it is added;
//! elsewhere the world stays as it is and a warning is reported.

use crate::node::{FieldPlace, FieldRef, FollowedNode, Node, NodeId, ValueTable};
use crate::proto::library::Library;
use crate::report::{Finding, report};
use crate::rotation::{Matrix, euler, multiply, rotation_matrix, to_rotation, transposed};
use crate::scene::Scene;
use foxden_catalogue::{FieldIndex, NodeType};
use foxden_lang::diagnostic::{Code, Diagnostic, DiagnosticPlace, Severity};
use foxden_lang::header::FileVersion;
use foxden_lang::resolve::{Location, UrlKind};
use foxden_lang::value::{FileId, Value};
use std::f64::consts::FRAC_PI_2;

/// Files up to this version are turned.
const LAST_OLD_VERSION: FileVersion = FileVersion {
    major: 2021,
    minor: 1,
    revision: 1,
};

pub(super) fn convert(scene: &mut Scene, library: &mut Library) {
    let mut tally = ConversionCount::new();
    let instances: Vec<NodeId> = scene
        .descendants(scene.root())
        .into_iter()
        .filter(|id| is_outermost_instance(scene, *id))
        .collect();
    let holder = match is_old(scene, library, None) {
        true => Holder::Old,
        false => Holder::New,
    };
    for id in instances {
        if is_old(scene, library, Some(id)) {
            convert_text(scene, library, &mut tally, id, holder);
        }
    }
    if holder == Holder::Old {
        convert_text(scene, library, &mut tally, scene.root(), Holder::Nothing);
    }
    report_count(library, &tally);
}

/// The text that contains a text's root.
#[derive(Clone, Copy, PartialEq)]
enum Holder {
    /// Nothing: the text is the world.
    Nothing,
    /// A text with the old axes, so the root's pose is in the old axes too.
    Old,
    /// A text with the new axes.
    New,
}

/// Whether a node is an instance that the world's own text contains.
fn is_outermost_instance(scene: &Scene, id: NodeId) -> bool {
    scene.node(id).proto().is_some()
        && !scene
            .ancestors(id)
            .any(|node| scene.node(node).proto().is_some())
}

fn is_old(scene: &Scene, library: &Library, instance: Option<NodeId>) -> bool {
    let version = match instance.and_then(|id| scene.node(id).proto()) {
        Some(proto) => proto.version,
        None => library.files[0].version,
    };
    version <= LAST_OLD_VERSION
}

/// Turns the nodes that one text made: from a root down to the next instances.
fn convert_text(
    scene: &mut Scene,
    library: &mut Library,
    tally: &mut ConversionCount,
    root: NodeId,
    holder: Holder,
) {
    let is_instance = holder != Holder::Nothing;
    let mut nodes = vec![root];
    let mut inner = Vec::new();
    let mut at = 0;
    while at < nodes.len() {
        for child in scene.children(nodes[at]).collect::<Vec<_>>() {
            match scene.node(child).proto() {
                None => nodes.push(child),
                Some(_) => inner.push(child),
            }
        }
        at += 1;
    }
    // an official PROTO of an old release must work: R2023b would have a new one
    let may_wrap = is_instance && is_official(scene, library, root);
    // geometries first, then uses, then the rest, named ones last: a shared shape is turned by its uses' poses
    nodes.sort_by_key(|id| std::cmp::Reverse(weight(scene, *id)));
    for id in nodes {
        if scene.get(id).is_some() {
            // the root's pose is the parameter of the instance
            let stays = id == root && !(may_wrap && holder == Holder::Old);
            convert_node(scene, library, tally, id, stays, may_wrap);
        }
    }
    for id in inner {
        // an asset folder of an old release has official PROTOs with the old axes
        let is_old = is_old(scene, library, Some(id));
        let is_pose = scene.node(id).base_type().is_a(NodeType::Pose);
        if !is_old && is_pose && is_official(scene, library, id) {
            turn(scene, id, &euler(-FRAC_PI_2, 0.0, FRAC_PI_2));
            count(scene, tally, id);
        } else if is_instance && is_old {
            convert_text(scene, library, tally, id, Holder::Old);
        }
    }
}

fn weight(scene: &Scene, id: NodeId) -> u8 {
    let node = scene.node(id);
    if node.base_type().model().is_geometry {
        return 3;
    }
    match (node.def(), node.used_def()) {
        (Some(_), _) => 0,
        (_, Some(_)) => 2,
        _ => 1,
    }
}

fn is_official(scene: &Scene, library: &Library, id: NodeId) -> bool {
    let Some(proto) = scene.node(id).proto() else {
        return false;
    };
    match &library.files[proto.file.0 as usize].location {
        Location::Library(_) => true,
        Location::Web(address) => matches!(UrlKind::of(address), UrlKind::Official { .. }),
        Location::File(path) => {
            !library.environment.webots_home.is_empty()
                && path.starts_with(&library.environment.webots_home)
        }
    }
}

fn convert_node(
    scene: &mut Scene,
    library: &mut Library,
    tally: &mut ConversionCount,
    id: NodeId,
    stays: bool,
    may_wrap: bool,
) {
    use NodeType as T;
    match scene.node(id).base_type() {
        T::Viewpoint => {
            let correction = euler(-FRAC_PI_2, 0.0, FRAC_PI_2);
            if let Some(Value::Rotation(rotation)) = scene.value_of(id, "orientation").as_deref() {
                let turned = to_rotation(&multiply(&rotation_matrix(*rotation), &correction));
                scene.put(id, "orientation", Value::Rotation(turned));
                count(scene, tally, id);
            }
        }
        T::Camera | T::Lidar | T::Radar => {
            device(scene, tally, id, stays, &euler(-FRAC_PI_2, 0.0, FRAC_PI_2))
        }
        // R2023b forgets the range-finders of old files; those of its own PROTOs were turned
        T::RangeFinder if may_wrap => {
            device(scene, tally, id, stays, &euler(-FRAC_PI_2, 0.0, FRAC_PI_2))
        }
        T::RangeFinder => report(
            scene,
            library,
            id,
            Finding::warning(
                Code::Conversion,
                "since R2022a a RangeFinder looks along its x axis; this one is not turned automatically",
                "save the world, then multiply its rotation by -0.5774 0.5774 0.5774 2.0944",
            ),
        ),
        T::Emitter | T::Receiver | T::Connector | T::TouchSensor => {
            device(scene, tally, id, stays, &euler(-FRAC_PI_2, 0.0, -FRAC_PI_2));
        }
        T::Pen | T::Track => device(scene, tally, id, stays, &euler(-FRAC_PI_2, 0.0, 0.0)),
        T::Cylinder | T::Capsule | T::Cone | T::Plane | T::ElevationGrid => {
            geometry(scene, library, tally, id, may_wrap)
        }
        _ => {}
    }
}

/// A device is turned, unless it stays, and what it holds is turned back.
fn device(
    scene: &mut Scene,
    tally: &mut ConversionCount,
    id: NodeId,
    stays: bool,
    correction: &Matrix,
) {
    count(scene, tally, id);
    if !stays {
        turn(scene, id, correction);
    }
    let back = transposed(correction);
    for child in held(scene, id) {
        // what was put around another may have taken its place
        if scene.get(child).is_none() {
            continue;
        }
        if scene.node(child).base_type().is_a(NodeType::Pose) {
            if let Some(Value::Rotation(rotation)) = scene.value_of(child, "rotation").as_deref() {
                let turned = to_rotation(&multiply(&back, &rotation_matrix(*rotation)));
                scene.put(child, "rotation", Value::Rotation(turned));
            }
            if let Some(Value::Vec3(translation)) = scene.value_of(child, "translation").as_deref()
            {
                let turned = back.map(|row| {
                    row[0] * translation[0] + row[1] * translation[1] + row[2] * translation[2]
                });
                scene.put(child, "translation", Value::Vec3(turned));
            }
        } else {
            wrap(scene, id, child, &back);
        }
    }
}

/// Children and boundingObject of a device, wheels and bounding groups opened. A
/// group with several shapes stays together: one Pose goes around all of it.
fn held(scene: &Scene, id: NodeId) -> Vec<NodeId> {
    let mut held = Vec::new();
    for child in scene.nodes_of(id, "children") {
        match scene.node(*child).base_type() {
            NodeType::TrackWheel => held.extend(scene.nodes_of(*child, "children")),
            _ => held.push(*child),
        }
    }
    for bounding in scene.nodes_of(id, "boundingObject") {
        let inside = scene.nodes_of(*bounding, "children");
        let is_pose = |node: &NodeId| scene.node(*node).base_type().is_a(NodeType::Pose);
        match scene.node(*bounding).base_type() {
            NodeType::Group if inside.len() == 1 || inside.iter().all(is_pose) => {
                held.extend(inside);
            }
            _ => held.push(*bounding),
        }
    }
    held
}

/// Puts a Pose around a child; it becomes the first child, or the boundingObject.
fn wrap(scene: &mut Scene, device: NodeId, child: NodeId, rotation: &Matrix) {
    let Some(children) = scene.base_field(device, "children") else {
        return;
    };
    let Some(bounding) = scene.base_field(device, "boundingObject") else {
        return;
    };
    let is_child = scene.nodes_in(children).contains(&child);
    let field = if is_child { children } else { bounding };
    let written = scene.node(child).written;
    let owner = scene.node(child).owner;
    let pose = scene.add(Node {
        base: NodeType::Pose,
        def: None,
        parent: Some(field),
        page: ValueTable::default(),
        written_page: ValueTable::default(),
        links: Vec::new(),
        instance: None,
        follows: FollowedNode::Nothing,
        owner,
        written,
    });
    scene.put(pose, "rotation", Value::Rotation(to_rotation(rotation)));
    let inside = FieldRef {
        node: pose,
        place: FieldPlace::Field(
            scene
                .node(pose)
                .model()
                .field("children")
                .unwrap_or(FieldIndex(0)),
        ),
    };
    if is_child {
        let nodes = scene.links_mut(children);
        nodes.retain(|node| *node != child);
        nodes.insert(0, pose);
    } else {
        let before = std::mem::replace(scene.links_mut(bounding), vec![pose]);
        for node in before.into_iter().filter(|node| *node != child) {
            // A group around the child is removed; the child itself stays.
            if let Some(group) = scene
                .get(child)
                .and_then(|node| node.parent)
                .filter(|field| field.node == node)
            {
                scene.links_mut(group).retain(|kept| *kept != child);
            }
            scene.discard(node);
        }
    }
    scene.links_mut(inside).push(child);
    scene.node_mut(child).parent = Some(inside);
}

/// The long axis or normal moved from y to z: the enclosing pose turns, if it holds nothing else.
/// Otherwise a new pose is put around the shape, if that is allowed.
fn geometry(
    scene: &mut Scene,
    library: &mut Library,
    tally: &mut ConversionCount,
    id: NodeId,
    may_wrap: bool,
) {
    let Some(parent) = scene.parent(id) else {
        return;
    };
    let shape = if scene.node(parent).base_type() == NodeType::Shape {
        parent
    } else {
        id
    };
    let holder = scene.parent(shape);
    let is_alone = |holder: NodeId| {
        scene.node(holder).base_type().is_a(NodeType::Pose) && scene.children(holder).count() == 1
    };
    match holder {
        Some(holder) if is_alone(holder) => {
            let is_wheel = scene
                .parent(holder)
                .is_some_and(|node| scene.node(node).base_type() == NodeType::TrackWheel);
            if !is_wheel {
                turn(scene, holder, &euler(-FRAC_PI_2, 0.0, 0.0));
            }
            count(scene, tally, id);
        }
        Some(holder) if may_wrap && scene.node(holder).base_type().is_a(NodeType::Solid) => {
            wrap(scene, holder, shape, &euler(-FRAC_PI_2, 0.0, 0.0));
            count(scene, tally, id);
        }
        _ => report(
            scene,
            library,
            id,
            Finding::warning(
                Code::Conversion,
                "since R2022a the axis of this shape is z; it could not be converted automatically",
                "put it alone into a Pose with rotation 1 0 0 -1.5708",
            ),
        ),
    }
}

fn turn(scene: &mut Scene, id: NodeId, correction: &Matrix) {
    if let Some(Value::Rotation(rotation)) = scene.value_of(id, "rotation").as_deref() {
        let turned = to_rotation(&multiply(&rotation_matrix(*rotation), correction));
        scene.put(id, "rotation", Value::Rotation(turned));
    }
}

/// How many rotations of each file were adjusted.
type ConversionCount = std::collections::BTreeMap<FileId, usize>;

fn count(scene: &Scene, tally: &mut ConversionCount, id: NodeId) {
    *tally.entry(scene.node(id).written.file).or_default() += 1;
}

/// One note for each file, so that they can be read.
fn report_count(library: &mut Library, tally: &ConversionCount) {
    for (file, number) in tally {
        let name = library.files[file.0 as usize].source.name().clone();
        library.diagnostics.push(Diagnostic {
            code: Code::Conversion,
            severity: Severity::Note,
            place: Some(DiagnosticPlace::head(&name)),
            node: None,
            message: format!(
                "the axes changed at R2022a: {number} rotation{} of this file {} adjusted",
                if *number == 1 { "" } else { "s" },
                if *number == 1 { "was" } else { "were" },
            ),
            hint: Some("save the world to keep the result".to_owned()),
        });
    }
}
