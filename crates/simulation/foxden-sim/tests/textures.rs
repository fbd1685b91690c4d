//! Infra-red light and the pictures of textures.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_sim::World;
use foxden_sim::controller::{Command, Reading, Request};
use foxden_sim::report::ReportKind;
use foxden_vision::MaterialKind;
use image::{ImageFormat, Rgba, RgbaImage};
use std::io::Cursor;

/// Two columns and two rows; the green and blue of pixels do not matter.
const REDS: [[u8; 2]; 2] = [[255, 51], [102, 0]];

fn picture() -> Vec<u8> {
    let image = RgbaImage::from_fn(2, 2, |x, y| {
        Rgba([REDS[y as usize][x as usize], 200, 9, 128])
    });
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// A sensor 1 m above a place of a shape that is at the origin.
fn looking_down(appearance: &str, geometry: &str, [x, y]: [f64; 2]) -> World {
    let text = format!(
        "WorldInfo {{}}\nViewpoint {{}}\n\
         Shape {{ appearance {appearance} geometry {geometry} }}\n\
         Robot {{ translation {x} {y} 1 name \"r\" controller \"c\" children [ \
           DistanceSensor {{ rotation 0 1 0 1.5707963267948966 name \"ds\" \
             type \"infra-red\" lookupTable [ 0 0 0, 100 100 0 ] }} ] }}\n"
    );
    let broken = b"no picture".as_slice();
    support::world_with_bytes(&text, &[("p.png", &picture()), ("bad.png", broken)])
}

/// How much infra-red light the sensor gets back.
fn reflection(world: &mut World) -> f64 {
    let robot = support::robot(world, "r");
    let tag = world.device(robot, "ds").unwrap();
    let request = Request {
        duration: 32,
        commands: vec![Command::Enable(tag, 32)],
    };
    let answer = support::wait(world, robot, request);
    match answer.readings[0].1 {
        Reading::Number(distance) => 1.0 / distance,
        ref other => panic!("{other:?}"),
    }
}

fn of_red(red: f64) -> f64 {
    0.8 * red + 0.2
}

const PLANE: &str = "Plane { size 2 2 }";
const CORNERS: [[f64; 2]; 4] = [[-0.5, 0.5], [0.5, 0.5], [-0.5, -0.5], [0.5, -0.5]];

#[test]
fn each_quarter_of_a_plane_shows_its_pixel() {
    let appearance =
        "PBRAppearance { roughness 0 baseColorMap ImageTexture { url [ \"p.png\" ] } }";
    for (place, red) in CORNERS.into_iter().zip([1.0, 0.2, 0.4, 0.0]) {
        let found = reflection(&mut looking_down(appearance, PLANE, place));
        assert!((found - of_red(red)).abs() < 1e-9, "{place:?}: {found}");
    }
}

#[test]
fn colours_multiply_and_other_pictures_need_the_first_one() {
    let found = |appearance: &str| reflection(&mut looking_down(appearance, PLANE, CORNERS[2]));
    let map = "ImageTexture { url [ \"p.png\" ] }";
    let is_near = |found: f64, expected: f64| (found - expected).abs() < 1e-9;
    let tinted = format!(
        "PBRAppearance {{ roughness 0 baseColor 0.5 1 1 transparency 0.25 baseColorMap {map} }}"
    );
    assert!(is_near(found(&tinted), of_red(0.4 * 0.5 * 0.75)));
    // a picture takes the place of the colour of a material, but not of its transparency
    let plain = format!(
        "Appearance {{ material Material {{ diffuseColor 0.5 1 1 transparency 0.5 }} texture {map} }}"
    );
    assert!(is_near(found(&plain), of_red(0.4 * 0.5)));
    let all = format!(
        "PBRAppearance {{ roughness 1 baseColorMap {map} roughnessMap {map} occlusionMap {map} }}"
    );
    assert!(is_near(found(&all), 0.8 * 0.4 * 0.8 * 0.8 + 0.2));
    let rough_only = format!("PBRAppearance {{ roughness 1 roughnessMap {map} }}");
    assert!(is_near(found(&rough_only), of_red(0.5)));
}

#[test]
fn pictures_are_moved_and_repeated() {
    let turned = |fields: &str| {
        format!(
            "PBRAppearance {{ roughness 0 baseColorMap ImageTexture {{ url [ \"p.png\" ] {fields} }} \
               textureTransform TextureTransform {{ translation 0.5 0 }} }}"
        )
    };
    let found = |appearance: &str, place| reflection(&mut looking_down(appearance, PLANE, place));
    let is_near = |found: f64, red: f64| (found - of_red(red)).abs() < 1e-6;
    assert!(is_near(found(&turned(""), CORNERS[0]), 0.2));
    assert!(is_near(found(&turned(""), CORNERS[1]), 1.0));
    assert!(is_near(found(&turned("repeatS FALSE"), CORNERS[1]), 0.2));
}

#[test]
fn faces_have_the_coordinates_that_they_say() {
    let appearance =
        "PBRAppearance { roughness 0 baseColorMap ImageTexture { url [ \"p.png\" ] } }";
    let faces = |coordinates: &str| {
        format!(
            "IndexedFaceSet {{ coord Coordinate {{ point [ -1 -1 0, 1 -1 0, 1 1 0, -1 1 0 ] }} \
               coordIndex [ 0 1 2 3 -1 ] {coordinates} }}"
        )
    };
    let found =
        |geometry: &str, place| reflection(&mut looking_down(appearance, &faces(geometry), place));
    let is_near = |found: f64, red: f64| (found - of_red(red)).abs() < 1e-9;
    for (place, red) in CORNERS.into_iter().zip([1.0, 0.2, 0.4, 0.0]) {
        assert!(is_near(found("", place), red), "{place:?}");
    }
    // the lower left pixel everywhere
    let one = "texCoord TextureCoordinate { point [ 0.25 0.25 ] } texCoordIndex [ 0 0 0 0 -1 ]";
    // upside down
    let other = "texCoord TextureCoordinate { point [ 1 1, 0 1, 0 0, 1 0 ] }";
    for (place, red) in CORNERS.into_iter().zip([0.0, 0.4, 0.2, 1.0]) {
        assert!(is_near(found(one, place), 0.4), "{place:?}");
        assert!(is_near(found(other, place), red), "{place:?}");
    }
}

#[test]
fn a_picture_that_cannot_be_read_is_reported_and_left_out() {
    for (url, event) in [
        ("bad.png", ReportKind::PictureBroken),
        ("missing.png", ReportKind::NoPicture),
    ] {
        let appearance = format!(
            "PBRAppearance {{ roughness 0 baseColor 0.5 0 0 baseColorMap ImageTexture {{ url [ \"{url}\" ] }} }}"
        );
        let mut world = looking_down(&appearance, PLANE, CORNERS[0]);
        let reports = world.take_reports();
        assert!(reports.iter().any(|report| report.kind == event), "{url}");
        assert!((reflection(&mut world) - of_red(0.5)).abs() < 1e-9);
    }
}

#[test]
fn viewers_see_textures_of_worlds_without_devices() {
    let text = "WorldInfo {}\nViewpoint {}\nSolid { children [ Shape { \
         appearance PBRAppearance { baseColorMap ImageTexture { url [ \"p.png\" ] } } \
         geometry Box {} } ] }\n";
    let mut world = support::world_with_bytes(text, &[("p.png", &picture())]);
    let groups = world.group_bodies(|_| None);
    let shown = world.shown_scene(&groups);
    let instance = shown.visible.instance(shown.shapes[0].instance).unwrap();
    let material = shown.visible.material(instance.material).unwrap();
    let MaterialKind::Pbr(pbr) = &material.kind else {
        panic!("{material:?}")
    };
    let map = pbr.base_color_map.as_ref().unwrap();
    let texture = shown.visible.texture(map.texture).unwrap();
    assert_eq!(texture.picture().width(), 2);
}
