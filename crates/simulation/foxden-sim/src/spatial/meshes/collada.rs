//! COLLADA: triangles and polygons of geometries, placed by the nodes of the scene.

use super::affine::Affine;
use super::collada_effects::{bound_material, material, numbered_materials};
use super::materials::{MOST_MATERIALS, MeshMaterial};
use super::part_choice::NamedParts;
use super::polygon_cuts::PolygonCutter;
use super::scene_graph::{self, PartUse, SceneNode, UPRIGHT};
use super::vertices::{Attributes, Vertices};
use super::{MeshFile, MeshPart, ReadBudget, Unread, xml};
use crate::math::{AxisAngle, Vector};
use roxmltree::{Document, Node, NodeId};
use std::collections::HashMap;
use std::sync::Arc;

/// Nodes may be nested and repeated no further than this.
const DEEPEST: usize = 32;

/// What turns the axis that a file calls its upper one into z: y if it names none.
fn upright(root: Node<'_, '_>) -> Affine {
    let named = root.descendants().find(|node| node.is_named("up_axis"));
    match named.and_then(|node| node.text()).map(str::trim) {
        Some("Z_UP") => Affine::IDENTITY,
        Some("X_UP") => Affine([
            [0.0, -1.0, 0.0, 0.0],
            [0.0, 0.0, -1.0, 0.0],
            [1.0, 0.0, 0.0, 0.0],
        ]),
        _ => UPRIGHT,
    }
}

/// The parts of a file and their materials.
pub(super) fn parse(text: &str) -> Result<MeshFile, Unread> {
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
        numbered: numbered_materials(root, &ids),
        ids,
        geometries: HashMap::new(),
        nodes: Vec::new(),
        materials: Vec::new(),
        effort: ReadBudget::default(),
        cutter: PolygonCutter::default(),
        has_left_out_faces: false,
    };
    let top = Affine::scaled(unit, unit, unit).then(&upright(root));
    for scene in shown_scenes(root, &reader.ids) {
        for node in scene.children().filter(|node| node.is_named("node")) {
            reader.node(node, &top, DEEPEST)?;
        }
    }
    let placed = scene_graph::place(&reader.nodes, &mut reader.effort)?;
    Ok(MeshFile {
        parts: placed.parts,
        materials: reader.materials,
        named_parts: Some(NamedParts {
            has_names: placed.is_one_node,
        }),
        has_left_out_faces: reader.has_left_out_faces,
        ..MeshFile::default()
    })
}

/// The scene that a file shows; all of them if it does not say which one.
fn shown_scenes<'a, 'input>(
    root: Node<'a, 'input>,
    ids: &HashMap<&'a str, Node<'a, 'input>>,
) -> Vec<Node<'a, 'input>> {
    let is_scene = |node: &Node<'a, 'input>| node.is_named("visual_scene");
    let shown = root
        .descendants()
        .find(|node| node.is_named("instance_visual_scene"))
        .and_then(|node| by_id(ids, node.attribute("url")?))
        .filter(is_scene);
    match shown {
        Some(scene) => vec![scene],
        None => root.descendants().filter(is_scene).collect(),
    }
}

/// The element that a URL within the file means.
pub(super) fn by_id<'a, 'input>(
    ids: &HashMap<&'a str, Node<'a, 'input>>,
    url: &str,
) -> Option<Node<'a, 'input>> {
    ids.get(url.strip_prefix('#')?).copied()
}

/// Names without their namespace.
pub(super) trait Named {
    fn is_named(&self, name: &str) -> bool;
}

