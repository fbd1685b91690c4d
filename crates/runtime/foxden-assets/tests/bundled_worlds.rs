//! The bundled worlds and the larger test worlds, read from disk as a user
//! reads them, without network.
#![allow(clippy::unwrap_used)]

use foxden_assets::files::{self, FileSystem};
use foxden_lang::diagnostic::Severity;
use foxden_lang::resolve::{AssetKind, Resolver, Search};
use foxden_scene::{Library, Loaded, Value, load};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn open(world: &str) -> Loaded {
    read(&root().join(world)).1
}

fn read(world: &Path) -> (Arc<Search<FileSystem>>, Loaded) {
    let world = files::document(world).unwrap();
    let settings = files::settings(&world, &[], None).unwrap();
    let search = Arc::new(Search::new(settings, FileSystem::new()));
    let loaded = load(&world, &mut Library::new(search.clone())).unwrap();
    (search, loaded)
}

fn worlds_below(folder: &Path) -> Vec<PathBuf> {
    let mut worlds: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "wbt"))
        .collect();
    worlds.sort();
    worlds
}

/// How many nodes of each type, and instances of each PROTO, the tree holds.
fn census(loaded: &Loaded) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let scene = &loaded.scene;
    for id in scene.descendants(scene.root()) {
        let node = scene.get(id).unwrap();
        *counts
            .entry(node.base_type().name().to_owned())
            .or_default() += 1;
        if node.proto().is_some() {
            *counts.entry(node.type_name().to_owned()).or_default() += 1;
        }
    }
    counts
}

/// Loads a world, expects no error and compares a few counts.
fn expect(world: &str, expected: &[(&str, usize)]) {
    let loaded = open(world);
    let errors: Vec<_> = loaded
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .map(|diagnostic| diagnostic.message.as_str())
        .collect();
    assert!(errors.is_empty(), "{world}: {errors:#?}");
    let counts = census(&loaded);
    for (name, count) in expected {
        assert_eq!(
            counts.get(*name).copied().unwrap_or_default(),
            *count,
            "{name} in {world}"
        );
    }
}

#[test]
fn the_greeting_world() {
    expect(
        "worlds/hello.wbt",
        &[
            ("Robot", 1),
            ("HingeJoint", 2),
            ("SolidBox", 4),
            ("Plane", 1),
        ],
    );
}

#[test]
fn only_hands_fit_the_porter() {
    let loaded = open("worlds/slot.wbt");
    let scene = &loaded.scene;
    let held = |def: &str| {
        let porter = scene.find_def(def).unwrap();
        let extension = scene.parameter(porter, "handExtension").unwrap();
        let hand = scene.nodes_in(extension).first()?;
        Some(scene.get(*hand).unwrap().type_name().to_owned())
    };
    assert_eq!(held("PINCER_PORTER").as_deref(), Some("PincerHand"));
    assert_eq!(held("CUP_PORTER").as_deref(), Some("CupHand"));
    assert_eq!(held("DIVER_PORTER"), None);
    assert_eq!(held("TABLE_PORTER"), None);
    assert_eq!(census(&loaded).get("WorkTable"), Some(&1));

    let warnings: Vec<_> = loaded
        .diagnostics
        .iter()
        .map(|diagnostic| (diagnostic.severity, diagnostic.message.as_str()))
        .collect();
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(
        warnings
            .iter()
            .all(|(severity, _)| *severity == Severity::Warning)
    );
    assert!(warnings[0].1.contains("diverHand") && warnings[0].1.contains("robotHand"));
    assert!(warnings[1].1.contains("robotHand"));
}

#[test]
fn an_old_farm_with_its_axes_turned_and_its_lua_run() {
    expect(
        "tests/worlds/old_farm/worlds/farm.wbt",
        &[
            ("Robot", 14 + 2),
            ("Sheep", 14),
            ("Fence", 2),
            ("Barn", 1),
            ("Silo", 2),
        ],
    );
}

#[test]
fn a_warehouse_of_racks_pallets_and_trucks() {
    expect(
        "tests/worlds/warehouse/worlds/warehouse.wbt",
        &[
            ("Robot", 3),
            ("Shelf", 5),
            ("HingeJoint", 4),
            ("Hinge2Joint", 2),
            ("SliderJoint", 2),
            ("DistanceSensor", 2),
        ],
    );
}

#[test]
fn two_wheelers_derived_from_one_base() {
    expect(
        "tests/worlds/wheeled_pair/worlds/follow_my_leader.wbt",
        &[
            ("Robot", 3),
            ("DriveWheel", 6),
            ("HingeJoint", 7),
            ("BallJoint", 3),
            ("DistanceSensor", 5 + 2 + 12),
            ("Camera", 1),
        ],
    );
}

