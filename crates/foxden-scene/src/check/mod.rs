//! What may stand where, and which values are valid.
pub(crate) fn run(_scene: &mut crate::scene::Scene, _library: &mut crate::proto::library::Library) {
}
