//! ElevationGrid.

use crate::mesh::Mesh;
use crate::vector::{long_cross, long_normalized, long_sub};

/// The surface of a height field over unit squares. Heights that are missing
/// are 0. Scale: `xSpacing`, `ySpacing`, 1.
pub fn elevation_grid(columns: u32, rows: u32, heights: &[f64]) -> Mesh {
    let mut mesh = Mesh::empty();
    let count = u64::from(columns) * u64::from(rows);
    if columns < 2 || rows < 2 || count > Mesh::MOST_ELEMENTS as u64 {
        return mesh;
    }
    // rows from the far side to the near one
    let point = |column: u32, row: u32| -> [f64; 3] {
        let back = rows - 1 - row;
        let at = columns as usize * back as usize + column as usize;
        let height = heights.get(at).copied().unwrap_or(0.0);
        [f64::from(column), f64::from(back), height]
    };
    let normal = |column: u32, row: u32| -> [f64; 3] {
        let middle = point(column, row);
        let edge = |column: u32, row: u32| long_sub(point(column, row), middle);
        let (has_left, has_right) = (column > 0, column + 1 < columns);
        let (has_far, has_near) = (row > 0, row + 1 < rows);
        let mut sum = [0.0; 3];
        let mut add = |one: [f64; 3], other: [f64; 3]| {
            let part = long_cross(one, other);
            for axis in 0..3 {
                sum[axis] += part[axis];
            }
        };
        if has_far && has_left {
            add(edge(column, row - 1), edge(column - 1, row));
        }
        if has_far && has_right {
            add(edge(column + 1, row), edge(column, row - 1));
        }
        if has_near && has_left {
            add(edge(column - 1, row), edge(column, row + 1));
        }
        if has_near && has_right {
            add(edge(column, row + 1), edge(column + 1, row));
        }
        long_normalized(sum)
    };
    for row in 0..rows {
        for column in 0..columns {
            let place = [
                f64::from(column) / f64::from(columns - 1),
                f64::from(row) / f64::from(rows - 1),
            ];
            mesh.push(point(column, row), normal(column, row), place);
        }
    }
    for row in 0..rows - 1 {
        for column in 0..columns - 1 {
            let here = columns * row + column;
            let near = here + columns;
            mesh.push_triangle([here, near, here + 1]);
            mesh.push_triangle([here + 1, near, near + 1]);
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flat_grid_looks_up_and_missing_heights_are_zero() {
        let mesh = elevation_grid(3, 2, &[1.0, 1.0, 1.0]);
        assert_eq!(mesh.triangles().len(), 4);
        // the first row of vertices is the far one
        assert_eq!(mesh.positions[0], [0.0, 1.0, 0.0]);
        assert_eq!(mesh.positions[3], [0.0, 0.0, 1.0]);
        assert_eq!(mesh.coordinates[5], [1.0, 1.0]);
        let slope = 0.5_f32.sqrt();
        for normal in &mesh.normals {
            assert!((normal[1] - slope).abs() < 1e-6 && (normal[2] - slope).abs() < 1e-6);
        }
        assert!(elevation_grid(1, 5, &[]).positions.is_empty());
    }
}
