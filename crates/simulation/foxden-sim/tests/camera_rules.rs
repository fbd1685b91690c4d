//! Rules of cameras and range-finders that recordings do not show: limits, and edits of
//! nodes in a camera.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::Value;
use foxden_sim::World;
use foxden_sim::controller::{
    Answer, CameraOrder, Command, LidarOrder, PictureKind, Reading, Request, Tag, Write,
};
use foxden_sim::picture_requests::Standpoint;

fn world(device: &str) -> World {
    support::world(&format!(
        "WorldInfo {{ basicTimeStep 16 }}\nViewpoint {{}}\n\
         DEF WALL Solid {{ translation 2 0 0 recognitionColors [ 1 0 0 ] boundingObject Box {{ size 1 1 1 }} children [ \
           Shape {{ appearance PBRAppearance {{}} geometry Box {{ size 1 1 1 }} }} ] }}\n\
         Robot {{ name \"r\" controller \"c\" supervisor TRUE children [ {device} ] }}\n"
    ))
}

fn step(world: &mut World, commands: Vec<Command>) -> Answer {
    let robot = support::robot(world, "r");
    let duration = 16;
    support::wait(world, robot, Request { duration, commands })
}

fn tag(world: &World, name: &str) -> Tag {
    world.device(support::robot(world, "r"), name).unwrap()
}

fn set(world: &mut World, def: &str, field: &str, value: Value) {
    let node = world.scene().find_def(def).unwrap();
    let field = world.scene().field(node, field).unwrap();
    world.set(field, Write::Whole(value)).unwrap();
}

fn get(world: &World, def: &str, field: &str) -> Option<Value> {
    let node = world.scene().find_def(def).unwrap();
    world.get(world.scene().field(node, field).unwrap())
}

#[test]
fn segmentation_that_was_switched_off_by_its_field_stays_off() {
    let mut world = world("Camera { recognition DEF R Recognition { segmentation TRUE } }");
    let camera = tag(&world, "camera");
    let order = |order| Command::Camera(camera, order);
    let has_picture = |answer: Answer| {
        let mut readings = answer.readings.into_iter();
        readings.any(|(_, reading)| matches!(reading, Reading::Picture(PictureKind::Segmentation)))
    };
    let on = vec![
        order(CameraOrder::Recognition(16)),
        order(CameraOrder::Segmentation(true)),
    ];
    assert!(has_picture(step(&mut world, on.clone())));
    assert!(has_picture(step(&mut world, Vec::new())));
    set(&mut world, "R", "segmentation", Value::Bool(false));
    assert!(!has_picture(step(&mut world, Vec::new())));
    set(&mut world, "R", "segmentation", Value::Bool(true));
    assert!(!has_picture(step(&mut world, Vec::new())));
    assert!(has_picture(step(&mut world, on)));
}

#[test]
fn zoom_and_focus_stay_within_their_limits() {
    let mut world = world(
        "DEF C Camera { fieldOfView 1 zoom Zoom { minFieldOfView 0.5 maxFieldOfView 1.2 } \
         focus DEF F Focus { focalDistance 1 minFocalDistance 0.5 maxFocalDistance 4 } }",
    );
    let camera = tag(&world, "camera");
    for (order, field_of_view, distance) in [
        (CameraOrder::FieldOfView(0.7), 0.7, 1.0),
        (CameraOrder::FieldOfView(1.3), 0.7, 1.0),
        (CameraOrder::FocalDistance(4.0), 0.7, 4.0),
        (CameraOrder::FocalDistance(0.4), 0.7, 4.0),
    ] {
        step(&mut world, vec![Command::Camera(camera, order)]);
        let expected = |number: f64| Some(Value::Float(number));
        assert_eq!(get(&world, "C", "fieldOfView"), expected(field_of_view));
        assert_eq!(get(&world, "F", "focalDistance"), expected(distance));
    }
}

#[test]
fn ranges_in_the_wrong_order_are_put_right() {
    let nearest = |fields: &str| {
        let mut world = world(&format!("RangeFinder {{ width 1 height 1 {fields} }}"));
        let finder = tag(&world, "range-finder");
        step(&mut world, vec![Command::Enable(finder, 16)]);
        let robot = support::robot(&world, "r");
        let mut bytes = Vec::new();
        let picture = world.picture(robot, finder, PictureKind::Main).unwrap();
        picture.append(true, &mut bytes);
        assert!(world.take_reports().is_empty());
        f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    };
    // the box is 1.5 m away
    assert_eq!(nearest("minRange 3 maxRange 2"), 1.5);
    assert_eq!(nearest("near 0.3 minRange 3 maxRange 1.8"), 1.5);
    assert_eq!(nearest("minRange 3 maxRange 1.2"), f32::INFINITY);
    // the near plane stays
    assert_eq!(nearest("near 1.7 minRange 1.7 maxRange 1.6"), f32::INFINITY);
}

