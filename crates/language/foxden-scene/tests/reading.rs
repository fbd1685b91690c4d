//! What the genuine program makes of odd texts, as trees.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_lang::resolve::Location;
use foxden_lang::value::Value;
use foxden_scene::{TemplateEnvironment, load, save_text, tree_text};
use support::{PROJECT, library, load_files};

/// A PROTO that makes a Solid, called like the PROTO.
fn solid_proto(name: &str) -> (String, String) {
    let text = format!(
        "#VRML_SIM R2023b utf8\nPROTO {name} [ field SFString name \"{name}\" ] {{ Solid {{ name IS name }} }}\n"
    );
    (format!("{name}.proto"), text)
}

/// The nodes that a world with these PROTOs holds, behind WorldInfo and Viewpoint.
fn tree(world: &str, protos: &[(String, String)]) -> String {
    let mut files = vec![("world.wbt".to_owned(), world.to_owned())];
    files.extend_from_slice(protos);
    let loaded = load_files(&files);
    let text = tree_text(&loaded.scene, loaded.scene.root());
    text.lines()
        .filter(|line| !line.ends_with(" WorldInfo") && !line.ends_with(" Viewpoint"))
        .skip(1)
        .map(|line| format!("{}\n", &line[2..]))
        .collect()
}

/// A world of this release with these nodes.
fn world(head: &str, nodes: &str) -> String {
    format!("#VRML_SIM R2023b utf8\n{head}\nWorldInfo {{ }}\nViewpoint {{ }}\n{nodes}\n")
}

#[test]
fn a_stray_word_in_a_list_takes_the_next_node_with_it() {
    for word in ["stray", ";", "=", "Solidd"] {
        let nodes = format!(
            "Group {{ children [ Pose {{ }} {word} Shape {{ }} Group {{ }} ] }}\nSolid {{ }}"
        );
        assert_eq!(
            tree(&world("", &nodes), &[]),
            "children[2] Group\n  children[0] Pose\n  children[1] Group\nchildren[3] Solid\n",
            "{word}"
        );
    }
}

#[test]
fn a_declaration_behind_nodes_declares_and_swallows() {
    let nodes = "X { name \"a\" }\nEXTERNPROTO \"X.proto\"\nSolid { name \"lost\" }\nX { }";
    assert_eq!(
        tree(&world("", nodes), &[solid_proto("X")]),
        "children[2] X (PROTO, a Solid)\n  name \"a\"\nchildren[3] X (PROTO, a Solid)\n"
    );
}

#[test]
fn a_declaration_behind_the_body_serves_the_body() {
    let outer = "#VRML_SIM R2023b utf8\nPROTO Outer [ ] { Group { children [ X { } ] } }\n\
                 EXTERNPROTO \"X.proto\"\n";
    let protos = [
        ("Outer.proto".to_owned(), outer.to_owned()),
        solid_proto("X"),
    ];
    assert_eq!(
        tree(&world("EXTERNPROTO \"Outer.proto\"", "Outer { }"), &protos),
        "children[2] Outer (PROTO, a Group)\n  children[0] X (PROTO, a Solid)\n"
    );
}

#[test]
fn only_a_declaration_that_starts_its_line_leads_somewhere() {
    let protos = [solid_proto("X"), solid_proto("Y")];
    let heads = [
        ("EXTERNPROTO \"X.proto\" EXTERNPROTO \"Y.proto\"", "X"),
        (
            "EXTERNPROTO # why\n\"X.proto\"\nEXTERNPROTO \"Y.proto\"",
            "Y",
        ),
        (
            "EXTERNPROTO, \"X.proto\"\n  IMPORTABLE  EXTERNPROTO\n\"Y.proto\"",
            "Y",
        ),
        (
            "IMPORTABLE \"Z.proto\"\nEXTERNPROTO \"Y.proto\" EXTERNPROTO \"X.proto\"",
            "Y",
        ),
    ];
    for (head, known) in heads {
        assert_eq!(
            tree(&world(head, "X { }\nY { }"), &protos),
            format!("children[2] {known} (PROTO, a Solid)\n"),
            "{head}"
        );
    }
}

