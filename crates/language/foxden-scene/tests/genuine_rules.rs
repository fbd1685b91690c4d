//! Rules of the genuine program that plain reason does not suggest: words
//! outside a list, limits of a Radar, old worlds, Slots from a supervisor, USE
//! behind a copy.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_lang::resolve::Location;
use foxden_scene::{EditError, Library, Scene, Value, load, save_text};
use support::{PROJECT, library};

/// A world with these nodes behind WorldInfo and Viewpoint.
fn world(nodes: &str) -> (Scene, Library) {
    world_of(&format!(
        "#VRML_SIM R2023b utf8\nWorldInfo {{ }}\nViewpoint {{ }}\n{nodes}\n"
    ))
}

fn world_of(text: &str) -> (Scene, Library) {
    let mut library = library(&[("world.wbt".to_owned(), text.to_owned())]);
    let location = Location::file(format!("{PROJECT}world.wbt"));
    let scene = load(&location, &mut library).unwrap().scene;
    (scene, library)
}

fn value(scene: &Scene, def: &str, name: &str) -> Value {
    let node = scene.find_def(def).unwrap();
    scene.value_of(node, name).unwrap().into_owned()
}

fn set(scene: &mut Scene, library: &mut Library, def: &str, name: &str, value: Value) {
    let node = scene.find_def(def).unwrap();
    let field = scene.field(node, name).unwrap();
    scene.set(field, value).unwrap();
    scene.settle(library);
}

#[test]
fn a_word_that_is_not_in_the_list_becomes_the_default() {
    let devices = [
        ("Camera", "projection", "planar"),
        ("Connector", "type", "symmetric"),
        ("DistanceSensor", "type", "generic"),
        ("Emitter", "type", "radio"),
        ("GPS", "type", "satellite"),
        ("Lidar", "type", "fixed"),
        ("Lidar", "projection", "cylindrical"),
        ("RangeFinder", "projection", "planar"),
        ("Receiver", "type", "radio"),
        ("TouchSensor", "type", "bumper"),
    ];
    for (kind, name, default) in devices {
        let text = format!("Robot {{ children [ DEF D {kind} {{ {name} \"purple\" }} ] }}");
        let (mut scene, mut library) = world(&text);
        let default = Value::String(default.into());
        assert_eq!(value(&scene, "D", name), default, "{kind}.{name} as read");
        let wrong = Value::String("Purple".into());
        set(&mut scene, &mut library, "D", name, wrong);
        assert_eq!(value(&scene, "D", name), default, "{kind}.{name} as set");
    }
    let (mut scene, mut library) = world_of(
        "#VRML_SIM R2023b utf8\nDEF I WorldInfo { coordinateSystem \"UP\" gpsCoordinateSystem \"moon\" }\nViewpoint { }\n",
    );
    for (name, default) in [
        ("coordinateSystem", "ENU"),
        ("gpsCoordinateSystem", "local"),
    ] {
        assert_eq!(value(&scene, "I", name), Value::String(default.into()));
        let wrong = Value::String("enu".into());
        set(&mut scene, &mut library, "I", name, wrong);
        assert_eq!(value(&scene, "I", name), Value::String(default.into()));
    }
}

