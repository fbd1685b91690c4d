//! Changes to a scene in use: values, nodes from text, templates, USE and Slot.
#![allow(clippy::unwrap_used)]

use foxden_lang::resolve::{Location, MemoryStorage, Search, Settings};
use foxden_scene::{Change, EditError, Library, NodeId, Scene, Value, load, save_text};
use std::sync::Arc;

const WORLD: &str = r#"#VRML_SIM R2023b utf8

IMPORTABLE EXTERNPROTO "../protos/Hand.proto"
EXTERNPROTO "../protos/Arm.proto"
EXTERNPROTO "../protos/Row.proto"

WorldInfo {
}
Viewpoint {
}
DEF ARM Arm {
}
DEF ROW Row {
  count 2
}
DEF BOX Solid {
  name "box"
  children [
    Shape {
      geometry DEF G Box {
        size 1 1 1
      }
    }
    Shape {
      geometry USE G
    }
  ]
}
"#;

const ARM: &str = r#"#VRML_SIM R2023b utf8
PROTO Arm [
  field SFVec3f translation 0 0 0
  field SFString name "arm"
  field SFNode hand NULL
]
{
  Robot {
    translation IS translation
    name IS name
    children [
      Slot { type "grip-" endPoint IS hand }
    ]
  }
}
"#;

const HAND: &str = r#"#VRML_SIM R2023b utf8
PROTO Hand [
  field SFString type "grip+"
]
{
  Slot { type IS type endPoint Solid { name "hand" } }
}
"#;

const ROW: &str = r#"#VRML_SIM R2023b utf8
# template language: javascript
PROTO Row [
  field SFInt32 count 1
  unconnectedField SFString note ""
]
{
  Group {
    children [
      %< for (let i = 0; i < fields.count.value; i++) { >%
      Pose { translation %<= i >% 0 0 }
      %< } >%
    ]
  }
}
"#;

fn open() -> (Scene, Library) {
    let mut storage = MemoryStorage::new();
    storage.insert("/den/worlds/a.wbt", WORLD);
    storage.insert("/den/protos/Arm.proto", ARM);
    storage.insert("/den/protos/Hand.proto", HAND);
    storage.insert("/den/protos/Row.proto", ROW);
    let world = Location::file("/den/worlds/a.wbt");
    let mut library = Library::new(Arc::new(Search::new(
        Settings::for_document(&world),
        storage,
    )));
    let loaded = load(&world, &mut library).unwrap();
    assert!(!loaded.diagnostics.has_errors(), "{:?}", loaded.diagnostics);
    (loaded.scene, library)
}

fn def(scene: &Scene, name: &str) -> NodeId {
    scene.find_def(name).unwrap()
}

#[test]
fn a_parameter_and_the_field_bound_to_it_are_one_value() {
    let (mut scene, _) = open();
    let arm = def(&scene, "ARM");
    scene
        .set(
            scene.parameter(arm, "translation").unwrap(),
            Value::Vec3([1.0, 2.0, 3.0]),
        )
        .unwrap();
    assert_eq!(scene.vec3(arm, "translation"), Some([1.0, 2.0, 3.0]));
    let inside = scene.base_field(arm, "translation").unwrap();
    assert!(matches!(
        scene.set(inside, Value::Vec3([0.0; 3])),
        Err(EditError::ReadOnly)
    ));
}

#[test]
fn a_hand_that_fits_is_plugged_in_and_another_is_not() {
    let (mut scene, mut library) = open();
    let arm = def(&scene, "ARM");
    let hand = scene.parameter(arm, "hand").unwrap();
    let refused = scene
        .insert_text(&mut library, hand, 0, "Hand { type \"grip-\" }")
        .unwrap_err();
    assert!(refused.to_string().contains("same gender"), "{refused}");
    assert!(scene.nodes_in(hand).is_empty());
    scene
        .insert_text(&mut library, hand, 0, "Hand { }")
        .unwrap();
    let slot = scene.nodes_of(arm, "children")[0];
    let plugged = scene.node_in(slot, "endPoint").unwrap();
    assert_eq!(scene.get(plugged).unwrap().type_name(), "Hand");
    assert!(scene.node_in(plugged, "endPoint").is_some());
    assert!(matches!(
        scene.insert_text(&mut library, hand, 0, "Hand { }"),
        Err(EditError::Occupied)
    ));
    scene.remove_node(&mut library, hand, 0).unwrap();
    assert!(scene.node_in(slot, "endPoint").is_none());
}