#[test]
fn what_the_world_lets_import_serves_bodies_that_declare_nothing() {
    let outer = "#VRML_SIM R2023b utf8\nPROTO Outer [ ] { Group { children [ X { } ] } }\n";
    let protos = [
        ("parts/Outer.proto".to_owned(), outer.to_owned()),
        solid_proto("X"),
    ];
    let with = |kind: &str| {
        let head = format!("EXTERNPROTO \"parts/Outer.proto\"\n{kind} \"X.proto\"");
        tree(&world(&head, "Outer { }"), &protos)
    };
    assert_eq!(
        with("IMPORTABLE EXTERNPROTO"),
        "children[2] Outer (PROTO, a Group)\n  children[0] X (PROTO, a Solid)\n"
    );
    assert_eq!(with("EXTERNPROTO"), "children[2] Outer (PROTO, a Group)\n");
}

#[test]
fn a_transform_is_what_its_first_visible_scale_says() {
    let kinds = [
        ("", "Pose"),
        ("scale 1 1 1", "Pose"),
        ("scale 1.00000001 1.0 1e0", "Pose"),
        ("scale 1.001 1 1", "Transform"),
        ("scale 1 1 1 scale 2 2 2", "Pose"),
        ("scale 2 2 2 scale 1 1 1", "Transform"),
        ("children [ Shape { } ] scale 2 2 2", "Transform"),
        ("children Shape { } scale 2 2 2", "Pose"),
        ("scale 2 2 2 children Shape { }", "Transform"),
    ];
    for (fields, kind) in kinds {
        let text = tree(&world("", &format!("Transform {{ {fields} }}")), &[]);
        assert!(
            text.starts_with(&format!("children[2] {kind}\n")),
            "{fields}: {text}"
        );
    }
}

#[test]
fn a_brace_in_a_comment_ends_the_body_of_a_javascript_proto() {
    let with = |info: &str| {
        let text = format!(
            "#VRML_SIM R2023b utf8\n{info}PROTO X [ ] {{ Solid {{ }} }} # the end of {{ X }}\n"
        );
        let protos = [("X.proto".to_owned(), text)];
        tree(&world("EXTERNPROTO \"X.proto\"", "X { }"), &protos)
    };
    assert_eq!(with("# template language: javascript\n"), "");
    assert_eq!(with(""), "children[2] X (PROTO, a Solid)\n");
}

#[test]
fn a_version_without_its_letter_is_an_old_one() {
    let gravity = |version: &str| {
        let world =
            format!("#VRML_SIM {version} utf8\nWorldInfo {{ gravity 0 -5 0 }}\nViewpoint {{ }}\n");
        let loaded = load_files(&[("world.wbt".to_owned(), world)]);
        tree_text(&loaded.scene, loaded.scene.root()).contains("gravity 5\n")
    };
    assert!(gravity("2023b"));
    assert!(gravity("R23b"));
    assert!(!gravity("R2023b"));
}

#[test]
fn nothing_stands_in_front_of_a_proto() {
    let with = |text: &str| {
        let (name, proto) = solid_proto("X");
        let proto = proto.replacen("PROTO", &format!("{text}PROTO"), 1);
        tree(&world("EXTERNPROTO \"X.proto\"", "X { }"), &[(name, proto)])
    };
    assert_eq!(with(""), "children[2] X (PROTO, a Solid)\n");
    assert_eq!(with("# text\n"), "children[2] X (PROTO, a Solid)\n");
    assert_eq!(with("text "), "");
}

