//! The encoding of states as bytes, for programs that store more than a state: values
//! without names in the order of their fields, readable by the same version only.
//!
//! ```
//! use foxden_sim::encoding::{from_bytes, to_bytes};
//! let bytes = to_bytes(&(1_u32, f64::INFINITY));
//! assert_eq!(from_bytes::<(u32, f64)>(&bytes), Ok((1, f64::INFINITY)));
//! ```

pub use crate::state::decoding::{StateDecodeError, from_bytes, to_bytes};
pub use crate::state::hash::checksum;
