//! Rules of the genuine program for reading files that no recording shows: words of
//! templates, patterns of parameters, undeclared PROTOs, shapes of boundingObjects, old
//! robots.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_lang::resolve::Location;
use foxden_scene::{Loaded, NodeId, Scene, Value, load, save_text};
use support::{PROJECT, library, load_files, load_world, shown};

const HEADER: &str = "#VRML_SIM R2023b utf8\n";

/// A world of nodes behind WorldInfo and Viewpoint, with PROTO files by their names.
fn world(nodes: &str, protos: &[(&str, &str)]) -> Loaded {
    let declarations: String = (protos.iter())
        .map(|(name, _)| format!("EXTERNPROTO \"{name}.proto\"\n"))
        .collect();
    let world = format!("{HEADER}{declarations}WorldInfo {{ }}\nViewpoint {{ }}\n{nodes}\n");
    let mut files = vec![("world.wbt".to_owned(), world)];
    for (name, text) in protos {
        files.push((format!("{name}.proto"), format!("{HEADER}{text}")));
    }
    load_files(&files)
}

/// A JavaScript PROTO called P.
fn template(interface: &str, body: &str) -> String {
    format!("# template language: javascript\nPROTO P [ {interface} ]\n{{\n{body}\n}}\n")
}

fn value(scene: &Scene, node: NodeId, name: &str) -> Value {
    scene.value_of(node, name).unwrap().into_owned()
}

fn of_def(loaded: &Loaded, def: &str, name: &str) -> Value {
    value(&loaded.scene, loaded.scene.find_def(def).unwrap(), name)
}

/// The type names below a node, without those of the world's own nodes.
fn kinds(loaded: &Loaded) -> Vec<&str> {
    let scene = &loaded.scene;
    let all = scene.descendants(scene.root());
    all.into_iter()
        .skip(3)
        .map(|node| scene.get(node).unwrap().type_name())
        .collect()
}

#[test]
fn instances_with_values_of_one_spelling_share_the_first_text() {
    let text = template(
        "field SFInt32 a 0 field SFFloat b 0",
        "Pose { translation %<= fields.a.value >% %<= fields.b.value >% 0 }",
    );
    let loaded = world(
        "DEF A P { a 1 b 12 } DEF B P { a 11 b 2 } DEF C P { a 1 b 2 }",
        &[("P", &text)],
    );
    let translation = |def| of_def(&loaded, def, "translation");
    assert_eq!(translation("A"), Value::Vec3([1.0, 12.0, 0.0]));
    assert_eq!(translation("B"), translation("A"));
    assert_eq!(translation("C"), Value::Vec3([1.0, 2.0, 0.0]));
    let different = text.replace("R2023b", "").replace(
        "# template language: javascript",
        "# template language: javascript\n# tags: nonDeterministic",
    );
    let loaded = world(
        "DEF A P { a 1 b 12 } DEF B P { a 11 b 2 }",
        &[("P", &different)],
    );
    assert_eq!(
        of_def(&loaded, "B", "translation"),
        Value::Vec3([11.0, 2.0, 0.0])
    );
}

#[test]
fn a_decrement_in_a_statement_hides_the_rest_of_its_line() {
    let bodies = [
        // the statement goes on to the next delimiter; only its words are read that way
        (
            "Group { children [\n%< for (let i = 2; i > 0; i--) { >%\nPose { }\n%< } >%\n] }",
            3,
        ),
        // the root is the first word behind it
        (
            "%< let n = 2; n--; >%\nGroup { children [\n%< if (n) { >%\nPose { }\n%< } >%\n] }",
            2,
        ),
        (
            "%< let n = 2; n--; >%\nGroup { children [ %<= 'Pose { }' >% 3 ] }",
            0,
        ),
        // a string that holds the next delimiter touches the statement
        (
            "Group { children [\n%< for (let i = 2; i > 0; i--) { >%\nSolid { name \"%<= i >%\" }\n%< } >%\n] }",
            0,
        ),
        // nothing follows: no other statement makes it a template
        ("Group { children [ %< let n = 2; n--; >% ] }", 0),
        (
            "Group { children [ %<= 'Pose { }' >% %< let n = 2; n--; >% ] }",
            2,
        ),
    ];
    for (body, count) in bodies {
        let loaded = world("P { }", &[("P", &template("", body))]);
        assert_eq!(
            kinds(&loaded).len(),
            count,
            "{body}\n{}",
            shown(&loaded.diagnostics)
        );
    }
}