#[test]
fn a_mistake_in_a_default_spoils_the_proto() {
    let with = |default: &str| {
        let text = format!(
            "#VRML_SIM R2023b utf8\n\
             PROTO X [ field MFNode children [ {default} ] ] {{ Solid {{ children IS children }} }}\n"
        );
        let protos = [("X.proto".to_owned(), text)];
        tree(
            &world("EXTERNPROTO \"X.proto\"", "X { children [ ] }"),
            &protos,
        )
    };
    assert_eq!(with("Pose { translation 1 2 }"), "");
    assert_eq!(with("Pose { children [ Shape ] }"), "");
    for forgiven in ["Pose { tranlation 1 2 3 }", "Poose { }"] {
        assert_eq!(
            with(forgiven),
            "children[2] X (PROTO, a Solid)\n",
            "{forgiven}"
        );
    }
}

#[test]
fn a_file_may_be_called_longer_than_its_proto() {
    let (_, text) = solid_proto("X");
    let with = |file: &str| {
        let head = format!("EXTERNPROTO \"{file}.proto\"");
        let protos = [(format!("{file}.proto"), text.clone())];
        tree(&world(&head, &format!("{file} {{ }}")), &protos)
    };
    assert_eq!(with("MyX"), "children[2] X (PROTO, a Solid)\n");
    assert_eq!(with("XMy"), "");
}

#[test]
fn items_of_a_default_do_not_see_each_other() {
    let text = "#VRML_SIM R2023b utf8\n\
                PROTO X [ field MFNode children [\n\
                Group { children [ DEF A Shape { } USE A ] }\n\
                USE A\n\
                Group { children [ USE A ] }\n\
                ] ] { Group { children IS children } }\n";
    let protos = [("X.proto".to_owned(), text.to_owned())];
    assert_eq!(
        tree(&world("EXTERNPROTO \"X.proto\"", "X { }\nUSE A"), &protos),
        "children[2] X (PROTO, a Group)\n\
         \u{20} children[0] Group\n\
         \u{20}   children[0] DEF A Shape\n\
         \u{20}   children[1] Shape\n\
         \u{20} children[1] Group\n\
         children[3] USE A Shape\n"
    );
}

#[test]
fn hidden_items_are_saved_pose_first_velocities_last() {
    let text = "#VRML_SIM R2023b utf8\nPROTO X [ ] { Solid { children [ \
                HingeJoint { jointParameters HingeJointParameters { } device RotationalMotor { } \
                endPoint Solid { } } ] } }\n";
    let items = "  hidden translation_0 1 2 3\n  hidden rotation_0 0 1 0 1\n  hidden position_0_0 0.5\n  \
                 hidden linearVelocity_0 4 5 6\n  hidden angularVelocity_0 7 8 9\n";
    let nodes = format!("X {{\n{items}}}");
    let loaded = load_files(&[
        (
            "world.wbt".to_owned(),
            world("EXTERNPROTO \"X.proto\"", &nodes),
        ),
        ("X.proto".to_owned(), text.to_owned()),
    ]);
    let saved = save_text(&loaded.scene);
    assert!(saved.contains(items), "{saved}");
}

#[test]
fn a_world_of_the_time_before_declarations_gets_them_when_it_is_saved() {
    let head = |version: &str| {
        let text = format!(
            "#VRML_SIM {version} utf8\nWorldInfo {{ }}\nViewpoint {{ }}\nY {{ }}\nX {{ }}\n"
        );
        let mut files = vec![("world.wbt".to_owned(), text)];
        for name in ["X", "Y"] {
            let (file, text) = solid_proto(name);
            files.push((format!("../protos/{file}"), text));
        }
        save_text(&load_files(&files).scene)
    };
    let lines = "EXTERNPROTO \"../protos/X.proto\"\nEXTERNPROTO \"../protos/Y.proto\"\n";
    assert!(head("R2022a").contains(lines));
    assert!(!head("R2023b").contains("EXTERNPROTO"));
}

