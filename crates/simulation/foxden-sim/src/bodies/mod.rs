//! Bodies of the dynamics and what moves them: how they are made from the model, what acts
//! on them, and how their poses go back into the state.

pub(crate) mod assembly;
pub(crate) mod belt_path;
pub(crate) mod body_reuse;
pub(crate) mod build;
pub(crate) mod changed_joints;
pub(crate) mod compound_mass;
pub(crate) mod contact_memory;
pub(crate) mod contact_points;
pub(crate) mod differential_wheels;
pub(crate) mod energy_and_momentum;
pub(crate) mod exactness;
pub(crate) mod external_forces;
pub(crate) mod fluids;
mod joint_assembly;
pub(crate) mod joints;
pub(crate) mod kinematics;
pub(crate) mod loose_joints;
pub(crate) mod propeller;
pub(crate) mod rest;
pub(crate) mod support_polygon;
pub(crate) mod sync;
pub(crate) mod tracks;

pub(crate) use build::*;
