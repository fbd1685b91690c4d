//! What Chargers and LEDs colour: USE nodes, edits while the world runs, and resets. The
//! rules are those of the sources of the genuine program.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::{FieldRef, Value};
use foxden_sim::World;
use foxden_sim::controller::{Command, Request, Write};

const HEAD: &str = "WorldInfo { basicTimeStep 1000 }\nViewpoint {}\n";

fn field(world: &World, def: &str, name: &str) -> FieldRef {
    let node = world.scene().find_def(def).unwrap();
    world.scene().field(node, name).unwrap()
}

fn color(world: &World, def: &str, name: &str) -> [f64; 3] {
    match world.get(field(world, def, name)) {
        Some(Value::Color(color)) => color,
        other => panic!("{other:?}"),
    }
}

fn is_on(world: &World, def: &str) -> bool {
    world.get(field(world, def, "on")) == Some(Value::Bool(true))
}

fn set(world: &mut World, def: &str, name: &str, value: Value) {
    let field = field(world, def, name);
    world.set(field, Write::Whole(value)).unwrap();
}

fn import(world: &mut World, def: &str, name: &str, text: &str) {
    let field = field(world, def, name);
    let at = world.scene().nodes_in(field).len();
    world.insert(field, at, text).unwrap();
}

fn light(world: &mut World, value: i32) {
    let robot = support::robot(world, "r");
    let led = world.device(robot, "l").unwrap();
    let request = Request {
        duration: 1000,
        commands: vec![Command::Led(led, value)],
    };
    support::wait(world, robot, request);
}

/// The only node that is a USE, which has no name of its own.
fn used(world: &World, name: &str) -> Option<Value> {
    let scene = world.scene();
    let is_use = |node: &foxden_scene::NodeId| {
        scene
            .get(*node)
            .is_some_and(|node| node.used_def().is_some())
    };
    let node = scene.ids().find(is_use)?;
    world.get(scene.field(node, name)?)
}

#[test]
fn a_use_elsewhere_takes_the_colour_of_what_a_charger_colours() {
    let mut world = support::world(&format!(
        "{HEAD}Charger {{ battery [ 50 100 0 ] emissiveColor 0 1 0 children [ DEF L PointLight {{ color 1 0 0 attenuation 0 0 1 }} ] }}\n\
         USE L\n"
    ));
    world.step();
    assert_eq!(color(&world, "L", "color"), [0.5, 0.5, 0.0]);
    assert_eq!(used(&world, "color"), Some(Value::Color([0.5, 0.5, 0.0])));
}

#[test]
fn a_use_follows_what_is_written_to_its_def() {
    let mut world = support::world(&format!(
        "{HEAD}DEF P Pose {{ children [ DEF L PointLight {{ attenuation 0 0 1 }} ] }}\nUSE P\n"
    ));
    let copy = |world: &World, name: &str| {
        let scene = world.scene();
        let uses = scene
            .ids()
            .filter(|node| scene.get(*node).unwrap().used_def().is_some());
        let pose = uses.last().unwrap();
        let light = scene.nodes_of(pose, "children")[0];
        let node = if name == "translation" { pose } else { light };
        world.get(scene.field(node, name).unwrap()).unwrap()
    };
    for (def, name, value) in [
        ("L", "color", Value::Color([0.5, 0.5, 0.5])),
        ("L", "on", Value::Bool(false)),
        ("L", "location", Value::Vec3([1.0, 2.0, 3.0])),
        ("L", "intensity", Value::Float(3.0)),
        ("P", "translation", Value::Vec3([4.0, 5.0, 6.0])),
    ] {
        set(&mut world, def, name, value.clone());
        world.step();
        assert_eq!(copy(&world, name), value, "{name}");
    }
}

#[test]
fn a_use_elsewhere_is_switched_with_the_light_of_an_led() {
    let mut world = support::world(&format!(
        "{HEAD}Robot {{ name \"r\" children [ LED {{ name \"l\" children [ DEF G Group {{ children [ PointLight {{ attenuation 0 0 1 }} ] }} ] }} ] }}\n\
         Solid {{ children [ USE G ] }}\n"
    ));
    let lights = |world: &World| {
        let scene = world.scene();
        let is_light = |node: &foxden_scene::NodeId| {
            scene.get(*node).unwrap().base_type().name() == "PointLight"
        };
        let nodes: Vec<_> = scene.ids().filter(is_light).collect();
        let on = |node| world.get(scene.field(node, "on").unwrap()).unwrap();
        nodes.into_iter().map(on).collect::<Vec<_>>()
    };
    assert_eq!(lights(&world), [Value::Bool(false), Value::Bool(false)]);
    light(&mut world, 1);
    assert_eq!(lights(&world), [Value::Bool(true), Value::Bool(true)]);
}