#[test]
fn a_statement_must_not_touch_the_end_of_the_body() {
    for (body, count) in [("Pose { %< >% }%< >%", 1), ("Pose { %< >% }", 1)] {
        let loaded = world("P { }", &[("P", &template("", body))]);
        assert_eq!(kinds(&loaded).len(), count);
        let touching = template("", body).replace("\n}\n", "}\n");
        let loaded = world("P { }", &[("P", &touching)]);
        let is_last = body.ends_with(">%");
        assert_eq!(kinds(&loaded).len(), usize::from(!is_last), "{touching}");
    }
}

#[test]
fn a_string_that_names_a_longer_parameter_shows_the_shorter_one() {
    let text = template(
        "field SFInt32 r 1 field SFInt32 radius 2",
        "%< >% Solid { name \"%<= Object.keys(fields).join() + fields.radius.value >%\" }",
    );
    let loaded = world("DEF A P { }", &[("P", &text)]);
    assert_eq!(
        of_def(&loaded, "A", "name"),
        Value::String("r,radius2".into())
    );
}

#[test]
fn the_name_behind_def_is_skipped_whatever_it_is() {
    let body = "%< >% DEF %<= 'X' >% Pose { }";
    let loaded = world("P { }", &[("P", &template("", body))]);
    assert_eq!(kinds(&loaded), ["P"]);
    // a statement there does not make a template
    let loaded = world("P { }", &[("P", &template("", "DEF %<= 'X' >% Pose { }"))]);
    assert!(kinds(&loaded).is_empty());
    // and one behind the name is taken for the root
    let loaded = world("P { }", &[("P", &template("", "DEF X %< >% Pose { }"))]);
    assert!(kinds(&loaded).is_empty());
}

#[test]
fn old_names_are_no_roots_and_old_releases_no_bodies() {
    let lens = "PROTO P [ ] { CameraFocus { } }";
    let camera = "Robot { children [ Camera { focus P { } } ] }";
    let loaded = world(camera, &[("P", lens)]);
    assert_eq!(kinds(&loaded), ["Robot", "Camera"]);
    let loaded = world(camera, &[("P", &lens.replace("CameraFocus", "Focus"))]);
    assert_eq!(kinds(&loaded), ["Robot", "Camera", "P"]);

    let texture = "PROTO P [ ] { ImageTexture { filtering TRUE } }";
    let world = format!(
        "{HEADER}EXTERNPROTO \"P.proto\"\nWorldInfo {{ }} Viewpoint {{ }}\n\
         Shape {{ appearance Appearance {{ texture P {{ }} }} }}"
    );
    let old = |text: &str| {
        load_files(&[
            ("world.wbt".to_owned(), world.clone()),
            ("P.proto".to_owned(), format!("#VRML_SIM 8.4 utf8\n{text}")),
        ])
    };
    assert_eq!(kinds(&old(texture)), ["Shape", "Appearance"]);
    let default = "PROTO P [ field SFNode t ImageTexture { filtering TRUE } ] { Appearance { texture IS t } }";
    let loaded = load_files(&[
        (
            "world.wbt".to_owned(),
            format!(
                "{HEADER}EXTERNPROTO \"P.proto\"\nWorldInfo {{ }} Viewpoint {{ }}\nShape {{ appearance P {{ }} }}"
            ),
        ),
        (
            "P.proto".to_owned(),
            format!("#VRML_SIM 8.4 utf8\n{default}"),
        ),
    ]);
    assert_eq!(kinds(&loaded), ["Shape", "P", "ImageTexture"]);
}

#[test]
fn null_behind_an_unknown_field_spoils_a_body() {
    let loaded = world("P { }", &[("P", "PROTO P [ ] { Pose { foo NULL } }")]);
    assert!(kinds(&loaded).is_empty());
    let loaded = world("P { }", &[("P", "PROTO P [ ] { Pose { foo 1 } }")]);
    assert_eq!(kinds(&loaded), ["P"]);
}