fn pixels(world: &World, tag: Tag, kind: PictureKind) -> Vec<u8> {
    let mut bytes = Vec::new();
    let picture = world.picture(support::robot(world, "r"), tag, kind);
    picture.unwrap().append(true, &mut bytes);
    bytes
}

#[test]
fn another_projection_makes_a_new_picture() {
    let mut world = world(
        "Pose { translation 1 0 0.2 children [ Shape { geometry Box { size 0.1 0.3 0.1 } } ] } \
         DEF C Camera { width 8 height 6 } DEF F RangeFinder { width 8 height 6 maxRange 9 } \
         DEF L Lidar { maxRange 9 horizontalResolution 8 numberOfLayers 1 }",
    );
    let names = ["camera", "range-finder", "lidar"];
    let tags = names.map(|name| tag(&world, name));
    // the second picture is taken much later
    for period in [16, 1600] {
        let commands = tags.map(|tag| Command::Enable(tag, period));
        step(&mut world, commands.to_vec());
    }
    let is_empty = |world: &World, tag| {
        let picture = pixels(world, tag, PictureKind::Main);
        let mut parts = picture.chunks(4);
        parts.all(|part| part == [0, 0, 0, 255] || part == [0; 4])
    };
    for tag in tags {
        assert!(!is_empty(&world, tag));
    }
    for (def, projection) in [("C", "spherical"), ("F", "cylindrical"), ("L", "planar")] {
        let projection = Value::String(projection.into());
        set(&mut world, def, "projection", projection);
    }
    let answer = step(&mut world, Vec::new());
    for tag in tags {
        assert!(is_empty(&world, tag));
        let mut readings = answer.readings.iter();
        assert!(readings.any(|(of, reading)| {
            *of == tag && matches!(reading, Reading::Picture(PictureKind::Main))
        }));
    }
}

#[test]
fn the_lens_of_segmentation_is_forgotten_until_the_camera_is_edited() {
    let colors = |edits: &[(&str, &str, Value)]| {
        let mut world = world(
            "DEF C Camera { width 32 height 24 fieldOfView 1.5 recognition Recognition { segmentation TRUE } \
             lens DEF L Lens { radialCoefficients 3 0 } }",
        );
        let camera = tag(&world, "camera");
        let orders = [
            CameraOrder::Recognition(16),
            CameraOrder::Segmentation(true),
        ];
        let orders = orders.map(|order| Command::Camera(camera, order));
        step(&mut world, orders.to_vec());
        for (def, field, value) in edits {
            set(&mut world, def, field, value.clone());
        }
        step(&mut world, Vec::new());
        pixels(&world, camera, PictureKind::Segmentation)
    };
    let straight = Value::Vec2([0.0, 0.0]);
    let bent = Value::Vec2([3.0, 0.0]);
    let plain = colors(&[]);
    assert_eq!(
        plain,
        colors(&[("L", "radialCoefficients", straight.clone())])
    );
    let edited = [
        ("L", "radialCoefficients", straight),
        ("L", "radialCoefficients", bent),
    ];
    assert_ne!(plain, colors(&edited));
    assert_eq!(
        colors(&edited),
        colors(&[("C", "noise", Value::Float(0.1))])
    );
}

#[test]
fn a_reset_shows_what_was_hidden_from_a_device() {
    let mut world = world("DEF F RangeFinder { width 1 height 1 maxRange 9 }");
    let finder = tag(&world, "range-finder");
    let [node, device] = ["WALL", "F"].map(|def| world.scene().find_def(def).unwrap());
    let nearest = |world: &World| {
        let bytes = pixels(world, finder, PictureKind::Main);
        f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    };
    let hidden = Command::Visibility(node, device, false);
    step(&mut world, vec![Command::Enable(finder, 16), hidden]);
    assert_eq!(nearest(&world), f32::INFINITY);
    world.reset_now();
    step(&mut world, Vec::new());
    assert_eq!(nearest(&world), 1.5);
}

