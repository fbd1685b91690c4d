//! What the PROTOs of Foxden's own library build.
#![allow(clippy::unwrap_used)]

use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings, library};
use foxden_scene::{Library, Loaded, NodeId, Value, load};
use std::sync::Arc;

/// A world with some nodes, in which the whole library is declared.
fn scene(coordinate_system: &str, nodes: &str) -> Loaded {
    let declarations: String = library()
        .iter()
        .map(|entry| format!("EXTERNPROTO \"webots://{}\"\n", entry.path))
        .collect();
    let text = format!(
        "#VRML_SIM R2023b utf8\n{declarations}\
         WorldInfo {{ coordinateSystem \"{coordinate_system}\" }}\nViewpoint {{ }}\n{nodes}\n"
    );
    let world = Location::file("/den/worlds/w.wbt");
    let mut storage = MemoryStorage::new();
    storage.insert("/den/worlds/w.wbt", text);
    let search = Search::new(SearchSettings::for_document(&world), storage);
    let loaded = load(&world, &mut Library::new(Arc::new(search))).unwrap();
    for diagnostic in loaded.diagnostics.iter() {
        assert_ne!(
            diagnostic.severity,
            foxden_lang::diagnostic::Severity::Error,
            "{}",
            diagnostic.message
        );
    }
    loaded
}

fn below(loaded: &Loaded, node: NodeId, base: &str) -> Vec<NodeId> {
    let scene = &loaded.scene;
    scene
        .descendants(node)
        .into_iter()
        .filter(|id| scene.get(*id).unwrap().base_type().name() == base)
        .collect()
}

fn of_base(loaded: &Loaded, base: &str) -> Vec<NodeId> {
    below(loaded, loaded.scene.root(), base)
}

fn vector(loaded: &Loaded, node: NodeId, field: &str) -> [f64; 3] {
    let field = loaded.scene.base_field(node, field).unwrap();
    match loaded.scene.value(field).unwrap().as_ref() {
        Value::Vec3(value) | Value::Color(value) => *value,
        other => panic!("{other:?} is no vector"),
    }
}

fn number(loaded: &Loaded, node: NodeId, field: &str) -> f64 {
    let field = loaded.scene.base_field(node, field).unwrap();
    match loaded.scene.value(field).unwrap().as_ref() {
        Value::Float(value) => *value,
        other => panic!("{other:?} is no number"),
    }
}

/// The boxes of bounding objects: where their middle is and how large they are.
fn bounding_boxes(loaded: &Loaded) -> Vec<([f64; 3], [f64; 3])> {
    let scene = &loaded.scene;
    let mut found = Vec::new();
    for solid in scene.descendants(scene.root()) {
        if scene.base_field(solid, "boundingObject").is_none() {
            continue;
        }
        for bound in scene.nodes_of(solid, "boundingObject") {
            for id in below(loaded, *bound, "Box") {
                let middle = scene.world_pose(scene.parent(id).unwrap()).apply([0.0; 3]);
                found.push((middle, vector(loaded, id, "size")));
            }
        }
    }
    found
}

fn close(left: [f64; 3], right: [f64; 3]) -> bool {
    left.iter().zip(right).all(|(a, b)| (a - b).abs() < 1e-9)
}

#[test]
fn every_proto_builds_with_its_defaults() {
    for entry in library() {
        let appearance = entry.path.starts_with("projects/appearances/");
        // tools stand on a slot of their kind only
        let slot = match entry.name() {
            "GardenRake" => Some("gardenTool-"),
            name => (name.starts_with("Reynard") && name != "Reynard").then_some("reynardTool-"),
        };
        let text = if appearance {
            format!("Shape {{ appearance {} {{ }} }}", entry.name())
        } else if let Some(slot) = slot {
            let tool = entry.name();
            format!("Robot {{ children [ Slot {{ type \"{slot}\" endPoint {tool} {{ }} }} ] }}")
        } else {
            format!("{} {{ }}", entry.name())
        };
        let loaded = scene("ENU", &text);
        let count = loaded
            .scene
            .descendants(loaded.scene.root())
            .into_iter()
            .filter(|id| loaded.scene.get(*id).unwrap().type_name() == entry.name())
            .count();
        assert_eq!(count, 1, "{}", entry.name());
    }
}

