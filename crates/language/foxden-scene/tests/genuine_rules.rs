//! Rules of the genuine program that plain reason does not suggest: words
//! outside a list, limits of a Radar, old worlds, Slots from a supervisor, USE
//! behind a copy, hidden values, parameters of derived PROTOs.
#![allow(clippy::unwrap_used)]
#![allow(
    clippy::approx_constant,
    reason = "the genuine program has these digits"
)]

mod support;

use foxden_lang::resolve::Location;
use foxden_scene::{EditError, Library, Scene, Value, load, save_text};
use support::{PROJECT, library, load_files};

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

/// A device in a robot, and a part of a camera, as `DEF D`.
fn with_device(kind: &str, fields: &str) -> (Scene, Library) {
    let node = format!("DEF D {kind} {{ {fields} }}");
    let device = match kind {
        "Lens" => format!("Camera {{ lens {node} }}"),
        "Focus" => format!("Camera {{ focus {node} }}"),
        "Zoom" => format!("Camera {{ zoom {node} }}"),
        "Recognition" => format!("Camera {{ recognition {node} }}"),
        _ => node,
    };
    world(&format!("Robot {{ children [ {device} ] }}"))
}

#[test]
fn the_limits_of_cameras_and_lidars_leave_room_between_them() {
    let cases = [
        // a range-finder makes room below, a lidar above
        (
            "RangeFinder",
            "minRange 5 maxRange 3",
            [("minRange", 2.0), ("maxRange", 3.0)],
        ),
        (
            "RangeFinder",
            "minRange 1 maxRange 0.5",
            [("minRange", 0.0), ("maxRange", 0.5)],
        ),
        (
            "RangeFinder",
            "minRange 2 maxRange 0",
            [("minRange", 2.0), ("maxRange", 3.0)],
        ),
        (
            "RangeFinder",
            "minRange 1 maxRange -3",
            [("minRange", 0.0), ("maxRange", 1.0)],
        ),
        (
            "RangeFinder",
            "near 2 minRange 1 maxRange 5",
            [("near", 1.0), ("minRange", 1.0)],
        ),
        (
            "Lidar",
            "minRange 5 maxRange 3",
            [("minRange", 5.0), ("maxRange", 6.0)],
        ),
        (
            "Lidar",
            "near 2 minRange 1 maxRange 5",
            [("near", 1.0), ("minRange", 1.0)],
        ),
        (
            "Lidar",
            "minFrequency 30 maxFrequency 20",
            [("minFrequency", 20.0), ("defaultFrequency", 20.0)],
        ),
        (
            "Lidar",
            "minFrequency -1",
            [("minFrequency", 0.01), ("defaultFrequency", 10.0)],
        ),
        (
            "Lidar",
            "defaultFrequency 50",
            [("minFrequency", 1.0), ("defaultFrequency", 25.0)],
        ),
        (
            "Lidar",
            "maxFrequency 1",
            [("maxFrequency", 1.0), ("defaultFrequency", 1.0)],
        ),
        ("Camera", "near 5 far 3", [("near", 3.0), ("far", 3.0)]),
        ("Camera", "near 3 far 3", [("near", 3.0), ("far", 3.0)]),
        ("Camera", "near -1 far -2", [("near", 0.01), ("far", 0.0)]),
        (
            "Camera",
            "fieldOfView 4",
            [("fieldOfView", 0.7854), ("near", 0.01)],
        ),
        (
            "Camera",
            "fieldOfView 4 projection \"cylindrical\"",
            [("fieldOfView", 4.0), ("near", 0.01)],
        ),
        (
            "Focus",
            "minFocalDistance 2 maxFocalDistance 1",
            [("minFocalDistance", 1.0), ("maxFocalDistance", 1.0)],
        ),
        (
            "Focus",
            "minFocalDistance -1 maxFocalDistance -2",
            [("minFocalDistance", 0.0), ("maxFocalDistance", 0.1)],
        ),
        (
            "Zoom",
            "minFieldOfView 2 maxFieldOfView 1",
            [("minFieldOfView", 1.0), ("maxFieldOfView", 1.0)],
        ),
    ];
    for (kind, fields, expected) in cases {
        let (scene, _) = with_device(kind, fields);
        for (name, number) in expected {
            let found = value(&scene, "D", name);
            assert_eq!(found, Value::Float(number), "{kind} {fields}: {name}");
        }
    }
    let (scene, _) = with_device("Recognition", "occlusion 5");
    assert_eq!(value(&scene, "D", "occlusion"), Value::Int(1));
    for (center, expected) in [
        ("-1 -2", [0.0, 0.0]),
        ("2 0.3", [1.0, 0.3]),
        ("0.2 1.5", [1.0, 1.5]),
    ] {
        let (scene, _) = with_device("Lens", &format!("center {center}"));
        assert_eq!(
            value(&scene, "D", "center"),
            Value::Vec2(expected),
            "{center}"
        );
    }
}