#[test]
fn patterns_of_nodes_are_read_as_nodes() {
    let proto = |pattern: &str| {
        format!("PROTO P [ field MFNode{{ {pattern} }} c [ ] ] {{ Group {{ children IS c }} }}")
    };
    let inside = |pattern: &str, nodes: &str| {
        let loaded = world(&format!("P {{ c [ {nodes} ] }}"), &[("P", &proto(pattern))]);
        kinds(&loaded)[..]
            .iter()
            .map(|kind| (*kind).to_owned())
            .collect::<Vec<_>>()
    };
    // a Transform without scale is a Pose, also as a pattern
    assert_eq!(
        inside("Transform { }", "Pose { } Transform { }"),
        ["P", "Pose", "Pose"]
    );
    assert_eq!(inside("Transform { }", "Transform { scale 2 2 2 }"), ["P"]);
    assert_eq!(
        inside(
            "Transform { scale 2 1 1 }",
            "Transform { scale 3 2 2 } Pose { }"
        ),
        ["P", "Transform"]
    );
    // what does not exist here, and NULL, admit nothing, but restrict
    assert_eq!(inside("Foo { }", "Pose { }"), ["P"]);
    assert_eq!(inside("NULL", "Pose { }"), ["P"]);
    assert_eq!(inside("", "Pose { }"), ["P", "Pose"]);
    // braces are needed
    assert!(inside("Pose", "Pose { }").is_empty());
}

#[test]
fn the_end_of_a_file_name_is_enough_for_an_undeclared_proto() {
    let files = [
        (
            "world.wbt".to_owned(),
            format!("{HEADER}WorldInfo {{ }} Viewpoint {{ }}\nBarn {{ }}"),
        ),
        (
            "../protos/RedBarn.proto".to_owned(),
            format!("{HEADER}PROTO RedBarn [ ] {{ Group {{ }} }}"),
        ),
    ];
    assert_eq!(kinds(&load_files(&files)), ["RedBarn"]);
}

#[test]
fn round_shapes_of_a_bounding_object_have_sixteen_edges() {
    let loaded = load_world(format!(
        "{HEADER}WorldInfo {{ }} Viewpoint {{ }}
         Solid {{ boundingObject DEF A Capsule {{ }} }}
         Solid {{ boundingObject Group {{ children [ Pose {{ children [ Shape {{ geometry
           DEF B Cylinder {{ subdivision 2 radius -1 height -1 }} }} ] }} DEF C Cylinder {{ }} ] }} }}
         Solid {{ children [ Shape {{ geometry DEF D Capsule {{ }} }} ] boundingObject USE D }}
         Solid {{ boundingObject DEF E Sphere {{ subdivision 9 radius -1 }} }}
         Solid {{ children Shape {{ geometry DEF F Sphere {{ subdivision 9 radius -1 }} }} }}"
    ));
    let number = |def, name| of_def(&loaded, def, name).as_number().unwrap();
    assert_eq!(number("A", "subdivision"), 16.0);
    assert_eq!(number("B", "subdivision"), 16.0);
    assert_eq!((number("B", "radius"), number("B", "height")), (1.0, -1.0));
    assert_eq!(number("C", "subdivision"), 36.0);
    assert_eq!(number("D", "subdivision"), 12.0);
    // a sphere that is not drawn corrects its first mistake only
    assert_eq!(
        (number("E", "subdivision"), number("E", "radius")),
        (1.0, -1.0)
    );
    assert_eq!(
        (number("F", "subdivision"), number("F", "radius")),
        (1.0, 1.0)
    );
    assert!(save_text(&loaded.scene).contains("Capsule {\n    subdivision 16\n"));

    let proto = "PROTO P [ field SFNode b NULL ] { Solid { boundingObject IS b } }";
    let loaded = world("P { b DEF A Capsule { } }", &[("P", proto)]);
    assert!(save_text(&loaded.scene).contains("subdivision 16"));
}

