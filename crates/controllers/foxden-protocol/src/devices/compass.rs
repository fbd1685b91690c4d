//! Points north.

use crate::devices::{LookupTable, shared::sampled};
use crate::layout::messages;

sampled!(CompassRequest, "compass request");

messages! {
    /// The answers to the controller.
    pub enum CompassAnswer: u8, "compass answer" {
        /// How values are reported.
        0 => Configure {
            /// From measured to reported values.
            lookup_table: LookupTable,
        },
        /// The newest measurement.
        52 => Value {
            /// The direction of north.
            value: [f64; 3],
        },
    }
}
