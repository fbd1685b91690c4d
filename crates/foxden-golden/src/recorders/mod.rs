//! What the recording controllers did, done in process.

pub(crate) mod arguments;
pub(crate) mod dumper;
pub(crate) mod log;
pub(crate) mod probe;
pub(crate) mod rec;
pub(crate) mod sup;
pub(crate) mod watch;
