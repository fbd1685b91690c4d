//! Random edits: what is patched into a running world equals what a fresh
//! compilation of its scene gives, and what was not edited goes on.
#![allow(clippy::unwrap_used)]

use crate::controller::Write;
use crate::math::Vector;
use crate::model::Model;
use crate::model::compile::compile;
use crate::state::random::Random;
use crate::world::World;
use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_scene::{Library, NodeId, Value, load};
use std::sync::Arc;

const WORLD: &str = "#VRML_SIM R2023b utf8
WorldInfo { basicTimeStep 16 contactProperties [ ContactProperties { material1 \"rubber\" coulombFriction [ 0.5 ] } ] }
Viewpoint { }
DEF SUN DirectionalLight { direction 0 0.2 -1 }
Solid { name \"floor\" boundingObject Plane { } }
DEF BOX Solid { translation 0 0 0.3 name \"box\" contactMaterial \"rubber\" boundingObject DEF G Box { size 0.1 0.1 0.1 } physics DEF P Physics { } }
DEF LAMP Solid { translation 1 0 1 name \"lamp\" children [ DEF L PointLight { attenuation 0 0 1 } Shape { appearance DEF A PBRAppearance { } geometry USE G } ] }
DEF C Charger { translation 0 1 0 battery [ 10 100 5 ] children [ Shape { appearance PBRAppearance { } geometry Sphere { } } ] }
DEF R Robot { translation 0 -1 0.2 name \"r\" battery [ 50 60 5 ] boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } children [
  LightSensor { name \"ls\" occlusion TRUE } DistanceSensor { translation 0.2 0 0 name \"ds\" } GPS { name \"gps\" } Emitter { name \"e\" } Receiver { name \"rc\" }
  Connector { translation 0.1 0 0 name \"cn\" }
  HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 } device [ DEF M RotationalMotor { name \"m\" } PositionSensor { name \"ps\" } ]
    endPoint DEF W Solid { translation 0.2 0.2 0 name \"w\" boundingObject Sphere { radius 0.05 } physics Physics { } } } ] }
";

const SNIPPETS: [&str; 9] = [
    "Solid { translation 3 3 1 boundingObject Sphere { radius 0.1 } physics Physics { } }",
    "Solid { name \"plain\" }",
    "PointLight { attenuation 0 0 1 location 1 1 1 }",
    "Robot { name \"new\" battery [ 1 2 3 ] children [ LightSensor { } LED { children [ PointLight { attenuation 0 0 1 } ] } ] }",
    "Charger { battery [ 1 2 3 ] }",
    "Group { children [ Solid { name \"in\" boundingObject Box { } contactMaterial \"ice\" } ] }",
    "Shape { appearance PBRAppearance { } geometry Box { } }",
    "HingeJoint { jointParameters HingeJointParameters { position 0.1 } endPoint Solid { name \"j\" } }",
    "Receiver { channel 3 }",
];

fn world() -> World {
    let mut storage = MemoryStorage::new();
    storage.insert("/test/worlds/test.wbt", WORLD);
    let location = Location::file("/test/worlds/test.wbt");
    let search = Search::new(SearchSettings::for_document(&location), storage);
    let mut library = Library::new(Arc::new(search));
    let scene = load(&location, &mut library).unwrap().scene;
    World::new(scene, library)
}

/// All that a model says, in an order that is always the same. Values that the
/// running state owns are left out: the model has them as they were at first.
fn summary(model: &Model) -> String {
    let mut model = model.clone();
    let mut lines: Vec<String> = Vec::new();
    lines.extend(model.rows.iter().map(|row| format!("{row:?}")));
    lines.extend(model.node_rows.iter().map(|row| format!("{row:?}")));
    lines.extend(model.indexed.iter().map(|row| format!("{row:?}")));
    lines.sort();
    for solid in &mut model.solids {
        solid.linear_velocity = Vector::ZERO;
        solid.angular_velocity = Vector::ZERO;
    }
    for emitter in &mut model.devices.emitters {
        (emitter.channel, emitter.own.range) = (0, 0.0);
    }
    for receiver in &mut model.devices.receivers {
        receiver.channel = 0;
    }
    for connector in &mut model.devices.connectors {
        connector.is_locked = false;
    }
    for robot in &mut model.robots {
        robot.battery.clear();
    }
    for charger in &mut model.chargers {
        charger.battery.clear();
    }
    for motor in &mut model.devices.motors {
        // limits are widened for the position at first
        (motor.min_position, motor.max_position) = (0.0, 0.0);
    }
    let places: Vec<_> = model
        .pose_nodes
        .iter()
        .map(|row| (row.node, row.parent))
        .collect();
    let lights: Vec<_> = model
        .lights
        .iter()
        .map(|row| (row.node, row.place))
        .collect();
    let chargers: Vec<_> = model
        .chargers
        .iter()
        .map(|row| (row.node, row.place))
        .collect();
    let colliders: Vec<_> = model
        .colliders
        .iter()
        .map(|row| (row.solid, row.robot, &row.pose, &row.shape))
        .collect();
    let joints: Vec<_> = model
        .joints
        .iter()
        .map(|row| (row.node, row.kind, row.parent, row.end, row.anchor))
        .collect();
    let tables = (
        (
            &model.settings,
            &model.bodies,
            &model.solids,
            &model.visuals,
        ),
        (&model.robots, chargers, &model.devices, joints),
        (&model.before_physics, &model.after_physics, &model.used),
    );
    format!("{tables:#?}\n{places:#?}\n{lights:#?}\n{colliders:#?}\n{lines:#?}")
}

/// A random edit; what the scene refuses does not count.
fn edit(world: &mut World, random: &mut Random) {
    let mut pick = |count: usize| (random.uniform() * count as f64) as usize % count.max(1);
    let nodes: Vec<NodeId> = world.scene().ids().collect();
    let node = nodes[pick(nodes.len())];
    match pick(4) {
        0 => {
            let snippet = SNIPPETS[pick(SNIPPETS.len())];
            let field = match pick(2) {
                0 => world.scene().top_level(),
                _ => match world.scene().field(node, "children") {
                    Some(field) => field,
                    None => return,
                },
            };
            let at = pick(world.scene().nodes_in(field).len() + 1);
            let _ = world.insert(field, at, snippet);
        }
        1 => {
            let is_needed = ["WorldInfo", "Viewpoint"]
                .contains(&world.scene().get(node).map_or("", |node| node.type_name()));
            if !is_needed && node != world.scene().root() {
                let _ = world.remove(node);
            }
        }
        _ => {
            let fields = world.scene().base_fields(node);
            if fields.is_empty() {
                return;
            }
            let field = fields[pick(fields.len())];
            let number = pick(100) as f64 / 25.0;
            let value = match world.get(field) {
                Some(Value::Float(_)) => Value::Float(number),
                Some(Value::Vec3(_)) => Value::Vec3([number, 0.5, 1.0]),
                Some(Value::Color(_)) => Value::Color([0.25, number / 4.0, 1.0]),
                Some(Value::Bool(flag)) => Value::Bool(!flag),
                Some(Value::Rotation(_)) => Value::Rotation([0.0, 0.0, 1.0, number]),
                Some(Value::Int(_)) => Value::Int(number as i32),
                Some(Value::FloatList(_)) => Value::FloatList(vec![number, 5.0, 1.0]),
                _ => return,
            };
            let _ = world.set(field, Write::Whole(value));
        }
    }
}

#[test]
fn random_edits_patched_into_the_model_equal_a_fresh_compilation() {
    for seed in 0..40 {
        let mut world = world();
        let mut random = Random::new(seed);
        for step in 0..30 {
            edit(&mut world, &mut random);
            let fresh = compile(&world.scene, &world.assets, &world.model.bodies.materials);
            let (patched, fresh) = (summary(&world.model), summary(&fresh));
            if patched != fresh {
                let lines = patched.lines().zip(fresh.lines());
                let (a, b) = lines.clone().find(|(a, b)| a != b).unwrap_or_default();
                panic!("seed {seed}, edit {step}: patched {a:?}, fresh {b:?}");
            }
            if step % 7 == 0 {
                world.step();
            }
        }
    }
}

#[test]
fn what_was_not_edited_goes_on_to_the_last_bit() {
    let mut edited = world();
    let mut plain = world();
    for step in 0..200 {
        if step == 40 {
            let field = edited.scene().top_level();
            edited.insert(field, 3, "Solid { name \"x\" }").unwrap();
        }
        if step == 80 {
            let node = edited.scene().find_def("LAMP").unwrap();
            edited.remove(node).unwrap();
        }
        edited.step();
        plain.step();
        for def in ["BOX", "R", "W"] {
            let place = |world: &World| {
                let node = world.scene().find_def(def).unwrap();
                (
                    world.position(node),
                    world.orientation(node),
                    world.velocity(node),
                )
            };
            assert_eq!(place(&edited), place(&plain), "{def} at step {step}");
        }
    }
}