#[test]
fn a_reset_forgets_the_points_of_lidars() {
    let mut world = world("Lidar { maxRange 9 horizontalResolution 8 numberOfLayers 1 }");
    let lidar = tag(&world, "lidar");
    let on = vec![
        Command::Enable(lidar, 16),
        Command::Lidar(lidar, LidarOrder::PointCloud(true)),
    ];
    step(&mut world, on);
    let points = |world: &World| {
        let bytes = pixels(world, lidar, PictureKind::Main);
        bytes[8 * 4..].to_vec()
    };
    let times = |world: &World| {
        let points = points(world);
        f32::from_le_bytes([points[16], points[17], points[18], points[19]])
    };
    assert!((times(&world) - 0.016).abs() < 1e-6);
    world.reset_now();
    step(&mut world, Vec::new());
    step(&mut world, Vec::new());
    assert!((times(&world) - 0.016).abs() < 1e-6, "{}", times(&world));
    step(
        &mut world,
        vec![Command::Lidar(lidar, LidarOrder::PointCloud(true))],
    );
    assert!(times(&world) > 0.03, "{}", times(&world));
}

#[test]
fn a_rotating_lidar_that_is_switched_off_goes_on() {
    let ranges = |period: i16| {
        let mut world = world(
            "Lidar { type \"rotating\" maxRange 9 horizontalResolution 64 numberOfLayers 1 }",
        );
        let lidar = tag(&world, "lidar");
        step(&mut world, vec![Command::Enable(lidar, 16)]);
        step(&mut world, vec![Command::Enable(lidar, period)]);
        for _ in 0..8 {
            step(&mut world, Vec::new());
        }
        pixels(&world, lidar, PictureKind::Main)
    };
    assert_eq!(ranges(0), ranges(16));
}

/// The models and orientations of what a camera recognises.
fn recognised(recognition: &str, parts: &str, scenery: &str) -> Vec<(String, [f64; 4])> {
    let objects = recognised_boxes(recognition, parts, scenery).into_iter();
    objects
        .map(|(model, orientation, _)| (model, orientation))
        .collect()
}

/// The same with the sizes of their boxes in the picture.
fn recognised_boxes(
    recognition: &str,
    parts: &str,
    scenery: &str,
) -> Vec<(String, [f64; 4], [i32; 2])> {
    let text = format!(
        "WorldInfo {{ basicTimeStep 16 }}\nViewpoint {{}}\n{scenery}\
         Robot {{ name \"r\" controller \"c\" children [ {parts} \
           Camera {{ width 64 height 48 recognition Recognition {{ occlusion 0 {recognition} }} }} ] }}\n"
    );
    let mut world = support::world_with_bytes(&text, &[]);
    let robot = support::robot(&world, "r");
    let camera = world.device(robot, "camera").unwrap();
    let request = Request {
        duration: 16,
        commands: vec![
            Command::Enable(camera, 16),
            Command::Camera(camera, CameraOrder::Recognition(16)),
        ],
    };
    let answer = support::wait(&mut world, robot, request);
    let mut found = Vec::new();
    for (_, reading) in &answer.readings {
        if let Reading::Objects(objects) = reading {
            let objects = objects.iter();
            found.extend(objects.map(|object| {
                (
                    object.model.clone(),
                    object.orientation,
                    object.size_on_image,
                )
            }));
        }
    }
    found
}

/// A cube that is recognised.
fn cube(model: &str, pose: &str, side: f64) -> String {
    format!(
        "Solid {{ {pose} name \"{model}\" model \"{model}\" recognitionColors [ 1 0 0 ] \
         children [ Shape {{ geometry Box {{ size {side} {side} {side} }} }} ] }}\n"
    )
}

#[test]
fn recognised_objects_are_turned_by_half_a_turn_at_most() {
    let scenery = cube("c", "translation 2 0 0 rotation 0 0.6 0.8 -2.5", 0.2);
    let [(_, [x, y, z, angle])] = recognised("", "", &scenery)[..] else {
        panic!("one cube is recognised")
    };
    for (found, expected) in [(x, 0.0), (y, -0.6), (z, -0.8), (angle, 2.5)] {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }
}

#[test]
fn the_largest_objects_come_first_only_where_not_all_fit() {
    let scenery =
        cube("small", "translation 2 0.3 0", 0.1) + &cube("large", "translation 2 -0.3 0", 0.3);
    let names = |most: &str| -> Vec<String> {
        let found = recognised(most, "", &scenery);
        found.into_iter().map(|(model, _)| model).collect()
    };
    assert_eq!(names(""), ["small", "large"]);
    assert_eq!(names("maxObjects 2"), ["small", "large"]);
    assert_eq!(names("maxObjects 1"), ["large"]);
}

