//! What a body has to do with the rows of a system.

use super::row_quads::{LANES, QuadParts, RowQuad};
use crate::bodies::Body;
use crate::math::Vector;

/// A body with the parts of all rows for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyParts<const G: usize> {
    pub(super) place: usize,
    /// Zero for rows without this body.
    pub(super) parts: [QuadParts; G],
    /// The same multiplied by the inverse masses.
    pub(super) weighted: [QuadParts; G],
    /// Its velocities after a step without constraints, divided by the length of the step.
    pub(super) linear: Vector,
    pub(super) angular: Vector,
}

impl<const G: usize> BodyParts<G> {
    pub(super) const NONE: Self = Self {
        place: 0,
        parts: [[[0.0; LANES]; 6]; G],
        weighted: [[[0.0; LANES]; 6]; G],
        linear: Vector::ZERO,
        angular: Vector::ZERO,
    };

    /// Begins with no rows.
    pub(super) fn begin(&mut self, place: usize, body: &Body, per_step: f64) {
        let (linear, angular) = body.acceleration();
        self.place = place;
        self.linear = linear + body.linear * per_step;
        self.angular = angular + body.angular * per_step;
        self.parts = Self::NONE.parts;
    }

    /// Multiplies the parts by the inverse masses.
    pub(super) fn weigh(&mut self, body: &Body) {
        let mass = body.inverse_mass;
        let [x, y, z] = body.world_inverse_inertia.transposed().0;
        for (weighted, [linear0, linear1, linear2, a, b, c]) in
            self.weighted.iter_mut().zip(&self.parts)
        {
            let linear = |part: &RowQuad| part.map(|number| number * mass);
            let angular = |row: Vector| -> RowQuad {
                std::array::from_fn(|lane| row.x * a[lane] + row.y * b[lane] + row.z * c[lane])
            };
            *weighted = [
                linear(linear0),
                linear(linear1),
                linear(linear2),
                angular(x),
                angular(y),
                angular(z),
            ];
        }
    }
}