#[test]
fn an_edit_of_a_limit_checks_only_this_limit() {
    let edits = [
        (
            "RangeFinder",
            "minRange 1 maxRange 5",
            "maxRange",
            0.5,
            [("minRange", 1.0), ("maxRange", 2.0)],
        ),
        (
            "RangeFinder",
            "minRange 1 maxRange 5",
            "minRange",
            7.0,
            [("minRange", 4.0), ("maxRange", 5.0)],
        ),
        (
            "RangeFinder",
            "near 1 minRange 2 maxRange 5",
            "minRange",
            -1.0,
            [("near", 1.0), ("minRange", 1.0)],
        ),
        (
            "Lidar",
            "minRange 1 maxRange 5",
            "minRange",
            7.0,
            [("minRange", 7.0), ("maxRange", 8.0)],
        ),
        (
            "Lidar",
            "minRange 1 maxRange 5",
            "near",
            2.0,
            [("near", 1.0), ("minRange", 1.0)],
        ),
        // the speed stays until it is edited itself
        (
            "Lidar",
            "",
            "maxFrequency",
            5.0,
            [("maxFrequency", 5.0), ("defaultFrequency", 10.0)],
        ),
        (
            "Lidar",
            "",
            "defaultFrequency",
            -1.0,
            [("maxFrequency", 25.0), ("defaultFrequency", 1.0)],
        ),
        (
            "Camera",
            "near 1 far 5",
            "far",
            0.5,
            [("near", 1.0), ("far", 2.0)],
        ),
        (
            "Camera",
            "near 1 far 5",
            "near",
            9.0,
            [("near", 5.0), ("far", 5.0)],
        ),
        (
            "Focus",
            "minFocalDistance 2 maxFocalDistance 3",
            "maxFocalDistance",
            1.0,
            [("minFocalDistance", 2.0), ("maxFocalDistance", 2.1)],
        ),
        (
            "Zoom",
            "",
            "minFieldOfView",
            2.0,
            [("minFieldOfView", 1.5), ("maxFieldOfView", 1.5)],
        ),
    ];
    for (kind, fields, name, number, expected) in edits {
        let (mut scene, mut library) = with_device(kind, fields);
        set(&mut scene, &mut library, "D", name, Value::Float(number));
        for (name, expected) in expected {
            let found = value(&scene, "D", name);
            assert_eq!(found, Value::Float(expected), "{kind} {fields}: {name}");
        }
    }
}

#[test]
fn a_laser_has_one_ray() {
    let (mut scene, mut library) = world(
        "Robot { children [ DEF A DistanceSensor { type \"laser\" numberOfRays 3 } \
           DEF B DistanceSensor { numberOfRays 4 } ] }",
    );
    assert_eq!(value(&scene, "A", "numberOfRays"), Value::Int(1));
    let laser = Value::String("laser".into());
    set(&mut scene, &mut library, "B", "type", laser);
    assert_eq!(value(&scene, "B", "numberOfRays"), Value::Int(1));
    let many = Value::Int(6);
    set(&mut scene, &mut library, "B", "numberOfRays", many);
    assert_eq!(value(&scene, "B", "numberOfRays"), Value::Int(1));
}

