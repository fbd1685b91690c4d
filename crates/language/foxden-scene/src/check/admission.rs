//! Which node is allowed in which field.

use crate::check::slot;
use crate::node::{FieldPlace, FieldRef, NodeId};
use crate::scene::Scene;
use foxden_catalogue::{Admissible, NodeType};

/// Why a node is not allowed in a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlacementError {
    pub(crate) reason: String,
    pub(crate) hint: String,
    pub(crate) is_slot: bool,
}

impl PlacementError {
    fn new(reason: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            hint: hint.into(),
            is_slot: false,
        }
    }

    pub(crate) fn slot(reason: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            hint: hint.into(),
            is_slot: true,
        }
    }
}

/// Whether a node is allowed in the field where it is.
pub(crate) fn admits(scene: &Scene, field: FieldRef, child: NodeId) -> Result<(), PlacementError> {
    admits_known(scene, field, child, is_in_bounding_object(scene, field))
}

/// The same where it is known whether the field is part of a boundingObject:
/// to find out takes a walk up the tree.
pub(super) fn admits_known(
    scene: &Scene,
    field: FieldRef,
    child: NodeId,
    is_bounding: bool,
) -> Result<(), PlacementError> {
    let kind = scene.node(child).base_type();
    if field == scene.top_level() {
        return top_level(kind);
    }
    in_field(scene, field, child, kind, is_bounding, true)
}

/// Whether a type is allowed at top level.
fn top_level(kind: NodeType) -> Result<(), PlacementError> {
    if kind.model().is_top_level {
        return Ok(());
    }
    Err(PlacementError::new(
        format!("{} is not allowed at the top level of a world", kind.name()),
        "put it into a Solid, a Robot or the field it belongs to",
    ))
}

fn in_field(
    scene: &Scene,
    field: FieldRef,
    child: NodeId,
    kind: NodeType,
    is_bounding: bool,
    slots: bool,
) -> Result<(), PlacementError> {
    let parent = scene.node(field.node).base_type();
    let FieldPlace::Field(index) = field.place else {
        return Ok(());
    };
    let model = &parent.model().fields[index.0 as usize];
    if !slots && kind == NodeType::Slot {
        return Err(slot::three_in_a_row());
    }
    let refused = || {
        let wanted: Vec<_> = model.nodes.iter().map(describe).collect();
        Err(PlacementError::new(
            format!(
                "{} is not allowed in '{}' of {}",
                kind.name(),
                model.name,
                parent.name()
            ),
            format!("'{}' takes {}", model.name, wanted.join(" or ")),
        ))
    };
    if kind == NodeType::PBRAppearance && model.name == "appearance" {
        return pbr_appearance(scene, field.node);
    }
    // the genuine program asks for Slots first
    let is_slot_of_group = kind == NodeType::Slot && model.name == "children";
    if is_bounding
        && !is_slot_of_group
        && matches!(model.name, "boundingObject" | "children" | "geometry")
    {
        return bounding(model.name, parent, kind)
            .map_or_else(refused_in_bounding(kind), |()| Ok(()));
    }
    let is_admitted = model.nodes.iter().any(|rule| match rule {
        Admissible::Exactly(wanted) => kind == *wanted,
        Admissible::Family(NodeType::Solid) => {
            kind.is_a(NodeType::Solid) && kind != NodeType::Robot
        }
        Admissible::Family(wanted) => kind.is_a(*wanted),
        Admissible::EndPoint => {
            (kind.is_a(NodeType::Solid) && kind != NodeType::Robot)
                || matches!(kind, NodeType::SolidReference | NodeType::Slot)
        }
        Admissible::BoundingObject => bounding("boundingObject", parent, kind).is_some(),
        Admissible::Child | Admissible::SlotEndPoint => false,
    });
    if is_admitted {
        return match model.name {
            "device" | "device2" | "device3" => single_device(scene, field, child, kind),
            "muscles" if is_motor_of_track(scene, field.node) => refused(),
            _ => Ok(()),
        };
    }
    match model.nodes.first() {
        Some(Admissible::Child) => in_children(scene, field.node, parent, kind),
        Some(Admissible::SlotEndPoint) => slot_end_point(scene, field, child, kind, is_bounding),
        _ => refused(),
    }
}