#[test]
fn a_template_runs_once_for_all_changes_and_keeps_its_node() {
    let (mut scene, mut library) = open();
    let row = def(&scene, "ROW");
    assert_eq!(scene.nodes_of(row, "children").len(), 2);
    let count = scene.parameter(row, "count").unwrap();
    scene.set(count, Value::Int(7)).unwrap();
    scene.set(count, Value::Int(5)).unwrap();
    assert_eq!(
        scene.nodes_of(row, "children").len(),
        2,
        "nothing happens before the scene settles"
    );
    scene.take_changes();
    scene.settle(&mut library);
    assert_eq!(scene.nodes_of(row, "children").len(), 5);
    assert_eq!(scene.take_changes(), [Change::Regenerated(row)]);
    let note = scene.parameter(row, "note").unwrap();
    scene.set(note, Value::String("x".into())).unwrap();
    scene.take_changes();
    scene.settle(&mut library);
    assert!(
        scene.take_changes().is_empty(),
        "a parameter that no statement names changes no text"
    );
}

#[test]
fn a_use_repeats_its_def_when_the_scene_settles() {
    let (mut scene, mut library) = open();
    let solid = def(&scene, "BOX");
    let shapes = scene.nodes_of(solid, "children").to_vec();
    let geometry = |scene: &Scene, at: usize| scene.node_in(shapes[at], "geometry").unwrap();
    let used = geometry(&scene, 1);
    let size = scene.base_field(geometry(&scene, 0), "size").unwrap();
    scene.set(size, Value::Vec3([2.0, 3.0, 4.0])).unwrap();
    assert_eq!(scene.vec3(used, "size"), Some([1.0; 3]));
    scene.settle(&mut library);
    assert_eq!(scene.vec3(used, "size"), Some([2.0, 3.0, 4.0]));
    assert_eq!(geometry(&scene, 1), used, "its id stays");
    assert!(save_text(&scene).contains("geometry USE G"));
}

#[test]
fn values_out_of_range_are_mended_when_the_scene_settles() {
    let (mut scene, mut library) = open();
    let solid = def(&scene, "BOX");
    let geometry = scene
        .node_in(scene.nodes_of(solid, "children")[0], "geometry")
        .unwrap();
    let size = scene.base_field(geometry, "size").unwrap();
    scene.set(size, Value::Vec3([-1.0, 1.0, 1.0])).unwrap();
    let findings = scene.settle(&mut library);
    assert_eq!(findings.len(), 1);
    assert_eq!(scene.vec3(geometry, "size"), Some([1.0; 3]));
    assert!(matches!(
        scene.set(size, Value::Vec3([f64::NAN, 1.0, 1.0])),
        Err(EditError::NotFinite)
    ));
    assert!(matches!(
        scene.set(size, Value::Float(1.0)),
        Err(EditError::WrongType { .. })
    ));
}

#[test]
fn text_that_is_refused_changes_nothing() {
    let (mut scene, mut library) = open();
    let before = save_text(&scene);
    let top = scene.top_level();
    let count = scene.nodes_in(top).len();
    for text in [
        "Box { }",
        "Solid { translation 1 2 }",
        "Unknown { }",
        "Arm { }",
        "",
        "Slot { endPoint Solid { } }",
        "USE NOBODY",
    ] {
        assert!(
            scene.insert_text(&mut library, top, count, text).is_err(),
            "{text}"
        );
        assert_eq!(save_text(&scene), before, "{text}");
    }
    let error = scene
        .replace_text(&mut library, top, 2, "Box { }")
        .unwrap_err();
    assert!(error.to_string().contains("top level"), "{error}");
    assert_eq!(save_text(&scene), before);
}

#[test]
fn a_removed_def_leaves_its_name_to_its_use() {
    let (mut scene, mut library) = open();
    let solid = def(&scene, "BOX");
    let children = scene.base_field(solid, "children").unwrap();
    let used = scene
        .node_in(scene.nodes_in(children)[1], "geometry")
        .unwrap();
    scene.remove_node(&mut library, children, 0).unwrap();
    let node = scene.get(used).unwrap();
    assert_eq!((node.def(), node.used_def()), (Some("G"), None));
}

#[test]
fn a_copy_is_independent() {
    let (mut scene, _) = open();
    let solid = def(&scene, "BOX");
    let top = scene.top_level();
    let copy = scene.duplicate(solid, top).unwrap();
    scene
        .set(
            scene.base_field(copy, "name").unwrap(),
            Value::String("copy".into()),
        )
        .unwrap();
    assert_eq!(&*scene.text(solid, "name").unwrap().value, "box");
    assert_eq!(scene.nodes_of(copy, "children").len(), 2);
}

#[test]
fn poses_add_up_from_the_root() {
    let (mut scene, mut library) = open();
    let top = scene.top_level();
    let text = "DEF P Pose { translation 1 0 0 rotation 0 0 1 1.5707963267948966 children DEF Q Pose { translation 2 0 0 } }";
    scene.insert_text(&mut library, top, 0, text).unwrap();
    let at = scene.world_pose(def(&scene, "Q")).apply([0.0; 3]);
    assert!(
        (at[0] - 1.0).abs() < 1e-12 && (at[1] - 2.0).abs() < 1e-12,
        "{at:?}"
    );
}