impl Named for Node<'_, '_> {
    fn is_named(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

struct ColladaReader<'a, 'input> {
    ids: HashMap<&'a str, Node<'a, 'input>>,
    /// What was read already, with its number, for geometries that are placed several times.
    geometries: HashMap<NodeId, (usize, Arc<Vec<MeshPart>>)>,
    /// Nodes with geometries, what is in a node before it.
    nodes: Vec<SceneNode>,
    /// The ids of materials that a Mesh can choose by their number.
    numbered: Vec<&'a str>,
    /// Those that parts have.
    materials: Vec<MeshMaterial>,
    effort: ReadBudget,
    cutter: PolygonCutter,
    has_left_out_faces: bool,
}

impl<'a, 'input> ColladaReader<'a, 'input> {
    fn by_id(&self, url: &str) -> Option<Node<'a, 'input>> {
        by_id(&self.ids, url)
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
        let targets = |name: &'static str| {
            let children = node.children().filter(move |child| child.is_named(name));
            children.map(|child| (child, child.attribute("url")))
        };
        for (child, _) in targets("node") {
            self.node(child, &pose, depth - 1)?;
        }
        for (_, url) in targets("instance_node") {
            if let Some(target) = url.and_then(|url| self.by_id(url)) {
                self.node(target, &pose, depth - 1)?;
            }
        }
        let mut uses = Vec::new();
        for (child, url) in targets("instance_geometry") {
            if let Some(target) = url.and_then(|url| self.by_id(url)) {
                self.add_uses(target, child, &mut uses)?;
            }
        }
        if !uses.is_empty() {
            self.nodes.push(SceneNode { pose, uses });
        }
        Ok(())
    }

    /// Uses a geometry, with the materials that its instance names.
    fn add_uses(
        &mut self,
        geometry: Node<'a, 'input>,
        instance: Node<'a, 'input>,
        uses: &mut Vec<PartUse>,
    ) -> Result<(), Unread> {
        let (number, parts) = match self.geometries.get(&geometry.id()) {
            Some((number, parts)) => (*number, Arc::clone(parts)),
            None => {
                let parts = Arc::new(self.geometry(geometry)?);
                let number = self.geometries.len();
                self.geometries
                    .insert(geometry.id(), (number, Arc::clone(&parts)));
                (number, parts)
            }
        };
        for (at, part) in parts.iter().enumerate() {
            self.effort.take(1)?;
            let material = bound_material(instance, &part.material).unwrap_or_default();
            let material_index = self.numbered.iter().position(|id| *id == material);
            uses.push(PartUse {
                geometry: number,
                parts: Arc::clone(&parts),
                at,
                material: self.material(material),
                // the first one stands for those that are not there
                material_index: material_index.unwrap_or(0) as u32,
            });
        }
        Ok(())
    }

    /// The name of a material, after it was read. Beyond the number that is
    /// kept apart all have the first one.
    fn material(&mut self, id: &str) -> Arc<str> {
        let known = self.materials.iter().position(|known| *known.name == *id);
        let at = match known {
            Some(at) => at,
            None if self.materials.len() == MOST_MATERIALS => 0,
            None => {
                self.materials.push(material(&self.ids, id));
                self.materials.len() - 1
            }
        };
        Arc::clone(&self.materials[at].name)
    }

    /// The parts of a geometry in its own frame. Their materials are symbols.
    fn geometry(&mut self, geometry: Node<'a, 'input>) -> Result<Vec<MeshPart>, Unread> {
        // the genuine program knows geometries by their ids only
        let name: Arc<str> = geometry.attribute("id").unwrap_or_default().into();
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
                part.material = list.attribute("material").unwrap_or_default().into();
                parts.push(part);
            }
        }
        Ok(parts)
    }

    /// A list of faces with their points.
    fn list(&mut self, list: Node<'a, 'input>) -> Option<MeshPart> {
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
            Some((*point, joined.add(*point, attributes)))
        };
        let mut corners = |node: Node<'_, '_>| -> Vec<Option<(Vector, u32)>> {
            let numbers: Vec<u32> = numbers(node);
            let corners = numbers.chunks_exact(stride);
            corners.map(&mut vertex).collect()
        };
        let mut triangles = Vec::new();
        let (cutter, has_left_out_faces) = (&mut self.cutter, &mut self.has_left_out_faces);
        let mut face = |corners: &[Option<(Vector, u32)>]| {
            if let [Some((_, a)), Some((_, b)), Some((_, c))] = corners[..] {
                triangles.push([a, b, c]);
                return;
            }
            let known: Option<Vec<(Vector, u32)>> = corners.iter().copied().collect();
            let (points, numbers): (Vec<Vector>, Vec<u32>) =
                known.unwrap_or_default().into_iter().unzip();
            match cutter.triangles(&points) {
                Some(cut) => triangles.extend(cut.into_iter().map(|one| one.map(|at| numbers[at]))),
                None => *has_left_out_faces = true,
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

/// The numbers of an element, up to what is none.
pub(super) fn numbers<T: std::str::FromStr>(node: Node<'_, '_>) -> Vec<T> {
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
 <asset><unit name="centimeter" meter="0.01"/><up_axis>Z_UP</up_axis></asset>
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
        let parts = parse(SQUARE).unwrap().parts;
        assert_eq!(parts.len(), 1);
        assert_eq!(&*parts[0].name, "g");
        assert_eq!(parts[0].triangles, [[0, 1, 2], [0, 2, 3]]);
        let corner = parts[0].points[1];
        assert!((corner - Vector::new(0.0, 1.0, 2.0)).length() < 1e-12);
    }

    #[test]
    fn the_upper_axis_becomes_z() {
        for (axis, expected) in [
            ("<up_axis>Z_UP</up_axis>", [0.0, 1.0, 2.0]),
            ("<up_axis>Y_UP</up_axis>", [0.0, -2.0, 1.0]),
            ("<up_axis> X_UP </up_axis>", [-1.0, -2.0, 0.0]),
            ("", [0.0, -2.0, 1.0]),
        ] {
            let text = SQUARE.replace("<up_axis>Z_UP</up_axis>", axis);
            let corner = parse(&text).unwrap().parts[0].points[1];
            assert!((corner - Vector::from(expected)).length() < 1e-12, "{axis}");
        }
    }

    #[test]
    fn corners_of_a_sharp_edge_are_several_vertices() {
        let normals = "<source id=\"n\"><float_array id=\"m\">0 0 1 1 0 0</float_array></source>";
        let text = SQUARE.replace("<vertices", &format!("{normals}<vertices"));
        let folded = text.replace(
            "<vcount>4</vcount><p>0 0 1 0 2 0 3 0</p>",
            "<vcount>3 3</vcount><p>0 0 1 0 2 0 0 1 2 1 3 1</p>",
        );
        assert_eq!(parse(&text).unwrap().parts[0].points.len(), 4);
        assert_eq!(parse(&folded).unwrap().parts[0].points.len(), 6);
    }

    #[test]
    fn nodes_that_hold_themselves_end() {
        let text = r##"<COLLADA><library_nodes><node id="n"><instance_node url="#n"/>
            </node></library_nodes><library_visual_scenes>
            <visual_scene><node><instance_node url="#n"/></node></visual_scene>
            </library_visual_scenes></COLLADA>"##;
        assert_eq!(parse(text).map(|file| file.parts), Ok(Vec::new()));
        let doubled = text.replace(
            "<instance_node url=\"#n\"/>",
            "<instance_node url=\"#n\"/><instance_node url=\"#n\"/>",
        );
        assert_eq!(parse(&doubled), Err(Unread::TooLarge));
    }

    #[test]
    fn an_offset_beyond_all_numbers_gives_nothing() {
        let text = SQUARE.replace("offset=\"1\"", "offset=\"18446744073709551615\"");
        assert_eq!(parse(&text).map(|file| file.parts), Ok(Vec::new()));
        let text = SQUARE.replace("stride=\"3\"", "stride=\"18446744073709551615\"");
        assert_eq!(parse(&text).map(|file| file.parts), Ok(Vec::new()));
    }

    #[test]
    fn copies_of_a_geometry_count() {
        let many = "<instance_geometry url=\"#g\"/>".repeat(1_000);
        let text = SQUARE.replace("<instance_geometry url=\"#g\"/>", &many);
        assert_eq!(parse(&text).map(|file| file.parts.len()), Ok(1_000));
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