#[test]
fn arena_walls_stand_outside_the_floor() {
    let loaded = scene(
        "ENU",
        "RectangleArena { floorSize 4 2 wallThickness 0.2 wallHeight 0.5 }",
    );
    let walls = bounding_boxes(&loaded);
    let expected = [
        ([2.1, 0.0, 0.25], [0.2, 2.0, 0.5]),
        ([-2.1, 0.0, 0.25], [0.2, 2.0, 0.5]),
        ([0.0, 1.1, 0.25], [4.4, 0.2, 0.5]),
        ([0.0, -1.1, 0.25], [4.4, 0.2, 0.5]),
    ];
    assert_eq!(walls.len(), expected.len());
    for (wall, expected) in walls.iter().zip(expected) {
        assert!(close(wall.0, expected.0), "{wall:?}");
        assert!(close(wall.1, expected.1), "{wall:?}");
    }
    assert_eq!(of_base(&loaded, "Plane").len(), 1);
}

#[test]
fn impossible_sizes_fall_back_to_the_defaults() {
    let loaded = scene("ENU", "RectangleArena { floorSize -1 2 wallHeight 0 }");
    let walls = bounding_boxes(&loaded);
    assert!(close(walls[0].0, [0.505, 0.0, 0.05]), "{walls:?}");
}

#[test]
fn the_round_wall_leaves_the_whole_radius_free() {
    for subdivision in [8, 48, 200] {
        let loaded = scene(
            "ENU",
            &format!("CircleArena {{ radius 1.5 subdivision {subdivision} }}"),
        );
        let walls = bounding_boxes(&loaded);
        assert_eq!(walls.len(), subdivision);
        for ([x, y, _], [depth, _, height]) in walls {
            let nearest = x.hypot(y) - depth / 2.0;
            assert!((nearest - 1.5).abs() < 1e-5, "{nearest}");
            assert!(depth > 0.0);
            assert!((height - 0.1).abs() < 1e-9);
        }
    }
}

#[test]
fn a_wall_stands_on_its_origin() {
    let loaded = scene("ENU", "Wall { translation 1 2 0 size 0.5 3 2 }");
    assert_eq!(
        bounding_boxes(&loaded),
        [([1.0, 2.0, 1.0], [0.5, 3.0, 2.0])]
    );
}

#[test]
fn a_box_has_bounds_and_physics_only_if_asked() {
    let loaded = scene("ENU", "SolidBox { size 1 2 3 enableBoundingObject FALSE }");
    assert!(bounding_boxes(&loaded).is_empty());
    let loaded = scene("ENU", "SolidBox { physics Physics { } }");
    assert_eq!(bounding_boxes(&loaded).len(), 1);
    assert_eq!(of_base(&loaded, "Physics").len(), 1);
}

#[test]
fn a_crate_moves_only_with_a_mass_within_limits() {
    let fixed = scene("ENU", "WoodenBox { }");
    assert!(of_base(&fixed, "Physics").is_empty());
    let heavy = scene("ENU", "WoodenBox { size 1 1 1 mass 5000 }");
    let physics = of_base(&heavy, "Physics")[0];
    assert_eq!(number(&heavy, physics, "mass"), 1000.0);
    let large = scene("ENU", "WoodenBox { size 9 1 0.001 }");
    assert_eq!(bounding_boxes(&large)[0].1, [3.0, 1.0, 0.01]);
}

#[test]
fn the_light_falls_as_the_official_one() {
    for (system, direction) in [("ENU", [0.55, -0.6, -1.0]), ("NUE", [-0.6, -1.0, 0.55])] {
        let loaded = scene(system, "TexturedBackgroundLight { luminosity 2 }");
        let light = of_base(&loaded, "DirectionalLight")[0];
        assert_eq!(vector(&loaded, light, "direction"), direction);
        assert_eq!(number(&loaded, light, "intensity"), 5.4);
        assert_eq!(number(&loaded, light, "ambientIntensity"), 1.0);
    }
    let dark = scene("ENU", "TexturedBackgroundLight { texture \"factory\" }");
    let light = of_base(&dark, "DirectionalLight")[0];
    let on = dark.scene.base_field(light, "on").unwrap();
    assert_eq!(dark.scene.value(on).unwrap().as_ref(), &Value::Bool(false));
}

