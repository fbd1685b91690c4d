//! Fields that are checked in the order of the genuine program, each against
//! what the others hold by then.
#![allow(
    clippy::approx_constant,
    reason = "the genuine program has these digits"
)]
#![allow(clippy::unwrap_used)]

mod support;

use foxden_lang::resolve::Location;
use foxden_scene::{Library, Scene, Value, load};
use std::f64::consts::{FRAC_PI_2, PI};
use support::{PROJECT, library};

/// A world with a node D in a robot.
fn with_device(device: &str) -> (Scene, Library) {
    world(&format!("Robot {{ children [ {device} ] }}"))
}

fn world(nodes: &str) -> (Scene, Library) {
    loaded(&[(
        "world.wbt".to_owned(),
        format!("#VRML_SIM R2023b utf8\n{nodes}\n"),
    )])
}

fn loaded(files: &[(String, String)]) -> (Scene, Library) {
    let mut library = library(files);
    let location = Location::file(format!("{PROJECT}world.wbt"));
    let scene = load(&location, &mut library).unwrap().scene;
    (scene, library)
}

fn value(scene: &Scene, name: &str) -> Value {
    let node = scene.find_def("D").unwrap();
    scene.value_of(node, name).unwrap().into_owned()
}

fn number(scene: &Scene, name: &str) -> f64 {
    value(scene, name).as_number().unwrap()
}

fn set(scene: &mut Scene, library: &mut Library, name: &str, value: Value) {
    let node = scene.find_def("D").unwrap();
    let field = scene.field(node, name).unwrap();
    scene.set(field, value).unwrap();
    scene.settle(library);
}

/// What fields of a device are after reading.
fn assert_read(kind: &str, cases: &[(&str, &[(&str, f64)])]) {
    for (given, expected) in cases {
        let (scene, _) = with_device(&format!("DEF D {kind} {{ {given} }}"));
        for (name, expected) in *expected {
            assert_eq!(number(&scene, name), *expected, "{name} of {kind}: {given}");
        }
    }
}

#[test]
fn pictures_have_a_pixel_at_least() {
    for kind in ["Camera", "Display", "RangeFinder"] {
        let (mut scene, mut library) =
            with_device(&format!("DEF D {kind} {{ width 0 height -3 }}"));
        assert_eq!(value(&scene, "width"), Value::Int(1), "{kind}");
        assert_eq!(value(&scene, "height"), Value::Int(1), "{kind}");
        set(&mut scene, &mut library, "width", Value::Int(-1));
        assert_eq!(value(&scene, "width"), Value::Int(1), "{kind}");
    }
}

#[test]
fn only_a_flat_picture_limits_the_field_of_view() {
    let view = |text: &str| {
        let (scene, _) = with_device(&format!("DEF D {text}"));
        number(&scene, "fieldOfView")
    };
    assert_eq!(view("Camera { fieldOfView 3.5 }"), 0.7854);
    assert_eq!(view("Camera { fieldOfView 0 }"), 0.7854);
    assert_eq!(
        view("Camera { fieldOfView 7 projection \"cylindrical\" }"),
        7.0
    );
    assert_eq!(
        view("RangeFinder { fieldOfView 7 projection \"spherical\" }"),
        7.0
    );
    assert_eq!(view("Lidar { fieldOfView 7 }"), 7.0);
    assert_eq!(
        view("Lidar { fieldOfView 3.5 projection \"planar\" }"),
        0.7854
    );
    // an unknown projection is a flat one by then
    assert_eq!(
        view("Camera { fieldOfView 3.5 projection \"round\" }"),
        0.7854
    );
    let (mut scene, mut library) =
        with_device("DEF D Camera { fieldOfView 6 projection \"cylindrical\" }");
    let flat = Value::String("planar".into());
    set(&mut scene, &mut library, "projection", flat);
    assert_eq!(number(&scene, "fieldOfView"), 0.7854);
}

#[test]
fn the_plane_in_front_comes_to_the_one_behind() {
    for kind in ["Camera", "Viewpoint"] {
        let text = format!("DEF D {kind} {{ near 5 far 2 }}");
        let (mut scene, mut library) = match kind {
            "Camera" => with_device(&text),
            _ => world(&text),
        };
        assert_eq!(number(&scene, "near"), 2.0, "{kind}");
        assert_eq!(number(&scene, "far"), 2.0, "{kind}");
        set(&mut scene, &mut library, "far", Value::Float(1.0));
        assert_eq!(number(&scene, "far"), 3.0, "{kind}");
        set(&mut scene, &mut library, "near", Value::Float(4.0));
        assert_eq!(number(&scene, "near"), 3.0, "{kind}");
    }
}