#[test]
fn official_protos_are_turned_if_they_have_the_new_axes() {
    // the rotation of an instance in a world with the old axes
    let rotation = |version: &str| {
        let world = "#VRML_SIM R2019a utf8\nEXTERNPROTO \"pack/Crate.proto\"\nWorldInfo {}\nViewpoint {}\nCrate {}\n";
        let proto = format!(
            "#VRML_SIM {version} utf8\nPROTO Crate [ field SFVec3f translation 0 0 0 field SFRotation rotation 0 1 0 0 ]\n\
             {{ Solid {{ translation IS translation rotation IS rotation }} }}\n"
        );
        let files = [("world.wbt", world), ("pack/Crate.proto", proto.as_str())]
            .map(|(name, text)| (name.to_owned(), text.to_owned()));
        let environment = TemplateEnvironment {
            webots_home: format!("{PROJECT}pack"),
            ..TemplateEnvironment::default()
        };
        let mut library = library(&files).with_templates(environment);
        let world = Location::file(format!("{PROJECT}world.wbt"));
        let scene = load(&world, &mut library).unwrap().scene;
        let last = *scene.nodes_in(scene.top_level()).last().unwrap();
        let value = scene.value_of(last, "rotation");
        let Some(Value::Rotation(rotation)) = value.as_deref() else {
            panic!("no rotation")
        };
        rotation[3].abs()
    };
    assert_eq!(rotation("R2019a"), 0.0);
    assert!((rotation("R2023b") - 2.094_395).abs() < 1e-5);
}

/// The tree and the messages of a world with one official PROTO of R2019a.
fn with_old_pack(world_version: &str, node: &str, proto: &str) -> (String, String) {
    let world = format!(
        "#VRML_SIM {world_version} utf8\nEXTERNPROTO \"pack/Thing.proto\"\nWorldInfo {{}}\nViewpoint {{}}\n{node}\n"
    );
    let proto = format!("#VRML_SIM R2019a utf8\nPROTO Thing [ {proto}\n");
    let files = [
        ("world.wbt".to_owned(), world),
        ("pack/Thing.proto".to_owned(), proto),
    ];
    let environment = TemplateEnvironment {
        webots_home: format!("{PROJECT}pack"),
        ..TemplateEnvironment::default()
    };
    let mut library = library(&files).with_templates(environment);
    let world = Location::file(format!("{PROJECT}world.wbt"));
    let loaded = load(&world, &mut library).unwrap();
    let text = tree_text(&loaded.scene, loaded.scene.root());
    (text, support::shown(&loaded.diagnostics))
}

#[test]
fn a_device_that_is_an_old_official_proto_is_turned() {
    let proto = "field SFRotation rotation 0 1 0 0 ] { Lidar { rotation IS rotation } }";
    let turned = |version| {
        let (text, _) = with_old_pack(version, "Robot { children [ Thing {} ] }", proto);
        let lidar = text.find("Lidar").unwrap();
        text[lidar..].contains("2.09439510239")
    };
    assert!(turned("R2019a"));
    // the pose in a newer world is meant for the new axes
    assert!(!turned("R2023b"));
}

#[test]
fn range_finders_of_old_official_protos_are_turned_and_others_reported() {
    let finder = "Robot { children [ RangeFinder {} ] }";
    let (text, shown) = with_old_pack("R2019a", "Thing {}", &format!("] {{ {finder} }}"));
    assert!(text.contains("2.09439510239"), "{text}");
    assert!(!shown.contains("RangeFinder"), "{shown}");
    let (_, shown) = with_old_pack("R2019a", finder, "] { Solid {} }");
    assert!(shown.contains("not turned automatically"), "{shown}");
}

#[test]
fn shapes_of_an_old_official_proto_are_turned_inside() {
    let proto = "] { Solid { children [ Shape {} ] boundingObject Plane {} } }";
    let (text, shown) = with_old_pack("R2019a", "Thing {}", proto);
    // the plane is in a pose of its own now
    let expected =
        "boundingObject Pose\n      rotation -1 0 0 1.5707963267948966\n      children[0] Plane\n";
    assert!(text.contains(expected), "{text}");
    assert!(!shown.contains("could not be converted"));
}
