//! COLLADA: triangles and polygons of geometries, placed by the nodes of the scene.

use super::vertices::{Attributes, Vertices};
use super::{MeshPart, ReadBudget, Unread, xml};
use crate::math::{AxisAngle, Vector};
use roxmltree::{Document, Node, NodeId};
use std::collections::HashMap;
use std::sync::Arc;

/// Nodes may be nested and repeated no further than this.
const DEEPEST: usize = 32;

/// The first three rows of a matrix that also shifts.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Affine([[f64; 4]; 3]);

impl Affine {
    const IDENTITY: Self = Self([
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
    ]);

    fn scaled(x: f64, y: f64, z: f64) -> Self {
        Self([[x, 0.0, 0.0, 0.0], [0.0, y, 0.0, 0.0], [0.0, 0.0, z, 0.0]])
    }

    fn then(&self, inner: &Self) -> Self {
        Self(std::array::from_fn(|row| {
            std::array::from_fn(|column| {
                let own = self.0[row];
                let sum: f64 = (0..3).map(|at| own[at] * inner.0[at][column]).sum();
                if column == 3 { sum + own[3] } else { sum }
            })
        }))
    }

    fn apply(&self, point: Vector) -> Vector {
        let row = |at: usize| {
            let [a, b, c, d] = self.0[at];
            a * point.x + b * point.y + c * point.z + d
        };
        Vector::new(row(0), row(1), row(2))
    }
}

impl Affine {
    /// What is said of a point after it was moved: normals stay upright on
    /// their surfaces.
    fn turn(&self, attributes: &Attributes) -> Attributes {
        let column = |at: usize| Vector::new(self.0[0][at], self.0[1][at], self.0[2][at]);
        let (x, y, z) = (column(0), column(1), column(2));
        // the inverse transposed, but for a factor of which only the sign counts
        let sign = x.cross(y).dot(z).signum();
        let turned = |normal: Vector| {
            let sum = y.cross(z) * normal.x + z.cross(x) * normal.y + x.cross(y) * normal.z;
            (sum * sign).normalized()
        };
        Attributes {
            normal: attributes.normal.map(turned),
            texture: attributes.texture,
        }
    }
}

/// The parts of a file.
pub(super) fn parse(text: &str) -> Result<Vec<MeshPart>, Unread> {
    xml::check(text)?;
    let document = Document::parse(text).map_err(|_| Unread::Invalid)?;
    let root = document.root_element();
    let unit = root
        .descendants()
        .find(|node| node.is_named("unit"))
        .and_then(|node| node.attribute("meter")?.parse().ok())
        .unwrap_or(1.0);
    let mut ids = HashMap::new();
    for node in root.descendants() {
        if let Some(id) = node.attribute("id") {
            ids.entry(id).or_insert(node);
        }
    }
    let mut reader = ColladaReader {
        ids,
        geometries: HashMap::new(),
        parts: Vec::new(),
        effort: ReadBudget::default(),
    };
    let top = Affine::scaled(unit, unit, unit);
    let scenes = root
        .descendants()
        .filter(|node| node.is_named("visual_scene"));
    for scene in scenes {
        for node in scene.children().filter(|node| node.is_named("node")) {
            reader.node(node, &top, DEEPEST)?;
        }
    }
    Ok(reader.parts)
}

/// Names without their namespace.
trait Named {
    fn is_named(&self, name: &str) -> bool;
}

