//! Clusters of triangles: parts of large meshes that are skipped together where
//! they are not within a picture. Triangles keep their order.

use crate::mesh::Mesh;

/// Meshes with fewer triangles have no clusters.
const LARGE: usize = 2048;
/// Triangles of a cluster.
const TRIANGLES: usize = 128;

/// Some triangles of a mesh, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    /// The box around them.
    pub(crate) bounds: [[f32; 3]; 2],
    /// The number of the first one in the mesh.
    pub(crate) first: u32,
    /// The vertices that they use, each once.
    pub(crate) vertices: Vec<u32>,
    /// Their corners, as places in `vertices`.
    pub(crate) corners: Vec<[u16; 3]>,
}

/// The clusters of a mesh; none for a small one.
pub(crate) fn clusters(mesh: &Mesh) -> Vec<Cluster> {
    let triangles = mesh.triangles();
    if triangles.len() < LARGE {
        return Vec::new();
    }
    let parts = triangles.chunks(TRIANGLES).enumerate();
    let clusters = parts.map(|(at, part)| cluster(mesh, (at * TRIANGLES) as u32, part));
    clusters.collect()
}

fn cluster(mesh: &Mesh, first: u32, triangles: &[[u32; 3]]) -> Cluster {
    let mut vertices: Vec<u32> = triangles.as_flattened().to_vec();
    vertices.sort_unstable();
    vertices.dedup();
    let place = |vertex: &u32| vertices.partition_point(|other| other < vertex) as u16;
    let corners = triangles
        .iter()
        .map(|triangle| [0, 1, 2].map(|at| place(&triangle[at])))
        .collect();
    let start = mesh.positions[vertices[0] as usize];
    let mut bounds = [start, start];
    for vertex in &vertices {
        let position = mesh.positions[*vertex as usize];
        for axis in 0..3 {
            bounds[0][axis] = bounds[0][axis].min(position[axis]);
            bounds[1][axis] = bounds[1][axis].max(position[axis]);
        }
    }
    Cluster {
        bounds,
        first,
        vertices,
        corners,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tessellate;

    #[test]
    fn clusters_have_all_triangles_in_their_order() {
        assert!(clusters(&tessellate::box_()).is_empty());
        let heights: Vec<f64> = (0..40 * 40).map(|at| f64::from(at % 7)).collect();
        let mesh = tessellate::elevation_grid(40, 40, &heights);
        let all: Vec<[u32; 3]> = clusters(&mesh)
            .iter()
            .flat_map(|cluster| {
                let corner = |at: u16| cluster.vertices[at as usize];
                let triangles = cluster.corners.iter();
                let triangles: Vec<_> = triangles.map(|corners| corners.map(corner)).collect();
                triangles
            })
            .collect();
        assert_eq!(all, mesh.triangles());
    }
}