#[test]
fn edges_of_a_bounding_object_stay_sixteen() {
    let text = format!(
        "{HEADER}WorldInfo {{ }} Viewpoint {{ }}\nSolid {{ boundingObject DEF A Cylinder {{ }} }}"
    );
    let mut library = library(&[("world.wbt".to_owned(), text)]);
    let location = Location::file(format!("{PROJECT}world.wbt"));
    let mut scene = load(&location, &mut library).unwrap().scene;
    let cylinder = scene.find_def("A").unwrap();
    let field = scene.field(cylinder, "subdivision").unwrap();
    scene.set(field, Value::Int(5)).unwrap();
    scene.settle(&mut library);
    assert_eq!(value(&scene, cylinder, "subdivision"), Value::Int(16));
}

#[test]
fn nodes_without_effect_are_not_checked() {
    let loaded = load_world(format!(
        "{HEADER}WorldInfo {{ }} Viewpoint {{ }}
         DEF A Fog {{ visibilityRange -1 }} DEF B Fog {{ visibilityRange -1 }}
         DEF C Background {{ luminosity -1 }}"
    ));
    let number = |def, name| of_def(&loaded, def, name).as_number().unwrap();
    assert_eq!(number("A", "visibilityRange"), 0.0);
    assert_eq!(number("B", "visibilityRange"), -1.0);
    assert_eq!(number("C", "luminosity"), -1.0);
}

