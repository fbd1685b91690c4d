//! Mesh files are read or refused.

use foxden_sim::spatial::mesh_triangles;

/// Runs one input; the first byte chooses the kind of file.
pub fn run(data: &[u8]) {
    let Some((kind, file)) = data.split_first() else {
        return;
    };
    let name = ["a.obj", "a.stl", "a.dae"][usize::from(kind % 3)];
    if let Some(triangles) = mesh_triangles(name, file) {
        // a corner needs bytes, except where COLLADA shows one geometry many times
        assert!(kind % 3 == 2 || triangles <= file.len());
    }
}
