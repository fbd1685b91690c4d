//! IndexedLineSet and PointSet.

use crate::mesh::{Elements, Mesh};

fn mesh_of(positions: &[[f64; 3]], colors: &[[f64; 3]], elements: Elements) -> Mesh {
    let colors = if colors.len() == positions.len() {
        colors.iter().map(|c| c.map(|part| part as f32)).collect()
    } else {
        Vec::new()
    };
    Mesh {
        positions: positions
            .iter()
            .map(|position| position.map(|part| part as f32))
            .collect(),
        normals: vec![[0.0; 3]; positions.len()],
        coordinates: vec![[0.0; 2]; positions.len()],
        ink_coordinates: Vec::new(),
        colors,
        elements,
    }
}

/// The polylines of `coordIndex`: vertex numbers with -1 between the lines.
/// Numbers of vertices that are not there are left out. Scale: 1.
pub fn lines(positions: &[[f64; 3]], indices: &[i32]) -> Mesh {
    let mut segments = Vec::new();
    for line in indices.split(|at| *at < 0) {
        let known: Vec<u32> = line
            .iter()
            .filter_map(|at| u32::try_from(*at).ok())
            .filter(|at| (*at as usize) < positions.len())
            .collect();
        segments.extend(known.windows(2).map(|pair| [pair[0], pair[1]]));
    }
    mesh_of(positions, &[], Elements::Lines(segments))
}

/// The points of a PointSet, with a colour for each or none at all. Scale: 1.
pub fn points(positions: &[[f64; 3]], colors: &[[f64; 3]]) -> Mesh {
    mesh_of(positions, colors, Elements::Points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_negative_numbers() {
        let positions = [[0.0; 3], [1.0; 3], [2.0; 3]];
        let mesh = lines(&positions, &[0, 1, 2, -1, 2, 0, 9, -1]);
        assert_eq!(mesh.elements, Elements::Lines(vec![[0, 1], [1, 2], [2, 0]]));
        assert_eq!(points(&positions, &[[1.0; 3]]).colors.len(), 0);
        assert_eq!(points(&positions, &[[1.0; 3]; 3]).colors.len(), 3);
    }
}
