//! PROTOs: reading their files, evaluating their bodies, sharing what can be shared.

pub(crate) mod blueprint;
pub(crate) mod body;
pub(crate) mod imports;
pub(crate) mod library;
pub(crate) mod restriction;
pub(crate) mod template_fields;