#[test]
fn what_is_looked_at_only_when_it_changes() {
    let (mut scene, mut library) = world(
        "DEF D Viewpoint { ambientOcclusionRadius -3 bloomThreshold -4 exposure -1 fieldOfView 4 }",
    );
    assert_eq!(number(&scene, "ambientOcclusionRadius"), -3.0);
    assert_eq!(number(&scene, "bloomThreshold"), -4.0);
    assert_eq!(number(&scene, "exposure"), 1.0);
    assert_eq!(number(&scene, "fieldOfView"), FRAC_PI_2);
    set(
        &mut scene,
        &mut library,
        "ambientOcclusionRadius",
        Value::Float(-1.0),
    );
    set(
        &mut scene,
        &mut library,
        "bloomThreshold",
        Value::Float(-5.0),
    );
    assert_eq!(number(&scene, "ambientOcclusionRadius"), 2.0);
    assert_eq!(number(&scene, "bloomThreshold"), 21.0);

    let (mut scene, mut library) = with_device("DEF D Camera { motionBlur -2 noise -1 }");
    assert_eq!(number(&scene, "motionBlur"), -2.0);
    assert_eq!(number(&scene, "noise"), 0.0);
    set(&mut scene, &mut library, "motionBlur", Value::Float(-1.0));
    assert_eq!(number(&scene, "motionBlur"), 0.0);

    let (scene, _) = with_device(
        "Camera { recognition DEF D Recognition { frameThickness -2 maxRange -1 occlusion 5 } \
         lensFlare LensFlare { samples -1 } }",
    );
    assert_eq!(number(&scene, "frameThickness"), -2.0);
    assert_eq!(number(&scene, "maxRange"), 100.0);
    assert_eq!(number(&scene, "occlusion"), 1.0);
    let (scene, _) = with_device("Camera { lensFlare DEF D LensFlare { samples -1 } }");
    assert_eq!(number(&scene, "samples"), -1.0);
}

#[test]
fn what_is_looked_at_only_when_it_is_read() {
    let (mut scene, mut library) = with_device("DEF D Pen { inkDensity 3 }");
    assert_eq!(number(&scene, "inkDensity"), 1.0);
    set(&mut scene, &mut library, "inkDensity", Value::Float(-2.0));
    assert_eq!(number(&scene, "inkDensity"), -2.0);
    let text = "DEF D VacuumGripper { contactPoints 0 tensileStrength -2 }";
    let (mut scene, mut library) = with_device(text);
    assert_eq!(number(&scene, "contactPoints"), 3.0);
    set(&mut scene, &mut library, "contactPoints", Value::Int(0));
    set(
        &mut scene,
        &mut library,
        "shearStrength",
        Value::Float(-3.0),
    );
    assert_eq!(number(&scene, "contactPoints"), 0.0);
    assert_eq!(number(&scene, "shearStrength"), -1.0);
}

#[test]
fn the_ranges_of_a_range_finder_are_put_in_order() {
    assert_read(
        "RangeFinder",
        &[
            (
                "near 5 minRange 1",
                &[("near", 1.0), ("minRange", 0.0), ("maxRange", 1.0)],
            ),
            (
                "minRange 3 maxRange 0",
                &[("minRange", 3.0), ("maxRange", 4.0)],
            ),
            (
                "minRange 3 maxRange 2.5",
                &[("minRange", 1.5), ("maxRange", 2.5)],
            ),
            // the nearest comes down to a least that is not valid yet
            (
                "minRange -3 maxRange -1",
                &[("near", -3.0), ("minRange", 0.01), ("maxRange", 1.01)],
            ),
        ],
    );
}

#[test]
fn the_limits_of_a_lidar_are_put_in_order() {
    assert_read(
        "Lidar",
        &[
            (
                "minRange 3 maxRange 2",
                &[("minRange", 3.0), ("maxRange", 4.0)],
            ),
            (
                "near 2 minRange 1 maxRange 5",
                &[("near", 1.0), ("minRange", 1.0), ("maxRange", 5.0)],
            ),
            (
                "minFrequency 30",
                &[("minFrequency", 25.0), ("defaultFrequency", 25.0)],
            ),
            (
                "minFrequency -1 defaultFrequency 50",
                &[("minFrequency", 0.01), ("defaultFrequency", 25.0)],
            ),
            (
                "minFrequency 2 maxFrequency -1",
                &[("minFrequency", -1.0), ("maxFrequency", -1.0)],
            ),
            ("verticalFieldOfView 4", &[("verticalFieldOfView", PI)]),
            // more columns make more rows for the layers, and what is missing then a wider view
            (
                "horizontalResolution 8",
                &[
                    ("horizontalResolution", 11.0),
                    ("verticalFieldOfView", 4.0 * 1.5708 / 11.0),
                    ("numberOfLayers", 4.0),
                ],
            ),
        ],
    );
}

