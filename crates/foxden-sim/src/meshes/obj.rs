//! Wavefront OBJ: points, faces, objects and groups.

use super::Part;
use crate::math::Vector;

/// The parts of a file. What cannot be read is left out.
pub(super) fn parse(text: &str) -> Vec<Part> {
    let mut points: Vec<Vector> = Vec::new();
    let mut parts: Vec<(String, Vec<[u32; 3]>)> = vec![(String::new(), Vec::new())];
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                let mut number = || words.next().and_then(|word| word.parse().ok());
                if let (Some(x), Some(y), Some(z)) = (number(), number(), number()) {
                    points.push(Vector::new(x, y, z));
                }
            }
            Some("f") => {
                let corners: Vec<u32> = words
                    .filter_map(|word| corner(word, points.len()))
                    .collect();
                if let Some((_, triangles)) = parts.last_mut() {
                    for at in 2..corners.len() {
                        triangles.push([corners[0], corners[at - 1], corners[at]]);
                    }
                }
            }
            Some("o" | "g") => {
                let name = words.collect::<Vec<_>>().join(" ");
                parts.push((name, Vec::new()));
            }
            _ => {}
        }
    }
    let mut places = vec![Place::default(); points.len()];
    parts
        .into_iter()
        .filter(|(_, triangles)| !triangles.is_empty())
        .zip(1..)
        .map(|((name, triangles), part)| compact(name, part, &points, triangles, &mut places))
        .collect()
}

/// The number of a point: from 1 on, or counted back from the last one.
fn corner(word: &str, count: usize) -> Option<u32> {
    let number: i64 = word.split('/').next()?.parse().ok()?;
    let at = if number < 0 {
        number.checked_add(count as i64)?
    } else {
        number - 1
    };
    u32::try_from(at).ok().filter(|at| (*at as usize) < count)
}

/// Where a point is in the part that used it last.
#[derive(Clone, Copy, Default)]
struct Place {
    part: u32,
    at: u32,
}

/// A part with those points only that it uses. Parts are numbered from 1 on.
fn compact(
    name: String,
    number: u32,
    points: &[Vector],
    triangles: Vec<[u32; 3]>,
    places: &mut [Place],
) -> Part {
    let mut part = Part {
        name: name.into(),
        ..Part::default()
    };
    for corners in triangles {
        let own = corners.map(|at| {
            let place = &mut places[at as usize];
            if place.part != number {
                *place = Place {
                    part: number,
                    at: part.points.len() as u32,
                };
                part.points.push(points[at as usize]);
            }
            place.at
        });
        part.triangles.push(own);
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_cut_and_objects_kept_apart() {
        let parts = parse(
            "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\no floor\nf 1/1/1 2/2 3//3 4\n\
             o back\nv 0 0 1\nf -1 -2 1\n",
        );
        assert_eq!(parts.len(), 2);
        assert_eq!(&*parts[0].name, "floor");
        assert_eq!(parts[0].triangles, [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(parts[1].points[0], Vector::Z);
        assert_eq!(parts[1].triangles, [[0, 1, 2]]);
    }
}
