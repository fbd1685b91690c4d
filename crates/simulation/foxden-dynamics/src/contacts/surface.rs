//! How surfaces rub, bounce and give way.

use crate::clamp::limited;
use crate::geometry::Geometry;
use crate::math::{AxisAngle, Vector, acos, sin_cos};
use crate::shapes::{Belt, Material, Shape};
use serde::{Deserialize, Serialize};
use std::f64::consts::FRAC_PI_2;

/// What happens where two materials touch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactProperties {
    /// The two materials.
    pub materials: [Material; 2],
    /// One to four coefficients; -1 is infinite.
    pub coulomb_friction: Vec<f64>,
    /// How the friction directions of the two surfaces are turned.
    pub friction_rotation: [f64; 2],
    /// About the two friction directions and the normal; -1 is infinite.
    pub rolling_friction: [f64; 3],
    /// The share of the speed that is kept.
    pub bounce: f64,
    /// The least speed that bounces.
    pub bounce_velocity: f64,
    /// One to four coefficients of slip.
    pub force_dependent_slip: Vec<f64>,
    /// The share of a penetration that is corrected in a step.
    pub soft_erp: f64,
    /// How soft the contact is.
    pub soft_cfm: f64,
    /// The most points of a pair of shapes that act.
    pub max_contact_joints: usize,
}

/// The most points of a pair of shapes that act where no properties apply.
pub(super) const CONTACT_JOINTS: usize = 10;

impl ContactProperties {
    /// The defaults of a ContactProperties node for two materials.
    pub fn new(materials: [Material; 2]) -> Self {
        Self {
            materials,
            coulomb_friction: vec![1.0],
            friction_rotation: [0.0; 2],
            rolling_friction: [0.0; 3],
            bounce: 0.5,
            bounce_velocity: 0.01,
            force_dependent_slip: vec![0.0],
            soft_erp: 0.2,
            soft_cfm: 0.001,
            max_contact_joints: CONTACT_JOINTS,
        }
    }

    /// The first of a list that is for the materials of two shapes, in either order.
    pub(crate) fn between<'a>(list: &'a [Self], one: &Shape, two: &Shape) -> Option<&'a Self> {
        let (one, two) = (one.spec.material, two.spec.material);
        list.iter()
            .find(|entry| entry.materials == [one, two] || entry.materials == [two, one])
    }
}

/// What a contact asks of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Surface {
    pub friction: [f64; 2],
    pub slip: [f64; 2],
    pub rolling: [f64; 3],
    pub bounce: f64,
    pub bounce_velocity: f64,
    pub soft_erp: f64,
    pub soft_cfm: f64,
    /// The first friction direction, where it matters.
    pub direction: Option<Vector>,
    /// How fast the surfaces shall pass along it.
    pub motion: f64,
}

impl Surface {
    const DEFAULT: Self = Self {
        friction: [1.0; 2],
        slip: [0.0; 2],
        rolling: [0.0; 3],
        bounce: 0.5,
        bounce_velocity: 0.01,
        soft_erp: 0.2,
        soft_cfm: 0.001,
        direction: None,
        motion: 0.0,
    };

    /// The surface between two shapes in the order in which they were found,
    /// given the properties of their materials.
    pub fn between(
        properties: Option<&ContactProperties>,
        first: &Shape,
        second: &Shape,
        normal: Vector,
    ) -> Self {
        let mut surface = Self::at_rest(properties, first, second, normal);
        if let Some(belt) = first.spec.belt {
            surface.drive(first, &belt, normal, normal);
        } else if let Some(belt) = second.spec.belt {
            surface.drive(second, &belt, -normal, normal);
        }
        surface
    }

    /// A belt drives along its own direction, less the more it lies on its side.
    fn drive(&mut self, carrier: &Shape, belt: &Belt, towards: Vector, normal: Vector) {
        let frame = carrier.before * belt.rotation.transposed();
        let upright = limited(towards.normalized().dot(frame.column(2)), -1.0, 1.0);
        let is_inverted = upright < 0.0;
        let is_down = normal.dot(belt.up) < 0.0;
        let sign = if is_down == is_inverted { 1.0 } else { -1.0 };
        let share = (acos(upright) - FRAC_PI_2).abs() / FRAC_PI_2;
        self.motion = belt.speed * sign * share;
        if carrier.body().is_some() {
            let forwards = frame.column(0);
            self.direction = Some(if is_inverted { -forwards } else { forwards });
        }
    }