/// What the end point of a Slot takes: another Slot; in a pair, what the outer place takes.
fn slot_end_point(
    scene: &Scene,
    field: FieldRef,
    child: NodeId,
    kind: NodeType,
    is_bounding: bool,
) -> Result<(), PlacementError> {
    let outer = scene
        .node(field.node)
        .parent()
        .filter(|outer| scene.node(outer.node).base_type() == NodeType::Slot);
    let Some(outer) = outer else {
        // the genuine program does not notice pairs in instances, and admits everything there
        let is_instance = |id| scene.node(id).proto().is_some();
        if is_instance(field.node) && scene.parent(field.node).is_some_and(is_instance) {
            return Ok(());
        }
        return slot::check_pair(scene, field.node, child, kind);
    };
    match scene.node(outer.node).parent() {
        Some(place) => in_field(scene, place, child, kind, is_bounding, false),
        None => Ok(()),
    }
}

/// What children of a grouping node may be.
fn in_children(
    scene: &Scene,
    id: NodeId,
    parent: NodeType,
    kind: NodeType,
) -> Result<(), PlacementError> {
    use NodeType as T;
    let above = |wanted: NodeType| {
        parent.is_a(wanted)
            || scene
                .ancestors(id)
                .any(|node| scene.node(node).base_type().is_a(wanted))
    };
    if kind == T::Robot && !above(T::Billboard) && !above(T::Transform) {
        return Ok(());
    }
    if kind.model().is_singleton {
        return Err(PlacementError::new(
            format!(
                "{} is only allowed at the top level of a world",
                kind.name()
            ),
            "move it out of this node",
        ));
    }
    if matches!(
        kind,
        T::Group | T::Pose | T::Transform | T::Shape | T::CadShape
    ) {
        return Ok(());
    }
    for holder in [T::Billboard, T::Transform] {
        if above(holder) {
            return Err(PlacementError::new(
                format!(
                    "{} is not allowed in or below a {}",
                    kind.name(),
                    holder.name()
                ),
                match holder {
                    T::Transform => {
                        "only shapes can be scaled; use a Pose and give the size in the geometry"
                    }
                    _ => "a Billboard holds groups and shapes only",
                },
            ));
        }
    }
    if matches!(kind, T::Slot | T::Solid) {
        return Ok(());
    }
    if is_below_animated_geometry(scene, id) || above(T::TrackWheel) {
        return Err(PlacementError::new(
            format!(
                "{} is not allowed in the moving part of a Track",
                kind.name()
            ),
            "only groups, shapes and Slots can",
        ));
    }
    let has_solid = above(T::Solid);
    let has_robot = above(T::Robot);
    match kind {
        T::PointLight | T::SpotLight | T::Propeller | T::Charger => Ok(()),
        T::Skin if parent == T::Robot => Ok(()),
        T::TrackWheel if parent == T::Track => Ok(()),
        T::Connector if has_solid => Ok(()),
        _ if kind.is_a(T::Joint) && has_solid => Ok(()),
        _ if kind.is_a(T::Joint) || kind == T::Connector => Err(PlacementError::new(
            format!("{} needs a Solid above it", kind.name()),
            "put it into the children of a Solid or Robot",
        )),
        _ if kind.model().is_solid && kind.model().is_device && has_robot => Ok(()),
        _ if kind.model().is_solid && kind.model().is_device => Err(PlacementError::new(
            format!("{} needs a Robot above it", kind.name()),
            "devices belong into a Robot",
        )),
        _ => Err(PlacementError::new(
            format!(
                "{} is not allowed in 'children' of {}",
                kind.name(),
                parent.name()
            ),
            match kind.model().is_geometry {
                true => "put the geometry into a Shape: Shape { geometry … }",
                false => "put it into the field it belongs to",
            },
        )),
    }
}

