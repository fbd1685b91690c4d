//! Pictures: files of textures, and the sizes that devices ask for.

use crate::limits::{limited, project, said};
use std::fmt::Write as _;
use std::path::Path;

const HEAD: &str =
    "#VRML_SIM R2023b utf8\nWorldInfo {}\nViewpoint {}\nBackground { skyColor [ 1 0 0 ] }\n";

/// Writes a world.
fn world(folder: &Path, nodes: &str) {
    std::fs::write(folder.join("worlds/made.wbt"), format!("{HEAD}{nodes}")).unwrap();
}

/// Takes a picture with the camera of a world and returns what was said.
fn render(nodes: &str, extra: &str) -> String {
    let folder = project();
    world(folder.path(), nodes);
    let arguments =
        format!("render --offline --camera r/camera {extra} --output seen.png worlds/made.wbt");
    let text = said(&limited(folder.path(), &arguments));
    let is_there = folder.path().join("seen.png").exists();
    format!("{text}{}", if is_there { "taken" } else { "" })
}

fn camera(fields: &str) -> String {
    format!("Robot {{ name \"r\" controller \"<none>\" children [ Camera {{ {fields} }} ] }}\n")
}

fn assert_says(text: &str, wanted: &str) {
    assert!(text.contains(wanted), "no '{wanted}' in: {text}");
}

#[test]
fn files_that_are_no_pictures_leave_the_plain_colour() {
    for (file, reason) in [
        ("no_pixels.png", "not a whole PNG or JPEG picture"),
        ("cut_off.png", "not a whole PNG or JPEG picture"),
        ("cut_off.jpg", "not a whole PNG or JPEG picture"),
        ("text.jpg", "not a whole PNG or JPEG picture"),
        ("too_wide.png", "at most 16384 pixels in a row or column"),
        ("too_many_pixels.png", "67108864 pixels in all"),
        ("missing.png", "there is no such file"),
        (
            "https://example.invalid/a.png",
            "its picture cannot be read",
        ),
        ("bomb.png", ""),
        ("long_text.png", ""),
    ] {
        let folder = if file.contains(':') { "" } else { "pictures/" };
        let nodes = format!(
            "Solid {{ translation 2 0 0 children [ Shape {{ appearance PBRAppearance {{ baseColorMap \
             ImageTexture {{ url \"{folder}{file}\" }} }} geometry Box {{}} }} ] }}\n"
        );
        let text = render(&(nodes + &camera("")), "");
        assert_says(&text, reason);
        assert_says(&text, "taken");
    }
}

#[test]
fn impossible_cameras_get_possible_values() {
    for fields in [
        "width 1 height 1",
        "width 0 height -5",
        "fieldOfView 0",
        "fieldOfView 6.2831853",
        "fieldOfView 6.2831853 projection \"spherical\"",
        "fieldOfView 1e300 projection \"cylindrical\"",
        "near 10 far 1",
        "near -1",
        "noise 1e308 motionBlur 1e308",
        "lens Lens { center 1e300 -1e300 radialCoefficients 1e300 1e300 }",
        "focus Focus { focalDistance 1e300 focalLength 1e300 }",
    ] {
        assert_says(&render(&camera(fields), ""), "taken");
    }
}

#[test]
fn a_picture_that_is_too_large_has_one_pixel() {
    for fields in ["width 10000 height 10000", "width 100000 height 100000"] {
        let text = render(&camera(fields), "");
        assert_says(&text, "its picture has one pixel");
        assert_says(&text, "taken");
    }
    let text = render(&camera(""), "--size 100000x100000");
    assert_says(&text, "33554432");
}

/// Runs a world in which nothing takes a picture.
fn run(nodes: &str) -> String {
    let folder = project();
    world(folder.path(), nodes);
    said(&limited(
        folder.path(),
        "run --offline --no-controllers --threads 1 --steps 2 worlds/made.wbt",
    ))
}

#[test]
fn displays_take_bounded_room_together() {
    let device = "Display { width 60000 height 60000 }";
    let text = run(&format!("Robot {{ name \"r\" children [ {device} ] }}\n"));
    assert_says(&text, "its picture has one pixel");
    // each of them alone is possible
    let devices = (0..20).fold(String::new(), |mut text, at| {
        let _ = write!(text, "Display {{ name \"d{at}\" width 5000 height 5000 }} ");
        text
    });
    let text = run(&format!("Robot {{ name \"r\" children [ {devices} ] }}\n"));
    assert_says(&text, "67108864 together");
}

#[test]
fn transforms_beyond_all_numbers_are_drawn_or_left_out() {
    let nodes = "Pose { translation 1e308 1e308 1e308 children [ Pose { translation 1e308 0 0 children [ \
                 Shape { geometry Box {} } ] } ] }\n\
                 Transform { scale 1e300 1e300 1e300 children [ Transform { scale 1e300 1 1 children [ \
                 Shape { geometry Sphere {} } ] } ] }\n\
                 Transform { scale 0 0 0 children [ Shape { geometry Box {} } ] }\n\
                 Pose { rotation 0 0 0 1e308 children [ Shape { geometry Cone {} } ] }\n";
    assert_says(&render(&(nodes.to_owned() + &camera("")), ""), "taken");
}

#[test]
fn a_mesh_of_five_million_triangles_is_drawn() {
    let nodes = "Solid { translation 5 0 0 children [ Shape { geometry ElevationGrid { xDimension 1600 \
                 yDimension 1600 xSpacing 0.001 ySpacing 0.001 } } ] }\n";
    let text = render(&(nodes.to_owned() + &camera("")), "");
    assert_says(&text, "taken");
}