#[test]
fn the_sky_takes_the_given_colour_without_a_skybox() {
    let sky = |text: &str| {
        let loaded = scene("ENU", text);
        let background = of_base(&loaded, "Background")[0];
        let field = loaded.scene.base_field(background, "skyColor").unwrap();
        loaded.scene.value(field).unwrap().into_owned()
    };
    assert_eq!(
        sky("TexturedBackground { skybox FALSE skyColor [ 0.1 0.2 0.3 ] }"),
        Value::ColorList(vec![[0.1, 0.2, 0.3]])
    );
    assert_ne!(
        sky("TexturedBackground { texture \"mars\" }"),
        sky("TexturedBackground { texture \"stadium\" }")
    );
}

#[test]
fn a_sky_that_replaces_pictures_gives_a_quarter_of_its_light() {
    let light = |text: &str| {
        let loaded = scene("ENU", text);
        number(&loaded, of_base(&loaded, "Background")[0], "luminosity")
    };
    assert_eq!(light("TexturedBackground { }"), 0.25);
    assert_eq!(light("TexturedBackground { luminosity 2 }"), 0.5);
    assert_eq!(
        light("TexturedBackground { luminosity 2 skybox FALSE }"),
        2.0
    );
}

#[test]
fn parquetry_multiplies_its_tone() {
    let tone = |text: &str| {
        let loaded = scene("ENU", &format!("Shape {{ appearance {text} }}"));
        vector(&loaded, of_base(&loaded, "PBRAppearance")[0], "baseColor")
    };
    let plain = tone("Parquetry { type \"dark strip\" }");
    let half = tone("Parquetry { type \"dark strip\" colorOverride 0.5 0.5 0.5 }");
    assert!(close(plain.map(|part| part / 2.0), half));
    assert_eq!(
        tone("ChequeredParquetry { }"),
        tone("Parquetry { type \"chequered\" }")
    );
}

/// Where a sensor with a name is and where it looks to, rounded to 0.1 mm and in
/// ten-thousandths.
fn ray(loaded: &Loaded, name: &str) -> ([i64; 3], [i64; 3]) {
    let scene = &loaded.scene;
    let sensor = of_base(loaded, "DistanceSensor")
        .into_iter()
        .find(|id| {
            let field = scene.base_field(*id, "name").unwrap();
            matches!(scene.value(field).unwrap().as_ref(), Value::String(text) if &*text.value == name)
        })
        .unwrap();
    let pose = scene.world_pose(sensor);
    let (origin, end) = (pose.apply([0.0; 3]), pose.apply([1.0, 0.0, 0.0]));
    let rounded = |at: usize| ((end[at] - origin[at]) * 1e4).round() as i64;
    (
        origin.map(|part| (part * 1e4).round() as i64),
        [rounded(0), rounded(1), rounded(2)],
    )
}

#[test]
fn sensors_of_e_pucks_that_projects_describe_look_where_those_of_the_library_do() {
    // many projects have a copy of the robot, which uses the official sensor at this place
    let own = scene(
        "ENU",
        "Robot { children [ E-puckDistanceSensor { translation 0.03 -0.01 0.033 \
         rotation -0.977797 0.14818 0.148178 -1.593259 name \"ps0\" numberOfRays 2 } ] }",
    );
    let library = scene("ENU", "E-puck { }");
    assert_eq!(ray(&own, "ps0"), ray(&library, "ps0"));
}

#[test]
fn ground_sensors_look_at_the_floor_in_front_of_the_wheels() {
    let loaded = scene(
        "ENU",
        "E-puck { groundSensorsSlot [ E-puckGroundSensors { } ] }",
    );
    let down = [0, 0, -10_000];
    assert_eq!(ray(&loaded, "gs0"), ([300, 100, 33], down));
    assert_eq!(ray(&loaded, "gs1"), ([300, 0, 33], down));
    assert_eq!(ray(&loaded, "gs2"), ([300, -100, 33], down));
}