/// Whether a motor drives a Track, which has no muscles.
fn is_motor_of_track(scene: &Scene, motor: NodeId) -> bool {
    scene
        .parent(motor)
        .is_some_and(|holder| scene.node(holder).base_type() == NodeType::Track)
}

fn is_below_animated_geometry(scene: &Scene, id: NodeId) -> bool {
    std::iter::once(id)
        .chain(scene.ancestors(id))
        .filter_map(|node| scene.node(node).parent())
        .any(|field| scene.field_name(field) == "animatedGeometry")
}

/// What is allowed in a boundingObject, and in the groups below it.
fn bounding(field: &str, parent: NodeType, kind: NodeType) -> Option<()> {
    use NodeType as T;
    let is_admitted = match field {
        "boundingObject" => {
            matches!(kind, T::Shape | T::Group | T::Pose) || kind.model().is_collidable
        }
        "children" => {
            kind == T::Shape || (kind == T::Pose && parent != T::Pose) || kind.model().is_collidable
        }
        _ => kind.model().is_collidable,
    };
    is_admitted.then_some(())
}

fn refused_in_bounding(kind: NodeType) -> impl Fn() -> Result<(), PlacementError> {
    move || {
        Err(PlacementError::new(
            format!("{} cannot be part of a boundingObject", kind.name()),
            "it takes Box, Sphere, Cylinder, Capsule, Plane, Mesh, IndexedFaceSet, ElevationGrid, a Shape of these, \
             one Group of them, or a Pose around one of them",
        ))
    }
}

/// Whether a field is a boundingObject itself.
pub(super) fn is_bounding_object(scene: &Scene, field: FieldRef) -> bool {
    scene.field_name(field) == "boundingObject"
}

fn is_in_bounding_object(scene: &Scene, field: FieldRef) -> bool {
    let mut at = Some(field);
    while let Some(field) = at {
        if is_bounding_object(scene, field) {
            return true;
        }
        at = scene.node(field.node).parent();
    }
    false
}

fn pbr_appearance(scene: &Scene, shape: NodeId) -> Result<(), PlacementError> {
    let geometry = scene
        .nodes_of(shape, "geometry")
        .first()
        .map(|node| scene.node(*node).base_type());
    match geometry {
        Some(kind @ (NodeType::IndexedLineSet | NodeType::PointSet)) => Err(PlacementError::new(
            format!("{} cannot have a PBRAppearance", kind.name()),
            "use an Appearance",
        )),
        _ => Ok(()),
    }
}

/// A joint has at most one motor, one sensor and one brake for each axis, and needs a Robot above it.
fn single_device(
    scene: &Scene,
    field: FieldRef,
    child: NodeId,
    kind: NodeType,
) -> Result<(), PlacementError> {
    let has_robot = scene.node(field.node).base_type() == NodeType::Robot
        || scene
            .ancestors(field.node)
            .any(|node| scene.node(node).base_type() == NodeType::Robot);
    if !has_robot {
        return Err(PlacementError::new(
            format!("{} needs a Robot above it", kind.name()),
            "devices belong into a Robot",
        ));
    }
    let first = scene
        .nodes_in(field)
        .iter()
        .find(|node| scene.node(**node).base_type() == kind);
    match first {
        Some(first) if *first != child => Err(PlacementError::new(
            format!("a joint has only one {} for each axis", kind.name()),
            "remove one of them",
        )),
        _ => Ok(()),
    }
}

fn describe(rule: &Admissible) -> String {
    match rule {
        Admissible::Exactly(kind) => kind.name().to_owned(),
        Admissible::Family(kind) => format!("any {}", kind.name()),
        Admissible::Child => "what a group holds".to_owned(),
        Admissible::BoundingObject => "a geometry, Shape, Group or Pose".to_owned(),
        Admissible::EndPoint => "a Solid, SolidReference or Slot".to_owned(),
        Admissible::SlotEndPoint => "a Slot".to_owned(),
    }
}

/// Whether a node is part of a boundingObject.
pub(crate) fn is_in_bounding_object_of(scene: &Scene, node: NodeId) -> bool {
    scene
        .node(node)
        .parent()
        .is_some_and(|field| is_in_bounding_object(scene, field))
}
