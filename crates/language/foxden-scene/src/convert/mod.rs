//! What older files mean today.
//!
//! The version of the file that contains the text counts, separately for the
//! world and for each PROTO.

mod axes;
mod fields;

use crate::proto::library::Library;
use crate::scene::Scene;

/// Brings a world that was read up to date.
pub(crate) fn run(scene: &mut Scene, library: &mut Library) {
    fields::convert(scene, library);
    axes::convert(scene, library);
}
