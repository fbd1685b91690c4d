//! Worlds and the files that they name.

use crate::limits::{limited, project, said};
use foxden::{Edit, OpenOptions};
use foxden_scene::Value;
use foxden_sim::controller::Write;
use std::fmt::Write as _;
use std::path::Path;

const HEAD: &str = "#VRML_SIM R2023b utf8\nWorldInfo {}\nViewpoint {}\n";

/// Runs a world of the corpus for a moment and gives what was said.
fn run(folder: &Path, world: &str) -> String {
    said(&limited(
        folder,
        &format!("run --offline --no-controllers --threads 1 --steps 2 {world}"),
    ))
}

/// Makes a world and runs it.
fn run_text(nodes: &str) -> String {
    run_with_head(HEAD, nodes)
}

fn run_with_head(head: &str, nodes: &str) -> String {
    let folder = project();
    let world = folder.path().join("worlds/made.wbt");
    std::fs::write(world, format!("{head}{nodes}")).unwrap();
    run(folder.path(), "worlds/made.wbt")
}

fn assert_says(text: &str, wanted: &str) {
    assert!(text.contains(wanted), "no '{wanted}' in: {text}");
}

/// Makes a COLLADA file.
fn dae(folder: &Path, name: &str, geometry: &str, scene: &str) {
    let text = format!(
        "<?xml version=\"1.0\"?><COLLADA><library_geometries><geometry id=\"g\"><mesh>{geometry}</mesh></geometry>\
         </library_geometries><library_visual_scenes><visual_scene>{scene}</visual_scene></library_visual_scenes></COLLADA>"
    );
    std::fs::write(folder.join("worlds/m").join(name), text).unwrap();
}

#[test]
fn collada_is_not_followed_into_depths() {
    let folder = project();
    let deep = "<node>".repeat(20_000) + &"</node>".repeat(20_000);
    dae(folder.path(), "deep.dae", "", &deep);
    assert_says(&run(folder.path(), "worlds/mesh_deep_dae.wbt"), "256 deep");
}

#[test]
fn a_collada_offset_may_be_any_number() {
    let folder = project();
    let text = run(folder.path(), "worlds/mesh_off_dae.wbt");
    assert_says(&text, "its mesh cannot be read");
    // a check reads the file too, and says it once for each node with its place
    let text = said(&limited(
        folder.path(),
        "check --offline worlds/mesh_off_dae.wbt",
    ));
    assert_says(&text, "6:61: warning[missing-file]");
    assert_eq!(text.matches("its mesh cannot be read").count(), 3, "{text}");
}

#[test]
fn copies_of_a_collada_geometry_are_counted() {
    let folder = project();
    let numbers = "1 ".repeat(30_000);
    let corners: String = (0..10_000).fold(String::new(), |mut text, at| {
        let _ = write!(text, "{at} ");
        text
    });
    let geometry = format!(
        "<source id=\"s\"><float_array>{numbers}</float_array></source><vertices id=\"v\">\
         <input semantic=\"POSITION\" source=\"#s\"/></vertices><triangles>\
         <input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>{corners}</p></triangles>"
    );
    let copies = "<instance_geometry url=\"#g\"/>".repeat(20_000);
    let scene = format!("<node>{copies}</node>");
    dae(folder.path(), "geombomb.dae", &geometry, &scene);
    let text = run(folder.path(), "worlds/mesh_geombomb_dae.wbt");
    assert_says(&text, "10000000 nodes, points");
}

#[test]
fn a_step_beyond_all_numbers_is_found_and_harmless() {
    let folder = project();
    let checked = said(&limited(folder.path(), "check worlds/n_ts_1e308.wbt"));
    assert_says(&checked, "at most 2147483647");
    run(folder.path(), "worlds/n_ts_1e308.wbt");
}