#[test]
fn a_ball_stays_a_ball_beside_boxes_out_of_view_but_not_beside_cylinders() {
    // the box of a ball is found from six points, that of anything else from eight corners
    let size = |part: &str| {
        let scenery = format!(
            "Solid {{ translation 1 0 0 recognitionColors [ 1 0 0 ] \
               boundingObject Sphere {{ radius 0.2 }} children [ \
                 Shape {{ geometry Sphere {{ radius 0.2 }} }} {part} ] }}\n"
        );
        let [(_, _, size)] = recognised_boxes("", "", &scenery)[..] else {
            panic!("one object is recognised")
        };
        size
    };
    let beside = |place: &str, shape: &str| {
        size(&format!(
            "Solid {{ translation {place} name \"part\" boundingObject {shape} }}"
        ))
    };
    let ball = size("");
    assert_eq!(beside("0 9 0", "Box { size 0.1 0.1 0.1 }"), ball);
    let cylinder = beside("0 9 0", "Cylinder { radius 0.1 height 0.1 }");
    assert!(cylinder[0] > ball[0] && cylinder[1] > ball[1]);
    // in view, within the ball: only the corners differ
    assert_eq!(beside("0 0 0", "Box { size 0.1 0.1 0.1 }"), cylinder);
    assert_eq!(beside("0 0 0", "Sphere { radius 0.1 }"), ball);
}

#[test]
fn solids_directly_in_the_robot_of_a_camera_are_no_objects() {
    let inner = cube("inner", "translation 0.2 0 0", 0.1);
    let outer = cube("outer", "translation 1 0.2 0", 0.1);
    let holder = outer.replacen("children [", &format!("children [ {inner}"), 1);
    let names: Vec<String> = recognised("", &holder, &cube("other", "translation 2 0 0", 0.1))
        .into_iter()
        .map(|(model, _)| model)
        .collect();
    assert_eq!(names, ["other", "inner"]);
}

#[test]
fn a_pixel_is_explained_by_the_shares_of_lights() {
    // seen from above; the post casts a shadow of the sun on the middle of the floor
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\nBackground { skyColor [ 0.2 0.3 0.4 ] }\n\
         DirectionalLight { direction -1 0 -1 castShadows TRUE }\n\
         PointLight { location 0 0 2 intensity 0.5 }\n\
         Solid { translation 0 0 -0.05 children [ Shape { appearance PBRAppearance { baseColor 0.5 0.4 0.3 roughness 1 metalness 0 } \
           geometry Box { size 9 9 0.1 } } ] }\n\
         Solid { translation 0.5 0 0.5 children [ Shape { geometry Box { size 0.2 0.2 0.2 } } ] }\n",
    );
    let above = Standpoint::Place(
        [0.0, 0.0, 3.0],
        [0.0, 1.0, 0.0, std::f64::consts::FRAC_PI_2],
    );
    let mut seen = |pixel| world.explain_pixel(&above, None, pixel).unwrap();
    for (pixel, is_shaded) in [([320, 240], true), ([60, 60], false)] {
        let pixel = seen(pixel);
        // tone mapping makes the colour of the light
        let parts = pixel.light.unwrap().map(|light| {
            let part = 1.0 - (-light * pixel.exposure).exp();
            255.0 * part.powf(1.0 / 2.2)
        });
        for (part, byte) in parts.iter().zip(pixel.color) {
            assert!((part - f64::from(byte)).abs() < 1.0, "{parts:?}");
        }
        let shape = pixel.shape.unwrap();
        let [sun, lamp] = [0, 1].map(|at| shape.lights[at].share.unwrap());
        let other = shape.other_share.unwrap();
        assert!((sun + lamp + other - 1.0).abs() < 1e-9);
        // the surface looks at the sun in both places
        assert!(shape.lights[0].cosine > 0.7);
        assert_eq!(sun < 1e-3, is_shaded, "{sun}");
        assert!(lamp > 0.1 && other > 0.01, "{lamp} {other}");
    }
    // a negative scale shows the inside of a box, and its floor looks up
    let mut inside_out = support::world(
        "WorldInfo {}\nViewpoint {}\nDirectionalLight { direction 0 0 -1 }\n\
         Transform { scale 1 1 -1 children [ Shape { geometry Box { size 9 9 8 } } ] }\n",
    );
    let seen_inside = inside_out.explain_pixel(&above, None, [320, 240]).unwrap();
    let shape = seen_inside.shape.unwrap();
    assert!((shape.point[2] + 4.0).abs() < 1e-3, "{shape:?}");
    assert!((shape.normal[2] - 1.0).abs() < 1e-9, "{shape:?}");
    assert!(shape.lights[0].cosine > 0.999);
    // the background has light, but no surface
    let far = Standpoint::Place([0.0, 0.0, 3.0], [0.0, 0.0, 1.0, 0.0]);
    let sky = world.explain_pixel(&far, None, [320, 10]).unwrap();
    assert!(sky.shape.is_none() && sky.light.is_some());
}