#[test]
fn a_material_that_is_defined_elsewhere_becomes_one_of_its_own() {
    let mut world = support::world(&format!(
        "{HEAD}Solid {{ children [ Shape {{ appearance Appearance {{ material DEF M Material {{ emissiveColor 1 0 0 }} }} }} ] }}\n\
         DEF C Charger {{ battery [ 50 100 0 ] children [ Shape {{ appearance DEF A Appearance {{ material USE M }} }} ] }}\n"
    ));
    assert_eq!(used(&world, "emissiveColor"), None);
    set(
        &mut world,
        "M",
        "emissiveColor",
        Value::Color([0.0, 0.0, 1.0]),
    );
    world.step();
    assert_eq!(color(&world, "M", "emissiveColor"), [0.0, 0.0, 1.0]);
    let material = world
        .scene()
        .nodes_of(world.scene().find_def("A").unwrap(), "material")[0];
    let own = world.scene().field(material, "emissiveColor").unwrap();
    assert_eq!(world.get(own), Some(Value::Color([0.5, 0.5, 0.0])));
}

#[test]
fn a_reset_colours_only_what_a_charger_that_worked_has_found() {
    for (battery, expected) in [("5 10", [1.0, 0.0, 0.0]), ("5 10 0", [0.5, 0.5, 0.0])] {
        let mut world = support::world(&format!(
            "{HEAD}Charger {{ battery [ {battery} ] emissiveColor 0 1 0 children [ DEF L PointLight {{ color 1 0 0 attenuation 0 0 1 }} ] }}\n"
        ));
        world.step();
        world.reset_now();
        assert_eq!(color(&world, "L", "color"), expected);
    }
}

const LED: &str = "Robot { name \"r\" children [ DEF D LED { name \"l\" color [ 0 1 0 ] children [\n\
    DEF G Group { children [ DEF L PointLight { attenuation 0 0 1 } DEF S Shape { } ] } ] } ] }\n";

#[test]
fn an_led_shows_its_value_again_when_children_of_its_groups_change() {
    let mut world = support::world(&format!("{HEAD}{LED}"));
    light(&mut world, 1);
    for (def, text) in [("G", "Shape { }"), ("D", "Pose { }")] {
        set(&mut world, "L", "color", Value::Color([0.0, 0.0, 1.0]));
        set(&mut world, "L", "on", Value::Bool(false));
        world.step();
        assert_eq!(color(&world, "L", "color"), [0.0, 0.0, 1.0]);
        import(&mut world, def, "children", text);
        assert_eq!(color(&world, "L", "color"), [0.0, 1.0, 0.0], "{def}");
        assert!(is_on(&world, "L"), "{def}");
    }
    // another edit of the world is none of its business
    set(&mut world, "L", "on", Value::Bool(false));
    let top = world.scene().top_level();
    let at = world.scene().nodes_in(top).len();
    world.insert(top, at, "Solid { name \"other\" }").unwrap();
    assert!(!is_on(&world, "L"));
}

#[test]
fn an_led_does_not_notice_the_first_appearance_of_a_shape() {
    let mut world = support::world(&format!("{HEAD}{LED}"));
    light(&mut world, 1);
    import(&mut world, "S", "appearance", "DEF A PBRAppearance { }");
    light(&mut world, 0);
    light(&mut world, 1);
    assert_eq!(color(&world, "A", "emissiveColor"), [0.0; 3]);
    // until it looks again
    import(&mut world, "G", "children", "Shape { }");
    assert_eq!(color(&world, "A", "emissiveColor"), [0.0, 1.0, 0.0]);
    let node = world.scene().find_def("A").unwrap();
    world.remove(node).unwrap();
    import(&mut world, "S", "appearance", "DEF B PBRAppearance { }");
    assert_eq!(color(&world, "B", "emissiveColor"), [0.0, 1.0, 0.0]);
}