impl Named for Node<'_, '_> {
    fn is_named(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

struct ColladaReader<'a, 'input> {
    ids: HashMap<&'a str, Node<'a, 'input>>,
    /// What was read already, for geometries that are placed several times.
    geometries: HashMap<NodeId, Arc<Vec<MeshPart>>>,
    parts: Vec<MeshPart>,
    effort: ReadBudget,
}

impl<'a, 'input> ColladaReader<'a, 'input> {
    fn by_id(&self, url: &str) -> Option<Node<'a, 'input>> {
        self.ids.get(url.strip_prefix('#')?).copied()
    }

    fn node(&mut self, node: Node<'a, 'input>, above: &Affine, depth: usize) -> Result<(), Unread> {
        if depth == 0 {
            return Ok(());
        }
        self.effort.take(1)?;
        let mut pose = *above;
        for child in node.children() {
            self.effort.take(1)?;
            if let Some(step) = transformation(child) {
                pose = pose.then(&step);
            }
        }
        for child in node.children() {
            let target = child.attribute("url").and_then(|url| self.by_id(url));
            match (child.tag_name().name(), target) {
                ("node", _) => self.node(child, &pose, depth - 1)?,
                ("instance_node", Some(target)) => self.node(target, &pose, depth - 1)?,
                ("instance_geometry", Some(target)) => self.place(target, &pose)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Puts a geometry somewhere.
    fn place(&mut self, geometry: Node<'a, 'input>, pose: &Affine) -> Result<(), Unread> {
        let own = match self.geometries.get(&geometry.id()) {
            Some(own) => Arc::clone(own),
            None => {
                let own = Arc::new(self.geometry(geometry)?);
                self.geometries.insert(geometry.id(), Arc::clone(&own));
                own
            }
        };
        for part in own.iter() {
            self.effort.take(part.points.len() + part.triangles.len())?;
            self.parts.push(MeshPart {
                name: Arc::clone(&part.name),
                points: part.points.iter().map(|point| pose.apply(*point)).collect(),
                attributes: part.attributes.iter().map(|own| pose.turn(own)).collect(),
                triangles: part.triangles.clone(),
            });
        }
        Ok(())
    }

    /// The parts of a geometry in its own frame.
    fn geometry(&mut self, geometry: Node<'a, 'input>) -> Result<Vec<MeshPart>, Unread> {
        let name = geometry.attribute("name").or(geometry.attribute("id"));
        let name: Arc<str> = name.unwrap_or_default().into();
        let mut parts = Vec::new();
        for list in geometry.descendants() {
            self.effort.take(1)?;
            if !["triangles", "polylist", "polygons"].contains(&list.tag_name().name()) {
                continue;
            }
            let Some(mut part) = self.list(list) else {
                continue;
            };
            self.effort.take(part.points.len() + part.triangles.len())?;
            if !part.triangles.is_empty() {
                part.name = Arc::clone(&name);
                parts.push(part);
            }
        }
        Ok(parts)
    }

    /// A list of faces with their points.
    fn list(&self, list: Node<'a, 'input>) -> Option<MeshPart> {
        let inputs = || list.children().filter(|node| node.is_named("input"));
        let offset = |node: Node<'_, '_>| -> usize {
            let text = node.attribute("offset").unwrap_or("0");
            text.parse().unwrap_or(0)
        };
        let stride = inputs().map(offset).max()?.checked_add(1)?;
        let vertex = inputs().find(|node| node.attribute("semantic") == Some("VERTEX"))?;
        let vertices = self.by_id(vertex.attribute("source")?)?;
        let position = vertices
            .children()
            .find(|node| node.attribute("semantic") == Some("POSITION"))?;
        let points = self.points(position.attribute("source")?)?;
        let extra = |semantic: &str| {
            let input = inputs().find(|node| node.attribute("semantic") == Some(semantic))?;
            let values = self.points(input.attribute("source")?)?;
            Some((offset(input), values))
        };
        let (normals, textures) = (extra("NORMAL"), extra("TEXCOORD"));
        let mut joined = Vertices::default();
        let at = offset(vertex);
        // corners that name a missing point are no vertex
        let mut vertex = |corner: &[u32]| {
            let value = |list: &Option<(usize, Vec<Vector>)>| {
                let (at, values) = list.as_ref()?;
                values.get(*corner.get(*at)? as usize).copied()
            };
            let attributes = Attributes {
                normal: value(&normals),
                texture: value(&textures),
            };
            let point = points.get(corner[at] as usize)?;
            Some(joined.add(*point, attributes))
        };
        let mut corners = |node: Node<'_, '_>| -> Vec<Option<u32>> {
            let numbers: Vec<u32> = numbers(node);
            let corners = numbers.chunks_exact(stride);
            corners.map(&mut vertex).collect()
        };
        let mut triangles = Vec::new();
        let mut face = |corners: &[Option<u32>]| {
            for at in 2..corners.len() {
                if let [Some(a), Some(b), Some(c)] = [corners[0], corners[at - 1], corners[at]] {
                    triangles.push([a, b, c]);
                }
            }
        };
        let mut lists = list.children().filter(|node| node.is_named("p"));
        match list.tag_name().name() {
            "triangles" => lists.for_each(|p| corners(p).chunks_exact(3).for_each(&mut face)),
            "polygons" => lists.for_each(|p| face(&corners(p))),
            _ => {
                let sizes = list.children().find(|node| node.is_named("vcount"))?;
                // a list with sizes has its corners in one place
                let all = corners(lists.next()?);
                let mut rest = &all[..];
                for size in numbers::<usize>(sizes) {
                    let (now, later) = rest.split_at_checked(size)?;
                    face(now);
                    rest = later;
                }
            }
        }
        Some(joined.into_part("".into(), triangles))
    }

    /// The vectors of a source; those of texture coordinates are flat.
    fn points(&self, url: &str) -> Option<Vec<Vector>> {
        let source = self.by_id(url)?;
        let array = source
            .children()
            .find(|node| node.is_named("float_array"))?;
        let stride = source
            .descendants()
            .find(|node| node.is_named("accessor"))
            .and_then(|node| node.attribute("stride")?.parse().ok())
            .unwrap_or(3)
            .max(2);
        let numbers: Vec<f64> = numbers(array);
        let points = numbers.chunks_exact(stride);
        let vector = |p: &[f64]| Vector::new(p[0], p[1], p.get(2).copied().unwrap_or(0.0));
        Some(points.map(vector).collect())
    }
}

fn numbers<T: std::str::FromStr>(node: Node<'_, '_>) -> Vec<T> {
    let words = node.text().unwrap_or_default().split_whitespace();
    words.map_while(|word| word.parse().ok()).collect()
}

/// What a node does to what is below it, if it is a transformation.
fn transformation(node: Node<'_, '_>) -> Option<Affine> {
    let all: Vec<f64> = numbers(node);
    match (node.tag_name().name(), &all[..]) {
        ("matrix", all) if all.len() == 16 => Some(Affine(std::array::from_fn(|row| {
            std::array::from_fn(|column| all[4 * row + column])
        }))),
        ("translate", [x, y, z]) => {
            let mut shift = Affine::IDENTITY;
            (shift.0[0][3], shift.0[1][3], shift.0[2][3]) = (*x, *y, *z);
            Some(shift)
        }
        ("scale", [x, y, z]) => Some(Affine::scaled(*x, *y, *z)),
        ("rotate", [x, y, z, degrees]) => {
            let turn = AxisAngle {
                axis: Vector::new(*x, *y, *z).normalized(),
                angle: degrees.to_radians(),
            };
            let rows = turn.matrix().0;
            Some(Affine(rows.map(|row| [row.x, row.y, row.z, 0.0])))
        }
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const SQUARE: &str = r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
 <asset><unit name="centimeter" meter="0.01"/></asset>
 <library_geometries><geometry id="g" name="square"><mesh>
  <source id="s"><float_array id="a" count="12">0 0 0 100 0 0 100 100 0 0 100 0</float_array>
   <technique_common><accessor source="#a" count="4" stride="3"/></technique_common></source>
  <vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
  <polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/>
   <input semantic="NORMAL" source="#n" offset="1"/><vcount>4</vcount><p>0 0 1 0 2 0 3 0</p></polylist>
 </mesh></geometry></library_geometries>
 <library_visual_scenes><visual_scene id="w"><node><translate>0 0 200</translate>
  <rotate>0 0 1 90</rotate><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
</COLLADA>"##;

    #[test]
    fn geometries_are_placed_and_measured_in_metres() {
        let parts = parse(SQUARE).unwrap();
        assert_eq!(parts.len(), 1);
        assert_eq!(&*parts[0].name, "square");
        assert_eq!(parts[0].triangles, [[0, 1, 2], [0, 2, 3]]);
        let corner = parts[0].points[1];
        assert!((corner - Vector::new(0.0, 1.0, 2.0)).length() < 1e-12);
    }

    #[test]
    fn corners_of_a_sharp_edge_are_several_vertices() {
        let normals = "<source id=\"n\"><float_array id=\"m\">0 0 1 1 0 0</float_array></source>";
        let text = SQUARE.replace("<vertices", &format!("{normals}<vertices"));
        let folded = text.replace(
            "<vcount>4</vcount><p>0 0 1 0 2 0 3 0</p>",
            "<vcount>3 3</vcount><p>0 0 1 0 2 0 0 1 2 1 3 1</p>",
        );
        assert_eq!(parse(&text).unwrap()[0].points.len(), 4);
        assert_eq!(parse(&folded).unwrap()[0].points.len(), 6);
    }

    #[test]
    fn nodes_that_hold_themselves_end() {
        let text = r##"<COLLADA><library_nodes><node id="n"><instance_node url="#n"/>
            </node></library_nodes><library_visual_scenes>
            <visual_scene><node><instance_node url="#n"/></node></visual_scene>
            </library_visual_scenes></COLLADA>"##;
        assert_eq!(parse(text), Ok(Vec::new()));
        let doubled = text.replace(
            "<instance_node url=\"#n\"/>",
            "<instance_node url=\"#n\"/><instance_node url=\"#n\"/>",
        );
        assert_eq!(parse(&doubled), Err(Unread::TooLarge));
    }

    #[test]
    fn an_offset_beyond_all_numbers_gives_nothing() {
        let text = SQUARE.replace("offset=\"1\"", "offset=\"18446744073709551615\"");
        assert_eq!(parse(&text), Ok(Vec::new()));
        let text = SQUARE.replace("stride=\"3\"", "stride=\"18446744073709551615\"");
        assert_eq!(parse(&text), Ok(Vec::new()));
    }

    #[test]
    fn copies_of_a_geometry_count() {
        let many = "<instance_geometry url=\"#g\"/>".repeat(1_000);
        let text = SQUARE.replace("<instance_geometry url=\"#g\"/>", &many);
        assert_eq!(parse(&text).map(|parts| parts.len()), Ok(1_000));
        let corners = "0 ".repeat(60_000);
        let text = text.replace(
            "<vcount>4</vcount><p>",
            &format!("<vcount>{}</vcount><p>{corners}", "3 ".repeat(10_000)),
        );
        assert_eq!(parse(&text), Err(Unread::TooLarge));
    }

    #[test]
    fn a_deep_file_is_refused() {
        let text = format!("<COLLADA>{}", "<node>".repeat(20_000));
        assert_eq!(parse(&text), Err(Unread::TooDeep));
    }
}
