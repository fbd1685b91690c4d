//! The Supervisor API: requests about the scene and their answers.
//!
//! Two requests cannot be decoded without the type of a field: "get value"
//! (88) has an index for lists only, and "insert" (89) does not say what kind
//! of value follows. So the reader has a [`FieldTypes`].

mod answer;
mod field_request;
mod fields;
mod request;
mod value;

#[cfg(test)]
pub(crate) use answer::OptionalType;
pub use answer::{
    ContactPointReport, FieldDescription, FieldReport, MovieStatus, NodeDescription, NodeReport,
    ProtoDescription, SupervisorAnswer, SupervisorConfiguration,
};
pub use field_request::{FieldGet, FieldInsert, FieldSet};
pub use fields::{FieldTypes, KnownFields, NoFields};
#[cfg(test)]
pub(crate) use request::Tracking;
pub use request::{Label, Movie, ProtoLookup, SaveWorld, SupervisorRequest, TrackingPeriod};
pub use value::{NewItem, NodeValue, PlainValue, ReadValue};
