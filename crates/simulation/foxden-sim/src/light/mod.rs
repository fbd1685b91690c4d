//! Light: where it comes from, what arrives at a sensor, and why.

pub mod contribution;
pub mod explain;
mod light_nodes;
pub(crate) mod sensor_values;
mod status;

pub(crate) use light_nodes::LightState;
pub use light_nodes::{LightNode, LightNodeKind};
pub use status::LightStatus;
