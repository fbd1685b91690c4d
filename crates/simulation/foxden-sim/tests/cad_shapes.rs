//! CadShapes are drawn with the materials of their files.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_sim::World;
use foxden_sim::controller::{Command, PictureKind, Request};
use foxden_sim::report::ReportKind;
use image::{ImageFormat, Rgb, RgbImage};
use std::io::Cursor;

/// Two squares before the camera: a red lamp to the left, a picture to the right.
const OBJ: &str = "mtllib lamps.mtl\n\
    v 2 1 -1\nv 2 0 -1\nv 2 0 1\nv 2 1 1\nv 2 -1 -1\nv 2 -1 1\n\
    vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n\
    usemtl left\nf 1 2 3 4\nusemtl right\nf 2/1 5/2 6/3 3/4\n";
const MTL: &str = "newmtl left\nKd 0 0 0\nKe 1 0 0\n\
    newmtl right\nKd 0 0 0\nmap_Ke pictures/green.png\n";
const DAE: &str = r##"<COLLADA><asset><up_axis>Z_UP</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON><technique sid="t"><lambert>
 <emission><color>0 0 1 1</color></emission><diffuse><color>0 0 0 1</color></diffuse>
</lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
 <source id="s"><float_array id="a">2 1 -1 2 -1 -1 2 -1 1 2 1 1</float_array></source>
 <vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
 <triangles material="x"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 0 2 3</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene><node><instance_geometry url="#g"><bind_material><technique_common>
 <instance_material symbol="x" target="#m"/></technique_common></bind_material></instance_geometry>
</node></visual_scene></library_visual_scenes></COLLADA>"##;

fn green() -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let image = RgbImage::from_pixel(4, 4, Rgb([0, 255, 0]));
    image.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

fn world(file: &str, others: &[(&str, &[u8])]) -> World {
    let text = format!(
        "WorldInfo {{ basicTimeStep 16 }}\nViewpoint {{}}\nCadShape {{ url \"{file}\" }}\n\
         Robot {{ name \"r\" controller \"c\" children [ Camera {{ width 8 height 2 fieldOfView 0.8 }} ] }}\n"
    );
    let mut files: Vec<(&str, &[u8])> = vec![("lamps.obj", OBJ.as_bytes())];
    files.push(("lamp.dae", DAE.as_bytes()));
    files.extend(others);
    support::world_with_bytes(&text, &files)
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

/// A lamp of full strength.
const BRIGHT: u8 = 207;

#[test]
fn parts_have_the_materials_of_their_library() {
    let picture = green();
    let files: [(&str, &[u8]); 2] = [
        ("lamps.mtl", MTL.as_bytes()),
        ("pictures/green.png", &picture),
    ];
    let mut world = world("lamps.obj", &files);
    assert_eq!(seen(&mut world), [[BRIGHT, 0, 0], [0, BRIGHT, 0]]);
    assert!(world.take_reports().is_empty());
}

#[test]
fn what_is_missing_is_reported_and_the_rest_is_drawn() {
    let mut world_without_picture = world("lamps.obj", &[("lamps.mtl", MTL.as_bytes())]);
    assert_eq!(seen(&mut world_without_picture)[0], [BRIGHT, 0, 0]);
    let events = |world: &mut World| -> Vec<ReportKind> {
        let reports = world.take_reports();
        reports.into_iter().map(|report| report.kind).collect()
    };
    assert_eq!(events(&mut world_without_picture), [ReportKind::NoPicture]);
    let mut without_library = world("lamps.obj", &[]);
    assert_eq!(seen(&mut without_library), [[0; 3]; 2]);
    assert_eq!(events(&mut without_library), [ReportKind::NoMaterials]);
}

#[test]
fn effects_of_collada_are_materials() {
    let mut world = world("lamp.dae", &[]);
    assert_eq!(seen(&mut world), [[0, 0, BRIGHT]; 2]);
    assert!(world.take_reports().is_empty());
}