#[test]
fn backslashes_become_slashes_in_every_url_of_three_nodes() {
    let loaded = load_world(format!(
        "{HEADER}WorldInfo {{ }} Viewpoint {{ }}
         DEF B Background {{ backUrl [ \"a\\\\b.png\" ] }}
         Shape {{ appearance Appearance {{ texture DEF T ImageTexture {{ url [ \"a.png\" \"c\\\\d.png\" ] }} }} }}"
    ));
    assert_eq!(
        of_def(&loaded, "T", "url"),
        Value::StringList(vec!["a.png".into(), "c/d.png".into()])
    );
    assert_eq!(
        of_def(&loaded, "B", "backUrl"),
        Value::StringList(vec!["a\\b.png".into()])
    );
}

#[test]
fn data_of_a_robot_goes_even_if_it_is_not_used() {
    let loaded = world("DEF A Robot { data \"old\" customData \"new\" }", &[]);
    assert_eq!(of_def(&loaded, "A", "data"), Value::String("".into()));
    assert_eq!(
        of_def(&loaded, "A", "customData"),
        Value::String("new".into())
    );
}

#[test]
fn arguments_are_split_in_old_worlds_and_by_old_protos() {
    let proto = "PROTO P [ field MFString a \"a b\" ] { Robot { controllerArgs IS a } }";
    let load = |world: &str, release: &str| {
        load_files(&[
            (
                "world.wbt".to_owned(),
                format!(
                    "#VRML_SIM {world} utf8\nEXTERNPROTO \"P.proto\"\nWorldInfo {{ }} Viewpoint {{ }}\n\
                     DEF R P {{ }} DEF S Robot {{ controllerArgs \"c 'd e'\" }}"
                ),
            ),
            (
                "P.proto".to_owned(),
                format!("#VRML_SIM {release} utf8\n{proto}"),
            ),
        ])
    };
    let list =
        |words: &[&str]| Value::StringList(words.iter().map(|word| (*word).into()).collect());
    let new = load("R2023b", "R2023b");
    assert_eq!(of_def(&new, "R", "controllerArgs"), list(&["a b"]));
    let old_proto = load("R2023b", "R2020a");
    assert_eq!(of_def(&old_proto, "R", "controllerArgs"), list(&["a", "b"]));
    assert_eq!(
        of_def(&old_proto, "S", "controllerArgs"),
        list(&["c 'd e'"])
    );
    let old_world = load("R2020a", "R2023b");
    assert_eq!(of_def(&old_world, "R", "controllerArgs"), list(&["a", "b"]));
    assert_eq!(
        of_def(&old_world, "S", "controllerArgs"),
        list(&["c", "d e"])
    );
}

#[test]
fn templates_see_the_coordinate_system_that_the_world_info_makes() {
    let text = template(
        "",
        "Solid { name \"%<= context.coordinate_system >%\" %< >% }",
    );
    let seen = |release: &str, info: &str| {
        let loaded = load_files(&[
            (
                "world.wbt".to_owned(),
                format!(
                    "#VRML_SIM {release} utf8\nEXTERNPROTO \"P.proto\"\n{info} Viewpoint {{ }}\nDEF A P {{ }}"
                ),
            ),
            ("P.proto".to_owned(), format!("{HEADER}{text}")),
        ]);
        of_def(&loaded, "A", "name").as_str().unwrap().to_owned()
    };
    for (release, info, system) in [
        ("R2023b", "WorldInfo { }", "ENU"),
        ("R2023b", "WorldInfo { coordinateSystem \"NUE\" }", "NUE"),
        (
            "R2023b",
            "WorldInfo { coordinateSystem \"NUE\" northDirection 0 0 1 }",
            "EUN",
        ),
        ("R2023b", "WorldInfo { coordinateSystem \"UP\" }", "ENU"),
        ("R2020a", "WorldInfo { }", "NUE"),
        ("R2020a", "WorldInfo { northDirection 0 0 1 }", "EUN"),
        ("R2023b", "", ""),
    ] {
        assert_eq!(seen(release, info), system, "{release} {info}");
    }
}

#[test]
fn children_without_brackets_end_with_the_next_list() {
    let first = |nodes: &str| kinds(&world(nodes, &[]))[0].to_owned();
    let plain = "Transform { children Shape { } scale 2 2 2 }";
    assert_eq!(first(plain), "Pose");
    let inner = "Transform { children Pose { children [ ] } scale 2 2 2 }";
    assert_eq!(first(inner), "Pose");
    let scaled = "Transform { children Transform { children [ ] scale 2 2 2 } }";
    assert_eq!(first(scaled), "Transform");
    assert_eq!(
        first(&format!("{plain} Transform {{ children [ ] scale 2 2 2 }}")),
        "Transform"
    );
}

#[test]
fn deprecated_parameters_do_not_make_a_node_differ() {
    let inner = "PROTO Q [ deprecatedField SFInt32 old 0 field SFInt32 new 0 ] { Group { } }";
    let outer = "EXTERNPROTO \"Q.proto\"\n\
                 PROTO P [ unconnectedField SFNode n Q { old 1 } ] { Group { } }";
    let saved = |nodes: &str| save_text(&world(nodes, &[("P", outer), ("Q", inner)]).scene);
    assert!(!saved("P { n Q { old 2 } }").contains("old"));
    assert!(saved("P { n Q { old 2 new 1 } }").contains("old 2"));
}

#[test]
fn slots_in_odd_places() {
    // in a group of a boundingObject
    let bounding = "Solid { boundingObject Group { children [ Slot { } Shape { geometry Box { } } Pose { } ] } }";
    assert_eq!(
        kinds(&world(bounding, &[])),
        ["Solid", "Group", "Slot", "Shape", "Box", "Pose"]
    );
    // an instance below an instance takes what is no Slot, and Slots of any type
    let slot = "PROTO Q [ field SFNode e NULL ] { Slot { type \"a\" endPoint IS e } }";
    let robot = "PROTO P [ field MFNode c [ ] ] { Robot { children IS c } }";
    let protos = [("P", robot), ("Q", slot)];
    let inside = |nodes: &str| {
        let loaded = world(nodes, &protos);
        kinds(&loaded)
            .iter()
            .map(|kind| (*kind).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(inside("P { c Q { e Solid { } } }"), ["P", "Q", "Solid"]);
    assert_eq!(
        inside("P { c Q { e Slot { type \"b\" } } }"),
        ["P", "Q", "Slot"]
    );
    assert_eq!(
        inside("P { c Slot { type \"a\" endPoint Solid { } } }"),
        ["P", "Slot"]
    );
    assert_eq!(
        inside("Robot { children Q { e Solid { } } }"),
        ["Robot", "Q"]
    );
}

#[test]
fn motors_of_tracks_have_no_muscles() {
    let motor = "LinearMotor { muscles Muscle { } }";
    let track = format!("Robot {{ children Track {{ device {motor} }} }}");
    assert_eq!(
        kinds(&world(&track, &[])),
        ["Robot", "Track", "LinearMotor"]
    );
    let joint = format!("Robot {{ children SliderJoint {{ device {motor} }} }}");
    assert_eq!(
        kinds(&world(&joint, &[])),
        ["Robot", "SliderJoint", "LinearMotor", "Muscle"]
    );
}