#[test]
fn the_ends_of_a_focus_and_of_a_zoom() {
    let focus = |text: &str| {
        let (scene, _) = with_device(&format!("Camera {{ focus DEF D Focus {{ {text} }} }}"));
        (
            number(&scene, "minFocalDistance"),
            number(&scene, "maxFocalDistance"),
        )
    };
    assert_eq!(focus("minFocalDistance 5 maxFocalDistance 3"), (3.0, 3.0));
    assert_eq!(focus("minFocalDistance -1 maxFocalDistance -2"), (0.0, 0.1));
    let (mut scene, mut library) = with_device("Camera { zoom DEF D Zoom { minFieldOfView 2 } }");
    assert_eq!(number(&scene, "minFieldOfView"), 1.5);
    set(
        &mut scene,
        &mut library,
        "maxFieldOfView",
        Value::Float(1.0),
    );
    assert_eq!(number(&scene, "maxFieldOfView"), 1.6);
}

#[test]
fn a_centre_above_the_picture_goes_to_its_right() {
    let center = |text: &str| {
        let (scene, _) = with_device(&format!("Camera {{ lens DEF D Lens {{ center {text} }} }}"));
        value(&scene, "center")
    };
    assert_eq!(center("-1 -2"), Value::Vec2([0.0, 0.0]));
    assert_eq!(center("2 0.5"), Value::Vec2([1.0, 0.5]));
    assert_eq!(center("0.5 2"), Value::Vec2([1.0, 2.0]));
}

#[test]
fn a_distance_sensor_and_a_grid_correct_one_field_when_read() {
    let text = "DEF D DistanceSensor { aperture -1 numberOfRays 0 gaussianWidth 0 }";
    let (mut scene, mut library) = with_device(text);
    assert_eq!(number(&scene, "aperture"), 1.0);
    assert_eq!(number(&scene, "numberOfRays"), 0.0);
    assert_eq!(number(&scene, "gaussianWidth"), 0.0);
    set(&mut scene, &mut library, "aperture", Value::Float(-2.0));
    assert_eq!(number(&scene, "aperture"), 2.0);
    assert_eq!(number(&scene, "numberOfRays"), 1.0);
    assert_eq!(number(&scene, "gaussianWidth"), 1.0);

    let (scene, _) = with_device("DEF D DistanceSensor { type \"laser\" numberOfRays 4 }");
    assert_eq!(number(&scene, "numberOfRays"), 1.0);

    let grid = "Solid { children Shape { geometry DEF D ElevationGrid { \
                thickness -1 xDimension -2 xSpacing 0 ySpacing -1 } } }";
    let (mut scene, mut library) = world(grid);
    assert_eq!(number(&scene, "thickness"), 0.0);
    assert_eq!(number(&scene, "xDimension"), -2.0);
    set(&mut scene, &mut library, "yDimension", Value::Int(3));
    assert_eq!(number(&scene, "xDimension"), 0.0);
    assert_eq!(number(&scene, "xSpacing"), 1.0);
    assert_eq!(number(&scene, "ySpacing"), 1.0);
}

#[test]
fn radios_use_a_channel_that_is_allowed() {
    for kind in ["Emitter", "Receiver"] {
        let text = format!("DEF D {kind} {{ channel 3 allowedChannels [ 5 7 ] }}");
        let (mut scene, mut library) = with_device(&text);
        assert_eq!(value(&scene, "channel"), Value::Int(5), "{kind}");
        set(&mut scene, &mut library, "channel", Value::Int(7));
        assert_eq!(value(&scene, "channel"), Value::Int(7), "{kind}");
        set(&mut scene, &mut library, "channel", Value::Int(1));
        assert_eq!(value(&scene, "channel"), Value::Int(5), "{kind}");
    }
    let (mut scene, mut library) = with_device("DEF D Emitter { range 9 maxRange 4 }");
    assert_eq!(number(&scene, "range"), 9.0);
    set(&mut scene, &mut library, "range", Value::Float(-1.0));
    assert_eq!(number(&scene, "range"), 4.0);
}

#[test]
fn a_passive_connector_is_never_locked() {
    let (mut scene, mut library) =
        with_device("DEF D Connector { type \"passive\" isLocked TRUE }");
    assert_eq!(value(&scene, "isLocked"), Value::Bool(false));
    set(&mut scene, &mut library, "isLocked", Value::Bool(true));
    assert_eq!(value(&scene, "isLocked"), Value::Bool(false));
}

