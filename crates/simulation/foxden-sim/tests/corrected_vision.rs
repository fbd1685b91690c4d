//! The corrected geometry of pictures: points of lidars are where things are, and sizes
//! of recognised objects are widths and heights.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_sim::controller::{CameraOrder, Command, LidarOrder, PictureKind, Reading, Request};
use foxden_sim::{PictureBytes, World};
use foxden_vision::VisionRules;

/// A wall 2 m ahead, and a board of 0.2 m by 0.6 m by 0.4 m before it.
const SCENERY: &str = "WorldInfo { basicTimeStep 16 }\nViewpoint {}\n\
    Solid { translation 2.05 0 0 children [ Shape { geometry Box { size 0.1 20 20 } } ] name \"wall\" }\n\
    Solid { translation 1.1 0 0 recognitionColors [ 1 0 0 ] name \"board\" \
      children [ Shape { geometry Box { size 0.2 0.6 0.4 } } ] boundingObject Box { size 0.2 0.6 0.4 } }\n";

fn world(device: &str, rules: VisionRules) -> World {
    let text = format!("{SCENERY}Robot {{ name \"r\" controller \"c\" children [ {device} ] }}\n");
    let mut world = support::world_with_bytes(&text, &[]);
    world.set_vision_rules(rules);
    world
}

/// The points of a lidar after two steps.
fn points(fields: &str, rules: VisionRules) -> Vec<[f32; 3]> {
    let mut world = world(&format!("Lidar {{ {fields} }}"), rules);
    let robot = support::robot(&world, "r");
    let lidar = world.device(robot, "lidar").unwrap();
    let mut commands = vec![
        Command::Enable(lidar, 16),
        Command::Lidar(lidar, LidarOrder::PointCloud(true)),
    ];
    for _ in 0..2 {
        let request = Request {
            duration: 16,
            commands: std::mem::take(&mut commands),
        };
        support::wait(&mut world, robot, request);
    }
    match world.picture(robot, lidar, PictureKind::Main) {
        Some(PictureBytes::Scan(_, points, _)) => {
            points.iter().map(|point| point.position).collect()
        }
        _ => unreachable!("a lidar has points"),
    }
}

#[test]
fn points_of_a_tilted_lidar_are_on_what_it_sees() {
    let fields = "horizontalResolution 128 numberOfLayers 5 fieldOfView 1.2 verticalFieldOfView 0.4 \
                  tiltAngle 0.6 maxRange 20";
    let all = points(fields, VisionRules::Corrected);
    assert_eq!(all.len(), 5 * 128);
    for [x, _, z] in &all {
        // all rays go up and meet the wall
        assert!((x - 2.0).abs() < 0.03, "{x}");
        assert!(*z > 0.5, "{z}");
    }
    // the genuine program turns the picture sideways, so its points are not on the wall
    let genuine = points(fields, VisionRules::Genuine);
    assert!(genuine.iter().any(|[x, _, _]| (x - 2.0).abs() > 0.1));
}

#[test]
fn recognised_objects_have_their_width_and_height() {
    for (rules, expected) in [
        (VisionRules::Genuine, [0.2, 0.6]),
        (VisionRules::Corrected, [0.6, 0.4]),
    ] {
        let camera = "Camera { width 64 height 48 fieldOfView 1 recognition Recognition {} }";
        let mut world = world(camera, rules);
        let robot = support::robot(&world, "r");
        let camera = world.device(robot, "camera").unwrap();
        let mut commands = vec![
            Command::Enable(camera, 16),
            Command::Camera(camera, CameraOrder::Recognition(16)),
        ];
        let mut sizes = Vec::new();
        for _ in 0..3 {
            let request = Request {
                duration: 16,
                commands: std::mem::take(&mut commands),
            };
            let answer = support::wait(&mut world, robot, request);
            for (_, reading) in &answer.readings {
                if let Reading::Objects(objects) = reading {
                    sizes = objects.iter().map(|object| object.size).collect();
                }
            }
        }
        assert_eq!(sizes.len(), 1, "{rules:?}");
        for axis in 0..2 {
            assert!((sizes[0][axis] - expected[axis]).abs() < 1e-9, "{sizes:?}");
        }
    }
}