    fn at_rest(
        properties: Option<&ContactProperties>,
        first: &Shape,
        second: &Shape,
        normal: Vector,
    ) -> Self {
        let Some(found) = properties else {
            return Self::DEFAULT;
        };
        let unlimited = |value: f64| if value == -1.0 { f64::INFINITY } else { value };
        let mut surface = Self {
            rolling: found.rolling_friction.map(unlimited),
            bounce: found.bounce,
            bounce_velocity: found.bounce_velocity,
            soft_erp: found.soft_erp,
            soft_cfm: found.soft_cfm,
            ..Self::DEFAULT
        };
        let mut friction: Values = Values::new(&found.coulomb_friction, 1.0);
        let mut slip = Values::new(&found.force_dependent_slip, 0.0);
        for value in &mut friction.values {
            *value = unlimited(*value);
        }
        let mut shares = (1.0, 0.0);
        if friction.count > 1 || slip.count > 1 {
            // The second material is looked at first, so equal ones count as exchanged.
            let (a, b) = if found.materials[1] == first.spec.material {
                (second, first)
            } else {
                (first, second)
            };
            match (direction(a, normal), direction(b, normal)) {
                (Some(a), Some(b)) => {
                    let turned = |axis: Vector, angle: f64| {
                        AxisAngle {
                            axis: normal,
                            angle: -angle,
                        }
                        .matrix()
                            * axis
                    };
                    let (a, b) = if found.friction_rotation == [0.0; 2] {
                        (a, b)
                    } else {
                        (
                            turned(a, found.friction_rotation[0]),
                            turned(b, found.friction_rotation[1]),
                        )
                    };
                    let angle = acos(limited(a.dot(b) / (a.length() * b.length()), -1.0, 1.0));
                    let (sine, cosine) = sin_cos(angle);
                    shares = (cosine.abs(), sine.abs());
                    surface.direction = Some(a);
                }
                _ => (friction.count, slip.count) = (1, 1),
            }
        }
        // an infinite coefficient times nothing is no number, and no friction
        let no_number = |value: f64| if value.is_nan() { 0.0 } else { value };
        surface.friction = friction.mixed(shares).map(no_number);
        surface.slip = match (slip.count, slip.values) {
            (2, [a, b, ..]) if a == 0.0 || b == 0.0 => [a, b],
            _ => slip.mixed(shares),
        };
        surface
    }
}

/// One to four values of a field.
struct Values {
    count: usize,
    values: [f64; 4],
}

impl Values {
    fn new(list: &[f64], default: f64) -> Self {
        let mut values = [0.0; 4];
        let count = list.len().min(4);
        values[..count].copy_from_slice(&list[..count]);
        if count == 0 {
            values[0] = default;
        }
        Self { count, values }
    }

    /// The values along both directions, given how much of the other surface's
    /// first and second direction lies along the first.
    fn mixed(&self, (along, across): (f64, f64)) -> [f64; 2] {
        let [a, b, c, d] = self.values;
        match self.count {
            0 | 1 => [a, a],
            2 => [a + a * along + b * across, b + a * across + b * along],
            3 => [a + c, b + c],
            _ => [a + c * along + d * across, b + c * across + d * along],
        }
    }
}

/// The friction direction of a shape, from how the scene knew it before the step.
fn direction(shape: &Shape, normal: Vector) -> Option<Vector> {
    let local = match shape.spec.geometry {
        Geometry::Plane => Vector::X,
        Geometry::Box { .. } | Geometry::Cylinder { .. } => {
            let inside = shape.before.transposed() * normal;
            let (x, y, z) = (inside.x.abs(), inside.y.abs(), inside.z.abs());
            if z > x && z > y { Vector::X } else { Vector::Z }
        }
        _ => return None,
    };
    Some(shape.before * local)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use crate::shapes::{Attachment, ShapeSpec};

    #[test]
    fn an_infinite_coefficient_across_an_aligned_direction_is_no_friction() {
        let cuboid = Geometry::Box {
            size: Vector::new(1.0, 1.0, 1.0),
        };
        let spec = ShapeSpec::new(cuboid, Attachment::World(Pose::IDENTITY));
        let shape = Shape::new(spec, 1);
        let mut properties = ContactProperties::new([Material(0); 2]);
        properties.coulomb_friction = vec![-1.0, 0.5];
        let surface = Surface::at_rest(Some(&properties), &shape, &shape, Vector::Z);
        assert_eq!(surface.friction, [f64::INFINITY, 0.0]);
        properties.friction_rotation = [0.1, 0.0];
        let surface = Surface::at_rest(Some(&properties), &shape, &shape, Vector::Z);
        assert_eq!(surface.friction, [f64::INFINITY; 2]);
    }
}