#[test]
fn the_beam_of_a_spot_is_no_wider_than_its_cone() {
    let (mut scene, mut library) = world("DEF D SpotLight { beamWidth 3 }");
    assert_eq!(number(&scene, "beamWidth"), 0.785398);
    set(&mut scene, &mut library, "beamWidth", Value::Float(-1.0));
    assert_eq!(number(&scene, "beamWidth"), 0.0);
    let (scene, _) = world("DEF D SpotLight { cutOffAngle 9 }");
    assert_eq!(number(&scene, "beamWidth"), 1.570796);
    assert_eq!(number(&scene, "cutOffAngle"), FRAC_PI_2);
}

#[test]
fn a_parameter_keeps_a_word_that_its_field_does_not_take() {
    let files = [
        (
            "P.proto".to_owned(),
            "#VRML_SIM R2023b utf8\nPROTO P [ field SFString type \"sonar\" ] {\n\
             DistanceSensor { type IS type } }\n",
        ),
        (
            "world.wbt".to_owned(),
            "#VRML_SIM R2023b utf8\nEXTERNPROTO \"P.proto\"\nWorldInfo { }\nViewpoint { }\n\
             Robot { children [ DEF D P { type \"purple\" } ] }\n",
        ),
    ];
    let (mut scene, mut library) = loaded(&files.map(|(name, text)| (name, text.to_owned())));
    let node = scene.find_def("D").unwrap();
    let parameter = scene.parameter(node, "type").unwrap();
    let field = scene.base_field(node, "type").unwrap();
    let texts =
        |scene: &Scene| [parameter, field].map(|field| scene.value(field).unwrap().into_owned());
    let word = |word: &str| Value::String(word.into());
    assert_eq!(texts(&scene), [word("purple"), word("generic")]);
    scene.set(parameter, word("green")).unwrap();
    scene.settle(&mut library);
    assert_eq!(texts(&scene), [word("generic"), word("generic")]);
}

#[test]
fn old_fields_are_cleared_once_their_meaning_moved() {
    let (scene, _) = world("DEF D Viewpoint { followOrientation TRUE }");
    assert_eq!(value(&scene, "followOrientation"), Value::Bool(false));
    let (scene, _) =
        world("DEF D Viewpoint { followOrientation TRUE followType \"Pan and Tilt Shot\" }");
    assert_eq!(value(&scene, "followOrientation"), Value::Bool(true));
    let (scene, _) = world("DEF D WorldInfo { coordinateSystem \"NUE\" northDirection 0 0 1 }");
    assert_eq!(
        value(&scene, "coordinateSystem"),
        Value::String("EUN".into())
    );
    assert_eq!(
        value(&scene, "northDirection"),
        Value::Vec3([0.0, 1.0, 0.0])
    );
}

#[test]
fn of_mass_and_density_the_one_that_changed_gives_way() {
    let physics = |given: &str| {
        let (scene, library) = world(&format!(
            "Solid {{ boundingObject Box {{ }} physics DEF D Physics {{ {given} }} }}"
        ));
        (scene, library)
    };
    let (mut scene, mut library) = physics("density -1 mass 2");
    set(&mut scene, &mut library, "mass", Value::Float(-1.0));
    assert_eq!(number(&scene, "mass"), 1.0);
    assert_eq!(number(&scene, "density"), -1.0);
    let (mut scene, mut library) = physics("density 500");
    set(&mut scene, &mut library, "mass", Value::Float(-3.0));
    assert_eq!(number(&scene, "mass"), -1.0);
    set(&mut scene, &mut library, "density", Value::Float(-1.0));
    assert_eq!(number(&scene, "density"), 1000.0);
    let row = Value::Vec3List(vec![[1.0; 3]]);
    set(&mut scene, &mut library, "inertiaMatrix", row.clone());
    assert_eq!(value(&scene, "inertiaMatrix"), row);
}

#[test]
fn what_is_behind_a_bounding_object_is_taken_for_a_part_of_it() {
    let (scene, _) = with_device(
        "Lidar { rotatingHead Solid { children [ DEF G Group { } DEF D Shape { geometry Cone { } } \
         DEF B Shape { geometry Box { } } Pose { children DEF P Shape { } } ] } }",
    );
    assert!(scene.find_def("G").is_none());
    let shape = scene.find_def("D").unwrap();
    assert!(scene.nodes_of(shape, "geometry").is_empty());
    let shape = scene.find_def("B").unwrap();
    assert_eq!(scene.nodes_of(shape, "geometry").len(), 1);
    assert!(scene.find_def("P").is_some());
    // children come before it
    let (scene, _) = with_device("Lidar { children DEF D Group { } }");
    assert!(scene.find_def("D").is_some());
}

#[test]
fn a_skin_cannot_be_scaled_to_nothing() {
    let (scene, _) = with_device("DEF D Skin { scale 0 2 -3 }");
    assert_eq!(value(&scene, "scale"), Value::Vec3([1.0, 2.0, -3.0]));
}
