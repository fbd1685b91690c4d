//! IndexedFaceSet, and meshes of files.

use crate::mesh::Mesh;
use crate::vector::{LongVector, long_cross, long_normalized, long_sub};

/// Normals nearer to each other than this count once.
const SAME_NORMAL: f64 = 0.0001;

/// Triangles with what their corners have.
#[derive(Clone, Copy, Debug)]
pub struct Faces<'a> {
    /// Points.
    pub points: &'a [[f64; 3]],
    /// Numbers of points for the corners of each triangle, counterclockwise.
    pub triangles: &'a [[u32; 3]],
    /// Normals of the corners of each triangle, if the node or file has them.
    pub normals: Option<&'a [[[f64; 3]; 3]]>,
    /// Texture coordinates of the corners of each triangle as written in the
    /// node or file (v upwards), if it has them.
    pub coordinates: Option<&'a [[[f64; 2]; 3]]>,
    /// Facets that meet at a smaller angle than this look round. Not used with `normals`.
    pub crease_angle: f64,
}

/// The mesh of an IndexedFaceSet or of a file. Triangles with numbers of points
/// that are not there are left out. Scale: 1.
pub fn indexed_face_set(faces: &Faces<'_>) -> Mesh {
    let mut mesh = Mesh::empty();
    let count = faces.points.len();
    let is_known = |triangle: &[u32; 3]| triangle.iter().all(|at| (*at as usize) < count);
    let normals = facet_normals(faces);
    let neighbours = match faces.normals {
        None if faces.crease_angle > 0.0 => Neighbours::of(faces),
        _ => Neighbours::default(),
    };
    let projection = Projection::of(faces.points);
    for (number, triangle) in faces.triangles.iter().enumerate() {
        if !is_known(triangle) {
            continue;
        }
        let given = faces.normals.and_then(|list| list.get(number));
        let places = faces.coordinates.and_then(|list| list.get(number));
        let corners: [u32; 3] = std::array::from_fn(|corner| {
            let at = triangle[corner] as usize;
            let normal = match given {
                Some(given) => long_normalized(given[corner]),
                None => smoothed(faces, &normals, neighbours.at(at), number),
            };
            let place = match places {
                Some(places) => [places[corner][0], 1.0 - places[corner][1]],
                None => projection.place(faces.points[at]),
            };
            mesh.push(faces.points[at], normal, place)
        });
        mesh.push_triangle(corners);
    }
    mesh
}

fn facet_normals(faces: &Faces<'_>) -> Vec<LongVector> {
    let point = |at: u32| faces.points.get(at as usize).copied().unwrap_or([0.0; 3]);
    faces
        .triangles
        .iter()
        .map(|triangle| {
            let [a, b, c] = triangle.map(point);
            long_normalized(long_cross(long_sub(b, a), long_sub(c, a)))
        })
        .collect()
}

/// The triangles at each point.
#[derive(Default)]
struct Neighbours {
    starts: Vec<u32>,
    triangles: Vec<u32>,
}

impl Neighbours {
    fn of(faces: &Faces<'_>) -> Self {
        let count = faces.points.len();
        let mut starts = vec![0_u32; count + 1];
        let known = || {
            let numbered = faces.triangles.iter().enumerate();
            numbered.flat_map(|(number, triangle)| {
                triangle
                    .iter()
                    .filter(|at| (**at as usize) < count)
                    .map(move |at| (number as u32, *at as usize))
            })
        };
        for (_, at) in known() {
            starts[at + 1] += 1;
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut triangles = vec![0; starts[count] as usize];
        for (number, at) in known() {
            triangles[next[at] as usize] = number;
            next[at] += 1;
        }
        Self { starts, triangles }
    }

    fn at(&self, point: usize) -> &[u32] {
        match self.starts.get(point..point + 2) {
            Some([from, to]) => &self.triangles[*from as usize..*to as usize],
            _ => &[],
        }
    }
}

/// The normal of a corner: that of its triangle and of those around the point
/// that meet it at less than the crease angle, each direction once.
fn smoothed(
    faces: &Faces<'_>,
    normals: &[LongVector],
    around: &[u32],
    number: usize,
) -> LongVector {
    let own = normals[number];
    let mut used: Vec<LongVector> = vec![own];
    for other in around {
        let normal = normals[*other as usize];
        let cosine = own[0] * normal[0] + own[1] * normal[1] + own[2] * normal[2];
        let is_round = libm::acos(cosine.clamp(-1.0, 1.0)) < faces.crease_angle;
        let is_new = used
            .iter()
            .all(|known| (0..3).any(|axis| (known[axis] - normal[axis]).abs() > SAME_NORMAL));
        if is_round && is_new {
            used.push(normal);
        }
    }
    let sum = used.iter().fold([0.0; 3], |sum: LongVector, normal| {
        [sum[0] + normal[0], sum[1] + normal[1], sum[2] + normal[2]]
    });
    long_normalized(sum)
}

/// Texture coordinates along the longest and the second longest side of the box around.
struct Projection {
    low: LongVector,
    length: f64,
    axes: [usize; 2],
}

impl Projection {
    fn of(points: &[[f64; 3]]) -> Self {
        let first = points.first().copied().unwrap_or([0.0; 3]);
        let (mut low, mut high) = (first, first);
        for point in points {
            for axis in 0..3 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
        let size = long_sub(high, low);
        let (mut long, mut second) = (0, None);
        for axis in 1..3 {
            if size[axis] > size[long] {
                second = Some(long);
                long = axis;
            } else if second.is_none_or(|second: usize| size[axis] > size[second]) {
                second = Some(axis);
            }
        }
        Self {
            low,
            length: size[long],
            axes: [long, second.unwrap_or(1)],
        }
    }

    fn place(&self, point: LongVector) -> [f64; 2] {
        if self.length == 0.0 {
            return [0.0; 2];
        }
        let [long, second] = self.axes;
        [
            (point[long] - self.low[long]) / self.length,
            1.0 - (point[second] - self.low[second]) / self.length,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: [[f64; 3]; 4] = [
        [0.0, 0.0, 0.0],
        [2.0, 0.0, 0.0],
        [2.0, 1.0, 0.5],
        [0.0, 1.0, 0.0],
    ];
    const TRIANGLES: [[u32; 3]; 2] = [[0, 1, 2], [0, 2, 3]];

    fn faces(crease_angle: f64) -> Faces<'static> {
        Faces {
            points: &POINTS,
            triangles: &TRIANGLES,
            normals: None,
            coordinates: None,
            crease_angle,
        }
    }

    #[test]
    fn facets_are_flat_below_the_crease_angle_and_round_above() {
        let flat = indexed_face_set(&faces(0.0));
        assert_eq!(flat.normals[0], flat.normals[1]);
        assert_ne!(flat.normals[0], flat.normals[3]);
        let round = indexed_face_set(&faces(1.0));
        assert_eq!(round.normals[0], round.normals[3]);
        assert_eq!(round.normals[1], flat.normals[1]);
    }

    #[test]
    fn coordinates_follow_the_longest_sides() {
        let mesh = indexed_face_set(&faces(0.0));
        assert_eq!(mesh.coordinates[2], [1.0, 0.5]);
        let unknown = Faces {
            triangles: &[[0, 1, 7]],
            ..faces(0.0)
        };
        assert!(indexed_face_set(&unknown).positions.is_empty());
    }
}