#[test]
fn arms_of_nested_links_with_tools_in_slots() {
    expect(
        "tests/worlds/arm_cell/worlds/arm_cell.wbt",
        &[
            ("Robot", 4),
            ("ArmLink", 15),
            ("HingeJoint", 18),
            ("SliderJoint", 3),
            ("Pen", 1),
            ("Track", 1),
        ],
    );
}

#[test]
fn toys_with_legs_by_a_template() {
    let legs = 8 + 4 + 12 + 6 + 6;
    let ankles = 12 + 6 + 6;
    expect(
        "tests/worlds/legged_toy/worlds/toys.wbt",
        &[
            ("Robot", 5),
            ("Leg", legs),
            ("HingeJoint", 2 * legs),
            ("SliderJoint", ankles),
            ("LED", 10),
        ],
    );
}

#[test]
fn equal_seeds_carve_equal_mazes() {
    expect(
        "tests/worlds/maze/worlds/maze.wbt",
        &[("HedgeMaze", 3), ("Robot", 4), ("BallJoint", 3)],
    );
    let loaded = open("tests/worlds/maze/worlds/maze.wbt");
    let hedges = |def: &str| {
        let maze = loaded.scene.find_def(def).unwrap();
        loaded.scene.nodes_of(maze, "children").len()
    };
    assert_eq!(hedges("SMALL_MAZE"), hedges("TWIN"));
    assert!(hedges("MAZE") > 30);
}

#[test]
fn a_bench_with_every_kind_of_sensor() {
    expect(
        "tests/worlds/sensor_bench/worlds/sensor_bench.wbt",
        &[
            ("Robot", 1),
            ("LightSensor", 4 + 3),
            ("DistanceSensor", 4),
            ("TouchSensor", 3),
            ("Accelerometer", 1),
            ("Radar", 1),
            ("Display", 1),
        ],
    );
}

#[test]
fn a_station_of_docks_and_rovers() {
    expect(
        "tests/worlds/charging_station/worlds/station.wbt",
        &[
            ("Charger", 5),
            ("Robot", 5),
            ("HingeJoint", 4 + 6 + 8 + 6 + 4),
            ("LightSensor", 5),
        ],
    );
}

#[test]
fn copters_over_a_field_of_waves() {
    expect(
        "tests/worlds/drone_field/worlds/drone_field.wbt",
        &[
            ("Robot", 3 + 5),
            ("Propeller", 6 + 4 + 3),
            ("Connector", 1 + 5),
            ("SliderJoint", 1),
        ],
    );
}

#[test]
fn a_harbour_with_undeclared_protos() {
    expect(
        "tests/worlds/harbour/worlds/harbour.wbt",
        &[
            ("Robot", 4),
            ("Bollard", 8),
            ("Hull", 2),
            ("WoodenBox", 6),
            ("Fluid", 1),
        ],
    );
}

#[test]
fn every_texture_and_mesh_is_found_beside_the_file_that_names_it() {
    let mut projects: Vec<PathBuf> = std::fs::read_dir(root().join("tests/worlds"))
        .unwrap()
        .map(|entry| entry.unwrap().path().join("worlds"))
        .filter(|folder| folder.is_dir())
        .collect();
    projects.sort();
    assert_eq!(projects.len(), 10);
    for folder in projects {
        for world in worlds_below(&folder) {
            assert_assets_exist(&world);
        }
    }
}

fn assert_assets_exist(world: &Path) {
    let (search, loaded) = read(world);
    let scene = &loaded.scene;
    let mut found = 0;
    for id in scene.descendants(scene.root()) {
        let kind = match scene.get(id).unwrap().base_type().name() {
            "ImageTexture" => AssetKind::Texture,
            "Mesh" | "CadShape" => AssetKind::Mesh,
            _ => continue,
        };
        let urls = scene.base_field(id, "url").unwrap();
        let Some(Value::StringList(urls)) = scene.value(urls).map(Cow::into_owned) else {
            panic!("url is a list of strings");
        };
        // An empty list is legal: a Display draws on such a texture.
        let Some(url) = urls.first() else { continue };
        let asset = search
            .locate(&url.value, scene.file(url.file), kind)
            .unwrap();
        assert!(asset.as_file().is_some(), "{asset}");
        found += 1;
    }
    assert!(found > 0, "{} names no asset", world.display());
}
