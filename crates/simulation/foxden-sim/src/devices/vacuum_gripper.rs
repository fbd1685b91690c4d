//! Vacuum grippers: they hold on to what they touch.

use crate::controller::Sampling;
use crate::dynamics::JointId;
use crate::model::compile::read;
use crate::model::{PlaceIndex, SolidIndex};
use foxden_scene::{NodeId, Scene};

/// A VacuumGripper.
#[derive(Clone, Debug)]
pub struct VacuumGripper {
    pub(crate) node: NodeId,
    pub(crate) place: PlaceIndex,
    pub(crate) solid: SolidIndex,
    pub(crate) is_on: bool,
    /// Newtons; none for no limit.
    pub(crate) tensile_strength: Option<f64>,
    /// Newtons; none for no limit.
    pub(crate) shear_strength: Option<f64>,
    /// How many points of touch it takes to hold on.
    pub(crate) contact_points: usize,
}

/// What may change about a vacuum gripper while the world runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct VacuumGripperState {
    pub(crate) sampling: Sampling,
    pub(crate) is_on: bool,
    pub(crate) grip: Option<Grip>,
    /// The force that it let go for last, along z.
    pub(crate) last_force: f64,
    /// The solid that it touches deepest, and how deep.
    pub(crate) touched: Option<(SolidIndex, f64)>,
    /// Whether the last sample found that it holds something.
    pub(crate) has_held: bool,
    /// Whether the controller is to be told whether it is on.
    pub(crate) is_to_tell: bool,
}

/// What a gripper holds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Grip {
    pub(crate) held: NodeId,
    pub(crate) joint: JointId,
    /// Whether no step was made with it yet.
    pub(crate) is_new: bool,
}

impl VacuumGripper {
    pub(crate) fn read(scene: &Scene, node: NodeId, place: PlaceIndex, solid: SolidIndex) -> Self {
        let strength = |name: &str| Some(read::number(scene, node, name)).filter(|it| *it >= 0.0);
        Self {
            node,
            place,
            solid,
            is_on: read::flag(scene, node, "isOn"),
            tensile_strength: strength("tensileStrength"),
            shear_strength: strength("shearStrength"),
            contact_points: usize::try_from(read::integer(scene, node, "contactPoints"))
                .unwrap_or(0),
        }
    }

    pub(crate) fn state(&self) -> VacuumGripperState {
        VacuumGripperState {
            sampling: Sampling::OFF,
            is_on: self.is_on,
            grip: None,
            last_force: 0.0,
            touched: None,
            has_held: false,
            is_to_tell: true,
        }
    }
}