#[test]
fn a_face_with_too_many_corners_is_left_out() {
    // numbers without order, from a fixed start
    let mut seed = 1_u32;
    let mut number = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(seed >> 16) / 65_536.0
    };
    let points: String = (0..40_000).fold(String::new(), |mut text, _| {
        let _ = write!(text, "{:.3} {:.3} 0 ", number(), number());
        text
    });
    let corners: String = (0..40_000).fold(String::new(), |mut text, at| {
        let _ = write!(text, "{at} ");
        text
    });
    let text = run_text(&format!(
        "Solid {{ boundingObject IndexedFaceSet {{ coord Coordinate {{ point [ {points} ] }} \
         coordIndex [ {corners} -1 ] }} }}\n"
    ));
    assert_says(&text, "100000000 tests");
}

#[test]
fn a_mesh_that_is_used_again_takes_no_room() {
    let points = "1 2 3 ".repeat(10_000);
    let corners = "0 1 2 -1 ".repeat(10_000);
    let uses = "USE M ".repeat(2000);
    let text = run_text(&format!(
        "DEF M Shape {{ geometry IndexedFaceSet {{ coord Coordinate {{ point [ {points} ] }} \
         coordIndex [ {corners} ] }} }}\nGroup {{ children [ {uses} ] }}\n"
    ));
    assert!(!text.contains("left out"), "{text}");
}

#[test]
fn a_height_field_has_no_more_triangles_than_others() {
    let grid = "ElevationGrid { xDimension 4000 yDimension 4000 }";
    let text = run_text(&format!(
        "Solid {{ children [ Shape {{ geometry {grid} }} ] boundingObject {grid} }}\n"
    ));
    assert_says(&text, "8000000 triangles");
}

#[test]
fn chains_of_use_end() {
    let text = run_text(&"DEF A Group { children [ USE A ] }\n".repeat(20_000));
    assert_says(&text, "512 deep");
    assert_says(&text, "1000000 nodes");
}

#[test]
fn misplaced_nodes_cost_no_more_than_others() {
    for nodes in [
        "Box{}\n".repeat(150_000),
        "DEF S Shape{}\nUSE S\n".to_owned() + &"Box{}\n".repeat(150_000),
        format!("Group{{children[{}]}}\n", "Box{}\n".repeat(150_000)),
        format!(
            "Solid{{boundingObject Group{{children[{}]}}}}\n",
            "Solid{}\n".repeat(100_000)
        ),
    ] {
        assert_says(&run_text(&nodes), "it was left out");
    }
}

#[test]
fn templates_have_a_limit_together() {
    let head = HEAD.replacen('\n', "\nEXTERNPROTO \"../protos/Slow.proto\"\n", 1);
    let nodes = (0..30_000).fold(String::new(), |mut text, at| {
        let _ = writeln!(text, "Slow {{ n {at} }}");
        text
    });
    let text = run_with_head(&head, &nodes);
    assert_says(&text, "200000000 operations together");
}

#[test]
fn templates_that_run_again_have_the_limit_for_each_change() {
    let folder = project();
    let path = folder.path().join("worlds/late.wbt");
    let declared = "\nIMPORTABLE EXTERNPROTO \"../protos/S.proto\"\nIMPORTABLE EXTERNPROTO \"../protos/T.proto\"\n";
    let head = HEAD.replacen('\n', declared, 1);
    std::fs::write(&path, format!("{head}DEF S S {{}}\nDEF T T {{}}\n")).unwrap();
    let mut world = OpenOptions::new().offline(true).open(&path).unwrap();
    // all runs of the second one together take more than the limit of one change
    for (def, changes) in [("S", 20), ("T", 250)] {
        for change in 0..changes {
            let scene = world.simulation().scene();
            let node = scene.find_def(def).unwrap();
            let field = scene.field(node, "n").unwrap();
            let value = Write::Whole(Value::Int(change % 7));
            world.edit(Edit::Set(field, value)).unwrap();
            let scene = world.simulation().scene();
            let node = scene.find_def(def).unwrap();
            let children = scene.base_field(node, "children").unwrap();
            let count = scene.nodes_in(children).len();
            assert_eq!(count, (change % 7) as usize, "{def}, change {change}");
        }
    }
    let field = world.simulation().scene().top_level();
    for text in ["T { n 4 }", "S { n 4 }"] {
        let (at, text) = (usize::MAX, text.to_owned());
        let new = world.edit(Edit::Insert { field, at, text }).unwrap();
        let scene = world.simulation().scene();
        let children = scene.base_field(new[0], "children").unwrap();
        assert_eq!(scene.nodes_in(children).len(), 4);
    }
}

