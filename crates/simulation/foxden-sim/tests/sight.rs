//! Pictures of devices in a world: the same on any number of threads, masked by
//! noise masks, and what pens leave for other sensors.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_sim::World;
use foxden_sim::controller::{Command, PictureKind, Reading, Request, Tag};
use foxden_sim::report::ReportKind;
use image::{ImageFormat, Rgba, RgbaImage};
use std::io::Cursor;

const SCENERY: &str = "WorldInfo { basicTimeStep 16 }\nViewpoint {}\n\
    Background { skyColor [ 0.2 0.4 0.6 ] }\n\
    DirectionalLight { direction 0.4 -0.5 -0.8 ambientIntensity 0.3 castShadows TRUE }\n\
    Solid { translation 2 0.3 0 rotation 0 0 1 0.4 children [ Shape { \
      appearance PBRAppearance { baseColor 0.8 0.2 0.1 } geometry Box { size 0.5 0.6 0.7 } } ] }\n\
    Solid { translation 1.8 -0.5 0 name \"ball\" children [ Shape { \
      appearance Appearance { material Material {} } geometry Sphere { radius 0.3 subdivision 3 } } ] }\n\
    Solid { translation 0 0 -0.5 name \"floor\" children [ Shape { \
      appearance Appearance { material Material {} } geometry Plane { size 12 12 } } ] }\n";

/// Blue with a hole in each other pixel.
fn mask() -> Vec<u8> {
    let image = RgbaImage::from_fn(8, 8, |x, y| Rgba([0, 0, 255, ((x + y) % 2 * 255) as u8]));
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

fn world(devices: &str) -> World {
    world_in(SCENERY, devices)
}

fn world_in(scenery: &str, devices: &str) -> World {
    let text = format!(
        "{scenery}Robot {{ translation 0 0 0.1 name \"r\" controller \"c\" children [ {devices} ] }}\n"
    );
    support::world_with_bytes(&text, &[("mask.png", &mask())])
}

/// The bytes of all pictures after some steps.
fn pictures(devices: &str, threads: usize) -> Vec<Vec<u8>> {
    pictures_of(world(devices), threads)
}

fn pictures_of(mut world: World, threads: usize) -> Vec<Vec<u8>> {
    assert!(world.set_threads(threads));
    let robot = support::robot(&world, "r");
    let tags: Vec<Tag> = world.devices(robot).map(|(tag, _)| tag).collect();
    let enable = |tag: &Tag| Command::Enable(*tag, 16);
    let mut commands: Vec<Command> = tags.iter().map(enable).collect();
    for _ in 0..4 {
        let request = Request {
            duration: 16,
            commands: std::mem::take(&mut commands),
        };
        support::wait(&mut world, robot, request);
    }
    let picture = |tag: &Tag| {
        let mut bytes = Vec::new();
        let picture = world.picture(robot, *tag, PictureKind::Main).unwrap();
        picture.append(true, &mut bytes);
        bytes
    };
    tags.iter().map(picture).collect()
}

#[test]
fn pictures_of_several_devices_do_not_depend_on_threads() {
    let devices = "Camera { name \"a\" width 40 height 30 noise 0.02 motionBlur 30 } \
        Camera { name \"b\" width 31 height 17 projection \"cylindrical\" fieldOfView 2 } \
        Camera { name \"c\" noiseMaskUrl \"mask.png\" width 20 height 16 } \
        Camera { name \"d\" noiseMaskUrl \"mask.png\" width 20 height 16 } \
        RangeFinder { name \"e\" width 33 height 21 noise 0.01 } \
        Lidar { name \"f\" horizontalResolution 64 numberOfLayers 3 } \
        Lidar { name \"g\" type \"rotating\" horizontalResolution 64 numberOfLayers 2 }";
    let one = pictures(devices, 1);
    for threads in [2, 7] {
        assert!(pictures(devices, threads) == one, "{threads} threads");
    }
}

#[test]
fn a_noise_mask_lies_over_planar_pictures() {
    let plain = pictures("Camera { width 16 height 12 }", 1);
    let masked = pictures("Camera { noiseMaskUrl \"mask.png\" width 16 height 12 }", 1);
    let differing = plain[0].iter().zip(&masked[0]).filter(|(a, b)| a != b);
    assert!(differing.count() > 100);
    let curved = "projection \"cylindrical\" width 16 height 12 }";
    let unmasked = pictures(&format!("Camera {{ {curved}"), 1);
    let ignored = pictures(&format!("Camera {{ noiseMaskUrl \"mask.png\" {curved}"), 1);
    assert!(unmasked == ignored);
}

#[test]
fn a_mask_that_cannot_be_read_is_reported() {
    let mut world = world("Camera { noiseMaskUrl \"missing.png\" }");
    world.step();
    let reports = world.take_reports();
    assert!(
        reports
            .iter()
            .any(|report| matches!(report.kind, ReportKind::NoPicture)),
        "{reports:?}"
    );
}

#[test]
fn infra_red_light_shows_ink() {
    let reading = |ink: &str| {
        let mut world = world(&format!(
            "DistanceSensor {{ type \"infra-red\" rotation 0 1 0 1.5708 name \"ds\" \
               lookupTable [ 0 0 0, 10 10 0 ] }} \
             Pen {{ inkColor {ink} leadSize 0.5 write TRUE maxDistance 2 }}"
        ));
        let robot = support::robot(&world, "r");
        let tag = world.device(robot, "ds").unwrap();
        let commands = vec![Command::Enable(tag, 32)];
        let duration = 64;
        let answer = support::wait(&mut world, robot, Request { duration, commands });
        match answer.readings[0].1 {
            Reading::Number(distance) => distance,
            ref other => panic!("{other:?}"),
        }
    };
    let (red, black) = (reading("1 0 0"), reading("0 0 0"));
    // black gives back a fifth of the light, so it seems five times as far
    assert!((red - 0.6).abs() < 1e-6, "{red}");
    assert!((black - 3.0).abs() < 1e-5, "{black}");
}

#[test]
fn what_is_in_a_billboard_is_not_seen_by_devices() {
    let devices =
        "Camera { name \"a\" width 24 height 18 } RangeFinder { name \"b\" width 24 height 18 }";
    let billboard = "Billboard { children [ Pose { translation 1 0 0.1 children [ Shape { \
        appearance PBRAppearance { baseColor 1 0 0 } geometry Sphere { radius 0.3 } } ] } ] }\n";
    let with = pictures_of(world_in(&format!("{SCENERY}{billboard}"), devices), 1);
    assert_eq!(with, pictures(devices, 1));
    // the same without the Billboard is seen
    let pose = billboard.replace("Billboard {", "Group {");
    assert_ne!(
        with,
        pictures_of(world_in(&format!("{SCENERY}{pose}"), devices), 1)
    );
}
