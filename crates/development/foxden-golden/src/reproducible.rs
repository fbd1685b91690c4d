//! What the genuine program does not reproduce itself: memory that it reads
//! before it is set. Such cells are not compared, and a world that is ruled by
//! such memory cannot fail.

use crate::motion::{is_of, numbers};
use crate::outcome::CaseOutcome;
use crate::table::{Cell, MORE_ROWS};
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};
use foxden_sim::World;

/// The parts of an attitude in the columns of an InertialUnit.
pub(crate) const ATTITUDE: [&str; 7] = ["roll", "pitch", "yaw", "qx", "qy", "qz", "qw"];

/// What of a world's recording is not reproducible.
#[derive(Clone, Debug, Default)]
pub(crate) struct NotReproducible {
    /// Why all motion is not.
    motion: Option<&'static str>,
    /// Motors of ball joints: their feedback is another joint's memory.
    ball_motors: Vec<String>,
    /// InertialUnits: before their first sample they show memory that nobody has set.
    inertial_units: Vec<String>,
    /// Whether motors consume energy: in the first step by a feedback that nobody has set.
    has_consuming_motors: bool,
}

impl NotReproducible {
    pub(crate) fn of(world: &World) -> Self {
        let scene = world.scene();
        let mut limits = Self::default();
        for node in scene.ids() {
            let is = |kind: NodeType| is_of(world, node, &[kind]);
            if is(NodeType::ContactProperties)
                && numbers(world, node, "rollingFriction")
                    .iter()
                    .any(|value| *value != 0.0)
            {
                limits.motion = Some("rolling friction uses contact data that is not set");
            }
            if is(NodeType::Hinge2Joint) && !has_body_above(scene, node) {
                limits.motion = Some("a Hinge2Joint on a Solid without Physics is not valid");
            }
            if is(NodeType::InertialUnit) {
                limits.inertial_units.extend(name_of(scene, node));
            }
            if is(NodeType::RotationalMotor) || is(NodeType::LinearMotor) {
                let parent = scene.parent(node);
                if parent.is_some_and(|parent| is_of(world, parent, &[NodeType::BallJoint])) {
                    limits.ball_motors.extend(name_of(scene, node));
                }
                let factor = numbers(world, node, "consumptionFactor");
                limits.has_consuming_motors |= factor.iter().any(|value| *value != 0.0);
            }
        }
        limits
    }

    /// Whether a cell is not compared.
    pub(crate) fn is_unset(&self, row: usize, column: &str) -> bool {
        if let Some((device, part)) = column.rsplit_once('.') {
            let is_one_of = |names: &[String]| names.iter().any(|name| name == device);
            if part == "feedback" && is_one_of(&self.ball_motors) {
                return true;
            }
            if row == 0 && ATTITUDE.contains(&part) && is_one_of(&self.inertial_units) {
                return true;
            }
        }
        let is_energy = column == "battery" || column.ends_with(":battery");
        row == 1 && is_energy && self.has_consuming_motors
    }

    /// The rows without the cells that are not compared.
    pub(crate) fn applied(&self, header: &[String], rows: &[Vec<Cell>]) -> Vec<Vec<Cell>> {
        let mut rows = rows.to_vec();
        for (at, row) in rows.iter_mut().enumerate() {
            for (column, cell) in header.iter().zip(row) {
                if self.is_unset(at, column) {
                    *cell = Cell::Unset;
                }
            }
        }
        rows
    }

    /// What a difference means in this world.
    pub(crate) fn judge(&self, difference: String) -> CaseOutcome {
        if difference == MORE_ROWS {
            let reason = "it ended before its recorder did";
            return CaseOutcome::Unreproducible { reason, difference };
        }
        match self.motion {
            Some(reason) => CaseOutcome::Unreproducible { reason, difference },
            None => CaseOutcome::Failed(difference),
        }
    }
}

fn name_of(scene: &Scene, node: NodeId) -> Option<String> {
    scene.text(node, "name").map(|name| name.value.to_string())
}

/// Whether the Solid that holds a joint has Physics.
fn has_body_above(scene: &Scene, joint: NodeId) -> bool {
    let mut above = scene.parent(joint);
    while let Some(node) = above {
        let physics = scene.base_field(node, "physics");
        if let Some(physics) = physics {
            return !scene.nodes_in(physics).is_empty();
        }
        above = scene.parent(node);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_cells_that_are_not_reproducible_are_left_out() {
        let limits = NotReproducible {
            motion: None,
            ball_motors: vec!["ball".to_owned()],
            inertial_units: vec!["imu".to_owned()],
            has_consuming_motors: true,
        };
        assert!(limits.is_unset(0, "imu.qx") && !limits.is_unset(1, "imu.qx"));
        assert!(!limits.is_unset(0, "gps.x") && !limits.is_unset(0, "other.qx"));
        assert!(limits.is_unset(7, "ball.feedback") && !limits.is_unset(7, "ball.target"));
        assert!(limits.is_unset(1, "battery") && !limits.is_unset(2, "R:battery"));
        assert!(!NotReproducible::default().is_unset(1, "battery"));
        assert_eq!(
            limits.judge("x".to_owned()),
            CaseOutcome::Failed("x".to_owned())
        );
    }
}
