//! Nodes that check their fields one after the other, each against what the
//! others hold by then.
//!
//! After reading, every field in [`order`] is checked once. While a world runs
//! the field that changed is checked, and what that corrects is checked in turn.

mod cameras;
mod devices;
mod lidar;
mod optics;

use crate::node::{FieldRef, NodeId};
use crate::proto::library::Library;
use crate::report::{Finding, report};
use crate::save::value_text;
use crate::scene::Scene;
use foxden_catalogue::NodeType;
use foxden_lang::diagnostic::Code;
use foxden_lang::value::Value;

/// How often a correction may lead to another one.
const MOST_CORRECTIONS: u32 = 64;

/// The fields that a node checks after it was read. Fields that are not named are
/// checked when they change, or never.
fn order(kind: NodeType) -> Option<&'static [&'static str]> {
    Some(match kind {
        NodeType::Camera => &[
            "width",
            "height",
            "fieldOfView",
            "noise",
            "near",
            "far",
            "exposure",
            "bloomThreshold",
            "ambientOcclusionRadius",
        ],
        NodeType::RangeFinder => &[
            "width",
            "height",
            "fieldOfView",
            "noise",
            "near",
            "minRange",
            "maxRange",
            "resolution",
        ],
        NodeType::Lidar => &[
            "fieldOfView",
            "noise",
            "near",
            "minRange",
            "maxRange",
            "resolution",
            "minFrequency",
            "maxFrequency",
            "defaultFrequency",
            "horizontalResolution",
            "verticalFieldOfView",
            "numberOfLayers",
        ],
        NodeType::Display => &["width", "height"],
        NodeType::Focus => &[
            "focalDistance",
            "focalLength",
            "minFocalDistance",
            "maxFocalDistance",
        ],
        NodeType::Zoom => &["minFieldOfView", "maxFieldOfView"],
        NodeType::Lens => &["center"],
        NodeType::Viewpoint => &["fieldOfView", "near", "far", "exposure"],
        NodeType::DistanceSensor => &["type"],
        NodeType::ElevationGrid => &["height"],
        NodeType::Emitter => &["type", "allowedChannels"],
        NodeType::Receiver => &["type"],
        NodeType::Connector => &[
            "isLocked",
            "distanceTolerance",
            "axisTolerance",
            "rotationTolerance",
            "numberOfRotations",
            "tensileStrength",
            "shearStrength",
        ],
        _ => return None,
    })
}

/// Checks a node after it was read; whether it is one of those here.
pub(super) fn check(scene: &mut Scene, library: &mut Library, node: NodeId) -> bool {
    let Some(fields) = order(scene.node(node).base_type()) else {
        return false;
    };
    let mut checks = Checks::new(scene, library, node, false);
    for field in fields {
        checks.update(field);
    }
    true
}

/// Checks a field that changed; whether its node is one of those here.
pub(super) fn check_field(scene: &mut Scene, library: &mut Library, field: FieldRef) -> bool {
    if order(scene.node(field.node).base_type()).is_none() {
        return false;
    }
    let name = scene.field_name(field).to_owned();
    Checks::new(scene, library, field.node, true).update(&name);
    true
}

struct Checks<'a> {
    scene: &'a mut Scene,
    library: &'a mut Library,
    node: NodeId,
    kind: NodeType,
    /// Whether what is corrected is checked in turn.
    is_live: bool,
    corrections: u32,
}

impl<'a> Checks<'a> {
    fn new(scene: &'a mut Scene, library: &'a mut Library, node: NodeId, is_live: bool) -> Self {
        let kind = scene.node(node).base_type();
        Self {
            scene,
            library,
            node,
            kind,
            is_live,
            corrections: 0,
        }
    }

    fn update(&mut self, field: &str) {
        match self.kind {
            NodeType::Camera => self.update_camera(field),
            NodeType::RangeFinder => self.update_range_finder(field),
            NodeType::Lidar => self.update_lidar(field),
            NodeType::Display => self.update_picture(field),
            NodeType::Focus => self.update_focus(field),
            NodeType::Zoom => self.update_zoom(field),
            NodeType::Lens => self.update_lens(field),
            NodeType::Viewpoint => self.update_viewpoint(field),
            NodeType::DistanceSensor => self.update_distance_sensor(field),
            NodeType::ElevationGrid => self.update_grid(field),
            NodeType::Emitter => self.update_emitter(field),
            NodeType::Receiver => self.update_receiver(field),
            NodeType::Connector => self.update_connector(field),
            _ => {}
        }
    }

    fn number(&self, field: &str) -> f64 {
        let value = self.scene.value_of(self.node, field);
        value.and_then(|value| value.as_number()).unwrap_or(0.0)
    }

    fn integer(&self, field: &str) -> i32 {
        self.scene.integer(self.node, field).unwrap_or(0)
    }

    fn text_is(&self, field: &str, text: &str) -> bool {
        let value = self.scene.text(self.node, field);
        value.is_some_and(|value| &*value.value == text)
    }

    fn put(&mut self, field: &str, value: Value) {
        if self.put_quietly(field, value) && self.is_live && self.corrections < MOST_CORRECTIONS {
            self.corrections += 1;
            self.update(field);
        }
    }

    /// Changes a value without a check of what it becomes; whether it was another.
    fn put_quietly(&mut self, field: &str, value: Value) -> bool {
        let old = self
            .scene
            .value_of(self.node, field)
            .map(std::borrow::Cow::into_owned);
        let Some(old) = old.filter(|old| *old != value) else {
            return false;
        };
        let message = format!(
            "'{field}' cannot be {} here; it was changed to {}",
            value_text(&old),
            value_text(&value)
        );
        let finding = Finding::warning(Code::Range, message, "");
        report(self.scene, self.library, self.node, finding);
        self.scene.put(self.node, field, value);
        true
    }

    fn put_number(&mut self, field: &str, value: f64) {
        self.put(field, Value::Float(value));
    }

    fn correct(&mut self, field: &str, is_valid: bool, reset: f64) -> bool {
        if !is_valid {
            self.put_number(field, reset);
        }
        !is_valid
    }

    fn not_negative(&mut self, field: &str, reset: f64) -> bool {
        let is_valid = self.number(field) >= 0.0;
        self.correct(field, is_valid, reset)
    }

    fn positive(&mut self, field: &str, reset: f64) -> bool {
        let is_valid = self.number(field) > 0.0;
        self.correct(field, is_valid, reset)
    }

    /// Positive, or -1.
    fn positive_or_off(&mut self, field: &str) -> bool {
        let number = self.number(field);
        self.correct(field, number > 0.0 || number == -1.0, -1.0)
    }

    /// Not negative, or -1.
    fn not_negative_or_off(&mut self, field: &str, reset: f64) -> bool {
        let number = self.number(field);
        self.correct(field, number >= 0.0 || number == -1.0, reset)
    }

    fn integer_from(&mut self, field: &str, least: i32, reset: i32) -> bool {
        let is_valid = self.integer(field) >= least;
        if !is_valid {
            self.put(field, Value::Int(reset));
        }
        !is_valid
    }

    fn positive_integer_or_off(&mut self, field: &str) {
        if self.integer(field) != -1 {
            self.integer_from(field, 1, -1);
        }
    }
}
