//! Joints that hold fast, and the rows that keep two bodies from turning
//! against each other.

use super::{Ends, Rules};
use crate::constraint_rows::{Part, Row};
use crate::math::{Quaternion, Vector};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Fixed {
    initial: Quaternion,
    /// From the second to the first body in the first's frame; without a
    /// second body the place of the first.
    offset: Vector,
}

const UNITS: [Vector; 3] = [Vector::X, Vector::Y, Vector::Z];

impl Fixed {
    pub fn new(ends: Ends) -> Self {
        Self {
            initial: relative(ends),
            offset: match ends.second {
                Some(body) => {
                    ends.first.rotation.transposed() * (ends.first.position - body.position)
                }
                None => ends.first.position,
            },
        }
    }

    /// From the second to the first body, and the rotation between them.
    pub fn told(&self) -> (Vector, Quaternion) {
        (self.offset, self.initial)
    }

    pub fn rows(&self, ends: Ends, rules: &Rules, rows: &mut Vec<Row>) {
        let (arm, gap) = match ends.second {
            Some(body) => {
                let arm = ends.first.rotation * self.offset;
                (arm, body.position - ends.first.position + arm)
            }
            None => (Vector::ZERO, self.offset - ends.first.position),
        };
        for unit in UNITS {
            let second = match ends.second {
                Some(_) => Part::linear(-unit),
                None => Part::NONE,
            };
            let speed = rules.rate(rules.erp) * unit.dot(gap);
            rows.push(Row::bilateral(
                ends.pair,
                Part::at(-arm, unit),
                second,
                speed,
                rules.cfm,
            ));
        }
        orientation_rows(ends, self.initial, rules, rows);
    }
}

/// The rotation from the first to the second body, or the opposite of the first one's.
pub(super) fn relative(ends: Ends) -> Quaternion {
    let inverse = ends.first.orientation.conjugate();
    match ends.second {
        Some(body) => inverse * body.orientation,
        None => inverse,
    }
}

/// Three rows that keep the rotation between the bodies as it was.
pub(super) fn orientation_rows(
    ends: Ends,
    initial: Quaternion,
    rules: &Rules,
    rows: &mut Vec<Row>,
) {
    let error = relative(ends) * initial.conjugate();
    let turned = if error.w < 0.0 { -error.v } else { error.v };
    let wanted = (ends.first.rotation * turned) * (2.0 * rules.rate(rules.erp));
    for (at, unit) in UNITS.into_iter().enumerate() {
        let second = match ends.second {
            Some(_) => Part::angular(-unit),
            None => Part::NONE,
        };
        let first = Part::angular(unit);
        rows.push(Row::bilateral(
            ends.pair, first, second, wanted[at], rules.cfm,
        ));
    }
}
