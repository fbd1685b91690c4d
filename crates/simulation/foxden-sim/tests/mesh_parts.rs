//! A Mesh shows the parts of its file that its fields choose, with the corners, normals
//! and texture coordinates that the genuine program reads from it.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_sim::World;
use foxden_sim::controller::{Command, PictureKind, Request};
use foxden_sim::report::ReportKind;
use image::{ImageFormat, Rgb, RgbImage};
use std::io::Cursor;

/// Two squares before the camera. The materials are numbered by the letters of their ids:
/// `a` of the right square is the first one.
const DAE: &str = r##"<COLLADA><asset><up_axis>Z_UP</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON/></effect></library_effects>
<library_materials><material id="b"><instance_effect url="#e"/></material>
 <material id="a"><instance_effect url="#e"/></material>
 <material id="0"><instance_effect url="#gone"/></material></library_materials>
<library_geometries><geometry id="left" name="one"><mesh>
 <source id="s"><float_array id="f">2 1 -1 2 0 -1 2 0 1 2 1 1</float_array></source>
 <vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
 <triangles material="x"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 0 2 3</p></triangles>
</mesh></geometry><geometry id="right" name="two"><mesh>
 <source id="t"><float_array id="g">2 0 -1 2 -1 -1 2 -1 1 2 0 1</float_array></source>
 <vertices id="w"><input semantic="POSITION" source="#t"/></vertices>
 <triangles material="x"><input semantic="VERTEX" source="#w" offset="0"/><p>0 1 2 0 2 3</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene>
 <node><instance_geometry url="#left"><bind_material><technique_common>
  <instance_material symbol="x" target="#b"/></technique_common></bind_material></instance_geometry></node>
 <node><instance_geometry url="#right"><bind_material><technique_common>
  <instance_material symbol="x" target="#a"/></technique_common></bind_material></instance_geometry></node>
</visual_scene></library_visual_scenes></COLLADA>"##;
const OBJ: &str = "o left\nv 2 1 -1\nv 2 0 -1\nv 2 0 1\nv 2 1 1\nf 1 2 3 4\n\
    o right\nv 2 -1 -1\nv 2 -1 1\nf 2 5 6 3\n";

fn world(geometry: &str, files: &[(&str, &[u8])]) -> World {
    let text = format!(
        "WorldInfo {{ basicTimeStep 16 }}\nViewpoint {{}}\n\
         Shape {{ appearance Appearance {{ texture ImageTexture {{ url \"p.png\" filtering 0 }} \
           material Material {{ emissiveColor 1 1 1 }} }} geometry {geometry} }}\n\
         Robot {{ name \"r\" controller \"c\" children [ Camera {{ width 8 height 2 fieldOfView 0.8 }} ] }}\n"
    );
    let mut all: Vec<(&str, &[u8])> =
        vec![("two.dae", DAE.as_bytes()), ("two.obj", OBJ.as_bytes())];
    all.extend(files);
    support::world_with_bytes(&text, &all)
}

/// Red, green and blue of the left and the right of the picture.
fn seen(world: &mut World) -> [[u8; 3]; 2] {
    let robot = support::robot(world, "r");
    let tag = world.device(robot, "camera").unwrap();
    let request = Request {
        duration: 16,
        commands: vec![Command::Enable(tag, 16)],
    };
    support::wait(world, robot, request);
    let mut bytes = Vec::new();
    let picture = world.picture(robot, tag, PictureKind::Main).unwrap();
    picture.append(true, &mut bytes);
    [1, 6].map(|pixel| [bytes[4 * pixel + 2], bytes[4 * pixel + 1], bytes[4 * pixel]])
}

fn events(world: &mut World) -> Vec<ReportKind> {
    let reports = world.take_reports();
    let kinds = reports.into_iter().map(|report| report.kind);
    kinds
        .filter(|kind| *kind != ReportKind::NoPicture)
        .collect()
}

fn is_seen(fields: &str, file: &str) -> [bool; 2] {
    let mut world = world(&format!("Mesh {{ url \"{file}\" {fields} }}"), &[]);
    let squares = seen(&mut world).map(|color| color != [0; 3]);
    let expected: &[ReportKind] = match squares {
        [false, false] if !fields.contains("ccw") => &[ReportKind::NoMeshPart],
        _ => &[],
    };
    assert_eq!(events(&mut world), expected, "{fields}");
    squares
}

#[test]
fn a_name_is_the_id_of_a_geometry_in_collada() {
    assert_eq!(is_seen("", "two.dae"), [true, true]);
    assert_eq!(is_seen("name \"left\"", "two.dae"), [true, false]);
    assert_eq!(is_seen("name \"right\"", "two.dae"), [false, true]);
    assert_eq!(is_seen("name \"two\"", "two.dae"), [false, false]);
    // the field means nothing in other files
    assert_eq!(is_seen("name \"left\"", "two.obj"), [true, true]);
}

#[test]
fn materials_are_numbered_by_their_ids() {
    assert_eq!(is_seen("materialIndex -1", "two.dae"), [true, true]);
    assert_eq!(is_seen("materialIndex 0", "two.dae"), [false, true]);
    assert_eq!(is_seen("materialIndex 1", "two.dae"), [true, false]);
    assert_eq!(is_seen("materialIndex 2", "two.dae"), [false, false]);
    assert_eq!(
        is_seen("materialIndex 0 name \"left\"", "two.dae"),
        [false, false]
    );
    assert_eq!(is_seen("materialIndex 1", "two.obj"), [true, true]);
}

#[test]
fn names_are_not_found_where_a_geometry_is_used_twice() {
    let text = DAE.replacen("url=\"#right\"", "url=\"#left\"", 1);
    let text = text.replacen("target=\"#a\"", "target=\"#b\"", 1);
    let files = [("same.dae", text.as_bytes())];
    let mut whole = world("Mesh { url \"same.dae\" }", &files);
    assert_eq!(seen(&mut whole)[0], [BRIGHT; 3]);
    assert!(events(&mut whole).is_empty());
    let mut named = world("Mesh { url \"same.dae\" name \"left\" }", &files);
    assert_eq!(seen(&mut named)[0], [0; 3]);
    assert_eq!(events(&mut named), [ReportKind::NoMeshPart]);
}

#[test]
fn faces_are_seen_from_the_other_side_without_ccw() {
    assert_eq!(is_seen("ccw FALSE", "two.dae"), [false, false]);
    assert_eq!(is_seen("ccw FALSE", "two.obj"), [false, false]);
    let turned = OBJ.replace("f 1 2 3 4", "f 4 3 2 1");
    let files = [("turned.obj", turned.as_bytes())];
    let mut world = world("Mesh { url \"turned.obj\" ccw FALSE }", &files);
    assert_eq!(seen(&mut world), [[BRIGHT; 3], [0; 3]]);
}

/// A lamp of full strength.
const BRIGHT: u8 = 207;

#[test]
fn without_coordinates_the_middle_of_a_picture_is_everywhere() {
    let mut bytes = Cursor::new(Vec::new());
    let image = RgbImage::from_fn(4, 4, |x, y| match (x, y) {
        (2, 2) => Rgb([255, 0, 0]),
        _ => Rgb([0, 255, 0]),
    });
    image.write_to(&mut bytes, ImageFormat::Png).unwrap();
    let picture = bytes.into_inner();
    let mut world = world("Mesh { url \"two.obj\" }", &[("p.png", &picture)]);
    assert_eq!(seen(&mut world), [[BRIGHT, 0, 0]; 2]);
}
