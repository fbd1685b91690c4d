//! What older files mean today.
pub(crate) fn run(_scene: &mut crate::scene::Scene, _library: &mut crate::proto::library::Library) {
}