#[test]
fn work_of_native_functions_is_counted() {
    let folder = project();
    let text = run(folder.path(), "worlds/js_native_loops.wbt");
    assert_says(&text, "raw on more than 4000000 items");
    assert_says(&text, "100000000 operations");
}

#[test]
fn files_of_templates_have_a_limit() {
    let folder = project();
    let text = run(folder.path(), "worlds/js_f8.wbt");
    assert_says(&text, "64 MiB");
    // nothing of them stays
    let left = std::fs::read_dir(folder.path()).unwrap().flatten();
    let names: Vec<_> = left.map(|entry| entry.file_name()).collect();
    assert!(
        !names
            .iter()
            .any(|name| name.to_string_lossy().starts_with("foxden-")),
        "{names:?}"
    );
}

#[test]
fn a_file_of_keys_has_an_end() {
    let folder = project();
    let output = limited(
        folder.path(),
        "run --offline --no-controllers --steps 2 --keys-file /dev/zero worlds/n_ts_1e308.wbt",
    );
    assert_says(&said(&output), "/dev/zero: it is no plain file");
}

#[test]
fn threads_are_not_made_without_end() {
    let folder = project();
    let output = limited(
        folder.path(),
        "run --offline --no-controllers --threads 8000 --steps 2 worlds/n_ts_1e308.wbt",
    );
    assert_says(&said(&output), "--threads 8000 is more than 4 for each");
}

#[test]
fn boxes_in_one_place_take_bounded_room() {
    let boxes: String = (0..800).fold(String::new(), |mut text, at| {
        let _ = writeln!(
            text,
            "Solid {{ physics Physics {{}} boundingObject Box {{}} name \"b{at}\" }}"
        );
        text
    });
    run_text(&boxes);
}

#[test]
fn parts_of_a_robot_in_one_place_take_bounded_time() {
    let part = "HingeJoint { jointParameters HingeJointParameters {} device RotationalMotor {} \
                endPoint Solid { physics Physics {} boundingObject Box { size 0.01 0.01 0.01 } } } ";
    run_text(&format!(
        "Robot {{ children [ {} ] physics Physics {{}} boundingObject Box {{}} }}\n",
        part.repeat(1500)
    ));
}

#[test]
fn shapes_in_one_place_take_bounded_room() {
    let uses = "USE S ".repeat(12_000);
    let ball = "physics Physics {} boundingObject Sphere {}";
    let body = format!(
        "Solid {{ physics Physics {{}} boundingObject Group {{ children [ {} ] }} }}\n",
        "Box {} ".repeat(3000)
    );
    let obstacles = "Solid { boundingObject Box {} }\n".repeat(5000);
    let sensors = "Robot { children [ TouchSensor { boundingObject Sphere {} } ] }\n";
    let boxes = "DEF S Solid { physics Physics {} boundingObject Box {} }\n";
    for nodes in [
        format!("DEF S Solid {{ {ball} }}\n{uses}"),
        format!("{boxes}{}", "USE S\n".repeat(100_000)),
        body.repeat(2),
        obstacles + &format!("Solid {{ {ball} }}\n").repeat(2000),
    ] {
        assert_says(&run_text(&nodes), "not all of them touch each other");
    }
    // nothing falls there
    run_text(&sensors.repeat(9000));
}