#[test]
fn the_limits_of_a_radar_leave_room_between_them() {
    let cases = [
        ("minRadialSpeed 3", "maxRadialSpeed", 4.0),
        ("minRadialSpeed 3 maxRadialSpeed 2", "maxRadialSpeed", 4.0),
        ("minRadialSpeed -1 maxRadialSpeed -1", "maxRadialSpeed", 0.0),
        ("maxRadialSpeed 2", "maxRadialSpeed", 2.0),
        ("", "maxRadialSpeed", 0.0),
        ("minRange 60", "minRange", 49.0),
        ("minRange 1 maxRange 0.5", "minRange", 0.0),
        ("minRange 3 maxRange 0", "maxRange", 4.0),
        ("minRange -2", "minRange", 0.0),
    ];
    for (fields, name, expected) in cases {
        let text = format!("Robot {{ children [ DEF R Radar {{ {fields} }} ] }}");
        let (scene, _) = world(&text);
        assert_eq!(value(&scene, "R", name), Value::Float(expected), "{fields}");
    }
    let (mut scene, mut library) = world("Robot { children [ DEF R Radar { } ] }");
    let number = |number: f64| Value::Float(number);
    set(&mut scene, &mut library, "R", "minRadialSpeed", number(5.0));
    assert_eq!(value(&scene, "R", "maxRadialSpeed"), number(6.0));
    set(&mut scene, &mut library, "R", "minRange", number(50.0));
    assert_eq!(value(&scene, "R", "minRange"), number(49.0));
    set(&mut scene, &mut library, "R", "maxRange", number(10.0));
    assert_eq!(value(&scene, "R", "maxRange"), number(50.0));
}

#[test]
fn the_north_of_old_worlds_becomes_a_coordinate_system() {
    for (north, system, left) in [
        ("1 0 0", "NUE", [0.0, 1.0, 0.0]),
        ("0 0 1", "EUN", [0.0, 1.0, 0.0]),
        ("0 0.6 0.8", "NUE", [0.0, 0.6, 0.8]),
    ] {
        let text = format!(
            "#VRML_SIM R2020a utf8\nDEF I WorldInfo {{ northDirection {north} }}\nViewpoint {{ }}\n"
        );
        let (scene, _) = world_of(&text);
        let found = value(&scene, "I", "coordinateSystem");
        assert_eq!(found, Value::String(system.into()), "{north}");
        assert_eq!(value(&scene, "I", "northDirection"), Value::Vec3(left));
    }
}

#[test]
fn a_slot_that_comes_with_a_slot_keeps_what_it_holds() {
    let (mut scene, mut library) = world("DEF HOST Robot { children [ DEF S Slot { } ] }");
    let host = scene.find_def("HOST").unwrap();
    let children = scene.field(host, "children").unwrap();
    let text = "DEF A Slot { type \"a-\" endPoint DEF B Slot { type \"b-\" endPoint Solid { } } }";
    scene.insert_text(&mut library, children, 0, text).unwrap();
    scene.settle(&mut library);
    let end = |scene: &Scene, def: &str| {
        let slot = scene.find_def(def).unwrap();
        scene.nodes_of(slot, "endPoint").len()
    };
    assert_eq!((end(&scene, "A"), end(&scene, "B")), (1, 1));
    // three in a row are refused as a whole
    let slot = scene.find_def("S").unwrap();
    let field = scene.field(slot, "endPoint").unwrap();
    let refused = scene.insert_text(&mut library, field, 0, "Slot { endPoint Slot { } }");
    assert!(matches!(refused, Err(EditError::Refused(_))));
    assert_eq!(end(&scene, "S"), 0);
}

#[test]
fn a_file_is_stricter_about_slots_than_a_supervisor() {
    let (scene, _) =
        world("Robot { children [ DEF A Slot { type \"a-\" endPoint Slot { type \"b-\" } } ] }");
    let slot = scene.find_def("A").unwrap();
    assert!(scene.nodes_of(slot, "endPoint").is_empty());
}

#[test]
fn a_use_behind_the_copy_of_a_solid_follows_the_copy() {
    let (scene, _) = world(
        "DEF C Solid { name \"c\" children [ DEF S Shape { geometry Box { } } ] }\n\
         USE C\n\
         Solid { name \"d\" children [ USE S ] }",
    );
    let text = save_text(&scene);
    assert_eq!(text.matches("DEF C Solid").count(), 2, "{text}");
    assert_eq!(text.matches("DEF S Shape").count(), 2, "{text}");
    assert_eq!(text.matches("USE S").count(), 1, "{text}");
}