#[test]
fn the_contact_points_of_a_gripper_are_checked_only_as_read() {
    let (mut scene, mut library) =
        world("Robot { children [ DEF G VacuumGripper { contactPoints -2 } ] }");
    assert_eq!(value(&scene, "G", "contactPoints"), Value::Int(3));
    let none = Value::Int(0);
    set(&mut scene, &mut library, "G", "contactPoints", none.clone());
    set(&mut scene, &mut library, "G", "isOn", Value::Bool(true));
    assert_eq!(value(&scene, "G", "contactPoints"), none);
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
fn a_filled_slot_makes_the_genuine_program_look_again_at_what_is_beside_it() {
    let text = "DEF HOST Robot { children [\n\
        DEF P Slot { type \"a\" endPoint DEF Q Slot { type \"a\" endPoint Solid { name \"q\" } } }\n\
        DEF S Slot { type \"s\" } ] }";
    let end = |scene: &Scene, def: &str| {
        let slot = scene.find_def(def).unwrap();
        scene.nodes_of(slot, "endPoint").len()
    };
    for (into, inserted, left) in [
        ("HOST.children", "Slot { type \"x\" }", 1),
        ("HOST.children", "Solid { name \"x\" }", 1),
        ("S.endPoint", "Slot { type \"s\" }", 1),
        (
            "S.endPoint",
            "Slot { type \"s\" endPoint Solid { name \"x\" } }",
            0,
        ),
        (
            "HOST.children",
            "Slot { endPoint DEF B Slot { type \"x\" endPoint Solid { name \"x\" } } }",
            0,
        ),
    ] {
        let (mut scene, mut library) = world(text);
        let q = scene.find_def("Q").unwrap();
        let of_type = scene.field(q, "type").unwrap();
        scene.set(of_type, Value::String("b".into())).unwrap();
        scene.settle(&mut library);
        assert_eq!(end(&scene, "P"), 1);
        let (def, name) = into.split_once('.').unwrap();
        let field = scene.field(scene.find_def(def).unwrap(), name).unwrap();
        let at = scene.nodes_in(field).len();
        scene
            .insert_text(&mut library, field, at, inserted)
            .unwrap();
        scene.settle(&mut library);
        assert_eq!(end(&scene, "P"), left, "{inserted}");
        assert_eq!(scene.find_def("Q").is_some(), left == 1);
    }
}

#[test]
fn what_a_filled_slot_brought_unchecked_is_checked_by_the_next_one() {
    let (mut scene, mut library) = world("DEF HOST Solid { children [ ] }");
    let host = scene.find_def("HOST").unwrap();
    let children = scene.field(host, "children").unwrap();
    for (name, inner) in [("A", 1), ("B", 0)] {
        let text = format!(
            "DEF {name} Slot {{ type \"a\" endPoint Slot {{ type \"b\" endPoint Solid {{ name \"{name}\" }} }} }}"
        );
        let at = scene.nodes_in(children).len();
        scene
            .insert_text(&mut library, children, at, &text)
            .unwrap();
        scene.settle(&mut library);
        let slot = scene.find_def(name).unwrap();
        assert_eq!(scene.nodes_of(slot, "endPoint").len(), 1);
        let first = scene.find_def("A").unwrap();
        assert_eq!(scene.nodes_of(first, "endPoint").len(), inner);
    }
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

#[test]
fn text_behind_a_use_is_the_next_node() {
    let (scene, _) = world(
        "Robot { children [\n\
         DEF J HingeJoint { endPoint DEF E Solid { name \"e\" children [ DEF S Shape { } ] } }\n\
         USE J HingeJoint { endPoint Solid { name \"x\" children [ USE S ] } }\n\
         ] }",
    );
    let text = save_text(&scene);
    assert_eq!(text.matches("HingeJoint {").count(), 3, "{text}");
    // the copy of the joint repeats its DEF names
    for repeated in ["DEF J HingeJoint", "DEF E Solid", "DEF S Shape"] {
        assert_eq!(text.matches(repeated).count(), 2, "{repeated}: {text}");
    }
    assert_eq!(text.matches("USE S").count(), 1, "{text}");
}

/// The PROTO `Base` with a few parameters, and `D`, which derives from it.
fn derived(parameters: &str, fields: &str) -> Scene {
    let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let derived = format!(
        "#VRML_SIM R2023b utf8\nEXTERNPROTO \"Base.proto\"\n\
         PROTO D [ {parameters} ] {{ Base {{ }} }}\n"
    );
    let world = format!(
        "#VRML_SIM R2023b utf8\nEXTERNPROTO \"D.proto\"\nWorldInfo {{ }}\nViewpoint {{ }}\n\
         DEF X D {{ {fields} }}\n"
    );
    load_files(&[
        file(
            "Base.proto",
            "#VRML_SIM R2023b utf8\nPROTO Base [ field SFVec3f translation 1 2 3 \
             field SFString name \"base\" field SFVec3f size 4 5 6 ] {\n\
             Solid { translation IS translation name IS name \
             children [ Shape { geometry DEF B Box { size IS size } } ] } }\n",
        ),
        file("D.proto", &derived),
        file("world.wbt", &world),
    ])
    .scene
}

#[test]
fn a_parameter_without_is_does_not_hide_that_of_the_base() {
    let scene = derived(
        "field SFFloat translation 3 field MFString name [ ] field SFFloat size 3",
        "translation 7 name [ \"q\" ] size 4",
    );
    let node = scene.find_def("X").unwrap();
    let inside = |name: &str| {
        let fields = scene.base_fields(node).into_iter();
        let field = fields.into_iter().find(|at| scene.field_name(*at) == name);
        scene.value(field.unwrap()).unwrap().into_owned()
    };
    assert_eq!(inside("translation"), Value::Vec3([1.0, 2.0, 3.0]));
    assert_eq!(inside("name"), Value::String("base".into()));
    let text = foxden_scene::save_text(&scene);
    assert!(
        text.contains("size 4") && text.contains("translation 7"),
        "{text}"
    );
}

#[test]
fn a_hidden_position_turns_the_end_point() {
    let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let scene = load_files(&[
        file(
            "H.proto",
            "#VRML_SIM R2023b utf8\nPROTO H [ ] { Robot { children [\n\
             HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 anchor 1 0 0 }\n\
             endPoint DEF E Solid { translation 2 0 0 rotation 0 0 1 0.5 children [\n\
             SliderJoint { jointParameters JointParameters { axis 0 1 0 }\n\
             endPoint DEF F Solid { name \"f\" } } ] } }\n\
             Solid { name \"g\" } ] } }\n",
        ),
        file(
            "world.wbt",
            "#VRML_SIM R2023b utf8\nEXTERNPROTO \"H.proto\"\nWorldInfo { }\nViewpoint { }\n\
             DEF X H { hidden position_0_0 0.25 hidden position_1_0 3 hidden translation_3 7 8 9 }\n",
        ),
    ])
    .scene;
    let node = scene.find_def("X").unwrap();
    let solids = scene.descendants(node).into_iter();
    let solids = solids.filter(|id| scene.get(*id).unwrap().base_type().name() == "Solid");
    let poses: Vec<_> = solids
        .map(|id| {
            let value = |name: &str| scene.value_of(id, name).unwrap().into_owned();
            (value("translation"), value("rotation"))
        })
        .collect();
    // the end point, the slider's end point below it, then the next child
    let (Value::Vec3([x, y, _]), Value::Rotation([_, _, z, angle])) = poses[0] else {
        panic!("{poses:?}");
    };
    assert!((x - 1.0 - 0.25_f64.cos()).abs() < 1e-15 && (y - 0.25_f64.sin()).abs() < 1e-15);
    assert!((z - 1.0).abs() < 1e-15 && (angle - 0.75).abs() < 1e-15);
    assert_eq!(poses[1].0, Value::Vec3([0.0, 3.0, 0.0]));
    assert_eq!(poses[2].0, Value::Vec3([7.0, 8.0, 9.0]));
}

#[test]
fn a_hidden_velocity_of_an_end_point_reads_zero() {
    let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let hidden: String = (0..5)
        .map(|at| {
            format!("hidden linearVelocity_{at} 1 2 {at} hidden angularVelocity_{at} 3 4 {at}\n")
        })
        .collect();
    let scene = load_files(&[
        file(
            "H.proto",
            "#VRML_SIM R2023b utf8\nPROTO H [ ] { Robot { children [\n\
             HingeJoint { jointParameters HingeJointParameters { }\n\
             endPoint Solid { name \"end\" children [ Solid { name \"on end\" } ] } }\n\
             Solid { name \"child\" }\n\
             BallJoint { jointParameters BallJointParameters { }\n\
             endPoint Solid { name \"of ball\" } } ] } }\n",
        ),
        file(
            "world.wbt",
            &format!(
                "#VRML_SIM R2023b utf8\nEXTERNPROTO \"H.proto\"\nWorldInfo {{ }}\nViewpoint {{ }}\n\
                 DEF X H {{ {hidden} }}\n"
            ),
        ),
    ])
    .scene;
    let solids = scene.descendants(scene.find_def("X").unwrap()).into_iter();
    let solids = solids.filter(|id| scene.value_of(*id, "linearVelocity").is_some());
    let found: Vec<_> = solids
        .map(|id| {
            let value = |name: &str| scene.value_of(id, name).unwrap().into_owned();
            [value("linearVelocity"), value("angularVelocity")]
        })
        .collect();
    let given = |at: f64| [Value::Vec3([1.0, 2.0, at]), Value::Vec3([3.0, 4.0, at])];
    let rest = || [Value::Vec3([0.0; 3]), Value::Vec3([0.0; 3])];
    // an axis that is read puts its end point to rest, with all that is on it
    assert_eq!(found, [given(0.0), rest(), rest(), given(3.0), given(4.0)]);
}

/// Rules that the fields of joints, motors and contacts have in the genuine program.
#[test]
fn values_of_joints_and_contacts_are_corrected() {
    let (mut scene, mut library) = world(
        "WorldInfo { contactProperties DEF C ContactProperties { coulombFriction [ -2 -3 ] \
           rollingFriction -2 0 0 } }\n\
         Robot { children [\n\
           HingeJoint { jointParameters DEF P HingeJointParameters { springConstant -3 \
             dampingConstant -4 staticFriction -5 suspensionAxis 0 0 0 stopERP -0.5 stopCFM 0 }\n\
             device DEF M RotationalMotor { multiplier 0 } endPoint Solid { } }\n\
           DEF K Connector { distanceTolerance -1 axisTolerance 4 tensileStrength -2 }\n\
           DEF Q Propeller { shaftAxis 0 0 0 } ]\n\
           immersionProperties DEF I ImmersionProperties { dragForceCoefficients -1 -2 3 }\n\
           physics Physics { damping DEF D Damping { linear -1 } } }",
    );
    let number = Value::Float;
    assert_eq!(value(&scene, "P", "springConstant"), number(3.0));
    assert_eq!(value(&scene, "P", "dampingConstant"), number(4.0));
    assert_eq!(value(&scene, "P", "stopERP"), number(-1.0));
    assert_eq!(value(&scene, "P", "stopCFM"), number(-1.0));
    assert_eq!(value(&scene, "M", "multiplier"), number(1.0));
    assert_eq!(
        value(&scene, "Q", "shaftAxis"),
        Value::Vec3([0.0, 1.0, 0.0])
    );
    assert_eq!(value(&scene, "K", "distanceTolerance"), number(0.0));
    let half_turn = number(std::f64::consts::PI);
    assert_eq!(value(&scene, "K", "axisTolerance"), half_turn);
    assert_eq!(value(&scene, "K", "tensileStrength"), number(-1.0));
    assert_eq!(value(&scene, "D", "linear"), number(0.0));
    let drag = Value::Vec3([0.0, -2.0, 3.0]);
    assert_eq!(value(&scene, "I", "dragForceCoefficients"), drag);
    // a file is corrected up to the first mistake, and some fields only when they change
    let friction = |a, b| Value::FloatList(vec![a, b]);
    assert_eq!(value(&scene, "C", "coulombFriction"), friction(1.0, -3.0));
    assert_eq!(
        value(&scene, "C", "rollingFriction"),
        Value::Vec3([-2.0, 0.0, 0.0])
    );
    assert_eq!(value(&scene, "P", "staticFriction"), number(-5.0));
    assert_eq!(value(&scene, "P", "suspensionAxis"), Value::Vec3([0.0; 3]));
    let mut set = |def: &str, name: &str, value: Value| {
        let node = scene.find_def(def).unwrap();
        let field = scene.field(node, name).unwrap();
        scene.set(field, value).unwrap();
        scene.settle(&mut library);
        scene.value_of(node, name).unwrap().into_owned()
    };
    assert_eq!(
        set("C", "coulombFriction", friction(-2.0, -3.0)),
        friction(1.0, 1.0)
    );
    let rolling = Value::Vec3([-2.0, 1.0, 0.0]);
    assert_eq!(set("C", "rollingFriction", rolling), Value::Vec3([0.0; 3]));
    assert_eq!(set("P", "staticFriction", number(-5.0)), number(5.0));
    let axis = Value::Vec3([0.0; 3]);
    assert_eq!(
        set("P", "suspensionAxis", axis),
        Value::Vec3([1.0, 0.0, 0.0])
    );
}
